/* test_ac_report_json.c -- the report on counts as JSON, read back by jansson, and
   as CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/ac_report.h"

#include <jansson.h>
#include <stdio.h>

/* ---- Exporting ---- */

typedef struct {
   const char *text;        /* the profile */
   const char *after;       /* of a pair, else NULL */
   const char *show, *sort; /* as for test_measures_open */
   double threshold;
   bool has_gate;
} request;

typedef enum { JSON, CSV } form;

/* The export; the caller frees it. */
static char *export_of(const request *r, form as)
{
   ac_profile *profile = test_good_profile(r->text);
   test_measures show, sort;
   test_measures_open(&show, profile, r->show);
   test_measures_open(&sort, profile, r->sort);
   const test_options options = { .request = { .show = show.measures,
                                               .sort = sort.measures,
                                               .threshold = r->threshold,
                                               .is_pair = r->after != NULL } };
   if (r->after != NULL) {
      profile = test_good_pair(r->text, r->after);
   }
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   static const ac_gate gate = { .n_exceeded = 7 };
   const ac_scope scope = test_scope(profile, &options);
   if (as == JSON)
      ac_report_json(&scope, "test", r->has_gate ? &gate : NULL, out);
   else
      ac_report_csv(&scope, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

/* The JSON, parsed. */
static json_t *parsed(const request *r)
{
   char *text = export_of(r, JSON);
   json_error_t error;
   json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
   if (json == NULL)
      fail_msg("%d: %s in:\n%s", error.line, error.text, text);
   size_t n = strlen(text);
   assert_int_equal(text[n - 1], '\n');
   free(text);
   return json;
}

/* Checks that the JSON is what another says, in which ' stands for ". */
static void check_json(const request *r, const char *expected)
{
   char *text = strdup(expected);
   assert_non_null(text);
   for (char *at = text; *at != '\0'; at++)
      if (*at == '\'')
         *at = '"';
   json_error_t error;
   json_t *of_expected = json_loads(text, JSON_REJECT_DUPLICATES, &error);
   if (of_expected == NULL)
      fail_msg("%d: %s", error.line, error.text);
   free(text);
   json_t *got = parsed(r);
   if (!json_equal(got, of_expected)) {
      json_dumpf(got, stderr, JSON_SORT_KEYS | JSON_INDENT(1));
      fail_msg("other than expected: %s", expected);
   }
   json_decref(got);
   json_decref(of_expected);
}

static void check_csv(const request *r, const char *expected)
{
   char *text = export_of(r, CSV);
   assert_string_equal(text, expected);
   free(text);
}

/* ---- Profiles ---- */

static const char small[] = "desc: one\ndesc: two\ncmd: ./app \"a\"\n"
                            "events: Ir Dr\n"
                            "fl=a.c\nfn=f\n1 10 1\n0 5\nfn=g\n9 90\n"
                            "fl=b.c\nfn=f\n3 1 1\n3 2 2\n"
                            "summary: 108 4\n";

#define HEADER "'schema':'test','version':1,'command':'x','description':[],"
#define EVENTS \
   "'metrics':[{'name':'Ir','formula':'Ir'}," \
   "{'name':'Dr','formula':'Dr'}],"

static void test_json(void **state)
{
   (void)state;
   request r = { .text = small };
   check_json(&r, "{'schema':'test','version':1,'command':'./app \\'a\\'',"
                  "'description':['one','two']," EVENTS
                  "'totals':{'values':[108,4]},'files':["
                  "{'name':'a.c','values':[105,1],'functions':["
                  "{'name':'g','values':[90,0],'lines':["
                  "{'line':9,'values':[90,0]}]},"
                  "{'name':'f','values':[15,1],'lines':["
                  "{'line':0,'values':[5,0]},{'line':1,'values':[10,1]}]}]},"
                  "{'name':'b.c','values':[3,3],'functions':["
                  "{'name':'f','values':[3,3],'lines':["
                  "{'line':3,'values':[3,3]}]}]}]}");
   r.threshold = 20;
   r.show = "Dr";
   check_json(&r, "{'schema':'test','version':1,'command':'./app \\'a\\'',"
                  "'description':['one','two'],"
                  "'metrics':[{'name':'Dr','formula':'Dr'}],"
                  "'totals':{'values':[4]},'files':["
                  "{'name':'a.c','values':[1],'functions':["
                  "{'name':'g','values':[0],'lines':["
                  "{'line':9,'values':[0]}]}]}]}");
   r.text = "cmd: x\nevents: Ir Dr\nsummary: 0 0\n";
   check_json(&r, "{" HEADER "'metrics':[{'name':'Dr','formula':'Dr'}],"
                  "'totals':{'values':[0]},'files':[]}");
}

static void test_csv(void **state)
{
   (void)state;
   request r = { .text = small };
   check_csv(&r, "file,function,line,Ir,Dr\r\n"
                 "a.c,g,9,90,0\r\n"
                 "a.c,f,0,5,0\r\n"
                 "a.c,f,1,10,1\r\n"
                 "b.c,f,3,3,3\r\n");
   r.threshold = 3;
   r.sort = "Dr";
   check_csv(&r, "file,function,line,Ir,Dr\r\n"
                 "b.c,f,3,3,3\r\n"
                 "a.c,f,0,5,0\r\n"
                 "a.c,f,1,10,1\r\n");
   r.threshold = 100;
   r.show = "Ir";
   check_csv(&r, "file,function,line,Ir\r\n");
}

/* ---- Text ---- */

/* Quotes, backslashes, separators, control characters, UTF-8 and none. */
static const char hostile[] = "desc: a\tb\\\ncmd: x\nevents: Ir\xe9\n"
                              "fl=a,\"b\".c\nfn=f(int, \xc3\xa4)\\x41 \x1b[2J'\n1 1\n"
                              "fl=\xff\xc3\xa4\x01\nfn=\"\n1 1\nfn=\n2 0\n"
                              "summary: 2\n";

static const char *string_at(const json_t *json, const char *key)
{
   const char *string = json_string_value(json_object_get(json, key));
   assert_non_null(string);
   return string;
}

static void test_json_text(void **state)
{
   (void)state;
   request r = { .text = hostile };
   json_t *json = parsed(&r);
   const json_t *desc = json_object_get(json, "description");
   assert_string_equal(json_string_value(json_array_get(desc, 0)), "a\\x09b\\");
   const json_t *metrics = json_object_get(json, "metrics");
   assert_string_equal(string_at(json_array_get(metrics, 0), "name"), "Ir\\xe9");
   const json_t *files = json_object_get(json, "files");
   const json_t *file = json_array_get(files, 0);
   assert_string_equal(string_at(file, "name"), "a,\"b\".c");
   const json_t *functions = json_object_get(file, "functions");
   assert_string_equal(string_at(json_array_get(functions, 0), "name"),
                       "f(int, \xc3\xa4)\\x5cx41 \\x1b[2J'");
   file = json_array_get(files, 1);
   assert_string_equal(string_at(file, "name"), "\\xff\xc3\xa4\\x01");
   functions = json_object_get(file, "functions");
   assert_string_equal(string_at(json_array_get(functions, 0), "name"), "\"");
   assert_string_equal(string_at(json_array_get(functions, 1), "name"), "");
   json_decref(json);
}

static void test_csv_text(void **state)
{
   (void)state;
   request r = { .text = hostile };
   check_csv(&r, "file,function,line,Ir\\xe9\r\n"
                 "\"a,\"\"b\"\".c\","
                 "\"f(int, \xc3\xa4)\\x5cx41 \\x1b[2J'\",1,1\r\n"
                 "\\xff\xc3\xa4\\x01,\"\"\"\",1,1\r\n"
                 "\\xff\xc3\xa4\\x01,,2,0\r\n");
   r.text = "cmd: x\nevents: A,B\nsummary: 0\n"; /* in the header, too */
   check_csv(&r, "file,function,line,\"A,B\"\r\n");
   r.after = r.text;
   r.show = "A,B:change";
   check_csv(&r, "file,function,line,\"A,B old\",\"A,B new\",old line\r\n");
}

/* ---- Metrics ---- */

static void test_metrics(void **state)
{
   (void)state;
   request r = { .text = "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 3 4\n2 1 0\n"
                         "summary: 4 4\n",
                 .show = "R=Ir/Dr Twice=2*Ir" };
   check_json(&r, "{" HEADER "'metrics':[{'name':'R','formula':'Ir/Dr'},"
                  "{'name':'Twice','formula':'2*Ir'}],"
                  "'totals':{'values':[1,8]},'files':["
                  "{'name':'a','values':[1,8],'functions':["
                  "{'name':'f','values':[1,8],'lines':["
                  "{'line':1,'values':[0.75,6]},"
                  "{'line':2,'values':[null,2]}]}]}]}");
   check_csv(&r, "file,function,line,R,Twice\r\n"
                 "a,f,1,0.75,6\r\n"
                 "a,f,2,,2\r\n");
}

/* ---- Pairs ---- */

static const char before[] = "cmd: old\nevents: Ir Dr\nfl=a\nfn=f\n1 100 2\n"
                             "fn=gone\n5 7\nfn=same\n8 3 3\n"
                             "summary: 110 5\n";
static const char after[] = "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 90 2\n"
                            "2 1 1\nfn=same\n8 3 3\n"
                            "summary: 94 6\n";

static void test_pairs(void **state)
{
   (void)state;
   request r = { .text = before,
                 .after = after,
                 .show = "Ir:old Ir:new Ir:change Dr:change R=Dr/Ir:change",
                 .sort = "Ir:change",
                 .threshold = 0.1 };
   check_json(&r, "{" HEADER "'metrics':[{'name':'Ir','formula':'Ir'},"
                  "{'name':'Dr','formula':'Dr'},"
                  "{'name':'R','formula':'Dr/Ir'}],"
                  "'totals':{'old':[110,5,0.045454545454545456],"
                  "'new':[94,6,0.063829787234042548]},'files':["
                  "{'name':'a','old':[110,5,0.045454545454545456],"
                  "'new':[94,6,0.063829787234042548],'functions':["
                  "{'name':'f','old':[100,2,0.02],"
                  "'new':[91,3,0.032967032967032968],'lines':["
                  "{'line':1,'old':[100,2,0.02],"
                  "'new':[90,2,0.022222222222222223]},"
                  "{'line':2,'old':[0,0,null],'new':[1,1,1]}]},"
                  "{'name':'gone','old':[7,0,0],'new':[0,0,null],'lines':["
                  "{'line':5,'old':[7,0,0],'new':[0,0,null]}]}]}]}");
   r.show = "Ir:old Ir:new Ir:change Dr:change";
   check_csv(&r, "file,function,line,Ir old,Ir new,Dr old,Dr new,old line\r\n"
                 "a,f,1,100,90,2,2,\r\n"
                 "a,f,2,0,1,0,1,\r\n"
                 "a,gone,5,7,0,0,0,\r\n");
   r.threshold = 0;
   r.show = "R=Dr/Ir:change";
   check_csv(&r, "file,function,line,R old,R new,old line\r\n"
                 "a,f,1,0.02,0.022222222222222222,\r\n"
                 "a,f,2,,1,\r\n"
                 "a,gone,5,0,,\r\n"
                 "a,same,8,1,1,\r\n");
}

/* ---- Limits ---- */

static void test_gate(void **state)
{
   (void)state;
   request r = { .text = "cmd: x\nevents: Ir Dr\nsummary: 0 0\n", .has_gate = true };
   check_json(&r, "{" HEADER EVENTS "'totals':{'values':[0,0]},'files':[],"
                  "'limits':[],'exceeded':7}");
}

/* ---- Failing ---- */

int main(void)
{
   skip_where_rounded("test_pairs");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json),      cmocka_unit_test(test_csv),
      cmocka_unit_test(test_json_text), cmocka_unit_test(test_csv_text),
      cmocka_unit_test(test_metrics),   cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_gate),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

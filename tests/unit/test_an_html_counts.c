/* test_an_html_counts.c -- the page of a profile of counts: what is left out, sources,
   and the part without a script.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "page/an_html_counts.h"

#include <jansson.h>
#include <unistd.h>

/* Each test has a directory of its own, which is also the current one. */
static char directory[] = "/tmp/test_an_html.XXXXXX";

static int set_up(void **state)
{
   (void)state;
   strcpy(directory + strlen(directory) - 6, "XXXXXX");
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static int tear_down(void **state)
{
   (void)state;
   char command[sizeof directory + 16];
   snprintf(command, sizeof command, "rm -rf %s", directory);
   return chdir("/") == 0 ? system(command) : -1;
}

/* The small function has few instructions, but most of the misses. */
static const char text[] = "desc: I1 cache: <b>\n"
                           "cmd: ./app </main><script>\n"
                           "events: Ir DLmr\n"
                           "fl=a.c\nfn=large<T>\n1 9000 1\n2 900 0\n3 1\n"
                           "fn=small\n500 5 99\nfn=tiny\n7 3\n"
                           "fl=gone.c\nfn=lost\n5 91\n"
                           "fl=???\nfn=unknown\n1 0\n"
                           "summary: 10000 100\n";
static const char after[] = "cmd: ./app\nevents: Ir DLmr\n"
                            "fl=a.c\nfn=large<T>\n1 9001 1\nfn=small\n500 5 99\n"
                            "fn=tiny\n7 994\nsummary: 10000 100\n";

typedef struct {
   bool is_pair, is_html, has_no_source, has_root;
   double threshold;
   const char *show;
} request;

static const an_source_places *places_of(const request *r)
{
   static const char *const roots[] = { "/usr/nowhere" };
   static const an_source_places any, closed = { .is_closed = true },
                                      within = { .roots = roots, .n_roots = 1 };
   return r->has_no_source ? &closed : r->has_root ? &within : &any;
}

/* What is written; the caller frees it. */
static char *written(const request *r)
{
   static char *files[] = { "old.out", "new.out" };
   ac_profile *single = test_good_profile(text);
   ac_profile *profile = r->is_pair ? test_good_pair(text, after) : NULL;
   test_measures show;
   test_measures_open(&show, single, r->show);
   test_options options = { .request = {
                               .show = show.measures,
                               .sort = { .of = show.of, .n = 1 },
                               .annotate = true,
                               .threshold = r->threshold,
                               .is_pair = r->is_pair,
                               .source = *places_of(r),
                            } };
   if (r->is_pair)
      options.request.sort.of = show.of + 2;
   const an_html_counts counts = {
      .scope = test_scope(r->is_pair ? profile : single, &options),
      .schema = r->is_pair ? "cs_diff" : "cs_annotate",
      .files = files,
      .n_files = r->is_pair ? 2 : 1,
   };
   char *result;
   size_t length;
   FILE *out = open_memstream(&result, &length);
   assert_non_null(out);
   (r->is_html ? an_html_counts_write : an_html_counts_write_json)(&counts, out);
   assert_int_equal(fclose(out), 0);
   return result;
}

static json_t *document_of(const request *r)
{
   json_error_t error;
   char *result = written(r);
   json_t *json = json_loads(result, JSON_REJECT_DUPLICATES, &error);
   if (json == NULL)
      fail_msg("%d: %s in:\n%s", error.line, error.text, result);
   free(result);
   return json;
}

/* The member at a path like "report/files/0/name", as JSON without blanks. */
static void check(const json_t *json, const char *path, const char *expected)
{
   char names[128], *rest = names;
   strcpy(names, path);
   for (char *name = strtok_r(names, "/", &rest); name != NULL;
        name = strtok_r(NULL, "/", &rest))
      json = json_is_array(json) ? json_array_get(json, (size_t)atoi(name))
                                 : json_object_get(json, name);
   char *found = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
   assert_string_equal(found == NULL ? "(none)" : found, expected);
   free(found);
}

static void write_source(const char *name, unsigned n_lines)
{
   FILE *file = fopen(name, "w");
   assert_non_null(file);
   for (unsigned i = 1; i <= n_lines; i++)
      if (i == 2)
         fputs("\tif (a < b) \"</script>\" \x1b[31m \xff\n", file);
      else
         fprintf(file, "line %u\n", i);
   assert_int_equal(fclose(file), 0);
}

/* ---- Titles ---- */

/* Of the profile's events, and no others. */
static void test_titles(void **state)
{
   (void)state;
   json_t *json = document_of(&(request){ .threshold = 1 });
   check(json, "titles/Ir",
         "{\"title\":\"Instructions\",\"meaning\":\"Instructions executed.\"}");
   check(json, "sort", "\"Ir\"");
   check(json, "titles/DLmr/title", "\"LL read misses\"");
   check(json, "titles/Dr", "(none)");
   check(json, "titles/LLm", "(none)");
   json_decref(json);
}

/* ---- What is left out ---- */

static void test_left_out(void **state)
{
   (void)state;
   json_t *json = document_of(&(request){ .threshold = 1 });
   check(json, "left_out",
         "{\"functions\":3,\"lines\":4,\"paths\":0,\"sources\":0,"
         "\"threshold_percent\":1}");
   check(json, "report/files/0/functions/0/name", "\"large<T>\"");
   check(json, "report/files/0/functions/0/lines/1/line", "2");
   check(json, "report/files/0/functions/0/lines/2", "(none)");
   check(json, "report/files/0/functions/1/name", "\"small\"");
   check(json, "report/files/0/functions/2", "(none)");
   check(json, "report/totals/values", "[10000,100]");
   check(json, "paths", "null");
   json_decref(json);
}

/* A function that changes is kept, and one that is large and does not change. */
static void test_pair(void **state)
{
   (void)state;
   json_t *json = document_of(&(request){
      .is_pair = true, .threshold = 1, .show = "Ir:old Ir:new Ir:change DLmr:change" });
   check(json, "is_pair", "true");
   check(json, "files", "[\"old.out\",\"new.out\"]");
   check(json, "report/metrics/1/name", "\"DLmr\"");
   check(json, "report/files/0/functions/0/name", "\"tiny\"");
   check(json, "report/files/0/functions/1/name", "\"large<T>\"");
   check(json, "report/files/0/functions/2/name", "\"small\"");
   check(json, "report/files/0/functions/2/old", "[5,99]");
   check(json, "left_out/functions", "2");
   json_decref(json);
}

/* ---- Sources ---- */

static void test_sources(void **state)
{
   (void)state;
   write_source("a.c", 600);
   json_t *json = document_of(&(request){ .threshold = 0 });
   check(json, "sources/0/file", "\"a.c\"");
   check(json, "sources/0/found", "\"a.c\"");
   check(json, "sources/0/is_newer", "false");
   check(json, "sources/0/first", "1");
   check(json, "sources/0/lines/0", "\"line 1\"");
   check(json, "sources/0/lines/1",
         "\"        if (a < b) \\\"</script>\\\" \\\\x1b[31m \\\\xff\"");
   check(json, "sources/0/lines/599", "\"line 600\"");
   check(json, "sources/0/lines/600", "(none)");
   check(json, "sources/1",
         "{\"file\":\"gone.c\",\"found\":null,\"is_newer\":false,"
         "\"missing\":\"not found\"}");
   check(json, "sources/2", "(none)");
   check(json, "left_out/sources", "0");
   json_decref(json);
}

/* Parts of a long file, and a file that has become shorter. */
static void test_parts(void **state)
{
   (void)state;
   write_source("a.c", 9000);
   json_t *json = document_of(&(request){ .threshold = 0 });
   check(json, "sources/0/lines/899", "\"line 900\"");
   check(json, "sources/0/lines/900", "(none)");
   json_decref(json);
   write_source("a.c", 0);
   json = document_of(&(request){ .threshold = 0 });
   check(json, "sources/0/missing", "\"has fewer lines\"");
   json_decref(json);
}

static void test_private(void **state)
{
   (void)state;
   write_source("a.c", 600);
   json_t *json = document_of(&(request){ .has_no_source = true });
   check(json, "sources/0",
         "{\"file\":\"a.c\",\"found\":null,\"is_newer\":false,"
         "\"missing\":\"not opened\"}");
   json_decref(json);
   json = document_of(&(request){ .has_root = true });
   check(json, "sources/0/missing", "\"outside of the source root\"");
   check(json, "sources/0/found", "null");
   json_decref(json);
}

/* ---- Without a script ---- */

static void test_static(void **state)
{
   (void)state;
   static const char *const parts[] = {
      "<h1>./app &lt;/main&gt;&lt;script&gt;</h1>",
      "I1 cache: &lt;b&gt;\n",
      "<td class=\"n\">9,901</td><td class=\"n\">1</td>"
      "<td>&nbsp;&nbsp;large&lt;T&gt;</td>",
      "<td>large&lt;T&gt; (a.c:2)<br>"
      "if (a &lt; b) &quot;&lt;/script&gt;&quot; \\x1b[31m \\xff</td>",
   };
   write_source("a.c", 3);
   char *html = written(&(request){ .is_html = true });
   char *end = strstr(html, "</main>");
   assert_non_null(end);
   *end = '\0';
   for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
      if (strstr(html, parts[i]) == NULL)
         fail_msg("no %s in %s", parts[i], html);
   assert_null(strstr(html, "<script"));
   free(html);
}

/* ---- Failing ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_titles),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_pair),
      cmocka_unit_test_setup_teardown(test_sources, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_parts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_private, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_static, set_up, tear_down),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ac_gate.c -- pairs held against limits, and how a gate is printed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/an_gate_print.h"

#include <jansson.h>
#include <stdio.h>

/* ---- Gates ---- */

typedef struct {
   ac_profile *pair;
   ac_metrics *metrics;
   ac_limits totals, functions;
   ac_gate gate;
} fixture;

static void parse(fixture *f, ac_limits *limits, const char *text)
{
   an_error error;
   if (text != NULL && !ac_limits_parse(limits, test_alloc(), f->metrics, text, &error))
      fail_msg("%s", error.message);
}

/* Holds the limits, NULL for none, against a pair; `f` must not move. */
static void open(fixture *f, const char *before, const char *after, const char *totals,
                 const char *functions)
{
   an_error error;
   *f = (fixture){ .pair = NULL };
   ac_profile *profile = test_good_profile(before);
   f->metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   assert_non_null(f->metrics);
   assert_true(ac_metrics_define(f->metrics, "R=Dr/Ir", &error));
   f->pair = test_good_pair(before, after);
   parse(f, &f->totals, totals);
   parse(f, &f->functions, functions);
   ac_gate_hold(&f->gate, test_alloc(),
                &(ac_gate_case){
                   .pair = f->pair, .totals = &f->totals, .functions = &f->functions });
}

typedef enum { TEXT, LIMITED, COLOURED, JSON, JUNIT, GITHUB } form;

/* The printed gate; the caller frees it. */
static char *printed(const ac_gate *gate, form as)
{
   char *text;
   size_t length;
   an_json_out json;
   an_gate_style style;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   switch (as) {
   case TEXT:
   case LIMITED:
   case COLOURED:
      style = (an_gate_style){ .is_limited = as == LIMITED,
                               .terminal.colour = as == COLOURED };
      an_gate_print(gate, &style, out);
      break;
   case JSON:
      json = (an_json_out){ .out = out };
      an_json_put_open(&json, NULL, '{');
      an_json_put_int(&json, "first", 0);
      an_gate_put_json(&json, gate);
      an_json_put_close(&json, '}');
      break;
   case JUNIT: an_gate_print_junit(gate, "cs_diff", out); break;
   case GITHUB: an_gate_print_github(gate, "cs_diff", out); break;
   }
   assert_int_equal(fclose(out), 0);
   return text;
}

static void check_styled(const fixture *f, const an_gate_style *style,
                         const char *expected)
{
   char *text = NULL;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_gate_print(&f->gate, style, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
}

static void check_printed(const fixture *f, form as, const char *expected)
{
   char *text = printed(&f->gate, as);
   assert_string_equal(text, expected);
   free(text);
}

#define RULE_NO_NEWLINE \
   "----------------------------------------" \
   "----------------------------------------"
#define RULE RULE_NO_NEWLINE "\n"
#define TITLE RULE "-- Limits\n" RULE

/* ---- Profiles ---- */

static const char before[] = "cmd: x\nevents: Ir Dr\n"
                             "fl=a.c\nfn=f\n1 1000 10\nfn=g\n2 100 0\n"
                             "fl=b.c\nfn=f\n1 2000 40\nfn=gone\n1 900 0\n"
                             "summary: 4000 50\n";
static const char after[] = "cmd: x\nevents: Ir Dr\n"
                            "fl=a.c\nfn=f\n1 1011 10\nfn=g\n2 150 1\n"
                            "fl=b.c\nfn=f\n1 2020 40\nfn=new\n1 50 0\n"
                            "summary: 3231 51\n";

/* ---- Checks ---- */

/* Expects each check as "METRIC:FUNCTION+": "+" if exceeded, "*" for the
   program. */
static void assert_checks(const fixture *f, const char *expected)
{
   char got[512] = "";
   size_t n_exceeded = 0;
   for (size_t i = 0; i < f->gate.n; i++) {
      const ac_check *check = &f->gate.checks[i];
      const char *file = "*", *name = "";
      if (check->of == AC_GATE_REGION)
         file = ac_profile_region(f->pair, check->index)->name;
      if (check->of == AC_GATE_FUNCTION) {
         const ac_function *of = ac_profile_function(f->pair, check->index);
         file = ac_profile_file(f->pair, of->file)->name;
         name = of->name;
      }
      size_t used = strlen(got);
      snprintf(got + used, sizeof got - used, "%s:%s%s%s ", check->limit->metric->name,
               file, name, check->is_exceeded ? "+" : "");
      n_exceeded += check->is_exceeded;
   }
   assert_string_equal(got, expected);
   assert_int_equal(f->gate.n_exceeded, n_exceeded);
}

static void check_limits(const char *totals, const char *functions, const char *expected)
{
   fixture f;
   open(&f, before, after, totals, functions);
   assert_checks(&f, expected);
}

static void test_checks(void **state)
{
   (void)state;
   check_limits(NULL, NULL, "");
   /* on totals: all, in the order given */
   check_limits("Dr=1%,Ir=0", NULL, "Dr:*+ Ir:* ");
   check_limits("Ir=0,Dr=2%", NULL, "Ir:* Dr:* "); /* exactly 2 % */
   check_limits("Dr=1.9%|5,R=0", NULL, "Dr:*+ R:*+ ");
   /* on functions: those exceeded, the largest change first; equal changes
      in the profile's order */
   check_limits(NULL, "Ir=0", "Ir:a.cg+ Ir:b.cnew+ Ir:b.cf+ ");
   check_limits(NULL, "Ir=1%", "Ir:a.cg+ Ir:b.cnew+ Ir:b.cf+ ");
   check_limits(NULL, "Ir=100%", "");
   /* a new function has no old count: percentages are of the program */
   check_limits(NULL, "Ir=100%|49", "Ir:a.cg+ Ir:b.cnew+ ");
   check_limits(NULL, "Ir=100%&49", "Ir:b.cnew+ ");
   check_limits(NULL, "Ir=1%&20", "Ir:a.cg+ Ir:b.cnew+ Ir:b.cf+ ");
   check_limits(NULL, "Ir=1%&50", "");
   check_limits("Ir=-10%", "Ir=-10%", "Ir:* Ir:a.cg+ Ir:b.cf+ ");
   check_limits("Ir=-20%", NULL, "Ir:*+ ");
   check_limits(NULL, "Ir=50", "");
   check_limits(NULL, "Dr=0,Ir=49", "Dr:a.cg+ Ir:a.cg+ Ir:b.cnew+ ");
   check_limits("Ir=1", "Ir=49", "Ir:* Ir:a.cg+ Ir:b.cnew+ ");
   /* gone and new have no ratio: they exceed nothing */
   check_limits(NULL, "R=0", "R:a.cg+ ");
}

/* A function is judged whole: what is inlined into it is in other files. */
static void test_parts(void **state)
{
   (void)state;
   static const char old[] = "cmd: x\nevents: Ir Dr\n"
                             "fl=a.c\nfn=f\n1 1000 0\nfn=g\n2 500 0\n"
                             "fl=b.h\nfn=g\n9 500 0\n"
                             "fl=z.c\nfn=h\n1 1000 0\n"
                             "fl=y.c\nfn=h\n1 1000 0\nsummary: 4000 0\n";
   static const char new[] = "cmd: x\nevents: Ir Dr\n"
                             "fl=a.c\nfn=f\n1 1000 0\nfn=g\n2 600 0\n"
                             "fl=b.h\nfn=f\n9 110 0\nfn=g\n9 410 0\n"
                             "fl=z.c\nfn=h\n1 1080 0\n"
                             "fl=y.c\nfn=h\n1 1000 0\nsummary: 4200 0\n";
   fixture f;
   /* f has 11% more, in code of b.h; g's moved from b.h to a.c, but 1%; of the two h, one
      has 8% more, which both together have, too. */
   open(&f, old, new, NULL, "Ir=5%");
   assert_checks(&f, "Ir:b.hf+ Ir:z.ch+ ");
   assert_true(f.gate.checks[0].before == 1000 && f.gate.checks[0].after == 1110);
   open(&f, old, new, NULL, "Ir=8%");
   assert_checks(&f, "Ir:b.hf+ ");
   open(&f, old, new, NULL, "Ir=11%");
   assert_checks(&f, "");
}

/* What one side lacks is told, and large new functions are no gift. */
static void test_new_functions(void **state)
{
   (void)state;
   fixture f;
   open(&f, before, after, NULL, "Ir=2%"); /* new: 50 of 4000, 1.25% */
   assert_checks(&f, "Ir:a.cg+ ");
   assert_int_equal(f.gate.n_new, 1);
   assert_int_equal(f.gate.n_gone, 1);
   open(&f, before, after, NULL, "Ir=1.2%");
   assert_checks(&f, "Ir:a.cg+ Ir:b.cnew+ ");
   open(&f, before, after, NULL, "Ir=1.2%>10"); /* new ones may be */
   assert_checks(&f, "Ir:a.cg+ ");
   open(&f, before, after, NULL, "Ir=1.2%&60");
   assert_checks(&f, "");
}

static void test_values(void **state)
{
   (void)state;
   fixture f;
   open(&f, before, after, "Ir=1", "Dr=0");
   const ac_check *checks = f.gate.checks;
   assert_int_equal(f.gate.n, 2);
   assert_ptr_equal(checks[0].limit, &f.totals.limits[0]);
   assert_true(checks[0].before == 4000 && checks[0].after == 3231);
   assert_ptr_equal(checks[1].limit, &f.functions.limits[0]);
   assert_true(checks[1].before == 0 && checks[1].after == 1);
}

/* More checks than the first allocation holds. */
static void test_many(void **state)
{
   (void)state;
   char *from, *to;
   size_t length;
   FILE *of_from = open_memstream(&from, &length);
   FILE *of_to = open_memstream(&to, &length);
   assert_true(of_from != NULL && of_to != NULL);
   fputs("cmd: x\nevents: Ir Dr\nfl=a\n", of_from);
   fputs("cmd: x\nevents: Ir Dr\nfl=a\n", of_to);
   for (int i = 0; i < 100; i++) {
      fprintf(of_from, "fn=f%d\n1 10 0\n", i);
      fprintf(of_to, "fn=f%d\n1 %d 0\n", i, 11 + i);
   }
   fputs("summary: 1000 0\n", of_from);
   fputs("summary: 6050 0\n", of_to);
   assert_int_equal(fclose(of_from) | fclose(of_to), 0);
   fixture f;
   open(&f, from, to, NULL, "Ir=20");
   assert_int_equal(f.gate.n, 80);
   assert_int_equal(f.gate.n_exceeded, 80);
   for (size_t i = 0; i < f.gate.n; i++)
      assert_true(f.gate.checks[i].after == (long double)(110 - i));

   /* at most ten: the largest changes */
   char *text = printed(&f.gate, GITHUB);
   size_t n = 0;
   for (const char *at = text; (at = strstr(at, "::error ")) != NULL; at++)
      n++;
   assert_int_equal(n, 10);
   assert_non_null(strstr(text, ": f99 (a)\n"));
   assert_non_null(strstr(text, ": f90 (a)\n"));
   assert_non_null(strstr(text, "\n::notice title=cs_diff::70 more limits exceeded\n"));
   free(text);
   free(from);
   free(to);
}

/* ---- For people ---- */

static void test_table(void **state)
{
   (void)state;
   fixture f;
   open(&f, before, after, "Ir=01%,Dr=10B|0.5%,R=1%", "Ir=49");
   check_printed(&f, TEXT,
                 TITLE "kept      Ir: 4,000 -> 3,231, -769 (-19.23%); limit 01%: "
                       "PROGRAM TOTALS\n"
                       "EXCEEDED  Dr: 50 -> 51, +1 (+2.00%); limit 10B|0.5%: "
                       "PROGRAM TOTALS\n"
                       "EXCEEDED  R: 0.01 -> 0.02, +0.00 (+26.28%); limit 1%: "
                       "PROGRAM TOTALS\n"
                       "EXCEEDED  Ir: 100 -> 150, +50 (+50.00%); limit 49: "
                       "g (a.c)\n"
                       "EXCEEDED  Ir: 0 -> 50, +50 (new); limit 49: new (b.c)\n"
                       "... functions in only one profile: 0 new, 1 gone, within limits\n"
                       "4 exceeded\n");
   open(&f, before, before, "Ir=1%", NULL);
   check_printed(&f, TEXT,
                 TITLE "kept      Ir: 4,000 -> 4,000, 0; limit 1%: "
                       "PROGRAM TOTALS\n"
                       "0 exceeded\n");
   open(&f, before, after, NULL, "Ir=1000");
   check_printed(&f, TEXT,
                 TITLE "... functions in only one profile: 1 new, 1 gone, within limits\n"
                       "0 exceeded\n");
}

static void test_colours(void **state)
{
   (void)state;
   fixture f;
   open(&f, before, after, "Ir=1,Dr=0", NULL);
   check_printed(&f, COLOURED,
                 "\033[1m" RULE "-- Limits\n" RULE_NO_NEWLINE "\033[0m\n"
                 "kept      Ir: 4,000 -> 3,231, -769 (-19.23%); limit 1: "
                 "PROGRAM TOTALS\n"
                 "\033[1;31mEXCEEDED  Dr: 50 -> 51, +1 (+2.00%); limit 0: "
                 "PROGRAM TOTALS\033[0m\n"
                 "1 exceeded\n");
}

/* ---- For programs ---- */

static const char odd_before[] = "cmd: x\nevents: Ir Dr\nsummary: 0 0\n";
static const char odd_after[] = "cmd: x\nevents: Ir Dr\n"
                                "fl=a,b:100%.c\nfn=f<'&\">\xe9\x1b[2J\n"
                                "1 5 0\n"
                                "fl=b\xff\nfn=\xc3\xa4%\r\n1 2 0\n"
                                "summary: 7 0\n";

static void test_json(void **state)
{
   (void)state;
   fixture f;
   open(&f, odd_before, odd_after, "Ir=10,R=1%", "Ir=1.5|1%");
   char *text = printed(&f.gate, JSON);
   json_error_t error;
   json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
   if (json == NULL)
      fail_msg("%d: %s in:\n%s", error.line, error.text, text);
   free(text);
   json_t *expected = json_pack(
      "{s:i,s:[{s:s,s:s,s:i,s:i,s:i,s:b},{s:s,s:s,s:i,s:n,s:i,s:b},"
      "{s:s,s:s,s:i,s:f,s:s,s:s,s:i,s:i,s:b},"
      "{s:s,s:s,s:i,s:f,s:s,s:s,s:i,s:i,s:b}],s:i}",
      "first", 0, "limits", "metric", "Ir", "limit", "10", "limit_absolute", 10, "old", 0,
      "new", 7, "exceeded", 0, "metric", "R", "limit", "1%", "limit_percent", 1, "old",
      "new", 0, "exceeded", 0, "metric", "Ir", "limit", "1.5|1%", "limit_percent", 1,
      "limit_absolute", 1.5, "file", "a,b:100%.c", "function", "f<'&\">\\xe9\\x1b[2J",
      "old", 0, "new", 5, "exceeded", 1, "metric", "Ir", "limit", "1.5|1%",
      "limit_percent", 1, "limit_absolute", 1.5, "file", "b\\xff", "function",
      "\xc3\xa4%", "old", 0, "new", 2, "exceeded", 1, "exceeded", 2);
   assert_non_null(expected);
   if (!json_equal(json, expected)) {
      json_dumpf(json, stderr, JSON_SORT_KEYS | JSON_INDENT(1));
      fail();
   }
   json_decref(json);
   json_decref(expected);

   open(&f, odd_before, odd_after, NULL, NULL);
   check_printed(&f, JSON, "{\"first\":0,\n\"limits\":[],\n\"exceeded\":0}");
}

#define XML "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

static void test_junit(void **state)
{
   (void)state;
   fixture f;
   open(&f, odd_before, odd_after, "Ir=10,Dr=0", "Ir=1%&0.001K");
   check_printed(
      &f, JUNIT,
      XML
      "<testsuites tests=\"4\" failures=\"2\">\n"
      "<testsuite name=\"cs_diff\" tests=\"4\" failures=\"2\">\n"
      "<testcase classname=\"cs_diff.Ir\" name=\"PROGRAM TOTALS\"/>\n"
      "<testcase classname=\"cs_diff.Dr\" name=\"PROGRAM TOTALS\"/>\n"
      "<testcase classname=\"cs_diff.Ir\" "
      "name=\"f&lt;&apos;&amp;&quot;&gt;\\xe9\\x1b[2J (a,b:100%.c)\">"
      "<failure message=\"Ir: 0 -&gt; 5, +5 (new); limit 1%&amp;0.001K\"/></testcase>\n"
      "<testcase classname=\"cs_diff.Ir\" name=\"\xc3\xa4% (b\\xff)\">"
      "<failure message=\"Ir: 0 -&gt; 2, +2 (new); limit 1%&amp;0.001K\"/></testcase>\n"
      "</testsuite>\n</testsuites>\n");
   open(&f, odd_before, odd_after, NULL, NULL);
   check_printed(&f, JUNIT,
                 XML "<testsuites tests=\"1\" failures=\"0\">\n"
                     "<testsuite name=\"cs_diff\" tests=\"1\" failures=\"0\">\n"
                     "<testcase classname=\"cs_diff\" name=\"limits\"/>\n"
                     "</testsuite>\n</testsuites>\n");
}

/* Only exceeded limits; bytes that would end a property or message are
   escaped. */
static void test_github(void **state)
{
   (void)state;
   fixture f;
   open(&f, odd_before, odd_after, "Ir=1,Dr=0", "Ir=4");
   check_printed(&f, GITHUB,
                 "::error title=Ir over its limit::"
                 "Ir: 0 -> 7, +7 (new); limit 1: PROGRAM TOTALS\n"
                 "::error file=a%2Cb%3A100%25.c,title=Ir over its limit::"
                 "Ir: 0 -> 5, +5 (new); limit 4: "
                 "f<'&\">\xe9\\x1b[2J (a,b:100%25.c)\n");
   open(&f, odd_before, odd_after, "Ir=10", NULL);
   check_printed(&f, GITHUB, "");
}

/* Ten exceeded limits: all are printed, without a notice. */
static void test_ten(void **state)
{
   (void)state;
   static const char from[] = "cmd: x\nevents: Ir Dr\nfl=a\nfn=f\n1 1 1\n"
                              "summary: 1 1\n";
   static const char to[] = "cmd: x\nevents: Ir Dr\nfl=a\nfn=a\n1 1\n"
                            "fn=b\n1 1\nfn=c\n1 1\nfn=d\n1 1\nfn=e\n1 1\n"
                            "fn=f\n1 2\nfn=g\n1 1\nfn=h\n1 1\nfn=i\n1 1\n"
                            "fn=j\n1 1\nsummary: 11 0\n";
   fixture f;
   open(&f, from, to, NULL, "Ir=0");
   assert_int_equal(f.gate.n_exceeded, 10);
   char *text = printed(&f.gate, GITHUB);
   assert_null(strstr(text, "::notice"));
   assert_non_null(strstr(text, ": a (a)\n"));
   assert_non_null(strstr(text, ": j (a)\n"));
   free(text);
}

/* ---- Regions ---- */

#define REGION_HEAD \
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a\nfn=f\n1 100 10\n" \
   "summary: 100 10\n"

static const char region_before[] = REGION_HEAD
   "#: region 0 1 sort\n#: counts 50 2\n#: region 1 3 merge\n"
   "#: counts 20 2\n#: region 0 2 old\n#: counts 7 0\n#: end 1\n";
static const char region_after[] = REGION_HEAD
   "#: region 0 1 sort\n#: counts 60 3\n#: region 1 5 merge\n"
   "#: counts 21 2\n#: region 0 4 new\n#: counts 9 1\n#: end 1\n";

enum { OPTIONS_MAX = 3 };

typedef struct {
   fixture f;
   ac_region_limits limits[OPTIONS_MAX];
   size_t n;
} regions;

/* Holds the options, up to a NULL, against the regions; `r` must not move. */
static void open_regions(regions *r, const char *const *options)
{
   an_error error;
   open(&r->f, region_before, region_after, "Ir=0", NULL);
   for (r->n = 0; r->n < OPTIONS_MAX && options[r->n] != NULL; r->n++)
      if (!ac_region_limits_parse(&r->limits[r->n], test_alloc(), r->f.metrics,
                                  options[r->n], &error))
         fail_msg("%s", error.message);
   const ac_gate_case of = {
      .pair = r->f.pair,
      .totals = &r->f.totals,
      .functions = &r->f.functions,
      .regions = r->f.pair,
      .of_regions = r->limits,
      .n_of_regions = r->n,
   };
   ac_gate_hold(&r->f.gate, test_alloc(), &of);
}

static void check_regions(const char *first, const char *second, const char *expected)
{
   regions r;
   open_regions(&r, (const char *const[]){ first, second, NULL });
   assert_checks(&r.f, expected);
}

static void test_regions(void **state)
{
   (void)state;
   check_regions("sort:Ir=10%", NULL, "Ir:* Ir:sort+ ");
   check_regions("sort:Ir=20%,Dr=5%", NULL, "Ir:* Ir:sort Dr:sort+ ");
   /* new ones have no percentage, and those that are gone keep all */
   check_regions("Ir=5%", NULL, "Ir:* Ir:sort+ Ir:merge Ir:new Ir:old ");
   check_regions("Ir=5%|8", NULL, "Ir:* Ir:sort+ Ir:merge Ir:new+ Ir:old ");
   check_regions("Ir=-1%", NULL, "Ir:* Ir:sort+ Ir:merge+ Ir:new Ir:old ");
   /* the last option that names the metric */
   check_regions("Ir=5%", "sort:Ir=20%", "Ir:* Ir:sort Ir:merge Ir:new Ir:old ");
   check_regions("sort:Ir=5%", "sort:Dr=0", "Ir:* Ir:sort+ Dr:sort+ ");
   check_regions("sort:Ir<=5", "sort:Ir=50%", "Ir:* Ir:sort+ Ir:sort ");
}

static void test_regions_printed(void **state)
{
   (void)state;
   static const char *const options[] = { "Ir=5%", NULL };
   regions r;
   open_regions(&r, options);
   check_printed(&r.f, TEXT,
                 TITLE "kept      Ir: 100 -> 100, 0; limit 0: PROGRAM TOTALS\n"
                       "EXCEEDED  Ir: 50 -> 60, +10 (+20.00%); limit 5%: region sort\n"
                       "kept      Ir: 20 -> 21, +1 (+5.00%); limit 5%: "
                       "region sort/merge\n"
                       "kept      Ir: 0 -> 9, +9 (new); limit 5%: "
                       "region new, not found in OLD\n"
                       "kept      Ir: 7 -> 0, -7 (-100.0%); limit 5%: "
                       "region old, not found in NEW\n"
                       "1 exceeded\n");
   check_printed(&r.f, GITHUB,
                 "::error title=Ir over its limit::Ir: 50 -> 60, +10 "
                 "(+20.00%25); limit 5%25: region sort\n");
   char *text = printed(&r.f.gate, JUNIT);
   assert_non_null(
      strstr(text, "<testcase classname=\"cs_diff.Ir\" name=\"region sort/merge\"/>\n"));
   free(text);
   text = printed(&r.f.gate, JSON);
   assert_non_null(strstr(text, "{\"metric\":\"Ir\",\"limit\":\"5%\",\"limit_percent\":5,"
                                "\"region\":\"sort/merge\",\"old\":20,\"new\":21,"
                                "\"exceeded\":false}"));
   free(text);
}

/* Many regions that keep their limits are left out, not those that exceed one. */
static void test_long(void **state)
{
   (void)state;
   char from[4096] = REGION_HEAD, to[4096] = REGION_HEAD;
   for (int i = 0; i < 60; i++) {
      sprintf(from + strlen(from), "#: region 0 1 r%d\n#: counts 10\n", i);
      sprintf(to + strlen(to), "#: region 0 1 r%d\n#: counts %d\n", i, i == 50 ? 12 : 10);
   }
   strcat(from, "#: end 1\n");
   strcat(to, "#: end 1\n");
   fixture f;
   an_error error;
   ac_region_limits limits;
   open(&f, from, to, "Ir=0", NULL);
   assert_true(ac_region_limits_parse(&limits, test_alloc(), f.metrics, "Ir=5%", &error));
   const ac_gate_case of = {
      .pair = f.pair,
      .totals = &f.totals,
      .functions = &f.functions,
      .regions = f.pair,
      .of_regions = &limits,
      .n_of_regions = 1,
   };
   ac_gate_hold(&f.gate, test_alloc(), &of);
   assert_int_equal(f.gate.n, 61);
   check_printed(&f, LIMITED,
                 TITLE "kept      Ir: 100 -> 100, 0; limit 0: PROGRAM TOTALS\n"
                       "EXCEEDED  Ir: 10 -> 12, +2 (+20.00%); limit 5%: region r50\n"
                       "... 59 more limits: --top=0\n"
                       "1 exceeded\n");
}

/* ---- Failing ---- */

/* A path that is cut begins at the caller of the C++ library. */
static void test_path_fit(void **state)
{
   (void)state;
#define PATH "std::alloc<int>::get < std::vec::add < fill < main"
   static const char from[] = "cmd: x\nevents: Ir Dr\nfl=a.h\nfn=" PATH
                              "\n1 10 0\nsummary: 10 0\n";
   static const char to[] = "cmd: x\nevents: Ir Dr\nfl=a.h\nfn=" PATH
                            "\n1 20 0\nsummary: 20 0\n";
   fixture f;
   ac_labels labels;
   open(&f, from, to, NULL, "Ir=0");
   ac_labels_open(&labels, test_alloc(), f.pair, 60);
   an_gate_style style = { .labels = &labels, .terminal.width = 80, .are_paths = true };
   check_styled(
      &f, &style,
      TITLE "EXCEEDED  Ir: 10 -> 20, +10 (+100.0%); limit 0: fill < main\n1 exceeded\n");
   style.terminal.width = 0;
   check_styled(&f, &style,
                TITLE "EXCEEDED  Ir: 10 -> 20, +10 (+100.0%); limit 0: " PATH " (a.h)\n"
                      "1 exceeded\n");
#undef PATH
}

/* The heading is as wide as the terminal. */
static void test_narrow_heading(void **state)
{
   (void)state;
   fixture f;
   open(&f, before, after, "Ir=99%", NULL);
   const an_gate_style style = { .terminal.width = 12 };
   char *text = NULL;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   an_gate_print(&f.gate, &style, out);
   assert_int_equal(fclose(out), 0);
   assert_memory_equal(text, "------------\n-- Limits\n------------\n", 36);
   free(text);
}

/* Names of templates are short, and told apart; the line fits. */
static void test_fit(void **state)
{
   (void)state;
#define NAME "void ns::table<std::pair<int, long>, std::less<int> >::"
   static const char from[] = "cmd: x\nevents: Ir Dr\nfl=/usr/include/c++/12/a.h\n"
                              "fn=" NAME "insert_row(int)\n1 10 0\n"
                              "fn=" NAME "insert_row(long)\n1 10 0\n"
                              "summary: 20 0\n";
   static const char to[] = "cmd: x\nevents: Ir Dr\nfl=/usr/include/c++/12/a.h\n"
                            "fn=" NAME "insert_row(int)\n1 20 0\n"
                            "fn=" NAME "insert_row(long)\n1 30 0\n"
                            "summary: 50 0\n";
#undef NAME
   fixture f;
   ac_labels labels;
   open(&f, from, to, NULL, "Ir=0");
   ac_labels_open(&labels, test_alloc(), f.pair, 40);
   const an_gate_style shown = { .labels = &labels, .terminal.width = 80 };
   const an_gate_style paths = { .labels = &labels,
                                 .terminal.width = 80,
                                 .are_paths = true };
   check_styled(
      &f, &shown,
      TITLE
      "EXCEEDED  Ir: 10 -> 30, +20 (+200.0%); limit 0: ...insert_row(long) (.../12/a.h)\n"
      "EXCEEDED  Ir: 10 -> 20, +10 (+100.0%); limit 0: ...insert_row(int) (.../12/a.h)\n"
      "2 exceeded\n");
   check_styled(
      &f, &paths,
      TITLE
      "EXCEEDED  Ir: 10 -> 30, +20 (+200.0%); limit 0: void ns::table<...>::insert_r...\n"
      "EXCEEDED  Ir: 10 -> 20, +10 (+100.0%); limit 0: void ns::table<...>::insert_r...\n"
      "2 exceeded\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_checks),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_new_functions),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_colours),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_junit),
      cmocka_unit_test(test_github),
      cmocka_unit_test(test_ten),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_regions_printed),
      cmocka_unit_test(test_long),
      cmocka_unit_test(test_fit),
      cmocka_unit_test(test_narrow_heading),
      cmocka_unit_test(test_path_fit),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

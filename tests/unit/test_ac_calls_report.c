/* test_ac_calls_report.c -- the tables of calls, as text, JSON and CSV.  The golden tests
   have more of them; here memory runs out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_calls.h"

#include "sections/ac_sections.h"

typedef struct {
   const char *view;  /* of a section of calls, or NULL */
   const char *focus; /* or NULL */
   bool is_json, is_csv, annotate;
} request;

static void write(const request *r, const ac_scope *scope, FILE *out)
{
   if (r->is_json) {
      ac_report_json(scope, "cs_annotate", NULL, out);
      return;
   }
   (r->is_csv ? ac_report_csv : ac_report)(scope, out);
}

/* The report; the caller frees it. */
static char *report_of(const request *r)
{
   size_t length;
   char *report;
   an_error error;
   ac_profile *profile = test_good_profile(CALLS_FILE);
   test_measures show, sort;
   test_measures_open(&show, profile, NULL);
   test_measures_open(&sort, profile, NULL);
   ac_filter *focus = ac_filter_new(test_alloc());
   assert_non_null(focus);
   if (r->focus != NULL)
      assert_true(ac_filter_add(focus, true, r->focus, &error));
   const test_options options = {
      .request = {
         .by = r->view == NULL ? NULL : ac_section_find(r->view, AC_NEEDS_CALLS),
         .focus = r->focus == NULL ? NULL : focus, .annotate = r->annotate,
         .is_limited = true, .percents = true,
         .show = show.measures, .sort = sort.measures,
      },
      .terminal.width = 60,
   };
   const ac_scope scope = test_scope(profile, &options);
   FILE *out = open_memstream(&report, &length);
   assert_non_null(out);
   write(r, &scope, out);
   assert_int_equal(fclose(out), 0);
   return report;
}

static void check(const request *r, const char *expected)
{
   char *report = report_of(r);
   char *to = report; /* CSV has "\r\n" */
   for (const char *at = report; *at != '\0'; at++)
      if (*at != '\r')
         *to++ = *at;
   *to = '\0';
   assert_string_equal(report, expected);
   free(report);
}

static void csv(void **state)
{
   (void)state;
   check(&(request){ .view = "inclusive", .is_csv = true },
         "name,file,inlined,calls,cycle,Ir self,Dr self,Ir incl.,Dr incl.\n"
         "main,/src/a.c,no,1,0,30,3,200,20\n"
         "walk,/src/a.c,no,5,0,100,10,170,17\n"
         "get,/src/a.h,yes,,0,20,2,45,4\n"
         "peek,/src/b.h,yes,,0,10,1,35,4\n"
         "0x1000 in libfoo.so,???,no,3,0,25,3,25,3\n");
   check(&(request){ .view = "both", .is_csv = true, .focus = "get" },
         "caller,caller_file,callee,callee_file,file,line,inlined,calls,Ir incl.,"
         "Dr incl.\n"
         "walk,/src/a.c,get,/src/a.h,/src/a.c,8,yes,,55,6\n"
         "get,/src/a.h,peek,/src/b.h,/src/a.h,2,yes,,35,4\n");
   check(&(request){ .view = "top-down", .is_csv = true },
         "number,parent,name,file,call_file,call_line,inlined,calls,Ir self,Dr self\n"
         "0,,main,/src/a.c,,0,no,1,30,3\n"
         "1,0,walk,/src/a.c,/src/a.c,4,no,1,60,6\n"
         "2,1,get,/src/a.h,/src/a.c,8,yes,,20,2\n"
         "3,2,peek,/src/b.h,/src/a.h,2,yes,,10,1\n"
         "4,3,0x1000 in libfoo.so,???,/src/b.h,3,no,2,15,2\n"
         "5,1,walk,/src/a.c,/src/a.c,9,no,4,40,4\n"
         "6,5,get,/src/a.h,/src/a.c,8,yes,,0,0\n"
         "7,6,peek,/src/b.h,/src/a.h,2,yes,,0,0\n"
         "8,7,0x1000 in libfoo.so,???,/src/b.h,3,no,1,10,1\n"
         "9,5,,,,0,no,0,15,1\n");
}

static void focus(void **state)
{
   (void)state;
   check(&(request){ .view = "focus", .focus = "get" },
         "------------------------------------------------------------\n"
         "-- Functions by inclusive cost\n"
         "------------------------------------------------------------\n"
         "   Ir incl.  Ir self  calls  function (file)\n"
         "45 (22.50%)       20         get [inlined] (/src/a.h)\n"
         "\n"
         "------------------------------------------------------------\n"
         "-- Their callers\n"
         "------------------------------------------------------------\n"
         "   Ir incl.  calls  function (file)\n"
         "\n"
         "55 (27.50%)         all\n"
         "55 (27.50%)         get [inlined] (a.h) < walk (a.c)\n"
         "45 (22.50%)         |- main (a.c)\n"
         "10  (5.00%)         `- walk (a.c) < main (a.c)\n"
         "\n"
         "------------------------------------------------------------\n"
         "-- What they call\n"
         "------------------------------------------------------------\n"
         "   Ir incl.  Ir self  calls  function (file)\n"
         "\n"
         "55 (27.50%)        0         all\n"
         "55 (27.50%)       20         get [inlined] (a.h)\n"
         "35 (17.50%)       10         `- peek [inlined] (b.h)\n"
         "25 (12.50%)       25      3     `- 0x1000 in libfoo.so\n\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(csv),
      cmocka_unit_test(focus),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

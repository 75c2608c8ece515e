/* test_ac_report.h -- reports on small profiles, as text, with a source a.c in a folder
   of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_REPORT_H
#define TEST_AC_REPORT_H

#include "test_an_common.h"

#include "sections/ac_messages.h"
#include "sections/ac_sections.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define RULE_NO_NEWLINE \
   "----------------------------------------" \
   "----------------------------------------"
#define RULE RULE_NO_NEWLINE "\n"
#define HEADING(title) RULE "-- " title "\n" RULE
#define BY_FILE "-- Files and their functions\n"
#define BY_FUNCTION "-- Functions and their files\n"
#define A_C "-- Annotated source file: a.c\n"
#define GAP "----------------------------------------\n"

static char directory[] = "/tmp/test_ac_report.XXXXXX";

/* Set-up and tear-down of a group. */
static inline int set_up(void **state)
{
   (void)state;
   return mkdtemp(directory) == NULL ? -1 : chdir(directory);
}

static inline int tear_down(void **state)
{
   (void)state;
   unlink("a.c");
   return chdir("/") == 0 ? rmdir(directory) : -1;
}

static inline void write_source(const char *text)
{
   FILE *file = fopen("a.c", "w");
   assert_non_null(file);
   assert_true(fputs(text, file) >= 0);
   assert_int_equal(fclose(file), 0);
}

/* A source of n lines, "line 1" and so on. */
static inline void write_numbered_source(int n)
{
   FILE *file = fopen("a.c", "w");
   assert_non_null(file);
   for (int i = 1; i <= n; i++)
      assert_true(fprintf(file, "line %d\n", i) > 0);
   assert_int_equal(fclose(file), 0);
}

/* What a report is made of. */
typedef struct {
   const char *text;        /* the profile */
   const char *after;       /* of a pair, else NULL */
   const char *show, *sort; /* as for test_measures_open */
   test_options options;
   bool is_messages; /* ac_report_messages */
} request;

/* The report; the caller frees it. */
static inline char *report_of(const request *r)
{
   static const ac_report_field field = { "Data file:", "x.out" };
   test_options options = r->options;
   if (options.analysis.fields == NULL) {
      options.analysis.fields = &field;
      options.analysis.n_fields = 1;
   }
   ac_profile *profile = test_good_profile(r->text);
   test_measures show, sort;
   test_measures_open(&show, profile, r->show);
   test_measures_open(&sort, profile, r->sort);
   options.request.show = show.measures;
   options.request.sort = sort.measures;
   if (r->after != NULL) {
      profile = test_good_pair(r->text, r->after);
      options.request.is_pair = true;
   }

   char *report;
   size_t length;
   FILE *out = open_memstream(&report, &length);
   assert_non_null(out);
   const ac_scope scope = test_scope(profile, &options);
   if (r->is_messages)
      ac_report_messages(&scope, &(ac_messages_to){ .out = out });
   else
      ac_report(&scope, out);
   assert_int_equal(fclose(out), 0);
   return report;
}

static inline char *good_report_of(const request *r)
{
   char *report = report_of(r);
   return report;
}

static inline void check_report(const request *r, const char *expected)
{
   char *report = good_report_of(r);
   assert_string_equal(report, expected);
   free(report);
}

/* Checks one section of the report: from the line after its heading to the
   next heading or the end. */
static inline void check_section_of(const request *r, const char *title,
                                    const char *expected)
{
   char *report = good_report_of(r);
   char *section = strstr(report, title);
   if (section == NULL)
      fail_msg("no section %s in:\n%s", title, report);
   section = strstr(section, RULE) + strlen(RULE);
   char *end = strstr(section, RULE);
   if (end != NULL)
      *end = '\0';
   assert_string_equal(section, expected);
   free(report);
}

/* Checks the report that has only functions. */
static inline void check_functions_of(const request *r, const char *expected)
{
   unsigned of = r->after == NULL ? AC_OF_PROFILE : AC_OF_PAIR;
   request functions = *r;
   functions.options.request.by = ac_section_find("function", of);
   assert_non_null(functions.options.request.by);
   check_section_of(&functions, BY_FUNCTION, expected);
}

static inline void check_section(const char *text, test_options options,
                                 const char *title, const char *expected)
{
   request r = { .text = text, .options = options };
   check_section_of(&r, title, expected);
}

#endif

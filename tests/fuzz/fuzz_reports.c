/* fuzz_reports.c -- profiles in cachegrind's, cachesim's or callgrind's formats go
   through all their users: reports, exports, a pair with itself, and a
   merged profile, which is written and read again.

   No source is shown: names are arbitrary.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "counts/ac_choose.h"
#include "counts/ac_combine.h"
#include "advice/ac_data_match.h"
#include "sections/ac_report.h"
#include "test_read.h"
#include "counts/ac_write.h"

#include <jansson.h>

typedef struct {
   const char *at;
   size_t left_B;
} memory;

static ptrdiff_t read_memory(void *context, char *to, size_t size_B)
{
   memory *from = context;
   size_t n = from->left_B < size_B ? from->left_B : size_B;
   memcpy(to, from->at, n);
   from->at += n;
   from->left_B -= n;
   return (ptrdiff_t)n;
}

static an_source_of_bytes source_of(memory *from)
{
   return (an_source_of_bytes){ .read = read_memory, .context = from };
}

/* ---- Reports ---- */

static ac_scope scope_of(const ac_profile *profile, const ac_request *request)
{
   static const ac_analysis analysis;
   static const an_terminal terminal = { .colour = true };
   return (ac_scope){ .profile = profile,
                      .alloc = an_alloc_malloc(),
                      .request = request,
                      .analysis = &analysis,
                      .terminal = &terminal };
}

static void print_all(const ac_scope *scope, FILE *out)
{
   ac_report(scope, out);
   ac_report_json(scope, "fuzz", NULL, out);
   ac_report_csv(scope, out);
}

/* All metrics of a profile, or of both of a pair and their change. */
static void report(const ac_profile *profile, const ac_metrics *metrics, bool is_pair,
                   FILE *out)
{
   static const ac_aspect aspects[] = { AC_CHANGE, AC_BEFORE, AC_AFTER };
   size_t each = is_pair ? 3 : 1, n = ac_metrics_n(metrics) * each;
   size_t n_events = ac_profile_n_events(profile) / (is_pair ? 2 : 1);
   ac_measure *of = calloc(n, sizeof *of);
   assert_non_null(of);
   for (size_t i = 0; i < n; i++)
      of[i] = (ac_measure){ ac_metrics_at(metrics, i / each),
                            is_pair ? aspects[i % each] : AC_VALUE, n_events };
   static const char *const nowhere[] = { "/nonexistent" };
   const ac_request request = {
      .show = { of, n },
      .sort = { of, 1 },
      .is_pair = is_pair,
      .threshold = 0.1,
      .context = 2,
      .percents = true,
      .annotate = true,
      .source = { .roots = nowhere, .n_roots = 1 },
   };
   const ac_scope scope = scope_of(profile, &request);
   print_all(&scope, out);
   free(of);
}

static void report_pair(const ac_profile *profile, const ac_metrics *metrics, FILE *out)
{
   ac_profile *pair = ac_combine_pair(an_alloc_malloc(), profile, profile, NULL,
                                      ac_data_match);
   assert_non_null(pair);
   report(pair, metrics, true, out);
}

/* ---- Sums ---- */

/* The values of an event in a list's rows add up to the whole's; so do those of the
   rows' own lists. */
static void check_rows(const json_t *whole, size_t event, size_t depth)
{
   static const char *const lists[] = { "files", "functions", "lines" };
   if (depth == sizeof lists / sizeof *lists)
      return;
   json_int_t sum = 0;
   const json_t *rows = json_object_get(whole, lists[depth]), *row;
   assert_true(json_is_array(rows));
   size_t i;
   json_array_foreach(rows, i, row)
   {
      const json_t *value = json_array_get(json_object_get(row, "values"), event);
      assert_true(json_is_integer(value));
      assert_false(__builtin_add_overflow(sum, json_integer_value(value), &sum));
      check_rows(row, event, depth + 1);
   }
   const json_t *of = depth == 0 ? json_object_get(whole, "totals") : whole;
   const json_t *total = json_array_get(json_object_get(of, "values"), event);
   assert_true(json_integer_value(total) == sum);
}

/* All rows of the report as JSON, which any reader accepts. */
static void check_sums(const ac_profile *profile, const ac_metrics *metrics)
{
   size_t n = ac_metrics_n(metrics);
   ac_measure *of = calloc(n, sizeof *of);
   assert_non_null(of);
   for (size_t i = 0; i < n; i++)
      of[i] = (ac_measure){ ac_metrics_at(metrics, i), AC_VALUE, 0 };
   const ac_request request = { .show = { of, n }, .sort = { of, 1 } };
   const ac_scope scope = scope_of(profile, &request);
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   ac_report_json(&scope, "fuzz", NULL, out);
   assert_true(fclose(out) == 0);
   json_error_t error;
   json_t *report = json_loadb(text, size_B, JSON_ALLOW_NUL, &error);
   if (report == NULL)
      fail_msg("JSON, line %d: %s", error.line, error.text);
   for (size_t i = 0; i < n; i++)
      if (ac_metrics_at(metrics, i)->is_event)
         check_rows(report, i, 0);
   json_decref(report);
   free(text);
   free(of);
}

/* ---- Merging ---- */

static void assert_same(const ac_profile *a, const ac_profile *b)
{
   size_t n = ac_profile_n_events(a);
   assert_int_equal(ac_profile_n_events(b), n);
   assert_memory_equal(ac_profile_totals(a), ac_profile_totals(b), n * sizeof(int64_t));
   assert_int_equal(ac_profile_n_files(a), ac_profile_n_files(b));
   assert_int_equal(ac_profile_n_functions(a), ac_profile_n_functions(b));
   assert_int_equal(ac_profile_n_regions(a), ac_profile_n_regions(b));
   for (size_t i = 0; i < ac_profile_n_functions(a); i++) {
      assert_string_equal(ac_profile_function(a, i)->name,
                          ac_profile_function(b, i)->name);
      assert_memory_equal(ac_profile_function(a, i)->totals,
                          ac_profile_function(b, i)->totals, n * sizeof(int64_t));
   }
}

/* Counts below 0 are not written: cs_merge refuses them. */
static void write_and_read(const ac_profile *profile)
{
   if (ac_profile_has_negative(profile))
      return;
   char *text = NULL;
   size_t size_B = 0;
   an_error error = { .message = "" };
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   ac_write(profile, "a note", out);
   assert_true(fclose(out) == 0);
   memory from = { text, size_B };
   ac_profile *again = test_read_profile(an_alloc_malloc(), source_of(&from), &error);
   if (again == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   assert_same(profile, again);
   free(text);
}

/* The same twice, as cs_merge does it. */
static void merge(const uint8_t *bytes, size_t size_B)
{
   an_error error = { .message = "" };
   ac_profile *sum = ac_profile_new(an_alloc_malloc());
   assert_non_null(sum);
   ac_profile_sum_lines(sum);
   bool good = true;
   for (int i = 0; i < 2 && good; i++) {
      memory from = { (const char *)bytes, size_B };
      good = ac_read_into(sum, an_alloc_malloc(), source_of(&from), NULL, &error);
   }
   if (good && ac_read_finish(sum, &error))
      write_and_read(sum);
   else
      assert_true(error.message[0] != '\0'); /* too large */
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   static FILE *nowhere;
   an_error error = { .message = "" };
   memory from = { (const char *)bytes, size_B };
   if (nowhere == NULL)
      nowhere = fopen("/dev/null", "w");
   assert_non_null(nowhere);
   ac_profile *profile = test_read_profile(an_alloc_malloc(), source_of(&from), &error);
   if (profile == NULL)
      return 0;
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, NULL, &error);
   assert_non_null(metrics);
   report(profile, metrics, false, nowhere);
   report_pair(profile, metrics, nowhere);
   check_sums(profile, metrics);
   write_and_read(profile);
   merge(bytes, size_B);
   return 0;
}

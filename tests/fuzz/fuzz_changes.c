/* fuzz_changes.c -- two heap profiles, with a line of "%%" between them, or one
   twice: all that hp_diff tells of what changed, and hp_export makes of the first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include "fuzz_assert.h"

#include "an_alloc.h"
#include "hp_diff_report.h"
#include "hp_export.h"
#include "hp_like.h"
#include "hp_moment.h"
#include "hp_read.h"

static FILE *nowhere;

typedef struct {
   const uint8_t *at;
   size_t left_B;
} input;

static ptrdiff_t read_input(void *context, char *to, size_t size_B)
{
   input *in = context;
   size_t n = in->left_B < size_B ? in->left_B : size_B;
   memcpy(to, in->at, n);
   in->at += n;
   in->left_B -= n;
   return (ptrdiff_t)n;
}

static hp_profile *read_bytes(const uint8_t *bytes, size_t size_B)
{
   an_error error;
   input in = { bytes, size_B };
   an_source_of_bytes from = { .read = read_input, .context = &in };
   return hp_read(an_alloc_malloc(), from, &error);
}

/* ---- Exports ---- */

static void export(const hp_profile *profile)
{
   const tk_alloc *alloc = an_alloc_malloc();
   if (profile->has_lifetimes)
      assert_true(hp_export_massif(profile, alloc, nowhere) == AN_OK);
   for (size_t i = 0; i < HP_VALUES; i++)
      if (hp_value_is_known(&hp_values[i], profile))
         assert_true(hp_export_folded(profile, alloc, &hp_values[i], nowhere)
                     == AN_OK);
   assert_true(hp_export_csv(profile, alloc, nowhere) == AN_OK);
}

/* Moments that there may be. */
static void ask_moments(const hp_profile *profile)
{
   static const char *const texts[] = { "peak", "end", "total", "1", "2",
                                        "time=40", "time=50%", "time=1e18" };
   for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      hp_moment moment;
      an_error error = { .message = "" };
      bool good = hp_moment_parse(&moment, profile, texts[i], &error);
      assert_true(good == (error.message[0] == '\0'));
      if (good)
         assert_true(hp_moment_time(moment, profile) >= 0
                     && hp_moment_amount(moment, profile).bytes >= 0);
   }
}

/* ---- Changes ---- */

/* As hp_diff adds them up. */
static void add_totals(const hp_diff *diff, int64_t *totals)
{
   for (size_t side = 0; side < HP_SIDES; side++)
      for (size_t s = 0; s < diff->profiles[side]->n_sites; s++)
         for (size_t i = 0; i < diff->n_values; i++)
            totals[side * diff->n_values + i] += hp_value_of(
               diff->values[i], &diff->profiles[side]->sites[s]);
}

static void print(hp_diff *diff)
{
   static const hp_diff_options options = { .threshold = 0.5, .top = 3,
                                            .colour = true };
   const tk_alloc *alloc = an_alloc_malloc();
   static const an_limits none;
   an_verdict verdict;
   an_profile *pair = hp_diff_pair(diff, alloc, true);
   assert_non_null(pair);
   assert_true(an_verdict_reach(&verdict, alloc, pair, &none, &none) == AN_OK);
   diff->verdict = &verdict;
   hp_diff_print(diff, &options, nowhere);
   hp_diff_print_json(diff, nowhere);
   hp_diff_print_csv(diff, nowhere);
   an_verdict_free(&verdict);
   an_profile_free(pair);
}

/* Paths have all that their sites have. */
static void check_paths(const hp_diff *diff)
{
   for (size_t i = 0; i < HP_SIDES * diff->n_values; i++) {
      int64_t sum = 0;
      for (uint32_t path = 0; path < hp_paths_n(diff->paths); path++)
         sum += hp_paths_values(diff->paths, path)[i];
      assert_int_equal(sum, diff->totals[i]);
   }
}

static void compare(const hp_profile *old, const hp_profile *new)
{
   const tk_alloc *alloc = an_alloc_malloc();
   const hp_value *values[HP_VALUES];
   int64_t totals[HP_SIDES * HP_VALUES] = { 0 };
   hp_diff diff = { .profiles = { old, new }, .files = { "old", "new" },
                    .values = values, .totals = totals };
   for (size_t i = 0; i < HP_VALUES; i++)
      if (hp_value_is_known(&hp_values[i], old)
          && hp_value_is_known(&hp_values[i], new))
         values[diff.n_values++] = &hp_values[i];
   add_totals(&diff, totals);
   hp_paths *paths = hp_paths_new(alloc, values, diff.n_values);
   assert_non_null(paths);
   assert_true(hp_paths_add(paths, old, HP_OLD) == AN_OK);
   assert_true(hp_paths_add(paths, new, HP_NEW) == AN_OK);
   uint32_t *order = hp_paths_sort(paths, 0);
   assert_non_null(order);
   diff.paths = paths;
   diff.order = order;
   check_paths(&diff);
   print(&diff);
   tk_put(alloc, order);
   hp_paths_free(paths);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   const uint8_t *end = memmem(bytes, size_B, "\n%%\n", 4);
   size_t first_B = end == NULL ? size_B : (size_t)(end - bytes) + 1;
   const uint8_t *second = end == NULL ? bytes : end + 4;
   an_error error;
   if (nowhere == NULL)
      nowhere = fopen("/dev/null", "w");
   assert_non_null(nowhere);
   hp_profile *old = read_bytes(bytes, first_B);
   if (old == NULL)
      return 0;
   export(old);
   ask_moments(old);
   hp_profile *new =
      read_bytes(second, size_B - (size_t)(second - bytes));
   if (new != NULL && hp_is_like(old, new, &error))
      compare(old, new);
   hp_profile_free(new);
   hp_profile_free(old);
   return 0;
}

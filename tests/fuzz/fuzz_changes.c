/* fuzz_changes.c -- two heap profiles, with a line of "%%" between them, or one
   twice: all reports of hp_diff on the change, and hp_export of the first.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "sections/ah_diff_report.h"
#include "sections/an_gate_print.h"
#include "export/ah_heap_stacks.h"
#include "export/an_formats.h"
#include "heap/ah_value.h"
#include "heap/ah_weight.h"
#include "heap/ah_read.h"

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

static ah_profile *read_bytes(const uint8_t *bytes, size_t size_B)
{
   an_error error;
   input in = { bytes, size_B };
   an_source_of_bytes from = { .read = read_input, .context = &in };
   return ah_read(an_alloc_malloc(), from, &error);
}

/* ---- Exports ---- */

static void export(const ah_profile *profile)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_stacks stacks;
   ah_heap_stacks(profile, alloc, &stacks);
   for (const an_format *format = an_formats; format->name != NULL; format++) {
      if (format->write_heap != NULL
          && (format->no_peak == NULL || profile->has_lifetimes))
         format->write_heap(profile, alloc, NULL, nowhere);
      for (size_t k = 0; format->write_stacks != NULL && k < stacks.n_kinds; k++)
         format->write_stacks(&stacks, k, nowhere);
   }
}

/* Possible moments. */
static void ask_moments(const ah_profile *profile)
{
   static const char *const texts[] = { "peak", "end",     "total",    "1",
                                        "2",    "time=40", "time=50%", "time=1e18" };
   for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
      ah_weight moment;
      an_error error = { .message = "" };
      bool good = ah_weight_parse(&moment, profile, texts[i], &error);
      assert_true(good == (error.message[0] == '\0'));
      if (good)
         assert_true(ah_weight_time(moment, profile) >= 0
                     && ah_weight_amount(moment, profile).bytes >= 0);
   }
}

/* ---- Changes ---- */

/* All reports, with a gate on all regions. */
static void print(ah_diff *diff)
{
   static const an_terminal terminal = { .colour = true, .width = 40 };
   const tk_alloc *alloc = an_alloc_malloc();
   static const ac_limits none;
   ac_gate gate;
   an_error error;
   ac_region_limits limits;
   assert_true(
      ac_region_limits_parse(&limits, alloc, diff->region_metrics, "*:total=1%", &error));
   const ac_gate_case of = { .pair = diff->pair,
                             .totals = &none,
                             .functions = &none,
                             .regions = diff->regions,
                             .of_regions = &limits,
                             .n_of_regions = 1 };
   ac_gate_hold(&gate, alloc, &of);
   assert_int_equal(gate.n, ac_profile_n_regions(diff->regions));
   diff->gate = &gate;
   diff->threshold = 0.5;
   diff->top = 3;
   diff->n_frames = 2;
   diff->terminal = &terminal;
   ah_diff_print(diff, alloc, nowhere);
   ah_diff_print_json(diff, alloc, nowhere);
   ah_diff_print_csv(diff, alloc, nowhere);
   an_gate_print(&gate, &(an_gate_style){ .is_limited = true, .terminal.colour = true },
                 nowhere);
}

/* Paths have the sums of their sites. */
static void check_paths(const ah_paths *paths)
{
   for (size_t i = 0; i < AH_SIDES * paths->n_values; i++) {
      int64_t sum = 0;
      for (uint32_t path = 0; path < paths->n; path++)
         sum += ah_paths_values(paths, path)[i];
      assert_int_equal(sum, paths->totals[i]);
   }
}

static void compare(const ah_profile *old, const ah_profile *new)
{
   ah_diff diff = { .profiles = { old, new }, .files = { "old", "new" } };
   if (ah_diff_open(&diff, an_alloc_malloc())) {
      ah_diff_pair(&diff, an_alloc_malloc(), 0, true);
      check_paths(&diff.paths);
      print(&diff);
   }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   const uint8_t *end = memmem(bytes, size_B, "\n%%\n", 4);
   size_t first_B = end == NULL ? size_B : (size_t)(end - bytes) + 1;
   const uint8_t *second = end == NULL ? bytes : end + 4;
   an_error error;
   if (nowhere == NULL)
      nowhere = fopen("/dev/null", "w");
   assert_non_null(nowhere);
   ah_profile *old = read_bytes(bytes, first_B);
   if (old == NULL)
      return 0;
   export(old);
   ask_moments(old);
   ah_profile *new = read_bytes(second, size_B - (size_t)(second - bytes));
   if (new != NULL && ah_profile_is_compatible(old, new, &error))
      compare(old, new);
   return 0;
}

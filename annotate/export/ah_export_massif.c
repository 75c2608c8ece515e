/* ah_export_massif.c -- a heap profile as a massif.out file.

   Massif's readers take a list of moments, some of them with a tree.  The timeline
   gives the largest moment of each of its pieces, without a tree.  Snapshots, the peak
   and the end have trees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "export/ah_export_tree.h"
#include "heap/ah_weight.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES_MAX = 100 }; /* of the timeline */

/* Moments of one time are in this order. */
typedef enum { PLAIN, SNAPSHOT, PEAK, END } kind;

typedef struct {
   int64_t time, heap, overhead, stack;
   kind kind;
   size_t snapshot; /* its index, of that kind */
} moment;

typedef struct {
   moment *of;
   size_t n;
} moments;

/* ---- Which moments ---- */

static void add_moment(moments *m, moment one)
{
   m->of[m->n++] = one;
}

/* The largest moment of each piece of the timeline. */
static void add_timeline(moments *m, const ah_profile *profile)
{
   size_t n = profile->n_timeline;
   size_t piece = (n + PIECES_MAX - 1) / PIECES_MAX;
   for (size_t first = 0; first < n; first += piece) {
      const ah_bucket *most = &profile->timeline[first];
      for (size_t i = first; i < n && i < first + piece; i++)
         if (profile->timeline[i].max > most->max)
            most = &profile->timeline[i];
      add_moment(m, (moment){ .time = most->max_at,
                              .heap = most->max,
                              .overhead = most->max_overhead,
                              .stack = most->max_stack });
   }
}

/* The stack at the peak is known if the maximum of its bucket is the peak. */
static int64_t stack_at_peak(const ah_profile *profile)
{
   for (size_t i = 0; i < profile->n_timeline; i++) {
      const ah_bucket *bucket = &profile->timeline[i];
      if (bucket->end >= profile->totals.peak_time)
         return bucket->max == profile->totals.peak.bytes ? bucket->max_stack : 0;
   }
   return 0;
}

/* The last snapshot has the stack at the end, if it was taken then. */
static moment end_of(const ah_profile *profile)
{
   size_t n = profile->n_timeline, n_snapshots = profile->n_snapshots;
   moment end = {
      .kind = END,
      .time = profile->totals.end_time,
      .heap = profile->totals.end.bytes,
      .overhead = n == 0 ? 0 : profile->timeline[n - 1].last_overhead,
   };
   const ah_snapshot *last = n_snapshots == 0 ? NULL
                                              : &profile->snapshots[n_snapshots - 1];
   if (last != NULL && last->time == end.time && last->live.bytes == end.heap) {
      end.overhead = last->overhead;
      end.stack = last->stack;
   }
   return end;
}

static int compare_moments(const void *a, const void *b)
{
   const moment *x = a, *y = b;
   return tk_compare_signed(x->time, y->time)
      ?: tk_compare(x->kind, y->kind)
      ?: tk_compare_signed(x->heap, y->heap);
}

/* Whether the next moment says the same, and more. */
static bool is_covered_by(const moment *one, const moment *next)
{
   if (one->time != next->time)
      return false;
   if (one->kind == PLAIN)
      return one->heap <= next->heap;
   return one->kind == SNAPSHOT && next->kind != SNAPSHOT && one->heap == next->heap;
}

/* All moments by time. */
static void find_moments(moments *m, const tk_alloc *alloc, const ah_profile *profile)
{
   size_t room = PIECES_MAX + profile->n_snapshots + 3;
   moments all = { .of = tk_get(alloc, AN_LABEL, room * sizeof *all.of) };
   *m = all;
   add_moment(&all, (moment){ .time = 0 });
   add_timeline(&all, profile);
   for (size_t i = 0; i < profile->n_snapshots; i++) {
      const ah_snapshot *s = &profile->snapshots[i];
      add_moment(&all,
                 (moment){ s->time, s->live.bytes, s->overhead, s->stack, SNAPSHOT, i });
   }
   add_moment(&all, (moment){ .kind = PEAK,
                              .time = profile->totals.peak_time,
                              .heap = profile->totals.peak.bytes,
                              .overhead = profile->totals.peak_overhead,
                              .stack = stack_at_peak(profile) });
   add_moment(&all, end_of(profile));
   qsort(all.of, all.n, sizeof *all.of, compare_moments);
   for (size_t i = 0; i < all.n; i++)
      if (i + 1 == all.n || !is_covered_by(&all.of[i], &all.of[i + 1]))
         add_moment(m, all.of[i]);
}

/* ---- Printing ---- */

static int64_t total_of(const moment *one)
{
   int64_t total;
   if (__builtin_add_overflow(one->heap, one->overhead, &total)
       || __builtin_add_overflow(total, one->stack, &total))
      return INT64_MAX;
   return total;
}

static void print_tree(const moment *one, const ah_profile *profile, an_tree *tree,
                       FILE *out)
{
   static const ah_weight_kind kinds[] = {
      [SNAPSHOT] = AH_AT_SNAPSHOT,
      [PEAK] = AH_AT_PEAK,
      [END] = AH_AT_END,
   };
   ah_weight at = { .kind = kinds[one->kind], .index = one->snapshot };
   ah_export_sums sums = { .heap = one->heap,
                           .total = total_of(one),
                           .has_pages = profile->has_pages };
   ah_amount *amounts, rest;
   ah_weight_sites(at, tree->alloc, profile, &amounts, &sums.n_rest, &rest);
   sums.rest = rest.bytes;
   ah_path_weigh(tree, amounts);
   ah_export_tree(tree, &sums, out);
}

static void print_moment(const moment *one, size_t number, const ah_profile *profile,
                         an_tree *tree, FILE *out)
{
   static const char *const trees[] = { "empty", "detailed", "peak", "detailed" };
   fprintf(out,
           "#-----------\nsnapshot=%zu\n#-----------\ntime=%" PRId64
           "\nmem_heap_B=%" PRId64 "\nmem_heap_extra_B=%" PRId64 "\nmem_stacks_B=%" PRId64
           "\nheap_tree=%s\n",
           number, one->time, one->heap, one->overhead, one->stack, trees[one->kind]);
   if (one->kind != PLAIN)
      print_tree(one, profile, tree, out);
}

/* massif-visualizer takes exactly one line "desc:". */
static void print_header(const ah_profile *profile, FILE *out)
{
   char text[AN_STATE_TEXT_B];
   bool is_instructions = strcmp(profile->time_unit, "instrs") == 0;
   fputs("desc: ", out);
   ah_export_name(out, profile->creator == NULL ? "(none)" : profile->creator);
   if (an_state_is_partial(&profile->state))
      fprintf(out, "; partial: %s", an_state_describe(&profile->state, text));
   fputs("\ncmd: ", out);
   ah_export_name(out, profile->command);
   fputs("\ntime_unit: ", out);
   ah_export_name(out, is_instructions ? "i" : profile->time_unit);
   putc('\n', out);
}

void ah_export_massif(const ah_profile *profile, const tk_alloc *alloc,
                      const ah_value *metric, FILE *out)
{
   (void)metric;
   an_tree tree;
   moments m = { .of = NULL };
   ah_path_tree(&tree, alloc, profile, AN_BOTTOM_UP, true, NULL);
   find_moments(&m, alloc, profile);
   print_header(profile, out);
   for (size_t i = 0; i < m.n; i++)
      print_moment(&m.of[i], i, profile, &tree, out);
}

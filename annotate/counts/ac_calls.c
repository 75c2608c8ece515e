/* ac_calls.c -- makes the model of calls from their sums.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_calls.h"

#include "base/an_nest.h"
#include "base/an_string.h"
#include "base/tk_count.h"
#include "counts/ac_call_sums.h"
#include "counts/ac_profile_private.h"

#include <stdlib.h>
#include <string.h>

const ac_calls *ac_profile_calls(const ac_profile *profile)
{
   const ac_call_sums *sums = profile->calls;
   bool are_whole = sums != NULL && sums->n_files == profile->n_states
                    && (sums->n_without_paths == 0 || ac_call_sums_lack_paths(sums));
   return are_whole ? &sums->calls : NULL;
}

ac_call_sums *ac_call_sums_of(ac_profile *profile)
{
   if (profile->calls == NULL)
      profile->calls = ac_call_sums_new(profile->alloc, profile->texts[AC_EVENT].n);
   return profile->calls;
}

/* What was added, and where it is in the model. */
typedef struct {
   ac_call_sums *sums;
   uint32_t *inlined, *arcs; /* new indices, by old ones */
   ac_called *functions;
   ac_inlined *inlined_model;
} making;

/* An array of the model, with room for one more: there may be none. */
static void *new_array(ac_call_sums *sums, size_t n, size_t item_B)
{
   return tk_arena_get(&sums->arrays, (n + 1) * item_B);
}

static uint32_t *new_indices(const ac_call_sums *sums, size_t n)
{
   return tk_get(sums->alloc, AN_LABEL, (n + 1) * sizeof(uint32_t));
}

/* ---- Functions and inlined code ---- */

static ac_called function_at(const ac_call_sums *sums, size_t i)
{
   const uint64_t *key = ac_keyed_key(&sums->functions, i);
   const int64_t *numbers = ac_keyed_numbers(&sums->functions, i);
   return (ac_called){ .name = ac_keyed_text(key[0]),
                       .file = ac_keyed_text(key[1]),
                       .object = key[2],
                       .start = key[3],
                       .n_calls = *numbers,
                       .inclusive = numbers + 1,
                       .self = sums->calls.is_estimated ? ac_call_sums_self(sums, i)
                                                        : NULL };
}

static ac_inlined inlined_at(const making *m, size_t i)
{
   const uint64_t *key = ac_keyed_key(&m->sums->inlined, i);
   return (ac_inlined){
      .function = ac_keyed_high(key[0]),
      .parent = ac_keyed_map(m->inlined, ac_keyed_low(key[0])),
      .name = ac_keyed_text(key[1]),
      .file = ac_keyed_text(key[2]),
      .call_file = ac_keyed_text(key[3]),
      .call_line = (uint32_t)key[4],
      .self = ac_keyed_numbers(&m->sums->inlined, i),
   };
}

/* Functions are the outermost things, and inlined code comes after them. */
static size_t parent_of(const void *context, size_t i)
{
   const ac_call_sums *sums = context;
   size_t n = sums->functions.n;
   if (i < n)
      return AN_NO_PARENT;
   uint64_t of = *ac_keyed_key(&sums->inlined, i - n);
   uint32_t parent = ac_keyed_low(of);
   return parent == AC_NO_CALL ? ac_keyed_high(of) : n + parent;
}

static void list_inlined(making *m, const an_nested *order, size_t n)
{
   const size_t n_functions = m->sums->functions.n;
   uint32_t next = 0;
   ac_called *function = NULL;
   for (size_t k = 0; k < n; k++) {
      size_t i = order[k].index;
      if (i < n_functions) {
         function = &m->functions[i];
         function->first_inlined = next;
         continue;
      }
      m->inlined[i - n_functions] = next;
      m->inlined_model[next++] = inlined_at(m, i - n_functions);
      function->n_inlined++;
   }
}

static void make_functions(making *m)
{
   ac_call_sums *sums = m->sums;
   size_t n_functions = sums->functions.n, n_inlined = sums->inlined.n;
   size_t n = n_functions + n_inlined;
   m->functions = new_array(sums, n_functions, sizeof *m->functions);
   m->inlined_model = new_array(sums, n_inlined, sizeof *m->inlined_model);
   m->inlined = new_indices(sums, n_inlined);
   an_nested *order = tk_get(sums->alloc, AN_LABEL, (n + 1) * sizeof *order);
   an_nest(sums->alloc, n, parent_of, sums, order);
   for (size_t i = 0; i < n_functions; i++)
      m->functions[i] = function_at(sums, i);
   list_inlined(m, order, n);
   tk_put(sums->alloc, order);
   sums->calls.functions = m->functions;
   sums->calls.inlined = m->inlined_model;
   sums->calls.n_functions = (uint32_t)n_functions;
   sums->calls.n_inlined = (uint32_t)n_inlined;
}

/* ---- Inclusive counts ---- */

static int compare_inclusive(const void *a, const void *b)
{
   const ac_inclusive *x = a, *y = b;
   return an_string_compare(x->file, y->file)
      ?: (x->name == NULL ? 0 : strcmp(x->name, y->name))
      ?: tk_compare(x->line, y->line);
}

static const ac_inclusive *make_inclusive(ac_call_sums *sums, const ac_keyed *from,
                                          bool are_lines, uint32_t *n)
{
   ac_inclusive *all = new_array(sums, from->n, sizeof *all);
   for (size_t i = 0; i < from->n; i++) {
      const uint64_t *key = ac_keyed_key(from, i);
      all[i] = (ac_inclusive){ .file = ac_keyed_text(key[0]),
                               .name = are_lines ? NULL : ac_keyed_text(key[1]),
                               .line = are_lines ? (uint32_t)key[1] : 0,
                               .counts = ac_keyed_numbers(from, i) };
   }
   qsort(all, from->n, sizeof *all, compare_inclusive);
   *n = (uint32_t)from->n;
   return all;
}

/* ---- Arcs ---- */

/* The caller's own code comes before what is inlined into it. */
static int compare_callers(uint32_t caller, uint32_t inlined, uint32_t other_caller,
                           uint32_t other_inlined)
{
   return tk_compare(caller, other_caller) ?: tk_compare(inlined + 1, other_inlined + 1);
}

static int compare_arcs(const void *a, const void *b, void *context)
{
   const ac_arc *arcs = context;
   uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
   const ac_arc *x = &arcs[i], *y = &arcs[k];
   return compare_callers(x->caller, x->inlined, y->caller, y->inlined)
      ?: tk_compare(x->line, y->line)
      ?: an_string_compare(x->file, y->file)
      ?: tk_compare(i, k);
}

/* What the arc costs at most: what both of its functions cost. */
static const int64_t *limited_counts(const making *m, const ac_arc *arc)
{
   size_t n = m->sums->n_events;
   int64_t *counts = tk_arena_get(&m->sums->arrays, n * sizeof *counts);
   for (size_t e = 0; e < n; e++) {
      int64_t most = m->functions[arc->callee].inclusive[e];
      if (arc->caller != AC_NO_CALL && m->functions[arc->caller].inclusive[e] < most)
         most = m->functions[arc->caller].inclusive[e];
      counts[e] = arc->raw[e] < most ? arc->raw[e] : most;
   }
   return counts;
}

static ac_arc arc_at(const making *m, size_t i)
{
   const uint64_t *key = ac_keyed_key(&m->sums->arcs, i);
   const int64_t *numbers = ac_keyed_numbers(&m->sums->arcs, i);
   ac_arc arc = {
      .caller = ac_keyed_high(key[0]),
      .inlined = ac_keyed_map(m->inlined, ac_keyed_low(key[0])),
      .callee = ac_keyed_high(key[1]),
      .line = ac_keyed_low(key[1]),
      .file = ac_keyed_text(key[2]),
      .n_calls = *numbers,
      .inclusive = numbers + 1,
      .raw = numbers + 1,
   };
   if (m->sums->calls.is_estimated)
      arc.inclusive = limited_counts(m, &arc);
   return arc;
}

static void make_arcs(making *m)
{
   ac_call_sums *sums = m->sums;
   const size_t n = sums->arcs.n;
   ac_arc *arcs = new_array(sums, n, sizeof *arcs);
   ac_arc *unsorted = tk_get(sums->alloc, AN_LABEL, (n + 1) * sizeof *unsorted);
   uint32_t *order = new_indices(sums, n);
   m->arcs = new_indices(sums, n);
   for (size_t i = 0; i < n; i++) {
      unsorted[i] = arc_at(m, i);
      order[i] = (uint32_t)i;
   }
   qsort_r(order, n, sizeof *order, compare_arcs, unsorted);
   for (size_t i = 0; i < n; i++) {
      arcs[i] = unsorted[order[i]];
      m->arcs[order[i]] = (uint32_t)i;
   }
   tk_put(sums->alloc, unsorted);
   tk_put(sums->alloc, order);
   sums->calls.arcs = arcs;
   sums->calls.n_arcs = (uint32_t)n;
}

/* ---- What was pruned ---- */

static int compare_rests(const void *a, const void *b)
{
   const ac_call_rest *x = a, *y = b;
   return compare_callers(x->function, x->inlined, y->function, y->inlined);
}

static const ac_call_rest *make_rests(const making *m, const ac_keyed *from, uint32_t *n)
{
   ac_call_rest *all = new_array(m->sums, from->n, sizeof *all);
   for (size_t i = 0; i < from->n; i++) {
      uint64_t of = *ac_keyed_key(from, i);
      const int64_t *numbers = ac_keyed_numbers(from, i);
      all[i] = (ac_call_rest){ .function = ac_keyed_high(of),
                               .inlined = ac_keyed_map(m->inlined, ac_keyed_low(of)),
                               .n = numbers[0],
                               .n_calls = numbers[1],
                               .counts = numbers + 2 };
   }
   qsort(all, from->n, sizeof *all, compare_rests);
   *n = (uint32_t)from->n;
   return all;
}

/* ---- Paths ---- */

static ac_call_node node_at(const making *m, size_t i)
{
   const uint64_t *key = ac_keyed_key(&m->sums->nodes, i);
   const int64_t *numbers = ac_keyed_numbers(&m->sums->nodes, i);
   ac_call_kind kind = (ac_call_kind)key[1];
   return (ac_call_node){
      .kind = kind,
      .parent = ac_keyed_high(key[0]),
      .what = ac_keyed_map(kind == AC_CALL_INLINED ? m->inlined : m->arcs,
                           ac_keyed_low(key[0])),
      .n_calls = *numbers,
      .self = numbers + 1,
   };
}

static void make_nodes(const making *m)
{
   ac_call_sums *sums = m->sums;
   ac_call_node *nodes = new_array(sums, sums->nodes.n, sizeof *nodes);
   for (size_t i = 0; i < sums->nodes.n; i++)
      nodes[i] = node_at(m, i);
   sums->calls.nodes = nodes;
   sums->calls.n_nodes = (uint32_t)sums->nodes.n;
}

/* ---- The whole ---- */

static void make_others(const making *m)
{
   ac_call_sums *sums = m->sums;
   ac_calls *calls = &sums->calls;
   calls->inlined_functions = make_inclusive(sums, &sums->inlined_functions, false,
                                             &calls->n_inlined_functions);
   calls->lines = make_inclusive(sums, &sums->lines, true, &calls->n_lines);
   calls->arcs_pruned = make_rests(m, &sums->arcs_pruned, &calls->n_arcs_pruned);
   calls->inlined_pruned = make_rests(m, &sums->inlined_pruned, &calls->n_inlined_pruned);
}

/* Keeps the counts, to which the model points. */
static void close_sums(ac_call_sums *sums)
{
   ac_keyed_close(&sums->functions);
   ac_keyed_close(&sums->inlined);
   ac_keyed_close(&sums->inlined_functions);
   ac_keyed_close(&sums->lines);
   ac_keyed_close(&sums->arcs);
   ac_keyed_close(&sums->nodes);
   ac_keyed_close(&sums->arcs_pruned);
   ac_keyed_close(&sums->inlined_pruned);
}

/* Lines, inlined functions and calls that got one name (cs_merge --mod-filename) were
   added up, although one can include another: they have at most what includes both. */
static void limit_counts(ac_keyed *of, size_t i, size_t first, const int64_t *most,
                         size_t n)
{
   for (size_t e = 0; e < n; e++) {
      int64_t less; /* of sums that did not fit, which is an error, perhaps too large */
      if (!__builtin_sub_overflow(most[e], ac_keyed_numbers(of, i)[first + e], &less)
          && less < 0)
         ac_keyed_add(of, (uint32_t)i, first + e, &less, 1); /* cannot overflow */
   }
}

static void limit_arc(ac_call_sums *sums, size_t i, uint32_t function)
{
   if (function != AC_NO_CALL)
      limit_counts(&sums->arcs, i, 1, ac_keyed_numbers(&sums->functions, function) + 1,
                   sums->n_events);
}

static void limit_all(ac_call_sums *sums, const int64_t *totals)
{
   for (size_t i = 0; i < sums->lines.n; i++)
      limit_counts(&sums->lines, i, 0, totals, sums->n_events);
   for (size_t i = 0; i < sums->inlined_functions.n; i++)
      limit_counts(&sums->inlined_functions, i, 0, totals, sums->n_events);
   for (size_t i = 0; i < sums->arcs.n && !sums->calls.is_estimated; i++) {
      const uint64_t *key = ac_keyed_key(&sums->arcs, i);
      limit_arc(sums, i, ac_keyed_high(key[0]));
      limit_arc(sums, i, ac_keyed_high(key[1]));
   }
}

void ac_call_sums_finish(ac_call_sums *sums, const int64_t *totals)
{
   making m = { .sums = sums };
   sums->calls.is_estimated = ac_call_sums_lack_paths(sums);
   limit_all(sums, totals);
   make_functions(&m);
   make_arcs(&m);
   make_nodes(&m);
   make_others(&m);
   tk_put(sums->alloc, m.inlined);
   tk_put(sums->alloc, m.arcs);
   close_sums(sums);
}

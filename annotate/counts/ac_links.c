/* ac_links.c -- the calls of one function by another.

   What a link costs is what the paths through it cost, each counted once: at the first
   step of a path that is of the link.  A link that is one arc of the model has the
   arc's own counts, which include paths that were pruned from the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_costs.h"
#include "base/an_number.h"
#include "base/an_string.h"
#include "base/tk_count.h"
#include "counts/ac_steps.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   ac_links *links;
   const ac_calls *calls;
   const ac_costs *costs;
   size_t n_events;
   ac_link *keys;     /* of each arc, then of each inlined code */
   uint32_t *order;   /* of the keys, sorted */
   uint32_t *link_of; /* of each key; AC_NO_CALL: none */
   bool *is_arc;      /* of each link: it is one arc */
} making;

/* ---- Keys ---- */

static uint32_t row_of_inlined(const making *m, uint32_t code)
{
   const ac_inlined *of = &m->calls->inlined[code];
   size_t row = ac_costs_inlined(m->costs, of->file, of->name);
   return row == SIZE_MAX ? AC_NO_CALL : (uint32_t)row;
}

/* The row of the innermost code that has one. */
static uint32_t row_of_caller(const making *m, uint32_t function, uint32_t code)
{
   for (; code != AC_NO_CALL; code = m->calls->inlined[code].parent) {
      uint32_t row = row_of_inlined(m, code);
      if (row != AC_NO_CALL)
         return row;
   }
   return function;
}

static void make_keys(making *m)
{
   const ac_calls *calls = m->calls;
   for (uint32_t i = 0; i < calls->n_arcs; i++) {
      const ac_arc *arc = &calls->arcs[i];
      m->keys[i] = (ac_link){ .caller = row_of_caller(m, arc->caller, arc->inlined),
                              .callee = arc->callee,
                              .file = arc->file,
                              .line = arc->line,
                              .n_calls = arc->n_calls,
                              .inclusive = arc->inclusive };
   }
   for (uint32_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *code = &calls->inlined[i];
      m->keys[calls->n_arcs + i] = (ac_link){ .caller = row_of_caller(m, code->function,
                                                                      code->parent),
                                              .callee = row_of_inlined(m, i),
                                              .file = code->call_file,
                                              .line = code->call_line };
   }
}

static int compare_links(const ac_link *x, const ac_link *y)
{
   return tk_compare(x->caller, y->caller)
      ?: tk_compare(x->callee, y->callee)
      ?: an_string_compare(x->file, y->file)
      ?: tk_compare(x->line, y->line);
}

static int compare_keys(const void *a, const void *b, void *context)
{
   const ac_link *keys = context;
   uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
   return compare_links(&keys[i], &keys[j]) ?: tk_compare(i, j);
}

/* Makes one link of equal keys; they keep the counts of their first. */
static void merge_keys(making *m, size_t n_keys)
{
   ac_links *links = m->links;
   for (size_t i = 0; i < n_keys; i++) {
      uint32_t key = m->order[i];
      const ac_link *from = &m->keys[key];
      bool is_new = links->n == 0 || compare_links(&links->of[links->n - 1], from) != 0;
      m->link_of[key] = AC_NO_CALL;
      if (from->callee == AC_NO_CALL)
         continue; /* inlined code that is too small for a row */
      if (is_new) {
         m->is_arc[links->n] = from->inclusive != NULL;
         links->of[links->n++] = *from;
      } else {
         m->is_arc[links->n - 1] = false;
         links->of[links->n - 1].n_calls += from->n_calls;
      }
      m->link_of[key] = (uint32_t)links->n - 1;
   }
}

/* ---- Costs ---- */

/* A walk over all steps, in depth-first order. */
typedef struct {
   const making *m;
   const ac_steps *steps;
   int64_t *inclusive;     /* of each step */
   uint32_t *child, *next; /* of each step; AC_NO_CALL: none */
   uint32_t *on_path;      /* of each link: how many steps of the path are of it */
} walk;

static uint32_t link_of_step(const walk *w, uint32_t at)
{
   const ac_calls *calls = w->m->calls;
   uint32_t arc = ac_steps_arc(w->steps, at), frame = w->steps->of[at].frame;
   if (arc != AC_NO_CALL)
      return w->m->link_of[arc];
   if (!ac_steps_is_inlined(calls, frame))
      return AC_NO_CALL;
   return w->m->link_of[calls->n_arcs + frame - calls->n_functions];
}

static int64_t *counts_of(const making *m, size_t link)
{
   return m->links->counts + link * m->n_events;
}

static void enter_step(const walk *w, uint32_t at)
{
   uint32_t link = link_of_step(w, at);
   if (link != AC_NO_CALL && w->on_path[link]++ == 0 && !w->m->is_arc[link])
      an_number_add(counts_of(w->m, link), w->inclusive + at * w->m->n_events,
                    w->m->n_events);
}

static void leave_step(const walk *w, uint32_t at)
{
   uint32_t link = link_of_step(w, at);
   if (link != AC_NO_CALL)
      w->on_path[link]--;
}

/* From `first`, over those after it and all below them. */
static void walk_all(const walk *w, uint32_t first)
{
   for (uint32_t at = first; at != AC_NO_CALL;) {
      enter_step(w, at);
      if (w->child[at] != AC_NO_CALL) {
         at = w->child[at];
         continue;
      }
      for (; at != AC_NO_CALL; at = w->steps->of[at].caller) {
         leave_step(w, at);
         if (w->next[at] != AC_NO_CALL)
            break;
      }
      at = at == AC_NO_CALL ? AC_NO_CALL : w->next[at];
   }
}

/* Adds up the inclusive costs of steps, which are 0 before, and links each to the next of
   its caller.  Returns the first that has no caller. */
static uint32_t prepare_steps(const walk *w)
{
   const ac_steps *steps = w->steps;
   size_t n_events = w->m->n_events;
   uint32_t first = AC_NO_CALL;
   for (size_t i = 0; i < steps->n; i++)
      w->child[i] = AC_NO_CALL;
   for (size_t i = steps->n; i-- > 0;) {
      uint32_t caller = steps->of[i].caller;
      uint32_t *head = caller == AC_NO_CALL ? &first : &w->child[caller];
      w->next[i] = *head;
      *head = (uint32_t)i;
      an_number_add(w->inclusive + i * n_events, ac_steps_self(steps, i), n_events);
      if (caller != AC_NO_CALL)
         an_number_add(w->inclusive + caller * n_events, w->inclusive + i * n_events,
                       n_events);
   }
   return first;
}

static void add_costs(making *m)
{
   const tk_alloc *alloc = m->links->alloc;
   ac_steps steps;
   ac_steps_open(&steps, alloc, m->calls, m->n_events);
   walk w = { .m = m, .steps = &steps };
   size_t n = 2 * steps.n + m->links->n + 1;
   size_t inclusive_B = (steps.n * m->n_events + 1) * sizeof *w.inclusive;
   uint32_t *numbers = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *numbers);
   w.inclusive = tk_get_zeroed(alloc, AN_LABEL, inclusive_B);
   w.child = numbers;
   w.next = numbers + steps.n;
   w.on_path = numbers + 2 * steps.n;
   walk_all(&w, prepare_steps(&w));
}

/* ---- The whole ---- */

static void set_counts(making *m)
{
   for (size_t i = 0; i < m->links->n; i++) {
      ac_link *link = &m->links->of[i];
      if (m->is_arc[i])
         memcpy(counts_of(m, i), link->inclusive, m->n_events * sizeof *link->inclusive);
      link->inclusive = counts_of(m, i);
   }
}

static void make_links(making *m, size_t n_keys)
{
   make_keys(m);
   for (size_t i = 0; i < n_keys; i++)
      m->order[i] = (uint32_t)i;
   qsort_r(m->order, n_keys, sizeof *m->order, compare_keys, m->keys);
   merge_keys(m, n_keys);
   add_costs(m);
   set_counts(m);
}

void ac_links_open(ac_links *links, const tk_alloc *alloc, const ac_calls *calls,
                   const ac_costs *costs, size_t n_events)
{
   making m = { .links = links, .calls = calls, .costs = costs, .n_events = n_events };
   size_t n = (size_t)calls->n_arcs + calls->n_inlined;
   size_t counts_B = (n * n_events + 1) * sizeof *links->counts;
   *links = (ac_links){ .alloc = alloc };
   links->of = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *links->of);
   links->counts = tk_get_zeroed(alloc, AN_LABEL, counts_B);
   m.keys = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *m.keys);
   m.order = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *m.order);
   m.link_of = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *m.link_of);
   m.is_arc = tk_get(alloc, AN_LABEL, n + 1);
   make_links(&m, n);
}

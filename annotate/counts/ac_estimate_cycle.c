/* ac_estimate_cycle.c -- where what enters a cycle goes.

   First, how much passes through each function, if calls lead on and back as they do in
   all.  Then an order of the functions: what leads back in it is on no path, so that
   should be little.  Then what flows along the order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_estimate_private.h"

#include <stdlib.h>
#include <string.h>

/* One event of a function of the cycle. */
typedef struct {
   double own;       /* what it costs itself and by calls out of the cycle */
   double all;       /* with calls within it */
   double by_itself; /* of these, calls of itself */
   double came;      /* and has not gone on yet */
   double through;   /* all that came */
} member;

/* Another function, in the order, that is called by one or calls it. */
typedef struct {
   uint32_t rank;
   double cost; /* of being before it: of calls by it; of calls of it, negative */
} neighbour;

typedef struct {
   const ac_estimate_of *e;
   ac_cycle_entry *entry;
   size_t n;        /* functions */
   uint32_t *next;  /* of each member: its next arc to follow */
   uint32_t *path;  /* functions that are being visited */
   uint32_t *order; /* functions by rank */
   uint32_t n_path, n_left;
   member *members;
   neighbour *neighbours; /* of one function */
   size_t n_arcs;         /* of all functions */
   size_t work;           /* numbers that were looked at */
} search;

static uint32_t member_of(const ac_estimate_of *e, uint32_t function)
{
   return e->place[function] - e->first[function];
}

static member *at_member(const search *s, uint32_t function)
{
   return &s->members[member_of(s->e, function)];
}

static double raw_of(const ac_flow *arc, size_t event)
{
   return arc->raw[event] > 0 ? (double)arc->raw[event] : 0;
}

static bool is_of_two(const ac_flow *arc)
{
   return arc->is_inner && arc->caller != arc->callee;
}

/* ---- A first order: of a depth-first search, along expensive calls first ---- */

static void visit(search *s, uint32_t function)
{
   s->entry->ranks[member_of(s->e, function)] = 0;
   s->next[member_of(s->e, function)] = s->e->first_arc[function];
   s->path[s->n_path++] = function;
}

/* Follows one more call of the last function of the path, or leaves the function. */
static void go_on(search *s)
{
   const ac_estimate_of *e = s->e;
   uint32_t at = s->path[s->n_path - 1], *next = &s->next[member_of(e, at)];
   if (*next < e->first_arc[at + 1]) {
      const ac_flow *arc = &e->arcs[(*next)++];
      if (arc->is_inner && s->entry->ranks[member_of(e, arc->callee)] == UINT32_MAX)
         visit(s, arc->callee);
      return;
   }
   uint32_t rank = (uint32_t)s->n - ++s->n_left;
   s->entry->ranks[member_of(e, at)] = rank;
   s->order[rank] = at;
   s->n_path--;
}

static void find_order(search *s)
{
   memset(s->entry->ranks, 0xff, s->n * sizeof *s->entry->ranks);
   visit(s, s->entry->function);
   while (s->n_path > 0)
      go_on(s);
}

/* ---- What passes through ---- */

/* What a function costs itself and by calls out of the cycle. */
static double own_of(const ac_estimate_of *e, uint32_t function, size_t event)
{
   int64_t self = ac_estimate_self(e, function)[event];
   double own = self > 0 ? (double)self : 0;
   for (uint32_t i = e->first_arc[function]; i < e->first_arc[function + 1]; i++)
      if (!e->arcs[i].is_inner)
         own += (double)e->arcs[i].counts[event];
   return own;
}

static void open_member(const search *s, uint32_t function, size_t event)
{
   const ac_estimate_of *e = s->e;
   member *m = at_member(s, function);
   *m = (member){ .own = own_of(e, function, event) };
   m->all = m->own;
   for (uint32_t i = e->first_arc[function]; i < e->first_arc[function + 1]; i++) {
      double raw = e->arcs[i].is_inner ? raw_of(&e->arcs[i], event) : 0;
      m->all += raw;
      m->by_itself += is_of_two(&e->arcs[i]) ? 0 : raw;
   }
}

/* What has come to the function goes on to those that it calls.  Returns what stays. */
static double pass_on(const search *s, uint32_t function, size_t event)
{
   const ac_estimate_of *e = s->e;
   member *m = at_member(s, function);
   double came = m->came, others = m->all - m->by_itself;
   m->came = 0;
   if (came <= 0 || others <= 0) { /* it calls only itself, or costs nothing */
      m->through += came;
      return came;
   }
   double through = came * m->all / others;
   m->through += through;
   for (uint32_t i = e->first_arc[function]; i < e->first_arc[function + 1]; i++)
      if (is_of_two(&e->arcs[i]))
         at_member(s, e->arcs[i].callee)->came += through * raw_of(&e->arcs[i], event)
                                                  / m->all;
   return through * m->own / m->all;
}

/* What passes through each function, if one enters the cycle, until nearly all of that
   has stayed somewhere: what is left then is taken to stay as the rest did. */
static void find_through(search *s, size_t event, size_t most_work)
{
   enum { MOST_ROUNDS = 200, LEAST_ROUNDS = 2 };
   static const double NEARLY_ALL = 1 - 1e-6;
   double stayed = 0;
   for (size_t i = 0; i < s->n; i++)
      open_member(s, s->order[i], event);
   s->members[member_of(s->e, s->entry->function)].came = 1;
   for (size_t i = 0; i < MOST_ROUNDS && stayed < NEARLY_ALL; i++, s->work += s->n_arcs) {
      if (i >= LEAST_ROUNDS && i * s->n_arcs >= most_work)
         break;
      for (size_t k = 0; k < s->n; k++)
         stayed += pass_on(s, s->order[k], event);
   }
   for (size_t i = 0; i < s->n && stayed > 0; i++)
      s->members[i].through /= stayed;
}

/* What the calls of an arc cost, if one enters the cycle. */
static double calls_of(const search *s, const ac_flow *arc, size_t event)
{
   const member *m = at_member(s, arc->caller);
   return m->all > 0 ? m->through * raw_of(arc, event) / m->all : 0;
}

/* ---- A better order: each function where calls that lead back cost least ---- */

static int compare_neighbours(const void *a, const void *b)
{
   const neighbour *x = a, *y = b;
   return tk_compare(x->rank, y->rank);
}

static size_t list_neighbours(const search *s, uint32_t f)
{
   const ac_estimate_of *e = s->e;
   const uint32_t *ranks = s->entry->ranks;
   size_t n = 0;
   for (uint32_t i = e->first_arc[f]; i < e->first_arc[f + 1]; i++)
      if (is_of_two(&e->arcs[i]))
         s->neighbours[n++] = (neighbour){ ranks[member_of(e, e->arcs[i].callee)],
                                           -calls_of(s, &e->arcs[i], 0) };
   for (uint32_t i = e->first_caller[f]; i < e->first_caller[f + 1]; i++) {
      const ac_flow *arc = &e->arcs[e->callers[i]];
      if (is_of_two(arc))
         s->neighbours[n++] = (neighbour){ ranks[member_of(e, arc->caller)],
                                           calls_of(s, arc, 0) };
   }
   qsort(s->neighbours, n, sizeof *s->neighbours, compare_neighbours);
   return n;
}

/* The best rank of the function: where it is, or right behind a neighbour. */
static uint32_t best_rank(const search *s, uint32_t from, size_t n)
{
   static const double LEAST = 1e-9; /* what is worth a move */
   uint32_t best = from;
   double gain = 0, most = 0;
   for (size_t i = 0; i < n && s->neighbours[i].rank < from; i++)
      most += s->neighbours[i].cost;
   for (size_t i = 0; i < n; i++) {
      gain += s->neighbours[i].cost;
      bool is_last = i + 1 == n || s->neighbours[i + 1].rank > s->neighbours[i].rank;
      if (!is_last || gain <= most + LEAST)
         continue;
      most = gain;
      best = s->neighbours[i].rank + (s->neighbours[i].rank < from);
   }
   return best;
}

static bool move_function(search *s, uint32_t f)
{
   uint32_t *ranks = s->entry->ranks, from = ranks[member_of(s->e, f)];
   uint32_t to = best_rank(s, from, list_neighbours(s, f));
   for (uint32_t i = from, next; i != to; i = next) {
      next = to > from ? i + 1 : i - 1;
      s->order[i] = s->order[next];
      ranks[member_of(s->e, s->order[i])] = i;
   }
   s->order[to] = f;
   ranks[member_of(s->e, f)] = to;
   s->work += to > from ? to - from : from - to;
   return to != from;
}

/* By the first event.  The entry stays first: behind a neighbour is behind the entry. */
static void improve_order(search *s, size_t most_work)
{
   enum { MOST_ROUNDS = 8 };
   bool has_moved = true;
   find_through(s, 0, most_work);
   size_t end = s->work + most_work;
   for (int i = 0; i < MOST_ROUNDS && has_moved; i++, s->work += s->n_arcs) {
      has_moved = false;
      for (size_t k = 0; k < s->n && s->work < end; k++) {
         uint32_t f = s->e->order[s->e->first[s->entry->function] + k];
         if (f != s->entry->function)
            has_moved |= move_function(s, f);
      }
   }
}

/* ---- What flows ---- */

static double *at(const ac_estimate_of *e, double *rows, uint32_t function, size_t event)
{
   return &rows[member_of(e, function) * e->n_events + event];
}

static bool leads_on(const ac_estimate_of *e, const ac_cycle_entry *entry,
                     const ac_flow *arc)
{
   return arc->is_inner
          && entry->ranks[member_of(e, arc->caller)]
                < entry->ranks[member_of(e, arc->callee)];
}

double ac_cycle_entry_flow(const ac_estimate_of *e, const ac_cycle_entry *entry,
                           const ac_flow *arc, size_t event)
{
   double through = *at(e, entry->through, arc->caller, event);
   if (!arc->is_inner)
      return through * (double)arc->counts[event];
   double all = *at(e, entry->calls, arc->callee, event);
   if (all <= 0 || !leads_on(e, entry, arc))
      return 0;
   return *at(e, entry->wholes, arc->callee, event) * through * raw_of(arc, event) / all;
}

static void sum_calls(const search *s, uint32_t function, size_t event)
{
   const ac_estimate_of *e = s->e;
   const member *m = at_member(s, function);
   *at(e, s->entry->through, function, event) = m->all > 0 ? m->through / m->all : 0;
   for (uint32_t i = e->first_arc[function]; i < e->first_arc[function + 1]; i++)
      if (leads_on(e, s->entry, &e->arcs[i]))
         *at(e, s->entry->calls, e->arcs[i].callee, event) += calls_of(s, &e->arcs[i],
                                                                       event);
}

static double sum_whole(const search *s, uint32_t function, size_t event)
{
   const ac_estimate_of *e = s->e;
   double whole = *at(e, s->entry->through, function, event) * own_of(e, function, event);
   for (uint32_t i = e->first_arc[function]; i < e->first_arc[function + 1]; i++)
      if (e->arcs[i].is_inner)
         whole += ac_cycle_entry_flow(e, s->entry, &e->arcs[i], event);
   return whole;
}

static void find_flows(const search *s, size_t event)
{
   static const double NEARLY_ALL = 1 - 1e-4;
   ac_cycle_entry *entry = s->entry;
   for (size_t i = 0; i < s->n; i++)
      sum_calls(s, s->order[i], event);
   for (size_t i = s->n; i-- > 0;)
      *at(s->e, entry->wholes, s->order[i], event) = sum_whole(s, s->order[i], event);
   double *whole = at(s->e, entry->wholes, entry->function, event);
   entry->has_rest |= *whole > 0 && *whole < NEARLY_ALL;
   *whole = *whole > 0 ? 1 : 0;
}

/* ---- The whole ---- */

/* Returns the most neighbours of a function. */
static size_t count_arcs(search *s)
{
   const ac_estimate_of *e = s->e;
   size_t most = 0;
   for (uint32_t i = e->first[s->entry->function]; i < e->end[s->entry->function]; i++) {
      uint32_t f = e->order[i];
      size_t n = e->first_arc[f + 1] - e->first_arc[f] + e->first_caller[f + 1]
                 - e->first_caller[f];
      s->n_arcs += n + 1;
      most = n > most ? n : most;
   }
   return most;
}

size_t ac_cycle_entry_open(const ac_estimate_of *e, uint32_t function, size_t most_work,
                           ac_cycle_entry *entry)
{
   size_t n = e->end[function] - e->first[function], n_numbers = n * e->n_events;
   double *numbers = tk_get_zeroed(e->alloc, AN_LABEL, 3 * n_numbers * sizeof *numbers);
   uint32_t *arrays = tk_get(e->alloc, AN_LABEL, 3 * n * sizeof *arrays);
   *entry = (ac_cycle_entry){
      .function = function,
      .ranks = tk_get(e->alloc, AN_LABEL, n * sizeof *entry->ranks),
      .through = numbers,
      .calls = numbers + n_numbers,
      .wholes = numbers + 2 * n_numbers,
   };
   search s = { .e = e,
                .entry = entry,
                .n = n,
                .next = arrays,
                .path = arrays + n,
                .order = arrays + 2 * n };
   s.members = tk_get(e->alloc, AN_LABEL, n * sizeof *s.members);
   s.neighbours = tk_get(e->alloc, AN_LABEL, count_arcs(&s) * sizeof *s.neighbours);
   most_work /= e->n_events + 2;
   find_order(&s);
   improve_order(&s, most_work);
   for (size_t event = 0; event < e->n_events; event++, s.work += s.n_arcs) {
      find_through(&s, event, most_work);
      find_flows(&s, event);
   }
   tk_put(e->alloc, s.neighbours);
   tk_put(e->alloc, s.members);
   tk_put(e->alloc, arrays);
   return s.work;
}

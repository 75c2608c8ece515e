/* ac_evidence.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "findings/ac_evidence.h"

#include "base/tk_gcd.h"
#include "base/tk_search.h"
#include "types/ty_types.h"

#include <stdlib.h>

#define LABEL "an.findings"

double ac_evidence_count(const ac_evidence *e, tk_event_id event)
{
   size_t column = e->whys->columns[event];
   return column == SIZE_MAX ? 0 : (double)e->line->counts[column];
}

/* ---- Triples by line, and by function ---- */

/* What triples are sorted by. */
typedef struct {
   const void *name; /* interned: of the file, or of the function */
   uint32_t line;
} place;

static place line_of(const ac_profile *profile, const ac_data_triple *triple)
{
   const ac_function *function = ac_profile_function(profile, triple->function);
   return (place){ ac_profile_file(profile, function->file)->name, triple->line };
}

static place function_of(const ac_profile *profile, const ac_data_triple *triple)
{
   return (place){ ac_profile_function(profile, triple->function)->name, 0 };
}

typedef place place_of(const ac_profile *profile, const ac_data_triple *triple);

static int compare_places(place a, place b)
{
   if (a.name != b.name)
      return (uintptr_t)a.name < (uintptr_t)b.name ? -1 : 1;
   return (a.line > b.line) - (a.line < b.line);
}

typedef struct {
   const ac_profile *profile;
   place_of *place;
} order;

/* Of one place, object by object; of an object, in the order of the view: most misses
   first. */
static int compare_triples(const void *a, const void *b, void *context)
{
   const order *o = context;
   const ac_data_triple *x = *(const ac_data_triple *const *)a;
   const ac_data_triple *y = *(const ac_data_triple *const *)b;
   int compared = compare_places(o->place(o->profile, x), o->place(o->profile, y));
   if (compared == 0)
      compared = (x->object > y->object) - (x->object < y->object);
   return compared != 0 ? compared : (x > y) - (x < y);
}

static const ac_data_triple **sort_triples(const tk_alloc *alloc,
                                           const ac_data_report *data, size_t n,
                                           const order *by)
{
   const ac_data_triple **of = tk_get(alloc, LABEL, (n + 1) * sizeof *of);
   for (size_t i = 0; i < n; i++)
      of[i] = &data->view.triples[i];
   qsort_r(of, n, sizeof *of, compare_triples, (void *)by);
   return of;
}

void ac_evidence_index_open(ac_evidence_index *index, const tk_alloc *alloc,
                            const ac_profile *profile, const ac_data_report *data)
{
   size_t n = data == NULL ? 0 : data->view.n_triples;
   *index = (ac_evidence_index){ .n = n };
   index->by_line = sort_triples(alloc, data, n, &(order){ profile, line_of });
   index->by_function = sort_triples(alloc, data, n, &(order){ profile, function_of });
}

void ac_evidence_index_close(ac_evidence_index *index, const tk_alloc *alloc)
{
   tk_put(alloc, index->by_line);
   tk_put(alloc, index->by_function);
   *index = (ac_evidence_index){ 0 };
}

/* Neighbours in a sorted list. */
typedef struct {
   const ac_data_triple *const *of;
   size_t n;
} triples;

static triples find_triples(const ac_data_triple *const *of, size_t n, place wanted,
                            const order *by)
{
   tk_search s = { .high = n };
   while (tk_search_next(&s))
      tk_search_step(&s,
                     compare_places(by->place(by->profile, of[s.middle]), wanted) < 0);
   triples found = { .of = &of[s.low] };
   while (s.low + found.n < n
          && compare_places(by->place(by->profile, found.of[found.n]), wanted) == 0)
      found.n++;
   return found;
}

/* ---- The data object ---- */

/* The step from one access to another: `step` so far, from 0 on. */
static int64_t widen_step(int64_t step, const ac_data_triple *a, const ac_data_triple *b,
                          const ac_data_object *object)
{
   int64_t size = object->type == NULL ? 0 : object->type->size_B;
   int64_t distance = llabs(a->spot.offset - b->spot.offset);
   int64_t own = a->spot.name != NULL ? size : a->spot.stride;
   return (int64_t)tk_gcd(tk_gcd((uint64_t)step, (uint64_t)own), (uint64_t)distance);
}

/* What these, all of the object, are: on which field, and how far apart. */
static void set_places(ac_evidence *e, const triples *on, int64_t misses)
{
   const ac_data_triple *first = on->of[0];
   bool are_known = true;
   for (size_t i = 0; i < on->n; i++) {
      are_known = are_known && on->of[i]->spot.offset >= 0;
      e->step_B = widen_step(e->step_B, on->of[i], first, e->object);
   }
   if (2 * ac_data_misses(&e->source->data->view, first->counts) >= misses)
      e->field = first->spot.name;
   if (!are_known)
      e->step_B = 0;
}

static int64_t misses_of(const ac_data_view *view, const triples *all)
{
   int64_t misses = 0;
   for (size_t i = 0; i < all->n; i++)
      misses += ac_data_misses(view, all->of[i]->counts);
   return misses;
}

/* The first triples that are left, those on one object. */
static triples take_object(triples *left)
{
   triples on = { .of = left->of };
   while (on.n < left->n && on.of[on.n]->object == on.of[0]->object)
      on.n++;
   left->of += on.n;
   left->n -= on.n;
   return on;
}

/* The object with at least half of the misses. */
static void find_object(ac_evidence *e, const triples *all)
{
   const ac_data_view *view = &e->source->data->view;
   int64_t sum = misses_of(view, all);
   for (triples left = *all; left.n > 0 && e->object == NULL;) {
      triples on = take_object(&left);
      int64_t misses = misses_of(view, &on);
      if (misses == 0 || 2 * misses < sum)
         continue;
      e->object = &view->objects[on.of[0]->object];
      set_places(e, &on, misses);
   }
}

/* Whether these are at least half of the line's misses. */
static bool are_most(const ac_evidence *e, const triples *all)
{
   return 2 * (double)misses_of(&e->source->data->view, all) >= e->misses;
}

/* Where a line misses in code of a library that was inlined into it, all misses of its
   function say on what.  Those of a function that it calls are on a line of neither:
   what else its function misses on says nothing. */
static void find_object_of(ac_evidence *e, const ac_evidence_index *index)
{
   const ac_profile *profile = e->source->profile;
   triples at = find_triples(index->by_line, index->n,
                             (place){ e->line->file, e->line->line },
                             &(order){ profile, line_of });
   if (!are_most(e, &at))
      at = find_triples(index->by_function, index->n, (place){ e->line->body, 0 },
                        &(order){ profile, function_of });
   if (are_most(e, &at))
      find_object(e, &at);
}

static void find_layout(ac_evidence *e)
{
   const ac_data_findings *findings = &e->source->data->findings;
   for (size_t i = 0; i < findings->n && e->layout == NULL; i++)
      if (&e->source->data->view.objects[findings->of[i].object] == e->object)
         e->layout = &findings->of[i];
}

/* ---- Counts ---- */

static void set_pattern(ac_evidence *e)
{
   double in_order = ac_evidence_count(e, TK_DSEQ);
   double stride = ac_evidence_count(e, TK_DSTRIDE);
   double chase = ac_evidence_count(e, TK_DCHASE);
   double other = ac_evidence_count(e, TK_DOTHER);
   double all = in_order + stride + chase + other;
   e->refs = all > e->misses ? all : e->misses;
   if (all > 0)
      e->pattern = (ac_pattern){ true, in_order / all, stride / all, chase / all,
                                 other / all };
}

static void set_cycles(ac_evidence *e, ac_gains *gains)
{
   const ac_metric *cycles = e->source->cycles;
   e->all = (double)ac_metric_value(cycles, e->line->counts);
   for (int group = TK_EVENT_RUN; group < TK_EVENT_GROUPS; group++)
      e->cycles[group] = (double)ac_gains_of_group(gains, e->line->counts,
                                                   (tk_event_group)group);
   e->own_run = (double)ac_gains_of_group(gains, e->line->self, TK_EVENT_RUN);
   e->own_code = (double)ac_gains_of_group(gains, e->line->self, TK_EVENT_CODE);
}

ac_evidence ac_evidence_of(const ac_findings_source *source, const ac_whys *whys,
                           ac_gains *gains, const ac_evidence_index *index,
                           const ac_own_line *line)
{
   ac_evidence e = { .source = source, .whys = whys, .line = line };
   e.write_misses = ac_evidence_count(&e, TK_D1MW);
   e.misses = e.write_misses + ac_evidence_count(&e, TK_D1MR);
   e.walk_share = ac_why_walks(whys, line->counts);
   set_cycles(&e, gains);
   set_pattern(&e);
   if (index->n > 0)
      find_object_of(&e, index);
   if (e.object != NULL)
      find_layout(&e);
   return e;
}

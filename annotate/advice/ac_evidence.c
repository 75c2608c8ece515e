/* ac_evidence.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_evidence.h"

#include "base/an_alloc.h"
#include "base/tk_gcd.h"
#include "types/ty_types.h"

#include <stdlib.h>

double ac_evidence_count(const ac_evidence *e, tk_event_id event)
{
   return ac_prices_count(e->prices, e->line->counts, event);
}

/* ---- The data object ---- */

/* Whether the misses are those of the evidence's line, or of its function. */
typedef bool is_about(const ac_evidence *e, const ac_data_triple *triple);

static bool is_of_line(const ac_evidence *e, const ac_data_triple *triple)
{
   const ac_profile *profile = e->source->profile;
   if (triple->line != e->line->line)
      return false;
   size_t file = ac_profile_function(profile, triple->function)->file;
   return ac_profile_file(profile, file)->name == e->line->file;
}

static bool is_of_function(const ac_evidence *e, const ac_data_triple *triple)
{
   return ac_profile_function(e->source->profile, triple->function)->name
          == e->line->body;
}

/* The step from one access to another: `step` so far, from 0 on. */
static int64_t widen_step(int64_t step, const ac_data_triple *a, const ac_data_triple *b,
                          const ac_data_object *object)
{
   int64_t size = object->type == NULL ? 0 : object->type->size_B;
   int64_t distance = llabs(a->spot.offset - b->spot.offset);
   int64_t own = a->spot.name != NULL ? size : a->spot.stride;
   return (int64_t)tk_gcd(tk_gcd((uint64_t)step, (uint64_t)own), (uint64_t)distance);
}

/* On which field of the object the misses are, and how far apart. */
static void set_places(ac_evidence *e, is_about *is_on, uint32_t object, int64_t misses)
{
   const ac_data_view *view = &e->source->data->view;
   const ac_data_triple *first = NULL; /* with most */
   bool are_known = true;
   for (size_t i = 0; i < view->n_triples; i++) {
      const ac_data_triple *at = &view->triples[i];
      if (at->object != object || !is_on(e, at))
         continue;
      first = first == NULL ? at : first;
      are_known = are_known && at->spot.offset >= 0;
      e->step_B = widen_step(e->step_B, at, first, e->object);
   }
   if (first != NULL && 2 * ac_data_misses(view, first->counts) >= misses)
      e->field = first->spot.name;
   if (!are_known)
      e->step_B = 0;
}

/* Finds the object with at least half of these misses; false if they are not half of the
   line's. */
static bool find_object(ac_evidence *e, is_about *is_on)
{
   const ac_data_view *view = &e->source->data->view;
   int64_t *misses = an_calloc(view->n_objects + 1, sizeof *misses), sum = 0;
   for (size_t i = 0; i < view->n_triples; i++)
      if (is_on(e, &view->triples[i])) {
         int64_t n = ac_data_misses(view, view->triples[i].counts);
         misses[view->triples[i].object] += n;
         sum += n;
      }
   bool are_most = 2 * (double)sum >= e->misses;
   for (uint32_t i = 0; i < view->n_objects && are_most && e->object == NULL; i++)
      if (misses[i] > 0 && 2 * misses[i] >= sum) {
         e->object = &view->objects[i];
         e->other_misses = (double)(ac_data_misses(view, e->object->counts) - misses[i]);
         set_places(e, is_on, i, misses[i]);
      }
   free(misses);
   return are_most;
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

static void set_cycles(ac_evidence *e)
{
   const ac_prices *prices = e->prices;
   const ac_own_line *line = e->line;
   double waits[AC_WAITS], all = 0;
   e->all = (double)ac_metric_value(e->source->cycles, line->counts);
   for (int group = TK_EVENT_RUN; group < TK_EVENT_GROUPS; group++)
      e->cycles[group] = ac_prices_group(prices, line->counts, (tk_event_group)group);
   e->own_run = ac_prices_group(prices, line->self, TK_EVENT_RUN);
   e->own_code = ac_prices_group(prices, line->self, TK_EVENT_CODE);
   e->own_branch = ac_prices_group(prices, line->self, TK_EVENT_BRANCH);
   /* What the tool counted as held by walks has waits of misses behind them, too. */
   ac_prices_list(prices, line->counts, waits);
   for (int w = 0; w < AC_WAITS; w++)
      all += waits[w];
   if (all > 0)
      e->walk_share = prices->prices[TK_DTW] * ac_evidence_count(e, TK_DTW) / all;
}

ac_evidence ac_evidence_of(const ac_findings_source *source, const ac_prices *prices,
                           const ac_own_line *line)
{
   ac_evidence e = { .source = source, .prices = prices, .line = line };
   e.write_misses = ac_evidence_count(&e, TK_D1MW);
   e.misses = e.write_misses + ac_evidence_count(&e, TK_D1MR);
   set_cycles(&e);
   set_pattern(&e);
   /* Where a line misses in code of a library that was inlined into it, all misses of its
      function say on what.  Those of a function that it calls are on a line of neither:
      what else its function misses on says nothing. */
   if (source->data != NULL && !find_object(&e, is_of_line))
      find_object(&e, is_of_function);
   if (e.object != NULL)
      find_layout(&e);
   return e;
}

/* ac_evidence.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "findings/ac_evidence.h"

#include "base/tk_gcd.h"
#include "base/tk_search.h"
#include "types/ty_types.h"

#include <stdlib.h>
#include <string.h>

double ac_evidence_count(const ac_evidence *e, tk_event_id event)
{
   size_t column = e->whys->columns[event];
   return column == SIZE_MAX ? 0 : (double)e->line->counts[column];
}

/* ---- Triples by line ---- */

static const char *file_of(const ac_profile *profile, const ac_data_triple *triple)
{
   return ac_profile_file(profile, ac_profile_function(profile, triple->function)->file)
      ->name;
}

static int compare_places(const char *file, uint32_t line, const char *other_file,
                          uint32_t other_line)
{
   if (file != other_file)
      return (uintptr_t)file < (uintptr_t)other_file ? -1 : 1;
   return (line > other_line) - (line < other_line);
}

/* Of one line, in the order of the view: most misses first. */
static int compare_triples(const void *a, const void *b, void *profile)
{
   const ac_data_triple *x = *(const ac_data_triple *const *)a;
   const ac_data_triple *y = *(const ac_data_triple *const *)b;
   int order = compare_places(file_of(profile, x), x->line, file_of(profile, y), y->line);
   return order != 0 ? order : (x > y) - (x < y);
}

bool ac_evidence_index_open(ac_evidence_index *index, const tk_alloc *alloc,
                            const ac_profile *profile, const ac_data_report *data)
{
   size_t n = data == NULL ? 0 : data->view.n_triples;
   *index = (ac_evidence_index){ .n = n };
   index->of = tk_get(alloc, "an.findings", (n + 1) * sizeof *index->of);
   if (index->of == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      index->of[i] = &data->view.triples[i];
   qsort_r(index->of, n, sizeof *index->of, compare_triples, (void *)profile);
   return true;
}

/* The triples of a line: from *first on; returns how many. */
static size_t find_triples(const ac_evidence_index *index, const ac_profile *profile,
                           const ac_own_line *line, size_t *first)
{
   tk_search s = { .high = index->n };
   while (tk_search_next(&s)) {
      const ac_data_triple *triple = index->of[s.middle];
      tk_search_step(&s, compare_places(file_of(profile, triple), triple->line,
                                        line->file, line->line)
                            < 0);
   }
   size_t n = 0;
   while (s.low + n < index->n && file_of(profile, index->of[s.low + n]) == line->file
          && index->of[s.low + n]->line == line->line)
      n++;
   *first = s.low;
   return n;
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

/* What the line's misses on this object are: on which field, and how far apart. */
static void set_places(ac_evidence *e, const ac_data_triple *const *of, size_t n,
                       uint32_t object, int64_t misses)
{
   const ac_data_view *view = &e->source->data->view;
   const ac_data_triple *first = NULL;
   for (size_t i = 0; i < n; i++) {
      if (of[i]->object != object)
         continue;
      first = first == NULL ? of[i] : first;
      e->step_B = widen_step(e->step_B, of[i], first, e->object);
   }
   if (2 * ac_data_misses(view, first->counts) >= misses)
      e->field = first->spot.name;
   if (first->spot.offset < 0)
      e->step_B = 0;
}

/* The object with at least half of the line's misses on data that are known. */
static void find_object(ac_evidence *e, const ac_data_triple *const *of, size_t n)
{
   const ac_data_view *view = &e->source->data->view;
   int64_t all = 0;
   for (size_t i = 0; i < n; i++)
      all += ac_data_misses(view, of[i]->counts);
   for (size_t i = 0; i < n && e->object == NULL; i++) {
      int64_t misses = 0;
      for (size_t k = 0; k < n; k++)
         misses += of[k]->object == of[i]->object ? ac_data_misses(view, of[k]->counts)
                                                  : 0;
      if (misses == 0 || 2 * misses < all)
         continue;
      e->object = &view->objects[of[i]->object];
      set_places(e, of, n, of[i]->object, misses);
   }
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
}

ac_evidence ac_evidence_of(const ac_findings_source *source, const ac_whys *whys,
                           ac_gains *gains, const ac_evidence_index *index,
                           const ac_own_line *line)
{
   ac_evidence e = { .source = source, .whys = whys, .line = line };
   size_t first, n = find_triples(index, source->profile, line, &first);
   e.write_misses = ac_evidence_count(&e, TK_D1MW);
   e.misses = e.write_misses + ac_evidence_count(&e, TK_D1MR);
   e.walk_share = ac_why_walks(whys, line->counts);
   set_cycles(&e, gains);
   set_pattern(&e);
   if (n > 0)
      find_object(&e, &index->of[first], n);
   if (e.object != NULL)
      find_layout(&e);
   return e;
}

/* ac_shown.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_shown.h"

#include "base/tk_events.h"
#include "counts/ac_sweep.h"
#include "sections/ac_columns.h"

#include <string.h>

typedef struct {
   ac_shown *shown;
   const ac_profile *profile;
   const ac_request *request;
   size_t width; /* of a line */
} selection;

/* ---- Zeros ---- */

static bool is_zero(const selection *s, const ac_measure *measure)
{
   const ac_profile *profile = s->profile;
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++)
      if (ac_measure_value(measure, ac_profile_function(profile, i)->totals) != 0)
         return false;
   for (size_t i = 0; i < ac_profile_n_regions(profile); i++)
      if (ac_measure_value(measure, ac_profile_region(profile, i)->counts) != 0)
         return false;
   return true;
}

/* Measures of one metric stay or go together. */
static void leave_out_zeros(const selection *s)
{
   const ac_measures *show = &s->request->show;
   for (size_t first = 0, end; first < show->n; first = end) {
      bool zero = true;
      for (end = first; end < show->n && show->of[end].metric == show->of[first].metric;
           end++)
         zero = zero && is_zero(s, &show->of[end]);
      for (size_t i = first; i < end && zero; i++)
         if (s->shown->state[i] == AC_SHOWN)
            s->shown->state[i] = AC_SHOWN_ZERO;
   }
}

/* The events of a sweep are a curve. */
static void leave_out_sweep(const selection *s)
{
   const ac_measures *show = &s->request->show;
   for (size_t i = 0; i < show->n; i++)
      if (show->of[i].metric != s->request->sort.of[0].metric
          && ac_sweep_is_column(show->of[i].metric->name, NULL, NULL))
         s->shown->state[i] = AC_SHOWN_CURVE;
}

/* ---- What tells most ---- */

/* Metrics among the events, in the order in which columns get room. */
static const struct {
   const char *name;
   unsigned telling;
} metrics[] = { { "CEst", 2 }, { "LLm", 10 }, { "L1m", 11 } };

enum { METRICS = sizeof metrics / sizeof metrics[0] };

/* From 1, the most telling first; 0: after those. */
static unsigned telling_of(const ac_measure *measure)
{
   const tk_event *event = tk_event_find(measure->metric->name);
   if (event != NULL)
      return event->telling;
   for (size_t i = 0; i < METRICS; i++)
      if (strcmp(measure->metric->name, metrics[i].name) == 0)
         return metrics[i].telling;
   return 0;
}

static bool has_own_cycles(const ac_profile *profile)
{
   for (size_t i = 0; i < ac_profile_n_events(profile); i++) {
      const tk_event *event = tk_event_find(ac_profile_event(profile, i));
      if (event != NULL && event->is_cycles)
         return true;
   }
   return false;
}

/* A modern machine has many events: a first look at its profile has only those that say
   where the cycles go. */
static void leave_out_details(const selection *s)
{
   const ac_measures *show = &s->request->show;
   for (size_t i = 0; i < show->n; i++) {
      const tk_event *event = tk_event_find(show->of[i].metric->name);
      bool is_sort = show->of[i].metric == s->request->sort.of[0].metric;
      if (s->shown->state[i] == AC_SHOWN && !is_sort && show->of[i].metric->is_event
          && (event == NULL || !event->is_first))
         s->shown->state[i] = AC_SHOWN_DETAIL;
   }
}

/* ---- Width ---- */

/* The less, the earlier the measure gets its room. */
static size_t rank_of(const selection *s, size_t i)
{
   enum { FIRST = 0, ASPECT = 1, NAMED = 4, OTHERS = 64 };
   const ac_measure *measure = &s->request->show.of[i];
   const ac_measure *first = &s->request->sort.of[0];
   if (measure->metric == first->metric)
      return measure->aspect == first->aspect ? FIRST : ASPECT;
   if (s->request->has_show)
      return NAMED + i;
   unsigned telling = telling_of(measure);
   return NAMED + (telling > 0 ? telling : OTHERS + i);
}

static void fit_columns(ac_columns *columns, const ac_profile *profile)
{
   ac_columns_fit(columns, ac_profile_totals(profile));
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++)
      ac_columns_fit(columns, ac_profile_function(profile, i)->totals);
   for (size_t i = 0; i < ac_profile_n_regions(profile); i++)
      ac_columns_fit(columns, ac_profile_region(profile, i)->counts);
}

/* The index of the next measure that is to get room; show.n: there is none. */
static size_t next_of(const selection *s, const bool *is_done)
{
   size_t best = s->request->show.n;
   for (size_t i = 0; i < s->request->show.n; i++)
      if (!is_done[i] && s->shown->state[i] == AC_SHOWN
          && (best == s->request->show.n || rank_of(s, i) < rank_of(s, best)))
         best = i;
   return best;
}

/* Gives out the room.  Two fifths of a line are for names. */
static void leave_out_wide(const selection *s, const ac_columns *columns, bool *is_done)
{
   size_t room = s->width - s->width * 2 / 5;
   bool is_full = false;
   for (size_t i; (i = next_of(s, is_done)) < s->request->show.n;) {
      size_t width = ac_columns_width_of(columns, i);
      is_done[i] = true;
      if (!is_full && width <= room) {
         room -= width;
         continue;
      }
      is_full = rank_of(s, i) > 0; /* the first stays in any case */
      if (rank_of(s, i) > 0)
         s->shown->state[i] = AC_SHOWN_WIDE;
      else
         room = 0;
   }
}

static void limit_width(const selection *s)
{
   ac_columns columns;
   const tk_alloc *alloc = s->shown->alloc;
   size_t n = s->request->show.n;
   bool *is_done = tk_get_zeroed(alloc, AN_LABEL, n * sizeof *is_done);
   ac_columns_open(&columns, alloc, s->profile, &s->request->show, s->request->percents);
   fit_columns(&columns, s->profile);
   leave_out_wide(s, &columns, is_done);
}

/* ---- The whole ---- */

static void keep_shown(const selection *s)
{
   ac_shown *shown = s->shown;
   const ac_measures *show = &s->request->show;
   shown->measures.n = 0;
   for (size_t i = 0; i < show->n; i++)
      if (shown->state[i] == AC_SHOWN)
         shown->measures.of[shown->measures.n++] = show->of[i];
}

/* A report needs a column: if there is none, those of the first metric are back. */
static void keep_one(const selection *s)
{
   const ac_measures *show = &s->request->show;
   for (size_t i = 0; i < show->n; i++)
      if (s->shown->state[i] == AC_SHOWN)
         return;
   for (size_t i = 0; i < show->n; i++)
      if (show->of[i].metric == show->of[0].metric)
         s->shown->state[i] = AC_SHOWN;
}

void ac_shown_open(ac_shown *shown, const ac_scope *scope)
{
   const ac_request *request = scope->request;
   const tk_alloc *alloc = scope->alloc;
   selection s = { shown, scope->profile, request, scope->terminal->width };
   size_t n = request->show.n;
   *shown = (ac_shown){ .alloc = alloc };
   shown->measures.of = tk_get(alloc, AN_LABEL, n * sizeof *shown->measures.of);
   shown->state = tk_get(alloc, AN_LABEL, n * sizeof *shown->state);
   for (size_t i = 0; i < n; i++)
      shown->state[i] = AC_SHOWN;
   if (!request->has_show)
      leave_out_sweep(&s);
   if (!request->has_show)
      leave_out_zeros(&s);
   if (!request->has_show && has_own_cycles(s.profile))
      leave_out_details(&s);
   keep_one(&s);
   if (s.width > 0)
      limit_width(&s);
   keep_one(&s);
   keep_shown(&s);
}

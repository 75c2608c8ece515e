/* ac_what_if.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memrchr */
#endif

#include "advice/ac_what_if.h"

#include "base/an_alloc.h"
#include "base/an_demangle.h"
#include "base/an_span.h"
#include "counts/ac_choose.h"
#include "counts/ac_data_lines.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading a change ---- */

static const char WHAT[] = "change ";

/* Where the last of the bytes is; NULL: nowhere. */
static const char *last_of(an_span text, char c)
{
   return memrchr(text.at, c, an_span_length(text));
}

/* The number at the end of "FILE:LINE"; 0: there is none. */
static uint32_t take_line(an_span *place)
{
   const char *colon = last_of(*place, ':');
   uint64_t line = 0;
   if (colon == NULL || colon == place->at || colon + 1 == place->end)
      return 0;
   for (const char *at = colon + 1; at < place->end; at++) {
      if (*at < '0' || *at > '9' || line > UINT32_MAX / 10)
         return 0;
      line = line * 10 + (uint64_t)(*at - '0');
   }
   place->end = line == 0 ? place->end : colon;
   return (uint32_t)line;
}

static bool read_where(ac_what_if *w, ac_change *change, an_span place, an_error *error)
{
   if (an_span_length(place) == 0)
      change->where = AC_WHERE_PROGRAM;
   else if (an_span_take_key(&place, "object "))
      change->where = AC_WHERE_OBJECT;
   else
      change->where = (change->line = take_line(&place)) > 0 ? AC_WHERE_LINE
                                                             : AC_WHERE_FUNCTION;
   if (change->where == AC_WHERE_OBJECT
       && (w->view == NULL || w->view->data->n_events == 0))
      return an_fail_in(error, WHAT, an_span_of(change->text),
                        "the profile has no data objects");
   place = an_span_trimmed(place);
   change->name = an_strndup(place.at, an_span_length(place));
   return true;
}

static bool read_value(ac_change *change, an_span value, an_error *error)
{
   long double factor;
   bool is_factor = an_span_take_key(&value, "*");
   if (!an_span_take_number(&value, &factor) || an_span_length(value) > 0
       || !isfinite(factor) || (!is_factor && factor != 0))
      return an_fail_in(error, WHAT, an_span_of(change->text),
                        "expected 0 or a factor such as *0.5 after \"=\"");
   change->factor = (double)factor;
   return true;
}

static bool read_event(ac_what_if *w, ac_change *change, an_span name,
                       const ac_metrics *metrics, an_error *error)
{
   const ac_metric *metric = ac_metrics_find(metrics, name);
   bool are_all = metric == NULL && an_span_is(name, "all");
   if (metric == NULL && !are_all) {
      an_fail_in(error, WHAT, an_span_of(change->text), "there is no %s \"%.*s\"",
                 ac_metrics_noun(metrics), an_fail_quoted(name), name.at);
      return ac_choose_suggest(metrics, name, error);
   }
   if (!are_all && !ac_metric_is_whole(metric))
      return an_fail_in(error, WHAT, an_span_of(change->text),
                        "%s is not a sum of events", metric->name);
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      change->chosen[e] = w->prices.columns[e] != SIZE_MAX
                          && (are_all || ac_metric_uses(metric, w->prices.columns[e]));
   ac_effects_choose_behind(change->chosen);
   return true;
}

static bool read_change(ac_what_if *w, const ac_metrics *metrics, const char *text,
                        an_error *error)
{
   ac_change *change = &w->changes[w->n++];
   *change = (ac_change){ .text = text };
   an_span whole = an_span_of(text);
   const char *equals = last_of(whole, '=');
   if (equals == NULL)
      return an_fail_in(error, WHAT, whole, "expected WHERE EVENT=VALUE");
   an_span before = an_span_trimmed((an_span){ text, equals });
   const char *blank = last_of(before, ' ');
   an_span name = { blank == NULL ? before.at : blank + 1, before.end };
   an_span place = { before.at, blank == NULL ? before.at : blank };
   return read_value(change, an_span_trimmed((an_span){ equals + 1, whole.end }), error)
          && read_event(w, change, name, metrics, error)
          && read_where(w, change, an_span_trimmed(place), error);
}

bool ac_what_if_open(ac_what_if *w, const tk_alloc *alloc, const ac_profile *profile,
                     const ac_data_view *view, const ac_metrics *metrics,
                     const char *const *texts, size_t n, an_error *error)
{
   *w = (ac_what_if){ .alloc = alloc, .profile = profile, .view = view };
   w->changes = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *w->changes);
   w->totals = tk_get(alloc, AN_LABEL, ac_profile_n_events(profile) * sizeof *w->totals);
   ac_prices_open(&w->prices, profile, NULL);
   bool ok = true;
   for (size_t i = 0; i < n && ok; i++)
      ok = read_change(w, metrics, texts[i], error);
   return ok;
}

/* ---- Making changes ---- */

typedef struct {
   ac_what_if *w;
   double row[TK_N_EVENTS], sums[TK_N_EVENTS];
   double part[TK_N_EVENTS]; /* of a data object, */
   bool chosen[TK_N_EVENTS]; /* and those events that it has */
   double *entries;          /* of the row, by event of the data */
   size_t capacity;          /* in counts */
} run;

static bool is_file(const char *path, const char *name)
{
   size_t n = strlen(path), n_name = strlen(name);
   return fnmatch(name, path, 0) == 0
          || (n > n_name && path[n - n_name - 1] == '/'
              && strcmp(path + n - n_name, name) == 0);
}

/* "find" is "find(int)", too. */
static bool is_function(const char *name, const char *pattern)
{
   size_t n = strlen(pattern);
   return fnmatch(pattern, name, 0) == 0 || an_demangle_is(pattern, name)
          || (strncmp(name, pattern, n) == 0 && (name[n] == '\0' || name[n] == '('));
}

static bool is_row(const ac_change *change, const ac_data_lines *c)
{
   const ac_function *function = ac_profile_function(c->profile, c->function);
   const char *path = ac_profile_file(c->profile, function->file)->name;
   switch (change->where) {
   case AC_WHERE_PROGRAM: return true;
   case AC_WHERE_LINE:
      return c->lines.line == change->line && is_file(path, change->name);
   case AC_WHERE_FUNCTION: return is_function(function->name, change->name);
   case AC_WHERE_OBJECT: break;
   }
   return false;
}

/* The counts of the row on data that the change is about, which it takes from these. */
static bool gather_part(run *r, const ac_change *change, const ac_data_lines *c)
{
   const ac_data_view *view = r->w->view;
   size_t n = view == NULL ? 0 : view->data->n_events;
   bool is_of_object = change->where == AC_WHERE_OBJECT, found = false;
   memset(r->part, 0, sizeof r->part);
   memset(r->chosen, 0, sizeof r->chosen);
   for (size_t i = 0; i < c->n_entries * n; i++) {
      uint32_t object = view->object_of[c->entries[i / n].datum];
      const tk_event *event = tk_event_find(view->data->events[i % n]);
      if (is_of_object && !ac_data_object_matches(&view->objects[object], change->name))
         continue;
      found = true;
      if (event == NULL || !change->chosen[event - tk_events])
         continue;
      r->chosen[event - tk_events] = true;
      r->part[event - tk_events] += r->entries[i];
      r->entries[i] *= change->factor;
   }
   return found;
}

static void change_row(run *r, ac_change *change, const ac_data_lines *c)
{
   const ac_prices *prices = &r->w->prices;
   bool is_of_object = change->where == AC_WHERE_OBJECT;
   if (!is_of_object && !is_row(change, c))
      return;
   bool found = gather_part(r, change, c);
   if (is_of_object && !found)
      return;
   change->n_rows++;
   if (is_of_object)
      ac_effects_change(prices, r->chosen, change->factor, r->part, r->row);
   else
      ac_effects_change(prices, change->chosen, change->factor, r->row, r->row);
}

static void load_row(run *r, const ac_data_lines *c)
{
   size_t n = c->data == NULL ? 0 : c->data->n_events, all = c->n_entries * n;
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      r->row[e] = ac_prices_count(&r->w->prices, c->lines.counts, (tk_event_id)e);
   if (all > r->capacity) {
      tk_put(r->w->alloc, r->entries);
      r->entries = tk_get(r->w->alloc, AN_LABEL, 2 * all * sizeof *r->entries);
      r->capacity = 2 * all;
   }
   for (size_t i = 0; i < all; i++)
      r->entries[i] = (double)c->entries[i / n].counts[i % n];
}

static void run_rows(run *r)
{
   ac_what_if *w = r->w;
   ac_data_lines c = { .profile = w->profile,
                       .data = w->view == NULL ? NULL : w->view->data };
   while (ac_data_lines_next(&c)) {
      load_row(r, &c);
      for (size_t i = 0; i < w->n; i++)
         change_row(r, &w->changes[i], &c);
      for (size_t e = 0; e < TK_N_EVENTS; e++)
         r->sums[e] += r->row[e];
   }
   ac_data_lines_close(&c);
}

void ac_what_if_run(ac_what_if *w)
{
   run r = { .w = w };
   memcpy(w->totals, ac_profile_totals(w->profile),
          ac_profile_n_events(w->profile) * sizeof *w->totals);
   run_rows(&r);
   for (size_t e = 0; e < TK_N_EVENTS; e++)
      if (w->prices.columns[e] != SIZE_MAX)
         w->totals[w->prices.columns[e]] = (int64_t)llround(r.sums[e]);
}

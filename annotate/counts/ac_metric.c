/* ac_metric.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_metric.h"

#include "base/tk_events.h"

#include "base/an_span.h"
#include "base/tk_array.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct ac_metrics {
   const tk_alloc *alloc;
   ac_metric **metrics;
   size_t n, capacity;
   const char *noun;
};

/* A metric without a formula yet. */
static ac_metric *new_metric(const tk_alloc *alloc, an_span name, an_span formula,
                             size_t n_steps)
{
   size_t name_B = an_span_length(name), formula_B = an_span_length(formula);
   size_t steps_B = n_steps * sizeof(ac_step);
   ac_metric *metric = tk_get(alloc, AN_LABEL,
                              sizeof *metric + steps_B + name_B + 1 + formula_B + 1);
   char *text = (char *)metric->steps + steps_B;
   *metric = (ac_metric){ .name = text, .formula_text = text + name_B + 1 };
   memcpy(text, name.at, name_B);
   text[name_B] = '\0';
   memcpy(text + name_B + 1, formula.at, formula_B);
   text[name_B + 1 + formula_B] = '\0';
   return metric;
}

/* Takes over the metric. */
static void add_metric(ac_metrics *metrics, ac_metric *metric)
{
   TK_ARRAY_ADD(metrics->alloc, AN_LABEL, metrics->metrics, metrics->n, metrics->capacity,
                metric);
}

static void add_event(ac_metrics *metrics, const char *name, size_t event)
{
   an_span text = an_span_of(name);
   ac_metric *metric = new_metric(metrics->alloc, text, text, 1);
   metric->is_event = true;
   metric->event = event;
   metric->formula = ac_formula_of_event(metric->steps, event);
   add_metric(metrics, metric);
}

const ac_metric *ac_metrics_find(const ac_metrics *metrics, an_span name)
{
   for (size_t i = 0; i < metrics->n; i++)
      if (an_span_is(name, metrics->metrics[i]->name))
         return metrics->metrics[i];
   return NULL;
}

static const ac_formula *find_formula(const void *metrics, an_span name)
{
   const ac_metric *metric = ac_metrics_find(metrics, name);
   return metric == NULL ? NULL : &metric->formula;
}

typedef struct {
   an_span name, formula;
   const char *title; /* not NULL: the metric is built in */
   const char *text;  /* for messages; holds the formula */
} definition;

/* Adds the metric.  False if the formula has an error, which is recorded unless `error`
   is NULL. */
static bool add_formula(ac_metrics *metrics, const definition *d, an_error *error)
{
   const ac_formula_text text = {
      .formula = d->formula,
      .definition = d->text,
      .find = find_formula,
      .context = metrics,
   };
   ac_formula formula;
   if (!ac_formula_compile(&formula, NULL, &text, error))
      return false;
   ac_metric *metric = new_metric(metrics->alloc, d->name, d->formula, formula.n_steps);
   metric->title = d->title;
   ac_formula_compile(&metric->formula, metric->steps, &text, NULL);
   add_metric(metrics, metric);
   return true;
}

/* ---- Built-in metrics ---- */

/* The metric whose formula depends on the weights. */
static const char CYCLES[] = "CEst";

/* A formula may name metrics above it.  A profile has a metric if it has all
   that the formula names. */
static const struct {
   const char *name, *formula, *title;
} builtins[] = {
   { "L1m", "I1mr + D1mr + D1mw", "first-level misses" },
   { "LLm", "ILmr + DLmr + DLmw", "last-level misses" },
   { "L2m", "I2mr + D2mr + D2mw", "second-level misses" },
   { "L3m", "I3mr + D3mr + D3mw", "third-level misses" },
   { "D", "Dr + Dw", "data references" },
   { "D1m", "D1mr + D1mw", "first-level data misses" },
   { "DLm", "DLmr + DLmw", "last-level data misses" },
   { "Bm", "Bcm + Bim", "mispredicted branches" },
   { CYCLES, NULL, "estimated cycles" },
   { "I1rate", "100 * I1mr / Ir", "first-level misses per 100 instructions" },
   { "D1rate", "100 * D1m / D", "first-level misses per 100 data references" },
   { "LLrate", "100 * LLm / (Ir + D)", "last-level misses per 100 references" },
   { "Brate", "100 * Bm / (Bc + Bi)", "mispredictions per 100 branches" },
   { "MPKI", "1000 * LLm / Ir", "last-level misses per 1000 instructions" },
};

enum { N_BUILTINS = sizeof builtins / sizeof builtins[0] };

enum { N_PARTS = 4, PART_IR = 0 };

/* The parts of CEst, unless the tool estimated cycles itself, and their default weights:
   prices of tk_events.h. */
static const struct {
   const char *name;
   tk_event_id price;
} parts[N_PARTS] = {
   { "Ir", TK_IR },
   { "L1m", TK_D1MR },
   { "LLm", TK_DLMR },
   { "Bm", TK_BCM },
};

bool ac_metric_is_own_cycles(const ac_metric *metric)
{
   const tk_event *event = metric->is_event ? tk_event_find(metric->name) : NULL;
   return event != NULL && event->is_cycles;
}

static bool has_metric(const ac_metrics *metrics, const char *name)
{
   return ac_metrics_find(metrics, an_span_of(name)) != NULL;
}

/* The weights of CEst, as text: the formula shows them as they were given. */
typedef struct {
   an_span weights[N_PARTS];
   char prices[N_PARTS][12]; /* the default ones */
   bool given[N_PARTS];
   bool is_default; /* none is given */
} weighting;

/* Reads one "NAME=NUMBER". */
static bool read_weight(weighting *w, an_span text, an_error *error)
{
   static const char what[] = "weight ";
   an_span rest = text;
   an_span name = ac_formula_take_name(&rest);
   if (an_span_length(name) == 0 || !an_span_take_key(&rest, "="))
      return an_fail_in(error, what, text, "expected NAME=NUMBER");
   an_span weight = rest;
   long double number;
   if (!an_span_take_number(&rest, &number) || an_span_length(rest) > 0)
      return an_fail_in(error, what, text, "expected a decimal number after \"=\"");
   if (!isfinite(number))
      return an_fail_in(error, what, text, "the number is too large");
   size_t i = 0;
   while (i < N_PARTS && !an_span_is(name, parts[i].name))
      i++;
   if (i == N_PARTS)
      return an_fail_in(error, what, text, "only Ir, L1m, LLm and Bm have weights");
   if (w->given[i])
      return an_fail_in(error, what, text, "%s is given twice", parts[i].name);
   w->weights[i] = weight;
   w->given[i] = true;
   return true;
}

static an_span price_of(weighting *w, size_t part)
{
   snprintf(w->prices[part], sizeof w->prices[part], "%u",
            tk_events[parts[part].price].price);
   return an_span_of(w->prices[part]);
}

static bool read_weights(weighting *w, const char *text, an_error *error)
{
   *w = (weighting){ .is_default = text == NULL };
   for (size_t i = 0; i < N_PARTS; i++)
      w->weights[i] = price_of(w, i);
   for (an_span item; an_span_next_item(&text, &item);)
      if (!read_weight(w, item, error))
         return false;
   return true;
}

enum { TERM_ROOM_B = 16 }; /* for " + ", " * " and a name */

/* Writes "10 * L1m", or "Ir" for "1 * Ir". */
static char *put_term(char *at, an_span weight, const char *name)
{
   if (!an_span_is(weight, "1"))
      at += sprintf(at, "%.*s * ", (int)an_span_length(weight), weight.at);
   return at + sprintf(at, "%s", name);
}

/* Writes the formula of CEst; an empty one if the profile has too few parts.
   `to` has room for all weights and TERM_ROOM_B for each. */
static void put_cycles(char *to, const ac_metrics *metrics, const weighting *w)
{
   char *at = to;
   size_t n = 0;
   for (size_t i = 0; i < N_PARTS; i++) {
      if (!has_metric(metrics, parts[i].name)) {
         if (i == PART_IR)
            break;
         continue;
      }
      at += sprintf(at, "%s", n > 0 ? " + " : "");
      at = put_term(at, w->weights[i], parts[i].name);
      n++;
   }
   if (n < 2)
      *to = '\0';
}

/* Puts the formula of the tool's own estimate, unless weights ask for the other one.
   False if there is none. */
static bool put_own_cycles(char *to, const ac_metrics *metrics, const weighting *w)
{
   if (!w->is_default || !has_metric(metrics, tk_events[TK_CX].name))
      return false;
   for (size_t i = TK_CX; i < TK_N_EVENTS; i++)
      if (tk_events[i].is_cycles && has_metric(metrics, tk_events[i].name))
         to += sprintf(to, "%s%s", i > TK_CX ? " + " : "", tk_events[i].name);
   return true;
}

/* Leaves the metric out if the profile lacks something that it names. */
static void add_builtin(ac_metrics *metrics, size_t i, const char *formula)
{
   const definition d = {
      .name = an_span_of(builtins[i].name),
      .formula = an_span_of(formula),
      .title = builtins[i].title,
      .text = formula,
   };
   add_formula(metrics, &d, NULL);
}

static void add_cycles(ac_metrics *metrics, size_t i, const weighting *w)
{
   size_t room_B = 1;
   for (size_t k = 0; k < N_PARTS; k++)
      room_B += an_span_length(w->weights[k]) + TERM_ROOM_B;
   char *formula = tk_get(metrics->alloc, AN_LABEL, room_B);
   if (!put_own_cycles(formula, metrics, w))
      put_cycles(formula, metrics, w);
   add_builtin(metrics, i, formula);
}

static void add_all(ac_metrics *metrics, const ac_profile *profile, const weighting *w)
{
   size_t n_events = ac_profile_n_events(profile);
   for (size_t i = 0; i < n_events; i++)
      add_event(metrics, ac_profile_event(profile, i), i);
   for (size_t i = 0; i < N_BUILTINS; i++) {
      if (has_metric(metrics, builtins[i].name))
         continue; /* an event */
      if (builtins[i].name == CYCLES)
         add_cycles(metrics, i, w);
      else
         add_builtin(metrics, i, builtins[i].formula);
   }
}

ac_metrics *ac_metrics_new(const tk_alloc *alloc, const ac_profile *profile,
                           const char *weights, an_error *error)
{
   weighting w;
   if (!read_weights(&w, weights, error))
      return NULL;
   ac_metrics *metrics = tk_get(alloc, AN_LABEL, sizeof *metrics);
   *metrics = (ac_metrics){ .alloc = alloc, .noun = "event or metric" };
   add_all(metrics, profile, &w);
   return metrics;
}

/* ---- All metrics ---- */

/* Steps of other metrics do not refer to the old one: they have copies. */
static void replace_by_last(ac_metrics *metrics, const ac_metric *old)
{
   size_t i = 0;
   while (metrics->metrics[i] != old)
      i++;
   tk_put(metrics->alloc, metrics->metrics[i]);
   metrics->metrics[i] = metrics->metrics[--metrics->n];
}

bool ac_metrics_define(ac_metrics *metrics, const char *text, an_error *error)
{
   static const char what[] = "metric ";
   an_span whole = an_span_of(text);
   const char *equals = strchr(text, '=');
   if (equals == NULL)
      return an_fail_in(error, what, whole, "expected NAME=FORMULA");
   const definition d = {
      .name = an_span_trimmed((an_span){ text, equals }),
      .formula = an_span_trimmed((an_span){ equals + 1, whole.end }),
      .text = text,
   };
   an_span rest = d.name;
   if (an_span_length(ac_formula_take_name(&rest)) == 0 || an_span_length(rest) > 0)
      return an_fail_in(error, what, whole,
                        "a name is a letter or \"_\", then letters, digits, "
                        "\"_\" and \".\"");
   const ac_metric *same = ac_metrics_find(metrics, d.name);
   if (same != NULL && same->title == NULL)
      return an_fail_in(error, what, whole, "the name %.*s is taken",
                        an_fail_quoted(d.name), d.name.at);
   if (!add_formula(metrics, &d, error))
      return false;
   if (same != NULL)
      replace_by_last(metrics, same);
   return true;
}

void ac_metrics_set_noun(ac_metrics *metrics, const char *noun)
{
   metrics->noun = noun;
}

const char *ac_metrics_noun(const ac_metrics *metrics)
{
   return metrics->noun;
}

size_t ac_metrics_n(const ac_metrics *metrics)
{
   return metrics->n;
}

const ac_metric *ac_metrics_at(const ac_metrics *metrics, size_t index)
{
   return metrics->metrics[index];
}

bool ac_metric_grows(const ac_metric *metric)
{
   const ac_formula *formula = &metric->formula;
   bool grows = formula->is_whole;
   for (size_t i = 0; i < formula->n_steps; i++)
      grows &= formula->steps[i].op != AC_STEP_NEGATE
               && formula->steps[i].op != AC_STEP_SUBTRACT;
   return grows;
}

long double ac_metric_value(const ac_metric *metric, const int64_t *counts)
{
   return metric->is_event ? (long double)counts[metric->event]
                           : ac_formula_value(&metric->formula, counts);
}

bool ac_metric_uses(const ac_metric *metric, size_t event)
{
   const ac_formula *formula = &metric->formula;
   for (size_t i = 0; i < formula->n_steps; i++)
      if (formula->steps[i].op == AC_STEP_EVENT && formula->steps[i].event == event)
         return true;
   return false;
}

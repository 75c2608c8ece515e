/* an_metric.c -- the metrics of a profile: events, and formulas of events.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_metric_private.h"

#include "base/an_fail.h"
#include "base/tk_array.h"
#include "counts/an_formula.h"

#include <string.h>

#define LABEL "an.metric"

struct an_metric {
   const char *name, *formula_text; /* behind the steps */
   const char *title;
   bool is_event;
   size_t event; /* its index, if it is one */
   an_formula formula;
   an_step steps[];
};

struct an_metrics {
   const tk_alloc *alloc;
   an_metric **metrics;
   size_t n, capacity;
};

/* ---- Metrics ---- */

/* A metric without a formula yet; NULL if memory ran out. */
static an_metric *new_metric(const tk_alloc *alloc, an_span name,
                             an_span formula, size_t n_steps)
{
   size_t name_B = an_span_length(name), formula_B = an_span_length(formula);
   size_t steps_B = n_steps * sizeof(an_step);
   an_metric *metric = tk_get(alloc, LABEL, sizeof *metric + steps_B + name_B
                                               + 1 + formula_B + 1);
   if (metric == NULL)
      return NULL;
   char *text = (char *)metric->steps + steps_B;
   *metric = (an_metric){ .name = text, .formula_text = text + name_B + 1 };
   memcpy(text, name.at, name_B);
   text[name_B] = '\0';
   memcpy(text + name_B + 1, formula.at, formula_B);
   text[name_B + 1 + formula_B] = '\0';
   return metric;
}

/* Takes over the metric; frees it if memory runs out. */
static an_status add(an_metrics *metrics, an_metric *metric)
{
   if (!TK_ARRAY_ROOM(metrics->alloc, LABEL, metrics->metrics, metrics->n,
                      metrics->capacity)) {
      tk_put(metrics->alloc, metric);
      return AN_NO_MEMORY;
   }
   metrics->metrics[metrics->n++] = metric;
   return AN_OK;
}

an_status an_metrics_add_event(an_metrics *metrics, const char *name,
                               size_t event)
{
   an_span text = an_span_of(name);
   an_metric *metric = new_metric(metrics->alloc, text, text, 1);
   if (metric == NULL)
      return AN_NO_MEMORY;
   metric->is_event = true;
   metric->event = event;
   metric->formula = an_formula_of_event(metric->steps, event);
   return add(metrics, metric);
}

static const an_metric *find(const an_metrics *metrics, an_span name)
{
   return an_metrics_find(metrics, name.at, an_span_length(name));
}

static const an_formula *find_formula(const void *metrics, an_span name)
{
   const an_metric *metric = find(metrics, name);
   return metric == NULL ? NULL : &metric->formula;
}

an_status an_metrics_add(an_metrics *metrics, const an_definition *definition,
                         an_error *error, bool *defined)
{
   const an_formula_text text = {
      .formula = definition->formula, .definition = definition->text,
      .find = find_formula, .context = metrics,
   };
   an_formula formula;
   *defined = an_formula_compile(&formula, NULL, &text, error);
   if (!*defined)
      return AN_OK;
   an_metric *metric = new_metric(metrics->alloc, definition->name,
                                  definition->formula, formula.n_steps);
   if (metric == NULL)
      return AN_NO_MEMORY;
   metric->title = definition->title;
   an_formula_compile(&metric->formula, metric->steps, &text, NULL);
   return add(metrics, metric);
}

/* ---- All metrics ---- */

an_metrics *an_metrics_empty(const tk_alloc *alloc)
{
   an_metrics *metrics = tk_get(alloc, LABEL, sizeof *metrics);
   if (metrics != NULL)
      *metrics = (an_metrics){ .alloc = alloc };
   return metrics;
}

void an_metrics_free(an_metrics *metrics)
{
   if (metrics == NULL)
      return;
   for (size_t i = 0; i < metrics->n; i++)
      tk_put(metrics->alloc, metrics->metrics[i]);
   tk_put(metrics->alloc, metrics->metrics);
   tk_put(metrics->alloc, metrics);
}

/* Steps of other metrics do not refer to the old one: they have copies. */
static void replace_by_last(an_metrics *metrics, const an_metric *old)
{
   size_t i = 0;
   while (metrics->metrics[i] != old)
      i++;
   tk_put(metrics->alloc, metrics->metrics[i]);
   metrics->metrics[i] = metrics->metrics[--metrics->n];
}

bool an_metrics_define(an_metrics *metrics, const char *definition,
                       an_error *error)
{
   int n = an_fail_quoted_text(definition);
   const char *equals = strchr(definition, '=');
   if (equals == NULL)
      return an_fail(error, "metric \"%.*s\": expected NAME=FORMULA", n,
                     definition);
   const an_definition d = {
      .name = an_span_trimmed((an_span){ definition, equals }),
      .formula = an_span_trimmed(an_span_of(equals + 1)),
      .text = definition,
   };
   an_span rest = d.name;
   if (an_span_length(an_formula_take_name(&rest)) == 0
       || an_span_length(rest) > 0)
      return an_fail(error, "metric \"%.*s\": a name is a letter or \"_\", "
                            "then letters, digits, \"_\" and \".\"", n,
                     definition);
   const an_metric *same = find(metrics, d.name);
   if (same != NULL && same->title == NULL)
      return an_fail(error, "metric \"%.*s\": the name %.*s is taken", n,
                     definition, an_fail_quoted(d.name), d.name.at);
   bool defined;
   if (an_metrics_add(metrics, &d, error, &defined) != AN_OK)
      return an_fail_no_memory(error);
   if (defined && same != NULL)
      replace_by_last(metrics, same);
   return defined;
}

const an_metric *an_metrics_find(const an_metrics *metrics, const char *name,
                                 size_t length)
{
   an_span text = { name, name + length };
   for (size_t i = 0; i < metrics->n; i++)
      if (an_span_is(text, metrics->metrics[i]->name))
         return metrics->metrics[i];
   return NULL;
}

size_t an_metrics_n(const an_metrics *metrics)
{
   return metrics->n;
}

const an_metric *an_metrics_at(const an_metrics *metrics, size_t index)
{
   return metrics->metrics[index];
}

/* ---- One metric ---- */

const char *an_metric_name(const an_metric *metric)
{
   return metric->name;
}

const char *an_metric_formula(const an_metric *metric)
{
   return metric->formula_text;
}

const char *an_metric_title(const an_metric *metric)
{
   return metric->title;
}

bool an_metric_is_event(const an_metric *metric)
{
   return metric->is_event;
}

bool an_metric_is_whole(const an_metric *metric)
{
   return metric->formula.is_whole;
}

long double an_metric_value(const an_metric *metric, const int64_t *counts)
{
   return metric->is_event ? (long double)counts[metric->event]
                           : an_formula_value(&metric->formula, counts);
}

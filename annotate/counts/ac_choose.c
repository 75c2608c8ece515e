/* ac_choose.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_choose.h"

#include "base/an_suggest.h"

#include <stdio.h>
#include <string.h>

bool ac_choose_list(const ac_metrics *metrics, an_error *error)
{
   static const char more[] = ", ...";
   char *at = error->message + strlen(error->message);
   char *end = error->message + sizeof error->message - sizeof more;
   const char *before = "; there are: ";
   for (size_t i = 0; i < ac_metrics_n(metrics); i++) {
      const char *name = ac_metrics_at(metrics, i)->name;
      size_t room_B = end > at ? (size_t)(end - at) : 0;
      if (strlen(before) + strlen(name) > room_B) {
         if (i > 0)
            strcpy(at, more);
         return false;
      }
      at += sprintf(at, "%s%s", before, name);
      before = ", ";
   }
   return false;
}

bool ac_choose_suggest(const ac_metrics *metrics, an_span name, an_error *error)
{
   an_suggestion suggestion = { .word = name };
   for (size_t i = 0; i < ac_metrics_n(metrics); i++)
      an_suggest(&suggestion, ac_metrics_at(metrics, i)->name);
   an_suggest_append(&suggestion, error->message, sizeof error->message);
   return ac_choose_list(metrics, error);
}

static bool add_metric(ac_choice *choice, const ac_metrics *metrics, an_span name,
                       an_error *error)
{
   int n = an_fail_quoted(name);
   const ac_metric *metric = ac_metrics_find(metrics, name);
   if (metric == NULL) {
      an_fail(error, "there is no %s \"%.*s\"", ac_metrics_noun(metrics), n, name.at);
      return ac_choose_suggest(metrics, name, error);
   }
   for (size_t i = 0; i < choice->n; i++)
      if (choice->metrics[i] == metric) {
         an_fail(error, "%.*s is given twice", n, name.at);
         return ac_choose_list(metrics, error);
      }
   choice->metrics[choice->n++] = metric;
   return true;
}

static bool add_named(ac_choice *choice, const ac_metrics *metrics, const char *names,
                      an_error *error)
{
   for (an_span name; an_span_next_item(&names, &name);)
      if (!add_metric(choice, metrics, name, error))
         return false;
   return true;
}

static void add_events(ac_choice *choice, const ac_metrics *metrics, bool are_own_cycles)
{
   for (size_t i = 0; i < ac_metrics_n(metrics); i++) {
      const ac_metric *metric = ac_metrics_at(metrics, i);
      if (metric->is_event && ac_metric_is_own_cycles(metric) == are_own_cycles)
         choice->metrics[choice->n++] = metric;
   }
}

static void add_default(ac_choice *choice, const ac_metrics *metrics,
                        ac_choose_default otherwise)
{
   const ac_metric *cycles = ac_metrics_find(metrics, an_span_of("CEst"));
   bool is_own = ac_metrics_find(metrics, an_span_of("Cx")) != NULL;
   bool is_added = cycles != NULL && !cycles->is_event && otherwise != AC_CHOOSE_EVENTS
                   && (is_own || otherwise == AC_CHOOSE_EVENTS_AND_CYCLES);
   if (is_added && is_own)
      choice->metrics[choice->n++] = cycles;
   add_events(choice, metrics, true);
   add_events(choice, metrics, false);
   if (is_added && !is_own)
      choice->metrics[choice->n++] = cycles;
}

bool ac_choose(ac_choice *choice, const tk_alloc *alloc, const ac_metrics *metrics,
               const char *names, ac_choose_default otherwise, an_error *error)
{
   /* Enough: no metric is chosen twice. */
   size_t size_B = ac_metrics_n(metrics) * sizeof *choice->metrics;
   *choice = (ac_choice){ .metrics = tk_get(alloc, AN_LABEL, size_B) };
   if (names == NULL) {
      add_default(choice, metrics, otherwise);
   } else if (!add_named(choice, metrics, names, error)) {
      *choice = (ac_choice){ .metrics = NULL };
      return false;
   }
   return true;
}

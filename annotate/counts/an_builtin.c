/* an_builtin.c -- the metrics that every profile has: its events, and the
   built-in ones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_metric_private.h"

#include "base/an_decimal.h"
#include "base/an_fail.h"
#include "counts/an_formula.h"

#include <math.h>
#include <stdio.h>

#define LABEL "an.metric"

/* Its formula depends on the weights. */
static const char CYCLES[] = "CEst";

/* A formula may name metrics above it.  A profile has a metric if it has all
   that the formula names. */
static const struct {
   const char *name, *formula, *title;
} builtins[] = {
   { "L1m", "I1mr + D1mr + D1mw", "first-level misses" },
   { "LLm", "ILmr + DLmr + DLmw", "last-level misses" },
   { "D", "Dr + Dw", "data references" },
   { "D1m", "D1mr + D1mw", "first-level data misses" },
   { "DLm", "DLmr + DLmw", "last-level data misses" },
   { "Bm", "Bcm + Bim", "mispredicted branches" },
   { CYCLES, NULL, "estimated cycles" },
   { "I1rate", "100 * I1mr / Ir",
     "first-level misses of 100 instructions" },
   { "D1rate", "100 * D1m / D",
     "first-level misses of 100 data references" },
   { "LLrate", "100 * LLm / (Ir + D)",
     "last-level misses of 100 references" },
   { "Brate", "100 * Bm / (Bc + Bi)", "mispredicted of 100 branches" },
   { "MPKI", "1000 * LLm / Ir", "last-level misses of 1000 instructions" },
};

enum { N_BUILTINS = sizeof builtins / sizeof builtins[0] };

enum { N_PARTS = 4, PART_IR = 0 };

/* The parts of CEst, and their default weights. */
static const struct {
   const char *name, *weight;
} parts[N_PARTS] = {
   { "Ir", "1" }, { "L1m", "10" }, { "LLm", "100" }, { "Bm", "10" },
};

static bool has(const an_metrics *metrics, const char *name)
{
   an_span span = an_span_of(name);
   return an_metrics_find(metrics, span.at, an_span_length(span)) != NULL;
}

/* ---- Weights ---- */

/* The weights of CEst, as text: the formula shows them as they were given. */
typedef struct {
   an_span weights[N_PARTS];
   bool given[N_PARTS];
} weighting;

static bool fail_weight(an_error *error, an_span text, const char *reason)
{
   return an_fail(error, "weight \"%.*s\": %s", an_fail_quoted(text), text.at,
                  reason);
}

/* Reads one "NAME=NUMBER". */
static bool read_weight(weighting *w, an_span text, an_error *error)
{
   an_span rest = text;
   an_span name = an_formula_take_name(&rest);
   if (an_span_length(name) == 0 || !an_span_take_key(&rest, "="))
      return fail_weight(error, text, "expected NAME=NUMBER");
   an_span weight = rest;
   long double number;
   if (!an_decimal_scan(&rest, &number) || an_span_length(rest) > 0)
      return fail_weight(error, text, "expected a decimal number after \"=\"");
   if (!isfinite(number))
      return fail_weight(error, text, "the number is too large");
   size_t i = 0;
   while (i < N_PARTS && !an_span_is(name, parts[i].name))
      i++;
   if (i == N_PARTS)
      return fail_weight(error, text,
                         "only Ir, L1m, LLm and Bm have weights");
   if (w->given[i])
      return an_fail(error, "weight \"%.*s\": %s is given twice",
                     an_fail_quoted(text), text.at, parts[i].name);
   w->weights[i] = weight;
   w->given[i] = true;
   return true;
}

static bool read_weights(weighting *w, const char *text, an_error *error)
{
   *w = (weighting){ .given = { false } };
   for (size_t i = 0; i < N_PARTS; i++)
      w->weights[i] = an_span_of(parts[i].weight);
   for (an_span item; an_span_next_item(&text, &item);)
      if (!read_weight(w, item, error))
         return false;
   return true;
}

/* ---- CEst ---- */

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
static void put_cycles(char *to, const an_metrics *metrics, const weighting *w)
{
   char *at = to;
   size_t n = 0;
   for (size_t i = 0; i < N_PARTS; i++) {
      if (!has(metrics, parts[i].name)) {
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

/* ---- Adding ---- */

/* Leaves the metric out if the profile lacks something that it names. */
static an_status add_builtin(an_metrics *metrics, size_t i,
                             const char *formula)
{
   const an_definition definition = {
      .name = an_span_of(builtins[i].name), .formula = an_span_of(formula),
      .title = builtins[i].title, .text = formula,
   };
   bool defined;
   return an_metrics_add(metrics, &definition, NULL, &defined);
}

static an_status add_cycles(an_metrics *metrics, const tk_alloc *alloc,
                            size_t i, const weighting *w)
{
   size_t room_B = 1;
   for (size_t k = 0; k < N_PARTS; k++)
      room_B += an_span_length(w->weights[k]) + TERM_ROOM_B;
   char *formula = tk_get(alloc, LABEL, room_B);
   if (formula == NULL)
      return AN_NO_MEMORY;
   put_cycles(formula, metrics, w);
   an_status status = add_builtin(metrics, i, formula);
   tk_put(alloc, formula);
   return status;
}

static an_status add_all(an_metrics *metrics, const tk_alloc *alloc,
                         const an_profile *profile, const weighting *w)
{
   an_status status = AN_OK;
   size_t n_events = an_profile_n_events(profile);
   for (size_t i = 0; i < n_events && status == AN_OK; i++)
      status = an_metrics_add_event(metrics, an_profile_event(profile, i), i);
   for (size_t i = 0; i < N_BUILTINS && status == AN_OK; i++) {
      if (has(metrics, builtins[i].name))
         continue; /* an event */
      status = builtins[i].name == CYCLES
                  ? add_cycles(metrics, alloc, i, w)
                  : add_builtin(metrics, i, builtins[i].formula);
   }
   return status;
}

an_metrics *an_metrics_new(const tk_alloc *alloc, const an_profile *profile,
                           const char *weights, an_error *error)
{
   weighting w;
   if (!read_weights(&w, weights, error))
      return NULL;
   an_metrics *metrics = an_metrics_empty(alloc);
   if (metrics != NULL && add_all(metrics, alloc, profile, &w) == AN_OK)
      return metrics;
   an_fail_no_memory(error);
   an_metrics_free(metrics);
   return NULL;
}

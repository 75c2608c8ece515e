/* ac_limits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_limits.h"

#include "base/an_span.h"
#include "counts/ac_choose.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const char WHAT[] = "limit ";      /* of an error */
static const long double LARGEST = 1e18L; /* larger counts do not exist */

/* ---- Numbers and units ---- */

/* The number, or the whole number that differs from it only by rounding. */
static long double without_rounding(long double number)
{
   long double whole = (long double)(int64_t)(number + 0.5L);
   long double error = number < whole ? whole - number : number - whole;
   return error <= number * LDBL_EPSILON ? whole : number;
}

/* Takes a unit, if there is one: K, M, G, T, Ki, Mi, Gi, Ti, with or without B,
   or B.  Returns its factor. */
static long double take_unit(an_span *rest)
{
   static const char *const letters[] = { "K", "M", "G", "T" };
   size_t power = 0;
   for (size_t i = 0; i < 4 && power == 0; i++)
      if (an_span_take_key(rest, letters[i]))
         power = i + 1;
   bool binary = power > 0 && an_span_take_key(rest, "i");
   an_span_take_key(rest, "B");
   long double factor = 1;
   for (; power > 0; power--)
      factor *= binary ? 1024 : 1000;
   return factor;
}

/* Reads "R%" or "N" of the item, "NAME=LIMIT", into the limit. */
static bool read_bound(ac_limit *limit, an_span text, an_span item, an_error *error)
{
   an_span rest = text;
   long double number;
   long double sign = an_span_take_key(&rest, "-") ? -1 : 1;
   if (!an_span_take_number(&rest, &number))
      return an_fail_in(error, WHAT, item, "expected a number, found \"%.*s\"",
                        an_fail_quoted(text), text.at);
   an_span unit = rest;
   bool relative = an_span_is(unit, "%");
   long double factor = relative ? 1 : take_unit(&rest);
   if (!relative && an_span_length(rest) > 0)
      return an_fail_in(error, WHAT, item,
                        "unknown unit \"%.*s\"; expected %%, or K, M, G, T, "
                        "Ki, Mi, Gi or Ti, with or without B",
                        an_fail_quoted(unit), unit.at);
   if (number > LARGEST / factor)
      return an_fail_in(error, WHAT, item, "the number is larger than 1e18");
   if (relative ? limit->has_relative : limit->has_absolute)
      return an_fail_in(error, WHAT, item, "two %s limits",
                        relative ? "relative" : "absolute");
   if (relative) {
      limit->has_relative = true;
      limit->relative_percent = sign * number;
   } else {
      limit->has_absolute = true;
      limit->absolute = sign * without_rounding(number * factor);
   }
   return true;
}

/* The first character `c` of the span, or its end. */
static const char *find_character(an_span span, char c)
{
   const char *at = memchr(span.at, c, an_span_length(span));
   return at == NULL ? span.end : at;
}

/* Reads the part of the item after "=". */
static bool read_bounds(ac_limit *limit, an_span text, an_span item, an_error *error)
{
   for (;;) {
      const char *end = text.at;
      while (end < text.end && *end != '|' && *end != '&' && *end != '>')
         end++;
      if (!read_bound(limit, (an_span){ text.at, end }, item, error))
         return false;
      if (end == text.end)
         return true;
      limit->needs_both = *end != '|';
      limit->skips_new = *end == '>';
      if (limit->skips_new && !limit->has_relative)
         return an_fail_in(error, WHAT, item, "expected a percentage before \">\"");
      text.at = end + 1;
   }
}

/* ---- Lists ---- */

typedef struct {
   const ac_metrics *metrics;
   const char *given; /* all limits */
   char *items;       /* a copy, for the limits' text: items end in NUL */
   ac_limits *limits;
   /* The items @all: the limit, then the budget. */
   ac_limit all[2];
   bool has_all[2];
   an_error *error;
} parser;

bool ac_limits_have(const ac_limits *limits, const ac_limit *limit)
{
   for (size_t i = 0; i < limits->n; i++)
      if (limits->limits[i].metric == limit->metric
          && limits->limits[i].is_budget == limit->is_budget)
         return true;
   return false;
}

/* The metric of this name.  A "<" at its end is taken off and makes a budget,
   unless a metric has this very name. */
static const ac_metric *find_metric(const parser *p, an_span *name, bool *is_budget)
{
   const ac_metric *metric = ac_metrics_find(p->metrics, *name);
   *is_budget = metric == NULL && name->end > name->at && name->end[-1] == '<';
   if (!*is_budget)
      return metric;
   name->end--;
   return ac_metrics_find(p->metrics, *name);
}

/* Reads one "NAME=LIMIT". */
static bool read_item(parser *p, an_span item)
{
   const char *equals = find_character(item, '=');
   if (equals == item.end)
      return an_fail_in(p->error, WHAT, item, "expected NAME=LIMIT");
   an_span name = { item.at, equals };
   ac_limit limit = { .has_relative = false };
   limit.metric = find_metric(p, &name, &limit.is_budget);
   bool is_all = an_span_is(name, "@all");
   if (!is_all && limit.metric == NULL) {
      an_fail_in(p->error, WHAT, item, "there is no %s \"%.*s\"",
                 ac_metrics_noun(p->metrics), an_fail_quoted(name), name.at);
      return ac_choose_suggest(p->metrics, name, p->error);
   }
   const char *text = limit.is_budget ? name.end : equals + 1;
   limit.text = p->items + (text - p->given);
   if (is_all ? p->has_all[limit.is_budget] : ac_limits_have(p->limits, &limit))
      return an_fail_in(p->error, WHAT, item, "%.*s is given twice", an_fail_quoted(name),
                        name.at);
   if (!read_bounds(&limit, (an_span){ equals + 1, item.end }, item, p->error))
      return false;
   if (limit.is_budget && limit.has_relative)
      return an_fail_in(p->error, WHAT, item, "a budget cannot be a percentage");
   if (is_all) {
      p->all[limit.is_budget] = limit;
      p->has_all[limit.is_budget] = true;
   } else {
      p->limits->limits[p->limits->n++] = limit;
   }
   return true;
}

static void add_all(parser *p, ac_limit limit)
{
   for (size_t i = 0; i < ac_metrics_n(p->metrics); i++) {
      limit.metric = ac_metrics_at(p->metrics, i);
      if (limit.metric->is_event && !ac_limits_have(p->limits, &limit))
         p->limits->limits[p->limits->n++] = limit;
   }
}

static bool read_items(parser *p, const char *text)
{
   for (an_span item; an_span_next_item(&text, &item);)
      if (!read_item(p, item))
         return false;
   for (int i = 0; i < 2; i++)
      if (p->has_all[i])
         add_all(p, p->all[i]);
   return true;
}

bool ac_limits_parse(ac_limits *limits, const tk_alloc *alloc, const ac_metrics *metrics,
                     const char *text, an_error *error)
{
   /* A metric has at most a limit and a budget; their text is behind them. */
   size_t n_most = 2 * ac_metrics_n(metrics), text_B = strlen(text) + 1;
   size_t size_B = n_most * sizeof *limits->limits + text_B;
   *limits = (ac_limits){ .limits = tk_get(alloc, AN_LABEL, size_B) };
   parser p = { .metrics = metrics,
                .given = text,
                .limits = limits,
                .items = (char *)(limits->limits + n_most),
                .error = error };
   memcpy(p.items, text, text_B);
   for (char *at = p.items; (at = strchr(at, ',')) != NULL;)
      *at++ = '\0';
   if (read_items(&p, text))
      return true;
   tk_put(alloc, limits->limits);
   *limits = (ac_limits){ .limits = NULL };
   return false;
}

/* ---- Using limits ---- */

/* 0.7 percent of 3000 must not be less than 21: neither the percentage nor the
   product is exact in binary. */
static bool exceeds_relative(long double percent, long double old_value,
                             long double increase)
{
   long double bound = percent * fabsl(old_value);
   return increase * 100 - bound > 2 * LDBL_EPSILON * fabsl(bound);
}

bool ac_limit_exceeded(const ac_limit *limit, ac_limit_scope scope, long double old_value,
                       long double new_value)
{
   long double increase = new_value - old_value;
   bool is_row = scope == AC_LIMIT_OF_ROW;
   if (limit->is_budget)
      return new_value > limit->absolute;
   if (is_row && new_value == 0 && increase <= 0)
      return false;
   bool absolute = limit->has_absolute && increase > limit->absolute;
   if (!limit->has_relative || (is_row && old_value == 0))
      return absolute && !limit->skips_new;
   bool relative = exceeds_relative(limit->relative_percent, old_value, increase);
   return limit->needs_both ? absolute && relative : absolute || relative;
}

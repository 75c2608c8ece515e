/* an_metric.c -- events, and metrics that are computed from them.

   A formula is compiled to steps for a stack: operands first, then the
   operator.  A metric in a formula is replaced by its own steps, so the value
   of each is one loop, without calls, over at most STEPS_MAX steps and
   STACK_MAX values.  Formulas are compiled twice: first to count the steps
   and find errors, then to keep them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_metric.h"

#include "base/tk_array.h"
#include "base/an_decimal.h"
#include "base/an_fail.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL "an.metric"

enum {
   STEPS_MAX = 4096, /* of a formula; as metrics are written out in others,
                        few definitions can make many steps */
   STACK_MAX = 128,  /* values waiting for their operator */
   NESTING_MAX = 100, /* parentheses and minus signs around an operand */
};

typedef enum {
   STEP_NUMBER,
   STEP_EVENT,
   STEP_NEGATE,
   STEP_ADD,
   STEP_SUBTRACT,
   STEP_MULTIPLY,
   STEP_DIVIDE,
} opcode;

typedef struct {
   opcode op;
   size_t event;
   long double number;
} step;

/* What is known of the values of a formula. */
typedef struct {
   bool constant; /* a whole number without events in it */
   bool whole;    /* a sum of events by such numbers */
} kind;

struct an_metric {
   const char *name, *formula; /* behind the steps */
   const char *title;
   size_t event; /* if there are no steps */
   size_t n_steps;
   size_t stack; /* values that the steps need room for */
   kind kind;
   step steps[];
};

struct an_metrics {
   const tk_alloc *alloc;
   an_metric **metrics;
   size_t n, capacity;
};

/* ---- What is built in ---- */

/* The formula of CEst is made of its parts. */
static const char CYCLES[] = "CEst";

/* In the order in which formulas refer to one another.  A metric is there if
   all that its formula names is. */
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

/* The parts of CEst, and what each costs unless the user says otherwise. */
static const struct {
   const char *name, *weight;
} parts[N_PARTS] = {
   { "Ir", "1" }, { "L1m", "10" }, { "LLm", "100" }, { "Bm", "10" },
};

/* ---- Metrics ---- */

/* A metric without a value yet; NULL if memory ran out. */
static an_metric *new_metric(const tk_alloc *alloc, an_span name,
                             an_span formula, size_t n_steps)
{
   size_t name_B = an_span_length(name), formula_B = an_span_length(formula);
   size_t steps_B = n_steps * sizeof(step);
   an_metric *metric = tk_get(alloc, LABEL, sizeof *metric + steps_B + name_B
                                               + 1 + formula_B + 1);
   if (metric == NULL)
      return NULL;
   char *text = (char *)metric->steps + steps_B;
   *metric = (an_metric){
      .name = text, .formula = text + name_B + 1, .n_steps = n_steps
   };
   memcpy(text, name.at, name_B);
   text[name_B] = '\0';
   memcpy(text + name_B + 1, formula.at, formula_B);
   text[name_B + 1 + formula_B] = '\0';
   return metric;
}

/* Takes over the metric, or frees it if memory runs out. */
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

static an_status add_event(an_metrics *metrics, const char *name, size_t event)
{
   an_span text = an_span_of(name);
   an_metric *metric = new_metric(metrics->alloc, text, text, 0);
   if (metric == NULL)
      return AN_NO_MEMORY;
   metric->event = event;
   metric->stack = 1;
   metric->kind = (kind){ .whole = true };
   return add(metrics, metric);
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

static const an_metric *find(const an_metrics *metrics, an_span name)
{
   return an_metrics_find(metrics, name.at, an_span_length(name));
}

/* ---- Compiling ---- */

typedef struct {
   const an_metrics *metrics;
   an_span rest;    /* of the formula */
   step *steps;     /* where they go; NULL: they are counted only */
   size_t n_steps;
   size_t stack, stack_max;
   size_t nesting;
   const char *definition; /* for messages */
   an_error *error;        /* NULL: nobody wants to know */
} compiler;

/* Functions that compile return false after recording an error. */
static bool compile_sum(compiler *c, kind *result);

static bool fail_at(compiler *c, const char *at, const char *reason)
{
   if (c->error != NULL)
      an_fail(c->error, "metric \"%.*s\", character %zu: %s",
              an_fail_quoted_text(c->definition), c->definition,
              (size_t)(at - c->definition) + 1, reason);
   return false;
}

static bool fail_here(compiler *c, const char *reason)
{
   return fail_at(c, c->rest.at, reason);
}

static bool fail_unknown(compiler *c, an_span name)
{
   char reason[128];
   snprintf(reason, sizeof reason, "there is no event or metric \"%.*s\"",
            an_fail_quoted(name), name.at);
   return fail_at(c, name.at, reason);
}

/* Moves past the character if it is next, after any blanks. */
static bool take(compiler *c, const char *character)
{
   an_span_skip_blanks(&c->rest);
   return an_span_take_key(&c->rest, character);
}

/* A letter or "_", then also digits and "."; empty if there is none. */
static an_span take_name(an_span *rest)
{
   an_span name = { rest->at, rest->at };
   for (; name.end < rest->end; name.end++) {
      char c = *name.end;
      bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                    || c == '_';
      bool later = (c >= '0' && c <= '9') || c == '.';
      if (!letter && !(later && name.end > name.at))
         break;
   }
   rest->at = name.end;
   return name;
}

/* Adds n steps, which leave `pushed` more values, and `peak` more while they
   run. */
static bool emit(compiler *c, const step *steps, size_t n, int pushed,
                 size_t peak)
{
   if (n > STEPS_MAX - c->n_steps)
      return fail_here(c, "the formula is too long");
   if (c->stack + peak > STACK_MAX)
      return fail_here(c, "the formula is nested too deeply");
   if (c->steps != NULL)
      memcpy(c->steps + c->n_steps, steps, n * sizeof *steps);
   if (c->stack + peak > c->stack_max)
      c->stack_max = c->stack + peak;
   c->n_steps += n;
   c->stack += (size_t)pushed;
   return true;
}

static bool emit_operator(compiler *c, opcode op)
{
   return emit(c, &(step){ .op = op }, 1,
               op == STEP_NEGATE ? 0 : -1, 0);
}

static bool compile_number(compiler *c, long double number, kind *result)
{
   if (!isfinite(number))
      return fail_here(c, "the number is too large");
   /* Beyond 2^63 a fraction would be lost: no whole number is seen there. */
   bool constant = number < 0x1p63L && number == (long double)(int64_t)number;
   *result = (kind){ .constant = constant, .whole = number == 0 };
   return emit(c, &(step){ .op = STEP_NUMBER, .number = number }, 1, 1,
               1);
}

static bool compile_name(compiler *c, kind *result)
{
   an_span name = take_name(&c->rest);
   if (an_span_length(name) == 0)
      return fail_here(c, "expected a number, a name, \"-\" or \"(\"");
   const an_metric *metric = find(c->metrics, name);
   if (metric == NULL)
      return fail_unknown(c, name);
   *result = metric->kind;
   step event = { .op = STEP_EVENT, .event = metric->event };
   return an_metric_is_event(metric)
             ? emit(c, &event, 1, 1, 1)
             : emit(c, metric->steps, metric->n_steps, 1, metric->stack);
}

/* A number, a name, or a sum in parentheses; with minus signs before it. */
static bool compile_operand(compiler *c, kind *result)
{
   if (c->nesting == NESTING_MAX)
      return fail_here(c, "the formula is nested too deeply");
   c->nesting++;
   long double number;
   bool ok;
   if (take(c, "-"))
      ok = compile_operand(c, result) && emit_operator(c, STEP_NEGATE);
   else if (take(c, "("))
      ok = compile_sum(c, result)
           && (take(c, ")") || fail_here(c, "expected an operator or \")\""));
   else if (an_decimal_scan(&c->rest, &number))
      ok = compile_number(c, number, result);
   else
      ok = compile_name(c, result);
   c->nesting--;
   return ok;
}

static kind kind_of_product(kind a, kind b)
{
   return (kind){ .constant = a.constant && b.constant,
                  .whole = (a.whole && b.constant)
                           || (a.constant && b.whole) };
}

static bool compile_product(compiler *c, kind *result)
{
   if (!compile_operand(c, result))
      return false;
   for (;;) {
      bool divides = take(c, "/");
      if (!divides && !take(c, "*"))
         return true;
      kind right;
      if (!compile_operand(c, &right)
          || !emit_operator(c, divides ? STEP_DIVIDE : STEP_MULTIPLY))
         return false;
      *result = kind_of_product(*result, right);
      if (divides)
         *result = (kind){ .whole = false };
   }
}

static bool compile_sum(compiler *c, kind *result)
{
   if (!compile_product(c, result))
      return false;
   for (;;) {
      bool subtracts = take(c, "-");
      if (!subtracts && !take(c, "+"))
         return true;
      kind right;
      if (!compile_product(c, &right)
          || !emit_operator(c, subtracts ? STEP_SUBTRACT : STEP_ADD))
         return false;
      result->constant = result->constant && right.constant;
      result->whole = result->whole && right.whole;
   }
}

/* Compiles all of the formula. */
static bool compile(compiler *c, kind *result)
{
   if (!compile_sum(c, result))
      return false;
   return an_span_length(c->rest) == 0
          || fail_here(c, "expected an operator");
}

/* Adds the metric.  AN_OK, too, if the formula is wrong: *defined says which,
   and so does the error, if there is one.  `definition` holds the formula. */
static an_status define(an_metrics *metrics, an_span name, an_span formula,
                        const char *title, const char *definition,
                        an_error *error, bool *defined)
{
   compiler c = { .metrics = metrics, .rest = formula,
                  .definition = definition, .error = error };
   kind result;
   *defined = compile(&c, &result);
   if (!*defined)
      return AN_OK;
   an_metric *metric = new_metric(metrics->alloc, name, formula, c.n_steps);
   if (metric == NULL)
      return AN_NO_MEMORY;
   metric->title = title;
   metric->stack = c.stack_max;
   metric->kind = result;
   compiler again = { .metrics = metrics, .rest = formula,
                      .steps = metric->steps, .definition = definition };
   compile(&again, &result); /* cannot fail now */
   return add(metrics, metric);
}

static bool is_builtin(const an_metric *metric)
{
   return metric->title != NULL;
}

/* No other metric's steps lead to it: they are written out. */
static void replace_by_last(an_metrics *metrics, const an_metric *old)
{
   size_t i = 0;
   while (metrics->metrics[i] != old)
      i++;
   tk_put(metrics->alloc, metrics->metrics[i]);
   metrics->metrics[i] = metrics->metrics[--metrics->n];
}

/* ---- Weights ---- */

/* The texts of CEst's weights: a formula keeps them as they are. */
typedef struct {
   an_span weights[N_PARTS];
   bool given[N_PARTS];
} weighting;

/* Reads one "NAME=NUMBER". */
static bool read_weight(weighting *w, an_span text, an_error *error)
{
   int n = an_fail_quoted(text);
   an_span rest = text;
   an_span name = take_name(&rest);
   if (an_span_length(name) == 0 || !an_span_take_key(&rest, "="))
      return an_fail(error, "weight \"%.*s\": expected NAME=NUMBER", n,
                     text.at);
   an_span weight = rest;
   long double number;
   if (!an_decimal_scan(&rest, &number) || an_span_length(rest) > 0)
      return an_fail(error, "weight \"%.*s\": expected a decimal number after "
                            "\"=\"", n, text.at);
   if (!isfinite(number))
      return an_fail(error, "weight \"%.*s\": the number is too large", n,
                     text.at);
   size_t i = 0;
   while (i < N_PARTS && !an_span_is(name, parts[i].name))
      i++;
   if (i == N_PARTS)
      return an_fail(error, "weight \"%.*s\": only Ir, L1m, LLm and Bm have "
                            "weights", n, text.at);
   if (w->given[i])
      return an_fail(error, "weight \"%.*s\": %s is given twice", n, text.at,
                     parts[i].name);
   w->weights[i] = weight;
   w->given[i] = true;
   return true;
}

static bool read_weights(weighting *w, const char *text, an_error *error)
{
   *w = (weighting){ .given = { false } };
   for (size_t i = 0; i < N_PARTS; i++)
      w->weights[i] = an_span_of(parts[i].weight);
   for (const char *at = text; at != NULL;) {
      const char *end = at + strcspn(at, ",");
      if (!read_weight(w, (an_span){ at, end }, error))
         return false;
      at = *end == '\0' ? NULL : end + 1;
   }
   return true;
}

enum { TERM_ROOM_B = 16 }; /* for " + ", " * " and a name */

/* Writes a term of CEst, "10 * L1m", or "Ir" for "1 * Ir". */
static char *put_term(char *at, an_span weight, const char *name)
{
   if (!an_span_is(weight, "1"))
      at += sprintf(at, "%.*s * ", (int)an_span_length(weight), weight.at);
   return at + sprintf(at, "%s", name);
}

/* Writes the formula of CEst; an empty one if the profile has too few of its
   parts.  `to` has room for all weights and TERM_ROOM_B for each. */
static void put_cycles(char *to, const an_metrics *metrics, const weighting *w)
{
   char *at = to;
   size_t n = 0;
   for (size_t i = 0; i < N_PARTS; i++) {
      if (find(metrics, an_span_of(parts[i].name)) == NULL) {
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

/* ---- The built-in metrics ---- */

static an_status add_builtin(an_metrics *metrics, size_t i,
                             const char *formula)
{
   bool defined; /* or not: if the profile has not all that it names */
   return define(metrics, an_span_of(builtins[i].name), an_span_of(formula),
                 builtins[i].title, formula, NULL, &defined);
}

static an_status add_cycles(an_metrics *metrics, size_t i, const weighting *w)
{
   size_t room_B = 1;
   for (size_t k = 0; k < N_PARTS; k++)
      room_B += an_span_length(w->weights[k]) + TERM_ROOM_B;
   char *formula = tk_get(metrics->alloc, LABEL, room_B);
   if (formula == NULL)
      return AN_NO_MEMORY;
   put_cycles(formula, metrics, w);
   an_status status = add_builtin(metrics, i, formula);
   tk_put(metrics->alloc, formula);
   return status;
}

static an_status add_all(an_metrics *metrics, const an_profile *profile,
                         const weighting *w)
{
   an_status status = AN_OK;
   size_t n_events = an_profile_n_events(profile);
   for (size_t i = 0; i < n_events && status == AN_OK; i++)
      status = add_event(metrics, an_profile_event(profile, i), i);
   for (size_t i = 0; i < N_BUILTINS && status == AN_OK; i++) {
      if (find(metrics, an_span_of(builtins[i].name)) != NULL)
         continue; /* an event */
      status = builtins[i].name == CYCLES
                  ? add_cycles(metrics, i, w)
                  : add_builtin(metrics, i, builtins[i].formula);
   }
   return status;
}

/* ---- All ---- */

an_metrics *an_metrics_new(const tk_alloc *alloc, const an_profile *profile,
                           const char *weights, an_error *error)
{
   weighting w;
   if (!read_weights(&w, weights, error))
      return NULL;
   an_metrics *metrics = tk_get(alloc, LABEL, sizeof *metrics);
   if (metrics == NULL) {
      an_fail_no_memory(error);
      return NULL;
   }
   *metrics = (an_metrics){ .alloc = alloc };
   if (add_all(metrics, profile, &w) != AN_OK) {
      an_fail_no_memory(error);
      an_metrics_free(metrics);
      return NULL;
   }
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

/* The span without blanks around it. */
static an_span trimmed(const char *at, const char *end)
{
   an_span span = { at, end };
   an_span_skip_blanks(&span);
   while (span.end > span.at && an_span_is_break(span, span.end - 1))
      span.end--;
   return span;
}

bool an_metrics_define(an_metrics *metrics, const char *definition,
                       an_error *error)
{
   int n = an_fail_quoted_text(definition);
   const char *equals = strchr(definition, '=');
   if (equals == NULL)
      return an_fail(error, "metric \"%.*s\": expected NAME=FORMULA", n,
                     definition);
   an_span name = trimmed(definition, equals), rest = name;
   an_span formula = trimmed(equals + 1, definition + strlen(definition));
   if (an_span_length(take_name(&rest)) == 0 || an_span_length(rest) > 0)
      return an_fail(error, "metric \"%.*s\": a name is a letter or \"_\", "
                            "then letters, digits, \"_\" and \".\"", n,
                     definition);
   const an_metric *same = find(metrics, name);
   if (same != NULL && !is_builtin(same))
      return an_fail(error, "metric \"%.*s\": the name %.*s is taken", n,
                     definition, an_fail_quoted(name), name.at);
   bool defined;
   if (define(metrics, name, formula, NULL, definition, error, &defined)
       != AN_OK)
      return an_fail_no_memory(error);
   if (defined && same != NULL)
      replace_by_last(metrics, same);
   return defined;
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
   return metric->formula;
}

const char *an_metric_title(const an_metric *metric)
{
   return metric->title;
}

bool an_metric_is_event(const an_metric *metric)
{
   return metric->n_steps == 0;
}

bool an_metric_is_whole(const an_metric *metric)
{
   return metric->kind.whole;
}

static long double operate(opcode op, long double left,
                           long double right)
{
   switch (op) {
   case STEP_ADD:
      return left + right;
   case STEP_SUBTRACT:
      return left - right;
   case STEP_MULTIPLY:
      return left * right;
   default:
      return right == 0 ? NAN : left / right;
   }
}

static long double run(const an_metric *metric, const int64_t *counts)
{
   long double stack[STACK_MAX], *top = stack; /* past the last value */
   for (size_t i = 0; i < metric->n_steps; i++) {
      const step *s = &metric->steps[i];
      switch (s->op) {
      case STEP_NUMBER:
         *top++ = s->number;
         break;
      case STEP_EVENT:
         *top++ = (long double)counts[s->event];
         break;
      case STEP_NEGATE:
         top[-1] = -top[-1];
         break;
      default:
         top--;
         top[-1] = operate(s->op, top[-1], top[0]);
      }
   }
   return stack[0];
}

long double an_metric_value(const an_metric *metric, const int64_t *counts)
{
   if (an_metric_is_event(metric))
      return (long double)counts[metric->event];
   long double value = run(metric, counts);
   if (!isfinite(value))
      return NAN;
   return value == 0 ? 0 : value; /* without a sign */
}

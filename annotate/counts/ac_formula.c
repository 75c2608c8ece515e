/* ac_formula.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_formula.h"

#include "base/an_span.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
   STEPS_MAX = 4096,  /* of a formula; a few formulas that name each other can
                         make many */
   STACK_MAX = 128,   /* values that wait for their operator */
   NESTING_MAX = 100, /* parentheses and minus signs around an operand */
};

/* ---- Compiling ---- */

typedef struct {
   const ac_formula_text *text;
   an_span rest;   /* of the formula */
   ac_step *steps; /* NULL: only count them */
   size_t n_steps;
   size_t stack, stack_max;
   size_t nesting;
   an_error *error; /* or NULL */
} compiler;

/* Functions that compile return false after recording an error.  `result` gets
   is_constant and is_whole only. */
static bool compile_sum(compiler *c, ac_formula *result);

static bool fail_at(compiler *c, const char *at, const char *reason)
{
   const char *definition = c->text->definition;
   if (c->error != NULL)
      an_fail(c->error, "metric \"%.*s\", character %zu: %s",
              an_fail_quoted_text(definition), definition, (size_t)(at - definition) + 1,
              reason);
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
static bool take_character(compiler *c, const char *character)
{
   an_span_skip_blanks(&c->rest);
   return an_span_take_key(&c->rest, character);
}

an_span ac_formula_take_name(an_span *rest)
{
   an_span name = { rest->at, rest->at };
   for (; name.end < rest->end; name.end++) {
      char c = *name.end;
      bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      bool later = (c >= '0' && c <= '9') || c == '.';
      if (!letter && !(later && name.end > name.at))
         break;
   }
   rest->at = name.end;
   return name;
}

/* Adds n steps, which leave `pushed` more values on the stack, and `peak` more
   while they run. */
static bool emit_steps(compiler *c, const ac_step *steps, size_t n, int pushed,
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

static bool emit_operator(compiler *c, ac_opcode op)
{
   int pushed = op == AC_STEP_NEGATE ? 0 : -1;
   return emit_steps(c, &(ac_step){ .op = op }, 1, pushed, 0);
}

static bool compile_number(compiler *c, long double number, ac_formula *result)
{
   if (!isfinite(number))
      return fail_here(c, "the number is too large");
   /* From 2^63 on, numbers are not checked for being whole. */
   result->is_constant = number < 0x1p63L && number == (long double)(int64_t)number;
   result->is_whole = number == 0;
   ac_step step = { .op = AC_STEP_NUMBER, .number = number };
   return emit_steps(c, &step, 1, 1, 1);
}

static bool compile_name(compiler *c, ac_formula *result)
{
   an_span name = ac_formula_take_name(&c->rest);
   if (an_span_length(name) == 0)
      return fail_here(c, "expected a number, a name, \"-\" or \"(\"");
   const ac_formula *named = c->text->find(c->text->context, name);
   if (named == NULL)
      return fail_unknown(c, name);
   *result = *named;
   return emit_steps(c, named->steps, named->n_steps, 1, named->stack);
}

/* A number, a name, or a sum in parentheses; with minus signs before it. */
static bool compile_operand(compiler *c, ac_formula *result)
{
   if (c->nesting == NESTING_MAX)
      return fail_here(c, "the formula is nested too deeply");
   c->nesting++;
   long double number;
   bool ok;
   if (take_character(c, "-"))
      ok = compile_operand(c, result) && emit_operator(c, AC_STEP_NEGATE);
   else if (take_character(c, "("))
      ok = compile_sum(c, result)
           && (take_character(c, ")") || fail_here(c, "expected an operator or \")\""));
   else if (an_span_take_number(&c->rest, &number))
      ok = compile_number(c, number, result);
   else
      ok = compile_name(c, result);
   c->nesting--;
   return ok;
}

static void multiply_kinds(ac_formula *a, const ac_formula *b)
{
   a->is_whole = (a->is_whole && b->is_constant) || (a->is_constant && b->is_whole);
   a->is_constant = a->is_constant && b->is_constant;
}

static bool compile_product(compiler *c, ac_formula *result)
{
   if (!compile_operand(c, result))
      return false;
   for (;;) {
      bool divides = take_character(c, "/");
      if (!divides && !take_character(c, "*"))
         return true;
      ac_formula right;
      if (!compile_operand(c, &right)
          || !emit_operator(c, divides ? AC_STEP_DIVIDE : AC_STEP_MULTIPLY))
         return false;
      multiply_kinds(result, &right);
      if (divides)
         result->is_whole = result->is_constant = false;
   }
}

static bool compile_sum(compiler *c, ac_formula *result)
{
   if (!compile_product(c, result))
      return false;
   for (;;) {
      bool subtracts = take_character(c, "-");
      if (!subtracts && !take_character(c, "+"))
         return true;
      ac_formula right;
      if (!compile_product(c, &right)
          || !emit_operator(c, subtracts ? AC_STEP_SUBTRACT : AC_STEP_ADD))
         return false;
      result->is_constant = result->is_constant && right.is_constant;
      result->is_whole = result->is_whole && right.is_whole;
   }
}

/* ---- Terms ---- */

/* Multiplies terms from the first on. */
static bool scale_terms(ac_formula *f, size_t first, long double factor)
{
   bool overflow = fabsl(factor) >= 0x1p62L;
   for (size_t i = first; i < f->n_terms && !overflow; i++)
      overflow = __builtin_mul_overflow(f->terms[i].weight, (int64_t)factor,
                                        &f->terms[i].weight);
   return !overflow;
}

/* Finds the terms of a whole formula; none if there are too many.  A value on the stack
   is the sum of the terms from its first one on, and of a constant. */
static void find_terms(ac_formula *f)
{
   struct {
      size_t first;
      long double constant;
   } stack[STACK_MAX], *top = stack;
   bool ok = true;
   for (size_t i = 0; i < f->n_steps && ok; i++) {
      const ac_step *s = &f->steps[i];
      switch (s->op) {
      case AC_STEP_NUMBER:
      case AC_STEP_EVENT:
         top->first = f->n_terms;
         top++->constant = s->op == AC_STEP_NUMBER ? s->number : 0;
         if (s->op == AC_STEP_EVENT && (ok = f->n_terms < AC_TERMS_MAX))
            f->terms[f->n_terms++] = (ac_term){ s->event, 1 };
         break;
      case AC_STEP_NEGATE:
         ok = scale_terms(f, top[-1].first, -1);
         top[-1].constant *= -1;
         break;
      case AC_STEP_MULTIPLY: /* one of them has no terms */
         top--;
         ok = scale_terms(f, top[-1].first,
                          top->first < f->n_terms ? top[-1].constant : top->constant);
         top[-1].constant *= top->constant;
         break;
      default: /* a sum: what is whole is not divided */
         top--;
         if (s->op == AC_STEP_SUBTRACT) {
            ok = scale_terms(f, top->first, -1);
            top->constant *= -1;
         }
         top[-1].constant += top->constant;
      }
   }
   if (!ok)
      f->n_terms = 0;
}

bool ac_formula_compile(ac_formula *formula, ac_step *steps, const ac_formula_text *text,
                        an_error *error)
{
   compiler c = { .text = text, .rest = text->formula, .steps = steps, .error = error };
   ac_formula result;
   if (!compile_sum(&c, &result))
      return false;
   if (an_span_length(c.rest) > 0)
      return fail_here(&c, "expected an operator");
   *formula = (ac_formula){
      .steps = steps,
      .n_steps = c.n_steps,
      .stack = c.stack_max,
      .is_constant = result.is_constant,
      .is_whole = result.is_whole,
   };
   if (steps != NULL && result.is_whole)
      find_terms(formula);
   return true;
}

ac_formula ac_formula_of_event(ac_step *step, size_t event)
{
   *step = (ac_step){ .op = AC_STEP_EVENT, .event = event };
   return (ac_formula){ .steps = step, .n_steps = 1, .stack = 1, .is_whole = true };
}

/* ---- Values ---- */

static long double apply_operator(ac_opcode op, long double left, long double right)
{
   switch (op) {
   case AC_STEP_ADD: return left + right;
   case AC_STEP_SUBTRACT: return left - right;
   case AC_STEP_MULTIPLY: return left * right;
   default: return right == 0 ? NAN : left / right;
   }
}

static long double run_steps(const ac_formula *formula, const int64_t *counts)
{
   long double stack[STACK_MAX], *top = stack; /* past the last value */
   for (size_t i = 0; i < formula->n_steps; i++) {
      const ac_step *s = &formula->steps[i];
      switch (s->op) {
      case AC_STEP_NUMBER: *top++ = s->number; break;
      case AC_STEP_EVENT: *top++ = (long double)counts[s->event]; break;
      case AC_STEP_NEGATE: top[-1] = -top[-1]; break;
      default: top--; top[-1] = apply_operator(s->op, top[-1], top[0]);
      }
   }
   return stack[0];
}

/* False if the value is no sum of weighted events, or does not fit.  Leaving at once is
   faster than to note it: nearly none does. */
static bool add_terms(const ac_formula *formula, const int64_t *counts, int64_t *sum)
{
   *sum = 0;
   for (size_t i = 0; i < formula->n_terms; i++) {
      const ac_term *term = &formula->terms[i];
      int64_t product;
      if (__builtin_mul_overflow(counts[term->event], term->weight, &product)
          || __builtin_add_overflow(*sum, product, sum))
         return false;
   }
   return formula->n_terms > 0;
}

long double ac_formula_value(const ac_formula *formula, const int64_t *counts)
{
   int64_t sum;
   if (add_terms(formula, counts, &sum))
      return sum;
   long double value = run_steps(formula, counts);
   return !isfinite(value) ? NAN : value == 0 ? 0 : value; /* not -0 */
}

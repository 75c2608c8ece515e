/* an_formula.h -- arithmetic with the counts of a row.

   A formula is compiled to steps for a stack: operands first, then the
   operator.  Formulas that it names are written out, so its value is one loop
   without calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FORMULA_H
#define AN_FORMULA_H

#include "base/an_error.h"
#include "base/an_span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum an_opcode {
   AN_STEP_NUMBER,
   AN_STEP_EVENT,
   AN_STEP_NEGATE,
   AN_STEP_ADD,
   AN_STEP_SUBTRACT,
   AN_STEP_MULTIPLY,
   AN_STEP_DIVIDE,
} an_opcode;

typedef struct an_step {
   an_opcode op;
   size_t event;       /* AN_STEP_EVENT: its index in a row */
   long double number; /* AN_STEP_NUMBER */
} an_step;

typedef struct an_formula {
   const an_step *steps; /* borrowed */
   size_t n_steps;
   size_t stack;     /* values that the steps need room for */
   bool is_constant; /* a whole number, computed without events */
   bool is_whole;    /* a sum of events, each times such a number */
} an_formula;

/* What is compiled. */
typedef struct an_formula_text {
   an_span formula;
   const char *definition; /* for messages; holds the formula */
   /* The formula that a name stands for, or NULL. */
   const an_formula *(*find)(const void *context, an_span name);
   const void *context;
} an_formula_text;

/* Compiles the text to `steps`, or only counts them if `steps` is NULL.
   False after an error in the text, which is recorded unless `error` is
   NULL. */
bool an_formula_compile(an_formula *formula, an_step *steps,
                        const an_formula_text *text, an_error *error);

/* The formula of an event; fills its one step. */
an_formula an_formula_of_event(an_step *step, size_t event);

/* NAN where it divides by 0, or where the value is beyond a long double; not
   infinite, not -0. */
long double an_formula_value(const an_formula *formula, const int64_t *counts);

/* Takes a name: a letter or "_", then letters, digits, "_" and ".".  Empty if
   there is none. */
an_span an_formula_take_name(an_span *rest);

#endif

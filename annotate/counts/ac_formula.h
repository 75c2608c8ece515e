/* ac_formula.h -- arithmetic with the counts of a row.

   A formula is compiled to steps for a stack: operands first, then the
   operator.  Formulas that it names are written out, so its value is one loop
   without calls.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ac_opcode {
   AC_STEP_NUMBER,
   AC_STEP_EVENT,
   AC_STEP_NEGATE,
   AC_STEP_ADD,
   AC_STEP_SUBTRACT,
   AC_STEP_MULTIPLY,
   AC_STEP_DIVIDE,
} ac_opcode;

typedef struct ac_step {
   ac_opcode op;
   size_t event;       /* AC_STEP_EVENT: its index in a row */
   long double number; /* AC_STEP_NUMBER */
} ac_step;

/* An event's count, times a number. */
typedef struct ac_term {
   size_t event;
   int64_t weight;
} ac_term;

enum { AC_TERMS_MAX = 16 };

typedef struct ac_formula {
   const ac_step *steps; /* borrowed */
   size_t n_steps;
   size_t stack;     /* values that the steps need room for */
   bool is_constant; /* a whole number, computed without events */
   bool is_whole;    /* a sum of events, each times such a number */
   /* That sum, if it is one and has no more terms: it is asked for of each line. */
   ac_term terms[AC_TERMS_MAX];
   size_t n_terms; /* 0: by the steps */
} ac_formula;

/* What is compiled. */
typedef struct ac_formula_text {
   an_span formula;
   const char *definition; /* for messages; holds the formula */
   /* The formula that a name stands for, or NULL. */
   const ac_formula *(*find)(const void *context, an_span name);
   const void *context;
} ac_formula_text;

/* Compiles the text to `steps`, or only counts them if `steps` is NULL.
   False after an error in the text, which is recorded unless `error` is
   NULL. */
bool ac_formula_compile(ac_formula *formula, ac_step *steps, const ac_formula_text *text,
                        an_error *error);

/* The formula of an event; fills its one step. */
ac_formula ac_formula_of_event(ac_step *step, size_t event);

/* NAN where it divides by 0, or where the value is beyond a long double; not
   infinite, not -0. */
long double ac_formula_value(const ac_formula *formula, const int64_t *counts);

/* Takes a name: a letter or "_", then letters, digits, "_" and ".".  Empty if
   there is none. */
an_span ac_formula_take_name(an_span *rest);

/* ac_costly.h -- where a program's cycles go: places of its own source, as a list that
   adds up; pure.

   A place is a line (ac_own_lines.h) with all that it runs, or several of one function
   that are alike: those that one finding is mostly about, or that execute or wait near
   each other, as in a loop, without one.

   Compilers charge to a brace, and to the line that begins a function, what nobody wrote
   there: prologues and epilogues, destructors, frames of coroutines.  That is added to a
   statement of the function: of a destructor, to the one that makes such an object; of
   constructors that nobody wrote, which have the line of the type, to their caller; else
   to one that calls the function again or suspends it, if there is one; else to the
   costliest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_findings.h"

typedef struct ac_costly_place {
   const ac_own_line *line;   /* the costliest of them */
   size_t n_lines;            /* without braces and heads of functions, */
   size_t n_rows;             /* and with them */
   tk_event_group part;       /* of its cycles, the largest */
   long double cycles, gain;  /* the gain is no more than the cycles */
   bool is_most;              /* it is an upper bound */
   const ac_finding *finding; /* that gains most there; NULL: no cure is known */
   const ac_finding *also;    /* the next one; NULL: none */
   long double also_gain;
   const ac_idiom *perhaps; /* of its line, as in ac_findings */
} ac_costly_place;

typedef struct ac_costly {
   ac_costly_place *of; /* most cycles first */
   size_t n;
   size_t *home;        /* of each of the lines: the statement that it is charged to */
   long double all;     /* cycles of the program */
   long double outside; /* those of no line of its source */
} ac_costly;

typedef struct ac_costly_source {
   const ac_profile *profile;
   const ac_own_lines *own;
   const ac_findings *findings;
   const ac_metric *cycles;  /* CEst; or what stands for it where there is none */
   const char *const *texts; /* the source of each of the lines; NULL: not known */
} ac_costly_source;

/* Of a line's own share of the program, what a place needs at least. */
#define AC_COSTLY_LEAST 0.001L

/* All are borrowed.  Lines below AC_COSTLY_LEAST are no places. */
void ac_costly_open(ac_costly *costly, const tk_alloc *alloc,
                    const ac_costly_source *source);

/* Whether people wrote no statement there: the text, without blanks before it, is braces,
   or begins the function. */
bool ac_costly_is_brace(const char *text);
bool ac_costly_is_head(const char *text, const char *function);

/* Whether it begins the type that the function constructs or destroys. */
bool ac_costly_is_type(const char *text, const char *function);

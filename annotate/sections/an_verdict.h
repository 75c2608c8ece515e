/* an_verdict.h -- the rows of a report's first screen: what to fix, where, why and how,
   and what that would gain, in two lines each; and what to type next.

      10.7 KiB  leaked  plan (plan.c:9), in palloc
    of the end  never freed: free it, unless it is still in use

   A cure that has no room behind the reason has a line of its own: "-> free it".

   Texts can come from outside: they are printed as an_text.h does.  Write errors are left
   to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdio.h>

typedef struct an_verdict_row {
   const char *amount; /* what a cure gains: "31.2%" */
   const char *of;     /* below it, of what: "of the peak"; NULL: of the run */
   const char *kind;   /* "stride" */
   const char *place;
   const char *reason, *cure;
   size_t kind_columns; /* of the longest kind of the list */
} an_verdict_row;

/* The line over the rows: `amount` names their first column. */
void an_verdict_print_head(FILE *out, const char *amount);

/* How many lines the row has in at most `width` columns, 0: any number. */
size_t an_verdict_lines(size_t width, const an_verdict_row *row);

/* The row; what is wider than that is cut at its end. */
void an_verdict_print(FILE *out, size_t width, const an_verdict_row *row);

/* The columns that a place can have in such a row; SIZE_MAX: any number. */
size_t an_verdict_place_room(size_t width, size_t kind_columns);

/* "one page for a browser    hp_annotate --html=a.html a.out": the command begins in one
   column in all lines.  A file that does not fit `width` columns is "FILE". */
void an_verdict_print_next(FILE *out, size_t width, const char *what, const char *command,
                           const char *options, const char *file);

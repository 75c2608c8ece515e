/* an_match.h -- the functions of two profiles, matched by names.

   A function is a step of a call path (an_step.h).  An inlined function often has
   another name than the same function in a symbol table has: "parse" instead of
   "json::Parser::parse(char const*)"; and parameters and template arguments change.  So
   names are compared in forms that say less and less (an_bare.h).  For each form, names
   of one file that became equal are a group.  A group is one function if both profiles
   have names that the other does not have, or if only one function can be meant.
   Functions that a profile knows as different ones stay apart.

   Then a whole name that each profile has once is one function, whatever its file: it
   moved, its file has a new name, or one profile does not know it.  What libraries have
   inlined into it does not count.  Of a name that several functions have, each follows
   the others of its file.  So is the code without symbols of the one executable that
   each profile has and the other lacks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>

/* Bits: which profiles have something. */
enum { AN_OF_OLD = 1, AN_OF_NEW = 2 };

typedef struct an_match an_match;

/* No names yet. */
an_match *an_match_new(const tk_alloc *alloc);

/* The number of a name of a side, which is added if it is new.  Code without a symbol,
   "0x10c96f in libfoo.so", is one unknown function of its object.  `file` and `object`
   may be NULL or "???": unknown.  Texts are borrowed. */
uint32_t an_match_add(an_match *match, unsigned side, const char *function,
                      const char *file, const char *object);

/* Joins the names; once, after all are added. */
void an_match_join(an_match *match);

/* The number of the function that a number is of: that of one of its names. */
uint32_t an_match_of(const an_match *match, uint32_t number);

/* The number of what debug information leaves of the name: its last part, without
   arguments.  Only when joined. */
uint32_t an_match_bare(const an_match *match, uint32_t number);

/* How many names there are: numbers are below this. */
size_t an_match_n(const an_match *match);

/* What makes a name one (an_step_key), in *key_B bytes. */
const char *an_match_key(const an_match *match, uint32_t number, size_t *key_B);

/* A function, by its own number: by the name that says most; of equal ones, NEW's. */
typedef struct an_matched {
   const char *name;          /* AN_UNKNOWN: unknown */
   const char *file, *object; /* NULL: unknown */
   unsigned sides;            /* that have it under any name */
} an_matched;

an_matched an_match_at(const an_match *match, uint32_t function);

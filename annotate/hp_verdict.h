/* hp_verdict.h -- what a frame of a site's path says of the type of its blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_VERDICT_H
#define HP_VERDICT_H

#include "an_source.h"
#include "hp_code.h"

typedef enum hp_verdict_kind {
   HP_SAYS_NOTHING, /* memory of any type */
   HP_SAYS_BYTES,   /* characters, as which memory of any type is taken, too */
   HP_SAYS_UNKNOWN, /* a type that is not found */
   HP_SAYS_OTHER,   /* no struct; or what cannot be true */
   HP_SAYS_TYPE,
} hp_verdict_kind;

/* What a frame, a call in it, or one hint of that says. */
typedef struct hp_verdict {
   hp_verdict_kind kind;
   Dwarf_Die named, type; /* as written; the struct itself */
   bool is_many;  /* blocks may have several */
   bool has_more; /* something may follow it */
   bool is_sized; /* it is the size that says it */
   bool stays;    /* it is not for the caller of the function */
} hp_verdict;

/* A line of source. */
typedef struct hp_line {
   const char *file; /* NULL: not known */
   uint32_t number;  /* 0: not known */
} hp_line;

/* What the function says, in which a call, on that line, of `callee` has allocated
   the site's blocks; NULL: of a function of the language's library.  A type that
   is told fits all of them.  *goes_on: nothing is said, but the function's caller
   may know, for it returns memory of any type. */
hp_verdict hp_verdict_of(const hp_function *function, const hp_site *site,
                         const hp_line *line, const char *callee,
                         const tk_alloc *alloc, const an_source_places *places,
                         bool *goes_on);

#endif

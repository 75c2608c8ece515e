/* ty_evidence.h -- what a frame of a site's path says of the type of its blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_EVIDENCE_H
#define TY_EVIDENCE_H

#include "base/an_source.h"
#include "types/ty_code.h"
#include "types/ty_type.h"

typedef enum ty_evidence_kind {
   TY_SAYS_NOTHING, /* memory of any type */
   TY_SAYS_BYTES,   /* characters, as which memory of any type is taken, too */
   TY_SAYS_UNKNOWN, /* a type that is not found */
   TY_SAYS_OTHER,   /* no struct; or what cannot be true */
   TY_SAYS_TYPE,
} ty_evidence_kind;

/* What a frame, a call in it, or one hint of that says. */
typedef struct ty_evidence {
   ty_evidence_kind kind;
   Dwarf_Die named, type; /* as written; the struct itself */
   bool is_many;  /* blocks may have several */
   bool has_more; /* something may follow it */
   bool is_sized; /* it is the size that says it */
   bool stays;    /* it is not for the caller of the function */
} ty_evidence;

/* A line of source. */
typedef struct ty_line {
   const char *file; /* NULL: not known */
   uint32_t number;  /* 0: not known */
} ty_line;

/* What the function says, in which a call, on that line, of `callee` has allocated
   the site's blocks; NULL: of a function of the language's library.  A type that
   is told fits all of them.  *goes_on: nothing is said, but the function's caller
   may know, for it returns memory of any type. */
ty_evidence ty_evidence_of(const ty_function *function, const ty_blocks *blocks,
                         const ty_line *line, const char *callee,
                         const tk_alloc *alloc, const an_source_places *places,
                         bool *goes_on);

#endif

/* ty_evidence.h -- what a frame of a call path says about the type of its blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "types/ty_code.h"
#include "types/ty_types.h"

typedef enum ty_evidence_kind {
   TY_SAYS_NOTHING, /* memory of any type */
   TY_SAYS_BYTES,   /* characters, which can stand for memory of any type */
   TY_SAYS_UNKNOWN, /* a type that was not found */
   TY_SAYS_OTHER,   /* not a struct; or a contradiction */
   TY_SAYS_TYPE,
} ty_evidence_kind;

/* What a frame, a call in it, or one hint about the call says. */
typedef struct ty_evidence {
   ty_evidence_kind kind;
   Dwarf_Die named, type; /* as written; the struct itself */
   bool is_many;          /* a block can have several */
   bool has_more;         /* the block can be larger */
   bool is_sized;         /* the size says so */
   bool stays;            /* the block is not for the function's caller */
} ty_evidence;

/* A line of source. */
typedef struct ty_line {
   const char *file; /* NULL: unknown */
   uint32_t number;  /* 0: unknown */
} ty_line;

/* What the function says about the blocks, which its call of `callee` on that line
   allocated; NULL: a function of the language's library.  A type fits all the
   blocks.  *goes_on: the function says nothing, but returns memory of any type,
   so its caller can know. */
ty_evidence ty_evidence_of(const ty_function *function, const ty_blocks *blocks,
                           const ty_line *line, const char *callee, const tk_alloc *alloc,
                           const an_source_places *places, bool *goes_on);

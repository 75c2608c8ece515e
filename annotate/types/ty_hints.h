/* ty_hints.h -- what a statement that allocates says about the block's type;
   pure.

      struct node *n = xcalloc(1, sizeof *n);

   says that n points to the block, that the declared type points to it, and that
   its size is that of *n.  Debug info says what these names mean (ty_dwarf.h).

   Types are written without qualifiers and with few blanks: "struct node",
   "node_t*", "ns::list<int>*".  Expressions are written as a list of operations:
   * follows a pointer, .NAME takes a member, & takes an address.  "n*" is *n or
   n[3], "a*.b*.c" is a->b[i].c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "types/ty_hints_text.h"

typedef enum ty_hint_kind {
   TY_HINT_SIZED,    /* sizeof's operand: an expression or a type */
   TY_HINT_TYPE,     /* the type of the block */
   TY_HINT_ARGUMENT, /* a name: the type of the block, or anything else */
   TY_HINT_CAST,     /* the type of a pointer to the block */
   TY_HINT_POINTER,  /* an expression that points to the block */
   TY_HINT_RETURN,   /* the function returns a pointer to it; no text */
} ty_hint_kind;

enum { TY_HINTS_MAX = 12 };

typedef struct ty_hint {
   ty_hint_kind kind;
   char text[TY_HINT_TEXT_B];
} ty_hint;

/* What is said about one call. */
typedef struct ty_hints {
   ty_hint hints[TY_HINTS_MAX];
   size_t n;
   bool is_many;  /* the block can have several of them */
   bool has_more; /* something is added to the size */
} ty_hints;

/* What is said about each call on the statement's line that can be the allocating
   one; returns how many there are, at most `max`.  `callee` is the called
   function; NULL: one whose name says that it allocates. */
size_t ty_hints_find(const ty_statement *statement, const char *callee, ty_hints *calls,
                     size_t max);

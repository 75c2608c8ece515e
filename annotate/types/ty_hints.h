/* ty_hints.h -- what a statement that allocates says of the type of the block;
   pure.

      struct node *n = xcalloc(1, sizeof *n);

   says that n points to the block, that the type which is declared there does,
   and that its size is that of *n.  What these names mean is for the debug info to
   tell (ty_dwarf.h).

   Types are written without qualifiers and with as few blanks as can be: "struct
   node", "node_t*", "ns::list<int>*".  Expressions are written as their operations
   one after the other, * to follow a pointer and .NAME to take a member: "n*" is
   *n or n[3], "a*.b*.c" is a->b[i].c; & is there, too.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_HINTS_H
#define TY_HINTS_H

#include "types/ty_hints_text.h"

typedef enum ty_hint_kind {
   TY_HINT_SIZED,    /* sizeof: an expression or a type, that of the block */
   TY_HINT_TYPE,     /* the type of the block */
   TY_HINT_ARGUMENT, /* a name that may be the type of the block, or anything */
   TY_HINT_CAST,     /* a type: that of a pointer to the block */
   TY_HINT_POINTER,  /* an expression: points to the block */
   TY_HINT_RETURN,   /* what the function returns points to it; no text */
} ty_hint_kind;

enum { TY_HINTS_MAX = 12 };

typedef struct ty_hint {
   ty_hint_kind kind;
   char text[TY_HINT_TEXT_B];
} ty_hint;

/* What is said of one call. */
typedef struct ty_hints {
   ty_hint hints[TY_HINTS_MAX];
   size_t n;
   bool is_many;  /* a multiple of the size may be asked for */
   bool has_more; /* something is added to the size */
} ty_hints;

/* The calls that stand on the statement's line and may be the one that
   allocates, and what is said of each; there may be none.  `callee` is the
   function that is called, or NULL: one that allocates by its name.  How many, at
   most `max`. */
size_t ty_hints_find(const ty_statement *statement, const char *callee,
                     ty_hints *calls, size_t max);

#endif

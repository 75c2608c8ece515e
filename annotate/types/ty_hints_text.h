/* ty_hints_text.h -- types, expressions and names in the tokens of a statement,
   written as ty_hints.h says; pure.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_HINTS_TEXT_H
#define TY_HINTS_TEXT_H

#include "types/ty_statement.h"

enum { TY_HINT_TEXT_B = 120 }; /* room for each text */

/* Tokens of a statement: from `first` up to, but not including, `end`. */
typedef struct ty_range {
   const ty_statement *statement;
   size_t first, end;
} ty_range;

/* A position that no token has. */
#define TY_NOWHERE ((size_t)-1)

/* Whether the i-th token of the statement is `text`. */
bool ty_hints_at(const ty_statement *statement, size_t i, const char *text);

/* The bracket that matches the one at i: for ( [ { or < the closing one, for
   ) ] } or > the opening one.  TY_NOWHERE if there is none. */
size_t ty_hints_close(const ty_statement *statement, size_t i);
size_t ty_hints_open(const ty_statement *statement, size_t i);

/* A word of the language, which cannot name a variable, function or type. */
bool ty_hints_is_keyword(const ty_token *token);

/* Writes the whole range as a type or as an expression.  False if it is neither,
   or too long. */
bool ty_hints_type(ty_range range, char *text);
bool ty_hints_expression(ty_range range, char *text);

/* How source names a function of a profile: "alloc" for
   "a::pool<int>::alloc(unsigned long)".  False if source uses no name for it, as
   for operators and NULL. */
bool ty_hints_callee(const char *function, char callee[TY_HINT_TEXT_B]);

#endif

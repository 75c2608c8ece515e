/* ty_hints_private.h -- types and expressions in tokens, as ty_hints.h writes
   them.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_HINTS_PRIVATE_H
#define TY_HINTS_PRIVATE_H

#include "types/ty_hints.h"

/* Tokens of a statement: from `first` up to, but not including, `end`. */
typedef struct ty_range {
   const ty_statement *statement;
   size_t first, end;
} ty_range;

/* A position that no token has. */
#define TY_NOWHERE ((size_t)-1)

/* Is it that token, of the statement? */
bool ty_hints_at(const ty_statement *statement, size_t i, const char *text);

/* The bracket that matches the one at i, one of ( [ { < forwards or ) ] } >
   backwards; TY_NOWHERE if there is none. */
size_t ty_hints_close(const ty_statement *statement, size_t i);
size_t ty_hints_open(const ty_statement *statement, size_t i);

/* A word of the language that no variable, function or type is called. */
bool ty_hints_is_keyword(const ty_token *token);

/* Writes all of the range as a type or as an expression; false if it is none, or
   too long. */
bool ty_hints_type(ty_range range, char *text);
bool ty_hints_expression(ty_range range, char *text);

#endif

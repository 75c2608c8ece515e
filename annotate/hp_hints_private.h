/* hp_hints_private.h -- types and expressions in tokens, as hp_hints.h writes
   them.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_HINTS_PRIVATE_H
#define HP_HINTS_PRIVATE_H

#include "hp_hints.h"

/* Tokens of a statement: from `first` up to, but not including, `end`. */
typedef struct hp_range {
   const hp_statement *statement;
   size_t first, end;
} hp_range;

/* A position that no token has. */
#define HP_NOWHERE ((size_t)-1)

/* Is it that token, of the statement? */
bool hp_hints_at(const hp_statement *statement, size_t i, const char *text);

/* The bracket that matches the one at i, one of ( [ { < forwards or ) ] } >
   backwards; HP_NOWHERE if there is none. */
size_t hp_hints_close(const hp_statement *statement, size_t i);
size_t hp_hints_open(const hp_statement *statement, size_t i);

/* A word of the language that no variable, function or type is called. */
bool hp_hints_is_keyword(const hp_token *token);

/* Writes all of the range as a type or as an expression; false if it is none, or
   too long. */
bool hp_hints_type(hp_range range, char *text);
bool hp_hints_expression(hp_range range, char *text);

#endif

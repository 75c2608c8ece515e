/* ty_statement.h -- the statement around a line of source, as tokens; pure.

   For C, C++ and languages with the same tokens.  Without a preprocessor: its
   lines are skipped, and macros are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_STATEMENT_H
#define TY_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

enum {
   TY_STATEMENT_MAX = 400, /* tokens */
   TY_STATEMENT_LINES = 12, /* to read before and after the line */
};

typedef struct ty_token {
   const char *at; /* in the source */
   size_t length;
   bool is_name;   /* an identifier or a keyword */
   bool on_line;   /* it is on the requested line */
} ty_token;

typedef struct ty_statement {
   ty_token tokens[TY_STATEMENT_MAX];
   size_t n;
} ty_statement;

/* The tokens after the last ; { or } before the line, up to the first of them after
   it.  `text` has some lines of source; the requested one begins at `line`.  False
   if the line has no tokens, or the statement too many. */
bool ty_statement_find(ty_statement *statement, const char *text, size_t length,
                       const char *line);

bool ty_token_is(const ty_token *token, const char *text);

#endif

/* ty_statement.h -- the statement that a line of source is in, as tokens; pure.

   Of C, C++ and what is written like them.  No preprocessor is run: its lines are
   passed over, and macros are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TY_STATEMENT_H
#define TY_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

enum {
   TY_STATEMENT_MAX = 400, /* tokens */
   TY_STATEMENT_LINES = 12, /* to look at before and after the line */
};

typedef struct ty_token {
   const char *at; /* in the source */
   size_t length;
   bool is_name;   /* an identifier or a keyword */
   bool on_line;   /* stands on the line that was asked for */
} ty_token;

typedef struct ty_statement {
   ty_token tokens[TY_STATEMENT_MAX];
   size_t n;
} ty_statement;

/* The tokens from after the last of ; { } before the line to the first of them
   after it.  `text` is some lines of source, of which the one in question begins
   at `line`.  False if there is nothing on it, or too much. */
bool ty_statement_find(ty_statement *statement, const char *text, size_t length,
                       const char *line);

bool ty_token_is(const ty_token *token, const char *text);

#endif

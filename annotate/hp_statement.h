/* hp_statement.h -- the statement that a line of source is in, as tokens; pure.

   Of C, C++ and what is written like them.  No preprocessor is run: its lines are
   passed over, and macros are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_STATEMENT_H
#define HP_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>

enum {
   HP_STATEMENT_MAX = 400, /* tokens */
   HP_STATEMENT_LINES = 12, /* to look at before and after the line */
};

typedef struct hp_token {
   const char *at; /* in the source */
   size_t length;
   bool is_name;   /* an identifier or a keyword */
   bool on_line;   /* stands on the line that was asked for */
} hp_token;

typedef struct hp_statement {
   hp_token tokens[HP_STATEMENT_MAX];
   size_t n;
} hp_statement;

/* The tokens from after the last of ; { } before the line to the first of them
   after it.  `text` is some lines of source, of which the one in question begins
   at `line`.  False if there is nothing on it, or too much. */
bool hp_statement_find(hp_statement *statement, const char *text, size_t length,
                       const char *line);

bool hp_token_is(const hp_token *token, const char *text);

#endif

/* ty_hints_text.h -- the statement around a line of source, as tokens; and the types,
   expressions and names in it, written as ty_hints.h says; pure.

   For C, C++ and languages with the same tokens.  Without a preprocessor: its
   lines are skipped, and macros are names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
   TY_STATEMENT_MAX = 400,  /* tokens */
   TY_STATEMENT_LINES = 12, /* to read before and after the line */
};

typedef struct ty_token {
   const char *at; /* in the source */
   size_t length;
   bool is_name; /* an identifier or a keyword */
   bool on_line; /* it is on the requested line */
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

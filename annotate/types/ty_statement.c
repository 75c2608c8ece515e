/* ty_statement.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif

#include "types/ty_statement.h"

#include <ctype.h>
#include <string.h>

typedef struct {
   const char *at, *end;
   bool at_line_start; /* nothing but blanks before it on the line */
} scanner;

bool ty_token_is(const ty_token *token, const char *text)
{
   return token->length == strlen(text)
          && memcmp(token->at, text, token->length) == 0;
}

/* ---- Between tokens ---- */

/* To the end of the line; a backslash continues it. */
static void skip_line(scanner *s)
{
   while (s->at < s->end && *s->at != '\n') {
      if (*s->at == '\\' && s->end - s->at > 1)
         s->at++;
      s->at++;
   }
}

static void skip_comment(scanner *s)
{
   const char *end
      = memmem(s->at + 2, (size_t)(s->end - s->at - 2), "*/", 2);
   s->at = end == NULL ? s->end : end + 2;
}

/* Moves to the next token; false at the end. */
static bool skip_to_token(scanner *s)
{
   while (s->at < s->end) {
      bool has_next = s->end - s->at > 1;
      if (*s->at == '\n') {
         s->at_line_start = true;
         s->at++;
      } else if (isspace((unsigned char)*s->at) || *s->at == '\\') {
         s->at++;
      } else if ((*s->at == '#' && s->at_line_start)
                 || (has_next && memcmp(s->at, "//", 2) == 0)) {
         skip_line(s);
      } else if (has_next && memcmp(s->at, "/*", 2) == 0) {
         skip_comment(s);
      } else {
         return true;
      }
   }
   return false;
}

/* ---- Tokens ---- */

static bool is_of_name(char c)
{
   return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* A string or character; it ends at the end of the line at the latest. */
static size_t length_of_quoted(const scanner *s)
{
   const char *at = s->at + 1;
   while (at < s->end && *at != *s->at && *at != '\n')
      at += *at == '\\' && s->end - at > 1 ? 2 : 1;
   return (size_t)(at - s->at) + (at < s->end && *at == *s->at);
}

/* ">>" is two tokens, since it can close two templates. */
static size_t length_of_operator(const scanner *s)
{
   static const char *const operators[] = {
      "->", "::", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=",
      "*=", "/=", "%=", "|=", "&=", "^=",
   };
   for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
      if (s->end - s->at > 1 && memcmp(s->at, operators[i], 2) == 0)
         return 2;
   return 1;
}

static ty_token take_token(scanner *s)
{
   ty_token token = { .at = s->at };
   if (is_of_name(*s->at)) {
      while (s->at + token.length < s->end
             && is_of_name(s->at[token.length]))
         token.length++;
      token.is_name = !isdigit((unsigned char)*s->at);
   } else if (*s->at == '"' || *s->at == '\'') {
      token.length = length_of_quoted(s);
   } else {
      token.length = length_of_operator(s);
   }
   s->at += token.length;
   s->at_line_start = false;
   return token;
}

/* ---- The statement ---- */

static bool is_boundary(const ty_token *token)
{
   return token->length == 1 && strchr(";{}", *token->at) != NULL;
}

bool ty_statement_find(ty_statement *statement, const char *text, size_t length,
                       const char *line)
{
   scanner s = { text, text + length, true };
   const char *line_end
      = memchr(line, '\n', (size_t)(s.end - line));
   if (line_end == NULL)
      line_end = s.end;
   bool has_line = false;
   statement->n = 0;
   while (skip_to_token(&s)) {
      ty_token token = take_token(&s);
      token.on_line = token.at >= line && token.at < line_end;
      has_line = has_line || token.on_line;
      if (is_boundary(&token)) {
         if (token.at < line)
            statement->n = 0;
         else if (token.at >= line_end)
            break;
      }
      if (statement->n == TY_STATEMENT_MAX)
         return false;
      if (!is_boundary(&token) || token.on_line)
         statement->tokens[statement->n++] = token;
   }
   return has_line;
}

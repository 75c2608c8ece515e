/* ty_hints_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_hints_text.h"

#include <ctype.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct {
   const char *at, *end;
   bool at_line_start; /* nothing but blanks before it on the line */
} scanner;

bool ty_token_is(const ty_token *token, const char *text)
{
   return token->length == strlen(text) && memcmp(token->at, text, token->length) == 0;
}

/* ---- Between tokens ---- */

/* Skips to the end of the line; a backslash continues it. */
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
   const char *end = memmem(s->at + 2, (size_t)(s->end - s->at - 2), "*/", 2);
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
      "->", "::", "==", "!=", "<=", ">=", "&&", "||", "++",
      "--", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=",
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
      while (s->at + token.length < s->end && is_of_name(s->at[token.length]))
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
   const char *line_end = memchr(line, '\n', (size_t)(s.end - line));
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

/* ---- Finding tokens ---- */

bool ty_hints_at(const ty_statement *s, size_t i, const char *text)
{
   return i < s->n && ty_token_is(&s->tokens[i], text);
}

static bool is_any(const ty_token *token, const char *const *texts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (ty_token_is(token, texts[i]))
         return true;
   return false;
}

bool ty_hints_is_keyword(const ty_token *token)
{
   static const char *const keywords[] = {
      "return",        "if",
      "else",          "while",
      "for",           "do",
      "switch",        "case",
      "default",       "goto",
      "sizeof",        "new",
      "delete",        "throw",
      "operator",      "catch",
      "typeof",        "__typeof__",
      "decltype",      "alignof",
      "_Alignof",      "co_return",
      "co_await",      "co_yield",
      "static_assert", "_Static_assert",
   };
   return is_any(token, keywords, COUNT(keywords));
}

static const char opening[] = "([{<", closing[] = ")]}>";

/* The index of the token in `which`, a list of brackets; -1: none of them. */
static int bracket_index(const ty_token *token, const char *which)
{
   const char *found = token->length == 1 ? strchr(which, *token->at) : NULL;
   return found == NULL ? -1 : (int)(found - which);
}

/* Whether a template's arguments can have the token; else < is a comparison. */
static bool may_be_in_template(const ty_token *token)
{
   return token->is_name || strchr("<>,*&:0123456789", *token->at) != NULL;
}

/* The bracket that matches the one at i: one of `from` and its partner in `to`;
   the search goes forward, or backward if step is -1. */
static size_t match_bracket(const ty_statement *s, size_t i, const char *from,
                            const char *to, size_t step)
{
   int kind = i < s->n ? bracket_index(&s->tokens[i], from) : -1;
   size_t depth = 0;
   for (; kind >= 0 && i < s->n; i += step) { /* below 0 it wraps */
      if (opening[kind] == '<' && !may_be_in_template(&s->tokens[i]))
         return TY_NOWHERE;
      if (bracket_index(&s->tokens[i], from) == kind)
         depth++;
      else if (bracket_index(&s->tokens[i], to) == kind && --depth == 0)
         return i;
   }
   return TY_NOWHERE;
}

size_t ty_hints_close(const ty_statement *s, size_t i)
{
   return match_bracket(s, i, opening, closing, 1);
}

size_t ty_hints_open(const ty_statement *s, size_t i)
{
   return match_bracket(s, i, closing, opening, (size_t)-1);
}

/* ---- Writing ---- */

typedef struct {
   const ty_statement *s;
   size_t at, end;
   char *text;
   size_t used;
} writer;

static bool put_bytes(writer *w, const char *bytes, size_t n)
{
   if (n >= TY_HINT_TEXT_B - w->used)
      return false;
   memcpy(w->text + w->used, bytes, n);
   w->used += n;
   w->text[w->used] = '\0';
   return true;
}

static bool put_token(writer *w)
{
   const ty_token *token = &w->s->tokens[w->at++];
   return put_bytes(w, token->at, token->length);
}

static bool next_is(const writer *w, const char *text)
{
   return w->at < w->end && ty_hints_at(w->s, w->at, text);
}

static bool next_is_name(const writer *w)
{
   return w->at < w->end && w->s->tokens[w->at].is_name
          && !ty_hints_is_keyword(&w->s->tokens[w->at]);
}

/* ---- Types ---- */

static bool is_qualifier(const ty_token *token)
{
   static const char *const qualifiers[] = {
      "const",        "volatile", "restrict",      "__restrict", "static",
      "register",     "extern",   "typename",      "_Atomic",    "constexpr",
      "thread_local", "__thread", "_Thread_local", "inline",     "mutable",
   };
   return is_any(token, qualifiers, COUNT(qualifiers));
}

/* Words after which the type goes on. */
static bool is_tag_word(const ty_token *token)
{
   static const char *const words[] = { "struct", "union", "class", "enum" };
   return is_any(token, words, COUNT(words));
}

static bool is_number_word(const ty_token *token)
{
   static const char *const words[] = { "unsigned", "signed", "long", "short" };
   return is_any(token, words, COUNT(words));
}

static void skip_qualifiers(writer *w)
{
   while (w->at < w->end && is_qualifier(&w->s->tokens[w->at]))
      w->at++;
}

/* "<int, a::b*>", with a blank only after each comma, as compilers write it. */
static bool put_template(writer *w)
{
   size_t close = ty_hints_close(w->s, w->at);
   if (close == TY_NOWHERE || close >= w->end)
      return false;
   bool was_name = false;
   while (w->at <= close) {
      const ty_token *token = &w->s->tokens[w->at];
      if (was_name && token->is_name && !put_bytes(w, " ", 1))
         return false;
      was_name = token->is_name;
      bool is_comma = ty_token_is(token, ",");
      if (!put_token(w) || (is_comma && !put_bytes(w, " ", 1)))
         return false;
   }
   return true;
}

/* "::a::b<int>::c". */
static bool put_qualified(writer *w)
{
   if (next_is(w, "::"))
      w->at++;
   for (;;) {
      if (!next_is_name(w) || !put_token(w))
         return false;
      if (next_is(w, "<") && !put_template(w))
         return false;
      if (!next_is(w, "::"))
         return true;
      if (!put_token(w))
         return false;
   }
}

static bool put_words(writer *w)
{
   skip_qualifiers(w);
   for (;;) {
      bool is_number = next_is_name(w) && is_number_word(&w->s->tokens[w->at]);
      if (!is_number && !(next_is_name(w) && is_tag_word(&w->s->tokens[w->at])))
         break;
      if (!put_token(w))
         return false;
      skip_qualifiers(w);
      if (!next_is_name(w))
         return is_number; /* "long" by itself */
      if (!put_bytes(w, " ", 1))
         return false;
   }
   return put_qualified(w);
}

bool ty_hints_type(ty_range range, char *text)
{
   writer w = { range.statement, range.first, range.end, text, 0 };
   if (!put_words(&w))
      return false;
   for (skip_qualifiers(&w); next_is(&w, "*"); skip_qualifiers(&w))
      if (!put_token(&w))
         return false;
   return w.at == w.end;
}

/* ---- Expressions ---- */

static bool put_unary(writer *w);

static bool put_primary(writer *w)
{
   if (!next_is(w, "(")) {
      bool is_global = next_is(w, "::");
      w->at += is_global;
      while (next_is_name(w)) {
         if (!put_token(w))
            return false;
         if (!next_is(w, "::"))
            return true;
         if (!put_token(w))
            return false;
      }
      return false;
   }
   w->at++;
   if (!put_unary(w) || !next_is(w, ")"))
      return false;
   w->at++;
   return true;
}

static bool put_postfix(writer *w)
{
   if (!put_primary(w))
      return false;
   for (;;) {
      if (next_is(w, "[")) {
         size_t close = ty_hints_close(w->s, w->at);
         if (close == TY_NOWHERE || close >= w->end || !put_bytes(w, "*", 1))
            return false;
         w->at = close + 1;
      } else if (next_is(w, "->") || next_is(w, ".")) {
         bool follows = next_is(w, "->");
         w->at++;
         if ((follows && !put_bytes(w, "*", 1)) || !put_bytes(w, ".", 1)
             || !next_is_name(w) || !put_token(w))
            return false;
      } else {
         return true;
      }
   }
}

static bool put_unary(writer *w)
{
   const char *operation = next_is(w, "*") ? "*" : next_is(w, "&") ? "&" : NULL;
   if (operation == NULL)
      return put_postfix(w);
   w->at++;
   return put_unary(w) && put_bytes(w, operation, 1);
}

bool ty_hints_expression(ty_range range, char *text)
{
   writer w = { range.statement, range.first, range.end, text, 0 };
   return put_unary(&w) && w.at == w.end;
}

/* ---- Names in profiles ---- */

bool ty_hints_callee(const char *function, char callee[TY_HINT_TEXT_B])
{
   const char *start = function, *at = function;
   size_t depth = 0;
   if (function == NULL || strstr(function, "operator") != NULL)
      return false;
   for (; *at != '\0'; at++) {
      if (*at == '<')
         depth++;
      else if (*at == '>')
         depth -= depth > 0;
      else if (depth == 0 && strncmp(at, "(anonymous", 10) == 0)
         at += strcspn(at, ")");
      else if (depth == 0 && (*at == '(' || *at == '.'))
         break; /* parameters; a clone of gcc's */
      else if (depth == 0 && (*at == ':' || *at == ' '))
         start = at + 1;
      if (*at == '\0')
         return false;
   }
   size_t length = strcspn(start, "<(.");
   if (length == 0 || length >= TY_HINT_TEXT_B)
      return false;
   memcpy(callee, start, length);
   callee[length] = '\0';
   return true;
}

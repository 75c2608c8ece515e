/* an_bare.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_bare.h"

#include "base/an_said.h"

#include <ctype.h>
#include <string.h>

typedef struct {
   const char *at; /* in the name */
   char *to;
   bool keep_arguments;
   an_bare bare;
} bare_state;

static void put_text(bare_state *s, const char *text, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (text[i] != ' ')
         s->to[s->bare.length_B++] = text[i];
}

static void begin_component(bare_state *s)
{
   s->bare.last = s->bare.length_B;
}

/* The text before was a return type. */
static void start_again(bare_state *s)
{
   s->bare = (an_bare){ .length_B = 0 };
}

static bool is_next(const char *at, const char *text)
{
   return strncmp(at, text, strlen(text)) == 0;
}

/* Past the bracket that closes the one at `at`, or at the end of the name. */
static const char *after_group(const char *at)
{
   size_t depth = 0;
   for (; *at != '\0'; at++) {
      if (strchr("<([{", *at) != NULL)
         depth++;
      else if (strchr(")]}", *at) != NULL || (*at == '>' && at[-1] != '-'))
         if (--depth == 0)
            return at + 1;
   }
   return at;
}

/* "operator+", "operator()", "operator new[]", "operator bool"; false: it is none. */
static bool put_operator(bare_state *s)
{
   if (s->bare.length_B > s->bare.last || !is_next(s->at, "operator"))
      return false;
   const char *end = an_said_after_operator(s->at, s->at + strlen(s->at));
   bool is_operator = end > s->at;
   put_text(s, s->at, (size_t)(end - s->at));
   s->at = end;
   return is_operator;
}

/* Whether the n bytes are a word in brackets, such as Rust's "<str>". */
static bool is_word(const char *at, size_t n)
{
   size_t length = 1;
   while (at[length] == '_' || isalnum((unsigned char)at[length]))
      length++;
   return length > 1 && length + 1 == n;
}

/* A component in brackets; compilers write lambdas as "{lambda(int)#1}",
   "<lambda(int)>", "(lambda at a.cc:3:9)" and "$_0". */
static void put_unnamed(bare_state *s)
{
   const char *end = after_group(s->at);
   if (*s->at == '$')
      end = s->at + 2 + strspn(s->at + 2, "0123456789");
   size_t n = (size_t)(end - s->at), n_most = n < 2 ? n : 2;
   if (is_next(s->at, "(anonymous "))
      put_text(s, "()", n_most);
   else if (is_next(s->at + 1, "lambda") || *s->at == '{' || *s->at == '$')
      put_text(s, "{}", n_most);
   else if (*s->at == '(' || s->keep_arguments || is_word(s->at, n))
      put_text(s, s->at, n);
   else
      put_text(s, "<>", n_most);
   s->at = end;
}

/* Parameters, unless they are those of a function in the scope, as in
   "f(int)::{lambda()#1}::operator()() const", or in D "f(int).g()".  False at the end of
   the name. */
static bool skip_parameters(bare_state *s)
{
   s->at = after_group(s->at);
   const char *after = s->at + (is_next(s->at, " const") ? 6 : 0);
   if (is_next(after, "::") || *after == '.') {
      s->at = after;
      return true;
   }
   s->bare.has_parameters = *s->at != ' ' || after > s->at || is_next(s->at, " volatile")
                            || is_next(s->at, " &") || is_next(s->at, " [");
   return !s->bare.has_parameters;
}

static void skip_brackets(bare_state *s)
{
   const char *end = after_group(s->at);
   if (*s->at == '{' || (*s->at == '<' && s->keep_arguments))
      put_text(s, s->at, (size_t)(end - s->at));
   s->at = end;
}

/* In D "!(int, char)" are template arguments; in Go ".(*T)" is a type. */
static bool put_dotted(bare_state *s)
{
   bool are_arguments = is_next(s->at, "!(");
   if (!are_arguments && !is_next(s->at, ".("))
      return false;
   const char *end = after_group(s->at + 1);
   if (!are_arguments || s->keep_arguments)
      put_text(s, s->at, (size_t)(end - s->at));
   s->at = end;
   return true;
}

an_bare an_bare_name(const char *name, bool keep_arguments, char *to)
{
   bare_state s = { .at = name, .to = to, .keep_arguments = keep_arguments };
   while (*s.at != '\0') {
      bool is_first = s.bare.length_B == s.bare.last;
      if (put_operator(&s)) {
         continue;
      } else if (is_next(s.at, "::")) {
         put_text(&s, "::", 2);
         begin_component(&s);
         s.at += 2;
      } else if (is_first && (strchr("<({", *s.at) || is_next(s.at, "$_"))) {
         put_unnamed(&s);
      } else if (put_dotted(&s)) {
         continue;
      } else if (*s.at == '(') {
         if (!skip_parameters(&s))
            break;
      } else if (strchr("<[{", *s.at) != NULL) {
         skip_brackets(&s);
      } else if (*s.at == ' ') {
         start_again(&s);
         s.at++;
      } else {
         put_text(&s, s.at++, 1);
      }
   }
   to[s.bare.length_B] = '\0';
   return s.bare;
}

bool an_bare_knows_scope(const char *text, an_bare bare)
{
   return (bare.last > 0 || bare.has_parameters)
          && memmem(text, bare.last, "{}", 2) == NULL;
}

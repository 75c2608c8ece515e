/* an_type_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "base/an_type_name.h"

#include "base/an_alloc.h"
#include "base/an_short.h"
#include "base/an_span.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
   ARGUMENTS_MOST = 16,
   DEPTH_MOST = 32, /* what is nested deeper is written as it is */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* "std::pair<int, char>::first": what is before the arguments, they, and what is behind
   their bracket. */
typedef struct {
   an_span head, rest;
   an_span arguments[ARGUMENTS_MOST];
   size_t n;
} template;

/* ---- Parsing ---- */

/* Where the text is split: at a comma, or the bracket that ends the arguments; NULL if
   there is none. */
static const char *end_of_argument(const char *at, const char *end)
{
   size_t depth = 0;
   for (const char *from = at; at < end; at++) {
      bool is_arrow = *at == '>' && at > from && at[-1] == '-';
      if (depth == 0 && (*at == ',' || (*at == '>' && !is_arrow)))
         return at;
      if (strchr("<([{", *at) != NULL)
         depth++;
      else if (strchr(">)]}", *at) != NULL && !is_arrow && depth > 0)
         depth--;
   }
   return NULL;
}

/* The first template of the text.  False: there is none, or it has many arguments. */
static bool parse_template(an_span text, template *of)
{
   const char *open = text.at;
   while (open < text.end
          && (*open != '<' || open == text.at
              || (!isalnum((unsigned char)open[-1]) && open[-1] != '_')))
      open++;
   if (open == text.end)
      return false;
   of->head = (an_span){ text.at, open };
   of->n = 0;
   for (const char *at = open + 1, *end;; at = end + 1) {
      end = end_of_argument(at, text.end);
      if (end == NULL || of->n == ARGUMENTS_MOST)
         return false;
      of->arguments[of->n++] = tk_span_trimmed((an_span){ at, end });
      if (*end == '>') {
         of->rest = (an_span){ end + 1, text.end };
         return true;
      }
   }
}

/* ---- Names of the standard library ---- */

/* Compilers' libraries put what they have into namespaces of versions. */
static an_span without_version(an_span head)
{
   static const char *const versions[] = { "std::__cxx11::", "std::__1::", "std::" };
   for (size_t i = 0; i < COUNT(versions); i++)
      if (an_span_take_key(&head, versions[i]))
         return head;
   return (an_span){ head.at, head.at };
}

static bool is_default(an_span argument)
{
   static const char *const defaults[] = { "allocator", "less",        "hash",
                                           "equal_to",  "char_traits", "default_delete" };
   template of;
   if (!parse_template(argument, &of))
      return false;
   an_span name = without_version(of.head);
   for (size_t i = 0; i < COUNT(defaults); i++)
      if (an_span_is(name, defaults[i]))
         return true;
   return false;
}

static void leave_out_defaults(template *of)
{
   while (of->n > 1 && is_default(of->arguments[of->n - 1]))
      of->n--;
}

/* The type that is in a block of the library's alone, behind counts. */
static bool is_around_value(an_span head)
{
   static const char *const names[] = {
      "std::_Sp_counted_ptr_inplace", "std::__1::__shared_ptr_emplace",
      "alloc::sync::ArcInner",        "alloc::rc::RcBox",
      "alloc::rc::RcInner",
   };
   for (size_t i = 0; i < COUNT(names); i++)
      if (an_span_is(head, names[i]))
         return true;
   return false;
}

/* What a node is of: of pairs, or of values. */
typedef struct {
   const char *node, *of_pairs, *of_values;
} container;

static const container *container_of(an_span head)
{
   static const container containers[] = {
      { "std::_Rb_tree_node", "map", "set" },
      { "std::__detail::_Hash_node", "unordered_map", "unordered_set" },
      { "std::_List_node", NULL, "list" },
      { "std::_Fwd_list_node", NULL, "forward_list" },
      { "std::__1::__tree_node", "map", "set" },
      { "std::__1::__hash_node", "unordered_map", "unordered_set" },
      { "std::__1::__list_node", NULL, "list" },
      { "std::__1::__forward_list_node", NULL, "forward_list" },
   };
   for (size_t i = 0; i < COUNT(containers); i++)
      if (an_span_is(head, containers[i].node))
         return &containers[i];
   return NULL;
}

/* Whether the value of a node is a pair of a key, which is constant, and a value; *of has
   both then. */
static bool is_pair(an_span value, template *of)
{
   if (!parse_template(value, of) || of->n != 2)
      return false;
   if (an_span_is(of->head, "std::__1::__value_type")
       || an_span_is(of->head, "std::__1::__hash_value_type"))
      return true;
   an_span *key = &of->arguments[0];
   if (!an_span_is(without_version(of->head), "pair"))
      return false;
   if (an_span_take_key(key, "const "))
      return true;
   if (an_span_length(*key) < 6 || memcmp(key->end - 6, " const", 6) != 0)
      return false;
   key->end -= 6;
   return true;
}

/* ---- Writing ---- */

typedef struct {
   FILE *out;
   size_t most;  /* arguments that are nested deeper are "..." */
   size_t depth; /* of the arguments that are written */
} writer;

static void write_type(writer *w, an_span text);

static void write_plain(writer *w, an_span text)
{
   fwrite(text.at, 1, an_span_length(text), w->out);
}

static void write_head(writer *w, an_span head)
{
   an_span name = without_version(head);
   if (an_span_length(name) > 0) {
      fputs("std::", w->out);
      head = name;
   }
   write_plain(w, head);
}

static void write_arguments(writer *w, const template *of)
{
   if (w->depth == w->most) {
      fputs("<...>", w->out);
      return;
   }
   w->depth++;
   for (size_t i = 0; i < of->n; i++) {
      fputs(i == 0 ? "<" : ", ", w->out);
      write_type(w, of->arguments[i]);
   }
   w->depth--;
   putc('>', w->out);
}

static void write_node(writer *w, const container *node, an_span value)
{
   template pair;
   bool is_of_pairs = node->of_pairs != NULL && is_pair(value, &pair);
   fprintf(w->out, "node of %s", is_of_pairs ? node->of_pairs : node->of_values);
   if (!is_of_pairs)
      pair = (template){ .arguments = { value }, .n = 1 };
   write_arguments(w, &pair);
}

static bool write_string(writer *w, const template *of)
{
   if (of->n != 1 || !an_span_is(without_version(of->head), "basic_string"))
      return false;
   if (an_span_is(of->arguments[0], "char"))
      fputs("std::string", w->out);
   else if (an_span_is(of->arguments[0], "wchar_t"))
      fputs("std::wstring", w->out);
   else
      return false;
   return true;
}

static void write_template(writer *w, template *of)
{
   const container *node = container_of(of->head);
   leave_out_defaults(of);
   if (node != NULL) {
      write_node(w, node, of->arguments[0]);
   } else if (!write_string(w, of)) {
      write_head(w, of->head);
      write_arguments(w, of);
   }
}

static void write_type(writer *w, an_span text)
{
   template of;
   size_t n = 0;
   while (parse_template(text, &of) && is_around_value(of.head))
      text = of.arguments[0];
   if (an_span_take_key(&text, "const "))
      fputs("const ", w->out);
   while (n++ < ARGUMENTS_MOST && w->depth < DEPTH_MOST && parse_template(text, &of)) {
      write_template(w, &of);
      text = of.rest;
   }
   write_head(w, text);
}

/* The whole name with arguments nested so deep. */
static char *name_to_depth(const char *name, size_t depth)
{
   char *text = NULL;
   size_t size_B;
   writer w = { .out = an_memstream(&text, &size_B), .most = depth };
   write_type(&w, an_span_of(name));
   an_memstream_close(w.out);
   return text;
}

char *an_type_name(const char *name, size_t n_most)
{
   char *text = name_to_depth(name, DEPTH_MOST);
   for (size_t depth = 3; depth > 0 && an_short_shown_B(text) > n_most; depth--) {
      free(text);
      text = name_to_depth(name, depth);
   }
   char *shorter = an_short_name(text, n_most);
   free(text);
   return shorter;
}

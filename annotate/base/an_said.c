/* an_said.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_said.h"

#include "base/an_alloc.h"
#include "base/an_span.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
   PARTS_MOST = 32,     /* of a path "a::b<c>::d" */
   ARGUMENTS_MOST = 32, /* of a template; the last is all that are left */
   DEPTH_MOST = 32,     /* of arguments in arguments */
   BRACKETS_MOST = 64,  /* in each other */
   OF_FUNCTIONS = 9,    /* the first rows of insides */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- What people say for what ---- */

/* Templates of the library, and what they are of: their argument of this number.  If that
   is a pair with a constant key, it is a map's value; a row without a map says it whole.
   The rest, from _Rb_tree_node on, is said of types of blocks only; an empty text is the
   value's own. */
static const struct inside {
   const char *names, *map, *set;
   unsigned value;
   const char *tail;
} insides[] = {
   { "_Rb_tree", "std::map", "std::set", 1, "" },
   { "_Rb_tree_iterator", "std::map", "std::set", 0, "::iterator" },
   { "_Rb_tree_const_iterator", "std::map", "std::set", 0, "::const_iterator" },
   { "_Hashtable _Map_base", "std::unordered_map", "std::unordered_set", 1, "" },
   { "_Vector_base", NULL, "std::vector", 0, "" },
   { "__normal_iterator", NULL, "", 1, "::iterator" },
   { "__tree", "std::map", "std::set", 0, "" },
   { "__hash_table", "std::unordered_map", "std::unordered_set", 0, "" },
   { "__shared_ptr", NULL, "std::shared_ptr", 0, "" },
   { "_Rb_tree_node __tree_node", "node of map", "node of set", 0, "" },
   { "_Hash_node __hash_node", "node of unordered_map", "node of unordered_set", 0, "" },
   { "_List_node __list_node", NULL, "node of list", 0, "" },
   { "_Fwd_list_node __forward_list_node", NULL, "node of forward_list", 0, "" },
   { "_Sp_counted_ptr_inplace __shared_ptr_emplace ArcInner RcBox RcInner", NULL, "", 0,
     "" },
};

/* Parts of paths: namespaces of versions, and those within libraries. */
static const char unsaid[] = "__cxx11 __1 _V2 __gnu_cxx __ops __detail";

/* Rust's std, core and alloc have these modules, and types with capitals in them. */
static const char rust_modules[] =
   "alloc any array ascii backtrace borrow boxed cell char clone cmp collections convert"
   " default env error ffi fmt fs future hash hint io iter map marker mem num ops option"
   " os panic panicking path pin process ptr raw raw_vec rc result rt set slice str"
   " string sync sys task thread time vec wtf8";

/* ---- Parsing ---- */

/* One of a::b<c>::d. */
typedef struct {
   an_span name;
   an_span arguments; /* what is between the brackets; .at is NULL: it has none */
} part;

typedef struct {
   part parts[PARTS_MOST];
   size_t n;
} path;

typedef struct {
   an_span of[ARGUMENTS_MOST];
   size_t n;
} arguments;

static bool is_word(const char *at)
{
   return isalnum((unsigned char)*at) || strchr("_$~.", *at) != NULL || (*at & 0x80);
}

static bool is_next(const char *at, const char *end, const char *text)
{
   return an_span_take_key(&(an_span){ at, end }, text);
}

const char *an_said_after_operator(const char *at, const char *end)
{
   an_span rest = { at, end };
   if (at == end || *at != 'o' || !an_span_take_key(&rest, "operator") || rest.at == end
       || (*rest.at != ' ' && is_word(rest.at)))
      return at;
   if (an_span_take_key(&rest, "()") || an_span_take_key(&rest, "[]"))
      return rest.at;
   size_t n = strspn(rest.at, *rest.at == '<'   ? "<=>"
                              : *rest.at == '>' ? ">="
                              : *rest.at == '-' ? "->*="
                                                : "+*/%^&|~!=,\"");
   if (n == 0)
      n = strcspn(rest.at, "(");
   rest.at += n < an_span_length(rest) ? n : an_span_length(rest);
   return rest.at + is_next(rest.at, end, " <"); /* "operator< <int>" */
}

/* Whether a bracket or "operator" can begin here; most of a long name is neither. */
static bool can_matter(char c)
{
   switch (c) {
   case '<':
   case '>':
   case '(':
   case ')':
   case '[':
   case ']':
   case '{':
   case '}':
   case 'o': return true;
   default: return false;
   }
}

/* Past the bracket that closes the one at `at`; NULL: none does. */
static const char *after_group(const char *at, const char *end)
{
   static const char opening[] = "<([{", closing[] = ">)]}";
   char open[BRACKETS_MOST];
   size_t n = 0;
   while (at < end) {
      if (n > 0 && !can_matter(*at)) {
         at++;
         continue;
      }
      const char *after = n == 0 || is_word(at - 1) ? at
                                                    : an_said_after_operator(at, end);
      const char *opens = strchr(opening, *at), *closes = strchr(closing, *at);
      bool is_sign = *at == '>' && n > 0 && (at[-1] == '-' || open[n - 1] != '>');
      if (after > at) {
         at = after;
         continue;
      }
      if (opens != NULL && n == BRACKETS_MOST)
         return NULL;
      if (opens != NULL)
         open[n++] = closing[opens - opening];
      else if (closes != NULL && !is_sign && open[--n] != *at)
         return NULL;
      at++;
      if (n == 0)
         return at;
   }
   return NULL;
}

/* What gcc calls a lambda or a type without a name. */
static bool is_lambda(const char *at, const char *end)
{
   return is_next(at, end, "<lambda") || is_next(at, end, "<unnamed");
}

/* Past a name without arguments, an operator, or "{closure#0}"; `at` if there is nothing,
   NULL if a bracket is not closed. */
static const char *after_name(const char *at, const char *end)
{
   const char *after = an_said_after_operator(at, end);
   if (at < end
       && (strchr("<{", *at) != NULL || is_next(at, end, "(anonymous ")
           || is_next(at, end, "(lambda ")))
      return after_group(at, end);
   if (after == at)
      while (after < end && is_word(after))
         after++;
   return after;
}

/* Likewise past the first part of the text, with its arguments. */
static const char *parse_part(const char *at, const char *end, part *of)
{
   const char *after = after_name(at, end);
   *of = (part){ .name = { at, after } };
   if (after != NULL && after > at && *at == '<' && !is_lambda(at, end)
       && !is_next(after, end, "::"))
      return at; /* a type of Rust is a scope */
   while (after != NULL && after > at && after < end
          && (*after == '{' || is_next(after, end, "[abi:")))
      after = after_group(after, end); /* "call_once{{vtable.shim}}" */
   if (after == NULL || after == at)
      return after;
   const char *open = after + (is_next(after, end, "::<") ? 2 : 0);
   if (open == end || *open != '<' || is_lambda(open, end)
       || is_next(open, end, "<impl "))
      return after;
   after = after_group(open, end);
   if (after != NULL)
      of->arguments = (an_span){ open + 1, after - 1 };
   return after;
}

/* Past the parameters at `at` of a function that is a scope, as in "f(int) const::T";
   `at` if there are none. */
static const char *after_scope(const char *at, const char *end)
{
   const char *after = at < end && *at == '(' ? after_group(at, end) : at;
   if (after == NULL)
      return at;
   if (is_next(after, end, " const::"))
      after += strlen(" const");
   return is_next(after, end, "::") ? after : at;
}

/* Past the path that the text begins with, without what nobody says of it; `at` if there
   is none, NULL if it is not understood. */
static const char *parse_path(const char *at, const char *end, path *of)
{
   of->n = 0;
   for (const char *from = at;;) {
      part *last = &of->parts[of->n];
      const char *after = of->n == PARTS_MOST ? NULL : parse_part(from, end, last);
      if (after == NULL)
         return NULL;
      if (after == from)
         return from > at ? from - 2 : at;
      bool is_last = !is_next(after, end, "::");
      of->n += is_last
               || !(an_span_is_among(last->name, unsaid)
                    || an_span_is(last->name, AN_SAID_LONG));
      from = after_scope(after, end);
      if (!is_next(from, end, "::"))
         return after;
      from += 2;
   }
}

/* Where `text` is in the piece, outside of brackets; NULL: it is not. */
static const char *find_outside(an_span in, const char *text)
{
   for (const char *at = in.at, *after; at != NULL && at < in.end; at = after) {
      if (is_next(at, in.end, text))
         return at;
      bool is_inner = at > in.at && is_word(at - 1);
      after = is_inner ? at : an_said_after_operator(at, in.end);
      if (after == at)
         after = strchr("<([{", *at) == NULL ? at + 1 : after_group(at, in.end);
   }
   return NULL;
}

/* Whether the name is a parameter of Rust's, such as T: it says nothing. */
static bool is_parameter(an_span name)
{
   return an_span_length(name) == 1 && isupper((unsigned char)*name.at);
}

/* Whether people leave the argument out if it is the last; A is an allocator in Rust. */
static bool is_default(an_span argument, bool is_rust)
{
   static const char defaults[] =
      "allocator less hash equal_to char_traits regex_traits default_delete RandomState"
      " Global";
   path p;
   if (is_next(argument.at, argument.end, "(__gnu_cxx::_Lock_policy)")
       || (is_rust && is_parameter(argument) && strchr("AS", *argument.at) != NULL))
      return true;
   if (parse_path(argument.at, argument.end, &p) != argument.end || p.n < 2
       || an_span_is(p.parts[p.n - 1].arguments, "void")) /* std::less<void> is none */
      return false;
   return (an_span_is(p.parts[0].name, "std") || an_span_is(p.parts[0].name, "alloc"))
          && an_span_is_among(p.parts[p.n - 1].name, defaults);
}

/* The arguments that people say; lifetimes of Rust are none. */
static arguments parse_arguments(an_span text, bool is_rust)
{
   arguments a = { .n = 0 };
   for (const char *comma = text.at; comma != NULL; text.at = comma + 1) {
      comma = a.n + 1 == ARGUMENTS_MOST ? NULL : find_outside(text, ",");
      an_span one = an_span_trimmed(
         (an_span){ text.at, comma == NULL ? text.end : comma });
      if (one.at < one.end && *one.at != '\'')
         a.of[a.n++] = one;
      if (comma == NULL)
         break;
   }
   while (a.n > 1 && is_default(a.of[a.n - 1], is_rust))
      a.n--;
   return a;
}

/* ---- Writing ---- */

typedef struct {
   FILE *out;
   an_said_form form;
   size_t most;           /* arguments that are nested deeper are "..." */
   bool elides;           /* parameters, too */
   bool is_rust;          /* for sure */
   size_t modules;        /* Rust's, before a type: as many, or more, are not said */
   size_t depth;          /* of the arguments that are written */
   bool is_misunderstood; /* a bracket is not closed */
} writer;

static void write_text(writer *w, an_span text);

static void write_plain(writer *w, an_span text)
{
   fwrite(text.at, 1, an_span_length(text), w->out);
}

static void write_arguments(writer *w, const arguments *of)
{
   if (of->n == 0 || w->form == AN_SAID_BARE)
      return;
   if (w->depth >= w->most && (of->n > 1 || an_span_length(of->of[0]) > strlen("..."))) {
      fputs("<...>", w->out);
      return;
   }
   w->depth++;
   for (size_t i = 0; i < of->n; i++) {
      fputs(i == 0 ? "<" : ", ", w->out);
      write_text(w, of->of[i]);
   }
   w->depth--;
   putc('>', w->out);
}

/* Whether the value of a container is a pair of a key, which is constant, and a value;
   *of has both then. */
static bool is_pair(an_span value, arguments *of)
{
   path p;
   if (parse_path(value.at, value.end, &p) != value.end || p.n == 0)
      return false;
   const part *pair = &p.parts[p.n - 1];
   bool is_constant = an_span_is(pair->name, "__value_type")
                      || an_span_is(pair->name, "__hash_value_type");
   if (pair->arguments.at == NULL || (!is_constant && !an_span_is(pair->name, "pair")))
      return false;
   *of = parse_arguments(pair->arguments, false);
   an_span *key = &of->of[0];
   if (an_span_length(*key) > 6 && is_next(key->end - 6, key->end, " const")) {
      key->end -= 6;
      is_constant = true;
   }
   return (an_span_take_key(key, "const ") || is_constant) && of->n == 2;
}

/* Writes "std::map<int, T>" for _Rb_tree and what it is of, and std::NAME for
   basic_NAME<char>; false: the template is called by its own name. */
static bool write_renamed(writer *w, const part *of)
{
   const struct inside *in = insides, *end = insides + COUNT(insides);
   an_span name = of->name;
   if (of->arguments.at == NULL)
      return false;
   arguments a = parse_arguments(of->arguments, false), pair;
   bool is_wide = an_span_is(a.of[0], "wchar_t");
   if (a.n == 1 && (is_wide || an_span_is(a.of[0], "char"))
       && an_span_take_key(&name, "basic_")) {
      fputs(is_wide ? "std::w" : "std::", w->out);
      write_plain(w, name);
      return true;
   }
   while (in < end && !an_span_is_among(name, in->names))
      in++;
   if (in == end || a.n <= in->value
       || (w->form != AN_SAID_TYPE && in >= insides + OF_FUNCTIONS))
      return false;
   an_span first = a.of[0]; /* of a vector's iterator: its pointer */
   bool is_map = in->map != NULL && is_pair(a.of[in->value], &pair);
   fputs(is_map ? in->map : in->set, w->out);
   a = (arguments){ .of = { a.of[in->value] }, .n = 1 };
   if (*in->set == '\0')
      write_text(w, a.of[0]);
   else
      write_arguments(w, is_map ? &pair : &a);
   bool is_const = in->value == 1
                   && memmem(first.at, an_span_length(first), "const", 5) != NULL;
   fputs(is_const && *in->tail != '\0' ? "::const_iterator" : in->tail, w->out);
   return true;
}

/* The type in "<T>", "<T as Trait>", "<impl T>" and "<impl Trait for T>". */
static an_span self_of(an_span text)
{
   text = (an_span){ text.at + 1, text.end - 1 };
   bool is_impl = an_span_take_key(&text, "impl ");
   const char *word = find_outside(text, is_impl ? " for " : " as ");
   if (word == NULL)
      return text;
   an_span before = { text.at, word }, behind = { word + (is_impl ? 5 : 4), text.end };
   if (is_impl)
      return is_parameter(behind) ? before : behind;
   return is_parameter(before) ? behind : before;
}

/* Whether the path begins with a module of Rust's library. */
static bool is_of_library(const path *p)
{
   return p->n > 1 && an_span_is_among(p->parts[0].name, "std core alloc hashbrown")
          && an_span_is_among(p->parts[1].name, rust_modules);
}

/* How many parts of the path are modules that people do not say: those before a type of
   Rust, and all but the last of them before a function of its library. */
static size_t modules_of(const writer *w, const path *p)
{
   size_t n = 0;
   bool is_std = p->n > 0 && an_span_is(p->parts[0].name, "std"); /* or C++'s */
   while (n < p->n && p->parts[n].arguments.at == NULL
          && islower((unsigned char)*p->parts[n].name.at))
      n++;
   if (n < p->n && isupper((unsigned char)*p->parts[n].name.at))
      return is_of_library(p) || (n >= w->modules && !is_std) ? n : 0;
   n -= n > 0 && n == p->n;
   return n > 1 && w->is_rust && is_of_library(p) ? n - 1 : 0;
}

/* Rust's "<T as Trait>". */
static bool is_self(const part *of)
{
   return *of->name.at == '<' && !is_lambda(of->name.at, of->name.end);
}

static bool is_unnamed(const part *of)
{
   return strchr("<{(", *of->name.at) != NULL ? !is_self(of)
                                              : is_next(of->name.at, of->name.end, "$_");
}

/* What goes without saying behind a lambda, or a closure. */
static bool goes_without(const part *before, const part *of)
{
   return is_next(of->name.at, of->name.end, "{shim:")
          || (is_unnamed(before)
              && (is_unnamed(of) || an_span_is(of->name, "operator()")));
}

static void write_part(writer *w, const part *of)
{
   arguments a = { .n = 0 };
   an_span name = of->name;
   if (of->arguments.at != NULL)
      a = parse_arguments(of->arguments, w->is_rust);
   if (is_self(of)) {
      write_text(w, self_of(name));
   } else if (is_unnamed(of)) {
      /* "{closure}" for "{closure#2}", "{lambda}" for "{lambda(int)#1}" and "$_0". */
      const char *word = *name.at == '$' ? "lambda" : name.at + strspn(name.at, "{<(");
      fprintf(w->out, "{%.*s}", (int)strspn(word, "abcdefghijklmnopqrstuvwxyz"), word);
   } else if (an_span_take_key(&name, "operator ")) {
      fputs("operator ", w->out);
      write_text(w, name);
   } else {
      write_plain(w, a.n == 0 || w->form == AN_SAID_BARE ? an_span_trimmed(name) : name);
   }
   write_arguments(w, &a);
}

static void write_path(writer *w, const path *p)
{
   size_t first = modules_of(w, p);
   for (size_t i = 0; i < p->n; i++)
      first = is_self(&p->parts[i]) ? i : first;
   for (size_t i = first; i < p->n; i++) {
      const part *of = &p->parts[i];
      if (i > first && goes_without(of - 1, of))
         continue;
      if (i > first)
         fputs("::", w->out);
      bool is_std = i == 0 && p->n > 1 && an_span_is(of->name, "std");
      if (i > first || !write_renamed(w, of + is_std))
         write_part(w, of);
      else
         i += is_std;
   }
}

/* ---- Functions and types ---- */

/* Where a function's name begins: symbols of templates have the result before it. */
static const char *after_result(an_span text)
{
   path p;
   for (const char *at = text.at, *after; at < text.end; at = after) {
      after = parse_path(at, text.end, &p);
      if (after == at)
         after = strchr("([", *at) == NULL ? at + 1 : after_group(at, text.end);
      else if (after != NULL && at > text.at && after[-1] == '>'
               && is_next(after, text.end, "("))
         return at;
      if (after == NULL)
         break;
   }
   return text.at;
}

/* Past parameters, which are written as the form wants them; the end of the text, if
   nothing behind them is wanted either. */
static const char *write_parameters(writer *w, an_span text)
{
   const char *after = after_group(text.at, text.end);
   bool is_scope = after != NULL && is_next(after, text.end, "."); /* D's "f(int).g" */
   w->is_misunderstood |= after == NULL;
   if (after == NULL || (w->form == AN_SAID_BARE && !is_scope))
      return text.end;
   if (w->elides && after - text.at > 5)
      fputs("(...)", w->out);
   else
      write_text(w, (an_span){ text.at, after });
   return after;
}

/* Parameters of a function's name are written as the form wants them. */
static void write_all(writer *w, an_span text, bool is_function)
{
   path p;
   while (text.at < text.end) {
      const char *after = parse_path(text.at, text.end, &p);
      w->is_misunderstood |= after == NULL;
      if (after == NULL)
         return;
      if (after == text.at) {
         putc(*text.at++, w->out);
         continue;
      }
      write_path(w, &p);
      text.at = after;
      if (is_function && after[-1] != '.' && is_next(after, text.end, "("))
         text.at = write_parameters(w, text);
   }
}

static void write_text(writer *w, an_span text)
{
   write_all(w, text, false);
}

/* Whether only Rust has such names. */
static bool is_rust(const char *name)
{
   const char *end = name + strlen(name), *turbofish = strstr(name, "::<");
   return (*name == '<' && !is_lambda(name, end)) || strstr(name, "{closure") != NULL
          || (turbofish != NULL && !is_lambda(turbofish + 2, end))
          || (end[-1] != ')'
              && (is_next(name, end, "core::") || is_next(name, end, "alloc::")));
}

/* The said name with arguments that are nested as deep; NULL: it is not understood. */
static char *say(const char *name, an_said_form form, size_t depth, bool elides)
{
   char *text = NULL;
   size_t size_B;
   writer w = { .out = an_memstream(&text, &size_B),
                .form = form,
                .most = depth,
                .elides = elides,
                .is_rust = is_rust(name) };
   bool may_be_rust = form != AN_SAID_TYPE && strchr(name, '(') == NULL;
   w.modules = w.is_rust ? 1 : may_be_rust ? 2 : SIZE_MAX;
   an_span all = an_span_of(name);
   if (form != AN_SAID_TYPE)
      all.at = after_result(all);
   write_all(&w, all, form != AN_SAID_TYPE);
   an_memstream_close(w.out);
   if (!w.is_misunderstood && *text != '\0')
      return text;
   free(text);
   return NULL;
}

char *an_said(const char *name, an_said_form form, size_t n_most)
{
   enum { LEVELS = 6 }; /* as many ways to shorten it, the last one parameters, too */
   char *text = NULL;
   if ((n_most == AN_SAID_FULL && form != AN_SAID_TYPE) || strpbrk(name, "<({:[") == NULL)
      return an_strdup(name);
   for (size_t i = 0; i < LEVELS && (text == NULL || strlen(text) > n_most); i++) {
      free(text);
      text = say(name, form, i == 0 ? DEPTH_MOST : i < 4 ? 4 - i : 0, i + 1 == LEVELS);
      if (text == NULL)
         return an_strdup(name);
   }
   return text;
}

const char *an_said_without_scope(const char *name)
{
   part first;
   const char *end = name + strlen(name), *after = parse_part(name, end, &first);
   if (after == NULL || after == name)
      return NULL;
   after = after_scope(after, end);
   if (is_next(after, end, "::"))
      return after + 2 == end ? NULL : after + 2;
   return *after == ' ' && after[1] != '\0' && strchr("<([", after[1]) == NULL ? after + 1
                                                                               : NULL;
}

/* an_demangle_d.c -- Source: https://dlang.org/spec/abi.html, Name Mangling.

   What a backward reference stands for can be nested in another's: 110 bytes are
   400 MB if written out.  So a name has a most length, and one that would be longer
   stays as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_demangle.h"

#include "base/an_alloc.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MOST_B = 4096, DEPTH_MOST = 64, STEPS_MOST = 10000 };

typedef struct {
   const char *start, *at; /* in the mangled name */
   char text[NAME_MOST_B];
   size_t n;
   int depth, steps;
   bool is_bad; /* not as the ABI has it, unknown here, or too long: the rest is void */
} parse;

static void put(parse *p, const char *text, size_t n)
{
   p->is_bad |= n >= NAME_MOST_B - p->n;
   if (p->is_bad)
      return;
   memcpy(p->text + p->n, text, n);
   p->n += n;
}

static void put_text(parse *p, const char *text)
{
   put(p, text, strlen(text));
}

static bool take(parse *p, const char *text)
{
   size_t n = strlen(text);
   if (p->is_bad || strncmp(p->at, text, n) != 0)
      return false;
   p->at += n;
   return true;
}

static size_t take_number(parse *p)
{
   size_t value = 0;
   p->is_bad |= !isdigit((unsigned char)*p->at);
   for (; !p->is_bad && isdigit((unsigned char)*p->at); p->at++)
      p->is_bad = __builtin_mul_overflow(value, 10, &value)
                  || __builtin_add_overflow(value, (size_t)(*p->at - '0'), &value);
   return value;
}

/* The place that a reference is to: how far before its Q it is, in base 26, the last
   digit in lower case.  NULL: nowhere. */
static const char *referred(const parse *p, const char **end)
{
   const char *at = p->at + 1;
   size_t back = 0;
   for (; isupper((unsigned char)*at) && back < NAME_MOST_B; at++)
      back = back * 26 + (size_t)(*at - 'A');
   if (!islower((unsigned char)*at))
      return NULL;
   back = back * 26 + (size_t)(*at - 'a');
   *end = at + 1;
   return back == 0 || back > (size_t)(p->at - p->start) ? NULL : p->at - back;
}

/* Goes on at what the Q refers to; returns where to go on then. */
static const char *follow(parse *p)
{
   const char *end = p->at, *to = referred(p, &end);
   p->is_bad |= to == NULL;
   p->at = to == NULL ? p->at : to;
   return end;
}

/* Nested types and names. */
static bool enter(parse *p)
{
   p->is_bad |= ++p->depth > DEPTH_MOST || ++p->steps > STEPS_MOST;
   return !p->is_bad;
}

static void put_type(parse *p);
static void put_name(parse *p);
static void put_qualified(parse *p, bool is_whole);
static void put_symbol(parse *p);

/* ---- Functions ---- */

/* Attributes; those of the first parameter are not the function's. */
static void put_attributes(parse *p)
{
   static const char *const names[] = {
      " pure", " nothrow", " ref",    " @property", " @trusted", " @safe", NULL,
      NULL,    " @nogc",   " return", NULL,         " scope",    " @live",
   };
   while (*p->at == 'N' && p->at[1] >= 'a' && p->at[1] <= 'm'
          && names[p->at[1] - 'a'] != NULL) {
      put_text(p, names[p->at[1] - 'a']);
      p->at += 2;
   }
}

static void put_parameter(parse *p)
{
   static const struct {
      const char *mark, *text;
   } classes[] = { { "M", "scope " }, { "Nk", "return " }, { "I", "in " },
                   { "J", "out " },   { "K", "ref " },     { "L", "lazy " } };
   bool more = true;
   while (more) {
      more = false;
      for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
         if (take(p, classes[i].mark)) {
            put_text(p, classes[i].text);
            more = true;
         }
   }
   put_type(p);
}

/* "(int, char[])" up to the mark behind parameters. */
static void put_parameters(parse *p)
{
   size_t n = 0;
   put_text(p, "(");
   for (; !p->is_bad && strchr("XYZ", *p->at) == NULL; n++) {
      put_text(p, n == 0 ? "" : ", ");
      put_parameter(p);
   }
   p->is_bad |= *p->at == '\0';
   if (*p->at == 'X')
      put_text(p, "...");
   else if (*p->at == 'Y')
      put_text(p, n == 0 ? "..." : ", ...");
   put_text(p, ")");
   p->at += !p->is_bad;
}

static const char conventions[] = "FUWVRY"; /* of D, C, Windows, Pascal, C++, ObjC */

static bool is_convention(char c)
{
   return c != '\0' && strchr(conventions, c) != NULL;
}

/* Moves n bytes to the end. */
static void put_behind(parse *p, size_t from, size_t n)
{
   char moved[NAME_MOST_B];
   if (p->is_bad)
      return;
   memcpy(moved, p->text + from, n);
   memmove(p->text + from, p->text + from + n, p->n - from - n);
   memcpy(p->text + p->n - n, moved, n);
}

/* "int(char) nothrow delegate": what it returns is last in the mangled name. */
static void put_function(parse *p, const char *kind)
{
   const char *after = *p->at == 'Q' ? follow(p) : NULL;
   static const char *const languages[] = { "",
                                            "extern(C) ",
                                            "extern(Windows) ",
                                            "extern(Pascal) ",
                                            "extern(C++) ",
                                            "extern(Objective-C) " };
   p->is_bad |= !is_convention(*p->at);
   if (p->is_bad)
      return;
   put_text(p, languages[strchr(conventions, *p->at) - conventions]);
   p->at++;
   size_t from = p->n;
   put_attributes(p);
   size_t n_attributes = p->n - from;
   put_parameters(p);
   size_t n_parameters = p->n - from - n_attributes;
   put_type(p);
   put_behind(p, from, n_attributes);
   put_behind(p, from, n_parameters);
   put_behind(p, p->n - n_parameters - n_attributes, n_attributes);
   put_text(p, " ");
   put_text(p, kind);
   p->at = after == NULL ? p->at : after;
}

/* ---- Types ---- */

static const char *basic_type(char c)
{
   static const char *const names[] = {
      "char",  "bool",         "creal",  "double",  "real",   "float",
      "byte",  "ubyte",        "int",    "ireal",   "uint",   "long",
      "ulong", "typeof(null)", "ifloat", "idouble", "cfloat", "cdouble",
      "short", "ushort",       "wchar",  "void",    "dchar",
   };
   return c < 'a' || c > 'w' ? NULL : names[c - 'a'];
}

/* "const(int)" */
static void put_inside(parse *p, const char *name)
{
   put_text(p, name);
   put_text(p, "(");
   put_type(p);
   put_text(p, ")");
}

/* "int[string]": the key is first. */
static void put_map(parse *p)
{
   size_t from = p->n;
   put_text(p, "[");
   put_type(p);
   put_text(p, "]");
   size_t n = p->n - from;
   put_type(p);
   put_behind(p, from, n);
}

/* "int[4]": the number is first. */
static void put_array(parse *p)
{
   const char *digits = p->at;
   take_number(p);
   size_t n = (size_t)(p->at - digits);
   put_type(p);
   put_text(p, "[");
   put(p, digits, n);
   put_text(p, "]");
}

static void put_referred_type(parse *p)
{
   const char *end = follow(p);
   put_type(p);
   p->at = end;
}

static void put_modifiers(parse *p, bool are_before)
{
   static const char *const marks[][2] = {
      { "O", "shared" }, { "x", "const" }, { "y", "immutable" }, { "Ng", "inout" }
   };
   for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
      while (take(p, marks[i][0])) {
         put_text(p, are_before ? "" : " ");
         put_text(p, marks[i][1]);
         put_text(p, are_before ? " " : "");
      }
}

static void put_compound(parse *p)
{
   if (take(p, "A")) {
      put_type(p);
      put_text(p, "[]");
   } else if (take(p, "G")) {
      put_array(p);
   } else if (take(p, "H")) {
      put_map(p);
   } else if (*p->at == 'P' && is_convention(p->at[1])) {
      p->at++;
      put_function(p, "function");
   } else if (take(p, "P")) {
      put_type(p);
      put_text(p, "*");
   } else if (take(p, "D")) {
      put_modifiers(p, true);
      put_function(p, "delegate");
   } else if (is_convention(*p->at)) {
      put_function(p, "function");
   } else if (take(p, "C") || take(p, "S") || take(p, "E") || take(p, "T")) {
      put_qualified(p, false);
   } else if (*p->at == 'Q') {
      put_referred_type(p);
   } else {
      p->is_bad = true;
   }
}

static void put_type(parse *p)
{
   if (!enter(p))
      return;
   const char *name = basic_type(*p->at);
   if (name != NULL) {
      p->at++;
      put_text(p, name);
   } else if (take(p, "O")) {
      put_inside(p, "shared");
   } else if (take(p, "x")) {
      put_inside(p, "const");
   } else if (take(p, "y")) {
      put_inside(p, "immutable");
   } else if (take(p, "Ng")) {
      put_inside(p, "inout");
   } else if (take(p, "Nh")) {
      put_inside(p, "__vector");
   } else if (take(p, "Nn")) {
      put_text(p, "noreturn");
   } else {
      put_compound(p);
   }
   p->depth--;
}

/* ---- Names ---- */

/* Whether a part of a name begins here. */
static bool is_name(const parse *p)
{
   const char *end, *to = *p->at == 'Q' ? referred(p, &end) : p->at;
   return to != NULL
          && (isdigit((unsigned char)*to) || strncmp(to, "__T", 3) == 0
              || strncmp(to, "__U", 3) == 0);
}

static void put_number(parse *p, char type)
{
   const char *suffix = strchr("htk", type) ? "u" : type == 'l' ? "L" : "";
   const char *digits = p->at;
   size_t value = take_number(p);
   if (type == 'b')
      put_text(p, value == 0 ? "false" : "true");
   else if (strchr("auw", type) != NULL && value < 127 && isprint((int)value))
      put(p, (char[]){ '\'', (char)value, '\'' }, 3);
   else
      put(p, digits, (size_t)(p->at - digits));
   put_text(p, type == 'm' ? "uL" : suffix);
}

/* "a5_68656c6c6f" is "hello". */
static void put_string(parse *p)
{
   size_t n = take_number(p);
   p->is_bad |= !take(p, "_");
   put_text(p, "\"");
   for (; n > 0 && !p->is_bad; n--) {
      unsigned int c = 0;
      int taken = 0;
      p->is_bad |= sscanf(p->at, "%2x%n", &c, &taken) != 1 || taken != 2
                   || !isprint((int)c);
      put(p, &(char){ (char)c }, 1);
      p->at += taken;
   }
   put_text(p, "\"");
}

/* A value; of floating point, of structures and arrays there are none here. */
static void put_value(parse *p, char type)
{
   if (take(p, "n")) {
      put_text(p, "null");
   } else if (take(p, "N")) {
      put_text(p, "-");
      put_number(p, type);
   } else if (take(p, "a")) {
      put_string(p);
   } else {
      take(p, "i");
      put_number(p, type);
   }
}

/* The type of a value is not written. */
static void put_typed_value(parse *p)
{
   const char *end, *to = *p->at == 'Q' ? referred(p, &end) : p->at;
   size_t n = p->n;
   put_type(p);
   p->n = n;
   put_value(p, to == NULL ? '\0' : *to);
}

static void put_argument(parse *p)
{
   take(p, "H");
   if (take(p, "T"))
      put_type(p);
   else if (take(p, "V"))
      put_typed_value(p);
   else if (take(p, "S_D"))
      put_symbol(p);
   else if (take(p, "S"))
      put_qualified(p, false);
   else
      p->is_bad = true;
}

/* "__T4pairTiTaZ" is pair!(int, char). */
static void put_template(parse *p)
{
   p->at += strlen("__T");
   put_name(p);
   put_text(p, "!(");
   for (size_t i = 0; !p->is_bad && !take(p, "Z"); i++) {
      put_text(p, i == 0 ? "" : ", ");
      put_argument(p);
   }
   put_text(p, ")");
}

static void put_identifier(parse *p, const char *name, size_t n)
{
   if (n == strlen("__ctor") && memcmp(name, "__ctor", n) == 0)
      put_text(p, "this");
   else if (n == strlen("__dtor") && memcmp(name, "__dtor", n) == 0)
      put_text(p, "~this");
   else
      put(p, name, n);
}

static void put_name(parse *p)
{
   if (!enter(p))
      return;
   if (*p->at == 'Q') {
      const char *end = follow(p);
      p->is_bad |= *p->at == 'Q';
      put_name(p);
      p->at = end;
   } else if (*p->at == '_') {
      put_template(p);
   } else {
      size_t n = take_number(p);
      p->is_bad |= n == 0 || n > strlen(p->at);
      if (!p->is_bad && strncmp(p->at, "__T", 3) == 0 && n > 4)
         put_template(p);
      else if (!p->is_bad) {
         put_identifier(p, p->at, n);
         p->at += n;
      }
   }
   p->depth--;
}

/* Parameters of a function, if the name goes on within it or `is_whole`: else what is
   here is no part of the name. */
static void put_function_of_name(parse *p, bool is_whole)
{
   parse before = *p;
   bool is_method = take(p, "M");
   size_t n = p->n;
   char modifiers[64] = "";
   put_modifiers(p, false);
   if (p->n - n < sizeof modifiers)
      memcpy(modifiers, p->text + n, p->n - n);
   p->n = n;
   p->is_bad |= !is_convention(*p->at) || (!is_method && *modifiers != '\0');
   if (!p->is_bad) {
      p->at++;
      put_attributes(p);
      p->n = n;
      put_parameters(p);
   }
   if (is_whole)
      put_text(p, modifiers);
   if (p->is_bad || (!is_whole && !is_name(p))) {
      before.steps = p->steps;
      *p = before;
   }
}

static void put_qualified(parse *p, bool is_whole)
{
   p->is_bad |= !is_name(p);
   for (size_t i = 0; !p->is_bad && is_name(p); i++) {
      put_text(p, i == 0 ? "" : ".");
      put_name(p);
      if (!p->is_bad && (*p->at == 'M' || is_convention(*p->at)))
         put_function_of_name(p, is_whole);
   }
}

/* A whole symbol.  What a function returns, or a variable's type, is not written; Z: it
   has none. */
static void put_symbol(parse *p)
{
   put_qualified(p, true);
   size_t n = p->n;
   if (!take(p, "Z"))
      put_type(p);
   p->n = n;
}

char *an_demangle_d(const char *name)
{
   parse p = { .start = name, .at = name + strlen("_D") };
   if (strcmp(name, "_Dmain") == 0)
      return an_strdup("D main");
   put_symbol(&p);
   if (*p.at == '.')
      put_text(&p, p.at); /* ".part.0" */
   else
      p.is_bad |= *p.at != '\0';
   return p.is_bad ? NULL : an_strndup(p.text, p.n);
}

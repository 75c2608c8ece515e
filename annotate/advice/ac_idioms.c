/* ac_idioms.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_idioms.h"

#include "base/an_bytes.h"
#include "base/an_end.h"
#include "base/an_pool.h"
#include "base/tk_array.h"

#include <math.h>
#include <string.h>

enum { BUFFER_B = 1 << 12 };

typedef struct {
   ac_idioms *to;
   const char *file;
   an_input input;
   an_error *error;
   ac_idiom idiom; /* the current one, if it has a name */
} reader;

/* ---- Texts ---- */

static char *copy_of(const reader *r, an_span text)
{
   size_t n = an_span_length(text);
   char *copy = tk_get(r->to->alloc, AN_LABEL, n + 1);
   memcpy(copy, text.at, n);
   copy[n] = '\0';
   return copy;
}

/* False, with the error of the current line. */
static bool fail_here(reader *r, an_span what, const char *message)
{
   return an_fail_at(r->error, r->input.number, what, message);
}

/* The next item of a list, without blanks around it; false at its end. */
static bool next_item(an_span *list, an_span *item)
{
   if (list->at > list->end)
      return false;
   const char *comma = memchr(list->at, ',', an_span_length(*list));
   item->at = list->at;
   item->end = comma == NULL ? list->end : comma;
   *item = an_span_trimmed(*item);
   list->at = comma == NULL ? list->end + 1 : comma + 1;
   return true;
}

/* ---- Values ---- */

/* The single colon that ends the file of "stl_map.h:find"; NULL: none. */
static const char *find_colon(an_span text)
{
   for (const char *at = text.at; at < text.end; at++) {
      if (*at != ':')
         continue;
      if (at + 1 == text.end || at[1] != ':')
         return at;
      at++;
   }
   return NULL;
}

static bool read_pattern(reader *r, ac_idiom_patterns *to, an_span text)
{
   const char *colon = find_colon(text);
   an_span name = { colon == NULL ? text.at : colon + 1, text.end };
   ac_idiom_pattern pattern = { .file = NULL };
   if (name.at >= name.end || colon == text.at)
      return fail_here(r, text, "expected PATTERN or FILE:PATTERN");
   if (colon != NULL) {
      char *file = copy_of(r, (an_span){ text.at - 1, colon });
      file[0] = '*'; /* any folder before it */
      pattern.file = file;
   }
   char *copy = copy_of(r, name), *end = copy;
   for (const char *at = copy; *at != '\0'; at++)
      if (*at != ' ') /* as names have none: an_bare.h */
         *end++ = *at;
   *end = '\0';
   pattern.name = copy;
   pattern.literal_B = strcspn(copy, "*?[\\");
   TK_ARRAY_ADD(r->to->alloc, AN_LABEL, to->of, to->n, to->max, pattern);
   return true;
}

static bool read_patterns(reader *r, ac_idiom_role role, an_span value)
{
   for (an_span item; next_item(&value, &item);)
      if (!read_pattern(r, &r->idiom.patterns[role], item))
         return false;
   return true;
}

static bool read_languages(reader *r, an_span value)
{
   static const struct {
      const char *name;
      unsigned language;
   } languages[] = { { "c", AC_IDIOM_C },
                     { "c++", AC_IDIOM_CXX },
                     { "rust", AC_IDIOM_RUST } };
   for (an_span item; next_item(&value, &item);) {
      unsigned language = 0;
      for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
         if (an_span_is(item, languages[i].name))
            language = languages[i].language;
      if (language == 0)
         return fail_here(r, item, "expected c, c++ or rust");
      r->idiom.languages |= language;
   }
   return true;
}

/* "calls >= 10" */
static bool read_condition(reader *r, an_span text)
{
   static const char *const measures[] = {
#define X(measure, name) name,
      AC_IDIOM_MEASURES(X)
#undef X
   };
   an_span rest = text, name = an_span_take_word(&rest),
           relation = an_span_take_word(&rest);
   long double number;
   rest = an_span_trimmed(rest);
   bool is_least = an_span_is(relation, ">=");
   bool is_right = (is_least || an_span_is(relation, "<="))
                   && an_span_take_number(&rest, &number) && an_span_length(rest) == 0;
   for (size_t i = 0; i < AC_IDIOM_MEASURES_N && is_right; i++)
      if (an_span_is(name, measures[i])) {
         (is_least ? r->idiom.least : r->idiom.most)[i] = (double)number;
         return true;
      }
   return fail_here(r, text,
                    "expected calls, each, per-run or share, >= or <=, and a number");
}

static bool read_conditions(reader *r, an_span value)
{
   for (an_span item; next_item(&value, &item);)
      if (!read_condition(r, item))
         return false;
   return true;
}

static bool read_takes(reader *r, an_span value)
{
   static const struct {
      const char *text;
      ac_idiom_takes takes;
   } words[] = {
#define X(name, value, text) { text, AC_IDIOM_##name },
      AC_IDIOM_TAKES(X)
#undef X
   };
   long double part;
   an_span rest = value;
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (an_span_is(value, words[i].text)) {
         r->idiom.takes = words[i].takes;
         return true;
      }
   bool is_part = an_span_take_number(&rest, &part) && part > 0 && part <= 1;
   rest = an_span_trimmed(rest);
   r->idiom.needs_also = an_span_is(rest, "with also");
   if (!is_part || (an_span_length(rest) > 0 && !r->idiom.needs_also))
      return fail_here(
         r, value, "expected a part from 0 to 1, or words such as \"all but the first\"");
   r->idiom.takes = (double)part;
   return true;
}

/* ---- Rows ---- */

static const char *const roles[AC_IDIOM_ROLES] = { "runs", "under", "also" };

/* Where a key of plain text goes; NULL: it is none. */
static const char **find_text(ac_idiom *idiom, an_span key)
{
   return an_span_is(key, "does")     ? &idiom->does
          : an_span_is(key, "why")    ? &idiom->why
          : an_span_is(key, "cure")   ? &idiom->cure
          : an_span_is(key, "source") ? &idiom->source
                                      : NULL;
}

static bool read_value(reader *r, an_span key, an_span value)
{
   const char **text = find_text(&r->idiom, key);
   if (text != NULL && *text != NULL)
      return fail_here(r, key, "the row has it already");
   if (text != NULL) {
      *text = copy_of(r, value);
      return true;
   }
   for (size_t i = 0; i < AC_IDIOM_ROLES; i++)
      if (an_span_is(key, roles[i]))
         return read_patterns(r, (ac_idiom_role)i, value);
   if (an_span_is(key, "languages"))
      return read_languages(r, value);
   if (an_span_is(key, "when"))
      return read_conditions(r, value);
   if (an_span_is(key, "takes"))
      return read_takes(r, value);
   return fail_here(r, key,
                    "expected languages, runs, under, also, when, does, why, cure, takes "
                    "or source");
}

static ac_idiom *find_row(const ac_idioms *idioms, an_span name)
{
   for (size_t i = 0; i < idioms->n; i++)
      if (an_span_is(name, idioms->of[i].name))
         return &idioms->of[i];
   return NULL;
}

static bool names_no_function(const ac_idiom *idiom)
{
   return idiom->patterns[AC_IDIOM_RUNS].n == 0 && idiom->patterns[AC_IDIOM_UNDER].n == 0;
}

bool ac_idioms_is_of_own_code(const ac_idiom *idiom)
{
   return names_no_function(idiom) && idiom->takes == AC_IDIOM_BUT_SEARCH;
}

/* Adds the current row, if there is one. */
static bool end_row(reader *r)
{
   const ac_idiom *idiom = &r->idiom;
   ac_idioms *to = r->to;
   if (idiom->name == NULL)
      return true;
   an_span name = an_span_of(idiom->name);
   const char *lacks = idiom->does == NULL   ? "the row has no \"does\""
                       : idiom->cure == NULL ? "the row has no \"cure\""
                       : isnan(idiom->takes) ? "the row has no \"takes\""
                       : names_no_function(idiom) && !ac_idioms_is_of_own_code(idiom)
                          ? "the row has neither \"runs\" nor \"under\""
                          : NULL;
   if (lacks != NULL)
      return an_fail_at(r->error, idiom->line, name, lacks);
   if (r->idiom.languages == 0)
      r->idiom.languages = AC_IDIOM_ANY_LANGUAGE;
   if (find_row(to, name) == NULL)
      TK_ARRAY_ADD(to->alloc, AN_LABEL, to->of, to->n, to->max, *idiom);
   r->idiom.name = NULL;
   return true;
}

/* "[regex-built]" */
static bool begin_row(reader *r, an_span line)
{
   static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
   an_span name = { line.at + 1, line.end - 1 };
   size_t n = 0;
   while (name.at + n < name.end && strchr(letters, name.at[n]) != NULL)
      n++;
   if (line.end[-1] != ']' || n == 0 || n < an_span_length(name))
      return fail_here(r, line, "expected [NAME] of small letters, digits and \"-\"");
   const ac_idiom *old = end_row(r) ? find_row(r->to, name) : NULL;
   if (r->error->message[0] != '\0')
      return false;
   if (old != NULL && old->file == r->file)
      return fail_here(r, name, "the file has this row already");
   r->idiom = (ac_idiom){ .name = copy_of(r, name),
                          .file = r->file,
                          .line = r->input.number,
                          .takes = (double)NAN };
   for (size_t i = 0; i < AC_IDIOM_MEASURES_N; i++)
      r->idiom.most[i] = (double)INFINITY;
   return true;
}

static bool read_line(reader *r, an_span line)
{
   if (*line.at == '[')
      return begin_row(r, line);
   const char *colon = memchr(line.at, ':', an_span_length(line));
   if (colon == NULL || r->idiom.name == NULL)
      return fail_here(r, line,
                       colon == NULL ? "expected [NAME] or KEY: VALUE"
                                     : "expected [NAME] first");
   an_span key = an_span_trimmed((an_span){ line.at, colon });
   an_span value = an_span_trimmed((an_span){ colon + 1, line.end });
   if (an_span_length(value) == 0)
      return fail_here(r, key, "it has no value");
   return read_value(r, key, value);
}

bool ac_idioms_read_from(ac_idioms *idioms, const char *file, an_source_of_bytes from,
                         an_error *error)
{
   an_pool *pool = an_pool_new(idioms->alloc); /* of lines */
   reader r = { .to = idioms, .file = file, .error = error };
   an_span line = { NULL, NULL };
   bool ok = true;
   *error = (an_error){ .line = 0 };
   an_input_init(&r.input, an_pool_alloc(pool), from, BUFFER_B);
   while (ok && an_input_next_text(&r.input, &line, error))
      ok = read_line(&r, line);
   if (error->message[0] == '\0')
      end_row(&r);
   an_pool_free(pool);
   return error->message[0] == '\0';
}

bool ac_idioms_read(ac_idioms *idioms, const char *file, an_error *error)
{
   an_bytes bytes;
   *error = (an_error){ .line = 0 };
   if (!an_bytes_open(&bytes, file, error))
      return false;
   bool ok = ac_idioms_read_from(idioms, file, an_bytes_source(&bytes), error);
   an_bytes_close(&bytes);
   return ok;
}

/* ---- The built-in table ---- */

static ptrdiff_t read_text(void *context, char *to, size_t size_B)
{
   const char **at = context;
   size_t n = strnlen(*at, size_B);
   memcpy(to, *at, n);
   *at += n;
   return (ptrdiff_t)n;
}

void ac_idioms_add_built_in(ac_idioms *idioms)
{
   const char *at = ac_idioms_table;
   an_error error;
   const an_source_of_bytes from = { read_text, &at };
   if (!ac_idioms_read_from(idioms, "idioms.txt", from, &error))
      an_end(error.message); /* a unit test reads it, too */
}

/* ---- Looking up ---- */

const ac_idiom *ac_idioms_find(const ac_idioms *idioms, an_span name)
{
   return find_row(idioms, name);
}

unsigned ac_idioms_language(const char *file)
{
   static const struct {
      const char *ending;
      unsigned languages;
   } endings[] = {
      { ".c", AC_IDIOM_C },     { ".h", AC_IDIOM_C | AC_IDIOM_CXX },
      { ".rs", AC_IDIOM_RUST }, { ".cc", AC_IDIOM_CXX },
      { ".cpp", AC_IDIOM_CXX }, { ".cxx", AC_IDIOM_CXX },
      { ".hpp", AC_IDIOM_CXX }, { ".hh", AC_IDIOM_CXX },
   };
   const char *dot = file == NULL ? NULL : strrchr(file, '.');
   for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++)
      if (strcmp(dot, endings[i].ending) == 0)
         return endings[i].languages;
   return AC_IDIOM_ANY_LANGUAGE;
}

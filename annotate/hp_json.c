/* hp_json.c -- JSON from a file, and values out of it.

   jansson parses recursively and allows more depth than we do, so the bytes
   are looked at before it gets them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_json.h"

#include "an_fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

typedef struct {
   an_source_of_bytes from;
   bool is_first; /* nothing has been read */
   int problem; /* errno of a read that failed, or 0 */
   size_t line; /* of the last byte, from 1 */
   size_t depth;
   bool in_string, is_escaped;
   bool is_too_deep;
   bool has_begun; /* something but blanks has come */
} feed;

/* Follows strings and brackets, no more: what is wrong otherwise is for the
   parser to find. */
static bool is_shallow(feed *f, const char *bytes, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      char c = bytes[i];
      f->has_begun |= c != ' ' && c != '\t' && c != '\r' && c != '\n';
      if (f->in_string) {
         f->in_string = f->is_escaped || c != '"';
         f->is_escaped = !f->is_escaped && c == '\\';
      } else if (c == '"') {
         f->in_string = true;
      } else if (c == '[' || c == '{') {
         if (++f->depth > HP_JSON_DEPTH_MAX)
            return false;
      } else if ((c == ']' || c == '}') && f->depth > 0) {
         f->depth--;
      } else if (c == '\n') {
         f->line++;
      }
   }
   return true;
}

/* Takes a byte order mark off the beginning of the text; how much is left. */
static size_t skip_mark(char *text, size_t n)
{
   static const char mark[] = { '\xef', '\xbb', '\xbf' };
   if (n < sizeof mark || memcmp(text, mark, sizeof mark) != 0)
      return n;
   memmove(text, text + sizeof mark, n - sizeof mark);
   return n - sizeof mark;
}

/* Reads until there are more bytes than a mark has, or no more; -1 with errno
   set. */
static ptrdiff_t read_first(const feed *f, char *to, size_t size_B)
{
   size_t n = 0;
   while (n <= 3) {
      ptrdiff_t more = f->from.read(f->from.context, to + n, size_B - n);
      if (more < 0)
         return more;
      if (more == 0)
         break;
      n += (size_t)more;
   }
   return (ptrdiff_t)skip_mark(to, n);
}

/* jansson takes a failure for the end of the text. */
static size_t next_bytes(void *to, size_t size_B, void *context)
{
   feed *f = context;
   ptrdiff_t n = f->is_first ? read_first(f, to, size_B)
                             : f->from.read(f->from.context, to, size_B);
   f->is_first = false;
   if (n < 0) {
      f->problem = errno != 0 ? errno : EIO;
      return (size_t)-1;
   }
   if (!is_shallow(f, to, (size_t)n)) {
      f->is_too_deep = true;
      return (size_t)-1;
   }
   return (size_t)n;
}

/* Where jansson fails for want of memory, it does not always say so. */
static void describe(const json_error_t *found, const feed *f, an_error *error)
{
   if (f->problem != 0) {
      an_fail(error, "%s", strerror(f->problem));
   } else if (f->is_too_deep) {
      an_fail(error, "not a profile: nested deeper than %d",
              HP_JSON_DEPTH_MAX);
      error->line = f->line;
   } else if (!f->has_begun) {
      an_fail(error, "the file is empty");
      error->line = 1;
   } else if (json_error_code(found) == json_error_out_of_memory
              || found->text[0] == '\0') {
      an_fail_no_memory(error);
   } else if (json_error_code(found) == json_error_premature_end_of_input) {
      an_fail(error, "the file ends early");
      error->line = found->line > 0 ? (size_t)found->line : 0;
   } else {
      an_fail(error, "not JSON: %s (byte %d)", found->text, found->position);
      error->line = found->line > 0 ? (size_t)found->line : 0;
   }
}

json_t *hp_json_read(an_source_of_bytes from, an_error *error)
{
   feed f = { .from = from, .line = 1, .is_first = true };
   json_error_t found = { .line = -1 };
   json_t *root
      = json_load_callback(next_bytes, &f, JSON_REJECT_DUPLICATES, &found);
   /* What failed after the last bracket has failed, too: the checksum of
      compressed data is there. */
   if (root != NULL && f.problem == 0)
      return root;
   json_decref(root);
   describe(&found, &f, error);
   return NULL;
}

/* ---- Messages ---- */

bool hp_json_fail(hp_json *json, const char *key, const char *format, ...)
{
   char place[64] = "", message[160];
   const char *member = json->place.member;
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(message, sizeof message, format, arguments);
   va_end(arguments);
   if (json->place.array != NULL)
      snprintf(place, sizeof place, "%s[%zu]%s%s%s", json->place.array,
               json->place.index, member == NULL ? "" : ".",
               member == NULL ? "" : member, key == NULL ? "" : ".");
   else if (json->place.object != NULL)
      snprintf(place, sizeof place, "%s", json->place.object);
   return an_fail(json->error, "%s%s: %s", place, key == NULL ? "" : key,
                  message);
}

static const char *name_of(json_type type)
{
   switch (type) {
   case JSON_OBJECT:  return "an object";
   case JSON_ARRAY:   return "an array";
   case JSON_STRING:  return "a string";
   case JSON_INTEGER: return "an integer";
   default:           return "true or false";
   }
}

/* ---- Values ---- */

/* jansson has a type for each truth value; JSON_TRUE stands for both. */
static bool is_of(const json_t *value, json_type type)
{
   return json_typeof(value) == type
          || (type == JSON_TRUE && json_is_boolean(value));
}

bool hp_json_optional(hp_json *json, const json_t *object, const char *key,
                      json_type type, const json_t **member)
{
   *member = json_object_get(object, key);
   return *member == NULL || is_of(*member, type)
          || hp_json_fail(json, key, "expected %s", name_of(type));
}

const json_t *hp_json_member(hp_json *json, const json_t *object,
                             const char *key, json_type type)
{
   const json_t *member;
   if (!hp_json_optional(json, object, key, type, &member))
      return NULL;
   if (member == NULL)
      hp_json_fail(json, key, "missing");
   return member;
}

static bool count_of(hp_json *json, const json_t *value, const char *key,
                     int64_t *count)
{
   if (!json_is_integer(value))
      return hp_json_fail(json, key, "expected an integer");
   *count = json_integer_value(value);
   return *count >= 0 || hp_json_fail(json, key, "is negative");
}

bool hp_json_count(hp_json *json, const json_t *object, const char *key,
                   int64_t *count)
{
   const json_t *member = json_object_get(object, key);
   if (member == NULL)
      return hp_json_fail(json, key, "missing");
   return count_of(json, member, key, count);
}

bool hp_json_bool(hp_json *json, const json_t *object, const char *key,
                  bool *value)
{
   const json_t *member = hp_json_member(json, object, key, JSON_TRUE);
   *value = json_is_true(member);
   return member != NULL;
}

bool hp_json_counts(hp_json *json, const json_t *array, const char *key,
                    size_t n, int64_t *counts)
{
   if (!json_is_array(array) || json_array_size(array) != n)
      return hp_json_fail(json, key, "expected an array of %zu integers", n);
   for (size_t i = 0; i < n; i++)
      if (!count_of(json, json_array_get(array, i), key, &counts[i]))
         return false;
   return true;
}

bool hp_json_optional_counts(hp_json *json, const json_t *object,
                             const char *key, size_t n, int64_t *counts,
                             bool *is_there)
{
   const json_t *array = json_object_get(object, key);
   *is_there = array != NULL;
   return array == NULL || hp_json_counts(json, array, key, n, counts);
}

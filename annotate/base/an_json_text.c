/* an_json_text.c -- the text of a JSON file.

   jansson parses recursively and allows more depth than we do: the depth is checked
   before jansson gets the bytes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_text.h"

#include "base/tk_array.h"

#include <errno.h>
#include <string.h>

#define LABEL "hp.json"

enum { FIRST_B = 64 * 1024 };

static bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* ---- The bytes ---- */

/* A byte order mark is ignored. */
static void blank_mark(an_json_text *text)
{
   if (text->n >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0)
      memset(text->bytes, ' ', 3);
}

/* Looks for the first byte that is not blank, from `at` on.  If it begins no JSON,
   reading stops: other data can be endless. */
static void look_at_first(an_json_text *text, size_t at)
{
   if (text->has_begun)
      return;
   blank_mark(text);
   while (at < text->n && is_blank(text->bytes[at]))
      at++;
   if (at == text->n)
      return;
   text->has_begun = true;
   text->is_refused = text->bytes[at] != '{' && text->bytes[at] != '[';
}

/* Whether the bytes read are only the beginning of a byte order mark. */
static bool is_in_mark(const an_json_text *text)
{
   return text->n < 3
          && memcmp(text->bytes, "\xef\xbb\xbf", text->n) == 0;
}

static bool read_bytes(an_json_text *text, an_source_of_bytes from,
                       an_error *error)
{
   for (;;) {
      if (text->n == text->size_B
          && !TK_ARRAY_ROOM_FOR(FIRST_B, text->alloc, LABEL, text->bytes,
                                text->n, text->size_B))
         return an_fail_no_memory(error);
      ptrdiff_t more = from.read(from.context, text->bytes + text->n,
                                 text->size_B - text->n);
      if (more < 0)
         return an_fail(error, "%s", strerror(errno != 0 ? errno : EIO));
      size_t before = text->n;
      text->n += (size_t)more;
      if (more == 0 || !is_in_mark(text))
         look_at_first(text, before < 3 ? 0 : before);
      if (more == 0 || text->is_refused)
         return true;
      if (text->n > AN_JSON_TEXT_MAX_B)
         return an_fail(error, "larger than %d bytes", AN_JSON_TEXT_MAX_B);
   }
}

/* ---- Brackets ---- */

static size_t count_lines(const an_json_text *text, size_t from, size_t to)
{
   size_t n = 0;
   const char *at = text->bytes + from, *end = text->bytes + to;
   while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
      n++;
      at++;
   }
   return n;
}

/* The end of the string that begins at `at`; of the text if it is not closed. */
static size_t skip_string(const an_json_text *text, size_t at)
{
   for (at++; at < text->n && text->bytes[at] != '"'; at++)
      at += text->bytes[at] == '\\';
   return at < text->n ? at + 1 : text->n;
}

static size_t skip_blanks(const an_json_text *text, size_t at)
{
   while (at < text->n && is_blank(text->bytes[at]))
      at++;
   return at;
}

/* If the string from `at` to `end` is the key of an array: the array's bracket;
   else 0. */
static size_t find_array(const an_json_text *text, size_t at, size_t end,
                         const char *key)
{
   if (end - at != strlen(key) + 2
       || memcmp(text->bytes + at + 1, key, end - at - 2) != 0)
      return 0;
   at = skip_blanks(text, end);
   if (at >= text->n || text->bytes[at] != ':')
      return 0;
   at = skip_blanks(text, at + 1);
   return at < text->n && text->bytes[at] == '[' ? at : 0;
}

/* Follows strings and brackets only; the parser finds other errors.  False if
   brackets nest too deep. */
static bool find_list(an_json_text *text, const char *list, an_error *error)
{
   size_t depth = 0, bracket = 0;
   bool is_listing = false; /* in the array */
   for (size_t at = 0; at < text->n;) {
      char c = text->bytes[at];
      if (c == '"') {
         size_t end = skip_string(text, at);
         if (depth == 1 && bracket == 0)
            bracket = find_array(text, at, end, list);
         at = end;
         continue;
      }
      if (c == '[' || c == '{') {
         if (++depth > AN_JSON_DEPTH_MAX) {
            an_fail(error, "not a profile: nested deeper than %d",
                    AN_JSON_DEPTH_MAX);
            error->line = 1 + count_lines(text, 0, at);
            return false;
         }
         if (is_listing && depth == 3 && c == '{')
            text->n_listed++;
         if (at == bracket && bracket > 0) {
            is_listing = true;
            text->start = at + 1;
            text->end = text->n; /* if its bracket is never closed */
         }
      } else if ((c == ']' || c == '}') && depth > 0) {
         if (depth-- == 2 && is_listing) {
            is_listing = false;
            text->end = at;
         }
      }
      at++;
   }
   text->at = text->start;
   return true;
}

/* ---- jansson's memory ---- */

/* When memory runs out jansson does not always fail: a long number can lose its
   last digits.  Failures are noted here; jansson has one allocator for all. */
static struct {
   json_malloc_t get;
   json_free_t put;
   bool has_failed;
} memory;

static void *get_watched(size_t size_B)
{
   void *block = memory.get(size_B);
   memory.has_failed |= block == NULL;
   return block;
}

static void watch_memory(void)
{
   json_get_alloc_funcs(&memory.get, &memory.put);
   memory.has_failed = false;
   json_set_alloc_funcs(get_watched, memory.put);
}

/* `parsed`, or NULL if memory ran out while it was parsed. */
static json_t *end_watch(json_t *parsed)
{
   json_set_alloc_funcs(memory.get, memory.put);
   if (!memory.has_failed)
      return parsed;
   json_decref(parsed);
   return NULL;
}

/* ---- The parser ---- */

/* `lines` and `bytes` are those before the text that jansson got. */
static bool describe(const json_error_t *found, size_t lines, size_t bytes,
                     an_error *error)
{
   if (memory.has_failed)
      return an_fail_no_memory(error);
   if (json_error_code(found) == json_error_premature_end_of_input)
      an_fail(error, "the file ends early");
   else
      an_fail(error, "not JSON: %s (byte %zu)", found->text,
              (size_t)found->position + bytes);
   error->line = found->line > 0 ? (size_t)found->line + lines : 0;
   return false;
}

typedef struct {
   const an_json_text *text;
   size_t at;
} feed;

/* All but the elements of the array. */
static size_t next_bytes(void *to, size_t size_B, void *context)
{
   feed *f = context;
   const an_json_text *text = f->text;
   if (f->at == text->start && text->start > 0)
      f->at = text->end;
   size_t end = f->at < text->start ? text->start : text->n;
   size_t n = end - f->at < size_B ? end - f->at : size_B;
   memcpy(to, text->bytes + f->at, n);
   f->at += n;
   return n;
}

static bool parse_root(an_json_text *text, an_error *error)
{
   json_error_t found = { .line = -1 };
   feed f = { .text = text };
   watch_memory();
   text->root = end_watch(
      json_load_callback(next_bytes, &f, JSON_REJECT_DUPLICATES, &found));
   if (text->root != NULL)
      return true;
   bool is_after = text->start > 0 && (size_t)found.position >= text->start;
   return describe(&found,
                   is_after ? count_lines(text, text->start, text->end) : 0,
                   is_after ? text->end - text->start : 0, error);
}

static bool open_text(an_json_text *text, an_source_of_bytes from,
                      const char *list, an_error *error)
{
   if (!read_bytes(text, from, error))
      return false;
   if (!text->has_begun) {
      an_fail(error, "the file is empty");
      error->line = 1;
      return false;
   }
   return find_list(text, list, error) && parse_root(text, error);
}

bool an_json_open(an_json_text *text, const tk_alloc *alloc,
                  an_source_of_bytes from, const char *list, an_error *error)
{
   *text = (an_json_text){ .alloc = alloc };
   if (open_text(text, from, list, error))
      return true;
   an_json_close(text);
   return false;
}

void an_json_close(an_json_text *text)
{
   json_decref(text->root);
   tk_put(text->alloc, text->bytes);
}

bool an_json_next(an_json_text *text, json_t **element, an_error *error)
{
   json_error_t found = { .line = -1 };
   *element = NULL;
   size_t at = skip_blanks(text, text->at);
   if (text->start == 0 || at == text->end)
      return true;
   if (text->at > text->start) {
      if (text->bytes[at] != ',') {
         an_fail(error, "not JSON: ',' or ']' expected (byte %zu)", at + 1);
         error->line = 1 + count_lines(text, 0, at);
         return false;
      }
      at++;
   }
   watch_memory();
   *element = end_watch(json_loadb(text->bytes + at, text->n - at,
                                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY
                                      | JSON_DISABLE_EOF_CHECK,
                                   &found));
   if (*element == NULL)
      return describe(&found, count_lines(text, 0, at), at, error);
   text->at = at + (size_t)found.position;
   return true;
}

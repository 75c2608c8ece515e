/* an_json_text.c -- the text of a JSON file.

   jansson parses recursively and allows more depth than we do: the depth is checked
   before jansson gets the bytes (an_json_cut.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_text.h"

#include "base/an_alloc.h"
#include "base/tk_chars.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_B = 64 * 1024, MARK_B = 3 };

static const char mark[] = "\xef\xbb\xbf"; /* of the order of bytes */

/* ---- The bytes ---- */

/* Looks for the first byte that is not blank.  If it begins no JSON, reading stops:
   other data can be endless. */
static void check_first_byte(an_json_text *text, const char *bytes, size_t n)
{
   size_t at = 0;
   while (at < n && tk_chars_is_blank(bytes[at]))
      at++;
   if (text->has_begun || at == n)
      return;
   text->has_begun = true;
   text->is_refused = bytes[at] != '{' && bytes[at] != '[';
}

/* Fills a buffer: with the first bytes, so that a mark there is seen, or with any. */
static bool fill_buffer(an_source_of_bytes from, char *buffer, bool is_first, size_t *n,
                        an_error *error)
{
   ptrdiff_t more;
   *n = 0;
   do {
      more = from.read(from.context, buffer + *n, BUFFER_B - *n);
      if (more < 0)
         return an_fail(error, "%s", strerror(errno != 0 ? errno : EIO));
      *n += (size_t)more;
   } while (is_first && more > 0 && *n < MARK_B && memcmp(buffer, mark, *n) == 0);
   return true;
}

/* A byte order mark is ignored. */
static bool read_all(an_json_text *text, an_source_of_bytes from, char *buffer,
                     an_error *error)
{
   for (;;) {
      size_t n;
      bool is_first = text->n == 0;
      if (!fill_buffer(from, buffer, is_first, &n, error))
         return false;
      if (is_first && n >= MARK_B && memcmp(buffer, mark, MARK_B) == 0)
         memset(buffer, ' ', MARK_B);
      check_first_byte(text, buffer, n);
      text->n += n;
      if (!an_json_cut_add(&text->cut, buffer, n, error))
         return false;
      if (n == 0 || text->is_refused)
         return true;
      if (text->n > AN_JSON_TEXT_MAX_B)
         return an_fail(error, "larger than %d bytes", AN_JSON_TEXT_MAX_B);
   }
}

static bool read_bytes(an_json_text *text, an_source_of_bytes from, an_error *error)
{
   char *buffer = tk_get(text->cut.alloc, AN_LABEL, BUFFER_B);
   bool ok = read_all(text, from, buffer, error);
   tk_put(text->cut.alloc, buffer);
   return ok;
}

/* ---- The parser ---- */

/* Describes jansson's error.  `lines` and `bytes` are those before the text that it
   got. */
static bool describe_error(const json_error_t *found, size_t lines, size_t bytes,
                           an_error *error)
{
   if (json_error_code(found) == json_error_premature_end_of_input)
      an_fail(error, "the file ends early");
   else
      an_fail(error, "not JSON: %s (byte %zu)", found->text,
              (size_t)found->position + bytes);
   error->line = found->line > 0 ? (size_t)found->line + lines : 0;
   return false;
}

typedef struct {
   const an_json_cut *cut;
   size_t at;
} feed;

/* All but the elements of the array. */
static size_t next_bytes(void *to, size_t size_B, void *context)
{
   feed *f = context;
   size_t left_B = f->cut->n_rest - f->at;
   size_t n = left_B < size_B ? left_B : size_B;
   if (n > 0)
      memcpy(to, f->cut->rest + f->at, n);
   f->at += n;
   return n;
}

static bool parse_root(an_json_text *text, an_error *error)
{
   json_error_t found = { .line = -1 };
   const an_json_cut *cut = &text->cut;
   feed f = { .cut = cut };
   json_set_alloc_funcs(an_malloc, free);
   text->root = json_load_callback(next_bytes, &f, JSON_REJECT_DUPLICATES, &found);
   if (text->root != NULL)
      return true;
   bool is_after = cut->start > 0 && (size_t)found.position >= cut->start;
   return describe_error(&found, is_after ? an_json_cut_lines_in_list(cut) : 0,
                         is_after ? cut->list_B : 0, error);
}

static bool open_text(an_json_text *text, an_source_of_bytes from, an_error *error)
{
   if (!read_bytes(text, from, error))
      return false;
   if (!text->has_begun) {
      an_fail(error, "the file is empty");
      error->line = 1;
      return false;
   }
   return parse_root(text, error);
}

bool an_json_open(an_json_text *text, const tk_alloc *alloc, an_source_of_bytes from,
                  const char *list, an_error *error)
{
   *text = (an_json_text){ .cut = { .alloc = alloc, .key = list } };
   if (open_text(text, from, error)) {
      text->n_listed = text->cut.n_listed;
      return true;
   }
   an_json_close(text);
   return false;
}

void an_json_close(an_json_text *text)
{
   json_decref(text->root);
   an_json_cut_free(&text->cut);
}

/* ---- Elements ---- */

/* The number of bytes in the file before byte `at` of the first piece. */
static size_t bytes_before(const an_json_text *text, size_t at)
{
   return text->cut.start + text->cut.first->before_B + at;
}

/* Moves to the next byte of the list that is not blank; false behind the last. */
static bool skip_blanks(an_json_text *text)
{
   an_json_cut *cut = &text->cut;
   while (cut->first != NULL) {
      const an_json_piece *piece = cut->first;
      while (text->at < piece->n && tk_chars_is_blank(piece->text[text->at]))
         text->at++;
      if (text->at < piece->n)
         return piece->before_B + text->at < cut->list_B;
      if (piece->next == NULL)
         return false;
      an_json_cut_free_first(cut);
      text->at = 0;
   }
   return false;
}

bool an_json_peek(an_json_text *text, const char **element, an_error *error)
{
   *element = NULL;
   if (!text->is_at_element) {
      if (!skip_blanks(text))
         return true;
      if (text->has_taken) {
         if (text->cut.first->text[text->at] != ',') {
            an_fail(error, "not JSON: ',' or ']' expected (byte %zu)",
                    bytes_before(text, text->at) + 1);
            error->line = 1 + an_json_cut_lines_before(&text->cut, text->at);
            return false;
         }
         text->at++;
      }
      text->is_at_element = true;
   }
   *element = text->cut.first->text + text->at;
   return true;
}

void an_json_take(an_json_text *text, size_t n_B)
{
   text->at += n_B;
   text->has_taken = true;
   text->is_at_element = false;
}

bool an_json_next(an_json_text *text, json_t **element, an_error *error)
{
   json_error_t found = { .line = -1 };
   const char *at;
   *element = NULL;
   if (!an_json_peek(text, &at, error))
      return false;
   if (at == NULL)
      return true;
   *element = json_loadb(
      at, text->cut.first->n - text->at,
      JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &found);
   if (*element == NULL)
      return describe_error(&found, an_json_cut_lines_before(&text->cut, text->at),
                            bytes_before(text, text->at), error);
   an_json_take(text, (size_t)found.position);
   return true;
}

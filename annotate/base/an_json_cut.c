/* an_json_cut.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_cut.h"

#include "base/tk_array.h"
#include "base/tk_chars.h"

#include <string.h>

enum { PIECE_B = 1024 * 1024 };

/* ---- Lines ---- */

static size_t count_lines(const char *at, size_t n_B)
{
   size_t n = 0;
   const char *end = at + n_B;
   while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
      n++;
      at++;
   }
   return n;
}

/* Without the bracket behind the last element. */
static size_t lines_of(const an_json_piece *piece)
{
   return count_lines(piece->text, piece->n);
}

/* How many newlines there are in the first n bytes of the rest. */
static size_t lines_in_rest(const an_json_cut *cut, size_t n)
{
   return n == 0 ? 0 : count_lines(cut->rest, n);
}

size_t an_json_cut_lines_in_list(const an_json_cut *cut)
{
   size_t n = cut->lines_freed;
   for (const an_json_piece *piece = cut->first; piece != NULL; piece = piece->next)
      n += lines_of(piece);
   return n;
}

size_t an_json_cut_lines_before(const an_json_cut *cut, size_t at)
{
   return lines_in_rest(cut, cut->start) + cut->lines_freed
          + count_lines(cut->first->text, at);
}

/* ---- The pieces ---- */

void an_json_cut_free_first(an_json_cut *cut)
{
   an_json_piece *piece = cut->first;
   cut->lines_freed += lines_of(piece);
   cut->first = piece->next;
   tk_put(cut->alloc, piece);
}

void an_json_cut_free(an_json_cut *cut)
{
   while (cut->first != NULL) {
      an_json_piece *piece = cut->first;
      cut->first = piece->next;
      tk_put(cut->alloc, piece);
   }
   tk_put(cut->alloc, cut->rest);
   *cut = (an_json_cut){ .alloc = cut->alloc };
}

/* Puts a piece behind the last one, or in its place if that is empty. */
static void append_piece(an_json_cut *cut, an_json_piece *piece)
{
   an_json_piece *old = cut->last, **link = &cut->first;
   cut->last = piece;
   if (old != NULL && old->n > 0) {
      old->next = piece;
      return;
   }
   while (*link != old)
      link = &(*link)->next;
   *link = piece;
   tk_put(cut->alloc, old);
}

/* Begins a piece with room for n bytes more.  What follows the last whole element
   moves there. */
static void add_piece(an_json_cut *cut, size_t n)
{
   an_json_piece *old = cut->last;
   size_t before_B = old == NULL ? 0 : old->before_B;
   size_t kept = cut->element_end > before_B ? cut->element_end - before_B : 0;
   size_t moved = old == NULL ? 0 : old->n - kept;
   size_t room_B = 2 * (moved + n) < PIECE_B ? PIECE_B : 2 * (moved + n);
   an_json_piece *piece = tk_get(cut->alloc, AN_LABEL, sizeof *piece + room_B + 1);
   *piece = (an_json_piece){ .before_B = before_B + kept, .n = moved, .room_B = room_B };
   if (old != NULL) {
      memcpy(piece->text, old->text + kept, moved);
      old->n = kept;
      old->text[kept] = '\0';
   }
   append_piece(cut, piece);
}

static void add_to_list(an_json_cut *cut, const char *text, size_t n)
{
   if (cut->last == NULL || n > cut->last->room_B - cut->last->n)
      add_piece(cut, n);
   an_json_piece *piece = cut->last;
   memcpy(piece->text + piece->n, text, n);
   piece->n += n;
   piece->text[piece->n] = '\0';
}

static void add_to_rest(an_json_cut *cut, const char *text, size_t n)
{
   if (n == 0)
      return;
   TK_ARRAY_ROOM_FOR(n, cut->alloc, AN_LABEL, cut->rest, cut->n_rest, cut->rest_room);
   memcpy(cut->rest + cut->n_rest, text, n);
   cut->n_rest += n;
}

/* ---- Strings and brackets ---- */

/* The bytes that are added, of which those from `from` on are in neither part yet. */
typedef struct {
   const char *text;
   size_t n, from, at;
   size_t element_end; /* in the list */
} bytes;

/* Gives the bytes before `end` to the part that is read. */
static void flush_bytes(an_json_cut *cut, bytes *b, size_t end)
{
   const char *text = b->text + b->from;
   size_t n = end - b->from;
   b->from = end;
   if (!cut->is_listing) {
      add_to_rest(cut, text, n);
      return;
   }
   add_to_list(cut, text, n);
   cut->list_B += n;
   cut->element_end = b->element_end;
}

/* Goes on in a string, up to behind its end. */
static void pass_string(an_json_cut *cut, bytes *b)
{
   while (b->at < b->n) {
      char c = b->text[b->at++];
      if (cut->is_escaped)
         cut->is_escaped = false;
      else if (c == '\\')
         cut->is_escaped = true;
      else if (c == '"') {
         cut->is_in_string = false;
         break;
      }
   }
   if (cut->depth == 1)
      cut->string_end = cut->n_rest + (b->at - b->from);
}

static size_t skip_blanks(const an_json_cut *cut, size_t at)
{
   while (at < cut->n_rest && tk_chars_is_blank(cut->rest[at]))
      at++;
   return at;
}

/* Whether the rest ends with the key and a colon. */
static bool is_at_key(const an_json_cut *cut)
{
   size_t n = strlen(cut->key), at = cut->string_end;
   if (at - cut->string_start != n + 2
       || memcmp(cut->rest + cut->string_start + 1, cut->key, n) != 0)
      return false;
   at = skip_blanks(cut, at);
   return at < cut->n_rest && cut->rest[at] == ':'
          && skip_blanks(cut, at + 1) == cut->n_rest;
}

static bool fail_depth(const an_json_cut *cut, const bytes *b, an_error *error)
{
   an_fail(error, "not a profile: nested deeper than %d", AN_JSON_DEPTH_MAX);
   error->line = 1 + lines_in_rest(cut, cut->n_rest) + an_json_cut_lines_in_list(cut)
                 + count_lines(b->text + b->from, b->at - b->from);
   return false;
}

static bool pass_opening(an_json_cut *cut, bytes *b, an_error *error)
{
   bool is_array = b->text[b->at] == '[';
   if (++cut->depth > AN_JSON_DEPTH_MAX)
      return fail_depth(cut, b, error);
   if (cut->is_listing && cut->depth == 3 && !is_array)
      cut->n_listed++;
   if (is_array && cut->depth == 2 && cut->start == 0) {
      flush_bytes(cut, b, b->at);
      if (is_at_key(cut)) {
         flush_bytes(cut, b, b->at + 1);
         cut->start = cut->n_rest;
         cut->is_listing = true;
      }
   }
   b->at++;
   return true;
}

static void pass_closing(an_json_cut *cut, bytes *b)
{
   bool is_object = b->text[b->at++] == '}';
   if (cut->depth == 0)
      return;
   size_t depth = cut->depth--;
   if (!cut->is_listing)
      return;
   if (depth == 3 && is_object)
      b->element_end = cut->list_B + (b->at - b->from);
   if (depth != 2)
      return;
   flush_bytes(cut, b, b->at - 1);
   add_to_list(cut, b->text + b->at - 1, 1);
   cut->is_listing = false;
}

bool an_json_cut_add(an_json_cut *cut, const char *text, size_t n, an_error *error)
{
   static const bool is_mark[256] = {
      ['"'] = true, ['['] = true, ['{'] = true, [']'] = true, ['}'] = true,
   };
   bytes b = { .text = text, .n = n, .element_end = cut->element_end };
   while (b.at < n) {
      if (cut->is_in_string) {
         pass_string(cut, &b);
         continue;
      }
      while (b.at < n && !is_mark[(unsigned char)text[b.at]])
         b.at++;
      if (b.at == n)
         break;
      if (text[b.at] == '"') {
         cut->is_in_string = true;
         if (cut->depth == 1)
            cut->string_start = cut->n_rest + (b.at - b.from);
         b.at++;
      } else if (text[b.at] == '[' || text[b.at] == '{') {
         if (!pass_opening(cut, &b, error))
            return false;
      } else {
         pass_closing(cut, &b);
      }
   }
   flush_bytes(cut, &b, n);
   return true;
}

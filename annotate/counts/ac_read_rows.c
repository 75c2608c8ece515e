/* ac_read_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_rows.h"

#include "counts/ac_notes.h"
#include "counts/ac_objects.h"

#include <inttypes.h>
#include <string.h>

void ac_read_rows_begin(ac_reader *r, ac_read_rows *rows, const size_t *columns,
                        size_t n_events)
{
   rows->row = tk_get(r->alloc, AN_LABEL, (n_events + 1) * sizeof *rows->row);
   ac_keyed_init(&rows->left, r->alloc, 3, n_events);
   rows->columns = columns;
   rows->n_events = n_events;
   rows->is_on = true;
}

static size_t column_of(const ac_read_rows *rows, size_t event)
{
   return rows->columns == NULL ? event : rows->columns[event];
}

/* ---- Rows ---- */

/* Adds rows->row. */
static void change_row(ac_read_rows *rows, const char *file, const char *function,
                       uint32_t line)
{
   const uint64_t key[] = { (uintptr_t)file, (uintptr_t)function, line };
   uint32_t i = ac_keyed_find(&rows->left, key);
   ac_keyed_add(&rows->left, i, 0, rows->row, rows->n_events);
}

/* Makes rows->row of r->counts. */
static void take_counts(const ac_reader *r, ac_read_rows *rows, bool is_less)
{
   for (size_t e = 0; e < rows->n_events; e++) {
      int64_t count = r->counts[column_of(rows, e)];
      rows->row[e] = is_less ? -count : count;
   }
}

void ac_read_rows_add(ac_reader *r, ac_read_rows *rows, uint32_t line)
{
   if (rows->n_events == 0)
      return;
   take_counts(r, rows, false);
   change_row(rows, r->file, r->function, line);
}

void ac_read_rows_code(ac_reader *r, ac_read_rows *rows, const char *function)
{
   if (!rows->is_on)
      return;
   const char *unknown = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   rows->has_codes = true;
   take_counts(r, rows, true);
   change_row(rows, unknown, unknown, 0);
   take_counts(r, rows, false);
   change_row(rows, unknown, function, 0);
}

void ac_read_rows_summary(const ac_reader *r, ac_read_rows *rows)
{
   rows->n_names = rows->is_on ? r->notes->calls.n_names : 0;
}

/* ---- Whose ---- */

/* OBJECT:ADDRESS, the name of code without a symbol. */
static bool find_code(ac_reader *r, ac_read_rows *rows, an_span word, const char *colon,
                      ac_note_who *who)
{
   an_span object = { word.at, colon }, at = { colon + 1, word.end };
   int64_t number;
   uint64_t address;
   if (!ac_reader_take_number(&object, &number) || !ac_reader_take_address(&at, &address))
      return ac_note_fail(r);
   const ac_read_objects *list = &r->notes->objects.list;
   if (!ac_note_check(r, number, "object", list->n))
      return false;
   who->function = ac_objects_name(r->profile, list->objects[number - 1].index, address);
   const uint64_t key[] = { (uintptr_t)who->file, (uintptr_t)who->function, 0 };
   size_t n = rows->left.n;
   ac_keyed_find(&rows->left, key);
   return rows->left.n == n
          || ac_reader_fail(r, "object %" PRId64 " has no \"#: code 0x%" PRIx64 "\"",
                            number, address);
}

bool ac_read_rows_who(ac_reader *r, ac_read_rows *rows, an_span word, ac_note_who *who)
{
   const char *colon = memchr(word.at, ':', an_span_length(word));
   int64_t number;
   *who = (ac_note_who){ .file = ac_reader_intern(r, an_span_of(AN_UNKNOWN)),
                         .is_address = colon != NULL };
   if (colon != NULL)
      return find_code(r, rows, word, colon, who);
   if (!ac_note_reference(r, &word, "name", rows->n_names, &number))
      return false;
   who->file = r->notes->calls.names[number - 1].file;
   who->function = r->notes->calls.names[number - 1].function;
   return true;
}

bool ac_read_rows_check_code(ac_reader *r, const ac_read_rows *rows,
                             const ac_note_who *who, uint32_t line)
{
   return !rows->has_codes || who->is_address || line != 0
          || !ac_object_notes_may_hold(who->file, who->function)
          || ac_reader_fail(r, "expected OBJECT:ADDRESS for code without a symbol");
}

/* ---- Parts ---- */

/* The row that a part is of, mostly that of the part before. */
static bool find_part(ac_reader *r, ac_read_rows *rows, const ac_note_who *who,
                      uint32_t line, uint32_t *index)
{
   const uint64_t key[] = { (uintptr_t)who->file, (uintptr_t)who->function, line };
   size_t n = rows->left.n;
   if (rows->last_index == 0 || memcmp(key, rows->last, sizeof key) != 0) {
      uint32_t i = ac_keyed_find(&rows->left, key);
      if (rows->left.n > n)
         return ac_reader_fail(r, "%s has no line %" PRIu32 " in the body", who->function,
                               line);
      memcpy(rows->last, key, sizeof key);
      rows->last_index = i + 1;
   }
   *index = rows->last_index - 1;
   return true;
}

bool ac_read_rows_take(ac_reader *r, ac_read_rows *rows, const ac_note_who *who,
                       uint32_t line, const int64_t *counts)
{
   uint32_t i = 0;
   if (!ac_read_rows_check_code(r, rows, who, line) || !find_part(r, rows, who, line, &i))
      return false;
   for (size_t e = 0; e < rows->n_events; e++)
      rows->row[e] = -counts[e];
   ac_keyed_add(&rows->left, i, 0, rows->row, rows->n_events);
   return true;
}

bool ac_read_rows_is_saturated(const ac_reader *r, const char *event)
{
   const ac_texts *all = ac_profile_texts(r->profile, AC_NOTE_SATURATED);
   for (size_t i = 0; i < all->n; i++)
      if (strcmp(all->text[i], event) == 0)
         return true;
   return false;
}

bool ac_read_rows_end(ac_reader *r, const ac_read_rows *rows, const char *what)
{
   for (size_t e = 0; e < rows->n_events; e++) {
      const char *event = r->events[column_of(rows, e)];
      bool is_exact = !ac_read_rows_is_saturated(r, event);
      for (size_t i = 0; i < rows->left.n && is_exact; i++) {
         const uint64_t *key = ac_keyed_key(&rows->left, i);
         int64_t left = ac_keyed_numbers(&rows->left, i)[e];
         if (left != 0)
            return ac_reader_fail(
               r, "the %s of line %" PRIu32 " of %s have %" PRIu64 " %s too %s", what,
               (uint32_t)key[2], (const char *)(uintptr_t)key[1],
               left < 0 ? -(uint64_t)left : (uint64_t)left, event,
               left < 0 ? "many" : "few");
      }
   }
   return true;
}

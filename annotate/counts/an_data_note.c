/* an_data_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_data_note.h"

#include "counts/an_object_notes.h"
#include "counts/an_objects.h"

#include <inttypes.h>
#include <string.h>

bool an_data_note_fail(an_reader *r, const an_read_data *d)
{
   return an_reader_fail(r, "expected %s after \"#: %s\"", d->note->shape,
                         d->note->key);
}

bool an_data_note_fail_place(an_reader *r, const an_read_data *d)
{
   return an_reader_fail(r, "\"#: %s\" out of place", d->note->key);
}

an_data_sums *an_data_note_sums(const an_reader *r)
{
   return an_data_sums_of(r->profile, 0); /* it is there */
}

bool an_data_note_number(an_reader *r, const an_read_data *d, an_span *rest,
                         int64_t *number)
{
   return an_reader_take_number(rest, number) || an_data_note_fail(r, d);
}

bool an_data_note_line(an_reader *r, const an_read_data *d, an_span *rest,
                       uint32_t *line)
{
   int64_t number;
   if (!an_data_note_number(r, d, rest, &number))
      return false;
   *line = (uint32_t)number;
   return number <= UINT32_MAX
          || an_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32,
                            number, UINT32_MAX);
}

bool an_data_note_reference(an_reader *r, const an_read_data *d, an_span *rest,
                            const char *what, size_t n, bool or_none, size_t *number)
{
   int64_t wide;
   if (!an_data_note_number(r, d, rest, &wide))
      return false;
   *number = (size_t)wide;
   return (or_none && wide == 0) || an_note_check(r, wide, what, n);
}

bool an_data_note_datum(an_reader *r, const an_read_data *d, an_span *rest,
                        an_read_datum **datum)
{
   size_t number;
   if (!an_data_note_reference(r, d, rest, "data object", d->n_data, false, &number))
      return false;
   *datum = &d->data[number - 1];
   return true;
}

bool an_data_note_ends(an_reader *r, const an_read_data *d, an_span rest)
{
   return an_span_length(an_span_trimmed(rest)) == 0 || an_data_note_fail(r, d);
}

/* ---- Functions ---- */

/* Takes OBJECT:ADDRESS, the name of code without a symbol. */
static bool take_code(an_reader *r, an_read_data *d, an_span word, const char *colon,
                      const char *file, const char **function)
{
   an_span object = { word.at, colon }, at = { colon + 1, word.end };
   int64_t number;
   uint64_t address;
   if (!an_reader_take_number(&object, &number) || !an_reader_take_address(&at, &address))
      return an_data_note_fail(r, d);
   if (!an_note_check(r, number, "object", d->objects->n))
      return false;
   *function = an_objects_name(r->profile, d->objects->objects[number - 1].index,
                               address);
   const uint64_t key[] = { (uintptr_t)file, (uintptr_t)*function, 0 };
   size_t n = d->rows.n;
   if (*function == NULL || an_keyed_find(&d->rows, key) == UINT32_MAX)
      return an_fail_no_memory(r->error);
   return d->rows.n == n
          || an_reader_fail(r, "object %" PRId64 " has no \"#: code 0x%" PRIx64 "\"",
                            number, address);
}

bool an_data_note_who(an_reader *r, an_read_data *d, an_span *rest,
                      const char **file, const char **function, uint32_t *index)
{
   an_span word = an_span_take_word(rest);
   const char *colon = memchr(word.at, ':', an_span_length(word));
   d->is_address = colon != NULL;
   *file = an_reader_intern(r, an_span_of(AN_UNKNOWN));
   if (*file == NULL || (colon != NULL && !take_code(r, d, word, colon, *file, function)))
      return false;
   if (colon == NULL) {
      size_t number;
      if (!an_data_note_reference(r, d, &word, "name", d->n_names, false, &number))
         return false;
      *file = d->names->names[number - 1].file;
      *function = d->names->names[number - 1].function;
   }
   const char *new_file = *file, *new_function = *function;
   return an_reader_rename(r, &new_file, &new_function)
          && an_reader_check(r, an_data_sums_function(an_data_note_sums(r), new_file,
                                                      new_function, index));
}

bool an_data_note_check(an_reader *r, const an_read_data *d, const char *file,
                        const char *function, uint32_t line)
{
   return !d->has_codes || d->is_address || line != 0
          || !an_object_notes_may_hold(file, function)
          || an_reader_fail(r, "expected OBJECT:ADDRESS for code without a symbol");
}

/* ac_data_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "counts/ac_object_notes.h"
#include "counts/ac_objects.h"
#include "counts/ac_read_calls.h"

#include <inttypes.h>
#include <string.h>

ac_data_sums *ac_data_note_sums(const ac_reader *r)
{
   return ac_data_sums_of(r->profile, 0); /* it is there */
}

bool ac_note_datum(ac_reader *r, an_span *rest, ac_read_datum **datum)
{
   const ac_read_data *d = r->data_notes;
   uint32_t number;
   if (!ac_note_reference(r, rest, "data object", d->n_data, false, &number))
      return false;
   *datum = &d->data[number - 1];
   return true;
}

/* ---- Functions ---- */

/* Takes OBJECT:ADDRESS, the name of code without a symbol. */
static bool take_code(ac_reader *r, ac_read_data *d, an_span word, const char *colon,
                      const char *file, const char **function)
{
   an_span object = { word.at, colon }, at = { colon + 1, word.end };
   int64_t number;
   uint64_t address;
   if (!ac_reader_take_number(&object, &number) || !ac_reader_take_address(&at, &address))
      return ac_note_fail(r);
   const ac_read_objects *list = &r->object_notes->list;
   if (!ac_note_check(r, number, "object", list->n))
      return false;
   *function = ac_objects_name(r->profile, list->objects[number - 1].index, address);
   const uint64_t key[] = { (uintptr_t)file, (uintptr_t)*function, 0 };
   size_t n = d->rows.n;
   if (*function == NULL || ac_keyed_find(&d->rows, key) == UINT32_MAX)
      return an_fail_no_memory(r->error);
   return d->rows.n == n
          || ac_reader_fail(r, "object %" PRId64 " has no \"#: code 0x%" PRIx64 "\"",
                            number, address);
}

bool ac_note_who(ac_reader *r, an_span *rest, const char **file, const char **function,
                 uint32_t *index)
{
   ac_read_data *d = r->data_notes;
   an_span word = an_span_take_word(rest);
   const char *colon = memchr(word.at, ':', an_span_length(word));
   d->is_address = colon != NULL;
   *file = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   if (*file == NULL || (colon != NULL && !take_code(r, d, word, colon, *file, function)))
      return false;
   if (colon == NULL) {
      uint32_t number;
      if (!ac_note_reference(r, &word, "name", d->n_names, false, &number))
         return false;
      *file = r->call_notes->names[number - 1].file;
      *function = r->call_notes->names[number - 1].function;
   }
   const char *new_file = *file, *new_function = *function;
   return ac_reader_rename(r, &new_file, &new_function)
          && ac_reader_check(r, ac_data_sums_function(ac_data_note_sums(r), new_file,
                                                      new_function, index));
}

bool ac_note_check_code(ac_reader *r, const char *file, const char *function,
                        uint32_t line)
{
   const ac_read_data *d = r->data_notes;
   return !d->has_codes || d->is_address || line != 0
          || !ac_object_notes_may_hold(file, function)
          || ac_reader_fail(r, "expected OBJECT:ADDRESS for code without a symbol");
}

/* ac_data_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

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

bool ac_note_offset(ac_reader *r, an_span *rest, int64_t *offset)
{
   an_span_skip_blanks(rest);
   bool is_negative = an_span_take_key(rest, "-");
   if (!ac_note_number(r, rest, offset))
      return false;
   if (is_negative)
      *offset = -*offset;
   return true;
}

bool ac_note_data_who(ac_reader *r, an_span *rest, ac_note_who *who, uint32_t *index)
{
   if (!ac_read_rows_who(r, &r->data_notes->rows, rest, who))
      return false;
   const char *file = who->file, *function = who->function;
   ac_reader_rename(r, &file, &function);
   ac_data_sums_function(ac_data_note_sums(r), file, function, index);
   return true;
}

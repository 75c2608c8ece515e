/* ac_data_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "counts/ac_notes.h"

ac_data_sums *ac_data_note_sums(const ac_reader *r)
{
   return ac_data_sums_of(r->profile, 0); /* it is there */
}

bool ac_note_data_who(ac_reader *r, an_span word, ac_note_who *who, uint32_t *index)
{
   if (!ac_read_rows_who(r, &r->notes->data.rows, word, who))
      return false;
   const char *file = who->file, *function = who->function;
   ac_reader_rename(r, &file, &function);
   ac_data_sums_function(ac_data_note_sums(r), file, function, index);
   return true;
}

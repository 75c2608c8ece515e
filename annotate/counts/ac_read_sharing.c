/* ac_read_sharing.c -- reads the notes of cachesim about shared lines of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include <inttypes.h>

bool ac_read_sharing(ac_reader *r, an_span rest)
{
   ac_read_data *d = r->data_notes;
   if (d->has_sharing)
      return ac_note_fail_second(r);
   if (!ac_note_number(r, &rest, &d->line_B) || !ac_note_number(r, &rest, &d->n_threads)
       || !ac_note_ends(r, rest))
      return false;
   if (d->line_B < 1 || d->line_B > 64 || (d->line_B & (d->line_B - 1)) != 0)
      return ac_reader_fail(r, "a line of memory has 1, 2, 4 ... or 64 bytes");
   if (d->n_threads > UINT32_MAX)
      return ac_reader_fail(r, "more than %" PRIu32 " threads", UINT32_MAX);
   d->has_sharing = true;
   ac_data_sums_begin_sharing(ac_data_note_sums(r), AC_SHARED, d->line_B,
                              (uint32_t)d->n_threads);
   return true;
}

bool ac_read_shared_line(ac_reader *r, an_span rest)
{
   ac_read_data *d = r->data_notes;
   int64_t transfers;
   if (!d->has_sharing || d->has_left_out)
      return ac_note_fail_place(r);
   if (d->has_line && !d->has_access)
      return ac_reader_fail(r, "the last \"#: sl\" has no \"#: sa\"");
   d->has_line = true;
   d->has_access = false;
   if (!ac_note_number(r, &rest, &transfers) || !ac_note_ends(r, rest))
      return false;
   ac_data_sums_line(ac_data_note_sums(r), transfers);
   return true;
}

static bool take_thread(ac_reader *r, const ac_read_data *d, an_span *rest,
                        uint32_t *thread)
{
   int64_t number;
   if (!ac_note_number(r, rest, &number))
      return false;
   *thread = (uint32_t)number;
   return (number > 0 && number <= d->n_threads)
          || ac_reader_fail(r, "there is no thread %" PRId64, number);
}

static bool take_mask(ac_reader *r, const ac_read_data *d, an_span *rest, uint64_t *mask)
{
   if (!ac_note_address(r, rest, mask))
      return false;
   return (*mask != 0 && (d->line_B == 64 || *mask >> d->line_B == 0))
          || ac_reader_fail(
             r, "the mask 0x%" PRIx64 " is not of a line of %" PRId64 " bytes", *mask,
             d->line_B);
}

/* Takes the word "own", if it is there, at the end. */
static bool take_own(ac_reader *r, an_span rest, bool *is_own)
{
   rest = an_span_trimmed(rest);
   *is_own = an_span_is(rest, "own");
   return *is_own || ac_note_ends(r, rest);
}

bool ac_read_shared_access(ac_reader *r, an_span rest)
{
   ac_read_data *d = r->data_notes;
   ac_shared_access access;
   ac_note_who who;
   uint32_t by;
   ac_read_datum *datum;
   if (!d->has_line || d->has_left_out)
      return ac_note_fail_place(r);
   if (!ac_note_data_who(r, &rest, &who, &by) || !ac_note_line(r, &rest, &access.line)
       || !ac_read_rows_check_code(r, &d->rows, &who, access.line)
       || !take_thread(r, d, &rest, &access.thread) || !ac_note_datum(r, &rest, &datum)
       || !ac_note_offset(r, &rest, &access.offset)
       || !take_mask(r, d, &rest, &access.mask)
       || !ac_note_number(r, &rest, &access.reads)
       || !ac_note_number(r, &rest, &access.writes) || !take_own(r, rest, &access.is_own))
      return false;
   access.function = by;
   access.datum = datum->index;
   d->has_access = true;
   ac_data_sums_access(ac_data_note_sums(r), &access);
   return true;
}

bool ac_read_shared_rest(ac_reader *r, an_span rest)
{
   ac_read_data *d = r->data_notes;
   int64_t lines, accesses;
   if (!d->has_sharing || d->has_left_out)
      return ac_note_fail_place(r);
   d->has_left_out = true;
   if (!ac_note_number(r, &rest, &lines) || !ac_note_number(r, &rest, &accesses)
       || !ac_note_ends(r, rest))
      return false;
   ac_data_sums_left_out(ac_data_note_sums(r), lines, accesses);
   return true;
}

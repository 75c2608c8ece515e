/* ac_read_sharing.c -- reads the notes of cachesim about shared lines of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include <inttypes.h>

bool ac_read_sharing(ac_reader *r, ac_read_data *d, an_span rest)
{
   if (d->has_sharing)
      return ac_reader_fail(r, "a second \"#: sharing\" line");
   if (!ac_data_note_number(r, d, &rest, &d->line_B)
       || !ac_data_note_number(r, d, &rest, &d->n_threads)
       || !ac_data_note_ends(r, d, rest))
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

bool ac_read_shared_line(ac_reader *r, ac_read_data *d, an_span rest)
{
   int64_t transfers;
   if (!d->has_sharing || d->has_left_out)
      return ac_data_note_fail_place(r, d);
   if (d->has_line && !d->has_access)
      return ac_reader_fail(r, "the last \"#: sl\" has no \"#: sa\"");
   d->has_line = true;
   d->has_access = false;
   return ac_data_note_number(r, d, &rest, &transfers) && ac_data_note_ends(r, d, rest)
          && ac_reader_check(r, ac_data_sums_line(ac_data_note_sums(r), transfers));
}

static bool take_thread(ac_reader *r, const ac_read_data *d, an_span *rest,
                        uint32_t *thread)
{
   int64_t number;
   if (!ac_data_note_number(r, d, rest, &number))
      return false;
   *thread = (uint32_t)number;
   return (number > 0 && number <= d->n_threads)
          || ac_reader_fail(r, "there is no thread %" PRId64, number);
}

static bool take_offset(ac_reader *r, const ac_read_data *d, an_span *rest,
                        int64_t *offset)
{
   an_span_skip_blanks(rest);
   bool is_negative = an_span_take_key(rest, "-");
   if (!ac_data_note_number(r, d, rest, offset))
      return false;
   if (is_negative)
      *offset = -*offset;
   return true;
}

static bool take_mask(ac_reader *r, const ac_read_data *d, an_span *rest,
                      uint64_t *mask)
{
   if (!ac_reader_take_address(rest, mask))
      return ac_data_note_fail(r, d);
   return (*mask != 0 && (d->line_B == 64 || *mask >> d->line_B == 0))
          || ac_reader_fail(r, "the mask 0x%" PRIx64 " is not of a line of %" PRId64
                               " bytes",
                            *mask, d->line_B);
}

/* Takes the word "own", if it is there, at the end. */
static bool take_own(ac_reader *r, const ac_read_data *d, an_span rest, bool *is_own)
{
   rest = an_span_trimmed(rest);
   *is_own = an_span_is(rest, "own");
   return *is_own || ac_data_note_ends(r, d, rest);
}

bool ac_read_shared_access(ac_reader *r, ac_read_data *d, an_span rest)
{
   ac_shared_access access;
   const char *file, *function;
   uint32_t by;
   ac_read_datum *datum;
   if (!d->has_line || d->has_left_out)
      return ac_data_note_fail_place(r, d);
   if (!ac_data_note_who(r, d, &rest, &file, &function, &by)
       || !ac_data_note_line(r, d, &rest, &access.line)
       || !ac_data_note_check(r, d, file, function, access.line)
       || !take_thread(r, d, &rest, &access.thread)
       || !ac_data_note_datum(r, d, &rest, &datum)
       || !take_offset(r, d, &rest, &access.offset)
       || !take_mask(r, d, &rest, &access.mask)
       || !ac_data_note_number(r, d, &rest, &access.reads)
       || !ac_data_note_number(r, d, &rest, &access.writes)
       || !take_own(r, d, rest, &access.is_own))
      return false;
   access.function = by;
   access.datum = datum->index;
   d->has_access = true;
   return ac_reader_check(r, ac_data_sums_access(ac_data_note_sums(r), &access));
}

bool ac_read_shared_rest(ac_reader *r, ac_read_data *d, an_span rest)
{
   int64_t lines, accesses;
   if (!d->has_sharing || d->has_left_out)
      return ac_data_note_fail_place(r, d);
   d->has_left_out = true;
   return ac_data_note_number(r, d, &rest, &lines)
          && ac_data_note_number(r, d, &rest, &accesses)
          && ac_data_note_ends(r, d, rest)
          && ac_reader_check(r, ac_data_sums_left_out(ac_data_note_sums(r), lines,
                                                      accesses));
}

/* ac_read_sharing.c -- reads the notes of cachesim about shared lines of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "counts/ac_notes.h"

#include <inttypes.h>

bool ac_read_sharing(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   if (d->has_sharing)
      return ac_note_fail_second(r);
   d->line_B = f->n[0];
   d->n_threads = f->n[1];
   if (d->line_B < 1 || d->line_B > 64 || (d->line_B & (d->line_B - 1)) != 0)
      return ac_reader_fail(r, "a line of memory has 1, 2, 4 ... or 64 bytes");
   if (d->n_threads > UINT32_MAX)
      return ac_reader_fail(r, "more than %" PRIu32 " threads", UINT32_MAX);
   d->has_sharing = true;
   ac_data_sums_begin_sharing(ac_data_note_sums(r), AC_SHARED, d->line_B,
                              (uint32_t)d->n_threads);
   return true;
}

bool ac_read_shared_line(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   if (!d->has_sharing || d->has_left_out)
      return ac_note_fail_place(r);
   if (d->has_line && !d->has_access)
      return ac_reader_fail(r, "the last \"#: sl\" has no \"#: sa\"");
   d->has_line = true;
   d->has_access = false;
   ac_data_sums_line(ac_data_note_sums(r), f->n[0]);
   return true;
}

static bool check_thread(ac_reader *r, int64_t number)
{
   return (number > 0 && number <= r->notes->data.n_threads)
          || ac_reader_fail(r, "there is no thread %" PRId64, number);
}

static bool check_mask(ac_reader *r, uint64_t mask)
{
   const int64_t line_B = r->notes->data.line_B;
   return (mask != 0 && (line_B == 64 || mask >> line_B == 0))
          || ac_reader_fail(
             r, "the mask 0x%" PRIx64 " is not of a line of %" PRId64 " bytes", mask,
             line_B);
}

/* Takes the word "own", if it is there, at the end. */
static bool take_own(ac_reader *r, an_span rest, bool *is_own)
{
   rest = an_span_trimmed(rest);
   *is_own = an_span_is(rest, "own");
   return *is_own || ac_note_ends(r, rest);
}

bool ac_read_shared_access(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_shared_access access = { .line = (uint32_t)f->n[0],
                               .thread = (uint32_t)f->n[1],
                               .datum = d->data[f->n[2] - 1].index,
                               .offset = f->n[3],
                               .mask = (uint64_t)f->n[4],
                               .reads = f->n[5],
                               .writes = f->n[6] };
   ac_note_who who;
   uint32_t by;
   if (!d->has_line || d->has_left_out)
      return ac_note_fail_place(r);
   if (!ac_note_data_who(r, f->word, &who, &by)
       || !ac_read_rows_check_code(r, &d->rows, &who, access.line)
       || !check_thread(r, f->n[1]) || !check_mask(r, access.mask)
       || !take_own(r, f->rest, &access.is_own))
      return false;
   access.function = by;
   d->has_access = true;
   ac_data_sums_access(ac_data_note_sums(r), &access);
   return true;
}

bool ac_read_shared_rest(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   if (!d->has_sharing || d->has_left_out)
      return ac_note_fail_place(r);
   d->has_left_out = true;
   ac_data_sums_left_out(ac_data_note_sums(r), f->n[0], f->n[1]);
   return true;
}

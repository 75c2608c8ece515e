/* ac_read_looks.c -- reads the notes of cachesim about bytes that are used together.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "counts/ac_notes.h"

#include "base/an_number.h"

#include <inttypes.h>

enum { WORD_B = 4 }; /* of the short form of used bytes */

bool ac_read_data_looks(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   if (d->look_line_B != 0)
      return ac_note_fail_second(r);
   d->look_line_B = f->n[0];
   if (d->look_line_B < 1 || d->look_line_B > 64
       || (d->look_line_B & (d->look_line_B - 1)) != 0)
      return ac_reader_fail(r, "a line of looks has 1, 2, 4 ... or 64 bytes");
   ac_data_sums_begin_looks(ac_data_note_sums(r), d->look_line_B);
   return true;
}

/* A bit for each word becomes one for each of its bytes. */
static bool widen_words(uint64_t *bytes)
{
   uint64_t words = *bytes;
   *bytes = 0;
   for (int i = 0; i < 64 / WORD_B; i++)
      if (words >> i & 1)
         *bytes |= (uint64_t)0xf << i * WORD_B;
   return words >> 64 / WORD_B == 0;
}

/* Takes BYTES or N*BYTES: of how many lines, and which. */
static bool take_run(ac_reader *r, an_span *rest, int64_t *n, uint64_t *bytes)
{
   an_span word;
   if (!ac_note_run(r, rest, n, &word))
      return false;
   bool has_words = an_span_take_key(&word, "w");
   return (ac_reader_hexadecimal(word, bytes) && (!has_words || widen_words(bytes)))
          || ac_note_fail(r);
}

static bool add_run(ac_reader *r, ac_read_data *d, int64_t n, uint64_t bytes)
{
   if (d->look_line_B < 64 && bytes >> d->look_line_B != 0)
      return ac_reader_fail(r, "a line of %" PRId64 " bytes has not the bytes %" PRIx64,
                            d->look_line_B, bytes);
   if (n > AC_LOOK_LINES - (int64_t)d->n_look)
      return ac_reader_fail(r, "more than %d lines in a look", AC_LOOK_LINES);
   for (; n > 0; n--)
      d->look[d->n_look++] = bytes;
   return true;
}

/* A line begins at the offset; are all of its bytes in the block or variable? */
static bool are_inside(const ac_read_data *d, const ac_read_datum *datum, int64_t offset,
                       uint64_t bytes)
{
   if (offset < 0 && (bytes & (((uint64_t)1 << -offset) - 1)) != 0)
      return false;
   int64_t left_B = datum->size_B - offset;
   return datum->size_B == 0 || left_B >= d->look_line_B
          || (left_B > 0 && bytes >> left_B == 0);
}

static bool check_look(ac_reader *r, const ac_read_data *d, const ac_read_datum *datum,
                       int64_t offset)
{
   uint64_t all = 0;
   bool fits = offset > -d->look_line_B;
   for (size_t i = 0; i < d->n_look && fits; i++) {
      int64_t at = offset + (int64_t)i * d->look_line_B;
      fits = are_inside(d, datum, at, d->look[i]) && (i == 0 || at >= 0);
      all |= d->look[i];
   }
   return (fits || ac_reader_fail(r, "a look beyond the block or variable"))
          && (all != 0 || ac_reader_fail(r, "a look at no byte"));
}

bool ac_read_data_look(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_read_datum *datum = &d->data[f->n[0] - 1];
   const int64_t count = f->n[1], offset = f->n[2];
   an_span rest = f->rest;
   if (d->look_line_B == 0)
      return ac_note_fail_place(r);
   d->n_look = 0;
   do {
      int64_t n;
      uint64_t bytes;
      if (!take_run(r, &rest, &n, &bytes) || !add_run(r, d, n, bytes))
         return false;
      an_span_skip_blanks(&rest);
   } while (rest.at < rest.end);
   if (count == 0)
      return ac_reader_fail(r, "a look without a count");
   if (offset > INT64_MAX - AC_LOOK_LINES * d->look_line_B)
      return ac_reader_fail(r, "a look beyond the block or variable");
   if (!check_look(r, d, datum, offset))
      return false;
   ac_data_sums_look(ac_data_note_sums(r), datum->index,
                     &(ac_data_look){ offset, d->n_look, d->look, count });
   return true;
}

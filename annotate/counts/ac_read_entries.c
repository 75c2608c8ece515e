/* ac_read_entries.c -- reads the notes of cachesim about misses on data objects.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "base/an_number.h"
#include "base/an_overflow.h"
#include "counts/ac_data_model.h"
#include "counts/ac_notes.h"

#include <inttypes.h>
#include <string.h>

enum { SETS_MAX = 1 << 22 }; /* of all data: a short line can stand for many */

/* ---- Entries ---- */

/* Whether the instructions of the last entry have all of it, if it has any. */
static bool check_split(ac_reader *r, const ac_read_data *d)
{
   for (size_t e = 0; d->is_split && e < d->n_events; e++)
      if (d->left[e] != 0)
         return ac_reader_fail(r,
                               "the instructions of the entry before have not as many %s "
                               "as it has",
                               d->events[e]);
   return true;
}

bool ac_read_data_name(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   d->has_entry = false;
   return check_split(r, d) && ac_note_data_who(r, f->word, &d->who, &d->by);
}

static bool read_place(ac_reader *r, an_span word, ac_data_place *place)
{
   *place = (ac_data_place){ -1, 0 };
   if (an_span_is(word, "-"))
      return true;
   const char *end = word.at;
   if (an_number_scan(&end, &place->offset) != AN_NUMBER_OK)
      return ac_note_fail(r);
   if (end == word.end)
      return true;
   an_span stride = { end + 1, word.end };
   return (*end == '%' && ac_reader_take_number(&stride, &place->stride)
           && place->offset < place->stride)
          || ac_note_fail(r);
}

/* A place is within its datum. */
static bool check_offset(ac_reader *r, const ac_data_place *place,
                         const ac_read_datum *datum)
{
   return datum->size_B == 0 || place->offset < datum->size_B
          || ac_reader_fail(r, "the offset %" PRId64 " is not within %" PRId64 " bytes",
                            place->offset, datum->size_B);
}

/* Takes at most n counts, up to the end of the line; the rest is 0. */
static bool take_counts(ac_reader *r, an_span rest, int64_t *counts, size_t n)
{
   size_t i = 0;
   for (an_span_skip_blanks(&rest); rest.at < rest.end; an_span_skip_blanks(&rest))
      if (i == n || !ac_reader_take_number(&rest, &counts[i++]))
         return ac_note_fail(r);
   while (i < n)
      counts[i++] = 0;
   return true;
}

/* Instructions may follow. */
static void keep_entry(ac_read_data *d, const ac_data_entry *entry)
{
   d->line = entry->line;
   d->datum = entry->datum;
   d->place = entry->place;
   memcpy(d->left, d->row, d->n_events * sizeof *d->row);
   d->has_entry = true;
   d->is_split = false;
}

static bool add_entry(ac_reader *r, ac_read_data *d, ac_data_entry *entry,
                      ac_read_datum *datum)
{
   const ac_data events = { .n_events = d->n_events, .events = d->events };
   entry->function = d->by;
   entry->datum = datum->index;
   entry->counts = d->row;
   keep_entry(d, entry);
   bool overflow = __builtin_add_overflow(
      datum->d1_misses, ac_data_d1_misses(&events, d->row), &datum->d1_misses);
   an_overflow_note(overflow);
   if (!ac_read_rows_take(r, &d->rows, &d->who, entry->line, d->row))
      return false;
   ac_data_sums_entry(ac_data_note_sums(r), entry);
   return true;
}

bool ac_read_data_entry(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_data_entry entry = { .line = (uint32_t)f->n[0] };
   ac_read_datum *datum = &d->data[f->n[1] - 1];
   if (d->who.function == NULL || d->n_events == 0)
      return ac_note_fail_place(r);
   return check_split(r, d) && read_place(r, f->word, &entry.place)
          && check_offset(r, &entry.place, datum)
          && take_counts(r, f->rest, d->row, d->n_events)
          && add_entry(r, d, &entry, datum);
}

/* ---- Instructions ---- */

/* The instruction must be one of the entry's row. */
static bool check_instr(ac_reader *r, const ac_read_data *d, int64_t number)
{
   const ac_read_instr *instr = &r->notes->instrs.all[number - 1];
   return (instr->line == d->line && instr->file == d->who.file
           && instr->function == d->who.function)
          || ac_reader_fail(r, "instruction %" PRId64 " is not of line %" PRIu32 " of %s",
                            number, d->line, d->who.function);
}

bool ac_read_data_instr(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_instr_data data = { .instr = r->notes->instrs.all[f->n[0] - 1].index,
                          .datum = d->datum,
                          .place = d->place,
                          .counts = d->row };
   if (!d->has_entry)
      return ac_note_fail_place(r);
   if (!check_instr(r, d, f->n[0]) || !take_counts(r, f->rest, d->row, d->n_events))
      return false;
   for (size_t e = 0; e < d->n_events; e++) {
      d->left[e] -= d->row[e];
      if (d->left[e] < 0)
         return ac_reader_fail(r, "the instructions have more %s than the entry",
                               d->events[e]);
   }
   d->is_split = true;
   ac_instr_sums_data(ac_instr_sums_of(r->profile), &data, d->n_events);
   return true;
}

/* ---- Use and sets ---- */

enum { LINE_MAX_B = 65536 }; /* of a cache */

bool ac_read_data_use(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_read_datum *datum = &d->data[f->n[0] - 1];
   const int64_t n_lines = f->n[1], inside_B = f->n[2], used_B = f->n[3];
   if (datum->has_use)
      return ac_reader_fail(r, "a second \"#: du\" of this data object");
   if (used_B > inside_B)
      return ac_reader_fail(r, "more bytes used than fetched");
   if (inside_B > 0 && (inside_B - 1) / LINE_MAX_B >= n_lines)
      return ac_reader_fail(r, "more bytes fetched than lines can have");
   datum->has_use = d->has_use = true;
   ac_data_sums_use(ac_data_note_sums(r), datum->index, n_lines, inside_B, used_B);
   return true;
}

/* Takes COUNT or N*COUNT: how often, and what. */
static bool take_run(ac_reader *r, an_span *rest, int64_t *n, int64_t *count)
{
   an_span value;
   return ac_note_run(r, rest, n, &value) && ac_note_number(r, &value, count);
}

static bool add_run(ac_reader *r, ac_read_data *d, ac_read_datum *datum, int64_t n,
                    int64_t count)
{
   int64_t whole;
   if (n > SETS_MAX - (int64_t)d->n_all_sets)
      return ac_reader_fail(r, "more than %d counts of sets", SETS_MAX);
   d->n_all_sets += (size_t)n;
   if (__builtin_mul_overflow(n, count, &whole)
       || __builtin_add_overflow(datum->by_set, whole, &datum->by_set))
      an_overflow_note(true);
   for (; n > 0; n--) {
      AC_NOTE_ROOM(r, d->sets, d->n_sets, d->max_sets);
      d->sets[d->n_sets++] = count;
   }
   return true;
}

bool ac_read_data_sets(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_read_datum *datum = &d->data[f->n[0] - 1];
   an_span rest = f->rest;
   if (datum->has_sets)
      return ac_reader_fail(r, "a second \"#: de\" of this data object");
   datum->has_sets = true;
   d->n_sets = 0;
   do {
      int64_t n, count;
      if (!take_run(r, &rest, &n, &count) || !add_run(r, d, datum, n, count))
         return false;
      an_span_skip_blanks(&rest);
   } while (rest.at < rest.end);
   if (d->sets_before != 0 && d->sets_before != d->n_sets)
      return ac_reader_fail(r, "expected %zu sets, found %zu", d->sets_before, d->n_sets);
   d->sets_before = d->n_sets;
   ac_data_sums_sets(ac_data_note_sums(r), datum->index, d->sets, d->n_sets);
   return true;
}

/* ---- Checks at the end ---- */

static bool check_sets(ac_reader *r, const ac_read_data *d)
{
   if (ac_read_rows_is_saturated(r, "D1mr") || ac_read_rows_is_saturated(r, "D1mw"))
      return true;
   for (size_t i = 0; i < d->n_data; i++)
      if (d->data[i].has_sets && d->data[i].by_set != d->data[i].d1_misses)
         return ac_reader_fail(
            r, "data object %zu: its sets have %" PRId64 " misses, its entries %" PRId64,
            i + 1, d->data[i].by_set, d->data[i].d1_misses);
   return true;
}

bool ac_read_data_check(ac_reader *r, const ac_read_data *d)
{
   return check_split(r, d) && ac_read_rows_end(r, &d->rows, "data objects")
          && check_sets(r, d);
}

/* ac_read_runs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_runs.h"

#include "counts/ac_notes.h"

void ac_read_runs_name(ac_reader *r, ac_read_runs *runs)
{
   AC_NOTE_ROOM(r, runs->first, runs->n_names, runs->max_names);
   runs->first[runs->n_names++] = runs->n_lines;
}

void ac_read_runs_row(ac_reader *r, ac_read_runs *runs, uint32_t line)
{
   AC_NOTE_ROOM(r, runs->lines, runs->n_lines, runs->max_lines);
   runs->lines[runs->n_lines++] = line;
}

bool ac_read_runs_begin(ac_reader *r, const ac_fields *f)
{
   (void)f;
   if (r->notes->runs.is_on)
      return ac_note_fail_second(r);
   r->notes->runs.is_on = true;
   ac_line_runs_begin(r->profile);
   return true;
}

/* Adds a number of runs for each of the next rows of the function, from *row on. */
static bool take_rows(ac_reader *r, an_span *rest, size_t *row, size_t first, size_t end,
                      size_t *n)
{
   ac_read_runs *runs = &r->notes->runs;
   int64_t n_rows, n_runs;
   an_span value;
   if (!ac_note_run(r, rest, &n_rows, &value) || !ac_note_number(r, &value, &n_runs))
      return false;
   if ((uint64_t)n_rows > end - *row)
      return ac_reader_fail(r, "the function has no line %zu", end - first + 1);
   for (; n_rows > 0; n_rows--, ++*row) {
      if (n_runs == 0)
         continue;
      AC_NOTE_ROOM(r, runs->runs, *n, runs->max_runs);
      runs->runs[(*n)++] = (ac_line_run){ runs->lines[*row], n_runs };
   }
   return true;
}

bool ac_read_runs_of(ac_reader *r, const ac_fields *f)
{
   ac_read_runs *runs = &r->notes->runs;
   size_t name = (size_t)f->n[0] - 1, n = 0;
   if (!runs->is_on || name >= runs->n_names)
      return ac_note_fail_place(r);
   size_t first = runs->first[name], row = first;
   size_t end = name + 1 < runs->n_names ? runs->first[name + 1] : runs->n_lines;
   an_span rest = an_span_trimmed(f->rest);
   while (an_span_length(rest) > 0) {
      if (!take_rows(r, &rest, &row, first, end, &n))
         return false;
      an_span_skip_blanks(&rest);
   }
   ac_read_name of = r->notes->calls.names[name];
   ac_reader_rename(r, &of.file, &of.function);
   ac_line_runs_add(r->profile, of.file, of.function, runs->runs, n);
   return true;
}

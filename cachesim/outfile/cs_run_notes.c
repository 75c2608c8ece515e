/* cs_run_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/cs_run_notes.h"

#include "base/tk_count.h"
#include "base/tk_run_text.h"

static bool has_one_function(const tk_place *a, const tk_place *b)
{
   return a->file == b->file && a->fn == b->fn;
}

/* Writes the row of the body that begins at line i; returns the next. */
static size_t write_row(tk_run_text *text, tk_line *const *lines, size_t n_lines,
                        size_t i)
{
   const tk_place *at = &lines[i]->at;
   uint64_t n_runs = 0;
   for (; i < n_lines && has_one_function(&lines[i]->at, at)
          && lines[i]->at.number == at->number;
        i++)
      if (lines[i]->n_runs > n_runs && at->number != 0)
         n_runs = lines[i]->n_runs;
   tk_run_text_row(text, tk_count_capped(n_runs));
   return i;
}

void cs_run_notes_write(tk_text *out, tk_line *const *lines, size_t n_lines)
{
   uint64_t n = 0;
   tk_text_string(out, "#: runs\n");
   for (size_t i = 0; i < n_lines;) {
      const tk_place *first = &lines[i]->at;
      tk_run_text text = { .out = out, .name = ++n };
      while (i < n_lines && has_one_function(&lines[i]->at, first))
         i = write_row(&text, lines, n_lines, i);
      tk_run_text_end(&text);
   }
}

/* ac_write_runs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_runs.h"

#include "base/tk_run_text.h"
#include "counts/ac_line_runs.h"
#include "counts/ac_lines.h"

#include <string.h>

static void write_function(const ac_profile *profile, size_t i, uint32_t name,
                           tk_text *out)
{
   const ac_function *f = ac_profile_function(profile, i);
   const char *file = ac_profile_file(profile, f->file)->name;
   tk_run_text text = { .out = out, .name = name };
   ac_lines lines;
   ac_lines_open(&lines, profile, i, 1);
   while (ac_lines_next(&lines))
      tk_run_text_row(&text,
                      (uint64_t)ac_line_runs_of(profile, file, f->name, lines.line));
   ac_lines_close(&lines);
   tk_run_text_end(&text);
}

void ac_write_runs_notes(const ac_profile *profile, ac_write_calls *names, tk_text *out)
{
   if (!ac_line_runs_are_known(profile))
      return;
   tk_text_string(out, "#: runs\n");
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *f = ac_profile_function(profile, i);
      const char *file = ac_profile_file(profile, f->file)->name;
      if (strcmp(file, AN_UNKNOWN) != 0) /* code without a file has no lines */
         write_function(profile, i, ac_write_calls_number(names, file, f->name), out);
   }
}

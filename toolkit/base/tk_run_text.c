/* tk_run_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_run_text.h"

static void write_equal(tk_run_text *text)
{
   if (text->n_rows == 0)
      return;
   if (text->name != 0)
      TK_TEXT_LINE(text->out, "#: n %", text->name);
   text->name = 0;
   if (text->n_rows == 1)
      TK_TEXT_LINE(text->out, " %", text->n_runs);
   else
      TK_TEXT_LINE(text->out, " %*%", text->n_rows, text->n_runs);
   text->n_rows = 0;
}

void tk_run_text_row(tk_run_text *text, uint64_t n_runs)
{
   if (n_runs != text->n_runs)
      write_equal(text);
   text->n_runs = n_runs;
   text->n_rows++;
}

void tk_run_text_end(tk_run_text *text)
{
   if (text->n_runs != 0)
      write_equal(text);
   if (text->name == 0)
      tk_text_char(text->out, '\n');
}

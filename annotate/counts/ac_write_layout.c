/* ac_write_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_layout.h"

#include "counts/ac_data.h"
#include "counts/ac_layout.h"
#include "counts/ac_write_text.h"

void ac_write_layout_desc(const ac_profile *profile, tk_text *out)
{
   const ac_layout *layout = ac_profile_layout(profile, 0);
   if (layout->file != NULL)
      tk_text_named(out, "desc: Layout:           ", layout->file);
}

static void write_rules(const ac_layout *layout, tk_text *out)
{
   for (size_t i = 0; i < layout->n; i++) {
      TK_TEXT_LINE(out, "#: lr %", layout->rules[i].line);
      tk_text_named(out, " ", layout->rules[i].text);
   }
   for (size_t i = 0; i < layout->n; i++) {
      TK_TEXT_LINE(out, "#: lc %", i + 1);
      ac_write_counts(out, layout->rules[i].counts, AC_LAYOUT_COUNTS);
   }
}

void ac_write_layout_notes(const ac_profile *profile, tk_text *out)
{
   const ac_data *data = ac_profile_data(profile);
   write_rules(ac_profile_layout(profile, 0), out);
   for (size_t i = 0; data != NULL && i < data->n_data; i++)
      if (data->data[i].rule != AC_NO_RULE)
         TK_TEXT_LINE(out, "#: ld % %\n", data->data[i].rule, i + 1);
}

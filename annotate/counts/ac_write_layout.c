/* ac_write_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_layout.h"

#include "counts/ac_data.h"
#include "counts/ac_layout.h"
#include "counts/ac_write_text.h"

#include <inttypes.h>

void ac_write_layout_desc(const ac_profile *profile, FILE *out)
{
   const ac_layout *layout = ac_profile_layout(profile, 0);
   if (layout->file != NULL)
      ac_write_escaped("desc: Layout:           ", layout->file, out);
}

static void write_rules(const ac_layout *layout, FILE *out)
{
   for (size_t i = 0; i < layout->n; i++) {
      fprintf(out, "#: lr %" PRIu32, layout->rules[i].line);
      ac_write_escaped(" ", layout->rules[i].text, out);
   }
   for (size_t i = 0; i < layout->n; i++) {
      fprintf(out, "#: lc %zu", i + 1);
      for (int k = 0; k < AC_LAYOUT_COUNTS; k++)
         fprintf(out, " %" PRId64, layout->rules[i].counts[k]);
      putc('\n', out);
   }
}

void ac_write_layout_notes(const ac_profile *profile, FILE *out)
{
   const ac_data *data = ac_profile_data(profile);
   write_rules(ac_profile_layout(profile, 0), out);
   for (size_t i = 0; data != NULL && i < data->n_data; i++)
      if (data->data[i].rule != AC_NO_RULE)
         fprintf(out, "#: ld %" PRIu32 " %zu\n", data->data[i].rule, i + 1);
}

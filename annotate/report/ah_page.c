/* ah_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

ah_page ah_page_of(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_report_options *options, FILE *out)
{
   return (ah_page){
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .base = { .alloc = alloc, .options = options->source, .out = out },
   };
}

void ah_page_moment(const ah_page *page, ah_weight moment)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   int64_t time = ah_weight_time(moment, p);
   if (moment.kind == AH_AT_SNAPSHOT)
      fprintf(page->out, "Snapshot %zu, ", moment.snapshot + 1);
   if (moment.kind == AH_AT_PEAK && !ah_profile_has_peak_time(p)) {
      fputs("each process at its own peak", page->out);
      return;
   }
   fprintf(page->out, "%s", ah_text_time(text, p, time));
   fprintf(page->out, " (%s of the run)", ah_text_moment(text, p, time));
}

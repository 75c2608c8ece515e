/* an_html_static.c -- what the page shows of counts without a script: the report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_counts.h"

#include "page/an_html_text.h"
#include "sections/an_gate_print.h"

static an_status print_report(const void *context, an_markup *markup)
{
   const an_html_counts *counts = context;
   ac_report_options options = an_html_static_options(counts->options, markup);
   if (counts->gate != NULL && counts->gate->n > 0)
      an_gate_print(counts->gate, &(an_gate_style){ .markup = markup },
                    markup->text.out);
   return ac_report(counts->profile, counts->alloc, &options, markup->text.out);
}

an_status an_html_counts_static(const an_html_counts *counts, FILE *out)
{
   an_status status = an_html_put(out, "h1", ac_profile_command(counts->profile));
   return status == AN_OK ? an_markup_write(&an_markup_html, out, print_report, counts)
                          : status;
}

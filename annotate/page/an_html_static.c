/* an_html_static.c -- what the page shows of counts without a script: the report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_counts.h"

#include "page/an_html_text.h"
#include "sections/an_gate_print.h"

static void print_report(const void *context, an_markup *markup)
{
   const an_html_counts *counts = context;
   const ac_request request = an_html_static_request(counts->scope.request);
   const an_terminal terminal = an_html_static_terminal(markup, 0);
   ac_scope scope = counts->scope;
   scope.request = &request;
   scope.terminal = &terminal;
   if (counts->gate != NULL && counts->gate->n > 0)
      an_gate_print(counts->gate, &(an_gate_style){ .terminal = terminal },
                    markup->text.out);
   ac_report(&scope, markup->text.out);
}

void an_html_counts_static(const an_html_counts *counts, FILE *out)
{
   an_html_put(out, "h1", ac_profile_command(counts->scope.profile));
   an_markup_write(&an_markup_html, out, print_report, counts);
}

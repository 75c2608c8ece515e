/* ah_html_static.c -- what the page shows of heap profiles without a script: the report,
   and the lines and functions that its script knows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/ah_html.h"

#include "page/an_html_text.h"
#include "sections/an_gate_print.h"

static void print_diff(const ah_html *html, an_markup *markup)
{
   enum { ROWS = 30, FRAMES = 4 };
   ah_diff diff = *html->diff;
   const an_terminal terminal = an_html_static_terminal(markup, AN_MARKUP_WIDTH);
   diff.threshold = 0.1;
   diff.top = ROWS;
   diff.n_frames = FRAMES;
   diff.terminal = &terminal;
   if (diff.gate->n > 0)
      an_gate_print(diff.gate,
                    &(an_gate_style){ .are_paths = true, .terminal = terminal },
                    markup->text.out);
   ah_diff_print(&diff, html->alloc, markup->text.out);
}

static void print_single(const ah_html *html, an_markup *markup)
{
   ah_report_options options = *html->reports[0];
   const an_terminal terminal = an_html_static_terminal(markup, AN_MARKUP_WIDTH);
   ac_request source = an_html_static_request(options.source);
   source.annotate = false;
   options.source = &source;
   options.terminal = &terminal;
   ah_report(html->profiles[0], html->alloc, &options, markup->text.out);
}

/* Prints as many columns as fit: there is one for each value of a site. */
static void print_table(const ah_html *html, const char *name, an_markup *markup)
{
   const an_terminal terminal = an_html_static_terminal(markup, AN_MARKUP_WIDTH);
   ac_request request = an_html_static_request(html->lines.scope.request);
   ac_scope scope = html->lines.scope;
   request.by = ac_section_find(name, 0);
   scope.request = &request;
   scope.terminal = &terminal;
   ac_report_lines(&scope, SIZE_MAX, markup->text.out);
}

static void print_report(const void *context, an_markup *markup)
{
   const ah_html *html = context;
   (html->diff != NULL ? print_diff : print_single)(html, markup);
   print_table(html, "line", markup);
   print_table(html, "function", markup);
}

void ah_html_put_static(const void *context, FILE *out)
{
   const ah_html *html = context;
   an_html_put(out, "h1", html->profiles[html->n_sides - 1]->command);
   an_markup_write(&an_markup_html, out, print_report, html);
}

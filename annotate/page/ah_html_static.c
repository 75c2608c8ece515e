/* ah_html_static.c -- what the page shows of heap profiles without a script: the report,
   and the lines and functions that its script knows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/ah_html.h"

#include "page/an_html_text.h"
#include "sections/an_gate_print.h"

static an_status print_diff(const ah_html *html, an_markup *markup)
{
   enum { ROWS = 30, FRAMES = 4 };
   const ah_diff *diff = html->diff;
   const ah_diff_options options = { .threshold = 0.1, .top = ROWS, .n_frames = FRAMES,
                                     .width = AN_MARKUP_WIDTH, .markup = markup };
   if (diff->gate->n > 0)
      an_gate_print(diff->gate, &(an_gate_style){ .are_paths = true, .markup = markup },
                    markup->text.out);
   return ah_diff_print(diff, html->alloc, &options, markup->text.out);
}

static an_status print_single(const ah_html *html, an_markup *markup)
{
   ah_report_options options = *html->reports[0];
   ac_report_options source = an_html_static_options(options.source, markup);
   source.annotate = false;
   options.source = &source;
   options.width = AN_MARKUP_WIDTH;
   options.any_width = false;
   options.utf8 = true;
   return ah_report(html->profiles[0], html->alloc, &options, markup->text.out);
}

/* As many of the columns as fit: there is one for each value of a site. */
static an_status print_table(const ah_html *html, const char *name, an_markup *markup)
{
   ac_report_options options = an_html_static_options(html->lines.options, markup);
   options.by = ac_section_find(name, 0);
   options.width = AN_MARKUP_WIDTH;
   return ac_report_lines(html->lines.profile, html->alloc, &options, SIZE_MAX,
                          markup->text.out);
}

static an_status print_report(const void *context, an_markup *markup)
{
   const ah_html *html = context;
   an_status status
      = (html->diff != NULL ? print_diff : print_single)(html, markup);
   if (status == AN_OK)
      status = print_table(html, "line", markup);
   return status == AN_OK ? print_table(html, "function", markup) : status;
}

an_status ah_html_put_static(const void *context, FILE *out)
{
   const ah_html *html = context;
   an_status status
      = an_html_put(out, "h1", html->profiles[html->n_sides - 1]->command);
   return status == AN_OK ? an_markup_write(&an_markup_html, out, print_report, html)
                          : status;
}

/* an_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

void an_page_colour(const an_page *page, an_colour colour)
{
   if (page->options->colour)
      an_text_colour(page->out, colour);
}

void an_page_heading(const an_page *page, const char *title, const char *name)
{
   static const char rule[] = "----------------------------------------"
                              "----------------------------------------";
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(page->out, "%s\n-- %s", rule, title);
   if (name != NULL) {
      fputs(": ", page->out);
      an_text_name(page->out, name);
   }
   fprintf(page->out, "\n%s", rule);
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

void an_page_names(const an_page *page)
{
   an_page_colour(page, AN_COLOUR_HEADING);
   an_columns_print_names(&page->columns, page->out);
   an_page_colour(page, AN_COLOUR_NONE);
}

void an_page_file(const an_page *page, size_t i)
{
   an_text_name(page->out, an_profile_file(page->profile, i)->name);
}

void an_page_function(const an_page *page, size_t i)
{
   an_text_name(page->out, an_profile_function(page->profile, i)->name);
}

/* an_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

void an_page_colour(const an_page *page, an_colour colour)
{
   if (page->options->colour)
      an_text_colour(page->out, colour);
}

void an_heading_print(FILE *out, bool colour, const char *title, const char *name)
{
   static const char rule[] = "----------------------------------------"
                              "----------------------------------------";
   if (colour)
      an_text_colour(out, AN_COLOUR_HEADING);
   fprintf(out, "%s\n-- %s", rule, title);
   if (name != NULL) {
      fputs(": ", out);
      an_text_name(out, name);
   }
   fprintf(out, "\n%s", rule);
   if (colour)
      an_text_colour(out, AN_COLOUR_NONE);
   putc('\n', out);
}

void an_page_heading(const an_page *page, const char *title, const char *name)
{
   an_heading_print(page->out, page->options->colour, title, name);
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

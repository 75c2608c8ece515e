/* an_page.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

void an_page_colour(const an_page *page, an_colour colour)
{
   if (page->options->colour)
      an_text_colour(page->out, colour);
}

void an_page_line(const an_page *page, an_colour colour, const char *text)
{
   an_page_colour(page, colour);
   fputs(text, page->out);
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', page->out);
}

void an_page_heading(const an_page *page, const char *title, const char *name)
{
   FILE *out = page->out;
   static const char rule[] = "----------------------------------------"
                              "----------------------------------------";
   an_page_colour(page, AN_COLOUR_HEADING);
   fprintf(out, "%s\n-- %s", rule, title);
   if (name != NULL) {
      fputs(": ", out);
      an_text_name(out, name);
   }
   fprintf(out, "\n%s", rule);
   an_page_colour(page, AN_COLOUR_NONE);
   putc('\n', out);
}

void an_page_field(const an_page *page, const char *label, const char *value)
{
   fprintf(page->out, "%-18s", label);
   an_text_name(page->out, value);
   putc('\n', page->out);
}

void an_page_lost_debug_info(const an_page *page, const char *const *objects,
                             size_t n)
{
   for (size_t i = 0; i < n; i++) {
      fprintf(page->out, "%-18s", i == 0 ? "Debug info lost:" : "");
      an_text_name(page->out, objects[i]);
      fputs(" (compiling with -gdwarf-4 can help)\n", page->out);
   }
}

void an_page_places(const an_page *page)
{
   const an_source_places *source = &page->options->source;
   for (size_t i = 0; i < source->n_directories; i++)
      an_page_field(page, i == 0 ? "Source paths:" : "",
                    source->directories[i]);
   for (size_t i = 0; i < source->n_roots; i++)
      an_page_field(page, i == 0 ? "Source root:" : "", source->roots[i]);
}

void an_page_change(const an_page *page, long double before,
                    long double after, bool is_whole, int width)
{
   char text[AN_TEXT_NUMBER_B];
   long double change = after - before;
   an_text_value(text, change, is_whole, true);
   fprintf(page->out, "%*s", width, text);
   if (an_text_change(text, change, before) > 0)
      fprintf(page->out, " %s", text);
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

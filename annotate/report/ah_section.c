/* ah_section.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "report/an_fit.h"

size_t ah_page_room(const ah_page *page, size_t taken)
{
   size_t width = page->options->width;
   if (page->options->source->full_names)
      return SIZE_MAX;
   return width > taken ? width - taken : 0;
}

size_t ah_page_at_level(const ah_page *page, size_t n)
{
   if (n == 0)
      return 0;
   return n > page->level ? n - page->level : 1;
}

void ah_page_more(const ah_page *page, size_t indent, size_t n,
                  const char *noun, const char *option)
{
   fprintf(page->out, "%*s", n == 0 ? 0 : (int)indent, "");
   an_page_more(&page->base, n, noun, option);
}

an_status ah_page_wrap(const ah_page *page, size_t indent,
                       an_status (*print)(const ah_page *page))
{
   an_fit fit;
   size_t n_lines;
   ah_page copy = *page;
   if (!an_fit_open(&fit))
      return AN_NO_MEMORY;
   copy.out = copy.base.out = fit.out;
   an_status status = print(&copy);
   if (!an_fit_end(&fit, &n_lines))
      status = AN_NO_MEMORY;
   if (status == AN_OK)
      an_fit_wrap(&fit, page->options->width, indent, page->out);
   an_fit_close(&fit);
   return status;
}

/* Prints the section at a level to *fit, which the caller closes if this is AN_OK. */
static an_status print_at(const ah_page *page, const ah_section *section,
                          void *context, size_t level, an_fit *fit, size_t *n)
{
   ah_page copy = *page;
   if (!an_fit_open(fit))
      return AN_NO_MEMORY;
   copy.out = copy.base.out = fit->out;
   copy.level = level;
   an_status status = section->print(&copy, context);
   if (!an_fit_end(fit, n))
      status = AN_NO_MEMORY;
   if (status != AN_OK)
      an_fit_close(fit);
   return status;
}

static void print_fit(const ah_page *page, const ah_section *section,
                      const an_fit *fit, size_t n_shown, size_t n_more)
{
   bool is_any = page->options->any_width || page->options->source->full_names;
   an_fit_print(fit, n_shown, is_any ? 0 : page->options->width, page->out);
   if (n_more == 0)
      return;
   an_page_colour(&page->base, AN_COLOUR_NONE);
   an_page_more(&page->base, n_more, "line", section->option);
   putc('\n', page->out);
}

an_status ah_page_fit(const ah_page *page, const ah_section *section,
                      void *context)
{
   an_fit fit;
   size_t n_whole, n;
   an_status status = print_at(page, section, context, 0, &fit, &n_whole);
   if (status != AN_OK)
      return status;
   n = n_whole;
   size_t room = n;
   if (n > 0 && !page->options->is_asked[section->share])
      room = an_budget_take(page->budget, section->share, n);
   for (size_t level = 1; n > room && level < section->n_levels; level++) {
      an_fit_close(&fit);
      status = print_at(page, section, context, level, &fit, &n);
      if (status != AN_OK)
         return status;
   }
   bool is_cut = n > room;
   size_t n_shown = is_cut ? room : n;
   size_t n_more = is_cut || !section->has_more ? n_whole - n_shown : 0;
   page->budget->left += room - n_shown;
   if (room < n_whole && n_more == 0)
      an_budget_give_back(page->budget, section->share);
   print_fit(page, section, &fit, n_shown, n_more);
   an_fit_close(&fit);
   return AN_OK;
}

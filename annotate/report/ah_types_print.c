/* ah_types_print.c -- the table of the types of blocks: each with the sum of its
   sites.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "base/an_short.h"

#include <stdlib.h>

enum { NAME_COLUMN = 60, NAME_COLUMNS = 40 };

static void print_head(const ah_page *page)
{
   an_page_heading(&page->base, "Types of blocks", NULL);
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, "%8s  %10s  %10s  %10s  %6s  %s", "share", "peak",
           "blocks", "total", "sites", "type");
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* False if memory ran out. */
static bool print_type(const ah_page *page, const ah_group *group)
{
   ah_site sum;
   ah_rare rare;
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   size_t width = page->options->width;
   if (!ah_group_sum(&sum, &rare, p, group->sites, group->n))
      return true;
   char *name = an_short_name(group->type->name,
                              width > NAME_COLUMN + NAME_COLUMNS
                                 ? width - NAME_COLUMN : NAME_COLUMNS);
   if (name == NULL)
      return false;
   ah_text_share(text, sum.at_peak.bytes, p->totals.peak.bytes);
   fprintf(page->out, "%8s", text);
   fprintf(page->out, "  %10s", ah_text_bytes(text, p, sum.at_peak.bytes));
   an_text_count(text, sum.at_peak.blocks);
   fprintf(page->out, "  %10s", text);
   fprintf(page->out, "  %10s  %6zu  ", ah_text_bytes(text, p, sum.total.bytes),
           group->n);
   an_text_name(page->out, name);
   putc('\n', page->out);
   free(name);
   return true;
}

an_status ah_page_types(const ah_page *page)
{
   const ah_groups *groups = page->options->groups;
   size_t n = 0, n_all = 0;
   size_t limit = ah_page_rows(page, AH_SHARE_TYPES, page->options->n_top);
   if (groups == NULL || limit == 0 || !page->profile->has_lifetimes)
      return AN_OK;
   for (size_t i = 0; i < groups->n; i++)
      n_all += groups->groups[i].type != NULL && groups->groups[i].peak_B > 0;
   if (n_all == 0)
      return AN_OK;
   print_head(page);
   for (size_t i = 0; i < groups->n && n < limit; i++) {
      const ah_group *group = &groups->groups[i];
      if (group->type == NULL || group->peak_B == 0)
         continue;
      if (!print_type(page, group))
         return AN_NO_MEMORY;
      n++;
   }
   ah_page_more(page, 0, n_all - n, "type", "--top=0");
   putc('\n', page->out);
   return AN_OK;
}

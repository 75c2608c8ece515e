/* ah_findings_print.c -- the list of findings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_owner.h"
#include "report/ah_reason.h"
#include "report/ah_site_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   INDENT = 24,           /* of the location */
   LOCATION_COLUMNS = 30, /* room for it in a line with the reason */
};

/* ---- A line ---- */

/* The location, and the reason behind it if there is room, else below. */
static bool print_location(const ah_page *page, const ah_finding *f)
{
   char reason[AH_REASON_B];
   const ah_site *site = &page->profile->sites[f->site];
   size_t width = page->options->width;
   size_t most = width > INDENT + LOCATION_COLUMNS ? width - INDENT
                                                   : LOCATION_COLUMNS;
   ah_reason_put(reason, page->profile, f);
   char *text = ah_site_text(page->profile, site, most, INDENT + 2);
   if (text == NULL)
      return false;
   const char *line = strrchr(text, '\n');
   size_t n = line == NULL ? ah_text_columns(text)
                           : ah_text_columns(line + 1) - INDENT;
   fprintf(page->out,
           n + 2 + strlen(reason) <= most ? "%s: " : "%s:\n%*s", text,
           INDENT + 2, "");
   fprintf(page->out, "%s\n", reason);
   free(text);
   return true;
}

static bool print_finding(const ah_page *page, const ah_finding *f)
{
   char text[AH_TEXT_B];
   if (f->saves.bytes == 0)
      strcpy(text, "-");
   else
      ah_text_bytes(text, page->profile, f->saves.bytes);
   fprintf(page->out, "%10s", text);
   an_text_count(text, f->saves.blocks);
   fprintf(page->out, "  %10s  ", text);
   return print_location(page, f);
}

/* ---- The list ---- */

static void print_title(const ah_page *page, const char *text, an_colour colour)
{
   an_page_colour(&page->base, colour);
   fputs(text, page->out);
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* The findings of one kind, from the first on; *next is past the last. */
static bool print_kind(const ah_page *page, size_t first, size_t *next)
{
   const ah_findings *all = page->options->findings;
   ah_finding_kind kind = all->findings[first].kind;
   size_t n = 0;
   while (first + n < all->n && all->findings[first + n].kind == kind)
      n++;
   *next = first + n;
   size_t limit = page->options->n_findings;
   size_t n_shown = n > limit + 1 ? limit : n; /* "1 more" takes a line, too */
   print_title(page, ah_finding_title(kind), AN_COLOUR_WARNING);
   for (size_t i = 0; i < n_shown; i++)
      if (!print_finding(page, &all->findings[first + i]))
         return false;
   if (n_shown < n)
      fprintf(page->out, "%*s... %zu more\n", INDENT, "", n - n_shown);
   return true;
}

an_status ah_page_findings(const ah_page *page)
{
   const ah_profile *p = page->profile;
   const ah_findings *all = page->options->findings;
   if (all == NULL || page->options->n_findings == 0
       || strcmp(p->mode, "heap") != 0)
      return AN_OK;
   an_page_heading(&page->base, "Findings", NULL);
   if (all->n == 0)
      fputs("None\n", page->out);
   else
      print_title(page, "     saves      blocks  where, and why",
                  AN_COLOUR_HEADING);
   for (size_t i = 0; i < all->n && !ferror(page->out);)
      if (!print_kind(page, i, &i))
         return AN_NO_MEMORY;
   if (!p->has_accesses)
      fputs("The profile has no accesses: unused memory is unknown.\n",
            page->out);
   putc('\n', page->out);
   return AN_OK;
}

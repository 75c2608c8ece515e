/* ah_findings_print.c -- the list of findings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_owner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   INDENT = 24,           /* of the location */
   LOCATION_COLUMNS = 30, /* room for it in a line with the reason */
   REASON_B = 4 * AH_TEXT_B,
};

/* ---- The reason ---- */

/* "of 1,000", or `all` if these are all of the site's blocks. */
static void put_of(char *to, const ah_finding *f, const ah_site *site,
                   const char *all)
{
   char count[AH_TEXT_B];
   int64_t n = ah_findings_blocks(site);
   an_text_count(count, n);
   snprintf(to, REASON_B, f->saves.blocks < n ? "of %s" : "%s",
            f->saves.blocks < n ? count : all);
}

static void put_short(char *to, const ah_profile *profile, const ah_site *site)
{
   char life[AH_TEXT_B], count[AH_TEXT_B];
   ah_text_time(life, profile,
                (long double)site->freed_lifetime / site->freed_blocks);
   an_text_count(count, site->max.blocks);
   snprintf(to, REASON_B, "live %s, at most %s at once", life, count);
}

static void put_grown(char *to, const ah_profile *profile, const ah_site *site)
{
   char from[AH_TEXT_B], up_to[AH_TEXT_B], count[AH_TEXT_B];
   ah_text_bytes(from, profile, site->min_size);
   ah_text_bytes(up_to, profile, site->max_size);
   int n = snprintf(to, REASON_B, "%s to %s", from, up_to);
   if (site->moved.blocks == 0)
      return;
   an_text_count(count, site->moved.blocks);
   snprintf(to + n, (size_t)(REASON_B - n), ", %s move%s", count,
            site->moved.blocks == 1 ? "" : "s");
}

/* "all its blocks", "12.50% of 4.00 KiB touched", "8 B to 2.00 KiB, 12 moves". */
static void put_reason(char *to, const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &profile->sites[f->site];
   char text[AH_TEXT_B], size[AH_TEXT_B];
   switch (f->kind) {
   case AH_UNTOUCHED:
   case AH_UNREAD:
      put_of(to, f, site, "all its blocks");
      break;
   case AH_EMPTY:
      ah_text_share(text, f->touched_percent, 100);
      ah_text_bytes(size, profile, f->size_B);
      snprintf(to, REASON_B, "%s of %s touched", text, size);
      break;
   case AH_SHORT:
      put_short(to, profile, site);
      break;
   case AH_GROWN:
      put_grown(to, profile, site);
      break;
   default:
      put_of(to, f, site, "none was freed");
   }
}

/* ---- A line ---- */

/* The location, and the reason behind it if there is room, else below. */
static bool print_location(const ah_page *page, const ah_finding *f)
{
   char reason[REASON_B];
   const ah_site *site = &page->profile->sites[f->site];
   size_t width = page->options->width;
   size_t most = width > INDENT + LOCATION_COLUMNS ? width - INDENT
                                                   : LOCATION_COLUMNS;
   put_reason(reason, page->profile, f);
   char *text = ah_site_text(page->profile, site, most, INDENT + 2);
   if (text == NULL)
      return false;
   const char *line = strrchr(text, '\n');
   size_t n = line == NULL ? an_text_columns(text)
                           : an_text_columns(line + 1) - INDENT;
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
   an_page_line(&page->base, AN_COLOUR_WARNING, ah_finding_title(kind));
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
      an_page_line(&page->base, AN_COLOUR_HEADING,
                   "     saves      blocks  where, and why");
   for (size_t i = 0; i < all->n && !ferror(page->out);)
      if (!print_kind(page, i, &i))
         return AN_NO_MEMORY;
   if (!p->has_accesses)
      fputs("The profile has no accesses: unused memory is unknown.\n",
            page->out);
   putc('\n', page->out);
   return AN_OK;
}

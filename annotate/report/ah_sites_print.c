/* ah_sites_print.c -- the table of the sites that matter most, each with the
   innermost frames of its path.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_path.h"
#include "heap/ah_rank.h"

#include <inttypes.h>
#include <stdlib.h>

enum { INDENT = 9 };

/* ---- A row ---- */

static void print_bytes(const ah_page *page, int64_t bytes)
{
   char text[AH_TEXT_B];
   fprintf(page->out, "  %8s", ah_text_bytes(text, page->profile, bytes));
}

static void print_count(const ah_page *page, int64_t count)
{
   char text[AH_TEXT_B];
   an_text_count(text, count);
   fprintf(page->out, "  %10s", text);
}

/* The value sorted by, if it replaces the last columns; NULL if the table always has
   it. */
static const ah_value *own_column(const ah_page *page)
{
   switch (page->options->sort) {
   case AH_SORT_PEAK:
   case AH_SORT_TOTAL:
   case AH_SORT_BLOCKS:
   case AH_SORT_LEAKED:
   case AH_SORT_TEMPORARY:
   case AH_SORT_LIVE:
   case AH_SORT_LIFETIME:
      return NULL;
   default:
      return &ah_values[page->options->sort];
   }
}

static void print_own_column(const ah_page *page, int64_t value)
{
   char text[AH_TEXT_B];
   const ah_value *column = own_column(page);
   if (column == NULL)
      return;
   if (column->unit == AH_UNIT_BYTES)
      ah_text_bytes(text, page->profile, value);
   else
      an_text_count(text, value);
   fprintf(page->out, "  %13s", text);
}

/* Columns that would be 0 in each row are left out. */
static bool has_end(const ah_profile *p)
{
   return p->has_lifetimes && p->totals.end.bytes > 0;
}

static bool has_temporary(const ah_page *page)
{
   return ah_profile_has_fates(page->profile) && own_column(page) == NULL
          && page->profile->totals.temporary.blocks > 0;
}

/* Temporary blocks and lifetimes.  Blocks from before a zero lived longer than is
   known. */
static void print_fate(const ah_page *page, const ah_site *site)
{
   char text[AH_TEXT_B], life[AH_TEXT_B + 1];
   const ah_profile *p = page->profile;
   if (has_temporary(page))
      fprintf(page->out, "  %6s",
              ah_text_share(text, site->temporary.blocks, site->total.blocks));
   if (!p->has_lifetimes)
      return;
   if (site->total.blocks > 0)
      ah_text_time(text, p, (long double)site->lifetime
                               / site->total.blocks);
   else
      snprintf(text, sizeof text, "n/a");
   bool has_old = ah_site_rare(site)->old.blocks > 0;
   snprintf(life, sizeof life, "%s%s", has_old ? ">" : "", text);
   fprintf(page->out, "%13s", life);
}

/* The share of the value sorted by, then all that the profile has. */
static void print_figures(const ah_page *page, const ah_site *site,
                          long double total)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   int64_t value = ah_value_of(&ah_values[page->options->sort], site);
   an_colour heat = an_text_heat(value, total);
   if (heat != AN_COLOUR_NONE)
      an_page_colour(&page->base, heat);
   fprintf(page->out, "%7s", ah_text_share(text, value, total));
   if (heat != AN_COLOUR_NONE)
      an_page_colour(&page->base, AN_COLOUR_NONE);
   print_own_column(page, value);
   if (p->has_lifetimes) {
      print_bytes(page, site->at_peak.bytes);
      print_bytes(page, site->max.bytes);
   }
   if (has_end(p))
      print_bytes(page, site->at_end.bytes);
   print_bytes(page, site->total.bytes);
   print_count(page, site->total.blocks);
   if (own_column(page) == NULL)
      print_fate(page, site);
   putc('\n', page->out);
}

/* How many of a path's frames to show, from the first on: as many as asked for, and up to
   the one that tells it from another path that is listed. */
static size_t frames_to_show(const ah_page *page, const uint32_t *sites, size_t n,
                             size_t i, size_t first)
{
   enum { NEAR = 64 }; /* sites before and behind: keeps it short */
   const ah_profile *p = page->profile;
   size_t most = page->options->n_frames, shown = most;
   if (most >= p->sites[sites[i]].n_frames)
      return most;
   for (size_t k = i > NEAR ? i - NEAR : 0; k < n && k < i + NEAR; k++) {
      if (k == i)
         continue;
      size_t at = ah_path_differ(p, &p->sites[sites[i]], &p->sites[sites[k]]);
      if (at >= first + most && at - first >= shown
          && at < p->sites[sites[i]].n_frames)
         shown = at - first + 1;
   }
   return shown;
}

static bool print_frames(const ah_page *page, const ah_site *site, size_t first,
                         size_t most)
{
   size_t n = site->n_frames - first;
   /* "1 more" takes a line, too. */
   size_t n_shown = n > most && n - most > 1 ? most : n;
   if (n == 0)
      fprintf(page->out, "%*s(call path unknown)\n", INDENT, "");
   for (size_t i = 0; i < n_shown; i++) {
      uint32_t frame = site->frames[first + i];
      char *text = ah_text_frame(&page->profile->frames[frame],
                                 ah_page_room(page, INDENT));
      if (text == NULL)
         return false;
      fprintf(page->out, "%*s%s\n", INDENT, "", text);
      free(text);
   }
   ah_page_more(page, INDENT, n - n_shown, "frame", "--frames=0");
   return true;
}

/* ---- The table ---- */

static void print_names(const ah_page *page)
{
   const ah_profile *p = page->profile;
   char unit[AH_TEXT_B];
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, "%7s", "share");
   if (own_column(page) != NULL)
      fprintf(page->out, "  %13s", own_column(page)->name);
   if (p->has_lifetimes)
      fprintf(page->out, "  %8s  %8s", "peak", "max live");
   if (has_end(p))
      fprintf(page->out, "  %8s", "at end");
   fprintf(page->out, "  %8s  %10s", "total",
           ah_text_unit(unit, p->blocks_unit));
   if (has_temporary(page))
      fprintf(page->out, "  %6s", "temp.");
   if (p->has_lifetimes && own_column(page) == NULL)
      fprintf(page->out, "  %11s", "avg. life");
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

an_status ah_page_sites(const ah_page *page)
{
   const ah_report_options *options = page->options;
   uint32_t *sites;
   size_t n;
   bool ok = true;
   if (options->n_top == 0 || page->profile->n_sites == 0)
      return AN_OK;
   if (!ah_rank(options->sort, page->alloc, page->profile, options->threshold,
                &sites, &n))
      return AN_NO_MEMORY;
   long double total = ah_sort_total(options->sort, page->profile);
   size_t most = ah_page_rows(page, AH_SHARE_SITES, options->n_top);
   size_t n_shown = n < most ? n : most;
   char title[2 * AH_TEXT_B];
   ah_value_describe(&ah_values[options->sort], page->profile, title,
                     sizeof title);
   an_page_heading(&page->base, "Top sites by", title);
   print_names(page);
   for (size_t i = 0; i < n_shown && ok && !ferror(page->out); i++) {
      const ah_site *site = &page->profile->sites[sites[i]];
      size_t first = ah_path_start(page->profile, site, options->all_frames);
      print_figures(page, site, total);
      ok = print_frames(page, site, first,
                        frames_to_show(page, sites, n_shown, i, first));
   }
   ah_page_more(page, 0, n - n_shown, "site", "--top=0");
   ah_page_more(page, 0, page->profile->n_sites - n, "smaller site",
                "--threshold=0 --top=0");
   putc('\n', page->out);
   tk_put(page->alloc, sites);
   return ok ? AN_OK : AN_NO_MEMORY;
}

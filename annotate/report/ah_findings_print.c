/* ah_findings_print.c -- the list of findings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_owner.h"
#include "base/an_short.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   INDENT = 24,           /* of the location */
   LOCATION_COLUMNS = 30, /* room for it in a line with the reason */
   REASON_B = 8 * AH_TEXT_B,
   REASON_FULL = 3 * AH_TEXT_B, /* then no more fields are named */
   TYPE_COLUMNS = 40,
};

/* ---- The reason ---- */

/* "of 1,000", or `all` if these are all of the sites' blocks. */
static void put_of(char *to, const ah_finding *f, const char *all)
{
   char count[AH_TEXT_B];
   int64_t n = ah_finding_of_blocks(f);
   bool are_all = f->saves.blocks >= n && f->not_judged == 0;
   an_text_count(count, n);
   snprintf(to, REASON_B, are_all ? "%s" : "of %s", are_all ? all : count);
}

static void put_short(char *to, const ah_profile *profile, const ah_site *site)
{
   char life[AH_TEXT_B], count[AH_TEXT_B];
   ah_text_time(life, profile,
                (long double)(site->freed_lifetime - site->old_lifetime)
                   / (site->freed_blocks - site->old_freed));
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

/* "line", or "bytes 8-15", or "name[20] from 4". */
static void put_field(char *to, size_t size_B, const ah_unused *u)
{
   const ty_field *field = u->field;
   if (field == NULL)
      snprintf(to, size_B, "bytes %" PRId64 "-%" PRId64, u->offset,
               u->offset + u->size_B - 1);
   else if (u->size_B == field->size_B)
      snprintf(to, size_B, "%s", field->name);
   else
      snprintf(to, size_B, "%" PRId64 " bytes of %s", u->size_B, field->name);
}

/* "12 of 40 bytes: line, column never read; spare never touched". */
static void put_fields(char *to, const ah_finding *f)
{
   char field[AH_TEXT_B];
   size_t n_left = f->n_unused;
   int n = snprintf(to, REASON_B, "%" PRId64 " of %.0f bytes", f->unused_B,
                    f->size_B);
   for (int never = 0; never < AH_N_NEVER; never++) {
      const char *before = n_left == f->n_unused ? ": " : "; ";
      size_t n_shown = 0;
      for (size_t i = 0; i < f->n_unused; i++) {
         if (f->unused[i].never != (ah_never)never || n > REASON_FULL)
            continue;
         put_field(field, sizeof field, &f->unused[i]);
         n += snprintf(to + n, (size_t)(REASON_B - n), "%s%s",
                       n_shown > 0 ? ", " : before, field);
         n_shown++;
         n_left--;
      }
      if (n_shown > 0)
         n += snprintf(to + n, (size_t)(REASON_B - n), " %s",
                       ah_never_text((ah_never)never));
   }
   if (n_left > 0)
      snprintf(to + n, (size_t)(REASON_B - n), "; %zu more: --json", n_left);
}

/* "all its blocks", "12.50% of 4.00 KiB touched", "8 B to 2.00 KiB, 12 moves". */
static void put_reason(char *to, const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &f->of;
   char text[AH_TEXT_B], size[AH_TEXT_B];
   switch (f->kind) {
   case AH_UNTOUCHED:
   case AH_UNREAD:
      put_of(to, f, "all its blocks");
      break;
   case AH_EMPTY:
      ah_text_share(text, f->touched_percent, 100);
      ah_text_bytes(size, profile, f->size_B);
      snprintf(to, REASON_B, "%s of %s touched", text, size);
      break;
   case AH_FIELDS:
      put_fields(to, f);
      break;
   case AH_SHORT:
      put_short(to, profile, site);
      break;
   case AH_GROWN:
      put_grown(to, profile, site);
      break;
   default:
      put_of(to, f, "none was freed");
   }
}

/* Adds "; 10 more were not watched for their whole life". */
static void put_not_judged(char *to, const ah_finding *f)
{
   char count[AH_TEXT_B];
   size_t n = strlen(to);
   if (f->not_judged == 0)
      return;
   an_text_count(count, f->not_judged);
   snprintf(to + n, REASON_B - n, "; %s more %s not watched for %s whole life", count,
            f->not_judged == 1 ? "was" : "were", f->not_judged == 1 ? "its" : "their");
}

/* Adds "; struct token, 57 sites" if there are several, or fields of a type. */
static bool put_sites(char *to, const ah_finding *f)
{
   size_t n = strlen(to);
   if (f->n_sites < 2 && f->kind != AH_FIELDS)
      return true;
   if (f->type != NULL) {
      char *name = an_short_name(f->type->name, TYPE_COLUMNS);
      if (name == NULL)
         return false;
      n += (size_t)snprintf(to + n, REASON_B - n, "; %s", name);
      free(name);
   }
   if (f->n_sites > 1)
      snprintf(to + n, REASON_B - n, "; %zu sites", f->n_sites);
   return true;
}

/* ---- A line ---- */

/* In lines of at most n_most characters, if words allow it. */
static void print_words(const ah_page *page, char *text, size_t n_most)
{
   size_t column = 0;
   for (char *word = strtok(text, " "); word != NULL;
        word = strtok(NULL, " ")) {
      size_t n = an_text_columns(word);
      if (column > 0 && n_most - column < n + 1) {
         fprintf(page->out, "\n%*s", INDENT + 2, "");
         column = 0;
      }
      if (column > 0)
         putc(' ', page->out);
      an_text_name(page->out, word);
      column += n + (column > 0);
      if (column > n_most)
         column = n_most;
   }
   putc('\n', page->out);
}

/* The location, and the reason behind it if there is room, else below. */
static bool print_location(const ah_page *page, const ah_finding *f)
{
   char reason[REASON_B];
   const ah_site *site = &page->profile->sites[f->site];
   size_t width = page->options->width;
   size_t most = width > INDENT + LOCATION_COLUMNS ? width - INDENT
                                                   : LOCATION_COLUMNS;
   put_reason(reason, page->profile, f);
   put_not_judged(reason, f);
   bool is_full = page->options->source->full_names;
   if (!put_sites(reason, f))
      return false;
   char *text = ah_site_text(page->profile, site, is_full ? SIZE_MAX : most,
                             INDENT + 2);
   if (text == NULL)
      return false;
   const char *line = strrchr(text, '\n');
   size_t n = line == NULL ? an_text_columns(text)
                           : an_text_columns(line + 1) - INDENT;
   bool fits = n + 2 + an_text_columns(reason) <= most;
   fprintf(page->out, fits ? "%s: " : "%s:\n%*s", text, INDENT + 2, "");
   print_words(page, reason, fits ? SIZE_MAX : most - 2);
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

/* What no finding could judge. */
static void print_limits(const ah_page *page)
{
   const ah_profile *p = page->profile;
   char text[AH_TEXT_B];
   if (!p->has_accesses)
      fputs("The profile has no accesses: unused memory is unknown without "
            "--accesses=yes.\n", page->out);
   if (p->totals.partly.blocks == 0)
      return;
   an_text_count(text, p->totals.partly.blocks);
   fprintf(page->out, "%s block%s watched in part: findings about accesses leave %s "
                      "out.\n",
           text, p->totals.partly.blocks == 1 ? " was" : "s were",
           p->totals.partly.blocks == 1 ? "it" : "them");
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
   size_t limit = ah_page_at_level(page, page->options->n_findings);
   /* "1 more" takes a line, too. */
   size_t n_shown = n > limit && n - limit > 1 ? limit : n;
   an_page_line(&page->base, AN_COLOUR_WARNING, ah_finding_title(kind));
   for (size_t i = 0; i < n_shown; i++)
      if (!print_finding(page, &all->findings[first + i]))
         return false;
   ah_page_more(page, INDENT, n - n_shown, "finding", "--findings=0");
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
   print_limits(page);
   putc('\n', page->out);
   return AN_OK;
}

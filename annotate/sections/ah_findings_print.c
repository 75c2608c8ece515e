/* ah_findings_print.c -- the list of findings.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "base/an_said.h"
#include "heap/ah_path.h"
#include "sections/ah_finding_reason.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
   INDENT = 30, /* of the location */
   MORE_INDENT = 22,
   LOCATION_COLUMNS = 30, /* room for it in a line with the reason */
   REASON_B = AH_FINDING_REASON_B,
   TYPE_COLUMNS = 40,
};

/* Adds "; struct token, 57 sites" if there are several, or fields of a type. */
static void put_sites(char *to, const ah_finding *f)
{
   size_t n = strlen(to);
   if (f->n_sites < 2 && f->kind != AH_FIELDS)
      return;
   if (f->type != NULL) {
      char *name = an_said(f->type->name, AN_SAID_TYPE, TYPE_COLUMNS);
      n += (size_t)snprintf(to + n, REASON_B - n, "; %s", name);
      free(name);
   }
   if (f->n_sites > 1)
      snprintf(to + n, REASON_B - n, "; %zu sites", f->n_sites);
}

/* ---- A line ---- */

/* In lines of at most n_most characters, if words allow it. */
static void print_words(const ah_page *page, char *text, size_t n_most)
{
   size_t column = 0;
   for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
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

/* A finding, or several that would be shown alike. */
typedef struct {
   ah_finding sum; /* the first, with the savings and sites of all */
   size_t too;     /* a frame to show, as in ah_site_text */
} line;

/* The location, and the reason behind it if there is room, else below. */
static void print_location(const ah_page *page, const line *shown)
{
   const ah_finding *f = &shown->sum;
   char reason[REASON_B];
   const ah_site *site = &page->profile->sites[f->site];
   size_t width = page->options->terminal->picture_width;
   size_t most = width > INDENT + LOCATION_COLUMNS ? width - INDENT : LOCATION_COLUMNS;
   ah_finding_reason(reason, page->profile, f);
   bool is_full = page->options->source->full_names;
   put_sites(reason, f);
   char *text = ah_site_text(page->profile, site, shown->too, is_full ? SIZE_MAX : most,
                             INDENT + 2);
   const char *last = strrchr(text, '\n');
   size_t n = last == NULL ? an_text_columns(text) : an_text_columns(last + 1) - INDENT;
   bool fits = n + 2 + an_text_columns(reason) <= most;
   fprintf(page->out, fits ? "%s: " : "%s:\n%*s", text, INDENT + 2, "");
   print_words(page, reason, fits ? SIZE_MAX : most - 2);
   free(text);
}

static void print_line(const ah_page *page, const line *shown)
{
   ah_amount saved = ah_finding_saved(&shown->sum);
   fprintf(page->out, "%10s  %-4s  %10s  ",
           saved.bytes == 0 ? "-" : AH_BYTES(page->profile, saved.bytes),
           ah_when_name(shown->sum.when), AH_SHORT(saved.blocks));
   print_location(page, shown);
}

/* ---- Findings that would be shown alike ---- */

enum { NEAR = 64 }; /* lines before and behind that are compared: keeps it short */

static size_t near_begin(size_t i)
{
   return i > NEAR ? i - NEAR : 0;
}

static const ah_site *site_of(const ah_page *page, const ah_finding *f)
{
   return &page->profile->sites[f->site];
}

/* Is the whole path shown alike, and the reason? */
static bool is_alike(const ah_page *page, const ah_finding *a, const ah_finding *b)
{
   char reasons[2][REASON_B];
   const ah_site *x = site_of(page, a), *y = site_of(page, b);
   if (a->when != b->when || a->type != b->type || x->n_frames != y->n_frames
       || ah_path_differ(page->profile, x, y) < x->n_frames)
      return false;
   ah_finding_reason(reasons[0], page->profile, a);
   ah_finding_reason(reasons[1], page->profile, b);
   return strcmp(reasons[0], reasons[1]) == 0;
}

/* Adds the finding to a line that looks alike; false if there is none. */
static bool fold_finding(const ah_page *page, line *lines, size_t n, const ah_finding *f)
{
   for (size_t i = n; i > near_begin(n); i--) {
      ah_finding *sum = &lines[i - 1].sum;
      if (is_alike(page, sum, f)
          && ah_amount_add(&sum->saves[sum->when], ah_finding_saved(f))) {
         sum->n_sites += f->n_sites;
         return true;
      }
   }
   return false;
}

/* Has each line show a frame that tells it from those with the same text. */
static void tell_apart(const ah_page *page, line *lines, size_t n)
{
   const ah_profile *p = page->profile;
   char **texts = tk_get(page->alloc, AN_LABEL, n * sizeof *texts);
   for (size_t i = 0; i < n; i++)
      texts[i] = ah_site_text(p, site_of(page, &lines[i].sum), AH_SITE_PLAIN, SIZE_MAX,
                              0);
   for (size_t i = 0; i < n; i++) {
      const ah_site *site = site_of(page, &lines[i].sum);
      size_t most = 0, end = n - i > NEAR ? i + NEAR : n;
      for (size_t k = near_begin(i); k < end; k++) {
         if (k == i || strcmp(texts[i], texts[k]) != 0)
            continue;
         size_t at = ah_path_differ(p, site, site_of(page, &lines[k].sum));
         most = at > most ? at : most;
      }
      lines[i].too = most > 0 ? most : AH_SITE_PLAIN;
   }
   for (size_t i = 0; i < n; i++)
      free(texts[i]);
   tk_put(page->alloc, texts);
}

/* Makes at most `limit` lines of n findings, or one more if that is the last.  Returns
   how many findings they have. */
static size_t make_lines(const ah_page *page, const ah_finding *findings, size_t n,
                         size_t limit, line *lines, size_t *n_lines)
{
   size_t i = 0;
   *n_lines = 0;
   for (; i < n; i++) {
      if (fold_finding(page, lines, *n_lines, &findings[i]))
         continue;
      /* "1 more" takes a line, too. */
      if (*n_lines >= limit && n - i > 1)
         break;
      lines[(*n_lines)++] = (line){ findings[i], AH_SITE_PLAIN };
   }
   return i;
}

/* ---- The list ---- */

/* What no finding could judge. */
static void print_limits(const ah_page *page)
{
   const ah_profile *p = page->profile;
   int64_t n = p->totals.partly.blocks;
   if (!p->has_accesses)
      fputs("The profile has no accesses: unused memory is unknown without "
            "--accesses=yes.\n",
            page->out);
   if (n > 0)
      fprintf(page->out,
              "%s block%s watched in part: findings about accesses leave %s out.\n",
              AH_COUNT(n), n == 1 ? " was" : "s were", n == 1 ? "it" : "them");
}

static void print_lines(const ah_page *page, const ah_finding *findings, size_t n)
{
   size_t limit = ah_page_rows(page, AH_SHARE_FINDINGS, page->options->n_findings);
   size_t room = n > limit ? limit + 1 : n, n_lines;
   line *lines = tk_get(page->alloc, AN_LABEL, room * sizeof *lines);
   size_t n_shown = make_lines(page, findings, n, limit, lines, &n_lines);
   tell_apart(page, lines, n_lines);
   for (size_t i = 0; i < n_lines; i++)
      print_line(page, &lines[i]);
   ah_page_more(page, MORE_INDENT, n - n_shown, "finding", "--findings=0");
}

/* The findings of one kind, from the first on; *next is past the last. */
static void print_kind(const ah_page *page, const ah_finding *findings, size_t n_all,
                       size_t first, size_t *next)
{
   ah_finding_kind kind = findings[first].kind;
   size_t n = 0;
   while (first + n < n_all && findings[first + n].kind == kind)
      n++;
   *next = first + n;
   char title[AH_FINDING_REASON_B];
   snprintf(title, sizeof title, "%s: %s", ah_finding_title(kind), ah_finding_cure(kind));
   an_page_line(&page->base, AN_COLOUR_WARNING, title);
   print_lines(page, &findings[first], n);
}

/* Puts together what is of one kind; the kind that saves most comes first. */
static void sort_by_kind(ah_finding *to, const ah_findings *all)
{
   bool is_done[AH_N_KINDS] = { false };
   for (size_t i = 0; i < all->n; i++) {
      ah_finding_kind kind = all->findings[i].kind;
      for (size_t k = i; k < all->n && !is_done[kind]; k++)
         if (all->findings[k].kind == kind)
            *to++ = all->findings[k];
      is_done[kind] = true;
   }
}

static void print_kinds(const ah_page *page, const ah_findings *all)
{
   ah_finding *findings = tk_get(page->alloc, AN_LABEL, (all->n + 1) * sizeof *findings);
   sort_by_kind(findings, all);
   for (size_t i = 0; i < all->n && !ferror(page->out);)
      print_kind(page, findings, all->n, i, &i);
}

void ah_page_findings(const ah_page *page)
{
   const ah_profile *p = page->profile;
   const ah_findings *all = page->options->findings;
   if (all == NULL || page->options->n_findings == 0 || strcmp(p->mode, "heap") != 0)
      return;
   an_page_heading(&page->base, "Findings", NULL);
   if (all->n == 0)
      fputs("None\n", page->out);
   else
      an_page_line(&page->base, AN_COLOUR_HEADING,
                   "     saves  of        blocks  where, and why");
   print_kinds(page, all);
   print_limits(page);
   putc('\n', page->out);
}

/* ah_section.c -- the rows of each section in a report of limited length, and the width
   of its lines.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "sections/an_fit.h"
#include "sections/an_processes_print.h"

#include <math.h>

/* With accesses there are heat and more kinds of findings, so that others get less.
   The lines are those at 80 columns, if all rows are there and are long; the first
   screen takes at most 26, metadata 16, the summary 25.  Source gets what remains of 200,
   and the timeline comes only if there is room for both.  In a narrow report rows take
   more lines. */
enum { NARROW = 60 };

static const struct {
   size_t n, n_with_accesses;
} rows[AH_SHARES] = {
   /* lines; with accesses */
   [AH_SHARE_PROCESSES] = { AN_PROCESSES_LIMITED, AN_PROCESSES_LIMITED },
   [AH_SHARE_FINDINGS] = { 3, 1 }, /* 39, 34: of each kind */
   [AH_SHARE_OWNERS] = { 10, 6 },  /* 15, 11; only of profiles with a look */
   [AH_SHARE_LEAKS] = { 4, 3 },    /*  9,  8 */
   [AH_SHARE_CHAINS] = { 0, 0 },
   [AH_SHARE_REGIONS] = { 6, 5 }, /* 12, 11 */
   [AH_SHARE_PEAK] = { 8, 4 },    /* 24, 14 */
   [AH_SHARE_END] = { 4, 2 },     /* 16, 12 */
   [AH_SHARE_SITES] = { 4, 1 },   /* 30, 12 */
   [AH_SHARE_TYPES] = { 4, 3 },   /* 10,  9 */
   [AH_SHARE_HEAT] = { 0, 1 },    /*  0, 22 */
};

size_t ah_page_rows(const ah_page *page, ah_share section, size_t n)
{
   size_t most = page->profile->has_accesses ? rows[section].n_with_accesses
                                             : rows[section].n;
   if (page->options->terminal->picture_width < NARROW)
      most = (most + 1) / 2;
   return page->options->is_asked[section] || n < most ? n : most;
}

ah_page ah_page_of(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_report_options *options, FILE *out)
{
   return (ah_page){
      .profile = profile,
      .alloc = alloc,
      .options = options,
      .out = out,
      .base = { .scope = { .alloc = alloc,
                           .request = options->source,
                           .terminal = options->terminal },
                .out = out },
   };
}

/* ---- Columns ---- */

const char *ah_page_bytes(const an_page *page, long double number, char *to)
{
   return isnan(number) ? "" : ah_text_bytes(to, page->scope.heap->profile, number);
}

const char *ah_page_some_bytes(const an_page *page, long double number, char *to)
{
   return number == 0 ? "" : ah_page_bytes(page, number, to);
}

const char *ah_page_time(const an_page *page, long double number, char *to)
{
   return ah_text_time(to, page->scope.heap->profile, number);
}

const char *ah_page_moment(const an_page *page, long double number, char *to)
{
   return ah_text_moment(to, page->scope.heap->profile, (int64_t)number);
}

const char *ah_page_percent(const an_page *page, long double number, char *to)
{
   (void)page;
   return isnan(number) ? "n/a" : an_text_percent(to, number, 100, 2);
}

/* ---- Lines ---- */

size_t ah_page_room(const ah_page *page, size_t taken)
{
   size_t width = page->options->terminal->picture_width;
   if (page->options->source->full_names)
      return SIZE_MAX;
   return width > taken ? width - taken : 0;
}

void ah_page_more(const ah_page *page, size_t indent, size_t n, const char *noun,
                  const char *option)
{
   fprintf(page->out, "%*s", n == 0 ? 0 : (int)indent, "");
   an_page_more(&page->base, n, noun, option);
}

/* Prints to text in memory, which is then wrapped, or cut. */
static void print_through(const ah_page *page, void (*print)(const ah_page *page),
                          size_t width, size_t indent, bool wraps)
{
   an_fit fit;
   size_t n_lines;
   ah_page copy = *page;
   if (page->options->terminal->markup != NULL) {
      print(page);
      return;
   }
   an_fit_open(&fit);
   copy.out = copy.base.out = fit.out;
   copy.n_lines = NULL;
   print(&copy);
   an_fit_end(&fit, &n_lines);
   if (page->n_lines != NULL)
      *page->n_lines += n_lines;
   if (wraps)
      an_fit_wrap(&fit, width, indent, page->out);
   else
      an_fit_print(&fit, n_lines, width, page->out);
   an_fit_close(&fit);
}

void ah_page_wrap(const ah_page *page, size_t indent, void (*print)(const ah_page *page))
{
   print_through(page, print, page->options->terminal->picture_width, indent, true);
}

void ah_page_cut(const ah_page *page, void (*print)(const ah_page *page))
{
   size_t width = page->options->source->full_names ? 0 : page->options->terminal->width;
   print_through(page, print, width, 0, false);
}

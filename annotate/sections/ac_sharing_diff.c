/* ac_sharing_diff.c -- lines of memory whose sharing changed, in a text report on a pair.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include <stdlib.h>

/* A line of memory of OLD, of NEW, or of both. */
typedef struct {
   uint32_t old, new;      /* AC_NO_DATA: that side does not have it */
   int64_t before, after;  /* bounds of transfers */
   ac_sharing_verdict was, is;
} change;

static int64_t size_of(const change *of)
{
   return of->before > of->after ? of->before - of->after : of->after - of->before;
}

static int compare_changes(const void *a, const void *b)
{
   const change *x = a, *y = b;
   int64_t of_x = size_of(x), of_y = size_of(y);
   if (of_x != of_y)
      return of_x > of_y ? -1 : 1;
   if (x->new != y->new)
      return x->new < y->new ? -1 : 1;
   return (x->old > y->old) - (x->old < y->old);
}

static change change_of(const ac_data_report *report, uint32_t old, uint32_t new)
{
   change of = { .old = old, .new = new };
   if (old != AC_NO_DATA) {
      of.before = report->old.judged[old].bound;
      of.was = report->old.judged[old].verdict;
   }
   if (new != AC_NO_DATA) {
      of.after = report->sharing.judged[new].bound;
      of.is = report->sharing.judged[new].verdict;
   }
   return of;
}

/* Findings of either side whose kind changed, or whose bound did by the threshold's share
   of the largest one. */
static bool is_shown(const an_page *page, const change *of, int64_t largest)
{
   double threshold = page->scope.request->threshold * (double)largest;
   return (of->was | of->is) != AC_SHARING_NONE
          && (of->was != of->is
              || (of->before != of->after && 100.0 * (double)size_of(of) >= threshold));
}

/* Keeps those to show; returns how many, and how many findings there are. */
static size_t choose(const an_page *page, change *all, size_t n, size_t *n_findings)
{
   int64_t largest = 0;
   size_t n_kept = 0;
   *n_findings = 0;
   for (size_t i = 0; i < n; i++) {
      largest = all[i].before > largest ? all[i].before : largest;
      largest = all[i].after > largest ? all[i].after : largest;
      *n_findings += (all[i].was | all[i].is) != AC_SHARING_NONE;
   }
   for (size_t i = 0; i < n; i++)
      if (is_shown(page, &all[i], largest))
         all[n_kept++] = all[i];
   qsort(all, n_kept, sizeof *all, compare_changes);
   return n_kept;
}

/* The lines of both, those of NEW first; NULL: memory ran out. */
static change *list(const an_page *page, size_t *n)
{
   const ac_data_report *report = page->scope.analysis->data;
   size_t n_new = report->sharing.of->n_lines, n_old = report->old.of->n_lines;
   change *all = tk_get(page->scope.alloc, "an.sharing",
                        (n_new + n_old + 1) * sizeof *all);
   *n = 0;
   for (uint32_t i = 0; all != NULL && i < n_new; i++)
      all[(*n)++] = change_of(report, report->sharing.other[i], i);
   for (uint32_t i = 0; all != NULL && i < n_old; i++)
      if (report->old.other[i] == AC_NO_DATA)
         all[(*n)++] = change_of(report, i, AC_NO_DATA);
   return all;
}

static int64_t transfers_of(const ac_sharing_side *side, uint32_t line)
{
   return line == AC_NO_DATA ? 0 : side->of->lines[line].transfers;
}

/* "New: False sharing of counters (count.c)", "False sharing of counters (count.c),
   before: true sharing". */
static void print_title(const an_page *page, const change *of)
{
   const ac_data_report *report = page->scope.analysis->data;
   bool is_gone = of->is == AC_SHARING_NONE, is_new = of->was == AC_SHARING_NONE;
   an_page_colour(page, of->is & AC_SHARING_FALSE ? AN_COLOUR_WARNING
                                                  : AN_COLOUR_HEADING);
   fputs(is_gone ? "Gone: " : is_new ? "New: " : "", page->out);
   ac_sharing_print_name(page, is_gone ? &report->old : &report->sharing,
                         is_gone ? of->old : of->new);
   if (!is_gone && !is_new && of->was != of->is)
      fprintf(page->out, ", before: %s sharing",
              of->was == AC_SHARING_BOTH ? "false and true"
                                         : ac_sharing_verdict_name(of->was));
   an_page_colour(page, AN_COLOUR_NONE);
}

static an_status print_change(const an_page *page, const change *of)
{
   const ac_data_report *report = page->scope.analysis->data;
   char before[AN_TEXT_NUMBER_B], after[AN_TEXT_NUMBER_B], percent[AN_TEXT_NUMBER_B];
   print_title(page, of);
   an_text_count(before, of->before);
   an_text_count(after, of->after);
   an_text_change(percent, (long double)of->after - of->before, of->before);
   fprintf(page->out, "\n  transfers: at most %s before, %s now %s\n", before, after,
           percent);
   an_text_count(before, transfers_of(&report->old, of->old));
   an_text_count(after, transfers_of(&report->sharing, of->new));
   fprintf(page->out, "             %s and %s in these runs\n", before, after);
   if (of->is != AC_SHARING_NONE)
      return ac_sharing_print_rows(page, &report->sharing, of->new);
   putc('\n', page->out);
   return AN_OK;
}

static an_status print_changes(an_page *page)
{
   const ac_data_report *report = page->scope.analysis->data;
   bool is_alone = page->scope.request->by != NULL;
   size_t n_all, n_findings;
   change *all = list(page, &n_all);
   if (all == NULL)
      return AN_NO_MEMORY;
   size_t n = choose(page, all, n_all, &n_findings);
   size_t n_shown = ac_sharing_limit(page, n);
   an_status status = AN_OK;
   an_page_heading(page, "Lines of memory whose sharing changed", NULL);
   for (size_t i = 0; i < n_shown && status == AN_OK; i++)
      status = print_change(page, &all[i]);
   if (n == 0)
      fputs(n_findings == 0 ? "(none is shared often)\n" : "(none)\n", page->out);
   an_page_more(page, n - n_shown, "shared line", is_alone ? "--top=0" : "--sharing");
   if (n < n_findings)
      fprintf(page->out, "%zu shared line%s did not change.\n", n_findings - n,
              n_findings - n == 1 ? "" : "s");
   if (n_shown < n || n < n_findings || n == 0)
      putc('\n', page->out);
   ac_sharing_print_left_out(page, report->old.of, "OLD");
   ac_sharing_print_left_out(page, report->sharing.of, "NEW");
   tk_put(page->scope.alloc, all);
   return status;
}

an_status ac_sharing_section(an_page *page)
{
   const ac_data_report *report = page->scope.analysis->data;
   if (report == NULL || report->sharing.of == NULL)
      return AN_OK;
   return report->old.of == NULL ? ac_sharing_print_lines(page) : print_changes(page);
}

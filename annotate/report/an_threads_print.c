/* an_threads_print.c -- the threads: their table, and the line of the metadata.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_rank.h"
#include "counts/an_threads.h"

#include <inttypes.h>
#include <string.h>

#define LABEL "an.threads"

enum {
   APART = 10, /* more threads than that are put together by name */
   NAMED = 3,  /* in the metadata */
   LEAD = 2,
   PERCENT_B = 32,
};

typedef struct {
   an_thread *of;
   size_t n;
   an_ranking ranking;
} threads;

static void close_threads(const an_page *page, threads *t)
{
   for (size_t i = 0; i < t->n; i++)
      tk_put(page->alloc, t->of[i].counts);
   tk_put(page->alloc, t->of);
   tk_put(page->alloc, t->ranking.entries);
}

/* The one that a thread is put together with; NULL: none. */
static an_thread *group_of(const threads *t, const an_thread *thread)
{
   for (size_t i = 0; i < t->n; i++)
      if (thread->name[0] != '\0' && t->of[i].name == thread->name)
         return &t->of[i];
   return NULL;
}

static bool add(const an_page *page, threads *t, const an_thread *thread, bool groups)
{
   size_t n_events = an_profile_n_events(page->profile);
   an_thread *to = groups ? group_of(t, thread) : NULL;
   if (to == NULL) {
      to = &t->of[t->n];
      *to = *thread;
      to->n = 0;
      to->counts = tk_get(page->alloc, LABEL, n_events * sizeof *to->counts);
      if (to->counts == NULL)
         return false;
      memset(to->counts, 0, n_events * sizeof *to->counts);
      t->n++;
   }
   to->n += thread->n;
   for (size_t e = 0; e < n_events; e++)
      to->counts[e] += thread->counts[e]; /* at most the program's */
   return true;
}

/* The largest first. */
static bool open_threads(const an_page *page, threads *t)
{
   size_t n = an_threads_count(page->profile);
   *t = (threads){ .n = 0 };
   t->of = tk_get(page->alloc, LABEL, n * sizeof *t->of);
   t->ranking.entries = tk_get(page->alloc, LABEL, n * sizeof *t->ranking.entries);
   bool ok = t->of != NULL && t->ranking.entries != NULL;
   for (size_t i = 0; i < n && ok; i++)
      ok = add(page, t, an_threads_at(page->profile, i), n > APART);
   if (!ok) {
      close_threads(page, t);
      return false;
   }
   for (size_t i = 0; i < t->n; i++)
      t->ranking.entries[i] = (an_ranked){ i, t->of[i].counts };
   t->ranking.n = t->n;
   an_rank(&t->ranking, an_profile_totals(page->profile), &page->options->sort, 0);
   return true;
}

static void print_label(const an_page *page, const threads *t, const an_ranked *entry)
{
   char label[AN_THREAD_LABEL_B];
   an_text_name(page->out, an_thread_label(&t->of[entry->index], label));
}

/* ---- The table ---- */

static void print_table(an_page *page, const threads *t)
{
   size_t most = page->options->n_top;
   size_t n = most > 0 && most < t->ranking.n ? most : t->ranking.n;
   an_columns_reset(&page->columns);
   for (size_t i = 0; i < n; i++)
      an_columns_fit(&page->columns, t->ranking.entries[i].totals);
   an_page_heading(page, "Threads", NULL);
   an_page_names(page);
   fputs("  thread\n\n", page->out);
   for (size_t i = 0; i < n; i++) {
      an_columns_print(&page->columns, page->out, t->ranking.entries[i].totals);
      fprintf(page->out, "%*s", LEAD, "");
      print_label(page, t, &t->ranking.entries[i]);
      putc('\n', page->out);
   }
   an_page_more(page, t->ranking.n - n, "thread", "--top=0");
   putc('\n', page->out);
}

an_status an_threads_report(an_page *page)
{
   threads t;
   if (!an_threads_are_known(page->profile)) {
      fputs("The profile tells no threads apart: there was one.\n", page->out);
      return AN_OK;
   }
   if (!open_threads(page, &t))
      return AN_NO_MEMORY;
   print_table(page, &t);
   close_threads(page, &t);
   return AN_OK;
}

/* ---- The metadata ---- */

static void print_share(const an_page *page, const int64_t *counts)
{
   const an_measure *by = &page->options->sort.of[0];
   long double whole = an_measure_value(by, an_profile_totals(page->profile));
   long double part = an_measure_value(by, counts);
   if (whole > 0 && part >= 0)
      fprintf(page->out, " %.1Lf%%", 100 * part / whole);
}

an_status an_threads_line(const an_page *page)
{
   threads t;
   int64_t n_all = 0, n_named = 0;
   if (page->options->is_pair || !an_threads_are_known(page->profile))
      return AN_OK;
   if (!open_threads(page, &t))
      return AN_NO_MEMORY;
   for (size_t i = 0; i < t.n; i++)
      n_all += t.of[i].n;
   fprintf(page->out, "%-18s%" PRId64 ", by ", "Threads:", n_all);
   an_text_name(page->out, page->options->sort.of[0].metric->name);
   for (size_t i = 0; i < t.ranking.n && i < NAMED; i++) {
      const an_thread *thread = &t.of[t.ranking.entries[i].index];
      fputs(i == 0 ? ": " : ", ", page->out);
      print_label(page, &t, &t.ranking.entries[i]);
      print_share(page, thread->counts);
      n_named += thread->n;
   }
   if (n_named < n_all)
      fprintf(page->out, "; --by=thread shows all");
   putc('\n', page->out);
   close_threads(page, &t);
   return AN_OK;
}

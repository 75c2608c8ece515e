/* ac_threads_print.c -- the threads: their tables, and the line of the metadata.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_rank.h"
#include "counts/ac_threads.h"

#include <inttypes.h>

enum {
   APART = 10, /* more threads than that are put together by name */
   NAMED = 3,  /* in the metadata */
};

enum { SHOWN, VALUES = 4, COLUMNS };

static const an_column columns[COLUMNS] = {
   [SHOWN] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "thread", .is_last = true },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "number", AN_AT(ac_thread, number) },
   { AN_COLUMN_COUNT, AN_FOR_PROGRAMS, "threads", AN_AT(ac_thread, n) },
   { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "name", AN_AT(ac_thread, name) },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_ALL, "values", AN_AT(ac_thread, counts) },
};

typedef struct {
   const ac_scope *scope;
   ac_thread *of;
   size_t n;
   ac_ranking ranking;
   bool are_people; /* who get them ranked, many put together; programs get each */
   char label[AC_THREAD_LABEL_B]; /* of the row */
} threads;

/* The one that a thread is put together with; NULL: none. */
static ac_thread *group_of(const threads *t, const ac_thread *thread)
{
   for (size_t i = 0; i < t->n; i++)
      if (thread->name[0] != '\0' && t->of[i].name == thread->name)
         return &t->of[i];
   return NULL;
}

static void add_thread(threads *t, const ac_thread *thread, bool groups)
{
   size_t n_events = ac_profile_n_events(t->scope->profile);
   ac_thread *to = groups ? group_of(t, thread) : NULL;
   if (to == NULL) {
      to = &t->of[t->n];
      *to = *thread;
      to->n = 0;
      to->counts = tk_get_zeroed(t->scope->alloc, AN_LABEL,
                                 n_events * sizeof *to->counts);
      t->n++;
   }
   to->n += thread->n;
   for (size_t e = 0; e < n_events; e++)
      to->counts[e] += thread->counts[e]; /* at most the program's */
}

/* The largest first. */
static void open_threads(threads *t, const ac_scope *scope)
{
   const ac_profile *profile = scope->profile;
   size_t n = ac_threads_count(profile);
   t->of = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *t->of);
   t->ranking.entries = tk_get(scope->alloc, AN_LABEL,
                               (n + 1) * sizeof *t->ranking.entries);
   for (size_t i = 0; i < n; i++)
      add_thread(t, ac_threads_at(profile, i), n > APART);
   for (size_t i = 0; i < t->n; i++)
      t->ranking.entries[i] = AC_RANKED(i, t->of[i].counts);
   t->ranking.n = t->n;
   ac_rank(&t->ranking, ac_profile_totals(profile), &scope->request->sort, 0);
}

/* ---- The tables ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   threads *t = (threads *)table->context;
   const ac_thread *thread = t->are_people
                                ? &t->of[t->ranking.entries[number].index]
                                : ac_threads_at(t->scope->profile, (size_t)number);
   row->of = thread;
   row->cells[SHOWN].text = ac_thread_label(thread, t->label);
}

/* If there was one thread, CSV has it. */
void ac_threads_tables(an_tables *tables, const ac_scope *scope)
{
   if (!ac_threads_are_known(scope->profile) && tables->is_for != AN_FOR_CSV)
      return;
   threads *t = AN_SECTION(tables, threads, .scope = scope);
   an_column *own = an_tables_columns(tables, columns, COLUMNS);
   open_threads(t, scope);
   t->are_people = tables->is_for == AN_FOR_PEOPLE;
   own[VALUES].no_percents = !ac_threads_add_up(scope->profile);
   AN_TABLE(tables, .columns = own, .n_columns = COLUMNS, .make_row = make_row,
            .n = t->are_people ? t->n : ac_threads_count(scope->profile),
            .heading = "Threads", .noun = "thread");
}

/* ---- The metadata ---- */

static void print_share(const an_page *page, const int64_t *counts)
{
   const ac_measure *by = &page->scope.request->sort.of[0];
   long double whole = ac_measure_value(by, ac_profile_totals(page->scope.profile));
   long double part = ac_measure_value(by, counts);
   char text[AN_TEXT_NUMBER_B];
   if (whole > 0 && part >= 0)
      fprintf(page->out, " %s", an_text_percent(text, part, whole, 1));
}

void ac_threads_line(const an_page *page)
{
   an_tables tables;
   int64_t n_all = 0, n_named = 0;
   if (page->scope.request->is_pair || !ac_threads_are_known(page->scope.profile))
      return;
   an_tables_begin(&tables, ac_threads_tables, &page->scope, AN_FOR_PEOPLE);
   threads *t = tables.state;
   for (size_t i = 0; i < t->n; i++)
      n_all += t->of[i].n;
   fprintf(page->out, "%-18s%" PRId64 ", by ", "Threads:", n_all);
   an_text_name(page->out, page->scope.request->sort.of[0].metric->name);
   for (size_t i = 0; i < t->ranking.n && i < NAMED; i++) {
      const ac_thread *thread = &t->of[t->ranking.entries[i].index];
      fputs(i == 0 ? ": " : ", ", page->out);
      an_text_name(page->out, ac_thread_label(thread, t->label));
      if (ac_threads_add_up(page->scope.profile))
         print_share(page, thread->counts);
      n_named += thread->n;
   }
   if (n_named < n_all)
      fprintf(page->out, "; --by=thread shows all");
   putc('\n', page->out);
   an_tables_close(&tables);
}

/* ah_summary_print.c -- the first sections: where the profile comes from, and the
   figures of the whole run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "heap/ah_missing_debug.h"
#include "heap/ah_threads.h"
#include "sections/an_processes_print.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_COLUMNS = 18 };

static void print_label(const ah_page *page, const char *label)
{
   fprintf(page->out, "%-*s", LABEL_COLUMNS, label);
}

/* ---- Metadata ---- */

/* The exit code only counts if the program ended by itself. */
static void print_process(const ah_page *page)
{
   const ah_profile *p = page->profile;
   bool has_exited = p->state.how == AN_STATE_UNKNOWN || p->state.how == AN_STATE_EXITED;
   if (p->processes.n > 1) {
      print_label(page, "Processes:");
      fprintf(page->out, "%zu, added up", p->processes.n);
      putc('\n', page->out);
      an_state_print(&p->state, NULL, page->out);
      an_counting_print(&p->counting, p->time_unit, NULL, page->out);
      return;
   }
   print_label(page, "Process:");
   if (p->pid == 0) {
      fputs("several, merged", page->out);
   } else {
      fprintf(page->out, "%" PRId64, p->pid);
      if (p->is_heapprof && has_exited)
         fprintf(page->out, ", exit code %" PRId64, p->exit_code);
   }
   putc('\n', page->out);
   an_state rest = p->state;
   if (has_exited)
      rest.how = AN_STATE_UNKNOWN;
   an_state_print(&rest, NULL, page->out);
   an_counting_print(&p->counting, p->time_unit, NULL, page->out);
}

static void print_fork(const ah_page *page)
{
   const an_processes *processes = &page->profile->processes;
   if (processes->n == 1)
      an_process_print_fields(&page->base, processes->of,
                              AH_TIME(page->profile, processes->of->forked));
}

/* The object in the room that the rest of its line leaves, or the least for a name. */
static void print_object(const ah_page *page, const char *object, size_t rest)
{
   enum { LEAST = 20 };
   size_t room = ah_page_room(page, LABEL_COLUMNS + rest);
   if (page->options->terminal->width == 0)
      room = SIZE_MAX;
   an_text_path_fit(page->out, object, room < LEAST ? LEAST : room);
}

static void print_no_lines(const ah_page *page)
{
   enum { MOST = 4 };
   ah_missing_debug found;
   ah_missing_debug_find(&found, page->profile);
   bool is_whole = page->options->is_asked[AH_SHARE_METADATA];
   size_t n_shown = is_whole || found.n <= MOST + 1 ? found.n : MOST;
   for (size_t i = 0; i < n_shown; i++) {
      char share[AH_TEXT_B + sizeof ", in call paths of  of the bytes"];
      int n = snprintf(
         share, sizeof share, ", in call paths of %s of the bytes",
         AH_PERCENT(found.of[i].bytes, page->profile->totals.total.bytes, 2));
      print_label(page, i == 0 ? "No line numbers:" : "");
      print_object(page, found.of[i].object, (size_t)n);
      fprintf(page->out, "%s\n", share);
   }
   ah_page_more(page, LABEL_COLUMNS, found.n - n_shown, "object", "--top=0");
}

void ah_page_metadata(const ah_page *page)
{
   const ah_profile *p = page->profile;
   an_page_heading(&page->base, "Metadata", NULL);
   an_page_field(&page->base, "Command:", p->command);
   print_process(page);
   print_fork(page);
   an_page_field(&page->base, "Data file:", page->options->file);
   if (page->options->n_files > 1)
      fprintf(page->out, "%-*s... %zu more file%s\n", LABEL_COLUMNS, "",
              page->options->n_files - 1, page->options->n_files == 2 ? "" : "s");
   an_page_field(&page->base, "Written by:",
                 p->creator == NULL ? "DHAT or a compatible tool" : p->creator);
   print_label(page, "Recorded:");
   an_text_name(page->out, p->mode);
   fputs(", times in ", page->out);
   an_text_name(page->out, p->time_unit);
   if (p->is_heapprof)
      fprintf(page->out, ", call paths of up to %" PRId64 " frames", p->depth);
   putc('\n', page->out);
   print_no_lines(page);
   an_page_lost_debug_info(&page->base, p->lost_debug_info, p->n_lost_debug_info);
   print_label(page, "Threshold:");
   fprintf(page->out, "%g%%\n", page->options->threshold);
   if (page->options->source->annotate)
      an_page_places(&page->base);
   putc('\n', page->out);
}

/* ---- Rows of the summary ---- */

typedef struct {
   const ah_page *page;
   const ah_profile *profile;
   FILE *out;
   bool has_rows, is_warning;
} summary;

/* Begins a row; the label "" goes on with the one before.  Warnings in a row are
   coloured together. */
static void begin_line(summary *s, const char *label, bool is_warning)
{
   if (s->has_rows)
      putc('\n', s->out);
   if (is_warning != s->is_warning)
      an_page_colour(&s->page->base, is_warning ? AN_COLOUR_WARNING : AN_COLOUR_NONE);
   s->has_rows = true;
   s->is_warning = is_warning;
   print_label(s->page, label);
}

static void put_count(const summary *s, int64_t count, const char *unit)
{
   char name[AH_TEXT_B];
   size_t n = strlen(ah_text_unit(name, unit));
   if (count == 1 && n > 0 && name[n - 1] == 's')
      name[n - 1] = '\0';
   fprintf(s->out, "%s %s", AH_COUNT(count), name);
}

/* "1,223,356 bytes (1.17 MiB)", or "12 bytes". */
static void put_bytes(const summary *s, int64_t bytes)
{
   const ah_profile *p = s->profile;
   put_count(s, bytes, bytes == 1 ? p->byte_unit : p->bytes_unit);
   if (bytes >= 1024 && strcmp(p->bytes_unit, "bytes") == 0)
      fprintf(s->out, " (%s)", AH_BYTES(p, bytes));
}

static void put_amount(const summary *s, ah_amount amount)
{
   put_bytes(s, amount.bytes);
   fputs(" in ", s->out);
   put_count(s, amount.blocks, s->profile->blocks_unit);
}

static void add_number(summary *s, const char *label, int64_t n, bool is_warning)
{
   begin_line(s, label, is_warning);
   fputs(AH_COUNT(n), s->out);
}

static void add_bytes(summary *s, const char *label, int64_t bytes)
{
   begin_line(s, label, false);
   put_bytes(s, bytes);
}

static void add_amount(summary *s, const char *label, ah_amount amount)
{
   begin_line(s, label, false);
   put_amount(s, amount);
}

/* ---- Of any profile ---- */

static void add_peak(summary *s)
{
   const ah_profile *p = s->profile;
   const ah_totals *t = &p->totals;
   add_amount(s, "Peak:", t->peak);
   begin_line(s, "", false);
   if (ah_profile_has_peak_time(p))
      fprintf(s->out, "at %s of %s (%s of the run)", AH_TIME(p, t->peak_time),
              AH_TIME(p, t->end_time), AH_MOMENT(p, t->peak_time));
   else
      fputs("at most: the sum of each process's own peak", s->out);
   if (!p->is_heapprof)
      return;
   begin_line(s, "", false);
   fputs("and ", s->out);
   put_bytes(s, t->peak_overhead);
   fputs(" of headers and rounding", s->out);
}

static void add_total(summary *s)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &s->profile->totals;
   ah_text_unit(text, s->profile->verb);
   add_amount(s, strcat(text, ":"), t->total);
   long double average = (long double)t->total.bytes / t->total.blocks;
   fprintf(s->out, "; average %s",
           t->total.blocks == 0 ? "n/a" : AH_BYTES(s->profile, average));
}

static void add_churn(summary *s)
{
   const ah_totals *t = &s->profile->totals;
   begin_line(s, "Churn:", false);
   if (t->peak.bytes == 0)
      fputs("n/a", s->out);
   else
      fprintf(s->out, "%.2Lf times the peak was allocated",
              (long double)t->total.bytes / t->peak.bytes);
}

static void add_end(summary *s)
{
   const ah_totals *t = &s->profile->totals;
   add_amount(s, "Live at the end:", t->end);
   fprintf(s->out, ", %s of the peak", AH_PERCENT(t->end.bytes, t->peak.bytes, 2));
   if (s->profile->ignored.blocks == 0)
      return;
   begin_line(s, "", false);
   fputs("and known leaks, not counted: ", s->out);
   put_amount(s, s->profile->ignored);
}

/* What the parent allocated before the fork. */
static void add_inherited(summary *s)
{
   const ah_fork *fork = &s->profile->fork;
   if (!fork->is_known)
      return;
   add_amount(s, "Inherited:", fork->live);
   begin_line(s, "", false);
   if (fork->inherits) {
      fputs("live at the fork, counted above as if its own", s->out);
      return;
   }
   fputs("live at the fork, allocated by its parent and not counted here", s->out);
   if (fork->freed.blocks > 0)
      fprintf(s->out, "; %s freed or reallocated", AH_COUNT(fork->freed.blocks));
}

/* The number of call paths, and how many are longer than recorded. */
static void add_paths(summary *s)
{
   const ah_profile *p = s->profile;
   int64_t n_cut = 0;
   for (size_t i = 0; i < p->n_sites; i++)
      n_cut += p->sites[i].is_cut;
   add_number(s, "Call paths:", (int64_t)p->n_sites, false);
   if (n_cut > 0)
      fprintf(s->out, "; %s %s cut at %" PRId64 " frames (--depth)", AH_COUNT(n_cut),
              n_cut == 1 ? "is" : "are", p->depth);
}

/* ---- Of heapprof's profiles ---- */

static void add_temporary(summary *s)
{
   const ah_totals *t = &s->profile->totals;
   add_amount(s, "Temporary:", t->temporary);
   fprintf(s->out, ", %s of all", AH_PERCENT(t->temporary.blocks, t->total.blocks, 2));
   begin_line(s, "", false);
   fputs("freed before their thread's next allocation", s->out);
}

/* "thread 2 (worker)". */
static void put_thread(const summary *s, uint32_t thread)
{
   const char *name = ah_threads_name(s->profile, thread);
   fprintf(s->out, "thread %" PRIu32, thread);
   if (name == NULL)
      return;
   fputs(" (", s->out);
   an_text_name(s->out, name);
   putc(')', s->out);
}

/* Who allocated most.  Left out if one did all. */
static void put_shares(summary *s)
{
   enum { NAMED = 3 };
   ah_threads threads;
   ah_threads_open(&threads, s->page->base.scope.alloc, s->profile);
   if (threads.n > 1) {
      double whole = (double)s->profile->totals.total.bytes;
      ah_threads_rank(&threads);
      for (size_t i = 0; i < threads.n && i < NAMED; i++) {
         fputs(i == 0 ? "; " : ", ", s->out);
         put_thread(s, threads.of[i].thread);
         fprintf(s->out, " allocated %.1f%%",
                 whole > 0 ? 100 * (double)threads.of[i].total.bytes / whole : 0);
      }
   }
}

static void add_own(summary *s)
{
   const ah_totals *t = &s->profile->totals;
   if (ah_profile_has_fates(s->profile)) {
      add_temporary(s);
      add_number(s, "Most blocks live:", t->most_blocks, false);
      add_number(s, "Reallocations:", t->reallocs, false);
   }
   if (t->old.blocks > 0) {
      add_amount(s, "Live at restart:", t->old);
      begin_line(s, "", false);
      fputs("counted as if they were allocated then", s->out);
   }
   add_number(s, "Threads:", t->threads, false);
   put_shares(s);
   if (s->profile->has_stacks) {
      begin_line(s, "Stacks:", false);
      fputs("at most ", s->out);
      put_bytes(s, t->most_stack);
   }
   if (t->zero_blocks > 0)
      add_number(s, "Blocks of size 0:", t->zero_blocks, false);
   if (t->failed > 0)
      add_number(s, "Refused requests:", t->failed, true);
   if (t->invalid_frees > 0)
      add_number(s, "Invalid frees:", t->invalid_frees, true);
}

/* ---- Accesses ---- */

/* "1,234 bytes; 12 blocks were never read". */
static void add_never(summary *s, const char *label, const char *done, ah_amount amount)
{
   add_bytes(s, label, amount.bytes);
   if (amount.blocks > 0)
      fprintf(s->out, "; %s block%s never %s", AH_COUNT(amount.blocks),
              amount.blocks == 1 ? " was" : "s were", done);
}

static void add_accesses(summary *s)
{
   const ah_totals *t = &s->profile->totals;
   add_bytes(s, "Read:", t->reads);
   add_bytes(s, "Written:", t->writes);
   if (!s->profile->is_heapprof)
      return;
   add_never(s, "Never read:", "read", t->never_read);
   add_never(s, "Never written:", "written", t->never_written);
   add_never(s, "Never touched:", "touched", t->never_touched);
   if (t->partly.blocks == 0)
      return;
   add_amount(s, "Partly watched:", t->partly);
   begin_line(s, "", false);
   fputs("left out above: a zero or a stop came during their lives", s->out);
}

/* ---- The whole summary ---- */

static void print_summary(const ah_page *page)
{
   const ah_profile *profile = page->profile;
   summary s = { .page = page, .profile = profile, .out = page->out };
   an_page_heading(&page->base, "Summary", NULL);
   if (profile->is_saturated) {
      begin_line(&s, "Saturated:", true);
      fputs("sums saturated at 2^63 - 1", s.out);
   }
   if (profile->has_lifetimes)
      add_peak(&s);
   add_total(&s);
   if (profile->has_lifetimes) {
      add_churn(&s);
      add_end(&s);
      add_inherited(&s);
   }
   if (profile->is_heapprof)
      add_own(&s);
   if (profile->has_accesses)
      add_accesses(&s);
   add_paths(&s);
   fputs("\n\n", s.out);
}

void ah_page_summary(const ah_page *page)
{
   ah_page_wrap(page, LABEL_COLUMNS, print_summary);
}

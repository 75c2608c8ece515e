/* ah_summary.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_summary.h"

#include "base/an_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

typedef struct {
   ah_summary *summary;
   const ah_profile *profile;
} builder;

/* ---- Rows ---- */

static ah_summary_row *begin(const builder *b, const char *label)
{
   ah_summary_row *row = &b->summary->rows[b->summary->n++];
   *row = (ah_summary_row){ .is_warning = false };
   snprintf(row->label, sizeof row->label, "%s", label);
   return row;
}

/* Adds to the row's text. */
static void __attribute__((format(printf, 2, 3)))
put(ah_summary_row *row, const char *format, ...)
{
   size_t n = strlen(row->text);
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(row->text + n, sizeof row->text - n, format, arguments);
   va_end(arguments);
}

static void put_count(ah_summary_row *row, int64_t count, const char *unit)
{
   char number[AH_TEXT_B], name[AH_TEXT_B];
   an_text_count(number, count);
   size_t n = strlen(ah_text_unit(name, unit));
   if (count == 1 && n > 0 && name[n - 1] == 's')
      name[n - 1] = '\0';
   put(row, "%s %s", number, name);
}

/* "1,223,356 bytes (1.17 MiB)", or "12 bytes". */
static void put_bytes(const builder *b, ah_summary_row *row, int64_t bytes)
{
   char text[AH_TEXT_B];
   const ah_profile *p = b->profile;
   put_count(row, bytes, bytes == 1 ? p->byte_unit : p->bytes_unit);
   if (bytes >= 1024 && strcmp(p->bytes_unit, "bytes") == 0)
      put(row, " (%s)", ah_text_bytes(text, p, bytes));
}

static void put_amount(const builder *b, ah_summary_row *row, ah_amount amount)
{
   put_bytes(b, row, amount.bytes);
   put(row, " in ");
   put_count(row, amount.blocks, b->profile->blocks_unit);
}

static ah_summary_row *add_number(const builder *b, const char *label,
                                  int64_t n)
{
   ah_summary_row *row = begin(b, label);
   an_text_count(row->text, n);
   return row;
}

static void add_bytes(const builder *b, const char *label, int64_t bytes)
{
   put_bytes(b, begin(b, label), bytes);
}

/* ---- Of any profile ---- */

static void add_peak(const builder *b)
{
   char text[AH_TEXT_B];
   const ah_profile *p = b->profile;
   const ah_totals *t = &p->totals;
   put_amount(b, begin(b, "Peak:"), t->peak);
   ah_summary_row *row = begin(b, "");
   if (ah_profile_has_peak_time(p)) {
      put(row, "at %s", ah_text_time(text, p, t->peak_time));
      put(row, " of %s", ah_text_time(text, p, t->end_time));
      put(row, " (%s of the run)", ah_text_moment(text, p, t->peak_time));
   } else {
      put(row, "at most: the sum of each process's own peak");
   }
   if (!p->is_heapprof)
      return;
   row = begin(b, "");
   put(row, "and ");
   put_bytes(b, row, t->peak_extra);
   put(row, " of headers and rounding");
}

static void add_total(const builder *b)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &b->profile->totals;
   ah_text_unit(text, b->profile->verb);
   strcat(text, ":");
   ah_summary_row *row = begin(b, text);
   put_amount(b, row, t->total);
   put(row, "; average ");
   if (t->total.blocks == 0)
      put(row, "n/a");
   else
      put(row, "%s",
          ah_text_bytes(text, b->profile,
                        (long double)t->total.bytes / t->total.blocks));
}

static void add_churn(const builder *b)
{
   const ah_totals *t = &b->profile->totals;
   ah_summary_row *row = begin(b, "Churn:");
   if (t->peak.bytes == 0)
      put(row, "n/a");
   else
      put(row, "%.2Lf times the peak was allocated",
          (long double)t->total.bytes / t->peak.bytes);
}

static void add_end(const builder *b)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &b->profile->totals;
   ah_summary_row *row = begin(b, "Live at the end:");
   put_amount(b, row, t->end);
   put(row, ", %s of the peak",
       ah_text_share(text, t->end.bytes, t->peak.bytes));
}

/* The number of call paths, and how many are longer than recorded. */
static void add_paths(const builder *b)
{
   char text[AH_TEXT_B];
   const ah_profile *p = b->profile;
   int64_t n_cut = 0;
   for (size_t i = 0; i < p->n_sites; i++)
      n_cut += p->sites[i].is_cut;
   ah_summary_row *row = add_number(b, "Call paths:", (int64_t)p->n_sites);
   if (n_cut > 0) {
      an_text_count(text, n_cut);
      put(row, "; %s %s cut at %" PRId64 " frames (--depth)", text,
          n_cut == 1 ? "is" : "are", p->depth);
   }
}

/* ---- Of heapprof's profiles ---- */

static void add_temporary(const builder *b)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &b->profile->totals;
   ah_summary_row *row = begin(b, "Temporary:");
   put_amount(b, row, t->temporary);
   put(row, ", %s of all",
       ah_text_share(text, t->temporary.blocks, t->total.blocks));
   put(begin(b, ""), "freed before their thread's next allocation");
}

static void add_own(const builder *b)
{
   const ah_totals *t = &b->profile->totals;
   if (ah_profile_has_fates(b->profile)) {
      add_temporary(b);
      add_number(b, "Most blocks live:", t->most_blocks);
      add_number(b, "Reallocations:", t->reallocs);
   }
   add_number(b, "Threads:", t->threads);
   if (b->profile->has_stacks) {
      ah_summary_row *row = begin(b, "Stacks:");
      put(row, "at most ");
      put_bytes(b, row, t->most_stack);
   }
   if (t->zero_blocks > 0)
      add_number(b, "Blocks of size 0:", t->zero_blocks);
   if (t->failed > 0)
      add_number(b, "Refused requests:", t->failed)->is_warning = true;
   if (t->invalid_frees > 0)
      add_number(b, "Invalid frees:", t->invalid_frees)->is_warning = true;
}

/* ---- Accesses ---- */

/* "1,234 bytes; 12 blocks were never read". */
static void add_never(const builder *b, const char *label, const char *done,
                      ah_amount amount)
{
   char text[AH_TEXT_B];
   ah_summary_row *row = begin(b, label);
   put_bytes(b, row, amount.bytes);
   if (amount.blocks > 0) {
      an_text_count(text, amount.blocks);
      put(row, "; %s block%s never %s", text,
          amount.blocks == 1 ? " was" : "s were", done);
   }
}

static void add_accesses(const builder *b)
{
   const ah_totals *t = &b->profile->totals;
   add_bytes(b, "Read:", t->reads);
   add_bytes(b, "Written:", t->writes);
   if (!b->profile->is_heapprof)
      return;
   add_never(b, "Never read:", "read", t->never_read);
   add_never(b, "Never written:", "written", t->never_written);
   add_never(b, "Never touched:", "touched", t->never_touched);
}

/* ---- The whole ---- */

void ah_summary_find(ah_summary *summary, const ah_profile *profile)
{
   builder b = { summary, profile };
   summary->n = 0;
   if (profile->is_saturated) {
      ah_summary_row *row = begin(&b, "Saturated:");
      put(row, "sums stopped at the largest number, 2^63 - 1");
      row->is_warning = true;
   }
   if (profile->has_lifetimes)
      add_peak(&b);
   add_total(&b);
   if (profile->has_lifetimes) {
      add_churn(&b);
      add_end(&b);
   }
   if (profile->is_heapprof)
      add_own(&b);
   if (profile->has_accesses)
      add_accesses(&b);
   add_paths(&b);
}

/* ah_summary_print.c -- the first sections: where the profile comes from, and the
   figures of the whole run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_no_lines.h"
#include "report/an_state_print.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_COLUMNS = 18 };

static void print_label(const ah_page *page, const char *label)
{
   fprintf(page->out, "%-*s", LABEL_COLUMNS, label);
}

/* ---- Metadata ---- */

static void print_field(const ah_page *page, const char *label,
                        const char *value)
{
   print_label(page, label);
   an_text_name(page->out, value);
   putc('\n', page->out);
}

/* The exit code only counts if the program ended by itself. */
static void print_process(const ah_page *page)
{
   const ah_profile *p = page->profile;
   bool has_exited = p->state.how == AN_STATE_UNTOLD
                     || p->state.how == AN_STATE_EXITED;
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
      rest.how = AN_STATE_UNTOLD;
   an_state_print(&rest, NULL, page->out);
}

static void print_source_places(const ah_page *page)
{
   const an_source_places *source = &page->options->source->source;
   if (!page->options->source->annotate)
      return;
   for (size_t i = 0; i < source->n_directories; i++)
      print_field(page, i == 0 ? "Source paths:" : "",
                  source->directories[i]);
   for (size_t i = 0; i < source->n_roots; i++)
      print_field(page, i == 0 ? "Source root:" : "", source->roots[i]);
}

static void print_no_lines(const ah_page *page)
{
   ah_no_lines found;
   char text[AH_TEXT_B];
   ah_no_lines_find(&found, page->profile);
   for (size_t i = 0; i < found.n; i++) {
      print_label(page, i == 0 ? "No line numbers:" : "");
      an_text_name(page->out, found.of[i].object);
      fprintf(page->out, ", in call paths of %s of the bytes\n",
              ah_text_share(text, found.of[i].bytes,
                            page->profile->totals.total.bytes));
   }
}

void ah_page_metadata(const ah_page *page)
{
   const ah_profile *p = page->profile;
   an_page_heading(&page->base, "Metadata", NULL);
   print_field(page, "Command:", p->command);
   print_process(page);
   print_field(page, "Data file:", page->options->file);
   print_field(page, "Written by:",
               p->creator == NULL ? "DHAT or a compatible tool" : p->creator);
   print_label(page, "Recorded:");
   an_text_name(page->out, p->mode);
   fputs(", times in ", page->out);
   an_text_name(page->out, p->time_unit);
   if (p->is_heapprof)
      fprintf(page->out, ", call paths of up to %" PRId64 " frames", p->depth);
   putc('\n', page->out);
   print_no_lines(page);
   print_label(page, "Threshold:");
   fprintf(page->out, "%g%%\n", page->options->threshold);
   print_source_places(page);
   putc('\n', page->out);
}

/* ---- Summary ---- */

static void print_count(const ah_page *page, int64_t count, const char *unit)
{
   char number[AH_TEXT_B], name[AH_TEXT_B];
   an_text_count(number, count);
   size_t n = strlen(ah_text_unit(name, unit));
   if (count == 1 && n > 0 && name[n - 1] == 's')
      name[n - 1] = '\0';
   fprintf(page->out, "%s %s", number, name);
}

/* "1,223,356 bytes (1.17 MiB)", or "12 bytes". */
static void print_bytes(const ah_page *page, int64_t bytes)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   print_count(page, bytes, bytes == 1 ? p->byte_unit : p->bytes_unit);
   if (bytes >= 1024 && strcmp(p->bytes_unit, "bytes") == 0)
      fprintf(page->out, " (%s)", ah_text_bytes(text, p, bytes));
}

static void print_amount(const ah_page *page, ah_amount amount)
{
   print_bytes(page, amount.bytes);
   fputs(" in ", page->out);
   print_count(page, amount.blocks, page->profile->blocks_unit);
}

static void print_share(const ah_page *page, long double part,
                        long double total, const char *of)
{
   char text[AH_TEXT_B];
   fprintf(page->out, "%s%s", ah_text_share(text, part, total), of);
}

static void print_peak(const ah_page *page)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   const ah_totals *t = &p->totals;
   print_label(page, "Peak:");
   print_amount(page, t->peak);
   putc('\n', page->out);
   print_label(page, "");
   if (ah_profile_has_peak_time(p)) {
      fprintf(page->out, "at %s", ah_text_time(text, p, t->peak_time));
      fprintf(page->out, " of %s", ah_text_time(text, p, t->end_time));
      fprintf(page->out, " (%s of the run)\n",
              ah_text_moment(text, p, t->peak_time));
   } else {
      fputs("at most: the sum of each process's own peak\n", page->out);
   }
   if (!p->is_heapprof)
      return;
   print_label(page, "");
   fputs("and ", page->out);
   print_bytes(page, t->peak_extra);
   fputs(" of headers and rounding\n", page->out);
}

static void print_total(const ah_page *page)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &page->profile->totals;
   char verb[AH_TEXT_B];
   print_label(page, strcat(strcpy(text, ah_text_unit(
                               verb, page->profile->verb)), ":"));
   print_amount(page, t->total);
   fputs("; average ", page->out);
   if (t->total.blocks == 0)
      fputs("n/a", page->out);
   else
      fputs(ah_text_bytes(text, page->profile,
                          (long double)t->total.bytes / t->total.blocks),
            page->out);
   putc('\n', page->out);
}

static void print_churn(const ah_page *page)
{
   const ah_totals *t = &page->profile->totals;
   print_label(page, "Churn:");
   if (t->peak.bytes == 0)
      fputs("n/a\n", page->out);
   else
      fprintf(page->out, "%.2Lf times the peak was allocated\n",
              (long double)t->total.bytes / t->peak.bytes);
}

static void print_end(const ah_page *page)
{
   const ah_totals *t = &page->profile->totals;
   print_label(page, "Live at the end:");
   print_amount(page, t->end);
   fputs(", ", page->out);
   print_share(page, t->end.bytes, t->peak.bytes, " of the peak");
   putc('\n', page->out);
}

static void print_temporary(const ah_page *page)
{
   const ah_totals *t = &page->profile->totals;
   print_label(page, "Temporary:");
   print_amount(page, t->temporary);
   fputs(", ", page->out);
   print_share(page, t->temporary.blocks, t->total.blocks, " of all\n");
   print_label(page, "");
   fputs("freed before their thread's next allocation\n", page->out);
}

static void print_number(const ah_page *page, const char *label, int64_t n)
{
   char text[AH_TEXT_B];
   an_text_count(text, n);
   print_label(page, label);
   fprintf(page->out, "%s\n", text);
}

/* What only heapprof records; errors of the program in the colour of warnings. */
static void print_own(const ah_page *page)
{
   const ah_totals *t = &page->profile->totals;
   if (ah_profile_has_fates(page->profile)) {
      print_temporary(page);
      print_number(page, "Most blocks live:", t->most_blocks);
      print_number(page, "Reallocations:", t->reallocs);
   }
   print_number(page, "Threads:", t->threads);
   if (page->profile->has_stacks) {
      print_label(page, "Stacks:");
      fputs("at most ", page->out);
      print_bytes(page, t->most_stack);
      putc('\n', page->out);
   }
   if (t->zero_blocks > 0)
      print_number(page, "Blocks of size 0:", t->zero_blocks);
   if (t->failed == 0 && t->invalid_frees == 0)
      return;
   an_page_colour(&page->base, AN_COLOUR_WARNING);
   if (t->failed > 0)
      print_number(page, "Refused requests:", t->failed);
   if (t->invalid_frees > 0)
      print_number(page, "Invalid frees:", t->invalid_frees);
   an_page_colour(&page->base, AN_COLOUR_NONE);
}

static void print_sum(const ah_page *page, const char *label, int64_t bytes)
{
   print_label(page, label);
   print_bytes(page, bytes);
   putc('\n', page->out);
}

/* "1,234 bytes; 12 blocks were never read". */
static void print_never(const ah_page *page, const char *label,
                        const char *done, ah_amount amount)
{
   char text[AH_TEXT_B];
   print_label(page, label);
   print_bytes(page, amount.bytes);
   if (amount.blocks > 0) {
      an_text_count(text, amount.blocks);
      fprintf(page->out, "; %s block%s never %s", text,
              amount.blocks == 1 ? " was" : "s were", done);
   }
   putc('\n', page->out);
}

static void print_accesses(const ah_page *page)
{
   const ah_totals *t = &page->profile->totals;
   print_sum(page, "Read:", t->reads);
   print_sum(page, "Written:", t->writes);
   if (!page->profile->is_heapprof)
      return;
   print_never(page, "Never read:", "read", t->never_read);
   print_never(page, "Never written:", "written", t->never_written);
   print_never(page, "Never touched:", "touched", t->never_touched);
}

/* And how many are longer than recorded. */
static void print_paths(const ah_page *page)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   int64_t n_cut = 0;
   for (size_t i = 0; i < p->n_sites; i++)
      n_cut += p->sites[i].is_cut;
   print_label(page, "Call paths:");
   an_text_count(text, (int64_t)p->n_sites);
   fputs(text, page->out);
   if (n_cut > 0) {
      an_text_count(text, n_cut);
      fprintf(page->out, "; %s %s cut at %" PRId64 " frames (--depth)",
              text, n_cut == 1 ? "is" : "are", p->depth);
   }
   putc('\n', page->out);
}

static void print_saturated(const ah_page *page)
{
   an_page_colour(&page->base, AN_COLOUR_WARNING);
   print_label(page, "Saturated:");
   fputs("sums stopped at the largest number, 2^63 - 1\n", page->out);
   an_page_colour(&page->base, AN_COLOUR_NONE);
}

void ah_page_summary(const ah_page *page)
{
   const ah_profile *p = page->profile;
   an_page_heading(&page->base, "Summary", NULL);
   if (p->is_saturated)
      print_saturated(page);
   if (p->has_lifetimes)
      print_peak(page);
   print_total(page);
   if (p->has_lifetimes) {
      print_churn(page);
      print_end(page);
   }
   if (p->is_heapprof)
      print_own(page);
   if (p->has_accesses)
      print_accesses(page);
   print_paths(page);
   putc('\n', page->out);
}

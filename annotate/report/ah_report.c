/* ah_report.c -- the order of the report's sections; and the table of snapshots.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"
#include "report/an_processes_print.h"

static ah_page page_of(const ah_profile *profile, const tk_alloc *alloc,
                       const ah_report_options *options, FILE *out)
{
   return (ah_page){
      .profile = profile, .alloc = alloc, .options = options, .out = out,
      .base = { .alloc = alloc, .options = options->source, .out = out },
   };
}

/* ---- Processes ---- */

an_processes_table ah_processes_of(const ah_profile *profile)
{
   bool has_peak = profile->has_lifetimes;
   return (an_processes_table){
      .processes = &profile->processes,
      .value = has_peak ? "peak bytes" : profile->bytes_unit,
      .key = has_peak ? "peak_bytes" : "bytes",
      .n_most = AN_PROCESSES_TOP,
   };
}

static an_status print_processes(const ah_page *page)
{
   an_processes_table table = ah_processes_of(page->profile);
   return table.processes->n < 2 ? AN_OK
                                 : an_processes_print(&page->base, &table);
}

an_status ah_report_processes(const ah_profile *profile, const tk_alloc *alloc,
                              const ah_report_options *options, FILE *out)
{
   ah_page page = page_of(profile, alloc, options, out);
   an_processes_table table = ah_processes_of(profile);
   table.n_most = SIZE_MAX;
   return an_processes_print(&page.base, &table);
}

void ah_report_processes_csv(const ah_profile *profile, FILE *out)
{
   an_processes_table table = ah_processes_of(profile);
   an_processes_print_csv(&table, out);
}

/* ---- The whole ---- */

an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out)
{
   static an_status (*const sections[])(const ah_page *page) = {
      ah_page_metadata, ah_page_summary, print_processes, ah_page_findings,
      ah_page_regions, ah_page_timeline, ah_page_trees, ah_page_sites, ah_page_types,
      ah_page_heat,
   };
   an_status status = AN_OK;
   size_t n_lines = 0;
   ah_page page = page_of(profile, alloc, options, out);
   page.n_lines = &n_lines;
   if (options->source->by != NULL)
      return ah_page_source(&page);
   for (size_t i = 0; i < sizeof sections / sizeof sections[0] && status == AN_OK; i++)
      status = ah_page_cut(&page, sections[i]);
   if (status == AN_OK && options->source->annotate && profile->n_sites > 0)
      status = ah_page_source(&page);
   return status;
}

an_status ah_report_overview(const ah_profile *profile, const tk_alloc *alloc,
                             const ah_report_options *options, FILE *out)
{
   ah_page page = page_of(profile, alloc, options, out);
   an_status status = ah_page_metadata(&page);
   if (status == AN_OK)
      status = ah_page_summary(&page);
   return status == AN_OK ? ah_page_findings(&page) : status;
}

/* ---- Snapshots ---- */

static void print_row(const ah_page *page, const char *name, ah_weight moment,
                      int64_t extra, const char *why)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   ah_amount amount = ah_weight_amount(moment, p);
   int64_t time = ah_weight_time(moment, p);
   fprintf(page->out, "%8s", name);
   fprintf(page->out, "  %12s", ah_text_time(text, p, time));
   fprintf(page->out, "  %6s", ah_text_moment(text, p, time));
   fprintf(page->out, "  %10s", ah_text_bytes(text, p, amount.bytes));
   an_text_count(text, amount.blocks);
   fprintf(page->out, "  %12s", text);
   if (extra >= 0)
      fprintf(page->out, "  %10s", ah_text_bytes(text, p, extra));
   fprintf(page->out, "%s\n", why);
}

static void print_peak(const ah_page *page)
{
   const ah_profile *p = page->profile;
   print_row(page, "peak", (ah_weight){ AH_AT_PEAK, 0 },
             p->is_heapprof ? p->totals.peak_extra : -1, "");
}

void ah_report_list(const ah_profile *profile,
                    const ah_report_options *options, FILE *out)
{
   ah_page page = page_of(profile, NULL, options, out);
   const ah_totals *totals = &profile->totals;
   bool peak_is_due = profile->has_lifetimes;
   char unit[AH_TEXT_B];
   if (!profile->has_lifetimes && profile->n_snapshots == 0) {
      fputs("The profile has only totals.\n", out);
      return;
   }
   an_page_colour(&page.base, AN_COLOUR_HEADING);
   fprintf(out, "%8s  %12s  %6s  %10s  %12s  %10s", "--at", "time", "of run",
           "live", ah_text_unit(unit, profile->blocks_unit), "extra");
   an_page_colour(&page.base, AN_COLOUR_NONE);
   putc('\n', out);
   for (size_t i = 0; i < profile->n_snapshots; i++) {
      const ah_snapshot *s = &profile->snapshots[i];
      if (peak_is_due && s->time > totals->peak_time) {
         print_peak(&page);
         peak_is_due = false;
      }
      char number[24];
      snprintf(number, sizeof number, "%zu", i + 1);
      print_row(&page, number, (ah_weight){ AH_AT_SNAPSHOT, i }, s->extra,
                s->asked ? "  asked for" : "");
   }
   if (peak_is_due)
      print_peak(&page);
   if (profile->has_lifetimes)
      print_row(&page, "end", (ah_weight){ AH_AT_END, 0 }, -1, "");
}

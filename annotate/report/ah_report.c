/* ah_report.c -- the order of the report's sections; and the table of snapshots.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"
#include "report/an_processes_print.h"

#include <string.h>

/* Fixed are the line that says what was left out, and the blank line after it.  The
   last two are as in an_shares_of_lines, whose coverage is one with the source. */
static const an_share shares[AH_SHARES] = {
   [AH_SHARE_METADATA] = { .fixed = 2, .least = 10, .most = 20 },
   [AH_SHARE_SUMMARY] = { .fixed = 2, .least = 14, .most = 30 },
   [AH_SHARE_PROCESSES] = { .fixed = 2, .least = 14, .most = 18 },
   [AH_SHARE_FINDINGS] = { .fixed = 2, .least = 23, .most = 40 },
   [AH_SHARE_REGIONS] = { .fixed = 2, .least = 6, .most = 18 },
   [AH_SHARE_TIMELINE] = { .fixed = 2, .least = 20, .most = 22 },
   [AH_SHARE_PEAK] = { .fixed = 2, .least = 8, .most = 34 },
   [AH_SHARE_END] = { .fixed = 2, .least = 9, .most = 16 },
   [AH_SHARE_SITES] = { .fixed = 2, .least = 14, .most = 36 },
   [AH_SHARE_TYPES] = { .fixed = 2, .least = 6, .most = 16 },
   [AH_SHARE_HEAT] = { .fixed = 2, .least = 10, .most = 40 },
   [AH_SHARE_LINES] = { .fixed = 2, .least = 13, .most = 20 },
   [AH_SHARE_SOURCE] = { .fixed = 4, .least = 25, .most = SIZE_MAX },
};

/* The shares, without those of sections that this report does not have. */
static void find_needed(an_share *needed, const ah_profile *profile,
                        const ah_report_options *options)
{
   static const an_share none = { 0, 0, 0 };
   memcpy(needed, shares, sizeof shares);
   if (profile->processes.n < 2)
      needed[AH_SHARE_PROCESSES] = none;
   if (profile->n_regions == 0)
      needed[AH_SHARE_REGIONS] = none;
   if (!ah_profile_has_fates(profile))
      needed[AH_SHARE_TIMELINE] = none;
   if (options->groups == NULL)
      needed[AH_SHARE_TYPES] = none;
   if (!profile->has_accesses || options->n_heat == 0)
      needed[AH_SHARE_HEAT] = none;
   if (!profile->has_lifetimes)
      needed[AH_SHARE_END] = none;
   if (options->n_top == 0)
      needed[AH_SHARE_SITES] = needed[AH_SHARE_TYPES] = none;
   if (!options->source->annotate)
      needed[AH_SHARE_LINES] = needed[AH_SHARE_SOURCE] = none;
}

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

static an_status print_processes(const ah_page *page, void *context)
{
   (void)context;
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

static an_status print_metadata(const ah_page *page, void *context)
{
   (void)context;
   ah_page_metadata(page);
   return AN_OK;
}

/* Calls a section without a context. */
#define PRINTS(function)                                                  \
   static an_status print_##function(const ah_page *page, void *context)  \
   {                                                                      \
      (void)context;                                                      \
      return ah_page_##function(page);                                    \
   }
PRINTS(summary)
PRINTS(findings)
PRINTS(regions)
PRINTS(timeline)
PRINTS(sites)
PRINTS(types)
PRINTS(heat)

static an_status fit_all(const ah_page *page, const ah_section *sections,
                         size_t n)
{
   an_status status = AN_OK;
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = ah_page_fit(page, &sections[i], NULL);
   return status;
}

#define FIT_ALL(page, sections) \
   fit_all(page, sections, sizeof(sections) / sizeof((sections)[0]))

an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out)
{
   enum { FEW = 3, SOME = 5, MANY = 10 }; /* levels */
   static const ah_section before[] = {
      { AH_SHARE_METADATA, 1, "--top=0", false, print_metadata },
      { AH_SHARE_SUMMARY, 1, "--top=0", false, print_summary },
      { AH_SHARE_PROCESSES, 1, "--processes", false, print_processes },
      { AH_SHARE_FINDINGS, SOME, "--findings=0", true, print_findings },
      { AH_SHARE_REGIONS, 1, "--top=0", false, print_regions },
      { AH_SHARE_TIMELINE, 1, "--top=0", false, print_timeline },
   }, after[] = {
      { AH_SHARE_SITES, MANY, "--top=0", true, print_sites },
      { AH_SHARE_TYPES, MANY, "--top=0", true, print_types },
      { AH_SHARE_HEAT, FEW, "--heat=0", true, print_heat },
   };
   an_share needed[AH_SHARES];
   find_needed(needed, profile, options);
   an_budget budget = an_budget_of(needed, AH_SHARES, AN_BUDGET_LINES);
   ah_page page = page_of(profile, alloc, options, out);
   page.budget = &budget;
   if (options->source->by != NULL)
      return ah_page_source(&page);
   an_status status = FIT_ALL(&page, before);
   if (status == AN_OK)
      status = ah_page_trees(&page);
   if (status == AN_OK)
      status = FIT_ALL(&page, after);
   if (status == AN_OK && options->source->annotate && profile->n_sites > 0)
      status = ah_page_source(&page);
   return status;
}

an_status ah_report_overview(const ah_profile *profile, const tk_alloc *alloc,
                             const ah_report_options *options, FILE *out)
{
   ah_page page = page_of(profile, alloc, options, out);
   ah_page_metadata(&page);
   an_status status = ah_page_summary(&page);
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

/* ah_report.c -- the order of the report's sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"
#include "sections/an_processes_print.h"

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
   ah_page page = ah_page_of(profile, alloc, options, out);
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

static an_status print_regions(const ah_page *page)
{
   return ah_page_tables(page, ah_regions_tables);
}

static an_status print_sites(const ah_page *page)
{
   return page->options->n_top == 0 || page->profile->n_sites == 0
             ? AN_OK : ah_page_tables(page, ah_sites_tables);
}

static an_status print_types(const ah_page *page)
{
   return page->options->n_top == 0 ? AN_OK : ah_page_tables(page, ah_types_tables);
}

an_status ah_report(const ah_profile *profile, const tk_alloc *alloc,
                    const ah_report_options *options, FILE *out)
{
   static an_status (*const sections[])(const ah_page *page) = {
      ah_page_metadata, ah_page_summary, print_processes, ah_page_findings,
      print_regions, ah_page_timeline, ah_page_trees, print_sites, print_types,
      ah_page_heat,
   };
   an_status status = AN_OK;
   size_t n_lines = 0;
   ah_page page = ah_page_of(profile, alloc, options, out);
   page.n_lines = &n_lines;
   if (options->source->by != NULL)
      return ah_page_source(&page);
   for (size_t i = 0; i < sizeof sections / sizeof sections[0] && status == AN_OK; i++)
      status = ah_page_cut(&page, sections[i]);
   if (status == AN_OK && options->source->annotate && profile->n_sites > 0)
      status = ah_page_source(&page);
   return status;
}

/* ---- Single tables ---- */

an_status ah_report_list(const ah_profile *profile, const tk_alloc *alloc,
                         const ah_report_options *options, FILE *out)
{
   ah_page page = ah_page_of(profile, alloc, options, out);
   return ah_page_tables(&page, ah_snapshots_tables);
}

an_status ah_report_csv(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, FILE *out)
{
   ah_page page = ah_page_of(profile, alloc, options, out);
   return ah_page_put(&page, NULL, NULL, ah_sites_tables);
}

/* ah_report.c -- the order of the report's sections.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"
#include "sections/ac_sections.h"

/* ---- Tables ---- */

/* The scope of tables; *request and *terminal are filled for it. */
static ac_scope table_scope(const ah_page *page, ac_request *request,
                            an_terminal *terminal)
{
   *request = *page->options->source;
   request->is_limited = true;
   *terminal = *page->options->terminal;
   terminal->width = request->full_names ? 0 : terminal->width;
   return (ac_scope){
      .alloc = page->alloc, .request = request, .terminal = terminal, .heap = page
   };
}

const char *ah_report_lack(const ah_profile *profile, const ac_section *by)
{
   const ah_page page = { .profile = profile };
   return ac_section_lack(by, &(ac_scope){ .heap = &page });
}

static void print_section(const ah_page *page, const ac_section *section)
{
   ac_request request;
   an_terminal terminal;
   an_page base = page->base;
   base.scope = table_scope(page, &request, &terminal);
   ac_section_print(&base, section);
}

static void print_tables(const ah_page *page, an_tables_open *open)
{
   const ac_section section = { .open = open };
   print_section(page, &section);
}

void ah_page_put(const ah_page *page, an_json_out *json, const char *key,
                 an_tables_open *open)
{
   ac_request request;
   an_terminal terminal;
   ac_scope scope = table_scope(page, &request, &terminal);
   if (json == NULL)
      an_tables_put_csv(page->out, open, &scope);
   else
      an_tables_put_json(json, key, open, &scope);
}

void ah_report_put_page(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, an_json_out *json)
{
   ac_request request;
   an_terminal terminal;
   const ah_page page = ah_page_of(profile, alloc, options, json->out);
   ac_scope scope = table_scope(&page, &request, &terminal);
   request.is_limited = false;
   request.by = NULL;
   ac_sections_put_page(json, &scope);
}

/* ---- The whole ---- */

static void print_processes(const ah_page *page)
{
   print_tables(page, ah_processes_tables);
}

static void print_regions(const ah_page *page)
{
   print_tables(page, ah_regions_tables);
}

/* In place of sites and types, between two moments. */
static bool is_since(const ah_page *page)
{
   const ah_weight *at = page->options->at;
   return at != NULL && at->since > 0;
}

static void print_sites(const ah_page *page)
{
   if (is_since(page)) {
      print_tables(page, ah_since_sites_tables);
      print_tables(page, ah_since_types_tables);
      return;
   }
   if (page->options->n_top != 0 && page->profile->n_sites != 0)
      print_tables(page, ah_sites_tables);
}

static void print_ignored(const ah_page *page)
{
   if (page->options->ignored != NULL)
      print_tables(page, ah_ignored_tables);
}

/* Only of a profile that has a look. */
static void print_owners(const ah_page *page)
{
   if (page->profile->n_looks == 0 || page->options->n_top == 0)
      return;
   print_tables(page, ah_owners_tables);
   print_tables(page, ah_leaks_tables);
}

static void print_types(const ah_page *page)
{
   if (page->options->n_top != 0 && !is_since(page))
      print_tables(page, ah_types_tables);
}

/* Not of its lines. */
static bool is_of_heap(const ac_section *by)
{
   return by != NULL && (by->where & AC_IS_OF_HEAP) != 0;
}

enum {
   METADATA_LINES = 16, /* which come last: source takes what the others leave */
   TIMELINE_LINES = 19,
};

/* The first screen has a small one, so that this is there where there is room for it. */
static void print_timeline(const ah_page *page)
{
   bool fits = *page->n_lines + TIMELINE_LINES + AH_SOURCE_LINES <= AC_REPORT_LINES;
   if (fits)
      ah_page_cut(page, ah_page_timeline);
}

void ah_report(const ah_profile *profile, const tk_alloc *alloc,
               const ah_report_options *options, FILE *out)
{
   static void (*const sections[])(const ah_page *page) = {
      ah_page_verdict, ah_page_findings, print_owners,    print_ignored,
      print_sites,     ah_page_trees,    print_types,     ah_page_heat,
      print_regions,   print_processes,  ah_page_summary,
   };
   size_t n_lines = METADATA_LINES;
   const ac_section *by = options->source->by;
   ah_page page = ah_page_of(profile, alloc, options, out);
   page.n_lines = &n_lines;
   if (options->only_metadata) {
      ah_page_cut(&page, ah_page_metadata);
      return;
   }
   if (is_of_heap(by)) {
      print_section(&page, by);
      return;
   }
   if (by != NULL) {
      ah_page_source(&page);
      return;
   }
   for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
      ah_page_cut(&page, sections[i]);
   print_timeline(&page);
   if (options->source->annotate && profile->n_sites > 0)
      ah_page_source(&page);
   ah_page_cut(&page, ah_page_metadata);
}

void ah_report_csv(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_report_options *options, FILE *out)
{
   const ac_section *by = options->source->by;
   ah_page page = ah_page_of(profile, alloc, options, out);
   ah_page_put(&page, NULL, NULL, is_of_heap(by) ? by->open : ah_sites_tables);
}

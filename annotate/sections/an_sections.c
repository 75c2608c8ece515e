/* an_sections.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_sections.h"

#include "counts/an_sweep.h"
#include "sections/an_calls_diff.h"
#include "sections/an_data_page.h"
#include "sections/an_processes_print.h"

#include <string.h>

/* ---- What they need ---- */

static const char *lack_of_curve(const an_scope *scope)
{
   an_sweep sweep;
   return an_sweep_find(&sweep, scope->profile)
             ? NULL
             : "the profile has no sweep; cachesim --sweep=LL:256K..64M counts one";
}

static const char *lack_of_why(const an_scope *scope)
{
   return an_why_is_known(scope->profile)
             ? NULL : "the profile has no estimated cycles by kind; cachesim "
                      "--machine=host counts them";
}

static const char *lack_of_reasons(const an_scope *scope)
{
   return an_reasons_are_known(scope->profile)
             ? NULL : "the profile has no reasons of misses; cachesim --sweep and "
                      "--split=D1 count them";
}

static const char *lack_of_cycles(const an_scope *scope)
{
   return scope->options->cycles != NULL
             ? NULL : "the profile has no cycles to gain: it counts neither misses nor "
                      "mispredictions";
}

static const char *lack_of_calls(const an_scope *scope)
{
   return an_profile_calls(scope->profile) != NULL
             ? NULL : "the profile has no calls, or not those of all that it counts; "
                      "cachesim records them by default";
}

/* ---- The table ---- */

static an_status print_processes(an_page *page)
{
   an_processes_table table = an_processes_of(page->profile);
   return table.processes->n < 2 ? AN_OK : an_processes_print(page, &table);
}

enum {
   ALL = AN_OF_PROFILE | AN_OF_PAIR,
   OF_LINES = ALL | AN_OF_HEAP | AN_IN_REPORT,
   OF_CALLS = AN_OF_PROFILE | AN_NEEDS_CALLS,
   TREE = OF_CALLS | AN_IS_TREE,
   OF_MACHINE = AN_OF_PROFILE | AN_IN_JSON | AN_IS_OF_MACHINE,
};

static const an_section sections[] = {
   { .where = AN_IN_REPORT, .n_lines = 22, .print = an_metadata_section },
   { .where = AN_IN_REPORT, .n_lines = 24, .print = an_summary_section },
   { .where = AN_IN_REPORT, .print = print_processes },
   { .where = AN_IN_REPORT, .print = an_calls_diff },
   { "region", "regions", ALL | AN_IN_REPORT | AN_IN_JSON,
     .open = an_regions_tables, .none = "The program names no regions." },
   { "object", "objects", ALL | AN_IN_REPORT | AN_IN_JSON,
     .open = an_objects_tables,
     .none = "No counts by object: the profile has none, or --include or --exclude"
             " takes\nonly some of its functions." },
   { "data", NULL, ALL | AN_IN_REPORT, .print = an_data_section,
     .put_csv = an_data_put_csv },
   { "sharing", NULL, ALL | AN_IN_REPORT,
     .print = an_sharing_section, .put_csv = an_sharing_put_csv },
   { "why", "why", OF_MACHINE | AN_IN_REPORT, .open = an_why_tables,
     .lack = lack_of_why },
   { "curve", "curves", OF_MACHINE, .open = an_curve_tables,
     .lack = lack_of_curve },
   { "reasons", "reasons", OF_MACHINE | AN_IN_REPORT,
     .open = an_reasons_tables, .lack = lack_of_reasons },
   { "gains", "gains", AN_OF_PROFILE, .open = an_gains_tables,
     .lack = lack_of_cycles },
   { "what-if", NULL, 0, .print = an_what_if_section,
     .put_csv = an_what_if_put_csv, .lack = lack_of_cycles },
   { "inclusive", "calls", OF_CALLS | AN_IN_REPORT | AN_IN_JSON,
     .open = an_calls_tables, .lack = lack_of_calls },
   { "line", NULL, OF_LINES, .open = an_hot_tables,
     .put_csv = an_lines_put_csv },
   { "file", NULL, OF_LINES, .open = an_files_tables,
     .put_csv = an_lines_put_csv },
   { "function", NULL, OF_LINES, .open = an_functions_tables,
     .put_csv = an_lines_put_csv },
   { "thread", "threads", ALL | AN_IN_JSON,
     .open = an_threads_tables,
     .none = "The profile tells no threads apart: there was one." },
   { "caller", NULL, OF_CALLS, .open = an_callers_tables, .lack = lack_of_calls },
   { "callee", NULL, OF_CALLS, .open = an_callees_tables, .lack = lack_of_calls },
   { "both", NULL, OF_CALLS, .open = an_callers_and_callees_tables,
     .lack = lack_of_calls },
   { "top-down", NULL, TREE, .open = an_paths_tables, .print = an_paths_top_down,
     .lack = lack_of_calls },
   { "bottom-up", NULL, TREE, .open = an_paths_tables, .print = an_paths_bottom_up,
     .lack = lack_of_calls },
   { "focus", NULL, AN_NEEDS_CALLS | AN_IS_TREE,
     .open = an_paths_tables, .print = an_paths_of_focus, .lack = lack_of_calls },
   { "inclusive", NULL, AN_OF_PAIR,
     .print = an_calls_diff_inclusive, .put_csv = an_calls_diff_inclusive_csv },
   { "path", NULL, AN_OF_PAIR, .print = an_calls_diff_paths,
     .put_csv = an_calls_diff_paths_csv },
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

const an_section *an_section_at(size_t i)
{
   return i < SECTIONS ? &sections[i] : NULL;
}

const an_section *an_section_find(const char *name, unsigned where)
{
   for (size_t i = 0; i < SECTIONS; i++)
      if (sections[i].name != NULL && strcmp(sections[i].name, name) == 0
          && (where == 0 || (sections[i].where & where) != 0))
         return &sections[i];
   return NULL;
}

bool an_section_is(const an_section *section, const char *name)
{
   return section != NULL && section->name != NULL && strcmp(section->name, name) == 0;
}

bool an_section_is_tree(const an_section *section)
{
   return section != NULL && (section->where & AN_IS_TREE) != 0;
}

bool an_section_is_of_calls(const an_section *section)
{
   return section != NULL && (section->where & AN_NEEDS_CALLS) != 0;
}

const char *an_section_lack(const an_section *section, const an_profile *profile,
                            const an_report_options *options)
{
   an_scope scope = { profile, NULL, options };
   return section == NULL || section->lack == NULL ? NULL : section->lack(&scope);
}

const char *an_section_list(char to[AN_SECTION_LIST_B], unsigned where)
{
   size_t n = 0, k = 0;
   char *at = to;
   for (size_t i = 0; i < SECTIONS; i++)
      n += sections[i].name != NULL && (sections[i].where & where) != 0;
   for (size_t i = 0; i < SECTIONS; i++)
      if (sections[i].name != NULL && (sections[i].where & where) != 0) {
         at += sprintf(at, "%s%s", k == 0 ? "" : k + 1 < n ? ", " : " or ",
                       sections[i].name);
         k++;
      }
   return to;
}

an_status an_section_print(an_page *page, const an_section *section)
{
   size_t n = 0;
   if (section->print != NULL)
      return section->print(page);
   an_status status = an_tables_print(page, section->open, &n);
   if (status == AN_OK && n == 0 && page->options->by == section && section->none != NULL)
      fprintf(page->out, "%s\n", section->none);
   return status;
}

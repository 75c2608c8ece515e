/* ac_sections.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_calls.h"
#include "counts/ac_sweep.h"
#include "sections/ah_page.h"
#include "sections/an_processes_print.h"

#include <string.h>

/* ---- What they need ---- */

static const char *lack_of_curve(const ac_scope *scope)
{
   ac_sweep sweep;
   return ac_sweep_find(&sweep, scope->profile)
             ? NULL
             : "the profile has no sweep; cachesim --sweep=LL:256K..64M counts one";
}

static const char *lack_of_why(const ac_scope *scope)
{
   return ac_why_is_known(scope->profile)
             ? NULL : "the profile has no estimated cycles by kind; cachesim "
                      "--machine=host counts them";
}

static const char *lack_of_reasons(const ac_scope *scope)
{
   return ac_reasons_are_known(scope->profile)
             ? NULL : "the profile has no reasons of misses; cachesim --sweep and "
                      "--split=D1 count them";
}

static const char *lack_of_cycles(const ac_scope *scope)
{
   return scope->analysis->cycles != NULL
             ? NULL : "the profile has no cycles to gain: it counts neither misses nor "
                      "mispredictions";
}

static const char *lack_of_calls(const ac_scope *scope)
{
   return ac_profile_calls(scope->profile) != NULL
             ? NULL : "the profile has no calls, or not those of all that it counts; "
                      "cachesim records them by default";
}

/* ---- The table ---- */

enum {
   ALL = AC_OF_PROFILE | AC_OF_PAIR,
   OF_LINES = ALL | AC_OF_HEAP | AC_IN_REPORT,
   OF_CALLS = AC_OF_PROFILE | AC_NEEDS_CALLS,
   OF_HEAP = AC_OF_HEAP | AC_IS_OF_HEAP,
   TREE = OF_CALLS | AC_IS_TREE,
   OF_MACHINE = AC_OF_PROFILE | AC_IN_JSON | AC_IS_OF_MACHINE,
};

static const ac_section sections[] = {
   { .where = AC_IN_REPORT, .n_lines = 22, .print = ac_metadata_section },
   { .where = AC_IN_REPORT, .n_lines = 24, .print = ac_summary_section },
   { "process", "processes", AC_OF_PROFILE | AC_IN_REPORT | AC_IN_JSON,
     .open = ac_processes_tables },
   { .key = "calls", .where = AC_IN_REPORT | AC_IN_JSON, .open = ac_calls_diff_tables },
   { "region", "regions", ALL | AC_IN_REPORT | AC_IN_JSON,
     .open = ac_regions_tables, .none = "The program names no regions." },
   { "object", "objects", ALL | AC_IN_REPORT | AC_IN_JSON,
     .open = ac_objects_tables,
     .none = "No counts by object: the profile has none, or --include or --exclude"
             " takes\nonly some of its functions." },
   { "data", "data", ALL | AC_IN_REPORT | AC_IN_JSON, .open = ac_data_tables,
     .none = "No data objects: the profile has none, or --include or --exclude takes\n"
             "only some of its functions; cachesim --objects=yes records them." },
   { "sharing", NULL, ALL | AC_IN_REPORT, .open = ac_sharing_tables },
   { "why", "why", OF_MACHINE | AC_IN_REPORT, .open = ac_why_tables,
     .lack = lack_of_why },
   { "curve", "curves", OF_MACHINE, .open = ac_curve_tables,
     .lack = lack_of_curve },
   { "reasons", "reasons", OF_MACHINE | AC_IN_REPORT,
     .open = ac_reasons_tables, .lack = lack_of_reasons },
   { "gains", "gains", AC_OF_PROFILE, .open = ac_gains_tables,
     .lack = lack_of_cycles },
   { "what-if", "what_if", AC_IN_JSON, .open = ac_what_if_tables,
     .lack = lack_of_cycles },
   { "inclusive", "calls", OF_CALLS | AC_IN_REPORT | AC_IN_JSON,
     .open = ac_calls_tables, .lack = lack_of_calls },
   { "line", NULL, OF_LINES, .open = ac_hot_tables,
     .put_csv = ac_lines_put_csv },
   { "file", NULL, OF_LINES, .open = ac_files_tables,
     .put_csv = ac_lines_put_csv },
   { "function", NULL, OF_LINES, .open = ac_functions_tables,
     .put_csv = ac_lines_put_csv },
   { "thread", "threads", ALL | AC_IN_JSON,
     .open = ac_threads_tables,
     .none = "The profile tells no threads apart: there was one." },
   { "caller", NULL, OF_CALLS, .open = ac_callers_tables, .lack = lack_of_calls },
   { "callee", NULL, OF_CALLS, .open = ac_callees_tables, .lack = lack_of_calls },
   { "both", NULL, OF_CALLS, .open = ac_callers_and_callees_tables,
     .lack = lack_of_calls },
   { "top-down", NULL, TREE, .open = ac_paths_tables, .print = ac_paths_top_down,
     .lack = lack_of_calls },
   { "bottom-up", NULL, TREE, .open = ac_paths_tables, .print = ac_paths_bottom_up,
     .lack = lack_of_calls },
   { "focus", NULL, AC_NEEDS_CALLS | AC_IS_TREE,
     .open = ac_paths_tables, .print = ac_paths_of_focus, .lack = lack_of_calls },
   { "inclusive", NULL, AC_OF_PAIR, .open = ac_calls_diff_function_tables },
   { "path", NULL, AC_OF_PAIR, .open = ac_calls_diff_path_tables },
   { "process", NULL, OF_HEAP, .open = ah_processes_tables },
   { "region", NULL, OF_HEAP, .open = ah_regions_tables,
     .none = "The program names no regions." },
   { "snapshot", NULL, OF_HEAP, .open = ah_snapshots_tables },
   { "site", NULL, OF_HEAP, .open = ah_sites_tables },
   { "type", NULL, OF_HEAP, .open = ah_types_tables,
     .none = "No types: the profile has none, or no bytes at its peak." },
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

const ac_section *ac_section_at(size_t i)
{
   return i < SECTIONS ? &sections[i] : NULL;
}

const ac_section *ac_section_find(const char *name, unsigned where)
{
   for (size_t i = 0; i < SECTIONS; i++)
      if (sections[i].name != NULL && strcmp(sections[i].name, name) == 0
          && (where == 0 || (sections[i].where & where) != 0))
         return &sections[i];
   return NULL;
}

bool ac_section_is(const ac_section *section, const char *name)
{
   return section != NULL && section->name != NULL && strcmp(section->name, name) == 0;
}

bool ac_section_is_tree(const ac_section *section)
{
   return section != NULL && (section->where & AC_IS_TREE) != 0;
}

bool ac_section_is_of_calls(const ac_section *section)
{
   return section != NULL && (section->where & AC_NEEDS_CALLS) != 0;
}

const char *ac_section_lack(const ac_section *section, const ac_scope *scope)
{
   return section == NULL || section->lack == NULL ? NULL : section->lack(scope);
}

const char *ac_section_list(char to[AC_SECTION_LIST_B], unsigned where)
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

an_status ac_section_print(an_page *page, const ac_section *section)
{
   size_t n = 0;
   if (section->print != NULL)
      return section->print(page);
   an_status status = an_tables_print(page, section->open, &n);
   bool is_asked = page->scope.request->by == section;
   if (status == AN_OK && n == 0 && is_asked && section->none != NULL)
      fprintf(page->out, "%s\n", section->none);
   return status;
}

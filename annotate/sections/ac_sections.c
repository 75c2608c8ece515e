/* ac_sections.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_calls.h"
#include "counts/ac_instrs.h"
#include "counts/ac_sweep.h"

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
             ? NULL
             : "the profile has no estimated cycles by kind; cachesim "
               "--machine=host counts them";
}

static const char *lack_of_reasons(const ac_scope *scope)
{
   return ac_reasons_are_known(scope->profile)
             ? NULL
             : "the profile has no reasons of misses; cachesim "
               "--sweep=LL:256K..64M and --split=D1 count them";
}

static const char *lack_of_cycles(const ac_scope *scope)
{
   return scope->analysis->cycles != NULL
             ? NULL
             : "the profile has no cycles to gain: it counts neither misses nor "
               "mispredictions";
}

static const char *lack_of_calls(const ac_scope *scope)
{
   return ac_profile_calls(scope->profile) != NULL
             ? NULL
             : "the profile has no calls, or not those of all that it counts; "
               "cachesim --call-graph=yes records them";
}

static const char *lack_of_instrs(const ac_scope *scope)
{
   return ac_profile_instrs(scope->profile) != NULL ? NULL : AC_LACKS_INSTRS;
}

static const char *lack_of_looks(const ac_scope *scope)
{
   return ah_looks_lack(scope->heap);
}

/* ---- The table ---- */

#define PRINT_ROW(print_, ...) { __VA_ARGS__, .print = print_ },
#define TABLES_ROW(open_, ...) { __VA_ARGS__, .open = open_ },
static const ac_section sections[] = { AC_SECTIONS(PRINT_ROW, TABLES_ROW) };

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
         at += sprintf(at, "%s%s",
                       k == 0      ? ""
                       : k + 1 < n ? ", "
                                   : " or ",
                       sections[i].name);
         k++;
      }
   return to;
}

static bool is_in_page(const ac_section *section, const ac_scope *scope)
{
   unsigned of = scope->heap != NULL       ? AC_IS_OF_HEAP
                 : scope->request->is_pair ? AC_OF_PAIR | AC_IN_JSON
                                           : AC_OF_PROFILE | AC_IN_JSON;
   bool is_reported =
      (section->where & (AC_IN_REPORT | AC_IN_JSON | AC_IN_PAGE | AC_IS_OF_HEAP)) != 0;
   return section->open != NULL && !(section->where & AC_HAS_VIEW)
          && (section->where & of) && is_reported
          && ac_section_lack(section, scope) == NULL;
}

void ac_sections_put_page(an_json_out *json, const ac_scope *scope)
{
   an_json_put_open(json, NULL, '[');
   for (size_t i = 0; i < SECTIONS; i++)
      if (is_in_page(&sections[i], scope))
         an_tables_put_page(json, sections[i].name, sections[i].open, scope);
   an_json_put_close(json, ']');
}

/* Of another writer's profile without what cachesim could add. */
static void print_none(const an_page *page, const char *none)
{
   const ac_profile *profile = page->scope.profile;
   const char *advice = strstr(none, "; cachesim ");
   if (advice == NULL || profile == NULL || !ac_profile_is_foreign(profile))
      fprintf(page->out, "%s\n", none);
   else
      fprintf(page->out, "%.*s.\n", (int)(advice - none), none);
}

void ac_section_print(an_page *page, const ac_section *section)
{
   size_t n = 0;
   if (section->print != NULL) {
      section->print(page);
      return;
   }
   an_tables_print(page, section->open, &n);
   bool is_asked = page->scope.request->by == section;
   if (n == 0 && is_asked && section->none != NULL)
      print_none(page, section->none);
}

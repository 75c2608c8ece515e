/* ac_groups_print.c -- files with their functions, functions with their files.

   A function is in several files if others are inlined into it.  Functions of the same
   name are one entry: the profile does not say whether they are the same function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ac_sections.h"

#include "base/tk_array.h"
#include "counts/ac_rank.h"

#include <stdlib.h>
#include <string.h>

#define LABEL "an.groups"

enum { VALUES, SPOT, COLUMNS };

static const an_column columns[COLUMNS] = {
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE },
   [SPOT] = { AN_COLUMN_SPOT, AN_FOR_PEOPLE, .is_last = true },
};

/* A line of the table: a group or, below it, one of its members. */
typedef struct {
   ac_spot spot;  /* what it is called */
   size_t n_more; /* not 0: it stands for so many members that are not shown */
   size_t depth;
} line;

typedef struct {
   const ac_scope *scope;
   ac_ranking groups;
   line *lines;
   size_t n, room;
   size_t n_members; /* at most, of a group; 0: all */
   char rest[48];    /* of the row */
   /* Functions of one name: */
   size_t *functions; /* indices, by name, then by file */
   size_t *first;     /* where each group begins there; one more at the end */
   int64_t *totals;   /* a row for each group */
} section;

static bool add_line(section *s, const line *of)
{
   if (!TK_ARRAY_ROOM(s->scope->alloc, LABEL, s->lines, s->n, s->room))
      return false;
   s->lines[s->n++] = *of;
   return true;
}

/* Adds the members of a group, which are ranked, and frees them. */
static bool add_members(section *s, ac_ranking *members,
                        ac_spot (*name)(const section *s, const ac_ranked *member))
{
   size_t n = s->n_members > 0 && s->n_members < members->n ? s->n_members : members->n;
   bool ok = true;
   for (size_t i = 0; ok && i < n; i++)
      ok = add_line(s, &(line){ name(s, &members->entries[i]), 0, 1 });
   if (ok && n < members->n)
      ok = add_line(s, &(line){ .n_more = members->n - n, .depth = 1 });
   tk_put(s->scope->alloc, members->entries);
   return ok;
}

/* ---- Files with their functions ---- */

static ac_spot name_file(const section *s, const ac_ranked *file)
{
   (void)s;
   return (ac_spot){ .kind = AC_SPOT_FILE, .file = file->index, .counts = file->totals };
}

static ac_spot name_function(const section *s, const ac_ranked *function)
{
   (void)s;
   return (ac_spot){ .kind = AC_SPOT_NAME,
                     .function = function->index,
                     .n_functions = 1,
                     .counts = function->totals };
}

static bool add_file(section *s, const ac_ranked *file)
{
   const ac_scope *scope = s->scope;
   ac_ranking functions;
   return add_line(s, &(line){ name_file(s, file), 0, 0 })
          && ac_rank_functions(&functions, scope->alloc, scope->profile,
                               ac_profile_file(scope->profile, file->index),
                               &scope->request->sort, scope->request->threshold)
                == AN_OK
          && add_members(s, &functions, name_function);
}

static bool rank_files(section *s)
{
   const ac_request *request = s->scope->request;
   return ac_rank_files(&s->groups, s->scope->alloc, s->scope->profile, &request->sort,
                        ac_request_row_threshold(request))
          == AN_OK;
}

/* ---- Functions with their files ---- */

static const char *name_of(const ac_profile *profile, size_t function)
{
   return ac_profile_function(profile, function)->name;
}

static int compare_functions(const void *a, const void *b, void *context)
{
   const size_t *x = a, *y = b;
   const char *of_x = name_of(context, *x), *of_y = name_of(context, *y);
   int order = of_x == of_y ? 0 : strcmp(of_x, of_y); /* they are interned */
   return order != 0 ? order : (*x > *y) - (*x < *y);
}

/* Changes can wrap on the way, but no final sum does: the program's totals are sums
   of the same counts. */
static void add_counts(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] = (int64_t)((uint64_t)sums[i] + (uint64_t)counts[i]);
}

static void gather_groups(section *s, size_t n_functions)
{
   const ac_profile *profile = s->scope->profile;
   size_t n_events = ac_profile_n_events(profile), n = 0;
   for (size_t i = 0; i < n_functions; i++) {
      size_t function = s->functions[i];
      if (i == 0 || name_of(profile, function) != name_of(profile, s->functions[i - 1]))
         s->first[n++] = i;
      add_counts(s->totals + (n - 1) * n_events,
                 ac_profile_function(profile, function)->totals, n_events);
   }
   s->first[n] = n_functions;
   for (; s->groups.n < n; s->groups.n++)
      s->groups.entries[s->groups.n] = (ac_ranked){ s->groups.n,
                                                    s->totals + s->groups.n * n_events };
}

static bool rank_names(section *s)
{
   const ac_scope *scope = s->scope;
   size_t n = ac_profile_n_functions(scope->profile);
   size_t totals_B = (n + 1) * ac_profile_n_events(scope->profile) * sizeof(int64_t);
   s->functions = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->functions);
   s->first = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->first);
   s->totals = tk_get(scope->alloc, LABEL, totals_B);
   s->groups.entries = tk_get(scope->alloc, LABEL, (n + 1) * sizeof *s->groups.entries);
   if (s->functions == NULL || s->first == NULL || s->totals == NULL
       || s->groups.entries == NULL)
      return false;
   memset(s->totals, 0, totals_B);
   for (size_t i = 0; i < n; i++)
      s->functions[i] = i;
   qsort_r(s->functions, n, sizeof *s->functions, compare_functions,
           (void *)scope->profile);
   gather_groups(s, n);
   ac_rank(&s->groups, ac_profile_totals(scope->profile), &scope->request->sort,
           ac_request_row_threshold(scope->request));
   return true;
}

static ac_spot name_file_of(const section *s, const ac_ranked *function)
{
   return (ac_spot){
      .kind = AC_SPOT_FILE,
      .counts = function->totals,
      .file = ac_profile_function(s->scope->profile, function->index)->file,
   };
}

/* The functions of the group. */
static bool rank_files_of(const section *s, size_t group, ac_ranking *files)
{
   const ac_scope *scope = s->scope;
   size_t first = s->first[group], n = s->first[group + 1] - first;
   files->n = 0;
   files->entries = tk_get(scope->alloc, LABEL, n * sizeof *files->entries);
   if (files->entries == NULL)
      return false;
   for (; files->n < n; files->n++) {
      size_t function = s->functions[first + files->n];
      files->entries[files->n] =
         (ac_ranked){ function, ac_profile_function(scope->profile, function)->totals };
   }
   ac_rank(files, ac_profile_totals(scope->profile), &scope->request->sort,
           scope->request->threshold);
   return true;
}

/* A function in one file takes one line. */
static bool add_name(section *s, const ac_ranked *group)
{
   size_t first = s->first[group->index];
   size_t function = s->functions[first];
   bool is_one = s->first[group->index + 1] - first == 1;
   ac_spot spot = { .kind = is_one ? AC_SPOT_FUNCTION : AC_SPOT_NAME,
                    .function = function,
                    .n_functions = 1,
                    .file = ac_profile_function(s->scope->profile, function)->file,
                    .counts = group->totals };
   ac_ranking files;
   return add_line(s, &(line){ spot, 0, 0 })
          && (is_one
              || (rank_files_of(s, group->index, &files)
                  && add_members(s, &files, name_file_of)));
}

/* ---- The table ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   section *s = (section *)table->context;
   const line *of = &s->lines[number];
   row->depth = of->depth;
   if (of->n_more == 0) {
      row->spot = &of->spot;
      row->cells[VALUES].counts = of->spot.counts;
      return;
   }
   snprintf(s->rest, sizeof s->rest, "(%zu more)", of->n_more);
   row->cells[SPOT].text = s->rest;
}

/* What differs between the two lists. */
typedef struct {
   const char *heading, *label, *noun, *option;
   size_t n_groups, n_members; /* in a report of limited length */
   bool (*rank)(section *s);
   bool (*add)(section *s, const ac_ranked *group);
} list;

static an_status open_list(an_tables *tables, const ac_scope *scope, const list *of)
{
   section *s = tk_get(scope->alloc, LABEL, sizeof *s);
   if (s == NULL)
      return AN_NO_MEMORY;
   *s = (section){ .scope = scope };
   if (!of->rank(s))
      return AN_NO_MEMORY;
   an_table *table = an_tables_add(tables, &(an_table){
                                              .columns = columns,
                                              .n_columns = COLUMNS,
                                              .n = s->groups.n,
                                              .make_row = make_row,
                                              .context = s,
                                              .label = of->label,
                                              .is_for = AN_FOR_PEOPLE,
                                              .noun = of->noun,
                                              .option = of->option,
                                              .heading = of->heading,
                                              .none = "(none reaches the threshold)",
                                              .n_limited = of->n_groups,
                                           });
   size_t n = an_table_n_shown(table, scope->request);
   s->n_members = ac_request_is_short(scope->request) ? of->n_members : 0;
   for (size_t i = 0; i < n; i++)
      if (!of->add(s, &s->groups.entries[i]))
         return AN_NO_MEMORY;
   table->n_more = table->n - n;
   table->n = s->n;
   table->is_whole = true;
   return AN_OK;
}

an_status ac_files_tables(an_tables *tables, const ac_scope *scope)
{
   static const list files = { "Files and their functions",
                               "file, function",
                               "file",
                               "--by=file",
                               6,
                               3,
                               rank_files,
                               add_file };
   return open_list(tables, scope, &files);
}

an_status ac_functions_tables(an_tables *tables, const ac_scope *scope)
{
   static const list functions = { "Functions and their files",
                                   "function, file",
                                   "function",
                                   "--by=function",
                                   8,
                                   2,
                                   rank_names,
                                   add_name };
   return open_list(tables, scope, &functions);
}

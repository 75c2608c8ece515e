/* ac_groups_print.c -- files with their functions, functions with their files.

   A function is in several files if others are inlined into it.  Functions of the same
   name are one entry: the profile does not say whether they are the same function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "sections/ac_sections.h"

#include "base/an_string.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "counts/ac_objects.h"
#include "counts/ac_owners.h"
#include "counts/ac_rank.h"

#include <stdlib.h>
#include <string.h>

/* A line of the table: a group or, below it, one of its members. */
typedef struct {
   ac_spot spot;  /* what it is called */
   size_t n_more; /* not 0: it stands for so many members that are not shown */
   size_t depth;
   size_t n_in_object; /* not 0: so many functions of the object, in no known file */
   size_t object;
} line;

enum { VALUES, SPOT };

static const an_column columns[] = {
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, AN_AT(line, spot.counts) },
   [SPOT] = { AN_COLUMN_SPOT, AN_FOR_PEOPLE, .is_last = true },
};

typedef struct {
   const ac_scope *scope;
   ac_ranking groups;
   line *lines;
   size_t n, room;
   size_t n_members; /* at most, of a group; 0: all */
   /* Functions of one name: */
   size_t *functions; /* indices, by name, then by file */
   size_t *first;     /* where each group begins there; one more at the end */
   int64_t *totals;   /* a row for each group */
   size_t *in_object; /* how many functions of the file "???" each object has */
} section;

static void add_line(section *s, const line *of)
{
   TK_ARRAY_ADD(s->scope->alloc, AN_LABEL, s->lines, s->n, s->room, *of);
}

/* Adds the members of a group, which are ranked, and frees them. */
static void add_members(section *s, ac_ranking *members,
                        line (*name)(const section *s, const ac_ranked *member))
{
   size_t n = s->n_members > 0 && s->n_members < members->n ? s->n_members : members->n;
   for (size_t i = 0; i < n; i++) {
      const line member = name(s, &members->entries[i]);
      add_line(s, &member);
   }
   if (n < members->n)
      add_line(s, &(line){ .n_more = members->n - n, .depth = 1 });
}

/* Changes can wrap on the way, but no final sum does: the program's totals are sums
   of the same counts. */
static void add_counts(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] = (int64_t)((uint64_t)sums[i] + (uint64_t)counts[i]);
}

/* ---- Files with their functions ---- */

static ac_spot name_file(const ac_ranked *file)
{
   return (ac_spot){ .kind = AC_SPOT_FILE, .file = file->index, .counts = file->totals };
}

static line name_function(const section *s, const ac_ranked *function)
{
   (void)s;
   return (line){ .spot = { .kind = AC_SPOT_NAME,
                            .function = function->index,
                            .n_functions = 1,
                            .counts = function->totals },
                  .depth = 1 };
}

/* ---- The functions in no known file, by object ---- */

/* Those of an object are one entry; its index is behind those of functions. */
static line name_object(const section *s, const ac_ranked *entry)
{
   size_t n_functions = ac_profile_n_functions(s->scope->profile);
   if (entry->index < n_functions)
      return name_function(s, entry);
   size_t object = entry->index - n_functions;
   return (line){ .spot = { .counts = entry->totals },
                  .depth = 1,
                  .n_in_object = s->in_object[object],
                  .object = object };
}

/* The object of each function of the file that calls know one of; else SIZE_MAX. */
static void find_objects(section *s, const ac_file *file, size_t *objects)
{
   ac_owners owners;
   ac_owners_open(&owners, s->scope->alloc, s->scope->profile);
   for (size_t i = 0; i < file->n_functions; i++)
      objects[i] = SIZE_MAX;
   for (size_t i = 0; i < owners.n; i++)
      for (size_t k = 0; k < owners.of[i].n_parts; k++) {
         size_t part = owners.of[i].parts[k] - file->first_function;
         if (part < file->n_functions)
            objects[part] = owners.of[i].object;
      }
}

/* An object with one function is that function. */
static void gather_objects(section *s, const ac_file *file, const size_t *objects,
                           int64_t *sums, ac_ranking *entries)
{
   const ac_profile *profile = s->scope->profile;
   size_t n_events = ac_profile_n_events(profile);
   size_t n_objects = ac_objects_count(profile);
   for (size_t i = 0; i < file->n_functions; i++)
      if (objects[i] < n_objects)
         s->in_object[objects[i]]++;
   for (size_t i = 0; i < file->n_functions; i++) {
      size_t function = file->first_function + i;
      const int64_t *totals = ac_profile_function(profile, function)->totals;
      if (objects[i] < n_objects && s->in_object[objects[i]] > 1)
         add_counts(sums + objects[i] * n_events, totals, n_events);
      else
         entries->entries[entries->n++] = AC_RANKED(function, totals);
   }
   for (size_t i = 0; i < n_objects; i++)
      if (s->in_object[i] > 1)
         entries->entries[entries->n++] = AC_RANKED(ac_profile_n_functions(profile) + i,
                                                    sums + i * n_events);
}

static void rank_objects(section *s, const ac_file *file, ac_ranking *entries)
{
   const ac_scope *scope = s->scope;
   size_t n = ac_objects_count(scope->profile), n_functions = file->n_functions;
   size_t n_sums = (n + 1) * ac_profile_n_events(scope->profile);
   int64_t *sums = tk_get_zeroed(scope->alloc, AN_LABEL, n_sums * sizeof *sums);
   size_t *objects = tk_get(scope->alloc, AN_LABEL, (n_functions + 1) * sizeof *objects);
   s->in_object = tk_get_zeroed(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->in_object);
   entries->n = 0;
   entries->entries = tk_get(scope->alloc, AN_LABEL,
                             (n + n_functions + 1) * sizeof *entries->entries);
   find_objects(s, file, objects);
   gather_objects(s, file, objects, sums, entries);
   ac_rank(entries, ac_profile_totals(scope->profile), &scope->request->sort,
           scope->request->threshold);
}

/* ---- Files ---- */

static void add_file(section *s, const ac_ranked *file)
{
   const ac_scope *scope = s->scope;
   const ac_file *of = ac_profile_file(scope->profile, file->index);
   ac_ranking functions;
   add_line(s, &(line){ .spot = name_file(file) });
   if (strcmp(of->name, AN_UNKNOWN) == 0) {
      rank_objects(s, of, &functions);
      add_members(s, &functions, name_object);
      return;
   }
   ac_rank_functions(&functions, scope->alloc, scope->profile, of, &scope->request->sort,
                     scope->request->threshold);
   add_members(s, &functions, name_function);
}

static void rank_files(section *s)
{
   const ac_request *request = s->scope->request;
   ac_rank_files(&s->groups, s->scope->alloc, s->scope->profile, &request->sort,
                 ac_request_row_threshold(request));
}

/* ---- Functions with their files ---- */

static const char *name_of(const ac_profile *profile, size_t function)
{
   return ac_profile_function(profile, function)->name;
}

static int compare_functions(const void *a, const void *b, void *context)
{
   const size_t *x = a, *y = b;
   return an_string_compare(name_of(context, *x), name_of(context, *y))
             ?: tk_compare(*x, *y);
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
      s->groups.entries[s->groups.n] = AC_RANKED(s->groups.n,
                                                 s->totals + s->groups.n * n_events);
}

static void rank_names(section *s)
{
   const ac_scope *scope = s->scope;
   size_t n = ac_profile_n_functions(scope->profile);
   size_t totals_B = (n + 1) * ac_profile_n_events(scope->profile) * sizeof(int64_t);
   s->functions = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->functions);
   s->first = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *s->first);
   s->totals = tk_get_zeroed(scope->alloc, AN_LABEL, totals_B);
   s->groups.entries = tk_get(scope->alloc, AN_LABEL,
                              (n + 1) * sizeof *s->groups.entries);
   for (size_t i = 0; i < n; i++)
      s->functions[i] = i;
   qsort_r(s->functions, n, sizeof *s->functions, compare_functions,
           (void *)scope->profile);
   gather_groups(s, n);
   ac_rank(&s->groups, ac_profile_totals(scope->profile), &scope->request->sort,
           ac_request_row_threshold(scope->request));
}

static line name_file_of(const section *s, const ac_ranked *function)
{
   return (line){
      .spot = { .kind = AC_SPOT_FILE,
                .counts = function->totals,
                .file = ac_profile_function(s->scope->profile, function->index)->file },
      .depth = 1,
   };
}

/* The functions of the group. */
static void rank_files_of(const section *s, size_t group, ac_ranking *files)
{
   const ac_scope *scope = s->scope;
   size_t first = s->first[group], n = s->first[group + 1] - first;
   files->n = 0;
   files->entries = tk_get(scope->alloc, AN_LABEL, n * sizeof *files->entries);
   for (; files->n < n; files->n++) {
      size_t function = s->functions[first + files->n];
      files->entries[files->n] = AC_RANKED(
         function, ac_profile_function(scope->profile, function)->totals);
   }
   ac_rank(files, ac_profile_totals(scope->profile), &scope->request->sort,
           scope->request->threshold);
}

/* A function in one file takes one line. */
static void add_name(section *s, const ac_ranked *group)
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
   add_line(s, &(line){ .spot = spot });
   if (!is_one) {
      rank_files_of(s, group->index, &files);
      add_members(s, &files, name_file_of);
   }
}

/* ---- The table ---- */

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const line *of = &s->lines[number];
   row->of = of;
   row->depth = of->depth;
   if (of->n_more > 0)
      row->cells[SPOT].text = an_row_form(row, "(%zu more)", of->n_more);
   else if (of->n_in_object > 0)
      row->cells[SPOT].text = an_row_form(
         row, "%zu functions of %s", of->n_in_object,
         ac_objects_at(s->scope->profile, of->object)->label);
   else
      row->spot = &of->spot;
}

/* Adds the lines of the groups that the table shows. */
static void list_groups(an_tables *tables, size_t n_members,
                        void (*add)(section *s, const ac_ranked *group))
{
   section *s = tables->state;
   an_table *table = &tables->of[0];
   const ac_request *request = s->scope->request;
   size_t n = an_table_n_shown(table, request);
   s->n_members = ac_request_is_short(request) ? n_members : 0;
   for (size_t i = 0; i < n; i++)
      add(s, &s->groups.entries[i]);
   table->n_more = table->n - n;
   table->n = s->n;
   table->is_whole = true;
}

void ac_files_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 6, MEMBERS = 3 };
   section *s = AN_SECTION(tables, section, .scope = scope);
   rank_files(s);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = s->groups.n, .make_row = make_row,
            .heading = "Files and their functions", .label = "file, function",
            .is_for = AN_FOR_PEOPLE, .noun = "file", .option = "--by=file",
            .n_limited = LIMITED);
   list_groups(tables, MEMBERS, add_file);
}

void ac_functions_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 8, MEMBERS = 2 };
   section *s = AN_SECTION(tables, section, .scope = scope);
   rank_names(s);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = s->groups.n, .make_row = make_row,
            .heading = "Functions and their files", .label = "function, file",
            .is_for = AN_FOR_PEOPLE, .noun = "function", .option = "--by=function",
            .n_limited = LIMITED);
   list_groups(tables, MEMBERS, add_name);
}

/* ac_objects_print.c -- the objects: the executable and its libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_objects.h"
#include "counts/ac_rank.h"
#include "sections/ac_messages.h"

#include <string.h>

enum { NAME, IS_GENERATED = 3 };

static const an_column columns[] = {
   [NAME] = { AN_COLUMN_PATH, AN_FOR_PEOPLE, .label = "object", .is_last = true },
   { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "path", AN_AT(an_object, path) },
   { AN_RARE_TEXT, AN_FOR_PROGRAMS, "build_id", AN_AT(an_object, build_id, AN_BUT(0)) },
   [IS_GENERATED] = { AN_COLUMN_FLAG, AN_FOR_JSON, "is_generated", .omits_empty = true },
   { AN_COLUMN_MEASURES, AN_FOR_ALL, "values", AN_AT(an_object, counts) },
};

typedef struct {
   const ac_profile *profile;
   const an_object *generated; /* code that the program made; NULL: none */
   ac_ranking ranking;         /* of the rows */
} section;

static void make_row(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   const an_object *object = ac_objects_at(s->profile, s->ranking.entries[number].index);
   bool is_generated = object == s->generated;
   bool is_unknown = strcmp(object->path, AN_UNKNOWN) == 0;
   row->of = object;
   row->cells[NAME].text = is_generated ? AC_GENERATED " (no file)"
                           : is_unknown ? "(no known object)"
                                        : object->path;
   if (is_generated)
      row->cells[IS_GENERATED].number = true;
}

static bool has_counts(const ac_profile *profile, const int64_t *counts)
{
   size_t n_events = ac_profile_n_events(profile), e = 0;
   while (e < n_events && counts[e] == 0)
      e++;
   return e < n_events;
}

/* People get those with any count, largest first; programs all, there are few. */
static void list_objects(section *s, const ac_scope *scope, bool are_people)
{
   size_t n = ac_objects_count(s->profile);
   s->ranking.entries = tk_get(scope->alloc, AN_LABEL,
                               (n + 1) * sizeof *s->ranking.entries);
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = ac_objects_at(s->profile, i)->counts;
      if (!are_people || has_counts(s->profile, counts))
         s->ranking.entries[s->ranking.n++] = AC_RANKED(i, counts);
   }
   if (are_people)
      ac_rank(&s->ranking, ac_profile_totals(s->profile), &scope->request->sort, 0);
}

static void print_notes(const an_table *table, const an_page *page)
{
   (void)table;
   const ac_scope *scope = &page->scope;
   if (!scope->request->is_pair)
      ac_messages_generated(scope->profile, &scope->request->sort.of[0], page->out);
}

/* Without objects CSV has its titles. */
void ac_objects_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 5 };
   if (!ac_objects_are_known(scope->profile) && tables->is_for != AN_FOR_CSV)
      return;
   section *s = AN_SECTION(tables, section, .profile = scope->profile,
                           .generated = ac_objects_generated(scope->profile));
   list_objects(s, scope, tables->is_for == AN_FOR_PEOPLE);
   AN_TABLE(tables, AN_COLUMNS(columns), .n = s->ranking.n, .make_row = make_row,
            .heading = "Objects", .noun = "object", .option = "--by=object",
            .n_limited = LIMITED, .sums_rest = true, .print_notes = print_notes);
}

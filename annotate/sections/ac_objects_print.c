/* ac_objects_print.c -- the objects: the executable and its libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_sections.h"

#include "counts/ac_objects.h"
#include "counts/ac_rank.h"
#include "sections/ac_messages.h"

#include <string.h>

enum { NAME, PATH, BUILD_ID, IS_GENERATED, VALUES, COLUMNS };

static const an_column columns[COLUMNS] = {
   [NAME] = { AN_COLUMN_PATH, AN_FOR_PEOPLE, .label = "object", .is_last = true },
   [PATH] = { AN_COLUMN_PATH, AN_FOR_PROGRAMS, "path" },
   [BUILD_ID] = { AN_COLUMN_TEXT, AN_FOR_PROGRAMS, "build_id", .omits_empty = true },
   [IS_GENERATED] = { AN_COLUMN_FLAG, AN_FOR_JSON, "is_generated", .omits_empty = true },
   [VALUES] = { AN_COLUMN_MEASURES, AN_FOR_ALL, "values" },
};

/* People get those with any count, largest first; programs all, there are few. */
typedef struct {
   const ac_profile *profile;
   const an_object *generated; /* code that the program made; NULL: none */
   ac_ranking ranking;
} section;

static void make_object(const section *s, size_t index, an_row *row)
{
   const an_object *object = ac_objects_at(s->profile, index);
   bool is_generated = object == s->generated;
   bool is_unknown = strcmp(object->path, AN_UNKNOWN) == 0;
   row->cells[VALUES].counts = object->counts;
   row->cells[NAME].text = is_generated ? AC_GENERATED " (no file, no symbols)"
                           : is_unknown ? "(no known object)" : object->path;
   row->cells[PATH].text = object->path;
   if (*object->build_id != '\0')
      row->cells[BUILD_ID].text = object->build_id;
   if (is_generated)
      row->cells[IS_GENERATED].number = true;
}

static void make_ranked(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   make_object(s, s->ranking.entries[number].index, row);
}

static void make_any(const an_table *table, ptrdiff_t number, an_row *row)
{
   const section *s = table->context;
   make_object(s, (size_t)number, row);
}

static bool has_counts(const ac_profile *profile, const int64_t *counts)
{
   size_t n_events = ac_profile_n_events(profile), e = 0;
   while (e < n_events && counts[e] == 0)
      e++;
   return e < n_events;
}

static bool rank(section *s, const ac_scope *scope)
{
   size_t n = ac_objects_count(s->profile);
   s->ranking.entries
      = tk_get(scope->alloc, "an.objects", (n + 1) * sizeof *s->ranking.entries);
   if (s->ranking.entries == NULL)
      return false;
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = ac_objects_at(s->profile, i)->counts;
      if (has_counts(s->profile, counts))
         s->ranking.entries[s->ranking.n++] = (ac_ranked){ i, counts };
   }
   ac_rank(&s->ranking, ac_profile_totals(s->profile), &scope->request->sort, 0);
   return true;
}

static void print_notes(const an_table *table, const an_page *page)
{
   (void)table;
   const ac_scope *scope = &page->scope;
   if (!scope->request->is_pair)
      ac_messages_generated(scope->profile, &scope->request->sort.of[0], page->out);
}

static void close_section(an_tables *tables)
{
   section *s = tables->state;
   tk_put(tables->scope->alloc, s->ranking.entries);
   tk_put(tables->scope->alloc, s);
}

an_status ac_objects_tables(an_tables *tables, const ac_scope *scope)
{
   enum { LIMITED = 5 };
   bool is_known = ac_objects_are_known(scope->profile);
   section *s = tk_get(scope->alloc, "an.objects", sizeof *s);
   if (s == NULL)
      return AN_NO_MEMORY;
   *s = (section){ .profile = scope->profile,
                   .generated = ac_objects_generated(scope->profile) };
   tables->state = s;
   tables->close = close_section;
   if (!rank(s, scope))
      return AN_NO_MEMORY;
   an_table table = { .columns = columns, .n_columns = COLUMNS, .context = s };
   an_table *ranked = &tables->of[tables->n++], *all = &tables->of[tables->n++];
   *ranked = *all = table;
   ranked->is_for = is_known ? AN_FOR_PEOPLE : 0;
   ranked->n = s->ranking.n;
   ranked->make_row = make_ranked;
   ranked->heading = "Objects";
   ranked->noun = "object";
   ranked->option = "--by=object";
   ranked->n_limited = LIMITED;
   ranked->sums_rest = true;
   ranked->print_notes = print_notes;
   all->is_for = is_known ? AN_FOR_PROGRAMS : AN_FOR_CSV;
   all->n = ac_objects_count(scope->profile);
   all->make_row = make_any;
   return AN_OK;
}

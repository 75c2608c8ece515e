/* ac_call_rows.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_call_rows.h"

#include "counts/ac_objects.h"
#include "sections/an_page.h"

#include <inttypes.h>
#include <string.h>

static const char *name_of(const void *context, size_t row)
{
   const ac_costs *costs = context;
   return costs->of[row].name;
}

/* Code of an object can be "???", too: its start, which has no name. */
static void name_generated(ac_call_rows *rows)
{
   const ac_profile *profile = rows->scope->profile;
   const an_object *generated = ac_objects_generated(profile);
   for (size_t i = 0; i < rows->calls->n_functions; i++) {
      const ac_called *f = &rows->calls->functions[i];
      if (ac_objects_is_generated(profile, f->name, f->file)
          && (f->object == SIZE_MAX || ac_objects_at(profile, f->object) == generated))
         rows->labels.labels[i].text = AC_GENERATED;
   }
}

static void make_columns(ac_call_rows *rows)
{
   enum { WIDE = 120 }; /* from here on there is room for percentages of self costs */
   size_t width = rows->scope->terminal->width;
   const an_column columns[AC_CALL_COLUMNS] = {
      [AC_CALL_INCLUSIVE] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, .suffix = " incl.",
                              AN_AT(ac_call_figures, inclusive) },
      [AC_CALL_SELF] = { AN_COLUMN_MEASURES, AN_FOR_PEOPLE, .suffix = " self",
                         .no_percents = width > 0 && width < WIDE,
                         AN_AT(ac_call_figures, self) },
      [AC_CALL_NUMBER] = { AN_COLUMN_COUNT, AN_FOR_PEOPLE, "calls",
                           AN_AT(ac_call_figures, n_calls, AN_BUT(0)) },
      [AC_CALL_NAME] = { AN_COLUMN_TEXT, AN_FOR_PEOPLE, .label = "function (file)" },
   };
   memcpy(rows->columns, columns, sizeof columns);
   rows->columns[AC_CALL_SELF].measures = &rows->sort;
   if (!rows->scope->request->has_show)
      rows->columns[AC_CALL_INCLUSIVE].measures = &rows->sort;
}

void ac_call_rows_open(ac_call_rows *rows, const ac_scope *scope)
{
   const ac_request *request = scope->request;
   *rows = (ac_call_rows){ .scope = scope,
                           .calls = ac_profile_calls(scope->profile),
                           .sort = { .of = request->sort.of, .n = 1 } };
   make_columns(rows);
   ac_costs_open(&rows->costs, scope->alloc, rows->calls,
                 ac_profile_n_events(scope->profile));
   size_t longest = ac_labels_longest(request->full_names, scope->terminal->width);
   ac_labels_open_names(&rows->labels, scope->alloc, rows->costs.n, name_of, &rows->costs,
                        AN_SAID_FUNCTION, longest);
   name_generated(rows);
}

void ac_call_rows_rank(const ac_costs *costs, const ac_scope *scope, bool are_people,
                       ac_ranking *ranking)
{
   const ac_filter *focus = scope->request->focus;
   size_t n = costs->n;
   ranking->n = 0;
   ranking->entries = tk_get(scope->alloc, AN_LABEL, (n + 1) * sizeof *ranking->entries);
   for (size_t i = 0; i < n; i++) {
      const ac_cost *cost = &costs->of[i];
      if (focus == NULL || ac_filter_passes(focus, cost->file, cost->name))
         ranking->entries[ranking->n++] = AC_RANKED(i, cost->inclusive);
   }
   ac_rank(ranking, ac_profile_totals(scope->profile), &scope->request->sort,
           !are_people     ? scope->request->threshold
           : focus == NULL ? ac_request_row_threshold(scope->request)
                           : 0);
}

void ac_call_rows_print(const ac_call_rows *rows, size_t row, const char *file,
                        uint32_t line, size_t room, FILE *out)
{
   const ac_cost *cost = &rows->costs.of[row];
   const ac_label *label = &rows->labels.labels[row];
   char marks[48] = "";
   if (cost->function == AC_NO_CALL)
      snprintf(marks, sizeof marks, " [inlined]");
   else if (cost->cycle > 0)
      snprintf(marks, sizeof marks, " [cycle %" PRIu32 "]", cost->cycle);
   if (file != NULL && strcmp(file, AN_UNKNOWN) == 0)
      file = NULL;
   an_page_place(out, label, marks, file, line, room);
}

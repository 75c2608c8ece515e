/* an_export_csv.c -- a profile of counts as one table: a record for each function, each
   piece of inlined code, each arc and each call path.

   All records have the same columns; those that a record has no use for are empty.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "base/an_csv_out.h"
#include "counts/ac_objects.h"
#include "counts/ac_owners.h"

static const ac_calls no_calls;

typedef struct {
   const ac_profile *profile;
   const ac_choice *show;
   const ac_calls *calls;
   ac_owners owners;
   an_csv_out csv;
} table;

/* The columns before the values; strings may be NULL, numbers AC_NO_CALL. */
typedef struct {
   const char *kind;
   uint32_t number, parent; /* from 0; shown from 1 */
   const char *function, *file, *object, *caller;
   const char *call_file;
   uint32_t call_line;
   const int64_t *n_calls;
   const int64_t *self, *inclusive;
} record;

/* ---- Fields ---- */

static void put_text(table *t, const char *text)
{
   if (text == NULL)
      an_csv_put_empty(&t->csv);
   else
      an_csv_put_text(&t->csv, text);
}

static void put_number(table *t, uint32_t number)
{
   if (number == AC_NO_CALL)
      an_csv_put_empty(&t->csv);
   else
      an_csv_put_int(&t->csv, (int64_t)number + 1);
}

static void put_values(table *t, const int64_t *counts)
{
   for (size_t i = 0; i < t->show->n; i++) {
      const ac_metric *metric = t->show->metrics[i];
      if (counts == NULL)
         an_csv_put_empty(&t->csv);
      else
         an_csv_put_number(&t->csv, ac_metric_value(metric, counts),
                           ac_metric_is_whole(metric));
   }
}

static void put_titles(table *t)
{
   static const char *const titles[] = {
      "kind",   "number", "parent",    "function",  "file",
      "object", "caller", "call file", "call line", "calls",
   };
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(&t->csv, titles[i]);
   for (size_t i = 0; i < t->show->n; i++)
      an_csv_put_title(&t->csv, t->show->metrics[i]->name, "");
   for (size_t i = 0; i < t->show->n; i++)
      an_csv_put_title(&t->csv, t->show->metrics[i]->name, " inclusive");
   an_csv_end_record(&t->csv);
}

static void put_record(table *t, const record *r)
{
   an_csv_put_shown(&t->csv, r->kind);
   put_number(t, r->number);
   put_number(t, r->parent);
   put_text(t, r->function);
   put_text(t, r->file);
   put_text(t, r->object);
   put_text(t, r->caller);
   put_text(t, r->call_file);
   if (r->call_line == 0)
      an_csv_put_empty(&t->csv);
   else
      an_csv_put_int(&t->csv, r->call_line);
   if (r->n_calls == NULL)
      an_csv_put_empty(&t->csv);
   else
      an_csv_put_int(&t->csv, *r->n_calls);
   put_values(t, r->self);
   put_values(t, r->inclusive);
   an_csv_end_record(&t->csv);
}

/* ---- Records ---- */

/* Names a function of the calls. */
static void name_function(const table *t, record *r, uint32_t function)
{
   const ac_owner *owner = &t->owners.of[function];
   r->function = owner->name;
   r->file = owner->file;
   if (owner->object != SIZE_MAX)
      r->object = ac_objects_at(t->profile, owner->object)->path;
}

/* The function that calls, or that was inlined and calls. */
static const char *caller_of(const table *t, uint32_t function, uint32_t inlined)
{
   if (inlined != AC_NO_CALL)
      return t->calls->inlined[inlined].name;
   return function == AC_NO_CALL ? NULL : t->calls->functions[function].name;
}

static void put_functions(table *t, int64_t *sums)
{
   for (uint32_t i = 0; i < t->owners.n; i++) {
      record r = { .kind = "function", .number = i, .parent = AC_NO_CALL, .self = sums };
      ac_owner_self(t->profile, &t->owners.of[i], sums);
      name_function(t, &r, i);
      if (i < t->calls->n_functions) {
         r.n_calls = &t->calls->functions[i].n_calls;
         r.inclusive = t->calls->functions[i].inclusive;
      }
      put_record(t, &r);
   }
}

static void put_inlined(table *t)
{
   for (uint32_t i = 0; i < t->calls->n_inlined; i++) {
      const ac_inlined *one = &t->calls->inlined[i];
      record r = {
         .kind = "inlined",
         .number = i,
         .parent = one->parent,
         .function = one->name,
         .file = one->file,
         .caller = caller_of(t, one->function, one->parent),
         .call_file = one->call_file,
         .call_line = one->call_line,
         .self = one->self,
      };
      put_record(t, &r);
   }
}

static void put_arcs(table *t)
{
   for (uint32_t i = 0; i < t->calls->n_arcs; i++) {
      const ac_arc *arc = &t->calls->arcs[i];
      record r = {
         .kind = "arc",
         .number = i,
         .parent = AC_NO_CALL,
         .caller = caller_of(t, arc->caller, arc->inlined),
         .call_file = arc->file,
         .call_line = arc->line,
         .n_calls = &arc->n_calls,
         .inclusive = arc->inclusive,
      };
      name_function(t, &r, arc->callee);
      put_record(t, &r);
   }
   for (uint32_t i = 0; i < t->calls->n_arcs_pruned; i++) {
      const ac_call_rest *rest = &t->calls->arcs_pruned[i];
      record r = {
         .kind = "arcs left out",
         .number = AC_NO_CALL,
         .parent = AC_NO_CALL,
         .caller = caller_of(t, rest->function, rest->inlined),
         .n_calls = &rest->n_calls,
         .inclusive = rest->counts,
      };
      put_record(t, &r);
   }
}

static void put_path(table *t, uint32_t number)
{
   static const char *const kinds[] = {
      [AC_CALL_PATH] = "path",
      [AC_CALL_INLINED] = "path inlined",
      [AC_CALL_FOLDED] = "path recursive",
      [AC_CALL_PRUNED] = "paths left out",
   };
   const ac_call_node *node = &t->calls->nodes[number];
   record r = { .kind = kinds[node->kind],
                .number = number,
                .parent = node->parent,
                .n_calls = &node->n_calls,
                .self = node->self };
   if (node->kind == AC_CALL_INLINED) {
      const ac_inlined *inlined = &t->calls->inlined[node->what];
      r.n_calls = NULL;
      r.function = inlined->name;
      r.file = inlined->file;
      r.call_file = inlined->call_file;
      r.call_line = inlined->call_line;
   } else if (node->what != AC_NO_CALL) {
      const ac_arc *arc = &t->calls->arcs[node->what];
      name_function(t, &r, arc->callee);
      r.caller = caller_of(t, arc->caller, arc->inlined);
      r.call_file = arc->file;
      r.call_line = arc->line;
   }
   put_record(t, &r);
}

void an_export_csv(const ac_profile *profile, const tk_alloc *alloc,
                   const ac_choice *show, FILE *out)
{
   table t = { .profile = profile,
               .show = show,
               .calls = ac_profile_calls(profile),
               .csv = { .out = out } };
   if (t.calls == NULL)
      t.calls = &no_calls;
   int64_t *sums = tk_get(alloc, AN_LABEL, ac_profile_n_events(profile) * sizeof *sums);
   ac_owners_open(&t.owners, alloc, profile);
   put_titles(&t);
   put_functions(&t, sums);
   put_inlined(&t);
   put_arcs(&t);
   for (uint32_t i = 0; i < t.calls->n_nodes; i++)
      put_path(&t, i);
}

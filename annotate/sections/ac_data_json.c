/* ac_data_json.c -- data objects as JSON and CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include "base/an_csv_out.h"
#include "types/ty_types.h"

#include <math.h>
#include <string.h>

enum { AN_DATA_EVENTS_MOST = 64 };

typedef struct {
   an_json_out *json;
   const ac_scope *scope;
   const ac_data_report *report;
   const ac_data_view *view;
} writer;

/* ---- Values ---- */

static void put_side(const writer *w, const char *key, const int64_t *counts)
{
   an_json_put_ints(w->json, key, counts, w->view->data->n_events / w->view->n_sides);
}

static void put_counts(const writer *w, const int64_t *counts)
{
   if (w->view->n_sides == 1) {
      put_side(w, "values", counts);
   } else {
      put_side(w, "old", counts);
      put_side(w, "new", counts + w->view->data->n_events / 2);
   }
}

/* Whether a page shows it: some event has the threshold's share of the total. */
static bool reaches(const writer *w, const int64_t *counts)
{
   if (!w->scope->request->is_page)
      return true;
   for (size_t i = 0; i < w->view->data->n_events; i++)
      if (counts[i] > 0
          && 100.0L * counts[i] >= w->scope->request->threshold * w->view->totals[i])
         return true;
   return false;
}

/* ---- Objects ---- */

static void put_where(const writer *w, const ac_datum *datum)
{
   const ac_data *data = w->view->data;
   an_json_put_open(w->json, "where", '[');
   for (size_t i = 0; i < datum->n_frames; i++) {
      const ac_data_frame *frame = &data->frames[datum->frames[i]];
      an_json_put_open(w->json, NULL, '{');
      an_json_put_text(w->json, "function", frame->function);
      an_json_put_text(w->json, "file", frame->file);
      an_json_put_known(w->json, "line", frame->line, frame->line > 0);
      an_json_put_close(w->json, '}');
   }
   an_json_put_close(w->json, ']');
}

static void put_field(const writer *w, const ac_data_field *field)
{
   an_json_put_open(w->json, NULL, '{');
   ac_data_put_spot(w->json, "name", &field->spot);
   an_json_put_int(w->json, "stride", field->spot.stride);
   an_json_put_known(w->json, "size_B", field->spot.size_B, field->spot.size_B > 0);
   put_counts(w, field->counts);
   an_json_put_close(w->json, '}');
}

static bool has_misses(const ac_data_object *object, const ty_field *field)
{
   for (size_t i = 0; i < object->n_fields; i++)
      if (object->fields[i].spot.name != NULL
          && object->fields[i].spot.offset == field->offset
          && strcmp(object->fields[i].spot.name, field->name) == 0)
         return true;
   return false;
}

/* Of a type all fields: some were perhaps never missed. */
static void put_fields(const writer *w, const ac_data_object *object)
{
   int64_t zeros[2 * AN_DATA_EVENTS_MOST] = { 0 };
   an_json_put_open(w->json, "fields", '[');
   for (size_t i = 0; i < object->n_fields; i++)
      if (reaches(w, object->fields[i].counts) || object->type != NULL)
         put_field(w, &object->fields[i]);
   for (size_t i = 0; object->type != NULL && i < object->type->n_fields; i++) {
      const ty_field *field = &object->type->fields[i];
      ac_data_field without = { { field->name, field->offset, 0, field->size_B, false },
                                zeros };
      if (!has_misses(object, field)
          && w->view->data->n_events <= 2 * AN_DATA_EVENTS_MOST)
         put_field(w, &without);
   }
   an_json_put_close(w->json, ']');
}

static void put_use(const writer *w, const ac_data_object *object)
{
   if (object->n_lines_fetched == 0) {
      an_json_put_null(w->json, "use");
   } else {
      an_json_put_open(w->json, "use", '{');
      an_json_put_int(w->json, "lines", object->n_lines_fetched);
      an_json_put_int(w->json, "inside_B", object->inside_B);
      an_json_put_int(w->json, "used_B", object->used_B);
      an_json_put_close(w->json, '}');
   }
   size_t half = ac_data_hold_half(object);
   if (half == 0) {
      an_json_put_null(w->json, "sets");
   } else {
      an_json_put_open(w->json, "sets", '{');
      an_json_put_int(w->json, "n", (int64_t)object->n_sets);
      an_json_put_int(w->json, "hold_half", (int64_t)half);
      an_json_put_close(w->json, '}');
   }
}

/* The symbol, function or file. */
static const char *name_of(const ac_datum *datum)
{
   return datum->name != NULL ? datum->name
          : datum->kind == AC_DATA_MAP ? datum->file : NULL;
}

static void put_object(const writer *w, const ac_data_object *object)
{
   const ac_datum *of = object->of;
   bool is_heap = of->kind == AC_DATA_HEAP;
   an_json_open_line(w->json, " ", NULL, '{');
   an_json_put_text(w->json, "kind", ac_data_kind_name(of->kind));
   an_json_put_text(w->json, "label", object->label);
   an_json_put_text(w->json, "symbol", name_of(of));
   an_json_put_text(w->json, "file", object->file != NULL ? object->file
                                     : of->kind == AC_DATA_STACK ? of->file : NULL);
   an_json_put_text(w->json, "type", object->type == NULL ? NULL : object->type->name);
   an_json_put_known(w->json, "type_B", object->type == NULL ? 0 : object->type->size_B,
                     object->type != NULL);
   bool has_binary = (of->kind == AC_DATA_STATIC || of->kind == AC_DATA_TLS)
                     && of->binary != AC_NO_DATA;
   an_json_put_text(w->json, "binary",
                    has_binary ? w->view->data->binaries[of->binary].path : NULL);
   put_where(w, of);
   an_json_put_known(w->json, "blocks", object->n_blocks, is_heap);
   an_json_put_known(w->json, "bytes", object->bytes, is_heap);
   an_json_put_known(w->json, "min_B", object->min_B, is_heap);
   an_json_put_known(w->json, "max_B", object->max_B, is_heap);
   an_json_put_known(w->json, "size_B", of->size_B, of->size_B > 0 && !is_heap);
   put_counts(w, object->counts);
   put_fields(w, object);
   put_use(w, object);
   an_json_put_close(w->json, '}');
}

/* ---- Which objects a page has ---- */

/* An object that a line, a finding or a shared line names must be there: objects are
   referred to by their numbers.  They are ordered by misses, so the last one needed
   decides; those before it cost little. */
static size_t count_objects(const writer *w)
{
   const ac_data_view *view = w->view;
   size_t n = 0;
   if (!w->scope->request->is_page)
      return view->n_objects;
   for (size_t i = 0; i < view->n_objects; i++)
      if (reaches(w, view->objects[i].counts))
         n = i + 1;
   for (size_t i = 0; i < view->n_triples; i++)
      if (reaches(w, view->triples[i].counts) && view->triples[i].object >= n)
         n = view->triples[i].object + 1;
   for (size_t i = 0; i < w->report->findings.n; i++)
      if (w->report->findings.of[i].object >= n)
         n = w->report->findings.of[i].object + 1;
   size_t shared = ac_sharing_n_objects(w->scope);
   return shared > n ? shared : n;
}

/* ---- Lines and findings ---- */

static size_t put_lines(const writer *w)
{
   const ac_data_view *view = w->view;
   size_t n_left = 0;
   an_json_open_line(w->json, " ", "lines", '[');
   for (size_t i = 0; i < view->n_triples; i++) {
      const ac_data_triple *triple = &view->triples[i];
      const ac_profile *profile = w->scope->profile;
      const ac_function *function = ac_profile_function(profile, triple->function);
      if (!reaches(w, triple->counts)) {
         n_left++;
         continue;
      }
      an_json_open_line(w->json, "  ", NULL, '{');
      an_json_put_text(w->json, "file",
                       ac_profile_file(profile, function->file)->name);
      an_json_put_int(w->json, "line", triple->line);
      an_json_put_text(w->json, "function", function->name);
      an_json_put_int(w->json, "object", triple->object);
      ac_data_put_spot(w->json, "field", &triple->spot);
      an_json_put_int(w->json, "stride", triple->spot.stride);
      put_counts(w, triple->counts);
      an_json_put_close(w->json, '}');
   }
   an_json_put_close(w->json, ']');
   return n_left;
}

static void put_findings(const writer *w)
{
   const ac_data_findings *findings = &w->report->findings;
   an_json_open_line(w->json, " ", "findings", '[');
   for (size_t i = 0; i < findings->n; i++) {
      const ac_data_finding *finding = &findings->of[i];
      an_json_open_line(w->json, "  ", NULL, '{');
      an_json_put_text(w->json, "kind", ac_data_fault_name(finding->kind));
      an_json_put_int(w->json, "object", finding->object);
      an_json_put_text(w->json, "text", finding->text);
      if (isnan(finding->cycles)) {
         an_json_put_null(w->json, "saves");
      } else {
         an_json_put_open(w->json, "saves", '{');
         an_json_put_text(w->json, "metric", w->report->cycles->name);
         an_json_put_number(w->json, "value", finding->cycles, true);
         an_json_put_close(w->json, '}');
      }
      an_json_put_close(w->json, '}');
   }
   an_json_put_close(w->json, ']');
}

static void put_data(const writer *w)
{
   const ac_data_view *view = w->view;
   size_t n = count_objects(w);
   an_json_open_line(w->json, "", "data", '{');
   an_json_put_int(w->json, "limit_B", view->data->limit_B);
   an_json_put_open(w->json, "events", '[');
   for (size_t i = 0; i < view->data->n_events / view->n_sides; i++)
      an_json_put_text(w->json, NULL, view->data->events[i]);
   an_json_put_close(w->json, ']');
   an_json_put_open(w->json, "objects", '[');
   for (size_t i = 0; i < n; i++)
      put_object(w, &view->objects[i]);
   an_json_put_close(w->json, ']');
   size_t n_lines = put_lines(w);
   put_findings(w);
   an_json_put_open(w->json, "left_out", '{');
   an_json_put_int(w->json, "objects", (int64_t)(view->n_objects - n));
   an_json_put_int(w->json, "lines", (int64_t)n_lines);
   an_json_put_close(w->json, '}');
   an_json_put_close(w->json, '}');
}

void ac_data_put_json(an_json_out *json, const ac_scope *scope)
{
   const ac_data_report *report = scope->analysis->data;
   writer w = { json, scope, report, report == NULL ? NULL : &report->view };
   if (report == NULL)
      return;
   put_data(&w);
   if (report->sharing.of != NULL)
      ac_sharing_put_json(json, scope);
}

/* ---- CSV ---- */

static void put_count_titles(an_csv_out *csv, const ac_data_view *view)
{
   size_t n = view->data->n_events / view->n_sides;
   for (size_t side = 0; side < view->n_sides; side++)
      for (size_t i = 0; i < n; i++)
         an_csv_put_title(csv, view->data->events[i],
                          view->n_sides == 1 ? "" : side == 0 ? " old" : " new");
}

/* A record for each place of each object. */
an_status ac_data_put_csv(const ac_scope *scope, FILE *out)
{
   const ac_data_report *data = scope->analysis->data;
   static const char *const titles[]
      = { "kind", "data object", "type", "blocks", "bytes", "place" };
   an_csv_out csv = { .out = out };
   char text[AC_DATA_SPOT_B];
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
      an_csv_put_shown(&csv, titles[i]);
   if (data != NULL)
      put_count_titles(&csv, &data->view);
   an_csv_end_record(&csv);
   size_t n = data == NULL ? 0 : data->view.n_objects;
   for (size_t i = 0; i < n; i++) {
      const ac_data_view *view = &data->view;
      const ac_data_object *object = &view->objects[i];
      bool is_heap = object->of->kind == AC_DATA_HEAP;
      for (size_t k = 0; k < object->n_fields; k++) {
         an_csv_put_shown(&csv, ac_data_kind_name(object->of->kind));
         an_csv_put_text(&csv, object->label);
         an_csv_put_text(&csv, object->type == NULL ? "" : object->type->name);
         an_csv_put_int(&csv, object->n_blocks);
         an_csv_put_int(&csv, is_heap ? object->bytes : object->of->size_B);
         /* Without the sign that a spreadsheet takes for a formula. */
         ac_data_spot_text(&object->fields[k].spot, text);
         an_csv_put_text(&csv, text + (text[0] == '+'));
         for (size_t e = 0; e < view->data->n_events; e++)
            an_csv_put_int(&csv, object->fields[k].counts[e]);
         an_csv_end_record(&csv);
      }
   }
   return AN_OK;
}

/* ac_data_json.c -- a data object as members of JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include "counts/ac_layout.h"
#include "types/ty_types.h"

#include <string.h>

bool ac_data_is_on_page(const ac_scope *scope, const int64_t *counts)
{
   const ac_data_view *view = &scope->analysis->data->view;
   bool is_there = !scope->request->is_page;
   for (size_t i = 0; i < view->data->n_events; i++)
      is_there |= counts[i] > 0
                  && 100.0L * counts[i] >= scope->request->threshold * view->totals[i];
   return is_there;
}

void ac_data_put_spot(an_json_out *json, const char *name, const ac_data_spot *spot)
{
   an_json_put_text(json, name, spot->name);
   an_json_put_known(json, "offset", spot->offset, spot->offset >= 0);
}

static void put_where(an_json_out *json, const ac_data_view *view, const ac_datum *of)
{
   an_json_put_open(json, "where", '[');
   for (size_t i = 0; i < of->n_frames; i++) {
      const ac_data_frame *frame = &view->data->frames[of->frames[i]];
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "function", frame->function);
      an_json_put_text(json, "file", frame->file);
      an_json_put_known(json, "line", frame->line, frame->line > 0);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

/* Counts of NULL are zeros. */
static void put_field(an_json_out *json, const ac_data_view *view,
                      const ac_data_spot *spot, const int64_t *counts)
{
   static const char *const keys[] = { "old", "new" };
   size_t n_sides = view->n_sides, n = view->data->n_events / n_sides;
   an_json_put_open(json, NULL, '{');
   ac_data_put_spot(json, "name", spot);
   an_json_put_int(json, "stride", spot->stride);
   an_json_put_known(json, "size_B", spot->size_B, spot->size_B > 0);
   for (size_t side = 0; side < n_sides; side++) {
      an_json_put_open(json, n_sides == 1 ? "values" : keys[side], '[');
      for (size_t i = 0; i < n; i++)
         an_json_put_int(json, NULL, counts == NULL ? 0 : counts[side * n + i]);
      an_json_put_close(json, ']');
   }
   an_json_put_close(json, '}');
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

/* All fields of a type are listed: some were perhaps never missed. */
static void put_fields(an_json_out *json, const ac_scope *scope,
                       const ac_data_object *object)
{
   const ac_data_view *view = &scope->analysis->data->view;
   an_json_put_open(json, "fields", '[');
   for (size_t i = 0; i < object->n_fields; i++)
      if (object->type != NULL || ac_data_is_on_page(scope, object->fields[i].counts))
         put_field(json, view, &object->fields[i].spot, object->fields[i].counts);
   for (size_t i = 0; object->type != NULL && i < object->type->n_fields; i++) {
      const ty_field *field = &object->type->fields[i];
      ac_data_spot spot = { field->name, field->offset, 0, field->size_B, false };
      if (!has_misses(object, field))
         put_field(json, view, &spot, NULL);
   }
   an_json_put_close(json, ']');
}

static void put_use(an_json_out *json, const ac_data_object *object)
{
   size_t half = ac_data_hold_half(object);
   if (object->n_lines_fetched == 0) {
      an_json_put_null(json, "use");
   } else {
      an_json_put_open(json, "use", '{');
      an_json_put_int(json, "lines", object->n_lines_fetched);
      an_json_put_int(json, "inside_B", object->inside_B);
      an_json_put_int(json, "used_B", object->used_B);
      an_json_put_close(json, '}');
   }
   if (half == 0)
      return an_json_put_null(json, "sets");
   an_json_put_open(json, "sets", '{');
   an_json_put_int(json, "n", (int64_t)object->n_sets);
   an_json_put_int(json, "hold_half", (int64_t)half);
   an_json_put_close(json, '}');
}

void ac_data_put_object(an_json_out *json, const ac_scope *scope,
                        const ac_data_object *object)
{
   const ac_data_view *view = &scope->analysis->data->view;
   const ac_datum *of = object->of;
   bool is_heap = of->kind == AC_DATA_HEAP, has_type = object->type != NULL;
   bool has_binary = (of->kind == AC_DATA_STATIC || of->kind == AC_DATA_TLS)
                     && of->binary != AC_NO_DATA;
   an_json_put_text(json, "kind", ac_data_kind_name(of->kind));
   an_json_put_text(json, "label", object->label);
   an_json_put_text(json, "symbol",
                    of->name != NULL          ? of->name
                    : of->kind == AC_DATA_MAP ? of->file
                                              : NULL);
   an_json_put_text(json, "file",
                    object->file != NULL        ? object->file
                    : of->kind == AC_DATA_STACK ? of->file
                                                : NULL);
   an_json_put_text(json, "type", has_type ? object->type->name : NULL);
   an_json_put_known(json, "type_B", has_type ? object->type->size_B : 0, has_type);
   if (of->rule != AC_NO_RULE)
      an_json_put_int(json, "rule", of->rule);
   an_json_put_text(json, "binary",
                    has_binary ? view->data->binaries[of->binary].path : NULL);
   put_where(json, view, of);
   an_json_put_known(json, "blocks", object->n_blocks, is_heap);
   an_json_put_known(json, "bytes", object->bytes, is_heap);
   an_json_put_known(json, "min_B", object->min_B, is_heap);
   an_json_put_known(json, "max_B", object->max_B, is_heap);
   an_json_put_known(json, "size_B", of->size_B, of->size_B > 0 && !is_heap);
   put_fields(json, scope, object);
   put_use(json, object);
}

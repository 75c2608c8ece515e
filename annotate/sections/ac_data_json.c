/* ac_data_json.c -- a data object as members of JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_data_page.h"

#include "base/an_json_members.h"
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
   AN_JSON_PUT(json, AN_JSON(name, spot->name),
               AN_JSON_KNOWN("offset", spot->offset, spot->offset >= 0));
}

static void put_frame(an_json_out *json, const ac_data_frame *frame)
{
   AN_JSON_PUT_OBJECT(json, NULL, NULL, AN_JSON("function", frame->function),
                      AN_JSON("file", frame->file),
                      AN_JSON_KNOWN("line", frame->line, frame->line > 0));
}

static void put_where(an_json_out *json, const ac_data *data, const ac_datum *of)
{
   AN_JSON_PUT_ARRAY(json, NULL, "where", i, of->n_frames,
                     put_frame(json, &data->frames[of->frames[i]]));
}

/* Counts of NULL are zeros. */
static void put_field(an_json_out *json, const ac_data_view *view,
                      const ac_data_spot *spot, const int64_t *counts)
{
   static const char *const keys[] = { "old", "new" };
   size_t n_sides = view->n_sides, n = view->data->n_events / n_sides;
   an_json_put_open(json, NULL, '{');
   AN_JSON_PUT(json, ac_data_put_spot(json, "name", spot),
               AN_JSON("stride", spot->stride),
               AN_JSON_KNOWN("size_B", spot->size_B, spot->size_B > 0));
   for (size_t side = 0; side < n_sides; side++)
      AN_JSON_PUT_ARRAY(json, NULL, n_sides == 1 ? "values" : keys[side], i, n,
                        AN_JSON(NULL, counts == NULL ? 0 : counts[side * n + i]));
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
   if (object->n_lines_fetched == 0)
      an_json_put_null(json, "use");
   else
      AN_JSON_PUT_OBJECT(json, NULL, "use", AN_JSON("lines", object->n_lines_fetched),
                         AN_JSON("inside_B", object->inside_B),
                         AN_JSON("used_B", object->used_B));
   if (half == 0)
      an_json_put_null(json, "sets");
   else
      AN_JSON_PUT_OBJECT(json, NULL, "sets", AN_JSON("n", object->n_sets),
                         AN_JSON("hold_half", half));
}

void ac_data_put_object(an_json_out *json, const ac_scope *scope,
                        const ac_data_object *object)
{
   const ac_data_view *view = &scope->analysis->data->view;
   const ac_datum *of = object->of;
   bool is_heap = of->kind == AC_DATA_HEAP, has_type = object->type != NULL;
   bool has_binary = (of->kind == AC_DATA_STATIC || of->kind == AC_DATA_TLS)
                     && of->binary != AC_NO_DATA;
   const char *symbol = of->kind == AC_DATA_MAP ? of->file : NULL;
   const char *file = of->kind == AC_DATA_STACK ? of->file : NULL;
   AN_JSON_PUT(
      json, AN_JSON("kind", ac_data_kind_name(of->kind)), AN_JSON("label", object->label),
      AN_JSON("symbol", of->name != NULL ? of->name : symbol),
      AN_JSON("file", object->file != NULL ? object->file : file),
      AN_JSON_KNOWN("type", object->type->name, has_type),
      AN_JSON_KNOWN("type_B", object->type->size_B, has_type),
      AN_JSON_IF("rule", of->rule, of->rule != AC_NO_RULE),
      AN_JSON_KNOWN("binary", view->data->binaries[of->binary].path, has_binary),
      put_where(json, view->data, of), AN_JSON_KNOWN("blocks", object->n_blocks, is_heap),
      AN_JSON_KNOWN("bytes", object->bytes, is_heap),
      AN_JSON_KNOWN("min_B", object->min_B, is_heap),
      AN_JSON_KNOWN("max_B", object->max_B, is_heap),
      AN_JSON_KNOWN("size_B", of->size_B, of->size_B > 0 && !is_heap),
      put_fields(json, scope, object), put_use(json, object));
}

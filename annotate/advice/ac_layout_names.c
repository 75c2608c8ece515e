/* ac_layout_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_layout_names.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/tk_layout_text.h"
#include "advice/ac_data_label.h"
#include "advice/ac_splits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ----------------------------------------------------------------- */

static void grow(ac_words *words, size_t capacity)
{
   words->text = an_realloc(words->text, capacity);
   words->capacity = capacity;
}

void ac_words_add(ac_words *words, const char *format, ...)
{
   va_list arguments, again;
   va_start(arguments, format);
   va_copy(again, arguments);
   int more = vsnprintf(NULL, 0, format, again);
   va_end(again);
   size_t need = words->n + (size_t)(more > 0 ? more : 0) + 1;
   if (more > 0) {
      if (need > words->capacity)
         grow(words, 2 * need);
      vsnprintf(words->text + words->n, words->capacity - words->n, format, arguments);
      words->n = need - 1;
   }
   va_end(arguments);
}

const char *ac_words_keep(ac_words *words, tk_arena *arena)
{
   char *copy = tk_arena_get(arena, words->n + 1);
   memcpy(copy, words->n == 0 ? "" : words->text, words->n);
   copy[words->n] = '\0';
   free(words->text);
   *words = (ac_words){ .text = NULL };
   return copy;
}

/* ---- Fields --------------------------------------------------------------- */

/* Bit fields share bytes: "used, kind" becomes "used+kind".  Commas within brackets are
   the name's. */
void ac_layout_add_field(ac_words *words, const ty_field *field)
{
   int depth = 0;
   for (const char *at = field->name; *at != '\0'; at++) {
      depth += *at == '<' || *at == '(';
      depth -= depth > 0 && (*at == '>' || *at == ')');
      bool is_end = depth == 0 && (*at == ',' || *at == ';');
      ac_words_add(words, "%c", is_end ? '+' : *at);
      at += is_end && at[1] == ' ';
   }
}

void ac_layout_add_fields(ac_words *words, const char *name, const ty_type *type)
{
   ac_words_add(words, "fields %s, %" PRId64 " bytes:", name, type->size_B);
   for (size_t i = 0; i < type->n_fields; i++) {
      const ty_field *field = &type->fields[i];
      ac_words_add(words, i == 0 ? " " : ", ");
      ac_layout_add_field(words, field);
      ac_words_add(words, " %" PRId64 " %" PRId64, field->offset, field->size_B);
      uint32_t align_B = ac_plan_alignment(field);
      if (align_B
          != tk_layout_alignment((uint64_t)field->offset, (uint64_t)field->size_B))
         ac_words_add(words, "/%" PRIu32, align_B);
   }
}

bool ac_layout_is_name(const char *name)
{
   for (; *name != '\0'; name++)
      if ((unsigned char)*name < ' ' || *name == 0x7f)
         return false;
   return true;
}

static bool has_name_twice(const ty_type *type)
{
   for (size_t i = 0; i < type->n_fields; i++)
      for (size_t k = 0; k < i; k++)
         if (strcmp(type->fields[i].name, type->fields[k].name) == 0)
            return true;
   return false;
}

const char *ac_layout_lacks(const ty_type *type)
{
   int64_t end = 0;
   if (type == NULL)
      return "its type is unknown";
   if (type->n_fields == 0 || type->size_B <= 0)
      return "its type has no fields";
   if (type->size_B > AC_SAMPLE_ELEMENT_MOST_B || type->n_fields > AC_SPLITS_FIELDS_MOST)
      return "its type is too large";
   if (!ac_layout_is_name(type->name) || strstr(type->name, ": ") != NULL
       || strstr(type->name, " at ") != NULL)
      return "a layout file cannot express the name of its type";
   for (size_t i = 0; i < type->n_fields; i++) {
      const ty_field *field = &type->fields[i];
      if (field->offset < end || field->size_B <= 0
          || field->offset + field->size_B > type->size_B)
         return "members of its type overlap, or have no end";
      if (!ac_layout_is_name(field->name) || strcmp(field->name, "rest") == 0
          || strstr(field->name, " #") != NULL)
         return "a layout file cannot express the name of a field";
      end = field->offset + field->size_B;
   }
   return has_name_twice(type) ? "two fields of its type have the same name" : NULL;
}

/* ---- Places --------------------------------------------------------------- */

typedef struct {
   const char *file; /* without directories */
   uint32_t line;
} place;

static bool place_of(const ac_data *data, const ac_datum *datum, place *at)
{
   const ac_data_frame *own = ac_data_own_frame(data, datum);
   if (own == NULL || own->file == NULL || own->line == 0)
      return false;
   *at = (place){ an_base_name(own->file), own->line };
   return ac_layout_is_name(at->file) && strpbrk(at->file, ",; ") == NULL;
}

static bool is_same_place(const place *a, const place *b)
{
   return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Whether an earlier datum of the object has the place. */
static bool is_again(const ac_data_view *view, uint32_t object, size_t datum,
                     const place *at)
{
   place before;
   for (size_t i = 0; i < datum; i++)
      if (view->object_of[i] == object
          && place_of(view->data, &view->data->data[i], &before)
          && is_same_place(&before, at))
         return true;
   return false;
}

bool ac_layout_add_places(ac_words *words, const ac_data_view *view, uint32_t object)
{
   const char *separator = "";
   for (size_t i = 0; i < view->data->n_data; i++) {
      place at;
      if (view->object_of[i] != object)
         continue;
      if (!place_of(view->data, &view->data->data[i], &at))
         return false;
      if (is_again(view, object, i, &at))
         continue;
      ac_words_add(words, "%s%s:%" PRIu32, separator, at.file, at.line);
      separator = ", ";
   }
   return true;
}

size_t ac_layout_find_neighbour(const ac_data_view *view, uint32_t object)
{
   const ac_data *data = view->data;
   for (size_t i = 0; i < data->n_data; i++) {
      place own, other;
      if (view->object_of[i] != object || !place_of(data, &data->data[i], &own))
         continue;
      for (size_t k = 0; k < data->n_data; k++)
         if (view->object_of[k] != object && data->data[k].kind == AC_DATA_HEAP
             && place_of(data, &data->data[k], &other) && is_same_place(&own, &other))
            return view->object_of[k];
   }
   return SIZE_MAX;
}

/* ---- Actions -------------------------------------------------------------- */

static void add_part(ac_words *words, const ac_plan *plan, const ty_type *type,
                     uint32_t part)
{
   const char *separator = " ";
   for (size_t i = 0; i < plan->n_fields; i++)
      if (plan->part_of[plan->order[i]] == part) {
         ac_words_add(words, "%s", separator);
         ac_layout_add_field(words, &type->fields[plan->order[i]]);
         separator = ", ";
      }
}

static void add_order(ac_words *words, const ac_plan *plan, const ty_type *type)
{
   size_t n = plan->n_fields;
   /* Fields at the end that are in their order need no names. */
   while (n > 1 && plan->order[n - 1] > plan->order[n - 2])
      n--;
   n = n == 1 ? 1 : n - 1;
   ac_words_add(words, "order");
   for (size_t i = 0; i < n; i++) {
      ac_words_add(words, i == 0 ? " " : ", ");
      ac_layout_add_field(words, &type->fields[plan->order[i]]);
   }
}

static void add_parts(ac_words *words, const ac_plan *plan, const ty_type *type)
{
   for (uint32_t p = 0; p < plan->n_parts; p++) {
      bool is_last = p + 1 == plan->n_parts;
      ac_words_add(words, "%s%s", p == 0 ? "" : "; ",
                   p == 0    ? "hot"
                   : is_last ? "cold rest"
                             : "part");
      if (!is_last)
         add_part(words, plan, type, p);
   }
}

void ac_layout_add_actions(ac_words *words, const ac_plan *plan, const ty_type *type,
                           bool is_linked)
{
   size_t before = words->n;
   switch (plan->kind) {
   case AC_PLAN_PARTS: add_parts(words, plan, type); break;
   case AC_PLAN_SOA: ac_words_add(words, "soa"); break;
   case AC_PLAN_ORDER: add_order(words, plan, type); break;
   case AC_PLAN_WHOLE: break;
   }
   if (plan->is_pool)
      ac_words_add(words, "%spool", words->n > before ? "; " : "");
   if (plan->pad_B > 0)
      ac_words_add(words, "%spad %" PRIu32, words->n > before ? "; " : "", plan->pad_B);
   if (plan->align_B > 0)
      ac_words_add(words, "%salign %" PRIu32, words->n > before ? "; " : "",
                   plan->align_B);
   if (is_linked)
      ac_words_add(words, "; linked");
}

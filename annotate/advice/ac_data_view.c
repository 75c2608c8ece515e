/* ac_data_view.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "advice/ac_data_view.h"

#include "base/an_number.h"
#include "base/an_string.h"
#include "advice/ac_data_label.h"
#include "base/tk_count.h"
#include "paths/an_frame.h"
#include "types/ty_types.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* Looking for a type takes up to a millisecond. */
enum { MOST_TYPED = 1000 };

/* What the view is made with. */
typedef struct {
   ac_data_view *view;
   ac_data_known *known;      /* by datum */
   const ac_data_frame **own; /* by datum; NULL: not of the heap, or no frame */
   uint32_t *order;           /* data */
} maker;

const char *ac_data_kind_name(ac_data_kind kind)
{
   static const char *const names[AC_N_DATA_KINDS] = {
      [AC_DATA_HEAP] = "heap",       [AC_DATA_STATIC] = "static", [AC_DATA_TLS] = "tls",
      [AC_DATA_STACK] = "stack",     [AC_DATA_MAP] = "map",       [AC_DATA_BRK] = "brk",
      [AC_DATA_UNKNOWN] = "unknown",
   };
   return names[kind];
}

/* ---- Counts ---- */

static int64_t add_capped(int64_t a, int64_t b)
{
   int64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* The counts of one side in events whose names begin so. */
static int64_t sum_of(const ac_data_view *view, const int64_t *counts, size_t side,
                      const char *start)
{
   size_t n = view->data->n_events / view->n_sides;
   int64_t sum = 0;
   for (size_t i = 0; i < n; i++)
      if (strncmp(view->data->events[i], start, strlen(start)) == 0)
         sum = add_capped(sum, counts[side * n + i]);
   return sum;
}

int64_t ac_data_misses_of(const ac_data_view *view, const int64_t *counts, size_t side)
{
   return sum_of(view, counts, side, "D1m");
}

int64_t ac_data_misses(const ac_data_view *view, const int64_t *counts)
{
   return ac_data_misses_of(view, counts, view->n_sides - 1);
}

int64_t ac_data_last_misses(const ac_data_view *view, const int64_t *counts)
{
   return sum_of(view, counts, view->n_sides - 1, "DLm");
}

int64_t ac_data_weight(const ac_data_view *view, const int64_t *counts)
{
   int64_t first = ac_data_misses_of(view, counts, 0);
   int64_t last = ac_data_misses(view, counts);
   return view->n_sides == 1 ? first : first > last ? first - last : last - first;
}

int64_t ac_data_extent(const ac_data_object *object)
{
   return object->of->kind == AC_DATA_HEAP ? object->max_B : object->of->size_B;
}

static void add_counts(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] = add_capped(sums[i], counts[i]);
}

/* Zeros in the arena. */
static void *get_zeros(ac_data_view *view, size_t n, size_t item_B)
{
   return tk_arena_get_zeroed(&view->arena, (n + 1) * item_B);
}

static int64_t *get_counts(ac_data_view *view)
{
   return get_zeros(view, view->data->n_events, sizeof(int64_t));
}

/* ---- Order ---- */

static int compare_frames(const ac_data_frame *a, const ac_data_frame *b, bool has_type)
{
   int order = an_string_compare(a->function, b->function)
                  ?: an_string_compare(a->file, b->file);
   if (order != 0 || (has_type && a->function != NULL))
      return order;
   return tk_compare(a->line, b->line)
             ?: (a->line > 0 ? 0 : tk_compare(a->address, b->address));
}

/* 0: the data are one object. */
static int compare_keys(const maker *m, uint32_t a, uint32_t b)
{
   const ac_datum *data = m->view->data->data;
   bool is_heap = data[a].kind == AC_DATA_HEAP;
   if (a == b || !is_heap || data[b].kind != AC_DATA_HEAP || m->own[a] == NULL
       || m->own[b] == NULL)
      return tk_compare(a, b);
   return ty_type_compare(m->known[a].type, m->known[b].type)
             ?: compare_frames(m->own[a], m->own[b], m->known[a].type != NULL);
}

static int compare_weights(const ac_data_view *view, const int64_t *a, const int64_t *b)
{
   return tk_compare_signed(ac_data_weight(view, b), ac_data_weight(view, a))
             ?: tk_compare_signed(ac_data_last_misses(view, b),
                                  ac_data_last_misses(view, a));
}

static int compare_data(const void *a, const void *b, void *context)
{
   const maker *m = context;
   uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
   const ac_datum *data = m->view->data->data;
   bool i_has = data[i].kind == AC_DATA_HEAP && m->own[i] != NULL;
   bool k_has = data[k].kind == AC_DATA_HEAP && m->own[k] != NULL;
   return k_has - i_has
      ?: compare_keys(m, i, k)
      ?: compare_weights(m->view, data[i].counts, data[k].counts)
      ?: tk_compare(i, k);
}

static int compare_objects(const void *a, const void *b, void *context)
{
   const ac_data_object *x = a, *y = b;
   return compare_weights(context, x->counts, y->counts)
             ?: tk_compare((uintptr_t)x->of, (uintptr_t)y->of);
}

static int compare_places(const void *a, const void *b)
{
   const ac_data_triple *x = a, *y = b;
   return tk_compare_signed((int64_t)x->function, (int64_t)y->function)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->object, y->object)
      ?: ac_data_spot_compare(&x->spot, &y->spot);
}

static int compare_triples(const void *a, const void *b, void *context)
{
   const ac_data_triple *x = a, *y = b;
   return compare_weights(context, x->counts, y->counts) ?: compare_places(a, b);
}

static int compare_spots(const void *a, const void *b)
{
   const ac_data_triple *x = a, *y = b;
   return tk_compare(x->object, y->object) ?: ac_data_spot_compare(&x->spot, &y->spot);
}

static int compare_fields(const void *a, const void *b, void *context)
{
   const ac_data_field *x = a, *y = b;
   return compare_weights(context, x->counts, y->counts)
             ?: ac_data_spot_compare(&x->spot, &y->spot);
}

/* ---- Objects ---- */

static int compare_numbers_down(const void *a, const void *b)
{
   return tk_compare_signed(*(const int64_t *)b, *(const int64_t *)a);
}

/* Data with fewer misses are too many to look for their types. */
static void find_least_typed(ac_data_view *view, int64_t *least)
{
   const ac_data *data = view->data;
   *least = 0;
   if (data->n_data <= MOST_TYPED)
      return;
   int64_t *weights = tk_get(view->alloc, AN_LABEL, data->n_data * sizeof *weights);
   for (size_t i = 0; i < data->n_data; i++)
      weights[i] = ac_data_weight(view, data->data[i].counts);
   qsort(weights, data->n_data, sizeof *weights, compare_numbers_down);
   *least = weights[MOST_TYPED - 1];
}

static void find_known(maker *m, const bool *is_needed, ac_data_know *know, void *context)
{
   const ac_data *data = m->view->data;
   int64_t least;
   find_least_typed(m->view, &least);
   for (size_t i = 0; i < data->n_data; i++) {
      const ac_datum *datum = &data->data[i];
      m->order[i] = (uint32_t)i;
      if (datum->kind == AC_DATA_HEAP)
         m->own[i] = ac_data_own_frame(data, datum);
      if (know != NULL && datum->kind <= AC_DATA_TLS
          && ((is_needed != NULL && is_needed[i])
              || ac_data_weight(m->view, datum->counts) >= least))
         m->known[i] = know(context, data, datum);
   }
}

static void begin_object(const maker *m, ac_data_object *object, uint32_t datum)
{
   ac_data_view *view = m->view;
   const ac_datum *of = &view->data->data[datum];
   const char *label = ac_data_label(&view->arena, view->data, of, &m->known[datum]);
   *object = (ac_data_object){
      .label = label,
      .of = of,
      .type = m->known[datum].type,
      .file = m->known[datum].file,
      .n_rows = m->known[datum].n_rows,
      .counts = get_counts(view),
      .min_B = of->min_B,
      .max_B = of->max_B,
      .n_sets = of->n_sets,
   };
}

static void add_sets(ac_data_view *view, ac_data_object *object, const ac_datum *datum)
{
   if (datum->by_set == NULL || datum->n_sets == 0)
      return;
   if (object->by_set == NULL) {
      object->n_sets = datum->n_sets;
      object->by_set = get_zeros(view, datum->n_sets, sizeof *object->by_set);
   }
   if (object->n_sets == datum->n_sets)
      add_counts(object->by_set, datum->by_set, datum->n_sets);
}

static void add_datum(ac_data_view *view, ac_data_object *object, const ac_datum *datum)
{
   object->n_data++;
   object->n_blocks = add_capped(object->n_blocks, datum->n_blocks);
   object->bytes = add_capped(object->bytes, datum->bytes);
   object->min_B = datum->min_B < object->min_B ? datum->min_B : object->min_B;
   object->max_B = datum->max_B > object->max_B ? datum->max_B : object->max_B;
   object->n_lines_fetched = add_capped(object->n_lines_fetched, datum->n_lines_fetched);
   object->inside_B = add_capped(object->inside_B, datum->inside_B);
   object->used_B = add_capped(object->used_B, datum->used_B);
   add_counts(object->counts, datum->counts, view->data->n_events);
   add_counts(view->totals, datum->counts, view->data->n_events);
   add_sets(view, object, datum);
}

static void make_objects(maker *m)
{
   ac_data_view *view = m->view;
   const ac_data *data = view->data;
   qsort_r(m->order, data->n_data, sizeof *m->order, compare_data, m);
   for (size_t i = 0; i < data->n_data; i++) {
      ac_data_object *object = &view->objects[view->n_objects];
      bool is_new = i == 0 || compare_keys(m, m->order[i - 1], m->order[i]) != 0;
      if (is_new)
         begin_object(m, object, m->order[i]);
      view->n_objects += is_new;
      object = &view->objects[view->n_objects - 1];
      add_datum(view, object, &data->data[m->order[i]]);
      /* Until the objects are sorted: the first datum of the object. */
      view->object_of[m->order[i]] = (uint32_t)(object->of - data->data);
   }
   qsort_r(view->objects, view->n_objects, sizeof *view->objects, compare_objects, view);
   uint32_t *place = m->order; /* of the object by its first datum */
   for (size_t i = 0; i < view->n_objects; i++)
      place[view->objects[i].of - data->data] = (uint32_t)i;
   for (size_t i = 0; i < data->n_data; i++)
      view->object_of[i] = place[view->object_of[i]];
}

/* ---- Places ---- */

/* Joins neighbours that are equal; counts become the view's own. */
static void join_triples(ac_data_view *view)
{
   size_t n = view->n_triples, n_events = view->data->n_events;
   ac_data_triple *of = view->triples;
   view->n_triples = 0;
   for (size_t i = 0; i < n; i++) {
      bool is_new = i == 0 || compare_places(&of[view->n_triples - 1], &of[i]) != 0;
      const int64_t *counts = of[i].counts;
      if (is_new) {
         of[view->n_triples] = of[i];
         of[view->n_triples++].counts = get_counts(view);
      }
      add_counts(of[view->n_triples - 1].counts, counts, n_events);
   }
}

static void make_triples(ac_data_view *view)
{
   const ac_data *data = view->data;
   for (size_t i = 0; i < data->n_entries; i++) {
      const ac_data_entry *entry = &data->entries[i];
      uint32_t object = view->object_of[entry->datum];
      view->triples[view->n_triples++] = (ac_data_triple){
         .function = entry->function,
         .line = entry->line,
         .object = object,
         .spot = ac_data_spot_of(entry->place, view->objects[object].type),
         .counts = (int64_t *)entry->counts,
      };
   }
   qsort(view->triples, view->n_triples, sizeof *view->triples, compare_places);
   join_triples(view);
}

/* Fields of all objects in one array; the triples are in the order of spots. */
static void make_fields(ac_data_view *view)
{
   ac_data_field *fields = get_zeros(view, view->n_triples, sizeof *fields);
   const ac_data_triple *of = view->triples;
   for (size_t i = 0; i < view->n_triples; i++) {
      ac_data_object *object = &view->objects[of[i].object];
      if (i == 0 || compare_spots(&of[i - 1], &of[i]) != 0) {
         if (object->n_fields == 0)
            object->fields = fields;
         object->n_fields++;
         *fields++ = (ac_data_field){ of[i].spot, get_counts(view) };
      }
      add_counts(fields[-1].counts, of[i].counts, view->data->n_events);
   }
   for (size_t i = 0; i < view->n_objects; i++)
      if (view->objects[i].n_fields > 0)
         qsort_r(view->objects[i].fields, view->objects[i].n_fields, sizeof *fields,
                 compare_fields, view);
}

/* ---- The whole ---- */

static void make_view(maker *m, const bool *is_needed, ac_data_know *know, void *context)
{
   ac_data_view *view = m->view;
   const ac_data *data = view->data;
   m->known = get_zeros(view, data->n_data, sizeof *m->known);
   m->own = get_zeros(view, data->n_data, sizeof *m->own);
   m->order = get_zeros(view, data->n_data, sizeof *m->order);
   view->objects = get_zeros(view, data->n_data, sizeof *view->objects);
   view->object_of = get_zeros(view, data->n_data, sizeof *view->object_of);
   view->triples = get_zeros(view, data->n_entries, sizeof *view->triples);
   view->totals = get_counts(view);
   find_known(m, is_needed, know, context);
   make_objects(m);
   make_triples(view);
   qsort(view->triples, view->n_triples, sizeof *view->triples, compare_spots);
   make_fields(view);
   qsort_r(view->triples, view->n_triples, sizeof *view->triples, compare_triples, view);
}

void ac_data_view_open(ac_data_view *view, const tk_alloc *alloc, const ac_data *data,
                       size_t n_sides, const bool *is_needed, ac_data_know *know,
                       void *context)
{
   maker m = { .view = view };
   *view = (ac_data_view){ .data = data, .n_sides = n_sides, .alloc = alloc };
   tk_arena_init(&view->arena, alloc, AN_LABEL);
   make_view(&m, is_needed, know, context);
}

bool ac_data_object_matches(const ac_data_object *object, const char *pattern)
{
   const char *name = object->of->name;
   return strcmp(pattern, object->label) == 0 || fnmatch(pattern, object->label, 0) == 0
          || (name != NULL && fnmatch(pattern, name, 0) == 0)
          || (object->type != NULL && fnmatch(pattern, object->type->name, 0) == 0);
}

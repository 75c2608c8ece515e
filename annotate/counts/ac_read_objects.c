/* ac_read_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_objects.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "counts/ac_objects.h"

static void add_object(ac_reader *r, ac_read_objects *objects, size_t index)
{
   tk_table *table = &objects->by_index;
   table->alloc = r->alloc;
   table->label = AN_LABEL;
   TK_ARRAY_ROOM(r->alloc, AN_LABEL, objects->objects, objects->n, objects->capacity);
   size_t size_B = r->n_events * sizeof(int64_t);
   int64_t *counts = tk_get_zeroed(r->alloc, AN_LABEL, size_B);
   tk_table_add(table, tk_hash_word(index), (uint32_t)objects->n);
   objects->current = objects->n;
   objects->objects[objects->n++] = (ac_read_object){ index, counts };
}

/* The object of the file with an index of the profile; objects->n if there is none. */
static size_t find_object(const ac_read_objects *objects, size_t index)
{
   TK_TABLE_EACH(i, &objects->by_index, tk_hash_word(index))
      if (objects->objects[i].index == index)
         return i;
   return objects->n;
}

void ac_read_objects_enter(ac_reader *r, ac_read_objects *objects, const char *path,
                           const char *build_id, bool *is_new)
{
   size_t index = ac_objects_find(r->profile, path, build_id);
   size_t i = find_object(objects, index);
   if (is_new != NULL)
      *is_new = i == objects->n;
   objects->current = i;
   if (i >= objects->n)
      add_object(r, objects, index);
}

void ac_read_objects_add(ac_reader *r, ac_read_objects *objects)
{
   if (objects->n != 0)
      ac_reader_add_up(r, &objects->objects[objects->current].counts);
}

void ac_read_objects_end(ac_reader *r, const ac_read_objects *objects)
{
   for (size_t i = 0; i < objects->n && !r->has_skipped; i++) {
      const ac_read_object *object = &objects->objects[i];
      ac_objects_add(r->profile, object->index, ac_reader_row(r, object->counts));
   }
}

/* ah_merge_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"

#include "base/an_alloc.h"
#include "base/an_string.h"
#include "base/tk_strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ah_objects {
   const tk_alloc *alloc;
   tk_strings *files, *lost;
   bool is_first;    /* nothing was added yet */
   bool lacks_files; /* some profile has none */
};

static const char *intern_text(ah_profile *to, const char *text)
{
   return ah_profile_intern(to, text, strlen(text));
}

/* ---- Where they were mapped ---- */

static bool has_same_objects(const ah_profile *a, const ah_profile *b)
{
   bool is_same = a->n_objects == b->n_objects;
   for (size_t i = 0; i < a->n_objects && is_same; i++) {
      const an_object *x = &a->objects[i], *y = &b->objects[i];
      is_same = x->start == y->start && x->end == y->end && strcmp(x->path, y->path) == 0
                && an_string_compare(x->build_id, y->build_id) == 0;
   }
   return is_same;
}

static void copy_object(ah_profile *to, an_object *object)
{
   object->path = intern_text(to, object->path);
   if (object->build_id != NULL)
      object->build_id = intern_text(to, object->build_id);
}

/* Keeps the first profile's objects while all have the same ones. */
static void add_objects(ah_profile *to, const ah_profile *from, bool is_first)
{
   if (!is_first) {
      if (!has_same_objects(to, from))
         to->n_objects = 0;
      return;
   }
   to->n_objects = from->n_objects;
   to->objects = ah_profile_get(to, from->n_objects, sizeof *to->objects);
   for (size_t i = 0; i < from->n_objects; i++) {
      to->objects[i] = from->objects[i];
      copy_object(to, &to->objects[i]);
   }
}

/* ---- Files ---- */

/* A file is its path and its build id, both with a NUL behind. */
static void add_file(tk_strings *files, const an_object *file)
{
   char *key = NULL;
   size_t size_B = 0;
   FILE *out = an_memstream(&key, &size_B);
   fprintf(out, "%s%c%s", file->path, '\0', file->build_id == NULL ? "" : file->build_id);
   an_memstream_close(out);
   tk_strings_number(files, key, size_B);
   free(key);
}

static int compare_files(const void *a, const void *b)
{
   const an_object *x = a, *y = b;
   return strcmp(x->path, y->path) ?: an_string_compare(x->build_id, y->build_id);
}

/* An older profile has addresses in memory: then nothing tells which is which. */
static void finish_files(const ah_objects *objects, ah_profile *to)
{
   size_t n = objects->lacks_files ? 0 : tk_strings_count(objects->files);
   if (n == 0)
      return;
   to->files = ah_profile_get(to, n, sizeof *to->files);
   for (size_t i = 0; i < n; i++) {
      const char *path = tk_strings_at(objects->files, (uint32_t)i);
      const char *build_id = path + strlen(path) + 1;
      to->files[i] = (an_object){ .path = path,
                                  .build_id = *build_id == '\0' ? NULL : build_id };
      copy_object(to, &to->files[i]);
      to->n_files++;
   }
   qsort(to->files, to->n_files, sizeof *to->files, compare_files);
}

/* ---- Those read in part ---- */

static int compare_texts(const void *a, const void *b)
{
   return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void finish_lost(const ah_objects *objects, ah_profile *to)
{
   size_t n = tk_strings_count(objects->lost);
   if (n == 0)
      return;
   to->lost_debug_info = ah_profile_get(to, n, sizeof *to->lost_debug_info);
   for (size_t i = 0; i < n; i++)
      to->lost_debug_info[i] = intern_text(to, tk_strings_at(objects->lost, (uint32_t)i));
   qsort(to->lost_debug_info, n, sizeof *to->lost_debug_info, compare_texts);
   to->n_lost_debug_info = n;
}

/* ---- All ---- */

ah_objects *ah_objects_new(const tk_alloc *alloc)
{
   ah_objects *objects = tk_get(alloc, AN_LABEL, sizeof *objects);
   *objects = (ah_objects){ .alloc = alloc,
                            .files = tk_strings_new(alloc),
                            .lost = tk_strings_new(alloc),
                            .is_first = true };
   return objects;
}

void ah_objects_add(ah_objects *objects, ah_profile *to, const ah_profile *from)
{
   add_objects(to, from, objects->is_first);
   objects->is_first = false;
   objects->lacks_files = objects->lacks_files || from->n_files == 0;
   for (size_t i = 0; i < from->n_files; i++)
      add_file(objects->files, &from->files[i]);
   for (size_t i = 0; i < from->n_lost_debug_info; i++) {
      const char *path = from->lost_debug_info[i];
      tk_strings_intern(objects->lost, path, strlen(path));
   }
}

void ah_objects_finish(const ah_objects *objects, ah_profile *to)
{
   finish_files(objects, to);
   finish_lost(objects, to);
}

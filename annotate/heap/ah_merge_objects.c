/* ah_merge_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_merge_parts.h"

#include <string.h>

static const char *copy(ah_profile *to, const char *text)
{
   return ah_profile_intern(to, text, strlen(text));
}

/* ---- Where they were mapped ---- */

static bool has_same_objects(const ah_profile *a, const ah_profile *b)
{
   bool is_same = a->n_objects == b->n_objects;
   for (size_t i = 0; i < a->n_objects && is_same; i++) {
      const an_object *x = &a->objects[i], *y = &b->objects[i];
      is_same = x->start == y->start && x->end == y->end
                && strcmp(x->path, y->path) == 0
                && an_frame_compare_text(x->build_id, y->build_id) == 0;
   }
   return is_same;
}

static bool copy_object(ah_profile *to, an_object *object)
{
   object->path = copy(to, object->path);
   if (object->build_id != NULL
       && (object->build_id = copy(to, object->build_id)) == NULL)
      return false;
   return object->path != NULL;
}

/* Keeps the first profile's objects while all have the same ones. */
static bool add_objects(ah_profile *to, const ah_profile *from, bool is_first)
{
   if (!is_first) {
      if (!has_same_objects(to, from))
         to->n_objects = 0;
      return true;
   }
   to->n_objects = from->n_objects;
   to->objects = ah_profile_get(to, from->n_objects, sizeof *to->objects);
   for (size_t i = 0; to->objects != NULL && i < from->n_objects; i++) {
      to->objects[i] = from->objects[i];
      if (!copy_object(to, &to->objects[i]))
         return false;
   }
   return to->objects != NULL;
}

/* ---- Files ---- */

static int compare_files(const an_object *a, const an_object *b)
{
   int order = strcmp(a->path, b->path);
   return order != 0 ? order : an_frame_compare_text(a->build_id, b->build_id);
}

/* Adds a file to the sorted ones, unless it is there. */
static bool add_file(ah_profile *to, an_object file)
{
   size_t n = to->n_files, i = 0;
   while (i < n && compare_files(&to->files[i], &file) < 0)
      i++;
   if (i < n && compare_files(&to->files[i], &file) == 0)
      return true;
   an_object *files = ah_profile_get(to, n + 1, sizeof *files);
   if (files == NULL || !copy_object(to, &file))
      return false;
   for (size_t k = 0; k < n; k++)
      files[k + (k >= i)] = to->files[k];
   files[i] = file;
   to->files = files;
   to->n_files = n + 1;
   return true;
}

/* An older profile has addresses in memory: then nothing tells which is which. */
static bool add_files(ah_profile *to, const ah_profile *from, bool is_first)
{
   bool ok = true;
   if (from->n_files == 0)
      to->n_files = 0;
   else if (is_first || to->n_files > 0)
      for (size_t i = 0; ok && i < from->n_files; i++)
         ok = add_file(to, from->files[i]);
   return ok;
}

/* ---- Those read in part ---- */

/* Adds a path to the sorted ones, unless it is there. */
static bool add_lost_path(ah_profile *to, const char *path)
{
   size_t n = to->n_lost_debug_info, i = 0;
   while (i < n && strcmp(to->lost_debug_info[i], path) < 0)
      i++;
   if (i < n && strcmp(to->lost_debug_info[i], path) == 0)
      return true;
   const char **paths = ah_profile_get(to, n + 1, sizeof *paths);
   path = copy(to, path);
   if (paths == NULL || path == NULL)
      return false;
   for (size_t k = 0; k < n; k++)
      paths[k + (k >= i)] = to->lost_debug_info[k];
   paths[i] = path;
   to->lost_debug_info = paths;
   to->n_lost_debug_info = n + 1;
   return true;
}

bool ah_objects_add(ah_profile *to, const ah_profile *from, bool is_first)
{
   bool ok = add_objects(to, from, is_first) && add_files(to, from, is_first);
   for (size_t i = 0; ok && i < from->n_lost_debug_info; i++)
      ok = add_lost_path(to, from->lost_debug_info[i]);
   return ok;
}

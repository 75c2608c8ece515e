/* ah_read_objects.c -- reads heapprof's keys about objects, which older files can be
   without.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* ---- Where they were mapped ---- */

static bool read_object(ah_reader *r, const json_t *from, an_object *to)
{
   an_json *json = &r->json;
   const json_t *start = json_array_get(from, 0);
   const json_t *end = json_array_get(from, 1);
   if (json_array_size(from) != 3 || !an_json_is_count(start) || !an_json_is_count(end))
      return an_json_fail(json, NULL, "expected start, end and a path");
   to->start = (uint64_t)json_integer_value(start);
   to->end = (uint64_t)json_integer_value(end);
   to->path = ah_reader_text(r, json_array_get(from, 2), NULL);
   return to->path != NULL
          && (to->start < to->end || an_json_fail(json, NULL, "expected start < end"));
}

static bool read_objects(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *objects;
   if (!an_json_optional(&r->json, r->own, "objects", JSON_ARRAY, &objects))
      return false;
   if (objects == NULL)
      return true;
   p->n_objects = json_array_size(objects);
   p->objects = ah_profile_get(p, p->n_objects, sizeof *p->objects);
   for (size_t i = 0; i < p->n_objects; i++) {
      r->json.place = an_json_at("heapprof.objects", i);
      if (!read_object(r, json_array_get(objects, i), &p->objects[i]))
         return false;
      if (i > 0 && p->objects[i].start < p->objects[i - 1].end)
         return an_json_fail(&r->json, NULL, "starts before the end of the previous one");
   }
   return true;
}

/* ---- Files ---- */

static bool is_build_id(const char *text)
{
   size_t n = strspn(text, "0123456789abcdef");
   return n % 2 == 0 && text[n] == '\0';
}

static bool read_file(ah_reader *r, const json_t *from, an_object *to)
{
   if (json_array_size(from) != 2)
      return an_json_fail(&r->json, NULL, "expected a build id and a path");
   to->build_id = ah_reader_text(r, json_array_get(from, 0), NULL);
   if (to->build_id == NULL)
      return false;
   if (!is_build_id(to->build_id))
      return an_json_fail(&r->json, NULL,
                          "expected a build id in lower-case "
                          "hexadecimal digits");
   if (*to->build_id == '\0')
      to->build_id = NULL;
   to->path = ah_reader_text(r, json_array_get(from, 1), NULL);
   return to->path != NULL;
}

/* Finds out which frames have addresses in files: those with an object, if the profile
   lists files. */
static void mark_file_addresses(ah_profile *p)
{
   for (size_t i = 0; i < p->n_frames; i++)
      p->frames[i].is_in_file = p->frames[i].object != NULL;
   for (size_t i = 0; i < p->n_objects; i++) {
      const an_object *file = an_object_named(p->files, p->n_files, p->objects[i].path);
      p->objects[i].build_id = file == NULL ? NULL : file->build_id;
   }
}

static bool read_build_ids(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *files;
   if (!an_json_optional(&r->json, r->own, "build_ids", JSON_ARRAY, &files))
      return false;
   size_t n = files == NULL ? 0 : json_array_size(files);
   if (n == 0)
      return true;
   p->files = ah_profile_get(p, n, sizeof *p->files);
   for (; p->n_files < n; p->n_files++) {
      r->json.place = an_json_at("heapprof.build_ids", p->n_files);
      if (!read_file(r, json_array_get(files, p->n_files), &p->files[p->n_files]))
         return false;
   }
   mark_file_addresses(p);
   return true;
}

/* ---- Those read in part ---- */

static bool read_lost_debug_info(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *paths;
   if (!an_json_optional(&r->json, r->own, "lost_debug_info", JSON_ARRAY, &paths))
      return false;
   size_t n = paths == NULL ? 0 : json_array_size(paths);
   if (n == 0)
      return true;
   p->lost_debug_info = ah_profile_get(p, n, sizeof *p->lost_debug_info);
   for (; p->n_lost_debug_info < n; p->n_lost_debug_info++) {
      size_t i = p->n_lost_debug_info;
      r->json.place = an_json_at("heapprof.lost_debug_info", i);
      p->lost_debug_info[i] = ah_reader_text(r, json_array_get(paths, i), NULL);
      if (p->lost_debug_info[i] == NULL)
         return false;
   }
   return true;
}

bool ah_read_objects(ah_reader *r)
{
   static bool (*const parts[])(ah_reader *) = {
      read_objects,
      read_build_ids,
      read_lost_debug_info,
   };
   for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      r->json.place = (an_json_place){ .object = "heapprof." };
      if (!parts[i](r))
         return false;
   }
   return true;
}

/* ah_read_objects.c -- reads heapprof's keys about objects, which older files can be
   without.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* Where it was mapped. */
static bool read_object(ah_reader *r, const json_t *from, size_t i)
{
   an_json *json = &r->json;
   an_object *to = &r->profile->objects[i];
   const json_t *start = json_array_get(from, 0);
   const json_t *end = json_array_get(from, 1);
   if (json_array_size(from) != 3 || !an_json_is_count(start) || !an_json_is_count(end))
      return an_json_fail(json, NULL, "expected start, end and a path");
   to->start = (uint64_t)json_integer_value(start);
   to->end = (uint64_t)json_integer_value(end);
   to->path = ah_reader_text(r, json_array_get(from, 2), NULL);
   if (to->path == NULL)
      return false;
   if (to->start >= to->end)
      return an_json_fail(json, NULL, "expected start < end");
   return i == 0 || to->start >= to[-1].end
          || an_json_fail(json, NULL, "starts before the end of the previous one");
}

static bool is_build_id(const char *text)
{
   size_t n = strspn(text, "0123456789abcdef");
   return n % 2 == 0 && text[n] == '\0';
}

static bool read_file(ah_reader *r, const json_t *from, size_t i)
{
   an_object *to = &r->profile->files[i];
   if (json_array_size(from) != 2)
      return an_json_fail(&r->json, NULL, "expected a build id and a path");
   to->build_id = ah_reader_text(r, json_array_get(from, 0), NULL);
   if (to->build_id == NULL)
      return false;
   if (!is_build_id(to->build_id))
      return an_json_fail(&r->json, NULL,
                          "expected a build id in lower-case hexadecimal digits");
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

static bool read_lost_debug_info(ah_reader *r, const json_t *from, size_t i)
{
   const char **path = &r->profile->lost_debug_info[i];
   *path = ah_reader_text(r, from, NULL);
   return *path != NULL;
}

bool ah_read_objects(ah_reader *r)
{
   ah_profile *p = r->profile;
   if (!ah_reader_each(r, "heapprof.objects", sizeof *p->objects, &p->objects,
                       &p->n_objects, read_object)
       || !ah_reader_each(r, "heapprof.build_ids", sizeof *p->files, &p->files,
                          &p->n_files, read_file))
      return false;
   if (p->n_files > 0)
      mark_file_addresses(p);
   return ah_reader_each(r, "heapprof.lost_debug_info", sizeof *p->lost_debug_info,
                         &p->lost_debug_info, &p->n_lost_debug_info,
                         read_lost_debug_info);
}

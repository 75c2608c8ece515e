/* ah_read_regions.c -- the reader's part for regions of the program and for
   where its objects were; files may have neither.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_read_private.h"

#include "base/tk_strings.h"

#include <string.h>

/* ---- Regions ---- */

static bool read_region(ah_reader *r, const json_t *from, ah_region *to)
{
   an_json *json = &r->json;
   const json_t *parent;
   if ((to->name = ah_reader_string(r, from, "name")) == NULL
       || (parent = an_json_member(json, from, "parent", JSON_INTEGER))
             == NULL)
      return false;
   to->parent = json_integer_value(parent);
   if (to->parent < -1 || to->parent >= (int64_t)json->place.index)
      return an_json_fail(json, "parent", "is no index of a region before it, "
                                          "nor -1");
   return an_json_count(json, from, "count", &to->count)
          && an_json_count(json, from, "bytes", &to->total.bytes)
          && an_json_count(json, from, "blocks", &to->total.blocks)
          && an_json_count(json, from, "peak", &to->peak)
          && an_json_count(json, from, "growth", &to->growth)
          && (to->growth <= to->peak
              || an_json_fail(json, "growth", "is more than peak"));
}

/* No path of nesting stands twice. */
static bool number_region(ah_reader *r, const ah_region *region,
                          tk_strings *paths)
{
   struct {
      int64_t parent;
      const char *name; /* interned */
   } path;
   memset(&path, 0, sizeof path); /* padding, too */
   path.parent = region->parent;
   path.name = region->name;
   size_t n = tk_strings_count(paths);
   uint32_t number = tk_strings_number(paths, &path, sizeof path);
   if (number == TK_STRINGS_NONE)
      return ah_reader_no_memory(r);
   return number == n
          || an_json_fail(&r->json, NULL,
                          "the same as heapprof.regions[%u]", number);
}

static bool read_each(ah_reader *r, const json_t *regions, tk_strings *paths)
{
   ah_profile *p = r->profile;
   for (size_t i = 0; i < p->n_regions; i++) {
      const json_t *from = json_array_get(regions, i);
      r->json.place = an_json_at("heapprof.regions", i);
      if (!json_is_object(from))
         return an_json_fail(&r->json, NULL, "expected an object");
      if (!read_region(r, from, &p->regions[i])
          || !number_region(r, &p->regions[i], paths))
         return false;
   }
   return true;
}

bool ah_read_regions(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *regions;
   if (!an_json_optional(&r->json, r->own, "regions", JSON_ARRAY, &regions))
      return false;
   if (regions == NULL)
      return true;
   p->n_regions = json_array_size(regions);
   p->regions = ah_profile_get(p, p->n_regions, sizeof *p->regions);
   tk_strings *paths = tk_strings_new(r->alloc);
   bool ok = p->regions != NULL && paths != NULL
                ? read_each(r, regions, paths) : ah_reader_no_memory(r);
   tk_strings_free(paths);
   return ok;
}

/* ---- Objects ---- */

static bool read_object(ah_reader *r, const json_t *from, ah_object *to)
{
   an_json *json = &r->json;
   const json_t *start = json_array_get(from, 0);
   const json_t *end = json_array_get(from, 1);
   if (json_array_size(from) != 3 || !an_json_is_count(start)
       || !an_json_is_count(end))
      return an_json_fail(json, NULL, "expected start, end and a path");
   to->start = (uint64_t)json_integer_value(start);
   to->end = (uint64_t)json_integer_value(end);
   to->path = ah_reader_text(r, json_array_get(from, 2), NULL);
   return to->path != NULL
          && (to->start < to->end
              || an_json_fail(json, NULL, "ends where it starts, or before"));
}

bool ah_read_objects(ah_reader *r)
{
   ah_profile *p = r->profile;
   const json_t *objects;
   if (!an_json_optional(&r->json, r->own, "objects", JSON_ARRAY, &objects))
      return false;
   if (objects == NULL)
      return true;
   p->n_objects = json_array_size(objects);
   p->objects = ah_profile_get(p, p->n_objects, sizeof *p->objects);
   if (p->objects == NULL)
      return ah_reader_no_memory(r);
   for (size_t i = 0; i < p->n_objects; i++) {
      r->json.place = an_json_at("heapprof.objects", i);
      if (!read_object(r, json_array_get(objects, i), &p->objects[i]))
         return false;
      if (i > 0 && p->objects[i].start < p->objects[i - 1].end)
         return an_json_fail(&r->json, NULL,
                             "starts before the end of the one before it");
   }
   return true;
}

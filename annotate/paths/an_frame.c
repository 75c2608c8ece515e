/* an_frame.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_frame.h"

#include "base/an_error.h"
#include "base/an_string.h"
#include "base/tk_count.h"
#include "base/tk_search.h"

#include <string.h>

int an_frame_compare(const an_frame *a, const an_frame *b)
{
   return an_string_compare(a->function, b->function)
      ?: an_string_compare(a->file, b->file)
      ?: (a->line > b->line) - (a->line < b->line);
}

int an_frame_compare_shown(const an_frame *a, const an_frame *b)
{
   int order = an_frame_compare(a, b) ?: a->is_inlined - b->is_inlined;
   if (order != 0 || a->file != NULL)
      return order;
   bool is_unknown = strcmp(a->function, AN_UNKNOWN) == 0;
   return an_string_compare(a->object, b->object)
             ?: (is_unknown ? tk_compare(a->address, b->address) : 0);
}

const an_object *an_object_find(const an_object *objects, size_t n, uint64_t address)
{
   size_t first = TK_SEARCH(i, n, objects[i].end <= address);
   return first < n && address >= objects[first].start ? &objects[first] : NULL;
}

const an_object *an_object_named(const an_object *objects, size_t n, const char *path)
{
   const an_object *found = NULL;
   for (size_t i = 0; i < n; i++) {
      if (objects[i].path != path)
         continue;
      if (found != NULL)
         return NULL;
      found = &objects[i];
   }
   return found;
}

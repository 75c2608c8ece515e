/* an_object.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_object.h"

const an_object *an_object_find(const an_object *objects, size_t n,
                                uint64_t address)
{
   size_t low = 0, high = n;
   while (low < high) {
      size_t middle = low + (high - low) / 2;
      const an_object *object = &objects[middle];
      if (address >= object->start && address < object->end)
         return object;
      if (address < object->start)
         high = middle;
      else
         low = middle + 1;
   }
   return NULL;
}

/* an_alloc.c -- the commands' allocator: tk_alloc over malloc.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"

#include <stdlib.h>
#include <string.h>

static void *get(void *context, const char *label, size_t size_B)
{
   (void)context;
   (void)label;
   return malloc(size_B);
}

static void put(void *context, void *block)
{
   (void)context;
   free(block);
}

const tk_alloc *an_alloc_malloc(void)
{
   static const tk_alloc alloc = { .get = get, .put = put, .context = NULL };
   return &alloc;
}

void *an_alloc_grow(const tk_alloc *alloc, const char *label, void *block,
                    size_t used_B, size_t new_size_B)
{
   void *larger = tk_get(alloc, label, new_size_B);
   if (larger == NULL)
      return NULL;
   if (used_B > 0)
      memcpy(larger, block, used_B);
   tk_put(alloc, block);
   return larger;
}

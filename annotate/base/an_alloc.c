/* an_alloc.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"

#include <stdlib.h>

static void *get_memory(void *context, const char *label, size_t size_B)
{
   (void)context;
   (void)label;
   return malloc(size_B);
}

static void put_memory(void *context, void *block)
{
   (void)context;
   free(block);
}

const tk_alloc *an_alloc_malloc(void)
{
   static const tk_alloc alloc = { .get = get_memory,
                                   .put = put_memory,
                                   .context = NULL };
   return &alloc;
}

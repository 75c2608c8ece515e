/* an_alloc.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"

#include <stdlib.h>

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

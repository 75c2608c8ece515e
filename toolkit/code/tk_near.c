/* tk_near.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_near.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_pages.h"

enum {
   LARGE_B = 1 << 20, /* larger blocks of zeros are mapped */
   MAPPED = 8,        /* of these, at most */
   AREA_B = 1 << 22,  /* untouched pages take no memory */
   SMALL_B = 1 << 16, /* larger blocks would leave no room for others */
   ALIGNMENT_B = 64,  /* a cache line of the host */
};

static UChar area[AREA_B] __attribute__((aligned(ALIGNMENT_B)));
static SizeT area_used_B;

static void *near_get(void *context, const char *label, size_t size_B)
{
   SizeT rounded_B = (size_B + ALIGNMENT_B - 1) & ~(SizeT)(ALIGNMENT_B - 1);
   if (size_B > SMALL_B || rounded_B > AREA_B - area_used_B)
      return VG_(malloc)(label, size_B);
   void *block = area + area_used_B;
   area_used_B += rounded_B;
   return block;
}

static struct {
   void *block; /* NULL: free */
   SizeT size_B;
} mapped[MAPPED];

static Int index_of(const void *block)
{
   for (Int i = 0; i < MAPPED; i++)
      if (mapped[i].block == block)
         return i;
   return -1;
}

static void *near_get_zeroed(void *context, const char *label, size_t size_B)
{
   Int free = index_of(NULL);
   void *block = size_B > LARGE_B && free >= 0 ? tk_pages_get(size_B) : NULL;
   if (block == NULL)
      return VG_(memset)(near_get(context, label, size_B), 0, size_B);
   mapped[free].block = block;
   mapped[free].size_B = size_B;
   return block;
}

static void near_put(void *context, void *block)
{
   UChar *b = block;
   if (b == NULL || (b >= area && b < area + AREA_B))
      return;
   Int i = index_of(b);
   if (i < 0) {
      VG_(free)(b);
      return;
   }
   tk_pages_put(b, mapped[i].size_B);
   mapped[i].block = NULL;
}

const tk_alloc tk_near_alloc = { .get = near_get,
                                 .put = near_put,
                                 .get_zeroed = near_get_zeroed };

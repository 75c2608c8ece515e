/* tk_near.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_near.h"

#include "pub_tool_basics.h"
#include "pub_tool_mallocfree.h"

enum {
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

static void near_put(void *context, void *block)
{
   UChar *b = block;
   if (b != NULL && !(b >= area && b < area + AREA_B))
      VG_(free)(b);
}

const tk_alloc tk_near_alloc = { .get = near_get, .put = near_put };

/* fuzz_extents.c -- any bytes as the memory image of an object with unwinding
   tables: no read goes beyond the image, and a found extent contains the
   address.

   The first two bytes are the address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "strmem/hp_extents.h"
#include "unit_alloc.h"

typedef struct {
   const uint8_t *bytes;
   size_t size_B;
} image;

static bool read_image(void *context, uintptr_t address, void *to, size_t size_B)
{
   const image *from = context;
   size_t at = address - (uintptr_t)from->bytes;
   if (at > from->size_B || size_B > from->size_B - at)
      return false;
   memcpy(to, &from->bytes[at], size_B);
   return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   uint64_t offset = unit_random_below(&random, 1 << 16);
   image whole = { random.bytes, random.left_B };
   hp_extents_memory memory = { &whole, read_image };
   uintptr_t at = (uintptr_t)whole.bytes + offset;
   hp_extent extent;
   if (hp_extents_find(&memory, (uintptr_t)whole.bytes, at, &extent))
      assert_true(extent.start <= at && at < extent.end);
   return 0;
}

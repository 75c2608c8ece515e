/* test_ah_type.c -- the type of a site's blocks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heap/ah_type.h"
#include "test_ty_program.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static const uint64_t mapped = 0x7f0000001000;

/* The type's name of blocks of a profile in this mode; NULL: there is none. */
static void check(const char *mode, int64_t size_B, const char *expected)
{
   /* DHAT lists the function that Valgrind puts in place of operator new. */
   static const uint32_t path[] = { 0, 1 };
   an_frame frames[] = {
      { .function = "operator new", .file = "vg_replace_malloc.c", .line = 381 },
      { .function = "main", .file = "a.c", .line = 1, .address = mapped }
   };
   an_object object = { .start = mapped, .end = mapped + MADE_TEXT_B, .path = "object" };
   const ah_profile profile = {
      .mode = mode, .frames = frames, .n_frames = 2, .objects = &object, .n_objects = 1
   };
   const ah_site site = {
      .frames = path, .n_frames = 2, .min_size = size_B, .max_size = size_B
   };
   static an_source_places places;
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   const ty_type *type = ah_type_of_site(types, &profile, &site);
   if (expected == NULL)
      assert_null(type);
   else
      assert_string_equal(type->name, expected);
}

static void knows_blocks_of_the_heap(void **state)
{
   (void)state;
   check("heap", PROGRAM_NODE_B, "struct node");
   check("heap", PROGRAM_NODE_B + 1, NULL);
}

/* What copies and pages hold is not what the code around them allocates. */
static void knows_no_other_blocks(void **state)
{
   (void)state;
   check("copy", PROGRAM_NODE_B, NULL);
   check("pages", PROGRAM_NODE_B, NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_blocks_of_the_heap),
      cmocka_unit_test(knows_no_other_blocks),
   };
   return cmocka_run_group_tests(tests, program_write, made_leave);
}

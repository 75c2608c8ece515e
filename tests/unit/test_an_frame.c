/* test_an_frame.c -- the orders of frames, and the objects that have their code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_error.h"
#include "paths/an_frame.h"

static int sign(int order)
{
   return (order > 0) - (order < 0);
}

/* Checks that the frames are in order: each before all that follow. */
static void check_order(int (*compare)(const an_frame *, const an_frame *),
                        const an_frame *frames, int n)
{
   for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
         if (sign(compare(&frames[i], &frames[k])) != sign(i - k))
            fail_msg("frames %d and %d", i, k);
}

static void orders_by_function_file_and_line(void **state)
{
   (void)state;
   char f[] = "f"; /* equal text at another address */
   const an_frame frames[] = {
      { .function = "e", .file = "z.c", .line = 9 },
      { .function = "f", .line = 9 },
      { .function = f, .file = "a.c", .line = 2 },
      { .function = "f", .file = "a.c", .line = 10 },
      { .function = f, .file = "b.c", .line = 1 },
   };
   check_order(an_frame_compare, frames, 5);
   check_order(an_frame_compare_shown, frames, 5);
   an_frame same = frames[3];
   same.object = "libx.so";
   same.address = 7;
   same.is_inlined = true;
   assert_int_equal(an_frame_compare(&same, &frames[3]), 0);
}

/* Reports show the object of code without a file, and the address of code without a
   name. */
static void orders_by_what_is_shown(void **state)
{
   (void)state;
   const an_frame frames[] = {
      { .function = AN_UNKNOWN, .address = 9 },
      { .function = AN_UNKNOWN, .object = "a.so", .address = 1 },
      { .function = AN_UNKNOWN, .object = "a.so", .address = 2 },
      { .function = AN_UNKNOWN, .object = "b.so", .address = 1 },
      { .function = "f", .object = "a.so", .address = 2 },
      { .function = "f", .object = "b.so", .address = 1 },
      { .function = "f", .object = "a.so", .is_inlined = true },
   };
   check_order(an_frame_compare_shown, frames, 7);
   an_frame other = frames[4];
   other.address = 77;
   assert_int_equal(an_frame_compare_shown(&other, &frames[4]), 0);
   const an_frame in_file = { .function = "f", .file = "a.c", .object = "a.so" };
   other = in_file;
   other.object = "b.so";
   assert_int_equal(an_frame_compare_shown(&other, &in_file), 0);
}

static void finds_objects(void **state)
{
   (void)state;
   static const char app[] = "/bin/app", lib[] = "/lib/libx.so";
   const an_object objects[] = { { .start = 0x10, .end = 0x20, .path = app },
                                 { .start = 0x20, .end = 0x30, .path = lib },
                                 { .start = 0x40, .end = 0x50, .path = lib } };
   const struct {
      uint64_t address;
      const an_object *expected;
   } cases[] = { { 0xf, NULL },         { 0x10, &objects[0] }, { 0x1f, &objects[0] },
                 { 0x20, &objects[1] }, { 0x30, NULL },        { 0x4f, &objects[2] },
                 { 0x50, NULL } };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      assert_ptr_equal(an_object_find(objects, 3, cases[i].address), cases[i].expected);
   assert_null(an_object_find(objects, 0, 0x10));
   assert_ptr_equal(an_object_named(objects, 3, app), &objects[0]);
   assert_null(an_object_named(objects, 3, lib)); /* two builds of it */
   assert_ptr_equal(an_object_named(objects, 2, lib), &objects[1]);
   assert_null(an_object_named(objects, 3, "/bin/other"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_by_function_file_and_line),
      cmocka_unit_test(orders_by_what_is_shown),
      cmocka_unit_test(finds_objects),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

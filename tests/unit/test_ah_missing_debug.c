/* test_ah_missing_debug.c -- objects whose code has no source lines, and the entry point
   of a program that has some.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "heap/ah_missing_debug.h"

#define PROGRAM "/home/me/prog"
#define LIBRARY "/usr/lib/libx.so"

enum { MAIN, LINED, UNLINED, LIBRARY_LINED, LIBRARY_UNLINED, STAND_IN, UNKNOWN };

static an_frame frames[] = {
   [MAIN] = { .function = "main", .object = PROGRAM, .address = 0x1010 },
   [LINED] = { .function = "run", .file = "a.rs", .line = 7, .address = 0x1020 },
   [UNLINED] = { .function = "old", .object = PROGRAM, .address = 0x1030 },
   [LIBRARY_LINED] = { .function = "x", .file = "x.c", .line = 3, .address = 0x5010 },
   [LIBRARY_UNLINED] = { .function = "y", .object = LIBRARY, .address = 0x5020 },
   [STAND_IN] = { .function = "malloc", .object = "/usr/vgpreload_x.so" },
   [UNKNOWN] = { .function = "???" },
};

static an_object objects[] = {
   { .start = 0x1000, .end = 0x2000, .path = PROGRAM },
   { .start = 0x5000, .end = 0x6000, .path = LIBRARY },
};

/* What is found in one site of 100 bytes. */
static ah_missing_debug found_in(const uint32_t *path, size_t n, size_t n_objects)
{
   ah_missing_debug found;
   ah_site site = { .frames = path, .n_frames = n, .total = { 100, 1 } };
   ah_profile p = {
      .frames = frames,
      .n_frames = sizeof frames / sizeof frames[0],
      .sites = &site,
      .n_sites = 1,
      .objects = objects,
      .n_objects = n_objects,
   };
   ah_missing_debug_find(&found, &p);
   return found;
}

#define FOUND_IN(n_objects, ...) \
   found_in((const uint32_t[]){ __VA_ARGS__ }, \
            sizeof(uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t), n_objects)

static void check_one(ah_missing_debug found, const char *object)
{
   assert_int_equal(found.n, 1);
   assert_string_equal(found.of[0].object, object);
   assert_int_equal(found.of[0].bytes, 100);
}

static void names_objects(void **state)
{
   (void)state;
   check_one(FOUND_IN(2, STAND_IN, LIBRARY_UNLINED, LINED), LIBRARY);
   check_one(FOUND_IN(2, UNLINED, UNLINED, LINED), PROGRAM);
   assert_int_equal(FOUND_IN(2, STAND_IN, UNKNOWN, LINED).n, 0);
   assert_int_equal(FOUND_IN(2, LIBRARY_UNLINED, UNLINED, LINED).n, 2);
}

/* rustc makes a `main` without lines, in programs that have lines elsewhere. */
static void passes_over_entry_points(void **state)
{
   (void)state;
   assert_int_equal(FOUND_IN(2, LINED, MAIN).n, 0);
   check_one(FOUND_IN(2, LIBRARY_UNLINED, LINED, MAIN), LIBRARY);
   check_one(FOUND_IN(2, UNLINED, LINED, MAIN), PROGRAM);
}

static void other_programs_lack_lines(void **state)
{
   (void)state;
   check_one(FOUND_IN(2, MAIN), PROGRAM);
   check_one(FOUND_IN(2, UNLINED, MAIN), PROGRAM);
   check_one(FOUND_IN(2, LIBRARY_LINED, MAIN), PROGRAM);
   check_one(FOUND_IN(0, LINED, MAIN), PROGRAM); /* whose code is not known */
   check_one(FOUND_IN(2, LINED, MAIN, LINED), PROGRAM);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_objects),
      cmocka_unit_test(passes_over_entry_points),
      cmocka_unit_test(other_programs_lack_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

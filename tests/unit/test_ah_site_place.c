/* test_ah_site_place.c -- the place of an allocation site in the program's own source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "sections/ah_page.h"

#include <stdlib.h>

static an_frame frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .function = "std::vector<int, std::allocator<int> >::reserve(unsigned long)",
     .file = "/usr/include/c++/12/bits/vector.tcc",
     .line = 79 },
   { .function = "inv::(anonymous namespace)::make<Order>(int)",
     .file = "/home/me/inv.cpp",
     .line = 169 },
   { .function = "main", .file = "/home/me/inv.cpp", .line = 240 },
};

/* The place of a site with these frames, from the innermost on. */
static void check_place_of(const uint32_t *path, uint32_t n, bool is_of_caller,
                           size_t n_most, const char *expected)
{
   const ah_profile profile = { .creator = "heapprof",
                                .mode = "heap",
                                .frames = frames,
                                .n_frames = sizeof frames / sizeof frames[0] };
   const ah_site site = { .frames = path, .n_frames = n };
   char *text = ah_site_place(&profile, &site, is_of_caller, n_most);
   assert_string_equal(text, expected);
   free(text);
}

static void check_place(const uint32_t *path, uint32_t n, size_t n_most,
                        const char *expected)
{
   check_place_of(path, n, false, n_most, expected);
}

static void in_a_library(void **state)
{
   (void)state;
   static const uint32_t path[] = { 1, 2, 3 };
   check_place(path, 3, SIZE_MAX, "inv::make (inv.cpp:169), in std::vector::reserve");
   check_place(path, 3, 48, "inv::make (inv.cpp:169), in std::vector::reserve");
   check_place(path, 3, 30, "inv::make (inv.cpp:169)");
}

static void by_a_caller(void **state)
{
   (void)state;
   static const uint32_t path[] = { 2, 3 };
   check_place(path, 2, SIZE_MAX,
               "inv::make (inv.cpp:169), called by main (inv.cpp:240)");
   check_place(path, 2, 45, "inv::make (inv.cpp:169), called by main");
   check_place(path, 2, 30, "inv::make (inv.cpp:169)");
   check_place(path, 1, 30, "inv::make (inv.cpp:169)");
}

/* The program's, not what a library calls it by: a constructor in a pair. */
static void of_a_caller(void **state)
{
   (void)state;
   static const uint32_t path[] = { 2, 1, 3 };
   check_place_of(path, 3, true, SIZE_MAX, "main (inv.cpp:240), in std::vector::reserve");
}

/* A path of libraries, and one that is not known. */
static void no_place(void **state)
{
   (void)state;
   static const uint32_t path[] = { 1 };
   check_place(path, 1, SIZE_MAX, "std::vector::reserve (vector.tcc:79)");
   check_place(path, 0, SIZE_MAX, "(call path not known)");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(in_a_library),
      cmocka_unit_test(by_a_caller),
      cmocka_unit_test(of_a_caller),
      cmocka_unit_test(no_place),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

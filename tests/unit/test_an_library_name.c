/* test_an_library_name.c -- what people call the functions of a library.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_library_name.h"

static void functions_for_a_processor(void **state)
{
   (void)state;
   assert_string_equal(an_library_name("__memcpy_avx_unaligned_erms"), "memcpy");
   assert_string_equal(an_library_name("__memcmp_avx2_movbe"), "memcmp");
   assert_string_equal(an_library_name("__strchrnul_evex"), "strchrnul");
   assert_string_equal(an_library_name("__strncmp_sse42"), "strncmp");
   assert_string_equal(an_library_name("__strcpy_ssse3"), "strcpy");
   assert_string_equal(an_library_name("__memset_erms"), "memset");
}

/* Labels number what has one text and two pointers. */
static void plain_names_are_the_same(void **state)
{
   (void)state;
   assert_ptr_equal(an_library_name("memcpy"), an_library_name("__memcpy_avx_unaligned"));
   assert_ptr_equal(an_library_name("__memcpy"), an_library_name("memcpy"));
}

static void intrinsics_are_no_functions(void **state)
{
   (void)state;
   assert_null(an_library_name("_mm_cmpeq_epi8"));
   assert_null(an_library_name("_mm256_add_epi8"));
   assert_string_equal(an_library_name("_mmap"), "_mmap");
   assert_string_equal(an_library_name("_mm256"), "_mm256");
   assert_string_equal(an_library_name("mm_add"), "mm_add");
}

static void other_names_stay(void **state)
{
   (void)state;
   static const char *const names[] = { "malloc",    "_int_malloc",  "memcpy_chk",
                                        "memcpyavx", "strlen_table", "my_memcpy_avx",
                                        "strncmp_l", "std::sort",    "" };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      assert_ptr_equal(an_library_name(names[i]), names[i]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions_for_a_processor),
      cmocka_unit_test(plain_names_are_the_same),
      cmocka_unit_test(intrinsics_are_no_functions),
      cmocka_unit_test(other_names_stay),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

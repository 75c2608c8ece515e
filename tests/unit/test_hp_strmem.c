/* test_hp_strmem.c -- what functions for memory and strings read and write, against
   loops that count each byte as they fetch it; at the end of memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/hp_strmem_model.h"

enum { N_TRIES = 400 };

static void test_loops(void **state)
{
   (void)state;
   source = unit_random_from(1);
   for (size_t k = 0; k < N_CASES; k++)
      for (int i = 0; i < N_TRIES; i++)
         check_case(k);
}

/* Nothing is there, or no end: nothing that is not there is looked at. */
static void test_unreadable(void **state)
{
   (void)state;
   for (int k = 0; k < N_CASES; k++) {
      const hp_strmem_function *f = hp_strmem_named(cases[k].name, false, true);
      for (size_t before = 0; before < 12; before++) {
         uintptr_t a[HP_STRMEM_ARGUMENTS] = { (uintptr_t)areas[A] + PAGE - before,
                                              (uintptr_t)areas[B] + PAGE - before / 2, 3,
                                              3 };
         memset(areas[A], 'a', PAGE);
         memset(areas[B], 'a', PAGE);
         hp_strmem_call(f, a, &world);
         a[1] = 'z';
         if (strchr(cases[k].arguments, 'b') == NULL)
            hp_strmem_call(f, a, &world);
      }
   }
}

static void test_names(void **state)
{
   (void)state;
   const hp_strmem_function *copy = hp_strmem_named("memcpy", false, false);
   const hp_strmem_function *move = hp_strmem_named("memmove", false, false);
   assert_ptr_equal(hp_strmem_named("memcpy@@GLIBC_2.14", false, false), copy);
   assert_ptr_equal(hp_strmem_named("memcpy@GLIBC_2.2.5", false, false), copy);
   assert_ptr_equal(hp_strmem_named("__GI_memmove", false, false), move);
   assert_null(hp_strmem_named("memcpy_", false, false));
   assert_null(hp_strmem_named("memc", false, false));
   assert_null(hp_strmem_named("my_memcpy", false, false));
   assert_null(hp_strmem_named("strchr", true, false));
   assert_null(hp_strmem_named("wcsncpy", false, false));
   assert_null(hp_strmem_named("wcsncpy", true, true));
   assert_true(hp_strmem_named("mempcpy", true, false)->is_copy);
   assert_false(hp_strmem_named("memcpy", true, false)->is_copy);
   assert_ptr_equal(hp_strmem_prefer(copy, move), move);
   assert_ptr_equal(hp_strmem_prefer(move, copy), move);
   copy = hp_strmem_named("__memcpy_chk", false, false);
   move = hp_strmem_named("__memmove_chk", false, false);
   assert_ptr_equal(hp_strmem_prefer(copy, move), copy);
   assert_ptr_equal(hp_strmem_prefer(move, copy), move);
}

/* To where it is nothing is moved. */
static void test_no_move(void **state)
{
   (void)state;
   uintptr_t a[HP_STRMEM_ARGUMENTS] = { (uintptr_t)areas[A], (uintptr_t)areas[A], 100 };
   memset(&got, 0, sizeof got);
   assert_int_equal(hp_strmem_call(hp_strmem_named("memmove", false, false), a, &world),
                    100);
   assert_int_equal(got.reads[A][0] + got.writes[A][0], 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_unreadable),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_no_move),
   };
   return cmocka_run_group_tests(tests, map_areas, NULL);
}

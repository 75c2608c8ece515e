/* test_hp_function_aliases.c -- the functions of allocators other than libc's, and
   where their sizes are.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hp_functions.h"

static void expect(const char *name, hp_action action, uint64_t size)
{
   const uint64_t arguments[HP_MAX_ARGUMENTS] = { 3, 50, 700 };
   const hp_function *function = hp_function_named(name);
   if (function == NULL)
      fail_msg("%s is not known", name);
   assert_int_equal(function->action, action);
   if (size != 0)
      assert_int_equal(hp_function_size(function, arguments), size);
   else
      assert_int_equal(function->pointer, 0);
}

static void expect_none(const char *name)
{
   if (hp_function_named(name) != NULL)
      fail_msg("%s is taken for an allocator's", name);
}

static void test_c(void **state)
{
   (void)state;
   expect("malloc", HP_ALLOCATE, 3);
   expect("calloc", HP_ALLOCATE, 150);
   expect("__libc_memalign", HP_ALLOCATE, 50);
   expect("posix_memalign", HP_ALLOCATE_AT, 700);
   expect("reallocarray", HP_REALLOCATE, 35000);
   expect("cfree", HP_FREE, 0);
   expect_none("mallocs");
   expect_none("xmalloc");
   expect_none("free.part.0");
}

static void test_operators(void **state)
{
   (void)state;
   expect("operator new(unsigned long)", HP_ALLOCATE, 3);
   expect("operator new[](unsigned int, std::nothrow_t const&)", HP_ALLOCATE,
          3);
   expect("operator delete(void*, unsigned long, std::align_val_t)", HP_FREE,
          0);
   expect_none("operator new(unsigned long, void*)");
   expect_none("thing::operator new(unsigned long)");
}

/* Those that Rust's allocators are made of, too. */
static void test_other_allocators(void **state)
{
   (void)state;
   expect("_rjem_malloc", HP_ALLOCATE, 3);
   expect("_rjem_mallocx", HP_ALLOCATE, 3);
   expect("rallocx", HP_REALLOCATE, 50);
   expect("_rjem_sdallocx", HP_FREE, 0);
   expect("mi_malloc_aligned", HP_ALLOCATE, 3);
   expect("mi_zalloc_aligned", HP_ALLOCATE, 3);
   expect("mi_realloc_aligned", HP_REALLOCATE, 50);
   expect("mi_new_n", HP_ALLOCATE, 150);
   expect("mi_free", HP_FREE, 0);
   expect("tc_newarray_aligned_nothrow", HP_ALLOCATE, 3);
   expect("tc_delete_sized", HP_FREE, 0);
}

/* A program's own functions. */
static void test_alike(void **state)
{
   (void)state;
   expect_none("tc_newline");
   expect_none("tc_new_filter");
   expect_none("tc_delete_all");
   expect_none("mi_newer");
   expect_none("new_n");
   expect_none("zalloc");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_c),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_other_allocators),
      cmocka_unit_test(test_alike),
   };
   return cmocka_run_group_tests_name("hp_functions", tests, NULL, NULL);
}

/* test_tk_function_aliases.c -- the functions of allocators other than libc's, and
   where their sizes are.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "watch/tk_functions.h"

static void expect(const char *name, tk_action action, uint64_t size)
{
   const uint64_t arguments[TK_MAX_ARGUMENTS] = { 3, 50, 700 };
   const tk_function *function = tk_function_named(name);
   if (function == NULL)
      fail_msg("%s is not known", name);
   assert_int_equal(function->action, action);
   if (size != 0)
      assert_int_equal(tk_function_size(function, arguments), size);
   else
      assert_int_equal(function->pointer, 0);
}

static void expect_none(const char *name)
{
   if (tk_function_named(name) != NULL)
      fail_msg("%s is taken for an allocator's", name);
}

static void test_c(void **state)
{
   (void)state;
   expect("malloc", TK_ALLOCATE, 3);
   expect("calloc", TK_ALLOCATE, 150);
   expect("__libc_memalign", TK_ALLOCATE, 50);
   expect("posix_memalign", TK_ALLOCATE_AT, 700);
   expect("reallocarray", TK_REALLOCATE, 35000);
   expect("cfree", TK_FREE, 0);
   expect_none("mallocs");
   expect_none("xmalloc");
   expect_none("free.part.0");
}

static void test_operators(void **state)
{
   (void)state;
   expect("operator new(unsigned long)", TK_ALLOCATE, 3);
   expect("operator new[](unsigned int, std::nothrow_t const&)", TK_ALLOCATE, 3);
   expect("operator delete(void*, unsigned long, std::align_val_t)", TK_FREE, 0);
   expect_none("operator new(unsigned long, void*)");
   expect_none("thing::operator new(unsigned long)");
}

/* Functions that Rust's allocators are made of are found, too. */
static void test_other_allocators(void **state)
{
   (void)state;
   expect("_rjem_malloc", TK_ALLOCATE, 3);
   expect("_rjem_mallocx", TK_ALLOCATE, 3);
   expect("rallocx", TK_REALLOCATE, 50);
   expect("_rjem_sdallocx", TK_FREE, 0);
   expect("mi_malloc_aligned", TK_ALLOCATE, 3);
   expect("mi_zalloc_aligned", TK_ALLOCATE, 3);
   expect("mi_realloc_aligned", TK_REALLOCATE, 50);
   expect("mi_new_n", TK_ALLOCATE, 150);
   expect("mi_free", TK_FREE, 0);
   expect("tc_newarray_aligned_nothrow", TK_ALLOCATE, 3);
   expect("tc_delete_sized", TK_FREE, 0);
}

/* What only some allocators have.  (mimalloc.h; jemalloc(3); tcmalloc.h) */
static void test_own_functions(void **state)
{
   (void)state;
   expect("reallocf", TK_REALLOCATE_OR_FREE, 50);
   expect("mi_reallocf", TK_REALLOCATE_OR_FREE, 50);
   expect("free_sized", TK_FREE, 0);
   expect("tc_free_sized", TK_FREE, 0);
   expect("free_aligned_sized", TK_FREE, 0);
   expect("malloc_size", TK_TELL_SIZE, 0);
   expect("tc_malloc_size", TK_TELL_SIZE, 0);
   expect("tc_malloc_skip_new_handler", TK_ALLOCATE, 3);
   expect("sallocx", TK_TELL_SIZE, 0);
   expect("xallocx", TK_RESIZE, 50); /* not what may be added */
   expect("je_xallocx", TK_RESIZE, 50);
   expect("mi_expand", TK_EXPAND, 50);
   expect("mi__expand", TK_EXPAND, 50);
   expect("mi_malloc_usable_size", TK_TELL_SIZE, 0);
   expect("mi_usable_size", TK_TELL_SIZE, 0);
   expect("mi_malloc_small", TK_ALLOCATE, 3);
   expect("mi_malloc_aligned_at", TK_ALLOCATE, 3);
   expect("mi_mallocn", TK_ALLOCATE, 150);
   expect("mi_calloc_aligned", TK_ALLOCATE, 150);
   expect("mi_calloc_aligned_at", TK_ALLOCATE, 150);
   expect("mi_realloc_aligned_at", TK_REALLOCATE, 50);
   expect("mi_rezalloc_aligned", TK_REALLOCATE, 50);
   expect("mi_recalloc_aligned_at", TK_REALLOCATE, 35000);
   expect("mi_aligned_recalloc", TK_REALLOCATE, 35000);
   expect("mi_aligned_offset_recalloc", TK_REALLOCATE, 35000);
   expect("mi_new_realloc", TK_REALLOCATE, 50);
   expect("mi_new_reallocn", TK_REALLOCATE, 35000);
   expect("mi_new_aligned_nothrow", TK_ALLOCATE, 3);
   expect("mi_free_size_aligned", TK_FREE, 0);
   expect("mi_free_aligned", TK_FREE, 0);
   expect("mi_posix_memalign", TK_ALLOCATE_AT, 700);
   assert_int_equal(tk_function_named("mi_strdup")->action, TK_DUPLICATE);
   assert_int_equal(tk_function_named("mi_heap_strndup")->action, TK_DUPLICATE);
   expect_none("strdup"); /* libc's calls malloc */
   expect_none("nallocx");
   expect_none("mi_good_size");
   expect_none("mi_malloc_good_size");
}

static void test_heaps_of_mimalloc(void **state)
{
   (void)state;
   expect("mi_heap_malloc", TK_ALLOCATE, 50);
   expect("mi_heap_zalloc", TK_ALLOCATE, 50);
   expect("mi_heap_malloc_small", TK_ALLOCATE, 50);
   expect("mi_heap_calloc", TK_ALLOCATE, 35000);
   expect("mi_heap_mallocn", TK_ALLOCATE, 35000);
   expect("mi_heap_malloc_aligned", TK_ALLOCATE, 50);
   expect("mi_heap_zalloc_aligned_at", TK_ALLOCATE, 50);
   expect("mi_heap_calloc_aligned", TK_ALLOCATE, 35000);
   expect("mi_heap_alloc_new", TK_ALLOCATE, 50);
   expect("mi_heap_alloc_new_n", TK_ALLOCATE, 35000);
   expect_none("mi_heap_free");
   assert_int_equal(tk_function_named("mi_heap_new")->action, TK_OWN_WORK);
   assert_int_equal(tk_function_named("mi_heap_delete")->action, TK_OWN_WORK);
   expect_none("mi_heap_aligned");
   expect_none("mi_heap__aligned");
   expect_none("mi_aligned");
   static const struct {
      const char *name;
      tk_action action;
      uint64_t size_B;
   } rows[] = {
      { "mi_heap_realloc", TK_REALLOCATE, 700 },
      { "mi_heap_reallocf", TK_REALLOCATE_OR_FREE, 700 },
      { "mi_heap_rezalloc", TK_REALLOCATE, 700 },
      { "mi_heap_realloc_aligned_at", TK_REALLOCATE, 700 },
      { "mi_heap_reallocn", TK_REALLOCATE, 700 * 11 },
      { "mi_heap_recalloc", TK_REALLOCATE, 700 * 11 },
      { "mi_heap_recalloc_aligned", TK_REALLOCATE, 700 * 11 },
   };
   static const uint64_t arguments[TK_MAX_ARGUMENTS] = { 3, 50, 700, 11 };
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const tk_function *function = tk_function_named(rows[i].name);
      assert_non_null(function);
      assert_int_equal(function->action, rows[i].action);
      assert_int_equal(function->pointer, 1);
      assert_int_equal(tk_function_size(function, arguments), rows[i].size_B);
   }
}

/* A program's own functions. */
static void test_alike(void **state)
{
   (void)state;
   expect_none("tc_newline");
   expect_none("tc_new_filter");
   expect_none("tc_delete_all");
   expect_none("mi_newer");
   expect_none("mi_new_alignedx");
   expect_none("mi_some_name_that_is_longer_than_any_aligned");
   expect_none("new_n");
   expect_none("zalloc");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_c),
      cmocka_unit_test(test_operators),
      cmocka_unit_test(test_other_allocators),
      cmocka_unit_test(test_own_functions),
      cmocka_unit_test(test_heaps_of_mimalloc),
      cmocka_unit_test(test_alike),
   };
   return cmocka_run_group_tests_name("hp_functions", tests, NULL, NULL);
}

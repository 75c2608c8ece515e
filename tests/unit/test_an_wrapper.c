/* test_an_wrapper.c -- names of functions that only allocate or free for others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "paths/an_wrapper.h"

static void check_named(const char *name, bool expected)
{
   char room[64];
   if (an_wrapper_is_named(name, room) != expected)
      fail_msg("%s: %d", name, expected);
}

static void knows_names(void **state)
{
   (void)state;
   static const char *const named[] = {
      "xmalloc",           "my::Xmalloc(int)",
      "ztrymalloc_usable", "zfree",
      "sds::Free(char*)",  "xstrndup",
      "mem_memdup",        "operator new(int)",
      "dealloc<char>",     "operator delete[](void*)",
   };
   static const char *const others[] = {
      "main", "free_tree", "freed", "std_alloc::fill(allocator<int>)", "renew", "",
   };
   for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
      check_named(named[i], true);
   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
      check_named(others[i], false);
}

static void knows_shims(void **state)
{
   (void)state;
   static const char *const shims[] = {
      "__rust_alloc",
      "__rustc::__rust_dealloc",
      "__rdl_realloc",
      "__rustc::__rg_alloc",
      "core::ops::function::FnOnce::call_once{{vtable.shim}}",
      "<fn() as core::ops::function::FnOnce<()>>::call_once",
      "__rustc[5f1c]::__rust_alloc_zeroed",
      "core::ops::function::FnMut::call_mut",
      "core::ops::function::Fn::call",
      "<fd::walk::Visit as core::ops::function::FnOnce<()>>::call_once::{shim:vtable#0}",
      "fd::main::{closure#0}::{shim:vtable#0}",
      "std::sys::backtrace::__rust_begin_short_backtrace",
      "std::sys_common::backtrace::__rust_end_short_backtrace",
      "std::rt::lang_start::<()>::{closure#0}",
      "std::rt::lang_start_internal",
   };
   for (size_t i = 0; i < sizeof shims / sizeof shims[0]; i++)
      assert_true(an_wrapper_is_shim(shims[i]));
   assert_false(an_wrapper_is_shim("my::__rust_alloc"));
   assert_false(an_wrapper_is_shim("call_once"));
   assert_false(an_wrapper_is_shim("rust_alloc"));
}

static void keeps_those_of_three(void **state)
{
   (void)state;
   an_wrapper_use uses[] = {
      { "b", "f", 1 }, { "a", "f", 2 }, { "b", "g", 3 }, { "a", "g", 4 },
      { "b", "f", 5 }, { "b", "h", 6 }, { "a", "g", 7 },
   };
   assert_int_equal(an_wrappers_keep(uses, 7), 4);
   size_t sum = 0;
   for (size_t i = 0; i < 4; i++) {
      assert_string_equal(uses[i].wrapper, "b");
      sum += uses[i].number;
   }
   assert_int_equal(sum, 1 + 3 + 5 + 6);
   assert_int_equal(an_wrappers_keep(uses, 0), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_names),
      cmocka_unit_test(knows_shims),
      cmocka_unit_test(keeps_those_of_three),
   };
   return cmocka_run_group_tests_name("an_wrapper", tests, NULL, NULL);
}

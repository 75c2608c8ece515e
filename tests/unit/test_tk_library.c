/* test_tk_library.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/tk_library.h"

static void check(const char *const *files, size_t n, bool is_library)
{
   for (size_t i = 0; i < n; i++)
      if (tk_library_has_source(files[i]) != is_library)
         fail_msg("%s", files[i]);
}

#define CHECK(files, is_library) \
   check(files, sizeof(files) / sizeof((files)[0]), is_library)

static void knows_sources_of_libraries(void **state)
{
   (void)state;
   static const char *const system[] = {
      "/usr/include/c++/12/vector",
      "/usr/local/include/boost/any.hpp",
      "/usr/lib/llvm-14/include/c++/v1/vector",
      "/usr/share/cargo/registry/a/b.rs",
      "/rustc/0123/library/alloc/vec.rs",
      "/rust/deps/hashbrown-0.16.1/src/map.rs",
      "library/alloc/src/raw_vec.rs",
      "/nix/store/0123-gcc/include/x.h",
      "/usr/src/debug/glibc-2.39/malloc/malloc.c",
      "/usr/src/rustc-1.63.0/library/core/src/num/uint_macros.rs",
   };
   static const char *const compilers[] = {
      "/opt/gcc-13/include/c++/13.1.0/vector",
      "/home/me/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/lib/rustlib/"
      "src/rust/library/alloc/src/vec/mod.rs",
   };
   static const char *const packages[] = {
      "/home/me/.cargo/registry/src/index.crates.io-1/serde-1.0/src/lib.rs",
      "/home/me/app/vendor/serde/src/lib.rs",
      "vendor/serde/src/lib.rs",
      "../third_party/zlib/inflate.c",
      "third_party/zlib/inflate.c",
      "/home/me/app/build/_deps/fmt-src/include/fmt/core.h",
   };
   CHECK(system, true);
   CHECK(compilers, true);
   CHECK(packages, true);
}

static void knows_sources_of_programs(void **state)
{
   (void)state;
   static const char *const files[] = {
      "",
      "a.c",
      "src/a.c",
      "library/src/shelves.rs",
      "library/core.rs",
      "./src/a.c",
      "include/c++/mine.h",
      "/home/me/usr/include/a.h",
      "/usr/src/app/main.rs",
      "/usr/local/src/app/main.c",
      "/usr/src/rust/main.rs",
      "/home/me/vendors/a.c",
      "/home/me/my_third_party/a.c",
      "/home/me/vendor",
      "/usrlocal/a.c",
   };
   CHECK(files, false);
}

static void knows_libraries_of_the_system(void **state)
{
   (void)state;
   assert_true(tk_library_is_system("/usr/lib/x86_64-linux-gnu/libc.so.6"));
   assert_true(tk_library_is_system("/lib64/ld-linux-x86-64.so.2"));
   assert_false(tk_library_is_system("/usr/lib/git-core/git"));
   assert_false(tk_library_is_system("/usr/lib/a.so.d/program"));
   assert_false(tk_library_is_system("/home/me/lib/libmine.so"));
   assert_false(tk_library_is_system("libmine.so"));
}

static void knows_allocators(void **state)
{
   (void)state;
   assert_true(tk_library_is_allocator("xmalloc"));
   assert_true(tk_library_is_allocator("g_try_realloc"));
   assert_true(tk_library_is_allocator("sqlite3MemMalloc"));
   assert_false(tk_library_is_allocator("malloc")); /* no function of the program */
   assert_true(tk_library_is_allocator("malloc_or_die"));
   assert_false(tk_library_is_allocator("reallocate_table"));
   assert_false(tk_library_is_allocator("new_node"));
   assert_false(tk_library_is_allocator(""));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_allocators),
      cmocka_unit_test(knows_sources_of_libraries),
      cmocka_unit_test(knows_sources_of_programs),
      cmocka_unit_test(knows_libraries_of_the_system),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

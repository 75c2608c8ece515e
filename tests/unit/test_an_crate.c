/* test_an_crate.c -- the crate or library that files, functions and objects are of.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_crate.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct {
   const char *of, *name; /* "": it does not say */
} known;

static void check(const known *all, size_t n, an_span (*find)(const char *of))
{
   for (size_t i = 0; i < n; i++) {
      an_span span = find(all[i].of);
      char name[64] = "";
      if (span.at != NULL)
         snprintf(name, sizeof name, "%.*s", (int)an_span_length(span), span.at);
      if (strcmp(name, all[i].name) != 0)
         fail_msg("%s: %s, not %s", all[i].of, name, all[i].name);
   }
}

static void files_of_rusts_library(void **state)
{
   (void)state;
   static const known all[] = {
      { "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/alloc/src/vec/mod.rs",
        "std" },
      { "/rustc/59807616e1fa/library/core/src/../../portable-simd/crates/core_simd/src/"
        "ops.rs",
        "std" },
      { "/rustc/59807616e1fa/vendor/hashbrown-0.14.5/src/raw/mod.rs", "std" },
      { "/rust/deps/hashbrown-0.16.1/src/map.rs", "std" },
      { "/usr/src/rustc-1.63.0/library/core/src/ops/function.rs", "std" },
      { "/usr/src/rustc-1.63.0/vendor/miniz_oxide/src/inflate/core.rs", "std" },
      { "/home/ann/.rustup/toolchains/stable-x86_64-linux-gnu/lib/rustlib/src/rust/"
        "library/std/src/io/mod.rs",
        "std" },
      { "library/alloc/src/raw_vec.rs", "std" },
      { "library/proc_macro/src/lib.rs", "std" },
      { "library/shelves/src/lib.rs", "" }, /* the program's own */
      { "/home/ann/library/core/src/lib.rs", "" },
   };
   check(all, COUNT(all), an_crate_of_file);
}

static void files_of_packages(void **state)
{
   (void)state;
   static const known all[] = {
      { "/home/ann/.cargo/registry/src/index.crates.io-6f17d22bba15001f/"
        "regex-automata-0.4.9/src/dfa/mod.rs",
        "regex-automata" },
      { "/home/ann/.cargo/registry/src/github.com-1ecc6299db9ec823/libc-0.2.0-alpha.1+b/"
        "src/lib.rs",
        "libc" },
      { "/usr/share/cargo/registry/fnv-1.0.7/lib.rs", "fnv" },
      { "/usr/share/cargo/registry/utf-8-0.7.6/src/lib.rs", "utf-8" },
      { "/home/ann/.cargo/git/checkouts/tokio-377c595163f99a10/8897885/tokio/src/lib.rs",
        "tokio" },
      { "/home/ann/work/vendor/serde_json/src/de.rs", "serde_json" },
      { "vendor/rand-0.8.5/src/lib.rs", "rand" },
      /* The C source of a crate is the crate's. */
      { "/root/.cargo/registry/src/crates.io-6f17/zstd-sys-2.0.1+zstd.1.5.2/zstd/lib/"
        "compress.c",
        "zstd-sys" },
      { "/src/chromium/third_party/rust/serde/v1/crate/src/lib.rs", "serde" },
      { "/src/a/third_party/abseil-cpp/absl/strings/cord.cc", "abseil-cpp" },
      { "/src/a/build/_deps/fmt-src/src/format.cc", "fmt" },
      { "/src/a/vcpkg_installed/x64-linux/include/fmt/core.h", "" },
      { "/home/ann/registry/src/a.c", "" }, /* no folder of a package */
      { "/home/ann/app/src/main.rs", "" },
      { "src/vendor.c", "" },
      { "", "" },
   };
   check(all, COUNT(all), an_crate_of_file);
}

static void files_of_c_and_its_libraries(void **state)
{
   (void)state;
   static const known all[] = {
      { "/usr/include/c++/12/bits/stl_vector.h", "libstdc++" },
      { "/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h", "libstdc++" },
      { "/opt/gcc-14/include/c++/14.2.0/bits/ptr_traits.h", "libstdc++" },
      { "/usr/lib/llvm-14/include/c++/v1/vector", "libc++" },
      { "/usr/include/x86_64-linux-gnu/bits/string_fortified.h", "libc" },
      { "/usr/include/stdlib.h", "libc" },
      { "/usr/include/boost/container/vector.hpp", "boost" },
      { "/usr/include/x86_64-linux-gnu/qt5/QtCore/qlist.h", "qt5" },
      { "/usr/local/include/fmt/core.h", "fmt" },
      { "/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", "intrinsics" },
      { "./malloc/malloc/malloc.c", "libc" },
      { "./sysdeps/x86_64/multiarch/memmove-vec-unaligned-erms.S", "libc" },
      { "./nptl/futex-internal.c", "libc" },
      { "./elf/elf/dl-lookup.c", "ld" },
      { "/usr/lib/x86_64-linux-gnu/libglib-2.0.so.0.7400.6", "libglib" },
      { "./src/a.c", "" },
      { "???", "" },
   };
   check(all, COUNT(all), an_crate_of_file);
}

static void files_of_own_crates(void **state)
{
   (void)state;
   static const known all[] = {
      { "/tmp/rust-fd-find-8.6.0/src/filter/owner.rs", "rust-fd-find" },
      { "/home/ann/ripgrep/crates/searcher/src/line_buffer.rs", "searcher" },
      { "/home/ann/src/ripgrep/crates/core/main.rs", "core" },
      { "/home/ann/src/ripgrep/crates/core/flags/parse.rs", "core" },
      { "/home/ann/crates/src/main.rs", "crates" },
      { "lists/src/lib.rs", "lists" },
      { "lists/tests/sums.rs", "lists" },
      { "/home/ann/src/lists/benches/sums.rs", "lists" },
      { "/home/ann/src/app/src/bin/app.rs", "app" },
      { "src/main.rs", "" },
      { "/home/ann/src/app/src/main.c", "" }, /* C has no crates */
   };
   check(all, COUNT(all), an_crate_of_own);
}

static void functions_of_rust(void **state)
{
   (void)state;
   static const known all[] = {
      { "regex::exec::ExecNoSync::find_at", "regex" },
      { "<regex::re_bytes::Regex>::is_match", "regex" },
      { "<alloc::vec::Vec<T> as core::clone::Clone>::clone", "std" },
      { "<&mut serde_json::de::Deserializer<R> as serde::Deserializer>::next",
        "serde_json" },
      { "<T as serde::Serialize>::serialize", "serde" },
      { "<[fd::Entry] as fd::Sort>::sort", "fd" },
      { "<(dyn log::Log + 'static)>::log", "log" },
      { "<*const aho_corasick::Node>::next", "aho_corasick" },
      { "_$LT$aho_corasick..nfa..NFA$u20$as$u20$core..fmt..Debug$GT$::fmt",
        "aho_corasick" },
      { "_<alloc::string::String as core::fmt::Write>::write_str", "std" },
      { "core::ptr::drop_in_place<fd::walk::Entry>", "std" },
      { "proc_macro::bridge::client", "std" },
      { "std::rt::lang_start::{{closure}}", "std" },
      { "hashbrown::raw::RawTable<T,A>::reserve_rehash", "hashbrown" },
      { "__rustc::__rust_alloc", "std" },
      { "__rustc[5f1c]::__rdl_alloc", "std" },
      { "__rust_no_alloc_shim_is_unstable_v2", "std" },
      { "rust_begin_unwind", "std" },
      { "main", "std" }, /* what a compiler makes: the program's is fd::main */
      { "inflate_fast", "" },
      { "leveldb::DBImpl::Get(leveldb::ReadOptions const&)", "" },
      { "std::vector<int, std::allocator<int> >::push_back(int&&)", "" },
      { "0x10c96f in libfoo.so", "" },
      { "???", "" },
   };
   check(all, COUNT(all), an_crate_of_function);
}

static void objects(void **state)
{
   (void)state;
   static const known all[] = {
      { "/usr/lib/x86_64-linux-gnu/libc.so.6", "libc" },
      { "/lib/x86_64-linux-gnu/libc-2.31.so", "libc" },
      { "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", "libstdc++" },
      { "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "ld" },
      { "/lib/ld-2.31.so", "ld" },
      { "/usr/lib/libglib-2.0.so.0.7400.6", "libglib" },
      { "/home/ann/app", "app" },
   };
   check(all, COUNT(all), an_crate_of_object);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_of_rusts_library),
      cmocka_unit_test(files_of_packages),
      cmocka_unit_test(files_of_c_and_its_libraries),
      cmocka_unit_test(files_of_own_crates),
      cmocka_unit_test(functions_of_rust),
      cmocka_unit_test(objects),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

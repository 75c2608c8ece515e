/* test_tk_fn_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_fn_name.h"

typedef struct {
   const char *symbol, *name;
} symbol_case;

static void check_all(const symbol_case *cases, size_t n, const char *file)
{
   for (size_t i = 0; i < n; i++) {
      size_t name_B = tk_fn_name_B(cases[i].symbol, file);
      if (name_B != strlen(cases[i].name)
          || memcmp(cases[i].symbol, cases[i].name, name_B) != 0)
         fail_msg("%s: %.*s", cases[i].symbol, (int)name_B, cases[i].symbol);
   }
}

#define CHECK(cases, file) check_all(cases, sizeof(cases) / sizeof *(cases), file)

static void takes_off_what_compilers_add(void **state)
{
   (void)state;
   static const symbol_case cases[] = {
      { "f", "f" },
      { "f.constprop.0", "f" },
      { "f.isra.0.part.12", "f" },
      { "f.cold", "f" },
      { "f.cold.3", "f" },
      { "f.lto_priv.0.cold", "f" },
      { "f.llvm.7712345678901234567", "f" },
      { "f.__uniq.123456.llvm.77", "f" },
      { "f.specialized.1", "f" },
      { "f.cfi", "f" },
      { "f.cfi_jt", "f" },
      { "f.localalias", "f" },
      { "f.localalias.2", "f" },
      { "f.resolver", "f" },
      { "f.ifunc", "f" },
      { "_Z1fi.resume", "_Z1fi" },
      { "main.resume", "main.resume" },
      { "f.12", "f" },
      { "f.1234.constprop.0", "f" },
      { "f(int) [clone .isra.0]", "f(int)" },
      { "f(int) [clone .isra.0] [clone .cold]", "f(int)" },
      { "std::vector<int>::at(unsigned long) [clone .part.0]",
        "std::vector<int>::at(unsigned long)" },
   };
   CHECK(cases, NULL);
   CHECK(cases, "/src/a.c");
}

static void takes_off_processors(void **state)
{
   (void)state;
   static const symbol_case cases[] = {
      { "sum.avx2", "sum" },           { "sum.avx2.0", "sum" },
      { "sum.default.1", "sum" },      { "sum.arch_haswell", "sum" },
      { "sum.arch_x86_64_v3", "sum" }, { "sum.sse4.2.1", "sum" },
      { "sum.avx512f.2", "sum" },      { "sum._Mlse", "sum" },
   };
   CHECK(cases, "???");
}

static void takes_off_hashes_of_rust(void **state)
{
   (void)state;
   static const symbol_case cases[] = {
      { "core::fmt::write::h0123456789abcdef", "core::fmt::write" },
      { "a::f::h0123456789abcdef.llvm.99", "a::f" },
      { "a::f::h0123456789abcde", "a::f::h0123456789abcde" },
      { "a::f::h0123456789abcdeX", "a::f::h0123456789abcdeX" },
      { "::h0123456789abcdef", "::h0123456789abcdef" },
   };
   CHECK(cases, "src/lib.rs");
}

static void keeps_other_dots(void **state)
{
   (void)state;
   static const symbol_case cases[] = {
      { "", "" },
      { ".", "." },
      { "main.main", "main.main" },
      { "main.init.0", "main.init.0" },
      { "main._omp_fn.0", "main._omp_fn.0" },
      { "f.colder", "f.colder" },
      { "f.part", "f.part" },
      { "f.part.x", "f.part.x" },
      { "f.cold.x", "f.cold.x" },
      { ".cold", ".cold" },
      { ".12", ".12" },
      { "f(int, ...)", "f(int, ...)" },
      { "0x10c96f in libm.so.6", "0x10c96f in libm.so.6" },
      { " [clone .cold]", " [clone .cold]" },
      { "f*", "f*" },
      { "main.*", "main.*" },
      { "f.constprop.*", "f" },
   };
   CHECK(cases, NULL);
}

/* A method can be called "cold". */
static void knows_languages_with_dots(void **state)
{
   (void)state;
   static const symbol_case cases[] = {
      { "main.cold", "main.cold" },
      { "main.f.part.1", "main.f.part.1" },
      { "f.1", "f.1" },
   };
   CHECK(cases, "/src/main.go");
   CHECK(cases, "views.py");
   static const symbol_case other[] = { { "main.f.part.1", "main.f" } };
   CHECK(other, "go.c");
   CHECK(other, ".go");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(takes_off_what_compilers_add),
      cmocka_unit_test(takes_off_processors),
      cmocka_unit_test(takes_off_hashes_of_rust),
      cmocka_unit_test(keeps_other_dots),
      cmocka_unit_test(knows_languages_with_dots),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

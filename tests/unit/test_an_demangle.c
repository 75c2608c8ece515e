/* test_an_demangle.c -- names of functions as people write them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_demangle.h"
#include "test_an_common.h"

#include <stdlib.h>

typedef struct {
   const char *name, *file, *shown; /* NULL: as it is */
} test_case;

static void check_cases(const test_case *cases, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      char *text = an_demangle(cases[i].name, cases[i].file);
      assert_string_equal(text == NULL ? cases[i].name : text,
                          cases[i].shown == NULL ? cases[i].name : cases[i].shown);
      free(text);
   }
}

#define CHECK(cases) check_cases(cases, sizeof(cases) / sizeof(cases)[0])

static void test_fortran(void **state)
{
   static const test_case cases[] = {
      { "__my_mod_MOD_work", "/src/f.f90", "my_mod::work" },
      { "__my_mod_MOD_work", "???", "my_mod::work" },
      { "__m_MOD_work.isra.0", NULL, "m::work.isra.0" },
      { "__par.kid_MOD_deep", NULL, "par.kid::deep" },
      { "__mod__x_MOD_y_z9", NULL, "mod__x::y_z9" },
      { "__M_MOD_work", NULL, NULL }, /* gfortran writes none of these */
      { "__m_MOD_Work", NULL, NULL },
      { "__m_MOD_", NULL, NULL },
      { "___MOD_work", NULL, NULL },
      { "m_MOD_work", NULL, NULL },
      { "__m.s.t_MOD_work", NULL, NULL },
      { "__m_MOD_work(int)", NULL, NULL },
      { "MAIN__", "f.f90", NULL },
      { "outer_", "f.f90", NULL }, /* built without -g, it would be another function */
   };
   (void)state;
   CHECK(cases);
}

static void test_ocaml(void **state)
{
   static const test_case cases[] = {
      { "camlO__work_81", "/src/o.ml", "O.work_81" },
      { "camlStdlib__List__map_236", NULL, "Stdlib.List.map_236" },
      { "camlStdlib__List.map_236", NULL, "Stdlib.List.map_236" },
      { "camlO__apply$27_154", NULL, "O.apply'_154" },
      { "camlStdlib__$5e_171", NULL, "Stdlib.^_171" },
      { "camlO__$01_3", NULL, "O.$01_3" }, /* no character that is printed */
      { "camlO__a$", NULL, "O.a$" },
      { "camlO__a$2", NULL, "O.a$2" },
      { "caml_alloc_small", NULL, NULL },
      { "camlO", NULL, NULL },
      { "caml__frame", NULL, NULL },
      { "camlStdlib__", NULL, NULL },
   };
   (void)state;
   CHECK(cases);
}

static void test_ada(void **state)
{
   static const test_case cases[] = {
      { "geo__make", "/src/geo.adb", "geo.make" },
      { "geo__inner__sum", "geo.ads", "geo.inner.sum" },
      { "geo__Oadd", "geo.adb", "geo.\"+\"" },
      { "geo__Oadd__2", "geo.adb", "geo.\"+\"#2" },
      { "geo__twice__2", "geo.adb", "geo.twice#2" },
      { "geo__workerTB", "geo.adb", "geo.worker" },
      { "geo__innerXb__f", "geo.adb", "geo.inner.f" },
      { "geo___elabb", "geo.adb", "geo'elab_body" },
      { "geo___elabs", "geo.adb", "geo'elab_spec" },
      { "geo__sum__local.12", "geo.adb", "geo.sum.local" },
      { "geo__sum__local.12.isra.0", "geo.adb", "geo.sum.local.isra.0" },
      { "geo__sum.part.0", "geo.adb", "geo.sum.part.0" },
      { "_ada_amain", "amain.adb", "amain" },
      { "_ada_amain", "???", "amain" },
      { "amain__deep", "amain.adb", "amain.deep" },
      { "ada__text_io__put_line__2", "???", "ada.text_io.put_line#2" },
      { "system__img_int__image", NULL, "system.img_int.image" },
      /* Functions of C. */
      { "geo__make", "geo.c", NULL },
      { "geo__make", "???", NULL },
      { "geo__make", NULL, NULL },
      { "system__init", NULL, NULL },
      { "ada__text_io__put_line", "ada.c", NULL },
      /* What GNAT has beside these. */
      { "geo__vecIP", "geo.adb", NULL },
      { "geo__Oadds", "geo.adb", NULL },
      { "adainit", "b~amain.adb", NULL },
      { "geo__", "geo.adb", NULL },
      { "__gnat_malloc", "geo.adb", NULL },
   };
   (void)state;
   CHECK(cases);
}

static void test_coroutines(void **state)
{
   static const test_case cases[] = {
      { "app::foo(app::foo(int)::_ZN3app3fooEi.Frame*) [clone .actor]", "co.cpp",
        "app::foo(int)" },
      { "f(f(std::function<int (int)>) const::_Z1f.Frame*) [clone .destroy]", NULL,
        "f(std::function<int (int)>) const" },
      { "main::{lambda(int)#2}::operator()(main::{lambda(int)#2}::operator()(int) "
        "const::_ZZ4mainENKUliE0_clEi.Frame*) [clone .actor]",
        NULL, "main::{lambda(int)#2}::operator()(int) const" },
      { "foo(foo(int)::_Z3fooi.Frame*)", NULL, "foo(int)" },
      { "foo(foo(int)::_Z3fooi.Frame*)::x", NULL, NULL },
      { "foo(int) [clone .resume]", NULL, NULL },
      { "f(g::h.Frame*) [clone .actor]", NULL, NULL },
      { "_Z.Frame*) [clone .actor]", NULL, NULL },
      { "f)::_Z.Frame*) [clone .actor]", NULL, NULL },
      { "f(:_Z.Frame*) [clone .actor]", NULL, NULL },
      { "f(::_Z.Frame*) [clone .actor]", NULL, NULL },
      { ".Frame*) [clone .", NULL, NULL },
   };
   (void)state;
   CHECK(cases);
}

/* As c++filt --format=dlang has it, of GNU D's library. */
static void test_d(void **state)
{
   static const test_case cases[] = {
      { "_Dmain", "d.d", "D main" },
      { "_D6shapes4main4workFiAyaZi", NULL, "shapes.main.work(int, immutable(char)[])" },
      { "_D6shapes4main4workFiAyaZi.part.0", NULL,
        "shapes.main.work(int, immutable(char)[]).part.0" },
      { "_D6shapes4main7Counter6__ctorMFiZCQBgQBcQBa", NULL,
        "shapes.main.Counter.this(int)" },
      { "_D6shapes4main7Counter6__dtorMFZv", NULL, "shapes.main.Counter.~this()" },
      { "_D6shapes4main7Counter3sumMxFZi", NULL, "shapes.main.Counter.sum() const" },
      { "_D6shapes4main__T3BoxTiZQh5twiceMFNaNbNiNfZi", NULL,
        "shapes.main.Box!(int).Box.twice()" },
      { "_D6shapes4main4workFiAyaZ__T9__lambda4TiZQnMFNaNbNiNfiZi", NULL,
        "shapes.main.work(int, immutable(char)[]).__lambda4!(int).__lambda4(int)" },
      { "_D2rt5tlsgc14processGCMarksFNbPvMDFNbQhZiZv", NULL,
        "rt.tlsgc.processGCMarks(void*, scope int(void*) nothrow delegate)" },
      { "_D4core4time8Duration__T5splitVAyaa5_686f757273VQra7_6d696e75746573Z"
        "QBsMxFNaNbNiNfZ14genMemberDeclsFNaNbNfZQCy",
        NULL,
        "core.time.Duration.split!(\"hours\", \"minutes\").split() "
        "const.genMemberDecls()" },
      { "_D3std6digest3crc__T3CRCVki64VmN3932672073523589310ZQBg4peekMxFNaNbNiNfZG8h",
        NULL, "std.digest.crc.CRC!(64u, -3932672073523589310uL).CRC.peek() const" },
      { "_D3std3xml__T6quotedS_DQvQt15checkVersionNumFNaNfKAyaZvZQBrQp", NULL,
        "std.xml.quoted!(std.xml.checkVersionNum(ref immutable(char)[])).quoted" },
      { "_D3std9exception__T11doesPointToTDFAvZmTSQBn3net4curl4HTTP4ImplTvZQBvFNaNbNiNe"
        "KxDQBvKxSQDhQBuQBtQBrQBpZb",
        NULL,
        "std.exception.doesPointTo!(ulong(void[]) delegate, std.net.curl.HTTP.Impl, "
        "void).doesPointTo(ref const(ulong(void[]) delegate), "
        "ref const(std.net.curl.HTTP.Impl))" },
      { "_D1a1fFHiG4bMNkKPFaYvXv", NULL,
        "a.f(bool[4][int], scope return ref void(char, ...) function...)" },
      { "_D6shapes4main12__ModuleInfoZ", NULL, "shapes.main.__ModuleInfo" },
      /* Damaged ones. */
      { "_D", NULL, NULL },
      { "_D6shapes", NULL, NULL },
      { "_D9shapes", NULL, NULL },
      { "_D6shapesFi", NULL, NULL },
      { "_D6shapesFiZ", NULL, NULL },
      { "_D6shapesFiZvv", NULL, NULL },
      { "_D99999999999999999999aZ", NULL, NULL },
      { "_D1aQaZ", NULL, NULL },
      { "_D1aFQbZv", NULL, NULL },
      { "_D1aFDQzZv", NULL, NULL },
      { "_D1aFDQaZv", NULL, NULL },
      { "_D1aFDQbZv", NULL, NULL },
      { "_D1aFDQ", NULL, NULL },
      { "_D1aFQzzZv", NULL, NULL },
      { "_D1aFQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAaZv", NULL, NULL },
      { "_D1a__T1bVaZ", NULL, NULL },
      { "_Data", NULL, NULL },
   };
   (void)state;
   CHECK(cases);
}

/* Names that would be long, or take long: a map whose key and value are the map before,
   by references; arrays of arrays; what may be a function, in another. */
static void test_large_d(void **state)
{
   (void)state;
   char name[70000] = "_D1aFHaa";
   size_t n = strlen(name);
   n += (size_t)sprintf(name + n, "HQeQg");
   strcpy(name + n, "Zv");
   char *text = an_demangle(name, NULL);
   assert_string_equal(text, "a(char[char], char[char][char[char]])");
   free(text);
   for (int i = 0; i < 60; i++)
      n += (size_t)sprintf(name + n, "HQgQi");
   strcpy(name + n, "Zv");
   assert_null(an_demangle(name, NULL));
   n = (size_t)sprintf(name, "_D1aF");
   memset(name + n, 'A', 60000);
   strcpy(name + n + 60000, "aZv");
   assert_null(an_demangle(name, NULL));
   n = (size_t)sprintf(name, "_D1a");
   for (int i = 0; i < 60; i++)
      n += (size_t)sprintf(name + n, "FS1a");
   strcpy(name + n, "Zv");
   assert_null(an_demangle(name, NULL));
}

static void test_others(void **state)
{
   static const test_case cases[] = {
      { "", NULL, NULL },
      { "main", "main.adb", NULL },
      { "runtime.(*mheap).alloc", "mheap.go", NULL },
      { "add__system_4854", "system.nim", NULL },
      { "$s4main4workyS2iF", "main.swift", NULL },
      { "core::ptr::drop_in_place<T>", "mod.rs", NULL },
      { "0x10 in a.out", "???", NULL },
   };
   (void)state;
   CHECK(cases);
}

/* Who asks for a name does not say in which file it is. */
static void test_asked(void **state)
{
   (void)state;
   assert_true(an_demangle_is("geo__make", "geo.make"));
   assert_true(an_demangle_is("__m_MOD_work", "m::work"));
   assert_true(an_demangle_is("_D3app4workFiZv", "app.work(int)"));
   assert_false(an_demangle_is("_D3app4workFiZv", "app.work(char)"));
   assert_false(an_demangle_is("make", "make"));
   assert_false(an_demangle_is("geo__make", "geo__make"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fortran), cmocka_unit_test(test_ocaml),
      cmocka_unit_test(test_ada),     cmocka_unit_test(test_coroutines),
      cmocka_unit_test(test_d),       cmocka_unit_test(test_large_d),
      cmocka_unit_test(test_others),  cmocka_unit_test(test_asked),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

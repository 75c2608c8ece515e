/* test_an_bare.c -- names of functions in all the forms that compilers write.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "paths/an_bare.h"

#include <string.h>

/* Expects the name with arguments, and without them. */
static void check(const char *name, const char *with, const char *without,
                  bool has_parameters)
{
   char to[256];
   an_bare bare = an_bare_name(name, true, to);
   assert_string_equal(to, with);
   assert_int_equal(bare.length_B, strlen(with));
   assert_int_equal(bare.has_parameters, has_parameters);
   bare = an_bare_name(name, false, to);
   assert_string_equal(to, without);
   assert_true(bare.last <= bare.length_B);
   assert_int_equal(bare.has_parameters, has_parameters);
}

static void knows_symbols(void **state)
{
   (void)state;
   check("main", "main", "main", false);
   check("f()", "f", "f", true);
   check("a::B::f(char const*) const", "a::B::f", "a::B::f", true);
   check("a::B::f(int) volatile &", "a::B::f", "a::B::f", true);
   check("void f<int, char>(int, char)", "f<int,char>", "f", true);
   check("std::map<int, char>::iterator n::g<std::pair<int, int> >(int)",
         "n::g<std::pair<int,int>>", "n::g", true);
   check("decltype (x(y)) f<int>(int)", "f<int>", "f", true);
   check("f[abi:cxx11](int)", "f", "f", true);
   check("(anonymous namespace)::f(int)", "()::f", "()::f", true);
   check("~A", "~A", "~A", false);
   check("f(void (*)(int), int)", "f", "f", true);
   check("a<(b)1>::f(int)", "a<(b)1>::f", "a::f", true);
}

static void knows_operators(void **state)
{
   (void)state;
   check("operator()", "operator()", "operator()", false);
   check("A::operator()(int) const", "A::operator()", "A::operator()", true);
   check("A::operator[](int)", "A::operator[]", "A::operator[]", true);
   check("operator+<char>", "operator+<char>", "operator+", false);
   check("A::operator-><int>", "A::operator-><int>", "A::operator->", false);
   check("operator<< <int>", "operator<<<int>", "operator<<", false);
   check("operator\"\"_x(int)", "operator\"\"_x", "operator\"\"_x", true);
   check("operator new(unsigned long)", "operatornew", "operatornew", true);
   check("A::operator bool() const", "A::operatorbool", "A::operatorbool", true);
   check("operator_of(int)", "operator_of", "operator_of", true);
}

static void knows_lambdas(void **state)
{
   (void)state;
   check("main::{lambda(int)#1}::operator()(int) const", "main::{}::operator()",
         "main::{}::operator()", true);
   check("f(int)::{lambda()#2}::operator()() const", "f::{}::operator()",
         "f::{}::operator()", true);
   check("f(int) const::{lambda()#2}::operator()() const", "f::{}::operator()",
         "f::{}::operator()", true);
   check("main::$_12::operator()(int) const", "main::{}::operator()",
         "main::{}::operator()", true);
   check("main::<lambda(int)>::operator()", "main::{}::operator()",
         "main::{}::operator()", false);
   check("<T as core::A<B>>::f", "<Tascore::A<B>>::f", "<>::f", false);
   check("<str>::f", "<str>::f", "<str>::f", false);
}

/* Dots are parts of names; brackets after them are not parameters. */
static void knows_other_languages(void **state)
{
   (void)state;
   check("app.Box!(int, char[]).Box.twice(int) const", "app.Box!(int,char[]).Box.twice",
         "app.Box.Box.twice", true);
   check("app.run(int).__lambda1!(A!(int)*).f(A!(int)*)",
         "app.run.__lambda1!(A!(int)*).f", "app.run.__lambda1.f", true);
   check("app.Box.f() const.inner", "app.Box.f.inner", "app.Box.f.inner", false);
   check("runtime.(*mheap).alloc", "runtime.(*mheap).alloc", "runtime.(*mheap).alloc",
         false);
   check("m::work", "m::work", "m::work", false);
   check("geo.\"+\"#2", "geo.\"+\"#2", "geo.\"+\"#2", false);
   check("A::operator!(int)", "A::operator!", "A::operator!", true);
   check("f(int) [clone .part.0]", "f", "f", true);
}

/* Whatever a name is, there is room for what is left of it. */
static void survives_damage(void **state)
{
   (void)state;
   static const char *const names[] = {
      "",           " ",         "(",     ")",
      "<",          ">",         "f(",    "f<",
      "f<(",        "::",        "a::",   "operator",
      "operator<",  "operator(", "$_",    "(below main)",
      "f(int)::",   "{",         "f{",    "[",
      "operator\"", "a b c",     "f() g", "f(int) const",
      "->",         "???",       "a!(",   ".(",
      "f().",
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      char *to = malloc(strlen(names[i]) + 1);
      for (int keep = 0; keep < 2; keep++)
         assert_true(an_bare_name(names[i], keep, to).length_B <= strlen(names[i]));
      free(to);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_symbols),   cmocka_unit_test(knows_operators),
      cmocka_unit_test(knows_lambdas),   cmocka_unit_test(knows_other_languages),
      cmocka_unit_test(survives_damage),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

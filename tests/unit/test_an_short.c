/* test_an_short.c -- short names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_short.h"

static void check_short(const char *name, size_t n_most, const char *expected)
{
   char *text = an_short_name(name, n_most);
   assert_string_equal(text, expected);
   free(text);
}

static void shortens(void **state)
{
   (void)state;
   check_short("std::vector<std::pair<int, int> >::push_back(int const&)", 99,
               "std::vector<std::pair<int, int> >::push_back(int const&)");
   check_short("std::vector<std::pair<int, int> >::push_back(int const&)", 40,
               "std::vector<...>::push_back(int const&)");
   check_short("std::vector<std::pair<int, int> >::push_back(int const&)", 30,
               "std::vector<...>::push_back(...)");
   check_short("f<int>(unsigned)", 1, "f<int>(...)"); /* cannot be shorter */
   check_short("a::operator<<(std::ostream&)", 5, "a::operator<<(...)");
   check_short("a::operator<(std::ostream&)", 5, "a::operator<(...)");
   check_short("a<longer>::operator->(int) const", 5, "a<...>::operator->(int) const");
   check_short("T<abcdef>::operator()(unsigned)", 5, "T<...>::operator()(...)");
   check_short("m<abcdef>::operator[](unsigned)", 5, "m<...>::operator[](...)");
   check_short("(anonymous namespace)::f(unsigned)", 5, "(anonymous namespace)::f(...)");
   /* This name shows 19 bytes. */
   check_short("(anonymous namespace)::f(unsigned)", 19,
               "(anonymous namespace)::f(unsigned)");
   check_short("(anonymous namespace)::f(unsigned)", 18, "(anonymous namespace)::f(...)");
   check_short("(anonymous namespace", 5, "(anonymous namespace");
   check_short("<alloc::vec::Vec<T> as core::ops::Drop>::drop", 5,
               "<alloc::vec::Vec<T> as core::ops::Drop>::drop");
   check_short("f<g<h", 1, "f<g<h");
   check_short("f(g(h", 1, "f(g(h");
   check_short("", 0, "");
}

static void named(void **state)
{
   (void)state;
   static const char *const names[][2] = {
      { "(anonymous namespace)::f(int)", "f(int)" },
      { "a::(anonymous namespace)::b::f", "a::b::f" },
      { "f((anonymous namespace)::T)::{lambda()#1}", "f(T)::{lambda()#1}" },
      { "a::operator()(int)", "a::operator()(int)" },
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      char text[64];
      an_short_named(text, names[i][0]);
      assert_string_equal(text, names[i][1]);
   }
}

/* All parts of the name, from the last one on. */
static void check_parts(const char *name, const char *expected)
{
   char parts[300] = "";
   for (; name != NULL; name = an_short_without_scope(name)) {
      strcat(parts, "|");
      strcat(parts, name);
   }
   assert_string_equal(parts, expected);
}

static void parts(void **state)
{
   (void)state;
   check_parts("main", "|main");
   check_parts("", "|");
   check_parts("std::sort(std::x y)", "|std::sort(std::x y)|sort(std::x y)");
   check_parts("void f<a b, c::d>(int)", "|void f<a b, c::d>(int)|f<a b, c::d>(int)");
   check_parts("(anonymous namespace)::f()", "|(anonymous namespace)::f()|f()");
   check_parts("a::operator()(int) const",
               "|a::operator()(int) const|operator()(int) const");
   check_parts("operator new(unsigned long)", "|operator new(unsigned long)");
   check_parts("a::operator<< <int>(b c)",
               "|a::operator<< <int>(b c)|operator<< <int>(b c)");
   check_parts("a::operator+<b, c d>", "|a::operator+<b, c d>|operator+<b, c d>");
   check_parts("a::operators(b c)", "|a::operators(b c)|operators(b c)");
   check_parts("a<b", "|a<b");
   check_parts("a::", "|a::");
   check_parts("a ", "|a ");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortens),
      cmocka_unit_test(named),
      cmocka_unit_test(parts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

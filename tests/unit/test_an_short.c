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
   check_short("a<longer>::operator->(int) const", 5,
               "a<...>::operator->(int) const");
   check_short("T<abcdef>::operator()(unsigned)", 5, "T<...>::operator()(...)");
   check_short("m<abcdef>::operator[](unsigned)", 5, "m<...>::operator[](...)");
   check_short("(anonymous namespace)::f(unsigned)", 5,
               "(anonymous namespace)::f(...)");
   check_short("<alloc::vec::Vec<T> as core::ops::Drop>::drop", 5,
               "<alloc::vec::Vec<T> as core::ops::Drop>::drop");
   check_short("f<g<h", 1, "f<g<h");
   check_short("f(g(h", 1, "f(g(h");
   check_short("", 0, "");
}

static void leaves_out_scopes(void **state)
{
   (void)state;
   static const char *const names[][2] = {
      { "core::iter::Iter::next", "core::iter::Iter::next" },
      { "std::core::iter::Iter::next", "core::iter::Iter::next" },
      { "a::b<c::d>::a_function_of_some_length", "a_function_of_some_length" },
      { "(anonymous namespace)::f(a::b)", "f(a::b)" },
      { "scope::f(int)::{lambda}::operator()", "{lambda}::operator()" },
      { "long_namespace::operator<<(a::b)", "operator<<(a::b)" },
      { "operator<(std::string, std::string)",
        "operator<(std::string, std::string)" },
      { "<alloc::vec::Vec<T> as Drop>::drop", "drop" },
      { "a_name_that_ends_with_a_scope::", "a_name_that_ends_with_a_scope::" },
      { "", "" },
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      assert_string_equal(an_short_scopes(names[i][0], 22), names[i][1]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortens),
      cmocka_unit_test(leaves_out_scopes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

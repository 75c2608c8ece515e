/* test_an_type_name.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/an_type_name.h"

static void check(const char *name, const char *expected)
{
   char *found = an_type_name(name, SIZE_MAX);
   assert_non_null(found);
   assert_string_equal(found, expected);
   free(found);
}

#define STRING \
   "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static void types_of_the_program_stay(void **state)
{
   (void)state;
   static const char *const names[] = {
      "struct node",
      "inv::Order",
      "(anonymous namespace)::Counters",
      "grid<int, 3>",
      "grid<int, 3>::row*",
      "main()::<lambda(int)>",
      "hook<void (*)(int, char)>",
      "my::allocator<int>",
      "a<b->c>",
      "broken<int",
      "operator<",
      "<",
      "",
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      check(names[i], names[i]);
}

static void default_arguments_are_left_out(void **state)
{
   (void)state;
   check("std::vector<int, std::allocator<int> >", "std::vector<int>");
   check("std::map<int, char, std::less<int>, "
         "std::allocator<std::pair<const int, char> > >::iterator",
         "std::map<int, char>::iterator");
   check("std::vector<int, my::allocator<int> >", "std::vector<int, my::allocator<int>>");
   check("std::set<int, std::greater<int>, std::allocator<int> >",
         "std::set<int, std::greater<int>>");
   check("pool<std::allocator<int> >", "pool<std::allocator<int>>");
}

static void strings_are_strings(void **state)
{
   (void)state;
   check(STRING, "std::string");
   check("std::__1::basic_string<char>", "std::string");
   check("std::vector<" STRING ", std::allocator<" STRING " > >",
         "std::vector<std::string>");
   check("std::__cxx11::basic_string<char16_t, std::char_traits<char16_t> >",
         "std::basic_string<char16_t>");
}

static void blocks_around_values_are_the_value(void **state)
{
   (void)state;
   check("std::_Sp_counted_ptr_inplace<inv::Customer, std::allocator<void>, "
         "(__gnu_cxx::_Lock_policy)2>",
         "inv::Customer");
   check("std::__1::__shared_ptr_emplace<Customer, std::__1::allocator<Customer> >",
         "Customer");
   check("alloc::sync::ArcInner<shop::Customer>", "shop::Customer");
   check("alloc::rc::RcBox<core::cell::RefCell<Node>>", "core::cell::RefCell<Node>");
}

static void nodes_are_of_containers(void **state)
{
   (void)state;
   check("std::_Rb_tree_node<std::pair<const int, Order> >", "node of map<int, Order>");
   check("std::_Rb_tree_node<int>", "node of set<int>");
   check("std::_Rb_tree_node<std::pair<int, int> >", "node of set<std::pair<int, int>>");
   check("std::__detail::_Hash_node<std::pair<const " STRING ", std::vector<Order, "
         "std::allocator<Order> > >, true>",
         "node of unordered_map<std::string, std::vector<Order>>");
   check("std::__detail::_Hash_node<" STRING ", true>",
         "node of unordered_set<std::string>");
   check("std::_List_node<std::pair<const int, Order> >",
         "node of list<std::pair<const int, Order>>");
   check("std::__1::__tree_node<std::__1::__value_type<int, Order>, void *>",
         "node of map<int, Order>");
   check("std::__1::__hash_node<std::__1::__hash_value_type<int, Order>, void *>",
         "node of unordered_map<int, Order>");
   check("std::_Rb_tree_node<std::pair<" STRING " const, Order> >",
         "node of map<std::string, Order>");
}

static void long_names_are_shortened_from_within(void **state)
{
   (void)state;
   static const struct {
      size_t most;
      const char *name;
   } cases[] = {
      { 60, "node of map<int, std::vector<std::shared_ptr<very_long>>>" },
      { 51, "node of map<int, std::vector<std::shared_ptr<...>>>" },
      { 40, "node of map<int, std::vector<...>>" },
      { 20, "node of map<...>" },
      { 1, "node of map<...>" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char *found = an_type_name("std::_Rb_tree_node<std::pair<const int, std::vector<"
                                 "std::shared_ptr<very_long> > > >",
                                 cases[i].most);
      assert_string_equal(found, cases[i].name);
      free(found);
   }
}

/* Nested deeper than it looks. */
static void hostile_names_end(void **state)
{
   (void)state;
   enum { DEPTH = 5000 };
   char *name = malloc(4 * DEPTH + 1);
   for (size_t i = 0; i < DEPTH; i++) {
      name[2 * i] = 'a';
      name[2 * i + 1] = '<';
      name[2 * DEPTH + i] = '>';
   }
   name[3 * DEPTH] = '\0';
   check(name, name);
   name[2 * DEPTH] = '\0';
   check(name, name);
   free(name);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_of_the_program_stay),
      cmocka_unit_test(default_arguments_are_left_out),
      cmocka_unit_test(strings_are_strings),
      cmocka_unit_test(blocks_around_values_are_the_value),
      cmocka_unit_test(nodes_are_of_containers),
      cmocka_unit_test(long_names_are_shortened_from_within),
      cmocka_unit_test(hostile_names_end),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

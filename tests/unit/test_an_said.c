/* test_an_said.c -- names as people say them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_said.h"

#define STRING \
   "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static void check(const char *name, an_said_form form, size_t n_most,
                  const char *expected)
{
   char *said = an_said(name, form, n_most);
   assert_string_equal(said, expected);
   free(said);
}

/* ---- Functions ---- */

/* As Valgrind 3.19 to 3.27 names what g++ 12, clang 14 with libc++, and rustc make, by
   symbols of either mangling and by debug information. */
static void functions(void **state)
{
   (void)state;
   static const struct {
      const char *name, *said;
      const char *bare; /* NULL: the same */
   } cases[] = {
      { "main", "main", NULL },
      { "<std::path::Path>::file_name", "Path::file_name", NULL },
      { "std::path::Path::file_name", "Path::file_name", NULL },
      { "<ignore::walk::DirEntry>::file_name", "DirEntry::file_name", NULL },
      { "regex::re_bytes::Regex::is_match", "Regex::is_match", NULL },
      { "regex::Regex::new", "regex::Regex::new", NULL },
      { "fd::walk::spawn_senders::{closure#0}::{closure#0}",
        "fd::walk::spawn_senders::{closure}", NULL },
      { "fd::walk::spawn_senders::{{closure}}", "fd::walk::spawn_senders::{closure}",
        NULL },
      { "{closure#2}", "{closure}", NULL },
      { "{closure_env#0}", "{closure}", NULL },
      { "<T as core::any::Any>::type_id", "Any::type_id", NULL },
      { "<F as clap::builder::value_parser::TypedValueParser>::parse_re"
        "f",
        "TypedValueParser::parse_ref", NULL },
      { "<alloc::vec::Vec<T,A> as core::ops::drop::Drop>::drop", "Vec<T>::drop",
        "Vec::drop" },
      { "<alloc::vec::Vec<u8, alloc::alloc::Global> as "
        "core::ops::drop::Drop>::drop",
        "Vec<u8>::drop", "Vec::drop" },
      { "<alloc::raw_vec::RawVec<alloc::vec::Vec<u8>>>::grow_one",
        "RawVec<Vec<u8>>::grow_one", "RawVec::grow_one" },
      { "<alloc::raw_vec::RawVecInner<_>>::reserve::do_reserve_and_hand"
        "le::<alloc::alloc::Global>",
        "RawVecInner<_>::reserve::do_reserve_and_handle<Global>",
        "RawVecInner::reserve::do_reserve_and_handle" },
      { "<std::sync::once::Once>::call_once::<std::rt::cleanup::{closur"
        "e#0}>::{closure#0}",
        "Once::call_once<cleanup::{closure}>::{closure}", "Once::call_once::{closure}" },
      { "<<std::io::buffered::bufwriter::BufWriter<_>>::flush_buf::BufG"
        "uard>::remaining",
        "BufWriter<_>::flush_buf::BufGuard::remaining",
        "BufWriter::flush_buf::BufGuard::remaining" },
      { "<T as alloc::slice::<impl [T]>::to_vec_in::ConvertVec>::to_vec",
        "[T]::to_vec_in::ConvertVec::to_vec", NULL },
      { "core::fmt::num::<impl core::fmt::Display for u32>::fmt", "u32::fmt", NULL },
      { "core::str::<impl str>::parse", "str::parse", NULL },
      { "alloc::slice::<impl [T]>::sort_by::{{closure}}", "[T]::sort_by::{closure}",
        NULL },
      { "core::ptr::drop_in_place<alloc::vec::Vec<alloc::string::String"
        ">>",
        "ptr::drop_in_place<Vec<String>>", "ptr::drop_in_place" },
      { "core::ptr::drop_in_place<std::thread::lifecycle::Packet<()>>",
        "ptr::drop_in_place<Packet<()>>", "ptr::drop_in_place" },
      { "core::ops::function::FnOnce::call_once{{vtable.shim}}", "FnOnce::call_once",
        NULL },
      { "std::collections::hash::map::HashMap<alloc::string::String, "
        "usize, std::hash::random::RandomState>::entry",
        "HashMap<String, usize>::entry", "HashMap::entry" },
      { "<std::collections::hash::map::HashMap<alloc::string::String, "
        "usize>>::entry",
        "HashMap<String, usize>::entry", "HashMap::entry" },
      { "hashbrown::raw::RawTable<T,A>::reserve_rehash", "RawTable<T, A>::reserve_rehash",
        "RawTable::reserve_rehash" },
      { "<&mut W as core::fmt::Write>::write_str", "&mut W::write_str", NULL },
      { "<core::str::lossy::Utf8Chunks<'_> as "
        "core::iter::traits::iterator::Iterator>::next",
        "Utf8Chunks::next", NULL },
      { "<alloc::boxed::Box<dyn core::ops::function::FnOnce<(), Output "
        "= ()>> as core::ops::function::FnOnce<()>>::call_once",
        "Box<dyn FnOnce<(), Output = ()>>::call_once", "Box::call_once" },
      { "<ignore::walk::Worker>::run::<fd::walk::Visitor>", "Worker::run<Visitor>",
        "Worker::run" },
      { "std::sys::backtrace::__rust_begin_short_backtrace::<fn(), ()>",
        "backtrace::__rust_begin_short_backtrace<fn(), ()>",
        "backtrace::__rust_begin_short_backtrace" },
      { "BindingEnv::LookupRule(" STRING " const&)",
        "BindingEnv::LookupRule(std::string const&)", "BindingEnv::LookupRule" },
      { STRING "::_M_append(char const*, unsigned long)",
        "std::string::_M_append(char const*, unsigned long)", "std::string::_M_append" },
      { "std::basic_ostream<wchar_t, std::char_traits<wchar_t> >& "
        "std::endl<wchar_t, std::char_traits<wchar_t> "
        ">(std::basic_ostream<wchar_t, std::char_traits<wchar_t> >&)",
        "std::endl<wchar_t>(std::wostream&)", "std::endl" },
      { "std::__1::basic_string<char, std::__1::char_traits<char>, "
        "std::__1::allocator<char> >::append(char const*)",
        "std::string::append(char const*)", "std::string::append" },
      { "std::__1::map<int, foo, std::__1::less<int>, "
        "std::__1::allocator<std::__1::pair<int const, foo> > "
        ">::at(int const&)",
        "std::map<int, foo>::at(int const&)", "std::map::at" },
      { "std::__1::__tree<std::__1::__value_type<int, foo>, "
        "std::__1::__map_value_compare<int, "
        "std::__1::__value_type<int, foo>, std::__1::less<int>, true>, "
        "std::__1::allocator<std::__1::__value_type<int, foo> > "
        ">::destroy(void*)",
        "std::map<int, foo>::destroy(void*)", "std::map::destroy" },
      { "std::vector<std::pair<int const, " STRING
        " >, std::allocator<std::pair<int const, " STRING
        " > > >::push_back(std::pair<int const, " STRING " > const&)",
        "std::vector<std::pair<int const, "
        "std::string>>::push_back(std::pair<int const, std::string> "
        "const&)",
        "std::vector::push_back" },
      { "void std::vector<unsigned long, std::allocator<unsigned long> "
        ">::_M_realloc_insert<unsigned "
        "long>(__gnu_cxx::__normal_iterator<unsigned long*, "
        "std::vector<unsigned long, std::allocator<unsigned long> > >, "
        "unsigned long&&)",
        "std::vector<unsigned long>::_M_realloc_insert<unsigned "
        "long>(std::vector<unsigned long>::iterator, unsigned long&&)",
        "std::vector::_M_realloc_insert" },
      { "std::vector<char, std::allocator<char> "
        ">::insert(__gnu_cxx::__normal_iterator<char const*, "
        "std::vector<char, std::allocator<char> > >, char&&)",
        "std::vector<char>::insert(std::vector<char>::const_iterator, "
        "char&&)",
        "std::vector::insert" },
      { "std::_Rb_tree<int, std::pair<int const, shop::Order>, "
        "std::_Select1st<std::pair<int const, shop::Order> >, "
        "std::less<int>, std::allocator<std::pair<int const, "
        "shop::Order> > >::_M_get_insert_unique_pos(int const&)",
        "std::map<int, shop::Order>::_M_get_insert_unique_pos(int "
        "const&)",
        "std::map::_M_get_insert_unique_pos" },
      { "std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>, "
        "std::allocator<int> >::find(int const&) const",
        "std::set<int>::find(int const&) const", "std::set::find" },
      { "std::__detail::_Map_base<int, std::pair<int const, Foo>, "
        "std::allocator<std::pair<int const, Foo> >, "
        "std::__detail::_Select1st, std::equal_to<int>, "
        "std::hash<int>, std::__detail::_Mod_range_hashing, "
        "std::__detail::_Default_ranged_hash, "
        "std::__detail::_Prime_rehash_policy, "
        "std::__detail::_Hashtable_traits<false, false, true>, "
        "true>::operator[](int const&)",
        "std::unordered_map<int, Foo>::operator[](int const&)",
        "std::unordered_map::operator[]" },
      { "std::map<" STRING ", std::map<int, std::vector<shop::Order, "
        "std::allocator<shop::Order> >, std::less<int>, "
        "std::allocator<std::pair<int const, std::vector<shop::Order, "
        "std::allocator<shop::Order> > > > >, std::less<" STRING
        " >, std::allocator<std::pair<" STRING
        " const, std::map<int, std::vector<shop::Order, "
        "std::allocator<shop::Order> >, std::less<int>, "
        "std::allocator<std::pair<int const, std::vector<shop::Order, "
        "std::allocator<shop::Order> > > > > > > >::operator[](" STRING " const&)",
        "std::map<std::string, std::map<int, "
        "std::vector<shop::Order>>>::operator[](std::string const&)",
        "std::map::operator[]" },
      { "std::map<int, char, std::less<void>, "
        "std::allocator<std::pair<int const, char> > >::find(int "
        "const&)",
        "std::map<int, char, std::less<void>>::find(int const&)", "std::map::find" },
      { "std::unique_ptr<shop::Order, std::default_delete<shop::Order> "
        ">::~unique_ptr()",
        "std::unique_ptr<shop::Order>::~unique_ptr()", "std::unique_ptr::~unique_ptr" },
      { "std::_Function_handler<int (int), "
        "mk(int)::{lambda(int)#1}>::_M_invoke(std::_Any_data const&, "
        "int&&)",
        "std::_Function_handler<int (int), "
        "mk::{lambda}>::_M_invoke(std::_Any_data const&, int&&)",
        "std::_Function_handler::_M_invoke" },
      { "main::{lambda(int)#1}::operator()(int) const", "main::{lambda}(int) const",
        "main::{lambda}" },
      { "main()::<lambda(int)>", "main::{lambda}", NULL },
      { "main::$_0::operator()(int) const", "main::{lambda}(int) const",
        "main::{lambda}" },
      { "auto shop::sort(int)::{lambda(auto:1&, "
        "auto:2&)#1}::operator()<shop::Order, "
        "shop::Order>(shop::Order&, shop::Order&) const",
        "shop::sort::{lambda}(shop::Order&, shop::Order&) const",
        "shop::sort::{lambda}" },
      { "(anonymous namespace)::NinjaMain::OpenBuildLog(bool)",
        "NinjaMain::OpenBuildLog(bool)", "NinjaMain::OpenBuildLog" },
      { "leveldb::(anonymous namespace)::DBIter::Next()", "leveldb::DBIter::Next()",
        "leveldb::DBIter::Next" },
      { "leveldb::Env::Default()::env_container", "leveldb::Env::Default::env_container",
        NULL },
      { "Json::Value::asString[abi:cxx11]() const", "Json::Value::asString() const",
        "Json::Value::asString" },
      { "std::chrono::_V2::steady_clock::now()", "std::chrono::steady_clock::now()",
        "std::chrono::steady_clock::now" },
      { "std::ios_base::Init::Init()", "std::ios_base::Init::Init()",
        "std::ios_base::Init::Init" },
      { "std::filesystem::__cxx11::path::~path()", "std::filesystem::path::~path()",
        "std::filesystem::path::~path" },
      { "bool __gnu_cxx::__ops::_Iter_less_iter::operator()<int*, "
        "int*>(int*, int*) const",
        "_Iter_less_iter::operator()<int*, int*>(int*, int*) const",
        "_Iter_less_iter::operator()" },
      { "bool std::operator< <int, int>(std::pair<int, int> const&, "
        "std::pair<int, int> const&)",
        "std::operator< <int, int>(std::pair<int, int> const&, "
        "std::pair<int, int> const&)",
        "std::operator<" },
      { "bool operator==<char>(std::allocator<char> const&, "
        "std::allocator<char> const&)",
        "operator==<char>(std::allocator<char> const&, "
        "std::allocator<char> const&)",
        "operator==" },
      { "a::operator->(int) const", "a::operator->(int) const", "a::operator->" },
      { "shop::Grid<std::pair<int, double> >::operator bool() const",
        "shop::Grid<std::pair<int, double>>::operator bool() const",
        "shop::Grid::operator bool" },
      { "shop::Grid<int>::operator std::vector<int, "
        "std::allocator<int> >() const",
        "shop::Grid<int>::operator std::vector<int>() const",
        "shop::Grid::operator std::vector" },
      { "operator new(unsigned long)", "operator new(unsigned long)", "operator new" },
      { "operator new[](unsigned long, std::align_val_t)",
        "operator new[](unsigned long, std::align_val_t)", "operator new[]" },
      { "std::enable_if<(5)>(3), int>::type f<int>(int)", "f<int>(int)", "f" },
      { "std::enable_if<((5)>(3)), int>::type f<int>(int)", "f<int>(int)", "f" },
      { "decltype (a()) std::invoke<foo, bar>(foo&&, bar&&)",
        "std::invoke<foo, bar>(foo&&, bar&&)", "std::invoke" },
      { "hook<void (*)(int, char)>::run(void (*)(int))",
        "hook<void (*)(int, char)>::run(void (*)(int))", "hook::run" },
      { "(below main)", "(below main)", NULL },
      { "?\?\?", "?\?\?", NULL },
      { "0x1234 in libfoo.so", "0x1234 in libfoo.so", NULL },
      { "non-virtual thunk to a::b(int)", "non-virtual thunk to a::b(int)",
        "non-virtual thunk to a::b" },
      { "main.(*T).Method", "main.(*T).Method", NULL },
      { "main.main.func1", "main.main.func1", NULL },
      { "main.Map[go.shape.int]", "main.Map[go.shape.int]", NULL },
      { "runtime.mallocgc", "runtime.mallocgc", NULL },
      { "std.algorithm.sorting.sort!(int[]).quick(int)",
        "std.algorithm.sorting.sort!(int[]).quick(int)",
        "std.algorithm.sorting.sort!(int[]).quick" },
      { "_D3std5stdio8writeln", "_D3std5stdio8writeln", NULL },
      { "ada__text_io__put_line__2", "ada__text_io__put_line__2", NULL },
      { "camlStdlib__List__map_482", "camlStdlib__List__map_482", NULL },
      { "LazyCompile:*fib /tmp/fib.js:1", "LazyCompile:*fib /tmp/fib.js:1", NULL },
      { "void java.util.ArrayList.add(java.lang.Object)",
        "void java.util.ArrayList.add(java.lang.Object)",
        "void java.util.ArrayList.add" },
      { "f<g<h", "f<g<h", NULL },
      { "f(g(h", "f(g(h", NULL },
      { "<", "<", NULL },
      { "operator<", "operator<", NULL },
      { "a<b->c>", "a<b->c>", "a" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const char *said = cases[i].said,
                 *bare = cases[i].bare == NULL ? said : cases[i].bare;
      check(cases[i].name, AN_SAID_FUNCTION, AN_SAID_ALL, said);
      check(cases[i].name, AN_SAID_BARE, AN_SAID_ALL, bare);
      check(cases[i].name, AN_SAID_FUNCTION, AN_SAID_FULL, cases[i].name);
      check(bare, AN_SAID_BARE, AN_SAID_ALL, bare);
   }
}

static void long_functions_are_shortened_from_within(void **state)
{
   (void)state;
   static const struct {
      const char *name;
      size_t most;
      const char *said;
   } cases[] = {
      { "std::vector<std::pair<int, int> >::push_back(int const&)", 55,
        "std::vector<std::pair<int, int>>::push_back(int const&)" },
      { "std::vector<std::pair<int, int> >::push_back(int const&)", 54,
        "std::vector<std::pair<...>>::push_back(int const&)" },
      { "std::vector<std::pair<int, int> >::push_back(int const&)", 49,
        "std::vector<...>::push_back(int const&)" },
      { "std::vector<std::pair<int, int> >::push_back(int const&)", 30,
        "std::vector<...>::push_back(...)" },
      { "f<int>(unsigned)", 1, "f<int>(...)" }, /* cannot be shorter */
      { "a::operator<<(std::ostream&)", 5, "a::operator<<(...)" },
      { "a::operator<(std::ostream&)", 5, "a::operator<(...)" },
      { "a<longer>::operator->(int) const", 5, "a<...>::operator->(int) const" },
      { "T<abcdef>::operator()(unsigned)", 5, "T<...>::operator()(...)" },
      { "m<abcdef>::operator[](unsigned)", 5, "m<...>::operator[](...)" },
      { "(anonymous namespace)::f(unsigned)", 11, "f(unsigned)" },
      { "(anonymous namespace)::f(unsigned)", 5, "f(...)" },
      { "(anonymous namespace", 5, "(anonymous namespace" },
      { "f<g<h", 1, "f<g<h" },
      { "f(g(h", 1, "f(g(h" },
      { "", 0, "" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
      check(cases[i].name, AN_SAID_FUNCTION, cases[i].most, cases[i].said);
}

/* Any text has a said name, which is not much longer. */
static void any_text_ends(void **state)
{
   (void)state;
   static const char *const pieces[] = { "<",
                                         ">",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "::",
                                         ", ",
                                         " ",
                                         "operator",
                                         "->",
                                         "std",
                                         "__1",
                                         "<impl ",
                                         " as ",
                                         " for ",
                                         "$_0",
                                         "T",
                                         "int const",
                                         "pair",
                                         "basic_",
                                         "_Rb_tree",
                                         "__normal_iterator",
                                         "char",
                                         ".",
                                         "\xc3",
                                         "alloc",
                                         "vec",
                                         "Vec",
                                         "{closure#1}",
                                         "(anonymous namespace)" };
   enum { PIECES = sizeof pieces / sizeof pieces[0], MOST = 40 };
   uint32_t random = 1;
   for (size_t i = 0; i < 20000; i++) {
      char name[MOST * 24] = "";
      for (size_t n = 1 + i % MOST; n > 0; n--) {
         random = random * 1664525 + 1013904223;
         strcat(name, pieces[(random >> 16) % PIECES]);
      }
      char *said = an_said(name, (an_said_form)(i % 3), i % 5 == 0 ? 10 : AN_SAID_ALL);
      assert_true(strlen(said) <= 2 * strlen(name) + 32);
      free(said);
   }
}

/* All parts of the name, from the last one on. */
static void check_parts(const char *name, const char *expected)
{
   char parts[300] = "";
   for (; name != NULL; name = an_said_without_scope(name)) {
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

/* ---- Types ---- */

static void check_type(const char *name, const char *expected)
{
   check(name, AN_SAID_TYPE, AN_SAID_ALL, expected);
}

static void types_of_the_program_stay(void **state)
{
   (void)state;
   static const char *const names[] = {
      "struct node",
      "inv::Order",
      "grid<int, 3>",
      "grid<int, 3>::row*",
      "hook<void (*)(int, char)>",
      "my::allocator<int>",
      "a<b->c>",
      "broken<int",
      "operator<",
      "<",
      "",
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      check_type(names[i], names[i]);
}

static void default_arguments_are_left_out(void **state)
{
   (void)state;
   check_type("std::vector<int, std::allocator<int> >", "std::vector<int>");
   check_type("std::map<int, char, std::less<int>, "
              "std::allocator<std::pair<const int, char> > >::iterator",
              "std::map<int, char>::iterator");
   check_type("std::vector<int, my::allocator<int> >",
              "std::vector<int, my::allocator<int>>");
   check_type("std::set<int, std::greater<int>, std::allocator<int> >",
              "std::set<int, std::greater<int>>");
   check_type("pool<std::allocator<int> >", "pool<std::allocator<int>>");
}

static void strings_are_strings(void **state)
{
   (void)state;
   check_type(STRING, "std::string");
   check_type("std::__1::basic_string<char>", "std::string");
   check_type("std::vector<" STRING ", std::allocator<" STRING " > >",
              "std::vector<std::string>");
   check_type("std::__cxx11::basic_string<char16_t, std::char_traits<char16_t> >",
              "std::basic_string<char16_t>");
}

static void blocks_around_values_are_the_value(void **state)
{
   (void)state;
   check_type("std::_Sp_counted_ptr_inplace<inv::Customer, std::allocator<void>, "
              "(__gnu_cxx::_Lock_policy)2>",
              "inv::Customer");
   check_type("std::__1::__shared_ptr_emplace<Customer, std::__1::allocator<Customer> >",
              "Customer");
   check_type("alloc::sync::ArcInner<shop::Customer>", "Customer");
   check_type("alloc::rc::RcBox<core::cell::RefCell<Node>>", "RefCell<Node>");
   check_type("shop::RcBox<Node>", "shop::RcBox<Node>");
}

static void nodes_are_of_containers(void **state)
{
   (void)state;
   check_type("std::_Rb_tree_node<std::pair<const int, Order> >",
              "node of map<int, Order>");
   check_type("std::_Rb_tree_node<int>", "node of set<int>");
   check_type("std::_Rb_tree_node<std::pair<int, int> >",
              "node of set<std::pair<int, int>>");
   check_type("std::__detail::_Hash_node<std::pair<const " STRING ", std::vector<Order, "
              "std::allocator<Order> > >, true>",
              "node of unordered_map<std::string, std::vector<Order>>");
   check_type("std::__detail::_Hash_node<" STRING ", true>",
              "node of unordered_set<std::string>");
   check_type("std::_List_node<std::pair<const int, Order> >",
              "node of list<std::pair<const int, Order>>");
   check_type("std::__1::__tree_node<std::__1::__value_type<int, Order>, void *>",
              "node of map<int, Order>");
   check_type("std::__1::__hash_node<std::__1::__hash_value_type<int, Order>, void *>",
              "node of unordered_map<int, Order>");
   check_type("std::_Rb_tree_node<std::pair<" STRING " const, Order> >",
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
      char *found = an_said("std::_Rb_tree_node<std::pair<const int, std::vector<"
                            "std::shared_ptr<very_long> > > >",
                            AN_SAID_TYPE, cases[i].most);
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
   check_type(name, name);
   name[2 * DEPTH] = '\0';
   check_type(name, name);
   free(name);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions),
      cmocka_unit_test(long_functions_are_shortened_from_within),
      cmocka_unit_test(any_text_ends),
      cmocka_unit_test(parts),
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

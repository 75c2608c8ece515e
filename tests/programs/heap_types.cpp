/* heap_types.cpp -- blocks of many types of C++; prints what ty_types must find
   for each, as heap_types.c does.  It is compiled in two parts; one defines a class
   that the other only declares.
   SPDX-License-Identifier: GPL-2.0-or-later */

namespace shapes {

class polygon {
 public:
   virtual void draw();
   int n_corners = 3;
};

} // namespace shapes

#ifdef OTHER_PART
void shapes::polygon::draw()
{
   n_corners++;
}
#else

#include <cstddef>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

#define CASE(name) extern "C" __attribute__((noinline)) void name()

static void *volatile kept;
static volatile size_t three = 3;

static void use(const void *p)
{
   kept = const_cast<void *>(p);
}

#define TYPE(text, size) \
   printf("%s %s %zu", __func__, text, (size_t)(size))
#define FIELD(structure, field) \
   printf("; %s:%zu:%zu", #field, offsetof(structure, field), \
          sizeof(((structure *)0)->field))
#define NAMED(text, offset, size) \
   printf("; %s:%zu:%zu", text, (size_t)(offset), (size_t)(size))
#define END() printf("\n")
#define NONE() printf("%s ?\n", __func__)

struct pair {
   int key;
   double value;
};

static void say_pair(const char *before, size_t offset)
{
   printf("; %skey:%zu:%zu", before, offset, sizeof(int));
   printf("; %svalue:%zu:%zu\n", before, offset + offsetof(pair, value),
          sizeof(double));
}

/* ---- Expressions ---- */

namespace shapes {

class shape {
 public:
   virtual ~shape() {}
   int id = 0;
};

class circle : public shape {
 public:
   double radius = 1;
   static int n_circles;
};

int circle::n_circles;

template <class T> class stack {
   struct link {
      link *next;
      T value;
   };
   link *top = nullptr;

 public:
   __attribute__((noinline)) void push(T value)
   {
      top = new link{ top, value };
   }
   const void *get() { return top; }
};

} // namespace shapes

CASE(case_new)
{
   shapes::shape *s = new shapes::circle;
   use(s);
   TYPE("shapes::circle", sizeof(shapes::circle));
   NAMED("_vptr.shape", 0, sizeof(void *));
   FIELD(shapes::circle, id);
   FIELD(shapes::circle, radius);
   END();
}

CASE(case_declared)
{
   shapes::polygon *p = new shapes::polygon;
   use(p);
   TYPE("shapes::polygon", sizeof(shapes::polygon));
   NAMED("_vptr.polygon", 0, sizeof(void *));
   FIELD(shapes::polygon, n_corners);
   END();
}

CASE(case_template)
{
   shapes::stack<pair> stack;
   stack.push(pair{ 1, 2 });
   use(stack.get());
   TYPE("shapes::stack<pair>::link", 3 * sizeof(void *));
   NAMED("next", 0, sizeof(void *));
   say_pair("value.", sizeof(void *));
}

CASE(case_array)
{
   pair *all = new pair[three];
   use(all);
   TYPE("pair", sizeof(pair));
   say_pair("", 0);
}

CASE(case_numbers)
{
   use(new int[2 * three]);
   NONE();
}

CASE(case_operator)
{
   void *memory = ::operator new(sizeof(pair));
   use(memory);
   TYPE("pair", sizeof(pair));
   say_pair("", 0);
}

CASE(case_unique)
{
   auto p = std::make_unique<pair>();
   use(p.release());
   TYPE("pair", sizeof(pair));
   say_pair("", 0);
}

/* ---- Containers ---- */

CASE(case_vector)
{
   auto &v = *static_cast<std::vector<pair> *>(kept);
   for (size_t i = 0; i < three; i++)
      v.push_back(pair{ 1, 2 });
   TYPE("pair", sizeof(pair));
   say_pair("", 0);
}

CASE(case_list)
{
   auto &l = *static_cast<std::list<pair> *>(kept);
   l.push_back(pair{ 1, 2 });
   TYPE("std::_List_node<pair>", sizeof(void *) * 2 + sizeof(pair));
   NAMED("_M_next", 0, sizeof(void *));
   NAMED("_M_prev", sizeof(void *), sizeof(void *));
   say_pair("", 2 * sizeof(void *));
}

CASE(case_map)
{
   auto &m = *static_cast<std::map<char, pair> *>(kept);
   for (size_t i = 0; i < three; i++)
      m['a' + i].value = 2;
   typedef std::pair<const char, pair> entry;
   TYPE("std::_Rb_tree_node<std::pair<char const, pair> >",
        4 * sizeof(void *) + sizeof(entry));
   NAMED("_M_color", 0, sizeof(int));
   NAMED("_M_parent", sizeof(void *), sizeof(void *));
   NAMED("_M_left", 2 * sizeof(void *), sizeof(void *));
   NAMED("_M_right", 3 * sizeof(void *), sizeof(void *));
   NAMED("first", 4 * sizeof(void *), 1);
   say_pair("second.",
            4 * sizeof(void *) + offsetof(entry, second));
}

CASE(case_hash_nodes)
{
   auto &m = *static_cast<std::unordered_map<int, int> *>(kept);
   m[(int)three] = 1;
   TYPE("std::__detail::_Hash_node<std::pair<int const, int>, false>",
        2 * sizeof(void *));
   NAMED("_M_nxt", 0, sizeof(void *));
   NAMED("first", sizeof(void *), sizeof(int));
   NAMED("second", sizeof(void *) + sizeof(int), sizeof(int));
   END();
}

CASE(case_vector_itself)
{
   use(new std::vector<pair>);
   TYPE("std::vector<pair, std::allocator<pair> >", 3 * sizeof(void *));
   NAMED("_M_impl._M_start", 0, sizeof(void *));
   NAMED("_M_impl._M_finish", sizeof(void *), sizeof(void *));
   NAMED("_M_impl._M_end_of_storage", 2 * sizeof(void *), sizeof(void *));
   END();
}

CASE(case_shared)
{
   static std::shared_ptr<pair> p = std::make_shared<pair>();
   use(p.get());
   TYPE("std::_Sp_counted_ptr_inplace<pair, std::allocator<void>, "
        "(__gnu_cxx::_Lock_policy)2>",
        sizeof(void *) + 2 * sizeof(int) + sizeof(pair));
   NAMED("_vptr._Sp_counted_base", 0, sizeof(void *));
   NAMED("_M_use_count", sizeof(void *), sizeof(int));
   NAMED("_M_weak_count", sizeof(void *) + sizeof(int), sizeof(int));
   say_pair("", sizeof(void *) + 2 * sizeof(int));
}

CASE(case_string)
{
   std::string text(100 + three, 'x');
   use(text.c_str());
   NONE();
}

int main()
{
   static char buffer[BUFSIZ];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* no block of its own */
   static std::vector<pair> vector;
   static std::list<pair> list;
   static std::map<char, pair> map;
   static std::unordered_map<int, int> hash;
   case_new();
   case_declared();
   case_template();
   case_array();
   case_numbers();
   case_operator();
   case_unique();
   kept = &vector;
   case_vector();
   kept = &list;
   case_list();
   kept = &map;
   case_map();
   hash.reserve(100);
   kept = &hash;
   case_hash_nodes();
   case_vector_itself();
   case_shared();
   case_string();
   return 0;
}
#endif

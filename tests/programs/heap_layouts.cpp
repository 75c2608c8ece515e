/* heap_layouts.cpp -- blocks of types with bases, empty ones too, nested and nameless
   members, arrays of structs, bit fields and containers; prints what ty_types must
   find for each, as heap_types.c does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define CASE(name) extern "C" __attribute__((noinline)) void name()

static void *volatile kept;

static void use(const void *p)
{
   kept = const_cast<void *>(p);
}

struct nothing {};
struct nothing_else {};
struct pair {
   int a;
   short b;
};

struct bases : nothing, nothing_else, pair {
   char z;
};

CASE(case_bases)
{
   bases *p = new bases;
   use(p);
   printf("%s bases 12; a:0:4; b:4:2; z:8:1\n", __func__);
}

struct far {
   long x = 1;
   virtual ~far() {}
};

struct near : virtual far {
   int y = 2;
};

#ifdef __clang__
#define VPTR "_vptr$"
#else
#define VPTR "_vptr."
#endif

/* Only the order of the compiler says where a virtual base lies. */
CASE(case_virtual_base)
{
   near *p = new near;
   use(p);
   printf("%s near 32; " VPTR "near:0:8; y:8:4; (virtual bases):12:20\n", __func__);
}

struct nameless {
   int kind;
   union {
      int i;
      double d;
      pair both;
   };
   struct {
      char c, e;
   };
};

CASE(case_nameless)
{
   nameless *p = new nameless;
   use(p);
   printf("%s nameless 24; kind:0:4; i | d | both:8:8; c:16:1; e:17:1\n", __func__);
}

struct bits {
   unsigned f : 3, g : 9;
   unsigned long h : 40;
   int rest;
};

CASE(case_bits)
{
   bits *p = new bits;
   use(p);
   printf("%s bits 16; f, g, h:0:7; rest:8:4\n", __func__);
}

struct shared_byte {
   [[no_unique_address]] nothing none;
   int value;
};

CASE(case_no_unique_address)
{
   shared_byte *p = new shared_byte;
   use(p);
   printf("%s shared_byte 4; value:0:4\n", __func__);
}

struct arrays {
   pair few[2], many[9];
   char name[5];
   int table[2][3];
};

CASE(case_arrays)
{
   arrays *p = new arrays;
   use(p);
   printf("%s arrays 120; few[0].a:0:4; few[0].b:4:2; few[1].a:8:4; few[1].b:12:2; "
          "many[9]:16:72; name[5]:88:5; table[6]:96:24\n", __func__);
}

/* As in clang's debug info and in gcc's: the members of bases of bases. */
struct containers {
   std::string s;
   std::vector<int> v;
   std::map<int, int> m;
   std::unordered_map<int, int> u;
   std::shared_ptr<pair> p;
   int last;
};

#define TREE "_M_t._M_impl._M_header."
#define HASH "_M_h."
static void say_containers(const char *b, int at)
{
   const struct {
      const char *name;
      int offset, size_B;
   } fields[] = {
      { "s._M_dataplus._M_p", 0, 8 }, { "s._M_string_length", 8, 8 },
      { "s._M_local_buf | _M_allocated_capacity", 16, 16 },
      { "v._M_impl._M_start", 32, 8 }, { "v._M_impl._M_finish", 40, 8 },
      { "v._M_impl._M_end_of_storage", 48, 8 },
      { "m." TREE "_M_color", 64, 4 }, { "m." TREE "_M_parent", 72, 8 },
      { "m." TREE "_M_left", 80, 8 }, { "m." TREE "_M_right", 88, 8 },
      { "m._M_t._M_impl._M_node_count", 96, 8 },
      { "u." HASH "_M_buckets", 104, 8 }, { "u." HASH "_M_bucket_count", 112, 8 },
      { "u." HASH "_M_before_begin._M_nxt", 120, 8 },
      { "u." HASH "_M_element_count", 128, 8 },
      { "u." HASH "_M_rehash_policy._M_max_load_factor", 136, 4 },
      { "u." HASH "_M_rehash_policy._M_next_resize", 144, 8 },
      { "u." HASH "_M_single_bucket", 152, 8 },
      { "p._M_ptr", 160, 8 }, { "p._M_refcount._M_pi", 168, 8 }, { "last", 176, 4 },
   };
   for (const auto &f : fields)
      printf("; %s%s:%d:%d", b, f.name, at + f.offset, f.size_B);
}

CASE(case_containers)
{
   containers *p = new containers;
   use(p);
   printf("%s containers 184", __func__);
   say_containers("", 0);
   printf("\n");
}

/* Deeper than any name: in storage of a node of a map. */
CASE(case_node)
{
   static std::map<char, containers> map;
   map['a'].last = 1;
   printf("%s std::_Rb_tree_node<std::pair<"
#ifdef __clang__
          "const char"
#else
          "char const"
#endif
          ", containers> > 224; _M_color:0:4; _M_parent:8:8; _M_left:16:8; "
          "_M_right:24:8; first:32:1", __func__);
   say_containers("second.", 40);
   printf("\n");
}

int main()
{
   static char buffer[BUFSIZ];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* no block of its own */
   case_bases();
   case_virtual_base();
   case_nameless();
   case_bits();
   case_no_unique_address();
   case_arrays();
   case_containers();
   case_node();
   return 0;
}

// owners_cpp.cpp -- pointers into the middle of blocks that C++ compilers and libraries
// keep, and rings of shared_ptr; prints what a look at owners must find, as owners.c does.
// Compiled with the std::string of before C++11.
// SPDX-License-Identifier: GPL-2.0-or-later

#define _GLIBCXX_USE_CXX11_ABI 0

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <unistd.h>

static void say(const char *text)
{
   if (write(1, text, strlen(text)) < 0)
      _exit(1);
}

struct node {
   std::shared_ptr<node> next;
   char more[100];
};

struct item {
   char bytes[24];
   ~item()
   {
      bytes[0] = 1;
   }
};

struct first_base {
   long number = 1;
   virtual ~first_base() {}
};
struct second_base {
   long other = 2;
   virtual ~second_base() {}
};
struct both : first_base, second_base {
   long last = 3;
};

static item *volatile items;
static second_base *volatile base;
static long *volatile in_object;
alignas(std::string) static char text[sizeof(std::string)];

__attribute__((noinline)) static void case_ring()
{
   std::shared_ptr<node> a(new node()), b(new node());
   a->next = b;
   b->next = a;
}

__attribute__((noinline)) static void case_new_array()
{
   items = new item[5]();
}

__attribute__((noinline)) static void case_base()
{
   base = new both();
}

__attribute__((noinline)) static void case_member()
{
   both *object = new both();
   in_object = &object->last;
}

__attribute__((noinline)) static void case_string()
{
   new (text) std::string(1000, 'x');
}

static void wipe()
{
   volatile char area[64 * 1024];
   for (char volatile &byte : area)
      byte = 0;
}

int main()
{
   case_ring();
   case_new_array();
   case_base();
   case_member();
   case_string();
   char line[200];
   snprintf(line, sizeof line, "case_new_array reachable %zu 1 static:items\n",
            sizeof(size_t) + 5 * sizeof(item));
   say(line);
   snprintf(line, sizeof line, "case_base reachable %zu 1 static:base\n", sizeof(both));
   say(line);
   snprintf(line, sizeof line, "case_member possible %zu 1 static:in_object\n", sizeof(both));
   say(line);
   snprintf(line, sizeof line, "case_string reachable %zu 1 static:text\n",
            3 * sizeof(size_t) + 1001);
   say(line);
   say("case_ring definite any 1 lost\n"
       "case_ring indirect any 3 lost\n");
   wipe();
   exit(7);
}

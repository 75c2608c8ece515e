// data_heap_new.cpp -- as data_heap.c, with the operators of C++.
// SPDX-License-Identifier: GPL-2.0-or-later

#include <cstdio>
#include <cstdlib>
#include <new>

#if defined(__clang__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa)) /* equal functions stay two */
#endif

static const int LINE_B = 64, FLUSH_B = 1 << 20;
static char other[FLUSH_B];

static NOINLINE void flush()
{
   for (int i = 0; i < FLUSH_B; i += LINE_B)
      (void)*(volatile char *)&other[i];
}

static NOINLINE int touch(const void *block, size_t size_B)
{
   int lines = 0;
   const char *at = (const char *)block, *end = at + size_B;
   flush();
   while (at < end) {
      (void)*(const volatile char *)at;
      lines++;
      at += LINE_B - (size_t)at % LINE_B;
   }
   return lines;
}

static void expect(const char *site, int blocks, size_t bytes, int misses)
{
   printf("%s %d %zu %d\n", site, blocks, bytes, misses);
}

struct pair {
   double x, y;
};

/* The result is stored, or the compiler would jump to the operator. */
static void *volatile last;

static NOINLINE pair *site_new()
{
   pair *p = new pair();
   last = p;
   return p;
}

static NOINLINE pair *site_array(size_t n)
{
   pair *p = new pair[n];
   last = p;
   return p;
}

static NOINLINE char *site_nothrow(size_t n)
{
   char *p = new (std::nothrow) char[n];
   last = p;
   return p;
}

struct alignas(128) wide {
   char bytes[1280];
};

static NOINLINE wide *site_wide()
{
   wide *p = new wide;
   last = p;
   return p;
}

static NOINLINE void site_refused()
{
   try {
      char *volatile p = new char[~(size_t)0 / 4];
      delete[] p;
   } catch (const std::bad_alloc &) {
   }
}

int main()
{
   pair *one = site_new();
   expect("site_new", 1, sizeof(pair), touch(one, sizeof *one));
   delete one;
   pair *many = site_array(400);
   expect("site_array", 1, 400 * sizeof(pair), touch(many, 400 * sizeof *many));
   delete[] many;
   site_refused();
   char *bytes = site_nothrow(777);
   expect("site_nothrow", 1, 777, touch(bytes, 777));
   delete[] bytes;
   wide *w = site_wide();
   expect("site_wide", 1, sizeof *w, touch(w, sizeof *w));
   delete w;
   return 0;
}

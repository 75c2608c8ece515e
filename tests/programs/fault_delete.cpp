/* fault_delete.cpp -- operators new and delete as compilers call them: sized,
   aligned, of arrays with and without a stored count, through a base class, of
   classes with their own operators; and requests that reallocarray refuses.
   Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#define CASE extern "C" __attribute__((noinline))

static const int rounds = 20;
static void *volatile kept;

template <typename T> static T *use(T *p)
{
   kept = p;
   return p;
}

static void require(bool holds, const char *what)
{
   if (!holds) {
      fprintf(stderr, "fault_delete: %s\n", what);
      exit(1);
   }
}

template <typename T> static bool is_aligned(T *p, size_t alignment)
{
   return uintptr_t(p) % alignment == 0;
}

static size_t volatile most = SIZE_MAX / 4, all = SIZE_MAX;

/* ---- Plain, sized: delete of a complete type passes its size ---- */

struct plain { char room[24]; };

CASE void case_sized()
{
   for (int i = 0; i < rounds; i++) {
      delete use(new plain);
      delete[] use(new plain[3]);
      delete[] use(new char[7]);
   }
}

/* An array of a type with a destructor stores its count before it. */
struct cookie {
   char room[12];
   ~cookie() { kept = this; }
};

CASE void case_cookie()
{
   for (int i = 0; i < rounds; i++) {
      delete[] use(new cookie[5]);
      delete[] use(new cookie[0]);
   }
}

/* ---- Aligned ---- */

struct alignas(64) wide { char room[64]; };

struct alignas(256) wide_cookie {
   char room[256];
   ~wide_cookie() { kept = this; }
};

CASE void case_aligned()
{
   for (int i = 0; i < rounds; i++) {
      wide *one = use(new wide), *some = use(new wide[4]);
      require(is_aligned(one, 64) && is_aligned(some, 64), "alignas(64)");
      delete one;
      delete[] some;
      wide_cookie *counted = use(new wide_cookie[2]);
      require(is_aligned(counted, 256), "alignas(256)");
      delete[] counted;
   }
}

/* ---- Through a base class: the size is that of the object's class ---- */

struct base {
   virtual ~base() {}
   char room[8];
};

struct alignas(128) derived : base { char more[200]; };

CASE void case_virtual()
{
   for (int i = 0; i < rounds; i++) {
      base *one = use<base>(new base), *other = use<base>(new derived);
      require(is_aligned(other, 128), "alignas(128)");
      delete one;
      delete other;
   }
}

/* ---- Nothrow, in all its forms, granted and refused ---- */

CASE void case_nothrow()
{
   for (int i = 0; i < rounds; i++) {
      delete use(new (std::nothrow) plain);
      delete[] use(new (std::nothrow) plain[2]);
      delete use(new (std::nothrow) wide);
      delete[] use(new (std::nothrow) wide[2]);
   }
}

CASE void case_nothrow_refused()
{
   std::align_val_t by64 = std::align_val_t(64);
   for (int i = 0; i < rounds; i++) {
      require(use(new (std::nothrow) char[most]) == nullptr, "new[] of too much");
      require(use(operator new(most, std::nothrow)) == nullptr, "new");
      require(use(operator new(most, by64, std::nothrow)) == nullptr,
              "aligned new");
      require(use(operator new[](most, by64, std::nothrow)) == nullptr,
              "aligned new[]");
   }
}

template <typename F> static bool is_refused(F f)
{
   try {
      use(f());
   } catch (const std::bad_alloc &) {
      return true;
   }
   return false;
}

/* The exceptions are allocated outside of the cases. */
static void *refused_plain() { return operator new(most); }
static void *refused_aligned() { return operator new(most, std::align_val_t(64)); }

/* A count that no array has: refused before an allocator is asked. */
static void *refused_count() { return new wide[most]; }

static void be_refused()
{
   for (int i = 0; i < rounds; i++)
      require(is_refused(refused_plain) && is_refused(refused_aligned)
              && is_refused(refused_count), "bad_alloc");
}

/* ---- By hand, each delete in each form ---- */

CASE void case_by_hand()
{
   std::align_val_t by32 = std::align_val_t(32);
   for (int i = 0; i < rounds; i++) {
      operator delete(use(operator new(10)), size_t(10));
      operator delete[](use(operator new[](11)), size_t(11));
      operator delete(use(operator new(12, by32)), by32);
      operator delete[](use(operator new[](13, by32)), by32);
      operator delete(use(operator new(14, by32)), size_t(14), by32);
      operator delete[](use(operator new[](15, by32)), size_t(15), by32);
      operator delete(use(operator new(16)), std::nothrow);
      operator delete[](use(operator new[](17)), std::nothrow);
      operator delete(use(operator new(18, by32)), by32, std::nothrow);
      operator delete[](use(operator new[](19, by32)), by32, std::nothrow);
      operator delete(nullptr, size_t(20));
      operator delete(nullptr, size_t(20), by32);
   }
}

/* ---- A class's own operators ---- */

struct own {
   char room[40];
   static void *operator new(size_t size) { return malloc(size + 8); }
   static void operator delete(void *p, size_t) { free(p); }
};

CASE void case_own()
{
   for (int i = 0; i < rounds; i++) {
      delete use(new own);
      char place[sizeof(own)];
      use(::new (place) own); /* allocates nothing */
   }
}

/* ---- reallocarray ---- */

CASE void case_reallocarray()
{
   for (int i = 0; i < rounds; i++) {
      void *p = use(reallocarray(nullptr, 3, 50));
      errno = 0;
      require(reallocarray(p, most, 8) == nullptr && errno == ENOMEM,
              "reallocarray of more than there is");
      errno = 0;
      require(reallocarray(p, all, all) == nullptr && errno == ENOMEM,
              "reallocarray of what wraps to 1");
      p = use(reallocarray(p, 10, 10));
      free(p);
   }
}

static void expect(const char *name, size_t bytes, int blocks, int reallocs,
                   int failed)
{
   printf("%s %zu %d 0 0 %d %d\n", name, size_t(rounds) * bytes, rounds * blocks,
          rounds * reallocs, rounds * failed);
}

int main()
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   case_sized();
   case_cookie();
   case_aligned();
   case_virtual();
   case_nothrow();
   case_nothrow_refused();
   be_refused();
   case_by_hand();
   case_own();
   case_reallocarray();
   const size_t count = sizeof(size_t);
   expect("case_sized", 24 + 72 + 7, 3, 0, 0);
   expect("case_cookie", count + 60 + count, 2, 0, 0);
   expect("case_aligned", 64 + 256 + 256 + 512, 3, 0, 0);
   expect("case_virtual", sizeof(base) + sizeof(derived), 2, 0, 0);
   expect("case_nothrow", 24 + 48 + 64 + 128, 4, 0, 0);
   /* Within, the library throws and catches; it allocates the exceptions. */
   printf("case_nothrow_refused any any any any 0 %d\n", rounds * 4);
   expect("case_by_hand", 145, 10, 0, 0);
   expect("case_own", 48, 1, 0, 0);
   expect("case_reallocarray", 150 + 100, 2, 1, 2);
   return 0;
}

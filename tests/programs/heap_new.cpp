/* heap_new.cpp -- every form of operator new and delete; prints the expected
   numbers of each case: "name tb tbk eb ebk re fail", as tests/heap_profile.py does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#define CASE(name) extern "C" __attribute__((noinline)) result name()

struct result {
   size_t bytes, blocks, end_bytes, end_blocks, reallocs, failed;
};

/* The C++ library allocates exceptions, and calls itself for that. */
static const size_t ANY = SIZE_MAX;

struct alignas(64) wide {
   char bytes[128];
};

struct counted {
   int value;
   ~counted() { value = 0; }
};

static void *volatile kept;
static volatile size_t half = SIZE_MAX / 2;

template <class T> static T *use(T *p)
{
   kept = p;
   return static_cast<T *>(kept);
}

static void require(bool condition, const char *what)
{
   if (!condition) {
      std::fprintf(stderr, "heap_new: %s\n", what);
      std::exit(1);
   }
}

CASE(case_plain)
{
   use(new int(1));
   delete use(new int(2));
   delete static_cast<int *>(nullptr);
   use(new char[100]);
   delete[] use(new char[200]);
   return {308, 4, 104, 2, 0, 0};
}

/* An array whose elements have destructors has its length before it. */
CASE(case_cookie)
{
   delete[] use(new counted[10]);
   return {48, 1, 0, 0, 0, 0};
}

CASE(case_nothrow)
{
   use(new (std::nothrow) int(1));
   delete use(new (std::nothrow) int(2));
   delete[] use(new (std::nothrow) char[50]);
   ::operator delete(use(::operator new(30, std::nothrow)), std::nothrow);
   ::operator delete[](use(::operator new[](40, std::nothrow)), std::nothrow);
   return {128, 5, 4, 1, 0, 0};
}

CASE(case_aligned_new)
{
   use(new wide);
   wide *one = use(new wide);
   require(reinterpret_cast<uintptr_t>(one) % 64 == 0, "alignment of new");
   delete one;
   delete[] use(new wide[3]);
   delete use(new (std::nothrow) wide);
   delete[] use(new (std::nothrow) wide[2]);
   return {128 * 8, 5, 128, 1, 0, 0};
}

CASE(case_by_hand)
{
   auto align = std::align_val_t(32);
   ::operator delete(use(::operator new(11)));
   ::operator delete(use(::operator new(13)), size_t(13));
   ::operator delete[](use(::operator new[](17)));
   ::operator delete[](use(::operator new[](19)), size_t(19));
   ::operator delete(use(::operator new(64, align)), align);
   ::operator delete(use(::operator new(96, align)), size_t(96), align);
   ::operator delete[](use(::operator new[](128, align)), align);
   ::operator delete[](use(::operator new[](160, align)), size_t(160), align);
   ::operator delete(use(::operator new(32, align, std::nothrow)), align,
                     std::nothrow);
   ::operator delete[](use(::operator new[](64, align, std::nothrow)), align,
                       std::nothrow);
   return {604, 10, 0, 0, 0, 0};
}

CASE(case_new_zero)
{
   use(::operator new(0));
   ::operator delete(use(::operator new[](0)));
   return {2, 2, 1, 1, 0, 0};
}

/* After a failure and the unwinding, counting goes on. */
CASE(case_bad_alloc)
{
   int thrown = 0;
   try {
      use(::operator new(half));
   } catch (const std::bad_alloc &) {
      thrown++;
   }
   require(use(::operator new(half, std::nothrow)) == nullptr, "nothrow");
   use(new char[60]);
   require(thrown == 1, "bad_alloc");
   return {ANY, 0, 60, 1, 0, 0};
}

/* The handler frees a reserve, allocates for itself, and gives up the second
   time. */
static char *reserve;

extern "C" __attribute__((noinline)) void case_handler()
{
   if (reserve == nullptr)
      throw std::bad_alloc();
   delete[] reserve;
   reserve = nullptr;
   use(new char[90]);
   delete[] use(new char[80]);
}

CASE(case_new_handler)
{
   reserve = use(new char[1000000]);
   std::set_new_handler(case_handler);
   try {
      use(::operator new(half));
      require(false, "half of all memory");
   } catch (const std::bad_alloc &) {
   }
   std::set_new_handler(nullptr);
   use(new char[70]);
   return {ANY, 0, 160, 2, 0, 0};
}

#define ROW(name) {#name, name}
static const struct {
   const char *name;
   result (*run)();
} cases[] = {
   ROW(case_plain), ROW(case_cookie), ROW(case_nothrow),
   ROW(case_aligned_new), ROW(case_by_hand), ROW(case_new_zero),
   ROW(case_bad_alloc), ROW(case_new_handler),
};

int main(int argc, char **argv)
{
   for (const auto &each : cases) {
      bool is_wanted = argc < 2; /* or only these */
      for (int i = 1; i < argc; i++)
         is_wanted |= std::strcmp(argv[i], each.name) == 0;
      if (!is_wanted)
         continue;
      result r = each.run();
      if (r.bytes == ANY)
         std::printf("%s any any %zu %zu %zu any\n", each.name, r.end_bytes,
                     r.end_blocks, r.reallocs);
      else
         std::printf("%s %zu %zu %zu %zu %zu %zu\n", each.name, r.bytes,
                     r.blocks, r.end_bytes, r.end_blocks, r.reallocs,
                     r.failed);
      std::fflush(stdout);
   }
}

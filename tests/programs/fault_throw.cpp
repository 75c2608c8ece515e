/* fault_throw.cpp -- exceptions between many allocations: through many frames, out of
   constructors and arrays, thrown again, for lack of memory; with an argument, also
   passed to another thread.  Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

/* Names as in C. */
#define CASE extern "C" __attribute__((noinline))

static const int rounds = 100, deep = 40;

static void *volatile kept;

template <typename T> static T *use(T *p)
{
   kept = p;
   return p;
}

/* Owned by a frame while exceptions pass through. */
CASE char *case_held()
{
   return use(new char[64]);
}

CASE void case_frames(int depth)
{
   std::unique_ptr<char[]> held(case_held());
   if (depth == 0)
      throw std::string(100, 'x');
   case_frames(depth - 1);
   held[0] = 1; /* not a tail call */
}

static void unwind_frames()
{
   for (int i = 0; i < rounds; i++)
      try {
         case_frames(deep - 1);
      } catch (const std::string &text) {
         if (text.size() != 100)
            abort();
      }
   printf("case_held %d %d 0 0 0 0\n", rounds * deep * 64, rounds * deep);
}

/* Of an array, the fifth throws: four are destroyed, and the array is freed. */
CASE void *case_array(size_t size)
{
   return use(::operator new[](size));
}

CASE char *case_member()
{
   return use(new char[16]);
}

struct fragile {
   static int alive;
   char *own;
   fragile()
   {
      if (alive == 4)
         throw 5;
      alive++;
      own = case_member();
   }
   ~fragile()
   {
      alive--;
      delete[] own;
   }
   fragile(const fragile &) = delete;
   fragile &operator=(const fragile &) = delete;
   static void *operator new[](size_t size) { return case_array(size); }
};
int fragile::alive;

static void construct_arrays()
{
   for (int i = 0; i < rounds; i++)
      try {
         use(new fragile[10]);
         abort();
      } catch (int) {
      }
   printf("case_array %d %d 0 0 0 0\n",
          rounds * int(sizeof(size_t) + 10 * sizeof(fragile)), rounds);
   printf("case_member %d %d 0 0 0 0\n", rounds * 4 * 16, rounds * 4);
}

/* Too large; the requested bytes count as refused. */
static volatile size_t most = size_t(-1) / 4;

static void be_refused_once()
{
   use(new char[most]);
}

CASE void case_after_refused()
{
   delete use(new int);
}

static void be_refused()
{
   for (int i = 0; i < rounds; i++)
      try {
         be_refused_once();
         abort();
      } catch (const std::bad_alloc &) {
         case_after_refused();
      }
   printf("case_after_refused %d %d 0 0 0 0\n", rounds * 4, rounds);
}

/* Thrown while another is being handled, and both thrown again. */
CASE char *case_nested()
{
   return use(new char[24]);
}

static void handle_nested()
{
   for (int i = 0; i < rounds; i++)
      try {
         try {
            std::unique_ptr<char[]> a(case_nested());
            throw 1;
         } catch (int) {
            std::unique_ptr<char[]> b(case_nested());
            try {
               throw 2L;
            } catch (long) {
               delete[] case_nested();
               throw;
            }
         }
      } catch (long) {
         delete[] case_nested();
      }
   printf("case_nested %d %d 0 0 0 0\n", rounds * 4 * 24, rounds * 4);
}

/* To another thread, which ends by it. */
CASE char *case_in_thread()
{
   return use(new char[80]);
}

static void throw_in_thread(std::exception_ptr *carried)
{
   std::unique_ptr<char[]> held(case_in_thread());
   try {
      throw 7;
   } catch (...) {
      *carried = std::current_exception();
   }
}

static void carry()
{
   for (int i = 0; i < rounds; i++) {
      std::exception_ptr carried;
      std::thread(throw_in_thread, &carried).join();
      try {
         std::rethrow_exception(carried);
      } catch (int seven) {
         if (seven != 7)
            abort();
      }
   }
   printf("case_in_thread %d %d 0 0 0 0\n", rounds * 80, rounds);
}

int main(int argc, char **)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   unwind_frames();
   construct_arrays();
   be_refused();
   handle_nested();
   if (argc > 1)
      carry();
   return 0;
}

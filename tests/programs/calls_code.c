/* calls_code.c -- calls into libraries, linked and loaded, and of code that the program
   writes.  The argument: the library to load.  Prints its calls; see calls.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "calls.h"
#include "calls_lib.h"

static volatile long n_leaves;

static void leaf(void)
{
   ENTERED()
   n_leaves++;
}

static void back(long n)
{
   ENTERED()
   for (long i = 0; i < n; i++)
      CALL(leaf);
}

/* ---- Stubs -------------------------------------------------------------- */

long program_tail(long n)
{
   ENTERED()
   CALL(leaf);
   if (n <= 0)
      return 1;
   CALLS_COUNT("lib_tail") return lib_tail(n - 1);
}

static void linked(void)
{
   ENTERED()
   for (int i = 0; i < 20; i++) {
      CALL(lib_work, i, back);
      CALL(lib_inner, i);
      CALL(lib_tail, i);
      CALL(program_tail, 100 * i);
   }
}

/* ---- Loading ------------------------------------------------------------ */

typedef long work(long n, callback *back);

static void load(const char *library, int mode, int n)
{
   ENTERED()
   void *handle = dlopen(library, mode);
   if (handle == NULL)
      abort();
   work *loaded = (work *)dlsym(handle, "lib_work");
   void (*print)(void) = (void (*)(void))dlsym(handle, "lib_print");
   CALLS_COUNT("lib_work") loaded(n, back);
   fflush(stdout);
   print();
   dlclose(handle);
}

/* ---- Code that is written ------------------------------------------------ */

#ifdef __x86_64__
static const unsigned char call_argument[] = {
   0x48, 0x83, 0xec, 0x08, 0xff, 0xd7, 0x48, 0x83, 0xc4, 0x08, 0xc3
};
#else
static const unsigned char call_argument[] = { 0x8b, 0x44, 0x24, 0x04, 0xff, 0xd0, 0xc3 };
#endif

/* Calls `function` by code in a new place, or in the old one. */
static void write_and_run(void (*function)(void), size_t at)
{
   ENTERED()
   unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   memcpy(code + at, call_argument, sizeof call_argument);
   for (int i = 0; i < 5; i++)
      ((void (*)(void (*)(void)))(void *)(code + at))(function);
   munmap(code, 4096);
}

static void from_code(void)
{
   ENTERED()
   CALL(leaf);
}

int main(int argc, char **argv)
{
   CALL(linked);
   for (int i = 0; i < 10; i++) {
      CALL(load, argv[argc - 1], RTLD_LAZY | RTLD_LOCAL, i);
      CALL(load, argv[argc - 1], RTLD_NOW | RTLD_LOCAL, i);
      CALL(write_and_run, from_code, 16 * (size_t)i);
   }
   lib_print();
   calls_print();
   return 0;
}

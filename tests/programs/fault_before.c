/* fault_before.c -- allocates and frees at every moment when code of the program
   runs: before main, after exit, and across them, in all possible ways.
   With -DLIBRARY it is a library that does the same.  Prints the expected cases, as
   heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LIBRARY
#define NAMED(name) case_library_##name
#else
#define NAMED(name) case_##name
#endif
#define CASE(name) __attribute__((noinline)) static void NAMED(name)
#define FIRST 101 /* priorities: lower ones are the compiler's own */

static void *volatile kept;
static char *from_preinit, *from_first, *from_main, *from_thread_end;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

static char *text(size_t size)
{
   return memset(use(malloc(size)), 'x', size);
}

/* Frees an old block, which must be unchanged. */
static void free_text(char *block, size_t size)
{
   for (size_t i = 0; i < size; i++)
      if (block[i] != 'x')
         abort();
   free(block);
}

/* ---- Before main ---- */

#ifndef LIBRARY
CASE(preinit)(void)
{
   from_preinit = text(1000);
}

__attribute__((section(".preinit_array"), used))
static void (*const before_all)(void) = NAMED(preinit);
#endif

CASE(at_exit)(void)
{
   free_text(from_main, 3000);
   use(malloc(11));
}

/* In static storage, like objects that a program frees last. */
CASE(first)(void)
{
   from_first = use(realloc(text(50), 2000));
   memset(from_first, 'x', 2000);
   if (atexit(NAMED(at_exit)) != 0)
      abort();
}

__attribute__((constructor(FIRST))) static void first(void)
{
   NAMED(first)();
}

CASE(constructor)(void)
{
   from_main = text(3000); /* freed by a handler that was registered earlier */
}

__attribute__((constructor)) static void constructor(void)
{
   NAMED(constructor)();
}

/* ---- After exit ---- */

/* As C++ does for thread_local objects. */
extern int __cxa_thread_atexit_impl(void (*end)(void *), void *object, void *dso);
extern void *__dso_handle;

CASE(thread_end)(void *object)
{
   free_text(object, 500);
   from_thread_end = text(13);
}

CASE(destructor)(void)
{
   if (from_thread_end != NULL)
      free_text(from_thread_end, 13);
   free(use(malloc(17)));
}

__attribute__((destructor)) static void destructor(void)
{
   NAMED(destructor)();
}

/* The last code to run. */
CASE(last)(void)
{
#ifndef LIBRARY
   free_text(from_preinit, 1000);
#endif
   free_text(from_first, 2000);
   use(realloc(text(19), 190));
}

__attribute__((destructor(FIRST))) static void last(void)
{
   NAMED(last)();
}

#ifdef LIBRARY
void library_begin(void);
#define begin library_begin
#else
#define begin program_begin
#endif

void begin(void)
{
   if (__cxa_thread_atexit_impl(NAMED(thread_end), text(500), &__dso_handle) != 0)
      abort();
}

#ifndef LIBRARY
#ifdef WITH_LIBRARY
void library_begin(void);
#else
static void library_begin(void) {}
#endif

static void tell(const char *where)
{
   printf("case_%sfirst 2050 2 0 0 1 0\n", where);
   printf("case_%sconstructor 3000 1 0 0 0 0\n", where);
   printf("case_%sat_exit 11 1 11 1 0 0\n", where);
   printf("case_%sthread_end 13 1 0 0 0 0\n", where);
   printf("case_%sdestructor 17 1 0 0 0 0\n", where);
   printf("case_%slast 209 2 190 1 1 0\n", where);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   printf("case_preinit 1000 1 0 0 0 0\n");
   tell("");
#ifdef WITH_LIBRARY
   tell("library_");
#endif
   program_begin();
   library_begin();
   if (argc > 1 && strcmp(argv[1], "exit") == 0)
      exit(3);
   return 3;
}
#endif

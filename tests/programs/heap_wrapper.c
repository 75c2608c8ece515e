/* heap_wrapper.c -- a program with its own allocator.  Compiled with
   WITH_HEADER, the allocator puts a header before blocks of the C library, and
   refuses to free blocks without one; otherwise it jumps to the C library's, and each
   third time through its own beginning, as glibc 2.43 does at a thread's first call.
   Prints the expected cases, as heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WITH_HEADER

enum { HEADER = 32, MAGIC = 0x51455255 };

struct header {
   size_t size;
   size_t magic;
};

static void *(*real_malloc)(size_t);
static void (*real_free)(void *);
static size_t calls;

static void find_real(void)
{
   real_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
   real_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
}

void *malloc(size_t size)
{
   if (real_malloc == NULL)
      find_real();
   calls++;
   struct header *header = real_malloc(size + HEADER);
   if (header == NULL)
      return NULL;
   header->size = size;
   header->magic = MAGIC;
   return (char *)header + HEADER;
}

void free(void *block)
{
   struct header *header = (struct header *)((char *)block - HEADER);
   if (block == NULL || header->magic != MAGIC)
      return;
   header->magic = 0;
   real_free(header);
}

void *calloc(size_t n, size_t size)
{
   void *block = malloc(n * size);
   return block == NULL ? NULL : memset(block, 0, n * size);
}

void *realloc(void *old, size_t size)
{
   void *block = malloc(size);
   if (block != NULL && old != NULL) {
      size_t had = ((struct header *)((char *)old - HEADER))->size;
      memcpy(block, old, had < size ? had : size);
      free(old);
   }
   return block;
}

#else

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *block);

static size_t calls, mallocs, frees;

/* Compile with optimisation, to make these jumps. */
static void *malloc_again(size_t size)
{
   return malloc(size);
}

void *malloc(size_t size)
{
   if (mallocs++ % 3 == 0)
      return malloc_again(size);
   calls++;
   return __libc_malloc(size);
}

static void free_again(void *block)
{
   free(block);
}

void free(void *block)
{
   if (frees++ % 3 == 0)
      free_again(block);
   else
      __libc_free(block);
}

/* operator new(unsigned long), operator delete(void *) and the sized one, by
   their mangled names. */
void *_Znwm(size_t size)
{
   return malloc(size);
}

void _ZdlPv(void *block)
{
   free(block);
}

void _ZdlPvm(void *block, size_t size)
{
   (void)size;
   _ZdlPv(block);
}

#endif

static void *volatile kept;

static void *use(void *p)
{
   kept = p;
   return kept;
}

__attribute__((noinline)) static void case_own_malloc(void)
{
   for (int i = 0; i < 10; i++)
      use(malloc(100));
   for (int i = 0; i < 10; i++)
      free(use(malloc(50)));
}

#ifndef WITH_HEADER
__attribute__((noinline)) static void case_own_operators(void)
{
   use(_Znwm(60));
   _ZdlPv(use(_Znwm(70)));
   _ZdlPvm(use(_Znwm(80)), 80);
}
#endif

#ifdef WITH_HEADER
__attribute__((noinline)) static void case_own_realloc(void)
{
   free(use(calloc(3, 10)));
   use(realloc(use(malloc(10)), 20));
}

/* This allocator accepts a second free, and pointers that never were blocks. */
__attribute__((noinline)) static void case_wrong_frees(void)
{
   static char none[64];
   void *block = malloc(30);
   use(block);
   free(block);
   free(kept);
   free(use(none + HEADER));
   use(malloc(40));
}
#endif

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   case_own_malloc();
   printf("case_own_malloc 1500 20 1000 10 0 0\n");
#ifdef WITH_HEADER
   case_own_realloc();
   printf("case_own_realloc 60 3 20 1 1 0\n");
   if (argc > 1 && strcmp(argv[1], "wrong") == 0) {
      case_wrong_frees();
      printf("case_wrong_frees 70 2 40 1 0 0\n");
   }
#else
   (void)argc, (void)argv;
   case_own_operators();
   printf("case_own_operators 210 3 60 1 0 0\n");
#endif
   return calls < 20;
}

/* fault_jit.c -- generated code: overwritten, unmapped and mapped again with other
   code at the same address or elsewhere, mapped from a file, run by several threads
   during generation of more.  Prints the expected cases, as heap_calls.c.

   fault_jit FILE            in one thread; FILE is created, with code in it
   fault_jit FILE threads    in three

   The code is that of amd64.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CASE __attribute__((noinline)) static

enum { PAGE_B = 4096, STUB_B = 64, ROUNDS = 100 };

static void *volatile kept;
static volatile uint32_t sum;

static char *map(void *at, size_t size)
{
   char *p = mmap(at, size, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS | (at != NULL ? MAP_FIXED : 0), -1,
                  0);
   if (p == MAP_FAILED)
      abort();
   return p;
}

/* ---- The compiler: two kinds of functions, each with its own frame ---- */

/* A call of malloc, through rax; `pad` moves it. */
static void *(*allocator(char *at, uint32_t size, int pad))(void)
{
   static const unsigned char head[] = { 0x55, 0x48, 0x89, 0xe5, 0xbf };
   static const unsigned char call[] = { 0x48, 0xb8 };
   static const unsigned char tail[] = { 0xff, 0xd0, 0x5d, 0xc3 };
   uint64_t callee = (uint64_t)(uintptr_t)malloc;
   char *p = at;
   memset(p, 0x90, (size_t)pad); /* nop */
   p += pad;
   memcpy(p, head, sizeof head);
   memcpy(p += sizeof head, &size, sizeof size);
   memcpy(p += sizeof size, call, sizeof call);
   memcpy(p += sizeof call, &callee, sizeof callee);
   memcpy(p += sizeof callee, tail, sizeof tail);
   return (void *(*)(void))(uintptr_t)at;
}

/* A loop: mov $n, %ecx; xor %eax, %eax; add $step, %eax; dec %ecx; jnz; ret */
static uint32_t (*counter(char *at, uint32_t n, uint32_t step))(void)
{
   static const unsigned char loop[] = { 0x31, 0xc0, 0x05 };
   static const unsigned char tail[] = { 0xff, 0xc9, 0x75, 0xf7, 0xc3 };
   char *p = at;
   *p++ = (char)0xb9;
   memcpy(p, &n, sizeof n);
   memcpy(p += sizeof n, loop, sizeof loop);
   memcpy(p += sizeof loop, &step, sizeof step);
   memcpy(p += sizeof step, tail, sizeof tail);
   return (uint32_t(*)(void))(uintptr_t)at;
}

static void check_counter(char *at, uint32_t n, uint32_t step)
{
   uint32_t found = counter(at, n, step)();
   if (found != n * step)
      abort();
   sum += found;
}

/* ---- Cases ---- */

static char *code;

CASE void case_written_over(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      void *(*f)(void) = allocator(code + i % 3 * STUB_B, 16, i % 7);
      free(f());
      check_counter(code + i % 3 * STUB_B, 100 + (uint32_t)i, (uint32_t)i);
   }
   check_counter(code, 200000, 3); /* it becomes hot, and is overwritten */
   check_counter(code, 200000, 5);
}

CASE void case_mapped_again(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      char *here = map(NULL, PAGE_B);
      free(allocator(here, 24, 0)());
      munmap(here, PAGE_B);
      map(here, PAGE_B); /* the same address, other code */
      check_counter(here, 50, (uint32_t)i);
      free(allocator(here, 32, 8)());
      char *there = mremap(here, PAGE_B, PAGE_B, MREMAP_MAYMOVE | MREMAP_FIXED,
                           code + 2 * PAGE_B); /* the same code, another address */
      if (there == MAP_FAILED)
         abort();
      free(((void *(*)(void))(uintptr_t)there)());
   }
}

CASE void case_from_file(const char *path)
{
   int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
   char page[PAGE_B] = { 0 };
   allocator(page, 40, 0);
   counter(page + STUB_B, 5000, 2);
   if (file < 0 || write(file, page, PAGE_B) != PAGE_B)
      abort();
   char *at = mmap(NULL, PAGE_B, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
   if (at == MAP_FAILED)
      abort();
   kept = ((void *(*)(void))(uintptr_t)at)();
   sum += ((uint32_t(*)(void))(uintptr_t)(at + STUB_B))();
   munmap(at, PAGE_B);
   close(file);
}

/* Each has its own page, which the other never uses. */
CASE void *case_in_thread(void *page)
{
   for (int i = 0; i < ROUNDS; i++) {
      free(allocator(page, 48, i % 5)());
      check_counter(page, 1000, (uint32_t)i);
   }
   return NULL;
}

static void run_threads(void)
{
   pthread_t threads[2];
   for (int i = 0; i < 2; i++)
      if (pthread_create(&threads[i], NULL, case_in_thread,
                         code + (3 + i) * PAGE_B) != 0)
         abort();
   case_written_over();
   for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
   printf("case_in_thread %d %d 0 0 0 0\n", 2 * ROUNDS * 48, 2 * ROUNDS);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc < 2)
      return 2;
   code = map(NULL, 5 * PAGE_B);
   if (argc > 2 && strcmp(argv[2], "threads") == 0)
      run_threads();
   else
      case_written_over();
   case_mapped_again();
   case_from_file(argv[1]);
   printf("case_written_over %d %d 0 0 0 0\n", ROUNDS * 16, ROUNDS);
   printf("case_mapped_again %d %d 0 0 0 0\n", ROUNDS * 88, ROUNDS * 3);
   printf("case_from_file 40 1 40 1 0 0\n");
   return 0;
}

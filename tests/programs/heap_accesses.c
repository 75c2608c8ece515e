/* heap_accesses.c -- reads and writes blocks, each function in its own way,
   and prints what a profile with --accesses=yes must have for it:

   NAME rb wb nr nr-blocks nw nw-blocks nt nt-blocks

   Every access is volatile or an instruction of ours.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

#include "heapprof.h"

enum { MAX_CASES = 64 };

static char said[MAX_CASES][120];
static int n_said;

static void expect(const char *name, long rb, long wb, long nr, long nrb,
                   long nw, long nwb, long nt, long ntb)
{
   snprintf(said[n_said++], sizeof said[0],
            "%s %ld %ld %ld %ld %ld %ld %ld %ld", name, rb, wb, nr, nrb, nw,
            nwb, nt, ntb);
}

static volatile uint64_t sink;

/* Freed by code that reads and writes none of the block. */
static void drop(void *block)
{
   free(block);
}

static void case_never_touched(void)
{
   for (int i = 0; i < 5; i++)
      drop(malloc(40));
   expect("case_never_touched", 0, 0, 200, 5, 200, 5, 200, 5);
}

static void case_written_only(void)
{
   volatile char *p = malloc(100);
   for (int i = 0; i < 100; i++)
      p[i] = (char)i;
   drop((void *)p);
   expect("case_written_only", 0, 100, 100, 1, 0, 0, 0, 0);
}

/* The clearing by calloc is not an access by the program. */
static void case_cleared(void)
{
   volatile char *p = calloc(50, 2);
   for (int i = 0; i < 30; i++)
      sink += p[i];
   drop((void *)p);
   expect("case_cleared", 30, 0, 70, 0, 100, 1, 70, 0);
}

/* One block of ten is read, the others only in their first half: counted by
   block, not by offset. */
static void case_by_block(void)
{
   for (int k = 0; k < 10; k++) {
      volatile uint64_t *p = malloc(64);
      for (int i = 0; i < (k == 3 ? 8 : 4); i++)
         sink += p[i];
      p[k % 8] = 1;
      drop((void *)p);
   }
   expect("case_by_block", 64 + 9 * 32, 80, 9 * 32, 0, 10 * 56, 0,
          32 * 9 - 8 * 4, 0);
}

/* Also blocks that are live at the end. */
static void case_kept(void)
{
   static volatile uint32_t *kept[3];
   for (int k = 0; k < 3; k++) {
      kept[k] = malloc(16);
      kept[k][1] = 7;
   }
   expect("case_kept", 0, 12, 48, 3, 36, 0, 36, 0);
}

/* Each width, by an instruction of that width.  (VEX does not read values that are
   not used.) */
static void case_widths(void)
{
   char *p = aligned_alloc(64, 256);
#if defined(__x86_64__)
   __asm__ volatile("movzbl (%0), %%eax; addw 2(%0), %%ax; addl 4(%0), %%eax\n\t"
                    "addq 8(%0), %%rax; movups 16(%0), %%xmm0\n\t"
                    "movq %%rax, 64(%0); movups %%xmm0, 80(%0)\n\t"
                    "movl %%eax, 100(%0); movb %%al, 104(%0)"
                    : : "r"(p) : "rax", "xmm0", "memory", "cc");
   expect("case_widths", 31, 29, 225, 0, 227, 0, 196, 0);
#else
   __asm__ volatile("movzbl (%0), %%eax; addw 2(%0), %%ax; addl 4(%0), %%eax\n\t"
                    "movl %%eax, 100(%0); movb %%al, 104(%0)"
                    : : "r"(p) : "eax", "memory", "cc");
   expect("case_widths", 7, 5, 249, 0, 251, 0, 244, 0);
#endif
   drop(p);
}

/* Instructions that read and write at one address.  The read of an atomic one
   counts too, as in DHAT. */
static void case_modified(void)
{
   uint32_t *p = malloc(8), expected = 1;
   __asm__ volatile("addl $1, (%1); lock addl $1, 4(%1)"
                    : "+a"(expected) : "r"(p) : "memory", "cc");
   drop(p);
   expect("case_modified", 12, 8, 0, 0, 0, 0, 0, 0);
}

/* A string instruction, a word at a time; and one that is not executed. */
static void case_repeated(void)
{
   char *p = malloc(80);
   void *to = p;
   unsigned long n = 10;
   __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(1) : "memory");
   to = p + 50;
   n = 0;
   __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(1) : "memory");
   drop(p);
   expect("case_repeated", 0, 10, 80, 1, 70, 0, 70, 0);
}

/* An access belongs as a whole to the block that it begins in. */
#if defined(__x86_64__)
static void case_across_the_end(void)
{
   char *p = malloc(20);
   uint64_t value;
   __asm__ volatile("movq 16(%1), %0" : "=r"(value) : "r"(p) : "memory");
   sink += value;
   drop(p);
   expect("case_across_the_end", 8, 0, 16, 0, 20, 1, 16, 0);
}
#endif

/* Copying counts as reads and writes, but does not touch the bytes. */
static void case_grown(void)
{
   volatile char *p = malloc(10);
   p[0] = 1;
   p = realloc((void *)p, 1000);
   p[999] = 2;
   p = realloc((void *)p, 30);
   drop((void *)p);
   expect("case_grown", 40, 42, 30, 1, 29, 0, 29, 0);
}

/* Large blocks, accessed in sequence and at random, in units of at least 16
   bytes, at most 1024 in a block. */
static void case_large(void)
{
   volatile char *p = malloc(1 << 16);
   for (int round = 0; round < 3; round++)
      for (int i = 0; i < 1 << 14; i++)
         p[i] = 1;
   for (int i = 0; i < 3 << 14; i++)
      sink += p[i * 7919 % (1 << 14)];
   drop((void *)p);
   expect("case_large", 3 << 14, 3 << 14, 3 << 14, 0, 3 << 14, 0, 3 << 14, 0);
}

/* Large, with a histogram by request, which lacks earlier accesses. */
static void case_requested(void)
{
   volatile char *p = malloc(3000);
   for (int i = 0; i < 5; i++) {
      if (i == 2)
         HEAPPROF_HISTOGRAM(p);
      p[2000] = 1;
   }
   drop((void *)p);
   expect("case_requested", 0, 5, 3000, 1, 2984, 0, 2984, 0);
}

/* Many blocks from one instruction, each a few times. */
static void case_list(void)
{
   struct node { struct node *volatile next; volatile long value, unused; };
   struct node *head = NULL;
   for (int i = 0; i < 1000; i++) {
      struct node *node = malloc(sizeof *node);
      node->next = head;
      node->value = i;
      head = node;
   }
   for (int round = 0; round < 50; round++)
      for (struct node *node = head; node != NULL; node = node->next)
         sink += (uint64_t)node->value;
   const long word = sizeof(long);
   expect("case_list", 50 * 1000 * 2 * word, 1000 * 2 * word, 1000 * word, 0,
          1000 * word, 0, 1000 * word, 0);
}

/* The kernel reads and writes. */
static void case_system_calls(void)
{
   char *p = malloc(300), *q = malloc(200);
   int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
   long n = read(zero, p, 100);
   n += write(null, p + 200, 60);
   struct iovec parts[] = { { q, 10 }, { q + 50, 20 } };
   n += readv(zero, parts, 2);
   close(zero);
   close(null);
   drop(p);
   drop(q);
   expect("case_system_calls", 60, 130, 240 + 200, 1, 200 + 170, 0, 140 + 170,
          0);
   if (n != 190)
      abort();
}

static void *read_some(void *p)
{
   for (int i = 0; i < 1000; i++)
      sink += *(volatile char *)p;
   return NULL;
}

static char *case_threads(void)
{
   expect("case_threads", 4000, 0, 7, 0, 8, 1, 7, 0);
   return malloc(8);
}

static void run_threads(void)
{
   pthread_t threads[4];
   char *p = case_threads();
   for (int i = 0; i < 4; i++)
      pthread_create(&threads[i], NULL, read_some, p);
   for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
   drop(p);
}

/* A block within a block: the inner one has its own counts. */
static void case_inner(void *p)
{
   VALGRIND_MALLOCLIKE_BLOCK(p, 32, 0, 0);
   for (int i = 0; i < 32; i++)
      ((volatile char *)p)[i] = 1;
   VALGRIND_FREELIKE_BLOCK(p, 0);
   expect("case_inner", 0, 32, 32, 1, 0, 0, 0, 0);
}

static void case_outer(void)
{
   char *p = malloc(4096);
   for (int round = 0; round < 2; round++)
      for (int i = 0; i < 4096; i++) {
         if (i == 1024 && round == 0)
            case_inner(p + 1024);
         ((volatile char *)p)[i] = 1;
      }
   drop(p);
   expect("case_outer", 0, 8192, 4096, 1, 0, 0, 0, 0);
}

/* Code that a signal leaves, or that never reaches its end. */
static jmp_buf out;

static void case_jumps(void)
{
   volatile char *volatile p = malloc(64);
   for (volatile int i = 0; i < 100; i++)
      if (setjmp(out) == 0) {
         p[3] = 1;
         longjmp(out, 1);
      }
   drop((void *)p);
   expect("case_jumps", 0, 100, 64, 1, 63, 0, 63, 0);
}

/* A second block at the same address has its own counts. */
static void case_again(void)
{
   for (int i = 0; i < 100; i++) {
      volatile char *p = malloc(72);
      p[i % 2 == 0 ? 0 : 70] = 1;
      sink += p[0];
      drop((void *)p);
   }
   expect("case_again", 100, 100, 7100, 0, 7100, 0, 50 * 71 + 50 * 70, 0);
}

int main(void)
{
   case_never_touched();
   case_written_only();
   case_cleared();
   case_by_block();
   case_kept();
   case_widths();
   case_modified();
   case_repeated();
#if defined(__x86_64__)
   case_across_the_end();
#endif
   case_grown();
   case_large();
   case_requested();
   case_list();
   case_system_calls();
   run_threads();
   case_outer();
   case_jumps();
   case_again();
   for (int i = 0; i < n_said; i++)
      puts(said[i]);
   return 0;
}

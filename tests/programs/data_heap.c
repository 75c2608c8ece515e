/* data_heap.c -- allocates blocks in all ways, misses on them a known number of times,
   and prints for each function that allocates: blocks, bytes, misses.
   With `fork`: in a child, too.  With `alone`: without threads, whose counts depend on
   when they wait.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/valgrind.h>

#if defined(__clang__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noipa)) /* equal functions stay two */
#endif

enum { LINE_B = 64, FLUSH_B = 1 << 20 };

static char other[FLUSH_B];

/* Nothing of what follows is in the first level then. */
static NOINLINE void flush(void)
{
   for (int i = 0; i < FLUSH_B; i += LINE_B)
      *(volatile char *)&other[i];
}

/* Reads a byte of each line; how many lines that are. */
static NOINLINE int touch(void *block, size_t size_B)
{
   int lines = 0;
   char *at = block, *end = at + size_B;
   flush();
   while (at < end) {
      *(volatile char *)at;
      lines++;
      at += LINE_B - (size_t)at % LINE_B;
   }
   return lines;
}

static void expect(const char *site, int blocks, size_t bytes, int misses)
{
   printf("%s %d %zu %d\n", site, blocks, bytes, misses);
}

/* ---- Sites ------------------------------------------------------------- */

#define SITE(name, call) \
   static NOINLINE void *name(void *p, size_t n) \
   { \
      void *volatile block = call; \
      return block; \
   }

SITE(site_malloc, malloc(n))
SITE(site_calloc, calloc(n / 10, 10))
SITE(site_null, realloc(p, n))
SITE(site_grown, malloc(n))
SITE(site_shrunk, malloc(n))
SITE(site_array, reallocarray(p, n, 1))
SITE(site_aligned, aligned_alloc(256, n))
SITE(site_memalign, memalign(64, n))
SITE(site_strdup, strdup(p))
SITE(site_first, malloc(n))
SITE(site_second, malloc(n))
SITE(site_outer, malloc(n))
SITE(site_signal, malloc(n))
SITE(site_thread, malloc(n))
SITE(site_child, malloc(n))
SITE(site_parent, malloc(n))

static NOINLINE void *site_posix(size_t n)
{
   void *block = NULL;
   return posix_memalign(&block, 1024, n) == 0 ? block : NULL;
}

static NOINLINE void site_inner(char *block, size_t n)
{
   VALGRIND_MALLOCLIKE_BLOCK(block, n, 0, 0);
}

static NOINLINE void site_pool(char *pool, char *block, size_t n)
{
   VALGRIND_MEMPOOL_ALLOC(pool, block, n);
}

/* ---- Ways --------------------------------------------------------------- */

static void plain(void)
{
   void *blocks[3];
   int misses = 0;
   for (int i = 0; i < 3; i++) {
      blocks[i] = site_malloc(NULL, 1000);
      misses += touch(blocks[i], 1000);
   }
   expect("site_malloc", 3, 3000, misses);
   for (int i = 0; i < 3; i++)
      free(blocks[i]);

   void *p = site_calloc(NULL, 5000);
   expect("site_calloc", 1, 5000, touch(p, 5000));
   free(p);
   p = site_strdup("a string on the heap", 0);
   expect("site_strdup", 1, 21, touch(p, 21));
   free(p);
}

/* Of blocks that more than one of these allocates. */
static int outer_misses;

static void reallocated(void)
{
   void *p = site_null(NULL, 500);
   expect("site_null", 1, 500, touch(p, 500));
   free(p);

   /* It moves: what is behind it is in use. */
   p = site_grown(NULL, 300);
   void *behind = site_outer(NULL, 40);
   int misses = touch(p, 300);
   p = realloc(p, 200000);
   misses += touch(p, 200000);
   expect("site_grown", 2, 200300, misses);
   free(p);
   outer_misses += touch(behind, 40);
   free(behind);

   p = site_shrunk(NULL, 4000);
   p = realloc(p, 100);
   expect("site_shrunk", 2, 4100, touch(p, 100));
   free(p);
   p = site_array(NULL, 700);
   expect("site_array", 1, 700, touch(p, 700));
   free(p);
}

static void aligned(void)
{
   void *p = site_aligned(NULL, 1024);
   expect("site_aligned", 1, 1024, touch(p, 1024));
   free(p);
   p = site_memalign(NULL, 640);
   expect("site_memalign", 1, 640, touch(p, 640));
   free(p);
   p = site_posix(3000);
   expect("site_posix", 1, 3000, touch(p, 3000));
   free(p);
}

/* The same address, one after the other. */
static void reused(void)
{
   void *first = site_first(NULL, 150000);
   expect("site_first", 1, 150000, touch(first, 150000));
   free(first);
   void *second = site_second(NULL, 150000);
   fprintf(stderr, "%s\n", first == second ? "reused" : "elsewhere");
   expect("site_second", 1, 150000, touch(second, 150000));
   free(second);
}

static void requested(void)
{
   char *outer = site_outer(NULL, 6400);
   outer_misses += touch(outer, 64);
   site_inner(outer + 640, 320);
   int inner = touch(outer + 640, 320);
   VALGRIND_RESIZEINPLACE_BLOCK(outer + 640, 320, 640, 0);
   inner += touch(outer + 640 + 320, 320);
   expect("site_inner", 2, 960, inner);
   VALGRIND_FREELIKE_BLOCK(outer + 640, 0);
   outer_misses += touch(outer + 640, 320);

   VALGRIND_CREATE_MEMPOOL(outer, 0, 0);
   int pooled = 0;
   for (int i = 0; i < 4; i++) {
      site_pool(outer, outer + 1920 + 256 * i, 256);
      pooled += touch(outer + 1920 + 256 * i, 256);
   }
   expect("site_pool", 4, 1024, pooled);
   VALGRIND_MEMPOOL_FREE(outer, outer + 1920);
   outer_misses += touch(outer + 1920, 256);
   VALGRIND_DESTROY_MEMPOOL(outer);
   outer_misses += touch(outer + 1920 + 256, 256);
   expect("site_outer", 2, 6440, outer_misses);
   free(outer);
}

/* ---- Threads and signals -------------------------------------------------- */

static void *in_thread(void *context)
{
   int *misses = context;
   void *p = site_thread(NULL, 2000);
   *misses = touch(p, 2000);
   free(p);
   return NULL;
}

static volatile int in_signal;

static void on_signal(int number)
{
   void *p = site_signal(NULL, 800);
   in_signal += touch(p, 800);
   free(p);
}

static void interrupted(void)
{
   int misses[3] = { 0 };
   for (int i = 0; i < 3; i++) { /* one at a time, so that no two share the cache */
      pthread_t thread;
      pthread_create(&thread, NULL, in_thread, &misses[i]);
      pthread_join(thread, NULL);
   }
   expect("site_thread", 3, 6000, misses[0] + misses[1] + misses[2]);
   signal(SIGUSR1, on_signal);
   raise(SIGUSR1);
   raise(SIGUSR1);
   expect("site_signal", 2, 1600, in_signal);
}

static int forked(void)
{
   void *inherited = site_parent(NULL, 900);
   int misses = touch(inherited, 900);
   fflush(stdout);
   if (fork() == 0) {
      void *p = site_child(NULL, 1800);
      expect("site_child", 1, 1800, touch(p, 1800));
      expect("site_parent", 1, 900, touch(inherited, 900));
      return 0;
   }
   wait(NULL);
   expect("site_parent", 1, 900, misses);
   return 0;
}

int main(int argc, char **argv)
{
   if (argc > 1 && strcmp(argv[1], "fork") == 0)
      return forked();
   plain();
   reallocated();
   aligned();
   reused();
   requested();
   if (argc == 1)
      interrupted();
   return 0;
}

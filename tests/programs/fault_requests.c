/* fault_requests.c -- wrong client requests: ends without a begin, begins
   without an end, names in unmapped memory, invalid blocks and pools, in several
   threads, many times.  Prints the expected case, as
   heap_calls.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "cachesim.h"
#include "heapprof.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROUNDS = 200, DEEP = 300, PAGE_B = 4096 };

static void *volatile kept;

static void *use(void *p)
{
   if (p == NULL)
      abort();
   kept = p;
   return kept;
}

__attribute__((noinline)) static void case_counted(void)
{
   use(malloc(10));
}

static void begin(const char *name)
{
   HEAPPROF_REGION_BEGIN(name);
   CACHESIM_REGION_BEGIN(name);
}

static void end(void)
{
   HEAPPROF_REGION_END;
   CACHESIM_REGION_END;
}

static void unwind(unsigned long depth)
{
   HEAPPROF_REGION_UNWIND(depth);
   CACHESIM_REGION_UNWIND(depth);
}

static void expect_depth(unsigned long depth)
{
   if (HEAPPROF_IS_RUNNING && HEAPPROF_REGION_DEPTH != depth)
      abort();
   if (CACHESIM_IS_RUNNING && CACHESIM_REGION_DEPTH != depth)
      abort();
}

static void unbalanced_regions(void)
{
   end();
   unwind(0);
   unwind(ULONG_MAX);
   for (int i = 0; i < DEEP; i++)
      begin(i % 2 == 0 ? "even" : "odd");
   case_counted();
   for (int i = 0; i < DEEP + 5; i++)
      end();
   expect_depth(0);
   begin("outer");
   for (int i = 0; i < DEEP; i++)
      begin("inner");
   unwind(DEEP * 2);
   expect_depth(DEEP + 1);
   unwind(1);
   expect_depth(1);
   unwind(0);
   end();
}

/* A name that ends with its page, and one that goes on in unmapped memory. */
static void odd_names(void)
{
   char *pages = mmap(NULL, 2 * PAGE_B, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   munmap(pages + PAGE_B, PAGE_B);
   char *last = pages + PAGE_B - 5;
   memcpy(last, "whole", 5);
   const char *const names[] = {
      NULL, (const char *)1, (const char *)UINTPTR_MAX,
      (const char *)(UINTPTR_MAX / 2), pages + PAGE_B, last, "",
      "</script>\x1b[31m\"\\\n\xff",
   };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      begin(names[i]);
      case_counted();
      end();
   }
   char *text = pages;
   memset(text, 'n', 1000); /* longer than a name can be */
   begin(text);
   end();
}

static void figures_of_nothing(void)
{
   static int volatile no_block;
   (void)HEAPPROF_REGION_BYTES();
   (void)HEAPPROF_REGION_LEFT_BLOCKS();
   (void)HEAPPROF_WITHIN(1, 1);
   (void)HEAPPROF_READ_(UINT_MAX);
   HEAPPROF_HISTOGRAM(&no_block);
   HEAPPROF_HISTOGRAM(UINTPTR_MAX);
   HEAPPROF_AD_HOC_EVENT(ULONG_MAX);
}

/* Requests with numbers that no tool uses. */
static void unknown_requests(void)
{
   for (unsigned i = 100; i < 110; i++) {
      VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ_TOOL_BASE('H', 'p') + i, 1, 2, 3,
                                      4, 5);
      VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ_TOOL_BASE('C', 's') + i, 1, 2, 3,
                                      4, 5);
   }
}

/* Requests about the program's own blocks; at the end none is live. */
static void odd_blocks(void)
{
   static char arena[256];
   VALGRIND_FREELIKE_BLOCK(arena, 0);
   VALGRIND_FREELIKE_BLOCK(NULL, 0);
   VALGRIND_RESIZEINPLACE_BLOCK(UINTPTR_MAX, 1, 2, 0);
   VALGRIND_MALLOCLIKE_BLOCK(arena, 16, 0, 0);
   VALGRIND_MALLOCLIKE_BLOCK(arena, 32, 0, 0); /* again: it replaces the first */
   VALGRIND_FREELIKE_BLOCK(arena, 0);
   VALGRIND_FREELIKE_BLOCK(arena, 0);
   VALGRIND_MALLOCLIKE_BLOCK(UINTPTR_MAX - 8, 64, 0, 0); /* beyond all memory */
   VALGRIND_FREELIKE_BLOCK(UINTPTR_MAX - 8, 0);
   VALGRIND_MALLOCLIKE_BLOCK(arena + 128, 0, 0, 0);
   VALGRIND_FREELIKE_BLOCK(arena + 128, 0);
}

static void odd_pools(void)
{
   static char pool, other, arena[256];
   VALGRIND_MEMPOOL_ALLOC(&pool, arena, 16);
   VALGRIND_MEMPOOL_FREE(&pool, arena);
   VALGRIND_DESTROY_MEMPOOL(&pool);
   VALGRIND_MOVE_MEMPOOL(&pool, &other);
   VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
   VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
   VALGRIND_MEMPOOL_ALLOC(&pool, arena, 16);
   VALGRIND_MEMPOOL_CHANGE(&pool, arena + 64, arena + 96, 8);
   VALGRIND_MEMPOOL_CHANGE(&pool, arena, arena + 32, 24);
   VALGRIND_MEMPOOL_FREE(&pool, arena);
   VALGRIND_MEMPOOL_TRIM(&pool, UINTPTR_MAX - 4, UINTPTR_MAX);
   VALGRIND_DESTROY_MEMPOOL(&pool);
   VALGRIND_DESTROY_MEMPOOL(&pool);
}

/* Stopped twice and started twice; these do not nest. */
static void nested_switches(void)
{
   HEAPPROF_STOP;
   CACHESIM_STOP_INSTRUMENTATION;
   HEAPPROF_STOP;
   CACHESIM_STOP_INSTRUMENTATION;
   begin("while stopped");
   free(use(malloc(1000)));
   HEAPPROF_START;
   CACHESIM_START_INSTRUMENTATION;
   HEAPPROF_START;
   CACHESIM_START_INSTRUMENTATION;
   case_counted();
}

static void *do_all(void *unused)
{
   for (int i = 0; i < ROUNDS / 4; i++) {
      unbalanced_regions();
      odd_names();
      figures_of_nothing();
      unknown_requests();
      odd_blocks();
      odd_pools();
      nested_switches();
      end(); /* "while stopped" */
   }
   begin("left open");
   return unused;
}

int main(void)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   for (int i = 0; i < 4; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, do_all, NULL) != 0)
         abort();
      pthread_join(thread, NULL);
      expect_depth(0);
   }
   printf("case_counted %d %d %d %d 0 0\n", ROUNDS * 10 * 10, ROUNDS * 10,
          ROUNDS * 10 * 10, ROUNDS * 10);
   return 0;
}

/* heap_shape.c -- a heap that grows and shrinks from many call paths, and its
   expected profile.  Allocates only blocks that it counts itself.

   heap_shape churn    pseudo-random calls; prints "name value" of each total
   heap_shape spike    a peak between two frees, and another as high, later
   heap_shape short    temporaries among others
   heap_shape many N   N blocks live at one time
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 3000, STEPS = 60000, PATHS = 40 };

static struct {
   size_t bytes, blocks, live_bytes, live_blocks, peak_bytes, peak_blocks;
   size_t most_blocks, zero_blocks, reallocs, freed_blocks, freed_bytes;
} model;

static struct {
   void *block;
   size_t size;
} slots[SLOTS];

static unsigned state = 12345;

static unsigned chance(unsigned n)
{
   state = state * 1103515245u + 12345u;
   return (state >> 8) % n;
}

static size_t counted_size(size_t size)
{
   return size == 0 ? 1 : size;
}

/* Call this after each growth; of equal peaks, the last counts. */
static void grown(void)
{
   if (model.live_bytes >= model.peak_bytes) {
      model.peak_bytes = model.live_bytes;
      model.peak_blocks = model.live_blocks;
   }
   if (model.live_blocks > model.most_blocks)
      model.most_blocks = model.live_blocks;
}

static void model_allocated(size_t size)
{
   model.bytes += counted_size(size);
   model.blocks++;
   model.zero_blocks += size == 0;
   model.live_bytes += counted_size(size);
   model.live_blocks++;
   grown();
}

static void model_freed(size_t size)
{
   model.freed_blocks++;
   model.freed_bytes += counted_size(size);
   model.live_bytes -= counted_size(size);
   model.live_blocks--;
}

static void model_resized(size_t from, size_t to)
{
   model.bytes += to;
   model.blocks++;
   model.reallocs++;
   model.live_bytes += to - counted_size(from);
   grown();
}

/* Allocates at the end of its own path. */
__attribute__((noinline)) static void *at_depth(unsigned path, size_t size)
{
   void *block;
   if (path == 0)
      block = malloc(size);
   else if (path == 1)
      block = calloc(1, size);
   else if (path % 2 == 0)
      block = at_depth(path - 2, size);
   else
      block = at_depth(path / 2, size);
   __asm__ volatile("" ::: "memory"); /* no tail call */
   return block;
}

static size_t some_size(void)
{
   return chance(50) == 0 ? 0 : chance(10) == 0 ? chance(100000) : chance(300);
}

static int churn(void)
{
   for (int step = 0; step < STEPS; step++) {
      unsigned i = chance(SLOTS);
      /* What is live goes up and down several times. */
      unsigned grow = step / 7000 % 2 == 0 ? 8 : 3;
      if (slots[i].block == NULL && chance(10) < grow) {
         slots[i].size = some_size();
         slots[i].block = at_depth(chance(PATHS), slots[i].size);
         if (slots[i].block == NULL)
            return 1;
         model_allocated(slots[i].size);
      } else if (slots[i].block != NULL && chance(4) == 0) {
         size_t size = some_size() + 1;
         slots[i].block = realloc(slots[i].block, size);
         if (slots[i].block == NULL)
            return 1;
         model_resized(slots[i].size, size);
         slots[i].size = size;
      } else if (slots[i].block != NULL && chance(10) >= grow) {
         free(slots[i].block);
         slots[i].block = NULL;
         model_freed(slots[i].size);
      }
   }
   return 0;
}

__attribute__((noinline)) static void *taken(size_t size)
{
   void *block = malloc(size);
   if (block == NULL)
      abort();
   model_allocated(size);
   return block;
}

static void given(void *block, size_t size)
{
   free(block);
   model_freed(size);
}

/* 1,000 bytes in 2 blocks for a moment; the same in 3 blocks, later. */
static int spike(void)
{
   void *a = taken(100);
   void *b = taken(900);
   given(b, 900);
   b = taken(400);
   void *c = taken(500);
   given(a, 100);
   given(b, 400);
   given(c, 500);
   taken(10);
   return 0;
}

/* Five temporaries of 8 bytes each; blocks that are freed after another
   allocation are not temporary, nor are blocks that stay. */
static int temporaries(void)
{
   for (int i = 0; i < 5; i++)
      given(taken(8), 8);
   void *a = taken(16);
   void *b = taken(16);
   given(a, 16);
   taken(24);
   given(b, 16);
   return 0;
}

static int many(long n)
{
   void **last = NULL;
   for (long i = 0; i < n; i++) {
      void **block = taken(16 + (size_t)i % 48);
      *block = last;
      last = block;
   }
   return last == NULL;
}

static void tell(void)
{
   printf("bytes %zu\nblocks %zu\npeak_bytes %zu\npeak_blocks %zu\n",
          model.bytes, model.blocks, model.peak_bytes, model.peak_blocks);
   printf("end_bytes %zu\nend_blocks %zu\nmost_blocks %zu\nzero_blocks %zu\n",
          model.live_bytes, model.live_blocks, model.most_blocks,
          model.zero_blocks);
   printf("reallocs %zu\nfreed_blocks %zu\nfreed_bytes %zu\n", model.reallocs,
          model.freed_blocks, model.freed_bytes);
   printf("failed 0\ninvalid_frees 0\nthreads 1\n");
}

int main(int argc, char **argv)
{
   static char buffer[8192];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   const char *what = argc > 1 ? argv[1] : "";
   int status = 2;
   if (strcmp(what, "churn") == 0)
      status = churn();
   else if (strcmp(what, "spike") == 0)
      status = spike();
   else if (strcmp(what, "short") == 0)
      status = temporaries();
   else if (strcmp(what, "many") == 0 && argc > 2)
      status = many(atol(argv[2]));
   tell();
   return status;
}

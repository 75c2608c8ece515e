/* soak_threads.c N -- N threads, in waves that reuse thread ids.  Each allocates; when
   all of a wave have done so, each frees its blocks except for
   one.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>

#include "soak.h"

/* Valgrind has room for 500 threads at one time. */
enum { WAVE = 250, BLOCKS = 10, SIZE_B = 40, KEPT_B = 24, STACK_B = 64 << 10 };

static pthread_barrier_t all_allocated;

SOAK_FUNCTION void *case_wave(void)
{
   return soak_block(SIZE_B);
}

SOAK_FUNCTION void *case_kept(void)
{
   return soak_block(KEPT_B);
}

static void *work(void *kept)
{
   void *blocks[BLOCKS];
   for (int i = 0; i < BLOCKS; i++)
      blocks[i] = case_wave();
   *(void **)kept = case_kept();
   pthread_barrier_wait(&all_allocated);
   for (int i = 0; i < BLOCKS; i++)
      free(blocks[i]);
   return NULL;
}

static void run_wave(const pthread_attr_t *attributes, void **kept)
{
   pthread_t threads[WAVE];
   for (int i = 0; i < WAVE; i++)
      if (pthread_create(&threads[i], attributes, work, &kept[i]) != 0)
         soak_die("pthread_create");
   for (int i = 0; i < WAVE; i++)
      pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
   ulong_t n = soak_size(argc, argv, WAVE);
   static void **kept;
   kept = soak_block(n * sizeof *kept);
   pthread_attr_t attributes;
   pthread_attr_init(&attributes);
   pthread_attr_setstacksize(&attributes, STACK_B);
   pthread_barrier_init(&all_allocated, NULL, WAVE);
   for (ulong_t i = 0; i < n; i += WAVE)
      run_wave(&attributes, kept + i);

   soak_amount all_kept = { n * KEPT_B, n };
   soak_site("case_wave", (soak_amount){ n * BLOCKS * SIZE_B, n * BLOCKS },
             (soak_amount){ WAVE * BLOCKS * SIZE_B, WAVE * BLOCKS },
             (soak_amount){ 0, 0 });
   soak_site("case_kept", all_kept, all_kept, all_kept);
   soak_number("calls", "case_wave", n * BLOCKS);
   soak_number("calls", "case_kept", n);
   soak_number("total", "threads", n + 1);
   return 0;
}

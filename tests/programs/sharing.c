/* sharing.c -- threads that contend for lines of memory by false sharing.

      sharing CASE

   With -DFIXED, the same threads do the same to data that lie apart.  A comment
   "CASE: one" or "CASE: other" marks each line of code that contends;
   tests/tool/sharing.py reads them.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef FIXED
#define APART _Alignas(64)
#else
#define APART
#endif

enum { TIMES = 30000, THREADS = 4 };

/* ---- One counter for each thread, in an array ---- */

static _Alignas(64) struct {
   APART volatile long n;
} counters[THREADS];

static void *count(void *argument)
{
   long i = (long)argument;
   for (int k = 0; k < TIMES; k++)
      counters[i].n++; /* counters: one */
   return NULL;
}

/* ---- A queue: each side keeps a copy of the other's index ---- */

/* A side that waits sleeps: reading the index again and again would share it truly, and a
   busy machine makes that long. */

enum { ROOM = 1024 };

static _Alignas(64) struct {
   APART _Atomic long head;
   APART _Atomic long tail;
   APART long items[ROOM];
} queue;

static void *produce(void *argument)
{
   long tail = 0, head = 0;
   while (tail < TIMES) {
      while (tail - head == ROOM) {
         head = atomic_load(&queue.head);
         if (tail - head == ROOM)
            usleep(1000);
      }
      queue.items[tail % ROOM] = tail;
      tail++;
      atomic_store_explicit(&queue.tail, tail, memory_order_release); /* queue: one */
   }
   return argument;
}

static void *consume(void *argument)
{
   long head = 0, tail = 0, sum = 0;
   while (head < TIMES) {
      while (head == tail) {
         tail = atomic_load(&queue.tail);
         if (head == tail)
            usleep(1000);
      }
      sum += queue.items[head % ROOM];
      head++;
      atomic_store_explicit(&queue.head, head, memory_order_release); /* queue: other */
   }
   *(long *)argument = sum;
   return NULL;
}

/* ---- Two variables ---- */

APART volatile long first_sum = 1;
APART volatile long second_sum = 1;

static void *add_first(void *argument)
{
   for (int k = 0; k < TIMES; k++)
      first_sum += k; /* globals: one */
   return argument;
}

static void *add_second(void *argument)
{
   for (int k = 0; k < TIMES; k++)
      second_sum += k; /* globals: other */
   return argument;
}

/* ---- Two locks ---- */

static _Alignas(64) struct {
   APART atomic_flag left;
   APART atomic_flag right;
} locks = { ATOMIC_FLAG_INIT, ATOMIC_FLAG_INIT };

static void *lock_left(void *argument)
{
   for (int k = 0; k < TIMES; k++) {
      while (atomic_flag_test_and_set(&locks.left)) /* locks: one */
         usleep(1000);
      atomic_flag_clear(&locks.left);
   }
   return argument;
}

static void *lock_right(void *argument)
{
   for (int k = 0; k < TIMES; k++) {
      while (atomic_flag_test_and_set(&locks.right)) /* locks: other */
         usleep(1000);
      atomic_flag_clear(&locks.right);
   }
   return argument;
}

/* ---- An array of atomics: some threads add, one looks ---- */

static _Alignas(64) struct {
   APART _Atomic int n;
} hits[THREADS];

static void *hit(void *argument)
{
   long i = (long)argument;
   for (int k = 0; k < TIMES; k++)
      atomic_fetch_add(&hits[i].n, 1); /* atomics: one */
   return NULL;
}

static void *look(void *argument)
{
   long i = (long)argument, sum = 0;
   for (int k = 0; k < TIMES; k++)
      sum += atomic_load(&hits[i].n); /* atomics: other */
   return sum < 0 ? argument : NULL;
}

/* ---- Neighbours in the heap ---- */

static volatile long *new_counter(void)
{
#ifdef FIXED
   volatile long *counter = aligned_alloc(64, 64);
#else
   volatile long *counter = malloc(sizeof *counter);
#endif
   *counter = 0;
   return counter;
}

static void *raise_counter(void *argument)
{
   volatile long *counter = argument;
   for (int k = 0; k < TIMES; k++)
      *counter += k; /* heap: one */
   return NULL;
}

static void *lower_counter(void *argument)
{
   volatile long *counter = argument;
   for (int k = 0; k < TIMES; k++)
      *counter -= k; /* heap: other */
   free(argument);
   return NULL;
}

/* ---- Memory that threads use one after the other ---- */

static void *fill(void *argument)
{
   volatile long *block = argument;
   for (int k = 0; k < TIMES; k++)
      block[k % 4] += k; /* generations: one */
   return NULL;
}

/* Each block is where the last one was, but for another thread.  A thread that only waits
   is there all the time. */
static pthread_mutex_t end = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_end(void *argument)
{
   pthread_mutex_lock(&end);
   pthread_mutex_unlock(&end);
   return argument;
}

static int use_again(void)
{
   pthread_t waiting, thread;
   void *first = NULL;
   int n_moved = 0;
   pthread_mutex_lock(&end);
   pthread_create(&waiting, NULL, wait_for_end, NULL);
   for (int i = 0; i < 3; i++) {
      void *block = malloc(1000);
      first = first == NULL ? block : first;
      n_moved += block != first;
      pthread_create(&thread, NULL, fill, block);
      pthread_join(thread, NULL);
      free(block);
   }
   pthread_mutex_unlock(&end);
   pthread_join(waiting, NULL);
   return n_moved;
}

/* ---- All ---- */

typedef void *work(void *argument);

static void run(int n, work *const works[], void *const arguments[])
{
   pthread_t threads[THREADS];
   for (int i = 0; i < n; i++)
      pthread_create(&threads[i], NULL, works[i], arguments[i]);
   for (int i = 0; i < n; i++)
      pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
   const char *wanted = argc > 1 ? argv[1] : "";
   void *numbers[] = { (void *)0, (void *)1, (void *)2, (void *)3 };
   void *none[] = { NULL, NULL };
   static long sum;
   if (strcmp(wanted, "counters") == 0)
      run(4, (work *[]){ count, count, count, count }, numbers);
   else if (strcmp(wanted, "queue") == 0)
      run(2, (work *[]){ produce, consume }, (void *[]){ NULL, &sum });
   else if (strcmp(wanted, "globals") == 0)
      run(2, (work *[]){ add_first, add_second }, none);
   else if (strcmp(wanted, "locks") == 0)
      run(2, (work *[]){ lock_left, lock_right }, none);
   else if (strcmp(wanted, "atomics") == 0)
      run(4, (work *[]){ hit, look, hit, look }, numbers);
   else if (strcmp(wanted, "heap") == 0) {
      void *blocks[4];
      for (int i = 0; i < 4; i++)
         blocks[i] = (void *)new_counter();
      run(4, (work *[]){ raise_counter, lower_counter, raise_counter, lower_counter },
          blocks);
   } else if (strcmp(wanted, "generations") == 0) {
      return use_again();
   } else {
      return 1;
   }
   printf("%ld\n", counters[0].n + first_sum + second_sum + hits[0].n + sum);
   return 0;
}

/* kernels.c -- the program that runs one variant of a kernel, and says how long it took.

   kernels                                lists all: KERNEL VARIANT ONE-RESULT FAMILY
                                          MAY-FIT
   kernels KERNEL VARIANT ROUNDS [RUNS]   prints the checksum and the shortest of ROUNDS
                                          measurements of RUNS runs, in nanoseconds

   Under cachesim with --instr-at-start=no, only the last round is in the profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "kernels.h"

#include <cachesim.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* A list of kernels.  Of those that may be fitted, a kernel's name decides whether
   constants are (figures.py); the others only report. */
typedef struct {
   const truth_kernel *kernels;
   const char *family;
   bool may_fit;
} topic;

static const topic all[] = {
   { truth_arithmetic, "arithmetic", true },
   { truth_branches, "branches", true },
   { truth_calls, "calls", true },
   { truth_copies, "copies", true },
   { truth_counting, "counting", true },
   { truth_graphs, "graphs", true },
   { truth_joins, "joins", true },
   { truth_matrices, "matrices", true },
   { truth_searches, "searches", true },
   { truth_sorts, "sorts", true },
   { truth_sums, "sums", true },
   { truth_texts, "texts", true },
   { truth_walks, "walks", true },
   { truth_lookups, "searches", false },
   { truth_packers, "packers", false },
   { truth_parsers, "parsers", false },
   { truth_products, "matrices", false },
   { truth_rings, "rings", false },
   { truth_sieves, "sieves", false },
   { truth_sizes, "sorts", false },
   { truth_sparse, "sparse", false },
   { truth_squares, "walks", false },
   { truth_strings, "texts", false },
};
enum { N_ALL = sizeof all / sizeof *all };

static void die(const char *reason)
{
   fprintf(stderr, "kernels: %s\n", reason);
   exit(1);
}

void *truth_new(size_t size_B)
{
   void *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (memory == MAP_FAILED)
      die("out of memory");
   madvise(memory, size_B, MADV_NOHUGEPAGE);
   return memset(memory, 0, size_B);
}

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t truth_random(void)
{
   static uint64_t state = 20;
   uint64_t z = state += 0x9e3779b97f4a7c15u;
   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
   z = (z ^ z >> 27) * 0x94d049bb133111ebu;
   return z ^ z >> 31;
}

uint64_t truth_random_below(uint64_t n)
{
   return truth_random() % n;
}

uint32_t *truth_ordered(size_t n)
{
   uint32_t *numbers = truth_new(n * sizeof *numbers);
   for (size_t i = 0; i < n; i++)
      numbers[i] = (uint32_t)i;
   return numbers;
}

uint32_t *truth_shuffled(size_t n)
{
   uint32_t *numbers = truth_ordered(n);
   for (size_t i = n; i > 1; i--) {
      size_t other = truth_random_below(i);
      uint32_t moved = numbers[i - 1];
      numbers[i - 1] = numbers[other];
      numbers[other] = moved;
   }
   return numbers;
}

static void list_all(void)
{
   for (size_t i = 0; i < N_ALL; i++)
      for (const truth_kernel *k = all[i].kernels; k->name != NULL; k++)
         for (const truth_variant *v = k->variants; v->name != NULL; v++)
            printf("%s %s %d %s %d\n", k->name, v->name, k->has_one_result,
                   all[i].family, all[i].may_fit);
}

static const truth_kernel *find_kernel(const char *name)
{
   for (size_t i = 0; i < N_ALL; i++)
      for (const truth_kernel *k = all[i].kernels; k->name != NULL; k++)
         if (strcmp(k->name, name) == 0)
            return k;
   die("no such kernel");
   return NULL;
}

static const truth_variant *find_variant(const truth_kernel *k, const char *name)
{
   for (const truth_variant *v = k->variants; v->name != NULL; v++)
      if (strcmp(v->name, name) == 0)
         return v;
   die("no such variant");
   return NULL;
}

static unsigned number_of(const char *text)
{
   char *end;
   unsigned long number = strtoul(text, &end, 10);
   if (end == text || *end != '\0' || number == 0 || number > 1000000)
      die("rounds and runs are numbers from 1 on");
   return (unsigned)number;
}

static uint64_t time_of_process_ns(void)
{
   struct timespec now;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
   return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* One measurement.  cachesim counts it alone, and finds its caches warm. */
static uint64_t measure_ns(truth_run *run, unsigned n_runs, uint64_t *checksum)
{
   CACHESIM_ZERO;
   uint64_t begin = time_of_process_ns();
   for (unsigned i = 0; i < n_runs; i++)
      *checksum = run();
   return time_of_process_ns() - begin;
}

int main(int argc, char **argv)
{
   if (argc == 1) {
      list_all();
      return 0;
   }
   if (argc != 4 && argc != 5)
      die("usage: kernels [KERNEL VARIANT ROUNDS [RUNS]]");
   const truth_kernel *kernel = find_kernel(argv[1]);
   const truth_variant *variant = find_variant(kernel, argv[2]);
   unsigned n_rounds = number_of(argv[3]);
   unsigned n_runs = argc == 5 ? number_of(argv[4]) : kernel->n_runs;
   if (kernel->set_up != NULL)
      kernel->set_up();
   if (variant->set_up != NULL)
      variant->set_up();

   CACHESIM_START_INSTRUMENTATION;
   uint64_t first = variant->run(), least_ns = UINT64_MAX;
   for (unsigned i = 0; i < n_rounds; i++) {
      uint64_t checksum = 0, time_ns = measure_ns(variant->run, n_runs, &checksum);
      if (checksum != first)
         die("two runs differ");
      if (time_ns < least_ns)
         least_ns = time_ns;
   }
   CACHESIM_STOP_INSTRUMENTATION;
   printf("%016" PRIx64 " %" PRIu64 "\n", first, least_ns);
   return 0;
}

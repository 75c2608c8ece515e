/* estimate.c -- loops whose cycles are known by construction: estimate KERNEL TIMES runs
   one of them.  tests/tool/estimate.sh compares.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__

enum { N_NODES = 1 << 16, LINE_B = 64 };

typedef struct node {
   struct node *next;
   uint64_t value;
   char rest[LINE_B - sizeof(void *) - sizeof(uint64_t)];
} node;

static _Alignas(LINE_B) node nodes[N_NODES];

/* One circle of all nodes, each far from the one before. */
static void link_nodes(void)
{
   uint32_t i = 0;
   for (uint32_t n = 0; n < N_NODES; n++) {
      uint32_t next = (i + 40503) % N_NODES; /* odd: it meets all */
      nodes[i].next = &nodes[next];
      nodes[i].value = n * UINT64_C(0x9e3779b97f4a7c15) >> 60 & 1;
      i = next;
   }
}

#define TIMES_8(x) x x x x x x x x

/* Eight additions, each of the result of the one before. */
static uint64_t adds(uint64_t n)
{
   uint64_t sum = 0;
   for (; n > 0; n--)
      __asm__ volatile(TIMES_8("add $3, %0\n\t") : "+r"(sum));
   return sum;
}

/* Ten additions, in five chains; with the loop, twelve instructions. */
static uint64_t wide(uint64_t n)
{
   uint64_t a = 0, b = 1, c = 2, d = 3, e = 4;
   for (; n > 0; n--)
      __asm__ volatile("add $3, %0\n\tadd $3, %1\n\tadd $3, %2\n\tadd $3, %3\n\t"
                       "add $3, %4\n\tadd $3, %0\n\tadd $3, %1\n\tadd $3, %2\n\t"
                       "add $3, %3\n\tadd $3, %4"
                       : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e));
   return a + b + c + d + e;
}

static uint64_t divisions(uint64_t n)
{
   uint64_t dividend = UINT64_MAX, rest = 0;
   for (; n > 0; n--)
      __asm__ volatile("xor %%edx, %%edx\n\tdiv %2"
                       : "+a"(dividend), "=&d"(rest) : "r"((uint64_t)1));
   return dividend + rest;
}

static uint64_t list(uint64_t n)
{
   const node *p = nodes;
   for (; n > 0; n--)
      __asm__ volatile("mov (%0), %0" : "+r"(p));
   return p->value;
}

/* By a number, and in another order than the pointers'. */
static uint64_t array(uint64_t n)
{
   uint64_t sum = 0;
   for (uint32_t i = 0; n > 0; n--) {
      i = (i + 30011) % N_NODES;
      sum += nodes[i].value;
   }
   return sum;
}

enum { WAY_B = 4096, N_STEPS = 64 };

static _Alignas(WAY_B) char matrix[N_STEPS][WAY_B];

/* Loads that need nothing of each other, each so many bytes behind the one before. */
static uint64_t go_by(uint64_t n, size_t step_B)
{
   uint64_t sum = 0;
   for (size_t at = 0; n > 0; n--, at = (at + step_B) % sizeof matrix)
      sum += *(const volatile uint64_t *)(const void *)((const char *)matrix + at);
   return sum;
}

/* Down a column: all lines belong to one set of a cache of 4 KiB a way. */
static uint64_t column(uint64_t n)
{
   return go_by(n, WAY_B);
}

/* From line to line. */
static uint64_t row(uint64_t n)
{
   return go_by(n, LINE_B);
}

static volatile uint64_t met;

static uint64_t branches(uint64_t n)
{
   uint64_t random = 88172645463325252u;
   for (; n > 0; n--) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      if (random & 1)
         met++;
   }
   return met;
}

/* A word of memory counts. */
static uint64_t counter(uint64_t n)
{
   for (; n > 0; n--)
      __asm__ volatile("incq %0" : "+m"(met));
   return met;
}

enum { N_SUMS = 32768 };

static uint64_t sums[N_SUMS];

/* Each word adds what is two words before. */
static uint64_t sums_by_two(uint64_t n)
{
   uint64_t *at = sums + 2, *end = sums + n;
   while (at < end)
      __asm__ volatile("mov -16(%0), %%rax\n\tadd %%rax, (%0)\n\tadd $8, %0"
                       : "+r"(at) : : "rax", "memory");
   return sums[n - 1];
}

/* A floating-point number in memory, which is moved as eight bytes. */
static uint64_t total(uint64_t n)
{
   static volatile double sum;
   for (; n > 0; n--)
      sum = sum + 1.0;
   return (uint64_t)sum;
}

/* Four words are written in each step. */
static uint64_t writes(uint64_t n)
{
   for (; n > 0; n--)
      __asm__ volatile("mov %0, (%1)\n\tmov %0, 8(%1)\n\tmov %0, 16(%1)\n\tmov %0, 24(%1)"
                       : : "r"(n), "r"(sums) : "memory");
   return sums[0];
}

enum { SHORT_RUN = 8, LONG_RUN = 112 };

/* Products, each of the one before, in runs of so many; a run begins another product, or
   goes on with that of the last. */
static inline __attribute__((always_inline)) uint64_t run_products(uint64_t n,
                                                                   uint64_t in_run,
                                                                   int goes_on)
{
   uint64_t product = 3;
   for (; n >= in_run; n -= in_run) {
      uint64_t left = in_run;
      product = goes_on ? product : n;
      __asm__ volatile("1: imul %0, %0\n\tsub $1, %1\n\tjnz 1b"
                       : "+r"(product), "+r"(left));
   }
   return product;
}

static uint64_t short_runs(uint64_t n)
{
   return run_products(n, SHORT_RUN, 0);
}

static uint64_t long_runs(uint64_t n)
{
   return run_products(n, LONG_RUN, 0);
}

static uint64_t one_product(uint64_t n)
{
   return run_products(n, SHORT_RUN, 1);
}

/* Each run begins with another number, but what it multiplies by is made of the last
   run's product, as the next argument is in Horner's rule. */
static uint64_t runs_in_a_row(uint64_t n)
{
   uint64_t by = 3;
   for (; n >= SHORT_RUN; n -= SHORT_RUN) {
      uint64_t left = SHORT_RUN, product = n;
      __asm__ volatile("1: imul %2, %0\n\tsub $1, %1\n\tjnz 1b"
                       : "+r"(product), "+r"(left)
                       : "r"(by));
      by = product + 2;
   }
   return by;
}

/* The same as short_runs, left from the middle.  It is in one line of code: where the
   jump is in another, a pass was estimated at 1.9 cycles instead of 1.1. */
static uint64_t broken_runs(uint64_t n)
{
   uint64_t product = 1;
   for (; n >= SHORT_RUN; n -= SHORT_RUN) {
      uint64_t left = SHORT_RUN;
      product = n;
      __asm__ volatile(".p2align 6\n1: imul %0, %0\n\tsub $1, %1\n\tjz 2f\n\tjmp 1b\n"
                       "\t2:"
                       : "+r"(product), "+r"(left));
   }
   return product;
}

enum { STRING_B = 4096 };

static char string[2][STRING_B];

/* A string instruction copies what D1 has. */
static uint64_t copies(uint64_t n)
{
   for (; n > 0; n--) {
      const char *from = string[0];
      char *to = string[1];
      uint64_t left_B = STRING_B;
      __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(left_B) : : "memory");
   }
   return (uint64_t)string[1][0];
}

static uint64_t fills(uint64_t n)
{
   for (; n > 0; n--) {
      char *to = string[1];
      uint64_t left = STRING_B / sizeof left;
      __asm__ volatile("rep stosq" : "+D"(to), "+c"(left) : "a"(n) : "memory");
   }
   return (uint64_t)string[1][0];
}

static const struct {
   const char *name;
   uint64_t (*run)(uint64_t n);
} kernels[] = { { "adds", adds },   { "wide", wide },         { "divisions", divisions },
                { "list", list },   { "array", array },       { "branches", branches },
                { "column", column },     { "row", row },
                { "counter", counter },   { "sums", sums_by_two }, { "total", total },
                { "writes", writes },     { "short-runs", short_runs },
                { "long-runs", long_runs }, { "broken-runs", broken_runs },
                { "one-product", one_product }, { "in-a-row", runs_in_a_row },
                { "copies", copies },     { "fills", fills } };

int main(int argc, char **argv)
{
   link_nodes();
   for (size_t i = 0; argc == 3 && i < sizeof kernels / sizeof kernels[0]; i++)
      if (strcmp(argv[1], kernels[i].name) == 0)
         return kernels[i].run(strtoull(argv[2], NULL, 10)) == 42;
   return 2;
}

#else

int main(void)
{
   return 77;
}

#endif

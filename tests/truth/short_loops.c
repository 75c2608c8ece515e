/* short_loops.c -- loops of a few instructions, of which short_loops.py compares the
   estimated cycles with the clock's.  short_loops NAME TIMES runs one; --clock prints
   the cycles of a pass of each, as the clock has them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __x86_64__

/* The loops are of one superblock each unless there is a branch in them.  What compilers
   would do otherwise is written as they do it. */

enum { N_WORDS = 4096 };

typedef struct {
   volatile long a, b, c, d;
} four;

static volatile long count, other_count;
static volatile double total;
static long words[N_WORDS + 8];
static four here, there;

#define LOOP(body, ...) \
   __asm__ volatile(".p2align 5\n1:\n\t" body "\n\tdec %0\n\tjnz 1b" \
                    : "+r"(n) \
                    : __VA_ARGS__ \
                    : "rax", "rcx", "rdx", "rsi", "rdi", "memory")

/* Passes over the words; %0 is where, %1 the end. */
#define WALK(first, body) \
   for (; n > 0; n -= N_WORDS) { \
      long *at = words + (first), *end = at + N_WORDS; \
      __asm__ volatile(".p2align 5\n1:\n\t" body "\n\t" \
                       "add $8, %0\n\tcmp %1, %0\n\tjne 1b" \
                       : "+r"(at) \
                       : "r"(end) \
                       : "rax", "memory"); \
   }

/* Eight additions, which say what a cycle is. */
static void additions(uint64_t n)
{
   LOOP("add %1, %%rax\n\tadd %1, %%rax\n\tadd %1, %%rax\n\tadd %1, %%rax\n\t"
        "add %1, %%rax\n\tadd %1, %%rax\n\tadd %1, %%rax\n\tadd %1, %%rax",
        "r"((uint64_t)3));
}

static void counter(uint64_t n)
{
   for (; n > 0; n--)
      count++;
}

static void counter_of_array(uint64_t n)
{
   LOOP("addq $1, (%1,%2,8)", "r"(words), "r"((uint64_t)7));
}

static void counter_of_bytes(uint64_t n)
{
   LOOP("addb $1, (%1)", "r"(words));
}

static void two_counters(uint64_t n)
{
   for (; n > 0; n--) {
      count++;
      other_count++;
   }
}

static void counter_beside_work(uint64_t n)
{
   LOOP("addq $1, (%1)\n\tadd $1, %%rax\n\txor $3, %%rax\n\tadd $1, %%rcx\n\t"
        "xor $3, %%rcx\n\tadd $1, %%rax\n\tadd $1, %%rcx",
        "r"(words));
}

static void sum_of_reals(uint64_t n)
{
   for (; n > 0; n--)
      total = total + 1.5;
}

/* To and fro. */
static void struct_copied(uint64_t n)
{
   for (; n > 0; n--) {
      there.a = here.a + 1;
      there.b = here.b;
      there.c = here.c;
      there.d = here.d;
      here.a = there.a;
      here.b = there.b;
      here.c = there.c;
      here.d = there.d;
   }
}

static void fields_in_turn(uint64_t n)
{
   LOOP("mov (%1), %%rax\n\tmov %%rax, 8(%1)\n\tmov 8(%1), %%rcx\n\tmov %%rcx, 16(%1)\n\t"
        "mov 16(%1), %%rdx\n\tmov %%rdx, (%1)",
        "r"(words));
}

static void half_of_word(uint64_t n)
{
   LOOP("mov (%1), %%rax\n\tadd $1, %%rax\n\tmov %%rax, (%1)\n\tmov 4(%1), %%ecx\n\t"
        "add %%rcx, %%rax\n\tmov %%rax, (%1)",
        "r"(words));
}

/* for (i = 0; i < n; i++) sum += i; without optimisation: both are in memory. */
static void sum_on_stack(uint64_t n)
{
   words[0] = (long)n;
   words[1] = words[2] = 0;
   __asm__ volatile("jmp 2f\n1:\n\tmov 8(%0), %%rax\n\tadd %%rax, 16(%0)\n\t"
                    "addq $1, 8(%0)\n2:\n\tmov 8(%0), %%rax\n\tcmp (%0), %%rax\n\tjl 1b"
                    : : "r"(words) : "rax", "memory");
}

static void prefix_sum(uint64_t n)
{
   WALK(1, "mov -8(%0), %%rax\n\tadd %%rax, (%0)")
}

static void prefix_sum_by_two(uint64_t n)
{
   WALK(2, "mov -16(%0), %%rax\n\tadd %%rax, (%0)")
}

static void sum_of_words(uint64_t n)
{
   WALK(0, "add (%0), %%rax")
}

static void writes(uint64_t n)
{
   LOOP("mov %1, (%2)\n\tmov %1, 64(%2)\n\tmov %1, 128(%2)\n\tmov %1, 192(%2)",
        "r"((uint64_t)1), "r"(words));
}

static void two_instructions(uint64_t n)
{
   LOOP("", "r"(words));
}

static void four_instructions(uint64_t n)
{
   LOOP("add $3, %%rax\n\tadd $3, %%rcx", "r"(words));
}

static void six_instructions(uint64_t n)
{
   LOOP("add $3, %%rax\n\tadd $3, %%rcx\n\tmov (%1), %%rdx\n\tmov 8(%1), %%rsi",
        "r"(words));
}

static void nine_instructions(uint64_t n)
{
   LOOP("add $3, %%rax\n\tadd $3, %%rcx\n\tmov (%1), %%rdx\n\tmov 8(%1), %%rsi\n\t"
        "mov %%rdx, %%rdi\n\tmov %%rsi, %%rdx\n\tmov %%rdi, %%rsi",
        "r"(words));
}

/* Five branches, and the loop's. */
static void branches_not_taken(uint64_t n)
{
   __asm__ volatile("1:\n\tcmp $-1, %0\n\tje 2f\n\tcmp $-2, %0\n\tje 2f\n\t"
                    "cmp $-3, %0\n\tje 2f\n\tcmp $-4, %0\n\tje 2f\n\t"
                    "cmp $-5, %0\n\tje 2f\n\tdec %0\n\tjnz 1b\n2:"
                    : "+r"(n));
}

static void branches_taken(uint64_t n)
{
   uint64_t zero = 0;
   __asm__ volatile("1:\n\ttest %1, %1\n\tjz 3f\n\tadd $1, %1\n3:\n\t"
                    "test %1, %1\n\tjz 4f\n\tadd $1, %1\n4:\n\t"
                    "test %1, %1\n\tjz 5f\n\tadd $1, %1\n5:\n\tdec %0\n\tjnz 1b"
                    : "+r"(n), "+r"(zero));
}

/* ---- Arithmetic of reals ---------------------------------------------- */

/* A chain of operations on one real, by another. */
#define REALS(start, by, body) \
   do { \
      double x = (start), y = (by); \
      __asm__ volatile(".p2align 5\n1:\n\t" body "\n\tdec %0\n\tjnz 1b" \
                       : "+r"(n), "+x"(x) \
                       : "x"(y)); \
   } while (0)

static void additions_of_reals(uint64_t n)
{
   REALS(1, 1e-9, "addsd %2, %1\n\taddsd %2, %1");
}

static void products_of_reals(uint64_t n)
{
   REALS(1, 1, "mulsd %2, %1\n\tmulsd %2, %1");
}

static void quotients_of_reals(uint64_t n)
{
   REALS(1, 1.1, "divsd %2, %1\n\tmulsd %2, %1");
}

static void roots_of_reals(uint64_t n)
{
   REALS(1.1, 0, "sqrtsd %1, %1");
}

/* As products-of-reals, of numbers too small to have all their digits. */
static void denormals(uint64_t n)
{
   REALS(1e-310, 1, "mulsd %2, %1\n\tmulsd %2, %1");
}

/* ---- String instructions ----------------------------------------------- */

#define REP(instruction, n_words) \
   for (; n > 0; n--) { \
      long *from = words, *to = words + N_WORDS / 2; \
      uint64_t rest = (n_words); \
      __asm__ volatile("rep " instruction \
                       : "+S"(from), "+D"(to), "+c"(rest) \
                       : "a"(0L) \
                       : "memory"); \
   }

static void rep_stos_64(uint64_t n)
{
   REP("stosq", 8)
}

static void rep_stos_4096(uint64_t n)
{
   REP("stosq", 512)
}

static void rep_movs_64(uint64_t n)
{
   REP("movsq", 8)
}

static void rep_movs_4096(uint64_t n)
{
   REP("movsq", 512)
}

/* ---- Code --------------------------------------------------------------- */

/* Lines of code, a jump each, which lead to each other in an order that no prefetcher
   follows: that of a generator of full period (Knuth, TAOCP 2, 3.2.1).  n jumps, a
   multiple of the lines. */
#define CODE(name, n_lines) \
   static void name(uint64_t n) \
   { \
      n /= (n_lines); \
      __asm__ volatile( \
         "jmp 2f\n\t.p2align 6\n" #name "_lines:\n\t.set at, 0\n\t.rept " #n_lines \
         "\n\t.if at == 0\n\tdec %0\n\tjs 3f\n\t.endif\n\t" \
         "jmp " #name "_lines + 64 * ((at * 1229 + 331) & (" #n_lines " - 1))\n\t" \
         ".p2align 6\n\t.set at, at + 1\n\t.endr\n" \
         "2:\n\tjmp " #name "_lines\n3:" \
         : "+r"(n)); \
   }

CODE(code_16K, 256)
CODE(code_256K, 4096)
CODE(code_2M, 32768)

/* ---- Runs of loops ------------------------------------------------------ */

static double reals[N_WORDS];

static __attribute__((noinline)) double product_of(const double *a, const double *b,
                                                   uint64_t n)
{
   double sum = 0;
   for (uint64_t i = 0; i < n; i++)
      sum += a[i] * b[i];
   return sum;
}

/* Sums of so many products: a chain for each, which needs no other. */
static void run_products(uint64_t n, uint64_t in_run)
{
   for (uint64_t at = 0; n > 0; n -= in_run, at += 8)
      total = product_of(reals + at % 64, reals, in_run);
}

static void products_by_16(uint64_t n) { run_products(n, 16); }
static void products_by_128(uint64_t n) { run_products(n, 128); }
static void products_by_1024(uint64_t n) { run_products(n, 1024); }

typedef struct node {
   struct node *next;
   long value;
} node;

static __attribute__((noinline)) long sum_of_list(const node *first)
{
   long sum = 0;
   for (const node *at = first; at != NULL; at = at->next)
      sum += at->value;
   return sum;
}

/* Lists of so many, which D1 has. */
static void run_lists(uint64_t n, uint64_t in_run)
{
   enum { N_NODES = 1024 };
   static node nodes[N_NODES];
   for (uint64_t i = 0; i < N_NODES; i++)
      nodes[i].next = i % in_run == in_run - 1 ? NULL : &nodes[i + 1];
   for (uint64_t at = 0; n > 0; n -= in_run, at += in_run)
      count = sum_of_list(&nodes[at % N_NODES]);
}

static void lists_of_16(uint64_t n) { run_lists(n, 16); }
static void lists_of_128(uint64_t n) { run_lists(n, 128); }
static void lists_of_1024(uint64_t n) { run_lists(n, 1024); }

static const struct {
   const char *name;
   void (*run)(uint64_t n);
} loops[] = {
   { "additions", additions },
   { "counter", counter },
   { "counter-of-array", counter_of_array },
   { "counter-of-bytes", counter_of_bytes },
   { "two-counters", two_counters },
   { "counter-beside-work", counter_beside_work },
   { "sum-of-reals", sum_of_reals },
   { "struct-copied", struct_copied },
   { "fields-in-turn", fields_in_turn },
   { "half-of-word", half_of_word },
   { "sum-on-stack", sum_on_stack },
   { "prefix-sum", prefix_sum },
   { "prefix-sum-by-two", prefix_sum_by_two },
   { "sum-of-words", sum_of_words },
   { "writes", writes },
   { "two-instructions", two_instructions },
   { "four-instructions", four_instructions },
   { "six-instructions", six_instructions },
   { "nine-instructions", nine_instructions },
   { "branches-not-taken", branches_not_taken },
   { "branches-taken", branches_taken },
   { "additions-of-reals", additions_of_reals },
   { "products-of-reals", products_of_reals },
   { "quotients-of-reals", quotients_of_reals },
   { "roots-of-reals", roots_of_reals },
   { "denormals", denormals },
   { "rep-stos-64", rep_stos_64 },
   { "rep-stos-4096", rep_stos_4096 },
   { "rep-movs-64", rep_movs_64 },
   { "rep-movs-4096", rep_movs_4096 },
   { "code-16K", code_16K },
   { "code-256K", code_256K },
   { "code-2M", code_2M },
   { "products-by-16", products_by_16 },
   { "products-by-128", products_by_128 },
   { "products-by-1024", products_by_1024 },
   { "lists-of-16", lists_of_16 },
   { "lists-of-128", lists_of_128 },
   { "lists-of-1024", lists_of_1024 },
};

enum { N_LOOPS = sizeof loops / sizeof loops[0], PASSES = 8 * N_WORDS, ROUNDS = 2000 };

static double now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Of a pass; the shortest of many rounds. */
static double pass_ns(void (*run)(uint64_t n))
{
   double least = 1e300;
   for (int round = 0; round < ROUNDS; round++) {
      double start = now_ns();
      run(PASSES);
      double taken = (now_ns() - start) / PASSES;
      least = taken < least ? taken : least;
   }
   return least;
}

int main(int argc, char **argv)
{
   if (argc == 2 && strcmp(argv[1], "--clock") == 0) {
      double cycle_ns = pass_ns(additions) / 8;
      for (int i = 0; i < N_LOOPS; i++)
         printf("%s %.2f\n", loops[i].name, pass_ns(loops[i].run) / cycle_ns);
      return 0;
   }
   for (int i = 0; i < N_LOOPS; i++)
      if (argc == 1)
         puts(loops[i].name);
      else if (argc == 3 && strcmp(argv[1], loops[i].name) == 0)
         loops[i].run(strtoull(argv[2], NULL, 10));
   return 0;
}

#else

int main(void)
{
   return 77;
}

#endif

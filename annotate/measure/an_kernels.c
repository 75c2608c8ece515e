/* an_kernels.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_kernels.h"

#include <math.h>

/* What is timed must be compiled alike in every build. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

/* The compiler knows nothing of the value from here on, and keeps it in a register. */
#define HIDE(x) __asm__ volatile("" : "+r"(x))

/* clang-format off */
#define EIGHT(statement) \
   { statement; } { statement; } { statement; } { statement; } \
   { statement; } { statement; } { statement; } { statement; }
/* clang-format on */

#define CHAIN(n_steps, statement) \
   for (size_t i = 0; i < (n_steps); i += 8) { \
      EIGHT(statement); \
   }

/* Where results go, so that they are computed; where operands come from, so that the
   compiler does not know them. */
static volatile uint64_t number_sink;
static volatile double real_sink;
static volatile uint64_t one = 1, small_divisor = 0x3039;
static volatile double real_one = 1.0, real_divided = 2.7182818;

static void chain_of_integers(cs_op op, size_t n_steps)
{
   uint64_t x = 0x123456789a, a = one, d = small_divisor;
   HIDE(a);
   HIDE(d);
   if (op == CS_OP_SIMPLE)
      CHAIN(n_steps, x += a; HIDE(x))
   else if (op == CS_OP_MUL)
      CHAIN(n_steps, x *= d; HIDE(x))
   else
      /* The quotient has 24 bits or so; the other operation makes it long again. */
      CHAIN(n_steps, x = (x / d) ^ 0xfedcba9876; HIDE(x))
   number_sink = x;
}

/* Compilers do not reorder operations on floating-point numbers. */
static void chain_of_reals(cs_op op, size_t n_steps)
{
   double x = real_divided, a = real_one, c = real_divided;
   if (op == CS_OP_FP_ADD)
      CHAIN(n_steps, x += a)
   else if (op == CS_OP_FP_MUL)
      CHAIN(n_steps, x *= a)
   else if (op == CS_OP_FP_DIV)
      CHAIN(n_steps, x = c / x)
   else
      CHAIN(n_steps, x = sqrt(x + c))
   real_sink = x;
}

static void chain_of_conversions(size_t n_steps)
{
   int64_t x = (int64_t)one;
   /* There and back: two steps. */
   CHAIN(n_steps / 2, double y = (double)x; x = (int64_t)y; HIDE(x))
   number_sink = (uint64_t)x;
}

/* Compilers make a fence of something cheaper where they can. */
#if defined(__x86_64__) || defined(__i386__)
#define FENCE __asm__ volatile("mfence" ::: "memory")
#else
#define FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif

/* The stores are what a fence waits for. */
static void chain_in_memory(cs_op op, size_t n_steps)
{
   static volatile uint64_t word;
   if (op == CS_OP_LOCKED)
      CHAIN(n_steps, __atomic_fetch_add(&word, 1, __ATOMIC_SEQ_CST))
   else
      CHAIN(n_steps, word = 1; FENCE)
}

void an_kernel_chain(cs_op op, size_t n_steps)
{
   if (op <= CS_OP_DIV)
      chain_of_integers(op, n_steps);
   else if (op < CS_OP_CONVERT)
      chain_of_reals(op, n_steps);
   else if (op == CS_OP_CONVERT)
      chain_of_conversions(n_steps);
   else
      chain_in_memory(op, n_steps);
}

void an_kernel_wide(size_t n_steps)
{
   volatile uint64_t memory = 0;
   uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, step = one;
   HIDE(step);
#define LOAD (void)memory
#define ADD(x) \
   x += step; \
   HIDE(x)
   for (size_t i = 0; i < n_steps; i += 8) {
      EIGHT(ADD(a); LOAD; ADD(b); ADD(c); LOAD; ADD(d); ADD(e); LOAD);
   }
#undef ADD
#undef LOAD
   number_sink = a + b + c + d + e;
}

void an_kernel_forward(bool is_half, size_t n_steps)
{
   volatile union {
      uint64_t word;
      uint32_t halves[2];
   } memory = { .word = 0 };
   uint64_t x = one;
   if (is_half)
      CHAIN(n_steps, memory.word = x; x = memory.halves[1]; HIDE(x))
   else
      CHAIN(n_steps, memory.word = x; x = memory.word + 1; HIDE(x))
   number_sink = x;
}

void an_kernel_stores(size_t n_steps)
{
   enum { APART_B = 256 }; /* a line, or two that are fetched together */
   static _Alignas(APART_B) char memory[8 * APART_B];
   uint64_t x = one;
   for (size_t i = 0; i < n_steps; i += 8) {
      char *at = memory;
      EIGHT(*(volatile uint64_t *)(volatile void *)at = x; at += APART_B);
   }
}

void an_kernel_branches(const uint64_t *words, size_t n_steps)
{
   for (size_t i = 0; i < n_steps / 64; i++) {
      uint64_t bits = words[i];
      for (int j = 0; j < 64; j++) {
         HIDE(bits);
         if (bits & 1)
            __asm__ volatile(""); /* a branch, not a conditional move */
         bits >>= 1;
      }
   }
}

void an_kernel_lines(const char *memory, size_t line_B, size_t n_steps)
{
   for (size_t i = 0; i < n_steps; i += 8) {
      EIGHT((void)*(const volatile uint64_t *)(const volatile void *)memory;
            memory += line_B);
   }
}

void an_kernel_apart(const char *memory, const uint32_t *offsets_B, bool works,
                     size_t n_steps)
{
   uint64_t a = one;
   HIDE(a);
   if (works)
      CHAIN(n_steps, const volatile void *at = memory + *offsets_B++;
            uint64_t x = *(const volatile uint64_t *)at; x += a; HIDE(x); x ^= a; HIDE(x);
            x += a; HIDE(x); x ^= a; HIDE(x))
   else
      CHAIN(n_steps, const volatile void *at = memory + *offsets_B++;
            (void)*(const volatile uint64_t *)at)
}

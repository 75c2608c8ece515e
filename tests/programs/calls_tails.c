/* calls_tails.c -- tail calls, also in loops and by pointers; computed gotos; a call of
   the next instruction; indirect functions.  Built with -O2.  Prints its calls; see
   calls.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdlib.h>

#include "calls.h"

/* A tail call that is counted. */
#define TAIL(f, ...)                                                             \
   {                                                                             \
      CALLS_COUNT(#f)                                                            \
      return f(__VA_ARGS__);                                                     \
   }

static volatile long n_leaves;

static void leaf(void)
{
   ENTERED()
   n_leaves++;
}

/* ---- Chains ------------------------------------------------------------- */

static long third(long n)
{
   ENTERED()
   CALL(leaf);
   return n;
}

static long second(long n)
{
   ENTERED()
   CALL(leaf);
   TAIL(third, n + 1)
}

static long first(long n)
{
   ENTERED()
   TAIL(second, n + 1)
}

/* ---- Loops -------------------------------------------------------------- */

static long even(long n);

static long odd(long n)
{
   ENTERED()
   CALL(leaf);
   if (n == 0)
      return 0;
   TAIL(even, n - 1)
}

static long even(long n)
{
   ENTERED()
   if (n == 0)
      return 1;
   TAIL(odd, n - 1)
}

/* Three that go on with each other, by pointers and not. */
typedef long step(long n);
static step go_a, go_b, go_c;

static long go_a(long n)
{
   ENTERED()
   static step *volatile by_pointer = go_b;
   CALL(leaf);
   if (n < 0)
      return n;
   CALLS_COUNT("go_b") return by_pointer(n - 1);
}

static long go_b(long n)
{
   ENTERED()
   if (n % 3 == 0)
      TAIL(go_c, n - 1)
   TAIL(go_a, n - 2)
}

static long go_c(long n)
{
   ENTERED()
   CALL(first, n); /* a real call, whose tail calls end before the return */
   TAIL(go_a, n - 1)
}

/* Tail calls of the caller. */
static long down(long n);

static long back(long n)
{
   ENTERED()
   CALL(leaf);
   TAIL(down, n - 1)
}

static long down(long n)
{
   ENTERED()
   if (n <= 0)
      return 0;
   long inner = CALL(back, n / 2);
   return inner + n;
}

/* ---- Computed gotos ----------------------------------------------------- */

static long run(const unsigned char *code)
{
   ENTERED()
   static const void *const labels[] = { &&add, &&call, &&end };
   long sum = 0;
   goto *labels[*code++];
add:
   sum++;
   goto *labels[*code++];
call:
   sum += CALL(first, sum);
   goto *labels[*code++];
end:
   return sum;
}

/* ---- The program counter ------------------------------------------------ */

static uintptr_t where(void)
{
   ENTERED()
   uintptr_t pc;
   __asm__ volatile("call 1f\n1:\n\tpop %0" : "=r"(pc));
   CALL(leaf);
   return pc;
}

/* ---- Indirect functions ------------------------------------------------- */

static long chosen(long n)
{
   ENTERED()
   CALL(leaf);
   return n;
}

static step *choose(void)
{
   return chosen;
}

long indirect(long n) __attribute__((ifunc("choose")));

int main(void)
{
   static const unsigned char code[] = { 0, 1, 0, 0, 1, 1, 0, 2 };
   for (int i = 0; i < 100; i++) {
      CALL(first, i);
      CALL(odd, i);
      CALL(even, i);
      CALL(go_a, i);
      CALL(go_c, i);
      CALL(down, i);
      CALL(run, code);
      CALL(where);
      CALLS_COUNT("chosen") indirect(i);
   }
   CALL(odd, 100000);
   calls_print();
   return 0;
}

/* reasons.c -- misses whose reasons are known by construction; prints them.

   For D1 of 32 KiB in 8 ways and a last level of 1 MiB in 16, with lines of 64 bytes.
   Prints for each function and level how often it misses there: cold, of capacity, in
   conflict.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

enum {
   LINE_B = 64,
   D1_B = 32 << 10, D1_WAY_B = D1_B / 8,
   LL_B = 1 << 20, LL_WAY_B = LL_B / 16,
   ROUNDS = 1000,
};

static char new_memory[4 << 20] __attribute__((aligned(4096)));
static char large[2 * LL_B] __attribute__((aligned(4096)));
static char far_apart[32 * LL_WAY_B] __attribute__((aligned(4096)));
static char twice[2 * D1_B] __attribute__((aligned(4096)));
static char near_by[16 * D1_WAY_B] __attribute__((aligned(4096)));

static void __attribute__((noinline)) only_cold(void)
{
   for (size_t i = 0; i < sizeof new_memory; i += LINE_B)
      (void)*(volatile char *)(new_memory + i);
}

static void __attribute__((noinline)) last_capacity(void)
{
   for (int round = 0; round < 5; round++)
      for (size_t i = 0; i < sizeof large; i += LINE_B)
         (void)*(volatile char *)(large + i);
}

static void __attribute__((noinline)) last_conflict(void)
{
   for (int round = 0; round < ROUNDS; round++)
      for (size_t i = 0; i < sizeof far_apart; i += LL_WAY_B)
         (void)*(volatile char *)(far_apart + i);
}

static void __attribute__((noinline)) first_capacity(void)
{
   for (int round = 0; round < 50; round++)
      for (size_t i = 0; i < sizeof twice; i += LINE_B)
         (void)*(volatile char *)(twice + i);
}

static void __attribute__((noinline)) first_conflict(void)
{
   for (int round = 0; round < ROUNDS; round++)
      for (size_t i = 0; i < sizeof near_by; i += D1_WAY_B)
         (void)*(volatile char *)(near_by + i);
}

int main(void)
{
   only_cold();
   last_capacity();
   last_conflict();
   first_capacity();
   first_conflict();
   printf("only_cold L %zu 0 0\n", sizeof new_memory / LINE_B);
   printf("only_cold D1 %zu 0 0\n", sizeof new_memory / LINE_B);
   printf("last_capacity L %zu %zu 0\n", sizeof large / LINE_B,
          4 * sizeof large / LINE_B);
   printf("last_capacity D1 %zu %zu 0\n", sizeof large / LINE_B,
          4 * sizeof large / LINE_B);
   printf("last_conflict L 32 0 %d\n", 32 * (ROUNDS - 1));
   printf("last_conflict D1 32 0 %d\n", 32 * (ROUNDS - 1));
   printf("first_capacity L %zu 0 0\n", sizeof twice / LINE_B);
   printf("first_capacity D1 %zu %zu 0\n", sizeof twice / LINE_B,
          49 * sizeof twice / LINE_B);
   printf("first_conflict L 16 0 0\n");
   printf("first_conflict D1 16 0 %d\n", 16 * (ROUNDS - 1));
   return 0;
}

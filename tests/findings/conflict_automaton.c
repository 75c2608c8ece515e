/* conflict_automaton.c -- an automaton reads tokens; a state has a row of 256 targets,
   of which letters use one line.  Rows of 512 bytes put these lines of all states into
   an eighth of the cache's sets; in the twin a row has 64 bytes more.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef CURED
enum { PITCH = 256 + 32 };
#else
enum { PITCH = 256 };
#endif
enum { N_STATES = 256, N_BYTES = 100000, N_TEXTS = 6 };

static uint16_t targets[N_STATES][PITCH] __attribute__((aligned(4096)));
static uint32_t accepted[N_STATES];

static uint32_t seed = 23;
static uint32_t next_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

static void make_automaton(void)
{
   for (int state = 0; state < N_STATES; state++)
      for (int letter = 'a'; letter <= 'z'; letter++)
         targets[state][letter] = (uint16_t)(next_random() % N_STATES);
}

static void write_text(unsigned char *text, size_t n)
{
   for (size_t i = 0; i < n; i++)
      text[i] = (unsigned char)('a' + next_random() % 26);
}

static unsigned read_text(const unsigned char *text, size_t n)
{
   unsigned state = 0;
   for (size_t i = 0; i < n; i++)
      state = targets[state][text[i]]; /* FAULT: conflict */
   accepted[state]++;
   return state;
}

int main(void)
{
   static unsigned char text[N_BYTES];
   make_automaton();
   uint64_t sum = 0;
   for (int i = 0; i < N_TEXTS; i++) {
      write_text(text, sizeof text);
      sum = sum * 3 + read_text(text, sizeof text);
   }
   printf("%llu\n", (unsigned long long)sum);
   return 0;
}

/* indirect_messages.c -- messages of eight kinds are handled by a table of functions,
   as they come; in the twin those of one kind together.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_KINDS = 8, N_MESSAGES = 100000, N_ROUNDS = 4 };

typedef struct {
   uint32_t kind;
   uint32_t value;
} message;

typedef struct {
   uint64_t count, sum, peak, bits;
} state;

static void on_open(state *s, uint32_t value)
{
   s->count += value & 1;
}
static void on_close(state *s, uint32_t value)
{
   s->count += value & 2;
}
static void on_put(state *s, uint32_t value)
{
   s->sum += value;
}
static void on_get(state *s, uint32_t value)
{
   s->sum += value * 3;
}
static void on_mark(state *s, uint32_t value)
{
   s->bits ^= value;
}
static void on_clear(state *s, uint32_t value)
{
   s->bits ^= (uint64_t)value << 8;
}
static void on_peak(state *s, uint32_t value)
{
   s->peak += value >> 4;
}
static void on_idle(state *s, uint32_t value)
{
   s->peak += value >> 9;
}

static void (*const handlers[N_KINDS])(state *, uint32_t) = { on_open, on_close, on_put,
                                                              on_get,  on_mark,  on_clear,
                                                              on_peak, on_idle };

static uint32_t seed = 47;
static uint32_t next_random(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8;
}

static void receive(message *messages)
{
#ifdef CURED
   message *end[N_KINDS];
   for (int kind = 0; kind < N_KINDS; kind++)
      end[kind] = messages + (size_t)kind * 2 * N_MESSAGES / N_KINDS;
   for (size_t i = 0; i < (size_t)2 * N_MESSAGES; i++)
      messages[i] = (message){ N_KINDS, 0 };
#endif
   for (size_t i = 0; i < N_MESSAGES; i++) {
      uint32_t kind = next_random() >> 21, value = next_random();
#ifdef CURED
      *end[kind]++ = (message){ kind, value };
#else
      messages[i] = (message){ kind, value };
#endif
   }
}

static void handle(const message *messages, size_t n, state *s)
{
   for (size_t i = 0; i < n; i++)
      if (messages[i].kind < N_KINDS)
         handlers[messages[i].kind](s, messages[i].value); /* FAULT: indirect */
}

int main(void)
{
   message *messages = malloc(2 * N_MESSAGES * sizeof *messages);
   if (messages == NULL)
      return 1;
   state s = { 0, 0, 0, 0 };
   for (int round = 0; round < N_ROUNDS; round++) {
      receive(messages);
#ifdef CURED
      handle(messages, 2 * N_MESSAGES, &s);
#else
      handle(messages, N_MESSAGES, &s);
#endif
   }
   printf("%llu\n", (unsigned long long)(s.count + s.sum * 3 + s.peak * 5 + s.bits));
   free(messages);
   return 0;
}

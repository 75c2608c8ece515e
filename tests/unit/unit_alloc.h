/* unit_alloc.h -- what the unit tests of the pure modules share: an
   allocator, a sink that fails on demand, and random numbers that are the
   same in every run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef UNIT_ALLOC_H
#define UNIT_ALLOC_H

#include "base/tk_alloc.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- An allocator over malloc ---------------------------------------- */

typedef struct {
   tk_alloc alloc;   /* to hand to the module under test */
   size_t n_live;    /* blocks got and not put back */
   size_t n_calls;   /* of get */
   jmp_buf *refused; /* where to go on if more is asked for than there can be; NULL: the
                        test fails */
} unit_alloc;

/* New memory is filled, so that a module that takes it for zeroed is
   found out. */
static inline void *unit_alloc_get(void *context, const char *label, size_t size_B)
{
   unit_alloc *u = context;
   u->n_calls++;
   if (label == NULL || label[0] == '\0')
      abort(); /* the cost centre is part of the contract */
   if (size_B > SIZE_MAX / 2 && u->refused != NULL)
      longjmp(*u->refused, 1);
   void *block = malloc(size_B);
   if (block == NULL)
      abort();
   memset(block, 0xa5, size_B);
   u->n_live++;
   return block;
}

static inline void unit_alloc_put(void *context, void *block)
{
   unit_alloc *u = context;
   if (block == NULL)
      return;
   if (u->n_live == 0)
      abort();
   u->n_live--;
   free(block);
}

/* `u` must not move afterwards. */
static inline void unit_alloc_init(unit_alloc *u)
{
   *u = (unit_alloc){ .alloc = {
                         .get = unit_alloc_get, .put = unit_alloc_put, .context = u } };
}

/* The call asks for more than there can be, and is left then. */
#define ASSERT_REFUSED(u, call) \
   do { \
      jmp_buf refused; \
      (u)->refused = &refused; \
      if (setjmp(refused) == 0) { \
         call; \
         fail(); \
      } \
      (u)->refused = NULL; \
   } while (0)

/* ---- A sink for tk_text ---------------------------------------------- */

enum { UNIT_SINK_MAX_B = 1 << 20 };

/* Static or zeroed is the initial state. */
typedef struct {
   size_t n_calls;
   size_t fail_at;   /* the call that fails, from 1; 0: none does */
   size_t longest_B; /* of the pieces taken */
   size_t used_B;
   char bytes[UNIT_SINK_MAX_B + 1]; /* NUL-terminated */
} unit_sink;

static inline void unit_sink_reset(unit_sink *sink, size_t fail_at)
{
   sink->n_calls = sink->longest_B = sink->used_B = 0;
   sink->fail_at = fail_at;
   sink->bytes[0] = '\0';
}

/* The drain of a tk_text whose context is the sink. */
static inline bool unit_sink_drain(void *context, const char *bytes, size_t length_B)
{
   unit_sink *sink = context;
   sink->n_calls++;
   if (sink->fail_at != 0 && sink->n_calls == sink->fail_at)
      return false;
   if (length_B > UNIT_SINK_MAX_B - sink->used_B)
      abort();
   if (length_B > sink->longest_B)
      sink->longest_B = length_B;
   memcpy(sink->bytes + sink->used_B, bytes, length_B);
   sink->used_B += length_B;
   sink->bytes[sink->used_B] = '\0';
   return true;
}

/* ---- Random numbers -------------------------------------------------- */

/* Xorshift, 64 bits (Marsaglia, "Xorshift RNGs", 2003), with the high half
   of a product as output, as its low bits are the weak ones. */
typedef struct {
   uint64_t state;
   const uint8_t *bytes; /* not NULL: numbers are taken from these instead, */
   size_t left_B;        /* of which so many are left; then all are 0 */
} unit_random;

static inline unit_random unit_random_from(uint64_t seed)
{
   return (unit_random){ .state = seed * 0x9e3779b97f4a7c15u + 1 };
}

/* Not random, but what a fuzzer chose (tests/fuzz). */
static inline unit_random unit_random_of(const uint8_t *bytes, size_t size_B)
{
   return (unit_random){ .bytes = bytes, .left_B = size_B };
}

static inline bool unit_random_is_used_up(const unit_random *r)
{
   return r->bytes != NULL && r->left_B == 0;
}

/* Takes as many bytes as numbers up to `max` need. */
static inline uint64_t unit_random_taken(unit_random *r, uint64_t max)
{
   uint64_t number = 0;
   for (; max > 0 && r->left_B > 0; max >>= 8, r->left_B--)
      number = number << 8 | *r->bytes++;
   return number;
}

static inline uint64_t unit_random_u64(unit_random *r)
{
   uint64_t word = 0;
   if (r->bytes != NULL)
      return unit_random_taken(r, UINT64_MAX);
   for (int half = 0; half < 2; half++) {
      r->state ^= r->state << 13;
      r->state ^= r->state >> 7;
      r->state ^= r->state << 17;
      word = word << 32 | (r->state * 0x2545f4914f6cdd1du) >> 32;
   }
   return word;
}

/* 0 to n - 1. */
static inline uint64_t unit_random_below(unit_random *r, uint64_t n)
{
   return (r->bytes != NULL ? unit_random_taken(r, n - 1) : unit_random_u64(r)) % n;
}

#endif

/* test_an_common.h -- what the unit tests of annotate/ share: an allocator
   whose Nth call fails, and a reader of text in memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_COMMON_H
#define TEST_AN_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "an_read.h"

#include <stdlib.h>
#include <string.h>

/* ---- The allocator ---- */

typedef struct {
   size_t n_calls;
   size_t fail_at; /* the call that fails, from 1; 0: none */
   size_t n_live;  /* blocks not yet given back */
} test_heap;

static inline void *test_get(void *context, const char *label, size_t size_B)
{
   test_heap *heap = context;
   assert_non_null(label);
   assert_true(size_B > 0);
   if (++heap->n_calls == heap->fail_at)
      return NULL;
   void *block = malloc(size_B);
   assert_non_null(block);
   heap->n_live++;
   return block;
}

static inline void test_put(void *context, void *block)
{
   test_heap *heap = context;
   if (block != NULL)
      heap->n_live--;
   free(block);
}

static inline tk_alloc test_alloc(test_heap *heap)
{
   return (tk_alloc){ .get = test_get, .put = test_put, .context = heap };
}

/* ---- Text in memory ---- */

typedef struct {
   const char *text;
   size_t length;
   size_t piece_B; /* bytes given per read */
} test_text;

static inline ptrdiff_t test_read(void *context, char *to, size_t size_B)
{
   test_text *text = context;
   size_t n = text->piece_B < size_B ? text->piece_B : size_B;
   if (n > text->length)
      n = text->length;
   memcpy(to, text->text, n);
   text->text += n;
   text->length -= n;
   return (ptrdiff_t)n;
}

static inline an_source_of_bytes test_bytes(test_text *text)
{
   return (an_source_of_bytes){ .read = test_read, .context = text };
}

/* What an_read makes of `length` bytes at `text`. */
static inline an_profile *test_profile_of(const tk_alloc *alloc,
                                          const char *text, size_t length,
                                          an_error *error)
{
   test_text memory = { text, length, 64 };
   return an_read(alloc, test_bytes(&memory), error);
}

/* The profile in a string that is known to be good. */
static inline an_profile *test_good_profile(const tk_alloc *alloc,
                                            const char *text)
{
   an_error error;
   an_profile *profile = test_profile_of(alloc, text, strlen(text), &error);
   if (profile == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   return profile;
}

#endif

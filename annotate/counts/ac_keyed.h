/* ac_keyed.h -- rows of numbers that are added up by key; pure.

   A key is a fixed number of words.  Rows keep the order in which their keys came, and
   never move.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_alloc.h"
#include "base/tk_arena.h"
#include "base/tk_table.h"

#include <stdint.h>

typedef struct ac_keyed {
   size_t n; /* rows */
   /* private: */
   size_t n_words, n_numbers;
   uint64_t **rows; /* a key, then numbers of type int64_t */
   size_t capacity;
   tk_table table;
   size_t n_found; /* rows that are in the table */
   tk_arena arena;
} ac_keyed;

/* No rows; takes no memory yet.  `alloc` is borrowed. */
void ac_keyed_init(ac_keyed *keyed, const tk_alloc *alloc, size_t n_words,
                   size_t n_numbers);
void ac_keyed_free(ac_keyed *keyed);

/* Frees all but the numbers of the rows, which keep their addresses. */
void ac_keyed_close(ac_keyed *keyed);

/* The index of the row with this key, added with numbers of 0 if there is none. */
uint32_t ac_keyed_find(ac_keyed *keyed, const uint64_t *key);

/* Adds a row whose key no row has, as the caller knows: that takes no search.  Returns
   its index. */
uint32_t ac_keyed_append(ac_keyed *keyed, const uint64_t *key);

/* Adds n numbers to those of row i from the number `first` on. */
void ac_keyed_add(ac_keyed *keyed, uint32_t i, size_t first, const int64_t *numbers,
                  size_t n);

static inline const uint64_t *ac_keyed_key(const ac_keyed *keyed, size_t i)
{
   return keyed->rows[i];
}

static inline const int64_t *ac_keyed_numbers(const ac_keyed *keyed, size_t i)
{
   return (const int64_t *)(keyed->rows[i] + keyed->n_words);
}

/* Two numbers as one word of a key. */
static inline uint64_t ac_keyed_pair(uint32_t high, uint32_t low)
{
   return (uint64_t)high << 32 | low;
}

static inline uint32_t ac_keyed_high(uint64_t pair)
{
   return (uint32_t)(pair >> 32);
}

static inline uint32_t ac_keyed_low(uint64_t pair)
{
   return (uint32_t)pair;
}

/* A string of one address, interned, as a word of a key. */
static inline uint64_t ac_keyed_word(const void *interned)
{
   return (uintptr_t)interned;
}

static inline const char *ac_keyed_text(uint64_t word)
{
   return (const char *)(uintptr_t)word;
}

/* The new index of a row by its old one; UINT32_MAX is none. */
static inline uint32_t ac_keyed_map(const uint32_t *indices, uint32_t old)
{
   return old == UINT32_MAX ? UINT32_MAX : indices[old];
}

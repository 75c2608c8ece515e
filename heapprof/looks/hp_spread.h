/* hp_spread.h -- when to take looks that are spread over a run whose length nobody knows;
   pure.

   The first looks come at short distances.  Whenever there are HP_SPREAD_MOST, every
   other one is dropped, and the distance doubles.

   A look takes time in proportion to what is live.  So one waits until all of them, with
   itself, are at most one part in HP_SPREAD_PART of the run so far.  Time and cost are in
   instructions of the program: two runs take the same looks, and a slow machine changes
   nothing.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

enum {
   HP_SPREAD_MOST = 12, /* even: half of them are left */
   HP_SPREAD_PART = 20,
   HP_SPREAD_INTERVAL = 250000, /* of the first looks */
   HP_SPREAD_START = 200000000, /* starting Valgrind takes as long as so many */
   /* What a look costs at least, and for each block and byte: as heapprof without
      --accesses, measured on 48 thousand and 2.7 million blocks of a C++ hash table. */
   HP_SPREAD_COST = 200000,
   HP_SPREAD_BLOCK_COST = 500,
   HP_SPREAD_BYTES_PER_COST = 2,
};

typedef struct hp_spread {
   uint64_t begin, interval, spent;
   uint32_t n; /* looks that are kept */
} hp_spread;

/* Begins at `now`.  Returns when the first look is due. */
uint64_t hp_spread_begin(hp_spread *spread, uint64_t now);

/* What a look costs when so much is live. */
uint64_t hp_spread_cost(uint64_t blocks, uint64_t bytes);

typedef enum hp_spread_turn {
   HP_SPREAD_WAITS,
   HP_SPREAD_TAKES,
   HP_SPREAD_THINS, /* likewise; every other one is dropped then, from the first on */
} hp_spread_turn;

/* A look of this cost is due: what is done.  *next: when to ask again. */
hp_spread_turn hp_spread_turn_of(hp_spread *spread, uint64_t now, uint64_t cost,
                                 uint64_t *next);

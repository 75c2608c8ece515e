/* soak_allocations.c N -- N blocks of 16 to 79 bytes; the latest 1024 are live.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "soak.h"

enum { LIVE = 1024, LEAST_B = 16, SIZES = 64 };

static void *live[LIVE];

SOAK_FUNCTION void *case_ring(size_t size_B)
{
   return soak_block(size_B);
}

/* n blocks with the sizes in turn; n is a multiple of SIZES. */
static soak_amount amount_of(ulong_t n)
{
   ulong_t round_B = SIZES * LEAST_B + SIZES * (SIZES - 1) / 2;
   return (soak_amount){ n / SIZES * round_B, n };
}

int main(int argc, char **argv)
{
   ulong_t n = soak_size(argc, argv, SIZES);
   for (ulong_t i = 0; i < n; i++) {
      free(live[i % LIVE]);
      live[i % LIVE] = case_ring(LEAST_B + i % SIZES);
   }
   /* A new block has the size of the block it replaces. */
   soak_amount last = amount_of(n < LIVE ? n : LIVE);
   soak_site("case_ring", amount_of(n), last, last);
   soak_number("calls", "case_ring", n);
   return 0;
}

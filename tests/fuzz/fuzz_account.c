/* fuzz_account.c -- any sequence of allocations, reallocations and frees, with
   snapshots, a timeline and counting that starts again, against a heap that keeps
   every block.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "test_hp_heap_stream.h"

enum { EVENTS_MAX = 300, EVENT_B = 8, CHECK_EVERY = 50 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_random random = unit_random_of(bytes, size_B);
   stream s = stream_of(random);
   begin();
   size_t n_events = size_B / EVENT_B; /* which take about so many each */
   run_stream(&s, n_events < EVENTS_MAX ? (int)n_events : EVENTS_MAX, CHECK_EVERY);
   end(s.now);
   return 0;
}

/* fuzz_calls.c -- a thread that calls, returns, jumps and is interrupted in any
   order: each call of an allocation function is one event.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "models/tk_calls_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   memset(&thread, 0, sizeof thread);
   thread.random = unit_random_of(bytes, size_B);
   while (thread.random.left_B > 0) {
      random_step();
      assert_int_equal(thread.n_events, thread.n_expected);
      assert_int_equal(thread.n_ended, thread.n_expected_ended);
   }
   return 0;
}

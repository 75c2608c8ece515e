/* test_ac_costs.h -- what the parts of a profile with calls cost, as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_COSTS_H
#define TEST_AC_COSTS_H

#include "test_ac_calls.h"

#include "counts/ac_costs.h"

static char costs_got[4096], *costs_end;

__attribute__((format(printf, 1, 2))) static inline void costs_put(const char *format,
                                                                   ...)
{
   va_list arguments;
   va_start(arguments, format);
   costs_end += vsnprintf(costs_end, (size_t)(costs_got + sizeof costs_got - costs_end),
                          format, arguments);
   va_end(arguments);
   assert_true(costs_end < costs_got + sizeof costs_got);
}

/* Puts what it writes of the profile. */
typedef void costs_writer(const tk_alloc *alloc, const ac_profile *profile);

static inline void costs_check(const char *text, costs_writer *write,
                               const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ac_profile *profile = test_good_profile(&alloc, text);
   *(costs_end = costs_got) = '\0';
   write(&alloc, profile);
   assert_string_equal(costs_got, expected);
   ac_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

#endif

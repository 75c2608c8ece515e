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
typedef void costs_writer(const ac_profile *profile);

static inline void costs_check(const char *text, costs_writer *write,
                               const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   *(costs_end = costs_got) = '\0';
   write(profile);
   assert_string_equal(costs_got, expected);
}

#endif

/* test_ac_read_calls.h -- a profile with notes on calls up to some note, for the tests of
   its readers.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_READ_CALLS_H
#define TEST_AC_READ_CALLS_H

#include "test_ac_calls.h"

#define TO_SUMMARY CALLS_HEAD CALLS_BODY CALLS_OBJECTS
#define TO_NAMES TO_SUMMARY CALLS_NAMES       /* 25 lines */
#define TO_FUNCTIONS TO_NAMES CALLS_FUNCTIONS /* 31 */
#define TO_SUMS TO_FUNCTIONS CALLS_INCLUSIVE  /* 38 */
#define TO_ARCS TO_SUMS CALLS_ARCS            /* 47 */
#define ROOT "#: t 0 0 0\n#: t 1 4 1 30 3\n"

#endif

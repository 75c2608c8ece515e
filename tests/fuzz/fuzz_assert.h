/* fuzz_assert.h -- cmocka's assertions for the models of the unit tests, without
   cmocka: a failure is printed, and traps for the fuzzer.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef FUZZ_ASSERT_H
#define FUZZ_ASSERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B);

#define fail_msg(...) \
   do { \
      fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
      fprintf(stderr, __VA_ARGS__); \
      fprintf(stderr, "\n"); \
      __builtin_trap(); \
   } while (0)

#define assert_true(holds) \
   do { \
      if (!(holds)) \
         fail_msg("%s", #holds); \
   } while (0)
#define assert_false(holds) assert_true(!(holds))
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_null(pointer) assert_true((pointer) == NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))

/* Each is evaluated once, as by cmocka. */
#define assert_int_equal(a, b) \
   do { \
      uintmax_t found_ = (uintmax_t)(a), expected_ = (uintmax_t)(b); \
      if (found_ != expected_) \
         fail_msg("%s is %#jx, not %#jx", #a, found_, expected_); \
   } while (0)
#define assert_int_not_equal(a, b) assert_true((uintmax_t)(a) != (uintmax_t)(b))
#define assert_in_range(value, low, high) \
   do { \
      uintmax_t found_ = (uintmax_t)(value), low_ = (uintmax_t)(low); \
      if (found_ - low_ > (uintmax_t)(high) - low_) \
         fail_msg("%s is %#jx", #value, found_); \
   } while (0)
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size_B) \
   assert_true((size_B) == 0 || memcmp(a, b, size_B) == 0)

#endif

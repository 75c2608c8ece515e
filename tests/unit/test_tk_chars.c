/* test_tk_chars.c -- the three functions, beside those of <string.h>.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "base/tk_chars.h"

static const char *const texts[] = { "", "a", "ab", "abc", "b", "\x80", "\xff", "a\xff" };
enum { N_TEXTS = sizeof texts / sizeof texts[0] };

static int sign_of(int n)
{
   return (n > 0) - (n < 0);
}

static void test_as_string_h(void **state)
{
   (void)state;
   for (size_t i = 0; i < N_TEXTS; i++) {
      const char *a = texts[i];
      assert_int_equal(tk_chars_length(a), strlen(a));
      for (size_t k = 0; k < N_TEXTS; k++) {
         const char *b = texts[k];
         bool begins = strncmp(a, b, strlen(b)) == 0;
         assert_int_equal(sign_of(tk_chars_compare(a, b)), sign_of(strcmp(a, b)));
         assert_ptr_equal(tk_chars_after(a, b), begins ? a + strlen(b) : NULL);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_as_string_h),
   };
   return cmocka_run_group_tests_name("tk_chars", tests, NULL, NULL);
}

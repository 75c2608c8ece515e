/* test_tk_shown.c -- names made safe for a terminal.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_shown.h"

/* The buffer is on the heap, just large enough, for the sanitizer. */
static void check(const char *text, const char *expected)
{
   size_t room_B = TK_SHOWN_B * strlen(text) + 1;
   char *shown = malloc(room_B);
   char *copy = strdup(text);
   assert_non_null(shown);
   assert_int_equal(tk_shown(shown, copy), strlen(expected));
   assert_string_equal(shown, expected);
   free(shown);
   free(copy);
}

static void plain_text_stays(void **state)
{
   (void)state;
   check("", "");
   check("/tmp/a b.out", "/tmp/a b.out");
   check("back\\slash", "back\\slash");
   check("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
   check("\xc3\x9b", "\xc3\x9b"); /* the second byte alone would be a control */
   check("caf\xe9", "caf\xe9");   /* Latin-1 */
   check("\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5",
         "\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5");
}

static void controls_are_hidden(void **state)
{
   (void)state;
   check("\x1b[31m", "\\x1b[31m");
   check("a\nb\tc\r\x7f", "a\\x0ab\\x09c\\x0d\\x7f");
   check("\x9b"
         "31m",
         "\\x9b31m");
   check("\xc2\x9b"
         "31m",
         "\\xc2\\x9b31m");
   check("\xc2\xa0", "\xc2\xa0");
   check("\xc2", "\xc2"); /* cut short */
   check("\xe2\x80", "\xe2\\x80");
   check("\xe2\x9b"
         "x",
         "\xe2\\x9bx");
   check("\xf0\x9f\x9b", "\xf0\\x9f\\x9b");
}

/* Overlong forms, code points without character, invalid bytes. */
static void what_looks_like_utf8(void **state)
{
   (void)state;
   check("\xc0\x95", "\xc0\\x95");
   check("\xc1\x9b", "\xc1\\x9b");
   check("\xe0\x82\x9b", "\xe0\\x82\\x9b");
   check("\xe0\xa0\x9b", "\xe0\xa0\x9b");
   check("\xed\xa0\x9b", "\xed\xa0\\x9b");
   check("\xed\x9f\x9b", "\xed\x9f\x9b");
   check("\xf0\x82\x82\x9b", "\xf0\\x82\\x82\\x9b");
   check("\xf4\x90\x80\x9b", "\xf4\\x90\\x80\\x9b");
   check("\xf4\x8f\x80\x9b", "\xf4\x8f\x80\x9b");
   check("\xf5\x80\x80\x9b", "\xf5\\x80\\x80\\x9b");
   check("\xff\x9b", "\xff\\x9b");
}

static void direction_stays(void **state)
{
   (void)state;
   check("\xd8\x9c", "\\xd8\\x9c");
   check("\xe2\x80\x8e\xe2\x80\x8f", "\\xe2\\x80\\x8e\\xe2\\x80\\x8f");
   check("\xe2\x80\xa8\xe2\x80\xae", "\\xe2\\x80\\xa8\\xe2\\x80\\xae");
   check("\xe2\x81\xa6\xe2\x81\xaf", "\\xe2\\x81\\xa6\\xe2\\x81\\xaf");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_text_stays),
      cmocka_unit_test(controls_are_hidden),
      cmocka_unit_test(what_looks_like_utf8),
      cmocka_unit_test(direction_stays),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_tk_run_text.c -- how often the lines of a function ran, as text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_run_text.h"
#include "unit_alloc.h"

static unit_sink sink;

static void check(const uint64_t *runs, size_t n, const char *expected)
{
   tk_text out;
   tk_run_text text = { .out = &out, .name = 7 };
   unit_sink_reset(&sink, 0);
   tk_text_init(&out, unit_sink_drain, &sink);
   for (size_t i = 0; i < n; i++)
      tk_run_text_row(&text, runs[i]);
   tk_run_text_end(&text);
   assert_true(tk_text_flush(&out));
   assert_string_equal(sink.bytes, expected);
}

#define CHECK(expected, ...) \
   check((const uint64_t[]){ __VA_ARGS__ }, \
         sizeof(uint64_t[]){ __VA_ARGS__ } / sizeof(uint64_t), expected)

static void joins_equal_lines(void **state)
{
   (void)state;
   CHECK("#: n 7 5\n", 5);
   CHECK("#: n 7 3*1 20 2*1\n", 1, 1, 1, 20, 1, 1);
   CHECK("#: n 7 9223372036854775807\n", INT64_MAX);
}

static void leaves_zeros_at_the_end(void **state)
{
   (void)state;
   CHECK("#: n 7 2*0 4 0 1\n", 0, 0, 4, 0, 1, 0, 0);
   CHECK("", 0, 0);
   check(NULL, 0, "");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(joins_equal_lines),
      cmocka_unit_test(leaves_zeros_at_the_end),
   };
   return cmocka_run_group_tests_name("tk_run_text", tests, NULL, NULL);
}

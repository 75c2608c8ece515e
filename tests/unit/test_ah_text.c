/* test_ah_text.c -- numbers and places in reports on heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_text.h"
#include "heap/ah_text.h"

static ah_profile profile_in(const char *time_unit)
{
   return (ah_profile){ .bytes_unit = "bytes", .time_unit = time_unit };
}

static void check_bytes(long double bytes, const char *expected)
{
   char text[AH_TEXT_B];
   ah_profile profile = profile_in("instrs");
   assert_string_equal(ah_text_bytes(text, &profile, bytes), expected);
   assert_true(strlen(text) <= 8); /* what tables have room for */
}

static void bytes(void **state)
{
   (void)state;
   check_bytes(0, "0 B");
   check_bytes(1, "1 B");
   check_bytes(999, "999 B");
   check_bytes(1000, "0.98 KiB");
   check_bytes(1024, "1.00 KiB");
   check_bytes(10.0L * 1024, "10.0 KiB");
   check_bytes(999.4L * 1024, "999 KiB");
   check_bytes(999.6L * 1024, "0.98 MiB");
   check_bytes(9.994L * 1024, "9.99 KiB");
   check_bytes(9.996L * 1024, "10.0 KiB");
   check_bytes(99.96L * 1024, "100 KiB");
   check_bytes(0x1p63L, "8.00 EiB");
   ah_profile units = profile_in("instrs");
   char text[AH_TEXT_B];
   units.bytes_unit = "units";
   assert_string_equal(ah_text_bytes(text, &units, 1234567), "1,234,567");
}

static void check_time(const char *unit, long double time, const char *expected)
{
   char text[AH_TEXT_B];
   ah_profile profile = profile_in(unit);
   assert_string_equal(ah_text_time(text, &profile, time), expected);
}

static void times(void **state)
{
   (void)state;
   check_time("instrs", 0, "0 instr");
   check_time("instrs", 1234567, "1.23 Minstr");
   check_time("instrs", 9.2e18L, "9200 Pinstr");
   check_time("ms", 3410, "3.41 s");
   check_time("ms", 999, "999 ms");
   check_time("\xc2\xb5s", 1500, "1.50 ms");
   check_time("us", 15, "15 us");
   check_time("B", 2048, "2.00 KiB");
   check_time("ticks", 1234, "1,234 ticks");
   check_time("a\033b", 1, "1 a?b");
   check_time("a unit with a name that is far too long to be printed in full", INT64_MAX,
              "9,223,372,036,854,775,807 a unit with a name that is far ");
}

static void shares(void **state)
{
   (void)state;
   char text[AH_TEXT_B];
   assert_string_equal(an_text_percent(text, 1, 3, 2), "33.33%");
   assert_string_equal(an_text_percent(text, 99.994L, 100, 2), "99.99%");
   assert_string_equal(an_text_percent(text, 99.996L, 100, 2), "100.0%");
   assert_string_equal(an_text_percent(text, 0, 3, 2), "0.00%");
   assert_string_equal(an_text_percent(text, 0, 0, 2), "n/a");
   assert_string_equal(an_text_percent(text, 1, 3, 1), "33.3%");
   ah_profile profile = { .totals.end_time = 8 };
   assert_string_equal(ah_text_moment(text, &profile, 4), "50.0%");
   profile.totals.end_time = 0;
   assert_string_equal(ah_text_moment(text, &profile, 0), "n/a");
}

static void check_frame(an_frame frame, size_t n_most, const char *expected)
{
   char *text = ah_text_frame(&frame, n_most);
   assert_string_equal(text, expected);
   free(text);
}

static void frames(void **state)
{
   (void)state;
   check_frame((an_frame){ .function = "f", .file = "/a/b.c", .line = 3 }, 99,
               "f (b.c:3)");
   check_frame((an_frame){ .function = "f", .object = "/a/b.so" }, 99, "f (in b.so)");
   check_frame((an_frame){ .function = "???", .object = "b.so", .address = 0x4005 }, 99,
               "??? (0x4005 in b.so)");
   check_frame((an_frame){ .function = "???", .address = 0x4005 }, 99, "??? (0x4005)");
   check_frame((an_frame){ .function = "[root]" }, 99, "[root]");
   check_frame((an_frame){ .function = "\033f", .file = "\007/", .line = 1 }, 99,
               "\\x1bf (\\x07/:1)");
   an_frame frame = { .function = "f<abcdefgh>", .file = "b.c" };
   check_frame(frame, 17, "f<abcdefgh> (b.c)");
   check_frame(frame, 16, "f<...> (b.c)");
   check_frame((an_frame){ .function = "???" }, 99, "???");
   check_frame((an_frame){ .function = "???", .object = "b.so" }, 99, "??? (in b.so)");
   /* A name that stays too long is cut; where it is stays. */
   frame = (an_frame){ .function = "a_long_function", .file = "b.c" };
   check_frame(frame, 21, "a_long_function (b.c)");
   check_frame(frame, 20, "a_long_func... (b.c)");
   check_frame(frame, 14, "a_lon... (b.c)");
   check_frame(frame, 1, "a_lon... (b.c)");
   frame.function = "ns::f<abcdefgh>(int, int)";
   check_frame(frame, 21, "ns::f<...>(...) (b.c)");
   assert_int_equal(an_text_columns("\xc3\xa4z\xe2\x86\x92"), 3);
}

int main(void)
{
   skip_where_rounded("times");
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(bytes),
      cmocka_unit_test(times),
      cmocka_unit_test(shares),
      cmocka_unit_test(frames),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_an_criteria.c -- the option --criteria: numbers that decide what is a finding.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_criteria.h"

typedef struct {
   int before;
   long double bytes, share, bytes_more;
} limits;

static const an_criterion names[] = {
   { "bytes", offsetof(limits, bytes) },
   { "share", offsetof(limits, share) },
   { "bytes_more", offsetof(limits, bytes_more) },
};

static bool parse(limits *to, const char *text, an_error *error)
{
   return an_criteria_parse(to, names, sizeof names / sizeof names[0],
                            ", bytes, share, bytes_more", text, error);
}

static void changes_what_is_named(void **state)
{
   (void)state;
   an_error error;
   limits l = { 7, 1, 2, 3 };
   assert_true(parse(&l, "share=.5", &error));
   assert_true(l.before == 7 && l.bytes == 1 && l.share == .5L && l.bytes_more == 3);
   assert_true(parse(&l, "bytes_more=0,bytes=5e3,share=2.5", &error));
   assert_true(l.before == 7 && l.bytes == 5000 && l.share == 2.5L && l.bytes_more == 0);
   assert_true(parse(&l, "bytes=1,bytes=1e18", &error)); /* the last one counts */
   assert_true(l.bytes == 1e18L);
}

static void refuses(void **state)
{
   (void)state;
#define EXPECTED " is not a criterion of findings; expected bytes, share, bytes_more"
   static const char *const bad[][2] = {
      { "", "\"\"" EXPECTED },
      { "byte=1", "\"byte\"" EXPECTED },
      { "bytess=1", "\"bytess\"" EXPECTED },
      { "before=1", "\"before\"" EXPECTED },
      { "=1", "\"\"" EXPECTED },
      { ",bytes=1", "\"\"" EXPECTED },
      { "bytes=1,", "\"\"" EXPECTED },
      { "bytes=1,,share=1", "\"\"" EXPECTED },
      { " bytes=1", "\" bytes\"" EXPECTED },
      { "bytes", "\"bytes\": expected NAME=NUMBER" },
      { "bytes,share=1", "\"bytes\": expected NAME=NUMBER" },
      { "bytes=", "\"bytes=\": expected NAME=NUMBER" },
      { "bytes=1k", "\"bytes=1k\": expected NAME=NUMBER" },
      { "bytes=-1", "\"bytes=-1\": expected NAME=NUMBER" },
      { "bytes=1e19", "\"bytes=1e19\": expected NAME=NUMBER" },
      { "bytes=1.1e18", "\"bytes=1.1e18\": expected NAME=NUMBER" },
      { "bytes==1", "\"bytes==1\": expected NAME=NUMBER" },
      { "share=1,bytes", "\"bytes\": expected NAME=NUMBER" },
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      an_error error = { .message = "", .line = 9 };
      limits l = { 7, 1, 2, 3 };
      assert_false(parse(&l, bad[i][0], &error));
      assert_string_equal(error.message, bad[i][1]);
      assert_int_equal(error.line, 0);
      assert_true(l.before == 7 && l.bytes_more == 3);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(changes_what_is_named),
      cmocka_unit_test(refuses),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ac_read.h -- small profiles as text, and readings of several of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_READ_H
#define TEST_AC_READ_H

#include "test_an_common.h"

/* Parts of the shortest valid files. */
#define HEADER "cmd: ./app\nevents: Ir Dr\n"
#define CACHE "desc: I1 cache: 1 B\n" /* so: by a tool of Valgrind */
#define STOCK CACHE HEADER
#define OWN HEADER "#: cachesim 1\n"
#define BODY "fl=a.c\nfn=main\n1 2 3\n"
#define SUMMARY "summary: 2 3\n"
#define END BODY SUMMARY "#: end 1\n"

static const char read_own_file[] =
   "desc: Tool:             cachesim 0.1.0, format 1\n"
   "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
   "cmd: ./app -x\n"
   "events: Ir Dr Dw\n"
   "#: cachesim 1\n"
   "#: pid 4711\n"
   "\n"
   "fl=/src/a.c\n"
   "fn=main\n"
   "0 1\n"
   "12 50 20 10\n"
   "fn=f\n"
   "7 3 0 1\n"
   "fl=???\n"
   "fn=???\n"
   "0 9 9 9\n"
   "summary: 63 29 20\n"
   "#: end 4\n";

static const char read_two[] = "cmd: other\nevents: Ir Dr\nfl=a.c\nfn=main\n1 10\n2 1\n"
                               "fl=b.c\nfn=g\n7 0 5\nsummary: 11 5\n";

static inline void read_check_totals(const int64_t *totals, int64_t a, int64_t b,
                                     int64_t c)
{
   assert_int_equal(totals[0], a);
   assert_int_equal(totals[1], b);
   assert_int_equal(totals[2], c);
}

static inline bool read_into(ac_profile *profile, const char *text,
                             const ac_reading *reading, an_error *error)
{
   test_text memory = { text, strlen(text), 64 };
   return ac_read_into(profile, test_alloc(), test_bytes(&memory), reading, error);
}

/* Reads the files, NULL after the last, into one profile by these rules. */
static inline void read_sum(const char *const *files, const ac_reading *reading,
                            const char *expected)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error = { 0 };
   for (size_t i = 0; files[i] != NULL; i++)
      if (!read_into(profile, files[i], reading, &error))
         fail_msg("file %zu, line %zu: %s", i, error.line, error.message);
   assert_true(ac_read_finish(profile, &error));
   char body[TEST_BODY_B];
   test_body(profile, body);
   assert_string_equal(body, expected);
}

/* Expects that the second file is refused. */
static inline void read_second_bad(const char *first, const char *second,
                                   const ac_reading *reading, size_t line,
                                   const char *message)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error = { 0 };
   assert_true(read_into(profile, first, reading, &error));
   assert_false(read_into(profile, second, reading, &error));
   assert_string_equal(error.message, message);
   assert_int_equal(error.line, line);
}

#endif

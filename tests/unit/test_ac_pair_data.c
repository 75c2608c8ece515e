/* test_ac_pair_data.c -- the data objects of two profiles as one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

#include "counts/ac_pair_data.h"
#include "advice/ac_data_match.h"

/* Checks the pair of objects that `match` takes for one. */
static void check_matched(const char *before, const char *after, ac_data_matching *match,
                          const char *expected)
{
   ac_profile *old = test_good_profile(before);
   ac_profile *new = test_good_profile(after);
   char text[DATA_TEXT_B];
   ac_profile *pair = ac_combine_pair(test_alloc(), old, new, NULL, match);
   data_as_text(pair, text);
   assert_string_equal(text, expected);
}

static void check_pair(const char *before, const char *after, const char *expected)
{
   check_matched(before, after, ac_data_match, expected);
}

#define OLD_BUILD \
   DATA_HEAD \
   "fl=/old/a.c\nfn=f\n1 9 7\n2 2 2\nsummary: 11 9\n" \
   "#: ds f\n#: ds /old/a.c\n#: ds table\n#: db 01 /old/app\n" \
   "#: df 0x80 1 1 2 8\n#: df 0x90 1 0 0 0\n" \
   "#: dh 10 80 8 8 1 1 2\n#: dv s 1 0x4040 512 3\n#: dv s 1 0x40 0 0\n#: dk 1 2\n" \
   "#: dn 1\n#: d 1 1 0 4\n#: d 1 2 0%8 3\n#: d 2 4 - 1\n#: d 2 3 0 1\n" \
   "#: du 1 1 64 8\n#: de 1 4\n#: end 2\n"
#define NEW_BUILD \
   DATA_HEAD \
   "fl=/old/a.c\nfn=f\n1 9 9\nsummary: 9 9\n" \
   "#: ds f\n#: ds /new/a.c\n#: ds table\n#: db 02 /new/app\n" \
   "#: df 0x70 1 1 2 7\n#: df 0xa0 1 0 0 0\n#: df 0x75 1 1 2 9\n" \
   "#: dh 5 80 16 16 1 2\n#: dh 1 4 4 4 3 2\n#: dv s 1 0x5050 1024 3\n#: dr brk\n" \
   "#: dn 1\n#: d 1 1 0 2\n#: d 1 2 0 1\n#: d 1 3 0%8 5\n#: d 1 4 - 1\n" \
   "#: du 1 2 128 9\n#: du 2 1 4 4\n#: de 1 2\n#: de 2 1\n#: end 1\n"

/* Builds differ in lines, addresses, directories, and depth of recursion. */
static void test_pair(void **state)
{
   (void)state;
   check_pair(OLD_BUILD, NEW_BUILD,
              "limit 1024, 8 events\nb0 /new/app 02\nb1 /old/app 01\n"
              "f0 - -:0 in 0 at 0xa0\nf1 f /new/a.c:7 in 0 at 0x70\n"
              "0 heap - in - of -1 at 0x0, 0 B, 6 blocks 84 B, 4 to 16, by 1 0:"
              " 4 0 0 0 3 0 0 0\n use 3 132 13\n sets 3\n"
              "1 static table in - of 0 at 0x5050, 1024 B: 3 0 0 0 5 0 0 0\n"
              "2 static - in - of 1 at 0x40, 0 B: 1 0 0 0 0 0 0 0\n"
              "3 stack f in /old/a.c of -1 at 0x0, 0 B: 1 0 0 0 0 0 0 0\n"
              "4 brk - in - of -1 at 0x0, 0 B: 0 0 0 0 1 0 0 0\n"
              "f:1 on 0 at 0%0: 4 0 0 0 3 0 0 0\n"
              "f:1 on 1 at 0%8: 3 0 0 0 5 0 0 0\n"
              "f:1 on 4 at -1%0: 0 0 0 0 1 0 0 0\n"
              "f:2 on 2 at 0%0: 1 0 0 0 0 0 0 0\n"
              "f:2 on 3 at -1%0: 1 0 0 0 0 0 0 0\n");
}

#define SHARED_HEAD \
   DATA_CMD "#: data 64\nfl=a.c\nfn=f\n1 1\nfn=g\n2 1\nsummary: 2\n" \
            "#: ds table\n#: ds lock\n#: db 01 /app\n"

/* Both sides are known, in the pair's functions and data. */
static void test_pair_sharing(void **state)
{
   (void)state;
   static const char old[] = SHARED_HEAD
      "#: dv s 1 0x40 8 1\n#: sharing 64 2\n#: sl 5\n#: sa 1 1 1 1 0 0x1 1 0\n"
      "#: sa 2 2 2 1 0 0x1 1 1\n#: sr 3 9\n#: end 2\n";
   static const char new[] = SHARED_HEAD
      "#: dv s 1 0x20 8 2\n#: dv s 1 0x80 8 1\n#: sharing 64 3\n#: sl 7\n"
      "#: sa 2 2 3 1 0 0x2 4 0\n#: sa 2 2 1 2 8 0x4 2 2\n#: end 2\n";
   check_pair(old, new,
              "limit 64, 0 events\nb0 /app 01\n"
              "0 static lock in - of 0 at 0x20, 8 B:\n"
              "1 static table in - of 0 at 0x80, 8 B:\n"
              "sharing 64 3, left out 0 0\nline 7\n"
              " 1 g:2 on 1 at 8 0x4: 2 2\n 3 g:2 on 0 at 0 0x2: 4 0\n"
              "sharing 64 2, left out 3 9\nline 5\n"
              " 1 f:1 on 1 at 0 0x1: 1 0\n 2 g:2 on 1 at 0 0x1: 1 1\n");
   check_pair(old, SHARED_HEAD "#: dv s 1 0x20 8 2\n#: end 2\n",
              "limit 64, 0 events\nb0 /app 01\n"
              "0 static lock in - of 0 at 0x20, 8 B:\n"
              "1 static table in - of 0 at 0x40, 8 B:\n");
}

/* Only one side counts events of data objects. */
static void test_pair_sharing_alone(void **state)
{
   (void)state;
#define ONE_SHARED "#: sharing 64 2\n#: sl 1\n#: sa 1 1 1 1 0 0x1 1 0\n"
#define PLAIN \
   "cmd: x\nevents: Ir D1mr\n#: cachesim 1\n#: data 64\nfl=a.c\nfn=f\n1 9 2\n" \
   "summary: 9 2\n#: dr brk\n"
#define OBJECTS \
   "cmd: x\nevents: Ir D1mr\n#: cachesim 1\n#: data 64 D1mr\nfl=a.c\nfn=f\n1 9 2\n" \
   "summary: 9 2\n#: dr brk\n#: dn 1\n#: d 1 1 - 2\n"
   static const char expected[] =
      "limit 64, 0 events\n0 brk - in - of -1 at 0x0, 0 B:\n"
      "sharing 64 2, left out 0 0\nline 1\n 1 f:1 on 0 at 0 0x1: 1 0\n"
      "sharing 64 2, left out 0 0\nline 1\n 1 f:1 on 0 at 0 0x1: 1 0\n";
   check_pair(PLAIN ONE_SHARED "#: end 1\n", OBJECTS ONE_SHARED "#: end 1\n", expected);
   check_pair(OBJECTS ONE_SHARED "#: end 1\n", PLAIN ONE_SHARED "#: end 1\n", expected);
   check_pair(OBJECTS ONE_SHARED "#: end 1\n", PLAIN "#: end 1\n", "none");
}

/* ---- Numbers as they are given ---- */

enum { MOST = 4 };
static uint32_t given[2][MOST];

static void match_given(const tk_alloc *alloc, const ac_data *const sides[2],
                        uint32_t *const numbers[2])
{
   (void)alloc;
   for (int side = 0; side < 2; side++)
      memcpy(numbers[side], given[side], sides[side]->n_data * sizeof *numbers[side]);
}

#define TWO(counts, limit, events, totals, notes) \
   "cmd: x\nevents: Ir D1mr DLmr D1mw DLmw\n#: cachesim 1\n#: data " limit events "\n" \
   "fl=a.c\nfn=f\n1 9 " counts "fn=g\n2 9 " counts "summary: 18 " totals "\n" \
   "#: ds f\n#: ds a.c\n" notes "#: end 2\n"
#define OLD_TWO(limit) \
   TWO("3\n", limit, " D1mr DLmr", "6", \
       "#: dk 1 2\n#: dr brk\n#: dn 1\n#: d 1 1 - 3\n#: dn 2\n#: d 2 2 - 3\n")
#define NEW_TWO(limit, more) \
   TWO("5\n", limit, " D1mr DLmr", "10", \
       "#: dr brk\n#: dr unknown\n#: dn 1\n#: d 1 1 - 5\n#: dn 2\n#: d 2 2 - 5\n" more)

/* All that is known of objects is from NEW; numbers in any order. */
static void test_numbers(void **state)
{
   (void)state;
   memcpy(given, (const uint32_t[2][MOST]){ { 3, 0 }, { 3, 0 } }, sizeof given);
   check_matched(OLD_TWO("64"), NEW_TWO("1024", ""), match_given,
                 "limit 64, 4 events\n"
                 "0 brk - in - of -1 at 0x0, 0 B: 3 0 5 0\n"
                 "1 unknown - in - of -1 at 0x0, 0 B: 3 0 5 0\n"
                 "f:1 on 0 at -1%0: 3 0 5 0\ng:2 on 1 at -1%0: 3 0 5 0\n");
   memcpy(given, (const uint32_t[2][MOST]){ { 2, 1 }, { 3, 0 } }, sizeof given);
   check_matched(OLD_TWO("1024"), NEW_TWO("64", ""), match_given, /* nothing in common */
                 "limit 64, 4 events\n"
                 "0 stack f in a.c of -1 at 0x0, 0 B: 3 0 0 0\n"
                 "1 brk - in - of -1 at 0x0, 0 B: 3 0 5 0\n"
                 "2 unknown - in - of -1 at 0x0, 0 B: 0 0 5 0\n"
                 "f:1 on 0 at -1%0: 3 0 0 0\nf:1 on 1 at -1%0: 0 0 5 0\n"
                 "g:2 on 1 at -1%0: 3 0 0 0\ng:2 on 2 at -1%0: 0 0 5 0\n");
}

/* Sets are of one side; those of objects that are one are known if those of each are. */
static void test_sets(void **state)
{
   (void)state;
#define ONE(sets) \
   "limit 64, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 6 0 10 0\n" sets \
   "f:1 on 0 at -1%0: 3 0 5 0\ng:2 on 0 at -1%0: 3 0 5 0\n"
   memset(given, 0, sizeof given);
   check_matched(OLD_TWO("64"), NEW_TWO("64", "#: de 1 4 1\n#: de 2 0 5\n"), match_given,
                 ONE(" sets 4 6\n"));
   check_matched(OLD_TWO("64"), NEW_TWO("64", "#: de 1 4 1\n"), match_given, ONE(""));
   check_matched(OLD_TWO("64"), NEW_TWO("64", "#: de 2 4 1\n"), match_given, ONE(""));
}

/* Twice the events of one side. */
static void test_events(void **state)
{
   (void)state;
   static const char *const expected[] = { "D1mr", "DLmr", "D1mr", "DLmr" };
   ac_profile *old = test_good_profile(OLD_TWO("64"));
   ac_profile *new = test_good_profile(NEW_TWO("64", ""));
   ac_profile *pair = ac_combine_pair(test_alloc(), old, new, NULL, ac_data_match);
   const ac_data *data = ac_profile_data(pair);
   assert_non_null(data);
   assert_int_equal(data->n_events, 4);
   for (size_t e = 0; e < 4; e++)
      assert_string_equal(data->events[e], expected[e]);
}

/* One side has no data, the sides have others, or nobody says which are the same. */
static void test_pair_none(void **state)
{
   (void)state;
   static const char without[] = DATA_CMD DATA_F_BODY("1 1") DATA_F_END;
#define BRK "#: dr brk\n#: dn 1\n#: d 1 1 - 3\n#: dn 2\n#: d 2 1 - 3\n"
   static const char fewer[] = TWO("3\n", "64", " D1mr", "6", BRK);
   static const char others[] = TWO("3\n", "64", " D1mr D1mw", "6", BRK);
   check_pair(OLD_BUILD, without, "none");
   check_pair(without, NEW_BUILD, "none");
   check_pair(fewer, OLD_TWO("64"), "none");
   check_pair(OLD_TWO("64"), fewer, "none");
   check_pair(OLD_TWO("64"), others, "none");
   check_matched(OLD_TWO("64"), OLD_TWO("64"), NULL, "none");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pair_sharing_alone),
      cmocka_unit_test(test_pair),
      cmocka_unit_test(test_pair_sharing),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_pair_none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ac_data.c -- the model of data objects: its order, and what a sum does not know.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

/* ---- Order ---- */

static void check(const char *file, const char *expected)
{
   data_check((const char *const[]){ file }, 1, NULL, expected);
}

/* What is unknown comes first, of binaries, functions, files and the code they are in. */
static void test_order(void **state)
{
   (void)state;
   check(DATA_HEAD
         "fl=a\nfn=f\nsummary: 0\n#: ds z\n#: ds a\n#: ds b.c\n"
         "#: db 02 /b\n#: db 01 /b\n#: db - /b\n#: db 01 /a\n"
         "#: df 0x1 0 1 3 5\n#: df 0x9 4 1 3 5\n#: df 0x8 4 1 3 5\n#: df 0x1 1 1 3 4\n"
         "#: df 0x1 1 1 0 9\n#: df 0x1 1 2 3 9\n#: df 0x1 1 0 3 9\n"
         "#: dr unknown\n#: dr brk\n#: dm 3\n#: dm 0\n#: dk 1 3\n#: dk 2 3\n#: dk 2 0\n"
         "#: dv t 4 0x1 0 1\n#: dv s 1 0x40 8 1\n#: dv s 4 0x50 8 1\n#: dv s 4 0x40 8 1\n"
         "#: dv s 4 0x40 8 2\n#: dv s 4 0x40 4 2\n#: dv s 0 0x99 1 1\n"
         "#: dh 1 5 5 5 2\n#: dh 1 4 4 4 6\n#: dh 1 3 3 3 7 6\n#: dh 1 2 2 2 7 ...\n"
         "#: dh 1 1 1 1 7\n#: end 0\n",
         "limit 1024, 4 events\nb0 /a 01\nb1 /b -\nb2 /b 01\nb3 /b 02\n"
         "f0 - b.c:9 in 3 at 0x1\nf1 a b.c:9 in 3 at 0x1\nf2 z -:9 in 3 at 0x1\n"
         "f3 z b.c:4 in 3 at 0x1\nf4 z b.c:5 in -1 at 0x1\nf5 z b.c:5 in 0 at 0x8\n"
         "f6 z b.c:5 in 0 at 0x9\n"
#define HEAP(index, B, by) \
   index " heap - in - of -1 at 0x0, 0 B, 1 blocks " B " B, " B " to " B ", by " by \
         ": 0 0 0 0\n"
         HEAP("0", "1", "0") HEAP("1", "2", "0...") HEAP("2", "3", "0 1")
            HEAP("3", "4", "1")
               HEAP("4", "5", "6") "5 static z in - of -1 at 0x99, 1 B: 0 0 0 0\n"
                                   "6 static a in - of 0 at 0x40, 4 B: 0 0 0 0\n"
                                   "7 static a in - of 0 at 0x40, 8 B: 0 0 0 0\n"
                                   "8 static z in - of 0 at 0x40, 8 B: 0 0 0 0\n"
                                   "9 static z in - of 0 at 0x50, 8 B: 0 0 0 0\n"
                                   "10 static z in - of 3 at 0x40, 8 B: 0 0 0 0\n"
                                   "11 tls z in - of 0 at 0x1, 0 B: 0 0 0 0\n"
                                   "12 stack a in - of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "13 stack a in b.c of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "14 stack z in b.c of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "15 map - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "16 map - in b.c of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "17 brk - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
                                   "18 unknown - in - of -1 at 0x0, 0 B: 0 0 0 0\n");
}

/* Entries by function, line, datum and place, an unknown one last. */
static void test_entries(void **state)
{
   (void)state;
   check(DATA_HEAD
         "fl=a\nfn=f\n1 9 7\n2 9 1\nfl=b\nfn=e\n1 9 1\nfl=a\nfn=e\n1 9 1\n"
         "summary: 36 10\n#: dr unknown\n#: dm 0\n#: dr brk\n"
         "#: dn 3\n#: d 1 1 0 1\n#: dn 1\n#: d 2 1 0 1\n#: d 1 1 - 1\n#: d 1 1 8%32 1\n"
         "#: d 1 1 8%16 1\n#: d 1 1 8 1\n#: d 1 1 0 1\n#: d 1 3 - 2\n"
         "#: dn 2\n#: d 1 1 0 1\n#: end 4\n",
         "limit 1024, 4 events\n0 map - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
         "1 brk - in - of -1 at 0x0, 0 B: 2 0 0 0\n"
         "2 unknown - in - of -1 at 0x0, 0 B: 8 0 0 0\n"
         "e:1 on 2 at 0%0: 1 0 0 0\n"
         "f:1 on 1 at -1%0: 2 0 0 0\n"
         "f:1 on 2 at 0%0: 1 0 0 0\n"
         "f:1 on 2 at 8%0: 1 0 0 0\n"
         "f:1 on 2 at 8%16: 1 0 0 0\n"
         "f:1 on 2 at 8%32: 1 0 0 0\n"
         "f:1 on 2 at -1%0: 1 0 0 0\n"
         "f:2 on 2 at 0%0: 1 0 0 0\n"
         "e:1 on 2 at 0%0: 1 0 0 0\n");
}

/* Sums of entries that do not fit. */
static void test_overflow(void **state)
{
   (void)state;
#define LARGE \
   "cmd: x\nevents: DLmr\n#: cachesim 1\n#: data 64 DLmr\nfl=a\nfn=f\n" \
   "1 9223372036854775807\nsummary: 9223372036854775807\n"
   static const char text[] = LARGE
      "#: saturated DLmr\n#: dr brk\n#: dn 1\n"
      "#: d 1 1 0 9223372036854775807\n#: d 1 1 8 1\n#: d 1 1 16 1\n#: end 1\n";
   test_bad_text(text, strlen(text), 0,
                 "the counts add up to more than 9223372036854775807");
}

/* ---- What a sum does not know ---- */

#define BRK(more) DATA_HEAD DATA_F_BODY("9 2") DATA_F_BRK more DATA_F_END

/* A sum with a profile that has no data, or other events, would have those of a part. */
static void test_partly(void **state)
{
   (void)state;
   static const char without[] = DATA_CMD DATA_F_BODY("1 1") DATA_F_END;
   static const char fewer[] = DATA_CMD "#: data 64 D1mr\n" DATA_F_BODY("9 2")
      DATA_F_BRK DATA_F_END;
   static const char more[] = DATA_CMD "#: data 64 D1mr DLmr D1mw DLmw Ir\n" DATA_F_BODY(
      "9 2") "#: dr brk\n#: dn 1\n#: d 1 1 - 2 0 0 0 9\n" DATA_F_END;
   const char *const parts[] = { without, fewer, more };
   for (size_t i = 0; i < 3; i++) {
      data_check((const char *const[]){ BRK(""), parts[i] }, 2, NULL, "none");
      data_check((const char *const[]){ parts[i], BRK("") }, 2, NULL, "none");
   }
   data_check((const char *const[]){ fewer, more }, 2, NULL, "none");
}

/* The sum does not know the use, sets or sharing that a file lacks; sharing of other
   lines of memory cannot be added. */
static void test_some_notes(void **state)
{
   (void)state;
#define HAS(limit, d1mr, more) \
   "limit " limit ", 4 events\n0 brk - in - of -1 at 0x0, 0 B: " d1mr " 0 0 0\n" more \
   "f:1 on 0 at -1%0: " d1mr " 0 0 0\n"
   static const char use[] = BRK("#: du 1 1 64 8\n"), sets[] = BRK("#: de 1 2 0\n");
   static const char shared[] = BRK("#: sharing 64 2\n#: sr 1 1\n");
   static const char shared_32[] = BRK("#: sharing 32 2\n");
   data_check((const char *const[]){ use, use }, 2, NULL,
              HAS("1024", "4", " use 2 128 16\n"));
   data_check((const char *const[]){ use, BRK("") }, 2, NULL, HAS("1024", "4", ""));
   data_check((const char *const[]){ sets, sets }, 2, NULL,
              HAS("1024", "4", " sets 4 0\n"));
   data_check((const char *const[]){ sets, BRK("") }, 2, NULL, HAS("1024", "4", ""));
   data_check((const char *const[]){ sets, BRK("#: de 1 2\n") }, 2, NULL,
              HAS("1024", "4", ""));
   data_check((const char *const[]){ shared, shared }, 2, NULL,
              HAS("1024", "4", "") "sharing 64 2, left out 2 2\n");
   data_check((const char *const[]){ shared, BRK("") }, 2, NULL, HAS("1024", "4", ""));
   data_check((const char *const[]){ shared, shared_32 }, 2, NULL, HAS("1024", "4", ""));
   data_check((const char *const[]){ DATA_CMD
                                     "#: data 64 D1mr DLmr D1mw DLmw\n" DATA_F_BODY("9 2")
                                        DATA_F_BRK DATA_F_END,
                                     BRK("") },
              2, NULL, HAS("64", "4", ""));
}

/* Sets of different caches have no sum; nor have those of other data in one file. */
static void test_sets(void **state)
{
   (void)state;
   data_check(
      (const char *const[]){
         DATA_HEAD DATA_F_BODY("9 5") "#: dr brk\n#: dr unknown\n#: dn 1\n#: d 1 1 - 2\n"
                                      "#: d 1 2 - 3\n#: de 1 2 0\n" DATA_F_END,
         DATA_HEAD DATA_F_BODY("9 5") "#: dr brk\n#: dr unknown\n#: dn 1\n#: d 1 2 - 5\n"
                                      "#: de 2 5 0 0 0\n" DATA_F_END },
      2, NULL,
      "limit 1024, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 2 0 0 0\n"
      "1 unknown - in - of -1 at 0x0, 0 B: 8 0 0 0\n"
      "f:1 on 0 at -1%0: 2 0 0 0\nf:1 on 1 at -1%0: 8 0 0 0\n");
   /* Reads and writes: a datum without misses, and one whose sets are partly known. */
   data_check(
      (const char *const[]){
         DATA_HEAD DATA_F_BODY(
            "9 5 0 4") "#: dr brk\n#: dr unknown\n#: dn 1\n"
                       "#: d 1 2 - 5 0 4\n#: de 1 2*0\n#: de 2 2 7\n" DATA_F_END,
         DATA_HEAD DATA_F_BODY("9 1") "#: dr unknown\n#: dr brk\n#: dn 1\n#: d 1 1 - 1\n"
                                      "#: de 2 0 0\n" DATA_F_END },
      2, NULL,
      "limit 1024, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 0 0 0 0\n sets 0 0\n"
      "1 unknown - in - of -1 at 0x0, 0 B: 6 0 4 0\n"
      "f:1 on 1 at -1%0: 6 0 4 0\n");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),      cmocka_unit_test(test_entries),
      cmocka_unit_test(test_overflow),   cmocka_unit_test(test_partly),
      cmocka_unit_test(test_some_notes), cmocka_unit_test(test_sets),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

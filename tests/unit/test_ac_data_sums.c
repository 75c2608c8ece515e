/* test_ac_data_sums.c -- data objects and sharing of several files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

/* ---- Sums -------------------------------------------------------------- */

static const char sum[] =
   "limit 1024, 4 events\nlooks at lines of 64 B\n"
   "b0 /bin/app 01\nb1 /lib/libfoo.so -\n"
   "f0 main -:0 in -1 at 0x0\nf1 make /src/a.c:8 in 0 at 0x80\n"
   "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 9000 B, 9000 to 9000, by 1...: 0 0 3 0\n"
   " use 3 192 48\n sets 3 0 0 0\n look 1 at 128: 0 0 f00000000000000f f0 f0\n"
   "1 heap - in - of -1 at 0x0, 0 B, 15 blocks 340 B, 8 to 32, by 1 0: 8 1 0 0\n"
   " use 8 192 50\n sets 5 1 1 1\n"
   " look 7 at 0: ffff\n look 1 at -48: ff000000000000 3c\n"
   "2 static main in - of -1 at 0x0, 0 B: 1 0 0 0\n"
   "3 static table in - of 0 at 0x4040, 512 B: 5 0 0 0\n"
   "4 tls - in - of 1 at 0x10, 0 B: 0 0 0 0\n"
   "5 stack make in /src/a.c of -1 at 0x0, 0 B: 1 0 1 1\n"
   "6 map - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
   "7 map - in /tmp/\nrows of -1 at 0x0, 0 B: 3 3 0 0\n"
   "8 brk - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
   "9 unknown - in - of -1 at 0x0, 0 B: 1 2 1 1\n"
   "find:3 on 1 at 8%0: 7 1 0 0\n"
   "find:3 on 3 at 0%8: 3 0 0 0\n"
   "find:3 on 3 at 0%16: 2 0 0 0\n"
   "find:4 on 1 at 0%0: 1 0 0 0\n"
   "find:4 on 5 at -1%0: 1 0 1 1\n"
   "late:1 on 2 at 0%0: 1 0 0 0\n"
   "late:1 on 9 at -1%0: 0 1 1 1\n"
   "make:8 on 0 at 16%48: 0 0 3 0\n"
   "0x1000 in libfoo.so:0 on 7 at -1%0: 3 3 0 0\n"
   "0x1000 in libfoo.so:0 on 9 at -1%0: 1 1 0 0\n"
   "sharing 64 3, left out 3 40\n"
   "line 40\n"
   " 2 0x1000 in libfoo.so:0 on 1 at -16 0xf0000: 0 9\n"
   " 3 make:8 on 1 at -16 0xf0000: 5 5\n"
   "line 12\n"
   " 1 find:3 on 2 at 0 0x1: 1 1\n"
   " 2 late:1 on 2 at 0 0x1: 1 1\n"
   "line 12\n"
   " 1 find:4 on 3 at 0 0xff: 100 7\n"
   " 2 find:4 on 3 at 0 0xff00: 90 0 own\n";

static void test_sum(void **state)
{
   (void)state;
   data_check((const char *const[]){ DATA_FILE, DATA_OTHER }, 2, NULL, sum);
   data_check((const char *const[]){ DATA_OTHER, DATA_FILE }, 2, NULL, sum);
}

/* ---- Readings ---------------------------------------------------------- */

static void skip_make(void *context, ac_profile *profile, const char **file,
                      const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "make") == 0;
}

static void test_filter(void **state)
{
   (void)state;
   data_check((const char *const[]){ DATA_FILE }, 1, &(ac_reading){ .name = skip_make },
              "none");
}

/* Calls all files "F", functions "f". */
static void rename_all(void *context, ac_profile *profile, const char **file,
                       const char **function, bool *skip)
{
   (void)context, (void)skip;
   *file = ac_profile_intern(profile, "F", 1);
   *function = ac_profile_intern(profile, "f", 1);
}

/* Names the code at 0x80 of /app. */
static void name_code(void *context, ac_profile *profile, const char *path,
                      const char *build_id, uint64_t address, const char **file,
                      const char **function, uint32_t *line)
{
   size_t *n_calls = context;
   ++*n_calls;
   assert_string_equal(path, "/app");
   assert_string_equal(build_id, "01");
   if (address != 0x80)
      return;
   *file = ac_profile_intern(profile, "a.c", 3);
   *function = ac_profile_intern(profile, "found", 5);
   *line = 12;
}

/* Only code without a function, of a known build, is looked for. */
static void test_code_names(void **state)
{
   (void)state;
   size_t n_calls = 0;
   data_check(
      (const char *const[]){
         DATA_HEAD
         "fl=a\nfn=g\n1 2 2\nsummary: 2 2\n#: ds g\n#: db 01 /app\n#: db - /lib\n"
         "#: df 0x80 1 0 0 0\n#: df 0x90 1 0 0 0\n#: df 0x80 2 0 0 0\n"
         "#: df 0x80 0 0 0 0\n#: df 0x80 1 1 0 0\n#: df 0x0 1 0 0 0\n"
         "#: dh 1 8 8 8 1 2 3 4 5 6\n#: dn 1\n#: d 1 1 0 2\n#: end 1\n" },
      1, &(ac_reading){ .name_code = name_code, .context = &n_calls },
      "limit 1024, 4 events\nb0 /app 01\nb1 /lib -\n"
      "f0 - -:0 in -1 at 0x80\nf1 - -:0 in 0 at 0x0\nf2 - -:0 in 0 at 0x90\n"
      "f3 - -:0 in 1 at 0x80\nf4 found a.c:12 in 0 at 0x80\nf5 g -:0 in 0 at 0x80\n"
      "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 8 B, 8 to 8, by 4 2 3 0 5 1: 2 0 0 0\n"
      "g:1 on 0 at 0%0: 2 0 0 0\n");
   assert_int_equal(n_calls, 2);
}

/* What gets one name is one: frames, stacks, and entries of lines. */
static void test_rename(void **state)
{
   (void)state;
   data_check(
      (const char *const[]){
         DATA_HEAD
         "fl=a\nfn=g\n1 2 2\nfn=h\n1 3 3\nsummary: 5 5\n"
         "#: ds g\n#: ds h\n#: ds a\n#: df 0x8 0 1 3 4\n#: df 0x8 0 2 0 4\n"
         "#: dh 1 8 8 8 1\n#: dh 1 8 8 8 2\n#: dk 1 3\n#: dk 2 0\n"
         "#: dn 1\n#: d 1 1 0 1\n#: d 1 3 - 1\n#: dn 2\n#: d 1 2 0 1\n#: d 1 4 - 2\n"
         "#: sharing 64 2\n#: sl 5\n#: sa 1 1 1 1 0 0x1 1 0\n#: sa 2 1 1 2 0 0x1 1 1\n"
         "#: end 2\n" },
      1, &(ac_reading){ .name = rename_all },
      "limit 1024, 4 events\nf0 f F:4 in -1 at 0x8\n"
      "0 heap - in - of -1 at 0x0, 0 B, 2 blocks 16 B, 8 to 8, by 0: 2 0 0 0\n"
      "1 stack f in F of -1 at 0x0, 0 B: 3 0 0 0\n"
      "f:1 on 0 at 0%0: 2 0 0 0\nf:1 on 1 at -1%0: 3 0 0 0\n"
      "sharing 64 2, left out 0 0\nline 5\n 1 f:1 on 0 at 0 0x1: 2 1\n");
}

/* Events by name: data of the same events add up, whatever the order of the columns. */
static void test_events(void **state)
{
   (void)state;
   data_check(
      (const char *const[]){
         DATA_CMD "#: data 64 D1mr\n" DATA_F_BODY("9 2") DATA_F_BRK DATA_F_END,
         "cmd: a\nevents: D1mr Ir\n#: cachesim 1\n#: data 64 D1mr\n" DATA_F_BODY("2 9")
            DATA_F_BRK DATA_F_END },
      2, &(ac_reading){ .by_name = true },
      "limit 64, 1 events\n0 brk - in - of -1 at 0x0, 0 B: 4\nf:1 on 0 at -1%0: 4\n");
   data_check(
      (const char *const[]){
         DATA_CMD DATA_F_BODY("9 2") DATA_F_END,
         "cmd: a\nevents: D1mx\n#: cachesim 1\n#: data 64 D1mx\n" DATA_F_BODY("2")
            DATA_F_BRK DATA_F_END },
      2, &(ac_reading){ .by_name = true }, "none");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sum),    cmocka_unit_test(test_filter),
      cmocka_unit_test(test_rename), cmocka_unit_test(test_code_names),
      cmocka_unit_test(test_events),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

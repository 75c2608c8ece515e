/* test_an_data_sums.c -- data objects and sharing of several files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_data.h"

#include "data/an_data_match.h"

/* ---- Sums -------------------------------------------------------------- */

static const char sum[]
   = "limit 1024, 4 events\n"
     "b0 /bin/app 01\nb1 /lib/libfoo.so -\n"
     "f0 main -:0 in -1 at 0x0\nf1 make /src/a.c:8 in 0 at 0x80\n"
     "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 9000 B, 9000 to 9000, by 1...: 0 0 3 0\n"
     " use 3 192 48\n sets 3 0 0 0\n"
     "1 heap - in - of -1 at 0x0, 0 B, 15 blocks 340 B, 8 to 32, by 1 0: 8 1 0 0\n"
     " use 8 192 50\n sets 5 1 1 1\n"
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

#define F_BODY(counts) "fl=a\nfn=f\n1 " counts "\nsummary: " counts "\n"
#define END "#: end 1\n"
#define BRK_NOTES "#: dr brk\n#: dn 1\n#: d 1 1 - 2\n"
#define BRK(more) DATA_HEAD F_BODY("9 2") BRK_NOTES more END

/* A sum with a profile that has no data, or other events, would have those of a part. */
static void test_partly(void **state)
{
   (void)state;
   static const char without[] = DATA_CMD F_BODY("1 1") END;
   static const char fewer[] = DATA_CMD "#: data 64 D1mr\n" F_BODY("9 2") BRK_NOTES END;
   static const char more[] = DATA_CMD "#: data 64 D1mr DLmr D1mw DLmw Ir\n"
      F_BODY("9 2") "#: dr brk\n#: dn 1\n#: d 1 1 - 2 0 0 0 9\n" END;
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
   data_check((const char *const[]){ shared, shared_32 }, 2, NULL,
              HAS("1024", "4", ""));
   data_check((const char *const[]){
                 DATA_CMD "#: data 64 D1mr DLmr D1mw DLmw\n" F_BODY("9 2") BRK_NOTES END,
                 BRK("") }, 2, NULL, HAS("64", "4", ""));
}

/* ---- Readings ---------------------------------------------------------- */

static an_status skip_make(void *context, an_profile *profile, const char **file,
                           const char **function, bool *skip)
{
   (void)context, (void)profile, (void)file;
   *skip = strcmp(*function, "make") == 0;
   return AN_OK;
}

static void test_filter(void **state)
{
   (void)state;
   data_check((const char *const[]){ DATA_FILE }, 1,
              &(an_reading){ .name = skip_make }, "none");
}

/* Calls all files "F", functions "f". */
static an_status rename_all(void *context, an_profile *profile, const char **file,
                            const char **function, bool *skip)
{
   (void)context, (void)skip;
   *file = an_profile_intern(profile, "F", 1);
   *function = an_profile_intern(profile, "f", 1);
   return *file == NULL || *function == NULL ? AN_NO_MEMORY : AN_OK;
}

/* Names the code at 0x80 of /app. */
static an_status name_code(void *context, an_profile *profile, const char *path,
                           const char *build_id, uint64_t address, const char **file,
                           const char **function, uint32_t *line)
{
   size_t *n_calls = context;
   ++*n_calls;
   assert_string_equal(path, "/app");
   assert_string_equal(build_id, "01");
   if (address != 0x80)
      return AN_OK;
   *file = an_profile_intern(profile, "a.c", 3);
   *function = an_profile_intern(profile, "found", 5);
   *line = 12;
   return *file == NULL || *function == NULL ? AN_NO_MEMORY : AN_OK;
}

/* Only code without a function, of a known build, is looked for. */
static void test_code_names(void **state)
{
   (void)state;
   size_t n_calls = 0;
   data_check((const char *const[]){
      DATA_HEAD "fl=a\nfn=g\n1 2 2\nsummary: 2 2\n#: ds g\n#: db 01 /app\n#: db - /lib\n"
      "#: df 0x80 1 0 0 0\n#: df 0x90 1 0 0 0\n#: df 0x80 2 0 0 0\n#: df 0x80 0 0 0 0\n"
      "#: df 0x80 1 1 0 0\n#: df 0x0 1 0 0 0\n#: dh 1 8 8 8 1 2 3 4 5 6\n"
      "#: dn 1\n#: d 1 1 0 2\n#: end 1\n" }, 1,
      &(an_reading){ .name_code = name_code, .context = &n_calls },
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
   data_check((const char *const[]){
      DATA_HEAD "fl=a\nfn=g\n1 2 2\nfn=h\n1 3 3\nsummary: 5 5\n"
      "#: ds g\n#: ds h\n#: ds a\n#: df 0x8 0 1 3 4\n#: df 0x8 0 2 0 4\n"
      "#: dh 1 8 8 8 1\n#: dh 1 8 8 8 2\n#: dk 1 3\n#: dk 2 0\n"
      "#: dn 1\n#: d 1 1 0 1\n#: d 1 3 - 1\n#: dn 2\n#: d 1 2 0 1\n#: d 1 4 - 2\n"
      "#: sharing 64 2\n#: sl 5\n#: sa 1 1 1 1 0 0x1 1 0\n#: sa 2 1 1 2 0 0x1 1 1\n"
      "#: end 2\n" }, 1, &(an_reading){ .name = rename_all },
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
   data_check((const char *const[]){
      DATA_CMD "#: data 64 D1mr\n" F_BODY("9 2") BRK_NOTES END,
      "cmd: a\nevents: D1mr Ir\n#: cachesim 1\n#: data 64 D1mr\n" F_BODY("2 9")
      BRK_NOTES END }, 2, &(an_reading){ .by_name = true },
      "limit 64, 1 events\n0 brk - in - of -1 at 0x0, 0 B: 4\nf:1 on 0 at -1%0: 4\n");
   data_check((const char *const[]){
      DATA_CMD F_BODY("9 2") END,
      "cmd: a\nevents: D1mx\n#: cachesim 1\n#: data 64 D1mx\n" F_BODY("2")
      BRK_NOTES END }, 2, &(an_reading){ .by_name = true }, "none");
}

/* ---- Pairs ------------------------------------------------------------- */

static void check_pair(const char *before, const char *after, const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *old = test_good_profile(&alloc, before);
   an_profile *new = test_good_profile(&alloc, after);
   size_t n_live = heap.n_live;
   char text[DATA_TEXT_B];
   an_status status;
   for (size_t n = 0;; n++) { /* each allocation fails once */
      heap.fail_at = n == 0 ? 0 : heap.n_calls + n;
      an_profile *pair = an_combine_pair(&alloc, old, new, an_data_match, &status);
      if (pair == NULL) {
         assert_int_equal(status, AN_NO_MEMORY);
         assert_int_equal(heap.n_live, n_live);
         continue;
      }
      data_as_text(pair, text);
      assert_string_equal(text, expected);
      an_profile_free(pair);
      if (n > 0)
         break;
   }
   an_profile_free(old);
   an_profile_free(new);
   assert_int_equal(heap.n_live, 0);
}

#define OLD_BUILD \
   DATA_HEAD "fl=/old/a.c\nfn=f\n1 9 7\n2 2 2\nsummary: 11 9\n" \
   "#: ds f\n#: ds /old/a.c\n#: ds table\n#: db 01 /old/app\n" \
   "#: df 0x80 1 1 2 8\n#: df 0x90 1 0 0 0\n" \
   "#: dh 10 80 8 8 1 1 2\n#: dv s 1 0x4040 512 3\n#: dv s 1 0x40 0 0\n#: dk 1 2\n" \
   "#: dn 1\n#: d 1 1 0 4\n#: d 1 2 0%8 3\n#: d 2 4 - 1\n#: d 2 3 0 1\n" \
   "#: du 1 1 64 8\n#: de 1 4\n#: end 2\n"
#define NEW_BUILD \
   DATA_HEAD "fl=/old/a.c\nfn=f\n1 9 9\nsummary: 9 9\n" \
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

/* The compiler splits and clones functions, and debug information shortens the names of
   inlined ones. */
static void test_pair_paths(void **state)
{
   (void)state;
   check_pair(
      DATA_HEAD "fl=a.c\nfn=f\n1 9 9\nsummary: 9 9\n"
      "#: ds make.constprop.0\n#: ds ns::parse(int)\n#: ds main\n#: ds a.c\n"
      "#: ds work.part.0\n#: ds count.lto_priv.0\n#: db 01 /app\n"
      "#: df 0x80 1 1 4 8\n#: df 0x90 1 2 4 2\n#: df 0xa0 1 3 4 3\n"
      "#: dh 1 8 8 8 1 2 3\n#: dv s 1 0x40 8 6\n#: dk 5 4\n"
      "#: dn 1\n#: d 1 1 0 4\n#: d 1 2 0 3\n#: d 1 3 - 2\n#: end 1\n",
      DATA_HEAD "fl=a.c\nfn=f\n1 5 5\nsummary: 5 5\n"
      "#: ds make\n#: ds parse\n#: ds main\n#: ds a.c\n#: ds work\n#: ds count\n"
      "#: db 02 /app\n"
      "#: df 0x70 1 1 4 9\n#: df 0x70 1 2 4 4\n#: df 0xb0 1 3 4 6\n"
      "#: dh 1 8 8 8 1 2 3\n#: dv s 1 0x60 8 6\n#: dk 5 4\n"
      "#: dn 1\n#: d 1 1 0 1\n#: d 1 2 0 2\n#: d 1 3 - 2\n#: end 1\n",
      "limit 1024, 8 events\nb0 /app 02\n"
      "f0 main a.c:6 in 0 at 0xb0\nf1 make a.c:9 in 0 at 0x70\n"
      "f2 parse a.c:4 in 0 at 0x70\n"
      "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 8 B, 8 to 8, by 1 2 0:"
      " 4 0 0 0 1 0 0 0\n"
      "1 static count in - of 0 at 0x60, 8 B: 3 0 0 0 2 0 0 0\n"
      "2 stack work in a.c of -1 at 0x0, 0 B: 2 0 0 0 2 0 0 0\n"
      "f:1 on 0 at 0%0: 4 0 0 0 1 0 0 0\n"
      "f:1 on 1 at 0%0: 3 0 0 0 2 0 0 0\n"
      "f:1 on 2 at -1%0: 2 0 0 0 2 0 0 0\n");
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

static void test_pair_none(void **state)
{
   (void)state;
   static const char without[] = DATA_CMD F_BODY("1 1") END;
   check_pair(OLD_BUILD, without, "none");
   check_pair(without, NEW_BUILD, "none");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_partly),
      cmocka_unit_test(test_some_notes),
      cmocka_unit_test(test_filter),
      cmocka_unit_test(test_rename),
      cmocka_unit_test(test_code_names),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_pair),
      cmocka_unit_test(test_pair_paths),
      cmocka_unit_test(test_pair_sharing),
      cmocka_unit_test(test_pair_none),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

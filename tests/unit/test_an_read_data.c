/* test_an_read_data.c -- notes on data objects and sharing: read, and refused.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_data.h"

static void check(const char *file, const char *expected)
{
   data_check((const char *const[]){ file }, 1, NULL, expected);
}

/* ---- Good files ------------------------------------------------------- */

static const char objects[]
   = "limit 1024, 4 events\n"
     "b0 /bin/app 01\nb1 /lib/libfoo.so -\n"
     "f0 main -:0 in -1 at 0x0\nf1 make /src/a.c:8 in 0 at 0x80\n"
     "0 heap - in - of -1 at 0x0, 0 B, 1 blocks 9000 B, 9000 to 9000, by 1...: 0 0 3 0\n"
     " use 3 192 48\n sets 3 0 0 0\n"
     "1 heap - in - of -1 at 0x0, 0 B, 10 blocks 240 B, 24 to 24, by 1 0: 4 1 0 0\n"
     " use 4 96 40\n sets 1 1 1 1\n"
     "2 static table in - of 0 at 0x4040, 512 B: 2 0 0 0\n"
     "3 tls - in - of 1 at 0x10, 0 B: 0 0 0 0\n"
     "4 stack make in /src/a.c of -1 at 0x0, 0 B: 1 0 1 1\n"
     "5 map - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
     "6 map - in /tmp/\nrows of -1 at 0x0, 0 B: 3 3 0 0\n"
     "7 brk - in - of -1 at 0x0, 0 B: 0 0 0 0\n"
     "8 unknown - in - of -1 at 0x0, 0 B: 1 1 0 0\n"
     "find:3 on 1 at 8%0: 3 1 0 0\n"
     "find:3 on 2 at 0%8: 2 0 0 0\n"
     "find:4 on 1 at 0%0: 1 0 0 0\n"
     "find:4 on 4 at -1%0: 1 0 1 1\n"
     "make:8 on 0 at 16%48: 0 0 3 0\n"
     "0x1000 in libfoo.so:0 on 6 at -1%0: 3 3 0 0\n"
     "0x1000 in libfoo.so:0 on 8 at -1%0: 1 1 0 0\n";
static const char sharing[]
   = "sharing 64 3, left out 2 30\n"
     "line 40\n"
     " 2 0x1000 in libfoo.so:0 on 1 at -16 0xf0000: 0 9\n"
     " 3 make:8 on 1 at -16 0xf0000: 5 5\n"
     "line 12\n"
     " 1 find:4 on 2 at 0 0xff: 100 7\n"
     " 2 find:4 on 2 at 0 0xff00: 90 0 own\n";

static void test_model(void **state)
{
   (void)state;
   char both[sizeof objects + sizeof sharing];
   strcat(strcpy(both, objects), sharing);
   check(DATA_FILE, both);
   check(DATA_HEAD DATA_BODY DATA_OBJECTS DATA_NAMES DATA_DATA DATA_ENTRIES DATA_USE
         DATA_SETS DATA_END, objects);
}

static void test_none(void **state)
{
   (void)state;
   check(DATA_CMD DATA_BODY DATA_OBJECTS DATA_END, "none");
   check(DATA_CMD "fl=a\nfn=f\n1 1\nsummary: 1\n#: end 1\n", "none");
   check(DATA_HEAD "fl=a\nfn=f\n1 1\nsummary: 1\n#: end 1\n", "limit 1024, 4 events\n");
}

/* What --sharing alone writes: data without counts. */
static void test_sharing_alone(void **state)
{
   (void)state;
   check(DATA_CMD "#: data 1024\n" DATA_BODY DATA_OBJECTS
         "#: dr unknown\n#: sharing 32 2\n#: sl 1\n#: sa 1 99 1 1 0 0x80000000 1 0\n"
         "#: sa 2:0x1000 0 2 1 -9 0x1 0 1\n" DATA_END,
         "limit 1024, 0 events\n0 unknown - in - of -1 at 0x0, 0 B:\n"
         "sharing 32 2, left out 0 0\nline 1\n 1 find:99 on 0 at 0 0x80000000: 1 0\n"
         " 2 0x1000 in libfoo.so:0 on 0 at -9 0x1: 0 1\n");
}

#define F_ROW(counts) "fl=a\nfn=f\n1 " counts "\nsummary: " counts "\n"

/* Equal data and entries are added up; so are a function's rows and shared accesses. */
static void test_equal(void **state)
{
   (void)state;
   check(DATA_HEAD "fl=a\nfn=f\n1 1 2\nfn=f\n1 1 3\nsummary: 2 5\n"
         "#: ds x\n#: ds x\n#: df 0x1 0 1 1 1\n#: df 0x1 0 2 1 1\n"
         "#: dh 1 8 8 8 1\n#: dh 2 24 4 20 2\n"
         "#: dn 1\n#: d 1 1 0 2\n#: d 1 2 0 1\n#: dn 2\n#: d 1 1 0 2\n"
         "#: sharing 64 2\n#: sl 1\n#: sa 1 1 1 1 0 0x1 1 2\n#: sa 2 1 1 2 0 0x1 4 8\n"
         "#: end 2\n",
         "limit 1024, 4 events\nf0 x x:1 in -1 at 0x1\n"
         "0 heap - in - of -1 at 0x0, 0 B, 3 blocks 32 B, 4 to 20, by 0: 5 0 0 0\n"
         "f:1 on 0 at 0%0: 5 0 0 0\n"
         "sharing 64 2, left out 0 0\nline 1\n 1 f:1 on 0 at 0 0x1: 5 10\n");
}

/* Counts that stopped at the largest one need not add up; the others must. */
static void test_saturated(void **state)
{
   (void)state;
#define SATURATED(dlmr) \
   DATA_HEAD F_ROW("9 7 5") "#: saturated D1mr\n" \
   "#: dr brk\n#: dn 1\n#: d 1 1 - 3 " dlmr "\n#: de 1 4 1\n#: end 1\n"
   check(SATURATED("5"),
         "limit 1024, 4 events\n0 brk - in - of -1 at 0x0, 0 B: 3 5 0 0\n"
         "f:1 on 0 at -1%0: 3 5 0 0\n");
   test_bad_text(SATURATED("4"), strlen(SATURATED("4")), 14,
                 "the data objects of line 1 of f have 1 DLmr too few");
}

/* Notes of a later version; those before the summary:. */
static void test_ignored(void **state)
{
   (void)state;
   check(DATA_HEAD "#: d 1\n" DATA_BODY DATA_OBJECTS DATA_NAMES "#: dx 7\n" DATA_DATA
         DATA_ENTRIES "#: s 9\n" DATA_USE DATA_SETS DATA_END, objects);
}

/* ---- Refused ----------------------------------------------------------- */

#define TO_OBJECTS DATA_HEAD DATA_BODY DATA_OBJECTS /* 20 lines */
#define TO_NAMES TO_OBJECTS DATA_NAMES              /* 29 */
#define TO_DATA TO_NAMES DATA_DATA                  /* 38 */
#define TO_ENTRIES TO_DATA DATA_ENTRIES             /* 48 */
#define TO_SETS TO_ENTRIES DATA_USE DATA_SETS       /* 52 */
#define TO_SHARING TO_SETS "#: sharing 32 3\n"      /* 53 */
#define SA "NAME LINE THREAD DATUM OFFSET MASK READS WRITES after \"#: sa\""
#define SMALL DATA_HEAD F_ROW("9 7 5")              /* 8 */

static const struct {
   const char *text;
   size_t line;
   const char *message;
} refused[] = {
   /* The header. */
   { DATA_HEAD "#: data 1\n", 5, "a second \"#: data\" line" },
   { DATA_CMD "#: data x\n", 4, "expected a number and events after \"#: data\"" },
   { DATA_CMD "#: data 1 Dr\n", 4, "\"#: data\" has Dr, but events: does not" },
   { DATA_CMD "#: data 1 D1mr D1mr\n", 4, "event D1mr is listed twice" },
   { DATA_CMD "fl=a\n#: data 1\n", 5, "\"#: data\" must come before the first fl=" },
   { DATA_CMD DATA_BODY "#: dr brk\n", 15,
     "\"#: dr\" without \"#: data\" in the header" },
   /* Names, binaries, frames. */
   { TO_OBJECTS "#: ds \\xg\n", 21, "bad \\x escape in \"\\xg\"" },
   { TO_OBJECTS "#: db 1g /x\n", 21,
     "expected a build id or -, and a path after \"#: db\"" },
   { TO_OBJECTS "#: db -\n", 21, "expected a build id or -, and a path after \"#: db\"" },
   { TO_NAMES "#: df 80 1 1 2 8\n", 30,
     "expected ADDRESS BINARY TEXT TEXT LINE after \"#: df\"" },
   { TO_NAMES "#: df 0x80 3 1 2 8\n", 30, "there is no binary 3 before this note" },
   { TO_NAMES "#: df 0x80 1 6 2 8\n", 30, "there is no text 6 before this note" },
   { TO_NAMES "#: df 0x80 1 1 2 4294967296\n", 30,
     "line number 4294967296 is larger than 4294967295" },
   { TO_NAMES "#: df 0x80 1 1 2 8 9\n", 30,
     "expected ADDRESS BINARY TEXT TEXT LINE after \"#: df\"" },
   /* Data. */
   { TO_NAMES "#: dh 1 1 1\n", 30,
     "expected BLOCKS BYTES MIN MAX and frames after \"#: dh\"" },
   { TO_NAMES "#: dh 1 9 9 8 1\n", 30,
     "the smallest block is larger than the largest" },
   { TO_NAMES "#: dh 1 9 9 9 3\n", 30, "there is no frame 3 before this note" },
   { TO_NAMES "#: dh 1 9 9 9 0\n", 30, "there is no frame 0 before this note" },
   { TO_NAMES "#: dh 1 9 9 9 ... 1\n", 30,
     "expected BLOCKS BYTES MIN MAX and frames after \"#: dh\"" },
   { TO_NAMES "#: dv x 1 0x1 1 1\n", 30,
     "expected s or t, BINARY ADDRESS SIZE TEXT after \"#: dv\"" },
   { TO_NAMES "#: dv s 1 1 1 1\n", 30,
     "expected s or t, BINARY ADDRESS SIZE TEXT after \"#: dv\"" },
   { TO_NAMES "#: dk 1\n", 30, "expected TEXT TEXT after \"#: dk\"" },
   { TO_NAMES "#: dm 1 1\n", 30, "expected TEXT after \"#: dm\"" },
   { TO_NAMES "#: dr heap\n", 30, "expected brk or unknown after \"#: dr\"" },
   /* Entries. */
   { TO_DATA "#: d 3 1 8 3 1\n", 39, "\"#: d\" out of place" },
   { TO_DATA "#: dn 4\n", 39, "there is no name 4 before this note" },
   { TO_DATA "#: dn 1 1\n", 39, "expected NAME or OBJECT:ADDRESS after \"#: dn\"" },
   { TO_DATA "#: dn 3:0x1000\n", 39, "there is no object 3 before this note" },
   { TO_DATA "#: dn 2:1000\n", 39, "expected NAME or OBJECT:ADDRESS after \"#: dn\"" },
   { TO_DATA "#: dn 2:0x2000\n", 39, "object 2 has no \"#: code 0x2000\"" },
   { TO_DATA "#: dn 3\n#: d 0 1 0 4 4\n", 40,
     "expected OBJECT:ADDRESS for code without a symbol" },
   { TO_DATA "#: dn 1\n#: d 5 1 8 3\n", 40, "find has no line 5 in the body" },
   { TO_DATA "#: dn 1\n#: d 3 0 8 3\n", 40, "there is no data object 0 before this note" },
   { TO_DATA "#: dn 1\n#: d 3 10 8 3\n", 40,
     "there is no data object 10 before this note" },
   { TO_DATA "#: dn 1\n#: d 3 1 -1 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8%0 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8%x 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8+8 3\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8 1 2 3 4 5\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_DATA "#: dn 1\n#: d 3 1 8 -1\n", 40,
     "expected LINE DATUM PLACE and counts after \"#: d\"" },
   { TO_ENTRIES "#: ds x\n", 49, "\"#: ds\" out of place" },
   { TO_ENTRIES "#: f 1 1 0x0 1\n", 49, "calls must come before data objects" },
   { DATA_CMD "#: data 1\n" DATA_BODY DATA_OBJECTS "#: dr brk\n#: dn 1\n#: d 3 1 -\n",
     23, "\"#: d\" out of place" },
   /* Use and sets. */
   { TO_ENTRIES "#: du 1 4 96\n", 49, "expected DATUM LINES INSIDE USED after \"#: du\"" },
   { TO_ENTRIES "#: du 1 4 96 97\n", 49, "more bytes used than fetched" },
   { TO_ENTRIES "#: du 1 4 9 9\n#: du 1 4 9 9\n", 50,
     "a second \"#: du\" of this data object" },
   { TO_ENTRIES "#: de 1\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 0*4\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 4*\n", 49, "expected DATUM and counts after \"#: de\"" },
   { TO_ENTRIES "#: de 1 4\n#: de 1 4\n", 50, "a second \"#: de\" of this data object" },
   { TO_ENTRIES "#: de 1 4\n#: de 2 1 2\n", 50, "expected 1 sets, found 2" },
   { TO_ENTRIES "#: de 1 9999999*0\n", 49, "more than 4194304 counts of sets" },
   { TO_ENTRIES "#: de 1 2*4611686018427387904\n", 49,
     "the counts add up to more than 9223372036854775807" },
   { TO_SETS "#: du 3 1 1 1\n", 53, "\"#: du\" out of place" },
   /* Sharing. */
   { TO_SETS "#: sl 1\n", 53, "\"#: sl\" out of place" },
   { TO_SETS "#: sr 1 1\n", 53, "\"#: sr\" out of place" },
   { TO_SETS "#: sharing 64\n", 53, "expected BYTES THREADS after \"#: sharing\"" },
   { TO_SETS "#: sharing 48 2\n", 53, "a line of memory has 1, 2, 4 ... or 64 bytes" },
   { TO_SETS "#: sharing 128 2\n", 53, "a line of memory has 1, 2, 4 ... or 64 bytes" },
   { TO_SETS "#: sharing 64 4294967296\n", 53, "more than 4294967295 threads" },
   { TO_SHARING "#: sharing 64 2\n", 54, "a second \"#: sharing\" line" },
   { TO_SHARING "#: sa 1 4 1 3 0 0xff 1 1\n", 54, "\"#: sa\" out of place" },
   { TO_SHARING "#: sl 1 1\n", 54, "expected a number of transfers after \"#: sl\"" },
   { TO_SHARING "#: sl 1\n#: sl 1\n", 55, "the last \"#: sl\" has no \"#: sa\"" },
   { TO_SHARING "#: sl 1\n" DATA_END, 55, "the last \"#: sl\" has no \"#: sa\"" },
   { TO_SHARING "#: sl 1\n#: sa 3 0 1 3 0 0xff 1 1\n", 55,
     "expected OBJECT:ADDRESS for code without a symbol" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 4 3 0 0xff 1 1\n", 55, "there is no thread 4" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 0 3 0 0xff 1 1\n", 55, "there is no thread 0" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 - 0xff 1 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 ff 1 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0x0 1 1\n", 55,
     "the mask 0x0 is not of a line of 32 bytes" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0x100000000 1 1\n", 55,
     "the mask 0x100000000 is not of a line of 32 bytes" },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1\n", 55, "expected " SA },
   { TO_SHARING "#: sl 1\n#: sa 1 4 1 3 0 0xff 1 1 mine\n", 55, "expected " SA },
   { TO_SHARING "#: sr 1 1\n#: sl 1\n", 55, "\"#: sl\" out of place" },
   { TO_SHARING "#: sr 1 1\n#: sr 1 1\n", 55, "\"#: sr\" out of place" },
   { TO_SHARING "#: sr 1\n", 54, "expected LINES ACCESSES after \"#: sr\"" },
   { TO_SHARING "#: de 3 4*1\n", 54, "\"#: de\" out of place" },
   /* Sums. */
   { TO_DATA DATA_END, 39, "the data objects of line 3 of find have 5 D1mr too few" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 7 6\n#: end 1\n", 12,
     "the data objects of line 1 of f have 1 DLmr too many" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 7 5\n#: de 1 6\n#: end 1\n", 13,
     "data object 1: its sets have 6 misses, its entries 7" },
   { SMALL "#: dr brk\n#: dn 1\n#: d 1 1 - 9223372036854775807\n"
     "#: d 1 1 - 9223372036854775807\n", 12,
     "the counts add up to more than 9223372036854775807" },
};

static void test_refused(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
      test_bad_text(refused[i].text, strlen(refused[i].text), refused[i].line,
                    refused[i].message);
}

/* ---- Damaged files ----------------------------------------------------- */

/* Reads the text: it is refused with a message, or the entries of each line add up. */
static void check_damaged(const char *text, size_t length)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_error error = { 0 };
   an_profile *profile = test_profile_of(&alloc, text, length, &error);
   if (profile == NULL) {
      assert_true(error.line > 0 && error.message[0] != '\0');
   } else if (an_profile_data(profile) != NULL) {
      const an_data *data = an_profile_data(profile);
      int64_t sum = 0;
      for (size_t i = 0; i < data->n_entries; i++)
         sum += data->entries[i].counts[0];
      assert_true(data->n_entries == 0 || sum == an_profile_totals(profile)[1]);
   }
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static const char whole[] = DATA_FILE;
enum { NOTES_AT = sizeof(TO_OBJECTS) - 1 };

static void test_truncated(void **state)
{
   (void)state;
   for (size_t n = NOTES_AT; n < sizeof whole; n++)
      check_damaged(whole, n);
}

/* Each byte of the notes, as other bytes; each line missing, or twice. */
static void test_damaged(void **state)
{
   (void)state;
   static const char others[] = "0123456789 :%*-x\n";
   char text[2 * sizeof whole];
   for (size_t i = NOTES_AT; i < sizeof whole - 1; i++)
      for (const char *other = others; *other != '\0'; other++) {
         memcpy(text, whole, sizeof whole);
         text[i] = *other;
         check_damaged(text, sizeof whole - 1);
      }
   for (const char *at = whole + NOTES_AT, *end; *at != '\0'; at = end) {
      end = strchr(at, '\n') + 1;
      size_t before = (size_t)(at - whole), after = strlen(end);
      memcpy(text, whole, before);
      memcpy(text + before, end, after);
      check_damaged(text, before + after);
      memcpy(text, whole, sizeof whole);
      memmove(text + (end - whole), at, strlen(at));
      check_damaged(text, sizeof whole - 1 + (size_t)(end - at));
   }
}

static void test_no_memory(void **state)
{
   (void)state;
   test_out_of_memory(DATA_FILE, 40);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_model),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_sharing_alone),
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_ignored),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

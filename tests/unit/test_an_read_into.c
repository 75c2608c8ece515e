/* test_an_read_into.c -- several files in one profile, and rules of reading.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/an_machine.h"

/* Parts of the shortest valid files. */
#define HEADER "cmd: ./app\nevents: Ir Dr\n"
#define OWN HEADER "#: cachesim 1\n"
#define BODY "fl=a.c\nfn=main\n1 2 3\n"
#define SUMMARY "summary: 2 3\n"

static bool read_into(an_profile *profile, const char *text,
                      const an_reading *reading, an_error *error,
                      const tk_alloc *alloc)
{
   test_text memory = { text, strlen(text), 64 };
   return an_read_into(profile, alloc, test_bytes(&memory), reading, error);
}

#define CACHES \
   "desc: I1 cache:  32768 B, 64 B, 8-way associative\n" \
   "desc: D1 cache:  32768 B, 64 B, 8-way associative\n" \
   "desc: LL cache:  1048576 B, 64 B, 16-way associative \n"

/* Reads the files, NULL after the last, into one profile by these rules. */
static void check_sum(const char *const *files, const an_reading *reading,
                      const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error = { 0 };
   for (size_t i = 0; files[i] != NULL; i++)
      if (!read_into(profile, files[i], reading, &error, &alloc))
         fail_msg("file %zu, line %zu: %s", i, error.line, error.message);
   assert_true(an_read_finish(profile, &error));
   char body[TEST_BODY_B];
   test_body(profile, body);
   assert_string_equal(body, expected);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Expects that the second file is refused. */
static void check_second_bad(const char *first, const char *second,
                             const an_reading *reading, size_t line,
                             const char *message)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error = { 0 };
   assert_true(read_into(profile, first, reading, &error, &alloc));
   assert_false(read_into(profile, second, reading, &error, &alloc));
   assert_string_equal(error.message, message);
   assert_int_equal(error.line, line);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static const char two[]
   = "cmd: other\nevents: Ir Dr\nfl=a.c\nfn=main\n1 10\n2 1\n"
     "fl=b.c\nfn=g\n7 0 5\nsummary: 11 5\n";

static void test_two_files(void **state)
{
   (void)state;
   check_sum((const char *const[]){ HEADER BODY SUMMARY, two, NULL }, NULL,
             "a.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
   /* Formats can differ. */
   check_sum((const char *const[]){
                two, OWN BODY SUMMARY "#: end 1\n",
                "version: 1\nevents: Ir Dr\nfn=(1) main\n3 4\ntotals: 4\n",
                NULL },
             NULL,
             "??? main 3 4 0\na.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
}

/* The profile has the header of the first file. */
static void test_first_header(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error;
   assert_true(read_into(profile, "desc: \\x41\n" HEADER "summary: 0\n", NULL,
                         &error, &alloc));
   assert_true(read_into(profile,
                         "desc: two\ndesc: three\n" OWN "#: cmd \\x0a\n"
                         "summary: 0\n#: end 0\n",
                         NULL, &error, &alloc));
   assert_true(read_into(profile, two, NULL, &error, &alloc));
   assert_true(an_read_finish(profile, &error));
   assert_int_equal(an_profile_texts(profile, AN_DESC)->n, 1);
   assert_string_equal(an_profile_texts(profile, AN_DESC)->text[0], "\\x41");
   assert_string_equal(an_profile_command(profile),
                       "3 processes of several commands");
   assert_int_equal(an_profile_n_events(profile), 2);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* A file's summary is the sum of its own lines. */
static void test_own_sums(void **state)
{
   (void)state;
   check_second_bad(HEADER BODY SUMMARY, HEADER BODY "summary: 4 6\n", NULL, 6,
                    "summary of Ir is 4, but the lines add up to 2 "
                    "(difference 2)");
}

static void test_events_differ(void **state)
{
   (void)state;
   check_second_bad(two, "cmd: x\nevents: Ir\n", NULL, 2,
                    "events differ: expected Ir Dr, found Ir");
   check_second_bad(two, "cmd: x\nevents: \tDr   Ir \n", NULL, 2,
                    "events differ: expected Ir Dr, found Dr   Ir");
   check_second_bad(two, "cmd: x\nevents: Ir Dr Dw\n", NULL, 2,
                    "events differ: expected Ir Dr, found Ir Dr Dw");
   check_second_bad(two, "version: 1\nevents: Ir\n", NULL, 2,
                    "events differ: expected Ir Dr, found Ir");
   char many[1024] = "cmd: x\nevents: Ir";
   for (int i = 0; i < 30; i++)
      sprintf(many + strlen(many), " Event%02d", i);
   strcat(many, "\nsummary: 0\n");
   check_second_bad(
      many, "cmd: x\nevents: Ir\n", NULL, 2,
      "events differ: expected Ir Event00 Event01 Event02 Event03 Event04 "
      "Event05 Event06 Event07 Event08 Event09 Event, found Ir");
}

static void test_by_name(void **state)
{
   (void)state;
   const an_reading by_name = { .by_name = true };
   check_sum((const char *const[]){
                HEADER BODY SUMMARY,
                "desc: LL cache: one\ncmd: x\nevents: Bi Dr I2\n"
                "fl=a.c\nfn=main\n1 100 200 300\n8 1\nsummary: 101 200 300\n",
                CACHES "cmd: x\nevents: X\nfl=b.c\nfn=f\n1 9\nsummary: 9\n",
                NULL },
             &by_name,
             "a.c main 1 2 203\na.c main 8 0 0\nb.c f 1 0 0\n");
   check_sum((const char *const[]){ HEADER BODY SUMMARY, two, NULL }, &by_name,
             "a.c main 1 12 3\na.c main 2 1 0\nb.c g 7 0 5\n");
   /* Checks include the events that are left out. */
   check_second_bad(HEADER BODY SUMMARY,
                    "cmd: x\nevents: X Ir\nfl=b.c\nfn=f\n1 9\nsummary: 8\n",
                    &by_name, 6,
                    "summary of X is 8, but the lines add up to 9 "
                    "(difference -1)");
}

static void test_caches(void **state)
{
   (void)state;
   static const char first[] = CACHES HEADER BODY SUMMARY;
   check_sum((const char *const[]){
                first, first,
                "desc: LL cache: 1048576 B, 64 B, 16-way associative\n"
                "desc: other: one\n" HEADER BODY SUMMARY,
                HEADER BODY SUMMARY,
                "desc: I1 cache:\n" HEADER BODY SUMMARY, NULL },
             NULL, "a.c main 1 10 15\n");
   check_sum((const char *const[]){ HEADER BODY SUMMARY, first, NULL }, NULL,
             "a.c main 1 4 6\n");
   check_sum((const char *const[]){ "desc: I1 cache: \n" HEADER BODY SUMMARY,
                                    first, NULL },
             NULL, "a.c main 1 4 6\n");
   check_second_bad(first,
                    "desc: LL cache: 2097152 B, 64 B, 16-way associative\n",
                    NULL, 1,
                    "caches differ: expected \"LL cache: 1048576 B, 64 B, "
                    "16-way associative\", found \"LL cache: 2097152 B, 64 B, "
                    "16-way associative\"");
   check_second_bad(first, "version: 1\ndesc: I1 cache: x\n", NULL, 2,
                    "caches differ: expected \"I1 cache: 32768 B, 64 B, "
                    "8-way associative\", found \"I1 cache: x\"");
   check_second_bad(first, "desc: D1 cache: 32768 B\n", NULL, 1,
                    "caches differ: expected \"D1 cache: 32768 B, 64 B, "
                    "8-way associative\", found \"D1 cache: 32768 B\"");
}

#define END BODY SUMMARY "#: end 1\n"
#define MACHINE OWN "#: machine zen4\n#: m D1 size=32K ways=8\n#: m page 4K\n"

/* Files that are added up were simulated on the same machine. */
static void test_machines(void **state)
{
   (void)state;
   static const char first[] = MACHINE END;
   check_sum((const char *const[]){ first, first, NULL }, NULL, "a.c main 1 4 6\n");
   check_second_bad(first, OWN "#: machine zen5\n", NULL, 4,
                    "machines differ: expected \"zen4\", found \"zen5\"");
   check_second_bad(first, OWN "#: machine zen4\n#: m D1 size=32K ways=12\n", NULL, 5,
                    "machines differ: expected \"D1 ways=8\", found \"D1 ways=12\"");
   check_second_bad(first, OWN "#: machine zen4\n#: m I1 size=32K ways=8\n", NULL, 5,
                    "machines differ: expected \"D1\", found \"I1\"");
   check_second_bad(first, MACHINE "#: m ops mul=3\n", NULL, 7,
                    "machines differ: expected no \"ops mul=3\"");
   check_second_bad(first, OWN "#: machine zen4\n" END, NULL, 5,
                    "machines differ: expected \"D1 size=32K ways=8\", found none");
   check_second_bad(first, OWN END, NULL, 4,
                    "machines differ: expected \"zen4\", found none");
   check_second_bad(first, OWN "summary: 0 0\n#: end 0\n", NULL, 4,
                    "machines differ: expected \"zen4\", found none");
   check_second_bad(OWN END, first, NULL, 4,
                    "machines differ: expected no \"zen4\"");
   const an_reading by_name = { .by_name = true };
   check_sum((const char *const[]){ first, OWN END, OWN "#: machine x\n" END, NULL },
             &by_name, "a.c main 1 6 9\n");
}

/* So were their branches predicted in the same way. */
static void test_predictors(void **state)
{
   (void)state;
   static const char tage[] = "desc: Predictor:        TAGE\n" OWN END;
   check_sum((const char *const[]){ tage, tage, NULL }, NULL, "a.c main 1 4 6\n");
   check_second_bad(tage, OWN END, NULL, 4,
                    "predictors differ: expected \"TAGE\", found \"classic\"");
   check_second_bad(OWN END, tage, NULL, 1,
                    "predictors differ: expected \"classic\", found \"TAGE\"");
   check_second_bad(tage, "desc: Predictor: perceptron\n" OWN END, NULL, 1,
                    "predictors differ: expected \"TAGE\", found \"perceptron\"");
   const an_reading by_name = { .by_name = true };
   check_sum((const char *const[]){ tage, OWN END, NULL }, &by_name,
             "a.c main 1 4 6\n");
}

/* The first file's machine is the profile's, and is written in one line. */
static void test_machine_line(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error = { 0 };
   char line[AN_MACHINE_B];
   assert_true(read_into(profile, OWN END, NULL, &error, &alloc));
   assert_false(an_machine_line(profile, line));
   an_profile_free(profile);
   profile = an_profile_new(&alloc);
   assert_true(read_into(profile, OWN "#: machine  zen4 \n#: m I1 ways=8 size=32K\n"
                                  "#: m L2 size=1M line=64\n#: m prefetch at=L2\n"
                                  "#: m DTLB entries=3\n#: m TLB2 entries=9\n" END,
                         NULL, &error, &alloc));
   assert_true(an_machine_line(profile, line));
   assert_string_equal(line, "zen4: I1 32K, L2 1M, 1 prefetcher, TLBs");
   assert_int_equal(an_profile_texts(profile, AN_MACHINE)->n, 6);
   an_profile_free(profile);
   char text[8192] = OWN "#: machine zen4\n";
   for (int i = 0; i < 40; i++)
      strcat(text, "#: m prefetch0123456789 size=12345678901234567890\n");
   strcat(text, END);
   profile = an_profile_new(&alloc);
   assert_true(read_into(profile, text, NULL, &error, &alloc));
   assert_true(an_machine_line(profile, line)); /* cut */
   assert_int_equal(strlen(line), AN_MACHINE_B - 1);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

static void test_machine_bad(void **state)
{
   (void)state;
   static const char first[] = OWN END;
   const an_reading by_name = { .by_name = true };
   check_second_bad(first, OWN "#: machine\n", &by_name, 4,
                    "expected a name after \"#: machine\"");
   check_second_bad(first, OWN "#: machine a b\n", &by_name, 4,
                    "expected a name after \"#: machine\"");
   check_second_bad(first, OWN "#: machine a\\x41\n", &by_name, 4,
                    "expected a name after \"#: machine\"");
   check_second_bad(first, OWN "#: m D1 size=1\n", &by_name, 4,
                    "\"#: m\" without \"#: machine\" before it");
   check_second_bad(first, OWN "#: machine a\n#: machine a\n", &by_name, 5,
                    "a second \"#: machine\" line");
   check_second_bad(first, OWN "#: machine a\n#: m D1\n", &by_name, 5,
                    "expected a key and values after \"#: m\"");
   check_second_bad(first, OWN "#: machine a\n#: m D1 \xc3\xa4\n", &by_name, 5,
                    "expected a key and values after \"#: m\"");
   check_second_bad(first, OWN "fl=a\n#: machine a\n", &by_name, 5,
                    "\"#: machine\" must come before the first fl=");
   char text[4096] = OWN "#: machine zen4\n";
   for (int i = 0; i < 64; i++)
      strcat(text, "#: m page 4K\n");
   check_second_bad(first, text, &by_name, 68, "more than 64 lines on the machine");
}

/* Sums of several files are checked at the end. */
static void test_sum_too_large(void **state)
{
   (void)state;
   static const char large[] = HEADER "fl=a\nfn=f\n1 9223372036854775807\n"
                                      "summary: 9223372036854775807\n";
   static const char small[] = HEADER "fl=a\nfn=g\n1 1\nsummary: 1\n";
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error = { .line = 1 };
   assert_true(read_into(profile, large, NULL, &error, &alloc));
   assert_true(read_into(profile, small, NULL, &error, &alloc));
   assert_false(an_read_finish(profile, &error));
   assert_string_equal(error.message,
                       "the counts add up to more than 9223372036854775807");
   assert_int_equal(error.line, 0);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Names ---- */

typedef struct {
   size_t n_calls;
   an_status status;
} renaming;

/* Removes "/src/" from the start of files, leaves skip.c out, renames the
   function "old" to "new". */
static an_status rename_pair(void *context, an_profile *profile,
                             const char **file, const char **function,
                             bool *skip)
{
   renaming *r = context;
   r->n_calls++;
   assert_false(*skip);
   if (strncmp(*file, "/src/", 5) == 0
       && (*file = an_profile_intern(profile, *file + 5, strlen(*file + 5)))
             == NULL)
      return AN_NO_MEMORY;
   if (strcmp(*function, "old") == 0
       && (*function = an_profile_intern(profile, "new", 3)) == NULL)
      return AN_NO_MEMORY;
   *skip = strcmp(*file, "skip.c") == 0;
   return r->status;
}

static void test_names(void **state)
{
   (void)state;
   renaming r = { 0 };
   const an_reading reading = { .name = rename_pair, .context = &r };
   static const char text[]
      = HEADER "#: cachesim 1\nfl=/src/a.c\nfn=old\n1 1 1\n2 1\n"
               "fn=new\n1 2\nfl=/src/skip.c\nfn=f\n1 9 9\n2 9 9\nfn=old\n3 9\n"
               "fl=a.c\nfn=new\n3 5\nsummary: 36 19\n#: end 7\n";
   check_sum((const char *const[]){ text, NULL }, &reading,
             "a.c new 1 3 1\na.c new 2 1 0\na.c new 3 5 0\n");
   assert_int_equal(r.n_calls, 5);
   /* Checks include the rows that are left out. */
   check_second_bad(two,
                    HEADER "fl=skip.c\nfn=f\n1 9\nsummary: 8\n", &reading, 6,
                    "summary of Ir is 8, but the lines add up to 9 "
                    "(difference -1)");
}

static void test_names_fail(void **state)
{
   (void)state;
   renaming r = { 0 };
   const an_reading reading = { .name = rename_pair, .context = &r };
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_profile *profile = an_profile_new(&alloc);
   an_error error = { .line = 1 };
   r.status = AN_NO_MEMORY;
   assert_false(read_into(profile, two, &reading, &error, &alloc));
   assert_string_equal(error.message, "out of memory");
   assert_int_equal(error.line, 0);
   an_profile_free(profile);
   assert_int_equal(heap.n_live, 0);
}

/* Reads a second file by name and with other names; each allocation fails in
   turn. */
static void test_second_no_memory(void **state)
{
   (void)state;
   renaming r = { 0 };
   const an_reading reading
      = { .name = rename_pair, .context = &r, .by_name = true };
   for (size_t n = 1;; n++) {
      test_heap heap = { 0 };
      tk_alloc alloc = test_alloc(&heap);
      an_profile *profile = an_profile_new(&alloc);
      an_error error = { .line = 1 };
      assert_true(read_into(profile, two, NULL, &error, &alloc));
      heap.fail_at = heap.n_calls + n;
      bool ok = read_into(profile,
                          "cmd: x\nevents: New Ir\nfl=/src/new.c\nfn=old\n1 1 "
                          "2\nsummary: 1 2\n",
                          &reading, &error, &alloc);
      bool none_failed = heap.n_calls < heap.fail_at;
      an_profile_free(profile);
      assert_int_equal(heap.n_live, 0);
      assert_true(ok == none_failed);
      if (ok) {
         assert_true(n > 8);
         return;
      }
      assert_string_equal(error.message, "out of memory");
      assert_int_equal(error.line, 0);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_files),
      cmocka_unit_test(test_first_header),
      cmocka_unit_test(test_own_sums),
      cmocka_unit_test(test_events_differ),
      cmocka_unit_test(test_by_name),
      cmocka_unit_test(test_caches),
      cmocka_unit_test(test_machines),
      cmocka_unit_test(test_predictors),
      cmocka_unit_test(test_machine_line),
      cmocka_unit_test(test_machine_bad),
      cmocka_unit_test(test_sum_too_large),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_names_fail),
      cmocka_unit_test(test_second_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

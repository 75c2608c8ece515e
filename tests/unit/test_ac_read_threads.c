/* test_ac_read_threads.c -- the notes on threads: read, refused, added up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_read_threads.h"

typedef test_reader fixture;

static void open_fixture(fixture *f)
{
   reader_open(f, "Ir Dr");
   f->of.stated[0] = 10;
   f->of.stated[1] = 3;
}

static bool name(fixture *f, const char *rest)
{
   return reader_note(f, "thread", rest);
}

static bool counts(fixture *f, const char *rest)
{
   return reader_note(f, "thread-counts", rest);
}

static bool end(fixture *f)
{
   return ac_read_threads_end(&f->of);
}

static void check(const fixture *f, size_t index, int64_t number, int64_t n,
                  const char *expected, int64_t ir)
{
   const ac_thread *thread = ac_threads_at(f->of.profile, index);
   assert_int_equal(thread->number, number);
   assert_int_equal(thread->n, n);
   assert_string_equal(thread->name, expected);
   assert_int_equal(thread->counts[0], ir);
}

static void reads(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   assert_true(name(&f, " 1 1") && counts(&f, " 4 1"));
   assert_true(name(&f, " 2 1  my \\x0a io") && counts(&f, " 1 2"));
   assert_true(name(&f, " 5 7 ") && counts(&f, " 5"));
   assert_true(end(&f));
   assert_int_equal(ac_threads_count(f.of.profile), 3);
   check(&f, 0, 1, 1, "", 4);
   check(&f, 1, 2, 1, " my \n io", 1);
   check(&f, 2, 5, 7, "", 5);
}

/* A file that tells none apart is of one thread. */
static void reads_none(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   assert_true(end(&f));
   assert_int_equal(ac_threads_count(f.of.profile), 1);
   check(&f, 0, 1, 1, "", 10);
}

static void refuses(void **state)
{
   (void)state;
   static const char *const malformed[] = {
      "", " 1", " x 1", " 1 x", " 0 1 a", " 1 0 a"
   };
   fixture f;
   open_fixture(&f);
   for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++)
      reader_check_failed(&f, name(&f, malformed[i]), READER_UNLIKE);
   reader_check_failed(&f, name(&f, " 1 1 \\xg"), "bad \\x escape in \"\\xg\"");
   reader_check_failed(&f, counts(&f, " 1"), "\"#: xy\" out of place");
   assert_true(name(&f, " 1 1 a"));
   reader_check_failed(&f, name(&f, " 2 1 b"), "\"#: xy\" out of place");
   reader_check_failed(&f, end(&f), "the last thread has no \"#: thread-counts\" line");
   reader_check_failed(&f, counts(&f, " 1 2 3"), "expected at most 2 counts, found 3");
   assert_true(counts(&f, " 9 3"));
   reader_check_failed(&f, counts(&f, " 1"), "\"#: xy\" out of place");
   reader_check_failed(&f, end(&f),
                       "the threads have 9 Ir, summary: has 10 (difference -1)");
   assert_true(name(&f, " 2 1 b") && counts(&f, " 1 0"));
   assert_true(end(&f));
}

static void refuses_sums(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   assert_true(name(&f, " 1 1") && counts(&f, " 0 9223372036854775807"));
   assert_true(name(&f, " 2 1"));
   reader_check_failed(&f, counts(&f, " 0 1"),
                       "the counts add up to more than 9223372036854775807");
}

/* Events that the profile has in another order. */
static void maps_events(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f);
   f.reading.by_name = true;
   f.of.keeps_header = false;
   assert_true(ac_reader_events(&f.of, an_span_of("Dr Xx Ir")));
   f.of.stated[0] = 3;
   f.of.stated[1] = 99;
   f.of.stated[2] = 10;
   assert_true(name(&f, " 1 1 a") && counts(&f, " 1 90 4"));
   assert_true(name(&f, " 2 1 b") && counts(&f, " 2 9 6"));
   assert_true(end(&f));
   check(&f, 0, 1, 1, "a", 4);
   check(&f, 1, 2, 1, "b", 6);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads),       cmocka_unit_test(reads_none),
      cmocka_unit_test(refuses),     cmocka_unit_test(refuses_sums),
      cmocka_unit_test(maps_events),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

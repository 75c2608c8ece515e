/* test_ac_threads.c -- threads of several files added up, and what reports call them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_profile.h"

#include "counts/ac_threads.h"

#include <inttypes.h>

/* Adds a thread with these counts. */
static void add(ac_profile *profile, int64_t number, int64_t n, const char *name,
                int64_t a, int64_t b)
{
   int64_t counts[] = { a, b };
   ac_thread thread = {
      .number = number, .n = n, .counts = counts, .name = profile_name(profile, name)
   };
   ac_threads_add(profile, &thread);
}

static void check(const ac_profile *profile, size_t index, int64_t number, int64_t n,
                  const char *name, int64_t a, int64_t b)
{
   const ac_thread *thread = ac_threads_at(profile, index);
   assert_int_equal(thread->number, number);
   assert_int_equal(thread->n, n);
   assert_string_equal(thread->name, name);
   profile_check_counts(thread->counts, a, b);
}

static void adds_up(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   assert_int_equal(ac_threads_count(profile), 0);
   assert_false(ac_threads_are_known(profile));
   add(profile, 1, 1, "", 5, 1);
   assert_false(ac_threads_are_known(profile));
   add(profile, 2, 1, "io", 10, 2);
   add(profile, 1, 3, "", 100, 4);
   add(profile, 2, 1, "net", 20, 8); /* another name */
   add(profile, 3, 1, "io", 30, 16); /* another number */
   assert_int_equal(ac_threads_count(profile), 4);
   assert_true(ac_threads_are_known(profile));
   check(profile, 0, 1, 4, "", 105, 5);
   check(profile, 1, 2, 1, "io", 10, 2);
   check(profile, 2, 2, 1, "net", 20, 8);
   check(profile, 3, 3, 1, "io", 30, 16);
}

/* Sums stop at the largest count, each by itself. */
static void saturates(void **state)
{
   (void)state;
   ac_profile *profile = profile_new();
   add(profile, 1, INT64_MAX, "", INT64_MAX - 1, 1);
   add(profile, 1, 1, "", 1, 1);
   check(profile, 0, 1, INT64_MAX, "", INT64_MAX, 2);
   add(profile, 1, 1, "", 1, 1);
   check(profile, 0, 1, INT64_MAX, "", INT64_MAX, 3);
}

static void labels(void **state)
{
   (void)state;
   char name[101] = "", expected[AC_THREAD_LABEL_B];
   const struct {
      ac_thread thread;
      const char *label;
   } of[] = {
      { { 1, 1, "", NULL }, "thread 1 (main)" },
      { { 2, 1, "", NULL }, "thread 2" },
      { { 1, 1, "server", NULL }, "thread 1 (server)" },
      { { 3, 1, "io", NULL }, "thread 3 (io)" },
      { { 1, 12, "", NULL }, "12 threads" },
      { { 4, 2, "io", NULL }, "2 threads of the name io" },
   };
   char label[AC_THREAD_LABEL_B];
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      assert_string_equal(ac_thread_label(&of[i].thread, label), of[i].label);
   /* Names are cut; numbers are not. */
   memset(name, 'n', sizeof name - 1);
   const ac_thread one = { INT64_MAX, 1, name, NULL };
   const ac_thread many = { 1, INT64_MAX, name, NULL };
   sprintf(expected, "thread %" PRId64 " (%.60s)", INT64_MAX, name);
   assert_string_equal(ac_thread_label(&one, label), expected);
   sprintf(expected, "%" PRId64 " threads of the name %.60s", INT64_MAX, name);
   assert_string_equal(ac_thread_label(&many, label), expected);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_up),
      cmocka_unit_test(saturates),
      cmocka_unit_test(labels),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

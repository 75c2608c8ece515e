/* test_ah_merge_threads.c -- the names of threads in a sum of heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_merge_parts.h"

typedef struct {
   ah_thread_name of[4];
   size_t n;
} names;

/* In memory of just the size: nothing around it is read. */
static void add(ah_profile *to, const names *from)
{
   ah_thread_name *exact = malloc(from->n * sizeof *exact);
   memcpy(exact, from->of, from->n * sizeof *exact);
   ah_profile profile = { .thread_names = exact, .n_thread_names = from->n };
   ah_thread_names_add(to, &profile);
   free(exact);
}

/* A thread has the name that all profiles with one for its number agree on. */
static void keeps_agreed_names(void **state)
{
   (void)state;
   static const names all[] = {
      { { { 1, "main" }, { 3, "x" }, { 5, "y" } }, 3 },
      { { { 0, NULL } }, 0 },
      { { { 2, "worker" }, { 7, "a\n" } }, 2 },
      { { { 2, "worker" }, { 3, "other" }, { 9, "z" } }, 3 },
      { { { 3, "x" } }, 1 },
   };
   enum { N = sizeof all / sizeof all[0] };
   static const ah_thread_name expected[] = {
      { 1, "main" }, { 2, "worker" }, { 5, "y" }, { 7, "a\n" }, { 9, "z" },
   };
   for (size_t first = 0; first < N; first++) {
      ah_profile *to = ah_profile_new(test_alloc());
      for (size_t i = 0; i < N; i++)
         add(to, &all[(first + i) % N]);
      assert_int_equal(to->n_thread_names, 6);
      assert_int_equal(to->thread_names[2].thread, 3);
      assert_null(to->thread_names[2].name); /* until the end */
      ah_thread_names_finish(to);
      assert_int_equal(to->n_thread_names, 5);
      for (size_t i = 0; i < 5; i++) {
         assert_int_equal(to->thread_names[i].thread, expected[i].thread);
         assert_string_equal(to->thread_names[i].name, expected[i].name);
      }
   }
}

/* The sum has its own texts. */
static void copies_names(void **state)
{
   (void)state;
   char text[] = "worker";
   ah_profile *to = ah_profile_new(an_alloc_malloc());
   names one = { { { UINT32_MAX, text } }, 1 };
   add(to, &one);
   text[0] = 'x';
   ah_thread_names_finish(to);
   assert_int_equal(to->n_thread_names, 1);
   assert_true(to->thread_names[0].thread == UINT32_MAX);
   assert_string_equal(to->thread_names[0].name, "worker");
}

static void none_has_a_name(void **state)
{
   (void)state;
   static const names none = { .n = 0 };
   static const names a = { { { 1, "a" } }, 1 }, b = { { { 1, "b" } }, 1 };
   ah_profile *to = ah_profile_new(an_alloc_malloc());
   add(to, &none);
   ah_thread_names_finish(to);
   assert_int_equal(to->n_thread_names, 0);
   add(to, &a);
   add(to, &b);
   ah_thread_names_finish(to);
   assert_int_equal(to->n_thread_names, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_agreed_names),
      cmocka_unit_test(copies_names),
      cmocka_unit_test(none_has_a_name),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

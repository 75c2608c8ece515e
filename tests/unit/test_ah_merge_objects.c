/* test_ah_merge_objects.c -- adding up the objects of heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_merge_parts.h"

/* The objects of n profiles, added up; NULL if memory ran out. */
static ah_profile *sum_of(const ah_profile *const *profiles, size_t n)
{
   ah_profile *to = ah_profile_new(test_alloc());
   ah_objects *sum = ah_objects_new(test_alloc());
   bool ok = to != NULL && sum != NULL;
   for (size_t i = 0; ok && i < n; i++) {
      ah_objects_add(sum, to, profiles[i]);
      ok = true;
   }
   ok = ok && (ah_objects_finish(sum, to), true);
   if (ok)
      return to;
   return NULL;
}

/* ---- Where they were mapped ---- */

static an_object mapped[] = {
   { 0x400000, 0x402000, "/src/a", "ab" },
   { 0x402000, 0x403000, "/lib/b.so", NULL },
};
static const ah_profile first = { .objects = mapped, .n_objects = 2 };

static void keeps_common_objects(void **state)
{
   (void)state;
   an_object same[2] = { mapped[0], mapped[1] };
   const ah_profile other = { .objects = same, .n_objects = 2 };
   ah_profile *to = sum_of((const ah_profile *[]){ &first, &other, &first }, 3);
   memset(same, 0, sizeof same); /* the sum has its own */
   assert_int_equal(to->n_objects, 2);
   assert_int_equal(to->objects[1].start, 0x402000);
   assert_int_equal(to->objects[1].end, 0x403000);
   assert_string_equal(to->objects[1].path, "/lib/b.so");
   assert_true(to->objects[1].path != mapped[1].path);
   assert_string_equal(to->objects[0].build_id, "ab");
   assert_null(to->objects[1].build_id);
}

/* If one profile has others, even only the first or the last, none is kept. */
static void drops_different_objects(void **state)
{
   (void)state;
   const an_object changes[][2] = {
      { { 0x400000, 0x401fff, "/src/a", "ab" }, mapped[1] },
      { { 0x400001, 0x402000, "/src/a", "ab" }, mapped[1] },
      { { 0x400000, 0x402000, "/src/b", "ab" }, mapped[1] },
      { { 0x400000, 0x402000, "/src/a", "ac" }, mapped[1] },
      { { 0x400000, 0x402000, "/src/a", NULL }, mapped[1] },
      { mapped[0], { 0x402000, 0x403000, "/lib/b.so", "ab" } },
   };
   for (size_t i = 0; i <= sizeof changes / sizeof changes[0]; i++)
      for (int order = 0; order < 2; order++) {
         an_object objects[2] = { mapped[0], mapped[1] };
         ah_profile other = { .objects = objects, .n_objects = 1 };
         if (i < sizeof changes / sizeof changes[0]) {
            memcpy(objects, changes[i], sizeof objects);
            other.n_objects = 2;
         }
         const ah_profile *all[] = { order == 0 ? &first : &other,
                                     order == 0 ? &other : &first, &first };
         ah_profile *to = sum_of(all, 3);
         assert_int_equal(to->n_objects, 0);
      }
}

/* ---- Files ---- */

static an_object some_files[] = { { 0, 0, "/z", "ab" },
                                  { 0, 0, "/a", NULL },
                                  { 0, 0, "/y", "ef" } };
static an_object more_files[] = { { 0, 0, "/z", "cd" },
                                  { 0, 0, "/z", "ab" },
                                  { 0, 0, "/a", NULL },
                                  { 0, 0, "/zab", NULL } };

/* By path and build id, each once. */
static void unites_files(void **state)
{
   (void)state;
   const ah_profile some = { .files = some_files, .n_files = 3 };
   const ah_profile more = { .files = more_files, .n_files = 4 };
   static const an_object expected[] = {
      { 0, 0, "/a", NULL }, { 0, 0, "/y", "ef" },   { 0, 0, "/z", "ab" },
      { 0, 0, "/z", "cd" }, { 0, 0, "/zab", NULL },
   };
   ah_profile *to = sum_of((const ah_profile *[]){ &some, &more }, 2);
   assert_int_equal(to->n_files, 5);
   for (size_t i = 0; i < 5; i++) {
      assert_string_equal(to->files[i].path, expected[i].path);
      if (expected[i].build_id == NULL)
         assert_null(to->files[i].build_id);
      else
         assert_string_equal(to->files[i].build_id, expected[i].build_id);
   }
   assert_null(an_object_named(to->files, 5, to->files[2].path));
}

/* A profile without build ids has addresses in memory. */
static void drops_files_of_mixtures(void **state)
{
   (void)state;
   const ah_profile some = { .files = some_files, .n_files = 3 };
   const ah_profile none = { .n_files = 0 };
   for (int i = 0; i < 2; i++) {
      const ah_profile *all[] = { i == 0 ? &some : &none, i == 0 ? &none : &some, &some };
      ah_profile *to = sum_of(all, 3);
      assert_int_equal(to->n_files, 0);
   }
}

/* ---- Those read in part ---- */

/* Each object of any profile is listed once, in order. */
static void unites_lost_debug_info(void **state)
{
   (void)state;
   const char *one[] = { "/src/b.so" }, *three[] = { "/z", "/src/b.so", "/a" };
   const char *last[] = { "/src/b" };
   const ah_profile all[] = {
      { .lost_debug_info = one, .n_lost_debug_info = 1 },
      { .lost_debug_info = three, .n_lost_debug_info = 3 },
      { .n_lost_debug_info = 0 },
      { .lost_debug_info = last, .n_lost_debug_info = 1 },
   };
   const ah_profile *list[] = { &all[0], &all[1], &all[2], &all[3] };
   static const char *const expected[] = { "/a", "/src/b", "/src/b.so", "/z" };
   ah_profile *to = sum_of(list, 4);
   assert_int_equal(to->n_lost_debug_info, 4);
   for (size_t i = 0; i < 4; i++)
      assert_string_equal(to->lost_debug_info[i], expected[i]);
   to = sum_of(&list[2], 1);
   assert_int_equal(to->n_lost_debug_info, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_common_objects),   cmocka_unit_test(drops_different_objects),
      cmocka_unit_test(unites_files),           cmocka_unit_test(drops_files_of_mixtures),
      cmocka_unit_test(unites_lost_debug_info),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

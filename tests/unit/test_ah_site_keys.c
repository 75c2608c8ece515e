/* test_ah_site_keys.c -- no two keys of a site have one name, or one place in it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_site_keys.h"

static const ah_site_key *classes_of(const char *name)
{
   size_t i = 0;
   while (strcmp(ah_site_keys[i].name, name) != 0)
      i++;
   assert_int_equal(ah_site_keys[i].kind, AH_KEY_CLASSES);
   return &ah_site_keys[i];
}

/* Each number has a place of its own: it is still there when all are set. */
static void test_places(void **state)
{
   (void)state;
   ah_rare rare = ah_rare_none;
   ah_site site = { .rare = &rare };
   int64_t next = 0, counts[AH_KEY_COUNTS_MOST];
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      assert_false(ah_site_key_get(&ah_site_keys[i], &site, counts));
   assert_ptr_equal(ah_site_key_classes(classes_of("hist"), &site), &site.sizes);
   assert_ptr_equal(ah_site_key_classes(classes_of("lives"), &site), &site.lives);
   for (size_t i = 0; i < AH_SITE_KEYS; i++) {
      for (size_t k = 0; k < AH_KEY_COUNTS_MOST; k++)
         counts[k] = next + (int64_t)k + 1;
      next += ah_site_keys[i].n;
      ah_site_key_set(&ah_site_keys[i], &site, counts);
   }
   next = 0;
   for (size_t i = 0; i < AH_SITE_KEYS; i++) {
      const ah_site_key *key = &ah_site_keys[i];
      assert_int_equal(ah_site_key_get(key, &site, counts), key->n > 0);
      for (size_t k = 0; k < key->n; k++)
         assert_int_equal(counts[k], ++next);
      assert_int_equal(key->n > 1, key->kind == AH_KEY_COUNTS);
      assert_int_equal(key->n == 1, key->kind == AH_KEY_COUNT);
   }
}

static void test_names(void **state)
{
   (void)state;
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      for (size_t k = 0; k < i; k++)
         assert_string_not_equal(ah_site_keys[i].name, ah_site_keys[k].name);
}

/* A site without rare values has zeros; profiles have the keys of their parts. */
static void test_parts(void **state)
{
   (void)state;
   const ah_site site = { .rare = NULL };
   ah_profile profile = { .has_lifetimes = false };
   int64_t counts[AH_KEY_COUNTS_MOST];
   for (size_t i = 0; i < AH_SITE_KEYS; i++)
      assert_false(ah_site_key_get(&ah_site_keys[i], &site, counts));
   assert_int_equal(ah_site_keys_of(&profile, false), AH_KEY_REQUIRED);
   profile.has_lifetimes = profile.has_accesses = true;
   assert_int_equal(ah_site_keys_of(&profile, true),
                    AH_KEY_REQUIRED | AH_KEY_LIFETIMES | AH_KEY_ACCESSES | AH_KEY_OWN);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_parts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

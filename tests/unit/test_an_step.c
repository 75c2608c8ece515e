/* test_an_step.c -- what makes functions of two builds the same step.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "paths/an_step.h"

/* Checks the key, whose parts are given with bars between them. */
static void check(const char *function, const char *file, const char *object,
                  const char *expected)
{
   char text[128];
   size_t key_B;
   char *key = an_step_key(test_alloc(), function, file, object, &key_B);
   assert_int_equal(key_B, strlen(expected) + 1);
   for (size_t i = 0; i < key_B; i++)
      text[i] = key[i] == '\0' && i + 1 < key_B ? '|' : key[i];
   assert_string_equal(text, expected);
}

static void ignores_directories(void **state)
{
   (void)state;
   check("f", "/src/a.c", "/bin/app", "f|a.c|");
   check("f", "a.c", NULL, "f|a.c|");
   check("f", NULL, "/bin/app", "f||");
   check("???", "/src/a.c", "/lib/libm.so", "???|a.c|libm.so");
   check("???", NULL, NULL, "???||");
}

static void ignores_suffixes_by_compilers(void **state)
{
   (void)state;
   check("f.lto_priv.0.cold", NULL, NULL, "f||");
   check("f(int) [clone .isra.0]", NULL, NULL, "f(int)||");
   check("main.f.part.1", NULL, NULL, "main.f||");
   check("main.f.part.1", "/src/main.go", NULL, "main.f.part.1|main.go|");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(ignores_directories),
      cmocka_unit_test(ignores_suffixes_by_compilers),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

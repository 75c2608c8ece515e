/* test_ah_folded.c -- call paths as folded stacks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_folded.h"

static an_frame frames[] = {
   { .function = "main", .file = "a.c", .line = 1 },
   { .function = "f;g", .file = "a.c", .line = 2 },
   { .function = "???", .object = "/lib/x.so" },
   { .function = "malloc", .object = "/usr/lib/vgpreload_dhat-amd64-linux.so" },
   { .function = "std::a()", .file = "v.h" },
};

static ah_profile profile = { .mode = "heap", .frames = frames, .n_frames = 5 };

static void check(const uint32_t *path, uint32_t n, const char *expected)
{
   const ah_site site = { .frames = path, .n_frames = n };
   ah_folded folded;
   ah_folded_open(&folded, test_alloc(), &profile);
   char *got = ah_folded_path(&folded, &site);
   assert_string_equal(got, expected);
   free(got);
}

/* Outermost first, without Valgrind's own functions, which DHAT lists; the library's
   stay. */
static void folds_paths(void **state)
{
   (void)state;
   check((const uint32_t[]){ 0 }, 1, "main");
   check((const uint32_t[]){ 4, 0 }, 2, "main;std::a()");
   check((const uint32_t[]){ 3, 4, 2, 0 }, 4, "main;??? (in /lib/x.so);std::a()");
   check((const uint32_t[]){ 3 }, 1, "malloc");
   check((const uint32_t[]){ 0, 0, 0 }, 3, "main;main;main");
   check(NULL, 0, "???");
}

/* A separator in a name would be another step. */
static void hides_separators(void **state)
{
   (void)state;
   ah_folded folded;
   const uint32_t path[] = { 1, 0 };
   const ah_site site = { .frames = path, .n_frames = 2 };
   ah_folded_open(&folded, an_alloc_malloc(), &profile);
   char *got = ah_folded_path(&folded, &site);
   assert_memory_equal(got, "main;f", 6);
   assert_ptr_equal(strchr(got, ';'), strrchr(got, ';'));
   free(got);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(folds_paths),
      cmocka_unit_test(hides_separators),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

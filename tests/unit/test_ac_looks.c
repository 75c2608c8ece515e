/* test_ac_looks.c -- looks of several profiles are added up; a datum keeps the most
   frequent ones, in whatever order the files come.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

#define START DATA_HEAD DATA_F_BODY("9 2") "#: dv s 0 0x0 4000 0\n#: dn 1\n#: d 1 1 0 2\n"
#define MODEL \
   "0 static - in - of -1 at 0x0, 4000 B: %d 0 0 0\n%sf:1 on 0 at 0%%0: %d 0 0 0\n"

static void check_sum(const char *const *files, size_t n, const char *line_B,
                      const char *looks)
{
   char expected[2 * DATA_TEXT_B], model[DATA_TEXT_B];
   int misses = 2 * (int)n;
   snprintf(model, sizeof model, MODEL, misses, looks, misses);
   snprintf(expected, sizeof expected, "limit 1024, 4 events\n%s%s", line_B, model);
   data_check(files, n, NULL, expected);
}

static const char a[] = START "#: looks 64\n#: dl 1 3 0 1\n#: dl 1 2 64 1\n" DATA_F_END,
                  b[] = START "#: looks 64\n#: dl 1 2 64 1\n#: dl 1 1 0 3\n" DATA_F_END,
                  none[] = START DATA_F_END,
                  other[] = START "#: looks 32\n#: dl 1 2 64 1\n" DATA_F_END;

static void test_added(void **state)
{
   (void)state;
   static const char sum[] = " look 4 at 64: 1\n look 3 at 0: 1\n look 1 at 0: 3\n",
                     line_B[] = "looks at lines of 64 B\n";
   check_sum((const char *const[]){ a, b }, 2, line_B, sum);
   check_sum((const char *const[]){ b, a }, 2, line_B, sum);
   /* A file without looks adds none. */
   check_sum((const char *const[]){ none, b, a }, 3, line_B, sum);
   check_sum((const char *const[]){ none, none }, 2, "", "");
}

/* Lines of different sizes have no sum. */
static void test_mixed(void **state)
{
   (void)state;
   check_sum((const char *const[]){ a, other }, 2, "", "");
   check_sum((const char *const[]){ other, a, other }, 3, "", "");
}

/* ---- The most ---- */

enum { N_RARE = 400, N_OFTEN = 100, FILE_B = 1 << 16 };

/* A profile with looks from `first` on: offsets of 8, two of those below N_OFTEN. */
static void make_file(char *file, int first, int n)
{
   char *at = file + sprintf(file, "%s#: looks 64\n", START);
   for (int i = first; i < first + n; i++)
      at += sprintf(at, "#: dl 1 %d %d 1\n", i < N_OFTEN ? 2 : 1, i * 8);
   strcpy(at, DATA_F_END);
}

static size_t sum_looks(char *x, char *y, int64_t offsets[], int64_t counts[])
{
   ac_profile *profile = test_sum_of((const char *const[]){ x, y }, 2, NULL);
   const ac_datum *datum = &ac_profile_data(profile)->data[0];
   size_t n = datum->n_looks;
   assert_in_range(n, 1, AC_LOOKS_MOST);
   for (size_t i = 0; i < n; i++) {
      offsets[i] = datum->looks[i].offset;
      counts[i] = datum->looks[i].count;
   }
   return n;
}

static void test_most(void **state)
{
   (void)state;
   static char x[FILE_B], y[FILE_B];
   int64_t offsets[AC_LOOKS_MOST], counts[AC_LOOKS_MOST];
   int64_t again[AC_LOOKS_MOST], again_counts[AC_LOOKS_MOST];
   make_file(x, 0, 250);
   make_file(y, 250, N_OFTEN + N_RARE - 250);
   assert_int_equal(sum_looks(x, y, offsets, counts), AC_LOOKS_MOST);
   assert_int_equal(sum_looks(y, x, again, again_counts), AC_LOOKS_MOST);
   assert_memory_equal(offsets, again, sizeof offsets);
   assert_memory_equal(counts, again_counts, sizeof counts);
   /* All that came twice, in order; of the others some from everywhere. */
   int n_late = 0;
   for (int i = 0; i < AC_LOOKS_MOST; i++) {
      assert_int_equal(counts[i], i < N_OFTEN ? 2 : 1);
      assert_true(i % N_OFTEN == 0 || offsets[i] > offsets[i - 1]);
      n_late += offsets[i] >= (N_OFTEN + N_RARE / 2) * 8;
   }
   assert_in_range(n_late, (AC_LOOKS_MOST - N_OFTEN) / 3,
                   (AC_LOOKS_MOST - N_OFTEN) * 2 / 3);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_added),
      cmocka_unit_test(test_mixed),
      cmocka_unit_test(test_most),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

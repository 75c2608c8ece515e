/* test_ac_data_match.c -- which data objects of two profiles are the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data.h"

#include "advice/ac_data_match.h"

enum { MOST = 16 };

#define PROFILE(notes) DATA_HEAD "fl=a.c\nfn=f\n1 9\nsummary: 9\n" notes "#: end 1\n"

static const ac_data *data_of(const ac_profile *profile)
{
   const ac_data *data = ac_profile_data(profile);
   assert_non_null(data);
   assert_true(data->n_data <= MOST);
   return data;
}

/* Writes the numbers of a side's objects as letters, in the order of their first use. */
static void put_numbers(char *text, const uint32_t *numbers, size_t n,
                        uint32_t letters[2 * MOST], size_t *n_letters)
{
   for (size_t i = 0; i < n; i++) {
      size_t k = 0;
      while (k < *n_letters && letters[k] != numbers[i])
         k++;
      if (k == *n_letters)
         letters[(*n_letters)++] = numbers[i];
      *text++ = (char)('a' + k);
   }
   *text = '\0';
}

/* Checks the objects of each side, in the order of the model: one letter for each, the
   same for the same object. */
static void check(const char *old, const char *new, const char *of_old,
                  const char *of_new)
{
   ac_profile *profiles[] = { test_good_profile(old), test_good_profile(new) };
   const ac_data *sides[] = { data_of(profiles[0]), data_of(profiles[1]) };
   uint32_t numbers[2][MOST], letters[2 * MOST];
   uint32_t *const both[] = { numbers[0], numbers[1] };

   ac_data_match(test_alloc(), sides, both);
   char text[MOST + 1];
   size_t n_letters = 0;
   put_numbers(text, numbers[0], sides[0]->n_data, letters, &n_letters);
   assert_string_equal(text, of_old);
   put_numbers(text, numbers[1], sides[1]->n_data, letters, &n_letters);
   assert_string_equal(text, of_new);
}

/* The compiler splits and clones functions, and debug information shortens the names of
   inlined ones. */
static void joins_functions_of_other_names(void **state)
{
   (void)state;
   check(PROFILE("#: ds make.constprop.0\n#: ds ns::parse(int)\n#: ds main\n#: ds a.c\n"
                 "#: ds work.part.0\n#: ds count.lto_priv.0\n#: db 01 /app\n"
                 "#: df 0x80 1 1 4 8\n#: df 0x90 1 2 4 2\n#: df 0xa0 1 3 4 3\n"
                 "#: dh 1 8 8 8 1 2 3\n#: dv s 1 0x40 8 6\n#: dk 5 4\n"),
         PROFILE("#: ds make\n#: ds parse\n#: ds main\n#: ds b/a.c\n#: ds work\n"
                 "#: ds count\n#: db 02 /app\n"
                 "#: df 0x70 1 1 4 9\n#: df 0x70 1 2 4 4\n#: df 0xb0 1 3 4 6\n"
                 "#: dk 5 4\n#: dh 1 8 8 8 1 2 3\n#: dv s 1 0x60 8 6\n"),
         "abc", "abc");
}

/* A variable has its symbol and its binary's name; without a symbol, where it begins. */
static void tells_variables_by_symbols(void **state)
{
   (void)state;
   check(PROFILE("#: ds x\n#: ds y\n#: db 01 /old/app\n#: db - /lib/libx.so\n"
                 "#: dv s 1 0x40 8 1\n#: dv s 2 0x40 8 1\n#: dv t 1 0x40 8 1\n"
                 "#: dv s 1 0x50 8 0\n#: dv s 1 0x60 8 0\n#: dv s 0 0x70 8 0\n"),
         PROFILE("#: ds x\n#: ds y\n#: db 02 /new/app\n#: db - /lib/libx.so\n"
                 "#: dv s 1 0x48 8 1\n#: dv s 2 0x48 8 1\n#: dv t 1 0x48 8 1\n"
                 "#: dv s 1 0x60 8 0\n#: dv s 1 0x68 8 0\n#: dv s 0 0x70 8 0\n"
                 "#: dv s 1 0x70 8 2\n"),
         "abcdef", "abceghf");
}

static void tells_other_memory_by_kinds(void **state)
{
   (void)state;
   check(PROFILE("#: ds /old/rows\n#: ds f\n#: ds /old/a.c\n"
                 "#: dm 1\n#: dm 0\n#: dr brk\n#: dr unknown\n#: dk 2 3\n#: dk 0 0\n"),
         PROFILE("#: ds /new/rows\n#: ds f\n#: ds /new/a.c\n"
                 "#: dk 0 0\n#: dk 2 3\n#: dr unknown\n#: dr brk\n#: dm 0\n#: dm 1\n"),
         "abcdef", "abcgef");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(joins_functions_of_other_names),
      cmocka_unit_test(tells_variables_by_symbols),
      cmocka_unit_test(tells_other_memory_by_kinds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ac_combine.c -- copied headers, and pairs of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_overflow.h"
#include "unit_alloc.h"

#include "counts/ac_combine.h"
#include "counts/ac_lines.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Profiles as text ---- */

/* All of a finished profile, for comparison; the caller frees it. */
static char *text_of(const ac_profile *profile)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   for (size_t i = 0; i < ac_profile_texts(profile, AC_DESC)->n; i++)
      fprintf(out, "%s\n", ac_profile_texts(profile, AC_DESC)->text[i]);
   fprintf(out, "%s\n", ac_profile_command(profile));
   for (size_t i = 0; i < ac_profile_n_events(profile); i++)
      fprintf(out, "%s ", ac_profile_event(profile, i));
   putc('\n', out);
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      fprintf(out, "%s:%s\n", ac_profile_file(profile, function->file)->name,
              function->name);
      ac_lines lines;
      ac_lines_open(&lines, profile, i, 1);
      while (ac_lines_next(&lines)) {
         fprintf(out, "%" PRIu32, lines.line);
         for (size_t k = 0; k < ac_profile_n_events(profile); k++)
            fprintf(out, " %" PRId64, lines.counts[k]);
         putc('\n', out);
      }
      ac_lines_close(&lines);
   }
   assert_int_equal(fclose(out), 0);
   return text;
}

static void check_text(const ac_profile *profile, const char *expected)
{
   char *text = text_of(profile);
   assert_string_equal(text, expected);
   free(text);
}

/* ---- Headers ---- */

static const char twice[] = "desc: one\ndesc: two\ncmd: a b\nevents: Ir Dr\n"
                            "fl=b\nfn=f\n7 1 1\n3 1 0\n7 2 0\n"
                            "fl=a\nfn=g\n1 4 4\n"
                            "fl=b\nfn=f\n3 5 5\nfn=e\n0 1 0\n"
                            "summary: 14 10\n";

static void test_empty(void **state)
{
   (void)state;
   ac_profile *from = test_good_profile(twice);
   ac_profile *empty = ac_combine_empty(test_alloc(), from);
   assert_non_null(empty);
   ac_profile_finish(empty);
   /* The command is not of `from`. */
   check_text(empty, "one\ntwo\n\nIr Dr \n");
}

/* ---- Pairs ---- */

static void test_pair(void **state)
{
   (void)state;
   static const char after[] = "desc: three\ncmd: c\nevents: Ir Dr\n"
                               "fl=a\nfn=g\n1 5 4\n2 1 1\nfn=h\n9 1 0\n"
                               "fl=c\nfn=e\n0 1 0\n"
                               "summary: 8 5\n";
   ac_profile *pair = test_good_pair(twice, after);
   check_text(pair, "three\nc\nIr Dr Ir Dr \n"
                    "a:g\n1 4 4 5 4\n2 0 0 1 1\n"
                    "a:h\n9 0 0 1 0\n"
                    "b:e\n0 1 0 0 0\n"
                    "b:f\n3 6 5 0 0\n7 3 1 0 0\n"
                    "c:e\n0 0 0 1 0\n");
   static const int64_t totals[] = { 14, 10, 8, 5 };
   assert_memory_equal(ac_profile_totals(pair), totals, sizeof totals);
}

static void test_pair_of_empty(void **state)
{
   (void)state;
   static const char empty[] = "cmd: c\nevents: Ir\nsummary: 0\n";
   static const char some[] = "cmd: d\nevents: Ir\nfl=\nfn=\n0 3\n"
                              "summary: 3\n";
   ac_profile *pair = test_good_pair(empty, empty);
   check_text(pair, "c\nIr Ir \n");
   pair = test_good_pair(empty, some);
   check_text(pair, "d\nIr Ir \n:\n0 0 3\n");
   pair = test_good_pair(some, empty);
   check_text(pair, "c\nIr Ir \n:\n0 3 0\n");
}

/* Random profiles: few names and lines, so many are in both. */
enum { N_FILES = 3, N_FUNCTIONS = 4, N_LINES = 5, N_EVENTS = 2, N_ROWS = 60 };

typedef struct {
   int64_t counts[N_FILES][N_FUNCTIONS][N_LINES][N_EVENTS];
   bool is_there[N_FILES][N_FUNCTIONS][N_LINES];
} table;

/* A profile of rows in random order; `t` gets their sums. */
static ac_profile *random_profile(unit_random *random, table *t)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   ac_profile_add_text(profile, AC_EVENT, "A", 1);
   ac_profile_add_text(profile, AC_EVENT, "B", 1);
   *t = (table){ .counts = { { { { 0 } } } } };
   size_t n = unit_random_below(random, N_ROWS);
   for (size_t i = 0; i < n; i++) {
      size_t file = unit_random_below(random, N_FILES);
      size_t function = unit_random_below(random, N_FUNCTIONS);
      size_t line = unit_random_below(random, N_LINES);
      int64_t counts[N_EVENTS];
      for (size_t k = 0; k < N_EVENTS; k++) {
         counts[k] = (int64_t)unit_random_below(random, 1000);
         t->counts[file][function][line][k] += counts[k];
      }
      t->is_there[file][function][line] = true;
      char name = (char)('a' + file);
      const char *of_file = ac_profile_intern(profile, &name, 1);
      name = (char)('p' + function);
      const char *of_function = ac_profile_intern(profile, &name, 1);
      ac_profile_begin(profile, of_file, of_function);
      ac_profile_add(profile, (uint32_t)line, counts);
   }
   ac_profile_finish(profile);
   return profile;
}

static bool has_function(const table *t, size_t file, size_t function)
{
   for (size_t line = 0; line < N_LINES; line++)
      if (t->is_there[file][function][line])
         return true;
   return false;
}

static void print_side(FILE *out, const int64_t *counts)
{
   for (size_t k = 0; k < N_EVENTS; k++)
      fprintf(out, " %" PRId64, counts[k]);
}

/* The text_of that the pair must have. */
static char *naive_pair(const table *before, const table *after)
{
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   assert_non_null(out);
   fputs("\nA B A B \n", out);
   for (size_t i = 0; i < N_FILES; i++)
      for (size_t f = 0; f < N_FUNCTIONS; f++) {
         if (!has_function(before, i, f) && !has_function(after, i, f))
            continue;
         fprintf(out, "%c:%c\n", (int)('a' + i), (int)('p' + f));
         for (size_t line = 0; line < N_LINES; line++) {
            if (!before->is_there[i][f][line] && !after->is_there[i][f][line])
               continue;
            fprintf(out, "%zu", line);
            print_side(out, before->counts[i][f][line]);
            print_side(out, after->counts[i][f][line]);
            putc('\n', out);
         }
      }
   assert_int_equal(fclose(out), 0);
   return text;
}

static void test_random_pairs(void **state)
{
   (void)state;
   unit_random random = unit_random_from(7);
   for (int round = 0; round < 300; round++) {
      static table of_before, of_after;
      ac_profile *before = random_profile(&random, &of_before);
      ac_profile *after = random_profile(&random, &of_after);
      ac_profile *pair = ac_combine_pair(test_alloc(), before, after, NULL, NULL);
      assert_non_null(pair);
      char *expected = naive_pair(&of_before, &of_after);
      check_text(pair, expected);
      free(expected);
      for (size_t k = 0; k < N_EVENTS; k++) {
         const int64_t *totals = ac_profile_totals(pair);
         assert_int_equal(totals[k], ac_profile_totals(before)[k]);
         assert_int_equal(totals[N_EVENTS + k], ac_profile_totals(after)[k]);
      }
   }
}

/* ---- Edited source ---- */

/* Rows of OLD are where NEW has them; what only OLD has keeps its number, marked.  Each
   allocation fails once. */
static void test_aligned(void **state)
{
   (void)state;
   ac_profile *old = test_good_profile("cmd: c\nevents: Ir\nfl=old/a.c\nfn=f\n"
                                       "0 1\n3 7\n4 5\n8 9\nfn=g\n20 2\n"
                                       "fn=z\n30 4\nsummary: 28\n");
   ac_profile *new = test_good_profile("cmd: c\nevents: Ir\nfl=new/a.c\nfn=f\n"
                                       "0 1\n5 7\n6 5\n10 9\nfn=h\n20 1\n22 3\n"
                                       "fn=z\n40 4\nsummary: 30\n");
   ac_align *align = ac_align_new(test_alloc(), old, new, NULL);
   ac_profile *pair = ac_combine_pair(test_alloc(), old, new, align, NULL);
   check_text(pair, "c\nIr Ir \nnew/a.c:f\n0 1 1\n5 7 7\n6 5 5\n10 9 9\n"
                    "new/a.c:g\n2147483668 2 0\n"
                    "new/a.c:h\n20 0 1\n22 0 3\nnew/a.c:z\n40 4 4\n");
   static const ac_line_numbers expected[] = { { 5, 3 },  { 6, 4 },   { 10, 8 },
                                               { 0, 20 }, { 40, 30 }, { 22, 22 } };
   static const uint32_t lines[] = { 5, 6, 10, 20 | AC_LINE_OF_OLD, 40, 22 };
   const char *file = ac_profile_file(pair, 0)->name;
   for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
      ac_line_numbers line = ac_profile_line(pair, file, lines[i]);
      assert_int_equal(line.new, expected[i].new);
      assert_int_equal(line.old, expected[i].old);
   }
}

/* ---- Failing ---- */

/* The largest counts fit on both sides. */
static void test_largest(void **state)
{
   (void)state;
   static const char largest[] = "cmd: x\nevents: Ir\nfl=a\nfn=f\n"
                                 "1 9223372036854775806\n2 1\n"
                                 "summary: 9223372036854775807\n";
   ac_profile *pair = test_good_pair(largest, largest);
   assert_int_equal(ac_profile_totals(pair)[0], INT64_MAX);
   assert_int_equal(ac_profile_totals(pair)[1], INT64_MAX);
}

/* ---- Regions ---- */

static const char regions_before[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a\nfn=f\n1 100 10\n"
   "summary: 100 10\n#: region 0 1 sort\n#: counts 50 5\n"
   "#: region 1 3 merge\n#: counts 20 2\n#: region 0 2 gone\n#: counts 7 0\n"
   "#: end 1\n";
static const char regions_after[] =
   "cmd: x\nevents: Ir Dr\n#: cachesim 1\nfl=a\nfn=f\n1 100 10\n"
   "summary: 100 10\n#: region 0 4 new\n#: counts 9 1\n"
   "#: region 0 1 sort\n#: counts 60 5\n#: region 2 5 merge\n#: counts 21 2\n"
   "#: region 0 1 merge\n#: counts 1 0\n#: end 1\n";

/* By path of names: NEW's, then those that only OLD has. */
static void test_regions(void **state)
{
   (void)state;
   static const char expected[] = "new/ 0->4: 0 0 9 1\nsort/ 1->1: 50 5 60 5\n"
                                  "merge/sort/ 3->5: 20 2 21 2\n"
                                  "merge/ 0->1: 0 0 1 0\ngone/ 2->0: 7 0 0 0\n";
   ac_profile *pair = test_good_pair(regions_before, regions_after);
   char got[512] = "";
   for (size_t i = 0; i < ac_profile_n_regions(pair); i++) {
      const ac_region *region = ac_profile_region(pair, i);
      for (size_t at = i; at != AC_NO_REGION; at = ac_profile_region(pair, at)->parent)
         sprintf(got + strlen(got), "%s/", ac_profile_region(pair, at)->name);
      const int64_t *c = region->counts;
      sprintf(got + strlen(got), " %d->%d: %d %d %d %d\n", (int)region->count_before,
              (int)region->count, (int)c[0], (int)c[1], (int)c[2], (int)c[3]);
   }
   assert_string_equal(got, expected);
}

/* Rows of both signs, whose sum overflows by line, but not in the order in which
   they came. */
static void test_overflow(void **state)
{
   (void)state;
   static const struct {
      uint32_t line;
      int64_t count;
   } rows[] = { { 1, INT64_MAX }, { 3, -INT64_MAX }, { 2, INT64_MAX } };
   ac_profile *profile = ac_profile_new(test_alloc());
   assert_non_null(profile);
   ac_profile_add_text(profile, AC_EVENT, "A", 1);
   const char *name = ac_profile_intern(profile, "f", 1);
   ac_profile_begin(profile, name, name);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      ac_profile_add(profile, rows[i].line, &rows[i].count);
   ac_profile_finish(profile);
   ac_combine_pair(test_alloc(), profile, profile, NULL, NULL);
   assert_true(an_overflow_take());
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),         cmocka_unit_test(test_pair),
      cmocka_unit_test(test_pair_of_empty), cmocka_unit_test(test_random_pairs),
      cmocka_unit_test(test_largest),       cmocka_unit_test(test_regions),
      cmocka_unit_test(test_overflow),      cmocka_unit_test(test_aligned),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

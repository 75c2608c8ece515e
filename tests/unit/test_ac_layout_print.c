/* test_ac_layout_print.c -- the sentences on a layout, of verdicts made here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "advice/ac_layout_judge.h"
#include "sections/ac_sections.h"

#include <math.h>

#define START "cmd: ./app\nevents: Ir\n#: cachesim 1\nsummary: 0\n"
#define PLAIN START "#: end 0\n"
#define RULE_1 "#: lr 3 type struct Order at a.c:1: hot id; cold rest\n"
#define RULE_2 "#: lr 9 static lock: pad 64\n"

static const ac_metric cycles = { .name = "CEst" };

/* A profile of a layout with these notes. */
#define LAYOUT(notes) "desc: Layout: dir/my.layout\n" START notes "#: end 0\n"

typedef struct {
   ac_profile *before, *after, *pair;
   ac_analysis analysis;
   ac_request request;
   ac_scope scope;
   an_tables tables;
} fixture;

/* `judged` can be NULL. */
static void open_fixture(fixture *f, const char *old, const char *new,
                         const ac_layout_judged *judged, unsigned is_for)
{
   *f = (fixture){ .analysis = { .layout = judged } };
   f->before = test_good_profile(old);
   f->after = test_good_profile(new);
   f->pair = ac_combine_pair(test_alloc(), f->before, f->after, NULL, NULL);
   assert_non_null(f->pair);
   f->scope = (ac_scope){ .profile = f->pair,
                          .alloc = test_alloc(),
                          .request = &f->request,
                          .analysis = &f->analysis };
   an_tables_begin(&f->tables, ac_layout_tables, &f->scope, is_for);
}

static void close_fixture(fixture *f)
{
   an_tables_close(&f->tables);
}

/* Appends the lines below the table, and those of the heading. */
static void put_notes(const fixture *f, char *text, size_t size_B)
{
   const an_table *table = &f->tables.of[0];
   char *notes;
   size_t length;
   FILE *out = open_memstream(&notes, &length);
   const an_page page = { .scope = f->scope, .out = out };
   assert_non_null(out);
   table->print_notes(table, &page);
   assert_int_equal(fclose(out), 0);
   snprintf(text + strlen(text), size_B - strlen(text), "%s", notes);
   free(notes);
}

/* What people read, a line each; lines that stand apart after an empty one. */
static void check_text(const char *old, const char *new, const ac_layout_judged *judged,
                       const char *expected)
{
   fixture f;
   char text[2048] = "";
   open_fixture(&f, old, new, judged, AN_FOR_PEOPLE);
   assert_int_equal(f.tables.n, 1);
   const an_table *table = &f.tables.of[0];
   for (size_t i = 0; i < table->n; i++) {
      an_cell cells[32];
      an_row row = { .cells = cells };
      assert_in_range(table->n_columns, 1, 32);
      table->make_row(table, (ptrdiff_t)i, &row);
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s\n",
               row.is_apart ? "\n" : "", row.line);
   }
   put_notes(&f, text, sizeof text);
   assert_string_equal(text, expected);
   close_fixture(&f);
}

static ac_layout_judged judged_of(ac_layout_verdict *of, size_t n)
{
   return (ac_layout_judged){ .has_data = true,
                              .of = of,
                              .n = n,
                              .d1 = { 200, 100 },
                              .last = { 50, 60 },
                              .cycles = &cycles,
                              .before = 1000,
                              .after = 750,
                              .rest = -10 };
}

/* ---- Rules ---- */

static void test_one(void **state)
{
   (void)state;
   ac_layout_verdict of = { .rule = 1,
                            .d1 = { 100, 39 },
                            .last = { 50, 26 },
                            .change = -230,
                            .functions = { { "by_city", 600, -186 }, { "load", 400, 8 } },
                            .n_functions = 2 };
   const ac_layout_judged judged = judged_of(&of, 1);
   check_text(PLAIN, LAYOUT(RULE_1 "#: lc 1 1000 64000 3 1 2\n"), &judged,
              "split of struct Order (my.layout:3): D1 misses -61.0%, LL 50 -> 26, "
              "cycles -23.0% (whole program -25.0%); by_city gains 31.0%, load loses "
              "2.0%\n"
              "  1,000 blocks (64,000 bytes) laid out, 3 did not fit, 1 more access, 2 "
              "system calls with an address in them\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules -1.0%\n");
}

/* In the order of the verdicts; misses from nothing and to nothing, and none at all. */
static void test_several(void **state)
{
   (void)state;
   ac_layout_verdict of[] = { { .rule = 2, .d1 = { 0, 1234 }, .change = -0.4L },
                              { .rule = 1, .d1 = { 7, 0 } } };
   ac_layout_judged judged = judged_of(of, 2);
   judged.rest = 0.2L;
   check_text(PLAIN, LAYOUT(RULE_1 RULE_2 "#: lc 1 1 1 0 20 1\n#: lc 2 1 64 0 0 0\n"),
              &judged,
              "padding of lock (my.layout:9): D1 misses 0 -> 1,234, cycles 0.0%\n"
              "  1 variable (64 bytes) laid out\n"
              "split of struct Order (my.layout:3): D1 misses 7 -> 0, cycles 0.0%\n"
              "  1 block (1 byte) laid out, 20 more accesses, 1 system call with "
              "an address in them\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules 0.0%\n");
}

/* What nothing follows, or nothing misses, is not judged. */
static void test_unused(void **state)
{
   (void)state;
   ac_layout_verdict of[] = { { .rule = 1 }, { .rule = 2 } };
   const ac_layout_judged judged = judged_of(of, 2);
   check_text(PLAIN, LAYOUT(RULE_1 RULE_2 "#: lc 2 2 128 0 0 0\n"), &judged,
              "split of struct Order (my.layout:3): matched nothing\n"
              "padding of lock (my.layout:9): no misses on its data\n"
              "  2 variables (128 bytes) laid out\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules -1.0%\n");
   check_text(PLAIN, LAYOUT(RULE_1 RULE_2 "#: lc 1 0 0 12 0 0\n"), &judged,
              "split of struct Order (my.layout:3): matched nothing\n"
              "  0 blocks (0 bytes) laid out, 12 did not fit\n"
              "padding of lock (my.layout:9): matched nothing\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules -1.0%\n");
}

/* A function that cost nothing has no percent. */
static void test_no_base(void **state)
{
   (void)state;
   ac_layout_verdict of = { .rule = 1,
                            .d1 = { 0, 9 },
                            .change = 90,
                            .functions = { { "f<a<b>>(int)", 0, 1234.6L } },
                            .n_functions = 1 };
   const ac_layout_judged judged = judged_of(&of, 1);
   check_text(PLAIN, LAYOUT(RULE_1 "#: lc 1 1 1 0 0 0\n"), &judged,
              "split of struct Order (my.layout:3): D1 misses 0 -> 9, cycles +9.0% "
              "(whole program -25.0%); f<a<b>>(int) loses 1,235 cycles\n"
              "  1 block (1 byte) laid out\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules -1.0%\n");
}

/* ---- What is not known ---- */

static void test_unknown(void **state)
{
   (void)state;
   ac_layout_verdict of = { .rule = 1, .d1 = { 5, 4 } };
   ac_layout_judged judged = judged_of(&of, 1);
   judged.cycles = NULL;
   check_text(PLAIN, LAYOUT(RULE_1 "#: lc 1 1 1 0 0 0\n"), &judged,
              "split of struct Order (my.layout:3): D1 misses 5 -> 4\n"
              "  1 block (1 byte) laid out\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60\n");
   judged = judged_of(&of, 1);
   judged.has_data = false;
   check_text(PLAIN, LAYOUT(RULE_1 "#: lc 1 1 1 0 0 0\n"), &judged,
              "split of struct Order (my.layout:3): its misses are not known\n"
              "  1 block (1 byte) laid out\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after)\n"
              "rules are judged by data objects, which not both profiles have:\n"
              "cachesim --objects=yes records them\n");
   judged = judged_of(NULL, 0);
   check_text(PLAIN, LAYOUT(""), &judged,
              "whole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after)\nthe rules are not known\n");
}

/* OLD's own layout is named. */
static void test_old(void **state)
{
   (void)state;
   ac_layout_verdict of = { .rule = 1 };
   const ac_layout_judged judged = judged_of(&of, 1);
   check_text(LAYOUT(RULE_1 RULE_2), LAYOUT(RULE_1), &judged,
              "split of struct Order (my.layout:3): matched nothing\n"
              "\nwhole program: D1 misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 "
              "before, 750 after); outside all rules -1.0%\n"
              "OLD has the layout dir/my.layout, 2 rules\n");
}

/* Without a verdict there is no section. */
static void test_none(void **state)
{
   (void)state;
   fixture f;
   open_fixture(&f, PLAIN, LAYOUT(RULE_1), NULL, AN_FOR_PEOPLE);
   assert_int_equal(f.tables.n, 0);
   close_fixture(&f);
}

/* ---- Programs ---- */

/* All that is not known is null. */
static void test_json(void **state)
{
   (void)state;
   ac_layout_verdict of = { .rule = 1,
                            .d1 = { 5, 4 },
                            .last = { 3, 2 },
                            .change = -20.6L,
                            .functions = { { "f", 600, -20.6L } },
                            .n_functions = 1 };
   ac_layout_judged judged = judged_of(&of, 1);
   for (int is_known = 1; is_known >= 0; is_known--) {
      fixture f;
      char *text;
      size_t length;
      judged.has_data = is_known;
      of.n_functions = is_known;
      if (!is_known)
         judged.cycles = NULL;
      open_fixture(&f, PLAIN, LAYOUT(RULE_1 "#: lc 1 1 1 0 0 0\n"), &judged, AN_FOR_JSON);
      FILE *out = open_memstream(&text, &length);
      assert_non_null(out);
      an_json_out json = { .out = out };
      an_json_put_open(&json, NULL, '{');
      an_tables_put_json(&json, "layout_verdict", ac_layout_tables, &f.scope);
      an_json_put_close(&json, '}');
      assert_int_equal(fclose(out), 0);
      const char *expected =
         is_known
            ? "{\n\"layout_verdict\":{\"is_known\":true,\"program\":\"whole program: D1 "
              "misses -50.0%, LL 50 -> 60, cycles -25.0% (1,000 before, 750 "
              "after); outside all rules -1.0%\",\"old_cycles\":1000,\"cycles\":750,"
              "\"rest\":-1,\n"
              "\"rules\":[\n {\"rule\":1,\"line\":3,\"kind\":\"split\",\"of\":\"struct "
              "Order\",\"old_d1_misses\":5,\"d1_misses\":4,\"old_ll_misses\":3,"
              "\"ll_misses\":2,\"cycles\":-21,\"percent\":-2.06,"
              "\"functions\":[{\"name\":\"f\",\"old_cycles\":600,\"cycles\":-21}],"
              "\"text\":\"split of struct Order (my.layout:3): D1 misses 5 -> 4, LL "
              "3 -> 2, cycles -2.1% (whole program -25.0%); f gains 3.4%\"}]}}"
            : "{\n\"layout_verdict\":{\"is_known\":false,\"program\":\"whole program: D1 "
              "misses -50.0%, LL 50 -> 60\",\"old_cycles\":null,\"cycles\":null,"
              "\"rest\":null,\n"
              "\"rules\":[\n {\"rule\":1,\"line\":3,\"kind\":\"split\",\"of\":\"struct "
              "Order\",\"old_d1_misses\":null,\"d1_misses\":null,\"old_ll_misses\":null,"
              "\"ll_misses\":null,\"cycles\":null,\"percent\":null,"
              "\"functions\":[],"
              "\"text\":\"split of struct Order (my.layout:3): its misses are not "
              "known\"}]}}";
      assert_string_equal(text, expected);
      free(text);
      close_fixture(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one),     cmocka_unit_test(test_several),
      cmocka_unit_test(test_unused),  cmocka_unit_test(test_no_base),
      cmocka_unit_test(test_unknown), cmocka_unit_test(test_old),
      cmocka_unit_test(test_none),    cmocka_unit_test(test_json),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ac_samples.c -- looks, cut into the elements of a type.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_suggest_data.h"

#include <math.h>

/* "element.field[from,to)@line ..." */
static void check_uses(const ac_sample *sample, const char *expected)
{
   char text[1000] = "", *at = text;
   for (size_t i = 0; i < sample->n_uses; i++) {
      const ac_sample_use *use = &sample->uses[i];
      at += sprintf(at, "%s%u.%u[%u,%u)@%u", i > 0 ? " " : "", use->element, use->field,
                    use->from, use->to, use->line);
   }
   assert_string_equal(text, expected);
}

/* Nodes of 48 bytes: key, next, text[24], used, and 4 bytes of padding. */
static void cuts_elements(void **state)
{
   (void)state;
   looked l = variable_of(&node_type, 48 * 100);
   uint64_t *used = add_look(&l, 960 - 7 * 64, 15, 1); /* element 20 begins in line 7 */
   int64_t offset = 960 - 7 * 64;
   use_bytes(used, offset, 960 + 8, 8);       /* next of 20 */
   use_bytes(used, offset, 960 + 16 + 4, 8);  /* some of its text */
   use_bytes(used, offset, 960 + 44, 4);      /* padding */
   use_bytes(used, offset, 1008, 8);          /* key of 21, in the same line */
   use_bytes(used, offset, 1008 + 48 * 2, 8); /* of 23, two lines on */
   ac_samples s = open_samples(&l, 48 * 100, 0);
   assert_int_equal(s.n, 1);
   check_uses(&s.of[0], "0.1[0,8)@7 0.2[4,12)@7 1.0[0,8)@7 3.0[0,8)@9");
   assert_int_equal(s.of[0].n_elements, 4);
   assert_int_equal(s.of[0].at, 7 * 64);
   assert_int_equal(s.of[0].used_lines, 1 << 7 | 1 << 9);
   assert_int_equal(s.of[0].missed_lines, 1 << 7);
   assert_true(s.of[0].weight == 1000 && s.weight == 1000);
   assert_true(ac_sample_visits(&s.of[0]) == 500);
}

/* The part of a window that is in the block; the first element can begin before it. */
static void cuts_at_ends(void **state)
{
   (void)state;
   looked l = variable_of(&node_type, 48 * 3);
   uint64_t *used = add_look(&l, -16, 3, 1);
   for (size_t i = 0; i < 3; i++)
      used[i] = UINT64_MAX;
   used = add_look(&l, 48 * 2 + 8 - 64, 2, 1);
   use_bytes(used, 48 * 2 + 8 - 64, 48 * 2 + 8, 8);
   ac_samples s = open_samples(&l, 48 * 3, 0);
   assert_int_equal(s.n, 2);
   check_uses(&s.of[0], "0.0[0,8)@0 0.1[0,8)@0 0.2[0,24)@0 0.3[0,4)@0 "
                        "1.0[0,8)@1 1.1[0,8)@1 1.2[0,24)@1 1.3[0,4)@1 "
                        "2.0[0,8)@1 2.1[0,8)@1 2.2[0,24)@2 2.3[0,4)@2");
   check_uses(&s.of[1], "0.1[0,8)@1");
   assert_int_equal(s.of[1].at, 56);
}

/* Of C++'s new T[n]: a number before the elements. */
static void skips_the_lead(void **state)
{
   (void)state;
   looked l = blocks_of(&node_type, 1, 48 * 4 + 8);
   use_bytes(add_look(&l, 0, 4, 1), 0, 0, 16);
   ac_samples s = open_samples(&l, 48 * 4 + 8, 8);
   assert_int_equal(s.n, 1);
   check_uses(&s.of[0], "0.0[0,8)@0");
   assert_int_equal(s.of[0].at, 8);
}

/* n lines from this offset: which one was missed. */
static uint32_t missed(int64_t offset, uint32_t n)
{
   looked l = variable_of(&node_type, 48 * 1000);
   uint64_t *used = add_look(&l, offset, n, 1);
   for (uint32_t i = 0; i < n; i++)
      use_bytes(used, offset, offset + 64 * i + 8, 16);
   ac_samples s = open_samples(&l, 48 * 1000, 0);
   uint32_t lines = s.n == 0 ? 0 : s.of[0].missed_lines;
   return lines;
}

static void knows_the_missed_line(void **state)
{
   (void)state;
   assert_int_equal(missed(64 * 6, 15), 1 << 7);
   assert_int_equal(missed(64 * 6, 10), 1 << 7); /* the end is near */
   assert_int_equal(missed(-1, 15), 1 << 7);     /* that far from the start */
   assert_int_equal(missed(-1, 11), 0x1f << 3);  /* or nearer: both ends are near */
   assert_int_equal(missed(-1, 8), 0xff);
   assert_int_equal(missed(-1, 2), 3);
}

static void leaves_out(void **state)
{
   (void)state;
   looked l = variable_of(&node_type, 48 * 100);
   use_bytes(add_look(&l, 0, 1, 3), 0, 44, 4); /* padding alone */
   add_look(&l, 0, 1, 1);                      /* nothing */
   use_bytes(add_look(&l, 0, 1, 4), 0, 0, 8);
   l.looks[2].n_lines = 16; /* of a later version */
   ac_samples s = open_samples(&l, 48 * 100, 0);
   assert_int_equal(s.n, 0);
   l.view = (ac_data_view){ .n_sides = 0 };
   open_looked(&l);
   l.data.look_line_B = 0;
   ac_samples_open(&s, an_alloc_malloc(), &l.view, 0, l.type, 48 * 100, 0);
   assert_int_equal(s.n, 0);
}

/* 100 visits of a node in two lines, seen from both; 300 of its key alone. */
static void counts_visits(void **state)
{
   (void)state;
   looked l = blocks_of(&node_type, 1000, 48);
   uint64_t *both = add_look(&l, -32, 2, 4);
   use_bytes(both, -32, 0, 8);
   use_bytes(both, -32, 40, 4);
   use_bytes(add_look(&l, -32, 2, 6), -32, 0, 8);
   ac_samples s = open_samples(&l, 48, 0);
   double shares[4];
   assert_int_equal(s.of[0].missed_lines, 3);
   assert_true(ac_sample_visits(&s.of[0]) == 200 && ac_sample_visits(&s.of[1]) == 600);
   ac_samples_shares(&s, shares);
   assert_true(shares[0] == 1 && shares[1] == 0 && shares[2] == 0);
   assert_true(fabs(shares[3] - 0.25) < 1e-12);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuts_elements),  cmocka_unit_test(cuts_at_ends),
      cmocka_unit_test(skips_the_lead), cmocka_unit_test(knows_the_missed_line),
      cmocka_unit_test(leaves_out),     cmocka_unit_test(counts_visits),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

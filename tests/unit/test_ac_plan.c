/* test_ac_plan.c -- where another layout has the fields of a type, and how many lines its
   uses fetch there, worked out by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_suggest_data.h"

#include <math.h>

static void check_near(const char *what, double found, double expected)
{
   if (fabs(found - expected) > 1e-9)
      fail_msg("%s: %.9f, not %.9f", what, found, expected);
}

static const ac_plan_object block = { .n_elements = 1, .visits = 1 };

/* Fields go to the parts of these numbers. */
static ac_plan *parts(tk_arena *arena, const ty_type *type, const uint16_t *part_of,
                      uint32_t n_parts)
{
   ac_plan *plan = ac_plan_new(arena, type, AC_PLAN_PARTS);
   assert_non_null(plan);
   plan->n_parts = n_parts;
   for (size_t i = 0; i < type->n_fields; i++)
      plan->part_of[i] = part_of[i];
   return plan;
}

static tk_arena new_arena(void)
{
   tk_arena arena;
   tk_arena_init(&arena, an_alloc_malloc(), "test");
   return arena;
}

/* ---- Places ---- */

static void aligns_as_c_does(void **state)
{
   (void)state;
   static const struct {
      ty_field field;
      uint32_t expected;
   } of[] = {
      { { 0, 8, "a", "long", false }, 8 },
      { { 8, 4, "a", "int", false }, 4 },
      { { 4, 8, "a", "double", false }, 4 },
      { { 0, 16, "a", "__int128", false }, 8 },
      { { 6, 2, "a", "short", false }, 2 },
      { { 8, 48, "a[48]", "char[48]", true }, 1 },
      { { 8, 48, "a[6]", "long[6]", true }, 8 },
      { { 8, 48, "a[12]", "int[12]", true }, 4 },
      { { 8, 48, "a[]", "char[]", true }, 8 },
      { { 8, 7, "a[5]", "odd", true }, 1 },
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      assert_int_equal(ac_plan_alignment(&of[i].field), of[i].expected);
}

static void places_parts(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   /* key and used; next and text. */
   ac_plan *plan = parts(&arena, &node_type, (const uint16_t[]){ 0, 1, 1, 0 }, 2);
   plan->order[0] = 3;
   plan->order[3] = 0;
   ac_plan_place(plan, &node_type);
   assert_int_equal(plan->to[3], 0);
   assert_int_equal(plan->to[0], 8);
   assert_int_equal(plan->step_B[0], 16);
   assert_int_equal(plan->to[1], 0);
   assert_int_equal(plan->to[2], 8);
   assert_int_equal(plan->step_B[1], 32);
   assert_int_equal(plan->align_of[1], 8);
   plan->pad_B = 64;
   ac_plan_place(plan, &node_type);
   assert_int_equal(plan->step_B[0], 64);
   assert_int_equal(plan->align_of[0], 64);
   /* A copy has all of it. */
   ac_plan *copy = ac_plan_copy(&arena, &node_type, plan);
   ac_plan_place(copy, &node_type);
   assert_int_equal(copy->to[0], 8);
   assert_int_equal(copy->step_B[1], 64);
   tk_arena_free(&arena);
}

/* ---- Lines ---- */

static double lines_of(const ac_plan *plan, ac_samples *samples,
                       const ac_plan_object *object)
{
   ac_plan_effect effect;
   ac_plan_try(plan, samples, object, &effect);
   return effect.lines;
}

/* Nothing changes: each old line is a new one. */
static void keeps_what_it_has(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   looked l = blocks_of(&node_type, 1000, 48);
   uint64_t *used = add_look(&l, -32, 2, 5);
   use_bytes(used, -32, 0, 8);
   use_bytes(used, -32, 40, 4);
   use_bytes(add_look(&l, -16, 1, 3), -16, 0, 16);
   use_bytes(add_look(&l, -48, 2, 2), -48, 16, 24);
   ac_samples s = open_samples(&l, 48, 0);
   ac_plan *plan = ac_plan_new(&arena, &node_type, AC_PLAN_ORDER);
   ac_plan_place(plan, &node_type);
   check_near("the same order", lines_of(plan, &s, &block), 1);
   ac_plan_effect now;
   ac_plan_now(&s, &block, &now);
   check_near("now", now.lines, 1);
   /* 5 looks are 2.5 visits of two lines; 3 and 2 of one. */
   check_near("bytes now", now.hot_B, 64 * 10 / 7.5);
   tk_arena_free(&arena);
}

/* Visits of two fields in two lines, seen from both: one line, when they are together. */
static void joins_fields(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   looked l = blocks_of(&node_type, 1000, 48);
   uint64_t *used = add_look(&l, -32, 2, 4);
   use_bytes(used, -32, 0, 8);
   use_bytes(used, -32, 40, 4);
   ac_samples s = open_samples(&l, 48, 0);
   ac_plan *plan = parts(&arena, &node_type, (const uint16_t[]){ 0, 1, 1, 0 }, 2);
   ac_plan_place(plan, &node_type);
   /* 16 bytes each, at multiples of 16. */
   check_near("together", lines_of(plan, &s, &block), 0.5);
   plan = parts(&arena, &node_type, (const uint16_t[]){ 0, 1, 1, 1 }, 2);
   ac_plan_place(plan, &node_type);
   /* The second part has 40 bytes from multiples of 8 on, with `used` at 32 to 36. */
   check_near("apart", lines_of(plan, &s, &block), 1);
   /* The order of the fields in one part: blocks stay, and begin at 32. */
   plan = ac_plan_new(&arena, &node_type, AC_PLAN_ORDER);
   memcpy(plan->order, (const uint16_t[]){ 0, 3, 1, 2 }, 4 * sizeof *plan->order);
   ac_plan_place(plan, &node_type);
   check_near("in order", lines_of(plan, &s, &block), 0.5);
   tk_arena_free(&arena);
}

/* A loop over one field of 8 bytes of 48: a line has eight of them, no more than one in
   seven lines was needed for each now. */
static void packs_a_field(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   looked l = variable_of(&node_type, 48 * 4000);
   static const ac_plan_object table = { .is_variable = true, .n_elements = 4000 };
   for (int64_t first = 0; first < 48; first++) {
      int64_t offset = 64 * (30 + 3 * first);
      uint64_t *used = add_look(&l, offset, 15, 1);
      for (int64_t at = (offset / 48 + 1) * 48; at + 16 <= offset + 15 * 64; at += 48)
         use_bytes(used, offset, at + 8, 8);
   }
   ac_samples s = open_samples(&l, 48 * 4000, 0);
   ac_plan *plan = ac_plan_new(&arena, &node_type, AC_PLAN_SOA);
   ac_plan_place(plan, &node_type);
   assert_int_equal(plan->n_parts, 4);
   /* Each old line has 4/3 nodes, an eighth of a line each. */
   double lines = lines_of(plan, &s, &table);
   assert_true(lines > 0.95 / 6 && lines < 1.05 / 6);
   tk_arena_free(&arena);
}

/* Elements of a part of 24 bytes in a pool begin at any multiple of 8: two in eight
   straddle lines; of 32 bytes, each second one does, as the pool begins 16 bytes behind a
   line; 32 that are padded do not. */
static void knows_the_pool(void **state)
{
   (void)state;
   static const ty_field fields[] = {
      { 0, 8, "a", "long", false },          { 8, 8, "b", "long", false },
      { 16, 8, "c", "long", false },         { 24, 8, "d", "long", false },
      { 32, 64, "e[64]", "char[64]", true },
   };
   static const ty_type type = { "struct five", 96, fields, 5 };
   tk_arena arena = new_arena();
   looked l = blocks_of(&type, 1000, 96);
   use_bytes(add_look(&l, 0, 2, 1), 0, 0, 32);
   ac_samples s = open_samples(&l, 96, 0);
   ac_plan *plan = parts(&arena, &type, (const uint16_t[]){ 0, 0, 0, 0, 1 }, 2);
   ac_plan_place(plan, &type);
   check_near("32 bytes", lines_of(plan, &s, &block), 1.5);
   plan->pad_B = 32;
   ac_plan_place(plan, &type);
   check_near("32 bytes, padded", lines_of(plan, &s, &block), 1);
   plan = parts(&arena, &type, (const uint16_t[]){ 0, 0, 0, 1, 1 }, 2);
   ac_plan_place(plan, &type);
   /* And a line for d; of its part of 72 bytes, the first 8. */
   check_near("24 bytes", lines_of(plan, &s, &block), 1.25 + 1);
   tk_arena_free(&arena);
}

/* A line of each block is used: aligned, it is one; and it takes 128 bytes of a cache,
   whose other lines no block has. */
static void aligns_blocks(void **state)
{
   (void)state;
   static const ty_field fields[] = { { 0, 64, "a[64]", "char[64]", true } };
   static const ty_type type = { "struct line", 64, fields, 1 };
   tk_arena arena = new_arena();
   looked l = blocks_of(&type, 1000, 64);
   uint64_t *used = add_look(&l, -16, 2, 1);
   use_bytes(used, -16, 0, 64);
   ac_samples s = open_samples(&l, 64, 0);
   ac_plan *plan = ac_plan_new(&arena, &type, AC_PLAN_WHOLE);
   plan->align_B = 64;
   ac_plan_place(plan, &type);
   ac_plan_effect effect;
   ac_plan_try(plan, &s, &block, &effect);
   check_near("aligned", effect.lines, 0.5);
   check_near("in the cache", effect.hot_B, 128);
   assert_true(effect.moves);
   plan->align_B = 0;
   ac_plan_place(plan, &type);
   ac_plan_try(plan, &s, &block, &effect);
   check_near("as it is", effect.lines, 1);
   assert_false(effect.moves);
   tk_arena_free(&arena);
}

/* What half of the visits use takes half of its bytes in a cache; and three quarters come
   at least once in two visits. */
static void weighs_parts(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   looked l = blocks_of(&node_type, 1000, 48);
   uint64_t *used = add_look(&l, 0, 1, 1);
   use_bytes(used, 0, 0, 8);
   use_bytes(used, 0, 16, 8);
   use_bytes(add_look(&l, 0, 1, 1), 0, 0, 8);
   ac_samples s = open_samples(&l, 48, 0);
   static const ac_plan_object twice = { .n_elements = 1, .visits = 2 };
   ac_plan *plan = parts(&arena, &node_type, (const uint16_t[]){ 0, 0, 1, 1 }, 2);
   ac_plan_effect effect;
   ac_plan_place(plan, &node_type);
   ac_plan_try(plan, &s, &twice, &effect);
   /* 16 bytes, and half of 28. */
   check_near("in the cache", effect.hot_B, 16 + 14);
   check_near("ever", effect.ever_B, 16 + 28 * (1 - pow(0.25, 64 / 28.0)));
   tk_arena_free(&arena);
}

/* What is longer than a line is in chunks of its own, each used as often as it is. */
static void cuts_long_parts(void **state)
{
   (void)state;
   static const ty_field fields[] = { { 0, 8, "a", "long", false },
                                      { 8, 120, "b[120]", "char[120]", true },
                                      { 128, 32, "c[32]", "char[32]", true } };
   static const ty_type type = { "struct long", 160, fields, 3 };
   tk_arena arena = new_arena();
   looked l = blocks_of(&type, 1000, 160);
   use_bytes(add_look(&l, 0, 3, 3), 0, 0, 8);
   use_bytes(add_look(&l, 0, 3, 1), 0, 130, 8);
   ac_samples s = open_samples(&l, 160, 0);
   ac_plan *plan = parts(&arena, &type, (const uint16_t[]){ 0, 1, 0 }, 2);
   ac_plan_effect effect;
   ac_plan_place(plan, &type);
   ac_plan_try(plan, &s, &block, &effect);
   assert_int_equal(effect.n_hot, 1); /* a and c have 40 bytes */
   check_near("bytes", effect.hot[0].bytes, 40);
   check_near("share", effect.hot[0].share, 1);
   plan = parts(&arena, &type, (const uint16_t[]){ 0, 0, 0 }, 1);
   plan->is_pool = true;
   ac_plan_place(plan, &type);
   ac_plan_try(plan, &s, &block, &effect);
   assert_int_equal(effect.n_hot, 2);
   check_near("the first", effect.hot[0].share, 0.75);
   check_near("and the third", effect.hot[1].share, 0.25);
   check_near("bytes of these", effect.hot_B, 64 * 0.75 + 32 * 0.25);
   tk_arena_free(&arena);
}

/* The wait for a line is that of the field with the longest; half of the effect is that
   of lines alone. */
static void weighs_waits(void **state)
{
   (void)state;
   tk_arena arena = new_arena();
   looked l = blocks_of(&node_type, 1000, 48);
   uint64_t *used = add_look(&l, 0, 1, 1);
   use_bytes(used, 0, 0, 8);
   use_bytes(used, 0, 16, 8);
   ac_samples s = open_samples(&l, 48, 0);
   static const double waits[] = { 2, 1, 0, 1 };
   s.waits = waits;
   ac_plan *plan = parts(&arena, &node_type, (const uint16_t[]){ 0, 0, 1, 1 }, 2);
   ac_plan_effect effect;
   ac_plan_place(plan, &node_type);
   ac_plan_try(plan, &s, &block, &effect);
   /* Of 28 bytes at multiples of 4 from 16 on, those at 0 to 8 straddle once in 16. */
   double second = effect.lines - 1;
   assert_true(second >= 1 && second < 1.1);
   check_near("waits", effect.waits, (effect.lines + 1) / 2);
   tk_arena_free(&arena);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(aligns_as_c_does),  cmocka_unit_test(places_parts),
      cmocka_unit_test(keeps_what_it_has), cmocka_unit_test(joins_fields),
      cmocka_unit_test(packs_a_field),     cmocka_unit_test(knows_the_pool),
      cmocka_unit_test(aligns_blocks),     cmocka_unit_test(weighs_parts),
      cmocka_unit_test(cuts_long_parts),   cmocka_unit_test(weighs_waits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

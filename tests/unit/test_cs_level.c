/* test_cs_level.c -- one cache of a machine, against a naive one; test_cs_hierarchy.c has
   the order of each policy by hand.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_level.h"
#include "models/cs_level_model.h"

enum { LINE_B = 64, WALK_EVERY = 61 };

static cs_level_shape shape_of(cs_policy policy, uint32_t n_sets, uint32_t assoc)
{
   return (cs_level_shape){ .geometry = { .size_B = (uint64_t)n_sets * assoc * LINE_B,
                                          .assoc = assoc,
                                          .line_size_B = LINE_B },
                            .policy = policy,
                            .seed = 7 };
}

/* Checks that both have the line or not, with the same marks, and in the same way: but of
   several empty ways, LRU fills the one that was emptied first. */
static uint32_t check_line(const cs_level *level, const naive_cache *naive,
                           const cs_level_place *p)
{
   naive_line_state *line = naive_has(naive, p->line / LINE_B);
   uint32_t way = cs_level_find(level, p);
   assert_int_equal(way == CS_NO_WAY, line == NULL);
   if (line == NULL)
      return way;
   if (level->policy != CS_LRU)
      assert_int_equal(way, (uintptr_t)(line - naive->lines) % naive->assoc);
   assert_int_equal(p->set->dirty >> way & 1, line->is_dirty);
   assert_int_equal(p->set->unused >> way & 1, line->is_unused);
   return way;
}

/* Uses the line, or brings it in, and checks what leaves. */
static void refer(cs_level *level, naive_cache *naive, uintptr_t addr, bool is_dirty,
                  bool is_unused)
{
   cs_level_place p = cs_level_at(level, addr);
   uint32_t way = check_line(level, naive, &p);
   if (way != CS_NO_WAY) {
      cs_level_use(level, p.set, way);
      naive_use_line(naive, naive_has(naive, addr / LINE_B));
      return;
   }
   cs_level_left left;
   uintptr_t none = CS_NO_LINE, next = cs_level_next(level, &p);
   way = cs_level_fill(level, &p, &left);
   p.set->dirty |= (uint64_t)is_dirty << way;
   p.set->unused |= (uint64_t)is_unused << way;
   naive_line_state out = naive_put_in(naive, addr / LINE_B, is_dirty, is_unused);
   assert_int_equal(left.line, out.is_full ? out.block * LINE_B : none);
   assert_int_equal(left.is_dirty, out.is_full && out.is_dirty);
   assert_true(next == none || next == left.line);
   check_line(level, naive, &p);
}

static void drop(cs_level *level, naive_cache *naive, uintptr_t addr)
{
   cs_level_place p = cs_level_at(level, addr);
   uint32_t way = check_line(level, naive, &p);
   if (way == CS_NO_WAY)
      return;
   naive_line_state out = naive_take_out(naive, naive_has(naive, addr / LINE_B));
   assert_int_equal(cs_level_drop(level, &p, way), out.is_dirty);
   assert_int_equal(cs_level_find(level, &p), CS_NO_WAY);
}

static void duel(cs_level_shape shape, uint64_t seed)
{
   cs_level level;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_level_init(&level, &shape, &memory.alloc);
   naive_cache naive = naive_cache_new(&shape);
   unit_random random = unit_random_from(seed);
   uint64_t n_lines = 1 + naive.n_sets * naive.assoc * 3 / 2;
   for (unsigned i = 0; i < 400; i++) {
      uintptr_t addr = (uintptr_t)unit_random_below(&random, n_lines) * LINE_B;
      uint64_t how = unit_random_below(&random, 16);
      if (how == 0)
         drop(&level, &naive, addr);
      else
         refer(&level, &naive, addr, how % 3 == 0, how % 5 == 0);
      if (i % WALK_EVERY == 0)
         assert_true(cs_level_is_valid(&level));
   }
   naive_cache_free(&naive);
   cs_level_fini(&level, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
}

/* Few sets are kept by their lines, many by tags of 32 bits; up to 16 ways are in one
   word of LRU. */
static const struct {
   uint32_t n_sets, assoc;
} sizes[] = { { 1, 1 },  { 1, 7 },  { 3, 4 },    { 4, 8 },    { 2, 16 },
              { 1, 17 }, { 2, 48 }, { 1024, 2 }, { 1025, 3 }, { 1024, 20 } };

static void duel_all(cs_policy policy)
{
   for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
      for (uint64_t seed = 1; seed <= 5; seed++)
         duel(shape_of(policy, sizes[i].n_sets, sizes[i].assoc), seed);
}

static void test_lru(void **state)
{
   (void)state;
   duel_all(CS_LRU);
}
static void test_tree_plru(void **state)
{
   (void)state;
   duel_all(CS_TREE_PLRU);
}
static void test_srrip(void **state)
{
   (void)state;
   duel_all(CS_SRRIP);
}
static void test_random(void **state)
{
   (void)state;
   duel_all(CS_RANDOM);
}

static void test_walker_sees_damage(void **state)
{
   (void)state;
   cs_level level;
   cs_level_shape shape = shape_of(CS_LRU, 2, 4);
   cs_level_left left;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_level_init(&level, &shape, &memory.alloc);
   cs_level_place p = cs_level_at(&level, 6 * LINE_B);
   uint32_t way = cs_level_fill(&level, &p, &left);
   const cs_level_set good = *p.set;
   assert_true(cs_level_is_valid(&level));
   p.set->dirty = ~good.full & level.all; /* marks on empty ways */
   assert_false(cs_level_is_valid(&level));
   *p.set = good;
   p.set->full = 0; /* a line in a way that is empty */
   assert_false(cs_level_is_valid(&level));
   *p.set = good;
   p.set->state = 0; /* the order names one way only */
   assert_false(cs_level_is_valid(&level));
   *p.set = good;
   cs_level_lines(&level, p.set)[way] += LINE_B; /* of the other set */
   assert_false(cs_level_is_valid(&level));
   cs_level_fini(&level, &memory.alloc);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lru),
      cmocka_unit_test(test_tree_plru),
      cmocka_unit_test(test_srrip),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_walker_sees_damage),
   };
   return cmocka_run_group_tests_name("cs_level", tests, NULL, NULL);
}

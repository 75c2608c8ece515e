/* test_cs_recent.c -- bit-PLRU, against a naive model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "machine/cs_recent.h"
#include "models/cs_tlb_model.h"

enum { WALK_EVERY = 61 };

static const struct {
   uint32_t n_entries, assoc;
} shapes[] = { { 1, 1 },  { 8, 1 },   { 2, 2 },   { 3, 3 },  { 12, 4 },
               { 18, 3 }, { 64, 64 }, { 65, 65 }, { 64, 4 }, { 72, 72 },
               { 16, 2 }, { 48, 48 }, { 96, 6 },  { 7, 7 } };

enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static void assert_same_keys(const cs_recent *r, const naive_recent *model)
{
   for (size_t i = 0; i < model->n_entries; i++) {
      const naive_entry *e = &model->entries[i];
      assert_int_equal(r->entries[i].is_full, e->is_full);
      assert_int_equal(r->entries[i].is_used, e->is_used);
      if (e->is_full)
         assert_int_equal(r->entries[i].key, e->key);
   }
   assert_true(cs_recent_is_valid(r));
}

static void duel_keys(uint32_t n_entries, uint32_t assoc, uint64_t seed)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_recent r;
   cs_recent_init(&r, n_entries, assoc, &memory.alloc);
   naive_recent model = naive_recent_new(n_entries, assoc);
   unit_random random = unit_random_from(seed);
   uint64_t n_keys = 1 + unit_random_below(&random, 2 * n_entries + 1);
   for (int i = 0; i < 1000; i++) {
      uintptr_t key = (uintptr_t)(unit_random_below(&random, n_keys)
                                  * (seed % 2 ? 1 : 0x9e3779b97f4a7c15u));
      assert_int_equal(cs_recent_find(&r, key) == CS_RECENT_NONE,
                       naive_find(&model, key) < 0);
      cs_recent_place place = cs_recent_refer(&r, key);
      assert_int_equal(place.is_new, naive_refer(&model, key));
      assert_int_equal(place.entry, naive_find(&model, key));
      if (i % WALK_EVERY == 0)
         assert_same_keys(&r, &model);
   }
   assert_same_keys(&r, &model);
   free(model.entries);
   cs_recent_fini(&r, &memory.alloc);
   assert_int_equal(memory.n_live, 0);
}

static void test_keys(void **state)
{
   (void)state;
   for (int i = 0; i < N_SHAPES; i++)
      for (uint64_t seed = 1; seed <= 40; seed++)
         duel_keys(shapes[i].n_entries, shapes[i].assoc, seed);
}

/* Three entries: a, b, c come in; c is used, and a and b are not. */
static void test_keys_by_hand(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_recent r;
   cs_recent_init(&r, 3, 3, &memory.alloc);
   assert_false(cs_recent_refer(&r, 'a').forgot);
   assert_false(cs_recent_refer(&r, 'b').forgot);
   assert_true(cs_recent_refer(&r, 'c').forgot);
   assert_false(cs_recent_refer(&r, 'a').forgot);       /* used again */
   assert_int_equal(cs_recent_refer(&r, 'd').entry, 1); /* b leaves */
   assert_int_equal(cs_recent_find(&r, 'b'), CS_RECENT_NONE);
   assert_int_equal(cs_recent_find(&r, 'c'), 2);
   assert_int_equal(cs_recent_refer(&r, 'e').entry, 0); /* only d was used */
   cs_recent_fini(&r, &memory.alloc);
}

static void test_walker_sees_damage(void **state)
{
   (void)state;
   unit_alloc memory;
   unit_alloc_init(&memory);
   cs_recent r;
   cs_recent_init(&r, 4, 2, &memory.alloc);
   for (uintptr_t key = 0; key < 5; key++)
      cs_recent_refer(&r, key);
   assert_true(cs_recent_is_valid(&r));
   r.entries[0].key += 2; /* in another chain */
   assert_false(cs_recent_is_valid(&r));
   r.entries[0].key -= 2;
   r.entries[0].is_used ^= true;
   assert_false(cs_recent_is_valid(&r));
   r.entries[0].is_used ^= true;
   r.entries[3].is_full = false;
   assert_false(cs_recent_is_valid(&r));
   r.entries[3].is_full = true;
   r.sets[1].n_used++;
   assert_false(cs_recent_is_valid(&r));
   cs_recent_fini(&r, &memory.alloc);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_keys),
      cmocka_unit_test(test_keys_by_hand),
      cmocka_unit_test(test_walker_sees_damage),
   };
   return cmocka_run_group_tests_name("cs_recent", tests, NULL, NULL);
}

/* test_ac_splits.c -- which fields are put apart, and in which order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_suggest_data.h"

#include "advice/ac_layout_names.h"
#include "advice/ac_splits.h"

/* 96 bytes: a and d are used together, b and c; e rarely. */
static const ty_field fields[] = {
   { 0, 8, "a", "long", false },          { 8, 8, "b", "long", false },
   { 16, 48, "e[48]", "char[48]", true }, { 64, 8, "c", "long", false },
   { 72, 8, "d", "long", false },         { 80, 16, "f[2]", "long[2]", true },
};
static const ty_type type = { "struct six", 96, fields, 6 };

typedef struct {
   looked *l;
   ac_samples samples;
   ac_stakes stakes;
   ac_object_wait stake;
   tk_arena arena;
   ac_search search;
} searched;

/* Cycles are not known, so that misses are what counts; caches are. */
static void begin(searched *s, looked *l, int64_t cache_B)
{
   const ac_plan_object object = { .n_elements = 1 };
   s->l = l;
   l->counts[0] = 1000000;
   s->samples = open_samples(l, l->type->size_B, 0);
   s->stake = (ac_object_wait){ .cycles = { 0 } };
   s->stakes = (ac_stakes){ .of = &s->stake,
                            .cache_B = { cache_B },
                            .line_B = 64,
                            .misses = 1000000,
                            .view = &l->view };
   tk_arena_init(&s->arena, an_alloc_malloc(), "test");
   ac_search_begin(&s->search, &s->arena, &s->samples, &s->stakes, 0, &object);
}

static void finish(searched *s)
{
   tk_arena_free(&s->arena);
}

static void check(searched *s, const ac_candidate *candidate, const char *expected)
{
   ac_words words = { .text = NULL };
   if (candidate->plan != NULL)
      ac_layout_add_actions(&words, candidate->plan, s->l->type, false);
   assert_string_equal(ac_words_keep(&words, &s->arena), expected);
}

/* Looks at blocks that begin with a line, or in its middle, of these fields. */
static void look_at(looked *l, const char *names, int64_t count)
{
   for (int64_t offset = 0; offset >= -32; offset -= 32) {
      uint64_t *used = add_look(l, offset, 2, count);
      for (size_t i = 0; i < type.n_fields; i++)
         if (strchr(names, fields[i].name[0]) != NULL)
            use_bytes(used, offset, fields[i].offset, 8);
   }
}

static void finds_what_is_used(void **state)
{
   (void)state;
   looked l = blocks_of(&type, 10000, 96);
   searched s;
   ac_candidate best;
   look_at(&l, "ad", 49);
   look_at(&l, "abcdef", 1);
   begin(&s, &l, 32768);
   ac_splits_best(&s.search, 2, &best);
   check(&s, &best, "hot a, d; cold rest");
   assert_true(best.gain > 0 && best.left < 0.75);
   ac_splits_order(&s.search, &best);
   check(&s, &best, "order a, d");
   finish(&s);
}

static void tells_pairs_apart(void **state)
{
   (void)state;
   looked l = blocks_of(&type, 10000, 96);
   searched s;
   ac_candidate best;
   look_at(&l, "ad", 20);
   look_at(&l, "bc", 20);
   begin(&s, &l, 200000);
   ac_splits_best(&s.search, 4, &best);
   check(&s, &best, "hot a, d; part b, c; cold rest");
   ac_splits_best(&s.search, 2, &best);
   check(&s, &best, "hot a, b, c, d; cold rest");
   finish(&s);
}

/* If all is used at once, there is nothing to put apart. */
static void leaves_together(void **state)
{
   (void)state;
   looked l = blocks_of(&type, 10000, 96);
   searched s;
   ac_candidate best;
   look_at(&l, "abcdef", 20);
   begin(&s, &l, 32768);
   ac_splits_best(&s.search, 4, &best);
   assert_true(best.plan == NULL || best.gain <= 0);
   finish(&s);
}

/* The order that a type has needs no rule. */
static void knows_good_orders(void **state)
{
   (void)state;
   looked l = blocks_of(&type, 10000, 96);
   searched s;
   ac_candidate best;
   for (int64_t offset = 0; offset >= -32; offset -= 32)
      use_bytes(add_look(&l, offset, 2, 1), offset, 0, 16);
   begin(&s, &l, 32768);
   ac_splits_order(&s.search, &best);
   assert_null(best.plan);
   finish(&s);
}

/* Nothing was seen of a type with one field. */
static void has_nothing_to_cut(void **state)
{
   (void)state;
   static const ty_field one[] = { { 0, 96, "a[96]", "char[96]", true } };
   static const ty_type whole = { "struct one", 96, one, 1 };
   looked l = blocks_of(&whole, 10000, 96);
   searched s;
   ac_candidate best;
   use_bytes(add_look(&l, 0, 2, 1), 0, 0, 16);
   begin(&s, &l, 32768);
   ac_splits_best(&s.search, 4, &best);
   assert_null(best.plan);
   finish(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_what_is_used), cmocka_unit_test(tells_pairs_apart),
      cmocka_unit_test(leaves_together),    cmocka_unit_test(knows_good_orders),
      cmocka_unit_test(has_nothing_to_cut),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

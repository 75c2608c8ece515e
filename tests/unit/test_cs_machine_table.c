/* test_cs_machine_table.c -- what each line of a machine's text can say.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_machine_table.h"

static const cs_machine_line *line_of(const char *key)
{
   for (int i = 0; i < CS_MACHINE_LINES; i++)
      if (strcmp(cs_machine_lines[i].key, key) == 0)
         return &cs_machine_lines[i];
   fail_msg("no line %s", key);
   return NULL;
}

static const cs_machine_value *value_of(const cs_machine_line *line, const char *name)
{
   for (const cs_machine_value *value = line->values; value->name != NULL; value++)
      if (strcmp(value->name, name) == 0)
         return value;
   fail_msg("no value %s", name);
   return NULL;
}

/* A number is kept in the member that it is for, and in no other. */
static void test_places(void **state)
{
   (void)state;
   cs_machine m;
   memset(&m, 0, sizeof m);
   const cs_machine_line *l3 = line_of("L3");
   const cs_machine_value *size = value_of(l3, "size"), *shared = value_of(l3, "shared");
   assert_ptr_equal((char *)&m + l3->offset, &m.levels[1]);
   cs_machine_value_set(size, &m.levels[1], UINT64_C(5) << 32);
   cs_machine_value_set(value_of(l3, "latency"), &m.levels[1], 77);
   cs_machine_value_set(shared, &m.levels[1], 1);
   assert_int_equal(m.levels[1].geometry.size_B, UINT64_C(5) << 32);
   assert_int_equal(m.levels[1].latency_cycles, 77);
   assert_true(m.levels[1].is_shared);
   assert_false(m.levels[1].writes_through);
   assert_int_equal(cs_machine_value_get(size, &m.levels[1]), UINT64_C(5) << 32);
   assert_int_equal(cs_machine_value_get(shared, &m.levels[1]), 1);
}

/* Each number in the table fits its member, and each line has a part of its own. */
static void test_rows(void **state)
{
   (void)state;
   uint32_t parts = 0;
   for (int i = 0; i < CS_MACHINE_LINES; i++) {
      const cs_machine_line *line = &cs_machine_lines[i];
      parts |= 1u << line->part;
      assert_in_range(line->offset, 0, sizeof(cs_machine) - 1);
      for (const cs_machine_value *v = line->values; v->name != NULL; v++) {
         if (v->is_text)
            continue;
         assert_true(v->width_B == 1 || v->width_B == 4 || v->width_B == 8);
         if (v->words != NULL)
            assert_non_null(v->words[1]);
         else if (v->width_B == 4 && !v->is_size)
            assert_in_range(v->most, v->least, UINT32_MAX);
         else
            assert_true(v->least <= v->most);
      }
   }
   /* Two lines can describe the second TLB of data. */
   assert_int_equal(__builtin_popcount(parts), CS_MACHINE_LINES - 1);
}

static bool applies(const char *key, const char *name, const void *part)
{
   const cs_machine_line *line = line_of(key);
   return cs_machine_value_applies(value_of(line, name), line, part);
}

static void test_conditions(void **state)
{
   (void)state;
   cs_level_shape lru = { .policy = CS_LRU }, random = { .policy = CS_RANDOM };
   assert_true(applies("D1", "size", &lru));
   assert_true(applies("D1", "seed", &random));
   assert_false(applies("D1", "seed", &lru));
   assert_false(applies("D1", "inclusion", &lru));
   assert_true(applies("L2", "inclusion", &lru));
   assert_false(applies("DTLB", "latency", NULL));
   assert_true(applies("TLB2", "latency", NULL));
   assert_true(applies("ITLB2", "latency", NULL));
   assert_true(applies("TLB2", "gap", NULL));
   assert_true(applies("DTLB2", "gap", NULL));
   assert_false(applies("ITLB2", "gap", NULL));
   assert_false(applies("DTLB", "gap", NULL));
   static const struct {
      cs_prefetcher_kind kind;
      bool has_entries, has_degree;
   } kinds[] = { { CS_NEXT_LINE, false, true },
                 { CS_STREAM, true, true },
                 { CS_STRIDE, true, true },
                 { CS_ADJACENT, false, false } };
   for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      cs_prefetcher_shape p = { .kind = kinds[i].kind };
      assert_int_equal(applies("prefetch", "entries", &p), kinds[i].has_entries);
      assert_int_equal(applies("prefetch", "distance", &p), kinds[i].has_entries);
      assert_int_equal(applies("prefetch", "degree", &p), kinds[i].has_degree);
   }
}

/* 0 is I1, 1 is D1, 2 is L2; in a machine, the first two are both of level 1. */
static void test_prefetchers(void **state)
{
   (void)state;
   for (uint32_t at = 0; at < 5; at++) {
      cs_prefetcher_shape p = { .level = at };
      cs_machine_prefetcher_place(&p);
      assert_int_equal(p.of_code, at == 0);
      assert_int_equal(p.level, at == 0 ? 1 : at);
      assert_int_equal(cs_machine_prefetcher_at(&p), at);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_prefetchers),
   };
   return cmocka_run_group_tests_name("cs_machine_table", tests, NULL, NULL);
}

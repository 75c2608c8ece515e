/* test_cs_words.c -- which store a load takes its bytes from: known loops, and random
   ones against a memory of bytes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "simulate/cs_words.h"
#include "unit_alloc.h"

enum { NONE = CS_WORDS_MOST };

static cs_words words;
static cs_form registers[CS_WORDS_REGISTERS];

static void begin(void)
{
   cs_words_begin(&words);
   for (uint32_t i = 0; i < CS_WORDS_REGISTERS; i++)
      registers[i] = cs_form_variable(i);
}

/* variable + constant */
static cs_form plus(cs_form a, int64_t constant)
{
   a.constant += (uint64_t)constant;
   return a;
}

static cs_form reg(uint32_t i, int64_t constant)
{
   return plus(cs_form_variable(i), constant);
}

static cs_form load(cs_form addr, uint32_t size_B)
{
   cs_form value;
   assert_true(cs_words_load(&words, &addr, size_B, &value));
   return value;
}

static void store(cs_form addr, uint32_t size_B, cs_form value)
{
   assert_true(cs_words_store(&words, &addr, size_B, &value));
}

static void check(uint32_t i, uint32_t from, uint32_t n_runs, bool is_same)
{
   cs_word_source source = cs_words_source(&words, i);
   assert_int_equal(source.store, from);
   if (from != NONE) {
      assert_int_equal(source.n_runs, n_runs);
      assert_int_equal(source.is_same, is_same);
   }
}

/* ---- Known loops ------------------------------------------------------ */

/* n++, at a constant address, and beside a register. */
static void test_counter(void **state)
{
   (void)state;
   for (int is_loop = 0; is_loop < 2; is_loop++) {
      begin();
      cs_form at = cs_form_constant(0x4000);
      store(at, 8, plus(load(at, 8), 1)); /* 0, 1 */
      store(reg(5, -8), 4, plus(load(reg(5, -8), 4), 1));
      load(at, 4); /* 4 */
      load(plus(at, 4), 4);
      load(plus(at, 6), 8); /* partly */
      load(plus(at, 8), 8);
      cs_words_end(&words, is_loop ? registers : NULL);
      check(0, is_loop ? 1 : NONE, 1, true);
      check(2, is_loop ? 3 : NONE, 1, true);
      check(4, 1, 0, true);
      check(5, 1, 0, false);
      check(6, 1, 0, false);
      check(7, NONE, 0, false);
   }
}

/* a[i] += a[i - 1], with a pointer, and with a base and an index. */
static void test_prefix_sum(void **state)
{
   (void)state;
   for (int is_index = 0; is_index < 2; is_index++) {
      begin();
      cs_form at = reg(0, 0), eight = cs_form_constant(0), i = reg(9, 0);
      if (is_index) {
         assert_true(cs_form_add(&eight, &i, 8, &eight));
         assert_true(cs_form_add(&at, &eight, 1, &at));
         registers[9] = reg(9, 1);
      } else {
         registers[0] = reg(0, 8);
      }
      load(plus(at, -8), 8);
      load(at, 8);
      store(at, 8, cs_form_variable(CS_WORDS_OTHERS));
      load(plus(at, -16), 8);
      load(plus(at, -8 * (CS_WORDS_RUNS + 1)), 8); /* too long ago */
      load(plus(at, -4), 4);
      cs_words_end(&words, registers);
      check(0, 2, 1, true);
      check(1, NONE, 0, false); /* nothing is stored ahead */
      check(3, 2, 2, true);
      check(4, NONE, 0, false);
      check(5, 2, 1, false);
   }
}

/* An index in memory, as compilers have it without optimisation: it advances, too. */
static void test_index_in_memory(void **state)
{
   (void)state;
   begin();
   cs_form i = load(reg(5, -4), 4), at = cs_form_constant(0x8000); /* 0 */
   assert_true(cs_form_add(&at, &i, 8, &at));
   load(plus(at, -8), 8);                              /* 1 */
   store(at, 8, cs_form_variable(CS_WORDS_OTHERS));    /* 2 */
   store(reg(5, -4), 4, plus(load(reg(5, -4), 4), 1)); /* 3, 4 */
   load(reg(5, -4), 4);                                /* 5 */
   cs_words_end(&words, registers);
   check(0, 4, 1, true);
   check(1, 2, 1, true);
   check(3, 4, 1, true);
   check(5, 4, 0, true);
   /* A pointer in memory stays; what it leads to is a counter. */
   begin();
   cs_form p = load(reg(5, -16), 8);
   store(p, 8, load(p, 8));
   cs_words_end(&words, registers);
   check(0, NONE, 0, false);
   check(1, 2, 1, true);
   /* One that is followed does not. */
   begin();
   p = load(reg(5, -16), 8);
   load(plus(p, 8), 8);
   store(reg(5, -16), 8, load(p, 8));
   store(plus(p, 8), 8, cs_form_constant(0));
   cs_words_end(&words, registers);
   check(0, 3, 1, true);
   check(1, NONE, 0, false);
}

/* What changes in a way that is not known is at another place in each run. */
static void test_unknown(void **state)
{
   (void)state;
   begin();
   store(reg(0, 0), 8, load(reg(0, 0), 8)); /* 0, 1 */
   cs_form other = cs_form_variable(CS_WORDS_OTHERS + 7);
   store(other, 8, load(other, 8)); /* 2, 3: no alias that is seen */
   load(other, 8);                  /* 4 */
   registers[0] = other;
   cs_words_end(&words, registers);
   check(0, NONE, 0, false);
   check(2, NONE, 0, false);
   check(4, 3, 0, true);
   begin(); /* a store that has part of a word makes it unknown */
   cs_form value = load(reg(1, 0), 8);
   store(reg(1, 4), 4, cs_form_constant(1));
   cs_form again = load(reg(1, 0), 8);
   uint64_t apart;
   assert_false(cs_form_difference(&value, &again, &apart));
   store(again, 8, load(again, 8)); /* 3, 4 */
   cs_words_end(&words, registers);
   check(3, NONE, 0, false);
}

static void test_room(void **state)
{
   (void)state;
   cs_form at = reg(0, 0), value;
   begin();
   for (uint32_t i = 0; i < CS_WORDS_MOST; i++)
      assert_true(cs_words_store(&words, &at, 8, &at));
   assert_false(cs_words_store(&words, &at, 8, &at));
   assert_false(cs_words_load(&words, &at, 8, &value));
}

/* ---- Random loops ----------------------------------------------------- */

enum { PLACES = 4096, RUNS = 12, ACCESSES = 24, POINTERS = 3, APART_B = 1024 };

/* Pointers far from each other, each advancing by its own step. */
static void fuzz(unit_random *random)
{
   struct {
      uint32_t pointer, size_B;
      int64_t at_B;
      bool is_store;
   } all[ACCESSES];
   int64_t step_B[POINTERS];
   static int writers[PLACES]; /* run * ACCESSES + access, or -1 */
   begin();
   for (uint32_t i = 0; i < POINTERS; i++) {
      step_B[i] = (int64_t)unit_random_below(random, 5) * 4 - 8;
      registers[i] = reg(i, step_B[i]);
   }
   int n = 1 + (int)unit_random_below(random, ACCESSES);
   for (int i = 0; i < n; i++) {
      all[i].pointer = (uint32_t)unit_random_below(random, POINTERS);
      all[i].size_B = 1u << unit_random_below(random, 4);
      all[i].at_B = (int64_t)unit_random_below(random, 10) * 4;
      all[i].is_store = unit_random_below(random, 2) == 0;
      cs_form addr = reg(all[i].pointer, all[i].at_B);
      if (all[i].is_store)
         store(addr, all[i].size_B, cs_form_variable(CS_WORDS_OTHERS));
      else
         load(addr, all[i].size_B);
   }
   cs_words_end(&words, registers);
   memset(writers, -1, sizeof writers);
   for (int run = 0; run < RUNS; run++)
      for (int i = 0; i < n; i++) {
         int64_t at_B = APART_B * all[i].pointer + APART_B / 2
                        + run * step_B[all[i].pointer] + all[i].at_B;
         int last = -1;
         for (uint32_t k = 0; k < all[i].size_B; k++) {
            if (all[i].is_store)
               writers[at_B + k] = run * ACCESSES + i;
            else if (writers[at_B + k] > last)
               last = writers[at_B + k];
         }
         if (all[i].is_store || run < RUNS - 1)
            continue;
         int n_runs = last < 0 ? CS_WORDS_RUNS + 1 : run - last / ACCESSES;
         cs_word_source source = cs_words_source(&words, (uint32_t)i);
         if (n_runs > CS_WORDS_RUNS) {
            assert_int_equal(source.store, NONE);
         } else {
            assert_int_equal(source.store, last % ACCESSES);
            assert_int_equal(source.n_runs, n_runs);
         }
      }
}

static void test_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   for (int round = 0; round < 3000; round++)
      fuzz(&random);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counter),
      cmocka_unit_test(test_prefix_sum),
      cmocka_unit_test(test_index_in_memory),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_room),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests_name("cs_words", tests, NULL, NULL);
}

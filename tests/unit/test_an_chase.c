/* test_an_chase.c -- an_chase: the lines of a chase are one cycle through all of them,
   each in its place; hunters stay on it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/an_chase.h"

static char *memory_for(const an_chase_shape *shape)
{
   char *memory = aligned_alloc(4096, (an_chase_B(shape) + 4095) / 4096 * 4096);
   assert_non_null(memory);
   return memory;
}

/* Follows the cycle from the first hunter on: each line once, the lines of a group
   together, each within its step. */
static void assert_cycle(const an_chase_shape *shape)
{
   an_chase chase;
   char *memory = memory_for(shape);
   unsigned char *seen = calloc(shape->n_lines, 1);
   size_t n_at_start = 0;
   assert_true(an_chase_begin(&chase, shape, memory, 1));
   void **at = chase.at[0];
   for (size_t i = 0; i < shape->n_lines; i++) {
      size_t offset_B = (size_t)((char *)at - memory);
      size_t line = offset_B / shape->step_B, within_B = offset_B % shape->step_B;
      assert_true(line < shape->n_lines);
      assert_false(seen[line]);
      assert_int_equal(line / shape->group, i / shape->group);
      assert_int_equal(within_B % shape->line_B, 0);
      assert_true(shape->is_scattered || within_B == 0);
      n_at_start += within_B == 0;
      seen[line] = 1;
      at = *at;
   }
   assert_ptr_equal(at, chase.at[0]);
   if (shape->is_scattered && shape->n_lines >= 256) /* not all in the same sets */
      assert_true(n_at_start < shape->n_lines / 4);
   free(seen);
   free(memory);
}

static void test_cycles(void **state)
{
   (void)state;
   assert_cycle(
      &(an_chase_shape){ .n_lines = 1, .step_B = 128, .line_B = 64, .group = 1 });
   assert_cycle(
      &(an_chase_shape){ .n_lines = 96, .step_B = 128, .line_B = 64, .group = 96 });
   assert_cycle(
      &(an_chase_shape){ .n_lines = 4096, .step_B = 64, .line_B = 64, .group = 256 });
   assert_cycle(&(an_chase_shape){
      .n_lines = 500, .step_B = 4096, .line_B = 64, .group = 500, .is_scattered = true });
}

/* Each hunter takes so many steps of the cycle; together they begin all over it. */
static void test_hunters(void **state)
{
   enum { LINES = 1024, STEPS = 24 };
   an_chase_shape shape = {
      .n_lines = LINES, .step_B = 64, .line_B = 64, .group = LINES
   };
   (void)state;
   char *memory = memory_for(&shape);
   for (size_t n = 1; n <= AN_CHASES_MOST; n *= 2) {
      an_chase chase, before;
      assert_true(an_chase_begin(&chase, &shape, memory, n));
      before = chase;
      an_chase_run(&chase, STEPS);
      for (size_t i = 0; i < n; i++) {
         void **at = before.at[i];
         for (size_t step = 0; step < STEPS; step++)
            at = *at;
         assert_ptr_equal(at, chase.at[i]);
         at = before.at[i];
         for (size_t step = 0; step < LINES / n; step++)
            at = *at;
         assert_ptr_equal(at, before.at[(i + 1) % n]);
      }
   }
   free(memory);
}

/* Random, or prefetchers would foresee it: few steps go to the next line. */
static void test_order(void **state)
{
   an_chase_shape shape = { .n_lines = 2048, .step_B = 64, .line_B = 64, .group = 2048 };
   an_chase chase;
   size_t n_next = 0;
   (void)state;
   char *memory = memory_for(&shape);
   assert_true(an_chase_begin(&chase, &shape, memory, 1));
   void **at = chase.at[0];
   for (size_t i = 0; i < shape.n_lines; i++) {
      n_next += (char *)*at == (char *)at + shape.step_B;
      at = *at;
   }
   assert_true(n_next < 20);
   free(memory);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cycles),
      cmocka_unit_test(test_hunters),
      cmocka_unit_test(test_order),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

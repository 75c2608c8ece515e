/* test_an_stack_places.c -- call paths whose steps are lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_stacks.h"

#include "paths/an_stack_places.h"

static void test_places(void **state)
{
   (void)state;
   an_stacks s;
   an_stack_places p;
   assert_true(stacks_open(&s));
   an_stack_places_open(&p, &s);
   /* main:7, main:8, f:3 below main:7, and one for each sample. */
   assert_int_equal(p.n_places, 8);
   const an_stack_place *g = &p.places[p.of_samples[4]];
   assert_int_equal(g->line, 5);
   assert_string_equal(g->file, "g.h");
   assert_true(g->is_inlined);
   const an_stack_place *f = &p.places[g->caller];
   assert_int_equal(f->line, 3);
   assert_string_equal(f->file, "f.h");
   assert_false(f->is_inlined);
   const an_stack_place *m = &p.places[f->caller];
   assert_int_equal(m->line, 7);
   assert_string_equal(m->file, "m.c");
   assert_int_equal(m->caller, AN_NO_STACK);
   assert_int_equal(p.places[p.of_samples[2]].caller, p.places[p.of_samples[3]].caller);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

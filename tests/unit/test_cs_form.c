/* test_cs_form.c -- sums and differences of forms: known answers, and random ones against
   their values.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "simulate/cs_form.h"
#include "unit_alloc.h"

enum { VARIABLES = 4 };

static uint64_t value_of(const cs_form *form, const uint64_t *variables)
{
   uint64_t sum = form->constant;
   for (uint32_t i = 0; i < form->n_terms; i++) {
      assert_true(form->terms[i].times != 0);
      assert_true(i == 0 || form->terms[i - 1].variable < form->terms[i].variable);
      sum += form->terms[i].times * variables[form->terms[i].variable];
   }
   return sum;
}

static void test_known(void **state)
{
   (void)state;
   cs_form base = cs_form_variable(3), index = cs_form_variable(1), eight, addr, other;
   const cs_form zero = cs_form_constant(0), minus_8 = cs_form_constant((uint64_t)-8);
   uint64_t apart_B;
   assert_true(cs_form_add(&zero, &index, 8, &eight));
   assert_true(cs_form_add(&base, &eight, 1, &addr));
   assert_true(cs_form_add(&addr, &minus_8, 1, &other));
   assert_int_equal(addr.n_terms, 2);
   assert_true(cs_form_difference(&addr, &other, &apart_B));
   assert_int_equal(apart_B, 8);
   assert_true(cs_form_difference(&other, &addr, &apart_B));
   assert_int_equal(apart_B, (uint64_t)-8);
   assert_false(cs_form_difference(&addr, &base, &apart_B));
   assert_false(cs_form_difference(&index, &eight, &apart_B));
   assert_true(cs_form_add(&addr, &base, (uint64_t)-1, &other)); /* the base again */
   assert_true(cs_form_difference(&other, &eight, &apart_B));
   const cs_form third = cs_form_variable(2);
   assert_false(cs_form_add(&addr, &third, 1, &other)); /* no room, and no change */
   assert_true(cs_form_difference(&other, &eight, &apart_B));
}

static cs_form random_form(unit_random *random)
{
   cs_form form = cs_form_constant(unit_random_below(random, 5));
   for (int i = 0; i < 3; i++) {
      cs_form term = cs_form_variable((uint32_t)unit_random_below(random, VARIABLES));
      cs_form_add(&form, &term, unit_random_below(random, 3) - 1, &form);
   }
   return form;
}

static void test_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   for (int round = 0; round < 20000; round++) {
      uint64_t variables[VARIABLES], difference;
      for (int i = 0; i < VARIABLES; i++)
         variables[i] = unit_random_below(&random, 1u << 30);
      cs_form a = random_form(&random), b = random_form(&random), sum;
      uint64_t times = unit_random_below(&random, 5) - 2;
      if (cs_form_add(&a, &b, times, &sum))
         assert_int_equal(value_of(&sum, variables),
                          value_of(&a, variables) + times * value_of(&b, variables));
      if (cs_form_difference(&a, &b, &difference))
         assert_int_equal(difference, value_of(&a, variables) - value_of(&b, variables));
      else
         assert_true(value_of(&a, variables) - value_of(&b, variables)
                     != a.constant - b.constant);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests_name("cs_form", tests, NULL, NULL);
}

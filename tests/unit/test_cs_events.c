/* test_cs_events.c -- cs_events: which events a run counts, and where.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_events.h"

/* The columns are these events, one after the other. */
static void assert_columns(const cs_columns *columns, const cs_event *events, uint32_t n)
{
   uint32_t at = 0;
   assert_int_equal(columns->n, n);
   for (cs_event e = 0; e < CS_N_EVENTS; e++) {
      bool is_counted = at < n && events[at] == e;
      assert_int_equal(cs_columns_have(columns, e), is_counted);
      assert_int_equal(columns->of[e], is_counted ? at : CS_NO_COLUMN);
      if (is_counted)
         assert_int_equal(columns->events[at++], e);
   }
   assert_int_equal(at, n);
}

static void test_parts(void **state)
{
   (void)state;
   static const cs_event none[] = { CS_IR },
                         branches[] = { CS_IR, CS_BC, CS_BCM, CS_BI, CS_BIM };
   cs_event all[CS_CLASSIC_EVENTS];
   for (cs_event e = 0; e < CS_CLASSIC_EVENTS; e++)
      all[e] = e;
   cs_columns columns = cs_columns_none();
   assert_columns(&columns, NULL, 0);
   columns = cs_columns_of(false, false);
   assert_columns(&columns, none, 1);
   columns = cs_columns_of(false, true);
   assert_columns(&columns, branches, 5);
   columns = cs_columns_of(true, false);
   assert_columns(&columns, all, CS_BC);
   columns = cs_columns_of(true, true);
   assert_columns(&columns, all, CS_CLASSIC_EVENTS);
}

/* In the order of the table, in whatever order they come; and each once. */
static void test_order(void **state)
{
   (void)state;
   static const cs_event events[] = {
      CS_IR, CS_D2MR, CS_D2MW, CS_CX, CS_SWEEP, CS_SWEEP + 1, CS_SWEEP + CS_SWEEPS_MAX - 1
   };
   cs_columns columns = cs_columns_of(false, false);
   cs_columns_add(&columns, CS_SWEEP + CS_SWEEPS_MAX - 1, 1);
   cs_columns_add(&columns, CS_SWEEP, 2);
   cs_columns_add(&columns, CS_CX, 1);
   cs_columns_add(&columns, CS_D2MR, 2);
   cs_columns_add(&columns, CS_D2MW, 1);
   cs_columns_add(&columns, CS_BC, 0);
   assert_columns(&columns, events, 7);
}

static void test_all(void **state)
{
   (void)state;
   cs_columns columns = cs_columns_none();
   cs_columns_add(&columns, 0, CS_N_EVENTS);
   assert_int_equal(columns.n, CS_N_EVENTS);
   for (cs_event e = 0; e < CS_N_EVENTS; e++) {
      assert_int_equal(columns.of[e], e);
      assert_int_equal(columns.events[e], e);
   }
}

static void test_counts(void **state)
{
   (void)state;
   static const uint64_t counts[] = { 10, 20, 30 };
   cs_columns columns = cs_columns_of(false, false);
   columns.sweep_names[4] = "Lm@2M";
   cs_columns_add(&columns, CS_SWEEP + 4, 1);
   cs_columns_add(&columns, CS_CD, 1);
   assert_int_equal(cs_columns_count(&columns, counts, CS_IR), 10);
   assert_int_equal(cs_columns_count(&columns, counts, CS_CD), 20);
   assert_int_equal(cs_columns_count(&columns, counts, CS_SWEEP + 4), 30);
   assert_int_equal(cs_columns_count(&columns, counts, CS_BC), 0);
   assert_string_equal(cs_columns_name(&columns, CS_CD), "Cd");
   assert_string_equal(cs_columns_name(&columns, CS_SWEEP + 4), "Lm@2M");
}

/* Each row of the table is complete. */
static void test_table(void **state)
{
   (void)state;
   for (size_t i = 0; i < TK_N_EVENTS; i++) {
      const tk_event *event = &tk_events[i];
      assert_ptr_equal(tk_event_find(event->name), event);
      assert_true(event->title[0] != '\0');
      assert_int_equal(event->meaning[strlen(event->meaning) - 1], '.');
      assert_true(event->level == 0 || event->access != 0);
   }
   assert_null(tk_event_find("Irr"));
   assert_null(tk_event_find(""));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts), cmocka_unit_test(test_order),
      cmocka_unit_test(test_all),   cmocka_unit_test(test_counts),
      cmocka_unit_test(test_table),
   };
   return cmocka_run_group_tests_name("cs_events", tests, NULL, NULL);
}

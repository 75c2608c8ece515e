/* test_cs_outfile_check.c -- counts that contradict the lines are left out; others stay.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_count.h"
#include "outfile/cs_outfile_check.h"
#include "unit_alloc.h"

/* A run of one line, one thread, one call path and one datum, which agree. */
typedef struct {
   unit_alloc memory;
   tk_strings *names;
   tk_line *line, *instr;
   cs_instr_notes instrs;
   cs_columns columns;
   uint64_t totals[CS_N_EVENTS];
   cs_thread_costs threads;
   cs_tree tree;
   cs_paths paths;
   cs_data_table *table;
   cs_cells cells;
   cs_data_notes notes;
   cs_sharing_notes sharing;
   cs_outfile_header header;
} run;

static run *r;

static void find(uintptr_t addr, cs_data_at *at)
{
   (void)addr;
   *at = (cs_data_at){ .data = cs_data_unknown(r->table) };
}

static void begin(void)
{
   static const cs_filter d1 = { .n_sets = 4, .set_mask = 3, .line_bits = 6 };
   r = calloc(1, sizeof *r);
   assert_non_null(r);
   unit_alloc_init(&r->memory);
   const tk_alloc *alloc = &r->memory.alloc;
   r->columns = cs_columns_of(true, true);
   r->line = calloc(1, sizeof *r->line + CS_N_EVENTS * sizeof(uint64_t));
   assert_non_null(r->line);
   r->instr = calloc(1, sizeof *r->line + CS_N_EVENTS * sizeof(uint64_t));
   assert_non_null(r->instr);
   r->names = tk_strings_new(alloc);
   cs_thread_costs_init(&r->threads, alloc, r->names, r->totals);
   cs_tree_init(&r->tree, alloc, r->columns.n, 100, 100);
   r->table = cs_data_table_new(alloc);
   const cs_cells_setup setup = { .alloc = alloc, .find = find, .d1 = &d1, .most = 100 };
   cs_cells_init(&r->cells, &setup);
   cs_edge *edge = cs_tree_call(&r->tree, r->tree.root, NULL, NULL);
   uint64_t *of_path = cs_tree_own(&r->tree, cs_edge_callee(edge));
   for (cs_event e = 0; e < r->columns.n; e++)
      r->line->counts[e] = of_path[e] = e == CS_D1MW || e == CS_DLMR ? 0 : 1;
   r->line->counts[CS_DLMW] = of_path[CS_DLMW] = 0;
   for (cs_event e = 0; e < r->columns.n; e++)
      r->instr->counts[e] = r->line->counts[e];
   r->instrs = (cs_instr_notes){ .instrs = &r->instr, .n_instrs = 1 };
   cs_thread_costs_begin(&r->threads, 1, r->line->counts);
   *cs_cells_miss(&r->cells, r->line, 0x1000, 0x2000, false) += 0;
   r->paths.of.tree = &r->tree;
   r->notes.cells = &r->cells;
   r->header = (cs_outfile_header){ .columns = &r->columns,
                                    .instrs = &r->instrs,
                                    .threads = &r->threads,
                                    .paths = &r->paths,
                                    .data = &r->notes,
                                    .sharing = &r->sharing };
}

static void end(void)
{
   cs_cells_fini(&r->cells);
   cs_data_table_free(r->table);
   cs_tree_fini(&r->tree);
   cs_thread_costs_fini(&r->threads);
   tk_strings_free(r->names);
   assert_int_equal(r->memory.n_live, 0);
   free(r->line);
   free(r->instr);
   free(r);
}

/* Checks, and expects that only `by` is left out; CS_N_BY: nothing is. */
static void expect_left_out(cs_by by)
{
   cs_outfile_check(&r->header, &r->line, 1);
   for (cs_by i = 0; i < CS_N_BY; i++)
      assert_int_equal(cs_contradicts(&r->header.left_out[i]), i == by);
   assert_int_equal(r->header.instrs == NULL, by == CS_BY_INSTR);
   assert_int_equal(r->header.threads == NULL, by == CS_BY_THREAD);
   assert_int_equal(r->header.paths == NULL, by == CS_BY_PATH);
   assert_int_equal(r->header.data == NULL, by == CS_BY_DATUM);
}

static void expect_contradiction(cs_by by, cs_event event, uint64_t found,
                                 uint64_t expected)
{
   const cs_contradiction *c = &r->header.left_out[by];
   assert_int_equal(c->event, event);
   assert_int_equal(c->found, found);
   assert_int_equal(c->expected, expected);
}

static void test_agreement(void **state)
{
   (void)state;
   begin();
   expect_left_out(CS_N_BY);
   end();
}

static void test_instrs(void **state)
{
   (void)state;
   begin();
   r->instr->counts[CS_DW] += 2;
   expect_left_out(CS_BY_INSTR);
   expect_contradiction(CS_BY_INSTR, CS_DW, 3, 1);
   end();
}

static void test_threads(void **state)
{
   (void)state;
   begin();
   r->threads.rows[0]->counts[CS_DR] += 7;
   expect_left_out(CS_BY_THREAD);
   expect_contradiction(CS_BY_THREAD, CS_DR, 8, 1);
   end();
}

/* Nothing is written of a single thread. */
static void test_threads_that_are_not_written(void **state)
{
   (void)state;
   begin();
   r->threads.rows[0]->counts[CS_DR] += 7;
   r->threads.is_on = false;
   expect_left_out(CS_N_BY);
   end();
}

static void test_paths(void **state)
{
   (void)state;
   begin();
   cs_tree_own(&r->tree, r->tree.root)[CS_BIM] += 2;
   expect_left_out(CS_BY_PATH);
   expect_contradiction(CS_BY_PATH, CS_BIM, 3, 1);
   end();
}

static void test_data(void **state)
{
   (void)state;
   begin();
   cs_cells_miss(&r->cells, r->line, 0x1000, 0x2000, false);
   expect_left_out(CS_BY_DATUM);
   expect_contradiction(CS_BY_DATUM, CS_D1MR, 2, 1);
   end();
}

/* A sum that stays at the largest number is not the sum of its parts. */
static void test_saturated(void **state)
{
   (void)state;
   begin();
   r->line->counts[CS_IR] = UINT64_MAX;
   expect_left_out(CS_N_BY);
   end();
}

/* Columns that are not written need not agree. */
static void test_other_columns(void **state)
{
   (void)state;
   begin();
   r->columns = cs_columns_of(true, false);
   r->threads.rows[0]->counts[CS_BC] += 7;
   expect_left_out(CS_N_BY);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_agreement),
      cmocka_unit_test(test_instrs),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_threads_that_are_not_written),
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_data),
      cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_other_columns),
   };
   return cmocka_run_group_tests_name("cs_outfile_check", tests, NULL, NULL);
}

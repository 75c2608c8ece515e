/* test_ah_read_own.c -- the reader of heap profiles: heapprof's options, state, fork,
   counting, totals, names of threads and regions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

/* ---- Options and totals ---- */

static void reads_options(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   assert_string_equal(p->command, "./a \xff");
   assert_string_equal(p->creator, "heapprof 0.1.0");
   assert_true(p->is_heapprof && p->has_stacks && !p->has_pages);
   assert_int_equal(p->exit_code, -1);
   assert_int_equal(p->depth, 30);
   assert_int_equal(p->heap_admin_B, 8);
   p = test_ah_text(test_ah_accesses);
   assert_true(p->has_accesses && p->has_moves && !p->has_stacks);
   assert_int_equal(p->histogram_B, 1024);
   p = test_ah_changed(test_ah_full, "\"pages\":false", "\"pages\":true");
   assert_true(p->has_pages);
}

static void reads_totals(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   const ah_totals *t = &p->totals;
   assert_amount(t->total, 14, 4);
   assert_amount(t->peak, 11, 2);
   assert_amount(t->end, 3, 1);
   assert_amount(t->temporary, 2, 1);
   assert_amount(t->freed, 7, 2);
   assert_int_equal(t->most_blocks, 3);
   assert_int_equal(t->zero_blocks, 1);
   assert_int_equal(t->reallocs, 2);
   assert_int_equal(t->most_stack, 99);
   assert_int_equal(t->peak_overhead, 20);
   assert_int_equal(t->failed, 3);
   assert_int_equal(t->invalid_frees, 5);
   assert_int_equal(t->threads, 2);
   assert_false(p->is_saturated);
   p = test_ah_changed(test_ah_full, "\"dirs\":", "\"saturated\":true,\"dirs\":");
   assert_true(p->is_saturated);
}

/* Copies have no lifetimes, and all times are 0. */
static void reads_copies(void **state)
{
   (void)state;
   static const char text[] =
      "{\"dhatFileVersion\":2,\"mode\":\"copy\",\"verb\":\"Copied\","
      "\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
      "\"cmd\":\"x\",\"pid\":1,\"te\":9,"
      "\"pps\":[{\"tb\":3,\"tbk\":2,\"fs\":[1],\"thr\":[[2,2,3]]}],"
      "\"ftbl\":[\"[root]\",\"0x4000: f (a.c:2)\"],"
      "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 0.1.0\","
      "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
      "\"stacks\":false,\"pages\":false,\"peak_only\":false},"
      "\"exit_code\":0,\"totals\":{\"bytes\":3,\"blocks\":2,"
      "\"peak_bytes\":0,\"peak_blocks\":0,\"peak_time\":0,\"end_bytes\":0,"
      "\"end_blocks\":0,\"most_blocks\":0,\"peak_extra_bytes\":0,"
      "\"temporary_blocks\":0,\"temporary_bytes\":0,\"zero_blocks\":0,"
      "\"reallocs\":0,\"failed\":0,\"invalid_frees\":0,\"freed_blocks\":0,"
      "\"freed_bytes\":0,\"threads\":2,\"moves\":0,\"moved_bytes\":0},"
      "\"dirs\":[\"\"],\"ftbl_dirs\":[0,0],\"timeline\":[],"
      "\"snapshots\":[]}}";
   ah_profile *p = test_ah_text(text);
   assert_true(p->is_heapprof && !p->has_lifetimes);
   assert_false(ah_profile_has_fates(p));
   assert_amount(p->totals.total, 3, 2);
   assert_int_equal(p->sites[0].rare->threads[0].thread, 2);
}

static void refuses_options(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"depth\":30,", "", "heapprof.options.depth: missing" },
      { "\"heap_admin_B\":8,", "", "heapprof.options.heap_admin_B: missing" },
      { "\"pages\":false,", "", "heapprof.options.pages: missing" },
      { "\"exit_code\":-1,", "", "heapprof.exit_code: missing" },
      { "\"creator\":", "\"c\":", "heapprof.creator: missing" },
      { "\"options\":{", "\"o\":{", "heapprof.options: missing" },
      { "\"depth\":30", "\"depth\":true", "heapprof.options.depth: expected an integer" },
      { "\"stacks\":true,", "", "heapprof.options.stacks: missing" },
      { "\"exit_code\":-1", "\"exit_code\":[]",
        "heapprof.exit_code: expected an integer" },
   };
   static const test_ah_error of_accesses[] = {
      { "\"accesses\":true", "\"accesses\":false",
        "heapprof.options.accesses: differs from bkacc" },
      { "\"accesses\":true", "\"accesses\":1",
        "heapprof.options.accesses: expected true or false" },
      { "\"histogram_B\":1024", "\"histogram_B\":-1",
        "heapprof.options.histogram_B: is negative" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
   test_ah_errors(test_ah_accesses, of_accesses,
                  sizeof of_accesses / sizeof of_accesses[0]);
}

static void refuses_totals(void **state)
{
   (void)state;
   static const char sums[] = "the sites have 14 bytes and 4 blocks in all, "
                              "the totals 15 and 4";
   static const test_ah_error errors[] = {
      { "\"totals\":{", "\"t\":{", "heapprof.totals: missing" },
      { "\"threads\":2,", "", "heapprof.totals.threads: missing" },
      { "\"most_stack_bytes\":99", "\"most_stack_bytes\":-9",
        "heapprof.totals.most_stack_bytes: is negative" },
      { "\"bytes\":14", "\"bytes\":15", sums },
      { "\"peak_blocks\":2", "\"peak_blocks\":3",
        "the sites have 11 bytes and 2 blocks at the peak, the totals 11 and "
        "3" },
      { "\"end_bytes\":3", "\"end_bytes\":2",
        "the sites have 3 bytes and 1 blocks at the end, the totals 2 and 1" },
      { "\"dirs\":", "\"saturated\":1,\"dirs\":",
        "heapprof.saturated: expected true or false" },
   };
   static const test_ah_error of_accesses[] = {
      { "\"reads\":70030,", "", "heapprof.totals.reads: missing" },
      { "\"reads\":70030", "\"reads\":70031",
        "heapprof.totals.reads: is 70031, but the sites' sum is 70030" },
      { "\"writes\":4176", "\"writes\":1",
        "heapprof.totals.writes: is 1, but the sites' sum is 4176" },
      { "\"moves\":1", "\"moves\":0",
        "heapprof.totals.moves: is 0, but the sites' sum is 1" },
      { "\"moved_bytes\":10", "\"moved_bytes\":9",
        "heapprof.totals.moved_bytes: is 9, but the sites' sum is 10" },
      { ",\"moved_bytes\":10", "", "heapprof.totals.moved_bytes: missing" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
   test_ah_errors(test_ah_accesses, of_accesses,
                  sizeof of_accesses / sizeof of_accesses[0]);
}

/* ---- The state of the run ---- */

static void reads_states(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      an_state_how how;
      int64_t number;
      const char *by;
   } cases[] = {
      { "{\"how\":\"exited\"}", AN_STATE_EXITED, 255, NULL },
      { "{\"how\":\"exited\",\"status\":3}", AN_STATE_EXITED, 3, NULL },
      { "{\"how\":\"killed\",\"signal\":127}", AN_STATE_KILLED, 127, NULL },
      { "{\"how\":\"replaced\",\"by\":\"/bin/\\\\xff\"}", AN_STATE_REPLACED, 0,
        "/bin/\xff" },
      { "{\"how\":\"dumped\"}", AN_STATE_DUMPED, 0, NULL },
      { "{\"how\":\"partial\",\"ms\":30120}", AN_STATE_PARTIAL, 30120, NULL },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char members[200];
      snprintf(members, sizeof members, "\"exit_code\":255,\"state\":%s,", cases[i].text);
      ah_profile *p = test_ah_changed(test_ah_full, "\"exit_code\":-1,", members);
      assert_int_equal(p->state.how, cases[i].how);
      assert_int_equal(p->state.number, cases[i].number);
      if (cases[i].by == NULL)
         assert_null(p->state.by);
      else
         assert_string_equal(p->state.by, cases[i].by);
      assert_null(p->state.predecessor);
   }
   ah_profile *p = test_ah_changed(test_ah_full, "\"exit_code\":-1,",
                                   "\"exit_code\":-1,\"parent\":7,\"title\":\"a\\\\x0a\","
                                   "\"predecessor\":\"old.hp\",");
   assert_int_equal(p->state.how, AN_STATE_UNKNOWN);
   assert_int_equal(p->parent, 7);
   assert_string_equal(p->title, "a\n");
   assert_string_equal(p->state.predecessor, "old.hp");
}

static void refuses_states(void **state)
{
   (void)state;
   static const char how[] =
      "heapprof.state.how: expected exited, killed, replaced, dumped or partial";
   static const char *const cases[][2] = {
      { "\"state\":[]", "heapprof.state: expected an object" },
      { "\"state\":{}", "heapprof.state.how: missing" },
      { "\"state\":{\"how\":\"\"}", how },
      { "\"state\":{\"how\":\"ended\"}", how },
      { "\"state\":{\"how\":\"exited\",\"status\":256}",
        "heapprof.state.status: is out of range" },
      { "\"state\":{\"how\":\"killed\"}", "heapprof.state.signal: missing" },
      { "\"state\":{\"how\":\"killed\",\"signal\":0}",
        "heapprof.state.signal: is out of range" },
      { "\"state\":{\"how\":\"replaced\",\"by\":1}",
        "heapprof.state.by: expected a string" },
      { "\"state\":{\"how\":\"partial\"}", "heapprof.state.ms: missing" },
      { "\"parent\":-1", "heapprof.parent: is negative" },
      { "\"title\":1", "heapprof.title: expected a string" },
      { "\"predecessor\":1", "heapprof.predecessor: expected a string" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char members[200];
      snprintf(members, sizeof members, "\"exit_code\":0,%s,", cases[i][0]);
      const test_ah_error error = { "\"exit_code\":-1,", members, cases[i][1] };
      test_ah_errors(test_ah_full, &error, 1);
   }
}

/* ---- The fork ---- */

#define FORK "\"exit_code\":1,\"fork\":{\"time\":5,"
#define ZERO \
   FORK "\"children\":\"zero\",\"bytes\":9,\"blocks\":2,\"freed_bytes\":4," \
        "\"freed_blocks\":1,\"reallocated\":1},"
#define INHERIT \
   FORK "\"children\":\"inherit\",\"bytes\":9,\"blocks\":2," \
        "\"total_bytes\":14,\"total_blocks\":4},"

static void reads_forks(void **state)
{
   (void)state;
   for (int i = 0; i < 2; i++) {
      ah_profile *p = test_ah_changed(test_ah_heapprof, "\"exit_code\":1,",
                                      i == 0 ? ZERO : INHERIT);
      const ah_fork *fork = &p->fork;
      assert_true(fork->is_known);
      assert_int_equal(fork->inherits, i == 1);
      assert_int_equal(fork->time, 5);
      assert_amount(fork->live, 9, 2);
      assert_amount(fork->freed, i == 0 ? 4 : 0, i == 0);
      assert_int_equal(fork->reallocated, i == 0);
      assert_amount(fork->total, i == 0 ? 0 : 14, i == 0 ? 0 : 4);
   }
   ah_profile *p = test_ah_text(test_ah_heapprof);
   assert_false(p->fork.is_known);
}

static void refuses_forks(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"exit_code\":1,", "\"exit_code\":1,\"fork\":1,",
        "heapprof.fork: expected an object" },
      { "\"exit_code\":1,", "\"exit_code\":1,\"fork\":{},",
        "heapprof.fork.time: missing" },
      { "\"exit_code\":1,", "\"exit_code\":1,\"fork\":{\"time\":1,\"children\":\"few\"},",
        "heapprof.fork.children: expected zero or inherit" },
      { "\"exit_code\":1,",
        "\"exit_code\":1,\"fork\":{\"time\":1,\"children\":\"zero\",\"bytes\":-1},",
        "heapprof.fork.bytes: is negative" },
   };
   test_ah_errors(test_ah_heapprof, errors, sizeof errors / sizeof errors[0]);
   char *inherits = test_ah_replaced(test_ah_heapprof, "\"exit_code\":1,", INHERIT);
   char *zero = test_ah_replaced(test_ah_heapprof, "\"exit_code\":1,", ZERO);
   const test_ah_error of_inherits = { "\"total_blocks\":4", "\"t\":4",
                                       "heapprof.fork.total_blocks: missing" };
   const test_ah_error of_zero = { "\"reallocated\":1", "\"r\":1",
                                   "heapprof.fork.reallocated: missing" };
   test_ah_errors(inherits, &of_inherits, 1);
   test_ah_errors(zero, &of_zero, 1);
   free(inherits);
   free(zero);
}

/* ---- Counting ---- */

static void reads_counting(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   assert_true(tk_counting_is_whole(&p->counting));
   p = test_ah_changed(test_ah_full, "\"exit_code\":-1,",
                       "\"exit_code\":-1,\"counting\":{\"restarted\":1,\"counted\":70,"
                       "\"zeros\":2,\"last_zero\":20},");
   assert_int_equal(p->counting.restarted, 1);
   assert_int_equal(p->counting.counted, 70);
   assert_int_equal(p->counting.zeros, 2);
   assert_int_equal(p->counting.last_zero, 20);
   assert_int_equal(p->counting.late, 0);
   static const test_ah_error errors[] = {
      { "\"exit_code\":-1,", "\"exit_code\":-1,\"counting\":1,",
        "heapprof.counting: expected an object" },
      { "\"exit_code\":-1,", "\"exit_code\":-1,\"counting\":{\"zeros\":-1},",
        "heapprof.counting.zeros: is negative" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

/* ---- Threads and regions ---- */

static void reads_thread_names(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_accesses);
   assert_int_equal(p->n_thread_names, 2);
   assert_int_equal(p->thread_names[0].thread, 2);
   assert_string_equal(p->thread_names[0].name, "worker");
   assert_int_equal(p->thread_names[1].thread, 7);
   assert_string_equal(p->thread_names[1].name, "a\n");
   p = test_ah_changed(test_ah_accesses, "[7,", "[4294967295,");
   assert_true(p->thread_names[1].thread == UINT32_MAX);
}

static void reads_regions(void **state)
{
   (void)state;
   static const ah_region expected[] = {
      { "parse", -1, 3, { 4100, 4 }, 4185, 4100 },
      { "lex\n", 0, 7, { 48, 2 }, 4100, 48 },
      { "lex\n", -1, 1, { 0, 0 }, 64, 0 },
   };
   ah_profile *p = test_ah_text(test_ah_accesses);
   assert_int_equal(p->n_regions, 3);
   for (size_t i = 0; i < 3; i++) {
      const ah_region *r = &p->regions[i], *e = &expected[i];
      assert_string_equal(r->name, e->name);
      assert_int_equal(r->parent, e->parent);
      assert_int_equal(r->count, e->count);
      assert_amount(r->total, e->total.bytes, e->total.blocks);
      assert_int_equal(r->peak, e->peak);
      assert_int_equal(r->growth, e->growth);
   }
   assert_ptr_equal(p->regions[1].name, p->regions[2].name);
}

static void reads_older(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_heapprof);
   assert_false(p->has_accesses || p->has_moves);
   assert_int_equal(p->n_regions + p->n_thread_names, 0);
   assert_int_equal(p->histogram_B, 0);
}

static void refuses_threads_and_regions(void **state)
{
   (void)state;
   static const char parent[] =
      "heapprof.regions[1].parent: expected -1 or the index of an earlier "
      "region";
   static const char name[] =
      "heapprof.thread_names[0]: expected the number of a thread and its name";
   static const test_ah_error errors[] = {
      { "\"regions\":[", "\"regions\":1,\"r\":[", "heapprof.regions: expected an array" },
      { "\"regions\":[", "\"regions\":[7,", "heapprof.regions[0]: expected an object" },
      { "\"name\":\"parse\",", "", "heapprof.regions[0].name: missing" },
      { "\"name\":\"parse\",", "\"name\":\"\\\\x\",",
        "heapprof.regions[0].name: has a malformed escape" },
      { "\"parent\":-1,", "", "heapprof.regions[0].parent: missing" },
      { "\"parent\":0,", "\"parent\":1,", parent },
      { "\"parent\":0,", "\"parent\":-2,", parent },
      { "\"parent\":0,", "\"parent\":-1,",
        "heapprof.regions[2]: the same as heapprof.regions[1]" },
      { "\"count\":3,", "", "heapprof.regions[0].count: missing" },
      { "\"peak\":4100", "\"peak\":-1", "heapprof.regions[1].peak: is negative" },
      { "\"growth\":48", "\"growth\":4101",
        "heapprof.regions[1].growth: is more than peak" },
      { "\"thread_names\":[", "\"thread_names\":0,\"t\":[",
        "heapprof.thread_names: expected an array" },
      { "[2,\"worker\"]", "[2]", name },
      { "[2,\"worker\"]", "[\"2\",\"worker\"]", name },
      { "[2,\"worker\"]", "[-2,\"worker\"]", name },
      { "[2,\"worker\"]", "{}", name },
      { "[2,\"worker\"]", "[4294967296,\"worker\"]",
        "heapprof.thread_names[0]: the number of the thread is too large" },
      { "[2,\"worker\"]", "[2,3]", "heapprof.thread_names[0]: expected a string" },
      { "[2,\"worker\"]", "[7,\"worker\"]",
        "heapprof.thread_names[1]: expected ascending numbers of threads" },
      { "\"bytes\":4100,\"blocks\":4", "\"bytes\":4196,\"blocks\":4",
        "heapprof.regions[0].bytes: 4196 is more than in all, 4195" },
      { "\"bytes\":4100,\"blocks\":4", "\"bytes\":4100,\"blocks\":7",
        "heapprof.regions[0].blocks: 7 is more than in all, 6" },
      { "\"peak\":4185,\"growth\"", "\"peak\":4186,\"growth\"",
        "heapprof.regions[0].peak: 4186 is more than the peak, 4185" },
      { "\"bytes\":48,\"blocks\":2,", "\"bytes\":4101,\"blocks\":2,",
        "heapprof.regions[1].bytes: 4101 is more than in the region around it, 4100" },
      { "\"bytes\":48,\"blocks\":2,", "\"bytes\":48,\"blocks\":5,",
        "heapprof.regions[1].blocks: 5 is more than in the region around it, 4" },
      { "\"peak\":4100", "\"peak\":4186",
        "heapprof.regions[1].peak: 4186 is more than in the region around it, 4185" },
      { "\"parent\":0,\"count\":7", "\"parent\":9223372036854775807,\"count\":7",
        parent },
   };
   test_ah_errors(test_ah_accesses, errors, sizeof errors / sizeof errors[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_options),      cmocka_unit_test(reads_totals),
      cmocka_unit_test(reads_copies),       cmocka_unit_test(refuses_options),
      cmocka_unit_test(refuses_totals),     cmocka_unit_test(reads_states),
      cmocka_unit_test(refuses_states),     cmocka_unit_test(reads_forks),
      cmocka_unit_test(refuses_forks),      cmocka_unit_test(reads_counting),
      cmocka_unit_test(reads_thread_names), cmocka_unit_test(reads_regions),
      cmocka_unit_test(reads_older),        cmocka_unit_test(refuses_threads_and_regions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

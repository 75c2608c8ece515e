/* test_ac_read_process.c -- the notes on the process, how its run stood, and the
   processes of a sum.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_reader.h"

#include "counts/ac_read_process.h"

/* ---- How the run stood ---- */

static void reads_states(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      an_state_how how;
      int64_t number;
   } cases[] = { { " exited 3", AN_STATE_EXITED, 3 },
                 { " killed 9", AN_STATE_KILLED, 9 },
                 { " dumped", AN_STATE_DUMPED, 0 },
                 { " partial 30100 ", AN_STATE_PARTIAL, 30100 } };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      test_reader t;
      reader_open(&t, "Ir Dr");
      assert_true(reader_note(&t, "state", cases[i].text));
      assert_int_equal(t.of.state.how, cases[i].how);
      assert_int_equal(t.of.state.number, cases[i].number);
   }
   test_reader t;
   reader_open(&t, "Ir Dr");
   assert_true(reader_note(&t, "state", " replaced /bin/b c"));
   assert_string_equal(t.of.state.by, "/bin/b c");
   assert_true(reader_note(&t, "predecessor", " a.out"));
   assert_string_equal(t.of.state.predecessor, "a.out");
   static const char second[] = "a second \"#: xy\" line";
   reader_check_failed(&t, reader_note(&t, "state", " exited 0"), second);
   reader_check_failed(&t, reader_note(&t, "predecessor", " b"), second);
}

static void refuses_states(void **state)
{
   (void)state;
   static const char *const malformed[] = { "",          " gone",       " exited",
                                            " exited x", " exited 0 0", " killed 0",
                                            " partial",  " dumped 3",   " replaced" };
   for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
      test_reader t;
      char message[128];
      reader_open(&t, "Ir");
      snprintf(message, sizeof message,
               "expected THIS AND THAT after \"#: state\", found \"%s\"",
               malformed[i] + (*malformed[i] == ' '));
      reader_check_failed(&t, reader_note(&t, "state", malformed[i]), message);
   }
}

/* ---- The process ---- */

static void reads_a_process(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   assert_true(reader_note(&t, "pid", " 12") && reader_note(&t, "parent", " 7"));
   assert_true(reader_note(&t, "cmd", " ./app \\x0a"));
   assert_true(reader_note(&t, "title", " my title"));
   assert_true(reader_note(&t, "forked", " 3"));
   const an_process *p = &t.of.process;
   assert_int_equal(p->pid, 12);
   assert_int_equal(p->parent, 7);
   assert_string_equal(p->command, "./app \n");
   assert_string_equal(p->title, "my title");
   assert_true(p->is_forked);
   assert_int_equal(p->forked, 3);
   /* A malformed number is unknown. */
   assert_true(reader_note(&t, "pid", " x"));
   assert_int_equal(p->pid, 0);
   reader_check_failed(&t, reader_note(&t, "forked", " 3 4"), READER_UNLIKE);
}

static void reads_members(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   assert_true(reader_note(&t, "counting", ""));
   assert_true(reader_note(&t, "counting", " threads 3 later-member 7"));
   reader_check_failed(&t, reader_note(&t, "counting", " threads"), READER_UNLIKE);
}

/* What a process has from its parent is a part of all that it counted. */
static void checks_inherited_counts(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir Dr");
   t.of.sums[0] = 10;
   t.of.sums[1] = 3;
   assert_true(ac_read_process_end(&t.of)); /* nothing */
   assert_true(reader_note(&t, "inherited", " 10 3"));
   assert_true(t.of.process.inherits);
   assert_true(ac_read_process_end(&t.of));
   assert_true(reader_note(&t, "inherited", " 2 4"));
   t.of.input.number = 99; /* the file goes on */
   reader_check_failed(&t, ac_read_process_end(&t.of),
                       "4 Dr are more than all lines have, 3");
   t.of.input.number = READER_LINE;
   reader_check_failed(&t, reader_note(&t, "inherited", " x"),
                       "count \"x\" is not a whole number");
}

/* ---- The processes of a sum ---- */

static void lists_processes(void **state)
{
   (void)state;
   test_reader t;
   reader_open(&t, "Ir");
   assert_true(reader_note(&t, "title", " t") && reader_note(&t, "forked", " 3"));
   assert_true(reader_note(&t, "became", " /bin/b"));
   assert_true(reader_note(&t, "process", " 5 4 7 replaced ./a"));
   assert_true(reader_note(&t, "after", " a.out"));
   assert_true(reader_note(&t, "process", " 6 5 8 killed 9 ./b c"));
   assert_true(reader_note(&t, "process", " 8 5 9 unknown ./d"));
   assert_true(t.of.is_sum);
   assert_int_equal(t.of.counting.processes, 3);
   const an_processes *all = ac_profile_processes(t.of.profile);
   assert_int_equal(all->n, 3);
   assert_string_equal(all->of[0].title, "t");
   assert_string_equal(all->of[0].state.by, "/bin/b");
   assert_string_equal(all->of[0].command, "./a");
   assert_int_equal(all->of[0].value, 7);
   assert_int_equal(all->of[1].state.number, 9);
   assert_string_equal(all->of[1].state.predecessor, "a.out");
   assert_false(all->of[1].is_forked);
   assert_int_equal(all->of[2].state.how, AN_STATE_UNKNOWN);
}

static void refuses_processes(void **state)
{
   (void)state;
   static const char *const malformed[] = { "",
                                            " 1 2",
                                            " 1 2 x exited 0 a",
                                            " 1 2 3 exited a",
                                            " 1 2 3 gone a",
                                            " 1 2 3 replaced a" /* by nothing */,
                                            " 1 2 3 killed 0 a" };
   test_reader t;
   reader_open(&t, "Ir");
   for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
      reader_check_failed(&t, reader_note(&t, "process", malformed[i]), READER_UNLIKE);
   assert_true(reader_note(&t, "became", " b"));
   reader_check_failed(&t, reader_note(&t, "process", " 1 2 3 exited 0 a"),
                       READER_UNLIKE);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_states),
      cmocka_unit_test(refuses_states),
      cmocka_unit_test(reads_a_process),
      cmocka_unit_test(reads_members),
      cmocka_unit_test(checks_inherited_counts),
      cmocka_unit_test(lists_processes),
      cmocka_unit_test(refuses_processes),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

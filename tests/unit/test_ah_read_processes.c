/* test_ah_read_processes.c -- the reader of heap profiles: the processes of a sum.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#define LIST(processes) "\"exit_code\":1,\"processes\":[" processes "],"
#define PROCESS(pid, more) PROCESS_WITH(pid, 3, more)
#define PROCESS_WITH(pid, peak, more) \
   "{\"pid\":" #pid ",\"parent\":1,\"cmd\":\"c" #pid "\",\"peak_bytes\":" #peak more "}"

static ah_profile *profile_with(const char *list)
{
   return test_ah_changed(test_ah_heapprof, "\"exit_code\":1,", list);
}

/* By pid, whatever the order in the file. */
static void reads_processes(void **state)
{
   (void)state;
   /* clang-format off */
   ah_profile *p = profile_with(
      LIST(PROCESS(9, "") ","
           PROCESS(5, ",\"title\":\"t\\\\x0a\",\"forked\":8,\"children\":\"inherit\","
                      "\"state\":{\"how\":\"killed\",\"signal\":9},"
                      "\"predecessor\":\"old.hp\"") ","
           PROCESS(7, ",\"forked\":0,\"children\":\"zero\",\"state\":{\"how\":"
                      "\"exited\"}")));
   /* clang-format on */
   const an_process *of = p->processes.of;
   assert_int_equal(p->processes.n, 3);
   assert_int_equal(p->counting.processes, 3);
   assert_int_equal(of[0].pid, 5);
   assert_int_equal(of[0].parent, 1);
   assert_string_equal(of[0].command, "c5");
   assert_string_equal(of[0].title, "t\n");
   assert_int_equal(of[0].value, 3);
   assert_true(of[0].is_forked && of[0].inherits);
   assert_int_equal(of[0].forked, 8);
   assert_int_equal(of[0].state.how, AN_STATE_KILLED);
   assert_int_equal(of[0].state.number, 9);
   assert_string_equal(of[0].state.predecessor, "old.hp");
   assert_int_equal(of[1].pid, 7);
   assert_true(of[1].is_forked && !of[1].inherits);
   assert_int_equal(of[1].state.how, AN_STATE_EXITED);
   assert_int_equal(of[1].state.number, 0); /* not that of the sum */
   assert_int_equal(of[2].pid, 9);
   assert_false(of[2].is_forked);
   assert_null(of[2].title);
   assert_null(of[2].state.predecessor);
   assert_int_equal(of[2].state.how, AN_STATE_UNKNOWN);
}

/* A file without a list, or with an empty one, is of one process. */
static void reads_one(void **state)
{
   (void)state;
   static const char *const lists[] = { "\"exit_code\":1,", LIST("") };
   for (size_t i = 0; i < 2; i++) {
      ah_profile *p = profile_with(lists[i]);
      assert_int_equal(p->processes.n, 1);
      assert_int_equal(p->counting.processes, 1);
      assert_int_equal(p->processes.of->pid, 12);
      assert_string_equal(p->processes.of->command, "./a");
      assert_int_equal(p->processes.of->value, 11);
   }
   ah_profile *p = test_ah_text(test_ah_dhat);
   assert_int_equal(p->processes.n, 1);
   assert_string_equal(p->processes.of->command, "ls /");
}

/* Commands and titles of up to 1000 bytes are kept. */
static void cuts_texts(void **state)
{
   (void)state;
   char longest[AN_PROCESS_COMMAND_B + 1], text[4 * AN_PROCESS_COMMAND_B];
   memset(longest, 'x', sizeof longest - 1);
   longest[sizeof longest - 1] = '\0';
   for (int more = 0; more < 2; more++) {
      snprintf(text, sizeof text,
               LIST("{\"pid\":1,\"parent\":0,\"cmd\":\"%s%s\",\"title\":\"%s%s\","
                    "\"peak_bytes\":0}"),
               longest, more ? "y" : "", longest, more ? "y" : "");
      ah_profile *p = profile_with(text);
      const an_process *process = p->processes.of;
      assert_int_equal(strlen(process->command), AN_PROCESS_COMMAND_B);
      assert_int_equal(strlen(process->title), AN_PROCESS_COMMAND_B);
      assert_int_equal(strcmp(process->command, longest) == 0, !more);
      assert_int_equal(strcmp(process->title, longest) == 0, !more);
   }
}

/* Without lifetimes there is no peak: their bytes are all. */
static void reads_bytes_of_copies(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_heapprof, "\"bklt\":true", "\"bklt\":false");
   char *peak = test_ah_replaced(text, "\"peak_bytes\":11,\"peak_blocks\":2",
                                 "\"peak_bytes\":0,\"peak_blocks\":0");
   char *end = test_ah_replaced(peak, "\"end_bytes\":3,\"end_blocks\":1",
                                "\"end_bytes\":0,\"end_blocks\":0");
   char *bare = test_ah_replaced(end, "\"timeline\":[[",
                                 "\"timeline\":[],\"snapshots\":[],\"none\":[[");
   char *copies = test_ah_replaced(bare, ",\"snapshots\":[{", ",\"more\":[{");
   static const char bytes[] = LIST("{\"pid\":3,\"parent\":1,\"cmd\":\"c\",\"bytes\":6}");
   ah_profile *p = test_ah_changed(copies, "\"exit_code\":1,", bytes);
   assert_int_equal(p->processes.of->value, 6);
   const test_ah_error error = { "\"exit_code\":1,", LIST(PROCESS(3, "")),
                                 "heapprof.processes[0].bytes: missing" };
   test_ah_errors(copies, &error, 1);
   free(copies);
   free(bare);
   free(end);
   free(peak);
   free(text);
}

static void refuses_processes(void **state)
{
   (void)state;
   static const char *const cases[][2] = {
      { "\"exit_code\":1,\"processes\":{},", "heapprof.processes: expected an array" },
      { LIST("7"), "heapprof.processes[0]: expected an object" },
      { LIST(PROCESS(1, "") ",{}"), "heapprof.processes[1].pid: missing" },
      { LIST(PROCESS(-1, "")), "heapprof.processes[0].pid: is negative" },
      { LIST("{\"pid\":1}"), "heapprof.processes[0].parent: missing" },
      { LIST("{\"pid\":1,\"parent\":1}"), "heapprof.processes[0].peak_bytes: missing" },
      { LIST("{\"pid\":1,\"parent\":1,\"peak_bytes\":1}"),
        "heapprof.processes[0].cmd: missing" },
      { LIST(PROCESS(1, ",\"title\":1")),
        "heapprof.processes[0].title: expected a string" },
      { LIST(PROCESS(1, ",\"forked\":-1,\"children\":\"zero\"")),
        "heapprof.processes[0].forked: is negative" },
      { LIST(PROCESS(1, ",\"forked\":1")), "heapprof.processes[0].children: missing" },
      { LIST(PROCESS(1, ",\"state\":1")),
        "heapprof.processes[0].state: expected an object" },
      { LIST(PROCESS(1, ",\"state\":{\"how\":\"killed\",\"signal\":0}")),
        "heapprof.processes[0].signal: is out of range" },
      { LIST(PROCESS_WITH(1, 12, "")),
        "heapprof.processes[0].peak_bytes: 12 is more than the others leave, 11" },
      { LIST(PROCESS(1, "") "," PROCESS_WITH(2, 9, "")),
        "heapprof.processes[1].peak_bytes: 9 is more than the others leave, 8" },
      { LIST(PROCESS(1, ",\"predecessor\":1")),
        "heapprof.processes[0].predecessor: expected a string" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const test_ah_error error = { "\"exit_code\":1,", cases[i][0], cases[i][1] };
      test_ah_errors(test_ah_heapprof, &error, 1);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_processes),   cmocka_unit_test(reads_one),
      cmocka_unit_test(cuts_texts),        cmocka_unit_test(reads_bytes_of_copies),
      cmocka_unit_test(refuses_processes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

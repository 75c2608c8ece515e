/* test_an_state.c -- the state of a run: read, added up and printed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "test_ah_whole.h"

#include "base/an_json_out.h"
#include "commands/an_command.h"
#include "heap/ah_merge_sum.h"
#include "sections/an_page.h"

/* ---- Parts ---- */

static void finds_names(void **state)
{
   (void)state;
   assert_int_equal(an_state_find(an_span_of("exited")), AN_STATE_EXITED);
   assert_int_equal(an_state_find(an_span_of("partial")), AN_STATE_PARTIAL);
   assert_int_equal(an_state_find(an_span_of("")), AN_STATE_UNKNOWN);
   assert_int_equal(an_state_find(an_span_of("exit")), AN_STATE_UNKNOWN);
   assert_int_equal(an_state_find(an_span_of("Exited")), AN_STATE_UNKNOWN);
   assert_string_equal(an_state_key(AN_STATE_PARTIAL), "ms");
   assert_null(an_state_key(AN_STATE_DUMPED));
}

static void knows_limits(void **state)
{
   (void)state;
   assert_true(an_state_fits(AN_STATE_EXITED, 255));
   assert_false(an_state_fits(AN_STATE_EXITED, 256));
   assert_false(an_state_fits(AN_STATE_KILLED, 0));
   assert_false(an_state_fits(AN_STATE_KILLED, 128));
   assert_true(an_state_fits(AN_STATE_PARTIAL, INT64_MAX));
}

static void adds_up(void **state)
{
   (void)state;
   const an_state states[] = {
      { .how = AN_STATE_PARTIAL, .number = 0, .predecessor = "p" },
      { .how = AN_STATE_KILLED, .number = 99 },
      { .how = AN_STATE_PARTIAL, .number = 7 },
      { .how = AN_STATE_PARTIAL, .number = 5 },
   };
   assert_int_equal(an_state_sum(states, 0).how, AN_STATE_UNKNOWN);
   assert_string_equal(an_state_sum(states, 1).predecessor, "p");
   an_state sum = an_state_sum(states, 2);
   assert_int_equal(sum.how, AN_STATE_PARTIAL);
   assert_int_equal(sum.number, 0);
   assert_null(sum.predecessor);
   assert_int_equal(an_state_sum(states, 4).number, 7);
   assert_int_equal(an_state_sum(states + 1, 1).how, AN_STATE_KILLED);
   const an_state ended[] = { states[1], { .how = AN_STATE_DUMPED } };
   assert_int_equal(an_state_sum(ended, 2).how, AN_STATE_UNKNOWN);
}

/* ---- Printing ---- */

static void check_printed(an_state tested, const char *whose, const char *expected,
                          const char *json)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   an_state_print(&tested, whose, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
   out = open_memstream(&text, &size_B);
   an_json_out members = { .out = out };
   an_state_put_members(&members, &tested);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, json);
   free(text);
}

static void tells(void **state)
{
   (void)state;
   check_printed((an_state){ .how = AN_STATE_UNKNOWN }, NULL, "", "");
   check_printed((an_state){ .how = AN_STATE_EXITED }, NULL, "",
                 "\n\"state\":{\"how\":\"exited\",\"status\":0}");
   check_printed((an_state){ .how = AN_STATE_EXITED, .number = 255 }, "New",
                 "New ended:        exit status 255\n",
                 "\n\"state\":{\"how\":\"exited\",\"status\":255}");
   check_printed((an_state){ .how = AN_STATE_KILLED, .number = 9 }, NULL,
                 "Ended:            by signal 9 (SIGKILL)\n",
                 "\n\"state\":{\"how\":\"killed\",\"signal\":9}");
   check_printed((an_state){ .how = AN_STATE_KILLED, .number = 127 }, NULL,
                 "Ended:            by signal 127\n",
                 "\n\"state\":{\"how\":\"killed\",\"signal\":127}");
   check_printed((an_state){ .how = AN_STATE_REPLACED, .by = "a\n\"" }, "Old",
                 "Old ended:        became a\\x0a\" by exec\n",
                 "\n\"state\":{\"how\":\"replaced\",\"by\":\"a\\\\x0a\\\"\"}");
   check_printed((an_state){ .how = AN_STATE_DUMPED, .predecessor = "b\t" }, NULL,
                 "Dumped:           while the program ran\n"
                 "Before exec:      b\\x09\n",
                 "\n\"state\":{\"how\":\"dumped\"},"
                 "\n\"predecessor\":\"b\\\\x09\"");
   check_printed((an_state){ .how = AN_STATE_PARTIAL, .number = INT64_MAX }, NULL,
                 "Partial:          a checkpoint 9223372036854775.8 s "
                 "into the run; what came later is missing\n",
                 "\n\"state\":{\"how\":\"partial\",\"ms\":9223372036854775807}");
}

static void check_said(an_state tested, const char *expected)
{
   char *text = NULL;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   an_state_say(&tested, out);
   assert_int_equal(fclose(out), 0);
   assert_string_equal(text, expected);
   free(text);
}

static void says(void **state)
{
   (void)state;
   check_said((an_state){ .how = AN_STATE_UNKNOWN }, "ended");
   check_said((an_state){ .how = AN_STATE_EXITED }, "exited with 0");
   check_said((an_state){ .how = AN_STATE_EXITED, .number = 255 }, "exited with 255");
   check_said((an_state){ .how = AN_STATE_KILLED, .number = 11 },
              "was killed by signal 11 (SIGSEGV)");
   check_said((an_state){ .how = AN_STATE_KILLED, .number = 64 },
              "was killed by signal 64");
   check_said((an_state){ .how = AN_STATE_REPLACED, .by = "sh\n" },
              "became sh\\x0a by exec");
   check_said((an_state){ .how = AN_STATE_DUMPED }, "still ran");
   check_said((an_state){ .how = AN_STATE_PARTIAL, .number = 9 },
              "still ran: a checkpoint");
}

/* ---- Profiles by cachesim ---- */

#define HEADER "cmd: ./app\nevents: Ir\n#: cachesim 1\n"
#define BODY "fl=a.c\nfn=main\n1 2\nsummary: 2\n#: end 1\n"

/* The state of the file whose header has these notes. */
static void check_read(const char *notes, an_state_how how, int64_t number,
                       const char *by, const char *predecessor)
{
   char text[1024];
   snprintf(text, sizeof text, HEADER "%s" BODY, notes);
   ac_profile *profile = test_good_profile(text);
   assert_int_equal(ac_profile_n_states(profile), 1);
   const an_state *found = ac_profile_state(profile, 0);
   assert_int_equal(found->how, how);
   assert_int_equal(found->number, number);
   assert_true((found->by == NULL) == (by == NULL));
   if (by != NULL)
      assert_string_equal(found->by, by);
   assert_true((found->predecessor == NULL) == (predecessor == NULL));
   if (predecessor != NULL)
      assert_string_equal(found->predecessor, predecessor);
}

static void reads_notes(void **state)
{
   (void)state;
   check_read("", AN_STATE_UNKNOWN, 0, NULL, NULL);
   check_read("#: state exited 255\r\n", AN_STATE_EXITED, 255, NULL, NULL);
   check_read("#: pid 1\n#: state killed 9\n", AN_STATE_KILLED, 9, NULL, NULL);
   check_read("#: state  dumped \n", AN_STATE_DUMPED, 0, NULL, NULL);
   check_read("#: state partial 0\n", AN_STATE_PARTIAL, 0, NULL, NULL);
   check_read("#: state partial 9223372036854775807\n#: new key\n", AN_STATE_PARTIAL,
              INT64_MAX, NULL, NULL);
   check_read("#: state replaced  a\\x0a b\n", AN_STATE_REPLACED, 0, " a\n b", NULL);
   check_read("#: predecessor x\\x5cx41\n#: state exited 0\n", AN_STATE_EXITED, 0, NULL,
              "x\\x41");
   check_read("#: predecessor state killed 1\n", AN_STATE_UNKNOWN, 0, NULL,
              "state killed 1");
}

#define NO_STATE \
   "expected exited N, killed N, replaced NAME, dumped or partial " \
   "N after \"#: state\", found "

static void refuses_notes(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t line;
      const char *message;
   } bads[] = {
      { HEADER "#: state\n", 4, NO_STATE "\"\"" },
      { HEADER "#: state exited\n", 4, NO_STATE "\"exited\"" },
      { HEADER "#: state exited 256\n", 4, NO_STATE "\"exited 256\"" },
      { HEADER "#: state exited -1\n", 4, NO_STATE "\"exited -1\"" },
      { HEADER "#: state exited 1 2\n", 4, NO_STATE "\"exited 1 2\"" },
      { HEADER "#: state killed 0\n", 4, NO_STATE "\"killed 0\"" },
      { HEADER "#: state killed SEGV\n", 4, NO_STATE "\"killed SEGV\"" },
      { HEADER "#: state replaced\n", 4, NO_STATE "\"replaced\"" },
      { HEADER "#: state replaced \n", 4, NO_STATE "\"replaced \"" },
      { HEADER "#: state replaced \\x0\n", 4, "bad \\x escape in \"\\x0\"" },
      { HEADER "#: state dumped 1\n", 4, NO_STATE "\"dumped 1\"" },
      { HEADER "#: state partial\n", 4, NO_STATE "\"partial\"" },
      { HEADER "#: state partial 1.5\n", 4, NO_STATE "\"partial 1.5\"" },
      { HEADER "#: state partial 9223372036854775808\n", 4,
        NO_STATE "\"partial 9223372036854775808\"" },
      { HEADER "#: state asleep\n", 4, NO_STATE "\"asleep\"" },
      { HEADER "#: state exited 0\n#: pid 1\n#: state exited 0\n", 6,
        "a second \"#: state\" line" },
      { HEADER "fl=a.c\n#: state exited 0\n", 5,
        "\"#: state\" must come before the first fl=" },
      { HEADER "summary: 0\n#: state exited 0\n", 5,
        "\"#: state\" must come before the first fl=" },
      { HEADER "#: forked\n", 4, "expected a number after \"#: forked\"" },
      { HEADER "#: forked 1 2\n", 4, "expected a number after \"#: forked\"" },
      { HEADER "#: inherited 1 2\n", 4, "expected at most 1 counts, found 2" },
      { HEADER "#: inherited x\n", 4, "count \"x\" is not a whole number" },
      { HEADER "#: title \\x0\n", 4, "bad \\x escape in \"\\x0\"" },
      { HEADER "fl=a.c\n#: title t\n", 5, "\"#: title\" must come before the first fl=" },
      { HEADER "#: predecessor\n", 4, "expected a name after \"#: predecessor\"" },
      { HEADER "#: predecessor a\n#: predecessor a\n", 5,
        "a second \"#: predecessor\" line" },
      { HEADER "fl=a.c\n#: predecessor a\n", 5,
        "\"#: predecessor\" must come before the first fl=" },
   };
   for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++)
      test_bad_text(bads[i].text, strlen(bads[i].text), bads[i].line, bads[i].message);
}

/* Comments to others. */
static void reads_others(void **state)
{
   (void)state;
   test_good_body("cmd: x\nevents: Ir\n#: state asleep\nfl=a\nfn=f\n1 2\n"
                  "summary: 2\n",
                  "a f 1 2\n");
}

/* Both sides of a pair keep their states after their profiles are freed. */
static void pairs(void **state)
{
   (void)state;
   ac_profile *pair = test_good_pair(HEADER "#: state replaced b\n" BODY,
                                     HEADER "#: state partial 3\n" BODY);
   assert_int_equal(ac_profile_n_states(pair), 2);
   assert_string_equal(ac_profile_state(pair, 0)->by, "b");
   assert_int_equal(ac_profile_state(pair, 1)->how, AN_STATE_PARTIAL);
}

/* ---- Profiles by heapprof ---- */

#define CODE "\"exit_code\":1"

static ah_profile *heap_profile(const char *members)
{
   char *text = test_ah_replaced(test_ah_heapprof, CODE, members);
   ah_profile *profile = test_ah_text(text);
   free(text);
   return profile;
}

static void reads_heap(void **state)
{
   (void)state;
   static const struct {
      const char *members;
      an_state_how how;
      int64_t number;
   } goods[] = {
      { CODE, AN_STATE_UNKNOWN, 0 },
      { CODE ",\"state\":{\"how\":\"exited\"}", AN_STATE_EXITED, 1 },
      { CODE ",\"state\":{\"signal\":11,\"how\":\"killed\",\"new\":1}", AN_STATE_KILLED,
        11 },
      { CODE ",\"state\":{\"how\":\"dumped\"}", AN_STATE_DUMPED, 0 },
      { CODE ",\"state\":{\"how\":\"partial\",\"ms\":30120}", AN_STATE_PARTIAL, 30120 },
   };
   for (size_t i = 0; i < sizeof goods / sizeof goods[0]; i++) {
      ah_profile *profile = heap_profile(goods[i].members);
      assert_int_equal(profile->state.how, goods[i].how);
      assert_int_equal(profile->state.number, goods[i].number);
      assert_null(profile->state.predecessor);
   }
}

static void reads_heap_names(void **state)
{
   (void)state;
   ah_profile *profile = heap_profile(
      CODE ",\"state\":{\"how\":\"replaced\",\"by\":\"\\\\x0a\"},"
           "\"predecessor\":\"\\\\xff.out\"");
   assert_string_equal(profile->state.by, "\n");
   assert_string_equal(profile->state.predecessor, "\xff.out");
}

static void refuses_heap(void **state)
{
   (void)state;
   static const char unknown[] = "heapprof.state.how: expected exited, killed, "
                                 "replaced, dumped or partial";
   static const test_ah_error faults[] = {
      { CODE, CODE ",\"state\":\"exited\"", "heapprof.state: expected an object" },
      { CODE, CODE ",\"state\":null", "heapprof.state: expected an object" },
      { CODE, CODE ",\"state\":{}", "heapprof.state.how: missing" },
      { CODE, CODE ",\"state\":{\"how\":1}", "heapprof.state.how: expected a string" },
      { CODE, CODE ",\"state\":{\"how\":\"\"}", unknown },
      { CODE, CODE ",\"state\":{\"how\":\"asleep\"}", unknown },
      { CODE, CODE ",\"state\":{\"how\":\"killed\"}", "heapprof.state.signal: missing" },
      { CODE, CODE ",\"state\":{\"how\":\"killed\",\"signal\":0}",
        "heapprof.state.signal: is out of range" },
      { CODE, CODE ",\"state\":{\"how\":\"replaced\"}", "heapprof.state.by: missing" },
      { CODE, CODE ",\"state\":{\"how\":\"replaced\",\"by\":\"\\\\x0\"}",
        "heapprof.state.by: has a malformed escape" },
      { CODE, CODE ",\"state\":{\"how\":\"partial\",\"ms\":-1}",
        "heapprof.state.ms: is negative" },
      { CODE, CODE ",\"state\":{\"how\":\"partial\",\"ms\":1.5}",
        "heapprof.state.ms: expected an integer" },
      { CODE, CODE ",\"predecessor\":1", "heapprof.predecessor: expected a string" },
   };
   test_ah_errors(test_ah_heapprof, faults, sizeof faults / sizeof faults[0]);
}

static void merges_heap(void **state)
{
   (void)state;
   static const char *const members[] = {
      CODE ",\"state\":{\"how\":\"killed\",\"signal\":11}",
      CODE ",\"state\":{\"how\":\"partial\",\"ms\":9}",
      CODE,
      CODE ",\"state\":{\"how\":\"partial\",\"ms\":8},"
           "\"predecessor\":\"p\"",
   };
   ah_sum *sum = ah_sum_new(test_alloc());
   for (size_t i = 0; i < 4; i++) {
      ah_profile *profile = heap_profile(members[i]);
      ah_sum_add(sum, profile);
      assert_int_equal(ah_sum_first(sum)->state.how,
                       i == 0 ? AN_STATE_UNKNOWN : AN_STATE_PARTIAL);
   }
   const ah_profile *whole = ah_sum_finish(sum);
   assert_int_equal(whole->state.number, 9);
   assert_null(whole->state.predecessor);
}

/* ---- Checkpoints ---- */

static void leaves_checkpoints_out(void **state)
{
   (void)state;
   char *files[] = { "b.checkpoint",  "a",
                     "c.checkpoint",  "b",
                     ".checkpoint",   "a.checkpoint",
                     "ab.checkpoint", "checkpoint" };
   assert_int_equal(an_command_leave_out(files, 8), 6);
   static const char *const left[] = { "a",           "c.checkpoint",  "b",
                                       ".checkpoint", "ab.checkpoint", "checkpoint" };
   for (size_t i = 0; i < 6; i++)
      assert_string_equal(files[i], left[i]);
   assert_int_equal(an_command_leave_out(files + 1, 1), 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_names),
      cmocka_unit_test(knows_limits),
      cmocka_unit_test(adds_up),
      cmocka_unit_test(tells),
      cmocka_unit_test(says),
      cmocka_unit_test(reads_notes),
      cmocka_unit_test(refuses_notes),
      cmocka_unit_test(reads_others),

      cmocka_unit_test(pairs),
      cmocka_unit_test(reads_heap),
      cmocka_unit_test(reads_heap_names),
      cmocka_unit_test(refuses_heap),
      cmocka_unit_test(merges_heap),
      cmocka_unit_test(leaves_checkpoints_out),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_read_timeline.c -- the reader of heap profiles: the timeline and the snapshots.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#define LARGE "9223372036854775807"

/* ---- Good ones ---- */

static void reads_timeline(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   static const ah_bucket expected[] = {
      { 40, 0, 11, 40, 11, 2, 20, 77, 2, 20 },
      { 90, 3, 11, 41, 3, 2, 20, 0, 1, 8 },
   };
   assert_int_equal(p->n_timeline, 2);
   assert_memory_equal(p->timeline, expected, sizeof expected);
}

static void reads_snapshots(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_full);
   const ah_snapshot *s = p->snapshots;
   assert_int_equal(p->n_snapshots, 2);
   assert_int_equal(s[0].time, 30);
   assert_false(s[0].asked);
   assert_true(s[1].asked);
   assert_amount(s[0].live, 9, 3);
   assert_int_equal(s[0].overhead, 16);
   assert_int_equal(s[0].stack, 1);
   assert_int_equal(s[0].n_sites, 1);
   assert_int_equal(s[0].sites[0].site, 1);
   assert_amount(s[0].sites[0].amount, 4, 1);
   assert_int_equal(s[0].n_rest, 1);
   assert_amount(s[0].rest, 5, 2);
   assert_int_equal(s[1].n_rest, 0);
}

/* Changes that stay within the limits. */
static void takes_limits(void **state)
{
   (void)state;
   static const char *const changes[][2] = {
      { "[40,0,11,40,11,2,20,77,2,20]", "[40,11,11,40,11,3,120,99,3,120]" },
      { "[90,3,11,41,3,2,20,0,1,8]", "[90,3,11,90,3,2,20,0,1,40]" },
      { "[90,3,11,41,3", "[90,0,11,41,3" },
      { "\"extra\":16", "\"extra\":120" },
      { "\"stack\":1", "\"stack\":99" },
      { "\"time\":30,\"why\":\"asked\"", "\"time\":90,\"why\":\"asked\"" },
      { "\"time\":30,\"why\":\"asked\"", "\"time\":41,\"why\":\"asked\"" },
      /* The least of a bucket. */
      { "\"time\":30,\"why\":\"asked\",\"bytes\":6,\"blocks\":1,\"extra\":8,"
        "\"stack\":0,\"sites\":[[0,6,1]]",
        "\"time\":50,\"why\":\"asked\","
        "\"bytes\":3,\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,3,1]]" },
      /* What was live at the end of a bucket. */
      { "\"time\":30,\"why\":\"asked\",\"bytes\":6,\"blocks\":1,\"extra\":8,"
        "\"stack\":0,\"sites\":[[0,6,1]]",
        "\"time\":40,\"why\":\"asked\","
        "\"bytes\":2,\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,2,1]]" },
      { "\"bytes\":9,\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
        "\"rest\":[1,5,2]",
        "\"bytes\":11,\"blocks\":3,\"extra\":16,\"stack\":1,"
        "\"sites\":[[1,4,1],[0,7,2]],\"rest\":[0,0,0]" },
   };
   for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
      if (i != 0) {
         test_ah_changed(test_ah_full, changes[i][0], changes[i][1]);
      } else {
         /* what was live at the snapshots is in no bucket then */
         char *text = test_ah_replaced(test_ah_full, "\"snapshots\":[{",
                                       "\"snapshots\":[],\"none\":[{");
         test_ah_changed(text, changes[i][0], changes[i][1]);
         free(text);
      }
}

/* A stack is limited by the largest only if the file says it. */
static void takes_older_stacks(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full, ",\"most_stack_bytes\":99", "");
   test_ah_changed(text, "20,77,2", "20,100,2");
   char *none = test_ah_replaced(text, "\"stacks\":true", "\"stacks\":false");
   test_ah_refused(none, "heapprof.timeline[0].max_stack: 77 is more than "
                         "most_stack_bytes, 0");
   free(none);
   free(text);
}

/* Any overhead is possible if the product of the limit is too large. */
static void takes_any_extra(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full, "\"heap_admin_B\":8",
                                 "\"heap_admin_B\":" LARGE);
   test_ah_changed(text, "[90,3,11,41,3,2,20", "[90,3,11,41,3,2," LARGE);
   free(text);
   text = test_ah_replaced(test_ah_full, "\"heap_admin_B\":8",
                           "\"heap_admin_B\":9223372036854775775");
   test_ah_changed(text, "[90,3,11,41,3,2,20", "[90,3,11,41,3,2," LARGE);
   free(text);
}

/* ---- Bad ones ---- */

static void refuses_timeline(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"timeline\":", "\"t\":", "heapprof.timeline: missing" },
      { "[[40,0,11,40,11,2,20,77,2,20]", "[[40,0,11,40,11,2,20,77,2]",
        "heapprof.timeline[0]: expected an array of 10 integers" },
      { "[[40,0,11,40,11,2,20,77,2,20]", "[[40,0,11,40,11,2,20,77,2,-2]",
        "heapprof.timeline[0]: is negative" },
      { "[90,3,11,41", "[39,3,11,39",
        "heapprof.timeline[1]: does not end after the previous one" },
      { "[90,3,11,41,3", "[90,3,11,41,2",
        "heapprof.timeline[1]: expected min <= last <= max, and max_at <= "
        "end" },
      { "[40,0,11,40,11", "[40,0,12,40,11",
        "heapprof.timeline[0].max: 12 is more than the peak, 11" },
      { "[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41",
        "[[40,0,9,40,9,2,20,77,2,20],"
        "[90,3,10,41",
        "heapprof.timeline: its largest max is 10, but the peak is 11" },
      { "[90,3,11,41", "[91,3,11,41",
        "heapprof.timeline[1].end: 91 is more than te, 90" },
      { "[90,3,11,41", "[90,3,11,40",
        "heapprof.timeline[1]: max_at is in an earlier bucket" },
      { "[90,3,11,41,3,2,20", "[90,3,11,41,3,2," LARGE,
        "heapprof.timeline[1].max_extra: " LARGE " is more than blocks can add, 80" },
      { "0,1,8]]", "0,1,41]]",
        "heapprof.timeline[1].last_extra: 41 is more than blocks can add, 40" },
      { "20,77,2", "20,100,2",
        "heapprof.timeline[0].max_stack: 100 is more than most_stack_bytes, 99" },
      { "0,1,8]]", "0,4,8]]",
        "heapprof.timeline[1].last_blocks: 4 is more than most_blocks, 3" },
      { "[90,3,11,41,3,2", "[90,2,11,41,2,2",
        "heapprof.timeline: it ends with 2 bytes in 1 blocks, but the end has 3 in 1" },
      { "[90,3,11,41", "[40,3,11,40",
        "heapprof.timeline[1]: does not end after the previous one" },
      { "[90,3,11,41,3", "[90,12,11,41,3",
        "heapprof.timeline[1]: expected min <= last <= max, and max_at <= end" },
      { "[90,3,11,41,3", "[90,3,11,41,12",
        "heapprof.timeline[1]: expected min <= last <= max, and max_at <= end" },
      { "[90,3,11,41", "[90,3,11,91",
        "heapprof.timeline[1]: expected min <= last <= max, and max_at <= end" },
      { "[40,0,11,40,11,2", "[40,0,11,40,2,2",
        "heapprof.timeline[1]: the last of the previous one, 2, is not from min to max" },
      { "[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41",
        "[[40,0,11,40,11,2,20,77,2,20],"
        "[90,3,10,41",
        "heapprof.timeline[1]: the last of the previous one, 11, is not "
        "from min to max" },
      { "[40,0,11,40,11,2", "[40,0,11,40,11,4",
        "heapprof.timeline[0].max_blocks: 4 is more than most_blocks, 3" },
      { "0,1,8]]", "0,2,8]]",
        "heapprof.timeline: it ends with 3 bytes in 2 blocks, but "
        "the end has 3 in 1" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_snapshots(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"snapshots\":[{", "\"snapshots\":[1,{",
        "heapprof.snapshots[0]: expected an object" },
      { "\"why\":\"periodic\",", "", "heapprof.snapshots[0].why: missing" },
      { "\"extra\":8", "\"extra\":-8", "heapprof.snapshots[1].extra: is negative" },
      { "\"time\":30", "\"time\":31",
        "heapprof.snapshots[1].time: is before the previous one" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[2,4,1]]",
        "heapprof.snapshots[0].sites: 2 is not an index into pps" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[1,3,1]]",
        "heapprof.snapshots[0].sites: with the rest, sums differ from bytes "
        "and blocks" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[1,9223372036854775807,1]]",
        "heapprof.snapshots[0].sites: sums do not fit in 63 bits" },
      { "\"rest\":[0,0,0]", "\"rest\":0",
        "heapprof.snapshots[1].rest: expected an array of 3 integers" },
      { "\"bytes\":9,\"blocks\":3", "\"bytes\":12,\"blocks\":3",
        "heapprof.snapshots[0].sites: with the rest, sums differ from bytes and blocks" },
      { "9,\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
        "\"rest\":[1,5,2]",
        "12,\"blocks\":3,\"extra\":16,\"stack\":1,"
        "\"sites\":[[1,4,1]],\"rest\":[1,8,2]",
        "heapprof.snapshots[0].bytes: 12 is more than the peak, 11" },
      { "9,\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
        "\"rest\":[1,5,2]",
        "9,\"blocks\":4,\"extra\":16,\"stack\":1,"
        "\"sites\":[[1,4,1]],\"rest\":[1,5,3]",
        "heapprof.snapshots[0].blocks: 4 is more than most_blocks, 3" },
      { "\"extra\":16", "\"extra\":121",
        "heapprof.snapshots[0].extra: 121 is more than blocks can add, 120" },
      { "\"stack\":1", "\"stack\":100",
        "heapprof.snapshots[0].stack: 100 is more than most_stack_bytes, 99" },
      { "\"time\":30,\"why\":\"asked\"", "\"time\":91,\"why\":\"asked\"",
        "heapprof.snapshots[1].time: 91 is more than te, 90" },
      { "\"rest\":[1,", "\"rest\":[2,",
        "heapprof.snapshots[0].rest: 2 is more than the other sites, 1" },
      { "[[1,4,1]],\"rest\":[1,5,2]", "[[1,5,1]],\"rest\":[1,4,2]",
        "heapprof.snapshots[0].sites: pps[1] never had as much" },
      { "[[0,6,1]]", "[[0,3,1],[0,3,0]]",
        "heapprof.snapshots[1].sites: pps[0] is listed twice" },
      { "\"time\":30,\"why\":\"asked\",\"bytes\":6,\"blocks\":1,\"extra\":8,"
        "\"stack\":0,\"sites\":[[0,6,1]]",
        "\"time\":50,\"why\":\"asked\","
        "\"bytes\":2,\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,2,1]]",
        "heapprof.snapshots[1].bytes: 2 is not from min to max of heapprof.timeline[1]" },
      { "[[1,4,1]],\"rest\":[1,5,2]", "[[1,4,2]],\"rest\":[1,5,1]",
        "heapprof.snapshots[0].sites: pps[1] never had as much" },
      { "[[1,4,1]],\"rest\":[1,5,2]", "[[1,4,1]],\"rest\":[1,5,1]",
        "heapprof.snapshots[0].sites: with the rest, sums differ from bytes and blocks" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

/* ---- Births ---- */

/* Site 0 has 3 bytes in 1 block at the end; the first snapshot lists 4 in 1 of site 1,
   the rest are 5 in 2; the second 6 in 1 of site 0. */
static char *with_births(const char *births)
{
   char births_and_more[256];
   snprintf(births_and_more, sizeof births_and_more, "\"births\":%s,\"snapshots\":[{",
            births);
   return test_ah_replaced(test_ah_full, "\"snapshots\":[{", births_and_more);
}

static void reads_births(void **state)
{
   (void)state;
   char *text = with_births("{\"end\":[[0,0,2,1]],\"snapshots\":[[],[[0,0,6,1]]]}");
   ah_profile *p = test_ah_text(text);
   assert_true(p->end_births.is_known && p->snapshots[0].births.is_known);
   assert_int_equal(p->end_births.n, 1);
   assert_amount(p->end_births.of[0].amount, 2, 1);
   assert_int_equal(p->snapshots[0].births.n, 0);
   assert_int_equal(p->snapshots[1].births.of[0].from, 0);
   free(text);
   text = with_births("{\"end\":[],\"snapshots\":[false,[]]}");
   p = test_ah_text(text);
   assert_false(p->snapshots[0].births.is_known);
   assert_true(p->snapshots[1].births.is_known);
   free(text);
   p = test_ah_text(test_ah_full);
   assert_false(p->end_births.is_known);
}

static void refuses_births(void **state)
{
   (void)state;
   static const char *const errors[][2] = {
      { "[]", "heapprof.births: expected an object" },
      { "{\"end\":[]}", "heapprof.births.snapshots: missing" },
      { "{\"snapshots\":[[],[]]}", "heapprof.births.end: expected an array" },
      { "{\"end\":false,\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected an array" },
      { "{\"end\":[],\"snapshots\":[[]]}",
        "heapprof.births.snapshots: expected one for each snapshot" },
      { "{\"end\":[[0,0,2]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected rows of a site and three numbers for each "
        "snapshot" },
      { "{\"end\":[[0,0,2,true]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected integers" },
      { "{\"end\":[[9,0,2,1]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: is not an index into pps" },
      { "{\"end\":[[-1,0,2,1]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected ascending sites" },
      { "{\"end\":[[0,2,2,1]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected ascending snapshots, from before the moment" },
      { "{\"end\":[[0,0,2,0]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: expected blocks" },
      { "{\"end\":[[0,0,4,1]],\"snapshots\":[[],[]]}",
        "heapprof.births.end: a site has more than is live" },
      { "{\"end\":[],\"snapshots\":[[[1,0,1,1]],[]]}",
        "heapprof.births.snapshots[0]: expected ascending snapshots, from before the "
        "moment" },
      { "{\"end\":[],\"snapshots\":[[],[[0,0,6,2]]]}",
        "heapprof.births.snapshots[1]: a site has more than is live" },
      { "{\"end\":[],\"snapshots\":[[],[[-1,0,1,1]]]}",
        "heapprof.births.snapshots[1]: a site has more than is live" },
      { "{\"end\":[],\"snapshots\":[[],[[0,0,1,1],[0,0,1,1]]]}",
        "heapprof.births.snapshots[1]: expected ascending sites" },
   };
   for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
      char *text = with_births(errors[i][0]);
      test_ah_refused(text, errors[i][1]);
      free(text);
   }
}

/* Copies have no lifetime: nothing is live at any time. */
static void refuses_without_lifetimes(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full, "\"bklt\":true", "\"bklt\":false");
   char *zero = test_ah_replaced(text, "\"peak_bytes\":11,\"peak_blocks\":2",
                                 "\"peak_bytes\":0,\"peak_blocks\":0");
   char *end = test_ah_replaced(zero, "\"end_bytes\":3,\"end_blocks\":1",
                                "\"end_bytes\":0,\"end_blocks\":0");
   test_ah_refused(end, "heapprof.timeline: but bklt is false: nothing has a lifetime");
   char *no_timeline = test_ah_replaced(end, "\"timeline\":[[",
                                        "\"timeline\":[],\"none\":[[");
   test_ah_refused(no_timeline,
                   "heapprof.snapshots: but bklt is false: nothing has a lifetime");
   free(no_timeline);
   free(end);
   free(zero);
   free(text);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_timeline),    cmocka_unit_test(reads_snapshots),
      cmocka_unit_test(takes_limits),      cmocka_unit_test(takes_older_stacks),
      cmocka_unit_test(takes_any_extra),   cmocka_unit_test(refuses_timeline),
      cmocka_unit_test(refuses_snapshots), cmocka_unit_test(refuses_without_lifetimes),
      cmocka_unit_test(reads_births),      cmocka_unit_test(refuses_births),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

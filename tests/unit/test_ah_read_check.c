/* test_ah_read_check.c -- the reader of heap profiles: files by heapprof that contradict
   themselves.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#define LARGE "9223372036854775807"

static void refuses_sites(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"mb\":8", "\"mb\":11", "pps[0].mb: 11 is more than tb, 10" },
      { "\"mb\":8", "\"mb\":6", "pps[0].gb: 7 is more than mb, 6" },
      { "\"mb\":4", "\"mb\":3", "pps[1].gb: 4 is more than mb, 3" },
      { "\"mbk\":1", "\"mbk\":4", "pps[0].mbk: 4 is more than tbk, 3" },
      { "\"life\":[2,5,9,14]", "\"life\":[3,5,9,15]",
        "pps[0].life: 3 is more than tbk - ebk, 2" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,10,9,14]",
        "pps[0].life: 10 is more than the longest, 9" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,91,14]",
        "pps[0].life: 91 is more than te, 90" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,8,9,14]",
        "pps[0].life: 16 is more than the sum, 14" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,9,19]",
        "pps[0].life: 19 is more than all with the longest, 18" },
      { "\"tl\":30", "\"tl\":13", "pps[0].life: 14 is more than tl, 13" },
      { "\"tl\":30", "\"tl\":271", "pps[0].tl: 271 is more than tbk * te, 270" },
      { "\"tmp\":[1,2]", "\"tmp\":[3,2]", "pps[0].tmp: 3 is more than tbk - ebk, 2" },
      { "\"tmp\":[1,2]", "\"tmp\":[1,11]", "pps[0].tmp: 11 is more than tb, 10" },
      { "\"size\":[0,6]", "\"size\":[7,6]",
        "pps[0].size: 7 is more than the largest, 6" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[0,1],[3,3]]",
        "pps[0].hist: has more blocks than tbk, 3" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[0," LARGE "],[3," LARGE "]]",
        "pps[0].hist: has more blocks than tbk, 3" },
      { "\"re\":2", "\"re\":4", "pps[0].re: 4 is more than tbk, 3" },
      { "\"re\":2", "\"mv\":[1,11],\"re\":2", "pps[0].mv: 11 is more than tb, 10" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1,4],[3,2,7]]",
        "pps[0].thr: does not add up to tbk and tb, 3 and 10" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1," LARGE "],[3,2,6]]",
        "pps[0].thr: does not add up to tbk and tb, 3 and 10" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_totals(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"most_blocks\":3", "\"most_blocks\":5",
        "heapprof.totals.most_blocks: 5 is more than all blocks, 4" },
      { "\"most_blocks\":3", "\"most_blocks\":1",
        "heapprof.totals.peak_blocks: 2 is more than most_blocks, 1" },
      { "\"zero_blocks\":1", "\"zero_blocks\":5",
        "heapprof.totals.zero_blocks: 5 is more than all blocks, 4" },
      { "\"peak_extra_bytes\":20", "\"peak_extra_bytes\":81",
        "heapprof.totals.peak_extra_bytes: 81 is more than blocks can add, 80" },
      { "\"temporary_blocks\":1", "\"temporary_blocks\":0",
        "heapprof.totals.temporary_blocks: is 0, but the sites have 1" },
      { "\"temporary_bytes\":2", "\"temporary_bytes\":15",
        "heapprof.totals.temporary_bytes: 15 is more than all bytes, 14" },
      { "\"reallocs\":2", "\"reallocs\":5",
        "heapprof.totals.reallocs: 5 is more than all blocks, 4" },
      { "\"failed\":3", "\"failed\":2",
        "heapprof.totals.failed: is 2, but the sites have 3" },
      { "\"freed_blocks\":2", "\"freed_blocks\":1",
        "heapprof.totals.freed_blocks: is 1, but the sites have 2" },
      { "\"freed_bytes\":7", "\"freed_bytes\":12",
        "heapprof.totals.freed_bytes: 12 is more than bytes - end_bytes, 11" },
      { "\"peak_time\":40", "\"peak_time\":91",
        "heapprof.totals.peak_time: 91 is more than te, 90" },
      { "\"temporary_blocks\":1", "\"temporary_blocks\":3",
        "heapprof.totals.temporary_blocks: 3 is more than freed_blocks, 2" },
      { "\"temporary_bytes\":2", "\"temporary_bytes\":1",
        "heapprof.totals.temporary_bytes: is 1, but the sites have 2" },
      { "\"reallocs\":2", "\"reallocs\":1",
        "heapprof.totals.reallocs: is 1, but the sites have 2" },
      { "\"freed_blocks\":2", "\"freed_blocks\":4",
        "heapprof.totals.freed_blocks: 4 is more than blocks - end_blocks, 3" },
   };
   test_ah_errors(test_ah_full, errors, sizeof errors / sizeof errors[0]);
}

/* The site of test_ah_accesses has 48 bytes in 2 blocks, 32 of them never read, 16 never
   written. */
static void refuses_accesses(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"nr\":[32,1],\"nw\":[16,0],\"nt\":[14,0]",
        "\"nr\":[33,1],\"nw\":[16,0],\"nt\":[0,0]",
        "pps[0].nr: 33 is more than tb - nw + nt, 32" },
      { "\"nt\":[14,0]", "\"part\":[17,0],\"nt\":[14,0]",
        "pps[0].nr: 32 is more than tb - part, 31" },
      { "\"nr\":[32,1],\"nw\":[16,0]", "\"nr\":[16,0],\"nw\":[32,1],\"part\":[17,0]",
        "pps[0].nw: 32 is more than tb - part, 31" },
      { "\"nt\":[14,0]", "\"part\":[0,2],\"nt\":[14,0]",
        "pps[0].nr: 1 is more than tbk - part, 0" },
      { "\"nr\":[32,1],\"nw\":[16,0]", "\"nr\":[32,0],\"nw\":[16,1],\"part\":[0,2]",
        "pps[0].nw: 1 is more than tbk - part, 0" },
   };
   test_ah_errors(test_ah_accesses, errors, sizeof errors / sizeof errors[0]);
}

/* A change of a site and of its total, which is checked first. */
static void refuses_summed(void **state)
{
   (void)state;
   static const struct {
      const char *profile;
      test_ah_error total, site;
   } cases[] = {
      { test_ah_full,
        { "peak_blocks\":2", "peak_blocks\":5", NULL },
        { "\"gbk\":1", "\"gbk\":4", "pps[0].gbk: 4 is more than tbk, 3" } },
      { test_ah_full,
        { "end_bytes\":3", "end_bytes\":9", NULL },
        { "\"eb\":3", "\"eb\":9", "pps[0].eb: 9 is more than mb, 8" } },
      { test_ah_full,
        { "end_blocks\":1", "end_blocks\":4", NULL },
        { "\"ebk\":1", "\"ebk\":4", "pps[0].ebk: 4 is more than tbk, 3" } },
      { test_ah_accesses,
        { "reads\":70030", "reads\":70025", NULL },
        { "\"rb\":20", "\"rb\":15", "pps[0].heat: 16 is more than rb, 15" } },
      { test_ah_accesses,
        { "writes\":4176", "writes\":4157", NULL },
        { "\"wb\":70", "\"wb\":51", "pps[0].heat: 52 is more than wb, 51" } },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const test_ah_error *total = &cases[i].total;
      char *text = test_ah_replaced(cases[i].profile, total->old, total->new);
      test_ah_errors(text, &cases[i].site, 1);
      free(text);
   }
}

/* Figures that reach what they are a part of. */
static void takes_limits(void **state)
{
   (void)state;
   static const char *const full[][2] = {
      { "\"mb\":8", "\"mb\":10" },
      { "\"mb\":8", "\"mb\":7" },
      { "\"mbk\":1", "\"mbk\":3" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,7,9,14]" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,9,18]" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,90,30]" },
      { "\"tl\":30", "\"tl\":14" },
      { "\"tl\":30", "\"tl\":270" },
      { "\"tmp\":[1,2]", "\"tmp\":[1,10]" },
      { "\"size\":[0,6]", "\"size\":[6,6]" },
      { "\"re\":2", "\"mv\":[2,10],\"re\":2" },
      { "\"most_blocks\":3", "\"most_blocks\":4" },
      { "\"zero_blocks\":1", "\"zero_blocks\":4" },
      { "\"peak_extra_bytes\":20", "\"peak_extra_bytes\":80" },
      { "\"temporary_blocks\":1", "\"temporary_blocks\":2" },
      { "\"reallocs\":2", "\"reallocs\":4" },
      { "\"failed\":3", "\"failed\":4" },
      { "\"freed_bytes\":7", "\"freed_bytes\":11" },
      { "\"peak_time\":40", "\"peak_time\":90" },
   };
   static const char *const accesses[][2] = {
      { "\"rb\":20", "\"rb\":20,\"part\":[16,1]" },
      { "\"nt\":[14,0]", "\"nt\":[0,0]" },
   };
   for (size_t i = 0; i < sizeof full / sizeof full[0]; i++) {
      if (strncmp(full[i][0], "\"tmp", 4) == 0) {
         /* its sum is in the totals */
         char *text = test_ah_replaced(test_ah_full, "\"temporary_bytes\":2",
                                       "\"temporary_bytes\":14");
         test_ah_changed(text, full[i][0], full[i][1]);
         free(text);
         continue;
      }
      test_ah_changed(test_ah_full, full[i][0], full[i][1]);
   }
   for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
      test_ah_changed(test_ah_accesses, accesses[i][0], accesses[i][1]);
}

/* ---- Forks ---- */

#define FORK(members) \
   "\"exit_code\":-1,\"fork\":{\"time\":90,\"bytes\":9,\"blocks\":2," members "},"
#define ZERO "\"children\":\"zero\","
#define INHERIT "\"children\":\"inherit\","

static void checks_forks(void **state)
{
   (void)state;
   static const struct {
      const char *fork, *message; /* NULL: accepted */
   } cases[] = {
      { FORK(ZERO "\"freed_bytes\":9,\"freed_blocks\":2,\"reallocated\":2"), NULL },
      { FORK(ZERO "\"freed_bytes\":10,\"freed_blocks\":2,\"reallocated\":2"),
        "heapprof.fork.freed_bytes: 10 is more than bytes, 9" },
      { FORK(ZERO "\"freed_bytes\":9,\"freed_blocks\":3,\"reallocated\":2"),
        "heapprof.fork.freed_blocks: 3 is more than blocks, 2" },
      { FORK(ZERO "\"freed_bytes\":9,\"freed_blocks\":1,\"reallocated\":2"),
        "heapprof.fork.reallocated: 2 is more than freed_blocks, 1" },
      { FORK(INHERIT "\"total_bytes\":14,\"total_blocks\":4"), NULL },
      { FORK(INHERIT "\"total_bytes\":15,\"total_blocks\":4"),
        "heapprof.fork.total_bytes: 15 is more than all bytes, 14" },
      { FORK(INHERIT "\"total_bytes\":14,\"total_blocks\":5"),
        "heapprof.fork.total_blocks: 5 is more than all blocks, 4" },
      /* Set to zero since. */
      { "\"counting\":{\"restarted\":1,\"zeros\":1}," FORK(
           INHERIT "\"total_bytes\":15,\"total_blocks\":5"),
        NULL },
      { "\"exit_code\":-1,\"fork\":{\"time\":91,\"bytes\":9,\"blocks\":2," INHERIT
        "\"total_bytes\":0,\"total_blocks\":0},",
        "heapprof.fork.time: 91 is more than te, 90" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char *text = test_ah_replaced(test_ah_full, "\"exit_code\":-1,", cases[i].fork);
      if (cases[i].message == NULL)
         test_ah_text(text);
      else
         test_ah_refused(text, cases[i].message);
      free(text);
   }
}

/* ---- What is not checked ---- */

/* Once sums of bytes are saturated they stop, and live bytes go on. */
static void takes_saturated(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full,
                                 "\"dirs\":", "\"saturated\":true,\"dirs\":");
   char *more = test_ah_replaced(text, "\"mb\":8", "\"mb\":11");
   test_ah_text(more);
   free(more);
   free(text);
}

/* DHAT promises nothing about its figures. */
static void takes_what_others_contradict(void **state)
{
   (void)state;
   test_ah_changed(test_ah_dhat, "\"mb\":8", "\"mb\":800");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(refuses_sites),    cmocka_unit_test(refuses_totals),
      cmocka_unit_test(refuses_accesses), cmocka_unit_test(refuses_summed),
      cmocka_unit_test(takes_limits),     cmocka_unit_test(checks_forks),
      cmocka_unit_test(takes_saturated),  cmocka_unit_test(takes_what_others_contradict),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_read_looks.c -- the reader of heap profiles: looks at owners.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_look.h"

#define LARGE "9223372036854775807"

/* ---- A profile with two looks ---- */

#define IDS "\"build_ids\":[[\"01ef\",\"/src/a\"],[\"\",\"/lib/b.so\"]],"
#define ROOTS \
   "\"roots\":[{\"kind\":\"lost\"}," \
   "{\"kind\":\"static\",\"name\":\"registry\",\"file\":0,\"start\":16480,\"size\":24}," \
   "{\"kind\":\"static\",\"file\":1,\"start\":8192,\"size\":100}," \
   "{\"kind\":\"thread-local\",\"name\":\"cache\",\"file\":0,\"start\":0,\"size\":16}," \
   "{\"kind\":\"stack\",\"fs\":[1,2],\"file\":0,\"start\":4096,\"caller\":8}," \
   "{\"kind\":\"stack-top\"},{\"kind\":\"registers\"}," \
   "{\"kind\":\"mapping\",\"name\":\"/tmp/map\\\\x0a\"},{\"kind\":\"mapping\"}],"
#define OWNERS \
   "\"owners\":[{\"time\":40,\"why\":\"peak\"," \
   "\"leaks\":[[0,0,30,2,1],[0,1,20,1],[1,3,50,4]]," \
   "\"sharers\":[[1,4],[1,3,4,6,-1],[]]," \
   "\"tree\":[[-1,0,0,0,0],[0,2,0,30,2],[1,2,0,20,1,8],[-1,0,1,0,0]," \
   "[3,2,1,10,1,16],[-1,1,0,0,0],[5,2,1,40,3,-24,8]]," \
   "\"idle_since\":20,\"idle\":[[1,15,1],[6,40,3]]," \
   "\"chains\":[[[0,0],[2,0]],[[0,1,16],[2,-1,8],[2,1]]]}," \
   "{\"time\":40,\"why\":\"asked\",\"leaks\":[],\"sharers\":[],\"tree\":[]," \
   "\"chains\":[]}," \
   "{\"time\":90,\"why\":\"end\",\"leaks\":[],\"sharers\":[],\"tree\":[]," \
   "\"chains\":[]}],"

static char *whole;

static int make_whole(void **state)
{
   (void)state;
   whole = test_ah_replaced(test_ah_heapprof, "\"dirs\":", IDS ROOTS OWNERS "\"dirs\":");
   return 0;
}

static int free_whole(void **state)
{
   (void)state;
   free(whole);
   return 0;
}

/* ---- Good ones ---- */

static void reads_roots(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(whole);
   static const ah_root_kind kinds[] = {
      AH_ROOT_LOST,         AH_ROOT_STATIC,  AH_ROOT_STATIC,
      AH_ROOT_THREAD_LOCAL, AH_ROOT_STACK,   AH_ROOT_STACK_TOP,
      AH_ROOT_REGISTERS,    AH_ROOT_MAPPING, AH_ROOT_MAPPING,
   };
   const ah_root *r = p->roots;
   assert_int_equal(p->n_roots, 9);
   for (size_t i = 0; i < p->n_roots; i++)
      assert_int_equal(r[i].kind, kinds[i]);
   assert_string_equal(r[1].name, "registry");
   assert_ptr_equal(r[1].file, &p->files[0]);
   assert_int_equal(r[1].start, 16480);
   assert_int_equal(r[1].size_B, 24);
   assert_null(r[2].name);
   assert_ptr_equal(r[2].file, &p->files[1]);
   assert_int_equal(r[3].start, 0);
   assert_int_equal(r[4].n_frames, 2);
   assert_int_equal(r[4].frames[0], 1);
   assert_int_equal(r[4].frames[1], 2);
   assert_int_equal(r[4].size_B, 0);
   assert_ptr_equal(r[4].caller, &r[8]);
   assert_null(r[5].caller);
   assert_null(r[5].name);
   assert_null(r[6].file);
   assert_string_equal(r[7].name, "/tmp/map\n");
   assert_null(r[8].name);
}

static void reads_leaks_and_sharers(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(whole);
   const ah_look *look = p->looks;
   assert_int_equal(p->n_looks, 3);
   assert_int_equal(look->time, 40);
   assert_int_equal(look->why, AH_LOOK_PEAK);
   assert_int_equal(look[1].why, AH_LOOK_ASKED);
   assert_int_equal(look[2].why, AH_LOOK_END);
   assert_amount(look->live, 100, 7);
   assert_amount(look->leaks[AH_LEAK_DEFINITE], 30, 2);
   assert_amount(look->leaks[AH_LEAK_INDIRECT], 20, 1);
   assert_amount(look->leaks[AH_LEAK_POSSIBLE], 0, 0);
   assert_amount(look->leaks[AH_LEAK_REACHABLE], 50, 4);
   assert_int_equal(look->n_leak_sites, 3);
   assert_int_equal(look->leak_sites[0].rings, 1);
   assert_int_equal(look->leak_sites[1].rings, 0);
   assert_int_equal(look->leak_sites[2].site, 1);
   assert_int_equal(look->leak_sites[2].leak, AH_LEAK_REACHABLE);
   assert_int_equal(look->n_sharers, 3);
   assert_int_equal(look->sharers[0].n, 2);
   assert_int_equal(look->sharers[0].roots[1], 4);
   assert_false(look->sharers[0].has_more);
   assert_int_equal(look->sharers[1].n, 4);
   assert_true(look->sharers[1].has_more);
   assert_int_equal(look->sharers[2].n, 0);
   assert_amount(look[1].live, 0, 0);
}

static void reads_tree_and_chains(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(whole);
   const ah_look *look = p->looks;
   const ah_retainer *r = look->retainers;
   assert_int_equal(look->n_retainers, 7);
   assert_int_equal(r[0].above, -1);
   assert_int_equal(r[0].kind, AH_RETAINER_ROOT);
   assert_amount(r[0].own, 0, 0);
   assert_amount(r[0].retained, 50, 3);
   assert_amount(r[1].retained, 50, 3);
   assert_false(r[1].has_offset);
   assert_amount(r[2].retained, 20, 1);
   assert_true(r[2].has_offset);
   assert_int_equal(r[2].offset, 8);
   assert_int_equal(r[2].step, 0);
   assert_int_equal(r[5].kind, AH_RETAINER_SHARED);
   assert_amount(r[5].retained, 40, 3);
   assert_int_equal(r[6].offset, -24);
   assert_int_equal(r[6].step, 8);
   assert_int_equal(look->idle_since, 20);
   assert_amount(r[0].idle, 0, 0);
   assert_amount(r[1].idle, 15, 1);
   assert_amount(r[6].idle, 40, 3);
   assert_int_equal(p->looks[1].idle_since, 0);
   assert_int_equal(look->n_chains, 2);
   assert_int_equal(look->chains[0].n, 2);
   const ah_chain_step *steps = look->chains[1].steps;
   assert_int_equal(look->chains[1].n, 3);
   assert_true(steps[0].is_root && steps[0].has_offset && !steps[1].is_root);
   assert_int_equal(steps[0].what, 1);
   assert_int_equal(steps[0].offset, 16);
   assert_int_equal(steps[1].what, -1);
   assert_false(steps[2].has_offset);
}

/* Most files have no look; roots alone say nothing. */
static void reads_without(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_heapprof);
   assert_int_equal(p->n_roots + p->n_looks, 0);
   p = test_ah_changed(test_ah_heapprof, "\"dirs\":", "\"roots\":7,\"dirs\":");
   assert_int_equal(p->n_roots + p->n_looks, 0);
   p = test_ah_changed(test_ah_heapprof,
                       "\"dirs\":", "\"roots\":[],\"owners\":[],\"dirs\":");
   assert_int_equal(p->n_roots + p->n_looks, 0);
}

/* Changes that stay within the limits. */
static void takes_limits(void **state)
{
   (void)state;
   static const char *const changes[][2] = {
      { "\"time\":40,\"why\":\"peak\"", "\"time\":20,\"why\":\"time\"" },
      { "[0,0,30,2,1]", "[0,0,30,2,2]" },
      { "[0,0,30,2,1]", "[0,0,30,2]" },
      { "[0,1,20,1]", "[0,2,20,1]" },
      { "[0,2,0,30,2]", "[0,2,0,30,2," LARGE "," LARGE "]" },
      { "[1,2,0,20,1,8]", "[-1,2,0,20,1,8]" },
      { "[[0,0],[2,0]]", "[[2,-1],[2,0]]" },
      { "[[0,0],[2,0]]", "[[2,0]]" },
      { "[1,2]", "[]" },
      { "\"start\":16480,", "" },
      { "\"idle_since\":20", "\"idle_since\":40" },
      { "[[1,15,1],[6,40,3]]", "[]" },
      { "[1,15,1]", "[1,30,2]" },
      { "[1,15,1]", "[0,0,0]" },
   };
   for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
      test_ah_changed(whole, changes[i][0], changes[i][1]);
}

/* ---- Bad ones ---- */

#define ROOT "heapprof.roots[1]"
#define LOOK "heapprof.owners[0]"

static void refuses_roots(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"roots\":[", "\"r\":[", "heapprof.roots: missing" },
      { "\"roots\":[", "\"roots\":{},\"r\":[", "heapprof.roots: expected an array" },
      { "\"roots\":[", "\"roots\":[1,", "heapprof.roots[0]: expected an object" },
      { "{\"kind\":\"lost\"},", "",
        "heapprof.roots[0].kind: the first is \"lost\", and no other" },
      { "{\"kind\":\"registers\"}", "{\"kind\":\"lost\"}",
        "heapprof.roots[6].kind: the first is \"lost\", and no other" },
      { "\"kind\":\"static\"", "\"k\":\"static\"", ROOT ".kind: missing" },
      { "\"kind\":\"static\"", "\"kind\":1", ROOT ".kind: expected a string" },
      { "\"kind\":\"static\"", "\"kind\":\"heap\"", ROOT ".kind: is unknown" },
      { "\"name\":\"registry\"", "\"name\":[]", ROOT ".name: expected a string" },
      { "\"file\":0", "\"file\":2", ROOT ".file: 2 is not an index into build_ids" },
      { "\"file\":0", "\"file\":-1", ROOT ".file: is negative" },
      { "\"file\":0", "\"file\":\"0\"", ROOT ".file: expected an integer" },
      { "\"start\":16480", "\"start\":-1", ROOT ".start: is negative" },
      { "\"start\":16480", "\"start\":1.5", ROOT ".start: expected an integer" },
      { "\"size\":24", "\"size\":-24", ROOT ".size: is negative" },
      { "\"size\":24", "\"size\":null", ROOT ".size: expected an integer" },
      { "\"fs\":[1,2],\"file\"", "\"f\":[1,2],\"file\"",
        "heapprof.roots[4].fs: missing" },
      { "\"fs\":[1,2],\"file\"", "\"fs\":1,\"file\"",
        "heapprof.roots[4].fs: expected an array" },
      { "\"fs\":[1,2],\"file\"", "\"fs\":[1,3],\"file\"",
        "heapprof.roots[4].fs: 3 is not an index into ftbl" },
      { "\"caller\":8", "\"caller\":9",
        "heapprof.roots[4].caller: 9 is not an index into roots" },
      { "\"caller\":8", "\"caller\":-1", "heapprof.roots[4].caller: is negative" },
      { "\"fs\":[1,2],\"file\"", "\"fs\":[\"1\"],\"file\"",
        "heapprof.roots[4].fs: expected integers" },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_looks(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"owners\":[", "\"owners\":{},\"o\":[", "heapprof.owners: expected an array" },
      { "\"owners\":[", "\"owners\":[[],", LOOK ": expected an object" },
      { "\"time\":40,", "", LOOK ".time: missing" },
      { "\"time\":40", "\"time\":-1", LOOK ".time: is negative" },
      { "\"time\":40", "\"time\":91", LOOK ".time: 91 is more than te, 90" },
      { "\"time\":40", "\"time\":41",
        "heapprof.owners[1].time: is before the previous one" },
      { "\"why\":\"peak\"", "\"w\":0", LOOK ".why: missing" },
      { "\"why\":\"peak\"", "\"why\":0", LOOK ".why: expected a string" },
      { "\"why\":\"peak\"", "\"why\":\"periodic\"",
        LOOK ".why: expected asked, time, peak, exit or end" },
      { "\"leaks\":", "\"l\":", LOOK ".leaks: missing" },
      { "\"sharers\":", "\"s\":", LOOK ".sharers: missing" },
      { "\"tree\":", "\"t\":", LOOK ".tree: missing" },
      { "\"chains\":", "\"c\":", LOOK ".chains: missing" },
      { "\"sharers\":[", "\"sharers\":7,\"s\":[", LOOK ".sharers: expected an array" },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_leaks(void **state)
{
   (void)state;
   static const char numbers[] = LOOK ".leaks: expected 4 to 5 integers";
   static const char order[] = LOOK ".leaks: expected ascending sites and kinds";
   static const char sums[] = LOOK ".leaks: sums do not fit in 63 bits";
   static const test_ah_error errors[] = {
      { "\"leaks\":[", "\"leaks\":1,\"l\":[", LOOK ".leaks: expected an array" },
      { "[0,1,20,1]", "[0,1,20]", numbers },
      { "[0,1,20,1]", "[0,1,20,1,0,0]", numbers },
      { "[0,1,20,1]", "1", numbers },
      { "[0,1,20,1]", "[0,1,20,1.0]", LOOK ".leaks: expected integers" },
      { "[1,3,50,4]", "[2,3,50,4]", LOOK ".leaks: 2 is not an index into pps" },
      { "[0,0,30,2,1]", "[-1,0,30,2,1]", LOOK ".leaks: -1 is not an index into pps" },
      { "[0,1,20,1]", "[0,4,20,1]", LOOK ".leaks: 4 is no kind" },
      { "[0,1,20,1]", "[0,-1,20,1]", LOOK ".leaks: -1 is no kind" },
      { "[0,1,20,1]", "[0,0,20,1]", order },
      { "[0,0,30,2,1]", "[0,2,30,2,1]", order },
      { "[0,0,30,2,1]", "[1,0,30,2,1]", order },
      { "[0,1,20,1]", "[0,1,-20,1]", LOOK ".leaks: bytes and blocks cannot be negative" },
      { "[0,1,20,1]", "[0,1,20,-1]", LOOK ".leaks: bytes and blocks cannot be negative" },
      { "[0,0,30,2,1]", "[0,0,30,2,3]", LOOK ".leaks: rings are not 0 to the blocks" },
      { "[0,0,30,2,1]", "[0,0,30,2,-1]", LOOK ".leaks: rings are not 0 to the blocks" },
      { "[0,1,20,1],[1,3,50,4]", "[0,3," LARGE ",1],[1,3,50,4]", sums },
      { "[0,1,20,1],[1,3,50,4]", "[0,1," LARGE ",1],[1,3,50,4]", sums },
      { "[0,1,20,1],[1,3,50,4]", "[0,1,20," LARGE "],[1,3,50,4]", sums },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_sharers(void **state)
{
   (void)state;
   static const char numbers[] = LOOK ".sharers: expected 0 to 5 integers";
   static const char order[] = LOOK ".sharers: expected at most 4 ascending roots";
   static const test_ah_error errors[] = {
      { "[[1,4],", "[7,", numbers },
      { "[[1,4],", "[{},", numbers },
      { "[1,3,4,6,-1]", "[1,2,3,4,6,-1]", numbers },
      { "[1,3,4,6,-1]", "[1,2,3,4,6]", order },
      { "[[1,4],", "[[4,1],", order },
      { "[[1,4],", "[[1,1],", order },
      { "[[1,4],", "[[1,null],", LOOK ".sharers: expected integers" },
      { "[[1,4],", "[[1,9],", LOOK ".sharers: 9 is not an index into roots" },
      { "[[1,4],", "[[-1,4],", LOOK ".sharers: -1 is not an index into roots" },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_tree(void **state)
{
   (void)state;
   static const char numbers[] = LOOK ".tree: expected 5 to 11 integers";
   static const char above[] = LOOK ".tree: expected -1 or the index of an earlier owner";
   static const char sums[] = LOOK ".tree: other sums than of leaks";
   static const test_ah_error errors[] = {
      { "\"tree\":[", "\"tree\":{},\"t\":[", LOOK ".tree: expected an array" },
      { "[3,2,1,10,1,16]", "[3,2,1,10]", numbers },
      { "[3,2,1,10,1,16]", "[3,2,1,10,1,16,0,1,2,3,4,5]", numbers },
      { "[3,2,1,10,1,16]", "3", numbers },
      { "[3,2,1,10,1,16]", "[3,2,1,10,1,\"16\"]", LOOK ".tree: expected integers" },
      { "[3,2,1,10,1,16]", "[3,3,1,10,1,16]", LOOK ".tree: 3 is no kind" },
      { "[3,2,1,10,1,16]", "[3,-1,1,10,1,16]", LOOK ".tree: -1 is no kind" },
      { "[3,2,1,10,1,16]", "[3,2,2,10,1,16]", LOOK ".tree: 2 is not an index into pps" },
      { "[3,2,1,10,1,16]", "[3,2,-1,10,1,16]",
        LOOK ".tree: -1 is not an index into pps" },
      { "[-1,1,0,0,0]", "[-1,1,3,0,0]", LOOK ".tree: 3 is not an index into sharers" },
      { "[-1,0,1,0,0]", "[-1,0,9,0,0]", LOOK ".tree: 9 is not an index into roots" },
      { "[3,2,1,10,1,16]", "[4,2,1,10,1,16]", above },
      { "[3,2,1,10,1,16]", "[-2,2,1,10,1,16]", above },
      { "[-1,0,0,0,0]", "[0,0,0,0,0]", above },
      { "[-1,0,1,0,0]", "[2,0,1,0,0]",
        LOOK ".tree: a root, and what several share, has no owner" },
      { "[-1,1,0,0,0]", "[0,1,0,0,0]",
        LOOK ".tree: a root, and what several share, has no owner" },
      { "[3,2,1,10,1,16]", "[3,2,1,10,1,16,-8]",
        LOOK ".tree: the step cannot be negative" },
      { "[3,2,1,10,1,16]", "[3,2,1,-10,1,16]",
        LOOK ".tree: bytes and blocks cannot be negative" },
      { "[3,2,1,10,1,16]", "[3,2,1,10,-1,16]",
        LOOK ".tree: bytes and blocks cannot be negative" },
      { "[3,2,1,10,1,16]", "[3,2,1,11,1,16]", sums },
      { "[3,2,1,10,1,16]", "[3,2,1,10,2,16]", sums },
      { "[3,2,1,10,1,16]", "[3,2,1," LARGE ",1,16]",
        LOOK ".tree: sums do not fit in 63 bits" },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

#define STEPS_10 "[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],[2,-1],"
#define STEPS_40 STEPS_10 STEPS_10 STEPS_10 STEPS_10

static void refuses_chains(void **state)
{
   (void)state;
   static const char numbers[] = LOOK ".chains: expected 2 to 3 integers";
   static const char end[] = LOOK ".chains: a chain ends with a site";
   static const test_ah_error errors[] = {
      { "\"chains\":[", "\"chains\":0,\"c\":[", LOOK ".chains: expected an array" },
      { "[[0,0],[2,0]]", "7", end },
      { "[[0,0],[2,0]]", "[]", end },
      { "[[0,0],[2,0]]", "[[2,0],[0,0]]", end },
      { "[[0,0],[2,0]]", "[[0,0],[2,-1]]", end },
      { "[[0,0],[2,0]]", "[[0,0],[2,1]]", LOOK ".chains: expected ascending sites" },
      { "[[0,0],[2,0]]", "[[0,0],2]", numbers },
      { "[[0,0],[2,0]]", "[[0,0],[2]]", numbers },
      { "[[0,0],[2,0]]", "[[0,0],[2,0,0,0]]", numbers },
      { "[[0,0],[2,0]]", "[[0,0],[2,false]]", LOOK ".chains: expected integers" },
      { "[[0,0],[2,0]]", "[" STEPS_40 "[2,0]]",
        LOOK ".chains: a chain has at most 40 steps" },
      { "[[0,0],[2,0]]", "[[1,0],[2,0]]", LOOK ".chains: a step is a root or a site" },
      { "[[0,0],[2,0]]", "[[3,0],[2,0]]", LOOK ".chains: 3 is no kind" },
      { "[[0,0],[2,0]]", "[[0,9],[2,0]]", LOOK ".chains: 9 is not an index into roots" },
      { "[[0,0],[2,0]]", "[[0,-1],[2,0]]",
        LOOK ".chains: -1 is not an index into roots" },
      { "[[0,0],[2,0]]", "[[0,0],[2,2]]", LOOK ".chains: 2 is not an index into pps" },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_idle(void **state)
{
   (void)state;
   static const char more[] = LOOK ".idle: is more than the owner has";
   static const char order[] = LOOK ".idle: expected ascending owners";
   static const test_ah_error errors[] = {
      { "\"idle_since\":20", "\"idle_since\":\"20\"",
        LOOK ".idle_since: expected an integer" },
      { "\"idle_since\":20", "\"idle_since\":-1", LOOK ".idle_since: is negative" },
      { "\"idle_since\":20", "\"idle_since\":41",
        LOOK ".idle_since: 41 is more than time, 40" },
      { "\"idle\":[", "\"i\":[", LOOK ".idle: missing" },
      { "\"idle\":[", "\"idle\":{},\"i\":[", LOOK ".idle: expected an array" },
      { "[1,15,1]", "[1,15]", LOOK ".idle: expected 3 to 3 integers" },
      { "[1,15,1]", "1", LOOK ".idle: expected 3 to 3 integers" },
      { "[1,15,1]", "[1,15,null]", LOOK ".idle: expected integers" },
      { "[1,15,1]", "[7,15,1]", LOOK ".idle: 7 is not an index into tree" },
      { "[1,15,1]", "[-1,15,1]", LOOK ".idle: -1 is not an index into tree" },
      { "[1,15,1]", "[1,-15,1]", LOOK ".idle: bytes and blocks cannot be negative" },
      { "[1,15,1]", "[1,15,-1]", LOOK ".idle: bytes and blocks cannot be negative" },
      { "[1,15,1]", "[1,31,1]", more },
      { "[1,15,1]", "[1,15,3]", more },
      { "[6,40,3]", "[1,10,1]", order },
      { "[6,40,3]", "[0,0,0]", order },
   };
   test_ah_errors(whole, errors, sizeof errors / sizeof errors[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_roots),     cmocka_unit_test(reads_leaks_and_sharers),
      cmocka_unit_test(reads_without),   cmocka_unit_test(reads_tree_and_chains),
      cmocka_unit_test(takes_limits),    cmocka_unit_test(refuses_roots),
      cmocka_unit_test(refuses_looks),   cmocka_unit_test(refuses_leaks),
      cmocka_unit_test(refuses_sharers), cmocka_unit_test(refuses_tree),
      cmocka_unit_test(refuses_chains),  cmocka_unit_test(refuses_idle),

   };
   return cmocka_run_group_tests(tests, make_whole, free_whole);
}

/* test_ah_diff.c -- matching call paths of two heap profiles by names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "report/ah_diff_report.h"

#define HEAD "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\"," \
             "\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\"," \
             "\"Mtu\":\"Minstr\",\"cmd\":\"./a\",\"pid\":1,\"te\":9,"

/* ---- What matches ---- */

/* The profile of one site; its path has one frame, or two separated by a blank
   line. */
static ah_profile *one_path(const tk_alloc *alloc, const char *frames)
{
   char text[1024];
   const char *second = strstr(frames, "\n\n");
   int n = second == NULL ? (int)strlen(frames) : (int)(second - frames);
   snprintf(text, sizeof text,
            HEAD "\"pps\":[{\"tb\":8,\"tbk\":1,\"fs\":[%s]}],"
                 "\"ftbl\":[\"[root]\",\"%.*s\",\"%s\"]}",
            second == NULL ? "1" : "1,2", n, frames,
            second == NULL ? "" : second + 2);
   return test_ah_text(alloc, text);
}

static void check_match(const char *old_frames, const char *new_frames,
                        bool expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   const ah_value *total = &ah_values[AH_SORT_TOTAL];
   ah_profile *old = one_path(&alloc, old_frames);
   ah_profile *new = one_path(&alloc, new_frames);
   ah_paths *paths = ah_paths_new(&alloc, &total, 1);
   assert_int_equal(ah_paths_add(paths, old, AH_OLD), AN_OK);
   assert_int_equal(ah_paths_add(paths, new, AH_NEW), AN_OK);
   if ((ah_paths_n(paths) == 1) != expected)
      fail_msg("%s; %s: %s", old_frames, new_frames,
               expected ? "do not match" : "match");
   assert_int_equal(ah_paths_values(paths, 0)[0], 8);
   assert_int_equal(ah_paths_values(paths, 0)[1], expected ? 8 : 0);
   ah_paths_free(paths);
   ah_profile_free(old);
   ah_profile_free(new);
   assert_int_equal(heap.n_live, 0);
}

static void test_steps(void **state)
{
   (void)state;
   check_match("0x10: f (a.c:1)", "0x20: f (a.c:2)", true);
   check_match("0x10: f (/x/a.c:1)", "0x10: f (/y/z/a.c:1)", true);
   check_match("0x10: f (a.c:1)", "0x10: g (a.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f (b.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f (in /lib/x.so)", false);
   check_match("0x10: f (in /lib/x.so)", "0x20: f (in /lib/y.so)", true);
   check_match("0x10: ??? (in /lib/x.so)", "0x20: ??? (in /opt/x.so)", true);
   check_match("0x10: ??? (in /lib/x.so)", "0x20: ??? (in /lib/y.so)", false);
   check_match("0x10: ???", "0x20: ???", true);
}

static void test_clones(void **state)
{
   (void)state;
   static const char *const clones[] = {
      "f.part.0", "f.isra.12", "f.constprop.0", "f.constprop.0.isra.1",
      "f.cold", "f.cold.3", "f.lto_priv.0", "f.llvm.8123", "f [clone .part.0]",
      "f [clone .isra.0] [clone .cold]", "f.part.0.cold",
   };
   for (size_t i = 0; i < sizeof clones / sizeof clones[0]; i++) {
      char frame[64];
      snprintf(frame, sizeof frame, "0x10: %s (a.c:1)", clones[i]);
      check_match("0x10: f (a.c:1)", frame, true);
   }
   check_match("0x10: f (a.c:1)", "0x10: f.party (a.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f.part (a.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f.coldest (a.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f.g (a.c:1)", false);
   check_match("0x10: .part.0 (a.c:1)", "0x10: .part.1 (a.c:1)", false);
}

static void test_paths(void **state)
{
   (void)state;
   check_match("f (a.c:1)\n\nmain (a.c:2)", "f (a.c:3)\n\nmain (a.c:4)", true);
   check_match("f (a.c:1)\n\nmain (a.c:2)", "main (a.c:2)\n\nf (a.c:1)", false);
   check_match("f (a.c:1)\n\nmain (a.c:2)", "f (a.c:1)", false);
   check_match("f (a.c:1)\n\nf (a.c:2)", "f (a.c:3)", true);
   check_match("f (a.c:1)\n\nf.part.0 (a.c:2)", "f (a.c:3)", true);
   check_match("malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)"
               "\n\nmain (a.c:2)", "main (a.c:3)", true);
}

/* ---- Order and steps ---- */

static const char before[] =
   HEAD "\"pps\":[{\"tb\":10,\"tbk\":9,\"fs\":[1,5]},"
        "{\"tb\":10,\"tbk\":1,\"fs\":[2,5]},{\"tb\":50,\"tbk\":5,\"fs\":[3]},"
        "{\"tb\":7,\"tbk\":7,\"fs\":[]},{\"tb\":1,\"tbk\":1,\"fs\":[6]}],"
        "\"ftbl\":[\"[root]\",\"a (x.c:1)\",\"b (x.c:2)\",\"c (x.c:3)\","
        "\"d (x.c:4)\",\"main (x.c:5)\",\"c (x.c:9)\"]}";
static const char after[] =
   HEAD "\"pps\":[{\"tb\":20,\"tbk\":8,\"fs\":[2,2,5]},"
        "{\"tb\":30,\"tbk\":5,\"fs\":[3]},{\"tb\":7,\"tbk\":7,\"fs\":[]},"
        "{\"tb\":10,\"tbk\":1,\"fs\":[4]}],"
        "\"ftbl\":[\"[root]\",\"a (x.c:1)\",\"b (x.c:2)\",\"c (x.c:13)\","
        "\"d (x.c:4)\",\"main (x.c:5)\"]}";

/* "function:line values;", in the order of the paths. */
static void print_all(const ah_paths *paths, const tk_alloc *alloc, FILE *out)
{
   uint32_t *order = ah_paths_sort(paths, 0);
   for (size_t i = 0; i < ah_paths_n(paths); i++) {
      const int64_t *v = ah_paths_values(paths, order[i]);
      for (ah_step step = { .next = 0 };
           ah_paths_step(paths, order[i], &step);)
         fprintf(out, "%s:%u ", step.function, step.line);
      fprintf(out, "%d %d->%d %d;", (int)v[0], (int)v[1], (int)v[2],
              (int)v[3]);
   }
   tk_put(alloc, order);
}

static void test_order(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   const ah_value *values[] = { &ah_values[AH_SORT_TOTAL],
                                &ah_values[AH_SORT_BLOCKS] };
   ah_profile *old = test_ah_text(&alloc, before);
   ah_profile *new = test_ah_text(&alloc, after);
   ah_paths *paths = ah_paths_new(&alloc, values, 2);
   assert_int_equal(ah_paths_add(paths, old, AH_OLD), AN_OK);
   assert_int_equal(ah_paths_add(paths, new, AH_NEW), AN_OK);
   char text[512] = "";
   FILE *out = fmemopen(text, sizeof text, "w");
   print_all(paths, &alloc, out);
   fclose(out);
   /* For equal changes in bytes, the larger change in blocks is first. */
   assert_string_equal(text, "c:13 51 6->30 5;"
                             "a:1 main:5 10 9->0 0;"
                             "b:2 main:5 10 1->20 8;"
                             "d:4 0 0->10 1;"
                             "7 7->7 7;");
   ah_paths_free(paths);
   ah_profile_free(old);
   ah_profile_free(new);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Failing ---- */

static an_status match(const ah_profile *old, const ah_profile *new,
                       const tk_alloc *alloc)
{
   const ah_value *total = &ah_values[AH_SORT_TOTAL];
   const int64_t totals[] = { 78, 67 };
   an_status status = AN_NO_MEMORY;
   uint32_t *order = NULL;
   an_profile *pair = NULL;
   ah_paths *paths = ah_paths_new(alloc, &total, 1);
   ah_diff diff = { .values = &total, .n_values = 1, .paths = paths,
                    .totals = totals };
   if (paths != NULL && ah_paths_add(paths, old, AH_OLD) == AN_OK
       && ah_paths_add(paths, new, AH_NEW) == AN_OK
       && (order = ah_paths_sort(paths, 0)) != NULL
       && (pair = ah_diff_pair(&diff, alloc, true)) != NULL)
      status = AN_OK;
   if (pair != NULL) {
      assert_int_equal(an_profile_totals(pair)[0], 78);
      assert_int_equal(an_profile_totals(pair)[1], 67);
      assert_int_equal(an_profile_n_functions(pair), 5);
   }
   an_profile_free(pair);
   tk_put(alloc, order);
   ah_paths_free(paths);
   return status;
}

/* ---- Regions ---- */

static ah_region old_regions[] = {
   { "sort", -1, 1, { 600, 6 }, 1000, 300 }, { "merge", 0, 4, { 400, 4 }, 900, 30 },
   { "gone", -1, 2, { 9, 1 }, 100, 9 },
};
static ah_region new_regions[] = {
   { "new", -1, 1, { 7, 1 }, 500, 7 }, { "sort", -1, 1, { 650, 6 }, 1100, 400 },
   { "merge", 1, 5, { 450, 5 }, 950, 40 },
};
static ah_profile old_side = { .regions = old_regions, .n_regions = 3 };
static ah_profile new_side = { .regions = new_regions, .n_regions = 3 };

static void check_regions(bool has_lifetimes, const char *expected)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_status status;
   old_side.has_lifetimes = new_side.has_lifetimes = has_lifetimes;
   const ah_diff diff = { .profiles = { &old_side, &new_side } };
   an_profile *pair = ah_diff_regions(&diff, &alloc, &status);
   char got[512] = "", *at = got;
   for (size_t i = 0; i < an_profile_n_regions(pair); i++) {
      const an_region *r = an_profile_region(pair, i);
      at += sprintf(at, "%s %d %d-%d", r->name, (int)r->parent,
                    (int)r->count_before, (int)r->count);
      for (size_t k = 0; k < 2 * ah_region_n_values(&diff); k++)
         at += sprintf(at, " %d", (int)r->counts[k]);
      at += sprintf(at, "\n");
   }
   assert_string_equal(got, expected);
   an_profile_free(pair);
   assert_int_equal(heap.n_live, 0);
}

/* Total, blocks, peak and growth: of OLD, then of NEW. */
static void test_regions(void **state)
{
   (void)state;
   check_regions(true, "new -1 0-1 0 0 0 0 7 1 500 7\n"
                       "sort -1 1-1 600 6 1000 300 650 6 1100 400\n"
                       "merge 1 4-5 400 4 900 30 450 5 950 40\n"
                       "gone -1 2-0 9 1 100 9 0 0 0 0\n");
   check_regions(false, "new -1 0-1 0 0 7 1\nsort -1 1-1 600 6 650 6\n"
                        "merge 1 4-5 400 4 450 5\ngone -1 2-0 9 1 0 0\n");
}

static void test_regions_fail(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   const ah_diff diff = { .profiles = { &old_side, &new_side } };
   an_status status = AN_NO_MEMORY;
   for (heap.fail_at = 1; status != AN_OK; heap.fail_at++) {
      heap.n_calls = 0;
      an_profile *pair = ah_diff_regions(&diff, &alloc, &status);
      assert_true(pair != NULL || status == AN_NO_MEMORY);
      an_profile_free(pair);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > 5);
   heap.fail_at = 0;
   ah_region twice[] = { { "a", -1, 1, { INT64_MAX, 1 }, 0, 0 },
                         { "a", -1, 1, { 1, 1 }, 0, 0 } };
   ah_profile hostile = { .regions = twice, .n_regions = 2 };
   const ah_diff large = { .profiles = { &old_side, &hostile } };
   assert_null(ah_diff_regions(&large, &alloc, &status));
   assert_int_equal(status, AN_OVERFLOW);
   assert_int_equal(heap.n_live, 0);
}

static void test_no_memory(void **state)
{
   (void)state;
   test_heap heap = { 0 }, good = { 0 };
   tk_alloc alloc = test_alloc(&heap), profile_alloc = test_alloc(&good);
   ah_profile *old = test_ah_text(&profile_alloc, before);
   ah_profile *new = test_ah_text(&profile_alloc, after);
   an_status status = AN_NO_MEMORY;
   for (heap.fail_at = 1; status != AN_OK; heap.fail_at++) {
      heap.n_calls = 0;
      status = match(old, new, &alloc);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > 20);
   ah_profile_free(old);
   ah_profile_free(new);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_clones),
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_regions_fail),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_diff_paths.c -- matching call paths of two heap profiles by names.
   test_an_paths_join.c has those that each build lists in another form.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_diff.h"

#include "heap/ah_diff_paths.h"

/* ---- What matches ---- */

/* The profile of one site; its path has one frame, or two separated by a blank
   line. */
static ah_profile *one_path(const char *frames)
{
   char text[1024];
   const char *second = strstr(frames, "\n\n");
   int n = second == NULL ? (int)strlen(frames) : (int)(second - frames);
   snprintf(text, sizeof text,
            TEST_AH_DIFF_HEAD "\"pps\":[{\"tb\":8,\"tbk\":1,\"fs\":[%s]}],"
                              "\"ftbl\":[\"[root]\",\"%.*s\",\"%s\"]}",
            second == NULL ? "1" : "1,2", n, frames, second == NULL ? "" : second + 2);
   return test_ah_text(text);
}

static void check_match(const char *old_frames, const char *new_frames, bool expected)
{
   ah_paths paths;
   ah_profile *old = one_path(old_frames);
   ah_profile *new = one_path(new_frames);
   ah_paths_open(&paths, test_alloc(), (const ah_profile *[]){ old, new });
   if ((paths.n == 1) != expected)
      fail_msg("%s; %s: %s", old_frames, new_frames, expected ? "do not match" : "match");
   assert_int_equal(ah_paths_values(&paths, 0)[0], 8);
   assert_int_equal(ah_paths_values(&paths, 0)[paths.n_values], expected ? 8 : 0);
}

static void test_steps(void **state)
{
   (void)state;
   check_match("0x10: f (a.c:1)", "0x20: f (a.c:2)", true);
   check_match("0x10: f (/x/a.c:1)", "0x10: f (/y/z/a.c:1)", true);
   check_match("0x10: f (a.c:1)", "0x10: g (a.c:1)", false);
   check_match("0x10: f (a.c:1)", "0x10: f (b.c:1)", true);
   check_match("0x10: f (a.c:1)", "0x10: f (in /lib/x.so)", true);
   check_match("0x10: f (in /lib/x.so)", "0x20: f (in /lib/y.so)", true);
   check_match("0x10: ??? (in /lib/x.so)", "0x20: ??? (in /opt/x.so)", true);
   check_match("0x10: ??? (in /lib/x.so)", "0x20: ??? (in /lib/y.so)", false);
   check_match("0x10: ???", "0x20: ???", true);
}

static void test_clones(void **state)
{
   (void)state;
   static const char *const clones[] = {
      "f.part.0",
      "f.isra.12",
      "f.constprop.0",
      "f.constprop.0.isra.1",
      "f.cold",
      "f.cold.3",
      "f.lto_priv.0",
      "f.llvm.8123",
      "f [clone .part.0]",
      "f [clone .isra.0] [clone .cold]",
      "f.part.0.cold",
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
               "\n\nmain (a.c:2)",
               "main (a.c:3)", true);
}

/* ---- Order and steps ---- */

/* "function:line values;", in their order, for each path: its bytes and blocks. */
static void print_all(ah_paths *paths, FILE *out)
{
   ah_paths_sort(paths, 0);
   for (size_t i = 0; i < paths->n; i++) {
      size_t n;
      const int64_t *v = ah_paths_values(paths, paths->order[i]);
      an_frame *frames = ah_paths_frames(paths, test_alloc(), paths->order[i], &n);
      for (size_t k = 0; k < n; k++)
         fprintf(out, "%s:%u ", frames[k].function, frames[k].line);
      fprintf(out, "%d %d->%d %d;", (int)v[0], (int)v[1], (int)v[2], (int)v[3]);
   }
}

static void check_all(const char *old_text, const char *new_text, const char *expected)
{
   ah_paths paths;
   ah_profile *old = test_ah_text(old_text);
   ah_profile *new = test_ah_text(new_text);
   ah_paths_open(&paths, test_alloc(), (const ah_profile *[]){ old, new });
   assert_int_equal(paths.n_values, 2);
   assert_ptr_equal(paths.values[0], &ah_values[AH_SORT_TOTAL]);
   assert_ptr_equal(paths.values[1], &ah_values[AH_SORT_BLOCKS]);
   char text[512] = "";
   FILE *out = fmemopen(text, sizeof text, "w");
   print_all(&paths, out);
   fclose(out);
   assert_string_equal(text, expected);
}

static void test_order(void **state)
{
   (void)state;
   /* For equal changes in bytes, the larger change in blocks is first. */
   check_all(test_ah_diff_old, test_ah_diff_new,
             "c:13 51 6->30 5;"
             "a:1 main:5 10 9->0 0;"
             "b:2 main:5 10 1->20 8;"
             "d:4 0 0->10 1;"
             "7 7->7 7;");
}

/* By another value; equal changes in all are sorted by names, as are paths of which one
   begins as the other. */
static void test_order_of_values(void **state)
{
   (void)state;
   static const char old_text[] = TEST_AH_DIFF_HEAD "\"pps\":[],\"ftbl\":[\"[root]\"]}";
   static const char new_text[] = TEST_AH_DIFF_HEAD
      "\"pps\":[{\"tb\":1,\"tbk\":9,\"fs\":[3]},"
      "{\"tb\":5,\"tbk\":2,\"fs\":[2,3]},{\"tb\":5,\"tbk\":2,\"fs\":[2]},"
      "{\"tb\":5,\"tbk\":2,\"fs\":[1]},{\"tb\":5,\"tbk\":2,\"fs\":[1,2]},"
      "{\"tb\":5,\"tbk\":3,\"fs\":[3,1]},{\"tb\":5,\"tbk\":2,\"fs\":[2,1]},"
      "{\"tb\":6,\"tbk\":2,\"fs\":[1,3]}],"
      "\"ftbl\":[\"[root]\",\"b (x.c:1)\",\"a (x.c:2)\",\"c (x.c:3)\"]}";
   static const uint32_t expected[2][8] = {
      { 7, 5, 2, 6, 1, 3, 4, 0 },
      { 0, 5, 7, 2, 6, 1, 3, 4 },
   };
   for (int swapped = 0; swapped < 2; swapped++) {
      ah_paths paths;
      ah_profile *none = test_ah_text(old_text);
      ah_profile *all = test_ah_text(new_text);
      ah_paths_open(&paths, an_alloc_malloc(),
                    (const ah_profile *[]){ swapped ? all : none, swapped ? none : all });
      for (size_t by = 0; by < 2; by++) {
         ah_paths_sort(&paths, by);
         assert_memory_equal(paths.order, expected[by], sizeof expected[by]);
      }
   }
}

/* A step has a line if one site has the path, and that of NEW if both have it. */
static void test_details(void **state)
{
   (void)state;
   ah_paths paths;
   size_t n;
   ah_profile *old = one_path("0x7: std::f (a.h:1)\n\nmain (a.c:2)");
   ah_profile *new = one_path("std::f (a.h:3)\n\nmain (a.c:4)");
   ah_profile *other = one_path("g (a.h:3)\n\nmain (a.c:4)");
   ah_paths_open(&paths, an_alloc_malloc(), (const ah_profile *[]){ old, other });
   an_frame *frames = ah_paths_frames(&paths, an_alloc_malloc(), 0, &n);
   assert_int_equal(n, 2);
   assert_string_equal(frames[0].function, "std::f");
   assert_int_equal(frames[0].line, 1);
   assert_int_equal(frames[0].address, 0);
   ah_paths_open(&paths, an_alloc_malloc(), (const ah_profile *[]){ old, new });
   assert_int_equal(paths.n, 1);
   frames = ah_paths_frames(&paths, an_alloc_malloc(), 0, &n);
   assert_int_equal(n, 2);
   assert_int_equal(frames[0].line, 3);
   assert_string_equal(frames[0].file, "a.h");
   assert_string_equal(frames[1].function, "main");
   assert_int_equal(frames[1].line, 4);
   assert_null(frames[1].object);
}

/* The library's inner functions are part of a path; Valgrind's are not. */
static void test_inner_steps(void **state)
{
   (void)state;
   ah_paths paths;
   size_t n;
   ah_profile *old = test_ah_diff_profile(
      "malloc (in /usr/lib/vgpreload_dhat-amd64-linux.so)|"
      "std::a (v.h:1)|std::b (v.h:2)|main (a.c:3)");
   ah_profile *new = test_ah_diff_profile("std::c (v.h:1)|std::d (v.h:2)|main (a.c:3)");
   ah_paths_open(&paths, an_alloc_malloc(), (const ah_profile *[]){ old, new });
   assert_int_equal(paths.n, 2);
   static const char *const expected[] = { "std::a", "std::b", "main" };
   an_frame *frames = ah_paths_frames(&paths, an_alloc_malloc(), 0, &n);
   assert_int_equal(n, 3);
   for (size_t i = 0; i < n; i++)
      assert_string_equal(frames[i].function, expected[i]);
}

/* ---- Joining ---- */

/* "f:1 main:2 1->0 4;" for each path: its steps, and bytes and blocks. */
static void check_joined(const char *old_paths, const char *new_paths,
                         const char *expected)
{
   ah_paths paths;
   ah_profile *old = test_ah_diff_profile(old_paths);
   ah_profile *new = test_ah_diff_profile(new_paths);
   ah_paths_open(&paths, test_alloc(), (const ah_profile *[]){ old, new });
   char text[512] = "";
   FILE *out = fmemopen(text, sizeof text, "w");
   print_all(&paths, out);
   fclose(out);
   assert_string_equal(text, expected);
}

static void test_join(void **state)
{
   (void)state;
   check_joined("", "", "");
   /* The path in NEW is shown; of several in it, no line. */
   check_joined("f(int) (a.c:1)", "f (a.c:2)", "f:2 1 1->1 1;");
   check_joined("f(int) (a.c:1);f(char) (a.c:2)", "f (a.c:3)", "f:3 3 2->1 1;");
   check_joined("f(int) (a.c:1)", "f(int) (a.c:1);f (a.c:2)", "f(int):0 1 1->3 2;");
   /* Others keep their values, wherever they are. */
   check_joined("a (x.c:1);f(int) (a.c:1);b (x.c:2);c (x.c:3)",
                "f (a.c:2);d (x.c:4);c (x.c:5)",
                "b:2 4 1->0 0;c:5 8 1->4 1;d:4 0 0->2 1;a:1 1 1->0 0;f:2 2 1->1 1;");
}

/* ---- Memory ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_steps),           cmocka_unit_test(test_clones),
      cmocka_unit_test(test_paths),           cmocka_unit_test(test_order),
      cmocka_unit_test(test_order_of_values), cmocka_unit_test(test_details),
      cmocka_unit_test(test_inner_steps),     cmocka_unit_test(test_join),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_path.c -- the call paths of sites: where they begin, where they differ, and
   their tree.  test_an_name.c and test_an_tree.c have more.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "heap/ah_path.h"
#include "paths/an_name.h"

static const char frames[] =
   "\"[root]\",\"0x1: malloc (in /usr/lib/vgpreload_dhat-amd64-linux.so)\","
   "\"0x2: std::a() (a.h:1)\",\"0x3: std::b() (a.h:2)\",\"0x4: mine (m.c:3)\","
   "\"0x5: mine (m.c:3)\",\"0x6: ???\",\"0x7: ???\",\"0x8: mine (m.c:4)\"";

/* clang-format off */
static const char all_sites[]
   = TEST_SITE(10, 1, "1,2,3,4") "," TEST_SITE(20, 2, "1,2,3,5") ","
     TEST_SITE(30, 3, "1,2,3,8") "," TEST_SITE(40, 4, "6") "," TEST_SITE(50, 5, "7") ","
     TEST_SITE(60, 6, "1,2") "," TEST_SITE(70, 7, "");
/* clang-format on */

/* Valgrind's functions are left out of heaps only; the library's, unless all is
   wanted. */
static void begins_where_expected(void **state)
{
   (void)state;
   static const struct {
      const char *mode;
      bool all;
      unsigned skip;
      size_t start; /* of the first site */
   } cases[] = {
      { "heap", false, AN_SKIP_VALGRIND | AN_SKIP_LIBRARY, 2 },
      { "heap", true, AN_SKIP_VALGRIND, 1 },
      { "copy", false, AN_SKIP_LIBRARY, 0 },
      { "copy", true, 0, 0 },
      { "pages", true, 0, 0 },
   };
   ah_profile *p = test_ah_profile(all_sites, frames);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      p->mode = cases[i].mode;
      assert_int_equal(ah_path_skip(p, cases[i].all), cases[i].skip);
      assert_int_equal(ah_path_start(p, &p->sites[0], cases[i].all), cases[i].start);
   }
}

/* Frames that are shown alike are no difference. */
static void finds_differences(void **state)
{
   (void)state;
   static const struct {
      size_t a, b, expected;
   } cases[] = {
      { 0, 0, 4 }, { 0, 1, 4 }, { 0, 2, 3 }, { 3, 4, 0 },
      { 0, 5, 2 }, { 0, 6, 0 }, { 0, 3, 0 },
   };
   ah_profile *p = test_ah_profile(all_sites, frames);
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const ah_site *a = &p->sites[cases[i].a], *b = &p->sites[cases[i].b];
      assert_int_equal(ah_path_differ(p, a, b), cases[i].expected);
      assert_int_equal(ah_path_differ(p, b, a), cases[i].expected);
   }
}

static bool is_large(const ah_site *site)
{
   return site->at_peak.bytes >= 40;
}

static an_node only_child(const an_tree *tree, const an_node *node)
{
   an_node *children;
   size_t n;
   an_tree_children(tree, node, &children, &n);
   assert_int_equal(n, 1);
   an_node child = children[0];
   tk_put(tree->alloc, children);
   return child;
}

static void weighs_trees(void **state)
{
   (void)state;
   ah_profile *p = test_ah_profile(all_sites, frames);
   ah_amount weights[7];
   an_tree tree;
   for (size_t i = 0; i < 7; i++)
      weights[i] = i < 2 ? p->sites[i].at_peak : (ah_amount){ 0, 0 };
   for (int all = 0; all < 2; all++) {
      ah_path_tree(&tree, test_alloc(), p, AN_BOTTOM_UP, all, NULL);
      ah_path_weigh(&tree, weights);
      an_node root = an_tree_root(&tree);
      assert_int_equal(ah_path_amount(&root).bytes, 30);
      assert_int_equal(ah_path_amount(&root).blocks, 3);
      assert_string_equal(only_child(&tree, &root).frame->function,
                          all ? "std::a()" : "std::b()");
   }
}

/* A tree of some sites is that of all in which the others have no weight. */
static void leaves_sites_out(void **state)
{
   (void)state;
   ah_profile *p = test_ah_profile(all_sites, frames);
   ah_amount weights[7];
   an_tree tree;
   for (size_t i = 0; i < 7; i++)
      weights[i] = is_large(&p->sites[i]) ? p->sites[i].at_peak : (ah_amount){ 0, 0 };
   for (int some = 0; some < 2; some++) {
      an_node *children;
      size_t n;
      ah_path_tree(&tree, test_alloc(), p, AN_TOP_DOWN, true, some ? is_large : NULL);
      ah_path_weigh(&tree, weights);
      an_node root = an_tree_root(&tree);
      assert_int_equal(ah_path_amount(&root).bytes, 220);
      assert_int_equal(ah_path_amount(&root).blocks, 22);
      an_tree_children(&tree, &root, &children, &n);
      assert_int_equal(n, 4); /* the unknown path, too */
      assert_null(children[0].frame);
      assert_int_equal(ah_path_amount(&children[0]).bytes, 70);
      assert_string_equal(children[1].frame->function, "std::a()");
      assert_int_equal(ah_path_amount(&children[1]).bytes, 60);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(begins_where_expected),
      cmocka_unit_test(finds_differences),
      cmocka_unit_test(weighs_trees),
      cmocka_unit_test(leaves_sites_out),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

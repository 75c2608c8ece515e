/* test_an_tree.c -- call paths as trees.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "heap/ah_path.h"

static const char frames[] =
   "\"[root]\",\"0x1: main (a.c:1)\",\"0x2: f (a.c:2)\","
   "\"0x3: g (a.c:3)\",\"0x4: g (a.c:3)\",\"0x5: ??? (in x.so)\","
   "\"0x6: ??? (in x.so)\",\"0x7: g (a.c:4)\"";

/* ---- A tree as text: "main 30/3 { f 20/2 g 10/1 }" ---- */

typedef struct {
   char text[4096];
   size_t n;
} drawing;

static void draw(drawing *d, const an_tree *tree, const an_node *node)
{
   an_node *children;
   size_t n;
   an_tree_children(tree, node, &children, &n);
   if (n > 0)
      d->n += (size_t)sprintf(d->text + d->n, " {");
   for (size_t i = 0; i < n; i++) {
      const an_frame *frame = children[i].frame;
      d->n += (size_t)sprintf(
         d->text + d->n, " %s:%u %lld/%lld", frame == NULL ? "-" : frame->function,
         frame == NULL ? 0 : frame->line, (long long)children[i].weight.value[0],
         (long long)children[i].weight.value[1]);
      if (frame != NULL)
         draw(d, tree, &children[i]);
   }
   if (n > 0)
      d->n += (size_t)sprintf(d->text + d->n, " }");
   tk_put(tree->alloc, children);
}

static void check(const char *sites, an_direction direction, bool all_frames,
                  const char *expected)
{
   ah_profile *p = test_ah_profile(sites, frames);
   an_tree tree;
   ah_path_tree(&tree, test_alloc(), p, direction, all_frames, NULL);
   ah_amount weights[16];
   for (size_t i = 0; i < p->n_sites; i++)
      weights[i] = p->sites[i].at_peak;
   ah_path_weigh(&tree, weights);
   an_node root = an_tree_root(&tree);
   drawing d = { .n = 0 };
   d.n = (size_t)sprintf(d.text, "%lld/%lld", (long long)root.weight.value[0],
                         (long long)root.weight.value[1]);
   draw(&d, &tree, &root);
   assert_string_equal(d.text, expected);
}

static void both_directions(void **state)
{
   (void)state;
   static const char sites[] = TEST_SITE(10, 1, "3,2,1") "," TEST_SITE(
      30, 2, "3,1") "," TEST_SITE(5, 1, "2,1");
   check(sites, AN_TOP_DOWN, false,
         "45/4 { main:1 45/4 { g:3 30/2 f:2 15/2 { g:3 10/1 -:0 5/1 } } }");
   check(sites, AN_BOTTOM_UP, false,
         "45/4 { g:3 40/3 { main:1 30/2 f:2 10/1 { main:1 10/1 } } "
         "f:2 5/1 { main:1 5/1 } }");
}

static void one_line_is_one_frame(void **state)
{
   (void)state;
   check(TEST_SITE(10, 1, "3,1") "," TEST_SITE(20, 2, "4,1") "," TEST_SITE(1, 1, "7,1"),
         AN_TOP_DOWN, false, "31/4 { main:1 31/4 { g:3 30/3 g:4 1/1 } }");
}

static void unknown_functions_stay_apart(void **state)
{
   (void)state;
   check(TEST_SITE(10, 1, "5,1") "," TEST_SITE(10, 1, "6,1"), AN_TOP_DOWN, false,
         "20/2 { main:1 20/2 { ???:0 10/1 ???:0 10/1 } }");
}

/* Nodes with equal bytes are sorted by blocks, then by name, whatever their order
   in the file. */
static void order_is_fixed(void **state)
{
   (void)state;
   check(TEST_SITE(10, 1, "3") "," TEST_SITE(10, 1, "2") "," TEST_SITE(10, 2, "7"),
         AN_TOP_DOWN, false, "30/4 { g:4 10/2 f:2 10/1 g:3 10/1 }");
   check(TEST_SITE(10, 1, "2") "," TEST_SITE(10, 2, "7") "," TEST_SITE(10, 1, "3"),
         AN_BOTTOM_UP, false, "30/4 { g:4 10/2 f:2 10/1 g:3 10/1 }");
}

static void nothing_weighs_nothing(void **state)
{
   (void)state;
   check(TEST_SITE(0, 0, "2,1") "," TEST_SITE(1, 1, "3,1"), AN_TOP_DOWN, false,
         "1/1 { main:1 1/1 { g:3 1/1 } }");
   check("", AN_TOP_DOWN, false, "0/0");
}

/* A node at which all paths end is a leaf. */
static void unknown_paths(void **state)
{
   (void)state;
   check(TEST_SITE(4, 1, ""), AN_BOTTOM_UP, false, "4/1");
   check(TEST_SITE(4, 1, "") "," TEST_SITE(9, 1, "1"), AN_BOTTOM_UP, false,
         "13/2 { main:1 9/1 -:0 4/1 }");
}

/* ---- Paths by their callers ---- */

enum { DEEP = 50000 };

/* main calls f, which calls itself, DEEP times; each call costs 1. */
static void deep_recursion(void **state)
{
   (void)state;
   static const an_frame two[] = { { .function = "main" }, { .function = "f" } };
   static int64_t values[DEEP];
   for (uint32_t i = 0; i < DEEP; i++)
      values[i] = 1;
   for (an_direction to = AN_TOP_DOWN; to <= AN_BOTTOM_UP; to++) {
      an_tree tree;
      an_node node, *children;
      size_t n, depth = 0;
      uint32_t path = AN_TREE_ROOT;
      an_tree_open(&tree, test_alloc(), two, 2, 1, to);
      for (uint32_t i = 0; i < DEEP; i++) {
         path = an_tree_child(&tree, path, i > 0);
         an_tree_add(&tree, path);
      }
      assert_int_equal(tree.is_folded, to == AN_BOTTOM_UP);
      an_tree_weigh(&tree, values);
      node = an_tree_root(&tree);
      assert_int_equal(node.weight.value[0], DEEP);
      for (; depth < 100; depth++) {
         an_tree_children(&tree, &node, &children, &n);
         node = children[0];
         int64_t expected = DEEP - (int64_t)depth;
         assert_int_equal(node.weight.value[0],
                          to == AN_BOTTOM_UP ? expected - 1 : expected);
         assert_int_equal(node.own.value[0], to == AN_BOTTOM_UP ? expected - 1 : 1);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_directions),
      cmocka_unit_test(one_line_is_one_frame),
      cmocka_unit_test(unknown_functions_stay_apart),
      cmocka_unit_test(order_is_fixed),
      cmocka_unit_test(nothing_weighs_nothing),
      cmocka_unit_test(unknown_paths),
      cmocka_unit_test(deep_recursion),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

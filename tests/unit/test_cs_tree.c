/* test_cs_tree.c -- which calls share a node, how recursion is folded, and what happens
   without memory.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calls/cs_tree.h"
#include "unit_alloc.h"

enum { N_COUNTS = 3, N = 40 };

static unit_alloc memory;
static cs_tree tree;
static cs_function functions[N];
static struct {
   tk_line line;
   uint64_t counts[N_COUNTS];
} lines[N];

static const tk_line *line(int i)
{
   return &lines[i].line;
}

static void set_up(uint32_t unfolded, uint32_t most)
{
   unit_alloc_init(&memory);
   memset(&tree, 0xa5, sizeof tree);
   cs_tree_init(&tree, &memory.alloc, N_COUNTS, unfolded, most);
}

static void tear_down(void)
{
   cs_tree_fini(&tree);
   assert_int_equal(memory.n_live, 0);
}

static uint64_t *own(cs_node *node)
{
   return cs_tree_own(&tree, node);
}

static cs_node *call(cs_node *caller, int i_line, int i_function)
{
   cs_edge *edge = cs_tree_call(&tree, caller, line(i_line), &functions[i_function]);
   assert_non_null(edge);
   assert_ptr_equal(edge->caller, caller);
   assert_ptr_equal(edge->line, line(i_line));
   assert_ptr_equal(edge->function, &functions[i_function]);
   assert_ptr_equal(cs_edge_callee(edge)->in.function, &functions[i_function]);
   edge->n_calls++;
   return cs_edge_callee(edge);
}

static void test_paths(void **state)
{
   (void)state;
   set_up(1000, 1000);
   cs_node *a = call(tree.root, 0, 0), *b = call(a, 1, 1);
   assert_ptr_equal(a->in.caller, tree.root);
   assert_ptr_equal(call(a, 1, 1), b);
   assert_int_equal(b->in.n_calls, 2);
   assert_ptr_not_equal(call(a, 2, 1), b); /* of another line */
   assert_ptr_not_equal(call(a, 1, 2), b); /* of another function */
   assert_ptr_not_equal(call(b, 1, 1), b); /* from another node */
   assert_ptr_equal(call(a, 1, 1), b);
   assert_int_equal(tree.n_nodes, 3 + 5);
   for (int i = 0; i < N_COUNTS; i++)
      assert_int_equal(own(b)[i], 0);
   tear_down();
}

/* Lines and functions that share a slot of the recent calls. */
static void test_many(void **state)
{
   (void)state;
   cs_node *nodes[N][N];
   set_up(N * N * 2, N * N * 2);
   for (int round = 0; round < 3; round++)
      for (int i = 0; i < N; i++)
         for (int k = 0; k < N; k++) {
            cs_node *node = call(tree.root, i, k);
            if (round > 0)
               assert_ptr_equal(node, nodes[i][k]);
            nodes[i][k] = node;
         }
   assert_int_equal(tree.n_nodes, 3 + N * N);
   for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
         assert_int_equal(nodes[i][k]->in.n_calls, 3);
   tear_down();
}

static void test_folded(void **state)
{
   (void)state;
   set_up(6, 1000);
   cs_node *a = call(tree.root, 0, 0), *b = call(a, 1, 1);
   cs_node *inner = call(b, 2, 0);
   assert_ptr_not_equal(inner, a);         /* the sixth node */
   assert_ptr_equal(call(inner, 1, 1), b); /* its nearest node on the path */
   assert_ptr_equal(call(b, 3, 0), a);
   assert_ptr_equal(call(b, 2, 0), inner); /* as before */
   assert_ptr_equal(call(b, 3, 0), a);
   cs_node *c = call(b, 4, 2); /* not recursive */
   assert_ptr_equal(c->in.caller, b);
   assert_int_equal(a->in.n_calls, 1); /* the others are the folded call's */
   tear_down();
}

static void test_full(void **state)
{
   (void)state;
   set_up(1000, 5);
   cs_node *a = call(tree.root, 0, 0), *b = call(a, 1, 1);
   cs_node *c = call(b, 2, 2);
   assert_ptr_equal(c->in.caller, tree.rest);
   assert_ptr_equal(call(a, 3, 2), c);
   assert_ptr_equal(call(c, 4, 2), c);
   assert_ptr_equal(call(a, 1, 1), b);
   assert_int_equal(tree.n_nodes, 6);
   cs_node *off = call(tree.off, 0, 0); /* never mixed with what is counted */
   assert_ptr_equal(off->in.caller, tree.off);
   assert_ptr_equal(call(off, 4, 2)->in.caller, tree.off);
   assert_ptr_equal(call(off, 5, 2), call(off, 4, 2));
   tear_down();
}

static void test_zero(void **state)
{
   (void)state;
   set_up(4, 1000);
   cs_node *a = call(tree.root, 0, 0);
   cs_node *again = call(a, 1, 0);
   assert_ptr_equal(again, a);
   for (int i = 0; i < N_COUNTS; i++)
      own(a)[i] = 7;
   cs_tree_zero(&tree);
   for (int i = 0; i < N_COUNTS; i++)
      assert_int_equal(own(a)[i], 0);
   for (size_t i = 0; i < tree.n_edges; i++)
      assert_int_equal(cs_tree_edge(&tree, i)->n_calls, 0);
   tear_down();
}

enum { MANY_CODES = 70, N_NODES = 5 };

static cs_code codes[MANY_CODES];

/* A function gets more inlined code while its nodes have counts for some. */
static void grow_code(cs_node *const *nodes, size_t *n_lost)
{
   cs_function *function = &functions[3];
   function->n_codes = 1;
   for (uint32_t i = 1; i < MANY_CODES; i++) {
      codes[i] = (cs_code){ .function = function, .outer = &codes[0], .index = i };
      while (!cs_tree_reserve_code(&tree, function))
         ++*n_lost;
      function->n_codes++;
      for (uint32_t k = 0; k < N_NODES; k++) {
         if ((i + k) % 3 == 0)
            continue;
         uint64_t *counts = cs_tree_counts(&tree, own(nodes[k]), &codes[i]);
         if (counts == own(nodes[k])) {
            ++*n_lost;
            counts = cs_tree_counts(&tree, own(nodes[k]), &codes[i]);
         }
         counts[0] += 100 * i + k;
      }
   }
}

static void check_code(cs_node *const *nodes)
{
   for (uint32_t k = 0; k < N_NODES; k++) {
      uint32_t n_parts = 0;
      for (const cs_part *part = cs_node_parts(nodes[k]); part != NULL;
           part = part->next) {
         uint32_t i = part->code->index;
         n_parts++;
         assert_int_equal(part->counts[0], 100 * i + k);
         assert_ptr_equal(cs_counts_of(own(nodes[k]), &codes[i]), part->counts);
      }
      for (uint32_t i = 1; i < MANY_CODES; i++)
         n_parts -= (i + k) % 3 != 0;
      assert_int_equal(n_parts, 0);
      assert_ptr_equal(cs_counts_of(own(nodes[k]), NULL), own(nodes[k]));
   }
}

static void make_nodes(cs_node *nodes[N_NODES])
{
   for (int k = 0; k < N_NODES; k++) {
      nodes[k] = call(tree.root, k, 3);
      assert_non_null(own(nodes[k]));
   }
}

static void test_code(void **state)
{
   (void)state;
   cs_node *nodes[N_NODES];
   size_t n_lost = 0;
   functions[3].number = 3;
   set_up(1000, 1000);
   make_nodes(nodes);
   grow_code(nodes, &n_lost);
   assert_int_equal(n_lost, 0);
   check_code(nodes);
   /* Code of another function is none of the node's. */
   cs_node *other = call(tree.root, 0, 4);
   assert_ptr_equal(cs_tree_counts(&tree, own(other), &codes[5]), own(other));
   cs_tree_zero(&tree);
   assert_int_equal(cs_counts_of(own(nodes[1]), &codes[1])[0], 0);
   functions[3].n_codes = CS_CODES;
   assert_false(cs_tree_reserve_code(&tree, &functions[3]));
   tear_down();
}

/* Bodies go from node to node, and all nodes keep their counts.  When the same nodes run
   again and again, there come to be more bodies. */
static void test_packing(void **state)
{
   (void)state;
   enum { N_MANY = 20000 };
   static cs_node *many[N_MANY];
   cs_node *nodes[N_NODES];
   size_t n_lost = 0;
   functions[3].number = 3;
   set_up(1 << 20, 1 << 20);
   make_nodes(nodes);
   grow_code(nodes, &n_lost);
   for (int i = 0; i < N_MANY; i++) {
      many[i] = call(i == 0 ? tree.root : many[i - 1], i % N, i % 3);
      own(many[i])[i % N_COUNTS] = (uint64_t)i << i % 50;
      assert_ptr_equal(cs_node_of(own(many[i])), many[i]);
   }
   assert_null(cs_body_at(many[0]->in.state));
   size_t few = tree.bodies.n;
   assert_true(few < N_MANY / 2);
   for (int i = 0; i < N_MANY; i++) {
      uint64_t room[N_COUNTS];
      const uint64_t *counts = cs_tree_read(&tree, many[i], room);
      for (int k = 0; k < N_COUNTS; k++)
         assert_true(counts[k] == (k == i % N_COUNTS ? (uint64_t)i << i % 50 : 0));
   }
   check_code(nodes);
   for (int round = 0; round < 5; round++)
      for (int i = 0; i < N_MANY; i++)
         own(many[i])[0]++;
   assert_true(tree.bodies.n > few);
   assert_int_equal(own(many[3])[0], (3 << 3) + 5);
   check_code(nodes);
   cs_tree_zero(&tree);
   for (int i = 0; i < N_MANY; i++)
      for (int k = 0; k < N_COUNTS; k++)
         assert_int_equal(own(many[i])[k], 0);
   tear_down();
}

static void test_zero_off(void **state)
{
   (void)state;
   set_up(1000, 1000);
   cs_node *a = call(tree.root, 0, 0), *b = call(call(tree.off, 0, 0), 1, 1);
   own(a)[0] = own(b)[0] = 7;
   cs_tree_zero_off(&tree);
   assert_int_equal(own(a)[0], 7);
   assert_int_equal(a->in.n_calls, 1);
   assert_int_equal(own(b)[0], 0);
   assert_int_equal(b->in.n_calls, 0);
   assert_int_equal(b->in.caller->in.n_calls, 0);
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paths),   cmocka_unit_test(test_many),
      cmocka_unit_test(test_folded),  cmocka_unit_test(test_full),
      cmocka_unit_test(test_zero),    cmocka_unit_test(test_code),
      cmocka_unit_test(test_packing), cmocka_unit_test(test_zero_off),
   };
   return cmocka_run_group_tests_name("cs_tree", tests, NULL, NULL);
}

/* test_ah_heap_stacks.c -- the call paths of a heap profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "export/ah_heap_stacks.h"

/* A node as text, from the outermost function: "main:1 > f! (7)": ! is inlined. */
static void check_path(const an_stacks *s, uint32_t node, const char *expected)
{
   uint32_t path[16];
   char text[256];
   size_t n = 0;
   for (size_t i = an_stacks_path(s, node, path); i-- > 0;) {
      const an_stack_node *at = &s->nodes[path[i]];
      n += (size_t)sprintf(text + n, "%s%s%s:%u", n == 0 ? "" : " ",
                           s->functions[at->function].name, at->is_inlined ? "!" : "",
                           at->call_line);
   }
   assert_string_equal(text, expected);
}

static void test_heap_paths(void **state)
{
   (void)state;
   /* f and g share an address with what they are inlined into; 0x2 recurs. */
   static const char frames[] = "\"[root]\",\"0x1: main (a.c:1)\",\"0x2: f (a.c:2)\","
                                "\"0x2: g (a.c:3)\",\"0x4: h (in x.so)\"";
   static const char sites[] = TEST_SITE(10, 1, "4,2,3,1") "," TEST_SITE(
      30, 2, "2,3,2,3,1") "," TEST_SITE(5, 1, "3,3,1") "," TEST_SITE(7, 1, "");
   ah_profile *p = test_ah_profile(sites, frames);
   an_stacks s;
   uint32_t node_of_site[4];
   ah_heap_stacks_of_sites(p, p, test_alloc(), &s, node_of_site);
   for (size_t i = 0; i < 4; i++)
      assert_int_equal(node_of_site[i], s.samples[i].node);
   assert_int_equal(s.n_samples, 4);
   assert_int_equal(s.n_kinds, 6); /* DHAT knows no temporary blocks */
   assert_string_equal(s.kinds[0].name, "peak");
   assert_string_equal(s.kinds[0].unit, "bytes");
   assert_string_equal(s.kinds[1].unit, "count");
   check_path(&s, s.samples[0].node, "main:0 g:1 f!:3 h:2");
   check_path(&s, s.samples[1].node, "main:0 g:1 f!:3 g:2 f!:3");
   check_path(&s, s.samples[2].node, "main:0 g:1 g:3");
   check_path(&s, s.samples[3].node, AN_UNKNOWN ":0");
   assert_int_equal(s.samples[1].line, 2);
   assert_int_equal(s.values[1 * s.n_kinds], 30);
   assert_int_equal(s.values[1 * s.n_kinds + 1], 2);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_heap_paths),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

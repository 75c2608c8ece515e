/* test_an_stacks.h -- a few call paths with values.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_STACKS_H
#define TEST_AN_STACKS_H

#include "test_an_common.h"

#include "base/an_error.h"
#include "paths/an_stack_builder.h"

static const an_stack_value stacks_kinds[] = { { .name = "Ir", .unit = "count" },
                                               { "peak", "bytes", "Bytes at the peak" } };

/* main -> f (from line 7) -> g (from line 3, inlined), and main -> f (from line 8). */
static inline bool stacks_build(an_stack_builder *b)
{
   char other_main[] = "main"; /* equal text at another address */
   uint32_t of_main = an_stack_function_add(
      b, &(an_stack_function){ .name = "main", .file = "m.c" });
   uint32_t f = an_stack_function_add(b,
                                      &(an_stack_function){ .name = "f", .file = "f.c" });
   uint32_t g = an_stack_function_add(
      b, &(an_stack_function){ .name = AN_UNKNOWN, .object = "x.so" });
   if (of_main == AN_NO_STACK || f == AN_NO_STACK || g == AN_NO_STACK)
      return false;
   assert_int_equal(
      an_stack_function_add(b, &(an_stack_function){ .name = other_main, .file = "m.c" }),
      of_main);
   uint32_t root = an_stack_node_add(
      b, &(an_stack_node){ .parent = AN_NO_STACK, .function = of_main });
   if (root == AN_NO_STACK)
      return false;
   uint32_t f7 = an_stack_node_add(
      b, &(an_stack_node){ .parent = root, .function = f, .call_line = 7 });
   uint32_t f8 = an_stack_node_add(
      b, &(an_stack_node){ .parent = root, .function = f, .call_line = 8 });
   if (f7 == AN_NO_STACK || f8 == AN_NO_STACK)
      return false;
   assert_int_not_equal(f7, f8);
   uint32_t in_f = an_stack_node_add(b, &(an_stack_node){ .parent = f7,
                                                          .function = g,
                                                          .call_line = 3,
                                                          .call_file = "f.h",
                                                          .is_inlined = true });
   if (in_f == AN_NO_STACK)
      return false;
   const an_stack_sample samples[] = { { root, 1, NULL, false, 0 },
                                       { f7, 2, NULL, false, 0 },
                                       { f8, 2, NULL, false, 0 },
                                       { f8, 4, NULL, false, 0 },
                                       { in_f, 5, "g.h", false, 0 } };
   for (int64_t i = 0; i < 5; i++) {
      int64_t *values = an_stack_values(b, &samples[i]);
      if (values == NULL)
         return false;
      values[0] += 1 << i;
      values[1] -= 1;
      assert_ptr_equal(an_stack_values(b, &samples[i]), values);
   }
   return true;
}

static inline bool stacks_open(an_stacks *stacks)
{
   an_stack_builder builder;
   an_stack_open(&builder, test_alloc(), "./a", stacks_kinds, 2);
   bool ok = stacks_build(&builder);
   an_stack_close(&builder, ok ? stacks : NULL);
   return ok;
}

#endif

/* test_ac_layout_words.c -- what a rule does, and to what.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_layout_words.h"

static const struct {
   const char *rule, *subject, *kind;
} rules[] = {
   { "type struct Node at join.c:26: hot next, id; cold rest", "struct Node", "split" },
   { "type Order: part a; part b; cold rest; linked", "Order", "split" },
   { "type std::map<int, a::b>: order key, value", "std::map<int, a::b>", "order" },
   { "type struct at at a.c:1 b.c:2: soa", "struct at", "soa" },
   { "type struct a at b at c.c:3: soa", "struct a at b", "soa" },
   { "static lock: pad 64", "lock", "pad" },
   { "site a.c:7: align 64", "a.c:7", "align" },
   { "static x of struct at b: pool", "x of struct at b", "pool" },
   { "static x at y: pool", "x at y", "pool" },
   { "array grid: pitch 4096 +64", "grid", "pitch" },
   { "site a.c:7: pool by use", "a.c:7", "pool" },
   { "static x: huge", "x", "huge" },
   { "static x: at +64", "x", "moved" },
   { "static x: at +64; at +64", "x", "moved" },
   { "type struct Node: hot a; cold rest; pool", "struct Node", "several" },
   { "type struct Node: pool; linked; align 64; huge", "struct Node", "several" },
   { "type struct Node: pool;align 64", "struct Node", "several" },
   { "type Pair<a; b>: hot f(int; long); cold rest", "Pair<a; b>", "split" },
   { "type struct Node: interleave 7", "struct Node", "other" },
   { "type struct Node: linked", "struct Node", "other" },
   { "type struct Node: ", "struct Node", "other" },
   { "type a:b:", "a:b", "other" },
   { "nonsense", "", "other" },
   { "", "", "other" },
};

static void test_rules(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
      an_span subject = ac_layout_subject(rules[i].rule);
      if (!an_span_is(subject, rules[i].subject))
         fail_msg("%s: of \"%.*s\"", rules[i].rule, (int)an_span_length(subject),
                  subject.at);
      assert_string_equal(ac_layout_kind_name(ac_layout_kind_of(rules[i].rule)),
                          rules[i].kind);
   }
}

static void test_words(void **state)
{
   (void)state;
   assert_string_equal(ac_layout_kind_words(AC_LAYOUT_SPLIT), "split of");
   for (int kind = 0; kind < AC_LAYOUT_KINDS; kind++) {
      assert_true(strlen(ac_layout_kind_name((ac_layout_kind)kind)) > 0);
      assert_true(strlen(ac_layout_kind_words((ac_layout_kind)kind)) > 3);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_words),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_an_stacks.c -- call paths with values: building, names, places, and the paths of
   a heap profile.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif

#include "test_ah_common.h"

#include "export/ah_heap_stacks.h"
#include "paths/an_stack_builder.h"
#include "paths/an_stack_places.h"
#include "paths/an_stack_plain.h"

static const an_stack_value kinds[] = { { .name = "Ir", .unit = "count" },
                                        { "peak", "bytes", "Bytes at the peak" } };

/* ---- Building ---- */

/* main -> f (from line 7) -> g (from line 3, inlined), and main -> f (from line 8). */
static bool build(an_stack_builder *b)
{
   char other_main[] = "main"; /* equal text at another address */
   uint32_t of_main = an_stack_function_add(b, &(an_stack_function){
      .name = "main", .file = "m.c" });
   uint32_t f = an_stack_function_add(b, &(an_stack_function){
      .name = "f", .file = "f.c" });
   uint32_t g = an_stack_function_add(b, &(an_stack_function){
      .name = AN_UNKNOWN, .object = "x.so" });
   if (of_main == AN_NO_STACK || f == AN_NO_STACK || g == AN_NO_STACK)
      return false;
   assert_int_equal(an_stack_function_add(b, &(an_stack_function){
      .name = other_main, .file = "m.c" }), of_main);
   uint32_t root = an_stack_node_add(b, &(an_stack_node){
      .parent = AN_NO_STACK, .function = of_main });
   if (root == AN_NO_STACK)
      return false;
   uint32_t f7 = an_stack_node_add(b, &(an_stack_node){
      .parent = root, .function = f, .call_line = 7 });
   uint32_t f8 = an_stack_node_add(b, &(an_stack_node){
      .parent = root, .function = f, .call_line = 8 });
   if (f7 == AN_NO_STACK || f8 == AN_NO_STACK)
      return false;
   assert_int_not_equal(f7, f8);
   uint32_t in_f = an_stack_node_add(b, &(an_stack_node){
      .parent = f7, .function = g, .call_line = 3, .call_file = "f.h",
      .is_inlined = true });
   if (in_f == AN_NO_STACK)
      return false;
   const an_stack_sample samples[] = {
      { root, 1, NULL, false }, { f7, 2, NULL, false }, { f8, 2, NULL, false },
      { f8, 4, NULL, false }, { in_f, 5, "g.h", false } };
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

static bool build_all(const tk_alloc *alloc, an_stacks *stacks)
{
   an_stack_builder builder;
   if (!an_stack_open(&builder, alloc, "./a", kinds, 2))
      return false;
   bool ok = build(&builder);
   an_stack_close(&builder, ok ? stacks : NULL);
   return ok;
}

static void test_building(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_stacks s;
   assert_true(build_all(&alloc, &s));
   assert_int_equal(s.n_functions, 3);
   assert_int_equal(s.n_nodes, 4);
   assert_int_equal(s.n_samples, 5);
   assert_int_equal(s.values[4 * 2], 16);
   assert_int_equal(s.values[4 * 2 + 1], -1);
   assert_int_equal(an_stacks_kind(&s, "peak"), 1);
   assert_int_equal(an_stacks_kind(&s, "pea"), 2);
   assert_int_equal(an_stacks_deepest(&s), 3);
   uint32_t path[3];
   assert_int_equal(an_stacks_path(&s, 3, path), 3);
   assert_int_equal(path[0], 3);
   assert_int_equal(path[2], 0);
   an_stacks_free(&s);
   assert_int_equal(heap.n_live, 0);
}

static void test_names(void **state)
{
   (void)state;
   static const struct {
      const char *function, *object, *expected;
   } cases[] = {
      { "main", NULL, "main" },
      { "main", "x.so", "main" },
      { AN_UNKNOWN, NULL, AN_UNKNOWN },
      { AN_UNKNOWN, "a;b.so", AN_UNKNOWN " (in a\\x3bb.so)" },
      { "f(a;\n)", NULL, "f(a\\x3b\\x0a)" },
      { "\\x3b", NULL, "\\x5cx3b" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char *step = an_stacks_step(cases[i].function, cases[i].object);
      assert_string_equal(step, cases[i].expected);
      free(step);
   }
}

/* ---- Places and plain paths ---- */

static void test_places(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_stacks s;
   an_stack_places p;
   assert_true(build_all(&alloc, &s));
   assert_true(an_stack_places_open(&p, &s));
   /* main:7, main:8, f:3 below main:7, and one for each sample. */
   assert_int_equal(p.n_places, 8);
   const an_stack_place *g = &p.places[p.of_samples[4]];
   assert_int_equal(g->line, 5);
   assert_string_equal(g->file, "g.h");
   assert_true(g->is_inlined);
   const an_stack_place *f = &p.places[g->caller];
   assert_int_equal(f->line, 3);
   assert_string_equal(f->file, "f.h");
   assert_false(f->is_inlined);
   const an_stack_place *m = &p.places[f->caller];
   assert_int_equal(m->line, 7);
   assert_string_equal(m->file, "m.c");
   assert_int_equal(m->caller, AN_NO_STACK);
   assert_int_equal(p.places[p.of_samples[2]].caller, p.places[p.of_samples[3]].caller);
   an_stack_places_close(&p);
   an_stacks_free(&s);
   assert_int_equal(heap.n_live, 0);
}

static void test_plain(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   an_stacks s;
   an_stack_plain p;
   assert_true(build_all(&alloc, &s));
   assert_true(an_stack_plain_open(&p, &s, false));
   assert_int_equal(p.stacks.n_nodes, 3); /* both calls of f are one */
   assert_int_equal(p.stacks.n_samples, 3);
   assert_int_equal(p.stacks.values[p.order[0] * 2], 1);
   assert_int_equal(p.stacks.values[p.order[1] * 2], 2 + 4 + 8);
   assert_int_equal(p.stacks.values[p.order[2] * 2], 16);
   assert_int_equal(p.stacks.values[p.order[2] * 2 + 1], -1);
   assert_string_equal(p.stacks.functions[2].name, AN_UNKNOWN " (in x.so)");
   an_stack_plain_close(&p);
   an_stacks_free(&s);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Heap profiles ---- */

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
   static const char sites[] = TEST_SITE(10, 1, "4,2,3,1") ","
      TEST_SITE(30, 2, "2,3,2,3,1") "," TEST_SITE(5, 1, "3,3,1") ","
      TEST_SITE(7, 1, "");
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *p = test_ah_profile(&alloc, sites, frames);
   an_stacks s;
   uint32_t node_of_site[4];
   assert_true(ah_heap_stacks_of_sites(p, p, &alloc, &s, node_of_site));
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
   an_stacks_free(&s);
   ah_profile_free(p);
   assert_int_equal(heap.n_live, 0);
}

/* ---- Failing ---- */

static bool everything(const tk_alloc *alloc, const ah_profile *profile)
{
   an_stacks s, of_heap;
   an_stack_plain plain;
   an_stack_places places;
   if (!build_all(alloc, &s))
      return false;
   bool ok = an_stack_plain_open(&plain, &s, true);
   if (ok)
      an_stack_plain_close(&plain);
   if (ok && (ok = an_stack_places_open(&places, &s)))
      an_stack_places_close(&places);
   an_stacks_free(&s);
   if (ok && (ok = ah_heap_stacks(profile, alloc, &of_heap)))
      an_stacks_free(&of_heap);
   return ok;
}

static void test_no_memory(void **state)
{
   (void)state;
   test_heap heap = { 0 }, good = { 0 };
   tk_alloc alloc = test_alloc(&heap), profile_alloc = test_alloc(&good);
   ah_profile *profile = test_ah_profile(
      &profile_alloc, TEST_SITE(10, 1, "2,1") "," TEST_SITE(10, 1, ""),
      "\"[root]\",\"0x1: main (a.c:1)\",\"0x2: f (a.c:2)\"");
   bool ok = false;
   for (heap.fail_at = 1; !ok; heap.fail_at++) {
      heap.n_calls = 0;
      ok = everything(&alloc, profile);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > 30);
   ah_profile_free(profile);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_building),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_heap_paths),
      cmocka_unit_test(test_no_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_groups.c -- sites whose blocks belong together.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "base/an_alloc.h"
#include "heap/ah_groups.h"

/* ---- A profile ---- */

enum { WORK, OTHER_LINE, WORK_AGAIN, NO_LINE, NO_LINE_EITHER, OPENDIR, LIBC, N_FRAMES };

static an_frame frames[N_FRAMES] = {
   [WORK] = { .function = "work", .file = "a.c", .line = 1, .address = 1 },
   [OTHER_LINE] = { .function = "work", .file = "a.c", .line = 2 },
   [WORK_AGAIN] = { .function = "work", .file = "a.c", .line = 1, .address = 2 },
   [NO_LINE] = { .function = "f", .object = "/opt/x.so", .address = 3 },
   [NO_LINE_EITHER] = { .function = "f", .object = "/opt/x.so", .address = 4 },
   [OPENDIR] = { .function = "opendir", .file = "opendir.c" },
   [LIBC] = { .function = "regcomp", .object = "/lib/libc.so.6" },
};

#define PATH(...) \
   .frames = (const uint32_t[]){ __VA_ARGS__ }, \
   .n_frames = sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t)

static ah_profile profile_of(ah_site *sites, size_t n)
{
   return (ah_profile){ .mode = "heap",
                        .has_lifetimes = true,
                        .frames = frames,
                        .n_frames = N_FRAMES,
                        .sites = sites,
                        .n_sites = n };
}

/* The type of a site is the one of its smallest block's size. */
static const ty_type node = { "node", 16, NULL, 0 }, also_node = { "node", 16, NULL, 0 };
static const ty_type other = { "other", 24, NULL, 0 };
static size_t n_asked;

static const ty_type *type_of(ty_types *types, const ah_profile *profile,
                              const ah_site *site)
{
   (void)types, (void)profile;
   n_asked++;
   return site->min_size == 16   ? &node
          : site->min_size == 17 ? &also_node
          : site->min_size == 24 ? &other
                                 : NULL;
}

/* "node 0,2 50;" for each group: its type, sites and bytes at the peak. */
static void check(ah_site *sites, size_t n, ah_type_function *function,
                  const char *expected)
{
   ah_profile p = profile_of(sites, n);
   ah_groups groups;
   char text[400] = "", *at = text;
   ah_groups_make(&groups, test_alloc(), &p, function, NULL);
   for (size_t i = 0; i < groups.n; i++) {
      const ah_group *g = &groups.groups[i];
      at += sprintf(at, "%s ", g->type == NULL ? "-" : g->type->name);
      for (size_t k = 0; k < g->n; k++)
         at += sprintf(at, "%s%d", k > 0 ? "," : "", (int)g->sites[k]);
      at += sprintf(at, " %lld;", (long long)g->peak_B);
   }
   assert_string_equal(text, expected);
}

/* ---- Groups ---- */

/* A place is a line, or an address if there is no line. */
static void groups_by_place(void **state)
{
   (void)state;
   ah_site sites[] = {
      { .at_peak = { 10, 1 }, PATH(WORK) },
      { .at_peak = { 20, 1 }, PATH(OTHER_LINE, WORK) },
      { .at_peak = { 31, 1 }, PATH(WORK_AGAIN, OTHER_LINE) },
      { .at_peak = { 5, 1 }, PATH(NO_LINE, WORK) },
      { .at_peak = { 4, 1 }, PATH(NO_LINE_EITHER, WORK) },
      { .at_peak = { 6, 1 }, PATH(NO_LINE, OTHER_LINE) },
   };
   check(sites, 6, NULL, "- 2,0 41;- 1 20;- 5,3 11;- 4 4;");
}

/* Without a frame of the program, a site is a group of its own. */
static void keeps_unknown_paths_apart(void **state)
{
   (void)state;
   ah_site sites[] = { { .at_peak = { 1, 1 } },
                       { .at_peak = { 2, 1 } },
                       { .at_peak = { 3, 1 } } };
   check(sites, 3, NULL, "- 2 3;- 1 2;- 0 1;");
}

/* A type that each unit of debug info describes again is one. */
static void groups_by_type(void **state)
{
   (void)state;
   ah_site sites[] = {
      { .total = { 1, 1 }, .at_peak = { 10, 1 }, .min_size = 16, PATH(WORK) },
      { .total = { 1, 1 }, .at_peak = { 20, 1 }, .min_size = 24, PATH(WORK) },
      { .total = { 1, 1 }, .at_peak = { 30, 1 }, .min_size = 17, PATH(OTHER_LINE) },
      { .total = { 1, 1 }, .at_peak = { 5, 1 }, .min_size = 1, PATH(WORK) },
   };
   check(sites, 4, type_of, "node 2,0 40;other 1 20;- 3 5;");
   check(sites, 4, NULL, "- 1,0,3 35;- 2 30;");
}

/* Groups with equal bytes are sorted by paths, whatever their order in the file. */
static void sorts_by_bytes_and_paths(void **state)
{
   (void)state;
   ah_site sites[] = {
      { .at_peak = { 10, 1 }, PATH(OTHER_LINE) },
      { .at_peak = { 10, 1 }, PATH(WORK) },
      { .at_peak = { 10, 1 }, PATH(NO_LINE) },
   };
   check(sites, 3, NULL, "- 2 10;- 1 10;- 0 10;");
   check(sites, 2, NULL, "- 1 10;- 0 10;");
   check(sites, 0, NULL, "");
   sites[0].at_peak.bytes = INT64_MAX;
   sites[2].frames = sites[0].frames;
   check(sites, 3, NULL, "- 0,2 9223372036854775807;- 1 10;");
}

/* Blocks that only a library knows are in no group; those of which the program decides
   how long they live are in one. */
static void leaves_the_library_out(void **state)
{
   (void)state;
   ah_site sites[] = {
      { .at_peak = { 1, 1 }, .total = { 1, 1 }, .min_size = 16, PATH(LIBC) },
      { .at_peak = { 2, 1 }, .total = { 1, 1 }, .min_size = 16, PATH(OPENDIR, WORK) },
      { .at_peak = { 3, 1 }, .total = { 1, 1 }, .min_size = 16, PATH(WORK) },
   };
   check(sites, 3, type_of, "node 2,1 5;");
   ah_profile p = profile_of(sites, 3);
   ah_groups groups;
   ah_groups_make(&groups, an_alloc_malloc(), &p, type_of, NULL);
   assert_false(groups.is_of_program[0] || groups.is_of_program[1]);
   assert_true(groups.is_of_program[2]);
   assert_null(groups.types[0]);
   assert_ptr_equal(groups.types[1], &node);
}

/* Looking for types takes long: it is done for the thousand largest sites, and for those
   as large as the least of them. */
static void looks_for_few_types(void **state)
{
   (void)state;
   enum { N = 1500 };
   static ah_site sites[N];
   static const uint32_t path[] = { WORK };
   for (int i = 0; i < N; i++) {
      int size = i * 7 % N; /* each once, in another order */
      sites[i] = (ah_site){
         .max = { size + 1, 1 }, .min_size = 16, .frames = path, .n_frames = 1
      };
   }
   ah_profile p = profile_of(sites, N);
   ah_groups groups;
   n_asked = 0;
   ah_groups_make(&groups, an_alloc_malloc(), &p, type_of, NULL);
   assert_int_equal(n_asked, 1000);
   for (int i = 0; i < N; i++)
      assert_int_equal(groups.types[i] != NULL, sites[i].max.bytes > N - 1000);
   /* Without lifetimes, by all bytes. */
   for (int i = 0; i < N; i++) {
      sites[i].total.bytes = sites[i].max.bytes < 300 ? 2 : 3;
      sites[i].max.bytes = 0;
   }
   n_asked = 0;
   ah_groups_make(&groups, an_alloc_malloc(), &p, type_of, NULL);
   assert_int_equal(n_asked, N - 299);
}

/* ---- Sums ---- */

static void adds_up(void **state)
{
   (void)state;
   ah_site sites[] = {
      { .total = { 10, 2 }, .min_size = 5, .max_size = 5, RARE(.reads = 3) },
      { .total = { 100, 1 }, .min_size = 100, .max_size = 100 },
      { .total = { INT64_MAX, 1 } },
   };
   const ah_profile p = profile_of(sites, 3);
   static const uint32_t of[] = { 1, 0, 2 };
   ah_site sum = { .is_cut = true };
   ah_rare rare = { .reads = 9 };
   assert_true(ah_group_sum(&sum, &rare, &p, of, 2));
   assert_int_equal(sum.total.bytes, 110);
   assert_int_equal(sum.total.blocks, 3);
   assert_int_equal(sum.min_size, 5);
   assert_int_equal(sum.max_size, 100);
   assert_ptr_equal(sum.rare, &rare);
   assert_int_equal(rare.reads, 3);
   assert_false(sum.is_cut);
   assert_false(ah_group_sum(&sum, &rare, &p, of, 3));
   assert_true(ah_group_sum(&sum, &rare, &p, of, 0));
   assert_int_equal(sum.total.blocks, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups_by_place),
      cmocka_unit_test(keeps_unknown_paths_apart),
      cmocka_unit_test(groups_by_type),
      cmocka_unit_test(sorts_by_bytes_and_paths),
      cmocka_unit_test(leaves_the_library_out),
      cmocka_unit_test(looks_for_few_types),
      cmocka_unit_test(adds_up),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

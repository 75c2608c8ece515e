/* test_ah_merge.c -- adding up heap profiles, and writing them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_alloc.h"
#include "heap/ah_merge_parts.h"
#include "heap/ah_merge_sum.h"
#include "heap/ah_write.h"

/* ---- Sites ---- */

static ah_thread_share share(uint32_t thread, int64_t bytes, int64_t blocks)
{
   return (ah_thread_share){ thread, { bytes, blocks } };
}

static void test_threads(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *owner = ah_profile_new(&alloc);
   ah_thread_share two[] = { share(2, 10, 1), share(7, 30, 3) };
   ah_thread_share three[] = { share(1, 1, 1), share(2, 2, 2),
                               share(9, 3, 3) };
   ah_site to = { .n_frames = 0 };
   ah_site first = { .total = { 5, 1 }, .is_cut = true };
   ah_site second = { .total = { 40, 4 }, RARE(.threads = two, .n_threads = 2) };
   ah_site third = { .total = { 6, 6 }, RARE(.threads = three, .n_threads = 3) };
   assert_int_equal(ah_site_add(&to, &first, owner), AN_OK);
   assert_null(to.rare); /* all by thread 1 */
   assert_true(to.is_cut);
   assert_int_equal(ah_site_add(&to, &second, owner), AN_OK);
   assert_true(to.is_cut);
   assert_int_equal(to.rare->n_threads, 3);
   assert_int_equal(ah_site_add(&to, &third, owner), AN_OK);
   assert_int_equal(ah_site_add(&to, &first, owner), AN_OK);
   ah_thread_share all[] = { share(1, 11, 3), share(2, 12, 3),
                             share(7, 30, 3), share(9, 3, 3) };
   assert_int_equal(to.rare->n_threads, 4);
   for (size_t i = 0; i < 4; i++) {
      assert_int_equal(to.rare->threads[i].thread, all[i].thread);
      assert_int_equal(to.rare->threads[i].total.bytes, all[i].total.bytes);
      assert_int_equal(to.rare->threads[i].total.blocks, all[i].total.blocks);
   }
   ah_profile_free(owner);
   assert_int_equal(heap.n_live, 0);
}

/* A site without blocks has no sizes, one without freed blocks no lifetimes. */
static void test_ranges(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *owner = ah_profile_new(&alloc);
   ah_site to = { .n_frames = 0 };
   ah_site none = { RARE(.failed = { INT64_MAX, 1 }) };
   ah_site some = { .total = { 30, 2 }, .min_size = 10, .max_size = 20 };
   ah_site freed = { .total = { 9, 3 }, .min_size = 3, .max_size = 3,
                     .freed_blocks = 3, .shortest = 7, .longest = 8 };
   const ah_site *all[] = { &none, &some, &none, &freed, &some };
   for (size_t i = 0; i < 5; i++)
      assert_int_equal(ah_site_add(&to, all[i], owner), AN_OK);
   assert_int_equal(to.min_size, 3);
   assert_int_equal(to.max_size, 20);
   assert_int_equal(to.shortest, 7);
   assert_int_equal(to.longest, 8);
   assert_int_equal(to.rare->failed.bytes, INT64_MAX);
   assert_int_equal(to.rare->failed.blocks, 2);
   ah_profile_free(owner);
}

/* Each value by itself. */
static void check_overflow(const ah_site *from)
{
   ah_rare rare = { .reads = 0 };
   ah_site to = { .rare = &rare };
   assert_int_equal(ah_site_add(&to, from, NULL), AN_OK);
   assert_int_equal(ah_site_add(&to, from, NULL), AN_OVERFLOW);
}

static void test_overflow(void **state)
{
   (void)state;
   static const size_t of_site[] = {
      offsetof(ah_site, total.bytes), offsetof(ah_site, total.blocks),
      offsetof(ah_site, at_peak.bytes), offsetof(ah_site, at_end.blocks),
      offsetof(ah_site, max.bytes), offsetof(ah_site, temporary.bytes),
      offsetof(ah_site, lifetime), offsetof(ah_site, freed_blocks),
      offsetof(ah_site, freed_lifetime),
   };
   static const size_t of_rare[] = {
      offsetof(ah_rare, failed.blocks), offsetof(ah_rare, reallocs),
      offsetof(ah_rare, reads), offsetof(ah_rare, writes),
      offsetof(ah_rare, never_read.bytes), offsetof(ah_rare, never_written.blocks),
      offsetof(ah_rare, never_touched.bytes), offsetof(ah_rare, partly.blocks),
      offsetof(ah_rare, old.bytes), offsetof(ah_rare, old_freed),
      offsetof(ah_rare, old_lifetime), offsetof(ah_rare, moved.bytes),
   };
   const int64_t half = INT64_MAX / 2 + 1;
   for (size_t i = 0; i < sizeof of_site / sizeof of_site[0]; i++) {
      ah_site from = { .n_frames = 0 };
      memcpy((char *)&from + of_site[i], &half, sizeof half);
      check_overflow(&from);
   }
   for (size_t i = 0; i < sizeof of_rare / sizeof of_rare[0]; i++) {
      ah_rare rare = { .reads = 0 };
      memcpy((char *)&rare + of_rare[i], &half, sizeof half);
      check_overflow(&(ah_site){ .rare = &rare });
   }
}

/* ---- Heat ---- */

static int64_t counts[] = { 1, 2, 3, 4 }, zeros[] = { 0, 0, 0, 0 };
static const ah_heat apart = { 8, 4, counts, zeros, counts };
static const ah_heat summed = { 8, 4, NULL, NULL, counts };
static const ah_heat other_unit = { 16, 4, counts, zeros, counts };
static const ah_heat other_n = { 8, 3, counts, zeros, counts };

static const ah_site cases[] = {
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32,
     RARE(.reads = 10, .heat = &apart) },
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32,
     RARE(.reads = 10, .heat = &summed) },
   { .total = { 64, 1 }, .min_size = 64, .max_size = 64,
     RARE(.reads = 10, .heat = &other_unit) },
   { .total = { 24, 1 }, .min_size = 24, .max_size = 24,
     RARE(.reads = 10, .heat = &other_n) },
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32 },
   { .total = { 33, 1 }, .min_size = 33, .max_size = 33 },
   { .total = { 32, 1 }, .min_size = 32, .max_size = 32,
     RARE(.writes = 1) },
   { RARE(.failed = { 32, 1 }) },
};

/* Adds sites by number, the digits of `order`.  All but the last have one
   block. */
static ah_site sum_sites(const char *order, ah_profile *owner)
{
   ah_site to = { .n_frames = 0 };
   for (; *order != '\0'; order++)
      assert_int_equal(ah_site_add(&to, &cases[*order - '0'], owner), AN_OK);
   return to;
}

/* Expects the counts times n in the sum, and in reads; 0: no heat. */
static void check_heat(const char *order, int64_t in_sum, int64_t in_reads)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *owner = ah_profile_new(&alloc);
   ah_site sum = sum_sites(order, owner);
   const ah_heat *heat = ah_site_rare(&sum)->heat;
   assert_int_equal(heat != NULL, in_sum > 0);
   assert_int_equal(heat != NULL && heat->reads != NULL, in_reads > 0);
   for (size_t i = 0; heat != NULL && i < 4; i++) {
      assert_int_equal(heat->sum[i], in_sum * counts[i]);
      if (heat->reads != NULL)
         assert_int_equal(heat->reads[i], in_reads * counts[i]);
   }
   ah_profile_free(owner);
   assert_int_equal(heap.n_live, 0);
   assert_int_equal(counts[0], 1); /* the added site is unchanged */
}

static void test_heat(void **state)
{
   (void)state;
   check_heat("0", 1, 1);
   check_heat("000", 3, 3);
   check_heat("11", 2, 0);
   /* In either order: with only a sum, with another unit or length. */
   check_heat("001", 3, 0);
   check_heat("100", 3, 0);
   check_heat("02", 0, 0);
   check_heat("20", 0, 0);
   check_heat("030", 0, 0);
   check_heat("300", 0, 0);
   /* No accesses to blocks of the same size, or of another; accesses at unknown
      offsets; no blocks. */
   check_heat("040", 2, 2);
   check_heat("400", 2, 2);
   check_heat("050", 0, 0);
   check_heat("500", 0, 0);
   check_heat("450", 0, 0);
   check_heat("060", 0, 0);
   check_heat("600", 0, 0);
   check_heat("070", 2, 2);
   check_heat("7007", 2, 2);
}

static void test_heat_overflow(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *owner = ah_profile_new(&alloc);
   int64_t large[] = { INT64_MAX / 2 + 1 };
   ah_heat hot = { 1, 1, large, zeros, large };
   ah_site to = { .n_frames = 0 }, from = { .total = { 1, 1 },
                                            RARE(.heat = &hot) };
   assert_int_equal(ah_site_add(&to, &from, owner), AN_OK);
   assert_int_equal(ah_site_add(&to, &from, owner), AN_OVERFLOW);
   ah_profile_free(owner);
}

/* ---- Kinds ---- */

static void test_compatible(void **state)
{
   (void)state;
   ah_profile first = { .mode = "heap", .time_unit = "ms",
                        .bytes_unit = "bytes", .blocks_unit = "blocks" };
   ah_profile other = first;
   an_error error = { .line = 1 };
   other.has_accesses = other.is_heapprof = true;
   assert_true(ah_profile_is_compatible(&first, &other, &error));
   other.blocks_unit = "events";
   assert_false(ah_profile_is_compatible(&first, &other, &error));
   assert_string_equal(error.message,
                       "the unit of blocks is \"events\", not \"blocks\"");
   assert_int_equal(error.line, 0);
   other = first;
   other.has_lifetimes = true;
   assert_false(ah_profile_is_compatible(&first, &other, &error));
   assert_string_equal(error.message, "it has lifetimes and a peak");
   assert_false(ah_profile_is_compatible(&other, &first, &error));
   assert_string_equal(error.message, "it has no lifetimes and no peak");
}

/* ---- Sums ---- */

/* Adds the profile twice and returns the sum as text, on the heap, or NULL if
   memory ran out. */
static char *sum_of(const ah_profile *profile, const tk_alloc *alloc)
{
   static const ah_write_options own = { .own = true, .is_merged = true };
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   ah_sum *sum = ah_sum_new(alloc);
   an_status status = sum == NULL ? AN_NO_MEMORY : AN_OK;
   for (int i = 0; i < 2 && status == AN_OK; i++) {
      assert_true((ah_sum_first(sum) == NULL) == (i == 0));
      status = ah_sum_add(sum, profile);
   }
   const ah_profile *all = status == AN_OK ? ah_sum_finish(sum) : NULL;
   if (all == NULL || ah_write(all, alloc, &own, out) != AN_OK)
      status = AN_NO_MEMORY;
   ah_sum_free(sum);
   fclose(out);
   if (status == AN_OK)
      return text;
   assert_int_equal(status, AN_NO_MEMORY);
   free(text);
   return NULL;
}

/* The sum of the profile with itself, written and read again; each allocation
   fails once. */
static ah_profile *add_twice(const char *from, const tk_alloc *profile_alloc)
{
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *profile = test_ah_text(profile_alloc, from);
   char *text = NULL;
   for (heap.fail_at = 1; text == NULL; heap.fail_at++) {
      heap.n_calls = 0;
      text = sum_of(profile, &alloc);
      assert_int_equal(heap.n_live, 0);
   }
   assert_true(heap.fail_at > 20);
   ah_profile *again = test_ah_text(profile_alloc, text);
   ah_profile_free(profile);
   free(text);
   return again;
}

static void test_no_memory(void **state)
{
   (void)state;
   test_heap good = { 0 };
   tk_alloc alloc = test_alloc(&good);
   ah_profile *again = add_twice(test_ah_heapprof, &alloc);
   assert_int_equal(again->n_sites, 2);
   assert_int_equal(again->totals.peak.bytes, 22);
   assert_int_equal(again->totals.peak_time, 0);
   assert_int_equal(again->sites[0].size_classes[1].blocks, 4);
   assert_string_equal(again->frames[again->sites[0].frames[0]].file,
                       "/src/a.c");
   assert_false(again->has_moves);
   assert_int_equal(again->histogram_B, 0);
   ah_profile_free(again);
   assert_int_equal(good.n_live, 0);
}

static const ah_site *site_of(const ah_profile *profile, int64_t bytes)
{
   for (size_t i = 0; i < profile->n_sites; i++)
      if (profile->sites[i].total.bytes == bytes)
         return &profile->sites[i];
   fail_msg("no site of %d bytes", (int)bytes);
   return NULL;
}

static void test_accesses(void **state)
{
   (void)state;
   test_heap good = { 0 };
   tk_alloc alloc = test_alloc(&good);
   ah_profile *again = add_twice(test_ah_accesses, &alloc);
   assert_true(again->has_accesses && again->has_moves);
   assert_int_equal(again->histogram_B, 1024);
   assert_int_equal(again->totals.reads, 140060);
   assert_int_equal(again->totals.writes, 8352);
   assert_int_equal(again->totals.moved.bytes, 20);
   const ah_site *small = site_of(again, 96), *large = site_of(again, 8192);
   assert_int_equal(small->rare->never_read.bytes, 64);
   assert_int_equal(small->rare->never_read.blocks, 2);
   assert_int_equal(small->rare->never_written.bytes, 32);
   assert_int_equal(small->rare->never_touched.bytes, 28);
   assert_int_equal(small->rare->heat->n, 24);
   assert_int_equal(small->rare->heat->reads[7], 4);
   assert_int_equal(small->rare->heat->writes[16], 8);
   assert_int_equal(large->rare->heat->unit_B, 64);
   assert_int_equal(large->rare->heat->reads[0], 140000);
   assert_int_equal(large->rare->heat->writes[63], 2);
   assert_int_equal(site_of(again, 2)->rare->heat->n, 1);
   assert_null(site_of(again, 100)->rare->heat);
   assert_int_equal(site_of(again, 100)->rare->moved.blocks, 2);
   ah_profile_free(again);
   assert_int_equal(good.n_live, 0);
}

/* ---- Regions and objects ---- */

/* Sorted by path; "lex" within "parse" is another region. */
static void test_regions(void **state)
{
   (void)state;
   test_heap good = { 0 };
   tk_alloc alloc = test_alloc(&good);
   ah_profile *again = add_twice(test_ah_accesses, &alloc);
   static const ah_region expected[] = {
      { "lex\n", -1, 2, { 0, 0 }, 64, 0 },
      { "parse", -1, 6, { 8200, 8 }, 4185, 4100 },
      { "lex\n", 1, 14, { 96, 4 }, 4100, 48 },
   };
   assert_int_equal(again->n_regions, 3);
   for (size_t i = 0; i < 3; i++) {
      const ah_region *r = &again->regions[i], *e = &expected[i];
      assert_string_equal(r->name, e->name);
      assert_int_equal(r->parent, e->parent);
      assert_int_equal(r->count, e->count);
      assert_amount(r->total, e->total.bytes, e->total.blocks);
      assert_int_equal(r->peak, e->peak);
      assert_int_equal(r->growth, e->growth);
   }
   assert_int_equal(again->n_objects, 2);
   assert_string_equal(again->objects[1].path, "/lib/\xff" "b.so");
   ah_profile_free(again);
   assert_int_equal(good.n_live, 0);
}

static const char *paths_text(const ah_profile *profile, char *text)
{
   char *to = text;
   for (size_t i = 0; i < profile->n_regions; i++)
      to += sprintf(to, "%s %d %d,", profile->regions[i].name,
                    (int)profile->regions[i].parent,
                    (int)profile->regions[i].peak);
   return text;
}

/* A forest in neither file's order; the larger peak wins at every depth. */
static void test_region_order(void **state)
{
   (void)state;
   ah_region one[] = {
      { "b", -1, 1, { 0, 0 }, 1, 0 }, { "a", 0, 1, { 0, 0 }, 2, 0 },
      { "c", 1, 1, { 0, 0 }, 3, 0 },  { "a", -1, 1, { 0, 0 }, 4, 0 },
   };
   ah_region two[] = {
      { "a", -1, 1, { 0, 0 }, 9, 0 }, { "z", 0, 1, { 0, 0 }, 8, 0 },
      { "b", -1, 1, { 0, 0 }, 0, 0 }, { "b", 2, 1, { 0, 0 }, 7, 0 },
      { "a", 2, 1, { 0, 0 }, 1, 0 },
   };
   ah_profile profiles[] = { { .regions = one, .n_regions = 4 },
                             { .regions = two, .n_regions = 5 } };
   for (int first = 0; first < 2; first++) {
      char text[200];
      ah_profile *to = ah_profile_new(an_alloc_malloc());
      ah_regions *sum = ah_regions_new(an_alloc_malloc());
      assert_int_equal(ah_regions_add(sum, &profiles[first]), AN_OK);
      assert_int_equal(ah_regions_add(sum, &profiles[1 - first]), AN_OK);
      assert_true(ah_regions_finish(sum, to));
      assert_string_equal(paths_text(to, text),
                          "a -1 9,z 0 8,b -1 1,a 2 2,c 3 3,b 2 7,");
      ah_regions_free(sum);
      ah_profile_free(to);
   }
   one[0].count = INT64_MAX;
   ah_regions *sum = ah_regions_new(an_alloc_malloc());
   assert_int_equal(ah_regions_add(sum, &profiles[0]), AN_OK);
   assert_int_equal(ah_regions_add(sum, &profiles[1]), AN_OVERFLOW);
   ah_regions_free(sum);
}

/* Objects are kept if all profiles have the same ones. */
static void test_objects(void **state)
{
   (void)state;
   static const char *const changes[][2] = {
      { "4202496,\"/src/a\"", "4202495,\"/src/a\"" },
      { "[4194304", "[4194305" },
      { "\"/src/a\"", "\"/src/b\"" },
      { "[4194304,4202496,\"/src/a\"],", "" },
      { "\"objects\"", "\"none\"" },
   };
   ah_profile *first = test_ah_text(an_alloc_malloc(), test_ah_accesses);
   for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
      for (int order = 0; order < 2; order++) {
         char *text = test_ah_replaced(test_ah_accesses, changes[i][0],
                                       changes[i][1]);
         ah_profile *other = test_ah_text(an_alloc_malloc(), text);
         ah_sum *sum = ah_sum_new(an_alloc_malloc());
         ah_sum_add(sum, order == 0 ? first : other);
         ah_sum_add(sum, order == 0 ? other : first);
         ah_sum_add(sum, first);
         assert_int_equal(ah_sum_finish(sum)->n_objects, 0);
         ah_sum_free(sum);
         ah_profile_free(other);
         free(text);
      }
   ah_profile_free(first);
}

/* Objects whose debug information was lost in any profile, in order, each once. */
static void test_lost_debug_info(void **state)
{
   (void)state;
   static const char *const others[] = {
      "[\"/src/b.so\"]", "[\"/z\",\"/src/b.so\",\"/a\"]", "[]", "[\"/src/b\"]",
   };
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
      char *text = test_ah_replaced(test_ah_accesses, others[0], others[i]);
      ah_profile *profile = test_ah_text(an_alloc_malloc(), text);
      ah_sum_add(sum, profile);
      ah_profile_free(profile);
      free(text);
   }
   const ah_profile *whole = ah_sum_finish(sum);
   static const char *const expected[] = { "/a", "/src/b", "/src/b.so", "/z" };
   assert_int_equal(whole->n_lost_debug_info, 4);
   for (size_t i = 0; i < 4; i++)
      assert_string_equal(whole->lost_debug_info[i], expected[i]);
   ah_sum_free(sum);
}

/* A thread has the name that all profiles with one for its number agree on. */
static void test_thread_names(void **state)
{
   (void)state;
   static const char names[] = "[[2,\"worker\"],[7,\"a\\\\x0a\"]]";
   static const char *const others[] = {
      "[[1,\"main\"],[3,\"x\"],[5,\"y\"]]", "[]", names,
      "[[2,\"worker\"],[3,\"other\"],[9,\"z\"]]", "[[3,\"x\"]]",
   };
   enum { N = sizeof others / sizeof others[0] };
   static const ah_thread_name expected[] = {
      { 1, "main" }, { 2, "worker" }, { 5, "y" }, { 7, "a\n" }, { 9, "z" },
   };
   for (size_t first = 0; first < N; first++) {
      ah_sum *sum = ah_sum_new(an_alloc_malloc());
      for (size_t i = 0; i < N; i++) {
         char *text = test_ah_replaced(test_ah_accesses, names, others[(first + i) % N]);
         ah_profile *profile = test_ah_text(an_alloc_malloc(), text);
         assert_int_equal(ah_sum_add(sum, profile), AN_OK);
         ah_profile_free(profile);
         free(text);
      }
      const ah_profile *whole = ah_sum_finish(sum);
      assert_int_equal(whole->n_thread_names, 5);
      for (size_t i = 0; i < 5; i++) {
         assert_int_equal(whole->thread_names[i].thread, expected[i].thread);
         assert_string_equal(whole->thread_names[i].name, expected[i].name);
      }
      ah_sum_free(sum);
   }
}

#define CHILD "\"exit_code\":1,\"parent\":3,\"title\":\"t\","

/* Forked children: those that inherit counts are not added up. */
static void test_children(void **state)
{
   (void)state;
   static const char *const forks[] = {
      CHILD "\"fork\":{\"time\":5,\"children\":\"zero\",\"bytes\":9,\"blocks\":2,"
            "\"freed_bytes\":4,\"freed_blocks\":1,\"reallocated\":1},",
      CHILD "\"fork\":{\"time\":5,\"children\":\"inherit\",\"bytes\":9,\"blocks\":2,"
            "\"total_bytes\":14,\"total_blocks\":4},",
   };
   for (int i = 0; i < 2; i++) {
      char *text = test_ah_replaced(test_ah_heapprof, "\"exit_code\":1,", forks[i]);
      ah_profile *profile = test_ah_text(an_alloc_malloc(), text);
      const ah_fork *fork = &profile->fork;
      assert_true(fork->is_known);
      assert_int_equal(fork->inherits, i == 1);
      assert_amount(fork->live, 9, 2);
      assert_amount(fork->freed, i == 0 ? 4 : 0, i == 0);
      assert_int_equal(fork->reallocated, i == 0);
      assert_amount(fork->total, i == 0 ? 0 : 14, i == 0 ? 0 : 4);
      ah_sum *sum = ah_sum_new(an_alloc_malloc());
      ah_sum_add(sum, profile);
      assert_false(ah_sum_overlaps(sum));
      ah_sum_add(sum, profile);
      assert_int_equal(ah_sum_overlaps(sum), i == 1);
      const an_process *process = &ah_sum_finish(sum)->processes.of[1];
      assert_string_equal(process->title, "t");
      assert_int_equal(process->parent, 3);
      assert_true(process->is_forked);
      assert_int_equal(process->forked, 5);
      ah_sum_free(sum);
      ah_profile_free(profile);
      free(text);
   }
}

static void test_bad_children(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"exit_code\":1,", "\"exit_code\":1,\"title\":1,",
        "heapprof.title: expected a string" },
      { "\"exit_code\":1,", "\"exit_code\":1,\"fork\":1,",
        "heapprof.fork: expected an object" },
      { "\"exit_code\":1,", "\"exit_code\":1,\"fork\":{},",
        "heapprof.fork.time: missing" },
      { "\"exit_code\":1,",
        "\"exit_code\":1,\"fork\":{\"time\":1,\"children\":\"few\"},",
        "heapprof.fork.children: expected zero or inherit" },
      { "\"exit_code\":1,",
        "\"exit_code\":1,\"fork\":{\"time\":1,\"children\":\"zero\",\"bytes\":-1},",
        "heapprof.fork.bytes: is negative" },
   };
   test_ah_errors(test_ah_heapprof, errors, sizeof errors / sizeof errors[0]);
}

/* Build ids of all, in order, each once; none if one profile has none. */
static void test_build_ids(void **state)
{
   (void)state;
   static const char *const keys[] = {
      "\"build_ids\":[[\"ab\",\"/z\"],[\"\",\"/a\"]],\"lost_debug_info\"",
      "\"build_ids\":[[\"cd\",\"/z\"],[\"ab\",\"/z\"]],\"lost_debug_info\"",
      "\"lost_debug_info\"",
   };
   for (size_t n = 2; n <= 3; n++) {
      ah_sum *sum = ah_sum_new(an_alloc_malloc());
      for (size_t i = 0; i < n; i++) {
         char *text = test_ah_replaced(test_ah_accesses, "\"lost_debug_info\"", keys[i]);
         ah_profile *profile = test_ah_text(an_alloc_malloc(), text);
         ah_sum_add(sum, profile);
         ah_profile_free(profile);
         free(text);
      }
      const ah_profile *whole = ah_sum_finish(sum);
      assert_int_equal(whole->n_files, n == 2 ? 3 : 0);
      if (n == 2) {
         assert_string_equal(whole->files[0].path, "/a");
         assert_null(whole->files[0].build_id);
         assert_string_equal(whole->files[1].build_id, "ab");
         assert_string_equal(whole->files[2].build_id, "cd");
         assert_null(an_object_named(whole->files, 3, whole->files[1].path));
      }
      ah_sum_free(sum);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_compatible),
      cmocka_unit_test(test_heat),
      cmocka_unit_test(test_heat_overflow),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_accesses),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_region_order),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_lost_debug_info),
      cmocka_unit_test(test_thread_names),
      cmocka_unit_test(test_children),
      cmocka_unit_test(test_bad_children),
      cmocka_unit_test(test_build_ids),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

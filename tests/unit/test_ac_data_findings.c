/* test_ac_data_findings.c -- each finding on both sides of its thresholds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

#include "advice/ac_data_findings.h"

enum { LINE_B = 64, SETS = 64 };

/* One data object with the misses of one source line. */
typedef struct {
   ac_datum datum;
   ac_data_entry entries[2];
   size_t n_entries;
   int64_t counts[4], parts[2][4], sets[SETS];
   const ty_type *type;
   ac_data_view view;
   ac_data_findings findings;
} example;

/* 10,000 misses, all reads of `next`, in an array of 1,000 nodes. */
static example make(void)
{
   return (example){
      .datum = { .kind = AC_DATA_STATIC,
                 .name = "nodes",
                 .binary = AC_NO_DATA,
                 .size_B = 48000 },
      .entries = { { .line = 3, .place = { 8, 48 } }, { .line = 4, .place = { 0, 0 } } },
      .n_entries = 1,
      .parts = { { 10000, 1000 } },
      .type = &node_type,
   };
}

/* Cycles: 10 of each first-level miss, 100 of one of the last. */
static void find_in(const ac_data_view *view, ac_data_findings *findings)
{
   const int64_t *counts = view->objects[0].counts;
   ac_object_wait wait = {
      .cycles = { 10.0 * (double)(counts[0] + counts[2]), [AC_WAIT_LAST] =
                                                             100.0
                                                             * (double)(counts[1]
                                                                        + counts[3]) }
   };
   const ac_object_waits waits = { .of = &wait };
   assert_int_equal(view->n_objects, 1);
   ac_data_findings_find(findings, an_alloc_malloc(), view, &waits, LINE_B);
}

static void find(example *e)
{
   for (size_t i = 0; i < e->n_entries; i++) {
      e->entries[i].counts = e->parts[i];
      for (size_t k = 0; k < 4; k++)
         e->counts[k] += e->parts[i][k];
   }
   e->datum.counts = e->counts;
   const ac_data data = { .limit_B = 1024,
                          .n_events = 4,
                          .events = data_events,
                          .data = &e->datum,
                          .n_data = 1,
                          .entries = e->entries,
                          .n_entries = e->n_entries };
   ac_data_view_open(&e->view, an_alloc_malloc(), &data, 1, NULL, know_type,
                     (void *)e->type);
   find_in(&e->view, &e->findings);
}

/* NULL: finds nothing. */
static void check(example e, const char *kind, int64_t cycles, const char *text)
{
   find(&e);
   assert_int_equal(e.findings.n, kind == NULL ? 0 : 1);
   if (kind != NULL) {
      assert_string_equal(ac_data_finding_name(e.findings.of[0].kind), kind);
      assert_int_equal((int64_t)e.findings.of[0].cycles, cycles);
      if (text != NULL)
         assert_string_equal(e.findings.of[0].text, text);
   }
}

static example with_use(example e, int64_t lines, int64_t inside_B, int64_t used_B)
{
   e.datum.n_lines_fetched = lines;
   e.datum.inside_B = inside_B;
   e.datum.used_B = used_B;
   return e;
}

/* ---- One field of an array of structs ---- */

static void finds_arrays_of_structs(void **state)
{
   (void)state;
   /* 8 of 48 bytes; 1.25 times that are 10 of 48 bytes. */
   check(with_use(make(), 10000, 480000, 80000), "aos", 166667,
         "only next is read, 8 of 48 bytes of each element: give it an array of its "
         "own");
   check(with_use(make(), 10000, 480000, 100000), "aos", 166667, NULL);
   check(with_use(make(), 10000, 480000, 100001), "unused", 158333, NULL);
   /* Nothing is known of the use of lines. */
   check(make(), NULL, 0, NULL);
}

static void wants_one_field(void **state)
{
   (void)state;
   example e = with_use(make(), 10000, 480000, 80000);
   e.n_entries = 2;
   e.parts[0][0] = 9500;
   e.parts[1][0] = 500; /* of `key` */
   check(e, "aos", 166667, NULL);
   e.parts[0][0] = 9499;
   e.parts[1][0] = 501;
   check(e, "unused", 166667,
         "8 of 48 bytes of each fetched line are used: split used from unused fields; "
         "misses are on next, key, none on text[24], used");
}

static void wants_reads(void **state)
{
   (void)state;
   example e = with_use(make(), 10000, 480000, 80000);
   e.parts[0][0] = 9000;
   e.parts[0][2] = 1000;
   check(e, "aos", 166667, NULL);
   e.parts[0][0] = 8999;
   e.parts[0][2] = 1001;
   check(e, "unused", 166667, NULL);
}

static void wants_an_array(void **state)
{
   (void)state;
   example e = with_use(make(), 10000, 480000, 80000);
   e.datum.size_B = 16 * 48;
   check(e, "aos", 166667, NULL);
   e.datum.size_B = 16 * 48 - 1;
   check(e, "unused", 166667, NULL);
}

/* ---- Unused bytes ---- */

static example many_fields(void)
{
   example e = make();
   e.n_entries = 2;
   e.parts[0][0] = e.parts[1][0] = 5000;
   return e;
}

static void finds_unused_bytes(void **state)
{
   (void)state;
   /* Half of a node. */
   check(with_use(many_fields(), 10000, 480000, 240000), "unused", 100000, NULL);
   check(with_use(many_fields(), 10000, 480000, 240001), NULL, 0, NULL);
   /* A line has 64 bytes of an array, but one node of it is touched. */
   check(with_use(many_fields(), 10000, 640000, 240000), "unused", 100000, NULL);
   check(with_use(many_fields(), 10000, 640000, 250000), NULL, 0, NULL);
   check(many_fields(), NULL, 0, NULL);
}

/* Sparse accesses to whole small elements use few bytes of a line, too. */
static void needs_fields(void **state)
{
   (void)state;
   static const ty_type plain = { "long", 8, NULL, 0 };
   example e = with_use(many_fields(), 10000, 640000, 80000);
   e.type = &plain;
   check(e, NULL, 0, NULL);
   e.type = NULL;
   check(e, NULL, 0, NULL);
}

static void needs_many_misses(void **state)
{
   (void)state;
   example e = with_use(many_fields(), 1000, 48000, 8000);
   e.parts[0][0] = e.parts[1][0] = 500;
   check(e, "unused", 91667, NULL);
   e.parts[0][0] = 499;
   check(e, NULL, 0, NULL);
}

/* ---- Scattered blocks ---- */

static example blocks(int64_t n, int64_t bytes)
{
   example e = make();
   e.type = NULL;
   e.datum = (ac_datum){ .kind = AC_DATA_HEAP,
                         .binary = AC_NO_DATA,
                         .n_blocks = n,
                         .bytes = bytes,
                         .min_B = 24,
                         .max_B = 24 };
   return e;
}

static void finds_scattered_blocks(void **state)
{
   (void)state;
   check(with_use(blocks(1000, 24000), 10000, 240000, 240000), "scattered", 125000,
         "1,000 blocks of 24 bytes, each in a line of its own: allocate them together, "
         "from a pool");
   /* More than one and a half in a line: they are together. */
   check(with_use(blocks(1000, 24000), 10000, 360000, 240000), "scattered", 87500, NULL);
   check(with_use(blocks(1000, 24000), 10000, 360001, 240000), NULL, 0, NULL);
   /* Few, large, rarely missed; or nothing is known of lines. */
   check(with_use(blocks(999, 999 * 24), 10000, 240000, 240000), NULL, 0, NULL);
   check(with_use(blocks(1000, 32000), 10000, 320000, 320000), "scattered", 100000, NULL);
   check(with_use(blocks(1000, 33000), 10000, 330000, 330000), NULL, 0, NULL);
   check(with_use(blocks(20000, 480000), 10000, 240000, 240000), "scattered", 125000,
         NULL);
   check(with_use(blocks(20001, 480024), 10000, 240000, 240000), NULL, 0, NULL);
   check(blocks(1000, 24000), NULL, 0, NULL);
}

/* ---- Conflicts ---- */

/* Rows of 4,096 bytes, of which one column is read: `hot` of 64 sets have all misses. */
static example columns(size_t hot, int64_t stride)
{
   example e = make();
   e.type = NULL;
   e.datum.size_B = 64 * 4096;
   e.entries[0].place = (ac_data_place){ 0, stride };
   for (size_t i = 0; i < hot; i++)
      e.sets[i] = 10000 / (int64_t)hot;
   return e;
}

static void check_columns(example e, const char *kind, int64_t cycles)
{
   e.datum.by_set = e.sets;
   e.datum.n_sets = SETS;
   static int64_t sets[SETS];
   memcpy(sets, e.sets, sizeof sets);
   e.datum.by_set = sets;
   check(e, kind, cycles, NULL);
}

static void finds_conflicts(void **state)
{
   (void)state;
   check_columns(columns(1, 4096), "conflict", 196875);
   check_columns(columns(16, 4096), "conflict", 150000); /* half of them in 8 */
   check_columns(columns(18, 4096), NULL, 0);
   /* This distance reaches an eighth of the sets, or more. */
   check_columns(columns(8, 512), "conflict", 175000);
   check_columns(columns(8, 256), NULL, 0);
   check_columns(columns(8, 4096 + 64), NULL, 0);
}

/* A small variable, or a hot part of a large one, is in few sets without a conflict. */
static void knows_small_parts(void **state)
{
   (void)state;
   example e = columns(1, 4096);
   e.datum.size_B = 15 * 4096;
   check_columns(e, NULL, 0);
   e.datum.size_B = 16 * 4096;
   check_columns(e, "conflict", 196875);
   check_columns(columns(1, 0), NULL, 0);
   check_columns(columns(1, 8), NULL, 0);
}

static void wants_half_of_the_misses(void **state)
{
   (void)state;
   example e = columns(1, 4096);
   e.n_entries = 2;
   e.parts[0][0] = e.parts[1][0] = 5000;
   check_columns(e, "conflict", 196875);
   e.parts[1][0] = 5001;
   check_columns(e, NULL, 0);
}

/* ---- Notes ---- */

static void says_what_is_not_known(void **state)
{
   (void)state;
   example e = make();
   find(&e);
   assert_true(e.findings.lacks_use);
   e = with_use(make(), 10000, 480000, 480000);
   find(&e);
   assert_false(e.findings.lacks_use);
   e = make();
   e.parts[0][0] = 999;
   find(&e);
   assert_false(e.findings.lacks_use);
}

/* The kind of what is found in misses with these reasons: last level, then first. */
static void check_reasons(const int64_t reasons[6], const char *text, int64_t cycles)
{
   static const char *const events[] = { "D1mr", "DLmr",  "D1mw",   "DLmw",  "Lcold",
                                         "Lcap", "Lconf", "D1cold", "D1cap", "D1conf" };
   int64_t counts[10] = { 10000, 1000 };
   memcpy(counts + 4, reasons, 6 * sizeof *counts);
   ac_datum datum = { .kind = AC_DATA_STATIC,
                      .name = "rows",
                      .binary = AC_NO_DATA,
                      .size_B = 48000,
                      .counts = counts };
   ac_data_entry entry = { .line = 3, .place = { 8, 48 }, .counts = counts };
   const ac_data data = { .limit_B = 1024,
                          .n_events = 10,
                          .events = events,
                          .data = &datum,
                          .n_data = 1,
                          .entries = &entry,
                          .n_entries = 1 };
   ac_data_view view;
   ac_data_findings findings;
   const tk_alloc *alloc = an_alloc_malloc();
   ac_data_view_open(&view, alloc, &data, 1, NULL, know_type, NULL);
   find_in(&view, &findings);
   assert_int_equal(findings.n, text != NULL);
   if (text != NULL) {
      assert_int_equal(findings.of[0].kind, AC_DATA_CONFLICT);
      assert_non_null(strstr(findings.of[0].text, text));
      assert_int_equal((int64_t)findings.of[0].cycles, cycles);
   }
}

static void finds_conflicts_by_reason(void **state)
{
   (void)state;
   check_reasons((const int64_t[6]){ 0, 0, 0, 2500, 2500, 5000 },
                 "50% of its misses at the first level are conflicts", 100000);
   check_reasons((const int64_t[6]){ 0, 0, 0, 2500, 2501, 4999 }, NULL, 0);
   check_reasons((const int64_t[6]){ 100, 150, 750, 0, 0, 0 },
                 "75% of its misses at the last level are conflicts", 150000);
   check_reasons((const int64_t[6]){ 0, 0, 999, 0, 0, 0 }, NULL, 0); /* too few */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_arrays_of_structs),
      cmocka_unit_test(wants_one_field),
      cmocka_unit_test(wants_reads),
      cmocka_unit_test(wants_an_array),
      cmocka_unit_test(finds_unused_bytes),
      cmocka_unit_test(needs_fields),
      cmocka_unit_test(needs_many_misses),
      cmocka_unit_test(finds_scattered_blocks),
      cmocka_unit_test(finds_conflicts),
      cmocka_unit_test(finds_conflicts_by_reason),
      cmocka_unit_test(knows_small_parts),
      cmocka_unit_test(wants_half_of_the_misses),
      cmocka_unit_test(says_what_is_not_known),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

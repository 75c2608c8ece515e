/* test_ac_data_view.c -- data objects and the lines that miss on them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ac_data_view.h"

enum { HEAP_A, HEAP_B, HEAP_C, TABLE, STACK, MAP, N_DATA };

static const ac_data_binary binaries[] = { { "/home/ann/join", "ab12" },
                                           { "/usr/lib/libquick.so", NULL } };

static const ac_data_frame frames[] = {
   { "node_new", "/home/ann/join.c", 41, 0, 0x1100 },
   { "main", "/home/ann/join.c", 90, 0, 0x1200 },
   { "xmalloc", "/home/ann/util.c", 7, 0, 0x1300 },
   { "node_new", "/home/ann/join.c", 44, 0, 0x1108 },
   { "read_all", "/home/ann/rows.c", 12, 0, 0x1400 },
   { "quick", NULL, 0, 1, 0x99 },
};

static const uint32_t path_a[] = { 0, 1 }, path_b[] = { 2, 3, 1 }, path_c[] = { 2, 4 };

static const int64_t counts_a[] = { 100, 10, 0, 0 }, counts_b[] = { 50, 5, 7, 7 };
static const int64_t counts_c[] = { 1, 0, 0, 0 }, counts_t[] = { 900, 0, 100, 0 };
static const int64_t counts_s[] = { 3, 0, 0, 0 }, none[] = { 0, 0, 0, 0 };
static const int64_t sets_a[] = { 60, 40 }, sets_b[] = { 57, 0 };

static const ac_datum data[N_DATA] = {
   [HEAP_A] = { .kind = AC_DATA_HEAP,
                .binary = AC_NO_DATA,
                .n_blocks = 10,
                .bytes = 480,
                .min_B = 48,
                .max_B = 48,
                .frames = path_a,
                .n_frames = 2,
                .counts = counts_a,
                .n_lines_fetched = 100,
                .inside_B = 4800,
                .used_B = 1600,
                .by_set = sets_a,
                .n_sets = 2 },
   [HEAP_B] = { .kind = AC_DATA_HEAP,
                .binary = AC_NO_DATA,
                .n_blocks = 2,
                .bytes = 192,
                .min_B = 96,
                .max_B = 96,
                .frames = path_b,
                .n_frames = 3,
                .counts = counts_b,
                .n_lines_fetched = 57,
                .inside_B = 3000,
                .used_B = 57,
                .by_set = sets_b,
                .n_sets = 2 },
   [HEAP_C] = { .kind = AC_DATA_HEAP,
                .binary = AC_NO_DATA,
                .n_blocks = 1,
                .bytes = 10,
                .min_B = 10,
                .max_B = 10,
                .frames = path_c,
                .n_frames = 2,
                .counts = counts_c },
   [TABLE] = { .kind = AC_DATA_STATIC,
               .name = "table",
               .binary = 0,
               .start = 0x4000,
               .size_B = 4096,
               .counts = counts_t },
   [STACK] = { .kind = AC_DATA_STACK,
               .name = "sum",
               .file = "/home/ann/sum.c",
               .binary = AC_NO_DATA,
               .counts = counts_s },
   [MAP] = { .kind = AC_DATA_MAP,
             .file = "/home/ann/rows.idx",
             .binary = AC_NO_DATA,
             .counts = none },
};

static const int64_t entry_t1[] = { 500, 0, 100, 0 }, entry_t2[] = { 400, 0, 0, 0 };

static const ac_data_entry entries[] = {
   { 0, 33, TABLE, { 0, 8 }, entry_t1 },  { 0, 33, TABLE, { 8, 0 }, entry_t2 },
   { 0, 34, HEAP_A, { 8, 0 }, counts_a }, { 0, 34, HEAP_B, { 56, 48 }, counts_b },
   { 1, 12, HEAP_C, { 0, 0 }, counts_c }, { 1, 13, STACK, { -1, 0 }, counts_s },
};

static const ac_data example = {
   .limit_B = 1024,
   .n_events = 4,
   .events = data_events,
   .binaries = binaries,
   .frames = frames,
   .data = data,
   .entries = entries,
   .n_binaries = 2,
   .n_frames = 6,
   .n_data = N_DATA,
   .n_entries = 6,
};

/* Only blocks that have a whole number of elements. */
static ac_data_known know_nodes(void *context, const ac_data *of, const ac_datum *datum)
{
   (void)context, (void)of;
   bool is_node = datum->kind == AC_DATA_HEAP && datum->max_B % 48 == 0;
   return datum->kind == AC_DATA_STATIC
             ? (ac_data_known){ .name = "table", .file = "/home/ann/hash.c" }
             : (ac_data_known){ .type = is_node ? &node_type : NULL };
}

static void open(ac_data_view *view, ac_data_know *know)
{
   ac_data_view_open(view, an_alloc_malloc(), &example, 1, NULL, know, NULL);
}

static void joins_sites_of_one_type(void **state)
{
   (void)state;
   ac_data_view view;
   open(&view, know_nodes);
   assert_int_equal(view.n_objects, N_DATA - 1);
   assert_string_equal(view.objects[0].label, "table (hash.c)");
   const ac_data_object *node = &view.objects[1];
   assert_string_equal(node->label, "struct node (join.c:41)");
   assert_int_equal(node->n_data, 2);
   assert_int_equal(node->n_blocks, 12);
   assert_int_equal(node->bytes, 672);
   assert_int_equal(node->min_B, 48);
   assert_int_equal(node->max_B, 96);
   assert_int_equal(node->n_lines_fetched, 157);
   assert_int_equal(node->used_B, 1657);
   assert_int_equal(node->by_set[0], 117);
   assert_int_equal(node->by_set[1], 40);
   assert_int_equal(view.object_of[HEAP_A], 1);
   assert_int_equal(view.object_of[HEAP_B], 1);
   assert_int_equal(ac_data_misses(&view, node->counts), 157);
   assert_int_equal(ac_data_last_misses(&view, node->counts), 22);
   assert_int_equal(ac_data_misses(&view, view.totals), 1161);
   /* One line, one field: one row. */
   assert_int_equal(node->n_fields, 1);
   assert_string_equal(node->fields[0].spot.name, "next");
   assert_int_equal(view.n_triples, 5);
}

static void keeps_sites_apart_without_types(void **state)
{
   (void)state;
   ac_data_view view;
   open(&view, NULL);
   assert_int_equal(view.n_objects, N_DATA);
   assert_string_equal(view.objects[0].label, "table (join)");
   assert_string_equal(view.objects[1].label, "node_new (join.c:41)");
   assert_string_equal(view.objects[2].label, "node_new (join.c:44)"); /* by xmalloc */
   assert_string_equal(view.objects[3].label, "stack of sum (sum.c)");
   assert_string_equal(view.objects[4].label, "read_all (rows.c:12)");
   assert_string_equal(view.objects[5].label, "mapping of rows.idx");
}

static void orders_lines(void **state)
{
   (void)state;
   char text[AC_DATA_SPOT_B];
   ac_data_view view;
   open(&view, NULL);
   assert_int_equal(view.n_triples, 6);
   assert_int_equal(view.triples[0].line, 33);
   assert_string_equal(ac_data_spot_text(&view.triples[0].spot, text), "+0, every 8");
   assert_string_equal(ac_data_spot_text(&view.triples[1].spot, text), "+8");
   assert_int_equal(view.triples[2].object, 1);
   assert_int_equal(view.objects[0].n_fields, 2);
   assert_int_equal(view.objects[0].fields[0].counts[0], 500);
}

/* In a pair, what changed most comes first. */
static void shows_pairs(void **state)
{
   (void)state;
   static const char *const twice[] = { "D1mr", "DLmr", "D1mr", "DLmr" };
   static const int64_t gone[] = { 100, 10, 0, 0 }, grown[] = { 10, 1, 70, 7 };
   const ac_datum two[] = {
      { .kind = AC_DATA_STATIC, .name = "grown", .binary = AC_NO_DATA, .counts = grown },
      { .kind = AC_DATA_STATIC, .name = "gone", .binary = AC_NO_DATA, .counts = gone },
   };
   ac_data pair = { .n_events = 4, .events = twice, .data = two, .n_data = 2 };
   ac_data_view view;
   ac_data_view_open(&view, an_alloc_malloc(), &pair, 2, NULL, NULL, NULL);
   assert_string_equal(view.objects[0].label, "gone");
   assert_int_equal(ac_data_misses(&view, view.objects[0].counts), 0);
   assert_int_equal(ac_data_misses(&view, view.objects[1].counts), 70);
   assert_int_equal(ac_data_weight(&view, view.objects[1].counts), 60);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(joins_sites_of_one_type),
      cmocka_unit_test(keeps_sites_apart_without_types),
      cmocka_unit_test(orders_lines),

      cmocka_unit_test(shows_pairs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

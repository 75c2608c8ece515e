/* test_cs_data_notes.c -- the notes on data objects: all kinds, as text; of random
   misses, that they add up, in any order of data; and no memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "data/cs_data_notes.h"
#include "unit_alloc.h"

enum { N_LINES = 9, MOST_DATA = 16, DATUM_B = 1 << 16, LIMIT_B = 64 };

static const char text_a[] = "a", text_b[] = "b", text_f[] = "f.c", text_g[] = "g.c",
                  unknown[] = "???";
static const tk_object binaries[] = { { .path = "/bin/z", .build_id = "12ab" },
                                      { .path = "/bin/y\n", .build_id = "" } };
/* Sorted, as the body is: code without name, and rows of functions, one of two
   records. */
static const tk_place places[N_LINES] = {
   { .file = unknown, .fn = unknown, .object = 0, .start = 7 },
   { .file = unknown, .fn = unknown, .object = 1, .start = 0x20 },
   { .file = unknown, .fn = unknown, .object = 1, .start = 0x30 },
   { .file = unknown, .fn = text_a, .number = 0 },
   { .file = text_f, .fn = text_a, .number = 1 },
   { .file = text_f, .fn = text_a, .number = 1, .object = 2 },
   { .file = text_f, .fn = text_a, .number = 2 },
   { .file = text_f, .fn = text_b, .number = 2 },
   { .file = text_g, .fn = text_b, .number = 5 },
};

static unit_alloc memory;
static unit_sink sink;
static cs_data_table *table;
static cs_data *data[MOST_DATA];
static uint64_t sizes_B[MOST_DATA];
static struct {
   tk_line line;
   uint64_t counts[1];
} records[N_LINES];
static tk_line *lines[N_LINES];
static const cs_filter d1 = { .n_sets = 4, .set_mask = 3, .line_bits = 6 };
static cs_cells cells;
static cs_looks looks;
static uint32_t objects[3] = { 3, 1, 2 };

static void find(uintptr_t addr, cs_data_at *at)
{
   size_t i = addr / DATUM_B;
   *at = (cs_data_at){ .data = data[i], .offset = addr % DATUM_B, .size_B = sizes_B[i] };
}

static void start(void)
{
   unit_alloc_init(&memory);
   table = cs_data_table_new(&memory.alloc);
   for (int i = 0; i < N_LINES; i++) {
      records[i].line.at = places[i];
      lines[i] = &records[i].line;
   }
   const cs_cells_setup setup = { .alloc = &memory.alloc,
                                  .find = find,
                                  .d1 = &d1,
                                  .limit_B = LIMIT_B,
                                  .most = CS_CELLS_MOST };
   cs_cells_init(&cells, &setup);
   cs_looks_init(&looks, &memory.alloc, d1.line_bits);
}

static void finish(void)
{
   cs_cells_fini(&cells);
   cs_looks_fini(&looks);
   cs_data_table_free(table);
   assert_int_equal(memory.n_live, 0);
}

static void write_notes(bool has_cells)
{
   static tk_text text;
   cs_data_notes notes = { .alloc = &memory.alloc,
                           .data = table,
                           .cells = has_cells ? &cells : NULL,
                           .looks = &looks,
                           .limit_B = LIMIT_B,
                           .binaries = binaries,
                           .objects = objects,
                           .lines = lines,
                           .n_lines = N_LINES };
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   cs_data_notes_head(&text, &notes);
   cs_data_notes_write(&text, &notes);
   assert_true(tk_text_flush(&text));
}

static void miss_at(int line, size_t datum, uint64_t offset, bool is_write, bool is_last)
{
   *cs_cells_miss(&cells, lines[line], 0x1000 + 16 * (uintptr_t)line,
                  datum * DATUM_B + offset, is_write) += is_last;
}

/* ---- By hand ------------------------------------------------------------ */

static const cs_data_frame inner = { text_b, text_f, 4, 1, 0x1180 };
static const cs_data_frame path[] = { { text_b, text_f, 4, 1, 0x1180 },
                                      { NULL, NULL, 0, 2, 0x99 },
                                      { text_b, text_f, 9, 1, 0x1180 } };

/* In another order than the file's. */
static void make_all_kinds(void)
{
   static const cs_data_key keys[] = {
      { .kind = CS_DATA_BRK },
      { .kind = CS_DATA_MAP },
      { .kind = CS_DATA_STACK, .name = text_a, .file = text_f },
      { .kind = CS_DATA_STATIC, .name = NULL, .binary = 2, .start = 0x9120 },
      { .kind = CS_DATA_TLS, .name = text_b, .binary = 1, .start = 16, .size_B = 4096 },
      { .kind = CS_DATA_STATIC,
        .name = text_a,
        .binary = 1,
        .start = 0x40,
        .size_B = 64 },
      { .kind = CS_DATA_HEAP, .site = 1 },
      { .kind = CS_DATA_HEAP, .site = 2 },
      { .kind = CS_DATA_MAP, .name = text_g },
      { .kind = CS_DATA_STATIC, .name = text_b }, /* has no misses */
   };
   static const uint64_t sizes[] = { 0, 0, 0, 0, 4096, 64, 24, 5000, 0, 0, 0 };
   size_t n = sizeof keys / sizeof keys[0];
   for (size_t i = 0; i < n; i++) {
      data[i] = cs_data_of(table, &keys[i]);
      sizes_B[i] = sizes[i];
   }
   data[n] = cs_data_unknown(table);
   data[6]->frames = path;
   data[6]->n_frames = 3;
   data[7]->frames = &inner;
   data[7]->n_frames = 1;
   data[7]->is_cut = true;
   cs_data_block(data[6], 24);
   cs_data_block(data[7], 5000);
   cs_data_block(data[7], 4000);
}

/* Events of a sweep follow; a fetch has an entry without misses of D1. */
static void test_others(void **state)
{
   (void)state;
   start();
   make_all_kinds();
   cs_columns columns = cs_columns_of(true, false);
   columns.sweep_names[0] = "Lm@1M";
   cs_columns_add(&columns, CS_LCAP, 1);
   cs_columns_add(&columns, CS_SWEEP, 1);
   cs_cells_setup setup = cells.setup;
   setup.columns = &columns;
   setup.find_code = find;
   cs_cells_fini(&cells);
   cs_cells_init(&cells, &setup);
   miss_at(4, 0, 0, false, true);
   cells.counts[cells.columns.of[CS_LCAP]]++;
   cs_cells_fetch(&cells, lines[4], DATUM_B);
   cells.counts[cells.columns.of[CS_SWEEP]] += 3;
   write_notes(true);
   assert_non_null(strstr(sink.bytes, "#: data 64 D1mr DLmr D1mw DLmw Lcap Lm@1M\n"));
   assert_non_null(strstr(sink.bytes, " - 1 1 0 0 1\n"));
   assert_non_null(strstr(sink.bytes, " - 0 0 0 0 0 3\n"));
   finish();
}

static void test_all_kinds(void **state)
{
   (void)state;
   start();
   make_all_kinds();
   for (size_t i = 0; i < 9; i++)
      miss_at(4, i, 8, false, i % 2 == 0);
   miss_at(4, 10, 3, true, true);
   miss_at(6, 7, 100, true, false);
   miss_at(6, 7, 52, false, false);
   miss_at(6, 7, 148, false, true);
   miss_at(5, 6, 8, true, true); /* one row with line 4 */
   miss_at(5, 6, 16, true, true);
   for (int i = 0; i < 4; i++)
      miss_at(i, 0, 0, false, false);
   miss_at(8, 0, 0, true, false);
   data[6]->use = (cs_data_use){ 3, 72, 24 };
   write_notes(true);
   assert_string_equal(
      sink.bytes,
      "#: data 64 D1mr DLmr D1mw DLmw\n"
      "#: ds b\n#: ds f.c\n#: ds a\n#: ds g.c\n"
      "#: db 12ab /bin/z\n#: db - /bin/y\\x0a\n"
      "#: df 0x1180 1 1 2 4\n#: df 0x99 2 0 0 0\n"
      "#: df 0x1180 1 1 2 9\n"
      "#: dh 2 9000 4000 5000 1 ...\n"
      "#: dh 1 24 24 24 1 2 3\n"
      "#: dv s 2 0x9120 0 0\n"
      "#: dv s 1 0x40 64 3\n"
      "#: dv t 1 0x10 4096 1\n"
      "#: dk 3 2\n"
      "#: dm 0\n#: dm 4\n"
      "#: dr brk\n#: dr unknown\n"
      "#: dn 3:0x7\n#: d 0 9 - 1\n"
      "#: dn 1:0x20\n#: d 0 9 - 1\n"
      "#: dn 1:0x30\n#: d 0 9 - 1\n"
      "#: dn 2\n#: d 0 9 - 1\n"
      "#: dn 3\n"
      "#: d 1 1 8 1\n#: d 1 2 8 1 1 1 1\n#: d 1 2 16 0 0 1 1\n"
      "#: d 1 3 8 1\n#: d 1 4 8 1\n#: d 1 5 8 1 1\n"
      "#: d 1 6 - 1 1\n#: d 1 7 - 1\n#: d 1 8 - 1 1\n#: d 1 9 - 1 1\n"
      "#: d 1 10 - 0 0 1 1\n"
      "#: d 2 1 4%48 2 1 1\n"
      "#: dn 5\n#: d 5 9 - 0 0 1\n"
      "#: du 2 3 72 24\n"
      "#: de 1 2 2*1 0\n#: de 2 3 3*0\n#: de 3 1 3*0\n#: de 4 1 3*0\n#: de 5 1 3*0\n"
      "#: de 6 1 3*0\n#: de 7 1 3*0\n#: de 8 1 3*0\n#: de 9 6 3*0\n"
      "#: de 10 1 3*0\n");
   finish();
}

/* What instructions have of an entry, by their numbers; two records of one are one. */
static void test_instrs(void **state)
{
   (void)state;
   static struct {
      tk_line line;
      uint64_t counts[1];
   } of[3];
   static tk_instr instrs[3];
   static const uint32_t numbers[3] = { 7, 3, 7 };
   start();
   make_all_kinds();
   for (int i = 0; i < 3; i++) {
      instrs[i] = (tk_instr){ .line = lines[4], .number = numbers[i] };
      of[i].line = (tk_line){ .at = lines[4]->at, .instr = &instrs[i] };
      for (int n = 0; n <= i; n++)
         cs_cells_miss(&cells, &of[i].line, 0x1000, 6 * DATUM_B + 8, false);
   }
   *cs_cells_miss(&cells, &of[1].line, 0x1000, 6 * DATUM_B + 16, true) += 1;
   write_notes(true);
   assert_non_null(strstr(sink.bytes, "#: d 1 1 8 6\n#: dx 3 2\n#: dx 7 4\n"
                                      "#: d 1 1 16 0 0 1 1\n#: dx 3 0 0 1 1\n#: d"));
   finish();
}

/* Other notes name data without misses; there are no entries. */
static void test_without_misses(void **state)
{
   (void)state;
   start();
   make_all_kinds();
   data[0]->is_named = data[9]->is_named = true;
   write_notes(false);
   assert_string_equal(sink.bytes, "#: data 64\n#: ds b\n#: dv s 0 0x0 0 1\n#: dr brk\n");
   assert_int_equal(data[9]->number, 1);
   assert_int_equal(data[0]->number, 2);
   assert_int_equal(data[1]->number, 0);
   finish();
}

/* A line is fetched, and looked at. */
static void look_at(size_t datum)
{
   const cs_look_window window = { .line = 4096,
                                   .first = 4096,
                                   .n_lines = 1,
                                   .start = 4096,
                                   .head = UINT64_MAX,
                                   .tail = UINT64_MAX };
   data[datum]->use.n_lines++;
   cs_look *look = cs_looks_begin(&looks, data[datum], &window);
   cs_look_add(&looks, look, window.line, 0x30);
}

/* Only data with at least 1 % of the misses have sets and looks. */
static void test_sets_of_large(void **state)
{
   (void)state;
   for (int n_more = 98; n_more <= 100; n_more++) {
      start();
      make_all_kinds();
      miss_at(4, 5, 63, true, false);
      for (int i = 0; i < n_more; i++)
         miss_at(4, 4, 64 * (uint64_t)i, false, false);
      look_at(4);
      look_at(5);
      write_notes(true);
      assert_true(strstr(sink.bytes, "#: de 2 ") != NULL);
      assert_true((strstr(sink.bytes, "#: de 1 1 3*0\n") != NULL) == (n_more <= 99));
      assert_true(strstr(sink.bytes,
                         n_more <= 99 ? "\n#: looks 64\n#: dl 1 1 0 30\n#: dl 2 1 0 30\n"
                                      : "\n#: looks 64\n#: dl 2 1 0 30\n")
                  != NULL);
      finish();
   }
}

static void test_saturated(void **state)
{
   (void)state;
   start();
   make_all_kinds();
   miss_at(4, 6, 8, false, false);
   miss_at(5, 6, 8, false, false);
   cells.list[0]->counts[CS_CELL_READ] = INT64_MAX - 1;
   cells.list[1]->counts[CS_CELL_READ] = 2;
   cells.list[1]->counts[CS_CELL_WRITE] = UINT64_MAX;
   write_notes(true);
   assert_true(strstr(sink.bytes, "#: d 1 1 8 9223372036854775807 0 "
                                  "9223372036854775807\n")
               != NULL);
   finish();
}

/* ---- Random ------------------------------------------------------------- */

/* Data come in an order that depends on the seed; misses do not. */
static void make_random(uint64_t order, uint64_t seed)
{
   unit_random r = unit_random_from(order);
   uint32_t left[MOST_DATA - 1];
   for (uint32_t i = 0; i < MOST_DATA - 1; i++)
      left[i] = i;
   for (uint32_t n = MOST_DATA - 1; n > 0; n--) {
      uint32_t k = (uint32_t)unit_random_below(&r, n), i = left[k];
      left[k] = left[n - 1];
      cs_data_key key = { .kind = CS_DATA_STATIC,
                          .name = i % 2 == 0 ? text_a : text_b,
                          .binary = i / 2 % 3,
                          .start = i / 6 % 2,
                          .size_B = i / 12 };
      data[i] = cs_data_of(table, &key);
      sizes_B[i] = 16 * i;
   }
   data[MOST_DATA - 1] = cs_data_unknown(table);
   r = unit_random_from(seed);
   for (int i = 0; i < 2000; i++)
      miss_at((int)unit_random_below(&r, N_LINES), unit_random_below(&r, MOST_DATA),
              8 * unit_random_below(&r, 30), unit_random_below(&r, 2) == 0,
              unit_random_below(&r, 2) == 0);
}

/* Reads the entries back: they add up, and none comes twice. */
static void assert_rows(void)
{
   uint64_t sums[CS_CELL_COUNTS] = { 0 }, expected[CS_CELL_COUNTS] = { 0 };
   char last[64] = "";
   for (char *line = sink.bytes, *end; *line != '\0'; line = end + 1) {
      unsigned long long c[4] = { 0 }, number, datum;
      char place[40], key[64];
      end = strchr(line, '\n');
      if (strncmp(line, "#: dn", 5) == 0)
         last[0] = '\0';
      if (sscanf(line, "#: d %llu %llu %39s %llu %llu %llu %llu", &number, &datum, place,
                 &c[0], &c[1], &c[2], &c[3])
          < 4)
         continue;
      for (int k = 0; k < CS_CELL_COUNTS; k++)
         sums[k] += c[k];
      snprintf(key, sizeof key, "%llu %llu %s", number, datum, place);
      assert_string_not_equal(key, last);
      snprintf(last, sizeof last, "%s", key);
   }
   for (size_t i = 0; i < cells.n; i++)
      for (int k = 0; k < CS_CELL_COUNTS; k++)
         expected[k] += cells.list[i]->counts[k];
   assert_memory_equal(sums, expected, sizeof sums);
}

static void test_random(void **state)
{
   (void)state;
   static char first[UNIT_SINK_MAX_B + 1];
   for (uint64_t seed = 1; seed <= 5; seed++)
      for (uint64_t order = 1; order <= 4; order++) {
         start();
         make_random(order, seed);
         write_notes(true);
         assert_rows();
         if (order == 1)
            strcpy(first, sink.bytes);
         assert_string_equal(sink.bytes, first);
         finish();
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_kinds),     cmocka_unit_test(test_others),
      cmocka_unit_test(test_instrs),        cmocka_unit_test(test_without_misses),
      cmocka_unit_test(test_sets_of_large), cmocka_unit_test(test_saturated),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

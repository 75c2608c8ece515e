/* test_hp_outfile_accesses.c -- what the outfile says of accesses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "outfile/hp_outfile.h"
#include "unit_alloc.h"

static unit_alloc memory;
static unit_sink sink;
static hp_heap heap;
static hp_accesses accesses;
static hp_regions regions;
static tk_strings *ftbl, *dirs;
static const uint32_t ftbl_dirs[1];

static void sort(void *base, size_t n, size_t size_B,
                 int (*compare)(const void *, const void *))
{
   qsort(base, n, size_B, compare);
}

/* Site 0 has one size and both kinds of accesses, site 1 one size and none, site 2
   two sizes, site 3 one byte that is read very often. */
static void begin(void)
{
   unit_alloc_init(&memory);
   memset(&accesses, 0, sizeof accesses);
   hp_heap_init(&heap, &memory.alloc, 0, NULL);
   ftbl = tk_strings_new(&memory.alloc);
   dirs = tk_strings_new(&memory.alloc);
   assert_true(ftbl != NULL && dirs != NULL);
   tk_strings_number(ftbl, "[root]", 6);
   tk_strings_number(dirs, "", 0);
   hp_regions_init(&regions, &memory.alloc);
   hp_accesses_init(&accesses, &heap, 64);
   static const uint32_t frames[] = { 0, 0, 0, 0 };
   for (uint32_t i = 0; i < 4; i++)
      hp_heap_add_site(&heap, frames, i);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, 0x1000, 16, 0);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_HEAP, 0x2000, 16, 0);
   hp_heap_alloc(&heap, 1, 1, TK_LAYER_HEAP, 0x3000, 8, 0);
   hp_heap_alloc(&heap, 2, 1, TK_LAYER_HEAP, 0x4000, 10, 0);
   hp_heap_alloc(&heap, 2, 1, TK_LAYER_HEAP, 0x5000, 20, 0);
   hp_heap_alloc(&heap, 3, 1, TK_LAYER_HEAP, 0x6000, 1, 0);
   hp_accesses_note(&accesses, 0x1000, 8, false);
   hp_accesses_note(&accesses, 0x1004, 8, true);
   hp_accesses_note(&accesses, 0x2000, 4, true);
   hp_accesses_note(&accesses, 0x5000, 20, true);
   for (int i = 0; i < 70000; i++)
      hp_accesses_note(&accesses, 0x6000, 1, false);
   hp_heap_free(&heap, TK_LAYER_HEAP, 0x1000, 0);
}

static void end(void)
{
   tk_strings_free(ftbl);
   tk_strings_free(dirs);
   hp_regions_fini(&regions);
   hp_accesses_fini(&accesses);
   hp_heap_fini(&heap);
   assert_int_equal(memory.n_live, 0);
}

static void write_outfile(void)
{
   static const char *const argv[] = { "./app", NULL };
   static const tk_state exited = { .how = TK_EXITED };
   hp_outfile of = {
      .tool_version = "1.0",
      .valgrind_version = "3.19.0",
      .argv = argv,
      .state = &exited,
      .time_option = "i",
      .time_unit = "instrs",
      .mega_time_unit = "Minstr",
      .peak_only = true,
      .heap = &heap,
      .regions = &regions,
      .accesses = &accesses,
      .ftbl = ftbl,
      .dirs = dirs,
      .ftbl_dirs = ftbl_dirs,
      .sort = sort,
   };
   tk_text text;
   unit_sink_reset(&sink, 0);
   tk_text_init(&text, unit_sink_drain, &sink);
   hp_outfile_write(&of, &text);
   assert_true(tk_text_flush(&text));
}

/* A value of a site as JSON; "" if it has none. */
static char *value_of(json_t *root, size_t site, const char *key)
{
   json_t *value = json_object_get(json_array_get(json_object_get(root, "pps"), site),
                                   key);
   return value == NULL ? strdup("") : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
}

static void test_sites(void **state)
{
   (void)state;
   static const struct {
      size_t site;
      const char *key, *value;
   } rows[] = {
      { 0, "rb", "8" },
      { 0, "wb", "12" },
      { 0, "acc", "[-8,2,-4,1,-4,0]" },
      { 0, "nr", "[24,1]" },
      { 0, "nw", "[20,0]" },
      { 0, "nt", "[16,0]" },
      { 0, "heat",
        "{\"unit\":1,\"r\":[-8,1,-8,0],"
        "\"w\":[-12,1,-4,0]}" },
      { 1, "rb", "0" },
      { 1, "wb", "0" },
      { 1, "acc", "[-8,0]" },
      { 1, "nr", "[8,1]" },
      { 1, "nt", "[8,1]" },
      { 1, "heat", "" },
      { 2, "rb", "0" },
      { 2, "wb", "20" },
      { 2, "acc", "" },
      { 2, "nr", "[30,2]" },
      { 2, "nw", "[10,1]" },
      { 2, "heat", "" },
      { 3, "acc", "[65535]" },
      { 3, "heat", "{\"unit\":1,\"r\":[70000],\"w\":[0]}" },
      { 3, "nr", "" },
      { 3, "nw", "[1,1]" },
      { 3, "nt", "" },
   };
   begin();
   write_outfile();
   json_t *root = json_loads(sink.bytes, JSON_REJECT_DUPLICATES, NULL);
   assert_non_null(root);
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      char *found = value_of(root, rows[i].site, rows[i].key);
      assert_string_equal(found, rows[i].value);
      free(found);
   }
   json_t *totals = json_object_get(json_object_get(root, "heapprof"), "totals");
   assert_int_equal(json_integer_value(json_object_get(totals, "reads")), 70008);
   assert_int_equal(json_integer_value(json_object_get(totals, "writes")), 32);
   json_decref(root);
   end();
}

/* What is written counts nothing: twice is the same. */
static void test_changes_nothing(void **state)
{
   (void)state;
   begin();
   write_outfile();
   char *first = strdup(sink.bytes);
   write_outfile();
   assert_string_equal(first, sink.bytes);
   free(first);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sites),
      cmocka_unit_test(test_changes_nothing),
   };
   return cmocka_run_group_tests_name("hp_outfile_accesses", tests, NULL, NULL);
}

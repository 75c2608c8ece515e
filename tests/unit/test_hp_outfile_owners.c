/* test_hp_outfile_owners.c -- what the outfile says of looks at owners, to the byte.
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
static hp_regions regions;
static tk_strings *ftbl, *dirs;
static const uint32_t ftbl_dirs[1];
static const char *const argv[] = { "./app", NULL };
static const tk_state stood = { .how = TK_EXITED };
static hp_outfile of;

static void sort(void *base, size_t n, size_t size_B,
                 int (*compare)(const void *, const void *))
{
   qsort(base, n, size_B, compare);
}

/* Five sites, of which the first and the third have no requests: in the file, the second
   is 0, the fourth is 1, the fifth 2. */
static void begin(void)
{
   static const uint32_t frames[] = { 0, 0, 0, 0 };
   unit_alloc_init(&memory);
   hp_heap_init(&heap, &memory.alloc, 0, NULL);
   ftbl = tk_strings_new(&memory.alloc);
   dirs = tk_strings_new(&memory.alloc);
   assert_true(ftbl != NULL && dirs != NULL);
   tk_strings_number(ftbl, "[root]", 6);
   tk_strings_number(dirs, "", 0);
   hp_regions_init(&regions, &memory.alloc);
   for (uint32_t i = 0; i < 5; i++)
      hp_heap_add_site(&heap, frames, i);
   hp_heap_alloc(&heap, 1, 1, TK_LAYER_HEAP, 0x1000, 16, 0);
   hp_heap_alloc(&heap, 3, 1, TK_LAYER_HEAP, 0x2000, 16, 0);
   hp_heap_alloc(&heap, 4, 1, TK_LAYER_HEAP, 0x3000, 16, 0);
   of = (hp_outfile){
      .tool_version = "1.0",
      .valgrind_version = "3.19.0",
      .argv = argv,
      .state = &stood,
      .time_option = "i",
      .time_unit = "instrs",
      .mega_time_unit = "Minstr",
      .peak_only = true,
      .heap = &heap,
      .regions = &regions,
      .n_threads = 1,
      .ftbl = ftbl,
      .dirs = dirs,
      .ftbl_dirs = ftbl_dirs,
      .sort = sort,
   };
}

static void end(void)
{
   tk_strings_free(ftbl);
   tk_strings_free(dirs);
   hp_regions_fini(&regions);
   hp_heap_fini(&heap);
   assert_int_equal(memory.n_live, 0);
}

/* To the sink, whose nth call fails; true if none has. */
static bool write_to_sink(size_t fail_at)
{
   tk_text text;
   unit_sink_reset(&sink, fail_at);
   tk_text_init(&text, unit_sink_drain, &sink);
   hp_outfile_write(&of, &text);
   return tk_text_flush(&text);
}

static void check_written(const char *expected)
{
   json_error_t error;
   assert_true(write_to_sink(0));
   json_t *root = json_loads(sink.bytes, JSON_REJECT_DUPLICATES, &error);
   if (root == NULL)
      fail_msg("line %d: %s", error.line, error.text);
   json_decref(root);
   const char *found = strstr(sink.bytes, "\"roots\":[");
   assert_non_null(found);
   assert_memory_equal(found, expected, strlen(expected));
}

/* ---- What looks have -------------------------------------------------------------- */

static const char path[] = "/usr/lib/a.so", other_path[] = "/usr/bin/app";
static const char id[] = "01ab", no_id[] = "";
static const tk_object files[] = {
   { .path = other_path, .build_id = no_id },
   { .path = path, .build_id = no_id }, /* as it was before it was built again */
   { .path = path, .build_id = id },
};
static const uint32_t frames_of_root[] = { 0, 0 };

static const hp_root_name roots[] = {
   { .kind = HP_ROOT_LOST },
   { .kind = HP_ROOT_STATIC,
     .name = "table \"a\"\xff",
     .path = path,
     .build_id = id,
     .start = 4096,
     .size_B = 80 },
   { .kind = HP_ROOT_THREAD_LOCAL, .path = other_path, .build_id = no_id, .size_B = 8 },
   { .kind = HP_ROOT_STACK, .frames = frames_of_root, .n_frames = 2, .caller = 4 },
   { .kind = HP_ROOT_STACK, .caller = HP_NO_CALLER },
   { .kind = HP_ROOT_STACK, .caller = 4, .recurses = true },
   { .kind = HP_ROOT_STACK_TOP },
   { .kind = HP_ROOT_REGISTERS },
   { .kind = HP_ROOT_MAPPING, .name = "/tmp/data" },
   { .kind = HP_ROOT_MAPPING },
};

static const char expected_roots[] =
   "\"roots\":[\n"
   "{\"kind\":\"lost\"},\n"
   "{\"kind\":\"static\",\"name\":\"table \\\"a\\\"\\\\xff\",\"file\":2,\"start\":4096,"
   "\"size\":80},\n"
   "{\"kind\":\"thread-local\",\"file\":0,\"start\":0,\"size\":8},\n"
   "{\"kind\":\"stack\",\"fs\":[0,0],\"caller\":4},\n"
   "{\"kind\":\"stack\",\"fs\":[]},\n"
   "{\"kind\":\"stack\",\"fs\":[]},\n"
   "{\"kind\":\"stack-top\"},\n"
   "{\"kind\":\"registers\"},\n"
   "{\"kind\":\"mapping\",\"name\":\"/tmp/data\"},\n"
   "{\"kind\":\"mapping\"}\n"
   "],\n"
   "\"owners\":[\n";

static hp_leak_site leak_sites[] = {
   { .site = 1, .leak = HP_LEAK_DEFINITE, .amount = { 32, 2 }, .rings = 1 },
   { .site = 1, .leak = HP_LEAK_REACHABLE, .amount = { 16, 1 } },
   { .site = 4, .leak = HP_LEAK_POSSIBLE, .amount = { INT64_MAX, 1 } },
};
static hp_sharers sharers[] = {
   { .keys = { 1, 2 }, .n = 2 },
   { .keys = { 1, 2, 3, 5 }, .n = 4, .has_more = true },
};
static hp_owner tree[] = {
   { .above = HP_NO_OWNER, .kind = HP_OWNER_ROOT, .what = 3, .offset = HP_NO_OFFSET },
   { .above = 0,
     .kind = HP_OWNER_SITE,
     .what = 4,
     .offset = -8,
     .own = { INT64_MAX, 1 } },
   { .above = HP_NO_OWNER, .kind = HP_OWNER_SHARED, .what = 1, .offset = HP_NO_OFFSET },
   { .above = 2,
     .kind = HP_OWNER_SITE,
     .what = 1,
     .offset = 24,
     .step = 40,
     .own = { 48, 3 } },
   { .above = 3, .kind = HP_OWNER_SITE, .what = 3, .offset = HP_NO_OFFSET },
};
/* The second begins at registers, by a block that does not count, and is cut. */
static hp_step steps[] = {
   { .is_root = true, .what = 3, .offset = -8 },
   { .what = 1, .offset = HP_NO_OFFSET },
   { .is_root = true, .what = 6, .offset = 12 },
   { .what = HP_SITE_IGNORED, .offset = HP_NO_OFFSET },
   { .what = 3, .offset = 0 },
   { .what = 4, .offset = HP_NO_OFFSET },
};
static hp_chain chains[] = { { .site = 1, .first = 0, .n = 2 },
                             { .site = 4, .first = 2, .n = 4 } };

static const hp_owners found = {
   .leak_sites = leak_sites,
   .n_leak_sites = 3,
   .sharers = sharers,
   .n_sharers = 2,
   .tree = tree,
   .n_tree = 5,
   .chains = chains,
   .n_chains = 2,
   .steps = steps,
   .n_steps = 6,
};

#define BODY \
   "\"leaks\":[[0,0,32,2,1],[0,3,16,1],[2,2,9223372036854775807," \
   "1]],\n" \
   "\"sharers\":[[1,2],[1,2,3,5,-1]],\n" \
   "\"tree\":[\n" \
   "[-1,0,3,0,0],\n" \
   "[0,2,2,9223372036854775807,1,-8],\n" \
   "[-1,1,1,0,0],\n" \
   "[2,2,0,48,3,24,40],\n" \
   "[3,2,1,0,0]\n" \
   "],\n" \
   "\"chains\":[\n" \
   "[[0,3,-8],[2,0]],\n" \
   "[[0,6,12],[2,-1],[2,1,0],[2,2]]\n" \
   "]}"
#define NOTHING \
   "\"leaks\":[],\n" \
   "\"sharers\":[],\n" \
   "\"tree\":[\n],\n" \
   "\"chains\":[\n]}"

static const hp_look_at looks[] = {
   { .time = 5, .why = HP_LOOK_ASKED },
   { .time = 6, .why = HP_LOOK_TIME, .found = found },
   { .time = 7, .why = HP_LOOK_PEAK },
   { .time = INT64_MAX, .why = HP_LOOK_END, .found = found },
};

static void begin_with_looks(size_t n)
{
   begin();
   of.files = files;
   of.n_files = 3;
   of.roots = roots;
   of.n_roots = sizeof roots / sizeof roots[0];
   of.looks = looks;
   of.n_looks = n;
}

/* ---- Tests ------------------------------------------------------------------------ */

static void test_looks(void **state)
{
   (void)state;
   char expected[4096];
   begin_with_looks(4);
   strcpy(expected, expected_roots);
   strcat(expected, "{\"time\":5,\"why\":\"asked\"," NOTHING ",\n");
   strcat(expected, "{\"time\":6,\"why\":\"time\"," BODY ",\n");
   strcat(expected, "{\"time\":7,\"why\":\"peak\"," NOTHING ",\n");
   strcat(expected, "{\"time\":9223372036854775807,\"why\":\"end\"," BODY "\n]");
   check_written(expected);
   end();
}

/* Roots have names of looks that were forgotten. */
static void test_no_look(void **state)
{
   (void)state;
   begin_with_looks(0);
   assert_true(write_to_sink(0));
   assert_null(strstr(sink.bytes, "roots"));
   assert_null(strstr(sink.bytes, "owners"));
   end();
}

/* A file that the outfile does not list is left out. */
static void test_unknown_file(void **state)
{
   (void)state;
   begin_with_looks(1);
   of.n_files = 2;
   check_written(
      "\"roots\":[\n{\"kind\":\"lost\"},\n"
      "{\"kind\":\"static\",\"name\":\"table \\\"a\\\"\\\\xff\",\"start\":4096,"
      "\"size\":80},\n");
   end();
}

static void test_every_write_fails_once(void **state)
{
   (void)state;
   static hp_look_at many[100];
   begin_with_looks(100);
   for (size_t i = 0; i < 100; i++)
      many[i] = looks[3];
   of.looks = many;
   assert_true(write_to_sink(0));
   size_t n_calls = sink.n_calls, used_B = sink.used_B;
   assert_in_range(n_calls, 3, 100);
   for (size_t fail_at = 1; fail_at <= n_calls; fail_at++) {
      assert_false(write_to_sink(fail_at));
      assert_int_equal(sink.n_calls, fail_at); /* and none after it */
   }
   assert_true(write_to_sink(n_calls + 1));
   assert_int_equal(sink.used_B, used_B);
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_looks),
      cmocka_unit_test(test_no_look),
      cmocka_unit_test(test_unknown_file),
      cmocka_unit_test(test_every_write_fails_once),
   };
   return cmocka_run_group_tests_name("hp_outfile_owners", tests, NULL, NULL);
}

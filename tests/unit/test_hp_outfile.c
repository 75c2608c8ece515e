/* test_hp_outfile.c -- whole profiles: to the byte, as jansson has them, and as
   the reader does.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <jansson.h>

#include "models/hp_outfile_model.h"

static json_t *written(void)
{
   json_error_t error;
   assert_true(write_to_sink(0));
   json_t *root = json_loads(sink.bytes, JSON_REJECT_DUPLICATES, &error);
   if (root == NULL)
      fail_msg("line %d: %s", error.line, error.text);
   return root;
}

/* ---- A small run -------------------------------------------------------- */

static const uint32_t path_a[] = { 1, 2 }, path_b[] = { 3, 1, 2 };

/* Seven sites, three of them without requests; the largest ones of one snapshot are
   equal. */
static void small_run(void)
{
   static const uint64_t asked[] = { 60 };
   begin(4);
   add_frame("0x10: f (a.c:1)", "/src");
   add_frame("0x20: main (a.c:9)", "/src");
   add_frame("0x30: ???", "");
   for (uint32_t i = 0; i < 7; i++)
      hp_heap_add_site(&heap,
                       i == 1   ? path_a
                       : i == 3 ? path_b
                                : NULL,
                       i == 1   ? 2
                       : i == 3 ? 3
                                : 0);
   hp_snapshots_plan(&heap, 4, 32);
   hp_snapshots_ask(&heap, asked, 1);
   hp_heap_alloc(&heap, 1, 3, H, 0x1000, 100, 10);
   hp_heap_alloc(&heap, 1, 1, H, 0x2000, 20, 20);
   hp_heap_alloc(&heap, 1, 2, H, 0x3000, 0, 30);
   hp_heap_free(&heap, H, 0x3000, 34);
   uint32_t index = hp_heap_realloc_begin(&heap, H, 0x2000);
   hp_heap_realloc_end(&heap, index, 1, 0x2000, 40, 40);
   hp_heap_stack(&heap, 77, 41);
   hp_heap_fail(&heap, 3, UINT64_MAX);
   hp_heap_fail(&heap, 3, 5);
   hp_heap_alloc(&heap, 6, 1, H, 0x4000, 140, 50);
   hp_heap_free(&heap, H, 0x1000, 90);
   hp_heap_fail(&heap, 5, 0);
   heap.invalid = 2;
   at_end(100);
}

static const char small[] =
   "{\"dhatFileVersion\":2,\n"
   "\"mode\":\"heap\",\"verb\":\"Allocated\",\"bklt\":true,\"bkacc\":false,\n"
   "\"tu\":\"instrs\",\"Mtu\":\"Minstr\",\"tuth\":500,\n"
   "\"cmd\":\"./app -x\",\n"
   "\"pid\":4711,\"te\":100,\"tg\":50,\n"
   "\"pps\":[\n"
   "{\"tb\":161,\"tbk\":4,\"tl\":164,\"mb\":140,\"mbk\":2,\"gb\":140,"
   "\"gbk\":2,\"eb\":40,\"ebk\":1,\"tmp\":[2,101],\"size\":[0,100],"
   "\"hist\":[[0,1],[5,1],[6,1],[7,1]],\"life\":[2,4,80,84],"
   "\"lives\":[[3,1],[7,1]],\"re\":1,"
   "\"thr\":[[1,2,60],[2,1,1],[3,1,100]],\"fs\":[1,2]},\n"
   "{\"tb\":0,\"tbk\":0,\"tl\":0,\"mb\":0,\"mbk\":0,\"gb\":0,\"gbk\":0,"
   "\"eb\":0,\"ebk\":0,\"fail\":[2,9223372036854775807],\"fs\":[3,1,2]},\n"
   "{\"tb\":0,\"tbk\":0,\"tl\":0,\"mb\":0,\"mbk\":0,\"gb\":0,\"gbk\":0,"
   "\"eb\":0,\"ebk\":0,\"fail\":[1,0],\"fs\":[]},\n"
   "{\"tb\":140,\"tbk\":1,\"tl\":50,\"mb\":140,\"mbk\":1,\"gb\":140,"
   "\"gbk\":1,\"eb\":140,\"ebk\":1,\"size\":[140,140],\"hist\":[[8,1]],"
   "\"fs\":[]}\n"
   "],\n"
   "\"ftbl\":[\n\"[root]\",\n\"0x10: f (a.c:1)\",\n"
   "\"0x20: main (a.c:9)\",\n\"0x30: ???\"\n],\n"
   "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 1.0, Valgrind 3.19.0\""
   ",\n"
   "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
   "\"stacks\":true,\"pages\":false,\"peak_only\":false,"
   "\"accesses\":false},\n"
   "\"parent\":4700,\"exit_code\":3,\n\"state\":{\"how\":\"exited\"},\n"
   "\"totals\":{\"bytes\":301,\"blocks\":5,\"peak_bytes\":280,"
   "\"peak_blocks\":3,\"peak_time\":50,\"peak_extra_bytes\":40,"
   "\"end_bytes\":180,\"end_blocks\":2,\"most_blocks\":3,"
   "\"temporary_blocks\":2,\"temporary_bytes\":101,\"zero_blocks\":1,"
   "\"reallocs\":1,\"moves\":0,\"moved_bytes\":0,\"failed\":3,"
   "\"invalid_frees\":2,\"freed_blocks\":2,"
   "\"freed_bytes\":101,\"threads\":3,\"most_stack_bytes\":77},\n"
   "\"dirs\":[\n\"\",\n\"/src\"\n],\n"
   "\"ftbl_dirs\":[0,1,1,0],\n"
   "\"timeline\":[\n"
   "[31,0,121,30,121,3,55,0,3,55],\n"
   "[63,120,280,50,280,3,40,77,3,40],\n"
   "[95,180,280,64,180,3,40,77,2,28],\n"
   "[100,180,180,96,180,2,28,77,2,28]\n"
   "],\n"
   "\"snapshots\":[\n"
   "{\"time\":32,\"why\":\"periodic\",\"bytes\":121,\"blocks\":3,"
   "\"extra\":55,\"stack\":0,\"sites\":[[0,121,3]],\"rest\":[0,0,0]},\n"
   "{\"time\":60,\"why\":\"asked\",\"bytes\":280,\"blocks\":3,\"extra\":40,"
   "\"stack\":77,\"sites\":[[0,140,2],[3,140,1]],\"rest\":[0,0,0]},\n"
   "{\"time\":64,\"why\":\"periodic\",\"bytes\":280,\"blocks\":3,"
   "\"extra\":40,\"stack\":77,\"sites\":[[0,140,2],[3,140,1]],"
   "\"rest\":[0,0,0]},\n"
   "{\"time\":96,\"why\":\"periodic\",\"bytes\":180,\"blocks\":2,"
   "\"extra\":28,\"stack\":77,\"sites\":[[3,140,1],[0,40,1]],"
   "\"rest\":[0,0,0]}\n"
   "],\n"
   "\"births\":{\"end\":[\n[3,0,140,1]\n],\n"
   "\"snapshots\":[\n[],\n[[3,0,140,1]\n],\n[[3,0,140,1]\n],\n[[3,0,140,1]\n]\n]}\n"
   "}}\n";

static void test_small_run(void **state)
{
   (void)state;
   small_run();
   of.stacks = true;
   json_decref(written());
   assert_string_equal(sink.bytes, small);
   end();
}

/* Which part of the run was counted; if all, as above, there is no such key. */
static void test_counting(void **state)
{
   (void)state;
   tk_counting counting = { .late = 1, .began = 12, .counted = 88 };
   small_run();
   of.counting = &counting;
   json_decref(written());
   assert_non_null(strstr(sink.bytes, "\n\"counting\":{\"late\":1,\"counted\":88,"
                                      "\"began\":12},\n"));
   counting = (tk_counting){ .counted = 100 };
   json_decref(written());
   assert_null(strstr(sink.bytes, "counting"));
   end();
}

/* Where code was mapped; without any, as above, there is no such key. */
static void test_objects(void **state)
{
   (void)state;
   static const hp_outfile_object objects[] = {
      { 0x1000, 0x1fff, "/usr/bin/app" },
      { INT64_MAX - 1, INT64_MAX, "/usr/lib/\"a b\"\xff.so" },
   };
   small_run();
   of.stacks = true;
   of.objects = objects;
   of.n_objects = 2;
   static const tk_object files[] = {
      { .path = "/usr/bin/app", .build_id = "0123ab" },
      { .path = "/usr/lib/\"a b\"\xff.so", .build_id = "" },
   };
   of.files = files;
   of.n_files = 2;
   of.lost_debug_info = &objects[1].path;
   of.n_lost_debug_info = 1;
   json_decref(written());
   const char *place = strstr(small, "\"timeline\"");
   static const char added[] =
      "\"objects\":[\n"
      "[4096,8191,\"/usr/bin/app\"],\n"
      "[9223372036854775806,9223372036854775807,"
      "\"/usr/lib/\\\"a b\\\"\\\\xff.so\"]\n"
      "],\n"
      "\"build_ids\":[\n"
      "[\"0123ab\",\"/usr/bin/app\"],\n"
      "[\"\",\"/usr/lib/\\\"a b\\\"\\\\xff.so\"]\n],\n"
      "\"lost_debug_info\":[\"/usr/lib/\\\"a b\\\"\\\\xff.so\"],\n";
   assert_memory_equal(sink.bytes, small, (size_t)(place - small));
   assert_memory_equal(sink.bytes + (place - small), added, sizeof added - 1);
   assert_string_equal(sink.bytes + (place - small) + sizeof added - 1, place);
   end();
}

/* Without any, as above, there is no such key. */
static void test_thread_names(void **state)
{
   (void)state;
   static const hp_outfile_thread named[] = {
      { 2, "worker" },
      { INT64_MAX, "\"a b\"\n\xff" },
   };
   small_run();
   of.named_threads = named;
   of.n_named_threads = 2;
   json_decref(written());
   assert_non_null(strstr(
      sink.bytes, "},\n\"thread_names\":[\n[2,\"worker\"],\n"
                  "[9223372036854775807,\"\\\"a b\\\"\\\\x0a\\\\xff\"]\n],\n\"dirs\""));
   end();
}

/* A forked child with a title, in both forms. */
static void test_child(void **state)
{
   (void)state;
   hp_outfile_fork fork = { .time = 7, .live = { 100, 2 }, .total = { 300, 4 } };
   small_run();
   of.title = "worker: \"a\"";
   of.fork = &fork;
   heap.inherited.freed = (hp_amount){ 60, 1 };
   heap.inherited.reallocated = 1;
   json_decref(written());
   assert_non_null(strstr(
      sink.bytes, "\"parent\":4700,\"title\":\"worker: \\\"a\\\"\",\"exit_code\":3,\n"));
   assert_non_null(
      strstr(sink.bytes,
             "\n\"fork\":{\"time\":7,\"children\":\"zero\",\"bytes\":100,\"blocks\":2,"
             "\"freed_bytes\":60,\"freed_blocks\":1,\"reallocated\":1},\n"));
   fork.inherits = true;
   json_decref(written());
   assert_non_null(
      strstr(sink.bytes,
             "\"children\":\"inherit\",\"bytes\":100,\"blocks\":2,\"total_bytes\":300,"
             "\"total_blocks\":4},\n"));
   end();
}

/* What only some profiles have, and have not. */
static void test_variants(void **state)
{
   (void)state;
   static const char *const none[] = { NULL };
   begin(0); /* no timeline */
   of.mode = HP_MODE_PAGES;
   of.argv = none;
   stood = (tk_state){ .how = TK_KILLED, .number = 9 };
   of.time_option = "ms";
   heap.most_stack_B = 5; /* without --stacks */
   at_end(0);
   json_t *root = written();
   const char *mode, *verb, *cmd, *unit;
   json_t *own, *sites, *texts, *buckets, *snapshots;
   int is_pages, is_peak_only, exit_code, signal;
   assert_int_equal(json_unpack(root, "{s:s,s:s,s:s,s:o,s:o,s:o}", "mode", &mode, "verb",
                                &verb, "cmd", &cmd, "pps", &sites, "ftbl", &texts,
                                "heapprof", &own),
                    0);
   assert_int_equal(json_unpack(own, "{s:{s:s,s:b,s:b},s:i,s:{s:i},s:o,s:o}", "options",
                                "time_unit", &unit, "pages", &is_pages, "peak_only",
                                &is_peak_only, "exit_code", &exit_code, "state", "signal",
                                &signal, "timeline", &buckets, "snapshots", &snapshots),
                    0);
   assert_string_equal(mode, "pages");
   assert_string_equal(verb, "Mapped");
   assert_string_equal(cmd, "");
   assert_string_equal(unit, "ms");
   assert_true(is_pages && is_peak_only);
   assert_int_equal(exit_code, 0);
   assert_int_equal(signal, 9);
   assert_int_equal(json_array_size(sites), 0);
   assert_int_equal(json_array_size(texts), 1);
   assert_int_equal(json_array_size(buckets), 0);
   assert_int_equal(json_array_size(snapshots), 0);
   assert_null(json_object_get(json_object_get(own, "totals"), "most_stack_bytes"));
   json_decref(root);
   end();
}

/* What has no lives is a weight and a number, and its header says so. */
static void test_events(void **state)
{
   (void)state;
   static const uint32_t frames[] = { 0 };
   begin(0);
   of.mode = HP_MODE_AD_HOC;
   hp_heap_add_site(&heap, frames, 1);
   hp_heap_occur(&heap, 0, 2, (hp_amount){ 30, 1 });
   hp_heap_occur(&heap, 0, 2, (hp_amount){ 0, 1 });
   hp_heap_occur(&heap, HP_SITE_IGNORED, 2, (hp_amount){ 1, 1 });
   at_end(0);
   assert_true(write_to_sink(0));
   assert_non_null(strstr(sink.bytes,
                          "\"mode\":\"ad-hoc\",\"verb\":\"Occurred\",\"bklt\":false,"
                          "\"bkacc\":false,\"bu\":\"unit\",\"bsu\":\"units\","
                          "\"bksu\":\"events\",\n\"tu\""));
   assert_non_null(
      strstr(sink.bytes, "\n{\"tb\":30,\"tbk\":2,\"thr\":[[2,2,30]],\"fs\":[0]}"));
   hp_heap_site(&heap, 0)->is_cut = true;
   assert_true(write_to_sink(0));
   assert_non_null(strstr(
      sink.bytes, "\n{\"tb\":30,\"tbk\":2,\"thr\":[[2,2,30]],\"cut\":true,\"fs\":[0]}"));
   assert_null(strstr(sink.bytes, "tuth"));
   assert_null(strstr(sink.bytes, "\"tg\""));
   json_decref(written());
   of.mode = HP_MODE_COPY;
   assert_true(write_to_sink(0));
   assert_non_null(strstr(sink.bytes, "\"mode\":\"copy\",\"verb\":\"Copied\","
                                      "\"bklt\":false,\"bkacc\":false,\n"));
   end();
}

static void begin_region(const char *name)
{
   assert_int_equal(hp_regions_begin(&regions, &heap, 1, name, strlen(name)), TK_BEGUN);
}

/* Regions not entered since the last reset are left out. */
static void test_regions(void **state)
{
   (void)state;
   begin(0);
   hp_heap_add_site(&heap, NULL, 0);
   json_t *root = written();
   assert_null(json_object_get(json_object_get(root, "heapprof"), "regions"));
   json_decref(root);

   begin_region("gone");
   assert_true(hp_regions_end(&regions, &heap, 1));
   begin_region("open");
   begin_region("gone");
   assert_true(hp_regions_end(&regions, &heap, 1));
   hp_heap_alloc(&heap, 0, 1, H, 0x1000, 100, 1);
   hp_regions_zero(&regions, &heap);
   begin_region("a \"b\"");
   hp_heap_alloc(&heap, 0, 1, H, 0x2000, 20, 2);
   hp_heap_free(&heap, H, 0x2000, 3);
   assert_true(hp_regions_end(&regions, &heap, 1));
   assert_true(write_to_sink(0));
   assert_non_null(strstr(
      sink.bytes, "\"regions\":[\n"
                  "{\"name\":\"open\",\"parent\":-1,\"count\":1,\"bytes\":20,"
                  "\"blocks\":1,\"peak\":120,\"growth\":20},\n"
                  "{\"name\":\"a \\\"b\\\"\",\"parent\":0,\"count\":1,\"bytes\":20,"
                  "\"blocks\":1,\"peak\":120,\"growth\":20}\n]"));
   json_decref(written());
   end();
}

/* Keys of our own are left out if they are empty. */
static void test_keys_that_are_left_out(void **state)
{
   (void)state;
   static const char *const own[] = { "tmp", "size", "hist", "life", "lives",
                                      "og",  "re",   "fail", "thr" };
   /* Which of them have sites of: a block that stays; one of size 0; a refusal;
      a block of thread 2; a block that was freed at once; one that was outgrown. */
   static const char *const expected[] = {
      ".sh......", "..h......", ".......f.", ".sh.....t", "tshll....", ".shl.o...",
   };
   begin(8);
   for (uint32_t i = 0; i < 6; i++)
      hp_heap_add_site(&heap, &(const uint32_t[]){ 0, 1, 2, 3, 4, 5 }[i], 0);
   hp_heap_alloc(&heap, 5, 1, H, 0x5000, 9, 5);
   hp_heap_alloc(&heap, 5, 1, H, 0x6000, 18, 6);
   hp_heap_free(&heap, H, 0x5000, 6);
   hp_heap_alloc(&heap, 0, 1, H, 0x1000, 9, 6);
   hp_heap_alloc(&heap, 1, 1, H, 0x2000, 0, 6);
   hp_heap_fail(&heap, 2, 7);
   hp_heap_alloc(&heap, 3, 2, H, 0x3000, 9, 6);
   hp_heap_alloc(&heap, 4, 1, H, 0x4000, 9, 6);
   hp_heap_free(&heap, H, 0x4000, 6);
   at_end(9);
   json_t *root = written(), *sites = json_object_get(root, "pps");
   assert_int_equal(json_array_size(sites), 6);
   for (size_t i = 0; i < 6; i++)
      for (size_t k = 0; k < 9; k++)
         if ((json_object_get(json_array_get(sites, i), own[k]) != NULL)
             != (expected[i][k] != '.'))
            fail_msg("site %zu: %s", i, own[k]);
   json_decref(root);
   end();
}

/* ---- Names from outside ------------------------------------------------- */

/* The reader gets back exactly the bytes of each text. */
static void test_hostile_bytes(void **state)
{
   (void)state;
   static const char *const names[] = {
      "\"",       "\\",        "\\x41",        "\\\\x41",
      "\n",       "\r\t\b",    "\x01\x1f\x7f", "\xff",
      "\xc3",     "\xc3\xa9",  "\xed\xa0\x80", "\xf4\x90\x80\x80",
      "\xc0\x80", "</script>", "\",\"tb\":1",  "a\\",
      "x",        "",          "%s%n",         "\xe2\x82",
   };
   static const char *const hostile[] = { "./a\\", "x41", "\xe2\x82", "\xac",
                                          "\"],",  "\n",  "\xff\xfe", NULL };
   begin(8);
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      add_frame(names[i], names[i]);
   of.argv = hostile;
   at_end(1);
   json_decref(written());
   char *dump = test_hp_outfile_read(sink.bytes);
   assert_non_null(strstr(dump, "<./a\\ x41 \xe2\x82 \xac \"], \n \xff\xfe>"));
   const char *rest = dump;
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      char line[80];
      sprintf(line, "frame <%s>\n", names[i]);
      rest = strstr(rest, line);
      if (rest == NULL)
         fail_msg("name %zu is another: %s", i, dump);
      rest += strlen(line);
   }
   free(dump);
   end();
}

/* How the run stood, and what came before. */
static void test_state(void **state)
{
   (void)state;
   static const struct {
      tk_state state;
      const char *predecessor, *lines;
   } cases[] = {
      { { TK_REPLACED, 0, "/bin/\x01", false },
        "/tmp/a\"b",
        "{\"how\":\"replaced\",\"by\":\"/bin/\\\\x01\"},\n"
        "\"predecessor\":\"/tmp/a\\\"b\",\n\"totals\"" },
      { { TK_DUMPED, 0, NULL, false }, NULL, "{\"how\":\"dumped\"},\n\"totals\"" },
      { { TK_PARTIAL, 30120, NULL, false },
        NULL,
        "{\"how\":\"partial\",\"ms\":30120},\n\"totals\"" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      begin(0);
      stood = cases[i].state;
      of.predecessor = cases[i].predecessor;
      at_end(0);
      json_decref(written());
      const char *found = strstr(sink.bytes, "\"exit_code\":0,\n\"state\":");
      assert_non_null(found);
      found = strchr(found, '{');
      assert_memory_equal(found, cases[i].lines, strlen(cases[i].lines));
      end();
   }
}

static void random_run(uint64_t seed)
{
   random_run_with_dumps(0, N_SITES, seed, unit_random_from(seed));
}

static void test_reader_agrees(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 40; seed++) {
      random_run(seed);
      assert_reader_agrees();
      end();
   }
}

static void test_dumps_change_nothing(void **state)
{
   (void)state;
   static char expected[UNIT_SINK_MAX_B + 1];
   for (uint64_t seed = 1; seed <= 40; seed++) {
      random_run(seed);
      assert_true(write_to_sink(0));
      memcpy(expected, sink.bytes, sink.used_B + 1);
      end();
      random_run_with_dumps(1 + (int)seed % 7, N_SITES, seed, unit_random_from(seed));
      assert_true(write_to_sink(0));
      assert_string_equal(sink.bytes, expected);
      end();
   }
}

/* Whatever a bug does to the totals, the file has the sums of its sites. */
static void test_contradiction(void **state)
{
   (void)state;
   hp_amount *const totals[] = { &heap.total, &heap.peak, &heap.live, &heap.moved };
   static const char *const names[] = { "in all", "at the peak", "at the end", "moved" };
   small_run();
   hp_amount found, expected;
   assert_null(hp_outfile_contradiction(&of, &found, &expected));
   of.stacks = true;
   for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
      hp_amount right = *totals[i];
      totals[i]->bytes += 3;
      totals[i]->blocks++;
      assert_string_equal(hp_outfile_contradiction(&of, &found, &expected), names[i]);
      assert_int_equal(found.bytes, right.bytes);
      assert_int_equal(found.blocks, right.blocks);
      assert_int_equal(expected.bytes, right.bytes + 3);
      assert_int_equal(expected.blocks, right.blocks + 1);
      json_decref(written());
      assert_string_equal(sink.bytes, small);
      *totals[i] = right;
   }
   end();
}

/* A client request can report any number as a size. */
static void test_false_sizes(void **state)
{
   (void)state;
   begin(8);
   hp_heap_add_site(&heap, NULL, 0);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_CUSTOM, 0x1000, UINT64_MAX, 1);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_CUSTOM, 0x2000, UINT64_MAX / 2 + 1, 2);
   hp_heap_alloc(&heap, 0, 1, TK_LAYER_CUSTOM, 0x3000, 5, 3);
   at_end(4);
   assert_reader_agrees();
   char *found = test_hp_outfile_read(sink.bytes);
   assert_non_null(strstr(found, " size 5 9223372036854775807 hist 3:1 63:2 "));
   free(found);
   end();
}

/* ---- What fails --------------------------------------------------------- */

static void test_every_write_fails_once(void **state)
{
   (void)state;
   static char whole[UNIT_SINK_MAX_B + 1];
   random_run(1);
   assert_true(write_to_sink(0));
   size_t n_calls = sink.n_calls;
   assert_in_range(n_calls, 3, 100);
   memcpy(whole, sink.bytes, sink.used_B + 1);
   for (size_t fail_at = 1; fail_at <= n_calls; fail_at++) {
      assert_false(write_to_sink(fail_at));
      assert_int_equal(sink.n_calls, fail_at); /* and none after it */
      assert_memory_equal(sink.bytes, whole, sink.used_B);
   }
   assert_true(write_to_sink(n_calls + 1));
   assert_string_equal(sink.bytes, whole); /* and sorted again is the same */
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_run),
      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_thread_names),
      cmocka_unit_test(test_counting),
      cmocka_unit_test(test_child),
      cmocka_unit_test(test_variants),
      cmocka_unit_test(test_state),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_regions),
      cmocka_unit_test(test_keys_that_are_left_out),
      cmocka_unit_test(test_hostile_bytes),
      cmocka_unit_test(test_reader_agrees),
      cmocka_unit_test(test_dumps_change_nothing),
      cmocka_unit_test(test_contradiction),
      cmocka_unit_test(test_false_sizes),
      cmocka_unit_test(test_every_write_fails_once),
   };
   return cmocka_run_group_tests_name("hp_outfile", tests, NULL, NULL);
}

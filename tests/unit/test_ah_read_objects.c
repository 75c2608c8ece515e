/* test_ah_read_objects.c -- the reader of heap profiles: where objects were mapped, their
   build ids, and those that Valgrind read in part.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

static void reads_objects(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_accesses);
   assert_int_equal(p->n_objects, 2);
   assert_int_equal(p->objects[0].start, 0x400000);
   assert_int_equal(p->objects[0].end, 0x402000);
   assert_string_equal(p->objects[0].path, "/src/a");
   assert_int_equal(p->objects[1].start, 0x402000);
   assert_string_equal(p->objects[1].path, "/lib/\xff"
                                           "b.so");
   assert_null(p->objects[0].build_id);
   assert_int_equal(p->n_lost_debug_info, 1);
   assert_string_equal(p->lost_debug_info[0], "/src/b.so");
   assert_int_equal(p->n_files, 0);
}

static void reads_older(void **state)
{
   (void)state;
   ah_profile *p = test_ah_text(test_ah_heapprof);
   assert_int_equal(p->n_objects + p->n_files + p->n_lost_debug_info, 0);
}

#define WITH_IDS(ids) "\"build_ids\":[" ids "],\"lost_debug_info\""

/* An object has the build id of its path, unless two builds had that. */
static void reads_build_ids(void **state)
{
   (void)state;
   ah_profile *p = test_ah_changed(
      test_ah_accesses, "\"lost_debug_info\"",
      WITH_IDS("[\"\",\"/a\"],[\"01ef\",\"/lib/\\\\xffb.so\"],[\"00\",\"/src/a\"],"
               "[\"01\",\"/src/a\"]"));
   assert_int_equal(p->n_files, 4);
   assert_null(p->files[0].build_id);
   assert_string_equal(p->files[0].path, "/a");
   assert_string_equal(p->files[1].build_id, "01ef");
   assert_null(p->objects[0].build_id);
   assert_string_equal(p->objects[1].build_id, "01ef");
   p = test_ah_changed(test_ah_accesses, "\"lost_debug_info\"",
                       WITH_IDS("[\"02\",\"/src/a\"]"));
   assert_string_equal(p->objects[0].build_id, "02");
   assert_null(p->objects[1].build_id);
}

/* With build ids, and even if none is known, addresses of frames without a line are those
   in files; without the key, all are in memory. */
static void settles_addresses(void **state)
{
   (void)state;
   static const char *const ids[] = {
      "\"build_ids\":[[\"\",\"/x\"]],\"lost_debug_info\"",
      "\"build_ids\":[],\"lost_debug_info\"",
      "\"lost_debug_info\"",
   };
   char *text = test_ah_replaced(test_ah_accesses, "f (a.c:2)", "f (in /src/a)");
   for (size_t i = 0; i < 3; i++) {
      ah_profile *p = test_ah_changed(text, "\"lost_debug_info\"", ids[i]);
      assert_int_equal(p->frames[1].is_in_file, i == 0);
      assert_false(p->frames[0].is_in_file || p->frames[2].is_in_file);
   }
   free(text);
}

static void refuses_objects(void **state)
{
   (void)state;
   static const char pair[] = "heapprof.build_ids[0]: expected a build id and a path";
   static const char digits[] = "heapprof.build_ids[0]: expected a build id in "
                                "lower-case hexadecimal digits";
   static const test_ah_error errors[] = {
      { "\"objects\":[", "\"objects\":{},\"o\":[",
        "heapprof.objects: expected an array" },
      { "\"objects\":[", "\"objects\":[0,",
        "heapprof.objects[0]: expected start, end and a path" },
      { ",\"/src/a\"", "", "heapprof.objects[0]: expected start, end and a path" },
      { "[4194304,", "[-4194304,",
        "heapprof.objects[0]: expected start, end and a path" },
      { "\"/src/a\"", "0", "heapprof.objects[0]: expected a string" },
      { "[4194304,", "[4202496,", "heapprof.objects[0]: expected start < end" },
      { "[4202496,", "[4202495,",
        "heapprof.objects[1]: starts before the end of the previous one" },
      { "[\"/src/b.so\"]", "1", "heapprof.lost_debug_info: expected an array" },
      { "[\"/src/b.so\"]", "[\"/src/b.so\",1]",
        "heapprof.lost_debug_info[1]: expected a string" },
      { "4202496,\"/src/a\"", "\"4202496\",\"/src/a\"",
        "heapprof.objects[0]: expected start, end and a path" },
      { "4202496,\"/src/a\"", "4202496,\"/src/a\",1",
        "heapprof.objects[0]: expected start, end and a path" },
      { "\"lost_debug_info\"", "\"build_ids\":{},\"lost_debug_info\"",
        "heapprof.build_ids: expected an array" },
      { "\"lost_debug_info\"", WITH_IDS("[\"00\"]"), pair },
      { "\"lost_debug_info\"", WITH_IDS("[\"00\",\"/a\",\"/b\"]"), pair },
      { "\"lost_debug_info\"", WITH_IDS("7"), pair },
      { "\"lost_debug_info\"", WITH_IDS("[\"0\",\"/a\"]"), digits },
      { "\"lost_debug_info\"", WITH_IDS("[\"0G\",\"/a\"]"), digits },
      { "\"lost_debug_info\"", WITH_IDS("[\"0A\",\"/a\"]"), digits },
      { "\"lost_debug_info\"", WITH_IDS("[0,\"/a\"]"),
        "heapprof.build_ids[0]: expected a string" },
      { "\"lost_debug_info\"", WITH_IDS("[\"00\",\"/a\"],[\"00\",0]"),
        "heapprof.build_ids[1]: expected a string" },
   };
   test_ah_errors(test_ah_accesses, errors, sizeof errors / sizeof errors[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_objects),   cmocka_unit_test(reads_older),
      cmocka_unit_test(reads_build_ids), cmocka_unit_test(settles_addresses),
      cmocka_unit_test(refuses_objects),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_write.c -- heap profiles in DHAT's format, byte for byte and read again.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "heap/ah_write.h"

/* The written profile, for free(). */
static char *written(const ah_profile *profile, bool own, bool is_merged)
{
   const ah_write_options options = { .own = own, .is_merged = is_merged };
   char *text;
   size_t size_B;
   FILE *out = open_memstream(&text, &size_B);
   assert_non_null(out);
   ah_write(profile, test_alloc(), &options, out);
   assert_int_equal(fclose(out), 0);
   return text;
}

static void check(const ah_profile *profile, bool own, bool is_merged,
                  const char *expected)
{
   char *got = written(profile, own, is_merged);
   assert_string_equal(got, expected);
   free(got);
}

/* ---- DHAT's keys ---- */

static an_frame frames[] = {
   { .text = "[root]", .function = "[root]" },
   { .text = "0x1: f (a.c:7)", .function = "f", .file = "/x/a.c", .line = 7 },
};
static const uint32_t path[] = { 1, 0 };

static ah_profile plain(ah_site *sites, size_t n)
{
   return (ah_profile){
      .mode = "copy",
      .verb = "Copied",
      .command = "a\\b",
      .pid = 3,
      .time_unit = "ms",
      .mega_time_unit = "Ms",
      .byte_unit = "byte",
      .bytes_unit = "bytes",
      .blocks_unit = "blocks",
      .totals = { .end_time = 9 },
      .frames = frames,
      .n_frames = n > 0 ? 2 : 1,
      .sites = sites,
      .n_sites = n,
      .creator = "heapprof 1",
   };
}

static void writes_nothing(void **state)
{
   (void)state;
   ah_profile p = plain(NULL, 0);
   check(&p, false, false,
         "{\"dhatFileVersion\":2,\"mode\":\"copy\",\"verb\":\"Copied\",\"bklt\":false,"
         "\"bkacc\":false,\"tu\":\"ms\",\"Mtu\":\"Ms\"\n,\"cmd\":\"a\\\\b\",\"pid\":3,"
         "\"te\":9\n,\"pps\":[]\n,\"ftbl\":[\n\"[root]\"]}\n");
}

static void writes_dhat(void **state)
{
   (void)state;
   int64_t sum[] = { 5, 5, 5, 70000, 65535, 0 };
   const ah_heat heat = { 1, 6, NULL, NULL, sum };
   ah_site sites[] = {
      { .total = { 10, 2 },
        .lifetime = 30,
        .max = { 8, 1 },
        .at_peak = { 7, 1 },
        .at_end = { 3, 1 },
        .temporary = { 1, 1 },
        .is_cut = true,
        .frames = path,
        .n_frames = 2,
        RARE(.reads = 5, .writes = 6, .heat = &heat) },
      { .total = { 1, 1 } },
   };
   ah_profile p = plain(sites, 2);
   p.bytes_unit = "units";
   p.byte_unit = "unit";
   p.blocks_unit = "events";
   p.has_lifetimes = p.has_accesses = true;
   p.short_lifetime = 500;
   p.totals.peak_time = 4;
   check(&p, false, false,
         "{\"dhatFileVersion\":2,\"mode\":\"copy\",\"verb\":\"Copied\",\"bklt\":true,"
         "\"bkacc\":true,\"bu\":\"unit\",\"bsu\":\"units\",\"bksu\":\"events\","
         "\"tu\":\"ms\",\"Mtu\":\"Ms\",\"tuth\":500\n,\"cmd\":\"a\\\\b\",\"pid\":3,"
         "\"te\":9,\"tg\":4\n,\"pps\":[\n"
         "{\"tb\":10,\"tbk\":2,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,\"gbk\":1,\"eb\":3,"
         "\"ebk\":1,\"rb\":5,\"wb\":6,\"acc\":[-3,5,-2,65535,0],\"fs\":[1,0]},\n"
         "{\"tb\":1,\"tbk\":1,\"tl\":0,\"mb\":0,\"mbk\":0,\"gb\":0,\"gbk\":0,\"eb\":0,"
         "\"ebk\":0,\"rb\":0,\"wb\":0,\"fs\":[]}]\n"
         ",\"ftbl\":[\n\"[root]\",\n\"0x1: f (a.c:7)\"]}\n");
}

/* ---- Our own keys ---- */

#define HEAD \
   "{\"dhatFileVersion\":2,\"mode\":\"copy\",\"verb\":\"Copied\"," \
   "\"bklt\":false,\"bkacc\":false,\"tu\":\"ms\",\"Mtu\":\"Ms\"\n," \
   "\"cmd\":\"a\\\\b\",\"pid\":3,\"te\":9\n,\"pps\":["
#define TABLE \
   "]\n,\"ftbl\":[\n\"[root]\",\n\"0x1: f (a.c:7)\"]\n,\"heapprof\":{" \
   "\"version\":1,\"creator\":\"heapprof 1\""
#define OPTIONS \
   "\n,\"options\":{\"time_unit\":\"ms\",\"depth\":0,\"heap_admin_B\":0," \
   "\"stacks\":false,\"pages\":false,\"peak_only\":true},\"exit_code\":0"
#define TOTALS \
   "\n,\"totals\":{\"bytes\":0,\"blocks\":0,\"peak_bytes\":0," \
   "\"peak_blocks\":0,\"peak_time\":0,\"end_bytes\":0,\"end_blocks\":0," \
   "\"most_blocks\":0,\"peak_extra_bytes\":0,\"temporary_bytes\":0," \
   "\"temporary_blocks\":0,\"zero_blocks\":0,\"reallocs\":0,\"failed\":0," \
   "\"invalid_frees\":0,\"freed_bytes\":0,\"freed_blocks\":0,\"threads\":0}"
#define DIRS \
   "\n,\"dirs\":[\"\",\"/x\"]\n,\"ftbl_dirs\":[0,1]\n,\"timeline\":[]," \
   "\"snapshots\":[]"

/* Keys of a site are left out where all their values are 0. */
static void writes_own_sites(void **state)
{
   (void)state;
   const struct {
      ah_site site;
      const char *expected;
   } cases[] = {
      { { .n_frames = 0 }, "" },
      { { .temporary = { 0, 1 } }, ",\"tmp\":[1,0]" },
      { { .max_size = 6 }, ",\"size\":[0,6]" },
      { { .sizes.of = (ah_class[]){ { 0, 2 } }, .sizes.n = 1 }, "" },
      { { .sizes.of = (ah_class[]){ { 1, 0 }, { 0, 2 }, { 2, 3 } }, .sizes.n = 3 },
        ",\"hist\":[[0,1],[3,2]]" },
      { { .freed_blocks = 2, .shortest = 5, .longest = 9, .freed_lifetime = 14 },
        ",\"life\":[2,5,9,14]" },
      { { .shortest = 5 }, ",\"life\":[0,5,0,0]" }, /* left out if all of it is 0 */
      { { RARE(.old = { 8, 2 }, .old_freed = 1, .old_lifetime = 7) },
        ",\"old\":[8,2,1,7]" },
      { { RARE(.reallocs = 3, .moved = { 9, 2 }) }, ",\"re\":3,\"mv\":[2,9]" },
      { { RARE(.failed = { INT64_MAX, 1 }) }, ",\"fail\":[1,9223372036854775807]" },
      { { RARE(.threads = (ah_thread_share[]){ { 1, { 4, 1 } }, { 3, { 6, 2 } } },
               .n_threads = 2) },
        ",\"thr\":[[1,1,4],[3,2,6]]" },
      { { .is_cut = true }, ",\"cut\":true" },
      { { RARE(.never_read = { 3, 1 }) }, "" }, /* without accesses */
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char expected[2000];
      ah_site site = cases[i].site;
      ah_profile p = plain(&site, 1);
      snprintf(expected, sizeof expected,
               HEAD "\n{\"tb\":0,\"tbk\":0,\"fs\":[]%s}" TABLE OPTIONS TOTALS DIRS "}}\n",
               cases[i].expected);
      check(&p, true, false, expected);
   }
}

static void writes_own_accesses(void **state)
{
   (void)state;
   int64_t reads[] = { 70000, 0, 0 }, writes[] = { 1, 1, 2 }, sum[] = { 70001, 1, 2 };
   int64_t zeros[] = { 0, 0, 0 };
   const ah_heat hot = { 1, 3, reads, writes, sum };
   const ah_heat coarse = { 8, 3, reads, writes, sum };
   const ah_heat cold = { 1, 3, zeros, zeros, zeros }, summed = { 1, 3, NULL, NULL, sum };
   const struct {
      ah_rare rare;
      const char *expected; /* from wb on */
   } cases[] = {
      { { .heat = &hot },
        ",\"acc\":[65535,1,2],\"fs\":[],\"heat\":{\"unit\":1,"
        "\"r\":[70000,-2,0],\"w\":[-2,1,2]}" },
      { { .heat = &coarse },
        ",\"fs\":[],\"heat\":{\"unit\":8,\"r\":[70000,-2,0],"
        "\"w\":[-2,1,2]}" },
      { { .heat = &cold }, ",\"acc\":[-3,0],\"fs\":[]" },
      { { .heat = &summed }, ",\"acc\":[65535,1,2],\"fs\":[]" },
      { { .never_read = { 1, 2 },
          .never_written = { 3, 4 },
          .never_touched = { 5, 6 },
          .partly = { 7, 8 } },
        ",\"fs\":[],\"nr\":[1,2],\"nw\":[3,4],\"nt\":[5,6],\"part\":[7,8]" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_rare rare = cases[i].rare;
      ah_site site = { .rare = &rare };
      ah_profile p = plain(&site, 1);
      p.has_accesses = true;
      char expected[500];
      snprintf(expected, sizeof expected, "\n{\"tb\":0,\"tbk\":0,\"rb\":0,\"wb\":0%s}]\n",
               cases[i].expected);
      char *got = written(&p, true, false);
      if (strstr(got, expected) == NULL)
         fail_msg("%s not in %s", expected, got);
      assert_non_null(strstr(got, "\"threads\":0,\"reads\":0,\"writes\":0}"));
      free(got);
   }
}

/* The lists of a profile that has all. */
static void writes_own_lists(void **state)
{
   (void)state;
   ah_site site = { .n_frames = 0 };
   ah_profile p = plain(&site, 1);
   an_process processes[] = {
      { .pid = 4, .parent = 3, .command = "c\n", .value = 7 },
      { .pid = 5,
        .parent = 4,
        .command = "d",
        .title = "t",
        .value = 8,
        .is_forked = true,
        .inherits = true,
        .forked = 2,
        .state = { .how = AN_STATE_KILLED, .number = 9, .predecessor = "old" } },
      { .pid = 6, .command = "e", .is_forked = true },
   };
   ah_thread_name names[] = { { 2, "w" }, { 7, "a\n" } };
   ah_region regions[] = { { "r", -1, 3, { 41, 4 }, 48, 40 } };
   an_object objects[] = { { 16, 32, "/a", NULL }, { 32, 48, "/b\xff", NULL } };
   an_object files[] = { { 0, 0, "/a", "ab" }, { 0, 0, "/b", NULL } };
   const char *lost[] = { "/a", "/b" };
   p.processes = (an_processes){ processes, 3, 0 };
   p.thread_names = names;
   p.n_thread_names = 2;
   p.regions = regions;
   p.n_regions = 1;
   p.objects = objects;
   p.n_objects = 2;
   p.files = files;
   p.n_files = 2;
   p.lost_debug_info = lost;
   p.n_lost_debug_info = 2;
   p.counting.late = 1;
   p.counting.counted = 6;
   check(&p, true, true,
         HEAD "\n{\"tb\":0,\"tbk\":0,\"fs\":[]}" TABLE ",\"merged\":3\n,\"processes\":[\n"
              "{\"pid\":4,\"parent\":3,\"cmd\":\"c\\\\x0a\",\"bytes\":7},\n"
              "{\"pid\":5,\"parent\":4,\"cmd\":\"d\",\"state\":{\"how\":\"killed\","
              "\"signal\":9},\"predecessor\":\"old\",\"title\":\"t\",\"forked\":2,"
              "\"children\":\"inherit\",\"bytes\":8},\n"
              "{\"pid\":6,\"parent\":0,\"cmd\":\"e\",\"forked\":0,\"children\":\"zero\","
              "\"bytes\":0}]" OPTIONS "\n,\"counting\":{\"late\":1,\"counted\":6}" TOTALS
              "\n,\"thread_names\":[\n[2,\"w\"],\n[7,\"a\\\\x0a\"]]" DIRS
              "\n,\"regions\":[\n{\"name\":\"r\",\"parent\":-1,\"count\":3,\"bytes\":41,"
              "\"blocks\":4,\"peak\":48,\"growth\":40}]"
              "\n,\"objects\":[\n[16,32,\"/a\"],\n[32,48,\"/b\\\\xff\"]]"
              "\n,\"build_ids\":[\n[\"ab\",\"/a\"],\n[\"\",\"/b\"]]"
              "\n,\"lost_debug_info\":[\"/a\",\"/b\"]}}\n");
}

/* Keys that only some profiles have. */
static void writes_own_options(void **state)
{
   (void)state;
   ah_profile p = plain(NULL, 0);
   p.time_unit = "instrs";
   p.has_stacks = p.has_pages = p.has_moves = p.has_lifetimes = p.is_saturated = true;
   p.histogram_B = 1024;
   p.exit_code = -1;
   p.totals.most_stack = 5;
   p.totals.moved = (ah_amount){ 7, 2 };
   p.state = (an_state){ .how = AN_STATE_PARTIAL, .number = 30 };
   char *got = written(&p, true, false);
   assert_non_null(strstr(got, "\"time_unit\":\"i\","));
   assert_non_null(strstr(got, "\"stacks\":true,\"pages\":true,\"peak_only\":true,"
                               "\"accesses\":false,\"histogram_B\":1024},"
                               "\"exit_code\":-1,"
                               "\"state\":{\"how\":\"partial\",\"ms\":30}\n"));
   assert_non_null(strstr(got, "\"threads\":0,\"most_stack_bytes\":5,\"moved_bytes\":7,"
                               "\"moves\":2}\n,\"saturated\":true\n"));
   free(got);
   p.state.how = AN_STATE_EXITED;
   got = written(&p, true, false);
   assert_null(strstr(got, "\"state\""));
   free(got);
}

/* ---- Directories ---- */

static void finds_directories(void **state)
{
   (void)state;
   static an_frame many[] = {
      { .text = "[root]", .function = "[root]" },
      { .text = "0x1: f (a.c:7)", .file = "/x/y/a.c", .line = 7 },
      { .text = "0x1: f (a.c:7)", .file = "a.c", .line = 7 },
      { .text = "0x1: f (a.c:7)", .file = "/a.c", .line = 7 },
      { .text = "0x1: f (y/a.c:7)", .file = "/x/y/a.c", .line = 7 },
      { .text = "0x1: f (/x/a.c:7)", .file = "/x/a.c", .line = 7 },
      { .text = "0x1: f (in /x/b.so)", .object = "/x/b.so" },
      { .text = "0x1: f (b.c:7)", .file = "/x/y/b.c", .line = 7 },
      { .text = "0x1: f (c.c:7)", .file = "/x/y/c.c", .line = 7 },
      { .text = "0x1: f (d.c:7)", .file = "/x/a.c", .line = 7 }, /* not its file */
      { .text = ":7)", .file = "/x/a.c", .line = 7 },
   };
   ah_profile p = plain(NULL, 0);
   p.frames = many;
   p.n_frames = sizeof many / sizeof many[0];
   char *got = written(&p, true, false);
   const char *dirs = strstr(got, "\"dirs\"");
   static const char expected[] = "\"dirs\":[\"\",\"/x/y\",\"/\",\"/x\"]\n"
                                  ",\"ftbl_dirs\":[0,1,0,2,3,0,0,1,1,0,0]\n";
   assert_memory_equal(dirs, expected, sizeof expected - 1);
   free(got);
}

/* ---- Read again ---- */

/* What is written and read is written the same. */
static void reads_again(void **state)
{
   (void)state;
   static const char *const profiles[] = {
      test_ah_full,
      test_ah_heapprof,
      test_ah_accesses,
   };
   for (size_t i = 0; i < 3; i++) {
      ah_profile *p = test_ah_text(profiles[i]);
      char *once = written(p, true, true);
      ah_profile *again = test_ah_text(once);
      char *twice = written(again, true, true);
      assert_string_equal(twice, once);
      assert_string_equal(again->command, p->command);
      assert_string_equal(again->frames[1].file, p->frames[1].file);
      free(twice);
      free(once);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_nothing),    cmocka_unit_test(writes_dhat),
      cmocka_unit_test(writes_own_sites),  cmocka_unit_test(writes_own_accesses),
      cmocka_unit_test(writes_own_lists),  cmocka_unit_test(writes_own_options),
      cmocka_unit_test(finds_directories), cmocka_unit_test(reads_again),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

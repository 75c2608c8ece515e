/* test_ah_read.c -- the reader of heap profiles: reads valid files, and refuses
   each error with its message.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "base/an_alloc.h"
#include "base/an_json.h"

#include <errno.h>
#include <jansson.h>

/* ---- Profiles ---- */

static const char dhat[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\"\n"
   ",\"bklt\":true,\"bkacc\":true,\"tu\":\"instrs\",\"Mtu\":\"Minstr\"\n"
   ",\"tuth\":500,\"cmd\":\"ls /\",\"pid\":12,\"te\":90,\"tg\":40,\"pps\":\n"
   " [{\"tb\":10,\"tbk\":2,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,\"gbk\":1\n"
   "  ,\"eb\":3,\"ebk\":1,\"rb\":5,\"wb\":6,\"acc\":[-3,1],\"fs\":[1,2]}\n"
   " ,{\"tb\":4,\"tbk\":1,\"tl\":1,\"mb\":4,\"mbk\":1,\"gb\":4,\"gbk\":1\n"
   "  ,\"eb\":0,\"ebk\":0,\"rb\":0,\"wb\":0,\"fs\":[]}]\n"
   ",\"ftbl\":[\"[root]\"\n"
   ",\"0x48417B4: malloc (in /usr/lib/vg.so)\",\"0x4010: main (a.c:3)\"]}\n";

static const char heapprof[] =
   "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
   "\"bklt\":true,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"tuth\":500,\"cmd\":\"./a \\\\xff\",\"pid\":12,\"te\":90,\"tg\":40,"
   "\"pps\":[{\"tb\":10,\"tbk\":3,\"tl\":30,\"mb\":8,\"mbk\":1,\"gb\":7,"
   "\"gbk\":1,\"eb\":3,\"ebk\":1,\"fs\":[1,2],\"tmp\":[1,2],"
   "\"size\":[0,6],\"hist\":[[0,1],[3,2]],\"life\":[2,5,9,14],\"re\":2,"
   "\"cut\":true,\"fail\":[2,9223372036854775807],\"thr\":[[1,1,4],[3,2,6]]},"
   "{\"tb\":4,\"tbk\":1,\"tl\":1,\"mb\":4,\"mbk\":1,\"gb\":4,\"gbk\":1,"
   "\"eb\":0,\"ebk\":0,\"fs\":[2],"
   "\"fail\":[1,9223372036854775807]}],"
   "\"ftbl\":[\"[root]\",\"0x4000: f (a.c:2)\",\"0x4010: main (a.c:3)\"],"
   "\"heapprof\":{\"version\":1,\"creator\":\"heapprof 0.1.0\","
   "\"options\":{\"time_unit\":\"i\",\"depth\":30,\"heap_admin_B\":8,"
   "\"stacks\":true,\"pages\":false,\"peak_only\":false},\"exit_code\":-1,"
   "\"totals\":{\"bytes\":14,\"blocks\":4,\"peak_bytes\":11,"
   "\"peak_blocks\":2,\"peak_time\":40,\"end_bytes\":3,\"end_blocks\":1,"
   "\"most_blocks\":3,\"peak_extra_bytes\":20,\"temporary_blocks\":1,"
   "\"temporary_bytes\":2,\"zero_blocks\":1,\"reallocs\":2,\"failed\":3,"
   "\"invalid_frees\":5,\"freed_blocks\":2,\"freed_bytes\":7,"
   "\"threads\":2,\"most_stack_bytes\":99},"
   "\"dirs\":[\"\",\"/src\"],\"ftbl_dirs\":[0,1,0],"
   "\"timeline\":[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41,3,2,20,0,1,8]],"
   "\"snapshots\":[{\"time\":30,\"why\":\"periodic\",\"bytes\":9,"
   "\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
   "\"rest\":[1,5,2]},{\"time\":30,\"why\":\"asked\",\"bytes\":6,"
   "\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,6,1]],"
   "\"rest\":[0,0,0]}]}}\n";

/* ---- Good ones ---- */

static void reads_dhat(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *p = test_ah_text(&alloc, dhat);
   assert_string_equal(p->mode, "heap");
   assert_string_equal(p->command, "ls /");
   assert_string_equal(p->bytes_unit, "bytes");
   assert_true(p->has_lifetimes && p->has_accesses && !p->is_heapprof);
   assert_int_equal(p->short_lifetime, 500);
   assert_int_equal(p->n_sites, 2);
   assert_amount(p->sites[0].total, 10, 2);
   assert_amount(p->sites[0].max, 8, 1);
   assert_amount(p->sites[0].at_peak, 7, 1);
   assert_amount(p->sites[0].at_end, 3, 1);
   assert_int_equal(p->sites[0].lifetime, 30);
   assert_int_equal(p->sites[0].rare->reads, 5);
   assert_int_equal(p->sites[0].rare->writes, 6);
   assert_int_equal(p->sites[0].n_frames, 2);
   assert_int_equal(p->sites[0].frames[1], 2);
   assert_int_equal(p->sites[1].n_frames, 0);
   assert_amount(p->totals.total, 14, 3);
   assert_amount(p->totals.peak, 11, 2);
   assert_amount(p->totals.end, 3, 1);
   assert_int_equal(p->totals.end_time, 90);
   assert_int_equal(p->totals.peak_time, 40);
   assert_string_equal(p->frames[0].function, "[root]");
   assert_string_equal(p->frames[1].object, "/usr/lib/vg.so");
   assert_int_equal(p->frames[1].address, 0x48417b4);
   assert_null(p->frames[1].file);
   ah_profile_free(p);
   assert_int_equal(heap.n_live, 0);
}

static void reads_heapprof(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ah_profile *p = test_ah_text(&alloc, heapprof);
   assert_string_equal(p->command, "./a \xff");
   assert_true(p->is_heapprof && p->has_stacks && !p->has_pages);
   assert_int_equal(p->exit_code, -1);
   assert_int_equal(p->depth, 30);
   assert_int_equal(p->heap_admin_B, 8);
   const ah_site *s = &p->sites[0];
   assert_amount(s->temporary, 2, 1);
   assert_amount(s->rare->failed, INT64_MAX, 2);
   assert_int_equal(s->min_size, 0);
   assert_int_equal(s->max_size, 6);
   assert_int_equal(s->n_size_classes, 2);
   assert_int_equal(s->size_classes[0].number, 0);
   assert_int_equal(s->size_classes[0].blocks, 1);
   assert_int_equal(s->size_classes[1].number, 3);
   assert_int_equal(s->size_classes[1].blocks, 2);
   assert_int_equal(s->freed_blocks, 2);
   assert_int_equal(s->shortest, 5);
   assert_int_equal(s->longest, 9);
   assert_int_equal(s->freed_lifetime, 14);
   assert_int_equal(s->rare->reallocs, 2);
   assert_true(s->is_cut);
   assert_int_equal(s->rare->n_threads, 2);
   assert_int_equal(s->rare->threads[1].thread, 3);
   assert_amount(s->rare->threads[1].total, 6, 2);
   assert_null(p->sites[1].size_classes);
   assert_string_equal(p->frames[1].file, "/src/a.c");
   assert_string_equal(p->frames[2].file, "a.c");
   assert_int_equal(p->totals.most_stack, 99);
   assert_int_equal(p->totals.peak_extra, 20);
   assert_int_equal(p->totals.failed, 3);
   assert_amount(p->totals.freed, 7, 2);
   assert_int_equal(p->n_timeline, 2);
   assert_int_equal(p->timeline[0].max_stack, 77);
   assert_int_equal(p->timeline[1].last_extra, 8);
   assert_int_equal(p->n_snapshots, 2);
   assert_false(p->snapshots[0].asked);
   assert_true(p->snapshots[1].asked);
   assert_amount(p->snapshots[0].sites[0].amount, 4, 1);
   assert_int_equal(p->snapshots[0].n_rest, 1);
   assert_amount(p->snapshots[0].rest, 5, 2);
   ah_profile_free(p);
   assert_int_equal(heap.n_live, 0);
}

/* Without lifetimes and accesses, with unusual units. */
static void reads_ad_hoc(void **state)
{
   (void)state;
   static const char text[] =
      "{\"dhatFileVersion\":2,\"mode\":\"ad-hoc\",\"verb\":\"Occurred\","
      "\"bklt\":false,\"bkacc\":false,\"bu\":\"unit\",\"bsu\":\"units\","
      "\"bksu\":\"events\",\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
      "\"cmd\":\"x\",\"pid\":1,\"te\":9,\"more\":{\"tb\":[]},"
      "\"pps\":[{\"tb\":3,\"tbk\":1,\"fs\":[0]}],\"ftbl\":[\"[root]\"]}";
   ah_profile *p = test_ah_text(an_alloc_malloc(), text);
   assert_string_equal(p->byte_unit, "unit");
   assert_string_equal(p->bytes_unit, "units");
   assert_string_equal(p->blocks_unit, "events");
   assert_false(p->has_lifetimes);
   assert_amount(p->totals.total, 3, 1);
   ah_profile_free(p);
}

static void reads_nothing(void **state)
{
   (void)state;
   char *text = test_ah_replaced(dhat, "\"pps\":", "\"pps\":[],\"none\":");
   ah_profile *p = test_ah_text(an_alloc_malloc(), text);
   assert_int_equal(p->n_sites, 0);
   assert_amount(p->totals.total, 0, 0);
   ah_profile_free(p);
   free(text);
}

static void interns(void **state)
{
   (void)state;
   char *text = test_ah_replaced(dhat, "0x4010: main (a.c:3)", "0x1: malloc (b.c:3)");
   ah_profile *p = test_ah_text(an_alloc_malloc(), text);
   assert_ptr_equal(p->frames[1].function, p->frames[2].function);
   ah_profile_free(p);
   free(text);
}

/* ---- Frames ---- */

static void check_frame(const char *profile, const char *text,
                        const char *function, const char *file, uint32_t line,
                        const char *object)
{
   char *changed = test_ah_replaced(profile, "0x4010: main (a.c:3)", text);
   ah_profile *p = test_ah_text(an_alloc_malloc(), changed);
   const an_frame *frame = &p->frames[2];
   assert_string_equal(frame->function, function);
   assert_string_equal(frame->file == NULL ? "-" : frame->file, file);
   assert_string_equal(frame->object == NULL ? "-" : frame->object, object);
   assert_int_equal(frame->line, line);
   ah_profile_free(p);
   free(changed);
}

static void takes_frames_apart(void **state)
{
   (void)state;
   check_frame(dhat, "0x1: f (a.c:7)", "f", "a.c", 7, "-");
   check_frame(dhat, "0xABCDEF01: f(int, T (*)(int)) (my file.c:12)",
               "f(int, T (*)(int))", "my file.c", 12, "-");
   check_frame(dhat, "0x1: operator() (in /a (b).so)", "operator()", "-", 0,
               "/a (b).so");
   check_frame(dhat, "0x1: ??? (in /lib/a.so)", "???", "-", 0, "/lib/a.so");
   check_frame(dhat, "0x1: ???", "???", "-", 0, "-");
   check_frame(dhat, "0x1: f(int) (const)", "f(int) (const)", "-", 0, "-");
   check_frame(dhat, "0x1: f (a.c:99999999999)", "f (a.c:99999999999)", "-",
               0, "-");
   check_frame(dhat, "0x1: f (:7)", "f (:7)", "-", 0, "-");
   check_frame(dhat, "plain (a.c:1)", "plain", "a.c", 1, "-");
   check_frame(dhat, "0x: f", "0x: f", "-", 0, "-");
   check_frame(dhat, "", "???", "-", 0, "-");
   check_frame(dhat, "0x1: r::f (C:\\\\x64\\\\a.rs:12:5)", "r::f",
               "C:\\x64\\a.rs", 12, "-");
   check_frame(heapprof, "0x1: f (a:5:3)", "f", "a:5", 3, "-");
   check_frame(heapprof, "0x1: f\\\\x0a\\\\x5cx41 (a.c:3)", "f\n\\x41", "a.c",
               3, "-");
   check_frame(heapprof, "0x1: \\u00e4 (\\\\xe4.c:3)", "\xc3\xa4", "\xe4.c", 3,
               "-");
}

static void joins_directories(void **state)
{
   (void)state;
   char *text = test_ah_replaced(heapprof, "\"ftbl_dirs\":[0,1,0]",
                         "\"ftbl_dirs\":[0,1,1]");
   check_frame(text, "0x1: f (/abs/a.c:3)", "f", "/abs/a.c", 3, "-");
   check_frame(text, "0x1: f (b/a.c:3)", "f", "/src/b/a.c", 3, "-");
   char *root = test_ah_replaced(text, "\"/src\"", "\"/\"");
   check_frame(root, "0x1: f (a.c:3)", "f", "/a.c", 3, "-");
   free(root);
   char *clang = test_ah_replaced(
      text, "\"/src\"", "\"/usr/bin/../lib/gcc/x/12/../../../../include\"");
   check_frame(clang, "0x1: f (a.h:3)", "f", "/usr/include/a.h", 3, "-");
   check_frame(clang, "0x1: f (/b/../a.h:3)", "f", "/a.h", 3, "-");
   free(clang);
   free(text);
}

/* ---- Bad ones ---- */

static void refuses_dhat(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "{\"dhat", "[{\"dhat", "the file ends early" },
      { "a.c:3)\"]}\n", "a.c:3)\"]}]\n",
        "not JSON: end of file expected near ']' (byte 461)" },
      { "{\"dhatFileVersion\":2,", "{",
        "not a heap profile: there is no \"dhatFileVersion\"" },
      { "Version\":2", "Version\":3",
        "needs version 3: written in DHAT's format 3, this reads up to "
        "format 2; use a newer quern" },
      { "Version\":2", "Version\":1",
        "DHAT's format 1 is too old, this reads format 2" },
      { "Version\":2", "Version\":\"2\"",
        "dhatFileVersion: expected an integer" },
      { "\"mode\":\"heap\",", "", "mode: missing" },
      { "\"verb\":", "\"v\":", "verb: missing" },
      { "\"mode\":\"heap\"", "\"mode\":1", "mode: expected a string" },
      { "\"bklt\":true,", "", "bklt: missing" },
      { "\"bklt\":true", "\"bklt\":1", "bklt: expected true or false" },
      { "\"bkacc\":true,", "", "bkacc: missing" },
      { "\"tu\":", "\"t\":", "tu: missing" },
      { "\"Mtu\":", "\"t\":", "Mtu: missing" },
      { "\"tuth\":500,", "", "tuth: missing" },
      { "\"cmd\":", "\"c\":", "cmd: missing" },
      { "\"pid\":12", "\"p\":12", "pid: missing" },
      { "\"pid\":12", "\"pid\":-12", "pid: is negative" },
      { "\"te\":90,", "", "te: missing" },
      { "\"tg\":40,", "", "tg: missing" },
      { "\"te\":90", "\"te\":90.5", "te: expected an integer" },
      { "\"te\":90", "\"te\":90000000000000000000",
        "not JSON: too big integer near '90000000000000000000' (byte 168)" },
      { "\"te\":90", "\"te\":90,\"te\":90",
        "not JSON: duplicate object key near '\"te\"' (byte 155)" },
      { "\"bklt\":true", "\"bu\":1,\"bklt\":true", "bu: expected a string" },
      { "\"pps\":", "\"p\":", "pps: missing" },
      { "\"ftbl\":", "\"f\":", "ftbl: missing" },
      { "\"ftbl\":[\"[root]\"", "\"ftbl\":[0",
        "ftbl[0]: expected a string" },
      { "{\"tb\":10", "7,{\"tb\":10", "pps[0]: expected an object" },
      { "\"tb\":10,", "", "pps[0].tb: missing" },
      { "\"tb\":4,", "", "pps[1].tb: missing" },
      { "\"tbk\":2", "\"tbk\":null", "pps[0].tbk: expected an integer" },
      { "\"tl\":30,", "", "pps[0].tl: missing" },
      { "\"mb\":8,", "", "pps[0].mb: missing" },
      { "\"mbk\":1,", "", "pps[0].mbk: missing" },
      { "\"gb\":7", "\"gb\":-7", "pps[0].gb: is negative" },
      { "\"gbk\":1\n  ,", "", "pps[0].gbk: missing" },
      { "\"eb\":3,", "", "pps[0].eb: missing" },
      { "\"ebk\":1,", "", "pps[0].ebk: missing" },
      { "\"rb\":5,", "", "pps[0].rb: missing" },
      { "\"wb\":6,", "", "pps[0].wb: missing" },
      { ",\"fs\":[1,2]", "", "pps[0].fs: missing" },
      { "\"fs\":[1,2]", "\"fs\":1", "pps[0].fs: expected an array" },
      { "\"fs\":[1,2]", "\"fs\":[1,3]", "pps[0].fs: 1 is not an index into ftbl" },
      { "\"fs\":[1,2]", "\"fs\":[-1]", "pps[0].fs: 0 is not an index into ftbl" },
      { "\"fs\":[1,2]", "\"fs\":[]", "pps[1].fs: the same path as pps[0]" },
      { "\"tb\":10", "\"tb\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"tbk\":2", "\"tbk\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"gb\":7", "\"gb\":9223372036854775807",
        "pps[1]: the sites' sums do not fit in 63 bits" },
      { "\"pps\":", "\"heapprof\":[],\"pps\":",
        "heapprof: expected an object" },
   };
   test_ah_errors(dhat, errors, sizeof errors / sizeof errors[0]);
}

static void refuses_heapprof(void **state)
{
   (void)state;
   static const char sums[] = "the sites have 14 bytes and 4 blocks in all, "
                              "the totals 15 and 4";
   static const test_ah_error errors[] = {
      { "\"version\":1", "\"version\":2",
        "needs version 2: written in heapprof format 2, this reads up to "
        "format 1; use a newer quern" },
      { "\"version\":1,", "", "heapprof.version: missing" },
      { "\"creator\":", "\"c\":", "heapprof.creator: missing" },
      { "\"options\":{", "\"o\":{", "heapprof.options: missing" },
      { "\"depth\":30", "\"depth\":true",
        "heapprof.options.depth: expected an integer" },
      { "\"stacks\":true,", "", "heapprof.options.stacks: missing" },
      { "\"exit_code\":-1", "\"exit_code\":[]",
        "heapprof.exit_code: expected an integer" },
      { "\"totals\":{", "\"t\":{", "heapprof.totals: missing" },
      { "\"threads\":2,", "", "heapprof.totals.threads: missing" },
      { "\"most_stack_bytes\":99", "\"most_stack_bytes\":-9",
        "heapprof.totals.most_stack_bytes: is negative" },
      { "\"bytes\":14", "\"bytes\":15", sums },
      { "\"peak_blocks\":2", "\"peak_blocks\":3",
        "the sites have 11 bytes and 2 blocks at the peak, the totals 11 and "
        "3" },
      { "\"end_bytes\":3", "\"end_bytes\":2",
        "the sites have 3 bytes and 1 blocks at the end, the totals 2 and 1" },
      { "\"dirs\":", "\"saturated\":1,\"dirs\":",
        "heapprof.saturated: expected true or false" },
      { "\"dirs\":", "\"d\":", "heapprof.dirs: missing" },
      { "\"dirs\":[\"\"", "\"dirs\":[2",
        "heapprof.dirs[0]: expected a string" },
      { "\"ftbl_dirs\":", "\"d\":", "heapprof.ftbl_dirs: missing" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[0,1]",
        "heapprof.ftbl_dirs: has 2 entries, ftbl 3" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[0,2,0]",
        "heapprof.ftbl_dirs[1]: is not an index into dirs" },
      { "\"cmd\":\"./a \\\\xff\"", "\"cmd\":\"./a \\\\xFF\"",
        "cmd: has a malformed escape" },
      { "main (a.c:3)", "\\\\x00 (a.c:3)", "ftbl[2]: has a malformed escape" },
      { "\"tmp\":[1,2]", "\"tmp\":[1]",
        "pps[0].tmp: expected an array of 2 integers" },
      { "\"size\":[0,6]", "\"size\":[0,\"\"]",
        "pps[0].size: expected an integer" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[3,1],[3,2]]",
        "pps[0].hist: expected classes up to 64, ascending" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[65,1]]",
        "pps[0].hist: expected classes up to 64, ascending" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":{}",
        "pps[0].hist: expected an array" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[3]",
        "pps[0].hist: expected an array of 2 integers" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,-9,14]",
        "pps[0].life: is negative" },
      { "\"re\":2", "\"re\":-4", "pps[0].re: is negative" },
      { "\"cut\":true", "\"cut\":1", "pps[0].cut: expected true or false" },
      { "\"fail\":[2,", "\"fail\":[2,3,",
        "pps[0].fail: expected an array of 2 integers" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[3,1,4],[3,2,6]]",
        "pps[0].thr: expected numbers of threads, ascending" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[4294967296,1,4]]",
        "pps[0].thr: expected numbers of threads, ascending" },
      { "\"timeline\":", "\"t\":", "heapprof.timeline: missing" },
      { "[[40,0,11,40,11,2,20,77,2,20]", "[[40,0,11,40,11,2,20,77,2]",
        "heapprof.timeline[0]: expected an array of 10 integers" },
      { "[[40,0,11,40,11,2,20,77,2,20]", "[[40,0,11,40,11,2,20,77,2,-2]",
        "heapprof.timeline[0]: is negative" },
      { "[90,3,11,41", "[39,3,11,39",
        "heapprof.timeline[1]: does not end after the previous one" },
      { "[90,3,11,41,3", "[90,3,11,41,2",
        "heapprof.timeline[1]: expected min <= last <= max, and max_at <= "
        "end" },
      { "\"snapshots\":[{", "\"snapshots\":[1,{",
        "heapprof.snapshots[0]: expected an object" },
      { "\"why\":\"periodic\",", "",
        "heapprof.snapshots[0].why: missing" },
      { "\"extra\":8", "\"extra\":-8",
        "heapprof.snapshots[1].extra: is negative" },
      { "\"time\":30", "\"time\":31",
        "heapprof.snapshots[1].time: is before the previous one" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[2,4,1]]",
        "heapprof.snapshots[0].sites: 2 is not an index into pps" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[1,3,1]]",
        "heapprof.snapshots[0].sites: with the rest, sums differ from bytes "
        "and blocks" },
      { "\"sites\":[[1,4,1]]", "\"sites\":[[1,9223372036854775807,1]]",
        "heapprof.snapshots[0].sites: sums do not fit in 63 bits" },
      { "\"rest\":[0,0,0]", "\"rest\":0",
        "heapprof.snapshots[1].rest: expected an array of 3 integers" },
   };
   test_ah_errors(heapprof, errors, sizeof errors / sizeof errors[0]);
}

/* ---- Files that contradict themselves ---- */

#define LARGE "9223372036854775807"

static void refuses_contradictions(void **state)
{
   (void)state;
   static const test_ah_error errors[] = {
      { "\"mb\":8", "\"mb\":11", "pps[0].mb: 11 is more than tb, 10" },
      { "\"mb\":8", "\"mb\":6", "pps[0].gb: 7 is more than mb, 6" },
      { "\"mb\":4", "\"mb\":3", "pps[1].gb: 4 is more than mb, 3" },
      { "\"mbk\":1", "\"mbk\":4", "pps[0].mbk: 4 is more than tbk, 3" },
      { "\"life\":[2,5,9,14]", "\"life\":[3,5,9,15]",
        "pps[0].life: 3 is more than tbk - ebk, 2" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,10,9,14]",
        "pps[0].life: 10 is more than the longest, 9" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,91,14]",
        "pps[0].life: 91 is more than te, 90" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,8,9,14]",
        "pps[0].life: 16 is more than the sum, 14" },
      { "\"life\":[2,5,9,14]", "\"life\":[2,5,9,19]",
        "pps[0].life: 19 is more than all with the longest, 18" },
      { "\"tl\":30", "\"tl\":13", "pps[0].life: 14 is more than tl, 13" },
      { "\"tl\":30", "\"tl\":271", "pps[0].tl: 271 is more than tbk * te, 270" },
      { "\"tmp\":[1,2]", "\"tmp\":[3,2]",
        "pps[0].tmp: 3 is more than tbk - ebk, 2" },
      { "\"tmp\":[1,2]", "\"tmp\":[1,11]", "pps[0].tmp: 11 is more than tb, 10" },
      { "\"size\":[0,6]", "\"size\":[7,6]",
        "pps[0].size: 7 is more than the largest, 6" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[0,1],[3,3]]",
        "pps[0].hist: has more blocks than tbk, 3" },
      { "\"hist\":[[0,1],[3,2]]", "\"hist\":[[0," LARGE "],[3," LARGE "]]",
        "pps[0].hist: has more blocks than tbk, 3" },
      { "\"re\":2", "\"re\":4", "pps[0].re: 4 is more than tbk, 3" },
      { "\"re\":2", "\"mv\":[1,11],\"re\":2", "pps[0].mv: 11 is more than tb, 10" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1,4],[3,2,7]]",
        "pps[0].thr: does not add up to tbk and tb, 3 and 10" },
      { "\"thr\":[[1,1,4],[3,2,6]]", "\"thr\":[[1,1," LARGE "],[3,2,6]]",
        "pps[0].thr: does not add up to tbk and tb, 3 and 10" },
      { "\"most_blocks\":3", "\"most_blocks\":5",
        "heapprof.totals.most_blocks: 5 is more than all blocks, 4" },
      { "\"most_blocks\":3", "\"most_blocks\":1",
        "heapprof.totals.peak_blocks: 2 is more than most_blocks, 1" },
      { "\"zero_blocks\":1", "\"zero_blocks\":5",
        "heapprof.totals.zero_blocks: 5 is more than all blocks, 4" },
      { "\"peak_extra_bytes\":20", "\"peak_extra_bytes\":81",
        "heapprof.totals.peak_extra_bytes: 81 is more than blocks can add, 80" },
      { "\"temporary_blocks\":1", "\"temporary_blocks\":0",
        "heapprof.totals.temporary_blocks: is 0, but the sites have 1" },
      { "\"temporary_bytes\":2", "\"temporary_bytes\":15",
        "heapprof.totals.temporary_bytes: 15 is more than all bytes, 14" },
      { "\"reallocs\":2", "\"reallocs\":5",
        "heapprof.totals.reallocs: 5 is more than all blocks, 4" },
      { "\"failed\":3", "\"failed\":2",
        "heapprof.totals.failed: is 2, but the sites have 3" },
      { "\"freed_blocks\":2", "\"freed_blocks\":1",
        "heapprof.totals.freed_blocks: is 1, but the sites have 2" },
      { "\"freed_bytes\":7", "\"freed_bytes\":12",
        "heapprof.totals.freed_bytes: 12 is more than bytes - end_bytes, 11" },
      { "\"peak_time\":40", "\"peak_time\":91",
        "heapprof.totals.peak_time: 91 is more than te, 90" },
      { "[40,0,11,40,11", "[40,0,12,40,11",
        "heapprof.timeline[0].max: 12 is more than the peak, 11" },
      { "[[40,0,11,40,11,2,20,77,2,20],[90,3,11,41", "[[40,0,9,40,9,2,20,77,2,20],"
        "[90,3,10,41", "heapprof.timeline: its largest max is 10, but the peak is 11" },
      { "[90,3,11,41", "[91,3,11,41",
        "heapprof.timeline[1].end: 91 is more than te, 90" },
      { "[90,3,11,41", "[90,3,11,40",
        "heapprof.timeline[1]: max_at is in an earlier bucket" },
      { "[90,3,11,41,3,2,20", "[90,3,11,41,3,2," LARGE,
        "heapprof.timeline[1].max_extra: " LARGE " is more than blocks can add, 80" },
      { "0,1,8]]", "0,1,41]]",
        "heapprof.timeline[1].last_extra: 41 is more than blocks can add, 40" },
      { "20,77,2", "20,100,2",
        "heapprof.timeline[0].max_stack: 100 is more than most_stack_bytes, 99" },
      { "0,1,8]]", "0,4,8]]",
        "heapprof.timeline[1].last_blocks: 4 is more than most_blocks, 3" },
      { "[90,3,11,41,3,2", "[90,2,11,41,2,2",
        "heapprof.timeline: it ends with 2 bytes in 1 blocks, but the end has 3 in 1" },
      { "\"bytes\":9,\"blocks\":3", "\"bytes\":12,\"blocks\":3",
        "heapprof.snapshots[0].sites: with the rest, sums differ from bytes and blocks" },
      { "9,\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
        "\"rest\":[1,5,2]", "12,\"blocks\":3,\"extra\":16,\"stack\":1,"
        "\"sites\":[[1,4,1]],\"rest\":[1,8,2]",
        "heapprof.snapshots[0].bytes: 12 is more than the peak, 11" },
      { "9,\"blocks\":3,\"extra\":16,\"stack\":1,\"sites\":[[1,4,1]],"
        "\"rest\":[1,5,2]", "9,\"blocks\":4,\"extra\":16,\"stack\":1,"
        "\"sites\":[[1,4,1]],\"rest\":[1,5,3]",
        "heapprof.snapshots[0].blocks: 4 is more than most_blocks, 3" },
      { "\"extra\":16", "\"extra\":121",
        "heapprof.snapshots[0].extra: 121 is more than blocks can add, 120" },
      { "\"stack\":1", "\"stack\":100",
        "heapprof.snapshots[0].stack: 100 is more than most_stack_bytes, 99" },
      { "\"time\":30,\"why\":\"asked\"", "\"time\":91,\"why\":\"asked\"",
        "heapprof.snapshots[1].time: 91 is more than te, 90" },
      { "\"rest\":[1,", "\"rest\":[2,",
        "heapprof.snapshots[0].rest: 2 is more than the other sites, 1" },
      { "[[1,4,1]],\"rest\":[1,5,2]", "[[1,5,1]],\"rest\":[1,4,2]",
        "heapprof.snapshots[0].sites: pps[1] never had as much" },
      { "[[0,6,1]]", "[[0,3,1],[0,3,0]]",
        "heapprof.snapshots[1].sites: pps[0] is listed twice" },
      { "\"time\":30,\"why\":\"asked\",\"bytes\":6,\"blocks\":1,\"extra\":8,"
        "\"stack\":0,\"sites\":[[0,6,1]]", "\"time\":50,\"why\":\"asked\","
        "\"bytes\":2,\"blocks\":1,\"extra\":8,\"stack\":0,\"sites\":[[0,2,1]]",
        "heapprof.snapshots[1].bytes: 2 is not from min to max of heapprof.timeline[1]" },
      { "0x4010:", "0x118446744073709551615C2:",
        "ftbl[2]: the address has more than 64 bits" },
   };
   test_ah_errors(heapprof, errors, sizeof errors / sizeof errors[0]);
}

/* Once sums of bytes are saturated they stop, and live bytes go on. */
static void takes_saturated(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   char *text = test_ah_replaced(heapprof, "\"dirs\":", "\"saturated\":true,\"dirs\":");
   char *more = test_ah_replaced(text, "\"mb\":8", "\"mb\":11");
   ah_profile_free(test_ah_text(&alloc, more));
   free(more);
   free(text);
   assert_int_equal(heap.n_live, 0);
}

/* DHAT promises nothing about its figures. */
static void takes_what_others_contradict(void **state)
{
   (void)state;
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   char *text = test_ah_replaced(dhat, "\"mb\":8", "\"mb\":800");
   ah_profile_free(test_ah_text(&alloc, text));
   free(text);
   test_ah_refused("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"A\","
                   "\"bklt\":false,\"bkacc\":false,\"tu\":\"B\",\"Mtu\":\"MB\","
                   "\"cmd\":\"c\",\"pid\":1,\"te\":1,\"pps\":[],"
                   "\"ftbl\":[\"0x10000000000000000: f\"]}",
                   "ftbl[0]: the address has more than 64 bits");
   assert_int_equal(heap.n_live, 0);
}

/* The sites are parsed one by one. */
static void refuses_bad_lists(void **state)
{
   (void)state;
   static const char head[]
      = "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"A\",\"bklt\":"
        "false,\"bkacc\":false,\"tu\":\"B\",\"Mtu\":\"MB\",\"cmd\":\"pps\","
        "\"pid\":1,\"te\":1,\n";
   static const struct {
      const char *tail, *message;
      size_t line; /* after the header's */
   } lists[] = {
      { "\"pps\":[\n],\"ftbl\":[]}\n", NULL, 0 },
      { "\"pps\" : \n[ {\"tb\":1,\"tbk\":1,\"fs\":[]} ]\n,\"ftbl\":[]}", NULL, 0 },
      { "\"ftbl\":[],\"pps\":[]}", NULL, 0 },
      { "\"pps\":[\n{\"tb\":1,\"tbk\":1,\"fs\":[]}\n{}],\"ftbl\":[]}",
        "not JSON: ',' or ']' expected", 3 },
      { "\"pps\":[\n{\"tb\":1,\"tbk\":1,\"fs\":[]},\n],\"ftbl\":[]}",
        "not JSON: unexpected token near ']'", 3 },
      { "\"pps\":[,],\"ftbl\":[]}",
        "not JSON: unexpected token near ','", 1 },
      { "\"pps\":[1],\"ftbl\":[]}", "pps[0]: expected an object", 0 },
      { "\"pps\":[[{}]],\"ftbl\":[]}", "pps[0]: expected an object", 0 },
      { "\"pps\":[\n{\"tb\":1,\"tb\":1}],\"ftbl\":[]}",
        "not JSON: duplicate object key near '\"tb\"'", 2 },
      { "\"pps\":[{\"tb\":1]}],\"ftbl\":[]}",
        "not JSON: unexpected token near '}'", 1 },
      { "\"pps\":[\n{}\n", "the file ends early", 3 },
      { "\"pps\":[\n{}\n],\n\"ftbl\":x}",
        "not JSON: invalid token near 'x'", 4 },
      { "\"p\\u0070s\":[{}],\"ftbl\":[]}", "pps: the key has escapes", 0 },
      { "\"pps\":[],\"pps\":[],\"ftbl\":[]}",
        "not JSON: duplicate object key near '\"pps\"'", 1 },
      { "\"x\":{\"pps\":[{}]},\"ftbl\":[]}", "pps: missing", 0 },
      { "\"pps\":{\"tb\":1},\"ftbl\":[]}", "pps: expected an array", 0 },
   };
   for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
      char text[512];
      an_error error = { .message = "" };
      snprintf(text, sizeof text, "%s%s", head, lists[i].tail);
      ah_profile *p
         = test_ah_read(an_alloc_malloc(), text, strlen(text), &error);
      if (lists[i].message == NULL && p == NULL)
         fail_msg("%s: %s", lists[i].tail, error.message);
      ah_profile_free(p);
      if (lists[i].message != NULL) {
         assert_null(p);
         char *byte = strstr(error.message, " (byte ");
         if (byte != NULL)
            *byte = '\0';
         assert_string_equal(error.message, lists[i].message);
         assert_int_equal(error.line,
                          lists[i].line == 0 ? 0 : lists[i].line + 1);
      }
   }
}

static void refuses_other_files(void **state)
{
   (void)state;
   test_ah_refused("", "the file is empty");
   test_ah_refused(" \n", "the file is empty");
   test_ah_refused("\xef\xbb\xbf", "the file is empty");
   test_ah_refused("\xef\xbb", "not JSON: unable to decode byte 0xef (byte 0)");
   test_ah_refused("events: Ir\n",
                 "not JSON: '[' or '{' expected near 'events' (byte 6)");
   test_ah_refused("[]", "not a heap profile: there is no \"dhatFileVersion\"");
   test_ah_refused("{\"a\":\"\\u0000\"}",
                 "not JSON: \\u0000 is not allowed without JSON_ALLOW_NUL near "
                 "'\"\\u0000\"' (byte 13)");
   test_ah_refused("{\"a\":\"\xff\"}",
                 "not JSON: unable to decode byte 0xff near '\"' (byte 6)");
}

static void refuses_depth(void **state)
{
   (void)state;
   char text[100000];
   an_error error;
   memset(text, '[', sizeof text);
   assert_null(test_ah_read(an_alloc_malloc(), text, sizeof text, &error));
   assert_string_equal(error.message,
                       "not a profile: nested deeper than 64");
   assert_int_equal(error.line, 1);
   /* Brackets in strings do not count. */
   memset(text, '\0', sizeof text);
   memset(strcpy(text, "{\"mode\":\"\\\"") + 11, '[', 100);
   strcat(text, "\"}");
   test_ah_refused(text, "not a heap profile: there is no \"dhatFileVersion\"");
   /* The deepest that is allowed. */
   memset(text, '[', 64);
   strcpy((char *)memset(text + 64, ']', 64) + 64, "\n");
   test_ah_refused(text, "not a heap profile: there is no \"dhatFileVersion\"");
}

/* A file cut anywhere is refused, except without only its last newline. */
static void refuses_cut(void **state)
{
   (void)state;
   for (size_t n = 0; n < sizeof heapprof - 2; n++) {
      an_error error = { .message = "" };
      if (test_ah_read(an_alloc_malloc(), heapprof, n, &error) != NULL)
         fail_msg("accepted %zu bytes", n);
      assert_true(error.message[0] != '\0');
   }
   an_error error;
   ah_profile *p = test_ah_read(an_alloc_malloc(), heapprof, sizeof heapprof - 2,
                             &error);
   assert_non_null(p);
   ah_profile_free(p);
}

/* ---- Memory and reading that fail ---- */

static void survives_no_memory(void **state)
{
   (void)state;
   for (size_t n = 1;; n++) {
      test_heap heap = { .fail_at = n };
      tk_alloc alloc = test_alloc(&heap);
      an_error error = { .message = "" };
      ah_profile *p
         = test_ah_read(&alloc, heapprof, sizeof heapprof - 1, &error);
      ah_profile_free(p);
      assert_int_equal(heap.n_live, 0);
      if (p != NULL) {
         assert_true(n > 10);
         return;
      }
      assert_string_equal(error.message, "out of memory");
   }
}

static size_t n_until_failure;

static void *json_get(size_t size_B)
{
   return n_until_failure > 0 && --n_until_failure == 0 ? NULL
                                                        : malloc(size_B);
}

/* Also if jansson itself reports no error. */
static void survives_no_memory_for_json(void **state)
{
   (void)state;
   ah_profile *p = NULL;
   size_t n = 0;
   json_set_alloc_funcs(json_get, free);
   while (p == NULL) {
      an_error error = { .message = "" };
      n_until_failure = ++n;
      p = test_ah_read(an_alloc_malloc(), heapprof, sizeof heapprof - 1, &error);
      if (p == NULL)
         assert_string_equal(error.message, "out of memory");
      else if (n_until_failure == 0)
         fail_msg("allocation %zu failed unseen", n);
   }
   assert_true(n > 100);
   ah_profile_free(p);
   json_set_alloc_funcs(malloc, free);
}

static ptrdiff_t fail_to_read(void *context, char *to, size_t size_B)
{
   (void)context;
   (void)to;
   (void)size_B;
   errno = EIO;
   return -1;
}

/* Fails after the last byte. */
static ptrdiff_t fail_at_the_end(void *context, char *to, size_t size_B)
{
   test_text *text = context;
   return text->length > 0 ? test_read(context, to, size_B)
                           : fail_to_read(NULL, to, size_B);
}

static void reports_read_errors(void **state)
{
   (void)state;
   an_error error;
   an_source_of_bytes from = { .read = fail_to_read };
   assert_null(ah_read(an_alloc_malloc(), from, &error));
   assert_string_equal(error.message, strerror(EIO));
   test_text text = { dhat, sizeof dhat - 1, 64 };
   from = (an_source_of_bytes){ .read = fail_at_the_end, .context = &text };
   assert_null(ah_read(an_alloc_malloc(), from, &error));
   assert_string_equal(error.message, strerror(EIO));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_dhat),
      cmocka_unit_test(reads_heapprof),
      cmocka_unit_test(reads_ad_hoc),
      cmocka_unit_test(reads_nothing),
      cmocka_unit_test(interns),
      cmocka_unit_test(takes_frames_apart),
      cmocka_unit_test(joins_directories),
      cmocka_unit_test(refuses_dhat),
      cmocka_unit_test(refuses_heapprof),
      cmocka_unit_test(refuses_contradictions),
      cmocka_unit_test(takes_saturated),
      cmocka_unit_test(takes_what_others_contradict),
      cmocka_unit_test(refuses_bad_lists),
      cmocka_unit_test(refuses_other_files),
      cmocka_unit_test(refuses_depth),
      cmocka_unit_test(refuses_cut),
      cmocka_unit_test(survives_no_memory),
      cmocka_unit_test(survives_no_memory_for_json),
      cmocka_unit_test(reports_read_errors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ah_read_frames.c -- the reader of heap profiles: the table of frames, and their
   directories.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

/* ---- Good ones ---- */

static void interns(void **state)
{
   (void)state;
   ah_profile *p = test_ah_changed(test_ah_dhat, "0x4010: main (a.c:3)",
                                   "0x1: malloc (b.c:3)");
   assert_ptr_equal(p->frames[1].function, p->frames[2].function);
}

static void check_frame(const char *profile, const char *text, const char *function,
                        const char *file, uint32_t line, const char *object)
{
   char *changed = test_ah_replaced(profile, "0x4010: main (a.c:3)", text);
   ah_profile *p = test_ah_text(changed);
   const an_frame *frame = &p->frames[2];
   assert_string_equal(frame->function, function);
   assert_string_equal(frame->file == NULL ? "-" : frame->file, file);
   assert_string_equal(frame->object == NULL ? "-" : frame->object, object);
   assert_int_equal(frame->line, line);
   free(changed);
}

static void takes_frames_apart(void **state)
{
   (void)state;
   check_frame(test_ah_dhat, "0x1: f (a.c:7)", "f", "a.c", 7, "-");
   check_frame(test_ah_dhat, "0xABCDEF01: f(int, T (*)(int)) (my file.c:12)",
               "f(int, T (*)(int))", "my file.c", 12, "-");
   check_frame(test_ah_dhat, "0x1: operator() (in /a (b).so)", "operator()", "-", 0,
               "/a (b).so");
   check_frame(test_ah_dhat, "0x1: ??? (in /lib/a.so)", "???", "-", 0, "/lib/a.so");
   check_frame(test_ah_dhat, "0x1: ???", "???", "-", 0, "-");
   check_frame(test_ah_dhat, "0x1: f(int) (const)", "f(int) (const)", "-", 0, "-");
   check_frame(test_ah_dhat, "0x1: f (a.c:99999999999)", "f (a.c:99999999999)", "-", 0,
               "-");
   check_frame(test_ah_dhat, "0x1: f (:7)", "f (:7)", "-", 0, "-");
   check_frame(test_ah_dhat, "plain (a.c:1)", "plain", "a.c", 1, "-");
   check_frame(test_ah_dhat, "0x: f", "0x: f", "-", 0, "-");
   check_frame(test_ah_dhat, "", "???", "-", 0, "-");
   check_frame(test_ah_dhat, "0x1: r::f (C:\\\\x64\\\\a.rs:12:5)", "r::f",
               "C:\\x64\\a.rs", 12, "-");
   check_frame(test_ah_full, "0x1: f (a:5:3)", "f", "a:5", 3, "-");
   check_frame(test_ah_full, "0x1: f\\\\x0a\\\\x5cx41 (a.c:3)", "f\n\\x41", "a.c", 3,
               "-");
   check_frame(test_ah_full, "0x1: \\u00e4 (\\\\xe4.c:3)", "\xc3\xa4", "\xe4.c", 3, "-");
}

static void joins_directories(void **state)
{
   (void)state;
   char *text = test_ah_replaced(test_ah_full, "\"ftbl_dirs\":[0,1,0]",
                                 "\"ftbl_dirs\":[0,1,1]");
   check_frame(text, "0x1: f (/abs/a.c:3)", "f", "/abs/a.c", 3, "-");
   check_frame(text, "0x1: f (b/a.c:3)", "f", "/src/b/a.c", 3, "-");
   char *root = test_ah_replaced(text, "\"/src\"", "\"/\"");
   check_frame(root, "0x1: f (a.c:3)", "f", "/a.c", 3, "-");
   free(root);
   char *clang = test_ah_replaced(text, "\"/src\"",
                                  "\"/usr/bin/../lib/gcc/x/12/../../../../include\"");
   check_frame(clang, "0x1: f (a.h:3)", "f", "/usr/include/a.h", 3, "-");
   check_frame(clang, "0x1: f (/b/../a.h:3)", "f", "/a.h", 3, "-");
   free(clang);
   free(text);
}

static void keeps_files_without_directories(void **state)
{
   (void)state;
   check_frame(test_ah_full, "0x1: f (/abs/a.c:3)", "f", "/abs/a.c", 3, "-");
   check_frame(test_ah_full, "0x1: f (b/../a.c:3)", "f", "a.c", 3, "-");
   check_frame(test_ah_full, "0x1: f (/:3)", "f", "/", 3, "-");
   check_frame(test_ah_full, "0x1: f (a:3)", "f", "a", 3, "-");
   /* A location is behind a function. */
   check_frame(test_ah_full, "0x1: (a.c:3)", "(a.c:3)", "-", 0, "-");
}

static void takes_large_numbers(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      uint64_t address;
      uint32_t line;
   } cases[] = {
      { "0xFFFFFFFFFFFFFFFF: f (a.c:4294967295)", UINT64_MAX, UINT32_MAX },
      { "0x00000000000000000000aF: f (a.c:0000000001)", 0xaf, 1 },
      { "0x1: f (a.c:4294967296)", 1, 0 },
      { "0x1: f (a.c:000000000001)", 1, 0 }, /* too many digits */
      { "0xg: f (a.c:2)", 0, 2 },
      { "0x1:f (a.c:2)", 0, 2 },
      { "1: f (a.c:2)", 0, 2 },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      ah_profile *p = test_ah_changed(test_ah_dhat, "0x4010: main (a.c:3)",
                                      cases[i].text);
      assert_string_equal(p->frames[2].text, cases[i].text);
      assert_true(p->frames[2].address == cases[i].address);
      assert_int_equal(p->frames[2].line, cases[i].line);
   }
}

/* ---- Bad ones ---- */

static void refuses_frames(void **state)
{
   (void)state;
   static const test_ah_error of_dhat[] = {
      { "\"ftbl\":", "\"f\":", "ftbl: missing" },
      { "\"ftbl\":[\"[root]\"", "\"ftbl\":[0", "ftbl[0]: expected a string" },
      { "0x4010:", "0x10000000000000000:", "ftbl[2]: the address has more than 64 bits" },
   };
   static const test_ah_error of_heapprof[] = {
      { "\"dirs\":", "\"d\":", "heapprof.dirs: missing" },
      { "\"dirs\":[\"\"", "\"dirs\":[2", "heapprof.dirs[0]: expected a string" },
      { "\"ftbl_dirs\":", "\"d\":", "heapprof.ftbl_dirs: missing" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[0,1]",
        "heapprof.ftbl_dirs: has 2 entries, ftbl 3" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[0,2,0]",
        "heapprof.ftbl_dirs[1]: is not an index into dirs" },
      { "main (a.c:3)", "\\\\x00 (a.c:3)", "ftbl[2]: has a malformed escape" },
      { "0x4010:", "0x118446744073709551615C2:",
        "ftbl[2]: the address has more than 64 bits" },
      { "\"/src\"", "7", "heapprof.dirs[1]: expected a string" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[-1,1,0]",
        "heapprof.ftbl_dirs[0]: is not an index into dirs" },
      { "\"ftbl_dirs\":[0,1,0]", "\"ftbl_dirs\":[0,1,\"0\"]",
        "heapprof.ftbl_dirs[2]: is not an index into dirs" },
      { "\"dirs\":[\"\",\"/src\"]", "\"dirs\":[]",
        "heapprof.ftbl_dirs[0]: is not an index into dirs" },
   };
   test_ah_errors(test_ah_dhat, of_dhat, sizeof of_dhat / sizeof of_dhat[0]);
   test_ah_errors(test_ah_full, of_heapprof, sizeof of_heapprof / sizeof of_heapprof[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(interns),
      cmocka_unit_test(takes_frames_apart),
      cmocka_unit_test(joins_directories),
      cmocka_unit_test(keeps_files_without_directories),
      cmocka_unit_test(takes_large_numbers),
      cmocka_unit_test(refuses_frames),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

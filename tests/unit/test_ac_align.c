/* test_ac_align.c -- where the code of one profile is in another.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_align.h"

#define BEGIN "cmd: c\nevents: Ir D1mr\n"
#define NO_TEXTS NULL

/* ---- Sources ---- */

typedef struct {
   const char *text[2]; /* NULL: there is none */
} sources;

static void open_text(const sources *s, int side, an_source *source)
{
   if (s->text[side] == NULL) {
      *source = (an_source){ .alloc = test_alloc(), .problem = "not found" };
      return;
   }
   size_t n = strlen(s->text[side]);
   char *copy = tk_get(test_alloc(), "test", n + 1);
   memcpy(copy, s->text[side], n + 1);
   an_source_take(source, test_alloc(), copy, n);
}

/* ---- Alignments ---- */

static char *write_lines(const ac_align *align, const char *file, const uint32_t *lines,
                         char *to)
{
   const ac_aligned *aligned = ac_align_find(align, file);
   char *at = to + sprintf(to, "%s", aligned == NULL ? "-" : ac_aligned_name(aligned));
   for (; *lines != 0; lines++) {
      uint32_t line = ac_aligned_line(aligned, *lines);
      at += sprintf(at, " %s%u", line & AC_LINE_OF_OLD ? "-" : "",
                    line & ~AC_LINE_OF_OLD);
   }
   return to;
}

/* Expects what a file of OLD is in NEW, and these of its lines, which end with 0: "-12"
   is gone. */
static void check(const char *old_text, const char *new_text, const char *file,
                  const uint32_t *lines, const char *expected)
{
   char text[512];
   ac_profile *old = test_good_profile(old_text);
   ac_profile *new = test_good_profile(new_text);
   ac_align *align = ac_align_new(test_alloc(), old, new, NO_TEXTS);
   assert_non_null(align);
   assert_string_equal(write_lines(align, file, lines, text), expected);
}

/* ---- Files ---- */

static void check_files(const char *old_files, const char *new_files, const char *file,
                        const char *expected)
{
   char texts[2][512];
   const char *const of[] = { old_files, new_files };
   for (int side = 0; side < 2; side++) {
      char copy[256], *rest = NULL;
      char *at = texts[side] + sprintf(texts[side], BEGIN);
      snprintf(copy, sizeof copy, "%s", of[side]);
      int n = 0;
      for (char *name = strtok_r(copy, " ", &rest); name != NULL; n++) {
         at += sprintf(at, "fl=%s\nfn=f\n0 1 0\n", name);
         name = strtok_r(NULL, " ", &rest);
      }
      sprintf(at, "summary: %d 0\n", n);
   }
   check(texts[0], texts[1], file, (uint32_t[]){ 0 }, expected);
}

static void test_files(void **state)
{
   (void)state;
   check_files("a.c b.c", "b.c a.c", "a.c", "a.c");
   check_files("old/a.c", "new/a.c", "old/a.c", "new/a.c");
   check_files("/x/old/a.c", "a.c", "/x/old/a.c", "a.c");
   check_files("a.c", "/x/a.c", "a.c", "/x/a.c");
   /* Names that only look alike are no end; but the functions are the same. */
   check_files("a.c x.c", "ba.c y.c", "a.c", "a.c");
   check_files("a.c", "ba.c", "a.c", "ba.c");
   check_files("a.c", "a.c", "b.c", "-");
   /* The longest end decides. */
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c /n/x/a.c", "/o/y/a.c", "/n/y/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c", "/o/y/a.c", "/n/y/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c", "/o/x/a.c", "/o/x/a.c");
   /* Several are as good. */
   check_files("/o/a.c", "/n/x/a.c /n/y/a.c", "/o/a.c", "/o/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/a.c", "/o/x/a.c", "/o/x/a.c");
   check_files("/q/x/a.c", "/r/x/a.c x/a.c", "/q/x/a.c", "/q/x/a.c");
   /* Those that both have are no partners of others. */
   check_files("/n/a.c /o/a.c", "/m/a.c /n/a.c", "/o/a.c", "/m/a.c");
   /* One name comes before a long end. */
   check_files("/o/a.c /n/x/a.c", "/n/x/a.c /o/x/a.c", "/n/x/a.c", "/n/x/a.c");
}

/* ---- Functions ---- */

/* Expects where a pair has each function of OLD: "FILE:FUNCTION", "-" if NEW lacks it,
   with what its line 5 is. */
static void check_functions(const char *old_text, const char *new_text,
                            const char *expected)
{
   char text[512] = "", *at = text;
   ac_profile *old = test_good_profile(old_text);
   ac_profile *new = test_good_profile(new_text);
   ac_align *align = ac_align_new(test_alloc(), old, new, NO_TEXTS);
   for (size_t i = 0; i < ac_profile_n_functions(old); i++) {
      ac_align_function of = ac_align_old_function(align, i);
      uint32_t line = ac_aligned_line(of.lines, 5);
      if (of.function == SIZE_MAX) {
         at += sprintf(at, " -");
         continue;
      }
      assert_string_equal(ac_align_new_function(align, of.function).file, of.file);
      at += sprintf(at, " %s:%s %d", of.file, ac_profile_function(new, of.function)->name,
                    line & AC_LINE_OF_OLD ? -1 : (int)line);
   }
   assert_string_equal(text, expected);
}

static void test_functions(void **state)
{
   (void)state;
   /* g moved to another file, and its lines with it. */
   check_functions(BEGIN "fl=a.c\nfn=f\n3 7 0\nfn=g\n5 3 0\n6 4 0\nsummary: 14 0\n",
                   BEGIN "fl=a.c\nfn=f\n3 7 0\nfl=b.c\nfn=g\n8 3 0\n9 4 0\n"
                         "summary: 14 0\n",
                   " a.c:f 5 b.c:g 8");
   /* A line that is not known to be one of NEW's is at none. */
   check_functions(BEGIN
                   "fl=a.c\nfn=f\n3 7 0\nfn=g\n4 3 0\n5 9 0\n6 2 0\nsummary: 21 0\n",
                   BEGIN "fl=a.c\nfn=f\n3 7 0\nfl=b.c\nfn=g\n8 3 0\n20 1 0\n"
                         "summary: 11 0\n",
                   " a.c:f 5 b.c:g 0");
   /* The file was renamed: lines are aligned as in one of the same name. */
   check_functions(BEGIN "fl=a.c\nfn=f\n3 7 0\n4 8 0\nsummary: 15 0\n",
                   BEGIN "fl=b.c\nfn=f\n6 7 0\n7 8 0\nsummary: 15 0\n", " b.c:f 8");
   /* One side has no debug information. */
   check_functions(BEGIN "fl=a.c\nfn=f\n5 7 0\nsummary: 7 0\n",
                   BEGIN "fl=???\nfn=f\n0 9 0\nsummary: 9 0\n", " a.c:f 5");
   check_functions(BEGIN "fl=???\nfn=f\n0 9 0\nsummary: 9 0\n",
                   BEGIN "fl=a.c\nfn=f\n5 7 0\nsummary: 7 0\n", " a.c:f 0");
   /* Which one is meant is not guessed. */
   check_functions(BEGIN "fl=a.c\nfn=f\n5 7 0\nfl=b.c\nfn=f\n5 7 0\nsummary: 14 0\n",
                   BEGIN "fl=x.c\nfn=f\n5 7 0\nfl=y.c\nfn=f\n5 7 0\nsummary: 14 0\n",
                   " - -");
}

/* ---- Lines by counts ---- */

static void test_counts(void **state)
{
   (void)state;
   /* Two lines came above; misses changed.  f is called more often, and its lines are
      between those of others that moved as far. */
   check(BEGIN "fl=a.c\nfn=e\n3 7 0\n4 5 0\nfn=f\n8 2 0\n9 3 0\nfn=g\n12 9 0\n"
               "summary: 26 0\n",
         BEGIN "fl=a.c\nfn=e\n5 7 1\n6 5 0\nfn=f\n10 4 0\n11 6 0\nfn=g\n14 9 0\n"
               "summary: 31 1\n",
         "a.c", (uint32_t[]){ 3, 4, 7, 8, 9, 12, 13, 0 }, "a.c 5 6 9 10 11 14 15");
   /* A function moved behind another. */
   check(BEGIN "fl=a.c\nfn=e\n3 7 0\n4 5 0\nfn=f\n8 2 0\n9 3 0\nsummary: 17 0\n",
         BEGIN "fl=a.c\nfn=e\n9 7 0\n10 5 0\nfn=f\n3 2 0\n4 3 0\nsummary: 17 0\n", "a.c",
         (uint32_t[]){ 3, 4, 8, 9, 0 }, "a.c 9 10 3 4");
   /* Above the first line that is known, and behind the last; code at no line says
      nothing. */
   check(BEGIN "fl=a.c\nfn=e\n0 3 0\n3 7 0\n4 5 0\nsummary: 15 0\n",
         BEGIN "fl=a.c\nfn=e\n0 3 0\n5 7 0\n6 5 0\nsummary: 15 0\n", "a.c",
         (uint32_t[]){ 1, 2, 3, 4, 9, 0 }, "a.c 3 4 5 6 11");
   /* There is no line 0. */
   check(BEGIN "fl=a.c\nfn=e\n5 7 0\n6 5 0\nsummary: 12 0\n",
         BEGIN "fl=a.c\nfn=e\n2 7 0\n3 5 0\nsummary: 12 0\n", "a.c",
         (uint32_t[]){ 1, 3, 4, 5, 6, 0 }, "a.c -1 -3 1 2 3");
   /* Nothing is known: lines are where they were. */
   check(BEGIN "fl=a.c\nfn=e\n3 7 0\nsummary: 7 0\n",
         BEGIN "fl=a.c\nfn=f\n4 7 0\nsummary: 7 0\n", "a.c", (uint32_t[]){ 3, 0 },
         "a.c 3");
}

/* Functions that have lines in common. */
static void test_rivals(void **state)
{
   (void)state;
   /* Line 5 is 7 by f, but 9 by g and h. */
#define RIVALS_OLD BEGIN "fl=a.c\nfn=f\n4 7 0\n5 8 0\n6 9 0\nfn=g\n5 18 0\n10 19 0\n"
#define RIVALS_NEW BEGIN "fl=a.c\nfn=f\n6 7 0\n7 8 0\n8 9 0\nfn=g\n9 18 0\n14 19 0\n"
   check(RIVALS_OLD "fn=h\n5 28 0\n12 29 0\nsummary: 118 0\n",
         RIVALS_NEW "fn=h\n9 28 0\n16 29 0\nsummary: 118 0\n", "a.c",
         (uint32_t[]){ 4, 5, 6, 10, 0 }, "a.c 6 9 8 14");
   /* Also if it is the first line that is known. */
   check(
      BEGIN "fl=a.c\nfn=f\n5 8 0\n6 9 0\nfn=g\n5 18 0\n10 19 0\nfn=h\n5 28 0\n12 29 0\n"
            "summary: 111 0\n",
      BEGIN "fl=a.c\nfn=f\n7 8 0\n8 9 0\nfn=g\n9 18 0\n14 19 0\nfn=h\n9 28 0\n16 29 0\n"
            "summary: 111 0\n",
      "a.c", (uint32_t[]){ 5, 6, 10, 0 }, "a.c 9 8 14");
   /* Of as many, the first one is. */
   check(RIVALS_OLD "summary: 61 0\n", RIVALS_NEW "summary: 61 0\n", "a.c",
         (uint32_t[]){ 4, 5, 6, 10, 0 }, "a.c 6 7 8 14");
   /* Lines 5 and 6 became 9. */
   check(BEGIN "fl=a.c\nfn=f\n5 8 0\nfn=g\n6 9 0\nsummary: 17 0\n",
         BEGIN "fl=a.c\nfn=f\n9 8 0\nfn=g\n9 9 0\nsummary: 17 0\n", "a.c",
         (uint32_t[]){ 5, 6, 0 }, "a.c 9 10");
   /* Line 6 would be where g is. */
   check(BEGIN "fl=a.c\nfn=f\n5 8 0\n8 9 0\nfn=g\n20 7 0\nsummary: 24 0\n",
         BEGIN "fl=a.c\nfn=f\n9 8 0\n12 9 0\nfn=g\n10 7 0\nsummary: 24 0\n", "a.c",
         (uint32_t[]){ 5, 6, 7, 8, 20, 0 }, "a.c 9 -6 11 12 10");
}

/* The middle one of three lines, with one more behind it: its counts decide. */
#define THREE(events, middle) \
   "cmd: c\nevents: " events "\nfl=a.c\nfn=f\n5 1 0\n6 7 " #middle \
   "\n9 2 0\nsummary: 10 " #middle "\n"
#define FOUR(events, middle) \
   "cmd: c\nevents: " events "\nfl=a.c\nfn=f\n5 1 0\n6 7 " #middle \
   "\n8 3 0\n10 2 0\nsummary: 13 " #middle "\n"

/* What says how often code was executed is a key; what it misses is not. */
static void test_keys(void **state)
{
   (void)state;
   static const char lines[] = "a.c 5 6 10", differs[] = "a.c 5 -6 10";
   const uint32_t of[] = { 5, 6, 9, 0 };
   check(THREE("Ir Dr", 1), FOUR("Ir Dr", 1), "a.c", of, lines);
   check(THREE("Ir Dr", 1), FOUR("Ir Dr", 2), "a.c", of, differs);
   check(THREE("Ir Dw", 1), FOUR("Ir Dw", 2), "a.c", of, differs);
   check(THREE("Ir Bc", 1), FOUR("Ir Bc", 2), "a.c", of, differs);
   check(THREE("Ir Bi", 1), FOUR("Ir Bi", 2), "a.c", of, differs);
   check(THREE("Ir D1mr", 1), FOUR("Ir D1mr", 2), "a.c", of, lines);
   check(THREE("Ir Bcm", 1), FOUR("Ir Bcm", 2), "a.c", of, lines);
   check(THREE("X Y", 1), FOUR("X Y", 1), "a.c", of, lines);
   check(THREE("X Y", 1), FOUR("X Y", 2), "a.c", of, differs);
}

/* A library's file is as it was, if it has its old name. */
static void test_library(void **state)
{
   (void)state;
#define LIBRARY(version, first, second) \
   BEGIN "fl=/usr/include/c++/" version "/v.h\nfn=e\n" first " 7 0\n" second \
         " 5 0\nsummary: 12 0\n"
   check(LIBRARY("12", "3", "4"), LIBRARY("12", "5", "6"), "/usr/include/c++/12/v.h",
         (uint32_t[]){ 3, 4, 0 }, "/usr/include/c++/12/v.h 3 4");
   check(LIBRARY("12", "3", "4"), LIBRARY("13", "5", "6"), "/usr/include/c++/12/v.h",
         (uint32_t[]){ 3, 4, 0 }, "/usr/include/c++/13/v.h 5 6");
}

static void test_order(void **state)
{
   (void)state;
   /* f became g, with as many lines, then with more. */
   check(BEGIN "fl=a.c\nfn=e\n1 1 0\nfn=f\n8 2 0\n9 3 0\nfn=h\n12 9 0\nsummary: 15 0\n",
         BEGIN "fl=a.c\nfn=e\n1 1 0\nfn=g\n9 4 0\n11 6 0\nfn=h\n14 9 0\nsummary: 20 0\n",
         "a.c", (uint32_t[]){ 1, 8, 9, 12, 0 }, "a.c 1 9 11 14");
   check(BEGIN "fl=a.c\nfn=e\n1 1 0\nfn=f\n8 2 0\nfn=h\n12 9 0\nsummary: 12 0\n",
         BEGIN "fl=a.c\nfn=e\n1 1 0\nfn=g\n9 4 0\n11 6 0\nfn=h\n14 9 0\nsummary: 20 0\n",
         "a.c", (uint32_t[]){ 1, 8, 12, 0 }, "a.c 1 -8 14");
}

/* In a format of other events, all are keys. */
static void test_other_events(void **state)
{
   (void)state;
   check("cmd: c\nevents: X Y\nfl=a.c\nfn=e\n3 7 1\n4 5 2\n5 5 3\nsummary: 17 6\n",
         "cmd: c\nevents: X Y\nfl=a.c\nfn=e\n3 7 1\n5 5 3\nsummary: 12 4\n", "a.c",
         (uint32_t[]){ 3, 4, 5, 0 }, "a.c 3 4 5");
}

/* ---- Lines by text ---- */

/* Code in no file has no text. */
#define NO_FILE BEGIN "fl=???\nfn=???\n0 1 0\n"
#define OLD_FILE \
   NO_FILE "fl=old/a.c\nfn=f\n1 1 0\n2 1 0\n3 1 0\n5 1 0\n7 1 0\nsummary: 6 0\n"
#define NEW_FILE \
   NO_FILE "fl=new/a.c\nfn=f\n2 1 0\n3 1 0\n4 1 0\n6 1 0\n7 1 0\nsummary: 6 0\n"

static void open_sources(void *context, const char *old_name, const char *new_name,
                         an_source *old, an_source *new)
{
   assert_string_equal(old_name, "old/a.c");
   assert_string_equal(new_name, "new/a.c");
   open_text(context, 0, old);
   open_text(context, 1, new);
}

static void check_texts(const char *old, const char *new, const char *expected)
{
   char text[256];
   sources s = { .text = { old, new } };
   const ac_align_texts texts = { .open = open_sources, .context = &s };
   ac_align *align = ac_align_new(test_alloc(), test_good_profile(OLD_FILE),
                                  test_good_profile(NEW_FILE), &texts);
   assert_string_equal(
      write_lines(align, "old/a.c", (uint32_t[]){ 1, 2, 3, 5, 7, 9, 0 }, text), expected);
}

static void test_texts(void **state)
{
   (void)state;
   /* A comment above. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\na\nb\nc\n\nd\n}\ne\n",
               "new/a.c 2 3 4 6 8 10");
   /* Lines were exchanged, one was changed, and one went. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\nb\na\nC\n\nd\n}\n", "new/a.c 3 2 4 6 -7 9");
   /* The first line went, and three came. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\n/**/\n/**/\nb\nc\n\nd\n}\ne\n",
               "new/a.c -1 4 5 7 9 11");
   /* Two lines came for one. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\na\nB\nB\n\nd\n}\ne\n",
               "new/a.c 2 3 4 6 8 10");
   /* One text is missing: counts say it. */
   check_texts("a\n", NULL, "new/a.c 2 3 4 6 7 9");
   check_texts(NULL, "a\n", "new/a.c 2 3 4 6 7 9");
}

static void open_header(void *context, const char *old_name, const char *new_name,
                        an_source *old, an_source *new)
{
   assert_string_equal(old_name, "/usr/include/v.h");
   assert_string_equal(new_name, "/usr/include/v.h");
   open_text(context, 0, old);
   open_text(context, 1, new);
}

/* Where both texts of a library's file are known, they say it. */
static void test_library_texts(void **state)
{
   (void)state;
   char text[64];
   sources s = { .text = { "a\nb\n", "/**/\na\nb\n" } };
   const ac_align_texts texts = { .open = open_header, .context = &s };
   ac_profile *profile = test_good_profile(
      BEGIN "fl=/usr/include/v.h\nfn=e\n1 7 0\n2 5 0\nsummary: 12 0\n");
   ac_align *align = ac_align_new(test_alloc(), profile, profile, &texts);
   assert_non_null(align);
   assert_string_equal(
      write_lines(align, "/usr/include/v.h", (uint32_t[]){ 1, 2, 0 }, text),
      "/usr/include/v.h 2 3");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files),         cmocka_unit_test(test_functions),
      cmocka_unit_test(test_counts),        cmocka_unit_test(test_order),
      cmocka_unit_test(test_other_events),  cmocka_unit_test(test_rivals),
      cmocka_unit_test(test_keys),          cmocka_unit_test(test_library),
      cmocka_unit_test(test_library_texts), cmocka_unit_test(test_texts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

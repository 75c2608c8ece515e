/* test_ac_align.c -- where the code of one profile is in another.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_an_common.h"

#include "counts/ac_align.h"

#define BEGIN "cmd: c\nevents: Ir D1mr\n"
#define NO_TEXTS NULL

/* ---- Sources ---- */

typedef struct {
   const char *text[2]; /* NULL: there is none */
   tk_alloc alloc;
} sources;

static bool open_text(const sources *s, int side, an_source *source)
{
   if (s->text[side] == NULL) {
      *source = (an_source){ .alloc = &s->alloc, .problem = "not found" };
      return true;
   }
   size_t n = strlen(s->text[side]);
   char *copy = tk_get(&s->alloc, "test", n + 1);
   if (copy == NULL)
      return false;
   memcpy(copy, s->text[side], n + 1);
   an_source_take(source, &s->alloc, copy, n);
   return true;
}

static an_status open_sources(void *context, const char *old_name, const char *new_name,
                              an_source *old, an_source *new)
{
   const sources *s = context;
   assert_string_equal(old_name, "old/a.c");
   assert_string_equal(new_name, "new/a.c");
   if (!open_text(s, 0, old))
      return AN_NO_MEMORY;
   if (open_text(s, 1, new))
      return AN_OK;
   an_source_close(old);
   return AN_NO_MEMORY;
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
   test_heap heap = { 0 };
   tk_alloc alloc = test_alloc(&heap);
   ac_profile *old = test_good_profile(&alloc, old_text);
   ac_profile *new = test_good_profile(&alloc, new_text);
   ac_align *align = ac_align_new(&alloc, old, new, NO_TEXTS);
   assert_non_null(align);
   assert_string_equal(write_lines(align, file, lines, text), expected);
   ac_align_free(align);
   ac_profile_free(old);
   ac_profile_free(new);
   assert_int_equal(heap.n_live, 0);
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
   check_files("a.c", "ba.c", "a.c", "a.c");
   check_files("a.c", "b.c", "a.c", "a.c");
   check_files("a.c", "a.c", "b.c", "-");
   /* The longest end decides. */
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c /n/x/a.c", "/o/y/a.c", "/n/y/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c", "/o/y/a.c", "/n/y/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/y/a.c", "/o/x/a.c", "/o/x/a.c");
   /* Several are as good. */
   check_files("/o/a.c", "/n/x/a.c /n/y/a.c", "/o/a.c", "/o/a.c");
   check_files("/o/x/a.c /o/y/a.c", "/n/a.c", "/o/x/a.c", "/o/x/a.c");
   /* One name comes before a long end. */
   check_files("/o/a.c /n/x/a.c", "/n/x/a.c /o/x/a.c", "/n/x/a.c", "/n/x/a.c");
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
   /* Nothing is known: lines are where they were. */
   check(BEGIN "fl=a.c\nfn=e\n3 7 0\nsummary: 7 0\n",
         BEGIN "fl=a.c\nfn=f\n4 7 0\nsummary: 7 0\n", "a.c", (uint32_t[]){ 3, 0 },
         "a.c 3");
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

#define OLD_FILE \
   BEGIN "fl=old/a.c\nfn=f\n1 1 0\n2 1 0\n3 1 0\n5 1 0\n7 1 0\nsummary: 5 0\n"
#define NEW_FILE \
   BEGIN "fl=new/a.c\nfn=f\n2 1 0\n3 1 0\n4 1 0\n6 1 0\n7 1 0\nsummary: 5 0\n"

static void check_texts(const char *old, const char *new, const char *expected)
{
   char text[256];
   for (size_t n = 1;; n++) {
      test_heap heap = { 0 };
      tk_alloc alloc = test_alloc(&heap);
      sources s = { .text = { old, new }, .alloc = alloc };
      const ac_align_texts texts = { .open = open_sources, .context = &s };
      ac_profile *profiles[] = { test_good_profile(&alloc, OLD_FILE),
                                 test_good_profile(&alloc, NEW_FILE) };
      heap.n_calls = 0;
      heap.fail_at = n;
      ac_align *align = ac_align_new(&alloc, profiles[0], profiles[1], &texts);
      heap.fail_at = 0;
      bool ok = align != NULL;
      if (ok)
         assert_string_equal(
            write_lines(align, "old/a.c", (uint32_t[]){ 1, 2, 3, 5, 7, 9, 0 }, text),
            expected);
      ac_align_free(align);
      ac_profile_free(profiles[0]);
      ac_profile_free(profiles[1]);
      assert_int_equal(heap.n_live, 0);
      if (ok) {
         assert_true(n > 10);
         return;
      }
   }
}

static void test_texts(void **state)
{
   (void)state;
   /* A comment above. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\na\nb\nc\n\nd\n}\ne\n",
               "new/a.c 2 3 4 6 8 10");
   /* Lines were exchanged, one was changed, and one went. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\nb\na\nC\n\nd\n}\n", "new/a.c 3 2 4 6 -7 9");
   /* Two lines came for one. */
   check_texts("a\nb\nc\n\nd\n}\ne\n", "/**/\na\nB\nB\n\nd\n}\ne\n",
               "new/a.c 2 3 4 6 8 10");
   /* One text is missing: counts say it. */
   check_texts("a\n", NULL, "new/a.c 2 3 4 6 7 9");
   check_texts(NULL, "a\n", "new/a.c 2 3 4 6 7 9");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files), cmocka_unit_test(test_counts),
      cmocka_unit_test(test_order), cmocka_unit_test(test_other_events),
      cmocka_unit_test(test_texts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

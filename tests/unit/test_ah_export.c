/* test_ah_export.c -- heap profiles in the formats of other programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_ah_whole.h"

#include "export/ah_export_tree.h"
#include "export/an_formats.h"
#include "heap/ah_value.h"

/* ---- Trees ---- */

/* Sites: 0 is a <- b <- main, 1 a <- c <- main, 2 c <- main, 3 a <- main,
   4 not known.  Frames 1 and 5 have the same text. */
static const char sites[] =
   "{\"dhatFileVersion\":2,\"mode\":\"copy\",\"verb\":\"Copied\","
   "\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\",\"Mtu\":\"Minstr\","
   "\"cmd\":\"./a\",\"pid\":1,\"te\":9,\"pps\":["
   "{\"tb\":1,\"tbk\":1,\"fs\":[1,2,4]},{\"tb\":2,\"tbk\":1,\"fs\":[5,3,4]},"
   "{\"tb\":3,\"tbk\":1,\"fs\":[3,4]},{\"tb\":4,\"tbk\":1,\"fs\":[1,4]},"
   "{\"tb\":5,\"tbk\":1,\"fs\":[]}],"
   "\"ftbl\":[\"[root]\",\"a\",\"b\",\"c\",\"main\",\"a\"]}";

#define ROOT " (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"
#define BELOW " below massif's threshold (1.00%)\n"

/* Checks the tree of these bytes of each site, of a total of `total`. */
static void check_tree(const int64_t bytes[5], int64_t total, int64_t n_rest,
                       int64_t rest, const char *expected)
{
   ah_profile *profile = test_ah_text(sites);
   ah_amount weights[5];
   an_tree tree;
   ah_export_sums sums = { rest, total, n_rest, rest, false };
   for (size_t i = 0; i < 5; i++) {
      weights[i] = (ah_amount){ bytes[i], bytes[i] > 0 };
      sums.heap += bytes[i];
   }
   ah_path_tree(&tree, test_alloc(), profile, AN_BOTTOM_UP, true, NULL);
   ah_path_weigh(&tree, weights);
   char *text;
   size_t length;
   FILE *out = open_memstream(&text, &length);
   ah_export_tree(&tree, &sums, out);
   fclose(out);
   assert_string_equal(text, expected);
   free(text);
}

static void test_tree(void **state)
{
   (void)state;
   check_tree((int64_t[5]){ 0 }, 0, 0, 0, "n0: 0" ROOT);
   check_tree((int64_t[5]){ 50, 30, 20, 0, 0 }, 100, 0, 0,
              "n2: 100" ROOT " n2: 80 a\n  n1: 50 b\n   n0: 50 main\n"
              "  n1: 30 c\n   n0: 30 main\n n1: 20 c\n  n0: 20 main\n");
   /* Equal ones stand by name; a path may end within another. */
   check_tree((int64_t[5]){ 5, 0, 10, 5, 0 }, 20, 0, 0,
              "n2: 20" ROOT " n2: 10 a\n  n1: 5 b\n   n0: 5 main\n"
              "  n0: 5 main\n n1: 10 c\n  n0: 10 main\n");
   check_tree((int64_t[5]){ 0, 0, 0, 0, 7 }, 7, 0, 0, "n0: 7" ROOT);
   check_tree((int64_t[5]){ 0, 0, 7, 0, 7 }, 14, 0, 0,
              "n2: 14" ROOT " n0: 7 ???\n n1: 7 c\n  n0: 7 main\n");
}

/* 1 percent is shown, what is less is not. */
static void test_threshold(void **state)
{
   (void)state;
   check_tree((int64_t[5]){ 1, 0, 0, 0, 99 }, 100, 0, 0,
              "n2: 100" ROOT " n0: 99 ???\n n1: 1 a\n  n1: 1 b\n"
              "   n0: 1 main\n");
   check_tree((int64_t[5]){ 1, 0, 0, 0, 100 }, 101, 0, 0,
              "n2: 101" ROOT " n0: 100 ???\n n0: 1 in 1 place," BELOW);
   check_tree((int64_t[5]){ 9, 0, 9, 0, 982 }, 1000, 0, 0,
              "n2: 1000" ROOT " n0: 982 ???\n n0: 18 in 2 places, all" BELOW);
   check_tree((int64_t[5]){ 9, 1, 0, 990, 0 }, 1000, 0, 0,
              "n1: 1000" ROOT " n2: 1000 a\n  n0: 990 main\n"
              "  n0: 10 in 2 places, all" BELOW);
   check_tree((int64_t[5]){ 9, 0, 0, 0, 971 }, 1000, 3, 20,
              "n2: 1000" ROOT " n0: 971 ???\n n0: 29 in 4 places, all" BELOW);
   check_tree((int64_t[5]){ 0, 0, 0, 0, INT64_MAX }, INT64_MAX, 0, 0,
              "n0: 9223372036854775807" ROOT);
   check_tree((int64_t[5]){ 0, 0, INT64_MAX, 0, 0 }, INT64_MAX, 0, 0,
              "n1: 9223372036854775807" ROOT " n1: 9223372036854775807 c\n"
              "  n0: 9223372036854775807 main\n");
}

/* ---- The table ---- */

/* The list begins so, and has each format once, the last one behind "or". */
static void check_list(an_format_kind kind, bool only_with_metric, const char *start)
{
   char text[200], expected[200] = "";
   const char *last = NULL;
   for (size_t i = 0; an_formats[i].name != NULL; i++) {
      const an_format *format = &an_formats[i];
      if (!an_format_is_for(format, kind) || (only_with_metric && !format->takes_metric))
         continue;
      if (last != NULL)
         strcat(strcat(expected, *expected == '\0' ? "" : ", "), last);
      last = format->name;
   }
   strcat(strcat(expected, " or "), last);
   an_format_list(kind, only_with_metric, text, sizeof text);
   assert_string_equal(text, expected);
   assert_memory_equal(text, start, strlen(start));
}

static void test_formats(void **state)
{
   (void)state;
   char text[128];
   for (size_t i = 0; an_formats[i].name != NULL; i++) {
      bool is_found = false;
      for (int kind = AN_FORMAT_HEAP; kind <= AN_FORMAT_COUNTS; kind++) {
         bool is_for = an_format_is_for(&an_formats[i], (an_format_kind)kind);
         if (is_for)
            assert_ptr_equal(an_format_find(an_formats[i].name, (an_format_kind)kind),
                             &an_formats[i]);
         is_found |= is_for;
      }
      assert_true(is_found);
      assert_non_null(an_formats[i].description);
   }
   assert_null(an_format_find("", AN_FORMAT_HEAP));
   assert_null(an_format_find("mas", AN_FORMAT_HEAP));
   assert_null(an_format_find("massif", AN_FORMAT_COUNTS));
   check_list(AN_FORMAT_HEAP, false, "callgrind, massif, dhat, folded, csv, json, ");
   check_list(AN_FORMAT_COUNTS, false, "callgrind, folded, csv, json, ");
   check_list(AN_FORMAT_HEAP, true, "folded, ");
   memset(text, 'x', sizeof text);
   an_format_list(AN_FORMAT_HEAP, false, text, 9);
   assert_string_equal(text, "callgrin");
   assert_int_equal(text[9], 'x');
}

/* ---- Failing ---- */

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tree),
      cmocka_unit_test(test_threshold),
      cmocka_unit_test(test_formats),

   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

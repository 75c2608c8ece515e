/* test_cs_geometry.c -- cs_geometry: texts, limits and phrases.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "machine/cs_geometry.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char form[] = "expected <size>,<assoc>,<line size>, three decimal numbers";
static const char line_phrase[] = "the line size must be a power of two from 8 to 65536";
static const char assoc_0_phrase[] = "the associativity must be at least 1";
static const char assoc_phrase[] =
   "the associativity must be at most the number of lines";
static const char lines_phrase[] = "the size must be at most 67108864 lines";
static const char multiple_phrase[] =
   "the size must be a multiple of <assoc> * <line size>, "
   "and at least that";

static void assert_shape(const cs_geometry *g, uint64_t size_B, uint32_t assoc,
                         uint32_t line_size_B)
{
   assert_int_equal(g->size_B, size_B);
   assert_int_equal(g->assoc, assoc);
   assert_int_equal(g->line_size_B, line_size_B);
}

/* ---- Good texts ------------------------------------------------------ */

static void test_good_texts(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      cs_geometry g;
      uint64_t n_sets;
   } good[] = {
      { "32768,8,64", { 32768, 8, 64 }, 64 },
      { "49152,12,64", { 49152, 12, 64 }, 64 },
      { "28835840,11,64", { 28835840, 11, 64 }, 40960 },
      { "33554432,16,64", { 33554432, 16, 64 }, 32768 },
      { "8,1,8", { 8, 1, 8 }, 1 }, /* the smallest */
      { "65536,1,65536", { 65536, 1, 65536 }, 1 },
      { "131072,2,65536", { 131072, 2, 65536 }, 1 },
      { "24,1,8", { 24, 1, 8 }, 3 },
      { "64000,1000,64", { 64000, 1000, 64 }, 1 },
      { "4294967296,1,64", { 4294967296, 1, 64 }, 67108864 },
      { "4398046511104,16,65536", { 4398046511104, 16, 65536 }, 4194304 },
      { "536870912,67108864,8", { 536870912, 67108864, 8 }, 1 },
      { "032768,08,0064", { 32768, 8, 64 }, 64 }, /* not octal */
   };
   for (size_t i = 0; i < COUNT(good); i++) {
      cs_geometry g = { 1, 2, 3 };
      assert_null(cs_geometry_parse(good[i].text, &g));
      assert_shape(&g, good[i].g.size_B, good[i].g.assoc, good[i].g.line_size_B);
      assert_null(cs_geometry_error(&g));
      assert_int_equal(cs_geometry_sets(&g), good[i].n_sets);
   }
}

/* ---- Bad texts ------------------------------------------------------- */

/* The phrase is exact, and the output is unchanged. */
static void assert_refused(const char *text, const char *phrase)
{
   cs_geometry g = { 111, 222, 333 };
   const char *fault = cs_geometry_parse(text, &g);
   if (fault == NULL)
      fail_msg("\"%s\" was accepted", text);
   else if (strcmp(fault, phrase) != 0)
      fail_msg("\"%s\": \"%s\"", text, fault);
   assert_shape(&g, 111, 222, 333);
}

static void test_not_three_numbers(void **state)
{
   (void)state;
   static const char *const bad[] = {
      /* too few or too many fields */
      "", "32768", "32768,", "32768,8", "32768,8,", "32768,8,64,", "32768,8,64,1", ",",
      ",,", ",,,",
      /* empty fields */
      ",8,64", "32768,,64", "32768,8,,", "32768,,8,64",
      /* signs */
      "-32768,8,64", "+32768,8,64", "32768,-8,64", "32768,+8,64", "32768,8,-64",
      "32768,8,+64",
      /* spaces */
      " 32768,8,64", "32768 ,8,64", "32768, 8,64", "32768,8 ,64", "32768,8, 64",
      "32768,8,64 ", "32768,8,64\n", "32768,8,64\t", " ",
      /* hexadecimal, units, fractions, words, other separators */
      "0x8000,8,64", "32768,0x8,64", "32768,8,0x40", "32k,8,64", "32K,8,64",
      "32768,8,64B", "32768.0,8,64", "3e4,8,64", "a,b,c", "32768;8;64", "32768:8:64",
      "32768x8x64", "32768,8,6 4", "32'768,8,64", "\xd9\xa3,8,64", "/,8,64", ":,8,64",
      /* more than 64 bits */
      "18446744073709551616,8,64", "32768,18446744073709551616,64",
      "32768,8,18446744073709551616", "18446744073709551680,8,64",
      "184467440737095516150,8,64", "99999999999999999999999999999,8,64",
      "36893488147419136000,8,64", /* 2^65 + 32768 */
   };
   for (size_t i = 0; i < COUNT(bad); i++)
      assert_refused(bad[i], form);
}

static void test_line_size(void **state)
{
   (void)state;
   static const char *const bad[] = {
      "32768,8,0",
      "32768,8,1",
      "32768,8,2",
      "32768,8,4",
      "56,8,7",
      "32768,8,9",
      "96,8,12",
      "32768,8,63",
      "32768,8,65",
      "32768,8,96",
      "524280,8,65535",
      "524296,8,65537",
      "1048576,8,131072",
      "786432,8,98304",
      /* 2^32 + 64 and 2^64 - 1: must not be cut to 32 bits */
      "32768,8,4294967360",
      "32768,8,18446744073709551615",
   };
   for (size_t i = 0; i < COUNT(bad); i++)
      assert_refused(bad[i], line_phrase);
}

static void test_associativity(void **state)
{
   (void)state;
   assert_refused("32768,0,64", assoc_0_phrase);
   /* Beyond 32 bits: 2^32, 2^32 + 8 (not cut to 8), 2^64 - 1. */
   assert_refused("32768,4294967296,64", assoc_phrase);
   assert_refused("32768,4294967304,64", assoc_phrase);
   assert_refused("32768,18446744073709551615,64", assoc_phrase);
   /* More ways than lines. */
   assert_refused("32768,513,64", multiple_phrase);
   assert_refused("32768,1024,64", multiple_phrase);
   assert_refused("64,2,64", multiple_phrase);
   /* 2^26 ways of 64 bytes are 2^32 bytes: must not be cut to 0. */
   assert_refused("32768,67108864,64", multiple_phrase);
   assert_refused("32768,4294967295,64", multiple_phrase);
}

static void test_size(void **state)
{
   (void)state;
   assert_refused("0,8,64", multiple_phrase);
   assert_refused("0,1,8", multiple_phrase);
   assert_refused("1,1,8", multiple_phrase);
   assert_refused("511,8,64", multiple_phrase);
   assert_refused("32767,8,64", multiple_phrase);
   assert_refused("32769,8,64", multiple_phrase);
   assert_refused("32832,8,64", multiple_phrase); /* lines, but not sets */
   assert_refused("32768,12,64", multiple_phrase);
   /* One line, and one set, beyond 2^26 lines; then far beyond. */
   assert_refused("4294967360,1,64", lines_phrase);
   assert_refused("4294968320,16,64", lines_phrase);
   assert_refused("536870920,1,8", lines_phrase);
   assert_refused("18446744073709551552,1,64", lines_phrase);
   assert_refused("18446744073709551608,1,8", lines_phrase);
}

/* ---- Shapes that are no text ----------------------------------------- */

static void assert_fault(uint64_t size_B, uint32_t assoc, uint32_t line_size_B,
                         const char *phrase)
{
   cs_geometry g = { size_B, assoc, line_size_B };
   assert_string_equal(cs_geometry_error(&g), phrase);
   assert_shape(&g, size_B, assoc, line_size_B);
}

static void test_faults(void **state)
{
   (void)state;
   assert_fault(0, 0, 0, line_phrase);
   assert_fault(32768, 8, 0, line_phrase);
   assert_fault(32768, 8, 0x80000000u, line_phrase);
   assert_fault(32768, 8, UINT32_MAX, line_phrase);
   assert_fault(32768, 0, 64, assoc_0_phrase);
   assert_fault(0, 1, 64, multiple_phrase);
   assert_fault(32768, UINT32_MAX, 64, multiple_phrase);
   assert_fault(UINT64_MAX, 1, 64, lines_phrase);
}

/* Every line size that is a power of two in range is legal, and no other
   number up to twice the limit. */
static void test_line_sizes_exhaustively(void **state)
{
   (void)state;
   unsigned n_legal = 0;
   for (uint32_t line_B = 1; line_B <= 131072; line_B++) {
      cs_geometry g = { (uint64_t)line_B * 12, 4, line_B };
      n_legal += cs_geometry_error(&g) == NULL;
   }
   assert_int_equal(n_legal, 14); /* 2^3 to 2^16 */
   for (uint32_t line_B = 8; line_B <= 65536; line_B *= 2) {
      cs_geometry g = { (uint64_t)line_B * 12, 4, line_B };
      assert_null(cs_geometry_error(&g));
   }
}

/* Any number of sets is legal. */
static void test_any_number_of_sets(void **state)
{
   (void)state;
   for (uint64_t n_sets = 1; n_sets <= 3000; n_sets++) {
      cs_geometry g = { n_sets * 11 * 64, 11, 64 };
      assert_null(cs_geometry_error(&g));
      assert_int_equal(cs_geometry_sets(&g), n_sets);
      g.size_B += 64;
      assert_string_equal(cs_geometry_error(&g), multiple_phrase);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_texts),
      cmocka_unit_test(test_not_three_numbers),
      cmocka_unit_test(test_line_size),
      cmocka_unit_test(test_associativity),
      cmocka_unit_test(test_size),
      cmocka_unit_test(test_faults),
      cmocka_unit_test(test_line_sizes_exhaustively),
      cmocka_unit_test(test_any_number_of_sets),
   };
   return cmocka_run_group_tests_name("cs_geometry", tests, NULL, NULL);
}

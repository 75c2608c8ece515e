/* test_tk_strings.c -- each string once, by address and number.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/tk_hash.h"
#include "base/tk_strings.h"
#include "unit_alloc.h"

static unit_alloc memory;

static tk_strings *new_table(void)
{
   unit_alloc_init(&memory);
   tk_strings *table = tk_strings_new(&memory.alloc);
   assert_non_null(table);
   assert_int_equal(tk_strings_count(table), 0);
   return table;
}

static void free_table(tk_strings *table)
{
   tk_strings_free(table);
   assert_int_equal(memory.n_live, 0);
}

static const char *intern(tk_strings *table, const char *text)
{
   const char *kept = tk_strings_intern(table, text, strlen(text));
   assert_non_null(kept);
   return kept;
}

static void test_same_string_same_pointer(void **state)
{
   (void)state;
   tk_strings *table = new_table();
   char text[] = "main.c";
   const char *kept = intern(table, text);
   assert_ptr_not_equal(kept, text);
   assert_string_equal(kept, "main.c");
   assert_ptr_equal(intern(table, "main.c"), kept);
   assert_int_equal(tk_strings_count(table), 1);

   text[0] = 'r'; /* the table has its own copy */
   assert_string_equal(kept, "main.c");
   assert_ptr_not_equal(intern(table, text), kept);
   assert_int_equal(tk_strings_count(table), 2);
   free_table(table);
}

static void test_different_strings(void **state)
{
   (void)state;
   static const char *const texts[] = { "",    "a", "b",  "aa", "ab",       "ba",
                                        "aaa", "A", "a ", " a", "\xc3\xa9", "\xff" };
   enum { N = sizeof texts / sizeof texts[0] };
   const char *kept[N];
   tk_strings *table = new_table();
   for (int i = 0; i < N; i++)
      kept[i] = intern(table, texts[i]);
   assert_int_equal(tk_strings_count(table), N);
   for (int i = 0; i < N; i++) {
      assert_string_equal(kept[i], texts[i]);
      assert_ptr_equal(intern(table, texts[i]), kept[i]);
      for (int j = 0; j < i; j++)
         assert_ptr_not_equal(kept[i], kept[j]);
   }
   free_table(table);
}

static void test_empty_string(void **state)
{
   (void)state;
   tk_strings *table = new_table();
   const char *kept = tk_strings_intern(table, "not looked at", 0);
   assert_non_null(kept);
   assert_string_equal(kept, "");
   assert_ptr_equal(intern(table, ""), kept);
   assert_int_equal(tk_strings_count(table), 1);
   free_table(table);
}

/* The length counts, not a NUL; a NUL follows the copy. */
static void test_any_bytes(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t length;
   } cases[] = {
      { "a\0b", 3 }, { "a\0c", 3 }, { "a", 1 },   { "a\0", 2 }, { "a\0\0", 3 },
      { "\0", 1 },   { "\0\0", 2 }, { "\0a", 2 }, { "abc", 2 }, { "abc", 3 },
   };
   enum { N = sizeof cases / sizeof cases[0] };
   const char *kept[N];
   tk_strings *table = new_table();
   for (int i = 0; i < N; i++) {
      kept[i] = tk_strings_intern(table, cases[i].text, cases[i].length);
      assert_non_null(kept[i]);
   }
   assert_int_equal(tk_strings_count(table), N);
   for (int i = 0; i < N; i++) {
      assert_memory_equal(kept[i], cases[i].text, cases[i].length);
      assert_int_equal(kept[i][cases[i].length], '\0');
      assert_ptr_equal(tk_strings_intern(table, cases[i].text, cases[i].length), kept[i]);
   }
   free_table(table);
}

/* Strings whose FNV-1a hash is 0; a further NUL does not change it.  With equal
   hashes, lengths and bytes must differ.  (The first two are from the FNV site of
   L. C. Noll.) */
static void test_equal_hashes(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t length;
   } cases[] = {
      { "!0IC=VloaY", 10 },
      { "\xd5\x6b\xb9\x53\x42\x87\x08\x36", 8 },
      { "\xd5\x6b\xb9\x53\x42\x87\x08\x36\0", 9 },
      { "\xd5\x6b\xb9\x53\x42\x87\x08\x36\0\0", 10 },
      { "!0IC=VloaY\0", 11 },
      { "\xd5\x6b\xb9\x53\x42\x87\x08\x36\0\0\0", 11 },
   };
   enum { N = sizeof cases / sizeof cases[0] };
   const char *kept[N];
   tk_strings *table = new_table();
   for (int i = 0; i < N; i++) {
      assert_int_equal(tk_hash_bytes(cases[i].text, cases[i].length), 0);
      kept[i] = tk_strings_intern(table, cases[i].text, cases[i].length);
      assert_non_null(kept[i]);
      assert_memory_equal(kept[i], cases[i].text, cases[i].length);
   }
   assert_int_equal(tk_strings_count(table), N);
   for (int i = 0; i < N; i++)
      assert_ptr_equal(tk_strings_intern(table, cases[i].text, cases[i].length), kept[i]);
   free_table(table);
}

/* Through many doublings: old pointers stay, old strings are found. */
static void test_growth(void **state)
{
   (void)state;
   enum { N = 100000 };
   static const char *kept[N];
   char text[32];
   tk_strings *table = new_table();
   for (int i = 0; i < N; i++) {
      snprintf(text, sizeof text, "function_%d", i);
      kept[i] = intern(table, text);
      assert_int_equal(tk_strings_count(table), i + 1);
      if (i % 1000 == 0)
         assert_ptr_equal(intern(table, "function_0"), kept[0]);
   }
   for (int i = 0; i < N; i++) {
      snprintf(text, sizeof text, "function_%d", i);
      assert_string_equal(kept[i], text);
      assert_ptr_equal(intern(table, text), kept[i]);
   }
   assert_int_equal(tk_strings_count(table), N);
   free_table(table);
}

static void test_long_string(void **state)
{
   (void)state;
   enum { LENGTH = 1000000 };
   static char text[LENGTH + 1];
   memset(text, 'x', LENGTH);
   tk_strings *table = new_table();
   const char *kept = intern(table, text);
   assert_ptr_equal(intern(table, text), kept);
   text[LENGTH - 1] = 'y'; /* the last byte counts */
   const char *other = intern(table, text);
   assert_ptr_not_equal(other, kept);
   assert_int_equal(kept[LENGTH - 1], 'x');
   assert_int_equal(strlen(other), LENGTH);
   free_table(table);
}

/* ---- Numbers ---------------------------------------------------------- */

static tk_strings *texts;

/* The text of a number, followed by bytes that do not belong to it. */
static size_t make(char *to, uint32_t number)
{
   int length = sprintf(to, "0x%X: f%u (a.c:%u)", number, number % 7, number);
   memcpy(to + length, "beyond", 7);
   return (size_t)length;
}

static uint32_t number_of(uint32_t i)
{
   char text[64];
   size_t length = make(text, i);
   return tk_strings_number(texts, text, length);
}

static void assert_text(uint32_t i)
{
   char text[64];
   text[make(text, i)] = '\0';
   assert_string_equal(tk_strings_at(texts, i), text);
}

static void test_many_texts(void **state)
{
   (void)state;
   enum { N = 200000 };
   texts = new_table();
   for (uint32_t i = 0; i < N; i++) {
      if (number_of(i) != i || number_of(i / 2) != i / 2)
         fail_msg("%u", i);
   }
   for (uint32_t i = 0; i < N; i++) {
      uint32_t k = (uint32_t)((uint64_t)i * 7919 % N);
      if (number_of(k) != k)
         fail_msg("%u", k);
      assert_text(i);
   }
   assert_int_equal(tk_strings_count(texts), N);
   free_table(texts);
}

/* Strings do not move when the table grows. */
static void test_texts_stay(void **state)
{
   (void)state;
   texts = new_table();
   assert_int_equal(number_of(0), 0);
   const char *text = tk_strings_at(texts, 0);
   for (uint32_t i = 1; i < 5000; i++)
      assert_int_equal(number_of(i), i);
   assert_ptr_equal(tk_strings_at(texts, 0), text);
   assert_text(0);
   free_table(texts);
}

static void test_like_texts(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      size_t length;
   } distinct[] = {
      { "", 0 },         { "a", 1 },    { "ab", 2 },  { "b", 1 },    { "A", 1 },
      { "\0", 1 },       { "\0\0", 2 }, { "a\0", 2 }, { "a\0b", 3 }, { "\xff", 1 },
      { "\xff\xfe", 2 }, { " ", 1 },    { "a ", 2 },
   };
   texts = new_table();
   for (int round = 0; round < 2; round++)
      for (uint32_t i = 0; i < sizeof distinct / sizeof distinct[0]; i++) {
         assert_int_equal(tk_strings_number(texts, distinct[i].text, distinct[i].length),
                          i);
         assert_memory_equal(tk_strings_at(texts, i), distinct[i].text,
                             distinct[i].length);
         assert_int_equal(tk_strings_at(texts, i)[distinct[i].length], 0);
      }
   free_table(texts);
}

/* A path of numbers is a string, too: aligned, and found with its length. */
static void test_bytes(void **state)
{
   (void)state;
   enum { N = 5000, LENGTH_MAX = 24 };
   uint64_t path[LENGTH_MAX];
   texts = new_table();
   for (int round = 0; round < 2; round++)
      for (uint32_t i = 0; i < N; i++) {
         for (uint32_t k = 0; k < LENGTH_MAX; k++)
            path[k] = i;
         size_t size_B = i == 0 ? 0 : 8 + i % (LENGTH_MAX * 8 - 8);
         assert_int_equal(tk_strings_number(texts, i == 0 ? NULL : path, size_B), i);
         size_t found_B;
         const void *found = tk_strings_bytes(texts, i, &found_B);
         assert_int_equal(found_B, size_B);
         assert_int_equal((uintptr_t)found % sizeof path[0], 0);
         assert_memory_equal(found, path, size_B);
      }
   assert_int_equal(tk_strings_number(texts, "", 0), 0);
   free_table(texts);
}

static void test_two_tables(void **state)
{
   (void)state;
   tk_strings *a = new_table();
   tk_strings *b = tk_strings_new(&memory.alloc);
   assert_non_null(b);
   const char *kept = intern(a, "shared");
   assert_int_equal(tk_strings_count(b), 0);
   assert_ptr_not_equal(intern(b, "shared"), kept);
   tk_strings_free(b);
   assert_string_equal(kept, "shared");
   free_table(a);
}

static void test_free_of_nothing(void **state)
{
   (void)state;
   tk_strings_free(NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_string_same_pointer),
      cmocka_unit_test(test_different_strings),
      cmocka_unit_test(test_empty_string),
      cmocka_unit_test(test_any_bytes),
      cmocka_unit_test(test_equal_hashes),
      cmocka_unit_test(test_growth),
      cmocka_unit_test(test_long_string),
      cmocka_unit_test(test_many_texts),
      cmocka_unit_test(test_texts_stay),
      cmocka_unit_test(test_like_texts),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_two_tables),
      cmocka_unit_test(test_free_of_nothing),
   };
   return cmocka_run_group_tests_name("tk_strings", tests, NULL, NULL);
}

/* test_tk_jit_dump.c -- jitdumps, in any pieces and with any damage.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_jit_dump.h"
#include "unit_alloc.h"

static unit_alloc memory;
static tk_strings *names;
static tk_jit_dump dump;

static void begin(void)
{
   unit_alloc_init(&memory);
   names = tk_strings_new(&memory.alloc);
   dump = (tk_jit_dump){ .alloc = &memory.alloc,
                         .jit = tk_jit_new(&memory.alloc, names) };
}

static void end(void)
{
   tk_jit_dump_free(&dump);
   tk_jit_free(dump.jit);
   tk_strings_free(names);
   assert_int_equal(memory.n_live, 0);
}

/* ---- A file ----------------------------------------------------------- */

static unsigned char file[1 << 16];
static size_t file_B;

static void put(const void *bytes, size_t size_B)
{
   memcpy(file + file_B, bytes, size_B);
   file_B += size_B;
}

static void put_u32(uint32_t value)
{
   put(&value, sizeof value);
}

static void put_u64(uint64_t value)
{
   put(&value, sizeof value);
}

static void put_text(const char *text)
{
   put(text, strlen(text) + 1);
}

static void put_header(void)
{
   file_B = 0;
   put_u32(0x4a695444);
   put_u32(1);
   put_u32(48); /* 8 bytes more than we know */
   put_u32(62);
   put_u32(0);
   put_u32(4711);
   put_u64(1);
   put_u64(0);
   put_u64(0);
}

static void put_record(uint32_t kind, uint32_t size_B)
{
   put_u32(kind);
   put_u32(16 + size_B);
   put_u64(99);
}

static void put_load(uint64_t start, uint32_t size_B, const char *name)
{
   put_record(0, 40 + (uint32_t)strlen(name) + 1 + size_B);
   put_u64(0);
   put_u64(start);
   put_u64(start);
   put_u64(size_B);
   put_u64(1);
   put_text(name);
   for (uint32_t i = 0; i < size_B; i++)
      put("\xcc", 1);
}

static void put_move(uint64_t from, uint64_t to, uint64_t size_B)
{
   put_record(1, 48);
   put_u64(0);
   put_u64(to);
   put_u64(from);
   put_u64(to);
   put_u64(size_B);
   put_u64(1);
}

static void put_lines(uint64_t start, const char *path, const char *other)
{
   put_record(2, 16 + 2 * 16 + (uint32_t)(strlen(path) + strlen(other)) + 2);
   put_u64(start);
   put_u64(2);
   put_u64(start);
   put_u32(7);
   put_u32(0);
   put_text(path);
   put_u64(start + 8);
   put_u32(9);
   put_u32(0);
   put_text(other);
}

static void make_file(void)
{
   put_header();
   put_load(0x1000, 16, "f");
   put_record(4, 24); /* how to unwind */
   put("012345678901234567890123", 24);
   put_lines(0x2000, "/tmp/a.js", "\xff");
   put_load(0x2000, 300, "g");
   put_move(0x2000, 0x3000, 300);
   put_record(77, 3); /* unknown */
   put("xyz", 3);
   put_lines(0x4000, "/tmp/a.js", "b.js");
   put_load(0x5000, 4, "other");
   put_load(0x4000, 4, "late");
   put_record(3, 0);
   put_load(0x6000, 5, "after the end");
}

static void feed(unit_random *random, size_t size_B)
{
   for (size_t at = 0, n; at < size_B; at += n) {
      n = 1 + (size_t)unit_random_below(random, 60);
      n = n < size_B - at ? n : size_B - at;
      tk_jit_dump_feed(&dump, file + at, n);
   }
}

static const tk_jit_line *line_at(uint64_t addr)
{
   return tk_jit_line_at(tk_jit_at(dump.jit, addr), addr);
}

static void test_records(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 100; seed++) {
      unit_random random = unit_random_from(seed);
      begin();
      make_file();
      feed(&random, file_B);
      assert_false(dump.is_refused);
      assert_string_equal(tk_jit_at(dump.jit, 0x100f)->name, "f");
      assert_null(line_at(0x100f));
      assert_string_equal(tk_jit_at(dump.jit, 0x2000)->name, "g");
      assert_string_equal(line_at(0x2007)->file, "/tmp/a.js");
      assert_int_equal(line_at(0x2007)->number, 7);
      assert_string_equal(line_at(0x2008)->file, "/tmp/a.js");
      assert_int_equal(line_at(0x2008)->number, 9);
      assert_string_equal(tk_jit_at(dump.jit, 0x3000)->name, "g");
      assert_int_equal(line_at(0x3008)->number, 9);
      assert_null(line_at(0x5000));
      assert_null(line_at(0x4000));
      assert_string_equal(tk_jit_at(dump.jit, 0x6000)->name, "after the end");
      end();
   }
}

/* V8's lines: the first begins where the code would, behind an ELF header. */
static void test_shifted_lines(void **state)
{
   (void)state;
   unit_random random = unit_random_from(1);
   put_header();
   put_lines(0x1040, "a.js", "\xff");
   memcpy(file + 48 + 16, &(uint64_t){ 0x1000 }, sizeof(uint64_t));
   put_load(0x1000, 64, "f");
   begin();
   feed(&random, file_B);
   assert_int_equal(line_at(0x1000)->number, 7);
   assert_int_equal(line_at(0x1007)->number, 7);
   assert_int_equal(line_at(0x1008)->number, 9);
   end();
}

/* Each file that is cut short says what its whole records say. */
static void test_cut_short(void **state)
{
   (void)state;
   make_file();
   uint32_t generation = 1;
   for (size_t n = 0; n <= file_B; n++) {
      unit_random random = unit_random_from(n);
      begin();
      feed(&random, n);
      assert_true(tk_jit_generation(dump.jit) >= generation);
      generation = tk_jit_generation(dump.jit);
      end();
   }
   assert_int_equal(generation, 1 + 6);
}

static void test_refused(void **state)
{
   (void)state;
   static const unsigned char other_order[] = { 0x4a, 0x69, 0x54, 0x44 };
   unit_random random = unit_random_from(1);
   make_file();
   begin();
   memcpy(file, other_order, 4);
   feed(&random, file_B);
   assert_true(dump.is_refused);
   assert_int_equal(tk_jit_generation(dump.jit), 1);
   end();

   put_header();
   put_load(0x1000, 16, "f");
   put_u64(0); /* a record without a size */
   put_u64(0);
   put_load(0x2000, 16, "g");
   begin();
   feed(&random, file_B);
   assert_true(dump.is_refused);
   assert_non_null(tk_jit_at(dump.jit, 0x1000));
   assert_null(tk_jit_at(dump.jit, 0x2000));
   end();
}

static void test_damaged(void **state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 3000; seed++) {
      unit_random random = unit_random_from(seed);
      make_file();
      begin();
      for (uint64_t n = unit_random_below(&random, 5) + 1; n > 0; n--)
         file[unit_random_below(&random, file_B)] = (unsigned char)unit_random_u64(
            &random);
      feed(&random, file_B);
      for (uint64_t addr = 0xfff; addr < 0x6100; addr += 7) {
         const tk_jit_code *code = tk_jit_at(dump.jit, addr);
         if (code != NULL)
            tk_jit_line_at(code, addr);
      }
      end();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records),   cmocka_unit_test(test_shifted_lines),
      cmocka_unit_test(test_cut_short), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_damaged),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_tk_elf.c -- tk_elf: build ids and functions of mapped files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "code/tk_elf.h"

/* ---- A file made by hand --------------------------------------------- */

/* 64-bit: a header, three segments, a note before the build id's, an index of three
   functions, and their frames.  Code would begin at CODE. */
enum {
   SEGMENTS = 64,
   NOTES = 0x100,
   INDEX = 0x140,
   FRAMES = 0x180,
   IMAGE_B = 0x200,
   CODE = 0x1000,
   VADDR = 0x400000, /* of the file's first byte */
};

static _Alignas(16) uint8_t image[IMAGE_B];
static uintptr_t hidden_from = UINTPTR_MAX;

static bool can_read(uintptr_t start, size_t size_B)
{
   return start >= (uintptr_t)image && start - (uintptr_t)image <= IMAGE_B
          && size_B <= IMAGE_B - (start - (uintptr_t)image)
          && start + size_B <= hidden_from;
}

enum { IS_BIG_ENDIAN = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

static void put(size_t at, uint64_t value, size_t size_B)
{
   const uint8_t *bytes = (const uint8_t *)&value;
   memcpy(image + at, bytes + (IS_BIG_ENDIAN ? sizeof value - size_B : 0), size_B);
}

static void put_segment(size_t i, uint32_t type, size_t offset, size_t size_B)
{
   size_t at = SEGMENTS + 56 * i;
   put(at, type, 4);
   put(at + 8, offset, 8);
   put(at + 16, VADDR + offset, 8);
   put(at + 40, size_B, 8);
}

/* Function i has `size_B` bytes at CODE + offset; its frame has numbers of 4 bytes, or
   of 8. */
static void put_function(size_t i, size_t offset, size_t size_B, bool is_wide)
{
   size_t frame = FRAMES + 32 * i, code = CODE + offset, start = frame + 8;
   put(INDEX + 12 + 8 * i, code - INDEX, 4);
   put(INDEX + 16 + 8 * i, frame - INDEX, 4);
   put(frame, 28, 4);
   put(start, code - start, is_wide ? 8 : 4);
   put(start + (is_wide ? 8 : 4), size_B, is_wide ? 8 : 4);
}

static void make_image(void)
{
   static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', 2, IS_BIG_ENDIAN ? 2 : 1, 1 };
   static const uint8_t index[] = { 1, 0x1b, 0x03, 0x3b };
   memset(image, 0, sizeof image);
   memcpy(image, ident, sizeof ident);
   put(32, SEGMENTS, 8);
   put(54, 56, 2);
   put(56, 3, 2);
   put_segment(0, 1, 0, IMAGE_B);
   put_segment(1, 4, NOTES, 44);
   put_segment(2, 0x6474e550, INDEX, 12 + 3 * 8);
   put(NOTES, 4, 4), put(NOTES + 4, 5, 4), put(NOTES + 8, 1, 4);
   memcpy(image + NOTES + 12, "GNU", 4);
   put(NOTES + 24, 4, 4), put(NOTES + 28, 3, 4), put(NOTES + 32, 3, 4);
   memcpy(image + NOTES + 36, "GNU\0\x1a\x2b\x3c", 8);
   memcpy(image + INDEX, index, sizeof index);
   put(INDEX + 8, 3, 4);
   put_function(0, 0, 0x10, false);
   put_function(1, 0x10, 0x20, true);
   put_function(2, 0x100, 0x40, false);
}

static uintptr_t function_at(const tk_elf *elf, size_t offset)
{
   uintptr_t addr = (uintptr_t)image + CODE + offset, end = 0, same_end = 0;
   uintptr_t start = tk_elf_function(elf, addr, &end);
   if (start == 0)
      return 0;
   assert_true(end > addr);
   assert_int_equal(tk_elf_function(elf, end - 1, &same_end), start);
   assert_int_equal(same_end, end);
   assert_int_not_equal(tk_elf_function(elf, end, &same_end), start);
   return start - elf->bias;
}

static void assert_read(tk_elf *elf)
{
   assert_true(tk_elf_read(elf, (uintptr_t)image, can_read));
   assert_int_equal(elf->bias, (uintptr_t)image - VADDR);
   assert_int_equal(elf->start, (uintptr_t)image);
   assert_int_equal(elf->end, (uintptr_t)image + IMAGE_B);
}

static void test_build_id(void **state)
{
   (void)state;
   tk_elf elf;
   make_image();
   assert_read(&elf);
   assert_int_equal(elf.build_id_B, 3);
   assert_memory_equal(elf.build_id, "\x1a\x2b\x3c", 3);
   put(NOTES + 28, 65, 4); /* longer than its segment */
   assert_read(&elf);
   assert_int_equal(elf.build_id_B, 0);
}

/* What follows the segments is none. */
static void test_segments(void **state)
{
   (void)state;
   tk_elf elf;
   make_image();
   put_segment(3, 1, 0, 16 * IMAGE_B);
   assert_read(&elf);
}

static void test_functions(void **state)
{
   (void)state;
   tk_elf elf;
   make_image();
   assert_read(&elf);
   assert_int_equal(function_at(&elf, 0), VADDR + CODE);
   assert_int_equal(function_at(&elf, 0xf), VADDR + CODE);
   assert_int_equal(function_at(&elf, 0x10), VADDR + CODE + 0x10);
   assert_int_equal(function_at(&elf, 0x2f), VADDR + CODE + 0x10);
   assert_int_equal(function_at(&elf, 0x30), 0); /* between two functions */
   assert_int_equal(function_at(&elf, 0x13f), VADDR + CODE + 0x100);
   assert_int_equal(function_at(&elf, 0x140), 0);
   assert_int_equal(function_at(&elf, (size_t)-1), 0);
}

/* What is damaged or cannot be read is unknown. */
static void test_damage(void **state)
{
   (void)state;
   tk_elf elf;
   make_image();
   put(INDEX + 8, 4, 4); /* more functions than the segment has room for */
   assert_read(&elf);
   assert_int_equal(function_at(&elf, 0), 0);
   make_image();
   put(INDEX + 3, 0x1b, 1); /* entries of another kind */
   assert_read(&elf);
   assert_int_equal(function_at(&elf, 0), 0);
   make_image();
   put(INDEX + 16, 0x7fffffff, 4); /* a frame outside the file */
   assert_read(&elf);
   assert_int_equal(function_at(&elf, 0), 0);
   make_image();
   image[4] = 1; /* a 32-bit file */
   assert_false(tk_elf_read(&elf, (uintptr_t)image, can_read));
   make_image();
   put_segment(0, 1, 0x1000, 1); /* no segment has the header */
   assert_false(tk_elf_read(&elf, (uintptr_t)image, can_read));
}

static void test_all_truncations(void **state)
{
   (void)state;
   make_image();
   for (size_t n = 0; n <= IMAGE_B; n++) {
      tk_elf elf;
      hidden_from = (uintptr_t)image + n;
      if (tk_elf_read(&elf, (uintptr_t)image, can_read))
         function_at(&elf, 0x10);
   }
   hidden_from = UINTPTR_MAX;
}

/* ---- This program ---------------------------------------------------- */

extern const char __ehdr_start[]; /* by the linker */

static bool can_read_all(uintptr_t start, size_t size_B)
{
   (void)size_B;
   return start != 0;
}

static void test_this_program(void **state)
{
   (void)state;
   tk_elf elf;
   assert_true(tk_elf_read(&elf, (uintptr_t)__ehdr_start, can_read_all));
   assert_true(elf.n_indexed > 5);
   const uintptr_t functions[] = { (uintptr_t)test_damage, (uintptr_t)make_image,
                                   (uintptr_t)test_this_program };
   uintptr_t end;
   for (size_t i = 0; i < 3; i++)
      assert_int_equal(tk_elf_function(&elf, functions[i] + 2, &end), functions[i]);
   assert_int_equal(elf.start, (uintptr_t)__ehdr_start);
   assert_true(elf.end >= (uintptr_t)(image + sizeof image)); /* in .bss */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_build_id),        cmocka_unit_test(test_segments),
      cmocka_unit_test(test_functions),       cmocka_unit_test(test_damage),
      cmocka_unit_test(test_all_truncations), cmocka_unit_test(test_this_program),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

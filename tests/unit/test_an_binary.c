/* test_an_binary.c -- an object's code: which file has it, its bytes and functions.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <limits.h>
#include <link.h>
#include <sys/stat.h>

#include "code/an_binary.h"
#include "test_ty_made.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static const char id[] = "ab0123456789cdef", other_id[] = "ab0123456789cdee";

static an_source_places places;
static an_binary *binary;

static void begin(const char *path, const char *build_id)
{
   const char *problem;
   binary = an_binary_open(an_alloc_malloc(), path, build_id, &places, &problem);
   assert_non_null(binary);
}

static void end(void)
{
   an_binary_close(binary);
   places = (an_source_places){ .n_roots = 0 };
}

static void check_problem(const char *path, const char *build_id, const char *expected)
{
   const char *problem;
   assert_null(an_binary_open(an_alloc_malloc(), path, build_id, &places, &problem));
   assert_string_equal(problem, expected);
}

static void write_object(const char *name, const char *build_id, size_t n,
                         const made_symbol *symbols)
{
   made_begin();
   made.build_id = build_id;
   made.is_stripped = true;
   made.n_symbols = n;
   for (size_t i = 0; i < n; i++)
      made.symbols[i] = symbols[i];
   made_file(name);
}

/* ---- Which file ---- */

static void opens_that_build(void **state)
{
   (void)state;
   write_object("one", id, 0, NULL);
   begin("one", id);
   assert_string_equal(an_binary_arch(binary), "amd64");
   end();
   begin("one", NULL);
   end();
   check_problem("one", other_id, "of another build");
   check_problem("one", "ab01", "of another build");
   check_problem("none", id, "not found");
   FILE *file = fopen("text", "w");
   fputs("no object\n", file);
   fclose(file);
   check_problem("text", NULL, "not an ELF file");
   file = fopen("empty", "w");
   fclose(file);
   check_problem("empty", NULL, "not an ELF file");
}

static void stays_below_roots(void **state)
{
   (void)state;
   char here[PATH_MAX], path[PATH_MAX + 8];
   const char *roots[] = { "/nonexistent" };
   write_object("one", id, 0, NULL);
   assert_non_null(realpath(".", here));
   snprintf(path, sizeof path, "%s/one", here);
   places = (an_source_places){ .roots = roots, .n_roots = 1 };
   const char *problem;
   assert_null(an_binary_open(an_alloc_malloc(), path, id, &places, &problem));
   assert_true(an_source_is_refusal(problem));
   roots[0] = here;
   places.is_closed = true; /* that is about sources */
   begin(path, id);
   end();
}

/* ---- Bytes ---- */

static void has_bytes(void **state)
{
   (void)state;
   size_t size_B;
   write_object("one", id, 0, NULL);
   begin("one", id);
   assert_non_null(an_binary_bytes(binary, MADE_TEXT, &size_B));
   assert_int_equal(size_B, MADE_TEXT_B);
   assert_non_null(an_binary_bytes(binary, MADE_TEXT + MADE_TEXT_B - 1, &size_B));
   assert_int_equal(size_B, 1);
   assert_null(an_binary_bytes(binary, MADE_TEXT + MADE_TEXT_B, &size_B));
   assert_null(an_binary_bytes(binary, MADE_TEXT - 1, &size_B));
   assert_null(an_binary_bytes(binary, UINT64_MAX, &size_B));
   an_segment segment;
   assert_true(an_binary_segment(binary, MADE_TEXT, &segment));
   assert_true(segment.start <= MADE_TEXT && segment.end > MADE_TEXT);
   assert_int_equal(segment.start % 4096, 0);
   assert_int_equal(segment.offset % 4096, 0);
   assert_false(an_binary_segment(binary, UINT64_MAX, &segment));
   end();
}

/* ---- Functions ---- */

static void check_code(const an_code *code, uint64_t address, uint64_t start,
                       uint64_t end, const char *name)
{
   assert_int_equal(code->address, address);
   assert_int_equal(code->start, start);
   assert_int_equal(code->end, end);
   if (name == NULL)
      assert_null(code->name);
   else
      assert_string_equal(code->name, name);
}

static const made_symbol symbols[] = {
   { "whole", MADE_TEXT, 0x100 },       { "part", MADE_TEXT + 0x40, 0x20 },
   { "again", MADE_TEXT + 0x40, 0x20 }, { "endless", MADE_TEXT + 0x200, UINT64_MAX },
   { "bare", MADE_TEXT + 0x300, 0 },    { "", MADE_TEXT + 0x400, 8 },
};

/* The least code around an address; the first of equal names. */
static void check_symbols(void)
{
   an_code codes[] = { { .address = MADE_TEXT + 0x300 }, { .address = MADE_TEXT + 0x5f },
                       { .address = MADE_TEXT + 0x10 },  { .address = MADE_TEXT + 0x60 },
                       { .address = MADE_TEXT + 0x404 }, { .address = MADE_TEXT + 0x304 },
                       { .address = MADE_TEXT + 0x10 } };
   an_binary_find(binary, codes, sizeof codes / sizeof codes[0]);
   check_code(&codes[0], MADE_TEXT + 0x10, MADE_TEXT, MADE_TEXT + 0x100, "whole");
   check_code(&codes[1], MADE_TEXT + 0x10, MADE_TEXT, MADE_TEXT + 0x100, "whole");
   check_code(&codes[2], MADE_TEXT + 0x5f, MADE_TEXT + 0x40, MADE_TEXT + 0x60, "part");
   check_code(&codes[3], MADE_TEXT + 0x60, MADE_TEXT, MADE_TEXT + 0x100, "whole");
   check_code(&codes[4], MADE_TEXT + 0x300, 0, 0, "bare");
   check_code(&codes[5], MADE_TEXT + 0x304, 0, 0, NULL);
   check_code(&codes[6], MADE_TEXT + 0x404, 0, 0, NULL);
}

static void finds_functions(void **state)
{
   (void)state;
   write_object("one", id, sizeof symbols / sizeof symbols[0], symbols);
   begin("one", id);
   check_symbols();
   an_binary_find(binary, NULL, 0);
   an_binary_find_imports(binary, NULL, 0);
   end();
}

/* By build id, if it is of that build. */
static void finds_names_elsewhere(void **state)
{
   (void)state;
   static const char *const directories[] = { "debug" };
   an_code code = { .address = MADE_TEXT };
   write_object("one", id, 0, NULL);
   assert_int_equal(mkdir("debug", 0700), 0);
   assert_int_equal(mkdir("debug/.build-id", 0700), 0);
   assert_int_equal(mkdir("debug/.build-id/ab", 0700), 0);
   write_object("debug/.build-id/ab/0123456789cdef.debug", id,
                sizeof symbols / sizeof symbols[0], symbols);
   places = (an_source_places){ .debug = directories, .n_debug = 1 };
   begin("one", id);
   check_symbols();
   end();
   begin("one", id); /* without places */
   an_binary_find(binary, &code, 1);
   check_code(&code, MADE_TEXT, 0, 0, NULL);
   end();
   write_object("debug/.build-id/ab/0123456789cdef.debug", other_id, 1, symbols);
   places = (an_source_places){ .debug = directories, .n_debug = 1 };
   begin("one", id);
   an_binary_find(binary, &code, 1);
   check_code(&code, MADE_TEXT, 0, 0, NULL);
   end();
}

/* ---- A real file: this program's ---- */

static uintptr_t bias;

static int take_bias(struct dl_phdr_info *info, size_t size_B, void *context)
{
   (void)size_B, (void)context;
   bias = info->dlpi_addr;
   return 1;
}

__attribute__((noinline)) static int wanted(int x)
{
   return x + 1;
}

static void finds_itself(void **state)
{
   (void)state;
   char path[PATH_MAX];
   size_t size_B;
   assert_non_null(realpath("/proc/self/exe", path));
   dl_iterate_phdr(take_bias, NULL);
   uintptr_t at = (uintptr_t)wanted;
   an_code code = { .address = at - bias + 1 };
   begin(path, NULL);
   an_binary_find(binary, &code, 1);
   assert_string_equal(code.name, "wanted");
   assert_int_equal(code.start, at - bias);
   const uint8_t *bytes = an_binary_bytes(binary, code.start, &size_B);
   assert_non_null(bytes);
   assert_true(size_B >= code.end - code.start);
   assert_memory_equal(bytes, (const void *)at, code.end - code.start);
   end();
}

/* ---- Damaged files ---- */

static size_t read_whole(const char *path, uint8_t *bytes, size_t most_B)
{
   FILE *file = fopen(path, "rb");
   assert_non_null(file);
   size_t size_B = fread(bytes, 1, most_B, file);
   fclose(file);
   return size_B;
}

/* Over what the file had: to make it anew takes much longer. */
static void write_over(int fd, const uint8_t *bytes, size_t size_B)
{
   assert_int_equal(pwrite(fd, bytes, size_B, 0), size_B);
   assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
}

/* Asks all; nothing breaks. */
static void ask(const char *path)
{
   const char *problem;
   binary = an_binary_open(an_alloc_malloc(), path, NULL, &places, &problem);
   if (binary == NULL)
      return;
   an_code codes[16];
   uint8_t sum = 0;
   for (size_t i = 0; i < 16; i++) {
      size_t size_B = 0;
      codes[i] = (an_code){ .address = MADE_TEXT + i * 0x24 };
      const uint8_t *bytes = an_binary_bytes(binary, codes[i].address, &size_B);
      for (size_t k = 0; bytes != NULL && k < size_B; k += 16)
         sum ^= bytes[k];
   }
   an_binary_find(binary, codes, 16);
   for (size_t i = 0; i < 16; i++)
      sum ^= codes[i].name == NULL ? 0 : (uint8_t)strlen(codes[i].name);
   an_binary_find_imports(binary, codes, 16);
   an_binary_arch(binary);
   end();
}

static void takes_damaged_files(void **state)
{
   (void)state;
   static uint8_t whole[1 << 15], bad[1 << 15];
   write_object("one", id, sizeof symbols / sizeof symbols[0], symbols);
   size_t size_B = read_whole("one", whole, sizeof whole);
   int fd = open("bad", O_RDWR | O_CREAT, 0600);
   assert_true(fd >= 0);
   for (size_t n = 0; n < size_B; n += n < 256 ? 1 : 61) {
      write_over(fd, whole, n);
      ask("bad");
   }
   uint64_t random = 1;
   for (int i = 0; i < 3000; i++) {
      memcpy(bad, whole, size_B);
      for (int k = 0; k < 1 + i % 4; k++) {
         random = random * 6364136223846793005U + 1442695040888963407U;
         /* Headers are at the start; sections' and symbols' at the end. */
         size_t at = random >> 63 != 0 ? (random >> 40) % 128
                                       : size_B - 1 - (random >> 40) % 1400;
         bad[at] = (random >> 20) % 3 == 0 ? 0xff : (uint8_t)(random >> 30);
      }
      write_over(fd, bad, size_B);
      ask("bad");
   }
   close(fd);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(opens_that_build),
      cmocka_unit_test(stays_below_roots),
      cmocka_unit_test(has_bytes),
      cmocka_unit_test(finds_functions),
      cmocka_unit_test(finds_names_elsewhere),
      cmocka_unit_test(finds_itself),
      cmocka_unit_test(takes_damaged_files),
   };
   return cmocka_run_group_tests(tests, made_enter, made_leave);
}

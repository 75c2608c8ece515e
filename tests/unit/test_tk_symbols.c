/* test_tk_symbols.c -- tk_symbols: the choice of symbols, and look-ups against a plain
   model.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "data/tk_symbols.h"
#include "unit_alloc.h"

typedef struct {
   unit_alloc u;
   tk_elf_data data;
   tk_symbols symbols;
   tk_elf_section sections[4];
} fixture;

static void begin(fixture *f)
{
   unit_alloc_init(&f->u);
   f->data =
      (tk_elf_data){ .alloc = &f->u.alloc, .is_complete = true, .sections = f->sections };
   f->data.statics.list = tk_get(&f->u.alloc, "test", 64 * sizeof(tk_elf_symbol));
}

static void section_of(fixture *f, uintptr_t start, uintptr_t end)
{
   f->sections[f->data.n_sections++] = (tk_elf_section){ start, end };
}

static void symbol(fixture *f, uintptr_t addr, uintptr_t size_B, uintptr_t section_end,
                   const char *name, bool is_global)
{
   f->data.statics.list[f->data.statics.n++] =
      (tk_elf_symbol){ .addr = addr,
                       .size_B = size_B,
                       .section_end = section_end,
                       .name = name,
                       .is_global = is_global };
}

static void made(fixture *f)
{
   tk_symbols_statics(&f->symbols, &f->data, qsort);
}

static void end(fixture *f)
{
   tk_symbols_free(&f->symbols);
   assert_int_equal(f->u.n_live, 0);
}

static void assert_at(const fixture *f, uintptr_t addr, const char *name, uintptr_t start,
                      uintptr_t end)
{
   tk_extent at = tk_symbols_at(&f->symbols, addr);
   if (name == NULL)
      assert_null(at.name);
   else
      assert_string_equal(at.name, name);
   assert_int_equal(at.start, start);
   assert_int_equal(at.end, end);
   assert_true(at.low <= addr && addr < at.high);
}

static void test_choice(void **state)
{
   (void)state;
   fixture f = { 0 };
   begin(&f);
   section_of(&f, 0x1000, 0x2000);
   symbol(&f, 0x1000, 8, 0x2000, "__environ", true);
   symbol(&f, 0x1000, 8, 0x2000, "_environ", true);
   symbol(&f, 0x1000, 8, 0x2000, "environ", true);
   symbol(&f, 0x1000, 8, 0x2000, "e", false);
   symbol(&f, 0x1000, 0, 0x2000, "environs", true);
   symbol(&f, 0x1010, 4, 0x2000, "bb", true);
   symbol(&f, 0x1010, 4, 0x2000, "ba", true);
   made(&f);
   assert_at(&f, 0x1007, "environ", 0x1000, 0x1008);
   assert_at(&f, 0x1010, "ba", 0x1010, 0x1014);
   assert_at(&f, 0x1008, NULL, 0x1008, 0x1010);
   assert_at(&f, 0x1800, NULL, 0x1014, 0x2000);
   end(&f);
}

static void test_without_size(void **state)
{
   (void)state;
   fixture f = { 0 };
   begin(&f);
   section_of(&f, 0x1000, 0x2000);
   section_of(&f, 0x3000, 0x3100);
   symbol(&f, 0x1100, 0, 0x2000, "table", false);
   symbol(&f, 0x1100, 0, 0x2000, "tables", false);
   symbol(&f, 0x1180, 16, 0x2000, "next", true);
   symbol(&f, 0x1f00, 0, 0x2000, "last", true);
   made(&f);
   assert_at(&f, 0x117f, "table", 0x1100, 0x1180);
   assert_at(&f, 0x1180, "next", 0x1180, 0x1190);
   assert_at(&f, 0x1fff, "last", 0x1f00, 0x2000);
   assert_at(&f, 0x10ff, NULL, 0x1000, 0x1100);
   assert_at(&f, 0x2000, NULL, 0x2000, 0x3000);
   assert_at(&f, 0x3050, NULL, 0x3000, 0x3100);
   assert_at(&f, 0x3100, NULL, 0x3100, UINTPTR_MAX);
   f.symbols.start = 0x800;
   f.symbols.end = 0x4000;
   assert_at(&f, 0x3100, NULL, 0x3100, 0x4000);
   assert_at(&f, 0x900, NULL, 0x800, 0x1000);
   end(&f);
}

static void test_nested(void **state)
{
   (void)state;
   fixture f = { 0 };
   begin(&f);
   section_of(&f, 0x1000, 0x2000);
   symbol(&f, 0x1000, 0x100, 0x2000, "outer", true);
   symbol(&f, 0x1010, 0x10, 0x2000, "inner", true);
   symbol(&f, 0x1014, 4, 0x2000, "innermost", true);
   symbol(&f, 0x1000, 8, 0x2000, "first", true);
   made(&f);
   assert_at(&f, 0x1004, "first", 0x1000, 0x1008);
   assert_at(&f, 0x1008, "outer", 0x1000, 0x1100);
   assert_at(&f, 0x1010, "inner", 0x1010, 0x1020);
   assert_at(&f, 0x1016, "innermost", 0x1014, 0x1018);
   assert_at(&f, 0x1018, "inner", 0x1010, 0x1020);
   assert_at(&f, 0x1020, "outer", 0x1000, 0x1100);
   assert_at(&f, 0x1100, NULL, 0x1100, 0x2000);
   end(&f);
}

/* A file without .symtab: what it does not name is by page. */
static void test_stripped(void **state)
{
   (void)state;
   fixture f = { 0 };
   begin(&f);
   f.data.is_complete = false;
   section_of(&f, 0x1800, 0x9000);
   symbol(&f, 0x3100, 16, 0x9000, "exported", true);
   made(&f);
   assert_at(&f, 0x1900, NULL, 0x1800, 0x2000);
   assert_at(&f, 0x2000, NULL, 0x2000, 0x3000);
   assert_at(&f, 0x3000, NULL, 0x3000, 0x3100);
   assert_at(&f, 0x3108, "exported", 0x3100, 0x3110);
   assert_at(&f, 0x3110, NULL, 0x3110, 0x4000);
   assert_at(&f, 0x8fff, NULL, 0x8000, 0x9000);
   end(&f);
   begin(&f); /* nothing could be read */
   f.data.is_complete = false;
   f.data.n_sections = 0;
   made(&f);
   assert_at(&f, 0x5678, NULL, 0x5000, 0x6000);
   assert_at(&f, UINTPTR_MAX - 1, NULL, UINTPTR_MAX - 4095, UINTPTR_MAX);
   end(&f);
}

/* The last symbol, in the order of the table, that covers the address. */
static const char *model(const tk_elf_symbol *list, size_t n, uintptr_t addr)
{
   const tk_elf_symbol *best = NULL;
   for (size_t i = 0; i < n; i++) {
      const tk_elf_symbol *s = &list[i];
      if (addr < s->addr || addr - s->addr >= s->size_B)
         continue;
      if (best == NULL || s->addr > best->addr
          || (s->addr == best->addr
              && (s->size_B < best->size_B
                  || (s->size_B == best->size_B && strcmp(s->name, best->name) < 0))))
         best = s;
   }
   return best == NULL ? NULL : best->name;
}

static unit_random numbers;

static size_t below(size_t n)
{
   return (size_t)unit_random_below(&numbers, n);
}

static void test_random(void **state)
{
   (void)state;
   static char names[40][4];
   numbers = unit_random_from(19);
   for (int round = 0; round < 400; round++) {
      fixture f = { 0 };
      tk_elf_symbol list[40];
      size_t n = below(40);
      begin(&f);
      section_of(&f, 0, 400);
      for (size_t i = 0; i < n; i++) {
         names[i][0] = (char)('a' + i / 10), names[i][1] = (char)('0' + i % 10);
         symbol(&f, below(300), 1 + below(i % 3 == 0 ? 99 : 9), 400, names[i], true);
      }
      memcpy(list, f.data.statics.list, n * sizeof *list);
      made(&f);
      for (uintptr_t addr = 0; addr < 400; addr++) {
         tk_extent at = tk_symbols_at(&f.symbols, addr);
         const char *name = model(list, n, addr);
         assert_ptr_equal(at.name, name);
         assert_true(at.low <= addr && addr < at.high && at.low >= at.start
                     && at.high <= at.end);
         for (uintptr_t other = at.low; other < at.high; other++)
            assert_ptr_equal(model(list, n, other), name);
      }
      end(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choice), cmocka_unit_test(test_without_size),
      cmocka_unit_test(test_nested), cmocka_unit_test(test_stripped),
      cmocka_unit_test(test_random),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

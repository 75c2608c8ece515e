/* fuzz_jit.c -- any bytes as a file in which a program names the code that it compiles:
   what begins like a jitdump is one, all else is a map.  In pieces of any size it names
   the same codes as at once; each has a name and a size, and the last one that was added
   is at its address; and lines are sorted.

   The seeds were made by hand: a map, and a dump with lines and a move; and what the
   target has found.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"
#include "unit_alloc.h"

#include "code/tk_jit_dump.h"
#include "code/tk_jit_map.h"

#include <string.h>

static const uint32_t magic = 0x4a695444;

typedef struct {
   tk_strings *names;
   tk_jit *jit;
} table;

static table read_in(const tk_alloc *alloc, const uint8_t *bytes, size_t size_B,
                     size_t piece_B)
{
   table t = { .names = tk_strings_new(alloc) };
   t.jit = tk_jit_new(alloc, t.names);
   tk_jit_map map = { .jit = t.jit };
   tk_jit_dump dump = { .jit = t.jit, .alloc = alloc };
   bool is_dump = size_B >= sizeof magic && memcmp(bytes, &magic, sizeof magic) == 0;
   for (size_t at = 0; at < size_B; at += piece_B) {
      size_t n = size_B - at < piece_B ? size_B - at : piece_B;
      if (is_dump)
         tk_jit_dump_feed(&dump, bytes + at, n);
      else
         tk_jit_map_feed(&map, (const char *)bytes + at, n);
   }
   tk_jit_dump_free(&dump);
   return t;
}

static void close_table(table *t)
{
   tk_jit_free(t->jit);
   tk_strings_free(t->names);
}

static void check_code(const tk_jit_code *code)
{
   assert_true(code->size_B > 0 && code->size_B <= TK_JIT_SIZE_MAX_B);
   assert_true(code->start + code->size_B - 1 >= code->start);
   assert_true(code->name[0] != '\0' && strlen(code->name) <= TK_JIT_NAME_MAX_B);
   for (uint32_t i = 1; i < code->n_lines; i++)
      assert_true(code->lines[i - 1].address <= code->lines[i].address);
}

static void check_same(const tk_jit_code *a, const tk_jit_code *b)
{
   assert_true(a->start == b->start && a->size_B == b->size_B);
   assert_true(strcmp(a->name, b->name) == 0 && a->n_lines == b->n_lines);
   for (uint32_t i = 0; i < a->n_lines; i++)
      assert_true(a->lines[i].address == b->lines[i].address
                  && a->lines[i].number == b->lines[i].number
                  && strcmp(a->lines[i].file, b->lines[i].file) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   unit_alloc memory;
   unit_alloc_init(&memory);
   table whole = read_in(&memory.alloc, bytes, size_B, size_B + 1);
   table parts = read_in(&memory.alloc, bytes, size_B, size_B % 7 + 1);
   uint32_t end = tk_jit_generation(whole.jit);
   assert_true(tk_jit_generation(parts.jit) == end);
   for (uint32_t i = 1; i < end; i++) {
      const tk_jit_code *code = tk_jit_nth(whole.jit, i);
      check_code(code);
      check_same(code, tk_jit_nth(parts.jit, i));
   }
   if (end > 1) {
      const tk_jit_code *last = tk_jit_nth(whole.jit, end - 1);
      assert_true(tk_jit_at(whole.jit, last->start) == last);
      assert_true(tk_jit_at(whole.jit, last->start + last->size_B - 1) == last);
   }
   close_table(&whole);
   close_table(&parts);
   assert_true(memory.n_live == 0);
   return 0;
}

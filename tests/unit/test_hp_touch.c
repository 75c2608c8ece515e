/* test_hp_touch.c -- which bytes were read or written, against an array of bytes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "accesses/hp_touch.h"
#include "unit_alloc.h"

enum { EXACT_B = 200, MAX_B = 70000 };

static unit_alloc memory;
static tk_pool pool;

static void begin(void)
{
   unit_alloc_init(&memory);
   pool = (tk_pool){ .alloc = &memory.alloc, .label = "test" };
}

static void end(void)
{
   tk_pool_fini(&pool);
   assert_int_equal(memory.n_live, 0);
}

/* The units of a block, computed independently. */
static uint64_t unit_of(uint64_t size_B)
{
   uint64_t unit = 16;
   if (size_B <= EXACT_B)
      return 1;
   while ((size_B + unit - 1) / unit > 1024)
      unit *= 2;
   return unit;
}

typedef struct {
   uint64_t size_B, unit;
   uint8_t was[2][MAX_B]; /* by byte; 1: read, written */
} model;

static void model_mark(model *m, uint64_t offset, uint64_t n, int is_write)
{
   if (n == 0)
      return;
   if (n > m->size_B - offset)
      n = m->size_B - offset;
   uint64_t first = offset / m->unit * m->unit;
   uint64_t last = (offset + n - 1) / m->unit * m->unit + m->unit;
   for (uint64_t i = first; i < last && i < m->size_B; i++)
      m->was[is_write][i] = 1;
}

/* Bytes that nobody needed: at the end, and in long rows without a read before. */
static void compare_unused(const hp_touch *touch, const model *m)
{
   hp_unused u = hp_touch_unused(touch);
   uint64_t end = m->size_B, counts[2] = { 0, 0 };
   while (end > 0 && !m->was[0][end - 1] && !m->was[1][end - 1])
      end--;
   assert_int_equal(u.tail_B, m->size_B - end < 16 ? 0 : m->size_B - end);
   for (uint64_t at = 0, next; at < end; at = next + 1) {
      for (next = at; next < end && !m->was[0][next];)
         next++;
      for (uint64_t i = at; next - at >= 32 && i < next; i++)
         counts[m->was[1][i]]++;
   }
   assert_int_equal(u.holes_B, counts[0]);
   assert_int_equal(u.written_B, counts[1]);
}

static void compare(const hp_touch *touch, const model *m, uint32_t *seed)
{
   hp_untouched u = hp_touch_untouched(touch);
   uint64_t unread = 0, unwritten = 0, untouched = 0;
   for (uint64_t i = 0; i < m->size_B; i++) {
      unread += !m->was[0][i];
      unwritten += !m->was[1][i];
      untouched += !m->was[0][i] && !m->was[1][i];
   }
   assert_int_equal(u.unread_B, unread);
   assert_int_equal(u.unwritten_B, unwritten);
   assert_int_equal(u.untouched_B, untouched);
   compare_unused(touch, m);
   for (int k = 0; k < 20; k++) {
      *seed = *seed * 1103515245 + 12345;
      uint64_t at = (*seed >> 8) % m->size_B, start, end;
      int is_write = k % 2;
      hp_touch_run(touch, at, is_write, &start, &end);
      uint64_t low = at, high = at;
      if (m->was[is_write][at]) {
         while (low > 0 && m->was[is_write][low - 1])
            low--;
         while (high < m->size_B && m->was[is_write][high])
            high++;
      }
      assert_int_equal(start, low);
      assert_int_equal(end, high);
   }
}

/* Around the least sizes that count. */
static void test_unused(void **state)
{
   (void)state;
   begin();
   hp_touch *touch = hp_touch_new(&pool, 180, EXACT_B);
   assert_int_equal(hp_touch_unused(touch).tail_B, 180);
   hp_touch_mark(touch, 0, 8, false);
   hp_touch_mark(touch, 39, 10, true); /* 31 untouched before; nothing is read behind */
   hp_unused u = hp_touch_unused(touch);
   assert_int_equal(u.holes_B, 31);
   assert_int_equal(u.written_B, 10);
   assert_int_equal(u.tail_B, 131);
   hp_touch_mark(touch, 39, 1, false);
   u = hp_touch_unused(touch);
   assert_int_equal(u.holes_B, 0); /* 31 in a row */
   assert_int_equal(u.written_B, 0);
   hp_touch_mark(touch, 163, 1, true);
   assert_int_equal(hp_touch_unused(touch).tail_B, 16);
   hp_touch_mark(touch, 164, 1, true);
   assert_int_equal(hp_touch_unused(touch).tail_B, 0);
   hp_touch_free(&pool, touch);
   end();
}

static const uint64_t sizes[] = {
   1,   2,   7,    8,    63,    64,    65,    127,   128,   129,   199,
   200, 201, 1000, 1024, 16383, 16384, 16385, 32768, 32769, 69999,
};

static void test_marks(void **state)
{
   (void)state;
   static model m;
   uint32_t seed = 1;
   begin();
   for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
      for (int round = 0; round < 10; round++) {
         hp_touch *touch = hp_touch_new(&pool, sizes[s], EXACT_B);
         memset(&m, 0, sizeof m);
         m.size_B = sizes[s];
         m.unit = unit_of(sizes[s]);
         compare(touch, &m, &seed);
         for (int k = 0; k < 40; k++) {
            seed = seed * 1103515245 + 12345;
            uint64_t offset = (seed >> 8) % sizes[s];
            seed = seed * 1103515245 + 12345;
            uint64_t n = (seed >> 8) % (k % 8 == 0 ? sizes[s] + 9 : 33);
            hp_touch_mark_many(touch, offset, n, k % 2);
            model_mark(&m, offset, n, k % 2);
            if (n > 0) { /* again, the fast way: changes nothing */
               hp_touch_mark(touch, offset, n, k % 2);
            }
            offset = offset / 2;
            hp_touch_mark(touch, offset, 1 + n % 9, k % 2);
            model_mark(&m, offset, 1 + n % 9, k % 2);
            compare(touch, &m, &seed);
         }
         hp_touch_free(&pool, touch);
      }
   end();
}

/* Marks stay with their bytes; a unit that is cut keeps the part that fits. */
static void test_copies(void **state)
{
   (void)state;
   static model m;
   uint32_t seed = 7;
   begin();
   for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
      for (size_t t = 0; t < sizeof sizes / sizeof sizes[0]; t++) {
         hp_touch *from = hp_touch_new(&pool, sizes[s], EXACT_B);
         hp_touch *to = hp_touch_new(&pool, sizes[t], EXACT_B);
         uint64_t unit = unit_of(sizes[s]);
         memset(&m, 0, sizeof m);
         m.size_B = sizes[t];
         m.unit = unit_of(sizes[t]);
         for (int k = 0; k < 20; k++) {
            seed = seed * 1103515245 + 12345;
            uint64_t offset = (seed >> 8) % sizes[s];
            hp_touch_mark(from, offset, 1, k % 2);
            uint64_t first = offset / unit * unit;
            if (first < sizes[t])
               model_mark(&m, first, unit, k % 2);
         }
         hp_touch_copy(to, from);
         compare(to, &m, &seed);
         hp_touch_free(&pool, from);
         hp_touch_free(&pool, to);
      }
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_unused),
      cmocka_unit_test(test_copies),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_hp_heap_memory.c -- which mapped memory is the allocator's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "test_hp_run.h"

#include "looks/hp_heap_memory.h"

static void begin(void)
{
   run_begin(HP_MODE_HEAP);
   hp_heap_memory_init();
}

/* Maps memory while an allocation function runs. */
static void allocator_maps(Addr start, SizeT length_B)
{
   run.watch.return_sp = 0x7000;
   hp_heap_memory_mapped(start, length_B);
   run.watch.return_sp = 0;
}

/* All of the allocator's memory between two addresses, in pages: "from-to ". */
static void check_between(Addr start, Addr end, const char *expected)
{
   char found[200] = "";
   for (Addr from, to; start < end; start = to) {
      hp_heap_memory_next(start, end, &from, &to);
      assert_true(from >= start && to <= end && from <= to);
      if (from < to)
         sprintf(found + strlen(found), "%lx-%lx ", from / 4096, to / 4096);
   }
   assert_string_equal(found, expected);
}

static void check(const char *expected)
{
   check_between(0, 0x100000, expected);
}

static void end(void)
{
   hp_heap_memory_unmapped(0, 0x100000);
   check("");
   run_end();
}

static void knows_allocators(void **state)
{
   (void)state;
   begin();
   check("");
   hp_heap_memory_mapped(0x10000, 0x4000); /* the program's */
   check("");
   allocator_maps(0x20000, 0x3000);
   allocator_maps(0x30000, 0x1001); /* whole pages */
   check("20-23 30-32 ");
   check_between(0x20000, 0x23000, "20-23 ");
   check_between(0x21000, 0x22000, "21-22 ");
   check_between(0x22000, 0x31000, "22-23 30-31 ");
   check_between(0x23000, 0x30000, "");
   check_between(0x32000, 0x40000, "");
   end();
}

/* What is mapped, unmapped or moved later. */
static void follows_changes(void **state)
{
   (void)state;
   begin();
   allocator_maps(0x20000, 0x8000);
   hp_heap_memory_mapped(0x22000, 0x800); /* by the program, in its place */
   check("20-22 23-28 ");
   allocator_maps(0x22000, 0x800);
   check("20-28 ");
   hp_heap_memory_unmapped(0x24000, 0x1001);
   check("20-24 26-28 ");
   hp_heap_memory_moved(0x26000, 0x40000, 0x2000);
   check("20-24 40-42 ");
   hp_heap_memory_moved(0x60000, 0x41000, 0x1000); /* the program's, over it */
   check("20-24 40-41 ");
   end();
}

static void check_brk(Addr start, Addr end)
{
   Addr from = 1, to = 1;
   hp_heap_memory_brk_area(&from, &to);
   assert_int_equal(from, start);
   assert_int_equal(to, end);
}

static void knows_brk(void **state)
{
   (void)state;
   begin();
   check_brk(0, 0);
   hp_heap_memory_brk(0x50100, 0xf00);
   check_brk(0x50100, 0x51000);
   hp_heap_memory_brk(0x51000, 0x2000);
   check_brk(0x50100, 0x53000);
   hp_heap_memory_brk_down(0x52000);
   check_brk(0x50100, 0x52000);
   hp_heap_memory_brk_down(0x50100);
   check_brk(0x50100, 0x50100);
   hp_heap_memory_brk(0x50100, 0x1000);
   check_brk(0x50100, 0x51100);
   check(""); /* apart from what is mapped */
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(knows_allocators),
      cmocka_unit_test(follows_changes),
      cmocka_unit_test(knows_brk),
   };
   return cmocka_run_group_tests_name("hp_heap_memory", tests, NULL, NULL);
}

/* test_cs_slots.c -- slots where data are in another layout: rows are of its lines.
   test_cs_sharing.c has the others.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layout/cs_layout_text.h"
#include "sharing/cs_slots.h"
#include "unit_alloc.h"

#define FIELDS "fields T, 24 bytes, at t.c:1: a 0 8, b 8 8, c 16 8\n"

enum { HEAP = 0x4a00000, STACK = 0x5000000, N_SLOTS = 4 };

static unit_alloc memory;
static cs_layout_rules rules;
static cs_layout layout;
static cs_slots slots;
static tk_line at[2];
static cs_data datum;
static uint64_t step = 1, passes;

/* One datum has all: its offsets say what was asked for. */
static void find(uintptr_t address, cs_data_at *found)
{
   assert_true(cs_address_is_own(address));
   *found = (cs_data_at){ .data = &datum, .offset = address - HEAP, .size_B = 1 << 30 };
}

static void page_mirrored(uintptr_t page)
{
   assert_int_equal(page % 4096, 0);
}

static void place_ends(uintptr_t start, uint64_t size_B)
{
   cs_sharing_end(&slots.sharing, cs_address_unmirrored(start), size_B);
}

static void set_up(const char *text)
{
   tk_problem problem = { 0 };
   unit_alloc_init(&memory);
   if (!cs_layout_parse(&rules, &memory.alloc, text, strlen(text), &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   const cs_layout_setup setup = { .alloc = &memory.alloc,
                                   .rules = &rules,
                                   .page_mirrored = page_mirrored,
                                   .place_ends = place_ends };
   cs_layout_init(&layout, &setup);
   cs_slots_init(&slots, &memory.alloc, 1000, &step, find);
   slots.layout = &layout;
   slots.thread = 1;
   passes = 0;
}

static void tear_down(void)
{
   cs_slots_fini(&slots);
   cs_layout_fini(&layout);
   cs_layout_rules_close(&rules);
   assert_int_equal(memory.n_live, 0);
}

/* As the tool does at the begin and the end of a block. */
static void begin(uintptr_t start, uint64_t size_B)
{
   cs_slots_end(&slots, start, size_B);
   cs_layout_end(&layout, start, size_B);
   cs_layout_begin(&layout, rules.list[0], start, size_B);
}

static void end(uintptr_t start, uint64_t size_B)
{
   cs_slots_end(&slots, start, size_B);
   cs_layout_end(&layout, start, size_B);
}

static void run(uint32_t thread)
{
   cs_slots_flush(&slots);
   cs_sharing_turn(&slots.sharing);
   slots.thread = thread;
}

static void write(uint32_t thread, uintptr_t address, uint64_t size_B)
{
   run(thread);
   cs_slots_access(&slots, &at[0], address, size_B, true);
}

static const cs_memory_line *line_of(uintptr_t address)
{
   cs_slots_flush(&slots);
   cs_sharing_flush(&slots.sharing);
   for (size_t i = 0; i < slots.sharing.n_lines; i++)
      if (slots.sharing.lines[i].address == address / 64 * 64)
         return &slots.sharing.lines[i];
   return NULL;
}

/* The first row of the thread; NULL: none. */
static const cs_shared_row *row_of(uintptr_t address, uint32_t thread)
{
   cs_rows rows;
   const cs_memory_line *line = line_of(address);
   const cs_shared_row *row = line == NULL ? NULL : cs_rows_first(&rows, line);
   while (row != NULL && row->thread != thread)
      row = cs_rows_next(&rows);
   return row;
}

static uintptr_t to_of(uintptr_t address)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   uint32_t n = cs_layout_locate(&layout, address, 1, pieces);
   assert_true(n > 0);
   return pieces[n - 1].addr; /* behind a link */
}

/* Two blocks of one line of memory are in lines of their own, and the other way round. */
static void test_apart(void **state)
{
   (void)state;
   set_up("site t.c:1: pad 64\n");
   begin(HEAP, 8);
   begin(HEAP + 32, 8);
   write(1, HEAP, 8);
   write(2, HEAP + 32, 8);
   assert_null(line_of(HEAP));
   for (uint32_t thread = 1; thread <= 2; thread++) {
      uintptr_t own = HEAP + 32 * (thread - 1);
      assert_null(line_of(to_of(own))->contended);
      assert_int_equal(row_of(to_of(own), thread)->place->offset, own - HEAP);
   }
   tear_down();
   set_up("site t.c:1: pool\n");
   begin(HEAP, 8);
   begin(HEAP + 128, 8);
   write(1, HEAP, 8);
   write(2, HEAP + 128, 8);
   uintptr_t to = to_of(HEAP);
   assert_non_null(line_of(to)->contended);
   assert_int_equal(line_of(to)->contended->transfers, 1);
   const cs_shared_row *row = row_of(to, 2);
   assert_int_equal(row->bytes, (uint64_t)255 << ((to + 8) % 64));
   assert_int_equal(row->place->offset + (int64_t)((to + 8) % 64), 128);
   tear_down();
}

/* A row is named by its lowest byte, wherever the program has that; what is left of it
   keeps the name when the block ends. */
static void test_names(void **state)
{
   (void)state;
   set_up(FIELDS "type T: hot c, b; cold rest\n");
   begin(HEAP, 24);
   begin(HEAP + 256, 24);
   uintptr_t hot = to_of(HEAP + 16);
   assert_int_equal(to_of(HEAP + 8), hot + 8);
   assert_int_equal(to_of(HEAP + 256 + 16), hot + 16);
   write(1, HEAP + 8, 8);
   assert_int_equal(row_of(hot, 1)->place->offset + (int64_t)((hot + 8) % 64), 8);
   write(1, HEAP + 16, 8);
   const cs_shared_row *row = row_of(hot, 1);
   assert_int_equal(row->bytes, (uint64_t)0xffff << hot % 64);
   assert_int_equal(row->place->offset + (int64_t)(hot % 64), 16);
   write(1, HEAP + 256 + 8, 8);
   write(2, HEAP + 256 + 16, 8);
   end(HEAP, 24);
   row = row_of(hot, 1);
   assert_int_equal(row->bytes, (uint64_t)255 << (hot + 24) % 64);
   assert_int_equal(row->place->offset + (int64_t)((hot + 24) % 64), 16);
   tear_down();
}

/* A piece in two lines of memory; and what follows it where the program has it. */
static void test_two_lines(void **state)
{
   (void)state;
   set_up("site t.c:1: align 64\n");
   begin(HEAP, 128);
   uintptr_t to = to_of(HEAP);
   assert_int_equal(to % 64, 0);
   write(1, HEAP + 60, 8);
   assert_int_equal(row_of(to, 1)->bytes, (uint64_t)15 << 60);
   assert_int_equal(row_of(to, 1)->place->offset, 0);
   assert_int_equal(row_of(to + 64, 1)->bytes, 15);
   assert_int_equal(row_of(to + 64, 1)->place->offset, 64);
   write(1, STACK + 8, 8);
   assert_null(row_of(STACK, 1)->place);
   write(2, STACK + 16, 8);
   assert_int_equal(row_of(STACK, 1)->place->offset, STACK - HEAP);
   tear_down();
}

/* A place that another block takes is another memory; what the allocator does in the
   freed block is not seen there. */
static void test_used_again(void **state)
{
   (void)state;
   set_up("site t.c:1: pool\n");
   begin(HEAP, 16);
   begin(HEAP + 128, 16);
   uintptr_t to = to_of(HEAP);
   write(3, HEAP + 128, 8);
   write(1, HEAP, 8);
   end(HEAP, 16);
   begin(HEAP + 256, 16);
   assert_int_equal(to_of(HEAP + 256), to);
   write(1, HEAP, 8);
   write(1, HEAP - 8, 8);
   write(2, HEAP + 256, 8);
   const cs_shared_row *row = row_of(to, 1);
   assert_true(row->has_ended && row->is_own);
   assert_int_equal(row->count, 1);
   assert_int_equal(row_of(to, 2)->count, 1);
   assert_false(row_of(to, 2)->has_ended);
   /* When the first block's memory has another, the second one goes on. */
   begin(HEAP, 16);
   assert_false(row_of(to, 2)->has_ended);
   tear_down();
}

/* Reading the pointer to a part is a read of the first one, whatever is done there. */
static void test_link(void **state)
{
   (void)state;
   set_up(FIELDS "type T: hot a; cold rest; linked\n");
   begin(HEAP, 24);
   uintptr_t hot = to_of(HEAP);
   write(1, HEAP, 8);
   write(2, HEAP + 8, 8);
   const cs_shared_row *row = row_of(hot, 2);
   assert_false(row->is_write);
   assert_int_equal(row->bytes, (uint64_t)255 << (hot + 8) % 64);
   assert_true(row_of(to_of(HEAP + 8), 2)->is_write);
   tear_down();
}

/* Data that are not laid out are where they were, in slots or not, and when a block is
   laid out beside them. */
static void test_slots(void **state)
{
   (void)state;
   static struct {
      cs_slot slot;
      cs_slot_ref refs[1];
   } places[N_SLOTS];
   set_up("site t.c:1: pad 64\n");
   for (int i = 0; i < N_SLOTS; i++) {
      places[i].slot =
         (cs_slot){ .line = CS_NO_MEMORY, .passes = &passes, .size_B = 8, .n_refs = 1 };
      places[i].refs[0] = (cs_slot_ref){ &at[1], 0, 8, true };
   }
   const uintptr_t to[N_SLOTS] = { HEAP, HEAP + 32, HEAP + 128, STACK };
   for (int round = 0; round < 20; round++) {
      if (round == 10) {
         begin(HEAP, 8);
         assert_int_equal(places[0].slot.line, CS_NO_MEMORY);
         assert_int_equal(places[3].slot.line, STACK);
      }
      passes++;
      for (int i = 0; i < N_SLOTS; i++)
         cs_slots_pass(&slots, &places[i].slot, to[i]);
   }
   assert_int_equal(places[0].slot.line, CS_NO_MEMORY);
   assert_int_equal(row_of(HEAP, 1)->count, 10 + 20);
   assert_int_equal(row_of(HEAP, 1)->bytes, (uint64_t)255 << 32);
   assert_int_equal(row_of(to_of(HEAP), 1)->count, 10);
   assert_int_equal(row_of(HEAP + 128, 1)->count, 20);
   assert_int_equal(row_of(STACK, 1)->count, 20);
   cs_slots_access(&slots, &at[0], HEAP + 4000, 200, false); /* to the next page */
   assert_int_equal(row_of(HEAP + 4096 + 64, 1)->bytes, ((uint64_t)1 << 40) - 1);
   tear_down();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_apart),      cmocka_unit_test(test_names),
      cmocka_unit_test(test_used_again), cmocka_unit_test(test_link),
      cmocka_unit_test(test_slots),      cmocka_unit_test(test_two_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_cs_layout.c -- random blocks in another layout: where each byte goes, held against
   what the rules say.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layout/cs_layout.h"
#include "layout/cs_layout_text.h"
#include "unit_alloc.h"

#define FIELDS "fields T, 40 bytes, at t.c:1: a 0 8, b 8 4, c 16 16, d 32 1\n"

enum {
   BASE = 0x4a00000,
   SLOT_B = 512, /* of a block, at most */
   N_SLOTS = 64,
   N_STEPS = 4000,
   VARIABLE = 0x600ff8, /* in two pages */
};

static unit_alloc memory;
static cs_layout_rules rules;
static cs_layout layout;
static unsigned n_mirrored;
static struct {
   uintptr_t start;
   uint64_t size_B;
} ended[8]; /* places */
static size_t n_ended;

static struct {
   uintptr_t start;
   uint64_t size_B;
   const cs_layout_rule *rule; /* NULL: no block */
} slots[N_SLOTS];

static void variable_at(uintptr_t addr, cs_layout_variable *v)
{
   *v = (cs_layout_variable){ .low = addr, .high = VARIABLE };
   if (addr < VARIABLE)
      return;
   if (addr >= VARIABLE + 64)
      v->high = UINTPTR_MAX;
   else
      *v = (cs_layout_variable){ "grid", VARIABLE, VARIABLE, VARIABLE + 64, 64 };
}

static void page_mirrored(uintptr_t page)
{
   assert_int_equal(page % 4096, 0);
   n_mirrored++;
}

static void place_ends(uintptr_t start, uint64_t size_B)
{
   ended[n_ended % 8].start = start;
   ended[n_ended++ % 8].size_B = size_B;
}

static void begin(const char *text, bool has_variables)
{
   tk_problem problem = { 0 };
   unit_alloc_init(&memory);
   if (!cs_layout_parse(&rules, &memory.alloc, text, strlen(text), &problem))
      fail_msg("%u: %s", problem.line, problem.reason);
   const cs_layout_setup setup = { .alloc = &memory.alloc,
                                   .rules = &rules,
                                   .variable_at = has_variables ? variable_at : NULL,
                                   .page_mirrored = page_mirrored,
                                   .place_ends = place_ends };
   cs_layout_init(&layout, &setup);
   memset(slots, 0, sizeof slots);
   n_mirrored = 0;
   n_ended = 0;
}

static void end(void)
{
   cs_layout_fini(&layout);
   cs_layout_rules_close(&rules);
   assert_int_equal(memory.n_live, 0);
}

/* Where a byte goes; 0: it is padding that the layout lacks. */
static uintptr_t to_of(uintptr_t addr)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   if (!cs_layout_asks(&layout, addr, 1))
      return addr;
   uint32_t n = cs_layout_translate(&layout, addr, 1, true, pieces);
   assert_int_equal(pieces[n - 1].own, addr);
   assert_false(pieces[n - 1].is_link);
   assert_int_equal(pieces[n - 1].size_B, 1);
   return pieces[n - 1].addr;
}

/* ---- One block ---------------------------------------------------------- */

static void test_split_array(void **state)
{
   (void)state;
   begin(FIELDS "type T: hot d, b; cold rest\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 120);
   uintptr_t hot = to_of(BASE + 32), cold = to_of(BASE);
   for (uintptr_t i = 0; i < 3; i++) {
      assert_int_equal(to_of(BASE + 40 * i + 32), hot + 8 * i);
      assert_int_equal(to_of(BASE + 40 * i + 9), hot + 8 * i + 5);
      assert_int_equal(to_of(BASE + 40 * i + 7), cold + 24 * i + 7);
      assert_int_equal(to_of(BASE + 40 * i + 31), cold + 24 * i + 23);
   }
   assert_false(cs_address_is_own(hot));
   assert_int_equal(hot % 16, 0);
   assert_int_equal(n_mirrored, 2); /* the page, and that of the header before it */
   assert_int_equal(to_of(BASE + 200), BASE + 200 + CS_ADDRESS_MIRROR);
   assert_int_equal(to_of(BASE + 4096), BASE + 4096);
   end();
}

/* 16 bytes of c and d: c is whole, then padding, then d. */
static void test_access_to_parts(void **state)
{
   (void)state;
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   begin(FIELDS "type T: hot d, b; cold rest\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 40);
   assert_int_equal(cs_layout_translate(&layout, BASE + 24, 16, true, pieces), 2);
   assert_int_equal(pieces[0].addr, to_of(BASE + 24));
   assert_int_equal(pieces[0].size_B, 8);
   assert_int_equal(pieces[1].addr, to_of(BASE + 32));
   assert_int_equal(pieces[1].own, BASE + 32);
   assert_int_equal(pieces[1].size_B, 1);
   assert_int_equal(rules.list[0]->n_more, 1);
   /* Padding alone is at the field before. */
   assert_int_equal(to_of(BASE + 36), to_of(BASE + 32));
   end();
}

/* Parts of 160,000 bytes are at pages of their own, small ones are chunks of the heap
   that follow each other, whatever comes between. */
static void test_large_parts(void **state)
{
   (void)state;
   begin(FIELDS "type T: hot c; cold rest\n", false);
   for (uintptr_t i = 0; i < 3; i++) {
      cs_layout_begin(&layout, rules.list[0], BASE + 1000000 * i, 400000);
      cs_layout_begin(&layout, rules.list[0], BASE + 1000000 * i + 500000, 80);
   }
   for (uintptr_t i = 0; i < 3; i++) {
      uintptr_t start = BASE + 1000000 * i;
      assert_int_equal(to_of(start + 16) % 4096, 16);
      assert_int_equal(to_of(start + 500016), to_of(BASE + 500016) + 96 * i);
      assert_int_equal(to_of(start + 500000), to_of(start + 500016) + 48);
   }
   end();
}

/* As aligned_alloc(64, n) of glibc 2.36 places blocks: from one to the next but one. */
static void test_aligned(void **state)
{
   (void)state;
   static const struct {
      uint64_t size_B;
      uintptr_t two_steps;
   } cases[] = { { 40, 320 }, { 64, 384 }, { 100, 448 }, { 192, 640 }, { 1000, 2240 } };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      begin("site t.c:1: align 64\n", false);
      for (uintptr_t k = 0; k < 8; k++)
         cs_layout_begin(&layout, rules.list[0], BASE + 2000 * k, cases[i].size_B);
      for (uintptr_t k = 2; k < 8; k++) {
         uintptr_t before = to_of(BASE + 2000 * (k - 2));
         assert_int_equal(to_of(BASE + 2000 * k), before + cases[i].two_steps);
         assert_int_equal(before % 64, 0);
      }
      end();
   }
}

static void test_link(void **state)
{
   (void)state;
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   begin(FIELDS "type T: hot a; cold rest; linked\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 40);
   assert_int_equal(cs_layout_translate(&layout, BASE, 8, true, pieces), 1);
   uintptr_t hot = pieces[0].addr;
   assert_int_equal(cs_layout_translate(&layout, BASE + 8, 4, true, pieces), 2);
   assert_true(pieces[0].is_link);
   assert_int_equal(pieces[0].addr, hot + 8);
   assert_int_equal(pieces[0].size_B, 8);
   assert_false(pieces[1].is_link);
   end();
}

/* Places of freed elements are used again, the last one first; blocks of one element lie
   beside each other, without the allocator's headers. */
static void test_pool(void **state)
{
   (void)state;
   begin("site t.c:1: pool\n", false);
   for (uintptr_t i = 0; i < 4; i++)
      cs_layout_begin(&layout, rules.list[0], BASE + 1000 * i, 24);
   uintptr_t first = to_of(BASE);
   for (uintptr_t i = 0; i < 4; i++)
      assert_int_equal(to_of(BASE + 1000 * i + 5), first + 24 * i + 5);
   /* The header goes with the block. */
   assert_int_equal(to_of(BASE + 1000 - 8), first + 24);
   cs_layout_end(&layout, BASE + 1000, 24);
   cs_layout_end(&layout, BASE + 2000, 24);
   /* The allocator's own references to freed blocks go there until there are others. */
   assert_int_equal(to_of(BASE + 1005), first + 29);
   cs_layout_end(&layout, BASE + 1000, 16);
   assert_int_equal(to_of(BASE + 1005), BASE + 1005 + CS_ADDRESS_MIRROR);
   assert_int_equal(to_of(BASE + 1020), first + 44);
   cs_layout_begin(&layout, rules.list[0], BASE + 5008, 24);
   assert_int_equal(to_of(BASE + 5008), first + 48);
   cs_layout_begin(&layout, rules.list[0], BASE + 6000, 24);
   assert_int_equal(to_of(BASE + 6000), first + 24);
   assert_int_equal(rules.list[0]->n_blocks, 6);
   assert_int_equal(rules.list[0]->bytes, 144);
   end();
}

/* A block gets its place when it is read. */
static void test_pool_by_use(void **state)
{
   (void)state;
   cs_layout_access piece[CS_LAYOUT_PIECES_MOST];
   begin("site t.c:1: pool by use\n", false);
   for (uintptr_t i = 0; i < 3; i++)
      cs_layout_begin(&layout, rules.list[0], BASE + 1008 * i, 24);
   cs_layout_translate(&layout, BASE + 8, 8, false, piece);
   assert_int_equal(piece->addr, BASE + 8 + CS_ADDRESS_MIRROR);
   uintptr_t last = to_of(BASE + 2016), first = to_of(BASE);
   assert_int_equal(first, last + 24);
   cs_layout_translate(&layout, BASE + 8, 8, false, piece);
   assert_int_equal(piece->addr, first + 8);
   end();
}

static void test_pad_and_huge(void **state)
{
   (void)state;
   begin("site t.c:1: pad 64\nsite t.c:2: huge\nsite t.c:3: align 4096\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 8);
   cs_layout_begin(&layout, rules.list[0], BASE + 32, 8);
   assert_int_equal(to_of(BASE) % 64, 0);
   assert_int_equal(to_of(BASE + 32) % 64, 0);
   assert_true(to_of(BASE + 32) - to_of(BASE) >= 64);
   cs_layout_begin(&layout, rules.list[1], BASE + 8192, 5000);
   assert_true(cs_address_is_huge(to_of(BASE + 8192)));
   assert_int_equal(to_of(BASE + 8192 + 4999) - to_of(BASE + 8192), 4999);
   assert_int_equal(to_of(BASE + 8192) % 4096, BASE % 4096);
   cs_layout_begin(&layout, rules.list[2], BASE + 20000, 100);
   assert_int_equal(to_of(BASE + 20000) % 4096, 0);
   assert_false(cs_address_is_huge(to_of(BASE + 20000)));
   end();
}

/* Pages of 2 MiB have numbers that no other page has. */
static void test_pages(void **state)
{
   (void)state;
   uintptr_t huge = (uintptr_t)(CS_ADDRESS_MIRROR + CS_ADDRESS_HUGE) + BASE;
   uintptr_t page = cs_address_page(huge, 12);
   assert_int_equal(cs_address_page(huge ^ 0x1ff000, 12), page);
   assert_int_not_equal(cs_address_page(huge + (1 << 21), 12), page);
   assert_int_not_equal(cs_address_page(huge - (uintptr_t)CS_ADDRESS_HUGE, 12), page);
   assert_int_equal(cs_address_page(BASE, 12), BASE >> 12);
   assert_int_equal(cs_address_page(huge, 22), huge >> 22);
}

static void test_misfits(void **state)
{
   (void)state;
   begin(FIELDS "type T: soa\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 30);
   cs_layout_begin(&layout, rules.list[0], BASE + 64, 40 + 17);
   cs_layout_begin(&layout, rules.list[0], BASE + 128, 0);
   cs_layout_begin(&layout, rules.list[0], (uintptr_t)CS_ADDRESS_MOST, 40);
   cs_layout_begin(&layout, rules.list[0], (uintptr_t)CS_ADDRESS_MOST - 32, 40);
   assert_int_equal(rules.list[0]->n_misfits, 4);
   assert_int_equal(rules.list[0]->n_blocks, 0);
   assert_int_equal(to_of(BASE), BASE);
   /* A number of elements before the first. */
   cs_layout_begin(&layout, rules.list[0], BASE, 2 * 40 + 8);
   uintptr_t a = to_of(BASE + 8);
   assert_int_equal(to_of(BASE + 48), a + 8);
   assert_int_equal(to_of(BASE + 3), a - 5);
   end();
}

/* Those who only look change nothing, and see no allocator. */
static void test_locate(void **state)
{
   (void)state;
   cs_layout_access p[CS_LAYOUT_PIECES_MOST];
   begin(FIELDS "type T: hot a; cold rest; linked\nsite u.c:1: huge\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 40);
   uintptr_t hot = to_of(BASE), cold = to_of(BASE + 8);
   uint64_t n_more = rules.list[0]->n_more;
   assert_int_equal(cs_layout_locate(&layout, BASE + 4, 8, p), 3);
   assert_true(p[0].addr == hot + 4 && p[0].own == BASE + 4 && p[0].size_B == 4);
   assert_true(p[1].addr == hot + 8 && p[1].is_link);
   assert_true(p[2].addr == cold && p[2].own == BASE + 8 && p[2].size_B == 4);
   assert_int_equal(rules.list[0]->n_more, n_more);
   /* Bytes behind the block are none of it; its header and freed memory are nowhere. */
   assert_int_equal(cs_layout_locate(&layout, BASE + 32, 32, p), 2);
   assert_int_equal(p[1].size_B, 1);
   assert_int_equal(cs_layout_locate(&layout, BASE - 8, 8, p), 0);
   cs_layout_end(&layout, BASE, 40);
   assert_int_equal(cs_layout_locate(&layout, BASE, 8, p), 0);
   /* What is mirrored, or stays, is where the program has it. */
   assert_int_equal(cs_layout_locate(&layout, BASE + 100, 8, p), 1);
   assert_true(p[0].addr == BASE + 100 && p[0].own == 0 && p[0].size_B == 8);
   cs_layout_begin(&layout, rules.list[1], BASE + 160, 40);
   assert_int_equal(cs_layout_locate(&layout, BASE + 160, 8, p), 1);
   assert_true(p[0].addr == BASE + 160 && p[0].own == BASE + 160);
   assert_int_equal(cs_layout_locate(&layout, BASE + 152, 8, p), 1);
   assert_true(p[0].addr == BASE + 152 && p[0].own == 0);
   end();
   begin("site t.c:1: pool by use\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 24);
   assert_int_equal(cs_layout_locate(&layout, BASE + 8, 8, p), 1);
   assert_true(p[0].addr == BASE + 8 && p[0].own == BASE + 8);
   uintptr_t first = to_of(BASE);
   assert_int_equal(cs_layout_locate(&layout, BASE + 8, 8, p), 1);
   assert_int_equal(p[0].addr, first + 8);
   end();
}

/* All of a block's places end with it, once. */
static void test_places_end(void **state)
{
   (void)state;
   begin(FIELDS "type T: hot d, b; cold rest\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 2 * 40 + 8);
   uintptr_t hot = to_of(BASE + 8 + 32), cold = to_of(BASE + 8);
   cs_layout_end(&layout, BASE + 16, 60);
   assert_int_equal(n_ended, 0);
   cs_layout_end(&layout, BASE, 88);
   cs_layout_end(&layout, BASE, 88);
   assert_int_equal(n_ended, 2);
   assert_true(ended[0].start == hot - 8 && ended[0].size_B == 8 + 2 * 8);
   assert_true(ended[1].start == cold && ended[1].size_B == 2 * 24);
   end();
}

/* Elements are aligned, whatever is before the first. */
static void test_lead(void **state)
{
   (void)state;
   begin(FIELDS "type T: pad 64\ntype T: hot d, a; cold rest; pad 128\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 8 + 3 * 40);
   for (uintptr_t i = 0; i < 3; i++)
      assert_int_equal(to_of(BASE + 8 + 40 * i), to_of(BASE) + 8 + 64 * i);
   assert_int_equal(to_of(BASE + 8) % 64, 0);
   cs_layout_begin(&layout, rules.list[1], BASE + 4096, 16 + 2 * 40);
   assert_int_equal(to_of(BASE + 4096 + 16 + 32) % 128, 0);
   assert_int_equal(to_of(BASE + 4096 + 16 + 8) % 128, 0);
   /* A freed place is as large. */
   uintptr_t to = to_of(BASE);
   cs_layout_end(&layout, BASE, 8 + 3 * 40);
   cs_layout_begin(&layout, rules.list[0], BASE + 8192, 8 + 3 * 40);
   assert_int_equal(to_of(BASE + 8192), to);
   end();
}

/* Blocks of any size, and more of them than there is memory for. */
static void test_room(void **state)
{
   (void)state;
   begin("site t.c:1: pitch 1 +1048576\nsite t.c:2: pad 1048576; huge\n"
         "site t.c:3: pool by use\nsite t.c:4: huge\n",
         false);
   cs_layout_begin(&layout, rules.list[0], BASE, 1 << 21);
   assert_int_equal(rules.list[0]->n_misfits, 1);
   cs_layout_begin(&layout, rules.list[0], BASE, UINT64_MAX - 64);
   cs_layout_begin(&layout, rules.list[2], BASE, (uint64_t)1 << 37);
   assert_int_equal(rules.list[0]->n_misfits + rules.list[2]->n_misfits, 3);
   assert_int_equal(n_mirrored, 0);
   const uint64_t size_B = (uint64_t)1 << 19; /* 2^39 of places */
   for (int i = 0; i < 40; i++) {
      cs_layout_begin(&layout, rules.list[0], BASE + size_B * i, size_B);
      assert_true(to_of(BASE + size_B * (i + 1) - 1) < (uint64_t)1 << 46);
   }
   assert_in_range(rules.list[0]->n_blocks, 5, 8);
   assert_int_equal(rules.list[0]->n_blocks + rules.list[0]->n_misfits, 42);
   /* Now the area is full for such ones.  What stays needs none; another one is empty. */
   cs_layout_begin(&layout, rules.list[2], 8 * (uintptr_t)BASE, 1 << 20);
   assert_int_equal(rules.list[2]->n_blocks, 1);
   cs_layout_begin(&layout, rules.list[3], 9 * (uintptr_t)BASE, size_B);
   cs_layout_begin(&layout, rules.list[1], 10 * (uintptr_t)BASE, size_B);
   assert_int_equal(rules.list[3]->n_blocks + rules.list[1]->n_blocks, 2);
   cs_layout_end(&layout, 9 * (uintptr_t)BASE, size_B); /* whole pages, with huge ones */
   cs_layout_end(&layout, 9 * (uintptr_t)BASE, size_B);
   end();
}

/* Found when a page is first referred to, though it begins on another. */
static void test_variable(void **state)
{
   (void)state;
   begin("array grid: pitch 16 +16\n", true);
   assert_int_equal(to_of(0x500000), 0x500000);
   uintptr_t last = to_of(VARIABLE + 63);
   assert_int_equal(last - to_of(VARIABLE), 3 * 32 + 15);
   assert_int_equal(to_of(VARIABLE) % 4096, VARIABLE % 4096);
   assert_int_equal(to_of(VARIABLE + 64), VARIABLE + 64 + CS_ADDRESS_MIRROR);
   assert_int_equal(rules.list[0]->n_blocks, 1);
   assert_int_equal(n_mirrored, 2);
   end();
   /* It is at 8 of 32. */
   begin("static grid: pad 32\n", true);
   assert_int_equal(to_of(VARIABLE) % 32, 0);
   end();
   begin("static grid: at +640\n", true);
   assert_int_equal(to_of(VARIABLE + 3), VARIABLE + 643 + CS_ADDRESS_MIRROR);
   end();
}

/* The words of a line are where its bytes come from. */
static void test_words(void **state)
{
   (void)state;
   uintptr_t words[8];
   begin(FIELDS "type T: hot a, c; cold rest\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE, 120);
   uintptr_t hot = to_of(BASE);
   assert_true(cs_layout_words(&layout, BASE + 16, hot - 8, 8, words));
   assert_int_equal(words[0], 0);
   for (uintptr_t i = 0; i < 7; i++) /* a, two words of c, and so on */
      assert_int_equal(words[1 + i],
                       BASE + 40 * (i / 3) + (i % 3 == 0 ? 0 : 8 + 8 * (i % 3)));
   assert_true(cs_layout_words(&layout, BASE + 9, to_of(BASE + 8), 1, words));
   assert_int_equal(words[0], 0); /* two fields, of 4 bytes and of 1 */
   assert_false(cs_layout_words(&layout, BASE + 130, hot, 8, words));
   end();
}

/* ---- Random blocks ------------------------------------------------------ */

/* No two bytes of live blocks that are there go to one place. */
static void check_apart(void)
{
   enum { N = 1 << 16 };
   static uintptr_t seen[N];
   memset(seen, 0, sizeof seen);
   for (size_t i = 0; i < N_SLOTS; i++)
      for (uint64_t k = 0; slots[i].rule != NULL && k < slots[i].size_B; k++) {
         const cs_layout_rule *rule = slots[i].rule;
         if (rule->piece_at != NULL && rule->piece_at[k % 40] == CS_LAYOUT_NO_PIECE)
            continue;
         uintptr_t to = to_of(slots[i].start + k);
         size_t at = (size_t)(to * 2654435761u >> 7) % N;
         for (; seen[at] != 0; at = (at + 1) % N)
            assert_int_not_equal(seen[at], to);
         seen[at] = to;
      }
}

static bool is_of(uintptr_t addr, uintptr_t other)
{
   for (size_t i = 0; i < N_SLOTS; i++)
      if (slots[i].rule != NULL && addr - slots[i].start < slots[i].size_B)
         return other - slots[i].start < slots[i].size_B;
   return false;
}

/* An access is what its bytes in the first block are. */
static void check_access(uintptr_t addr, uint32_t size_B)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   cs_layout_run run;
   if (!cs_layout_asks(&layout, addr, size_B))
      return;
   uint32_t n = cs_layout_translate(&layout, addr, size_B, true, pieces), all_B = 0;
   for (uint32_t i = 0; i < n; i++) {
      all_B += pieces[i].size_B;
      assert_true(pieces[i].own + pieces[i].size_B <= addr + size_B);
      assert_true(pieces[i].own >= addr);
      for (uint32_t k = 0; k < pieces[i].size_B; k++)
         if (is_of(pieces[i].own, pieces[i].own + k)
             && to_of(pieces[i].own + k) != pieces[i].addr + k)
            assert_int_equal(to_of(pieces[i].own + k), to_of(pieces[i].own + k - 1));
      assert_true(i == 0 || pieces[i].addr != pieces[i - 1].addr + pieces[i - 1].size_B);
   }
   assert_true(all_B <= size_B && all_B > 0);
   if (cs_layout_simply(&layout, addr, size_B, &run)) {
      assert_int_equal(run.to, pieces[0].addr);
      assert_true(run.size_B <= pieces[0].size_B);
   }
}

/* 32 bytes of a block of 24 go on behind it; aligned ones begin before it. */
static void test_beyond(void **state)
{
   (void)state;
   cs_layout_access piece[CS_LAYOUT_PIECES_MOST];
   begin("site t.c:1: pool\n", false);
   cs_layout_begin(&layout, rules.list[0], BASE + 16, 24);
   cs_layout_begin(&layout, rules.list[0], BASE + 1008, 24);
   cs_layout_begin(&layout, rules.list[0], BASE + 48, 24);
   uintptr_t first = to_of(BASE + 16);
   assert_int_equal(cs_layout_translate(&layout, BASE + 16, 64, true, piece), 1);
   assert_int_equal(piece->addr, first);
   assert_int_equal(piece->size_B, 64);
   assert_int_equal(cs_layout_translate(&layout, BASE, 32, true, piece), 1);
   assert_int_equal(piece->addr, first - 16);
   assert_int_equal(rules.list[0]->n_more, 0);
   end();
}

static void test_random(void **state)
{
   (void)state;
   unit_random random = unit_random_from(42);
   begin(FIELDS "type T at t.c:1: hot d, b; cold rest\ntype T at t.c:2: soa\n"
                "type T at t.c:3: order d, c\ntype T at t.c:4: pool\n"
                "type T at t.c:5: pad 64\ntype T at t.c:6: hot a; cold rest; pad 64\n"
                "type T at t.c:7: align 256\ntype T at t.c:8: huge\n",
         false);
   for (int step = 0; step < N_STEPS; step++) {
      size_t i = (size_t)unit_random_below(&random, N_SLOTS);
      uintptr_t start = BASE + i * (SLOT_B + 16) / 16 * 16;
      if (slots[i].rule != NULL) {
         cs_layout_end(&layout, slots[i].start, slots[i].size_B);
         slots[i].rule = NULL;
      } else {
         cs_layout_rule *rule = rules.list[unit_random_below(&random, rules.n)];
         slots[i].start = start;
         slots[i].size_B = 40 * (1 + unit_random_below(&random, 12));
         slots[i].rule = rule;
         cs_layout_end(&layout, start, SLOT_B);
         cs_layout_begin(&layout, rule, start, slots[i].size_B);
      }
      for (int k = 0; k < 20; k++)
         check_access(BASE + (uintptr_t)unit_random_below(&random, N_SLOTS * SLOT_B),
                      1 + (uint32_t)unit_random_below(&random, 64));
      if (step % 100 == 0)
         check_apart();
   }
   end();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_split_array), cmocka_unit_test(test_access_to_parts),
      cmocka_unit_test(test_large_parts), cmocka_unit_test(test_aligned),
      cmocka_unit_test(test_link),        cmocka_unit_test(test_pool),
      cmocka_unit_test(test_pool_by_use), cmocka_unit_test(test_pad_and_huge),
      cmocka_unit_test(test_pages),       cmocka_unit_test(test_misfits),
      cmocka_unit_test(test_variable),    cmocka_unit_test(test_words),
      cmocka_unit_test(test_beyond),      cmocka_unit_test(test_random),
      cmocka_unit_test(test_locate),      cmocka_unit_test(test_places_end),
      cmocka_unit_test(test_lead),        cmocka_unit_test(test_room),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* fuzz_layout.c -- any layout file, and blocks and variables that begin, end and are
   accessed by its rules: where their bytes go.

   The input is the file, up to a NUL; the bytes behind it choose what happens, and when
   they are used up, chance does.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz_assert.h"

#include "layout/cs_layout_text.h"
#include "layout/cs_layout.h"
#include "unit_alloc.h"

enum {
   STEPS = 80,
   CHECK_EVERY = 16,
   N_SLOTS = 12, /* for blocks; the first N_VARIABLES are for variables */
   N_VARIABLES = 4,
   SLOT_B = 1 << 12,
   CHECKED_B = 600, /* of a block, at most, byte by byte */
   SEEN = 1 << 14,
   ENDED = 2 * CS_LAYOUT_PARTS_MOST,
   BASE = 0x4a00000,
};

typedef struct {
   const cs_layout_rule *rule; /* NULL: no block */
   uintptr_t start;
   uint64_t size_B;
} slot;

static unit_alloc memory;
static unit_random source;
static cs_layout_rules rules;
static cs_layout layout;
static slot slots[N_SLOTS];
static struct {
   uintptr_t start;
   uint64_t size_B;
} ended[ENDED];
static size_t n_ended;

static uint64_t below(uint64_t n)
{
   return unit_random_below(&source, n);
}

/* ---- The program ------------------------------------------------------- */

/* Variables are in their slots from the beginning. */
static void variable_at(uintptr_t addr, cs_layout_variable *v)
{
   *v = (cs_layout_variable){ .low = addr, .high = UINTPTR_MAX };
   for (size_t i = N_VARIABLES; i-- > 0;) {
      const slot *s = &slots[i];
      if (s->rule == NULL || addr >= s->start + s->size_B)
         continue;
      *v = (cs_layout_variable){ .low = addr, .high = s->start };
      if (addr >= s->start)
         *v = (cs_layout_variable){ s->rule->variable, s->start, s->start,
                                    s->start + s->size_B, s->size_B };
   }
}

static void page_mirrored(uintptr_t page)
{
   assert_int_equal(page % (1 << CS_LAYOUT_PAGE_BITS), 0);
}

static void place_ends(uintptr_t start, uint64_t size_B)
{
   assert_true(n_ended < ENDED);
   ended[n_ended].start = start;
   ended[n_ended++].size_B = size_B;
}

/* Often some elements, with what C++ has before them; else anything. */
static uint64_t random_size(const cs_layout_rule *rule)
{
   uint64_t element_B = rule->element_B == 0 ? 1 + below(64) : rule->element_B;
   uint64_t n = 1 + below(12);
   if (below(8) == 7)
      return below(2) == 0 ? unit_random_u64(&source) >> below(64) : below(SLOT_B);
   return n * element_B + (n > 1 ? 8 * below(3) : 0);
}

static bool fits_slot(const slot *s)
{
   return s->start % SLOT_B + s->size_B <= SLOT_B - 64;
}

/* ---- Rules ------------------------------------------------------------- */

static void check_part(const cs_layout_rule *rule, uint32_t part)
{
   static bool taken[1 << 17];
   const cs_layout_part *of = &rule->parts[part];
   assert_true(of->align_B > 0 && of->size_B % of->align_B == 0);
   assert_true(of->size_B > 0);
   if (of->size_B > sizeof taken)
      return;
   memset(taken, 0, of->size_B);
   for (uint32_t i = 0; i < rule->n_pieces; i++)
      for (uint32_t k = 0; rule->pieces[i].part == part && k < rule->pieces[i].size_B;
           k++) {
         bool *byte = &taken[rule->pieces[i].to + k];
         assert_true(rule->pieces[i].to + k < of->size_B && !*byte);
         *byte = true;
      }
   for (uint32_t k = 0; rule->is_linked && part == 0 && k < sizeof(uintptr_t); k++)
      assert_true(rule->link_at + k < of->size_B && !taken[rule->link_at + k]);
}

/* All that cs_layout relies on. */
static void check_rule(const cs_layout_rule *rule, size_t number)
{
   assert_int_equal(rule->number, number);
   assert_true(rule->line > 0 && rule->text[0] != '\0');
   assert_true((rule->variable != NULL) != (rule->n_places > 0));
   assert_true(rule->n_pieces > 0 && rule->n_pieces < CS_LAYOUT_NO_PIECE);
   assert_in_range(rule->n_parts, 1, CS_LAYOUT_PARTS_MOST);
   if (rule->piece_at == NULL) {
      assert_int_equal(rule->n_pieces, 1);
      assert_false(rule->is_linked);
      return;
   }
   assert_in_range(rule->element_B, 1, CS_LAYOUT_ELEMENT_MOST_B);
   for (uint32_t i = 0; i < rule->n_pieces; i++) {
      const cs_layout_piece *piece = &rule->pieces[i];
      assert_true(piece->part < rule->n_parts && piece->size_B > 0);
      assert_true(piece->from + (uint64_t)piece->size_B <= rule->element_B);
      assert_true(i == 0 || piece[-1].from + piece[-1].size_B <= piece->from);
      for (uint32_t k = 0; k < piece->size_B; k++)
         assert_int_equal(rule->piece_at[piece->from + k], i);
   }
   for (uint32_t part = 0; part < rule->n_parts; part++)
      check_part(rule, part);
}

/* ---- Bytes ------------------------------------------------------------- */

static const cs_laid *laid_of(const slot *s)
{
   const cs_laid *laid = s->rule == NULL ? NULL : cs_layout_at(&layout, s->start);
   return laid != NULL && laid->start == s->start && laid->ended == 0 ? laid : NULL;
}

/* Does the layout have this byte of the block?  It lacks padding. */
static bool has_place(const cs_laid *laid, uint64_t at)
{
   if (laid->rule->piece_at == NULL || at < laid->lead_B)
      return true;
   uint64_t offset = (at - laid->lead_B) % laid->element_B;
   return laid->rule->piece_at[offset] != CS_LAYOUT_NO_PIECE;
}

/* Where a byte goes: reading it gives a block its place. */
static uintptr_t to_of(uintptr_t addr)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   if (!cs_layout_asks(&layout, addr, 1))
      return addr;
   uint32_t n = cs_layout_translate(&layout, addr, 1, true, pieces);
   const cs_layout_access *piece = &pieces[n - 1];
   assert_in_range(n, 1, 2);
   assert_true(n == 1 || pieces[0].is_link);
   assert_true(!piece->is_link && piece->own == addr && piece->size_B == 1);
   assert_true(piece->addr < UINT64_C(1) << 46);
   assert_true(piece->addr >= CS_ADDRESS_MIRROR);
   return piece->addr;
}

/* No two bytes of what is there go to one place; a variable that is moved can go
   anywhere. */
static void check_apart(void)
{
   static uintptr_t seen[SEEN];
   memset(seen, 0, sizeof seen);
   for (size_t i = 0; i < N_SLOTS; i++) {
      const cs_laid *laid = laid_of(&slots[i]);
      if (laid == NULL || laid->rule->moved_B != 0)
         continue;
      for (uint64_t k = 0; k < laid->size_B && k < CHECKED_B; k++) {
         uintptr_t to = has_place(laid, k) ? to_of(laid->start + k) : 0;
         size_t at = (size_t)(to * 2654435761u >> 7) % SEEN;
         for (; to != 0 && seen[at] != 0; at = (at + 1) % SEEN)
            assert_int_not_equal(seen[at], to);
         seen[at] = to != 0 ? to : seen[at];
      }
   }
}

/* Elements are where `pad` and `align` say, and bytes of a word where it came from. */
static void check_block(const slot *s)
{
   const cs_laid *laid = laid_of(s);
   if (laid == NULL)
      return;
   const cs_layout_rule *rule = laid->rule;
   to_of(s->start);
   if (!laid->is_placed)
      return;
   uint64_t at = laid->lead_B + below(laid->size_B - laid->lead_B);
   if (!has_place(laid, at))
      return;
   uintptr_t to = to_of(s->start + at), word;
   uint64_t element = cs_laid_element(laid, at - laid->lead_B);
   for (uint32_t i = 0; rule->pad_B > 0 && i < rule->n_pieces; i++)
      if (rule->pieces[i].to == 0)
         assert_int_equal(to_of(s->start + laid->lead_B + element * laid->element_B
                                + rule->pieces[i].from)
                             % rule->pad_B,
                          0);
   if (rule->align_B > 0 && laid->lead_B == 0 && rule->n_parts == 1
       && rule->pieces[0].to == 0 && rule->pieces[0].from == 0)
      assert_int_equal(to_of(s->start) % rule->align_B, 0);
   if (cs_layout_words(&layout, s->start + at, to & ~(uintptr_t)7, 1, &word) && word != 0)
      for (uintptr_t k = 0; k < sizeof word; k++)
         if (has_place(laid, word + k - s->start))
            assert_int_equal(to_of(word + k), (to & ~(uintptr_t)7) + k);
}

/* ---- Accesses ---------------------------------------------------------- */

static bool is_in(uintptr_t to, const cs_layout_access *pieces, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      if (!pieces[i].is_link && to - pieces[i].addr < pieces[i].size_B)
         return true;
   return false;
}

/* Pieces of an access that is all in one block: they have its bytes, and no more. */
static void check_within(const cs_laid *laid, uintptr_t addr, uint32_t size_B)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST], found[CS_LAYOUT_PIECES_MOST];
   uint64_t n_more = laid->rule->n_more;
   uint32_t n = cs_layout_translate(&layout, addr, size_B, true, pieces), all_B = 0;
   uint32_t n_bytes = 0;
   assert_in_range(n, 1, CS_LAYOUT_PIECES_MOST);
   assert_int_equal(laid->rule->n_more, n_more + n - 1);
   for (uint32_t i = 0; i < n; i++)
      all_B += pieces[i].is_link ? 0 : pieces[i].size_B;
   for (uint32_t k = 0; k < size_B; k++)
      if (has_place(laid, addr + k - laid->start)) {
         n_bytes++;
         assert_true(is_in(to_of(addr + k), pieces, n));
      }
   assert_true(n_bytes == 0 ? all_B == 1 : all_B == n_bytes);
   /* Who only looks sees the same, but for mirrors. */
   n_more = laid->rule->n_more;
   assert_int_equal(cs_layout_locate(&layout, addr, size_B, found), n);
   for (uint32_t i = 0; i < n; i++) {
      assert_int_equal(found[i].addr, cs_address_unmirrored(pieces[i].addr));
      assert_true(found[i].own == pieces[i].own && found[i].size_B == pieces[i].size_B);
   }
   assert_int_equal(laid->rule->n_more, n_more);
}

/* Any access, also beside blocks. */
static void check_access(uintptr_t addr, uint32_t size_B)
{
   cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
   cs_layout_run run;
   bool is_read = below(2) == 0;
   if (!cs_layout_asks(&layout, addr, size_B))
      return;
   const cs_laid *laid = cs_layout_at(&layout, addr);
   if (is_read && laid != NULL && laid->ended == 0 && addr >= laid->start
       && addr + size_B <= laid->start + laid->size_B)
      check_within(laid, addr, size_B);
   uint32_t n = cs_layout_translate(&layout, addr, size_B, is_read, pieces), all_B = 0;
   for (uint32_t i = 0; i < n; i++) {
      all_B += pieces[i].is_link ? 0 : pieces[i].size_B;
      assert_true(pieces[i].own >= addr && pieces[i].own < addr + size_B);
   }
   assert_in_range(all_B, 1, size_B);
   if (cs_layout_simply(&layout, addr, size_B, &run)) {
      assert_int_equal(run.to, pieces[0].addr);
      assert_true(run.size_B <= pieces[0].size_B);
   }
   cs_layout_locate(&layout, addr, size_B, pieces);
}

/* ---- Steps ------------------------------------------------------------- */

/* No byte of the block is in a place that has ended. */
static void check_outside(const cs_laid *laid)
{
   for (uint64_t k = 0; k < laid->size_B && k < CHECKED_B; k += 1 + below(64))
      for (size_t e = 0; has_place(laid, k) && e < n_ended; e++)
         assert_true(to_of(laid->start + k) - ended[e].start >= ended[e].size_B);
}

/* Of a place that ends, each byte of the block was in it, and none of another. */
static void end_slot(slot *s)
{
   uintptr_t to[CHECKED_B];
   const cs_laid *laid = laid_of(s);
   bool is_placed = laid != NULL && laid->is_placed && laid->rule->moved_B == 0;
   uint64_t n = is_placed ? s->size_B < CHECKED_B ? s->size_B : CHECKED_B : 0;
   for (uint64_t k = 0; k < n; k++)
      to[k] = has_place(laid, k) ? to_of(s->start + k) : 0;
   n_ended = 0;
   cs_layout_end(&layout, s->start, s->size_B);
   s->rule = NULL;
   for (uint64_t k = 0; k < n; k++) {
      size_t i = 0;
      while (to[k] != 0 && i < n_ended && to[k] - ended[i].start >= ended[i].size_B)
         i++;
      assert_true(to[k] == 0 || i < n_ended);
   }
   for (size_t i = 0; i < N_SLOTS; i++) {
      laid = laid_of(&slots[i]); /* one that has no place yet can take an ended one */
      if (laid != NULL && laid->is_placed && laid->rule->moved_B == 0)
         check_outside(laid);
   }
}

static void begin_slot(size_t i)
{
   slot *s = &slots[i];
   cs_layout_rule *rule = rules.list[below(rules.n)];
   if (rule->variable != NULL)
      return;
   uint64_t n_misfits = rule->n_misfits, n_blocks = rule->n_blocks;
   *s = (slot){ .rule = rule,
                .start = BASE + i * SLOT_B + 16 + 8 * below(32),
                .size_B = random_size(rule) };
   if (!fits_slot(s) && below(4) == 0) { /* far from others */
      uintptr_t far = (uintptr_t)1 << (32 + below(12));
      cs_layout_begin(&layout, rule, far, s->size_B);
      cs_layout_access pieces[CS_LAYOUT_PIECES_MOST];
      if (cs_layout_asks(&layout, far, 64))
         cs_layout_translate(&layout, far, 64, true, pieces);
      cs_layout_end(&layout, far, s->size_B);
      cs_layout_end(&layout, far, s->size_B);
   }
   if (!fits_slot(s)) {
      s->rule = NULL;
      return;
   }
   cs_layout_end(&layout, s->start, s->size_B);
   cs_layout_begin(&layout, rule, s->start, s->size_B);
   if (s->size_B > 0)
      assert_int_equal(rule->n_misfits + rule->n_blocks, n_misfits + n_blocks + 1);
}

static void step(void)
{
   size_t i = (size_t)below(N_SLOTS);
   if (below(3) != 0)
      for (int k = 0; k < 4; k++) {
         uintptr_t addr = BASE + i * SLOT_B + below(1024);
         check_access(addr, 1 + (uint32_t)below(CS_LAYOUT_ACCESS_MOST_B));
      }
   else if (slots[i].rule != NULL && slots[i].rule->variable == NULL)
      end_slot(&slots[i]);
   else if (i >= N_VARIABLES)
      begin_slot(i);
   check_block(&slots[below(N_SLOTS)]);
}

/* Rules for variables have one each, as far as there are slots. */
static void put_variables(void)
{
   size_t n = 0;
   memset(slots, 0, sizeof slots);
   for (size_t i = 0; i < rules.n && n < N_VARIABLES; i++) {
      const cs_layout_rule *rule = rules.list[i];
      if (rule->variable == NULL
          || cs_layout_rule_of_variable(&rules, rule->variable) != rule)
         continue;
      slots[n] = (slot){ .rule = rule,
                         .start = BASE + n * SLOT_B + 16 + 8 * below(32),
                         .size_B = random_size(rule) };
      if (slots[n].size_B == 0 || !fits_slot(&slots[n]))
         slots[n].rule = NULL;
      n++;
   }
}

/* At once, not byte by byte: tables of the layout have 2 MiB. */
static void *get_zeroed(void *context, const char *label, size_t size_B)
{
   void *block = unit_alloc_get(context, label, size_B);
   return block == NULL ? NULL : memset(block, 0, size_B);
}

static void run(uint64_t seed)
{
   const cs_layout_setup setup = {
      .alloc = &memory.alloc,
      .rules = &rules,
      .variable_at = cs_layout_has_variables(&rules) ? variable_at : NULL,
      .page_mirrored = page_mirrored,
      .place_ends = place_ends,
   };
   put_variables();
   cs_layout_init(&layout, &setup);
   for (int i = 0; i < STEPS; i++) {
      if (unit_random_is_used_up(&source))
         source = unit_random_from(seed);
      step();
      if (i % CHECK_EVERY == 0)
         check_apart();
   }
   check_apart();
   cs_layout_fini(&layout);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   const uint8_t *end = size_B == 0 ? NULL : memchr(bytes, 0, size_B);
   size_t text_B = end == NULL ? size_B : (size_t)(end - bytes);
   char *text = malloc(text_B + 1); /* of its length: sanitizers know its end */
   char *exact = realloc(text, text_B > 0 ? text_B : 1);
   tk_problem problem = { .reason = "" };
   if (exact == NULL)
      abort();
   memcpy(exact, bytes, text_B);
   unit_alloc_init(&memory);
   memory.alloc.get_zeroed = get_zeroed;
   bool ok = cs_layout_parse(&rules, &memory.alloc, exact, text_B, &problem);
   free(exact); /* nothing of it is kept */
   if (ok) {
      assert_true(rules.n > 0 && rules.n <= CS_LAYOUT_RULES_MOST);
      for (size_t i = 0; i < rules.n; i++)
         check_rule(rules.list[i], i);
      source = unit_random_of(bytes + text_B, size_B - text_B);
      run(size_B);
   } else {
      assert_true(problem.line > 0 && problem.reason[0] != '\0');
   }
   cs_layout_rules_close(&rules);
   assert_int_equal(memory.n_live, 0);
   return 0;
}

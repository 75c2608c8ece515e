/* cs_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "layout/cs_layout.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

#define LABEL "cs.layout"

enum {
   PAGE_B = 1 << CS_LAYOUT_PAGE_BITS,
   GRANULES = PAGE_B / CS_LAYOUT_GRANULE_B,
   STRETCH_B = 1 << 20,
   POOL_ALIGN_B = 8,
};

#define N_TOPS (CS_ADDRESS_MOST >> CS_LAYOUT_TOP_BITS)

/* A page that is not mirrored, and a mirrored one with nothing on it. */
cs_layout_page cs_layout_plain;
_Static_assert(sizeof(cs_laid) + CS_LAYOUT_PARTS_MOST * sizeof(uintptr_t)
                  <= TK_POOL_STEP_B * TK_POOL_CLASSES,
               "the pool frees them all");

static cs_layout_page empty, empty_huge = { .is_huge = true };

/* ---- Pages ------------------------------------------------------------- */

static bool is_whole(const cs_layout_page *page)
{
   return ((uintptr_t)page & 1) != 0;
}

static cs_layout_page *whole_of(cs_laid *laid)
{
   return (cs_layout_page *)((uintptr_t)laid | 1);
}

static uintptr_t page_start(uintptr_t addr)
{
   return addr & ~((uintptr_t)PAGE_B - 1);
}

static uintptr_t next_page(uintptr_t addr)
{
   return page_start(addr) + PAGE_B;
}

/* NULL: there is none yet. */
static cs_layout_page **known_slot(const cs_layout *layout, uintptr_t addr)
{
   cs_layout_page **top = layout->tops[addr >> CS_LAYOUT_TOP_BITS];
   return top == NULL ? NULL : &top[addr >> CS_LAYOUT_PAGE_BITS & (CS_LAYOUT_PAGES - 1)];
}

static cs_layout_page **slot_of(cs_layout *layout, uintptr_t addr)
{
   cs_layout_page ***top = &layout->tops[addr >> CS_LAYOUT_TOP_BITS];
   if (*top == NULL)
      *top = tk_get_zeroed(layout->setup.alloc, LABEL, CS_LAYOUT_PAGES * sizeof **top);
   return known_slot(layout, addr);
}

static bool is_empty(const cs_layout_page *page)
{
   return page == &empty || page == &empty_huge;
}

/* The slot of the page, which is mirrored from now on. */
static cs_layout_page **mirror(cs_layout *layout, uintptr_t addr, bool is_huge)
{
   cs_layout_page **slot = slot_of(layout, addr);
   if (cs_layout_is_mirrored(*slot))
      return slot;
   *slot = is_huge ? &empty_huge : &empty;
   layout->setup.page_mirrored(page_start(addr));
   return slot;
}

static cs_layout_page *new_page(cs_layout *layout, bool is_huge)
{
   cs_layout_page *page = tk_get_zeroed(layout->setup.alloc, LABEL, sizeof *page);
   page->is_huge = is_huge;
   return page;
}

static size_t laid_B(const cs_layout_rule *rule)
{
   return sizeof(cs_laid) + rule->n_parts * sizeof(uintptr_t);
}

/* A granule or a page has it no more. */
static void uncover(cs_layout *layout, cs_laid *laid)
{
   if (laid != NULL && --laid->n_covered == 0 && laid->ended != 0)
      tk_pool_put(&layout->pool, laid, laid_B(laid->rule));
}

/* Of two blocks that could have the granule at `at`, the one with the higher rank has it:
   its own bytes come before what malloc has beside it. */
static int rank_of(const cs_laid *laid, uintptr_t at)
{
   enum { NONE, FREED, BEHIND, BEFORE, OWN };
   return laid == NULL                                            ? NONE
          : laid->ended != 0                                      ? FREED
          : at + CS_LAYOUT_GRANULE_B <= laid->start               ? BEFORE
          : at >= laid->start && at - laid->start >= laid->size_B ? BEHIND
                                                                  : OWN;
}

/* Gives the granules of a page to a block. */
static void set_granules(cs_layout *layout, cs_layout_page **slot, uintptr_t from,
                         uintptr_t to, cs_laid *of)
{
   if (is_whole(*slot))
      return;
   if (is_empty(*slot))
      *slot = new_page(layout, (*slot)->is_huge);
   for (uintptr_t at = from & ~((uintptr_t)CS_LAYOUT_GRANULE_B - 1); at < to;
        at += CS_LAYOUT_GRANULE_B) {
      cs_laid **granule = &(*slot)->granules[(at & (PAGE_B - 1)) / CS_LAYOUT_GRANULE_B];
      if (rank_of(of, at) <= rank_of(*granule, at))
         continue;
      uncover(layout, *granule);
      *granule = of;
      of->n_covered++;
   }
}

/* Lets the block be found. */
static void cover(cs_layout *layout, cs_laid *of)
{
   uintptr_t end = of->start + of->size_B + of->tail_B;
   for (uintptr_t at = of->start - of->head_B, next; at < end; at = next) {
      next = tk_smaller(next_page(at), end);
      cs_layout_page **slot = mirror(layout, at, of->rule->is_huge);
      if (next - at != PAGE_B || !is_empty(*slot)) {
         set_granules(layout, slot, at, next, of);
      } else {
         *slot = whole_of(of);
         of->n_covered++;
      }
   }
}

/* ---- Places ------------------------------------------------------------ */

static cs_layout_bin *find_bin(cs_layout *layout, uint64_t kind, uint64_t size_B)
{
   uint64_t hash = tk_hash_word(kind * UINT64_C(0x9e3779b97f4a7c15) + size_B);
   TK_TABLE_EACH(i, &layout->bin_table, hash)
      if (layout->bins[i].kind == kind && layout->bins[i].size_B == size_B)
         return &layout->bins[i];
   TK_ARRAY_ROOM(layout->setup.alloc, LABEL, layout->bins, layout->n_bins,
                 layout->bins_capacity);
   tk_table_add(&layout->bin_table, hash, (uint32_t)layout->n_bins);
   layout->bins[layout->n_bins] = (cs_layout_bin){ kind, size_B, NULL };
   return &layout->bins[layout->n_bins++];
}

static uintptr_t take_freed(cs_layout *layout, uint64_t kind, uint64_t size_B)
{
   cs_layout_bin *bin = find_bin(layout, kind, size_B);
   if (bin->first == NULL)
      return 0;
   cs_layout_free *freed = bin->first;
   uintptr_t addr = freed->addr;
   bin->first = freed->next;
   tk_pool_put(&layout->pool, freed, sizeof *freed);
   return addr;
}

static void put_freed(cs_layout *layout, uint64_t kind, uint64_t size_B, uintptr_t addr)
{
   cs_layout_bin *bin = find_bin(layout, kind, size_B);
   cs_layout_free *freed = tk_pool_get(&layout->pool, sizeof *freed);
   *freed = (cs_layout_free){ bin->first, addr };
   bin->first = freed;
}

/* ---- Blocks ------------------------------------------------------------ */

/* Are its elements beside those of other blocks? */
static bool is_in_stretch(const cs_laid *laid)
{
   const cs_layout_rule *rule = laid->rule;
   return rule->variable == NULL
          && (rule->is_pool || (rule->n_parts > 1 && laid->n_elements == 1));
}

/* Do elements stay together, with nothing between them? */
static bool is_one_piece(const cs_layout_rule *rule)
{
   return rule->piece_at == NULL && rule->parts[0].size_B == rule->element_B;
}

/* The bytes between elements of the part; of a rule without a type, those of a block. */
static uint64_t step_of(const cs_laid *laid, uint32_t part)
{
   const cs_layout_rule *rule = laid->rule;
   if (rule->element_B != 0 && !is_one_piece(rule))
      return rule->parts[part].size_B;
   uint64_t align_B = rule->pad_B > 0 ? rule->pad_B : rule->is_pool ? POOL_ALIGN_B : 1;
   return tk_round_up(laid->size_B, align_B);
}

/* The first part has what is before the first element, which is aligned all the same. */
static uint64_t lead_B(const cs_laid *laid, uint32_t part)
{
   return part == 0
             ? tk_round_up(laid->lead_B, tk_larger(laid->rule->parts[0].align_B, 1))
             : 0;
}

static uint64_t part_B(const cs_laid *laid, uint32_t part)
{
   return lead_B(laid, part) + laid->n_elements * step_of(laid, part);
}

static uint64_t part_align_B(const cs_laid *laid, uint32_t part)
{
   const cs_layout_rule *rule = laid->rule;
   uint64_t align_B = tk_larger(rule->parts[part].align_B, rule->align_B);
   return tk_larger(align_B, rule->pad_B);
}

static size_t index_of(const cs_laid *laid, uint32_t part)
{
   return (size_t)laid->rule->number * CS_LAYOUT_PARTS_MOST + part;
}

/* Places of one kind and size can take each other's. */
static uint64_t kind_of(const cs_laid *laid, uint32_t part)
{
   enum { ANY_CHUNK, HUGE_CHUNK, OTHERS };
   return is_in_stretch(laid) || part_align_B(laid, part) > TK_MALLOC_CHUNK_B
             ? OTHERS + index_of(laid, part)
          : laid->rule->is_huge ? HUGE_CHUNK
                                : ANY_CHUNK;
}

static uintptr_t take_from_stretch(cs_layout *layout, const cs_laid *laid, uint32_t part)
{
   cs_layout_stretch *stretch = &layout->stretches[index_of(laid, part)];
   uint64_t size_B = part_B(laid, part), align_B = part_align_B(laid, part);
   uintptr_t addr = tk_round_up(stretch->at, tk_larger(align_B, 1));
   if (stretch->at == 0 || addr + size_B > stretch->end) {
      tk_malloc_area *area = &layout->areas[laid->rule->is_huge];
      uint64_t all_B = tk_larger(STRETCH_B, size_B + align_B);
      stretch->at = tk_malloc_take(area, all_B, 1);
      stretch->end = stretch->at + all_B;
      addr = tk_round_up(stretch->at, tk_larger(align_B, 1));
   }
   stretch->at = addr + size_B;
   return addr;
}

/* A variable begins at the same place of a page as before, unless that is not aligned or
   the rule asks for more than a compiler gives; other parts follow it. */
static uintptr_t take_variable(tk_malloc_area *area, const cs_laid *laid, uint32_t part)
{
   uint64_t align_B = part_align_B(laid, part);
   uintptr_t within = 0;
   if (part == 0 && align_B <= TK_MALLOC_VARIABLE_ALIGN_B
       && laid->start % tk_larger(align_B, 1) == 0) {
      within = laid->start & (PAGE_B - 1);
      align_B = PAGE_B;
   }
   uintptr_t addr = tk_round_up(area->mapped_at,
                                tk_larger(align_B, TK_MALLOC_VARIABLE_ALIGN_B))
                    + within;
   area->mapped_at = addr + part_B(laid, part);
   return addr;
}

/* Where the part of a block goes. */
static uintptr_t place_part(cs_layout *layout, const cs_laid *laid, uint32_t part)
{
   uint64_t size_B = part_B(laid, part);
   tk_malloc_area *area = &layout->areas[laid->rule->is_huge];
   if (laid->rule->variable != NULL)
      return take_variable(area, laid, part);
   uintptr_t addr = take_freed(layout, kind_of(laid, part), size_B);
   if (addr != 0)
      return addr;
   return is_in_stretch(laid) ? take_from_stretch(layout, laid, part)
                              : tk_malloc_take(area, size_B, part_align_B(laid, part));
}

static uintptr_t mirror_distance(bool is_huge)
{
   return (uintptr_t)CS_ADDRESS_MIRROR + (is_huge ? (uintptr_t)CS_ADDRESS_HUGE : 0);
}

static uintptr_t mirror_of(const cs_laid *laid)
{
   return laid->start + mirror_distance(laid->rule->is_huge);
}

/* Does the block stay, though its bytes may change places? */
static bool can_stay(const cs_laid *laid)
{
   const cs_layout_rule *rule = laid->rule;
   return rule->n_parts == 1 && !rule->is_pool
          && tk_larger(rule->pad_B, rule->align_B) == 0
          && tk_malloc_stays(rule->variable != NULL, laid->size_B, part_B(laid, 0));
}

/* Is there memory for all of its parts?  What is left between them is less than their
   alignments and a stretch. */
static bool has_room(const cs_layout *layout, const cs_laid *laid)
{
   const cs_layout_rule *rule = laid->rule;
   const tk_malloc_area *area = &layout->areas[rule->is_huge];
   uint64_t start = CS_ADDRESS_NEW + rule->is_huge * CS_ADDRESS_HUGE, all_B = 0;
   for (uint32_t i = 0; i < rule->n_parts && all_B < CS_LAYOUT_PLACES_MOST_B; i++)
      all_B += part_B(laid, i) + 2 * part_align_B(laid, i) + STRETCH_B;
   return all_B < CS_LAYOUT_PLACES_MOST_B
          && area->heap_at + all_B < start + CS_ADDRESS_HUGE / 2
          && area->mapped_at + all_B < start + CS_ADDRESS_HUGE;
}

/* Without room, it stays. */
static void place(cs_layout *layout, cs_laid *laid)
{
   if (!can_stay(laid) && !has_room(layout, laid))
      return;
   laid->is_placed = true;
   laid->is_simple = !laid->rule->is_linked;
   laid->stays = can_stay(laid);
   if (laid->stays) {
      laid->to[0] = mirror_of(laid) + laid->rule->moved_B + laid->lead_B;
      return;
   }
   for (uint32_t i = 0; i < laid->rule->n_parts; i++)
      laid->to[i] = place_part(layout, laid, i) + lead_B(laid, i);
}

/* Sets how many elements there are, and what is before them.  False: it does not fit. */
static bool fit(cs_laid *laid)
{
   const cs_layout_rule *rule = laid->rule;
   uint64_t element_B = rule->element_B == 0 ? laid->size_B : rule->element_B;
   uint64_t lead_B = laid->size_B % element_B;
   if (element_B > laid->size_B || lead_B > CS_LAYOUT_LEAD_MOST_B
       || (lead_B > 0 && laid->size_B < 2 * element_B))
      return false;
   bool is_one = is_one_piece(rule);
   laid->element_B = is_one ? laid->size_B : element_B;
   laid->n_elements = is_one ? 1 : laid->size_B / element_B;
   laid->lead_B = is_one ? 0 : (uint32_t)lead_B;
   laid->step_B = step_of(laid, 0);
   /* Exact for offsets and elements whose product is below 2^64. */
   if (laid->element_B > 1 && laid->element_B <= CS_LAYOUT_INVERSE_MOST_B)
      laid->inverse = UINT64_MAX / laid->element_B + 1;
   return true;
}

void cs_layout_begin(cs_layout *layout, cs_layout_rule *rule, uintptr_t start,
                     uint64_t size_B)
{
   cs_laid like = { .rule = rule, .start = start, .size_B = size_B };
   if (size_B == 0)
      return;
   if (size_B > CS_LAYOUT_BLOCK_MOST_B || !cs_address_is_own(start)
       || !cs_address_is_own(start + size_B) || !fit(&like)
       || !(can_stay(&like) || has_room(layout, &like))) {
      rule->n_misfits++;
      return;
   }
   cs_laid *laid = tk_pool_get(&layout->pool, laid_B(rule));
   *laid = like;
   if (rule->variable == NULL) {
      laid->head_B = TK_MALLOC_HEADER_B;
      laid->tail_B =
         (uint32_t)(tk_round_up(size_B + TK_MALLOC_HEADER_B, TK_MALLOC_CHUNK_B) - size_B);
   }
   for (uint32_t i = 0; i < rule->n_parts; i++)
      laid->to[i] = mirror_of(laid) + laid->lead_B;
   if (!rule->is_by_use)
      place(layout, laid);
   cover(layout, laid);
   if (laid->n_covered == 0) /* others have all */
      tk_pool_put(&layout->pool, laid, laid_B(rule));
   rule->n_blocks++;
   rule->bytes += size_B;
}

/* Its places can have others. */
static void free_laid(cs_layout *layout, cs_laid *laid)
{
   const cs_layout_rule *rule = laid->rule;
   laid->ended = layout->n_ends;
   for (uint32_t i = 0; laid->is_placed && i < rule->n_parts; i++) {
      uintptr_t start = laid->to[i] - lead_B(laid, i);
      if (layout->setup.place_ends != NULL)
         layout->setup.place_ends(start, part_B(laid, i));
      if (!laid->stays)
         put_freed(layout, kind_of(laid, i), part_B(laid, i), start);
   }
}

/* ---- Looking up -------------------------------------------------------- */

static bool is_unasked(const cs_layout *layout, uintptr_t addr)
{
   cs_layout_page **slot = known_slot(layout, addr);
   return slot == NULL || *slot == NULL;
}

static void find_variables(cs_layout *layout, uintptr_t addr);

/* Begins a variable, if a rule is for it.  The pages of its ends can have others. */
static void begin_variable(cs_layout *layout, const cs_layout_variable *v)
{
   cs_layout_rule *rule = v->name == NULL
                             ? NULL
                             : cs_layout_rule_of_variable(layout->setup.rules, v->name);
   if (rule == NULL || v->size_B == 0 || cs_layout_at(layout, v->start) != NULL)
      return;
   uintptr_t ends[2] = { v->start, v->start + v->size_B - 1 };
   bool are_unasked[2] = { is_unasked(layout, ends[0]), is_unasked(layout, ends[1]) };
   cs_layout_begin(layout, rule, v->start, v->size_B);
   for (int i = 0; i < 2; i++)
      if (are_unasked[i])
         find_variables(layout, ends[i]);
}

/* Looks for variables on a page that nothing is known of. */
static void find_variables(cs_layout *layout, uintptr_t addr)
{
   uintptr_t end = next_page(addr);
   for (uintptr_t at = page_start(addr); at < end;) {
      cs_layout_variable v = { .name = NULL };
      layout->setup.variable_at(at, &v);
      begin_variable(layout, &v);
      at = v.high > at ? v.high : end;
   }
}

static __attribute__((noinline)) cs_layout_page *ask(cs_layout *layout, uintptr_t addr)
{
   cs_layout_page **slot = slot_of(layout, addr);
   *slot = &cs_layout_plain;
   find_variables(layout, addr);
   return *slot;
}

/* The mirrored page of an address; NULL: it is not mirrored. */
static inline cs_layout_page *page_of(cs_layout *layout, uintptr_t addr)
{
   if (!cs_address_is_own(addr))
      return NULL;
   cs_layout_page **slot = known_slot(layout, addr);
   cs_layout_page *page = slot == NULL ? NULL : *slot;
   if (page == NULL && layout->setup.variable_at != NULL)
      page = ask(layout, addr);
   return page == &cs_layout_plain ? NULL : page;
}

static inline cs_laid *laid_on(const cs_layout_page *page, uintptr_t addr)
{
   cs_laid *laid = cs_layout_granule(page, addr);
   return laid != NULL
                && addr - laid->start + laid->head_B
                      < laid->head_B + laid->size_B + laid->tail_B
             ? laid
             : NULL;
}

cs_laid *cs_layout_at(cs_layout *layout, uintptr_t addr)
{
   cs_layout_page **slot = cs_address_is_own(addr) ? known_slot(layout, addr) : NULL;
   return slot == NULL || !cs_layout_is_mirrored(*slot) ? NULL : laid_on(*slot, addr);
}

bool cs_layout_asks(cs_layout *layout, uintptr_t addr, uint32_t size_B)
{
   uintptr_t last = addr + size_B - 1;
   return page_of(layout, addr) != NULL
          || (page_start(addr) != page_start(last) && page_of(layout, last) != NULL);
}

static bool is_within(const cs_laid *laid, uintptr_t start, uintptr_t end)
{
   return laid->start >= start && laid->start + laid->size_B <= end;
}

/* Ends what is laid out at an address, or forgets what has ended: then *had becomes NULL
   or another block. */
static void end_at(cs_layout *layout, cs_laid **had, uintptr_t start, uintptr_t end)
{
   cs_laid *laid = *had;
   if (laid == NULL)
      return;
   if (laid->ended == 0 && is_within(laid, start, end))
      free_laid(layout, laid);
   else if (laid->ended != 0 && laid->ended != layout->n_ends) {
      *had = NULL;
      uncover(layout, laid);
   }
}

/* The part of a page that lies in this memory. */
static void end_on_page(cs_layout *layout, cs_layout_page **slot, uintptr_t at,
                        uintptr_t start, uintptr_t end)
{
   uintptr_t to = tk_smaller(next_page(at), end);
   if (is_whole(*slot)) {
      cs_laid *laid = cs_layout_granule(*slot, at), *left = laid;
      bool is_huge = laid->rule->is_huge;
      end_at(layout, &left, start, end);
      if (left == NULL)
         *slot = is_huge ? &empty_huge : &empty;
      return;
   }
   for (at &= ~((uintptr_t)CS_LAYOUT_GRANULE_B - 1); at < to; at += CS_LAYOUT_GRANULE_B)
      end_at(layout, &(*slot)->granules[(at & (PAGE_B - 1)) / CS_LAYOUT_GRANULE_B], start,
             end);
}

void cs_layout_end(cs_layout *layout, uintptr_t start, uint64_t size_B)
{
   uintptr_t end = tk_smaller(start + size_B, CS_ADDRESS_MOST);
   layout->n_ends++;
   for (uintptr_t at = start; at < end;) {
      cs_layout_page **slot = known_slot(layout, at);
      if (slot != NULL && *slot == &cs_layout_plain)
         *slot = NULL;
      else if (slot != NULL && *slot != NULL && !is_empty(*slot))
         end_on_page(layout, slot, at, start, end);
      at = slot == NULL ? ((at >> CS_LAYOUT_TOP_BITS) + 1) << CS_LAYOUT_TOP_BITS
                        : next_page(at);
   }
}

/* ---- Translating ------------------------------------------------------- */

typedef struct {
   cs_layout_access *pieces;
   uint32_t n;
} accesses;

/* Adds bytes; to the last piece, if they follow it. */
static void add(accesses *a, uintptr_t addr, uintptr_t own, uint32_t size_B)
{
   cs_layout_access *last = a->n == 0 ? NULL : &a->pieces[a->n - 1];
   if (last != NULL && !last->is_link && last->addr + last->size_B == addr)
      last->size_B += size_B;
   else
      a->pieces[a->n++] = (cs_layout_access){ addr, own, size_B, false };
}

/* The pointer to other parts is read before them, once. */
static void add_link(accesses *a, const cs_laid *laid, uint64_t element, uintptr_t own)
{
   const cs_layout_rule *rule = laid->rule;
   uintptr_t addr = laid->to[0] + element * rule->parts[0].size_B + rule->link_at;
   for (uint32_t i = 0; i < a->n; i++)
      if (a->pieces[i].is_link && a->pieces[i].addr == addr)
         return;
   a->pieces[a->n++] = (cs_layout_access){ addr, own, sizeof(uintptr_t), true };
}

/* The piece of the byte at this offset; of padding, the next one's within the access, or
   else the one before.  *skipped: bytes of padding before it. */
static const cs_layout_piece *piece_of(const cs_layout_rule *rule, uint64_t offset,
                                       uint32_t size_B, uint32_t *skipped)
{
   *skipped = 0;
   if (rule->piece_at == NULL)
      return rule->pieces;
   uint64_t end = tk_smaller(offset + size_B, rule->element_B);
   for (uint64_t i = offset; i < end; i++)
      if (rule->piece_at[i] != CS_LAYOUT_NO_PIECE) {
         *skipped = (uint32_t)(i - offset);
         return &rule->pieces[rule->piece_at[i]];
      }
   *skipped = (uint32_t)(end - offset);
   return NULL;
}

/* Padding alone: at the field before, or the first one. */
static void add_padding(accesses *a, const cs_laid *laid, uint64_t element,
                        uint64_t offset, uintptr_t own)
{
   const cs_layout_rule *rule = laid->rule;
   uint32_t k = 0;
   while (k + 1 < rule->n_pieces && rule->pieces[k + 1].from <= offset)
      k++;
   const cs_layout_piece *piece = &rule->pieces[k];
   uintptr_t to = laid->to[piece->part] + element * rule->parts[piece->part].size_B;
   add(a, to + piece->to + piece->size_B - 1, own, 1);
}

/* Where a byte lies that malloc has beside the block: with its first, or its last. */
static uintptr_t beside(const cs_laid *laid, uintptr_t addr, uint32_t size_B)
{
   uintptr_t first = laid->to[0] - laid->lead_B;
   uint64_t all_B = part_B(laid, 0);
   if (laid->stays || !laid->is_placed)
      return first + (addr - laid->start);
   return addr < laid->start ? first : first + all_B - tk_smaller(size_B, all_B);
}

/* Adds the first bytes of an access within the block; returns how many. */
static uint32_t add_laid(accesses *a, const cs_laid *laid, uintptr_t addr,
                         uint32_t size_B)
{
   const cs_layout_rule *rule = laid->rule;
   uint64_t at = addr - laid->start;
   uint32_t within = size_B, skipped;
   if (!laid->is_placed || at < laid->lead_B) {
      within = at < laid->lead_B && laid->is_placed
                  ? (uint32_t)tk_smaller(within, laid->lead_B - at)
                  : within;
      add(a, laid->to[0] - laid->lead_B + at, addr, within);
      return within;
   }
   at -= laid->lead_B;
   uint64_t element = cs_laid_element(laid, at);
   uint64_t offset = at - element * laid->element_B;
   within = (uint32_t)tk_smaller(within, laid->element_B - offset);
   const cs_layout_piece *piece = piece_of(rule, offset, within, &skipped);
   if (piece == NULL)
      return skipped;
   offset += skipped;
   uint64_t left = rule->piece_at == NULL ? laid->element_B
                                          : piece->size_B - (offset - piece->from);
   uint32_t taken = (uint32_t)tk_smaller(within - skipped, left);
   if (rule->is_linked && piece->part != 0)
      add_link(a, laid, element, addr + skipped);
   uintptr_t to = laid->to[piece->part] + element * step_of(laid, piece->part);
   add(a, to + piece->to + (offset - piece->from), addr + skipped, taken);
   return skipped + taken;
}

static bool has_byte(const cs_laid *laid, uintptr_t addr)
{
   return addr - laid->start < laid->size_B;
}

/* The first byte of an access that a block has, not only beside it: *laid is the block.
   The end of the access: there is none. */
static uintptr_t find_anchor(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                             cs_laid **laid)
{
   uintptr_t end = addr + size_B, at = addr;
   for (; at < end; at = (at | (CS_LAYOUT_GRANULE_B - 1)) + 1) {
      cs_layout_page *page = page_of(layout, at);
      *laid = page == NULL ? NULL : laid_on(page, at);
      if (*laid != NULL && has_byte(*laid, at))
         return at;
      if (*laid != NULL && at < (*laid)->start && (*laid)->start < end)
         return (*laid)->start;
   }
   return end;
}

/* An access to no block's bytes goes where the first byte goes. */
static uint32_t translate_beside(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                                 cs_layout_access *piece)
{
   cs_layout_page *page = page_of(layout, addr);
   cs_laid *laid = page == NULL ? NULL : laid_on(page, addr);
   uintptr_t to = laid != NULL   ? beside(laid, addr, size_B)
                  : page != NULL ? addr + mirror_distance(page->is_huge)
                                 : addr;
   *piece = (cs_layout_access){ to, addr, size_B, false };
   return 1;
}

/* The bytes that the block has; at least one. */
static void translate_laid(accesses *a, const cs_laid *laid, uintptr_t addr,
                           uint32_t size_B)
{
   for (uint32_t done = 0; done < size_B;)
      done += add_laid(a, laid, addr + done, size_B - done);
   if (a->n > 0)
      return;
   uint64_t at = addr - laid->start - laid->lead_B, element = cs_laid_element(laid, at);
   add_padding(a, laid, element, at - element * laid->element_B, addr);
}

/* An access is one to the first block of which it has a byte.  Functions for strings read
   on behind it, or begin to read before: there, what is beside it is read. */
uint32_t cs_layout_translate(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                             bool is_read, cs_layout_access pieces[CS_LAYOUT_PIECES_MOST])
{
   accesses a = { .pieces = pieces };
   cs_laid *laid;
   size_B = (uint32_t)tk_smaller(size_B, CS_LAYOUT_ACCESS_MOST_B);
   uintptr_t end = addr + size_B, first = find_anchor(layout, addr, size_B, &laid);
   if (first == end)
      return translate_beside(layout, addr, size_B, pieces);
   if (is_read && !laid->is_placed && laid->ended == 0)
      place(layout, laid);
   uintptr_t last = tk_smaller(end, laid->start + laid->size_B);
   translate_laid(&a, laid, first, (uint32_t)(last - first));
   laid->rule->n_more += a.n - 1;
   cs_layout_access *begin = &pieces[pieces[0].is_link];
   begin->addr -= first - addr;
   begin->own -= first - addr;
   begin->size_B += (uint32_t)(first - addr);
   pieces[a.n - 1].size_B += (uint32_t)(end - last);
   return a.n;
}

/* What malloc has beside a block, or in a freed one, is nowhere if the block lies
   elsewhere: its place can have another. */
static bool is_nowhere(cs_layout *layout, uintptr_t addr)
{
   const cs_laid *laid = cs_layout_at(layout, addr);
   return laid != NULL && laid->is_placed && !laid->stays;
}

uint32_t cs_layout_locate(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                          cs_layout_access pieces[CS_LAYOUT_PIECES_MOST])
{
   accesses a = { .pieces = pieces };
   cs_laid *laid;
   size_B = (uint32_t)tk_smaller(size_B, CS_LAYOUT_ACCESS_MOST_B);
   uintptr_t end = addr + size_B, first = find_anchor(layout, addr, size_B, &laid);
   if (first == end || laid->ended != 0) {
      pieces[0] = (cs_layout_access){ addr, 0, size_B, false };
      return !is_nowhere(layout, first == end ? addr : first);
   }
   uintptr_t last = tk_smaller(end, laid->start + laid->size_B);
   translate_laid(&a, laid, first, (uint32_t)(last - first));
   for (uint32_t i = 0; i < a.n; i++)
      pieces[i].addr = cs_address_unmirrored(pieces[i].addr);
   return a.n;
}

/* ---- Back --------------------------------------------------------------- */

/* The part that a byte of the block is in. */
static uint32_t part_of(const cs_laid *laid, uintptr_t own)
{
   const cs_layout_rule *rule = laid->rule;
   uint64_t at = own - laid->start - laid->lead_B;
   uint64_t offset = at - cs_laid_element(laid, at) * laid->element_B;
   uint32_t index = rule->piece_at == NULL ? 0 : rule->piece_at[offset];
   return index == CS_LAYOUT_NO_PIECE ? 0 : rule->pieces[index].part;
}

/* Where the program has the word at this offset of a part's element; 0: nowhere. */
static uintptr_t own_word(const cs_laid *laid, uint32_t part, uint64_t element,
                          uint64_t offset)
{
   const cs_layout_rule *rule = laid->rule;
   uintptr_t start = laid->start + laid->lead_B + element * laid->element_B;
   if (rule->piece_at == NULL)
      return offset + sizeof(uintptr_t) <= laid->element_B ? start + offset : 0;
   for (uint32_t i = 0; i < rule->n_pieces; i++) {
      const cs_layout_piece *piece = &rule->pieces[i];
      if (piece->part == part && offset >= piece->to
          && offset + sizeof(uintptr_t) <= (uint64_t)piece->to + piece->size_B)
         return start + piece->from + (offset - piece->to);
   }
   return 0;
}

bool cs_layout_words(const cs_layout *layout, uintptr_t own, uintptr_t line, uint32_t n,
                     uintptr_t words[])
{
   const cs_layout_page *page = cs_address_is_own(own) ? cs_layout_page_at(layout, own)
                                                       : NULL;
   const cs_laid *laid = cs_layout_is_mirrored(page) ? laid_on(page, own) : NULL;
   if (laid == NULL || !laid->is_placed || !has_byte(laid, own)
       || own - laid->start < laid->lead_B)
      return false;
   uint32_t part = part_of(laid, own);
   uint64_t step_B = step_of(laid, part), all_B = laid->n_elements * step_B;
   for (uint32_t i = 0; i < n; i++) {
      uint64_t at = line + i * sizeof(uintptr_t) - laid->to[part];
      words[i] = at < all_B ? own_word(laid, part, at / step_B, at % step_B) : 0;
   }
   return true;
}

/* ---- Setup ------------------------------------------------------------- */

void cs_layout_init(cs_layout *layout, const cs_layout_setup *setup)
{
   *layout = (cs_layout){ .setup = *setup };
   layout->pool = (tk_pool){ .alloc = setup->alloc, .label = LABEL };
   layout->bin_table = (tk_table){ .alloc = setup->alloc, .label = LABEL };
   for (uint32_t i = 0; i < 2; i++) {
      uint64_t start = CS_ADDRESS_NEW + i * CS_ADDRESS_HUGE;
      layout->areas[i].heap_at = (uintptr_t)start;
      layout->areas[i].mapped_at = (uintptr_t)(start + CS_ADDRESS_HUGE / 2);
   }
   layout->tops = tk_get_zeroed(setup->alloc, LABEL, N_TOPS * sizeof *layout->tops);
   size_t n = setup->rules->n * CS_LAYOUT_PARTS_MOST;
   layout->stretches = tk_get_zeroed(setup->alloc, LABEL, n * sizeof *layout->stretches);
}

void cs_layout_fini(cs_layout *layout)
{
   const tk_alloc *alloc = layout->setup.alloc;
   for (size_t i = 0; i < N_TOPS; i++) {
      cs_layout_page **top = layout->tops[i];
      for (size_t k = 0; top != NULL && k < CS_LAYOUT_PAGES; k++)
         if (top[k] != &cs_layout_plain && !is_empty(top[k]) && !is_whole(top[k]))
            tk_put(alloc, top[k]);
      tk_put(alloc, top);
   }
   tk_put(alloc, layout->tops);
   tk_put(alloc, layout->stretches);
   tk_put(alloc, layout->bins);
   tk_table_fini(&layout->bin_table);
   tk_pool_fini(&layout->pool);
}

/* cs_tage.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_tage.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/tk_hash.h"

enum {
   COUNTER_MOST = 4,
   BASE_COUNTER_MOST = 2,
   CONFIDENCE_MOST = 3,
   USEFUL_MOST = 3,
   INDEX_BITS = CS_TAGE_INDEX_BITS,
   TAG_BITS = CS_TAGE_TAG_BITS,
   MORE_BITS = CS_TAGE_MORE_BITS,
   ONCE_USEFUL = 1 << CS_TAGE_TAG_FIELD_BITS,
};

/* Something of each table's length of history. */
#define OF_EACH(of) { of(4), of(7), of(12), of(21), of(37), of(65), of(114), of(200) }

cs_tage *cs_tage_new(const tk_alloc *alloc, uint32_t jump_history)
{
#define LENGTH(length) length
   static const uint32_t lengths[CS_TAGE_TABLES] = OF_EACH(LENGTH);
   cs_tage *t = tk_get(alloc, "cs.tage", sizeof *t);
   *t = (cs_tage){ .branches = { .n_used = CS_TAGE_TABLES } };
   for (uint32_t i = 0; i < CS_TAGE_TABLES; i++)
      t->jumps.n_used += lengths[i] <= jump_history;
   for (uint32_t i = 0; i < CS_TAGE_JUMPS; i++)
      t->steady[i] = CS_TAGE_NO_TARGET;
   return t;
}

/* ---- History --------------------------------------------------------- */

/* The place, in the folded histories, of the bit that leaves them. */
#define INDEX_PLACE(length) (uint16_t)(1u << (length) % INDEX_BITS)
#define TAG_PLACE(length) (uint16_t)(1u << (length) % TAG_BITS)
#define MORE_PLACE(length) (uint16_t)(1u << (length) % MORE_BITS)

/* Adds n bits, `coming`, to all folded histories, and removes those that are too old for
   them.  Both have the first highest.  `places` are those of a single bit that leaves. */
static inline void fold_bits(cs_tage_lanes *folded, uint32_t bits, uint32_t n,
                             uint16_t coming, cs_tage_lanes leaving, cs_tage_lanes places)
{
   cs_tage_lanes turned = *folded << n ^ *folded >> (bits - n);
   cs_tage_lanes old = leaving * places; /* of n bits, some may be beyond the top */
   if (n > 1)
      old ^= old >> bits;
   *folded = ((turned ^ old) & (uint16_t)((1u << bits) - 1)) ^ coming;
}

/* Where a bit that comes is queued to leave a history that is shorter than a piece. */
#define IN_PLACE(length) \
   (uint16_t)(((length) <= CS_TAGE_PIECE) * (1u << ((length) - 1) % CS_TAGE_PIECE))

/* The bits that leave a longer history while the next piece comes: those of ages
   length - 1, length - 2 and so on, the first lowest. */
static inline uint16_t next_piece(const cs_tage *t, uint32_t newest, uint32_t length)
{
   uint32_t age = length - 1, back = age / CS_TAGE_PIECE, place = age % CS_TAGE_PIECE;
   uint32_t older = t->pieces[(newest - back) % CS_TAGE_PIECES];
   uint32_t younger = t->pieces[(newest - back + 1) % CS_TAGE_PIECES];
   return (uint16_t)(older >> (CS_TAGE_PIECE - 1 - place) | younger << (place + 1));
}

/* A piece of history is full. */
static __attribute__((noinline)) void keep_piece(cs_tage *t)
{
   uint32_t newest = t->n_pushed / CS_TAGE_PIECE;
   t->pieces[newest % CS_TAGE_PIECES] = t->piece;
#define NEXT_PIECE(length) \
   (uint16_t)((length) > CS_TAGE_PIECE ? next_piece(t, newest, length) : 0)
   t->leaving |= (cs_tage_lanes)OF_EACH(NEXT_PIECE);
}

_Static_assert(CS_TAGE_TAG_FIELD_BITS + 2 <= 16 && CS_TAGE_TARGET_BITS <= 4
                  && TAG_BITS + CS_TAGE_TARGET_BITS <= 17
                  && 200 <= CS_TAGE_PIECE * CS_TAGE_PIECES,
               "an entry fits, and what a jump pushes is no longer than the shortest "
               "history, stays in its lane, and the longest history is kept");

/* n bits come, the first highest; `reversed` has the first lowest, as what is kept has.
   n is 1 or CS_TAGE_TARGET_BITS.  They must fit into the current piece. */
static inline __attribute__((always_inline)) void push_bits(cs_tage *t, uint32_t n,
                                                            uint16_t coming,
                                                            uint16_t reversed)
{
   static const cs_tage_lanes index_places = OF_EACH(INDEX_PLACE);
   static const cs_tage_lanes tag_places = OF_EACH(TAG_PLACE);
   static const cs_tage_lanes more_places = OF_EACH(MORE_PLACE);
   static const cs_tage_lanes in_places = OF_EACH(IN_PLACE);
   cs_tage_lanes leaving = t->leaving & 1;
   for (uint32_t i = 1; i < n; i++)
      leaving = leaving << 1 | (t->leaving >> i & 1);
   t->leaving = t->leaving >> n | reversed * (in_places >> (n - 1));
   fold_bits(&t->folded_index, INDEX_BITS, n, coming, leaving, index_places);
   fold_bits(&t->folded_tag, TAG_BITS, n, coming, leaving, tag_places);
   fold_bits(&t->folded_more, MORE_BITS, n, coming, leaving, more_places);
   t->piece = (uint16_t)(t->piece >> n | reversed << (CS_TAGE_PIECE - n));
   t->n_pushed += n;
   if (t->n_pushed % CS_TAGE_PIECE == 0)
      keep_piece(t);
}

static inline void push_bit(cs_tage *t, bool taken)
{
   push_bits(t, 1, taken, taken);
}

/* The low bits of a target's hash come, the highest first. */
static inline void push_target(cs_tage *t, uint32_t hash)
{
   uint32_t n = CS_TAGE_TARGET_BITS, reversed = 0;
   if (t->n_pushed % CS_TAGE_PIECE + n > CS_TAGE_PIECE) {
      while (n-- > 0)
         push_bit(t, hash >> n & 1);
      return;
   }
   for (uint32_t i = 0; i < n; i++)
      reversed |= (hash >> i & 1) << (n - 1 - i);
   push_bits(t, CS_TAGE_TARGET_BITS, (uint16_t)(hash & ((1u << n) - 1)),
             (uint16_t)reversed);
}

/* ---- The tables ------------------------------------------------------ */

/* Where a branch is, with the history as it is. */
typedef struct {
   cs_tage_lanes slots; /* its entries */
   cs_tage_lanes tags;
   int32_t provider, alternative; /* tables that know it, the longest two; -1: none */
} place;

/* A bit for each lane that is all ones; the others are zero. */
static inline uint32_t bits_of(const cs_tage_lanes *lanes)
{
#if defined(__SSE2__)
   __m128i all = _mm_loadu_si128((const __m128i *)lanes);
   return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(all, _mm_setzero_si128()));
#else
   uint32_t bits = 0;
   for (uint32_t i = 0; i < CS_TAGE_TABLES; i++)
      bits |= (uint32_t)((*lanes)[i] & 1) << i;
   return bits;
#endif
}

/* The bits of the tables that have an entry for the branch. */
static inline uint32_t known_tables(const cs_tage_tables *tables, const place *p)
{
#define ENTRY_IN(table) tables->entries[p->slots[table]]
   cs_tage_lanes found = { ENTRY_IN(0), ENTRY_IN(1), ENTRY_IN(2), ENTRY_IN(3),
                           ENTRY_IN(4), ENTRY_IN(5), ENTRY_IN(6), ENTRY_IN(7) };
   found &= (1 << CS_TAGE_TAG_FIELD_BITS) - 1;
   cs_tage_lanes same = (cs_tage_lanes)(found == p->tags);
   return bits_of(&same);
}

static inline int32_t longest_known(uint32_t known)
{
   return known == 0 ? -1 : 31 - __builtin_clz(known);
}

static inline void find_entries(const cs_tage *t, const cs_tage_tables *tables,
                                uintptr_t addr, place *p)
{
   static const cs_tage_lanes firsts = { 0 << INDEX_BITS, 1 << INDEX_BITS,
                                         2 << INDEX_BITS, 3 << INDEX_BITS,
                                         4 << INDEX_BITS, 5 << INDEX_BITS,
                                         6 << INDEX_BITS, 7 << INDEX_BITS };
   uint16_t low = (uint16_t)addr, high = (uint16_t)(addr >> INDEX_BITS);
   cs_tage_lanes index = t->folded_index ^ low ^ high;
   cs_tage_lanes tag = t->folded_tag ^ t->folded_more << (TAG_BITS - MORE_BITS) ^ low;
   p->slots = (index & ((1 << INDEX_BITS) - 1)) + firsts;
   p->tags = (tag & ((1 << TAG_BITS) - 1)) + 1;
   uint32_t known = known_tables(tables, p);
   p->provider = longest_known(known);
   if (p->provider >= 0)
      known ^= 1u << p->provider;
   p->alternative = longest_known(known);
}

/* The entry of a table, or, if there is none, of the base predictor. */
static inline uint32_t entry_of(const place *p, int32_t table, uint32_t base)
{
   return table >= 0 ? p->slots[table] : base;
}

/* Moves a number by 1 towards `most` or `least`.  Without a branch, which the host would
   mispredict. */
static inline int32_t move_towards(int32_t number, bool up, int32_t least, int32_t most)
{
   number += 2 * up - 1;
   number = number > most ? most : number;
   return number < least ? least : number;
}

/* An entry whose place may be given to another branch; -1: all are useful, and become
   less so.  They have longer histories than the provider. */
static int32_t place_for_new(cs_tage *t, cs_tage_tables *tables, const place *p)
{
   int32_t chosen = -1;
   for (int32_t i = p->provider + 1; i < tables->n_used; i++) {
      if (cs_tage_useful(tables->entries[p->slots[i]]) != 0)
         continue;
      chosen = i;
      t->random = t->random * 1664525 + 1013904223; /* Knuth's and Lewis's generator */
      if (t->random >> 31)
         break;
   }
   if (chosen < 0)
      for (int32_t i = p->provider + 1; i < tables->n_used; i++)
         tables->entries[p->slots[i]] -= ONCE_USEFUL;
   else
      tables->entries[p->slots[chosen]] = p->tags[chosen];
   return chosen;
}

/* Judges the provider: it and the alternative predicted different things. */
static void judge_provider(cs_tage_tables *tables, uint32_t provider, bool is_right,
                           bool alternative_is_right, bool is_fresh)
{
   uint16_t *entry = &tables->entries[provider];
   int32_t useful = (int32_t)cs_tage_useful(*entry);
   if (is_fresh)
      tables->use_alternative = move_towards(tables->use_alternative,
                                             alternative_is_right, -8, 7);
   useful = move_towards(useful, is_right, 0, USEFUL_MOST);
   *entry = (uint16_t)(cs_tage_tag(*entry) | (uint32_t)useful * ONCE_USEFUL);
}

/* Counts a step of training. */
static void grow_older(cs_tage_tables *tables)
{
   if (++tables->n_trained % CS_TAGE_AGING != 0)
      return;
   uint32_t cleared = tables->n_trained / CS_TAGE_AGING % 2 != 0 ? 2 : 1;
   for (uint32_t i = 0; i < CS_TAGE_ENTRIES; i++)
      tables->entries[i] &= (uint16_t)~(cleared * ONCE_USEFUL);
}

/* ---- Conditional branches -------------------------------------------- */

/* The filter learns an outcome; true if it had predicted the other.  Without a branch on
   the outcome, which the host mispredicts as often as the program. */
static inline bool train_bias(uint8_t *bias, bool taken)
{
   uint32_t n = *bias >> 1, is_same = (uint32_t)((*bias & 1) == taken);
   bool is_steady = n == CS_TAGE_STEADY;
   n = ((n + !is_steady) & (0 - is_same)) | (1 - is_same);
   *bias = (uint8_t)(n << 1 | taken);
   return is_steady;
}

static inline void train_counter(cs_tage *t, uint32_t entry, bool taken)
{
   int32_t most = entry < CS_TAGE_ENTRIES ? COUNTER_MOST : BASE_COUNTER_MOST;
   t->counters[entry] = (int8_t)move_towards(t->counters[entry], taken, 1 - most, most);
}

/* Trains the tables; true if they had predicted the other outcome. */
static bool train_tables(cs_tage *t, uintptr_t addr, bool taken)
{
   cs_tage_tables *tables = &t->branches;
   place p;
   find_entries(t, tables, addr, &p);
   uint32_t base = CS_TAGE_ENTRIES + ((uint32_t)addr & (CS_TAGE_BASE_BRANCHES - 1));
   uint32_t provider = entry_of(&p, p.provider, base);
   bool is_right = (t->counters[provider] > 0) == taken, predicts = is_right;
   if (p.provider >= 0) {
      uint32_t other = entry_of(&p, p.alternative, base);
      bool other_is_right = (t->counters[other] > 0) == taken;
      bool is_fresh = cs_tage_useful(tables->entries[provider]) == 0
                      && (t->counters[provider] == 0 || t->counters[provider] == 1);
      if (is_fresh && tables->use_alternative >= 0)
         predicts = other_is_right;
      if (is_right != other_is_right)
         judge_provider(tables, provider, is_right, other_is_right, is_fresh);
   }
   train_counter(t, provider, taken);
   int32_t table = predicts ? -1 : place_for_new(t, tables, &p);
   if (table >= 0)
      t->counters[p.slots[table]] = taken;
   grow_older(tables);
   return !predicts;
}

bool cs_tage_train_branch(cs_tage *t, uintptr_t addr, bool taken)
{
   bool misled = train_bias(&t->bias[cs_tage_branch(addr)], taken);
   bool mispredicted = train_tables(t, addr, taken);
   push_bit(t, taken);
   return misled || mispredicted;
}

/* ---- Indirect jumps -------------------------------------------------- */

/* The filter learns a target; true if it had predicted another. */
static bool train_steady(cs_tage *t, uint32_t jump, uintptr_t target)
{
   bool was_steady = t->steady[jump] != CS_TAGE_NO_TARGET;
   if (t->last[jump].n_same == 0 || t->last[jump].target != target) {
      t->last[jump].target = target;
      t->last[jump].n_same = 0;
      t->steady[jump] = CS_TAGE_NO_TARGET;
   }
   if (++t->last[jump].n_same == CS_TAGE_STEADY)
      t->steady[jump] = target;
   return was_steady;
}

static void train_target(cs_tage *t, uint32_t entry, uintptr_t target)
{
   bool is_right = t->targets[entry] == target;
   if (!is_right && t->confidence[entry] == 0)
      t->targets[entry] = target;
   t->confidence[entry] = (uint8_t)move_towards(t->confidence[entry], is_right, 0,
                                                CONFIDENCE_MOST);
}

/* Trains the tables of jumps; true if they had predicted another target. */
static bool train_targets(cs_tage *t, uintptr_t addr, uintptr_t target)
{
   cs_tage_tables *tables = &t->jumps;
   place p;
   find_entries(t, tables, addr, &p);
   uint32_t base = CS_TAGE_ENTRIES + ((uint32_t)addr & (CS_TAGE_BASE_JUMPS - 1));
   uint32_t provider = entry_of(&p, p.provider, base);
   bool is_right = t->targets[provider] == target, predicts = is_right;
   if (p.provider >= 0) {
      uint32_t other = entry_of(&p, p.alternative, base);
      bool other_is_right = t->targets[other] == target;
      bool is_fresh = cs_tage_useful(tables->entries[provider]) == 0
                      && t->confidence[provider] == 0;
      if (is_fresh && tables->use_alternative >= 0)
         predicts = other_is_right;
      if (t->targets[provider] != t->targets[other])
         judge_provider(tables, provider, is_right, other_is_right, is_fresh);
   }
   train_target(t, provider, target);
   int32_t table = predicts ? -1 : place_for_new(t, tables, &p);
   if (table >= 0) {
      t->targets[p.slots[table]] = target;
      t->confidence[p.slots[table]] = 0;
   }
   grow_older(tables);
   return !predicts;
}

bool cs_tage_train_jump(cs_tage *t, uintptr_t addr, uintptr_t target)
{
   bool misled = train_steady(t, cs_tage_jump(addr), target);
   bool mispredicted = train_targets(t, addr, target);
   push_target(t, (uint32_t)tk_hash_word(target));
   return misled || mispredicted;
}

/* cs_reasons.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_reasons.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#define LABEL "cs.reasons"

enum {
   WORD_BITS = 64,
   LONG_AGO = 1,       /* the time of all lines that are not held, once numbered again */
   TIMES_PER_LINE = 4, /* so numbering again is rare enough */
   LEAST_TIMES = 1024,
};

/* ---- Regions --------------------------------------------------------- */

static cs_reasons_region *known_region(const cs_reasons *r, uintptr_t number)
{
   TK_TABLE_EACH(i, &r->table, tk_hash_word(number))
      if (r->regions[i]->number == number)
         return r->regions[i];
   return NULL;
}

/* A region of lines, all without a time. */
static cs_reasons_region *add_region(cs_reasons *r, uintptr_t number)
{
   TK_ARRAY_ROOM(r->alloc, LABEL, r->regions, r->n_regions, r->capacity);
   cs_reasons_region *region = tk_get_zeroed(r->alloc, LABEL, sizeof *region);
   region->number = number;
   tk_table_add(&r->table, tk_hash_word(number), (uint32_t)r->n_regions);
   return r->regions[r->n_regions++] = region;
}

/* Where the time of a line is kept. */
static uint32_t *time_of(cs_reasons *r, uintptr_t line)
{
   uintptr_t number = line / CS_REASONS_LINES;
   cs_reasons_region **recent = cs_reasons_recent(r, number);
   cs_reasons_region *region = *recent;
   if (region == NULL || region->number != number) {
      region = known_region(r, number);
      if (region == NULL)
         region = add_region(r, number);
      *recent = region;
   }
   return &region->used[line % CS_REASONS_LINES];
}

/* ---- Times ----------------------------------------------------------- */

static bool is_held(const cs_reasons *r, uint32_t time)
{
   return r->is_held[time / WORD_BITS] >> time % WORD_BITS & 1;
}

static void flip_time(cs_reasons *r, uint32_t time)
{
   r->is_held[time / WORD_BITS] ^= UINT64_C(1) << time % WORD_BITS;
}

/* Drops the oldest line from the cache. */
static void drop_oldest(cs_reasons *r)
{
   uint32_t word = r->oldest / WORD_BITS;
   uint64_t bits = r->is_held[word] >> r->oldest % WORD_BITS << r->oldest % WORD_BITS;
   while (bits == 0)
      bits = r->is_held[++word];
   r->oldest = word * WORD_BITS + (uint32_t)__builtin_ctzll(bits);
   flip_time(r, r->oldest++);
}

/* Room for times below `end`. */
static void make_times(cs_reasons *r, uint32_t end)
{
   uint32_t n_words = end / WORD_BITS;
   uint64_t *is_held = tk_get(r->alloc, LABEL, n_words * sizeof *is_held);
   uint32_t *ranks = tk_get(r->alloc, LABEL, n_words * sizeof *ranks);
   tk_put(r->alloc, r->is_held);
   tk_put(r->alloc, r->ranks);
   r->is_held = is_held;
   r->ranks = ranks;
   r->end = end;
}

/* Gives the n lines that are held the times from LONG_AGO + 1 on. */
static void restart_times(cs_reasons *r)
{
   r->oldest = LONG_AGO + 1;
   r->now = LONG_AGO + r->n;
   for (uint32_t i = 0; i < r->end / WORD_BITS; i++)
      r->is_held[i] = 0;
   for (uint32_t time = r->oldest; time <= r->now; time++)
      flip_time(r, time);
}

/* How many times are right: so numbering again, which looks at all lines, costs little
   per reference. */
static uint32_t wanted_end(const cs_reasons *r)
{
   uint64_t n = (uint64_t)r->n_regions * CS_REASONS_LINES;
   uint64_t wanted = TIMES_PER_LINE * (n > r->most ? n : r->most);
   wanted = (wanted < LEAST_TIMES ? LEAST_TIMES : wanted) / WORD_BITS * WORD_BITS;
   return wanted > UINT32_MAX / 2 ? UINT32_MAX / 2 / WORD_BITS * WORD_BITS
                                  : (uint32_t)wanted;
}

/* How many of the times held are below `time`. */
static uint32_t rank_of(const cs_reasons *r, uint32_t time)
{
   uint64_t before = r->is_held[time / WORD_BITS]
                     & ((UINT64_C(1) << time % WORD_BITS) - 1);
   return r->ranks[time / WORD_BITS] + (uint32_t)__builtin_popcountll(before);
}

static void number_again(cs_reasons *r)
{
   uint32_t rank = 0;
   for (uint32_t i = 0; i < r->end / WORD_BITS; i++) {
      r->ranks[i] = rank;
      rank += (uint32_t)__builtin_popcountll(r->is_held[i]);
   }
   for (size_t k = 0; k < r->n_regions; k++)
      for (uint32_t i = 0; i < CS_REASONS_LINES; i++) {
         uint32_t *time = &r->regions[k]->used[i];
         if (*time != 0)
            *time = is_held(r, *time) ? LONG_AGO + 1 + rank_of(r, *time) : LONG_AGO;
      }
   uint32_t end = wanted_end(r);
   if (end > r->end)
      make_times(r, end);
   restart_times(r);
}

/* ---- References ------------------------------------------------------ */

static cs_reason refer_line(cs_reasons *r, uintptr_t line)
{
   uint32_t *time = time_of(r, line);
   if (*time == r->now)
      return CS_CONFLICT; /* it was the last one */
   if (r->now + 1 == r->end)
      number_again(r);
   cs_reason reason = *time == 0          ? CS_COLD
                      : *time < r->oldest ? CS_CAPACITY
                                          : CS_CONFLICT;
   if (reason == CS_CONFLICT)
      flip_time(r, *time);
   else if (r->n == r->most)
      drop_oldest(r);
   else
      r->n++;
   *time = ++r->now;
   flip_time(r, r->now);
   return reason;
}

cs_reason cs_reasons_refer(cs_reasons *reasons, uintptr_t addr, uintptr_t size_B)
{
   uint32_t bits = reasons->line_bits;
   uintptr_t line = addr >> bits, last = (addr + size_B - 1) >> bits;
   cs_reason reason = refer_line(reasons, line);
   while (line != last) {
      line = (line + 1) << bits >> bits; /* line 0 follows the last */
      cs_reason next = refer_line(reasons, line);
      reason = next < reason ? next : reason;
   }
   return reason;
}

/* ---- Begin and end --------------------------------------------------- */

void cs_reasons_init(cs_reasons *reasons, const cs_geometry *g, const tk_alloc *alloc)
{
   *reasons = (cs_reasons){ .alloc = alloc,
                            .line_bits = cs_line_bits(g),
                            .most = (uint32_t)(g->size_B / g->line_size_B),
                            .table = { .alloc = alloc, .label = LABEL } };
   make_times(reasons, wanted_end(reasons));
   restart_times(reasons);
   cs_reasons_refer(reasons, 0, 1);
}

void cs_reasons_fini(cs_reasons *reasons)
{
   for (size_t i = 0; i < reasons->n_regions; i++)
      tk_put(reasons->alloc, reasons->regions[i]);
   reasons->n_regions = 0;
   tk_put(reasons->alloc, reasons->regions);
   tk_put(reasons->alloc, reasons->is_held);
   tk_put(reasons->alloc, reasons->ranks);
   reasons->regions = NULL;
   reasons->is_held = NULL;
   reasons->ranks = NULL;
   tk_table_fini(&reasons->table);
}

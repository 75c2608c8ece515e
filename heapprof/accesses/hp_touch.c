/* hp_touch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accesses/hp_touch.h"

enum { WORD = 64 };

static uint32_t n_words(uint32_t n_units)
{
   return (n_units + WORD - 1) / WORD;
}

static const uint64_t *row_of(const hp_touch *touch, bool is_write)
{
   return touch->bits + (is_write ? hp_touch_words(touch) : 0);
}

static uint8_t shift_of(uint64_t size_B, uint64_t exact_B)
{
   uint8_t shift = 0;
   if (size_B <= exact_B)
      return 0;
   while (1 << shift < HP_TOUCH_LEAST_UNIT_B)
      shift++;
   while ((size_B - 1) >> shift >= HP_TOUCH_MAX_UNITS)
      shift++;
   return shift;
}

static size_t bytes_of(uint32_t n_units)
{
   return sizeof(hp_touch) + 2 * n_words(n_units) * sizeof(uint64_t);
}

hp_touch *hp_touch_new(tk_pool *pool, uint64_t size_B, uint64_t exact_B)
{
   uint8_t shift = shift_of(size_B, exact_B);
   uint32_t n_units = (uint32_t)((size_B - 1) >> shift) + 1;
   hp_touch *touch = tk_pool_get(pool, bytes_of(n_units));
   touch->size_B = size_B;
   touch->n_units = n_units;
   touch->shift = shift;
   touch->read_in = 0;
   for (uint32_t i = 0; i < 2 * n_words(n_units); i++)
      touch->bits[i] = 0;
   return touch;
}

void hp_touch_free(tk_pool *pool, hp_touch *touch)
{
   if (touch != NULL)
      tk_pool_put(pool, touch, bytes_of(touch->n_units));
}

/* The lowest n bits, of 1 to 64. */
static uint64_t low_ones(uint32_t n)
{
   /* cppcheck-suppress shiftTooManyBits ; n is not 0 */
   return UINT64_MAX >> (WORD - n);
}

static void set_bits(uint64_t *words, uint32_t first, uint32_t n)
{
   while (n > 0) {
      uint32_t at = first % WORD, here = WORD - at < n ? WORD - at : n;
      words[first / WORD] |= low_ones(here) << at;
      first += here;
      n -= here;
   }
}

void hp_touch_mark_many(hp_touch *touch, uint64_t offset, uint64_t n_B, bool is_write)
{
   if (n_B == 0)
      return;
   if (n_B > touch->size_B - offset)
      n_B = touch->size_B - offset;
   uint32_t first = (uint32_t)(offset >> touch->shift);
   uint32_t last = (uint32_t)((offset + n_B - 1) >> touch->shift);
   set_bits(touch->bits + (is_write ? hp_touch_words(touch) : 0), first,
            last - first + 1);
}

/* The first unit from `from` on whose bit is off, or n_units. */
static uint32_t next_off(const uint64_t *words, uint32_t n_units, uint32_t from)
{
   while (from < n_units) {
      uint64_t off = ~words[from / WORD] >> from % WORD;
      if (off != 0) {
         from += (uint32_t)__builtin_ctzll(off);
         return from < n_units ? from : n_units;
      }
      from += WORD - from % WORD;
   }
   return n_units;
}

/* The unit behind the last one before `from` whose bit is off, or 0. */
static uint32_t after_last_off(const uint64_t *words, uint32_t from)
{
   while (from > 0) {
      uint32_t at = (from - 1) % WORD;
      uint64_t off = ~words[(from - 1) / WORD] << (WORD - 1 - at);
      if (off != 0)
         return from - (uint32_t)__builtin_clzll(off);
      from -= at + 1;
   }
   return 0;
}

void hp_touch_run(const hp_touch *touch, uint64_t offset, bool is_write, uint64_t *start,
                  uint64_t *end)
{
   const uint64_t *words = row_of(touch, is_write);
   uint32_t at = (uint32_t)(offset >> touch->shift);
   *start = (uint64_t)after_last_off(words, at) << touch->shift;
   *end = (uint64_t)next_off(words, touch->n_units, at) << touch->shift;
   if (*end > touch->size_B)
      *end = touch->size_B;
   if (*end <= offset)
      *start = *end = offset;
}

/* The number of bytes whose bits are on in a word of a row. */
static uint64_t bytes_on(const hp_touch *touch, uint32_t word, uint64_t bits)
{
   uint64_t n_B = (uint64_t)__builtin_popcountll(bits) << touch->shift;
   uint32_t last = touch->n_units - 1;
   uint64_t whole_B = (uint64_t)touch->n_units << touch->shift;
   if (last / WORD == word && (bits >> last % WORD & 1) != 0)
      n_B -= whole_B - touch->size_B;
   return n_B;
}

hp_untouched hp_touch_untouched(const hp_touch *touch)
{
   const uint64_t *reads = row_of(touch, false);
   const uint64_t *writes = row_of(touch, true);
   hp_untouched u = { touch->size_B, touch->size_B, touch->size_B };
   for (uint32_t i = 0; i < hp_touch_words(touch); i++) {
      u.unread_B -= bytes_on(touch, i, reads[i]);
      u.unwritten_B -= bytes_on(touch, i, writes[i]);
      u.untouched_B -= bytes_on(touch, i, reads[i] | writes[i]);
   }
   return u;
}

/* The first unit from `from` on that is on in a row, or n. */
static uint32_t next_on(const uint64_t *words, uint32_t n, uint32_t from)
{
   while (from < n) {
      uint64_t on = words[from / WORD] >> from % WORD;
      if (on != 0) {
         from += (uint32_t)__builtin_ctzll(on);
         return from < n ? from : n;
      }
      from += WORD - from % WORD;
   }
   return n;
}

/* The unit behind the last one that was read or written. */
static uint32_t end_of_touched(const hp_touch *touch)
{
   const uint64_t *reads = row_of(touch, false), *writes = row_of(touch, true);
   uint32_t word = hp_touch_words(touch);
   while (word > 0 && (reads[word - 1] | writes[word - 1]) == 0)
      word--;
   return word == 0 ? 0
                    : word * WORD
                         - (uint32_t)__builtin_clzll(reads[word - 1] | writes[word - 1]);
}

static uint64_t offset_of(const hp_touch *touch, uint32_t unit)
{
   uint64_t offset = (uint64_t)unit << touch->shift;
   return offset < touch->size_B ? offset : touch->size_B;
}

hp_unused hp_touch_unused(const hp_touch *touch)
{
   const uint64_t *reads = row_of(touch, false), *writes = row_of(touch, true);
   uint32_t end = end_of_touched(touch);
   hp_unused u = { .tail_B = touch->size_B - offset_of(touch, end) };
   if (u.tail_B < HP_TOUCH_TAIL_B)
      u.tail_B = 0;
   for (uint32_t at = 0, next; at < end; at = next_off(reads, end, next)) {
      next = next_on(reads, end, at);
      if (offset_of(touch, next) - offset_of(touch, at) < HP_TOUCH_RUN_B)
         continue;
      while (at < next) {
         uint32_t hole = next_off(writes, next, at);
         u.written_B += offset_of(touch, hole) - offset_of(touch, at);
         at = next_on(writes, next, hole);
         u.holes_B += offset_of(touch, at) - offset_of(touch, hole);
      }
   }
   return u;
}

static bool is_on(const hp_touch *touch, bool is_write, uint32_t unit)
{
   return (row_of(touch, is_write)[unit / WORD] >> unit % WORD & 1) != 0;
}

void hp_touch_copy(hp_touch *to, const hp_touch *from)
{
   to->read_in = from->read_in;
   for (int is_write = 0; is_write < 2; is_write++)
      for (uint32_t unit = 0; unit < from->n_units; unit++) {
         uint64_t offset = (uint64_t)unit << from->shift;
         if (offset < to->size_B && is_on(from, is_write, unit))
            hp_touch_mark(to, offset, (uint64_t)1 << from->shift, is_write);
      }
}

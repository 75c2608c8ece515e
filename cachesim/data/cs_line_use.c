/* cs_line_use.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_line_use.h"

#include "machine/cs_address.h"

#define LABEL "cs.line.use"

bool cs_line_use_init(cs_line_use *use, const cs_line_use_setup *setup)
{
   size_t n_sets = setup->data->n_sets;
   *use = (cs_line_use){ .setup = *setup,
                         .n_records = setup->assoc + 1,
                         .line_B = (uint32_t)1 << setup->data->line_bits };
   size_t n_lines = n_sets * use->n_records;
   use->mru = tk_get(setup->near_alloc, LABEL, n_sets * sizeof *use->mru);
   use->latest = tk_get(setup->alloc, LABEL, n_sets * sizeof *use->latest);
   use->lines = tk_get(setup->alloc, LABEL, n_lines * sizeof *use->lines);
   if (use->mru == NULL || use->latest == NULL || use->lines == NULL) {
      cs_line_use_fini(use);
      return false;
   }
   for (size_t i = 0; i < n_sets; i++)
      use->mru[i] = use->latest[i] = 0;
   for (size_t i = 0; i < n_lines; i++)
      use->lines[i] = (cs_used_line){ .line = CS_NO_LINE };
   if (setup->d1 != NULL)
      use->lines[0].line = 0;
   return true;
}

void cs_line_use_fini(cs_line_use *use)
{
   tk_put(use->setup.near_alloc, use->mru);
   tk_put(use->setup.alloc, use->latest);
   tk_put(use->setup.alloc, use->lines);
}

static uint32_t n_bits(uint64_t bits)
{
   return (uint32_t)__builtin_popcountll(bits);
}

/* ---- References -------------------------------------------------------- */

static void count_used(cs_used_line *line)
{
   if (line->data == NULL)
      return;
   line->data->use.used_B += n_bits(line->unused & line->used);
   line->unused &= ~line->used;
}

static cs_used_line *lines_of(const cs_line_use *use, uintptr_t set)
{
   return use->lines + set * use->n_records;
}

/* The set's latest line has been used, too. */
static void keep_latest(cs_line_use *use, uintptr_t set)
{
   lines_of(use, set)[use->latest[set]].used |= use->mru[set];
}

/* The record of the line, or of the one that it has pushed out, when it is the latest. */
static uint32_t record_of(const cs_line_use *use, uintptr_t set, uintptr_t sought)
{
   const cs_used_line *lines = lines_of(use, set);
   uint32_t i = 0;
   if (!use->setup.d1->is_moving)
      return cs_cache_latest_way(use->setup.d1, set);
   while (lines[i].line != sought)
      i++;
   return i;
}

/* The record is that of a line that was fetched now. */
static void begin_line(cs_line_use *use, cs_used_line *record, uintptr_t line)
{
   count_used(record);
   *record = (cs_used_line){ .line = line };
   use->fetched[use->n_fetched++] = record;
}

/* One line; true on a miss. */
static bool touch_line(cs_line_use *use, cs_cache *d1, uintptr_t line, uint64_t bytes)
{
   uintptr_t set = cs_cache_set(d1, line);
   if (d1->mru[set] == line) {
      use->mru[set] |= bytes;
      return false;
   }
   uintptr_t oldest = d1->is_moving ? cs_cache_oldest(d1, set) : 0;
   bool misses = cs_cache_touch_older(d1, set, line);
   uint32_t i = record_of(use, set, misses ? oldest : line);
   cs_used_line *record = &lines_of(use, set)[i];
   cs_line_use_turn(use, set, i, bytes);
   if (misses)
      begin_line(use, record, line);
   return misses;
}

bool cs_line_use_refer(cs_line_use *use, cs_cache *d1, uintptr_t addr, uint32_t size_B)
{
   uintptr_t line = cs_cache_line(d1, addr), offset = addr - line;
   use->n_fetched = 0;
   bool misses = touch_line(use, d1, line,
                            cs_line_use_bytes(use->line_B, offset, size_B));
   if (offset + size_B > use->line_B)
      misses |= touch_line(
         use, d1, line + use->line_B,
         cs_line_use_bytes(use->line_B, 0, offset + size_B - use->line_B));
   return misses;
}

void cs_line_use_begin(cs_line_use *use, uintptr_t set, uint32_t i, uintptr_t line)
{
   begin_line(use, &lines_of(use, set)[i], line);
}

/* ---- Counts ------------------------------------------------------------ */

/* The bytes of the line that are the datum's.  Where its extent is not known, all. */
static uint64_t own_bytes(const cs_line_use *use, const cs_data_at *at, uintptr_t addr,
                          uintptr_t line)
{
   if (!cs_address_is_own(line)) /* of another layout */
      return cs_line_use_bytes(use->line_B, 0, use->line_B);
   if (at->data->key.kind == CS_DATA_HEAP)
      return use->setup.of_heap(at->data, line, use->line_B);
   if (at->size_B == 0)
      return cs_line_use_bytes(use->line_B, 0, use->line_B);
   uint64_t start = addr - at->offset, end = start + at->size_B;
   uint64_t first = start > line ? start - line : 0;
   if (first >= use->line_B || end <= line)
      return 0;
   return cs_line_use_bytes(use->line_B, first, end - line - first);
}

void cs_line_use_fetched(cs_line_use *use, const cs_data_at *at, uintptr_t addr)
{
   for (uint32_t i = 0; i < use->n_fetched; i++) {
      cs_used_line *line = use->fetched[i];
      line->data = at->data;
      line->unused = own_bytes(use, at, addr, line->line);
      at->data->use.n_lines++;
      at->data->use.inside_B += n_bits(line->unused);
   }
}

void cs_line_use_flush(cs_line_use *use)
{
   for (uintptr_t set = 0; set < use->setup.data->n_sets; set++) {
      keep_latest(use, set);
      for (uint32_t i = 0; i < use->n_records; i++)
         count_used(&lines_of(use, set)[i]);
   }
}

void cs_line_use_zero(cs_line_use *use, cs_data *const *data, size_t n_data)
{
   for (size_t i = 0; i < use->setup.data->n_sets * use->n_records; i++)
      use->lines[i].data = NULL;
   for (size_t i = 0; i < n_data; i++)
      data[i]->use = (cs_data_use){ .n_lines = 0 };
}

/* cs_line_use.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_line_use.h"

#include "machine/cs_address.h"

#define LABEL "cs.line.use"

void cs_line_use_init(cs_line_use *use, const cs_line_use_setup *setup)
{
   size_t n_sets = setup->data->n_sets;
   *use = (cs_line_use){ .setup = *setup,
                         .looks = { .alloc = setup->alloc },
                         .n_records = setup->assoc + 1,
                         .n_lines = n_sets * setup->assoc,
                         .n_until_older = n_sets * setup->assoc,
                         .line_B = (uint32_t)1 << setup->data->line_bits };
   size_t n_all = n_sets * use->n_records;
   use->mru = tk_get_zeroed(setup->near_alloc, LABEL, n_sets * sizeof *use->mru);
   use->latest = tk_get_zeroed(setup->alloc, LABEL, n_sets * sizeof *use->latest);
   use->lines = tk_get(setup->alloc, LABEL, n_all * sizeof *use->lines);
   use->before = tk_get_zeroed(setup->alloc, LABEL, n_all * sizeof *use->before);
   for (size_t i = 0; i < n_all; i++)
      use->lines[i] = (cs_used_line){ .line = CS_NO_LINE };
   if (setup->d1 != NULL)
      use->lines[0].line = 0;
   cs_looks_init(&use->looks, setup->alloc, setup->data->line_bits);
}

void cs_line_use_fini(cs_line_use *use)
{
   tk_put(use->setup.near_alloc, use->mru);
   tk_put(use->setup.alloc, use->latest);
   tk_put(use->setup.alloc, use->lines);
   tk_put(use->setup.alloc, use->before);
   cs_looks_fini(&use->looks);
}

static uint32_t n_bits(uint64_t bits)
{
   return (uint32_t)__builtin_popcountll(bits);
}

static void count_bytes(cs_used_line *line, uint64_t used)
{
   if (line->data == NULL)
      return;
   line->data->use.used_B += n_bits(line->unused & used);
   line->unused &= ~used;
}

static void count_used(cs_used_line *line)
{
   count_bytes(line, line->used);
}

static cs_used_line *lines_of(const cs_line_use *use, uintptr_t set)
{
   return use->lines + set * use->n_records;
}

static uint64_t *before_of(const cs_line_use *use, const cs_used_line *record)
{
   return &use->before[record - use->lines];
}

/* The set's latest line has been used, too. */
static void keep_latest(cs_line_use *use, uintptr_t set)
{
   lines_of(use, set)[use->latest[set]].used |= use->mru[set];
}

/* ---- Looks -------------------------------------------------------------- */

/* Adds what was used of a line lately.  Another machine can have left an outdated record
   of it. */
static void gather_line(cs_line_use *use, cs_look *look, uintptr_t line)
{
   uintptr_t set = cs_filter_set(use->setup.data, line);
   keep_latest(use, set);
   const cs_used_line *lines = lines_of(use, set);
   for (uint32_t i = 0; i < use->n_records; i++)
      if (lines[i].line == line)
         cs_look_add(&use->looks, look, line, lines[i].used | *before_of(use, &lines[i]));
}

static void gather(cs_line_use *use, cs_look *look)
{
   for (uint32_t i = 0; i < look->window.n_lines; i++)
      gather_line(use, look, look->window.first + (uintptr_t)i * use->line_B);
}

static void end_look(cs_line_use *use, cs_look *look)
{
   gather(use, look);
   cs_looks_end(&use->looks, look);
}

/* The record is of that line no more. */
static void leave_looks(cs_line_use *use, cs_used_line *record)
{
   const cs_used_line left = *record;
   if (!cs_looks_have(&use->looks, left.line))
      return;
   record->line = CS_NO_LINE;
   cs_looks_add(&use->looks, left.line, left.used);
   cs_look *look;
   while ((look = cs_looks_at(&use->looks, left.line, 0, UINT64_MAX)) != NULL)
      end_look(use, look);
}

/* What was used has been counted, and added to the looks that go on. */
static void note_used(cs_line_use *use, cs_used_line *record)
{
   count_used(record);
   cs_looks_add(&use->looks, record->line, record->used);
}

/* All that was used lately was used before, and what was used before is forgotten. */
static void age_lines(cs_line_use *use)
{
   use->n_until_older = use->n_lines;
   for (uintptr_t set = 0; set < use->setup.data->n_sets; set++) {
      cs_used_line *lines = lines_of(use, set);
      keep_latest(use, set);
      use->mru[set] = 0;
      for (uint32_t i = 0; i < use->n_records; i++) {
         if (lines[i].used != 0)
            note_used(use, &lines[i]);
         *before_of(use, &lines[i]) = lines[i].used;
         lines[i].used = 0;
      }
   }
}

/* The window of a look at a line, of which the block or variable at `addr` has bytes. */
static cs_look_window window_of(const cs_line_use *use, const cs_data_at *at,
                                uintptr_t addr, uintptr_t line)
{
   const uintptr_t reach_B = (uintptr_t)CS_LOOKS_REACH * use->line_B;
   const uint64_t start = addr - at->offset, end = start + at->size_B;
   uintptr_t first = (uintptr_t)start & ~(uintptr_t)(use->line_B - 1);
   uintptr_t last = (uintptr_t)(end - 1) & ~(uintptr_t)(use->line_B - 1);
   if (line - first > reach_B)
      first = line - reach_B;
   if (last - line > reach_B)
      last = line + reach_B;
   return (cs_look_window){
      .line = line,
      .first = first,
      .n_lines = (uint32_t)((last - first) / use->line_B) + 1,
      .start = start,
      .head = cs_line_use_bytes(use->line_B, start > first ? start - first : 0,
                                use->line_B),
      .tail = cs_line_use_bytes(use->line_B, 0, end - last),
   };
}

/* Of a block or variable whose extent is known, and that is where the program has it. */
static bool can_be_looked_at(const cs_data_at *at, uintptr_t addr, uintptr_t line)
{
   uint64_t start = addr - at->offset;
   return at->size_B != 0 && cs_address_is_own(line) && line < start + at->size_B;
}

static void begin_look(cs_line_use *use, const cs_data_at *at, uintptr_t addr,
                       uintptr_t line)
{
   const cs_look_window window = window_of(use, at, addr, line);
   gather(use, cs_looks_begin(&use->looks, at->data, &window));
}

/* Each look is found by its own line, unless the block has more lines than there are
   looks. */
void cs_line_use_block_ends(cs_line_use *use, uintptr_t start, uint64_t size_B)
{
   cs_looks *looks = &use->looks;
   const uint64_t end = start + size_B;
   cs_look *look;
   if (size_B / use->line_B >= looks->n_active) {
      for (size_t i = looks->n_active; i > 0; i--) {
         look = cs_looks_nth(looks, looks->active[i - 1]);
         if (look->window.start >= start && look->window.start < end)
            end_look(use, look);
      }
      return;
   }
   for (uint64_t line = start & ~(uint64_t)(use->line_B - 1); line < end;
        line += use->line_B)
      while ((look = cs_looks_at(looks, (uintptr_t)line, start, end)) != NULL)
         end_look(use, look);
}

/* Nothing of the bytes from `start` to before `end` was used lately. */
static void forget_bytes(cs_line_use *use, cs_used_line *record, uint64_t start,
                         uint64_t end)
{
   if (record->line >= end || record->line + use->line_B <= start)
      return;
   uint64_t first = start > record->line ? start - record->line : 0;
   uint64_t bytes = cs_line_use_bytes(use->line_B, first, end - record->line - first);
   if ((record->used & bytes) != 0)
      note_used(use, record);
   record->used &= ~bytes;
   *before_of(use, record) &= ~bytes;
}

static void forget_set(cs_line_use *use, uintptr_t set, uint64_t start, uint64_t end)
{
   cs_used_line *lines = lines_of(use, set);
   keep_latest(use, set);
   use->mru[set] = 0;
   for (uint32_t i = 0; i < use->n_records; i++)
      forget_bytes(use, &lines[i], start, end);
}

/* A look at a block in one line sees only what was used since the line was fetched. */
void cs_line_use_block_begins(cs_line_use *use, uintptr_t start, uint64_t size_B)
{
   const cs_filter *data = use->setup.data;
   const uint64_t end = start + size_B;
   uint64_t first = start & ~(uint64_t)(use->line_B - 1);
   uint64_t n_lines = (end - first + use->line_B - 1) / use->line_B;
   for (uint64_t i = 0; n_lines > 1 && i < n_lines && i < data->n_sets; i++)
      forget_set(use, cs_filter_set(data, (uintptr_t)(first + i * use->line_B)), start,
                 end);
}

/* ---- References -------------------------------------------------------- */

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
   leave_looks(use, record);
   *record = (cs_used_line){ .line = line };
   *before_of(use, record) = 0;
   use->fetched[use->n_fetched++] = record;
   if (--use->n_until_older == 0)
      age_lines(use);
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
      at->data->use.inside_B += n_bits(line->unused);
      count_bytes(line, *before_of(use, line)); /* lines grew older meanwhile */
   }
   for (uint32_t i = 0; i < use->n_fetched; i++) {
      uintptr_t line = use->fetched[i]->line;
      at->data->use.n_lines++;
      if (cs_looks_wants(&use->looks, at->data) && can_be_looked_at(at, addr, line))
         begin_look(use, at, addr, line);
   }
}

void cs_line_use_flush(cs_line_use *use)
{
   for (uintptr_t set = 0; set < use->setup.data->n_sets; set++) {
      keep_latest(use, set);
      for (uint32_t i = 0; i < use->n_records; i++)
         count_used(&lines_of(use, set)[i]);
   }
   for (size_t i = 0; i < use->looks.n_active; i++)
      gather(use, cs_looks_nth(&use->looks, use->looks.active[i]));
}

void cs_line_use_zero(cs_line_use *use, cs_data *const *data, size_t n_data)
{
   for (size_t i = 0; i < use->setup.data->n_sets * use->n_records; i++)
      use->lines[i].data = NULL;
   cs_looks_zero(&use->looks);
   for (size_t i = 0; i < n_data; i++) {
      data[i]->use = (cs_data_use){ .n_lines = 0 };
      data[i]->looks = (cs_data_looks){ .first = 0 };
   }
}

/* tk_frame_index.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_frame_index.h"

#include "base/tk_search.h"

/* How .eh_frame_hdr begins.  All linkers use these codes for its numbers. */
typedef struct {
   uint8_t version, frames_code, count_code, entries_code;
   int32_t frames; /* where .eh_frame is */
   uint32_t n_entries;
} index_header;

enum { CODE_MASK = 0x0f, CODE_U4 = 0x03, CODE_S4 = 0x0b, CODE_S4_OF_INDEX = 0x3b };

/* Both are relative to the index. */
typedef struct {
   int32_t function, frame;
} index_entry;

static uint64_t plus(uint64_t address, int32_t offset)
{
   return address + (uint64_t)(int64_t)offset;
}

bool tk_frame_index_open(tk_frame_index *index, tk_frame_read *read, const void *context,
                         uint64_t at, uint64_t size_B)
{
   index_header header;
   *index = (tk_frame_index){ .read = read, .context = context };
   if (size_B < sizeof header || !read(context, &header, at, sizeof header)
       || header.version != 1
       || ((header.frames_code & CODE_MASK) != CODE_S4
           && (header.frames_code & CODE_MASK) != CODE_U4)
       || header.count_code != CODE_U4 || header.entries_code != CODE_S4_OF_INDEX
       || header.n_entries > (size_B - sizeof header) / sizeof(index_entry))
      return false;
   index->at = at;
   index->n = header.n_entries;
   return true;
}

static bool get_entry(const tk_frame_index *index, size_t i, index_entry *entry)
{
   return index->read(index->context, entry,
                      index->at + sizeof(index_header) + i * sizeof *entry,
                      sizeof *entry);
}

/* The number of functions that begin at `address` or before. */
static size_t n_before(const tk_frame_index *index, uint64_t address)
{
   tk_search s = { .high = index->n };
   while (tk_search_next(&s)) {
      index_entry entry;
      if (!get_entry(index, s.middle, &entry))
         return 0;
      tk_search_step(&s, plus(index->at, entry.function) <= address);
   }
   return s.low;
}

/* The bytes of the function that begins at `start`; 0 if unknown.  A frame has a length
   and a reference, of 4 bytes each, then the start and the bytes of the code, in 4 or 8
   bytes, as another record says.  As the start is known, it shows here which. */
static uint64_t size_of(const tk_frame_index *index, uint64_t frame, uint64_t start)
{
   struct {
      int32_t start;
      uint32_t size_B;
   } narrow;
   struct {
      uint64_t start, size_B;
   } wide;
   uint64_t at = frame + 8;
   if (index->read(index->context, &wide, at, sizeof wide)
       && (at + wide.start == start || wide.start == start))
      return wide.size_B;
   if (index->read(index->context, &narrow, at, sizeof narrow)
       && (plus(at, narrow.start) == start || (uint32_t)narrow.start == start))
      return narrow.size_B;
   return 0;
}

uint64_t tk_frame_index_function(const tk_frame_index *index, uint64_t address,
                                 uint64_t *end)
{
   index_entry entry, next;
   size_t n = index->at == 0 ? 0 : n_before(index, address);
   if (n == 0 || !get_entry(index, n - 1, &entry))
      return 0;
   uint64_t start = plus(index->at, entry.function);
   uint64_t size_B = size_of(index, plus(index->at, entry.frame), start);
   if (address - start >= size_B)
      return 0;
   *end = start + size_B;
   if (n < index->n && get_entry(index, n, &next)
       && plus(index->at, next.function) < *end)
      *end = plus(index->at, next.function);
   return start;
}

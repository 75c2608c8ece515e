/* tk_elf.c -- SPDX-License-Identifier: GPL-2.0-or-later

   System V ABI, "Object Files"; Linux Standard Base, "Exception Frames". */

#include "code/tk_elf.h"

#include "base/tk_search.h"

enum {
   LOAD = 1,
   NOTE = 4,
   EH_FRAME = 0x6474e550,
   BUILD_ID = 3,
   SEGMENTS_MAX = 128,
};

typedef struct {
   uint8_t ident[16];
   uint16_t type, machine;
   uint32_t version;
   uintptr_t entry, segments, sections;
   uint32_t flags;
   uint16_t size_B, segment_B, n_segments;
} file_header;

typedef struct {
   uint32_t type;
#if UINTPTR_MAX > UINT32_MAX
   uint32_t flags;
#endif
   uintptr_t offset, addr, physical, file_B, memory_B;
} segment;

typedef struct {
   uint32_t name_B, content_B, type;
   char name[4];
} note;

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

/* Copies bytes, which need not be aligned. */
static bool copy_bytes(const tk_elf *elf, void *to, uintptr_t from, size_t size_B)
{
   if (!elf->can_read(from, size_B))
      return false;
   __builtin_memcpy(to, (const void *)from, size_B);
   return true;
}

/* ---- Segments -------------------------------------------------------- */

static bool is_of_host(const file_header *header)
{
   static const uint16_t one = 1;
   const uint8_t *ident = header->ident;
   return ident[0] == 0x7f && ident[1] == 'E' && ident[2] == 'L' && ident[3] == 'F'
          && ident[4] == (sizeof(uintptr_t) == 8 ? 2 : 1)
          && ident[5] == (*(const uint8_t *)&one == 1 ? 1 : 2)
          && header->segment_B >= sizeof(segment) && header->n_segments <= SEGMENTS_MAX;
}

static size_t round_up(uint32_t size_B)
{
   return ((size_t)size_B + 3) & ~(size_t)3;
}

static bool is_gnu(const char name[4])
{
   return name[0] == 'G' && name[1] == 'N' && name[2] == 'U' && name[3] == '\0';
}

static void find_build_id(tk_elf *elf, const segment *notes)
{
   uintptr_t at = elf->bias + notes->addr;
   size_t left_B = notes->memory_B;
   note n;
   while (left_B >= sizeof n && copy_bytes(elf, &n, at, sizeof n)) {
      size_t header_B = sizeof n - sizeof n.name + round_up(n.name_B);
      size_t note_B = header_B + round_up(n.content_B);
      if (note_B > left_B)
         return;
      if (n.type == BUILD_ID && n.name_B == 4 && is_gnu(n.name)
          && n.content_B <= TK_ELF_BUILD_ID_MAX_B
          && copy_bytes(elf, elf->build_id, at + header_B, n.content_B)) {
         elf->build_id_B = n.content_B;
         return;
      }
      at += note_B;
      left_B -= note_B;
   }
}

static void find_index(tk_elf *elf, const segment *frames)
{
   index_header header;
   uintptr_t at = elf->bias + frames->addr;
   if (frames->memory_B < sizeof header || !copy_bytes(elf, &header, at, sizeof header)
       || header.version != 1
       || ((header.frames_code & CODE_MASK) != CODE_S4
           && (header.frames_code & CODE_MASK) != CODE_U4)
       || header.count_code != CODE_U4 || header.entries_code != CODE_S4_OF_INDEX)
      return;
   size_t room = (frames->memory_B - sizeof header) / sizeof(index_entry);
   if (header.n_entries > room)
      return;
   elf->index = at;
   elf->n_indexed = header.n_entries;
}

/* Reads segment i; false if there is none. */
static bool get_segment(const tk_elf *elf, uintptr_t at, const file_header *header,
                        unsigned i, segment *s)
{
   return i < header->n_segments
          && copy_bytes(elf, s, at + header->segments + i * header->segment_B, sizeof *s);
}

/* Adds the segment to where the file is in memory. */
static void add_segment(tk_elf *elf, const segment *s)
{
   uintptr_t start = elf->bias + s->addr, end = start + s->memory_B;
   if (elf->end == 0 || start < elf->start)
      elf->start = start;
   if (end > elf->end)
      elf->end = end;
}

bool tk_elf_read(tk_elf *elf, uintptr_t at, tk_elf_can_read *can_read)
{
   file_header header;
   segment s;
   bool has_bias = false;
   *elf = (tk_elf){ .can_read = can_read };
   if (!copy_bytes(elf, &header, at, sizeof header) || !is_of_host(&header))
      return false;
   for (unsigned i = 0; get_segment(elf, at, &header, i, &s); i++)
      if (s.type == LOAD && s.offset == 0 && !has_bias) {
         elf->bias = at - s.addr;
         has_bias = true;
      }
   for (unsigned i = 0; has_bias && get_segment(elf, at, &header, i, &s); i++) {
      if (s.type == NOTE && elf->build_id_B == 0)
         find_build_id(elf, &s);
      else if (s.type == LOAD)
         add_segment(elf, &s);
      else if (s.type == EH_FRAME)
         find_index(elf, &s);
   }
   return has_bias;
}

/* ---- Functions ------------------------------------------------------- */

static bool get_entry(const tk_elf *elf, size_t i, index_entry *entry)
{
   return copy_bytes(elf, entry, elf->index + sizeof(index_header) + i * sizeof *entry,
                     sizeof *entry);
}

static uintptr_t start_of(const tk_elf *elf, const index_entry *entry)
{
   return elf->index + (uintptr_t)(intptr_t)entry->function;
}

/* The number of functions that begin at `addr` or before. */
static size_t n_before(const tk_elf *elf, uintptr_t addr)
{
   tk_search s = { .high = elf->n_indexed };
   while (tk_search_next(&s)) {
      index_entry entry;
      if (!get_entry(elf, s.middle, &entry))
         return 0;
      tk_search_step(&s, start_of(elf, &entry) <= addr);
   }
   return s.low;
}

/* The bytes of the function that begins at `start`; 0 if unknown.  A frame has a length
   and a reference, of 4 bytes each, then the start and the bytes of the code, in 4 or 8
   bytes, as another record says.  As the start is known, it shows here which. */
static uint64_t size_of(const tk_elf *elf, uintptr_t frame, uintptr_t start)
{
   struct {
      int32_t start;
      uint32_t size_B;
   } narrow;
   struct {
      uint64_t start, size_B;
   } wide;
   uintptr_t at = frame + 8;
   if (copy_bytes(elf, &wide, at, sizeof wide)
       && (at + (uintptr_t)wide.start == start || wide.start == start))
      return wide.size_B;
   if (copy_bytes(elf, &narrow, at, sizeof narrow)
       && (at + (uintptr_t)(intptr_t)narrow.start == start
           || (uint32_t)narrow.start == start))
      return narrow.size_B;
   return 0;
}

uintptr_t tk_elf_function(const tk_elf *elf, uintptr_t addr, uintptr_t *end)
{
   index_entry entry, next;
   size_t n = elf->index == 0 ? 0 : n_before(elf, addr);
   if (n == 0 || !get_entry(elf, n - 1, &entry))
      return 0;
   uintptr_t start = start_of(elf, &entry);
   uintptr_t frame = elf->index + (uintptr_t)(intptr_t)entry.frame;
   uint64_t size_B = size_of(elf, frame, start);
   if (addr - start >= size_B)
      return 0;
   *end = start + (uintptr_t)size_B;
   if (n < elf->n_indexed && get_entry(elf, n, &next) && start_of(elf, &next) < *end)
      *end = start_of(elf, &next);
   return start;
}

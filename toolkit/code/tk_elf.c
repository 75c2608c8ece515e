/* tk_elf.c -- SPDX-License-Identifier: GPL-2.0-or-later

   System V ABI, "Object Files". */

#include "code/tk_elf.h"

#include "base/tk_frame_index.h"
#include "code/tk_elf_form.h"

enum {
   LOAD = 1,
   NOTE = 4,
   EH_FRAME = 0x6474e550,
   BUILD_ID = 3,
};

typedef struct {
   uint32_t name_B, content_B, type;
   char name[4];
} note;

/* Copies bytes, which need not be aligned. */
static bool copy_bytes(const tk_elf *elf, void *to, uintptr_t from, size_t size_B)
{
   if (!elf->can_read(from, size_B))
      return false;
   __builtin_memcpy(to, (const void *)from, size_B);
   return true;
}

/* ---- Segments -------------------------------------------------------- */

static size_t round_up(uint32_t size_B)
{
   return ((size_t)size_B + 3) & ~(size_t)3;
}

static bool is_gnu(const char name[4])
{
   return name[0] == 'G' && name[1] == 'N' && name[2] == 'U' && name[3] == '\0';
}

static void find_build_id(tk_elf *elf, const tk_elf_segment *notes)
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

/* Of a tk_frame_index.  The host's addresses have no more bits than `address`. */
static bool read_frames(const void *context, void *to, uint64_t address, size_t size_B)
{
   return address <= UINTPTR_MAX && copy_bytes(context, to, (uintptr_t)address, size_B);
}

static void find_index(tk_elf *elf, const tk_elf_segment *frames)
{
   tk_frame_index index;
   tk_frame_index_open(&index, read_frames, elf, elf->bias + frames->addr,
                       frames->memory_B);
   elf->index = (uintptr_t)index.at;
   elf->n_indexed = index.n;
}

/* Reads segment i; false if there is none. */
static bool get_segment(const tk_elf *elf, uintptr_t at, const tk_elf_header *header,
                        unsigned i, tk_elf_segment *s)
{
   return i < header->n_segments
          && copy_bytes(elf, s, at + header->segments + i * header->segment_B, sizeof *s);
}

/* Adds the segment to where the file is in memory. */
static void add_segment(tk_elf *elf, const tk_elf_segment *s)
{
   uintptr_t start = elf->bias + s->addr, end = start + s->memory_B;
   if (elf->end == 0 || start < elf->start)
      elf->start = start;
   if (end > elf->end)
      elf->end = end;
}

bool tk_elf_read(tk_elf *elf, uintptr_t at, tk_elf_can_read *can_read)
{
   tk_elf_header header;
   tk_elf_segment s;
   bool has_bias = false;
   *elf = (tk_elf){ .can_read = can_read };
   if (!copy_bytes(elf, &header, at, sizeof header) || !tk_elf_is_of_host(&header)
       || header.segment_B < sizeof(tk_elf_segment)
       || header.n_segments > TK_ELF_SEGMENTS_MAX)
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

uintptr_t tk_elf_function(const tk_elf *elf, uintptr_t addr, uintptr_t *end)
{
   tk_frame_index index = {
      .read = read_frames, .context = elf, .at = elf->index, .n = elf->n_indexed
   };
   uint64_t limit;
   uint64_t start = tk_frame_index_function(&index, addr, &limit);
   if (start != 0)
      *end = (uintptr_t)limit;
   return (uintptr_t)start;
}

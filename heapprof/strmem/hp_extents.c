/* hp_extents.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "strmem/hp_extents.h"

#include "base/tk_search.h"

/* ELF (gABI, chapters 4 and 5), for our word size. */
enum {
   IS_64 = sizeof(uintptr_t) == 8,
   ELF_CLASS = IS_64 ? 2 : 1,
   ELF_CLASS_AT = 4,
   PHOFF_AT = IS_64 ? 32 : 28,
   PHENTSIZE_AT = IS_64 ? 54 : 42,
   PHNUM_AT = IS_64 ? 56 : 44,
   P_OFFSET_AT = IS_64 ? 8 : 4,
   P_VADDR_AT = IS_64 ? 16 : 8,
   PT_LOAD = 1,
};
static const uint32_t PT_GNU_EH_FRAME = 0x6474e550;

/* DWARF's encodings of pointers. */
enum {
   UDATA4 = 0x03,
   SDATA4 = 0x0b,
   PCREL = 0x10,
   DATAREL = 0x30,
};

enum { HDR_B = 12, ROW_B = 8, MAX_AUGMENTATION = 8 };

typedef struct image {
   const hp_extents_memory *memory;
   uintptr_t hdr;   /* .eh_frame_hdr */
   uintptr_t table; /* its rows: two offsets from hdr */
   uint32_t n_rows;
} image;

static bool get_bytes(const hp_extents_memory *memory, uintptr_t at, void *to,
                      size_t size_B)
{
   return at + size_B >= at && memory->read(memory->context, at, to, size_B);
}

static bool get_u8(const hp_extents_memory *memory, uintptr_t at, uint8_t *to)
{
   return get_bytes(memory, at, to, sizeof *to);
}

static bool get_u16(const hp_extents_memory *memory, uintptr_t at, uint16_t *to)
{
   return get_bytes(memory, at, to, sizeof *to);
}

static bool get_u32(const hp_extents_memory *memory, uintptr_t at, uint32_t *to)
{
   return get_bytes(memory, at, to, sizeof *to);
}

static bool get_word(const hp_extents_memory *memory, uintptr_t at, uintptr_t *to)
{
   return get_bytes(memory, at, to, sizeof *to);
}

/* ---- The table ------------------------------------------------------------- */

/* Finds .eh_frame_hdr by its own segment.  The segment at the image's start has offset
   0. */
static bool find_hdr(const hp_extents_memory *memory, uintptr_t start, uintptr_t *hdr)
{
   uint8_t ident[ELF_CLASS_AT + 1];
   uintptr_t phoff, bias = 0;
   uint16_t size_B, n;
   bool has_bias = false;
   if (!get_bytes(memory, start, ident, sizeof ident) || ident[0] != 0x7f
       || ident[1] != 'E' || ident[2] != 'L' || ident[3] != 'F'
       || ident[ELF_CLASS_AT] != ELF_CLASS || !get_word(memory, start + PHOFF_AT, &phoff)
       || !get_u16(memory, start + PHENTSIZE_AT, &size_B)
       || !get_u16(memory, start + PHNUM_AT, &n))
      return false;
   for (uint16_t i = 0; i < n; i++) {
      uintptr_t at = start + phoff + (uintptr_t)i * size_B, offset, vaddr;
      uint32_t type;
      if (!get_u32(memory, at, &type) || !get_word(memory, at + P_OFFSET_AT, &offset)
          || !get_word(memory, at + P_VADDR_AT, &vaddr))
         return false;
      if (type == PT_LOAD && !has_bias && offset == 0) {
         bias = start - vaddr;
         has_bias = true;
      }
      if (type == PT_GNU_EH_FRAME && has_bias) {
         *hdr = bias + vaddr;
         return true;
      }
   }
   return false;
}

static bool open_image(image *im, const hp_extents_memory *memory, uintptr_t start)
{
   uint8_t head[4]; /* version; encodings of eh_frame, of the count, of rows */
   im->memory = memory;
   if (!find_hdr(memory, start, &im->hdr)
       || !get_bytes(memory, im->hdr, head, sizeof head) || head[0] != 1
       || head[1] != (PCREL | SDATA4) || head[2] != UDATA4
       || head[3] != (DATAREL | SDATA4) || !get_u32(memory, im->hdr + 8, &im->n_rows))
      return false;
   im->table = im->hdr + HDR_B;
   return true;
}

/* Reads a signed offset of 32 bits at `at`, and adds `base`. */
static bool get_offset(const hp_extents_memory *memory, uintptr_t at, uintptr_t base,
                       uintptr_t *to)
{
   uint32_t offset;
   if (!get_u32(memory, at, &offset))
      return false;
   *to = base + (uintptr_t)(intptr_t)(int32_t)offset;
   return true;
}

/* The last row that begins at or before the address. */
static bool find_row(const image *im, uintptr_t address, uintptr_t *start, uintptr_t *fde)
{
   tk_search s = { .high = im->n_rows };
   while (tk_search_next(&s)) {
      uintptr_t first;
      if (!get_offset(im->memory, im->table + s.middle * ROW_B, im->hdr, &first))
         return false;
      tk_search_step(&s, first <= address);
   }
   if (s.low == 0)
      return false;
   uintptr_t at = im->table + (s.low - 1) * ROW_B;
   return get_offset(im->memory, at, im->hdr, start)
          && get_offset(im->memory, at + 4, im->hdr, fde);
}

/* ---- An entry --------------------------------------------------------------- */

/* Skips a number in LEB128. */
static bool skip_leb(const hp_extents_memory *memory, uintptr_t *at)
{
   uint8_t byte;
   do {
      if (!get_u8(memory, (*at)++, &byte))
         return false;
   } while (byte & 0x80);
   return true;
}

/* Are code addresses in a CIE's entries 32 bits, relative to themselves?  'R' in its
   augmentation says so; 'P' and 'L' may come before it. */
static bool has_usual_pointers(const hp_extents_memory *memory, uintptr_t cie)
{
   char augmentation[MAX_AUGMENTATION];
   uintptr_t at = cie + 9; /* length, id, version */
   uint8_t version, encoding;
   size_t n = 0;
   if (!get_u8(memory, cie + 8, &version) || version != 1)
      return false;
   do {
      if (n == MAX_AUGMENTATION || !get_bytes(memory, at++, &augmentation[n], 1))
         return false;
   } while (augmentation[n++] != '\0');
   if (augmentation[0] != 'z')
      return false;
   /* Alignments of code and data, the register of the return address (one byte
      in version 1), the size of what follows. */
   if (!skip_leb(memory, &at) || !skip_leb(memory, &at))
      return false;
   at++;
   if (!skip_leb(memory, &at))
      return false;
   for (size_t i = 1; augmentation[i] != '\0'; i++) {
      if (!get_u8(memory, at++, &encoding))
         return false;
      if (augmentation[i] == 'R')
         return encoding == (PCREL | SDATA4);
      if (augmentation[i] == 'P') {
         if ((encoding & 0x0f) != UDATA4 && (encoding & 0x0f) != SDATA4)
            return false;
         at += 4;
      } else if (augmentation[i] != 'L') {
         return false;
      }
   }
   return false;
}

bool hp_extents_find(const hp_extents_memory *memory, uintptr_t start, uintptr_t address,
                     hp_extent *extent)
{
   image im;
   uintptr_t fde, begin;
   uint32_t length_B, cie_B, size_B;
   if (!open_image(&im, memory, start) || !find_row(&im, address, &extent->start, &fde)
       || !get_u32(memory, fde, &length_B) || length_B == UINT32_MAX
       || !get_u32(memory, fde + 4, &cie_B) || cie_B == 0
       || !has_usual_pointers(memory, fde + 4 - cie_B)
       || !get_offset(memory, fde + 8, fde + 8, &begin) || begin != extent->start
       || !get_u32(memory, fde + 12, &size_B))
      return false;
   extent->end = extent->start + size_B;
   return address < extent->end;
}

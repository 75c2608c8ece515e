/* tk_elf_form.h -- the head of an ELF file of the host, and its segments; pure.
   System V ABI, "Object Files".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { TK_ELF_SEGMENTS_MAX = 128 };

typedef struct {
   uint8_t ident[16];
   uint16_t type, machine;
   uint32_t version;
   uintptr_t entry, segments, sections;
   uint32_t flags;
   uint16_t size_B, segment_B, n_segments, section_B, n_sections, names;
} tk_elf_header;

typedef struct {
   uint32_t type;
#if UINTPTR_MAX > UINT32_MAX
   uint32_t flags;
#endif
   uintptr_t offset, addr, physical, file_B, memory_B;
#if UINTPTR_MAX == UINT32_MAX
   uint32_t flags;
#endif
   uintptr_t align;
} tk_elf_segment;

/* Has it the size of words and the order of bytes of this process? */
static inline bool tk_elf_is_of_host(const tk_elf_header *header)
{
   static const uint16_t one = 1;
   const uint8_t *ident = header->ident;
   return ident[0] == 0x7f && ident[1] == 'E' && ident[2] == 'L' && ident[3] == 'F'
          && ident[4] == (sizeof(uintptr_t) == 8 ? 2 : 1)
          && ident[5] == (*(const uint8_t *)&one == 1 ? 1 : 2);
}

/* tk_elf.h -- what a mapped ELF file says about itself: its build id, and where its
   functions begin; pure.

   A stripped file has no symbols, but it has .eh_frame, by which exceptions unwind the
   stack.  Its index, .eh_frame_hdr, is mapped, sorted, and names each function's start.
   The file's words must be those of the host.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TK_ELF_BUILD_ID_MAX_B = 64 };

/* Can these bytes be read? */
typedef bool tk_elf_can_read(uintptr_t start, size_t size_B);

typedef struct {
   tk_elf_can_read *can_read;
   uintptr_t bias;       /* an address in memory, less the one in the file */
   uintptr_t start, end; /* in memory, with what is not in the file */
   uintptr_t index;      /* of functions: .eh_frame_hdr; 0: none */
   size_t n_indexed;     /* functions */
   size_t build_id_B;    /* 0: none */
   uint8_t build_id[TK_ELF_BUILD_ID_MAX_B];
} tk_elf;

/* Reads the file mapped at `header`.  False if that is no ELF file that can be read. */
bool tk_elf_read(tk_elf *elf, uintptr_t header, tk_elf_can_read *can_read);

/* The address in memory of the function that contains `addr`; 0 if unknown.  If not, it
   contains all before *end, too. */
uintptr_t tk_elf_function(const tk_elf *elf, uintptr_t addr, uintptr_t *end);

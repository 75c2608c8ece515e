/* tk_frame_index.h -- .eh_frame_hdr: where the functions of an ELF file are, stripped or
   not; pure.

   By .eh_frame exceptions unwind the stack, and nearly every function has an entry there.
   Its index is sorted by the functions' addresses: one takes a binary search.  Numbers in
   the file must be those of the host.

   Linux Standard Base, "Exception Frames".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies bytes at an address; false: they cannot be read. */
typedef bool tk_frame_read(const void *context, void *to, uint64_t address,
                           size_t size_B);

typedef struct tk_frame_index {
   tk_frame_read *read;
   const void *context;
   uint64_t at; /* where the index is; 0: there is none, or it cannot be used */
   size_t n;    /* functions */
} tk_frame_index;

/* Takes the index at an address.  False, with at = 0: it cannot be used. */
bool tk_frame_index_open(tk_frame_index *index, tk_frame_read *read, const void *context,
                         uint64_t at, uint64_t size_B);

/* The start of the function that contains `address`; 0 if unknown.  If not, it contains
   all before *end, too. */
uint64_t tk_frame_index_function(const tk_frame_index *index, uint64_t address,
                                 uint64_t *end);

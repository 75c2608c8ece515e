/* an_binary.h -- the file that has an object's code: its bytes, functions and names; over
   elfutils' libelf.

   The file is mapped, and what is asked is looked up: opening a file of 100 MB takes no
   longer.  Addresses are those in the file, as objdump shows them.  A separate file with
   debug information has no code, but names: it is used for these if it is of the same
   build, and below the directories of an_source_places or /usr/lib/debug, or where
   .gnu_debuglink says.  Without symbols, .eh_frame_hdr knows where functions begin and
   end.

   Files can be damaged or hostile.  Whoever shortens a file while it is open ends the
   process, as it is mapped.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct an_binary an_binary;

/* Opens the object at `path` if it is of that build.  If `build_id` is NULL it is of any:
   the caller compares bytes with those of the profile.  If `places` has roots, only files
   below them are opened.  The allocator and `places` are borrowed.  NULL: *problem says
   why, static text; an_source_is_refusal knows some. */
an_binary *an_binary_open(const tk_alloc *alloc, const char *path, const char *build_id,
                          const an_source_places *places, const char **problem);
void an_binary_close(an_binary *binary);

/* What an_disasm_open calls the processor; NULL: another one. */
const char *an_binary_arch(const an_binary *binary);

/* The bytes from an address on, borrowed, and how many the file has there; NULL: none. */
const uint8_t *an_binary_bytes(const an_binary *binary, uint64_t address, size_t *size_B);

/* A part of the file that is loaded as a whole: pages. */
typedef struct an_segment {
   uint64_t start, end; /* addresses */
   uint64_t offset;     /* of the start, in the file */
} an_segment;

/* The segment that has the address; false: none has. */
bool an_binary_segment(const an_binary *binary, uint64_t address, an_segment *segment);

/* What is at an address. */
typedef struct an_code {
   uint64_t address;    /* the caller's */
   uint64_t start, end; /* of the function that contains it; 0, 0: unknown */
   const char *name;    /* as the symbol has it, mangled; borrowed; NULL: unknown */
   unsigned rank;       /* private */
} an_code;

/* Finds the functions of all these addresses: one pass over the symbols.  Sorts them by
   address. */
void an_binary_find(an_binary *binary, an_code *codes, size_t n);

/* Finds the names of what the loader puts at these addresses: through them the code calls
   other objects ("jmp *slot(%rip)").  Start, end and names that are there stay.  Sorts
   them by address. */
void an_binary_find_imports(an_binary *binary, an_code *codes, size_t n);

/* an_binary_private.h -- an open object, for the parts of an_binary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_frame_index.h"
#include "code/an_binary.h"

#include <gelf.h>

typedef struct {
   int fd;
   Elf *elf; /* NULL: not open, and no fd */
} an_elf_file;

struct an_binary {
   const tk_alloc *alloc;
   const an_source_places *places;
   const char *path;        /* borrowed during an_binary_open alone */
   an_elf_file code, names; /* `names`: separate debug information */
   const uint8_t *bytes;
   size_t size_B, n_segments;
   tk_frame_index frames;
};

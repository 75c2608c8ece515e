/* ty_lines.h -- the files of lines that Valgrind takes for those of another file.

   Where code of a line follows code of a line with the same number in another file, which
   inlining brings about, Valgrind's reader makes one range of both, in the first file.
   libdw keeps them apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "types/ty_code_objects.h"
#include "types/ty_types.h"

/* What ty_types_files does (ty_types.h).  Names are put into the arena. */
void ty_lines_find(ty_code_objects *objects, tk_arena *arena, const ty_program *program,
                   ty_frame_file *files, size_t n);

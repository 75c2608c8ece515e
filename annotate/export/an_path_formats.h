/* an_path_formats.h -- call paths in the formats of other viewers.

   Each writer takes the stacks of either tool's profile.  `kind` is the value that the
   user chose: folded stacks hold it alone, the other formats hold all and show it first.
   Write errors are left to ferror(out).  After AN_NO_MEMORY the output is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_PATH_FORMATS_H
#define AN_PATH_FORMATS_H

#include "base/an_error.h"
#include "paths/an_stacks.h"

#include <stdio.h>

typedef an_status an_stacks_writer(const an_stacks *stacks, size_t kind, FILE *out);

/* Each has a file of its name. */
an_stacks_writer an_export_folded, an_export_speedscope, an_export_pprof,
   an_export_firefox;

/* Folded stacks with several values in a line: of two runs, the old and the new. */
an_status an_export_folded_kinds(const an_stacks *stacks, const size_t *kinds,
                                 size_t n_kinds, FILE *out);

#endif

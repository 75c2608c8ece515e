/* an_path_formats.h -- call paths in the formats of other viewers.

   Each takes the stacks of either tool's profile (an_formats.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "export/an_formats.h"

/* Each has a file of its name. */
an_stacks_writer an_export_folded, an_export_speedscope, an_export_pprof,
   an_export_firefox;

/* Folded stacks with several values in a line: of two runs, the old and the new. */
void an_export_folded_kinds(const an_stacks *stacks, const size_t *kinds, size_t n_kinds,
                            FILE *out);

/* ah_looks.h -- what the sections about owner snapshots share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_look.h"
#include "sections/ah_page.h"

/* "registry (a.c:5)", "cache in main (a.c:9)": a keeper that is no blocks, as people read
   it.  For free(). */
char *ah_looks_keeper_text(const ah_keeper *keeper);

/* "at the end, 376,615 instrs": when it was taken; for tk_put. */
const char *ah_looks_when(const tk_alloc *alloc, const ah_profile *profile, size_t look);

/* The look that people see, as an index: that of the moment that was asked for, or
   `otherwise`. */
size_t ah_looks_shown(const ah_page *page, size_t otherwise);

/* Whether so many bytes are at least the threshold's share of a look. */
bool ah_looks_are_large(const ah_page *page, size_t look, int64_t bytes);

/* The page has owners, leaks and chains of that share; of leaks and chains of a look at
   most so many, those of the most bytes. */
enum { AH_LOOK_ROWS = 200 };

/* Of the tables of the page, in their files: marks the frames of their call paths, see
   ah_json_mark (ah_json_parts.h). */
void ah_owners_mark(const ah_page *page, uint32_t *number);
void ah_leaks_mark(const ah_page *page, uint32_t *number);
void ah_chains_mark(const ah_page *page, uint32_t *number);

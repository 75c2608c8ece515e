/* ac_combine.h -- profiles made from other profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_align.h"
#include "counts/ac_pair_data.h"

/* A new profile with the header of `from` and no lines, not finished. */
ac_profile *ac_combine_empty(const tk_alloc *alloc, const ac_profile *from);

/* A finished profile whose lines have the counts of `before`, then those of
   `after`: twice the events.  Both must be finished and have the same events.
   The header is the one of `after`.  Regions are matched by path of names; those
   that only `before` has come last.  Objects are paired by path, or else by label.
   Code without symbols is paired by address in an object of the same build; in
   different builds addresses do not say which function it is, so it is one function,
   "??? in libfoo.so".  Files and lines of `before` become those that `align` says they
   are in `after`; NULL: they are the same.  `match` pairs data objects (ac_pair_data.h);
   NULL: the pair has none.  Sums of counts that have both signs may not fit: see
   an_overflow.h. */
ac_profile *ac_combine_pair(const tk_alloc *alloc, const ac_profile *before,
                            const ac_profile *after, const ac_align *align,
                            ac_data_matching *match);

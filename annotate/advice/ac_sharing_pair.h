/* ac_sharing_pair.h -- which shared lines of memory of two profiles are the same; pure.

   Addresses differ between runs.  So two lines are the same if their accesses are at the
   same offsets of the same data objects.  Of the others, those are that have the same
   fields; then the same functions and data objects; then the same source lines.  Lines
   that cannot be told apart are matched in the order given.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_data_view.h"

#include "counts/ac_sharing.h"

/* Sets for each line of memory of OLD (0) and NEW (1) which one of the other side is the
   same: an index, or AC_NO_DATA.  `orders` has the indices of all lines. */
void ac_sharing_pair(const tk_alloc *alloc, const ac_data_view *view,
                     const ac_sharing *const sides[2], const uint32_t *const orders[2],
                     uint32_t *const others[2]);

/* The place of an access in its data object. */
ac_data_spot ac_sharing_spot(const ac_data_view *view, const ac_shared_access *access);

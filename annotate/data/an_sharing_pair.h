/* an_sharing_pair.h -- which shared lines of memory of two profiles are the same; pure.

   Addresses differ between runs.  So two lines are the same if their accesses are at the
   same offsets of the same data objects.  Of the others, those are that have the same
   fields; then the same functions and data objects; then the same source lines.  Lines
   that cannot be told apart are matched in the order given.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_SHARING_PAIR_H
#define AN_SHARING_PAIR_H

#include "data/an_data_view.h"

#include "counts/an_sharing.h"

/* Of each line of memory of OLD (0) and NEW (1), sets which one of the other side is the
   same: an index, or AN_NO_DATA.  `orders` has the indices of all lines.  False if memory
   ran out. */
bool an_sharing_pair(const tk_alloc *alloc, const an_data_view *view,
                     const an_sharing *const sides[2], const uint32_t *const orders[2],
                     uint32_t *const others[2]);

/* The place of an access in its data object. */
an_data_spot an_sharing_spot(const an_data_view *view, const an_shared_access *access);

#endif

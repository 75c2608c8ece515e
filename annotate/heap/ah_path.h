/* ah_path.h -- the call paths of a heap profile's sites.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_profile.h"
#include "paths/an_tree.h"

static inline an_path ah_path(const ah_site *site)
{
   return (an_path){ site->frames, site->n_frames };
}

/* How many of the site's innermost frames to skip: Valgrind's own, and unless
   `all`, those inside a standard library (paths/an_name.h). */
size_t ah_path_start(const ah_profile *profile, const ah_site *site, bool all);

/* What ah_path_start skips: bits of an_skip. */
unsigned ah_path_skip(const ah_profile *profile, bool all);

/* The first frame, from the innermost on, at which the paths are shown unlike; the number
   of frames of the shorter path if there is none. */
size_t ah_path_differ(const ah_profile *profile, const ah_site *a, const ah_site *b);

/* ---- Trees (paths/an_tree.h) of all sites, by site number ---- */

/* Paths begin where ah_path_start says.  Of the sites that is_used is true of (NULL:
   all); the others must have no weight.  Most sites have nothing live at the peak. */
void ah_path_tree(an_tree *tree, const tk_alloc *alloc, const ah_profile *profile,
                  an_direction direction, bool all, bool (*is_used)(const ah_site *site));

/* One weight a site: bytes, then blocks. */
void ah_path_weigh(an_tree *tree, const ah_amount *weights);

static inline ah_amount ah_path_amount(const an_node *node)
{
   return (ah_amount){ node->weight.value[0], node->weight.value[1] };
}

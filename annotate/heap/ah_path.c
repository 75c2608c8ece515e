/* ah_path.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_path.h"

#include "paths/an_name.h"

#include <string.h>

unsigned ah_path_skip(const ah_profile *profile, bool all)
{
   /* Copies are listed by the function that copies: keep Valgrind's. */
   bool is_heap = strcmp(profile->mode, "heap") == 0;
   return (is_heap ? AN_SKIP_VALGRIND : 0u) | (all ? 0u : AN_SKIP_LIBRARY);
}

size_t ah_path_start(const ah_profile *profile, const ah_site *site, bool all)
{
   return an_name_start(profile->frames, ah_path(site), ah_path_skip(profile, all));
}

size_t ah_path_differ(const ah_profile *profile, const ah_site *a, const ah_site *b)
{
   const an_frame *frames = profile->frames;
   size_t i = 0;
   while (i < a->n_frames && i < b->n_frames
          && an_frame_compare_shown(&frames[a->frames[i]], &frames[b->frames[i]]) == 0)
      i++;
   return i;
}

/* The node where the path of a site ends. */
static uint32_t add_path(an_tree *tree, const ah_profile *profile, const ah_site *site,
                         bool all)
{
   uint32_t node = AN_TREE_ROOT;
   size_t start = ah_path_start(profile, site, all);
   for (size_t k = site->n_frames; k > start; k--)
      node = an_tree_child(tree, node, site->frames[k - 1]);
   return node;
}

void ah_path_tree(an_tree *tree, const tk_alloc *alloc, const ah_profile *profile,
                  an_direction direction, bool all, bool (*is_used)(const ah_site *site))
{
   an_tree_open(tree, alloc, profile->frames, profile->n_frames, 2, direction);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      bool is_in = is_used == NULL || is_used(site);
      an_tree_add(tree, is_in ? add_path(tree, profile, site, all) : AN_TREE_ROOT);
   }
}

void ah_path_weigh(an_tree *tree, const ah_amount *weights)
{
   _Static_assert(sizeof *weights == 2 * sizeof(int64_t), "bytes and blocks");
   an_tree_weigh(tree, (const int64_t *)weights);
}

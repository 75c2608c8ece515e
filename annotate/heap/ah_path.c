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

typedef struct {
   const ah_profile *profile;
   bool all;
   bool (*is_used)(const ah_site *site); /* NULL: all are */
} source;

static an_path path_of(const void *context, size_t i)
{
   const source *from = context;
   const ah_site *site = &from->profile->sites[i];
   if (from->is_used != NULL && !from->is_used(site))
      return (an_path){ NULL, 0 };
   size_t start = ah_path_start(from->profile, site, from->all);
   return (an_path){ site->frames + start, site->n_frames - start };
}

void ah_path_tree(an_tree *tree, const tk_alloc *alloc, const ah_profile *profile,
                  an_direction direction, bool all, bool (*is_used)(const ah_site *site))
{
   source from = { profile, all, is_used };
   an_tree_paths paths = { .frames = profile->frames,
                           .n_frames = profile->n_frames,
                           .n_paths = profile->n_sites,
                           .n_values = 2,
                           .path = path_of,
                           .context = &from };
   an_tree_open(tree, alloc, &paths, direction);
}

void ah_path_weigh(an_tree *tree, const ah_amount *weights)
{
   _Static_assert(sizeof *weights == 2 * sizeof(int64_t), "bytes and blocks");
   an_tree_weigh(tree, (const int64_t *)weights);
}

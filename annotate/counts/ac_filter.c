/* ac_filter.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_filter.h"

#include "base/an_pattern.h"
#include "base/tk_array.h"

typedef struct {
   an_pattern of;
   bool include;
} pattern;

struct ac_filter {
   const tk_alloc *alloc;
   pattern *patterns;
   size_t n, capacity;
   size_t n_includes;
};

ac_filter *ac_filter_new(const tk_alloc *alloc)
{
   ac_filter *filter = tk_get(alloc, AN_LABEL, sizeof *filter);
   *filter = (ac_filter){ .alloc = alloc };
   return filter;
}

bool ac_filter_add(ac_filter *filter, bool include, const char *text, an_error *error)
{
   an_pattern of;
   if (!an_pattern_parse(&of, filter->alloc, text, false, error))
      return false;
   TK_ARRAY_ADD(filter->alloc, AN_LABEL, filter->patterns, filter->n, filter->capacity,
                (pattern){ of, include });
   filter->n_includes += include;
   return true;
}

bool ac_filter_passes(const ac_filter *filter, const char *file, const char *function)
{
   bool included = filter->n_includes == 0;
   for (size_t i = 0; i < filter->n; i++) {
      const pattern *p = &filter->patterns[i];
      if (p->include && included)
         continue; /* one match is enough */
      if (!an_pattern_matches(&p->of, function, file, NULL))
         continue;
      if (!p->include)
         return false;
      included = true;
   }
   return included;
}

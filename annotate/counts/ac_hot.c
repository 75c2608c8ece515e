/* ac_hot.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_hot.h"

#include "base/tk_array.h"
#include "counts/ac_lines.h"
#include "counts/ac_rank.h"

#include <string.h>

typedef struct {
   ac_hot *hot;
   const ac_profile *profile;
   const ac_measures *sort;
   double threshold;
   size_t n_events, lines_capacity, counts_capacity;
} gathering;

/* ---- Lines ---- */

static void add_line(gathering *g, size_t file, const ac_lines *from)
{
   ac_hot *hot = g->hot;
   TK_ARRAY_ROOM(hot->alloc, AN_LABEL, hot->lines, hot->n, g->lines_capacity);
   tk_array_reserve(hot->alloc, AN_LABEL, &hot->counts, hot->n, 1, &g->counts_capacity,
                    g->n_events * sizeof *hot->counts);
   memcpy(hot->counts + hot->n * g->n_events, from->counts,
          g->n_events * sizeof *hot->counts);
   hot->lines[hot->n++] = (ac_hot_line){ .file = file, .line = from->line };
}

/* ---- Functions ---- */

/* Gives the lines from `first` on, which ascend, what they have of the function. */
static void attribute_lines(gathering *g, size_t first, size_t function)
{
   ac_lines lines;
   ac_lines_open(&lines, g->profile, function, 1);
   ac_hot_line *at = g->hot->lines + first, *end = g->hot->lines + g->hot->n;
   while (at < end && ac_lines_next(&lines)) {
      while (at < end && at->line < lines.line)
         at++;
      if (at == end || at->line != lines.line)
         continue;
      long double size = ac_rank_size(&g->sort->of[0], lines.counts);
      if (at->n_functions++ == 0 || size > at->most) {
         at->function = function;
         at->most = size;
      }
   }
   ac_lines_close(&lines);
}

static void gather_file(gathering *g, size_t index)
{
   ac_lines lines;
   size_t first = g->hot->n;
   const ac_file *file = ac_profile_file(g->profile, index);
   const int64_t *totals = ac_profile_totals(g->profile);
   if (!ac_profile_has_negative(g->profile)
       && !ac_rank_keeps_part(g->sort, file->totals, totals, g->threshold))
      return;
   ac_lines_open(&lines, g->profile, file->first_function, file->n_functions);
   while (ac_lines_next(&lines))
      if (lines.line > 0 && ac_rank_keeps(g->sort, lines.counts, totals, g->threshold))
         add_line(g, index, &lines);
   ac_lines_close(&lines);
   for (size_t i = 0; i < file->n_functions && g->hot->n > first; i++)
      attribute_lines(g, first, file->first_function + i);
}

/* ---- All files ---- */

/* Puts the lines into their order. */
static void sort_lines(gathering *g)
{
   ac_hot *hot = g->hot;
   size_t size_B = (hot->n + 1) * sizeof *hot->lines;
   ac_ranking ranking = { .n = hot->n };
   ac_hot_line *sorted = tk_get(hot->alloc, AN_LABEL, size_B);
   ranking.entries = tk_get(hot->alloc, AN_LABEL, (hot->n + 1) * sizeof *ranking.entries);
   for (size_t i = 0; i < hot->n; i++) {
      hot->lines[i].counts = hot->counts + i * g->n_events;
      ranking.entries[i] = AC_RANKED(i, hot->lines[i].counts);
   }
   ac_rank(&ranking, ac_profile_totals(g->profile), g->sort, 0);
   for (size_t i = 0; i < hot->n; i++)
      sorted[i] = hot->lines[ranking.entries[i].index];
   hot->lines = sorted;
}

void ac_hot_open(ac_hot *hot, const tk_alloc *alloc, const ac_profile *profile,
                 const ac_measures *sort, double threshold)
{
   gathering g = { .hot = hot,
                   .profile = profile,
                   .sort = sort,
                   .threshold = threshold,
                   .n_events = ac_profile_n_events(profile) };
   *hot = (ac_hot){ .alloc = alloc };
   for (size_t i = 0; i < ac_profile_n_files(profile); i++)
      gather_file(&g, i);
   sort_lines(&g);
}

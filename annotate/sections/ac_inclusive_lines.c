/* ac_inclusive_lines.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_inclusive_lines.h"

#include "base/an_own.h"
#include "counts/ac_calls.h"
#include "counts/ac_find.h"
#include "counts/ac_rank.h"

#include <string.h>

#define LABEL "an.inclusive_lines"

static bool reaches_threshold(const an_page *page, const ac_inclusive *line,
                              double threshold)
{
   return ac_rank_reaches(&page->scope.request->sort.of[0], line->counts,
                          ac_profile_totals(page->scope.profile), threshold);
}

void ac_inclusive_lines_mark(const an_page *page, bool *is_listed)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   for (size_t i = 0; calls != NULL && i < calls->n_lines; i++) {
      const ac_inclusive *line = &calls->lines[i];
      if (!reaches_threshold(page, line, page->scope.request->threshold))
         continue;
      size_t file = ac_find_file(page->scope.profile, line->file);
      if (file != SIZE_MAX)
         is_listed[file] = true;
   }
}

/* ---- Places ---- */

/* Lines that are added, and looked at: a report has room for fewer. */
enum { MOST = 40, READ = 400 };

static const double LEAST_PERCENT = 1, NEARLY_ALL = 90;

static bool is_wanted(const an_page *page, const ac_inclusive *line)
{
   const an_own *own = ac_profile_own(page->scope.profile);
   return reaches_threshold(page, line, LEAST_PERCENT)
          && !reaches_threshold(page, line, NEARLY_ALL)
          && strcmp(line->file, AN_UNKNOWN) != 0 && !an_own_is_library(own, line->file)
          && ac_find_file(page->scope.profile, line->file) != SIZE_MAX;
}

static bool has_line(const ac_hot *hot, const ac_hot_line *line)
{
   for (size_t i = 0; i < hot->n && i < 2 * MOST; i++)
      if (hot->lines[i].file == line->file && hot->lines[i].line == line->line)
         return true;
   return false;
}

static void add_line(ac_hot *hot, ac_hot_line line)
{
   if (!has_line(hot, &line))
      hot->lines[hot->n++] = line;
}

static ac_hot_line place_of(const an_page *page, const ac_inclusive *line)
{
   return (ac_hot_line){ .file = ac_find_file(page->scope.profile, line->file),
                         .line = line->line };
}

/* Keeps the first lines whose source can be shown. */
static void keep_readable(const an_page *page, ac_ranking *found)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   const char *last = NULL; /* many lines are of one file */
   bool is_readable = false;
   size_t n = found->n < READ ? found->n : READ;
   found->n = 0;
   for (size_t i = 0; i < n && found->n < MOST; i++) {
      an_source source;
      const char *file = calls->lines[found->entries[i].index].file;
      if (file != last) {
         an_source_open(&source, page->scope.alloc, file, &page->scope.request->source);
         is_readable = source.problem == NULL;
         an_source_close(&source);
      }
      last = file;
      if (is_readable)
         found->entries[found->n++] = found->entries[i];
   }
}

/* The lines that are wanted, largest first; for tk_put. */
static void find_lines(const an_page *page, ac_ranking *found)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   found->n = 0;
   found->entries = tk_get(page->scope.alloc, LABEL,
                           (calls->n_lines + 1) * sizeof *found->entries);
   for (size_t i = 0; i < calls->n_lines; i++)
      if (is_wanted(page, &calls->lines[i]))
         found->entries[found->n++] = AC_RANKED(i, calls->lines[i].counts);
   ac_rank(found, ac_profile_totals(page->scope.profile), &page->scope.request->sort, 0);
   keep_readable(page, found);
}

void ac_inclusive_lines_add(const an_page *page, ac_hot *hot)
{
   const ac_calls *calls = ac_profile_calls(page->scope.profile);
   ac_ranking found;
   if (calls == NULL)
      return;
   find_lines(page, &found);
   ac_hot both = { .n = 0 };
   both.lines = tk_get(page->scope.alloc, LABEL,
                       (hot->n + found.n + 1) * sizeof *both.lines);
   for (size_t i = 0; i < hot->n || i < found.n; i++) {
      if (i < found.n)
         add_line(&both, place_of(page, &calls->lines[found.entries[i].index]));
      if (i < hot->n)
         add_line(&both, hot->lines[i]);
   }
   hot->lines = both.lines;
   hot->n = both.n;
}

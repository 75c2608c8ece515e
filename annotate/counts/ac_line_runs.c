/* ac_line_runs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_line_runs.h"

#include "base/an_number.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"
#include "counts/ac_profile_private.h"

#include <stdlib.h>

typedef struct {
   const char *file, *function;
   ac_line_run *of; /* by line */
   size_t n, capacity;
} entry;

typedef struct ac_line_runs {
   const tk_alloc *alloc;
   size_t n_files; /* that say how often lines ran */
   entry *entries;
   size_t n, capacity;
   tk_table by_name;
} ac_line_runs;

void ac_line_runs_begin(ac_profile *profile)
{
   const tk_alloc *alloc = profile->alloc;
   if (profile->line_runs == NULL) {
      profile->line_runs = tk_get(alloc, AN_LABEL, sizeof *profile->line_runs);
      *profile->line_runs = (ac_line_runs){ .alloc = alloc,
                                            .by_name = { alloc, AN_LABEL } };
   }
   profile->line_runs->n_files++;
}

bool ac_line_runs_are_known(const ac_profile *profile)
{
   return profile->line_runs != NULL && profile->line_runs->n_files == profile->n_states;
}

static uint64_t hash_of(const char *file, const char *function)
{
   return tk_hash_word((uintptr_t)file ^ tk_hash_word((uintptr_t)function));
}

static entry *find_entry(const ac_line_runs *runs, const char *file, const char *function)
{
   TK_TABLE_EACH(i, &runs->by_name, hash_of(file, function))
      if (runs->entries[i].file == file && runs->entries[i].function == function)
         return &runs->entries[i];
   return NULL;
}

/* The first run of this line, or behind it. */
static size_t lower_bound(const entry *e, uint32_t line)
{
   return TK_SEARCH(i, e->n, e->of[i].line < line);
}

int64_t ac_line_runs_of(const ac_profile *profile, const char *file, const char *function,
                        uint32_t line)
{
   const entry *e = ac_line_runs_are_known(profile)
                       ? find_entry(profile->line_runs, file, function)
                       : NULL;
   size_t i = e == NULL ? 0 : lower_bound(e, line);
   return e != NULL && i < e->n && e->of[i].line == line ? e->of[i].n : 0;
}

/* ---- Building ---- */

static entry *add_entry(ac_line_runs *runs, const char *file, const char *function)
{
   TK_ARRAY_ROOM(runs->alloc, AN_LABEL, runs->entries, runs->n, runs->capacity);
   tk_table_add(&runs->by_name, hash_of(file, function), (uint32_t)runs->n);
   runs->entries[runs->n] = (entry){ .file = file, .function = function };
   return &runs->entries[runs->n++];
}

static int compare_lines(const void *a, const void *b)
{
   return tk_compare(((const ac_line_run *)a)->line, ((const ac_line_run *)b)->line);
}

/* Adds to the lines that are there, which mostly are all and in order; appends others,
   and sorts them in. */
void ac_line_runs_add(ac_profile *profile, const char *file, const char *function,
                      const ac_line_run *runs, size_t n)
{
   ac_line_runs *all = profile->line_runs;
   entry *e = find_entry(all, file, function);
   if (e == NULL)
      e = add_entry(all, file, function);
   entry known = *e;
   for (size_t i = 0, at = 0; i < n; i++, at++) {
      if (at >= known.n || known.of[at].line != runs[i].line)
         at = lower_bound(&known, runs[i].line);
      if (at < known.n && known.of[at].line == runs[i].line) {
         an_number_add(&known.of[at].n, &runs[i].n, 1);
         continue;
      }
      TK_ARRAY_ADD(all->alloc, AN_LABEL, e->of, e->n, e->capacity, runs[i]);
      known.of = e->of;
   }
   if (e->n > known.n)
      qsort(e->of, e->n, sizeof *e->of, compare_lines);
}

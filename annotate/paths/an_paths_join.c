/* an_paths_join.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_paths_join.h"

#include "base/tk_array.h"
#include "paths/an_name.h"

#include <string.h>

enum { OLD = AN_OF_OLD, NEW = AN_OF_NEW, NONE = TK_STRINGS_NONE };

void an_paths_joined_open(an_paths_joined *j, const tk_alloc *alloc)
{
   *j = (an_paths_joined){ .alloc = alloc,
                           .match = an_match_new(alloc),
                           .paths = tk_strings_new(alloc) };
}

/* ---- Adding ---- */

void an_paths_joined_begin(an_paths_joined *j, int side, const an_frame *frames, size_t n)
{
   size_t size_B = (n + 1) * sizeof(uint32_t);
   j->frames = frames;
   j->step_of[side] = tk_get(j->alloc, AN_LABEL, size_B);
   memset(j->step_of[side], 0xff, size_B); /* NONE */
}

/* The step of a frame. */
static uint32_t step_of(an_paths_joined *j, int side, uint32_t frame)
{
   uint32_t *step = &j->step_of[side][frame];
   const an_frame *of = &j->frames[frame];
   size_t n = an_match_n(j->match);
   if (*step != NONE)
      return *step;
   TK_ARRAY_ROOM(j->alloc, AN_LABEL, j->is_of_library, n, j->library_room);
   *step = an_match_add(j->match, 1u << side, of->function, of->file, of->object);
   if (*step == n)
      j->is_of_library[n] = an_name_is_of_library(of);
   return *step;
}

uint32_t an_paths_joined_add(an_paths_joined *j, int side, an_path path)
{
   size_t n = 0, n_paths = tk_strings_count(j->paths);
   TK_ARRAY_ROOM_FOR(path.n, j->alloc, AN_LABEL, j->path, 0, j->path_room);
   TK_ARRAY_ROOM(j->alloc, AN_LABEL, j->sides, n_paths, j->sides_room);
   for (size_t i = 0; i < path.n; i++) {
      uint32_t step = step_of(j, side, path.frames[i]);
      if (n == 0 || j->path[n - 1] != step)
         j->path[n++] = step;
   }
   uint32_t number = tk_strings_number(j->paths, j->path, n * sizeof *j->path);
   if (number == n_paths)
      j->sides[number] = 0;
   j->sides[number] |= (uint8_t)(1u << side);
   return number;
}

/* ---- What is compared ---- */

/* The steps that count, from the strictest form to the loosest. */
typedef enum {
   ALL_STEPS,
   OUTER_LIBRARY, /* of successive library steps, the one called from outside */
   NO_LIBRARY,
   FORMS,
} form;

enum { PAIRS_MOST = 16 };

static const uint32_t *steps_of(const an_paths_joined *j, uint32_t path, size_t *n)
{
   const uint32_t *steps = tk_strings_bytes(j->paths, path, n);
   *n /= sizeof *steps;
   return steps;
}

/* ---- Groups ---- */

static bool step_counts(const an_paths_joined *j, form which, const uint32_t *steps,
                        size_t n, size_t at)
{
   const bool *is_of_library = j->is_of_library;
   if (which == ALL_STEPS || !is_of_library[steps[at]])
      return true;
   return which == OUTER_LIBRARY && (at + 1 == n || !is_of_library[steps[at + 1]]);
}

/* Writes the functions of the path's steps to j->path, successive equal ones once;
   returns how many.  Only with all steps is a library's function more than its bare
   name. */
static size_t make_key(an_paths_joined *j, form which, uint32_t path)
{
   size_t n_steps, n = 0;
   uint32_t n_functions = (uint32_t)an_match_n(j->match);
   const uint32_t *steps = steps_of(j, path, &n_steps);
   for (size_t i = 0; i < n_steps; i++) {
      bool is_bare = which != ALL_STEPS && j->is_of_library[steps[i]];
      uint32_t function = is_bare ? n_functions + an_match_bare(j->match, steps[i])
                                  : an_match_of(j->match, steps[i]);
      if (step_counts(j, which, steps, n_steps, i)
          && (n == 0 || j->path[n - 1] != function))
         j->path[n++] = function;
   }
   return n;
}

static bool is_whole(const an_paths_joined *j, uint32_t path)
{
   return j->into[path] == path;
}

/* Lists the paths of each group; paths without steps that count have none. */
static void find_groups(an_paths_joined *j, form which, tk_strings *groups)
{
   for (uint32_t path = (uint32_t)j->n_paths; path-- > 0;) {
      size_t n = is_whole(j, path) ? make_key(j, which, path) : 0;
      if (n == 0)
         continue;
      size_t n_before = tk_strings_count(groups);
      uint32_t group = tk_strings_number(groups, j->path, n * sizeof *j->path);
      j->next[path] = group == n_before ? (uint32_t)NONE : j->first[group];
      j->first[group] = path;
   }
}

/* ---- Joining ---- */

/* Joins the paths of a group, but not those of the sides `skip`. */
static void join_paths(an_paths_joined *j, uint32_t first, unsigned skip)
{
   uint32_t whole = first;
   while (j->sides[whole] == skip || !(j->sides[whole] & NEW))
      whole = j->next[whole];
   for (uint32_t path = first; path != NONE; path = j->next[path])
      if (j->sides[path] != skip)
         j->into[path] = whole;
   j->sides[whole] = OLD | NEW;
}

/* ---- Paths with other steps in the library ---- */

/* Whether one path has the bare names of all steps of the other, in order. */
static bool contains_path(const an_paths_joined *j, uint32_t x, uint32_t y)
{
   size_t n_more, n_fewer, at = 0;
   const an_match *match = j->match;
   const uint32_t *more = steps_of(j, x, &n_more);
   const uint32_t *fewer = steps_of(j, y, &n_fewer);
   if (n_more < n_fewer)
      return contains_path(j, y, x);
   for (size_t i = 0; i < n_more && at < n_fewer; i++)
      at += an_match_bare(match, more[i]) == an_match_bare(match, fewer[at]);
   return at == n_fewer;
}

/* The only one of the paths that contains `path`, or is contained; or NONE. */
static uint32_t find_partner(const an_paths_joined *j, uint32_t path,
                             const uint32_t *paths, size_t n)
{
   uint32_t found = NONE;
   for (size_t i = 0; i < n; i++) {
      if (!contains_path(j, path, paths[i]))
         continue;
      if (found != NONE)
         return NONE;
      found = paths[i];
   }
   return found;
}

/* Joins paths with one partner each; not of a large group, for time. */
static void join_pairs(an_paths_joined *j, uint32_t first, const size_t n[4])
{
   uint32_t old[PAIRS_MOST], new[PAIRS_MOST];
   size_t n_old = 0, n_new = 0;
   if (n[OLD] > PAIRS_MOST || n[NEW] > PAIRS_MOST)
      return;
   for (uint32_t path = first; path != NONE; path = j->next[path])
      if (j->sides[path] == OLD)
         old[n_old++] = path;
      else if (j->sides[path] == NEW)
         new[n_new++] = path;
   for (size_t i = 0; i < n_old; i++) {
      uint32_t with = find_partner(j, old[i], new, n_new);
      if (with == NONE || find_partner(j, with, old, n_old) != old[i])
         continue;
      j->into[old[i]] = with;
      j->sides[with] = OLD | NEW;
   }
}

/* Several uses of the library by one function are not added to one. */
static void join_group(an_paths_joined *j, form which, uint32_t first)
{
   size_t n[4] = { 0 }; /* paths, by sides */
   for (uint32_t path = first; path != NONE; path = j->next[path])
      n[j->sides[path]]++;
   if (which == NO_LIBRARY || (which == OUTER_LIBRARY && n[OLD] != n[NEW]))
      join_pairs(j, first, n);
   else if (n[OLD] > 0 && n[NEW] > 0)
      join_paths(j, first, OLD | NEW);
   else if (n[OLD] + n[NEW] > 0 && n[OLD | NEW] == 1)
      join_paths(j, first, 0);
}

static void join_form(an_paths_joined *j, form which)
{
   tk_strings *groups = tk_strings_new(j->alloc);
   find_groups(j, which, groups);
   size_t n = tk_strings_count(groups);
   for (uint32_t i = 0; i < n; i++)
      join_group(j, which, j->first[i]);
}

/* A path of a whole may have been joined before the whole was. */
static void find_wholes(const an_paths_joined *j)
{
   uint32_t *into = j->into;
   for (uint32_t path = 0; path < j->n_paths; path++)
      while (into[path] != into[into[path]])
         into[path] = into[into[path]];
}

/* ---- The whole ---- */

void an_paths_join(an_paths_joined *j)
{
   j->n_paths = tk_strings_count(j->paths);
   size_t size_B = (j->n_paths + 1) * sizeof(uint32_t);
   j->into = tk_get(j->alloc, AN_LABEL, size_B);
   j->first = tk_get(j->alloc, AN_LABEL, size_B);
   j->next = tk_get(j->alloc, AN_LABEL, size_B);
   an_match_join(j->match);
   for (uint32_t i = 0; i < j->n_paths; i++)
      j->into[i] = i;
   for (int which = ALL_STEPS; which < FORMS; which++)
      join_form(j, (form)which);
   find_wholes(j);
}

/* an_paths_join.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_paths_join.h"

#include "base/an_error.h"
#include "paths/an_bare.h"
#include "paths/an_match.h"

#include <string.h>

#define LABEL "an.join"

enum { OLD = AN_OF_OLD, NEW = AN_OF_NEW, NONE = TK_STRINGS_NONE };

/* ---- What is compared ---- */

/* The steps that count, from the strictest form to the loosest. */
typedef enum {
   ALL_STEPS,
   OUTER_LIBRARY, /* of successive library steps, the one called from outside */
   NO_LIBRARY,
   FORMS,
} form;

enum { PAIRS_MOST = 16 };

typedef struct {
   const an_paths_joined *joined;
   size_t n_steps, n_paths;
   an_match *match;
   uint32_t *function_of; /* of each step: its function in the match */
   uint32_t *bare_of; /* of each step: the number of its bare name, in `names` */
   tk_strings *names;
   uint32_t *first, *next; /* path of each group, and of the same group; or NONE */
   uint32_t *key; /* room for the longest path */
} joiner;

static const uint32_t *steps_of(const joiner *j, uint32_t path, size_t *n)
{
   const uint32_t *steps = tk_strings_bytes(j->joined->paths, path, n);
   *n /= sizeof *steps;
   return steps;
}

static size_t longest(const tk_strings *strings)
{
   size_t most_B = 0, size_B;
   for (uint32_t i = 0; i < tk_strings_count(strings); i++) {
      tk_strings_bytes(strings, i, &size_B);
      if (size_B > most_B)
         most_B = size_B;
   }
   return most_B;
}

/* Adds a step to the match, for the sides that have it.  False if memory ran out. */
static bool add_step(joiner *j, uint32_t step, unsigned sides)
{
   size_t size_B;
   const char *name = tk_strings_bytes(j->joined->steps, step, &size_B);
   const char *file = name + strlen(name) + 1, *object = file + strlen(file) + 1;
   if (object >= name + size_B)
      object = NULL;
   for (unsigned side = OLD; side <= NEW; side++)
      if (sides & side) {
         j->function_of[step] = an_match_add(j->match, side, name, file, object);
         if (j->function_of[step] == AN_NO_MATCH)
            return false;
      }
   return true;
}

/* Matches the functions of the steps that paths have.  False if memory ran out. */
static bool match_steps(joiner *j)
{
   /* The sides that have each, first. */
   memset(j->function_of, 0, j->n_steps * sizeof *j->function_of);
   for (uint32_t path = 0; path < j->n_paths; path++) {
      size_t n;
      const uint32_t *steps = steps_of(j, path, &n);
      for (size_t i = 0; i < n; i++)
         j->function_of[steps[i]] |= j->joined->sides[path];
   }
   for (uint32_t i = 0; i < j->n_steps; i++)
      if (!add_step(j, i, j->function_of[i]))
         return false;
   if (!an_match_join(j->match))
      return false;
   for (size_t i = 0; i < j->n_steps; i++)
      if (j->function_of[i] < an_match_n(j->match))
         j->function_of[i] = an_match_of(j->match, j->function_of[i]);
   return true;
}

/* Numbers the last parts of the steps' names: debug information shortens what is before
   and behind them.  False if memory ran out. */
static bool number_names(joiner *j)
{
   size_t size_B;
   char *bare = tk_get(j->joined->alloc, LABEL, longest(j->joined->steps) + 1);
   bool ok = bare != NULL;
   for (uint32_t i = 0; ok && i < j->n_steps; i++) {
      const char *name = tk_strings_bytes(j->joined->steps, i, &size_B);
      an_bare last = an_bare_name(name, false, bare);
      j->bare_of[i] = tk_strings_number(j->names, bare + last.last,
                                        last.length_B - last.last);
      ok = j->bare_of[i] != NONE;
   }
   tk_put(j->joined->alloc, bare);
   return ok;
}

/* ---- Groups ---- */

static bool counts(const joiner *j, form which, const uint32_t *steps, size_t n,
                   size_t at)
{
   const bool *is_of_library = j->joined->is_of_library;
   if (which == ALL_STEPS || !is_of_library[steps[at]])
      return true;
   return which == OUTER_LIBRARY
          && (at + 1 == n || !is_of_library[steps[at + 1]]);
}

/* Writes the functions of the path's steps to j->key, successive equal ones once; returns
   how many.  Only with all steps is a library's function more than its bare name. */
static size_t make_key(joiner *j, form which, uint32_t path)
{
   size_t n_steps, n = 0;
   const uint32_t *steps = steps_of(j, path, &n_steps);
   for (size_t i = 0; i < n_steps; i++) {
      bool is_bare = which != ALL_STEPS && j->joined->is_of_library[steps[i]];
      uint32_t function = is_bare ? (uint32_t)j->n_steps + j->bare_of[steps[i]]
                                  : j->function_of[steps[i]];
      if (counts(j, which, steps, n_steps, i) && (n == 0 || j->key[n - 1] != function))
         j->key[n++] = function;
   }
   return n;
}

static bool is_whole(const joiner *j, uint32_t path)
{
   return j->joined->into[path] == path;
}

/* Lists the paths of each group; paths without steps that count have none. */
static bool find_groups(joiner *j, form which, tk_strings *groups)
{
   for (uint32_t path = (uint32_t)j->n_paths; path-- > 0;) {
      size_t n = is_whole(j, path) ? make_key(j, which, path) : 0;
      if (n == 0)
         continue;
      size_t n_before = tk_strings_count(groups);
      uint32_t group = tk_strings_number(groups, j->key, n * sizeof *j->key);
      if (group == NONE)
         return false;
      j->next[path] = group == n_before ? (uint32_t)NONE : j->first[group];
      j->first[group] = path;
   }
   return true;
}

typedef struct {
   uint32_t first;
   size_t n[4];   /* paths, by sides */
   unsigned skip; /* sides of the paths to leave as they are */
} group;

/* ---- Joining ---- */

static void join(joiner *j, const group *g)
{
   const an_paths_joined *joined = j->joined;
   uint32_t whole = g->first;
   while (joined->sides[whole] == g->skip || !(joined->sides[whole] & NEW))
      whole = j->next[whole];
   for (uint32_t path = g->first; path != NONE; path = j->next[path])
      if (joined->sides[path] != g->skip)
         joined->into[path] = whole;
   joined->sides[whole] = OLD | NEW;
}

/* ---- Paths with other steps in the library ---- */

/* Whether one path has the bare names of all steps of the other, in order. */
static bool contains(const joiner *j, uint32_t x, uint32_t y)
{
   size_t n_more, n_fewer, at = 0;
   const uint32_t *more = steps_of(j, x, &n_more);
   const uint32_t *fewer = steps_of(j, y, &n_fewer);
   if (n_more < n_fewer)
      return contains(j, y, x);
   for (size_t i = 0; i < n_more && at < n_fewer; i++)
      at += j->bare_of[more[i]] == j->bare_of[fewer[at]];
   return at == n_fewer;
}

/* The only one of the paths that contains `path`, or is contained; or NONE. */
static uint32_t partner(const joiner *j, uint32_t path, const uint32_t *paths,
                        size_t n)
{
   uint32_t found = NONE;
   for (size_t i = 0; i < n; i++) {
      if (!contains(j, path, paths[i]))
         continue;
      if (found != NONE)
         return NONE;
      found = paths[i];
   }
   return found;
}

/* Joins paths with one partner each; not of a large group, for time. */
static void join_pairs(joiner *j, const group *g)
{
   uint32_t old[PAIRS_MOST], new[PAIRS_MOST];
   size_t n_old = 0, n_new = 0;
   if (g->n[OLD] > PAIRS_MOST || g->n[NEW] > PAIRS_MOST)
      return;
   for (uint32_t path = g->first; path != NONE; path = j->next[path])
      if (j->joined->sides[path] == OLD)
         old[n_old++] = path;
      else if (j->joined->sides[path] == NEW)
         new[n_new++] = path;
   for (size_t i = 0; i < n_old; i++) {
      uint32_t with = partner(j, old[i], new, n_new);
      if (with == NONE || partner(j, with, old, n_old) != old[i])
         continue;
      group pair = { .first = old[i], .skip = OLD | NEW };
      j->next[old[i]] = with;
      j->next[with] = NONE;
      join(j, &pair);
   }
}

static void join_group(joiner *j, form which, group g)
{
   for (uint32_t path = g.first; path != NONE; path = j->next[path])
      g.n[j->joined->sides[path]]++;
   /* Several uses of the library by one function are not added to one. */
   if (which == NO_LIBRARY || (which == OUTER_LIBRARY && g.n[OLD] != g.n[NEW])) {
      join_pairs(j, &g);
      return;
   }
   if (g.n[OLD] > 0 && g.n[NEW] > 0)
      g.skip = OLD | NEW;
   else if (g.n[OLD] + g.n[NEW] == 0 || g.n[OLD | NEW] != 1)
      return;
   join(j, &g);
}

static bool join_form(joiner *j, form which)
{
   tk_strings *groups = tk_strings_new(j->joined->alloc);
   bool ok = groups != NULL && find_groups(j, which, groups);
   size_t n = ok ? tk_strings_count(groups) : 0;
   for (uint32_t i = 0; i < n; i++)
      join_group(j, which, (group){ .first = j->first[i] });
   tk_strings_free(groups);
   return ok;
}

/* A path of a whole may have been joined before the whole was. */
static void find_wholes(const joiner *j)
{
   uint32_t *into = j->joined->into;
   for (uint32_t path = 0; path < j->n_paths; path++)
      while (into[path] != into[into[path]])
         into[path] = into[into[path]];
}

/* ---- The whole ---- */

static uint32_t *get(const joiner *j, size_t n)
{
   return tk_get(j->joined->alloc, LABEL, (n + 1) * sizeof(uint32_t));
}

bool an_paths_join(const an_paths_joined *joined)
{
   joiner j = { .joined = joined, .n_steps = tk_strings_count(joined->steps),
                .n_paths = tk_strings_count(joined->paths) };
   j.match = an_match_new(joined->alloc);
   j.names = tk_strings_new(joined->alloc);
   uint32_t *const rooms[] = {
      j.function_of = get(&j, j.n_steps), j.bare_of = get(&j, j.n_steps),
      j.first = get(&j, j.n_paths), j.next = get(&j, j.n_paths),
      j.key = get(&j, longest(joined->paths) / sizeof *j.key),
   };
   enum { ROOMS = sizeof rooms / sizeof rooms[0] };
   bool ok = j.match != NULL && j.names != NULL;
   for (size_t i = 0; i < ROOMS; i++)
      ok = ok && rooms[i] != NULL;
   ok = ok && match_steps(&j) && number_names(&j);
   for (uint32_t i = 0; ok && i < j.n_paths; i++)
      joined->into[i] = i;
   for (int which = ALL_STEPS; ok && which < FORMS; which++)
      ok = join_form(&j, (form)which);
   if (ok)
      find_wholes(&j);
   an_match_free(j.match);
   tk_strings_free(j.names);
   for (size_t i = 0; i < ROOMS; i++)
      tk_put(joined->alloc, rooms[i]);
   return ok;
}

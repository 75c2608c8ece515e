/* an_paths_join.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_paths_join.h"

#include "base/an_error.h"
#include "paths/an_bare.h"

#include <string.h>

#define LABEL "an.join"

enum { OLD = 1, NEW = 2, NONE = TK_STRINGS_NONE };

/* ---- The forms to compare ---- */

typedef enum {
   ALL_STEPS,
   OUTER_LIBRARY, /* of successive library steps, the one called from outside */
   NO_LIBRARY,
} kept;

/* From the strictest to the loosest. */
static const struct form {
   kept steps;
   bool scope, arguments; /* of a name: count; in the library only with ALL_STEPS,
                             as debug information shortens its arguments */
} forms[] = {
   { ALL_STEPS, true, true },      { ALL_STEPS, false, true },
   { ALL_STEPS, true, false },     { ALL_STEPS, false, false },
   { OUTER_LIBRARY, true, true },  { OUTER_LIBRARY, false, true },
   { OUTER_LIBRARY, true, false }, { OUTER_LIBRARY, false, false },
   { NO_LIBRARY, false, false },
};

/* What tells functions with equal bare names apart. */
enum { SCOPE, SCOPE_ARGUMENTS, ARGUMENTS, PARAMETERS, TRAITS };

enum { PAIRS_MOST = 16 };

/* Numbers in joiner.names. */
typedef struct {
   uint32_t form[2][2];    /* the name by [scope][arguments], and the file */
   uint32_t last;          /* the last component alone, without file */
   uint32_t trait[TRAITS]; /* NONE: the name does not say */
} step_names;

typedef struct {
   const an_paths_joined *joined;
   size_t n_steps, n_paths;
   tk_strings *names;
   uint8_t *sides_of; /* of each name: which profiles have it */
   step_names *steps;
   char *text[2];     /* room for a step's name, and for what is behind it */
   bool is_out_of_memory;
   uint32_t *first, *next; /* path of each group, and of the same group; or NONE */
   uint32_t *key; /* room for the longest path */
   uint32_t *place; /* of each step in the key; NONE: the step does not count */
   uint32_t (*seen)[TRAITS][2]; /* at each place of the key, by side; or NONE */
} joiner;

/* ---- Names ---- */

/* Names of different kinds have different numbers. */
static uint32_t number_name(joiner *j, char kind, const char *name, size_t n,
                            const char *file)
{
   char *text = j->text[1];
   size_t file_B = strlen(file);
   text[0] = kind;
   memcpy(text + 1, name, n);
   text[1 + n] = '\0';
   memcpy(text + 2 + n, file, file_B);
   uint32_t number = tk_strings_number(j->names, text, 2 + n + file_B);
   if (number == NONE)
      j->is_out_of_memory = true;
   return number;
}

/* Numbers the name in j->text[0]. */
static void number_form(joiner *j, step_names *names, bool arguments,
                        an_bare bare, const char *file)
{
   const char *text = j->text[0];
   names->form[1][arguments]
      = number_name(j, 'f', text, bare.length_B, file);
   names->form[0][arguments] = number_name(
      j, 'f', text + bare.last, bare.length_B - bare.last, file);
}

static void number_step(joiner *j, uint32_t step)
{
   size_t size_B;
   const char *name = tk_strings_bytes(j->joined->steps, step, &size_B);
   const char *file = name + strlen(name) + 1, *text = j->text[0];
   step_names *names = &j->steps[step];
   memset(names->trait, 0xff, sizeof names->trait);
   an_bare with = an_bare_name(name, true, j->text[0]);
   number_form(j, names, true, with, file);
   uint32_t scope = number_name(j, 'S', text, with.last, "");
   an_bare without = an_bare_name(name, false, j->text[0]);
   number_form(j, names, false, without, file);
   names->last = number_name(j, 'n', text + without.last,
                             without.length_B - without.last, "");
   if (an_bare_knows_scope(text, without))
      names->trait[SCOPE] = number_name(j, 's', text, without.last, "");
   if (with.last > without.last)
      names->trait[SCOPE_ARGUMENTS] = scope;
   if (with.length_B - with.last > without.length_B - without.last)
      names->trait[ARGUMENTS] = names->form[0][true];
   if (with.has_parameters)
      names->trait[PARAMETERS]
         = number_name(j, 'p', name, strlen(name), file);
   if (without.length_B > without.last && strcmp(name, AN_UNKNOWN) != 0)
      return;
   uint32_t whole = number_name(j, '?', name, size_B, "");
   for (int i = 0; i < 4; i++)
      names->form[i / 2][i % 2] = whole;
}

static const uint32_t *steps_of(const joiner *j, uint32_t path, size_t *n)
{
   const uint32_t *steps = tk_strings_bytes(j->joined->paths, path, n);
   *n /= sizeof *steps;
   return steps;
}

/* Which profiles have what names. */
static void note_sides(joiner *j)
{
   for (uint32_t path = 0; path < j->n_paths; path++) {
      size_t n;
      const uint32_t *steps = steps_of(j, path, &n);
      for (size_t i = 0; i < n * TRAITS; i++) {
         uint32_t name = j->steps[steps[i / TRAITS]].trait[i % TRAITS];
         if (name != NONE)
            j->sides_of[name] |= j->joined->sides[path];
      }
   }
}

/* ---- Groups ---- */

static bool counts(const joiner *j, kept which, const uint32_t *steps, size_t n,
                   size_t at)
{
   const bool *is_of_library = j->joined->is_of_library;
   if (which == ALL_STEPS || !is_of_library[steps[at]])
      return true;
   return which == OUTER_LIBRARY
          && (at + 1 == n || !is_of_library[steps[at + 1]]);
}

/* Writes the names of the path's steps to j->key, successive equal ones once, and
   j->place; returns how many. */
static size_t make_key(joiner *j, const struct form *form, uint32_t path)
{
   uint32_t *key = j->key;
   size_t n_steps, n = 0;
   const uint32_t *steps = steps_of(j, path, &n_steps);
   for (size_t i = 0; i < n_steps; i++) {
      j->place[i] = NONE;
      if (!counts(j, form->steps, steps, n_steps, i))
         continue;
      bool is_bare = form->steps != ALL_STEPS
                     && j->joined->is_of_library[steps[i]];
      uint32_t name = j->steps[steps[i]].form[form->scope && !is_bare]
                                             [form->arguments && !is_bare];
      if (n == 0 || key[n - 1] != name)
         key[n++] = name;
      j->place[i] = (uint32_t)n - 1;
   }
   return n;
}

static bool is_whole(const joiner *j, uint32_t path)
{
   return j->joined->into[path] == path;
}

/* Lists the paths of each group; paths without steps that count have none. */
static bool find_groups(joiner *j, const struct form *form, tk_strings *groups)
{
   for (uint32_t path = (uint32_t)j->n_paths; path-- > 0;) {
      size_t n = is_whole(j, path) ? make_key(j, form, path) : 0;
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

/* ---- Whether the paths of a group may be joined ---- */

/* Notes what the path says about its functions; returns the sides (bits) where
   another path says otherwise. */
static unsigned see(joiner *j, uint32_t path)
{
   size_t n;
   const uint32_t *steps = steps_of(j, path, &n);
   bool has_said[TRAITS];
   unsigned conflicts = 0;
   uint32_t last = NONE;
   for (size_t i = 0; i < n; i++) {
      uint32_t place = j->place[i];
      if (place == NONE)
         continue;
      if (place != last)
         memset(has_said, false, sizeof has_said);
      last = place;
      for (int t = 0; t < TRAITS; t++) {
         uint32_t name = j->steps[steps[i]].trait[t];
         if (name == NONE || has_said[t])
            continue;
         has_said[t] = true;
         for (unsigned side = 0; side < 2; side++) {
            uint32_t *seen = &j->seen[place][t][side];
            if (!(j->joined->sides[path] & (1u << side)))
               continue;
            if (*seen != NONE && *seen != name)
               conflicts |= t == SCOPE ? OLD | NEW : 1u << side;
            *seen = name;
         }
      }
   }
   return conflicts;
}

/* Whether the profiles mean the same functions, for all one can know. */
static bool sides_agree(const joiner *j, size_t n)
{
   for (size_t i = 0; i < n * TRAITS; i++) {
      const uint32_t *seen = j->seen[i / TRAITS][i % TRAITS];
      if (seen[0] == NONE || seen[1] == NONE || seen[0] == seen[1])
         continue;
      if (i % TRAITS == SCOPE || (j->sides_of[seen[0]] & NEW)
          || (j->sides_of[seen[1]] & OLD))
         return false;
   }
   return true;
}

typedef struct {
   uint32_t first;
   size_t length; /* of the key */
   size_t n[4];   /* paths, by sides */
   unsigned skip; /* sides of the paths to leave as they are */
} group;

static bool may_join(joiner *j, const struct form *form, const group *g)
{
   unsigned conflicts = 0;
   memset(j->seen, 0xff, g->length * sizeof *j->seen);
   for (uint32_t path = g->first; path != NONE; path = j->next[path])
      if (j->joined->sides[path] != g->skip) {
         make_key(j, form, path);
         conflicts |= see(j, path);
      }
   /* If one side does not tell functions apart, the sums are compared. */
   if (conflicts == (OLD | NEW) || (conflicts != 0 && g->skip == 0))
      return false;
   return sides_agree(j, g->length);
}

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

/* Whether one path has all steps of the other, in order; their files do not
   matter, as a library can have no lines. */
static bool contains(const joiner *j, uint32_t x, uint32_t y)
{
   size_t n_more, n_fewer, at = 0;
   const uint32_t *more = steps_of(j, x, &n_more);
   const uint32_t *fewer = steps_of(j, y, &n_fewer);
   if (n_more < n_fewer)
      return contains(j, y, x);
   for (size_t i = 0; i < n_more && at < n_fewer; i++)
      at += j->steps[more[i]].last == j->steps[fewer[at]].last;
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
static void join_pairs(joiner *j, const struct form *form, const group *g)
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
      group pair = { .first = old[i], .length = g->length, .skip = OLD | NEW };
      j->next[old[i]] = with;
      j->next[with] = NONE;
      if (may_join(j, form, &pair))
         join(j, &pair);
   }
}

static void join_group(joiner *j, const struct form *form, group g)
{
   for (uint32_t path = g.first; path != NONE; path = j->next[path])
      g.n[j->joined->sides[path]]++;
   /* Several uses of the library by one function are not added to one. */
   if (form->steps == NO_LIBRARY
       || (form->steps == OUTER_LIBRARY && g.n[OLD] != g.n[NEW])) {
      join_pairs(j, form, &g);
      return;
   }
   if (g.n[OLD] > 0 && g.n[NEW] > 0)
      g.skip = OLD | NEW;
   else if (g.n[OLD] + g.n[NEW] == 0 || g.n[OLD | NEW] != 1)
      return;
   if (may_join(j, form, &g))
      join(j, &g);
}

static bool join_form(joiner *j, const struct form *form)
{
   tk_strings *groups = tk_strings_new(j->joined->alloc);
   bool ok = groups != NULL && find_groups(j, form, groups);
   size_t n = ok ? tk_strings_count(groups) : 0;
   for (uint32_t i = 0; i < n; i++) {
      group g = { .first = j->first[i] };
      tk_strings_bytes(groups, i, &g.length);
      g.length /= sizeof *j->key;
      join_group(j, form, g);
   }
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

/* ---- Memory ---- */

static void *get(joiner *j, size_t n, size_t item_B)
{
   void *items = tk_get(j->joined->alloc, LABEL, (n + 1) * item_B);
   if (items == NULL)
      j->is_out_of_memory = true;
   return items;
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

static void open_joiner(joiner *j)
{
   size_t text_B = longest(j->joined->steps) + 2;
   size_t n = longest(j->joined->paths) / sizeof *j->key;
   j->names = tk_strings_new(j->joined->alloc);
   j->is_out_of_memory = j->names == NULL;
   j->sides_of = get(j, j->n_steps * (5 + TRAITS), sizeof *j->sides_of);
   j->steps = get(j, j->n_steps, sizeof *j->steps);
   j->text[0] = get(j, text_B, 1);
   j->text[1] = get(j, text_B, 1);
   j->first = get(j, j->n_paths, sizeof *j->first);
   j->next = get(j, j->n_paths, sizeof *j->next);
   j->key = get(j, n, sizeof *j->key);
   j->place = get(j, n, sizeof *j->place);
   j->seen = get(j, n, sizeof *j->seen);
}

static void close_joiner(joiner *j)
{
   void *const blocks[] = {
      j->sides_of, j->steps, j->text[0], j->text[1], j->first,
      j->next,     j->key,   j->place,   j->seen,
   };
   tk_strings_free(j->names);
   for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
      tk_put(j->joined->alloc, blocks[i]);
}

bool an_paths_join(const an_paths_joined *joined)
{
   joiner j = { .joined = joined, .n_steps = tk_strings_count(joined->steps),
                .n_paths = tk_strings_count(joined->paths) };
   open_joiner(&j);
   for (uint32_t i = 0; i < j.n_steps && !j.is_out_of_memory; i++)
      number_step(&j, i);
   bool ok = !j.is_out_of_memory;
   for (uint32_t i = 0; ok && i < j.n_paths; i++)
      joined->into[i] = i;
   if (ok) {
      memset(j.sides_of, 0, tk_strings_count(j.names) + 1);
      note_sides(&j);
   }
   for (size_t i = 0; ok && i < sizeof forms / sizeof forms[0]; i++)
      ok = join_form(&j, &forms[i]);
   if (ok)
      find_wholes(&j);
   close_joiner(&j);
   return ok;
}

/* ac_calls_limits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_limits.h"

#include "base/an_demangle.h"
#include "base/an_suggest.h"
#include "base/tk_array.h"
#include "base/tk_fn_name.h"
#include "paths/an_bare.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { STEPS_MOST = 62 }; /* of a path: bits of a set */

typedef struct {
   const ac_calls_pair *calls;
   const ac_profile *body;
   const tk_alloc *alloc;
   char *bare;    /* room for a name, and for a file and a name */
   char *pattern; /* a copy, cut into steps */
   const char *steps[STEPS_MOST];
   bool *matches[STEPS_MOST]; /* of each step, which functions it is; NULL: "..." */
   size_t n_steps;
} search;

/* ---- Names ---- */

static const char *last_component(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

static bool fits_pattern(const char *pattern, const char *name)
{
   return strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0;
}

static bool fits_function(const search *s, const char *pattern, const char *name,
                          const char *file)
{
   if (fits_pattern(pattern, name) || an_demangle_is(pattern, name))
      return true;
   an_bare bare = an_bare_name(name, false, s->bare);
   if (bare.length_B > bare.last
       && (fits_pattern(pattern, s->bare) || fits_pattern(pattern, s->bare + bare.last)))
      return true;
   if (file == NULL)
      return false;
   sprintf(s->bare, "%s:%s", last_component(file), name);
   return fits_pattern(pattern, s->bare);
}

static const char *body_file(const search *s, size_t function)
{
   return ac_profile_file(s->body, ac_profile_function(s->body, function)->file)->name;
}

/* The most bytes of a file and a name. */
static size_t longest_name(const search *s)
{
   const an_stacks *paths = &s->calls->paths.stacks;
   size_t longest = 0;
   for (size_t i = 0; i < paths->n_functions; i++) {
      const an_stack_function *of = &paths->functions[i];
      size_t n = strlen(of->name) + (of->file == NULL ? 0 : strlen(of->file));
      longest = n > longest ? n : longest;
   }
   for (size_t i = 0; i < ac_profile_n_functions(s->body); i++) {
      size_t n = strlen(ac_profile_function(s->body, i)->name) + strlen(body_file(s, i));
      longest = n > longest ? n : longest;
   }
   return longest;
}

/* Finds the functions of a step. */
static void match_step(search *s, size_t step)
{
   size_t n = s->calls->paths.stacks.n_functions;
   if (strcmp(s->steps[step], "...") == 0)
      return;
   bool *matches = s->matches[step] = tk_get(s->alloc, AN_LABEL, n + 1);
   for (uint32_t i = 0; i < n; i++) {
      const an_stack_function *of = &s->calls->paths.stacks.functions[i];
      matches[i] = fits_function(s, s->steps[step], of->name, of->file);
   }
}

static bool is_any(const search *s, size_t step)
{
   for (size_t i = 0; i < s->calls->paths.stacks.n_functions; i++)
      if (s->matches[step][i])
         return true;
   return false;
}

/* Cuts the pattern into steps. */
static bool open_search(search *s, const char *pattern, an_error *error)
{
   size_t n = strlen(pattern) + 1;
   s->pattern = tk_get(s->alloc, AN_LABEL, n);
   s->bare = tk_get(s->alloc, AN_LABEL, longest_name(s) + 2);
   memcpy(s->pattern, pattern, n);
   for (char *at = s->pattern, *end; at != NULL; at = end) {
      end = strchr(at, ';');
      if (end != NULL)
         *end++ = '\0';
      if (*at == '\0' || s->n_steps == STEPS_MOST)
         return an_fail(error, "\"%.*s\": %s", an_fail_quoted_text(pattern), pattern,
                        *at == '\0' ? "a function is missing" : "the path is too long");
      at[tk_fn_name_B(at, NULL)] = '\0';
      s->steps[s->n_steps++] = at;
      match_step(s, s->n_steps - 1);
   }
   if (s->matches[0] == NULL || s->matches[s->n_steps - 1] == NULL)
      return an_fail(error, "\"%.*s\": expected a function at each end",
                     an_fail_quoted_text(pattern), pattern);
   return true;
}

/* ---- What is not found ---- */

/* Suggests names, and the last parts of them. */
static void suggest_names(const search *s, const char *step, an_error *error)
{
   const an_stacks *paths = &s->calls->paths.stacks;
   an_suggestion suggestion = { .word = an_span_of(step) };
   size_t size_B = 1;
   for (size_t i = 0; i < paths->n_functions; i++)
      size_B += strlen(paths->functions[i].name) + 1;
   char *parts = tk_get(s->alloc, AN_LABEL, size_B), *to = parts;
   an_fail(error, "there is no function \"%.*s\"", an_fail_quoted_text(step), step);
   for (size_t i = 0; i < paths->n_functions; i++) {
      const char *name = paths->functions[i].name;
      an_bare bare = an_bare_name(name, false, to);
      an_suggest(&suggestion, name);
      an_suggest(&suggestion, to + bare.last);
      to += bare.length_B + 1;
   }
   an_suggest_append(&suggestion, error->message, sizeof error->message);
   tk_put(s->alloc, parts);
}

static bool is_in_body(const search *s, const char *step)
{
   for (size_t i = 0; i < ac_profile_n_functions(s->body); i++)
      if (fits_function(s, step, ac_profile_function(s->body, i)->name, body_file(s, i)))
         return true;
   return false;
}

/* A function that is not among the calls of any profile. */
static ac_calls_found not_found(const search *s, an_error *error)
{
   for (size_t i = 0; i < s->n_steps; i++) {
      const char *step = s->steps[i];
      if (s->matches[i] == NULL || is_any(s, i))
         continue;
      if (!is_in_body(s, step)) {
         suggest_names(s, step, error);
         return AC_CALLS_NONE;
      }
      an_fail(error, "the calls of \"%.*s\" are too small to be in the files%s",
              an_fail_quoted_text(step), step,
              s->calls->paths.stacks.are_estimated ? ""
                                                   : "; --call-graph=all records all");
      return AC_CALLS_TOO_SMALL;
   }
   return AC_CALLS_FOUND;
}

/* ---- Rows ---- */

static size_t n_counts(const ac_calls_pair *calls)
{
   return 2 * calls->n_events;
}

/* A row with counts of its own, all 0. */
static ac_gate_row *add_row(ac_gate_calls *rows, const ac_calls_pair *calls,
                            size_t *capacity, int64_t **counts)
{
   size_t size_B = 2 * n_counts(calls) * sizeof **counts;
   TK_ARRAY_ROOM(calls->alloc, AN_LABEL, rows->rows, rows->n_rows, *capacity);
   *counts = tk_get_zeroed(calls->alloc, AN_LABEL, size_B);
   ac_gate_row *row = &rows->rows[rows->n_rows++];
   *row = (ac_gate_row){ .counts = *counts, .at_most = *counts + n_counts(calls) };
   return row;
}

/* What a function may have cost that its inclusive cost lacks: nothing, or what the file
   left out.  A called function that a profile does not list is not in its run. */
static void add_hidden(int64_t *at_most, const ac_calls_pair *calls,
                       const ac_called_pair *f)
{
   for (unsigned side = 0; side < 2; side++) {
      unsigned bit = 1u << side;
      bool may_be_inlined = !(f->sides & bit) && f->called == 0;
      if (!calls->leaves_out[side] || !((f->small & bit) || may_be_inlined))
         continue;
      for (size_t i = side * calls->n_events; i < (side + 1) * calls->n_events; i++)
         at_most[i] += calls->left_out[i];
   }
}

static void add_function(ac_gate_calls *rows, const ac_calls_pair *calls,
                         size_t *capacity, uint32_t function)
{
   int64_t *counts;
   ac_gate_row *row = add_row(rows, calls, capacity, &counts);
   const ac_called_pair *f = &calls->functions[function];
   size_t size_B = n_counts(calls) * sizeof *counts;
   row->name = calls->paths.stacks.functions[function].name;
   row->file = calls->paths.stacks.functions[function].file;
   memcpy(counts, f->inclusive, size_B);
   memcpy(counts + n_counts(calls), f->inclusive, size_B);
   add_hidden(counts + n_counts(calls), calls, f);
}

/* ---- Paths ---- */

/* The sets of steps that may come next: bit i if the steps before the i-th have been
   found, the last of them at the node.  "..." is found at any node, and at none. */
static uint64_t skip_gaps(const search *s, uint64_t set)
{
   for (size_t i = 1; i < s->n_steps; i++)
      if (s->matches[i] == NULL && (set & (UINT64_C(1) << i)))
         set |= UINT64_C(1) << (i + 1);
   return set;
}

static uint64_t step_to(const search *s, uint64_t before, uint32_t function)
{
   uint64_t set = 0;
   for (size_t i = 0; i < s->n_steps; i++) {
      bool is_next = i == 0 || (before & (UINT64_C(1) << i));
      if (is_next && s->matches[i] == NULL)
         set |= UINT64_C(1) << i;
      else if (is_next && s->matches[i][function])
         set |= UINT64_C(1) << (i + 1);
   }
   return skip_gaps(s, set);
}

/* Adds the inclusive costs of the paths; false if there is none. */
static bool sum_paths(const search *s, int64_t *sums)
{
   const an_stacks *paths = &s->calls->paths.stacks;
   const uint64_t whole = UINT64_C(1) << s->n_steps, within = UINT64_C(1) << 63;
   uint64_t *sets = tk_get(s->alloc, AN_LABEL, (paths->n_nodes + 1) * sizeof *sets);
   size_t n = n_counts(s->calls);
   bool is_found = false;
   for (size_t i = 0; i < paths->n_nodes; i++) {
      const an_stack_node *node = &paths->nodes[i];
      uint64_t before = node->parent == AN_NO_STACK ? 0 : sets[node->parent];
      sets[i] = step_to(s, before & ~within, node->function) | (before & within);
      if (!(sets[i] & whole) || (sets[i] & within))
         continue;
      is_found = true;
      sets[i] |= within;
      for (size_t k = 0; k < n; k++)
         sums[k] += s->calls->inclusive[i * n + k];
   }
   return is_found;
}

/* The paths end with the last step: what it may have cost on paths that the files left
   out may be theirs. */
static bool add_hidden_paths(const search *s, int64_t *at_most)
{
   const ac_calls_pair *calls = s->calls;
   bool is_any = false;
   for (uint32_t f = 0; f < calls->paths.stacks.n_functions; f++) {
      if (!s->matches[s->n_steps - 1][f])
         continue;
      const ac_called_pair *of = &calls->functions[f];
      for (size_t i = 0; i < n_counts(calls); i++) {
         int64_t hidden = of->inclusive[i] - of->on_paths[i];
         at_most[i] += hidden;
         is_any |= hidden > 0;
      }
      add_hidden(at_most, calls, of);
   }
   return is_any;
}

static ac_calls_found find_path(search *s, ac_gate_calls *rows, const char *pattern,
                                an_error *error)
{
   size_t capacity = 0;
   int64_t *counts;
   ac_gate_row *row = add_row(rows, s->calls, &capacity, &counts);
   bool is_found = sum_paths(s, counts);
   size_t n = n_counts(s->calls);
   row->name = pattern;
   memcpy(counts + n, counts, n * sizeof *counts);
   bool may_be = add_hidden_paths(s, counts + n);
   if (is_found)
      return AC_CALLS_FOUND;
   an_fail(error,
           may_be ? "the call path \"%.*s\" is too small to be in the files; "
                    "--call-graph=all records all paths"
                  : "there is no call path \"%.*s\"",
           an_fail_quoted_text(pattern), pattern);
   return may_be ? AC_CALLS_TOO_SMALL : AC_CALLS_NONE;
}

/* ---- The whole ---- */

static void find_functions(const search *s, ac_gate_calls *rows)
{
   size_t capacity = 0;
   const ac_calls_pair *calls = s->calls;
   for (uint32_t i = 0; i < calls->paths.stacks.n_functions; i++)
      if (s->n_steps == 0 || s->matches[0][i])
         add_function(rows, calls, &capacity, i);
}

ac_calls_found ac_calls_limits_find(ac_gate_calls *rows, const ac_calls_pair *calls,
                                    const ac_profile *body, const char *pattern,
                                    an_error *error)
{
   search s = { .calls = calls, .body = body, .alloc = calls->alloc };
   ac_calls_found found = AC_CALLS_FOUND;
   *rows = (ac_gate_calls){ .are_all = pattern == NULL };
   *error = (an_error){ .line = 0 };
   if (pattern != NULL && !open_search(&s, pattern, error))
      found = AC_CALLS_NONE;
   if (found == AC_CALLS_FOUND && pattern != NULL)
      found = not_found(&s, error);
   if (found == AC_CALLS_FOUND && s.n_steps > 1)
      found = find_path(&s, rows, pattern, error);
   else if (found == AC_CALLS_FOUND)
      find_functions(&s, rows);
   return found;
}

/* ac_calls_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_calls_pair.h"

#include "base/tk_strings.h"
#include "counts/ac_objects.h"

#include <stdbool.h>
#include <string.h>

/* Numbers of functions of the pair. */
#define NO_FUNCTION AN_NO_STACK
#define SEVERAL (AN_NO_STACK - 1)

/* What is added up of one side. */
typedef struct {
   ac_calls_pair *pair;
   unsigned side;
   const ac_profile *profile;
   const ac_calls *calls;
   const an_stacks *stacks;
   uint32_t *called_of, *inlined_of; /* functions of the pair: of each called one, and
                                        of each piece of inlined code */
   int64_t *inclusive;               /* of each node of the stacks */
   int64_t *own;                     /* self costs of functions on them */
   tk_strings *names;                /* of functions in the body */
   uint32_t *called; /* by name: the only function of the pair that is called so */
   int64_t *self;    /* by name: of its code in all files */
} summing;

static void add_counts(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] += counts[i]; /* as in the totals */
}

static void subtract_counts(int64_t *sums, const int64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++)
      sums[i] -= counts[i];
}

static void *get_zeros(const tk_alloc *alloc, size_t n, size_t item_B)
{
   return tk_get_zeroed(alloc, AN_LABEL, (n + 1) * item_B);
}

/* ---- Names of functions ---- */

static const char *object_of(const ac_profile *profile, const ac_called *function)
{
   return function->object == SIZE_MAX ? NULL
                                       : ac_objects_at(profile, function->object)->path;
}

static void add_names(an_match *match, unsigned side, const ac_calls_side *of)
{
   const ac_calls *calls = ac_profile_calls(of->profile);
   unsigned bit = 1u << side;
   an_stacks_pair_add(match, bit, of->stacks);
   for (size_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      an_match_add(match, bit, f->name, f->file, object_of(of->profile, f));
   }
   for (size_t i = 0; i < calls->n_inlined; i++)
      an_match_add(match, bit, calls->inlined[i].name, calls->inlined[i].file, NULL);
   for (size_t i = 0; i < calls->n_inlined_functions; i++) {
      const ac_inclusive *g = &calls->inlined_functions[i];
      an_match_add(match, bit, g->name, g->file, NULL);
   }
}

/* The pair's function of a name that has been added. */
static uint32_t find_function(const summing *s, const char *name, const char *file,
                              const char *object)
{
   uint32_t number = an_match_add(s->pair->match, 1u << s->side, name, file, object);
   return s->pair->paths.function_of[number];
}

/* Rows of the pair: this side's half. */
static int64_t *half_of(const summing *s, int64_t *rows, uint32_t function)
{
   return rows + (2 * (size_t)function + s->side) * s->pair->n_events;
}

/* ---- Inclusive costs on the paths that are known ---- */

static void sum_nodes(summing *s)
{
   const an_stacks *stacks = s->stacks;
   size_t n = s->pair->n_events;
   for (size_t i = 0; i < stacks->n_samples; i++)
      add_counts(s->inclusive + stacks->samples[i].node * n, stacks->values + i * n, n);
   for (size_t i = stacks->n_nodes; i-- > 0;)
      if (stacks->nodes[i].parent != AN_NO_STACK)
         add_counts(s->inclusive + stacks->nodes[i].parent * n, s->inclusive + i * n, n);
}

static uint32_t function_of(const summing *s, uint32_t node)
{
   uint32_t in_pair = s->pair->paths.node_of[s->side][node];
   return s->pair->paths.stacks.nodes[in_pair].function;
}

/* Whether the file's inclusive costs count both nodes to one function. */
static bool is_same(const an_stacks *stacks, const an_stack_node *a,
                    const an_stack_node *b)
{
   const an_stack_function *of_a = &stacks->functions[a->function];
   const an_stack_function *of_b = &stacks->functions[b->function];
   if (a->is_inlined != b->is_inlined)
      return false;
   return a->function == b->function /* interned: */
          || (a->is_inlined && of_a->name == of_b->name && of_a->file == of_b->file);
}

/* Adds the node to its function, unless that is on its path already.  The file's
   inclusive costs count a function as called, and as inlined: takes off what they count
   twice. */
static void sum_node(summing *s, uint32_t node)
{
   const an_stack_node *nodes = s->stacks->nodes, *of = &nodes[node];
   uint32_t function = function_of(s, node);
   const int64_t *counts = s->inclusive + node * s->pair->n_events;
   bool is_within = false;
   for (uint32_t i = of->parent; i != AN_NO_STACK; i = nodes[i].parent) {
      if (is_same(s->stacks, &nodes[i], of))
         return;
      is_within |= function_of(s, i) == function;
   }
   if (is_within)
      subtract_counts(half_of(s, s->pair->inclusive_of, function), counts,
                      s->pair->n_events);
   else
      add_counts(half_of(s, s->pair->on_paths_of, function), counts, s->pair->n_events);
}

/* ---- Inclusive costs of functions ---- */

static void note_self(const summing *s, uint32_t function, const int64_t *counts)
{
   s->pair->functions[function].sides |= (uint8_t)(1u << s->side);
   add_counts(half_of(s, s->pair->inclusive_of, function), counts, s->pair->n_events);
}

/* Finds the functions of the pair. */
static void number_functions(summing *s)
{
   const ac_calls *calls = s->calls;
   const tk_alloc *alloc = s->pair->alloc;
   s->called_of = get_zeros(alloc, calls->n_functions, sizeof *s->called_of);
   s->inlined_of = get_zeros(alloc, calls->n_inlined, sizeof *s->inlined_of);
   for (size_t i = 0; i < calls->n_functions; i++) {
      const ac_called *f = &calls->functions[i];
      s->called_of[i] = find_function(s, f->name, f->file, object_of(s->profile, f));
   }
   for (size_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *of = &calls->inlined[i];
      s->inlined_of[i] = find_function(s, of->name, of->file, NULL);
   }
}

static void sum_notes(summing *s)
{
   const ac_calls *calls = s->calls;
   for (size_t i = 0; i < calls->n_functions; i++) {
      ac_called_pair *function = &s->pair->functions[s->called_of[i]];
      note_self(s, function->function, calls->functions[i].inclusive);
      function->called |= (uint8_t)(1u << s->side);
      function->n_calls[s->side] += calls->functions[i].n_calls;
   }
   for (size_t i = 0; i < calls->n_inlined_functions; i++) {
      const ac_inclusive *g = &calls->inlined_functions[i];
      uint32_t function = find_function(s, g->name, g->file, NULL);
      note_self(s, function, g->counts);
      s->pair->functions[function].inlined |= (uint8_t)(1u << s->side);
   }
}

/* What paths say is the least, if the file lacks the inclusive cost of a form. */
static void settle_inclusive(summing *s)
{
   size_t n = s->pair->n_events;
   for (uint32_t f = 0; f < s->pair->paths.stacks.n_functions; f++) {
      int64_t *counts = half_of(s, s->pair->inclusive_of, f);
      const int64_t *least = half_of(s, s->pair->on_paths_of, f);
      for (size_t i = 0; i < n; i++) {
         if (least[i] > counts[i])
            counts[i] = least[i];
         if (least[i] != 0)
            s->pair->functions[f].sides |= (uint8_t)(1u << s->side);
      }
   }
}

/* ---- Self costs of functions ---- */

static void sum_own(summing *s)
{
   const an_stacks *stacks = s->stacks;
   size_t n = s->pair->n_events;
   for (size_t i = 0; i < stacks->n_samples; i++)
      if (!stacks->samples[i].is_left_out)
         add_counts(s->own + function_of(s, stacks->samples[i].node) * n,
                    stacks->values + i * n, n);
}

/* The names in the body; one is called by every called function. */
static void number_names(summing *s)
{
   const tk_alloc *alloc = s->pair->alloc;
   size_t n_functions = ac_profile_n_functions(s->profile), n = s->pair->n_events;
   s->names = tk_strings_new(alloc);
   s->called = get_zeros(alloc, n_functions, sizeof *s->called);
   s->self = get_zeros(alloc, n_functions * n, sizeof *s->self);
   memset(s->called, 0xff, n_functions * sizeof *s->called);
   for (size_t i = 0; i < n_functions; i++) {
      const ac_function *f = ac_profile_function(s->profile, i);
      uint32_t name = tk_strings_number(s->names, f->name, strlen(f->name));
      add_counts(s->self + name * n, f->totals, n);
   }
}

/* The number of a name in the body; NO_FUNCTION: it is not there. */
static uint32_t find_name(const summing *s, const char *name)
{
   size_t n = tk_strings_count(s->names);
   uint32_t number = tk_strings_number(s->names, name, strlen(name));
   return number < n && number < ac_profile_n_functions(s->profile) ? number
                                                                    : NO_FUNCTION;
}

/* A name's code is that of the function called so, but for what is inlined. */
static void sum_self(summing *s)
{
   const ac_calls *calls = s->calls;
   size_t n = s->pair->n_events;
   for (size_t i = 0; i < calls->n_functions; i++) {
      uint32_t name = find_name(s, calls->functions[i].name);
      uint32_t function = s->called_of[i];
      if (name != NO_FUNCTION)
         s->called[name] = s->called[name] == NO_FUNCTION || s->called[name] == function
                              ? function
                              : SEVERAL;
   }
   for (size_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *of = &calls->inlined[i];
      uint32_t name = find_name(s, calls->functions[of->function].name);
      if (name != NO_FUNCTION)
         subtract_counts(s->self + name * n, of->self, n);
      add_counts(half_of(s, s->pair->self_of, s->inlined_of[i]), of->self, n);
   }
   for (uint32_t name = 0; name < ac_profile_n_functions(s->profile); name++)
      if (s->called[name] < SEVERAL)
         add_counts(half_of(s, s->pair->self_of, s->called[name]), s->self + name * n, n);
}

/* Several functions of one name: what paths say. */
static void settle_self(summing *s)
{
   size_t n = s->pair->n_events;
   for (uint32_t f = 0; f < s->pair->paths.stacks.n_functions; f++) {
      int64_t *counts = half_of(s, s->pair->self_of, f);
      for (size_t i = 0; i < n; i++)
         if (s->own[f * n + i] > counts[i])
            counts[i] = s->own[f * n + i];
   }
}

/* Functions that the body has as called ones, or that have inlined code, but whose
   inclusive cost in that form is not in the file. */
static void find_small(summing *s)
{
   ac_calls_pair *pair = s->pair;
   uint8_t bit = (uint8_t)(1u << s->side);
   for (size_t i = 0; i < s->calls->n_inlined; i++) {
      ac_called_pair *f = &pair->functions[s->inlined_of[i]];
      if (!(f->inlined & bit))
         f->small |= bit;
   }
   for (uint32_t i = 0; i < pair->paths.stacks.n_functions; i++) {
      ac_called_pair *f = &pair->functions[i];
      if (!(f->called & bit)
          && find_name(s, pair->paths.stacks.functions[i].name) != NO_FUNCTION)
         f->small |= bit;
   }
}

/* ---- A side ---- */

static void sum_left_out(summing *s)
{
   ac_calls_pair *pair = s->pair;
   const an_stacks *stacks = s->stacks;
   size_t n = pair->n_events;
   for (size_t i = 0; i < stacks->n_samples; i++)
      if (stacks->samples[i].is_left_out)
         add_counts(half_of(s, pair->left_out, 0), stacks->values + i * n, n);
   pair->n_left_out[s->side] = (int64_t)stacks->n_left_out;
   pair->leaves_out[s->side] = stacks->n_left_out > 0 || s->calls->n_arcs_pruned > 0
                               || s->calls->n_inlined_pruned > 0;
}

static void sum_side(ac_calls_pair *pair, unsigned side, const ac_calls_side *of)
{
   const tk_alloc *alloc = pair->alloc;
   size_t n = pair->n_events, n_functions = pair->paths.stacks.n_functions;
   summing s = {
      .pair = pair,
      .side = side,
      .profile = of->profile,
      .calls = ac_profile_calls(of->profile),
      .stacks = of->stacks,
      .inclusive = get_zeros(alloc, of->stacks->n_nodes * n, sizeof(int64_t)),
      .own = get_zeros(alloc, n_functions * n, sizeof(int64_t)),
   };
   number_names(&s);
   number_functions(&s);
   sum_notes(&s);
   sum_nodes(&s);
   for (uint32_t i = 0; i < of->stacks->n_nodes; i++)
      sum_node(&s, i);
   settle_inclusive(&s);
   sum_own(&s);
   sum_self(&s);
   settle_self(&s);
   find_small(&s);
   sum_left_out(&s);
}

/* ---- The pair ---- */

static void get_rows(ac_calls_pair *pair)
{
   const tk_alloc *alloc = pair->alloc;
   const an_stacks *paths = &pair->paths.stacks;
   size_t row_B = 2 * pair->n_events * sizeof(int64_t);
   pair->inclusive = get_zeros(alloc, paths->n_nodes, row_B);
   pair->functions = get_zeros(alloc, paths->n_functions, sizeof *pair->functions);
   pair->inclusive_of = get_zeros(alloc, paths->n_functions, row_B);
   pair->on_paths_of = get_zeros(alloc, paths->n_functions, row_B);
   pair->self_of = get_zeros(alloc, paths->n_functions, row_B);
   pair->left_out = get_zeros(alloc, 1, row_B);
}

static void sum_paths(ac_calls_pair *pair)
{
   const an_stacks *paths = &pair->paths.stacks;
   size_t n = 2 * pair->n_events;
   for (size_t i = 0; i < paths->n_samples; i++)
      add_counts(pair->inclusive + paths->samples[i].node * n, paths->values + i * n, n);
   for (size_t i = paths->n_nodes; i-- > 0;)
      if (paths->nodes[i].parent != AN_NO_STACK)
         add_counts(pair->inclusive + paths->nodes[i].parent * n, pair->inclusive + i * n,
                    n);
}

static void join_sides(ac_calls_pair *pair, const ac_calls_side sides[2])
{
   pair->match = an_match_new(pair->alloc);
   add_names(pair->match, 0, &sides[0]);
   add_names(pair->match, 1, &sides[1]);
   an_match_join(pair->match);
   an_stacks_pair_open(&pair->paths, pair->alloc, pair->match, sides[0].stacks,
                       sides[1].stacks);
   size_t n = 2 * pair->n_events;
   get_rows(pair);
   for (uint32_t f = 0; f < pair->paths.stacks.n_functions; f++)
      pair->functions[f] = (ac_called_pair){ .function = f,
                                             .inclusive = pair->inclusive_of + f * n,
                                             .on_paths = pair->on_paths_of + f * n,
                                             .self = pair->self_of + f * n };
   sum_paths(pair);
   sum_side(pair, 0, &sides[0]);
   sum_side(pair, 1, &sides[1]);
}

void ac_calls_pair_open(ac_calls_pair *pair, const tk_alloc *alloc,
                        const ac_calls_side sides[2])
{
   *pair = (ac_calls_pair){ .alloc = alloc,
                            .n_events = ac_profile_n_events(sides[1].profile),
                            .paths = { .stacks = { .alloc = alloc } } };
   join_sides(pair, sides);
}

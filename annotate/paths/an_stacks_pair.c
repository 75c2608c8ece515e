/* an_stacks_pair.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stacks_pair.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

#include <string.h>

typedef struct {
   an_stacks_pair *pair;
   an_match *match;
   const an_stacks *sides[2]; /* OLD, NEW */
   tk_table children;         /* of nodes, by parent and function */
   uint32_t *number_of[2];    /* of each function of a side: of its match */
   uint32_t *left_out_of;     /* of a node: the sample of what was left out below it */
   size_t functions_capacity, nodes_capacity, flags_capacity;
} pairing;

/* ---- Functions ---- */

static uint32_t add_name(an_match *match, unsigned side, const an_stack_function *of)
{
   return an_match_add(match, side, of->name, of->file, of->object);
}

void an_stacks_pair_add(an_match *match, unsigned side, const an_stacks *stacks)
{
   for (size_t i = 0; i < stacks->n_functions; i++)
      add_name(match, side, &stacks->functions[i]);
}

/* Gives the pair a function for each that is matched. */
static void add_functions(pairing *p)
{
   an_stacks *to = &p->pair->stacks;
   size_t n = an_match_n(p->match);
   for (uint32_t i = 0; i < n; i++)
      if (an_match_of(p->match, i) == i) {
         an_matched of = an_match_at(p->match, i);
         p->pair->function_of[i] = (uint32_t)to->n_functions;
         to->functions[to->n_functions++] =
            (an_stack_function){ .name = of.name, .file = of.file, .object = of.object };
      }
   for (uint32_t i = 0; i < n; i++)
      p->pair->function_of[i] = p->pair->function_of[an_match_of(p->match, i)];
}

/* ---- Nodes ---- */

/* The node of the pair for a node of a side. */
static uint32_t find_or_add(pairing *p, uint32_t parent, uint32_t function,
                            const an_stack_node *like)
{
   an_stacks *to = &p->pair->stacks;
   const tk_alloc *alloc = to->alloc;
   uint64_t hash = tk_hash_word((uint64_t)parent << 32 | function);
   if (parent != AN_NO_STACK && to->nodes[parent].function == function)
      return parent;
   TK_TABLE_EACH(found, &p->children, hash)
      if (to->nodes[found].parent == parent && to->nodes[found].function == function)
         return (uint32_t)found;
   TK_ARRAY_ROOM(alloc, AN_LABEL, to->nodes, to->n_nodes, p->nodes_capacity);
   TK_ARRAY_ROOM(alloc, AN_LABEL, p->pair->nodes, to->n_nodes, p->flags_capacity);
   uint32_t added = (uint32_t)to->n_nodes++;
   to->nodes[added] = *like;
   to->nodes[added].parent = parent;
   to->nodes[added].function = function;
   p->pair->nodes[added] = (an_pair_node){ .inlined = AN_OF_OLD | AN_OF_NEW };
   tk_table_add(&p->children, hash, added);
   return added;
}

static void add_nodes(pairing *p, unsigned side)
{
   const an_stacks *from = p->sides[side];
   uint32_t *node_of = p->pair->node_of[side];
   unsigned bit = 1u << side;
   for (size_t i = 0; i < from->n_nodes; i++) {
      const an_stack_node *node = &from->nodes[i];
      uint32_t parent = node->parent == AN_NO_STACK ? AN_NO_STACK : node_of[node->parent];
      uint32_t function = p->pair->function_of[p->number_of[side][node->function]];
      uint32_t at = find_or_add(p, parent, function, node);
      p->pair->stacks.functions[function].is_library =
         from->functions[node->function].is_library;
      node_of[i] = at;
      p->pair->nodes[at].sides |= (uint8_t)bit;
      if (!node->is_inlined && at != parent)
         p->pair->nodes[at].inlined &= (uint8_t)~bit;
   }
}

/* A side that lacks a path does not inline it. */
static void settle_inlined(an_stacks_pair *pair)
{
   for (size_t i = 0; i < pair->stacks.n_nodes; i++) {
      pair->nodes[i].inlined &= pair->nodes[i].sides;
      pair->stacks.nodes[i].is_inlined = pair->nodes[i].inlined == pair->nodes[i].sides;
   }
}

/* ---- Values ---- */

static void add_kinds(pairing *p)
{
   an_stacks *to = &p->pair->stacks;
   size_t n = p->sides[0]->n_kinds;
   to->n_kinds = 2 * n;
   to->kinds = tk_get(to->alloc, AN_LABEL, (to->n_kinds + 1) * sizeof *to->kinds);
   for (size_t i = 0; i < to->n_kinds; i++)
      to->kinds[i] = p->sides[1]->kinds[i % n];
}

/* Notes where a side left paths out; returns at how many nodes. */
static size_t find_left_out(pairing *p)
{
   size_t n = 0;
   for (unsigned side = 0; side < 2; side++) {
      const an_stacks *from = p->sides[side];
      for (size_t i = 0; i < from->n_samples; i++) {
         if (!from->samples[i].is_left_out)
            continue;
         uint8_t *at =
            &p->pair->nodes[p->pair->node_of[side][from->samples[i].node]].left_out;
         n += *at == 0;
         *at |= (uint8_t)(1u << side);
      }
   }
   return n;
}

static void open_samples(pairing *p)
{
   an_stacks *to = &p->pair->stacks;
   size_t n = to->n_nodes + find_left_out(p);
   size_t values_B = (n * to->n_kinds + 1) * sizeof *to->values;
   to->samples = tk_get(to->alloc, AN_LABEL, (n + 1) * sizeof *to->samples);
   to->values = tk_get_zeroed(to->alloc, AN_LABEL, values_B);
   p->left_out_of = tk_get(to->alloc, AN_LABEL,
                           (to->n_nodes + 1) * sizeof *p->left_out_of);
   for (uint32_t i = 0; i < to->n_nodes; i++)
      to->samples[to->n_samples++] = (an_stack_sample){ .node = i };
   for (uint32_t i = 0; i < to->n_nodes; i++)
      if (p->pair->nodes[i].left_out != 0) {
         p->left_out_of[i] = (uint32_t)to->n_samples;
         to->samples[to->n_samples++] = (an_stack_sample){ .node = i,
                                                           .is_left_out = true };
      }
}

static void add_values(pairing *p, unsigned side)
{
   const an_stacks *from = p->sides[side];
   an_stacks *to = &p->pair->stacks;
   for (size_t i = 0; i < from->n_samples; i++) {
      uint32_t at = p->pair->node_of[side][from->samples[i].node];
      if (from->samples[i].is_left_out)
         at = p->left_out_of[at];
      int64_t *sum = to->values + at * to->n_kinds + side * from->n_kinds;
      for (size_t k = 0; k < from->n_kinds; k++)
         sum[k] += from->values[i * from->n_kinds + k]; /* as in the totals */
   }
}

/* ---- The whole ---- */

static uint32_t *get_numbers(const tk_alloc *alloc, size_t n)
{
   uint32_t *numbers = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *numbers);
   memset(numbers, 0xff, (n + 1) * sizeof *numbers);
   return numbers;
}

/* The numbers of the functions of a side; the match has them all already. */
static void find_numbers(pairing *p, unsigned side)
{
   const an_stacks *from = p->sides[side];
   uint32_t *numbers = get_numbers(p->pair->stacks.alloc, from->n_functions);
   p->number_of[side] = numbers;
   for (size_t i = 0; i < from->n_functions; i++)
      numbers[i] = add_name(p->match, 1u << side, &from->functions[i]);
}

static void pair_all(pairing *p)
{
   an_stacks_pair *pair = p->pair;
   an_stacks *to = &pair->stacks;
   const tk_alloc *alloc = to->alloc;
   size_t n_names = an_match_n(p->match);
   pair->function_of = get_numbers(alloc, n_names);
   to->functions = tk_get(alloc, AN_LABEL, (n_names + 1) * sizeof *to->functions);
   for (unsigned side = 0; side < 2; side++)
      pair->node_of[side] = get_numbers(alloc, p->sides[side]->n_nodes);
   add_functions(p);
   find_numbers(p, 0);
   find_numbers(p, 1);
   add_nodes(p, 1);
   add_nodes(p, 0);
   add_kinds(p);
   open_samples(p);
   settle_inlined(pair);
   add_values(p, 0);
   add_values(p, 1);
}

void an_stacks_pair_open(an_stacks_pair *pair, const tk_alloc *alloc, an_match *match,
                         const an_stacks *old, const an_stacks *new)
{
   pairing p = { .pair = pair,
                 .match = match,
                 .sides = { old, new },
                 .children = { .alloc = alloc, .label = AN_LABEL } };
   *pair = (an_stacks_pair){ .stacks = { .alloc = alloc,
                                         .command = new->command,
                                         .n_left_out = old->n_left_out + new->n_left_out,
                                         .are_estimated = old->are_estimated
                                                          || new->are_estimated } };
   pair_all(&p);
}

void an_stacks_pair_join(an_stacks_pair *pair, an_match **match, const tk_alloc *alloc,
                         const an_stacks *old, const an_stacks *new)
{
   *match = an_match_new(alloc);
   an_stacks_pair_add(*match, AN_OF_OLD, old);
   an_stacks_pair_add(*match, AN_OF_NEW, new);
   an_match_join(*match);
   an_stacks_pair_open(pair, alloc, *match, old, new);
}

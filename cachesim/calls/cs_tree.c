/* cs_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_tree.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

enum { HOST_LINE_B = 64 }; /* of the caches of the machine that runs this */

static uint64_t hash_of(const cs_node *caller, const tk_line *line,
                        const cs_function *function)
{
   uint64_t hash = tk_hash_word((uintptr_t)caller);
   hash = tk_hash_word(hash ^ (uintptr_t)line);
   return tk_hash_word(hash ^ (uintptr_t)function);
}

static void set_to_zero(uint64_t *counts, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      counts[i] = 0;
}

/* Room in all tables for one more edge. */
static bool reserve(cs_tree *tree)
{
   return TK_ARRAY_ROOM(tree->alloc, "cs.tree.edges", tree->edges, tree->n_edges,
                        tree->max_edges)
          && tk_table_reserve(&tree->table);
}

static void add_edge(cs_tree *tree, cs_edge *edge, const cs_function *function)
{
   tk_table_add(&tree->table, hash_of(edge->caller, edge->line, function),
                (uint32_t)tree->n_edges);
   tree->edges[tree->n_edges++] = edge;
}

/* For the call of a new node; there is room for its edge. */
static cs_edge *new_node(cs_tree *tree, cs_node *caller, const tk_line *line,
                         const cs_function *function)
{
   cs_node *node = tk_arena_get_aligned(
      &tree->memory, sizeof *node + tree->n_counts * sizeof node->counts[0], HOST_LINE_B);
   if (node == NULL)
      return NULL;
   node->in = (cs_edge){ .caller = caller, .line = line, .callee = node };
   node->function = function;
   node->index = (uint32_t)tree->n_edges;
   for (size_t i = 0; i < CS_RECENT; i++)
      node->recent[i] = NULL;
   node->parts = NULL;
   node->slots = tree->no_slots;
   node->is_off = caller != NULL && caller->is_off;
   node->next_of_function = NULL;
   set_to_zero(node->counts, tree->n_counts);
   add_edge(tree, &node->in, function);
   tree->n_nodes++;
   return &node->in;
}

/* The same for a call of a node that exists. */
static cs_edge *new_folded(cs_tree *tree, cs_node *caller, const tk_line *line,
                           cs_node *callee)
{
   cs_edge *edge = tk_arena_get(&tree->memory, sizeof *edge);
   if (edge == NULL)
      return NULL;
   *edge = (cs_edge){ .caller = caller, .line = line, .callee = callee };
   add_edge(tree, edge, callee->function);
   return edge;
}

static uint64_t **new_slots(cs_tree *tree, size_t n)
{
   uint64_t **slots = tk_arena_get(&tree->memory, n * sizeof *slots);
   for (size_t i = 0; slots != NULL && i < n; i++)
      slots[i] = NULL;
   return slots;
}

static cs_edge **new_recent(cs_tree *tree)
{
   size_t n = (size_t)1 << CS_RECENT_ALL_BITS;
   cs_edge **recent = tk_arena_get(&tree->memory, n * sizeof *recent);
   for (size_t i = 0; recent != NULL && i < n; i++)
      recent[i] = NULL;
   return recent;
}

bool cs_tree_init(cs_tree *tree, const tk_alloc *alloc, uint32_t n_counts,
                  uint32_t unfolded, uint32_t most)
{
   *tree = (cs_tree){
      .alloc = alloc, .n_counts = n_counts, .unfolded = unfolded, .most = most,
      .table = { .alloc = alloc, .label = "cs.tree.table" },
   };
   tk_arena_init(&tree->memory, alloc, "cs.tree.nodes");
   tree->no_slots = new_slots(tree, CS_CODES);
   tree->recent = new_recent(tree);
   cs_edge *root = NULL, *rest = NULL, *off = NULL;
   if (tree->no_slots != NULL && tree->recent != NULL && reserve(tree))
      root = new_node(tree, NULL, NULL, NULL);
   if (root != NULL && reserve(tree))
      rest = new_node(tree, root->callee, NULL, NULL);
   if (rest != NULL && reserve(tree))
      off = new_node(tree, root->callee, NULL, NULL);
   if (off == NULL) {
      cs_tree_fini(tree);
      return false;
   }
   tree->root = root->callee;
   tree->rest = rest->callee;
   tree->off = off->callee;
   tree->off->is_off = true;
   return true;
}

void cs_tree_fini(cs_tree *tree)
{
   tk_put(tree->alloc, tree->edges);
   tk_put(tree->alloc, tree->with_slots);
   tk_table_fini(&tree->table);
   tk_arena_free(&tree->memory);
}

static bool is_call(const cs_edge *edge, const cs_node *caller, const tk_line *line,
                    const cs_function *function)
{
   return edge != NULL && edge->caller == caller && edge->line == line
          && edge->callee->function == function;
}

static cs_edge *known(const cs_tree *tree, const cs_node *caller,
                      const tk_line *line, const cs_function *function)
{
   uint64_t hash = hash_of(caller, line, function);
   size_t at = 0;
   uint32_t i;
   while ((i = tk_table_next(&tree->table, hash, &at)) != TK_TABLE_NONE) {
      if (is_call(tree->edges[i], caller, line, function))
         return tree->edges[i];
   }
   return NULL;
}

/* The nearest node of the function on the path to `node`, which it may be. */
static cs_node *on_path(cs_node *node, const cs_function *function)
{
   while (node != NULL && node->function != function)
      node = node->in.caller;
   return node;
}

static cs_edge *new_call(cs_tree *tree, cs_node *caller, const tk_line *line,
                         const cs_function *function)
{
   cs_node *same = tree->n_nodes < tree->unfolded ? NULL
                                                  : on_path(caller, function);
   if (same != NULL)
      return new_folded(tree, caller, line, same);
   if (tree->n_nodes < tree->most || caller == tree->rest || caller == tree->off)
      return new_node(tree, caller, line, function);
   cs_node *all = caller->is_off ? tree->off : tree->rest;
   cs_edge *rest = cs_tree_call(tree, all, NULL, function);
   if (rest == NULL || !reserve(tree))
      return NULL;
   return new_folded(tree, caller, line, rest->callee);
}

cs_edge *cs_tree_find(cs_tree *tree, cs_node *caller, const tk_line *line,
                      const cs_function *function)
{
   cs_edge **found = &tree->recent[cs_tree_slot((uintptr_t)caller, line, function,
                                                CS_RECENT_ALL_BITS)];
   if (!is_call(*found, caller, line, function)) {
      cs_edge *edge = known(tree, caller, line, function);
      if (edge == NULL && reserve(tree))
         edge = new_call(tree, caller, line, function);
      if (edge == NULL)
         return NULL;
      *found = edge;
   }
   caller->recent[cs_tree_slot(0, line, function, CS_RECENT_BITS)] = *found;
   return *found;
}

cs_edge *cs_tree_call_back(cs_tree *tree, cs_node *caller, const tk_line *line,
                           cs_node *callee)
{
   size_t slot = cs_tree_slot(0, line, callee->function, CS_RECENT_BITS);
   cs_edge *edge = caller->recent[slot];
   if (edge != NULL && edge->line == line
       && edge->callee->function == callee->function)
      return edge;
   edge = known(tree, caller, line, callee->function);
   if (edge == NULL && reserve(tree))
      edge = new_folded(tree, caller, line, callee);
   if (edge != NULL)
      caller->recent[slot] = edge;
   return edge;
}

/* ---- Inlined code ----------------------------------------------------- */

enum { FIRST_SLOTS = 4 };

/* The slots of a node whose function has n codes. */
static size_t room_for(size_t n)
{
   size_t room = FIRST_SLOTS;
   while (room < n)
      room *= 2;
   return room;
}

static bool enlarge(cs_tree *tree, cs_node *node, size_t from, size_t to)
{
   uint64_t **slots = new_slots(tree, to);
   if (slots == NULL)
      return false;
   for (size_t i = 0; i < from; i++)
      slots[i] = node->slots[i];
   node->slots = slots;
   return true;
}

bool cs_tree_reserve_code(cs_tree *tree, const cs_function *function)
{
   size_t n = function->n_codes, room = room_for(n);
   if (n == CS_CODES)
      return false;
   if (n < room || function->number >= tree->n_with_slots)
      return true;
   for (cs_node *node = tree->with_slots[function->number]; node != NULL;
        node = node->next_of_function)
      if (!enlarge(tree, node, room, 2 * room))
         return false;
   return true;
}

static bool give_slots(cs_tree *tree, cs_node *node)
{
   const cs_function *function = node->function;
   while (tree->n_with_slots <= function->number) {
      if (!TK_ARRAY_ROOM(tree->alloc, "cs.tree.slots", tree->with_slots,
                         tree->n_with_slots, tree->max_with_slots))
         return false;
      tree->with_slots[tree->n_with_slots++] = NULL;
   }
   if (!enlarge(tree, node, 0, room_for(function->n_codes)))
      return false;
   node->next_of_function = tree->with_slots[function->number];
   tree->with_slots[function->number] = node;
   return true;
}

static cs_part *new_part(cs_tree *tree, cs_node *node, const cs_code *code)
{
   cs_part *part = tk_arena_get(
      &tree->memory, sizeof *part + tree->n_counts * sizeof part->counts[0]);
   if (part == NULL)
      return NULL;
   part->code = code;
   part->next = node->parts;
   set_to_zero(part->counts, tree->n_counts);
   node->parts = part;
   return part;
}

uint64_t *cs_tree_counts(cs_tree *tree, cs_node *node, const cs_code *code)
{
   if (code->index == 0 || node->function != code->function)
      return node->counts;
   if (node->slots == tree->no_slots && !give_slots(tree, node))
      return node->counts;
   uint64_t **slot = &node->slots[code->index];
   if (*slot == NULL) {
      cs_part *part = new_part(tree, node, code);
      if (part == NULL)
         return node->counts;
      *slot = part->counts;
   }
   return *slot;
}

/* ---- All -------------------------------------------------------------- */

static void zero_edge(const cs_tree *tree, cs_edge *edge)
{
   edge->n_calls = 0;
   if (edge != &edge->callee->in)
      return;
   set_to_zero(edge->callee->counts, tree->n_counts);
   for (cs_part *part = edge->callee->parts; part != NULL; part = part->next)
      set_to_zero(part->counts, tree->n_counts);
}

void cs_tree_zero(cs_tree *tree)
{
   for (size_t i = 0; i < tree->n_edges; i++)
      zero_edge(tree, tree->edges[i]);
}

void cs_tree_zero_off(cs_tree *tree)
{
   for (size_t i = 0; i < tree->n_edges; i++)
      if (tree->edges[i]->callee->is_off)
         zero_edge(tree, tree->edges[i]);
}

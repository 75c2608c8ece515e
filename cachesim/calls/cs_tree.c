/* cs_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_tree.h"

#include "base/tk_array.h"
#include "base/tk_count.h"
#include "base/tk_hash.h"

enum { FIRST_BUCKETS = 256, NUMBER_MASK = (1 << 30) - 1, MOST_EDGES = NUMBER_MASK };

static uint64_t hash_of(const cs_node *caller, const tk_line *line,
                        const cs_function *function)
{
   uint64_t hash = tk_hash_word((uintptr_t)caller);
   hash = tk_hash_word(hash ^ (uintptr_t)line);
   return tk_hash_word(hash ^ (uintptr_t)function);
}

/* ---- Edges ------------------------------------------------------------ */

static uint32_t *bucket_of(const cs_tree *tree, const cs_edge *edge)
{
   uint64_t hash = hash_of(edge->caller, edge->line, edge->function);
   return &tree->buckets[hash & (tree->n_buckets - 1)];
}

static void put_in_bucket(cs_tree *tree, cs_edge *edge)
{
   uint32_t *bucket = bucket_of(tree, edge);
   edge->next = *bucket;
   *bucket = edge->number + 1;
}

/* Keeps as many buckets as edges, or more. */
static void reserve_bucket(cs_tree *tree)
{
   if (tree->n_edges < tree->n_buckets)
      return;
   size_t n = tree->n_buckets == 0 ? FIRST_BUCKETS : 2 * tree->n_buckets;
   tk_put(tree->alloc, tree->buckets);
   tree->buckets = tk_get_zeroed(tree->alloc, "cs.tree.buckets",
                                 n * sizeof *tree->buckets);
   tree->n_buckets = n;
   for (size_t i = 0; i < tree->n_edges; i++)
      put_in_bucket(tree, cs_tree_edge(tree, i));
}

static void reserve_edge(cs_tree *tree)
{
   if (tree->n_edges < tree->n_pieces * CS_EDGES)
      return;
   TK_ARRAY_ROOM(tree->alloc, "cs.tree.pieces", tree->edges, tree->n_pieces,
                 tree->max_pieces);
   cs_edge *piece = tk_get(tree->alloc, "cs.tree.edges", CS_EDGES * sizeof *piece);
   tree->edges[tree->n_pieces++] = piece;
}

static cs_edge *new_edge(cs_tree *tree, cs_node *caller, const tk_line *line,
                         const cs_function *function)
{
   if (tree->n_edges == MOST_EDGES)
      tk_refuse(tree->alloc, "cs.tree.edges");
   reserve_bucket(tree);
   reserve_edge(tree);
   cs_edge *edge = cs_tree_edge(tree, tree->n_edges);
   *edge = (cs_edge){ .caller = caller,
                      .line = line,
                      .function = function,
                      .number = (uint32_t)tree->n_edges & NUMBER_MASK,
                      .is_off = caller != NULL && caller->in.is_off,
                      .state = CS_EMPTY };
   put_in_bucket(tree, edge);
   tree->n_edges++;
   return edge;
}

static cs_edge *new_node(cs_tree *tree, cs_node *caller, const tk_line *line,
                         const cs_function *function)
{
   tree->n_nodes++;
   return new_edge(tree, caller, line, function);
}

/* Adds a recursive call, of a node that exists. */
static cs_edge *new_folded(cs_tree *tree, cs_node *caller, const tk_line *line,
                           cs_node *callee)
{
   cs_edge *edge = new_edge(tree, caller, line, callee->in.function);
   edge->is_folded = true;
   edge->is_off = callee->in.is_off;
   edge->folded = callee;
   return edge;
}

/* ---- The tree --------------------------------------------------------- */

static uint64_t **new_slots(cs_tree *tree, size_t n)
{
   uint64_t **slots = tk_arena_get(&tree->memory, n * sizeof *slots);
   for (size_t i = 0; i < n; i++)
      slots[i] = NULL;
   return slots;
}

static cs_edge **new_recent(cs_tree *tree)
{
   size_t n = (size_t)1 << CS_RECENT_ALL_BITS;
   cs_edge **recent = tk_arena_get(&tree->memory, n * sizeof *recent);
   for (size_t i = 0; i < n; i++)
      recent[i] = NULL;
   return recent;
}

void cs_tree_init(cs_tree *tree, const tk_alloc *alloc, uint32_t n_counts,
                  uint32_t unfolded, uint32_t most)
{
   *tree = (cs_tree){
      .alloc = alloc, .n_counts = n_counts, .unfolded = unfolded, .most = most
   };
   tk_arena_init(&tree->memory, alloc, "cs.tree");
   tree->no_slots = new_slots(tree, CS_CODES);
   tree->recent = new_recent(tree);
   cs_bodies_init(&tree->bodies, alloc, n_counts, tree->no_slots);
   tree->root = cs_edge_callee(new_node(tree, NULL, NULL, NULL));
   tree->rest = cs_edge_callee(new_node(tree, tree->root, NULL, NULL));
   tree->off = cs_edge_callee(new_node(tree, tree->root, NULL, NULL));
   tree->off->in.is_off = true;
   cs_tree_own(tree, tree->root);
}

void cs_tree_fini(cs_tree *tree)
{
   for (size_t i = 0; i < tree->n_pieces; i++)
      tk_put(tree->alloc, tree->edges[i]);
   tk_put(tree->alloc, tree->edges);
   tk_put(tree->alloc, tree->with_slots);
   tk_put(tree->alloc, tree->buckets);
   cs_bodies_fini(&tree->bodies);
   tk_arena_free(&tree->memory);
}

static bool is_call(const cs_edge *edge, const cs_node *caller, const tk_line *line,
                    const cs_function *function)
{
   return edge->caller == caller && edge->line == line && edge->function == function;
}

static cs_edge *find_known(const cs_tree *tree, const cs_node *caller,
                           const tk_line *line, const cs_function *function)
{
   uint64_t hash = hash_of(caller, line, function);
   uint32_t next = tree->buckets[hash & (tree->n_buckets - 1)];
   while (next != 0) {
      cs_edge *edge = cs_tree_edge(tree, next - 1);
      if (is_call(edge, caller, line, function))
         return edge;
      next = edge->next;
   }
   return NULL;
}

/* The nearest node of the function on the path to `node`, which it may be. */
static cs_node *on_path(cs_node *node, const cs_function *function)
{
   while (node != NULL && node->in.function != function)
      node = node->in.caller;
   return node;
}

static cs_edge *new_call(cs_tree *tree, cs_node *caller, const tk_line *line,
                         const cs_function *function)
{
   cs_node *same = tree->n_nodes < tree->unfolded ? NULL : on_path(caller, function);
   if (same != NULL)
      return new_folded(tree, caller, line, same);
   if (tree->n_nodes < tree->most || caller == tree->rest || caller == tree->off)
      return new_node(tree, caller, line, function);
   cs_node *all = caller->in.is_off ? tree->off : tree->rest;
   cs_edge *rest = cs_tree_call(tree, all, NULL, function);
   return new_folded(tree, caller, line, cs_edge_callee(rest));
}

/* Notes that the caller made this call. */
static void note_recent(cs_node *caller, cs_edge *edge)
{
   cs_body *body = cs_body_at(caller->in.state);
   if (body != NULL)
      body->recent[cs_tree_slot(0, edge->line, edge->function, CS_RECENT_BITS)] = edge;
}

cs_edge *cs_tree_find(cs_tree *tree, cs_node *caller, const tk_line *line,
                      const cs_function *function)
{
   cs_edge **found =
      &tree->recent[cs_tree_slot((uintptr_t)caller, line, function, CS_RECENT_ALL_BITS)];
   if (*found == NULL || !is_call(*found, caller, line, function)) {
      cs_edge *edge = find_known(tree, caller, line, function);
      *found = edge != NULL ? edge : new_call(tree, caller, line, function);
   }
   note_recent(caller, *found);
   return *found;
}

cs_edge *cs_tree_call_back(cs_tree *tree, cs_node *caller, const tk_line *line,
                           cs_node *callee)
{
   cs_edge *edge = cs_tree_recent(caller, line, callee->in.function);
   if (edge != NULL)
      return edge;
   edge = find_known(tree, caller, line, callee->in.function);
   if (edge == NULL)
      edge = new_folded(tree, caller, line, callee);
   note_recent(caller, edge);
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

static void set_slots(cs_inlined *inlined, uint64_t **slots)
{
   cs_body *body = cs_body_at(*inlined->state);
   inlined->slots = slots;
   if (body != NULL)
      body->slots = slots;
}

static void enlarge_slots(cs_tree *tree, cs_inlined *inlined, size_t from, size_t to)
{
   uint64_t **slots = new_slots(tree, to);
   for (size_t i = 0; i < from; i++)
      slots[i] = inlined->slots[i];
   set_slots(inlined, slots);
}

bool cs_tree_reserve_code(cs_tree *tree, const cs_function *function)
{
   size_t n = function->n_codes, room = room_for(n);
   if (n == CS_CODES)
      return false;
   if (n < room || function->number >= tree->n_with_slots)
      return true;
   for (cs_inlined *inlined = tree->with_slots[function->number]; inlined != NULL;
        inlined = inlined->next)
      enlarge_slots(tree, inlined, room, 2 * room);
   return true;
}

/* Makes room for the function in `with_slots`. */
static void reserve_function(cs_tree *tree, const cs_function *function)
{
   while (tree->n_with_slots <= function->number) {
      TK_ARRAY_ROOM(tree->alloc, "cs.tree.slots", tree->with_slots, tree->n_with_slots,
                    tree->max_with_slots);
      tree->with_slots[tree->n_with_slots++] = NULL;
   }
}

static void give_slots(cs_tree *tree, cs_body *body, const cs_function *function)
{
   reserve_function(tree, function);
   uint64_t **slots = new_slots(tree, room_for(function->n_codes));
   cs_inlined *inlined = tk_arena_get(&tree->memory, sizeof *inlined);
   *inlined = (cs_inlined){ .state = body->state,
                            .next = tree->with_slots[function->number] };
   set_slots(inlined, slots);
   tree->with_slots[function->number] = inlined;
   body->inlined = inlined;
}

static cs_part *new_part(cs_tree *tree, cs_inlined *inlined, const cs_code *code)
{
   cs_part *part = tk_arena_get(&tree->memory,
                                sizeof *part + tree->n_counts * sizeof part->counts[0]);
   part->code = code;
   part->next = inlined->parts;
   tk_count_clear_all(part->counts, tree->n_counts);
   inlined->parts = part;
   return part;
}

uint64_t *cs_tree_counts(cs_tree *tree, uint64_t *counts, const cs_code *code)
{
   cs_body *body = cs_body_of(counts);
   const cs_function *function = cs_node_of(counts)->in.function;
   if (code->index == 0 || function != code->function)
      return counts;
   if (body->inlined == NULL)
      give_slots(tree, body, function);
   uint64_t **slot = &body->slots[code->index];
   if (*slot == NULL)
      *slot = new_part(tree, body->inlined, code)->counts;
   return *slot;
}

/* ---- All -------------------------------------------------------------- */

static void zero_edge(const cs_tree *tree, cs_edge *edge)
{
   edge->n_calls = 0;
   if (edge->is_folded)
      return;
   cs_bodies_zero(&tree->bodies, &edge->state);
   const cs_inlined *inlined = cs_bodies_inlined(edge->state);
   for (cs_part *part = inlined == NULL ? NULL : inlined->parts; part != NULL;
        part = part->next)
      tk_count_clear_all(part->counts, tree->n_counts);
}

void cs_tree_zero(cs_tree *tree)
{
   for (size_t i = 0; i < tree->n_edges; i++)
      zero_edge(tree, cs_tree_edge(tree, i));
}

void cs_tree_zero_off(cs_tree *tree)
{
   for (size_t i = 0; i < tree->n_edges; i++)
      if (cs_tree_edge(tree, i)->is_off)
         zero_edge(tree, cs_tree_edge(tree, i));
}

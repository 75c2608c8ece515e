/* ac_call_sums.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_call_sums.h"

#include "base/tk_array.h"

/* ---- Making and freeing ---- */

ac_call_sums *ac_call_sums_new(const tk_alloc *alloc, size_t n_events)
{
   ac_call_sums *sums = tk_get(alloc, AN_LABEL, sizeof *sums);
   *sums = (ac_call_sums){ .alloc = alloc, .n_events = n_events };
   ac_keyed_init(&sums->functions, alloc, 5, 1 + 2 * n_events);
   ac_keyed_init(&sums->inlined, alloc, 5, n_events);
   ac_keyed_init(&sums->inlined_functions, alloc, 2, n_events);
   ac_keyed_init(&sums->lines, alloc, 2, n_events);
   ac_keyed_init(&sums->arcs, alloc, 3, 1 + n_events);
   ac_keyed_init(&sums->nodes, alloc, 2, 1 + n_events);
   ac_keyed_init(&sums->arcs_pruned, alloc, 1, 2 + n_events);
   ac_keyed_init(&sums->inlined_pruned, alloc, 1, 2 + n_events);
   tk_arena_init(&sums->arrays, alloc, AN_LABEL);
   return sums;
}

void ac_call_sums_begin(ac_call_sums *sums)
{
   sums->file++;
}

/* ---- Adding ---- */

/* Adds up to two numbers, then counts, to the row with this key. */
static void add_row(ac_keyed *to, const uint64_t *key, const int64_t *numbers,
                    size_t n_numbers, const int64_t *counts, size_t n_counts,
                    uint32_t *index)
{
   *index = ac_keyed_find(to, key);
   ac_keyed_add(to, *index, 0, numbers, n_numbers);
   ac_keyed_add(to, *index, n_numbers, counts, n_counts);
}

/* Notes that the current file has this function; says if it had before. */
static bool note_file(ac_call_sums *sums, uint32_t function, size_t n_before)
{
   bool was_known = function < n_before && sums->file_of[function] == sums->file;
   TK_ARRAY_ROOM(sums->alloc, AN_LABEL, sums->file_of, function, sums->file_of_capacity);
   sums->file_of[function] = sums->file;
   return was_known;
}

/* The last word of the key is the number of the function among those of the file that
   have equal names. */
void ac_call_sums_function(ac_call_sums *sums, const ac_called *function, uint32_t *index)
{
   uint64_t key[] = { ac_keyed_word(function->name), ac_keyed_word(function->file),
                      function->object, function->start, 0 };
   for (;; key[4]++) {
      size_t n_before = sums->functions.n;
      if (!note_file(sums, ac_keyed_find(&sums->functions, key), n_before))
         break;
   }
   *index = ac_keyed_find(&sums->functions, key);
   ac_keyed_add(&sums->functions, *index, 0, &function->n_calls, 1);
   if (function->inclusive != NULL)
      ac_keyed_add(&sums->functions, *index, 1, function->inclusive, sums->n_events);
   if (function->self != NULL)
      ac_call_sums_add_self(sums, *index, function->self);
}

void ac_call_sums_add_self(ac_call_sums *sums, uint32_t function, const int64_t *counts)
{
   ac_keyed_add(&sums->functions, function, 1 + sums->n_events, counts, sums->n_events);
}

void ac_call_sums_inlined(ac_call_sums *sums, const ac_inlined *inlined, uint32_t *index)
{
   const uint64_t key[] = {
      ac_keyed_pair(inlined->function, inlined->parent),
      ac_keyed_word(inlined->name),
      ac_keyed_word(inlined->file),
      ac_keyed_word(inlined->call_file),
      inlined->call_line,
   };
   add_row(&sums->inlined, key, NULL, 0, inlined->self, sums->n_events, index);
}

void ac_call_sums_arc(ac_call_sums *sums, const ac_arc *arc, uint32_t *index)
{
   const uint64_t key[] = { ac_keyed_pair(arc->caller, arc->inlined),
                            ac_keyed_pair(arc->callee, arc->line),
                            ac_keyed_word(arc->file) };
   add_row(&sums->arcs, key, &arc->n_calls, 1, arc->inclusive, sums->n_events, index);
}

void ac_call_sums_node(ac_call_sums *sums, const ac_call_node *node, uint32_t *index)
{
   const uint64_t key[] = { ac_keyed_pair(node->parent, node->what), node->kind };
   add_row(&sums->nodes, key, &node->n_calls, 1, node->self, sums->n_events, index);
}

void ac_call_sums_inclusive(ac_call_sums *sums, const ac_inclusive *inclusive)
{
   bool is_line = inclusive->name == NULL;
   const uint64_t key[] = { ac_keyed_word(inclusive->file),
                            is_line ? inclusive->line : ac_keyed_word(inclusive->name) };
   uint32_t index;
   add_row(is_line ? &sums->lines : &sums->inlined_functions, key, NULL, 0,
           inclusive->counts, sums->n_events, &index);
}

static void add_rest(ac_call_sums *sums, ac_keyed *to, const ac_call_rest *rest)
{
   const uint64_t key[] = { ac_keyed_pair(rest->function, rest->inlined) };
   const int64_t numbers[] = { rest->n, rest->n_calls };
   uint32_t index;
   add_row(to, key, numbers, 2, rest->counts, sums->n_events, &index);
}

void ac_call_sums_arcs_pruned(ac_call_sums *sums, const ac_call_rest *rest)
{
   add_rest(sums, &sums->arcs_pruned, rest);
}

void ac_call_sums_inlined_pruned(ac_call_sums *sums, const ac_call_rest *rest)
{
   add_rest(sums, &sums->inlined_pruned, rest);
}

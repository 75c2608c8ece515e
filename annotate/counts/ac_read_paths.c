/* ac_read_paths.c -- reads the notes on arcs and call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_call_note.h"

#include <inttypes.h>

/* ---- Arcs ---- */

bool ac_read_caller(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   int64_t caller, in;
   if (!ac_note_two(r, &rest, '.', &caller, &in))
      return false;
   if (!ac_note_ends(r, rest))
      return false;
   if ((caller != 0 || in >= 0) && !ac_note_check(r, caller, "function", c->n_functions))
      return false;
   if (in >= 0 && !ac_note_check(r, in, "inlined code", c->n_inlined))
      return false;
   if (in >= 0 && c->inlined[in - 1].function != caller)
      return ac_reader_fail(r, "inlined code %" PRId64 " is not in function %" PRId64, in,
                            caller);
   c->has_caller = true;
   c->caller = (uint32_t)caller;
   c->in = in < 0 ? 0 : (uint32_t)in;
   c->caller_file = in >= 0      ? c->inlined[in - 1].file
                    : caller > 0 ? c->functions[caller - 1].file
                                 : NULL;
   return true;
}

static uint32_t caller_index(const ac_read_calls *c)
{
   return c->caller == 0 ? AC_NO_CALL : c->functions[c->caller - 1].index;
}

static uint32_t caller_inlined(const ac_read_calls *c)
{
   return c->in == 0 ? AC_NO_CALL : c->inlined[c->in - 1].index;
}

bool ac_read_call(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   uint32_t callee, index;
   if (!c->has_caller)
      return ac_note_fail_place(r);
   ac_arc a = { .caller = caller_index(c), .inlined = caller_inlined(c) };
   if (!ac_note_place(r, &rest, &a.line, &a.file))
      return false;
   if (a.file == NULL && a.line != 0)
      a.file = c->caller_file;
   if (!ac_note_reference(r, &rest, "function", c->n_functions, false, &callee)
       || !ac_note_number(r, &rest, &a.n_calls))
      return false;
   a.callee = c->functions[callee - 1].index;
   a.inclusive = ac_note_counts(r, rest);
   if (a.inclusive == NULL || !ac_read_calls_arc(r, c, c->caller, callee, a.n_calls))
      return false;
   AC_NOTE_ROOM(r, c->arcs, c->n_arcs, c->max_arcs);
   ac_call_sums_arc(ac_note_sums(r), &a, &index);
   c->arcs[c->n_arcs++] = (ac_read_arc){
      .index = index, .caller = c->caller, .callee = callee, .calls_left = a.n_calls
   };
   return true;
}

bool ac_read_call_rest(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   if (!c->has_caller)
      return ac_note_fail_place(r);
   ac_call_rest pruned = { .function = caller_index(c), .inlined = caller_inlined(c) };
   if (!ac_note_number(r, &rest, &pruned.n) || !ac_note_number(r, &rest, &pruned.n_calls))
      return false;
   pruned.counts = ac_note_counts_of(r, rest, pruned.n);
   if (pruned.counts == NULL)
      return false;
   ac_call_sums_arcs_pruned(ac_note_sums(r), &pruned);
   return true;
}

/* ---- Paths ---- */

/* Takes a DEPTH from 1 on, and leaves the nodes above it on the path. */
static bool take_depth(ac_reader *r, ac_read_calls *c, an_span *rest)
{
   int64_t depth;
   if (!ac_note_number(r, rest, &depth))
      return false;
   if (c->n_path == 0)
      return ac_reader_fail(r, "the first path must be the root, \"#: t 0 0\"");
   if (depth < 1)
      return ac_reader_fail(r, "depth %" PRId64 " is the root's", depth);
   if ((uint64_t)depth > c->n_path)
      return ac_reader_fail(r, "depth %" PRId64 " does not follow depth %zu", depth,
                            c->n_path - 1);
   while (c->n_path > (size_t)depth)
      if (!ac_read_calls_pop(r, c))
         return false;
   return true;
}

static const ac_read_node *last_node(const ac_read_calls *c)
{
   return &c->path[c->n_path - 1];
}

/* Takes an ARC# by the last node's function, and how often it was called there. */
static bool take_arc(ac_reader *r, const ac_read_calls *c, an_span *rest,
                     const ac_read_arc **taken, int64_t *n_calls)
{
   uint32_t number;
   if (!ac_note_reference(r, rest, "arc", c->n_arcs, false, &number))
      return false;
   *taken = &c->arcs[number - 1];
   if ((*taken)->caller != last_node(c)->function)
      return ac_reader_fail(r,
                            "arc %" PRIu32 " is not a call by function %" PRIu32
                            ", which is at the depth above",
                            number, last_node(c)->function);
   return ac_note_number(r, rest, n_calls)
          && ac_read_calls_take(r, &c->arcs[number - 1], number, *n_calls);
}

/* Adds a node with counts. */
static bool add_node(ac_reader *r, ac_read_calls *c, ac_call_node *added, an_span rest,
                     uint32_t *index)
{
   added->self = ac_note_counts(r, rest);
   if (added->self == NULL)
      return false;
   ac_reader_add_up(r, &c->self);
   ac_call_sums_node(ac_note_sums(r), added, index);
   return true;
}

/* Puts a node on the path. */
static void push_node(ac_reader *r, ac_read_calls *c, uint32_t index, uint32_t function)
{
   AC_NOTE_ROOM(r, c->path, c->n_path, c->max_path);
   c->path[c->n_path++] = (ac_read_node){ .index = index, .function = function };
   if (function > 0)
      c->functions[function - 1].n_open++;
   ac_read_calls_path(r, c);
}

static bool read_root(ac_reader *r, ac_read_calls *c, an_span rest)
{
   ac_call_node root = { .kind = AC_CALL_PATH, .parent = AC_NO_CALL, .what = AC_NO_CALL };
   int64_t depth, number;
   uint32_t index;
   if (!ac_note_number(r, &rest, &depth) || !ac_note_number(r, &rest, &number)
       || !ac_note_number(r, &rest, &root.n_calls))
      return false;
   if (depth != 0 || number != 0)
      return ac_reader_fail(r, "the first path must be the root, \"#: t 0 0\"");
   if (!add_node(r, c, &root, rest, &index))
      return false;
   push_node(r, c, index, 0);
   return true;
}

bool ac_read_path(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   const ac_read_arc *a;
   uint32_t index;
   if (c->n_path == 0)
      return read_root(r, c, rest);
   ac_call_node path = { .kind = AC_CALL_PATH };
   if (!take_depth(r, c, &rest) || !take_arc(r, c, &rest, &a, &path.n_calls))
      return false;
   path.parent = last_node(c)->index;
   path.what = a->index;
   c->functions[a->callee - 1].begins |= c->n_path == 1;
   if (!add_node(r, c, &path, rest, &index))
      return false;
   push_node(r, c, index, a->callee);
   return true;
}

bool ac_read_inlined_path(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   uint32_t number, index;
   if (!take_depth(r, c, &rest)
       || !ac_note_reference(r, &rest, "inlined code", c->n_inlined, false, &number))
      return false;
   const ac_read_inlined *code = &c->inlined[number - 1];
   if (code->function != last_node(c)->function)
      return ac_reader_fail(r,
                            "inlined code %" PRIu32 " is not in function %" PRIu32
                            ", which is at the depth above",
                            number, last_node(c)->function);
   ac_call_node added = { .kind = AC_CALL_INLINED,
                          .parent = last_node(c)->index,
                          .what = code->index };
   return add_node(r, c, &added, rest, &index) && ac_read_calls_self(r, c, number);
}

bool ac_read_folded(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   const ac_read_arc *a;
   uint32_t index;
   ac_call_node folded = { .kind = AC_CALL_FOLDED };
   if (!take_depth(r, c, &rest) || !take_arc(r, c, &rest, &a, &folded.n_calls))
      return false;
   if (!ac_note_ends(r, rest))
      return false;
   ac_read_called *callee = &c->functions[a->callee - 1];
   if (callee->n_open == 0 && callee->needed_at == 0)
      callee->needed_at = r->input.number;
   folded.parent = last_node(c)->index;
   folded.what = a->index;
   return add_node(r, c, &folded, rest, &index);
}

bool ac_read_path_rest(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   uint32_t index;
   ac_call_node pruned = { .kind = AC_CALL_PRUNED, .what = AC_NO_CALL };
   if (!take_depth(r, c, &rest) || !ac_note_number(r, &rest, &pruned.n_calls))
      return false;
   pruned.parent = last_node(c)->index;
   c->has_pruned |= c->n_path == 1;
   return add_node(r, c, &pruned, rest, &index) && ac_read_calls_self(r, c, 0);
}

bool ac_read_paths_end(ac_reader *r)
{
   ac_read_calls *c = r->call_notes;
   if (c->self == NULL)
      return true;
   if (c->n_path == 0)
      return ac_reader_fail(r, "the notes on calls have no paths");
   while (c->n_path > 1)
      if (!ac_read_calls_pop(r, c))
         return false;
   for (size_t i = 0; i < c->n_functions && !c->has_pruned; i++) {
      const ac_read_called *function = &c->functions[i];
      if (function->needed_at == 0 || function->begins)
         continue;
      ac_reader_fail(r, "function %zu is not on the path, and no path begins with it",
                     i + 1);
      r->error->line = function->needed_at;
      return false;
   }
   ac_note_sums(r)->n_files += !r->has_skipped;
   return ac_reader_check_equal(r, "call paths", c->self, "summary:", r->sums);
}

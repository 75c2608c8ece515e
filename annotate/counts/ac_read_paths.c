/* ac_read_paths.c -- reads the notes on arcs and call paths.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_call_note.h"

#include "counts/ac_notes.h"

#include <inttypes.h>

/* ---- Arcs ---- */

bool ac_read_caller(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   const int64_t caller = f->n[0], in = f->n[1];
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

bool ac_read_call(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   uint32_t callee = (uint32_t)f->n[2], index;
   if (!c->has_caller)
      return ac_note_fail_place(r);
   const int64_t *counts = ac_note_counts(r, f->rest, c->has_self ? INT64_MAX : 1);
   if (counts == NULL)
      return false;
   ac_arc a = { .caller = caller_index(c),
                .inlined = caller_inlined(c),
                .callee = c->functions[callee - 1].index,
                .n_calls = f->n[3],
                .inclusive = counts };
   if (!ac_note_place(r, f->n, &a.line, &a.file)
       || !ac_read_calls_arc(r, c, c->caller, callee, a.n_calls))
      return false;
   if (a.file == NULL && a.line != 0)
      a.file = c->caller_file;
   AC_NOTE_ROOM(r, c->arcs, c->n_arcs, c->max_arcs);
   ac_call_sums_arc(ac_note_sums(r), &a, &index);
   c->arcs[c->n_arcs++] = (ac_read_arc){
      .index = index, .caller = c->caller, .callee = callee, .calls_left = a.n_calls
   };
   return true;
}

bool ac_read_call_rest(ac_reader *r, const ac_fields *f)
{
   const ac_read_calls *c = &r->notes->calls;
   if (!c->has_caller)
      return ac_note_fail_place(r);
   ac_call_rest pruned = { .function = caller_index(c),
                           .inlined = caller_inlined(c),
                           .n = f->n[0],
                           .n_calls = f->n[1],
                           .counts = ac_note_counts(r, f->rest, f->n[0]) };
   if (pruned.counts == NULL)
      return false;
   ac_call_sums_arcs_pruned(ac_note_sums(r), &pruned);
   return true;
}

/* ---- Paths ---- */

/* Leaves the nodes above this depth, from 1 on, on the path. */
static bool cut_path(ac_reader *r, ac_read_calls *c, int64_t depth)
{
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

/* An arc by the last node's function, which was called there as often; NULL after an
   error. */
static const ac_read_arc *take_arc(ac_reader *r, const ac_read_calls *c, int64_t number,
                                   int64_t n_calls)
{
   ac_read_arc *arc = &c->arcs[number - 1];
   if (arc->caller != last_node(c)->function) {
      ac_reader_fail(r,
                     "arc %" PRId64 " is not a call by function %" PRIu32
                     ", which is at the depth above",
                     number, last_node(c)->function);
      return NULL;
   }
   return ac_read_calls_take(r, arc, (uint32_t)number, n_calls) ? arc : NULL;
}

/* Adds a node with r->counts; its index. */
static uint32_t add_node(ac_reader *r, ac_read_calls *c, ac_call_node *added)
{
   uint32_t index;
   ac_reader_add_up(r, &c->self);
   ac_call_sums_node(ac_note_sums(r), added, &index);
   return index;
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

static bool read_root(ac_reader *r, ac_read_calls *c, const ac_fields *f)
{
   ac_call_node root = { .kind = AC_CALL_PATH,
                         .parent = AC_NO_CALL,
                         .what = AC_NO_CALL,
                         .n_calls = f->n[2],
                         .self = f->counts };
   if (c->has_self)
      return ac_note_fail_place(r);
   if (f->n[0] != 0 || f->n[1] != 0)
      return ac_reader_fail(r, "the first path must be the root, \"#: t 0 0\"");
   push_node(r, c, add_node(r, c, &root), 0);
   return true;
}

bool ac_read_path(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   const ac_read_arc *a;
   if (c->n_path == 0)
      return read_root(r, c, f);
   if (!cut_path(r, c, f->n[0]) || !ac_note_check(r, f->n[1], "arc", c->n_arcs)
       || (a = take_arc(r, c, f->n[1], f->n[2])) == NULL)
      return false;
   ac_call_node path = { .kind = AC_CALL_PATH,
                         .parent = last_node(c)->index,
                         .what = a->index,
                         .n_calls = f->n[2],
                         .self = f->counts };
   c->functions[a->callee - 1].begins |= c->n_path == 1;
   push_node(r, c, add_node(r, c, &path), a->callee);
   return true;
}

bool ac_read_inlined_path(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   uint32_t number = (uint32_t)f->n[1];
   const ac_read_inlined *code = &c->inlined[number - 1];
   if (!cut_path(r, c, f->n[0]))
      return false;
   if (code->function != last_node(c)->function)
      return ac_reader_fail(r,
                            "inlined code %" PRIu32 " is not in function %" PRIu32
                            ", which is at the depth above",
                            number, last_node(c)->function);
   ac_call_node added = { .kind = AC_CALL_INLINED,
                          .parent = last_node(c)->index,
                          .what = code->index,
                          .self = f->counts };
   add_node(r, c, &added);
   return ac_read_calls_self(r, c, number);
}

bool ac_read_folded(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   const ac_read_arc *a;
   if (!cut_path(r, c, f->n[0]) || (a = take_arc(r, c, f->n[1], f->n[2])) == NULL)
      return false;
   ac_read_called *callee = &c->functions[a->callee - 1];
   if (callee->n_open == 0 && callee->needed_at == 0)
      callee->needed_at = r->input.number;
   ac_call_node folded = { .kind = AC_CALL_FOLDED,
                           .parent = last_node(c)->index,
                           .what = a->index,
                           .n_calls = f->n[2],
                           .self = ac_note_counts(r, f->rest, 1) /* none */ };
   add_node(r, c, &folded);
   return true;
}

bool ac_read_path_rest(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   if (!cut_path(r, c, f->n[0]))
      return false;
   ac_call_node pruned = { .kind = AC_CALL_PRUNED,
                           .parent = last_node(c)->index,
                           .what = AC_NO_CALL,
                           .n_calls = f->n[1],
                           .self = f->counts };
   c->has_pruned |= c->n_path == 1;
   add_node(r, c, &pruned);
   return ac_read_calls_self(r, c, 0);
}

/* The functions have self costs, from which paths are estimated. */
static bool end_without_paths(ac_reader *r, const ac_read_calls *c)
{
   ac_note_sums(r)->n_files += !r->has_skipped;
   ac_note_sums(r)->n_without_paths++;
   return ac_reader_check_equal(r, "functions", c->self, "summary:", r->sums);
}

bool ac_read_paths_end(ac_reader *r)
{
   ac_read_calls *c = &r->notes->calls;
   if (c->self == NULL)
      return true;
   if (c->has_self)
      return end_without_paths(r, c);
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

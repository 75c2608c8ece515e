/* ah_export_callgrind.c -- a heap profile in callgrind's format: functions, and who
   calls them to allocate.

   A row is what one line of a function allocated itself, or through calls of one
   callee.  Readers add up all calls of a function, so a path adds to its first call
   alone, and the calls within a recursion have nothing.  Callgrind's "calls" are blocks
   here: a profile does not know how often a function was called.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "base/an_string.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "export/ah_heap_stacks.h"
#include "export/an_callgrind_out.h"

#include <stdlib.h>
#include <string.h>

enum { SELF = UINT32_MAX }; /* no callee */

typedef struct {
   uint32_t function, callee; /* SELF: its own */
   uint32_t line;
   const char *file;  /* NULL: unknown */
   bool is_elsewhere; /* in another file than the function */
   int64_t *sums;     /* by kind */
} row;

typedef struct {
   const an_stacks *stacks;
   const tk_alloc *alloc;
   tk_table table; /* of rows */
   row *rows;
   size_t n_rows, capacity;
   int64_t *inclusive; /* of each node, by kind */
   uint32_t *arcs;     /* of each node: the row of the call of it */
   an_callgrind_function *functions;
   an_callgrind_event *events;
   an_callgrind_out to;
} work;

/* ---- Rows ---- */

static void add_values(const work *w, int64_t *sums, const int64_t *values)
{
   for (size_t i = 0; i < w->stacks->n_kinds; i++)
      sums[i] += values[i]; /* fits: the reader has added up all sites */
}

static bool is_same(const row *a, const row *b)
{
   return a->function == b->function && a->callee == b->callee && a->line == b->line
          && a->file == b->file;
}

/* The number of the row, added with sums of 0 if there is none. */
static uint32_t find_row(work *w, row key)
{
   uint64_t hash = tk_hash_word(((uint64_t)key.function << 32 | key.callee)
                                + tk_hash_word((uint64_t)(uintptr_t)key.file + key.line));
   size_t at = 0, size_B = w->stacks->n_kinds * sizeof *key.sums;
   for (uint32_t i; (i = tk_table_next(&w->table, hash, &at)) != TK_TABLE_NONE;)
      if (is_same(&w->rows[i], &key))
         return i;
   TK_ARRAY_ROOM(w->alloc, AN_LABEL, w->rows, w->n_rows, w->capacity);
   key.sums = tk_get_zeroed(w->alloc, AN_LABEL, size_B);
   const char *own = w->stacks->functions[key.function].file;
   key.is_elsewhere = key.file != own;
   tk_table_add(&w->table, hash, (uint32_t)w->n_rows);
   w->rows[w->n_rows] = key;
   return (uint32_t)w->n_rows++;
}

/* What lines allocated themselves; with it begin the inclusive sums of nodes. */
static void add_samples(work *w)
{
   const an_stacks *s = w->stacks;
   for (size_t i = 0; i < s->n_samples; i++) {
      const an_stack_sample *sample = &s->samples[i];
      uint32_t function = s->nodes[sample->node].function;
      const char *file = sample->file == NULL ? s->functions[function].file
                                              : sample->file;
      uint32_t at = find_row(w, (row){ .function = function,
                                       .callee = SELF,
                                       .line = sample->line,
                                       .file = file });
      add_values(w, w->rows[at].sums, s->values + i * s->n_kinds);
      add_values(w, w->inclusive + sample->node * s->n_kinds, s->values + i * s->n_kinds);
   }
}

/* Whether a node above is a call of the function, too.  (A root is none.) */
static bool is_recursive(const work *w, uint32_t node)
{
   const an_stack_node *nodes = w->stacks->nodes;
   for (uint32_t at = nodes[node].parent; at != AN_NO_STACK; at = nodes[at].parent)
      if (nodes[at].function == nodes[node].function && w->arcs[at] != TK_TABLE_NONE)
         return true;
   return false;
}

/* Finds the call of each node: parents come first. */
static void find_arcs(work *w)
{
   const an_stacks *s = w->stacks;
   for (uint32_t i = 0; i < s->n_nodes; i++) {
      const an_stack_node *node = &s->nodes[i];
      w->arcs[i] = TK_TABLE_NONE;
      if (node->parent == AN_NO_STACK)
         continue;
      uint32_t caller = s->nodes[node->parent].function;
      const char *file = node->call_file == NULL ? s->functions[caller].file
                                                 : node->call_file;
      w->arcs[i] = find_row(w, (row){ .function = caller,
                                      .callee = node->function,
                                      .line = node->call_line,
                                      .file = file });
   }
}

/* Children come last, so each node's sum is whole when it goes to its parent. */
static void add_calls(work *w)
{
   const an_stacks *s = w->stacks;
   for (uint32_t i = (uint32_t)s->n_nodes; i-- > 0;) {
      const int64_t *sums = w->inclusive + i * s->n_kinds;
      if (w->arcs[i] == TK_TABLE_NONE)
         continue;
      add_values(w, w->inclusive + s->nodes[i].parent * s->n_kinds, sums);
      if (!is_recursive(w, i))
         add_values(w, w->rows[w->arcs[i]].sums, sums);
   }
}

/* By function: its own lines first, those in its file before others. */
static int compare_rows(const void *a, const void *b)
{
   const row *x = a, *y = b;
   return tk_compare(x->function, y->function)
      ?: (x->callee != SELF) - (y->callee != SELF)
      ?: x->is_elsewhere - y->is_elsewhere
      ?: an_string_compare(x->file, y->file)
      ?: tk_compare(x->line, y->line)
      ?: tk_compare(x->callee, y->callee);
}

/* ---- The file ---- */

static void put_header(work *w)
{
   const an_stacks *s = w->stacks;
   an_callgrind_header header = { .creator = "hp_export", .command = s->command };
   for (size_t i = 0; i < s->n_kinds; i++)
      w->events[i] = (an_callgrind_event){ s->kinds[i].name, s->kinds[i].title };
   for (size_t i = 0; i < s->n_functions; i++)
      w->functions[i] = (an_callgrind_function){ s->functions[i].name,
                                                 s->functions[i].file,
                                                 s->functions[i].object };
   an_callgrind_put_header(&w->to, &header, w->events, s->n_kinds);
}

static void put_rows(work *w, int64_t *totals)
{
   size_t blocks = an_stacks_kind(w->stacks, "blocks");
   for (size_t i = 0; i < w->n_rows; i++) {
      const row *r = &w->rows[i];
      if (i == 0 || r->function != w->rows[i - 1].function)
         an_callgrind_put_function(&w->to, r->function);
      const an_callgrind_place at = { .line = r->line };
      an_callgrind_put_file(&w->to, r->file);
      if (r->callee == SELF) {
         an_callgrind_put_cost(&w->to, at, r->sums);
         add_values(w, totals, r->sums);
      } else {
         int64_t n = blocks < w->stacks->n_kinds ? r->sums[blocks] : 1;
         an_callgrind_put_calls(&w->to, at, r->callee, n, r->sums);
      }
   }
   an_callgrind_put_totals(&w->to, totals);
}

static void put_file(work *w, FILE *out)
{
   const an_stacks *s = w->stacks;
   add_samples(w);
   find_arcs(w);
   an_callgrind_open(&w->to, out, w->alloc, w->functions, s->n_functions);
   add_calls(w);
   if (w->n_rows > 0)
      qsort(w->rows, w->n_rows, sizeof *w->rows, compare_rows);
   put_header(w);
   memset(w->inclusive, 0, s->n_kinds * sizeof *w->inclusive); /* used no more */
   put_rows(w, w->inclusive);
}

static void write_stacks(const an_stacks *s, const tk_alloc *alloc, FILE *out)
{
   size_t sums_B = (s->n_nodes + 1) * s->n_kinds * sizeof(int64_t);
   work w = {
      .stacks = s,
      .alloc = alloc,
      .table = { .alloc = alloc, .label = AN_LABEL },
      .inclusive = tk_get_zeroed(alloc, AN_LABEL, sums_B + 1),
      .arcs = tk_get(alloc, AN_LABEL, (s->n_nodes + 1) * sizeof *w.arcs),
      .functions = tk_get(alloc, AN_LABEL, (s->n_functions + 1) * sizeof *w.functions),
      .events = tk_get(alloc, AN_LABEL, (s->n_kinds + 1) * sizeof *w.events),
   };
   put_file(&w, out);
}

void ah_export_callgrind(const ah_profile *profile, const tk_alloc *alloc,
                         const ah_value *metric, FILE *out)
{
   (void)metric;
   an_stacks stacks;
   ah_heap_stacks(profile, alloc, &stacks);
   write_stacks(&stacks, alloc, out);
}

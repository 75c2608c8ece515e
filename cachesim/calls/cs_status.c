/* cs_status.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_status.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "calls/cs_sums.h"
#include "calls/cs_threads.h"

enum { MOST_SHOWN = 50, MOST_INTERRUPTED = 64 };

/* A function on the path of a thread; the innermost comes first. */
typedef struct {
   UInt thread;
   UInt interrupted; /* how many signals' handlers are within it */
   const cs_node *node;
   const tk_line *line;       /* of the call that it has made; NULL: none */
   ULong counts[CS_N_EVENTS]; /* inclusive, by event */
} row;

static void add_path(XArray *rows, UInt thread, UInt interrupted, const cs_node *node)
{
   const tk_line *line = NULL;
   for (; node->in.function != NULL; node = node->in.caller) {
      row r = {
         .thread = thread, .interrupted = interrupted, .node = node, .line = line
      };
      VG_(addToXA)(rows, &r);
      line = node->in.line;
   }
}

static XArray *open_calls(cs_calls *calls)
{
   XArray *rows = VG_(newXA)(VG_(malloc), "cs.status", VG_(free), sizeof(row));
   UInt number;
   for (ThreadId tid = 0; (tid = cs_threads_next(tid, &number)) != 0;)
      for (UInt i = 0; i < MOST_INTERRUPTED; i++) {
         const cs_node *node = cs_frames_node(&calls->frames, number, i);
         if (node == NULL)
            break;
         add_path(rows, number, i, node);
      }
   return rows;
}

/* Fills in the counts of the rows of a node. */
static void set_counts(XArray *rows, const cs_columns *columns, const cs_node *node,
                       const uint64_t *counts)
{
   for (Word i = 0; i < VG_(sizeXA)(rows); i++) {
      row *r = VG_(indexXA)(rows, i);
      for (UInt k = 0; r->node == node && k < columns->n; k++)
         r->counts[columns->events[k]] = counts[k];
   }
}

static void sum_up(cs_calls *calls, XArray *rows, const cs_columns *columns)
{
   cs_summed of = { .alloc = calls->tree.alloc,
                    .tree = &calls->tree,
                    .n_codes = cs_inlining_n_codes(calls->inlining) };
   cs_sums sums;
   of.functions = cs_functions_list(calls->functions, &of.n_functions);
   cs_sums_init(&sums, &of);
   cs_walk walk = cs_walk_from_root(&sums);
   while (cs_walk_go(&walk)) {
      const cs_walk_step *step = cs_walk_last(&walk);
      const cs_edge *edge = cs_tree_edge(&calls->tree, step->edge);
      if (walk.is_leaving && !edge->is_folded)
         set_counts(rows, columns, cs_edge_callee(edge), step->counts);
   }
   cs_sums_fini(&sums);
}

static void print_heading(const row *r, Bool has_caches)
{
   HChar name[64];
   VG_(sprintf)(
      name, r->interrupted == 0 ? "Thread %u:" : "Thread %u, interrupted:", r->thread);
   VG_(gdb_printf)("%-24s %15s", name, "Ir");
   if (has_caches)
      VG_(gdb_printf)(" %13s %13s", "L1 misses", "LL misses");
   VG_(gdb_printf)("  Function\n");
}

static void print_row(const row *r, Bool has_caches)
{
   const tk_place *at = &r->node->in.function->at;
   const ULong *n = r->counts;
   Bool has_line = r->line != NULL && r->line->at.number != 0;
   const HChar *file = VG_(basename)(has_line ? r->line->at.file : at->file);
   VG_(gdb_printf)("%'40llu", n[CS_IR]);
   if (has_caches)
      VG_(gdb_printf)(" %'13llu %'13llu", n[CS_I1MR] + n[CS_D1MR] + n[CS_D1MW],
                      n[CS_ILMR] + n[CS_DLMR] + n[CS_DLMW]);
   VG_(gdb_printf)("  %.200s (%.200s", at->fn, file);
   if (has_line)
      VG_(gdb_printf)(":%u", r->line->at.number);
   VG_(gdb_printf)(")\n");
}

static Bool is_one_path(const row *a, const row *b)
{
   return a->thread == b->thread && a->interrupted == b->interrupted;
}

static void print_rows(XArray *rows, Bool has_caches)
{
   UInt n_printed = 0;
   for (Word i = 0; i < VG_(sizeXA)(rows); i++) {
      const row *r = VG_(indexXA)(rows, i);
      Bool is_first = i == 0 || !is_one_path(r, r - 1);
      n_printed = is_first ? 0 : n_printed + 1;
      if (is_first)
         print_heading(r, has_caches);
      if (n_printed < MOST_SHOWN)
         print_row(r, has_caches);
      else if (n_printed == MOST_SHOWN)
         VG_(gdb_printf)("%40s  called by more functions\n", "...");
   }
}

void cs_status_print(cs_calls *calls, const cs_columns *columns)
{
   XArray *rows = open_calls(calls);
   sum_up(calls, rows, columns);
   print_rows(rows, cs_columns_have(columns, CS_I1MR));
   VG_(deleteXA)(rows);
}

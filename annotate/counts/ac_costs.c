/* ac_costs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_costs.h"

#include "base/an_number.h"
#include "base/tk_search.h"

#include <string.h>

static int compare_names(const ac_inclusive *x, const char *file, const char *name)
{
   return (x->file == file ? 0 : strcmp(x->file, file))
             ?: (x->name == name ? 0 : strcmp(x->name, name));
}

size_t ac_costs_inlined(const ac_costs *costs, const char *file, const char *name)
{
   const ac_calls *calls = costs->calls;
   const ac_inclusive *of = calls->inlined_functions;
   size_t n = calls->n_inlined_functions;
   size_t first = TK_SEARCH(i, n, compare_names(&of[i], file, name) < 0);
   bool is_there = first < n && compare_names(&of[first], file, name) == 0;
   return is_there ? calls->n_functions + first : SIZE_MAX;
}

/* ---- Self costs ---- */

static int64_t *self_of(ac_costs *costs, size_t row)
{
   return costs->self + row * costs->n_events;
}

static void add_nodes(ac_costs *costs)
{
   const ac_calls *calls = costs->calls;
   for (uint32_t i = 0; i < calls->n_nodes; i++) {
      const ac_call_node *node = &calls->nodes[i];
      if (node->kind == AC_CALL_PRUNED) {
         costs->n_pruned += node->n_calls;
         an_number_add(costs->pruned, node->self, costs->n_events);
      } else if (node->kind == AC_CALL_PATH && node->what != AC_NO_CALL) {
         an_number_add(self_of(costs, calls->arcs[node->what].callee), node->self,
                       costs->n_events);
      } else if (node->kind == AC_CALL_INLINED) {
         const ac_inlined *code = &calls->inlined[node->what];
         size_t row = ac_costs_inlined(costs, code->file, code->name);
         an_number_add(row == SIZE_MAX ? costs->pruned : self_of(costs, row), node->self,
                       costs->n_events);
      }
   }
}

static void add_functions(ac_costs *costs)
{
   for (uint32_t i = 0; i < costs->calls->n_functions; i++)
      an_number_add(self_of(costs, i), costs->calls->functions[i].self, costs->n_events);
}

/* ---- Rows ---- */

static void add_rows(ac_costs *costs, const uint32_t *cycle)
{
   const ac_calls *calls = costs->calls;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *from = &calls->functions[i];
      costs->of[costs->n++] = (ac_cost){ .name = from->name,
                                         .file = from->file,
                                         .function = i,
                                         .inlined = AC_NO_CALL,
                                         .cycle = cycle[i],
                                         .n_calls = from->n_calls,
                                         .inclusive = from->inclusive };
   }
   for (uint32_t i = 0; i < calls->n_inlined_functions; i++) {
      const ac_inclusive *from = &calls->inlined_functions[i];
      costs->of[costs->n++] = (ac_cost){ .name = from->name,
                                         .file = from->file,
                                         .function = AC_NO_CALL,
                                         .inlined = i,
                                         .inclusive = from->counts };
   }
   for (size_t i = 0; i < costs->n; i++)
      costs->of[i].self = self_of(costs, i);
}

void ac_costs_open(ac_costs *costs, const tk_alloc *alloc, const ac_calls *calls,
                   size_t n_events)
{
   size_t n = calls->n_functions + calls->n_inlined_functions;
   size_t self_B = (n + 1) * n_events * sizeof(int64_t); /* the last: pruned */
   *costs = (ac_costs){ .calls = calls, .n_events = n_events };
   costs->of = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *costs->of);
   costs->self = tk_get_zeroed(alloc, AN_LABEL, self_B);
   uint32_t *cycle = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *cycle);
   ac_cycles_find(calls, alloc, cycle, &costs->n_cycles, NULL);
   costs->pruned = self_of(costs, n);
   if (calls->is_estimated)
      add_functions(costs);
   else
      add_nodes(costs);
   add_rows(costs, cycle);
}

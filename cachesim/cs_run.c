/* cs_run.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_run.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

#include "base/tk_count.h"
#include "sharing/cs_sharers.h"
#include "simulate/cs_totals.h"

/* The core's clock has 32 bits, for 49 days; this one has 64. */
ULong cs_run_ms(void)
{
   tool.now_ms += VG_(read_millisecond_timer)() - (UInt)tool.now_ms;
   return tool.now_ms;
}

void cs_run_see_totals(void)
{
   if (tool.in_code != 0 && tool.sim.keeps_totals)
      cs_totals_see(&tool.sim, tool.in_code);
}

void cs_run_flush(void)
{
   cs_run_see_totals();
   cs_sharers_flush();
   cs_blocks_flush(tool.blocks);
   cs_sim_flush(&tool.sim);
   if (tool.sim.use != NULL)
      cs_line_use_flush(tool.sim.use);
   if (tool.options.call_graph && tool.sim.can_toggle)
      cs_tree_zero_off(&tool.calls.tree);
}

void cs_run_totals(uint64_t totals[CS_N_EVENTS])
{
   cs_run_flush();
   SizeT n = tk_lines_count(tool.lines);
   tk_line **lines = tk_lines_list(tool.lines);
   UInt n_columns = tool.sim.columns.n;
   tk_count_clear_all(totals, n_columns);
   for (SizeT i = 0; i < n; i++)
      tk_count_add_all(totals, lines[i]->counts, n_columns);
   VG_(free)(lines);
}

void cs_run_keep_totals(void)
{
   if (tool.sim.keeps_totals)
      return;
   tool.sim.keeps_totals = true;
   tk_retranslate_all();
}

void cs_run_forget(void)
{
   cs_sim_wait(&tool.sim);
   cs_run_flush();
   tool.inherits = False;
   tk_lines_zero(tool.lines);
   if (tool.sim.cells != NULL) {
      size_t n;
      cs_data *const *data = cs_data_list(tool.data, &n);
      cs_cells_zero(tool.sim.cells, data, n);
      if (tool.sim.use != NULL)
         cs_line_use_zero(tool.sim.use, data, n);
   }
   cs_sharers_zero();
   if (tool.options.call_graph)
      cs_tree_zero(&tool.calls.tree);
   tk_regions_zero(&tool.regions.paths);
   cs_thread_costs_zero(&tool.threads);
}

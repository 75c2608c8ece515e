/* cs_layout_watch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "layout/cs_layout_watch.h"

#include "pub_tool_tooliface.h"

#include "base/tk_array.h"
#include "data/cs_variables.h"
#include "data/tk_variables.h"
#include "run/tk_tool.h"

#define LABEL "cs.layout"

/* What is known of a datum. */
typedef struct {
   Bool is_asked;
   cs_layout_rule *rule; /* NULL: none */
} answer;

static struct {
   Bool is_on;
   cs_layout_watch_setup setup;
   cs_layout layout;
   answer *answers; /* by index of the datum */
   size_t n, capacity;
} the;

/* ---- Blocks ------------------------------------------------------------ */

static cs_layout_rule *rule_of(const cs_data *data)
{
   while (the.n <= data->index) {
      TK_ARRAY_ROOM(&tk_tool_alloc, LABEL, the.answers, the.n, the.capacity);
      the.answers[the.n++] = (answer){ .is_asked = False };
   }
   answer *a = &the.answers[data->index];
   if (!a->is_asked)
      *a = (answer){ True, cs_layout_rule_of_data(the.setup.rules, data) };
   return a->rule;
}

void cs_layout_watch_begins(const cs_data *data, Addr start, SizeT size_B)
{
   cs_layout_rule *rule = the.is_on ? rule_of(data) : NULL;
   if (rule != NULL)
      cs_layout_begin(&the.layout, rule, start, size_B);
}

void cs_layout_watch_ends(Addr start, SizeT size_B)
{
   if (the.is_on)
      cs_layout_end(&the.layout, start, size_B);
}

/* ---- Variables --------------------------------------------------------- */

static void variable_at(uintptr_t addr, cs_layout_variable *v)
{
   tk_variable_at at;
   cs_variables_update(addr);
   const tk_variable *variable = tk_variables_find(addr, &at);
   *v = (cs_layout_variable){ .low = at.low, .high = at.high };
   if (variable == NULL || variable->is_thread_local)
      return;
   v->name = variable->name;
   v->start = at.start;
   v->size_B = variable->size_B;
}

/* ---- The simulation ---------------------------------------------------- */

/* What translated code compares must not be an address of the page. */
static void page_mirrored(uintptr_t page)
{
   cs_filter *filter = the.setup.filter;
   uintptr_t line_B = (uintptr_t)1 << filter->line_bits;
   for (uintptr_t line = page; line < page + (1 << CS_LAYOUT_PAGE_BITS); line += line_B) {
      uintptr_t set = cs_filter_set(filter, line);
      if (filter->latest[set] == line || filter->written[set] == line)
         cs_filter_empty(filter, set);
   }
}

/* ---- The kernel -------------------------------------------------------- */

static void pass_to_kernel(CorePart part, ThreadId tid, const HChar *what, Addr start,
                           SizeT size_B)
{
   cs_laid *laid = part == Vg_CoreSysCall ? cs_layout_at(&the.layout, start) : NULL;
   if (laid != NULL)
      laid->rule->n_kernel++;
}

static void pass_text_to_kernel(CorePart part, ThreadId tid, const HChar *what,
                                Addr start)
{
   pass_to_kernel(part, tid, what, start, 1);
}

/* ---- The whole --------------------------------------------------------- */

cs_layout *cs_layout_watch_init(const cs_layout_watch_setup *setup)
{
   the.setup = *setup;
   const cs_layout_setup layout = {
      .alloc = &tk_tool_alloc,
      .rules = setup->rules,
      .variable_at = cs_layout_has_variables(setup->rules) ? variable_at : NULL,
      .page_mirrored = page_mirrored,
      .place_ends = setup->place_ends,
   };
   cs_layout_init(&the.layout, &layout);
   VG_(track_pre_mem_read)(pass_to_kernel);
   VG_(track_pre_mem_read_asciiz)(pass_text_to_kernel);
   VG_(track_pre_mem_write)(pass_to_kernel);
   the.is_on = True;
   return &the.layout;
}

cs_layout_notes cs_layout_watch_notes(void)
{
   return (cs_layout_notes){ .alloc = &tk_tool_alloc,
                             .file = the.setup.file,
                             .rules = the.setup.rules,
                             .data = the.setup.data };
}

/* cs_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_variables.h"

#include "pub_tool_libcbase.h"

#include "base/tk_array.h"
#include "data/tk_variables.h"
#include "run/tk_tool.h"

#define LABEL "cs.data.variables"

enum { RECENT = 1024, LINE_BITS = 6 }; /* a power of two; of addresses */

/* What was found lately: from `low` to `high`, memory belongs to this variable; NULL: to
   none. */
typedef struct {
   Addr low, high, start;
   SizeT size_B;
   cs_data *data;
} recent;

static struct {
   cs_data_table *table;
   cs_data **list; /* by the variables' numbers; NULL: not asked for yet */
   size_t n, capacity;
   recent recent[RECENT];
} the;

void cs_variables_init(const cs_find_setup *setup, const tk_threads *threads)
{
   const tk_variables_setup variables = {
      .alloc = &tk_tool_alloc,
      .names = setup->names,
      .objects = setup->binaries,
      .threads = threads,
   };
   the.table = setup->data;
   tk_variables_init(&variables);
}

static cs_data *new_data(const tk_variable *variable)
{
   const cs_data_key key = {
      .kind = variable->is_thread_local ? CS_DATA_TLS : CS_DATA_STATIC,
      .name = variable->name,
      .binary = variable->binary,
      .start = variable->start,
      .size_B = variable->size_B,
   };
   return cs_data_of(the.table, &key);
}

static void add_data(const tk_variable *variable)
{
   while (the.n <= variable->number) {
      TK_ARRAY_ROOM(&tk_tool_alloc, LABEL, the.list, the.n, the.capacity);
      the.list[the.n++] = NULL;
   }
   the.list[variable->number] = new_data(variable);
}

static cs_data *data_of(const tk_variable *variable)
{
   if (variable->number >= the.n || the.list[variable->number] == NULL)
      add_data(variable);
   return the.list[variable->number];
}

static void look_up(Addr addr, recent *r)
{
   tk_variable_at at;
   const tk_variable *variable = tk_variables_find(addr, &at);
   *r = (recent){ .low = at.low, .high = at.high };
   if (variable == NULL)
      return;
   r->start = at.start;
   r->size_B = variable->size_B;
   r->data = data_of(variable);
}

void cs_variables_update(Addr addr)
{
   if (tk_variables_update(addr))
      VG_(memset)(the.recent, 0, sizeof the.recent);
}

bool cs_variables_find(Addr addr, cs_data_at *at)
{
   recent *r = &the.recent[(addr >> LINE_BITS) & (RECENT - 1)];
   cs_variables_update(addr);
   if (addr - r->low >= r->high - r->low)
      look_up(addr, r);
   if (r->data != NULL)
      *at =
         (cs_data_at){ .data = r->data, .offset = addr - r->start, .size_B = r->size_B };
   return r->data != NULL;
}

bool cs_variables_find_in_block(Addr addr, cs_data_at *at)
{
   Addr start;
   const tk_variable *variable = tk_variables_find_in_block(addr, &start);
   if (variable != NULL)
      *at = (cs_data_at){ .data = data_of(variable),
                          .offset = addr - start,
                          .size_B = variable->size_B };
   return variable != NULL;
}

/* cs_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_stacks.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "calls/cs_threads.h"
#include "data/cs_maps.h"

static struct {
   cs_find_setup setup;
   cs_data **data; /* by the functions' numbers; NULL: not yet */
   SizeT n;
   cs_data *unknown; /* of no known function */
} the;

void cs_stacks_init(const cs_find_setup *setup)
{
   the.setup = *setup;
   the.unknown = cs_data_of(setup->data, &(cs_data_key){ .kind = CS_DATA_STACK });
}

/* ---- Data objects ----------------------------------------------------- */

static const HChar *known_name(const HChar *name)
{
   return VG_(strcmp)(name, "???") == 0 ? NULL : name;
}

static void make_room(SizeT n)
{
   if (n <= the.n)
      return;
   SizeT old_n = the.n;
   the.n = 2 * n;
   the.data = VG_(realloc)("cs.data.stacks", the.data, the.n * sizeof *the.data);
   VG_(memset)(the.data + old_n, 0, (the.n - old_n) * sizeof *the.data);
}

static cs_data *data_of(const cs_function *function)
{
   if (function == NULL)
      return the.unknown;
   make_room(function->number + 1);
   cs_data **data = &the.data[function->number];
   if (*data == NULL)
      *data = cs_data_of(the.setup.data,
                         &(cs_data_key){ .kind = CS_DATA_STACK,
                                         .name = known_name(function->at.fn),
                                         .file = known_name(function->at.file) });
   return *data;
}

/* ---- Looking up ------------------------------------------------------- */

/* Without call paths, only the core knows stacks: of threads, and for signals. */
static Bool is_threads(Addr addr, Addr low, Addr high)
{
   UInt number;
   for (ThreadId tid = 0; (tid = cs_threads_next(tid, &number)) != 0;) {
      Addr end = VG_(thread_get_stack_max)(tid);
      if (addr <= end && end >= low && end <= high)
         return True;
      if (addr - VG_(thread_get_altstack_min)(tid) < VG_(thread_get_altstack_size)(tid))
         return True;
   }
   return False;
}

bool cs_stacks_find_in(Addr addr, Addr low, Addr high, cs_data_at *at)
{
   const cs_node *node;
   if (the.setup.calls == NULL) {
      if (!is_threads(addr, low, high))
         return false;
      *at = (cs_data_at){ .data = the.unknown };
      return true;
   }
   if (!cs_frames_owner(&the.setup.calls->frames, addr, low, high, &node))
      return false;
   *at = (cs_data_at){ .data = data_of(node->in.function) };
   return true;
}

bool cs_stacks_find(Addr addr, cs_data_at *at)
{
   const cs_mapped *m = cs_maps_at(addr);
   return m->data != NULL && cs_stacks_find_in(addr, m->start, m->end, at);
}

bool cs_stacks_are_many(void)
{
   return the.setup.calls == NULL
          || the.setup.calls->frames.n_stacks + the.setup.calls->frames.n_handlers > 1;
}

void cs_stacks_memory_ends(Addr start, SizeT size_B)
{
   if (the.setup.calls != NULL && size_B > 0)
      cs_frames_free_memory(&the.setup.calls->frames, start, start + size_B - 1);
}

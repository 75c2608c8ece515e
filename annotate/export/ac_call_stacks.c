/* ac_call_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ac_call_stacks.h"

#include "base/an_pool.h"
#include "base/tk_array.h"
#include "base/tk_count.h"
#include "counts/ac_calls.h"
#include "counts/ac_instrs.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_files.h"
#include "counts/ac_owners.h"
#include "export/ac_instr_split.h"
#include "paths/an_stack_builder.h"

#include <stdlib.h>
#include <string.h>

static const ac_calls no_calls;

/* What a function cost on a path: to be split among its instructions. */
typedef struct {
   uint32_t function, node;
   const int64_t *self;
} path_cost;

typedef struct {
   const ac_profile *profile;
   const ac_calls *calls;
   const tk_alloc *alloc;
   ac_own_files own;
   an_stack_builder builder;
   uint32_t *nodes; /* of each node of the calls; AN_NO_STACK: the root */
   uint32_t *chain; /* inlined code, from the inside */
   size_t chain_room;
   const ac_instrs *instrs; /* NULL: costs are those of paths */
   ac_owners owners;
   const uint64_t *call_addresses; /* of each arc; NULL: unknown */
   path_cost *costs;
   size_t n_costs, costs_room;
} making;

/* ---- Functions ---- */

/* The function of this name in the object, which the code of the function `number`, or
   of none, has. */
static uint32_t add_function(making *m, const char *name, const char *file,
                             uint32_t number, size_t in, uint64_t address)
{
   an_stack_function function = { .name = name, .address = address };
   if (strcmp(file, AN_UNKNOWN) != 0)
      function.file = file;
   function.is_library = function.file != NULL
                            ? !ac_own_files_has(&m->own, file)
                            : number != AC_NO_CALL
                                 && !ac_own_files_has_function(&m->own, number);
   if (in != SIZE_MAX) {
      const an_object *object = ac_objects_at(m->profile, in);
      if (strcmp(object->path, AN_UNKNOWN) != 0)
         function.object = object->path;
      if (*object->build_id != '\0')
         function.build_id = object->build_id;
   }
   return an_stack_function_add(&m->builder, &function);
}

static uint32_t called_function(making *m, uint32_t i)
{
   const ac_called *f = &m->calls->functions[i];
   return add_function(m, f->name, f->file, i, f->object, f->start);
}

static uint32_t inlined_function(making *m, const ac_inlined *code)
{
   return add_function(m, code->name, code->file, code->function,
                       m->calls->functions[code->function].object, 0);
}

/* ---- Nodes ---- */

static uint32_t add_node(making *m, an_stack_node node)
{
   return an_stack_node_add(&m->builder, &node);
}

/* The root's own cost has no function. */
static uint32_t unknown_node(making *m)
{
   const an_stack_function unknown = { .name = AN_UNKNOWN };
   return add_node(
      m, (an_stack_node){ .parent = AN_NO_STACK,
                          .function = an_stack_function_add(&m->builder, &unknown) });
}

/* Goes into inlined code of the function at *node, or stays for AC_NO_CALL. */
static void enter_inlined(making *m, uint32_t inlined, uint32_t *node)
{
   size_t n = 0;
   for (uint32_t i = inlined; i != AC_NO_CALL; i = m->calls->inlined[i].parent)
      TK_ARRAY_ADD(m->alloc, AN_LABEL, m->chain, n, m->chain_room, i);
   while (n > 0) {
      const ac_inlined *code = &m->calls->inlined[m->chain[--n]];
      *node = add_node(m, (an_stack_node){ .parent = *node,
                                           .function = inlined_function(m, code),
                                           .call_line = code->call_line,
                                           .call_file = code->call_file,
                                           .is_inlined = true });
   }
}

static void add_callee(making *m, const ac_arc *arc, uint32_t *node)
{
   enter_inlined(m, arc->inlined, node);
   *node = add_node(
      m, (an_stack_node){ .parent = *node,
                          .function = called_function(m, arc->callee),
                          .call_line = arc->line,
                          .call_file = arc->file,
                          .call_address = m->call_addresses == NULL
                                             ? 0
                                             : m->call_addresses[arc - m->calls->arcs] });
}

/* ---- Values ---- */

static bool is_zero(const making *m, const int64_t *counts)
{
   for (size_t e = 0; e < m->builder.stacks.n_kinds; e++)
      if (counts[e] != 0)
         return false;
   return true;
}

/* Keeps what has a function.  Inlined code costs its function: its node is the path's. */
static void keep_cost(making *m, uint32_t node, const ac_call_node *from)
{
   bool is_path = from->kind == AC_CALL_PATH;
   if (from->what == AC_NO_CALL || (!is_path && from->kind != AC_CALL_INLINED))
      return;
   TK_ARRAY_ADD(m->alloc, AN_LABEL, m->costs, m->n_costs, m->costs_room,
                (path_cost){
                   is_path ? m->calls->arcs[from->what].callee
                           : m->calls->inlined[from->what].function,
                   is_path ? node : m->nodes[from->parent],
                   from->self,
                });
}

static void add_values(making *m, uint32_t node, const ac_call_node *from)
{
   if (is_zero(m, from->self))
      return;
   if (m->instrs != NULL) {
      keep_cost(m, node, from);
      return;
   }
   an_stack_sample sample = { .node = node == AN_NO_STACK ? unknown_node(m) : node,
                              .is_left_out = from->kind == AC_CALL_PRUNED };
   an_stack_add(&m->builder, &sample, from->self);
}

static void add_call(making *m, uint32_t i)
{
   const ac_call_node *from = &m->calls->nodes[i];
   uint32_t node = from->parent == AC_NO_CALL ? AN_NO_STACK : m->nodes[from->parent];
   if (from->kind == AC_CALL_PATH && from->what != AC_NO_CALL) {
      add_callee(m, &m->calls->arcs[from->what], &node);
      m->builder.stacks.nodes[node].n_calls += from->n_calls;
   } else if (from->kind == AC_CALL_INLINED)
      enter_inlined(m, from->what, &node);
   else if (from->kind == AC_CALL_PRUNED)
      m->builder.stacks.n_left_out += (size_t)from->n_calls;
   m->nodes[i] = node;
   add_values(m, node, from);
}

/* ---- Instructions ---- */

static int compare_costs(const void *a, const void *b)
{
   const path_cost *x = a, *y = b;
   return tk_compare(x->function, y->function) ?: tk_compare(x->node, y->node);
}

/* Adds the parts of instructions to the node. */
static void add_parts(making *m, const ac_owner *owner, uint32_t node,
                      const int64_t *parts)
{
   size_t n = m->builder.stacks.n_kinds;
   for (size_t k = 0; k < owner->n_instrs; k++, parts += n) {
      const ac_instr *instr = &m->instrs->all[owner->instrs[k]];
      if (is_zero(m, parts))
         continue;
      an_stack_sample sample = {
         .node = node, .line = instr->line, .file = instr->file, .address = instr->address
      };
      an_stack_add(&m->builder, &sample, parts);
   }
}

/* A node for the function without callers. */
static uint32_t lone_node(making *m, size_t i)
{
   const ac_owner *o = &m->owners.of[i];
   uint32_t number = i < m->calls->n_functions ? (uint32_t)i : AC_NO_CALL;
   uint32_t function = number != AC_NO_CALL
                          ? called_function(m, number)
                          : add_function(m, o->name, o->file, number, o->object, 0);
   return add_node(m, (an_stack_node){ .parent = AN_NO_STACK, .function = function });
}

/* Splits the costs from *at on that are the owner's; the rest has no path. */
static void add_owner(making *m, size_t i, size_t *at)
{
   const ac_owner *owner = &m->owners.of[i];
   size_t n = m->builder.stacks.n_kinds;
   an_pool *pool = an_pool_new(m->alloc);
   ac_instr_split split;
   ac_instr_split_open(&split, an_pool_alloc(pool), owner->n_instrs, n);
   for (size_t k = 0; k < owner->n_instrs; k++)
      ac_instr_split_set(&split, k, m->instrs->all[owner->instrs[k]].counts);
   for (; *at < m->n_costs && m->costs[*at].function == i; ++*at) {
      ac_instr_split_take(&split, m->costs[*at].self);
      add_parts(m, owner, m->costs[*at].node, split.parts);
   }
   if (!ac_instr_split_is_empty(&split))
      add_parts(m, owner, lone_node(m, i), split.left);
   an_pool_free(pool);
}

static void add_instrs(making *m)
{
   size_t at = 0;
   if (m->n_costs > 0)
      qsort(m->costs, m->n_costs, sizeof *m->costs, compare_costs);
   for (size_t i = 0; i < m->owners.n; i++)
      add_owner(m, i, &at);
}

/* ---- The whole ---- */

static void add_calls(making *m)
{
   m->nodes = tk_get(m->alloc, AN_LABEL, (m->calls->n_nodes + 1) * sizeof *m->nodes);
   for (uint32_t i = 0; i < m->calls->n_nodes; i++)
      add_call(m, i);
   tk_put(m->alloc, m->nodes);
   tk_put(m->alloc, m->chain);
}

/* Formats have no other place to say that paths are estimated. */
static const char *command_of(const making *m)
{
   static const char estimated[] = " (call paths are estimated)";
   const char *command = ac_profile_command(m->profile);
   if (!m->calls->is_estimated)
      return command;
   size_t size_B = strlen(command) + sizeof estimated;
   char *text = tk_get(m->alloc, AN_LABEL, size_B);
   snprintf(text, size_B, "%s%s", command, estimated);
   return text;
}

static void open_stacks(making *m)
{
   size_t n = ac_profile_n_events(m->profile);
   an_stack_value *kinds = tk_get(m->alloc, AN_LABEL, n * sizeof *kinds);
   for (size_t e = 0; e < n; e++)
      kinds[e] = (an_stack_value){ .name = ac_profile_event(m->profile, e),
                                   .unit = "count" };
   an_stack_open(&m->builder, m->alloc, command_of(m), kinds, n);
   m->builder.stacks.are_estimated = m->calls->is_estimated;
   tk_put(m->alloc, kinds);
}

static void make_stacks(making *m, an_stacks *stacks)
{
   ac_own_files_open(&m->own, m->alloc, m->profile);
   open_stacks(m);
   add_calls(m);
   if (m->instrs != NULL)
      add_instrs(m);
   an_stack_close(&m->builder, stacks);
}

void ac_call_stacks(const ac_profile *profile, const tk_alloc *alloc, an_stacks *stacks)
{
   making m = { .profile = profile, .calls = ac_profile_calls(profile), .alloc = alloc };
   make_stacks(&m, stacks);
}

void ac_instr_stacks(const ac_profile *profile, const tk_alloc *alloc,
                     const uint64_t *call_addresses, an_stacks *stacks)
{
   making m = { .profile = profile,
                .calls = ac_profile_calls(profile),
                .alloc = alloc,
                .instrs = ac_profile_instrs(profile),
                .call_addresses = call_addresses };
   if (m.calls == NULL)
      m.calls = &no_calls;
   ac_owners_open_instrs(&m.owners, alloc, profile);
   make_stacks(&m, stacks);
   tk_put(alloc, m.costs);
}

/* ac_call_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ac_call_stacks.h"

#include "base/tk_array.h"
#include "counts/ac_calls.h"
#include "counts/ac_objects.h"
#include "counts/ac_own_files.h"
#include "paths/an_stack_builder.h"

#include <string.h>

#define LABEL "an.stacks"

typedef struct {
   const ac_profile *profile;
   const ac_calls *calls;
   const tk_alloc *alloc;
   ac_own_files own;
   an_stack_builder builder;
   uint32_t *nodes; /* of each node of the calls; AN_NO_STACK: the root */
   uint32_t *chain; /* inlined code, from the inside */
   size_t chain_room;
} making;

/* ---- Functions ---- */

/* The function of this name, which the code of the function `number` has. */
static uint32_t add_function(making *m, const char *name, const char *file,
                             uint32_t number, uint64_t address)
{
   const ac_called *in = &m->calls->functions[number];
   an_stack_function function = { .name = name, .address = address };
   if (strcmp(file, AN_UNKNOWN) != 0)
      function.file = file;
   function.is_library = function.file != NULL
                            ? !ac_own_files_has(&m->own, file)
                            : !ac_own_files_has_function(&m->own, number);
   if (in->object != SIZE_MAX) {
      const an_object *object = ac_objects_at(m->profile, in->object);
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
   return add_function(m, f->name, f->file, i, f->start);
}

static uint32_t inlined_function(making *m, const ac_inlined *code)
{
   return add_function(m, code->name, code->file, code->function, 0);
}

/* ---- Nodes ---- */

/* Adds a node; AN_NO_STACK if memory ran out. */
static uint32_t add_node(making *m, an_stack_node node)
{
   return node.function == AN_NO_STACK ? AN_NO_STACK
                                       : an_stack_node_add(&m->builder, &node);
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
static bool enter_inlined(making *m, uint32_t inlined, uint32_t *node)
{
   size_t n = 0;
   for (uint32_t i = inlined; i != AC_NO_CALL; i = m->calls->inlined[i].parent) {
      if (!TK_ARRAY_ROOM(m->alloc, LABEL, m->chain, n, m->chain_room))
         return false;
      m->chain[n++] = i;
   }
   while (n > 0) {
      const ac_inlined *code = &m->calls->inlined[m->chain[--n]];
      *node = add_node(m, (an_stack_node){ .parent = *node,
                                           .function = inlined_function(m, code),
                                           .call_line = code->call_line,
                                           .call_file = code->call_file,
                                           .is_inlined = true });
      if (*node == AN_NO_STACK)
         return false;
   }
   return true;
}

static bool add_callee(making *m, const ac_arc *arc, uint32_t *node)
{
   if (!enter_inlined(m, arc->inlined, node))
      return false;
   *node = add_node(m, (an_stack_node){ .parent = *node,
                                        .function = called_function(m, arc->callee),
                                        .call_line = arc->line,
                                        .call_file = arc->file });
   return *node != AN_NO_STACK;
}

/* ---- Values ---- */

static bool is_zero(const making *m, const int64_t *counts)
{
   for (size_t e = 0; e < m->builder.stacks.n_kinds; e++)
      if (counts[e] != 0)
         return false;
   return true;
}

static bool add_values(making *m, uint32_t node, const ac_call_node *from)
{
   if (is_zero(m, from->self))
      return true;
   an_stack_sample sample = { .node = node == AN_NO_STACK ? unknown_node(m) : node,
                              .is_left_out = from->kind == AC_CALL_PRUNED };
   int64_t *values = sample.node == AN_NO_STACK ? NULL
                                                : an_stack_values(&m->builder, &sample);
   if (values == NULL)
      return false;
   for (size_t e = 0; e < m->builder.stacks.n_kinds; e++)
      values[e] += from->self[e];
   return true;
}

static bool add_call(making *m, uint32_t i)
{
   const ac_call_node *from = &m->calls->nodes[i];
   uint32_t node = from->parent == AC_NO_CALL ? AN_NO_STACK : m->nodes[from->parent];
   bool ok = true;
   if (from->kind == AC_CALL_PATH && from->what != AC_NO_CALL) {
      ok = add_callee(m, &m->calls->arcs[from->what], &node);
      if (ok)
         m->builder.stacks.nodes[node].n_calls += from->n_calls;
   } else if (from->kind == AC_CALL_INLINED)
      ok = enter_inlined(m, from->what, &node);
   else if (from->kind == AC_CALL_PRUNED)
      m->builder.stacks.n_left_out += (size_t)from->n_calls;
   m->nodes[i] = node;
   return ok && add_values(m, node, from);
}

/* ---- The whole ---- */

static bool add_calls(making *m)
{
   m->nodes = tk_get(m->alloc, LABEL, m->calls->n_nodes * sizeof *m->nodes);
   bool ok = m->nodes != NULL;
   for (uint32_t i = 0; i < m->calls->n_nodes && ok; i++)
      ok = add_call(m, i);
   tk_put(m->alloc, m->nodes);
   tk_put(m->alloc, m->chain);
   return ok;
}

static bool open_stacks(making *m)
{
   size_t n = ac_profile_n_events(m->profile);
   an_stack_value *kinds = tk_get(m->alloc, LABEL, n * sizeof *kinds);
   for (size_t e = 0; e < n && kinds != NULL; e++)
      kinds[e] = (an_stack_value){ .name = ac_profile_event(m->profile, e),
                                   .unit = "count" };
   bool ok = kinds != NULL
             && an_stack_open(&m->builder, m->alloc, ac_profile_command(m->profile),
                              kinds, n);
   tk_put(m->alloc, kinds);
   return ok;
}

bool ac_call_stacks(const ac_profile *profile, const tk_alloc *alloc, an_stacks *stacks)
{
   making m = { .profile = profile, .calls = ac_profile_calls(profile), .alloc = alloc };
   if (!ac_own_files_open(&m.own, alloc, profile))
      return false;
   bool is_open = open_stacks(&m), ok = is_open && add_calls(&m);
   if (is_open)
      an_stack_close(&m.builder, ok ? stacks : NULL);
   ac_own_files_close(&m.own);
   return ok;
}

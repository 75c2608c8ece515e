/* an_stack_starts.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_stack_starts.h"

#include <string.h>

/* Versions of symbols ("@@GLIBC_2.34") may follow. */
static const char *const names[] = {
   "(below main)", "_start",       "__libc_start_main", "__libc_start_call_main",
   "clone",        "clone3",       "__clone3",          "__clone_internal",
   "start_thread", "thread_start",
};

static bool is_named_start(const char *name)
{
   size_t length = strcspn(name, "@");
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (strlen(names[i]) == length && strncmp(name, names[i], length) == 0)
         return true;
   return false;
}

/* "0x1030 in libfoo.so" or "???": an object's code without symbols. */
static bool is_nameless(const an_stack_function *function)
{
   const char *name = function->name;
   return function->object != NULL
          && (strncmp(name, "0x", 2) == 0 || strcmp(name, "???") == 0);
}

/* "thread 2", below which is what the thread ran. */
static bool is_thread(const an_stacks *stacks, uint32_t node)
{
   const an_stack_function *function = &stacks->functions[stacks->nodes[node].function];
   return stacks->nodes[node].parent == AN_NO_STACK && function->object == NULL
          && strncmp(function->name, "thread ", strlen("thread ")) == 0;
}

/* Is it called by a start, or by nobody? */
static bool is_first(const an_stacks *stacks, const an_stack_node *node)
{
   uint32_t parent = node->parent;
   return parent == AN_NO_STACK || stacks->nodes[parent].is_start
          || is_thread(stacks, parent);
}

/* First all that can be starts, parents first.  Then those without a name are none,
   unless a child, which comes later, is one. */
void an_stack_starts(an_stacks *stacks)
{
   an_stack_node *nodes = stacks->nodes;
   for (size_t i = 0; i < stacks->n_nodes; i++) {
      const an_stack_function *function = &stacks->functions[nodes[i].function];
      nodes[i].is_start = is_first(stacks, &nodes[i])
                          && (is_named_start(function->name) || is_nameless(function));
   }
   for (size_t i = 0; i < stacks->n_nodes; i++)
      nodes[i].is_start &= is_named_start(stacks->functions[nodes[i].function].name);
   for (size_t i = stacks->n_nodes; i-- > 0;)
      if (nodes[i].is_start && nodes[i].parent != AN_NO_STACK
          && !is_thread(stacks, nodes[i].parent))
         nodes[nodes[i].parent].is_start = true;
}

/* ac_wrappers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_wrappers.h"

#include "paths/an_wrapper.h"

#include <string.h>

enum { MANY = 4 }; /* blocks a call: more are those of a tree or a list */

typedef struct {
   const ac_calls *calls;
   const ac_own_files *files;
   bool *is_own, *is_named; /* of functions */
} finder;

/* The next path outwards from a node, if it is not one itself. */
static uint32_t path_at(const finder *f, uint32_t node)
{
   while (node != AC_NO_CALL && f->calls->nodes[node].kind != AC_CALL_PATH)
      node = f->calls->nodes[node].parent;
   return node;
}

static uint32_t callee_of(const finder *f, uint32_t node)
{
   uint32_t arc = f->calls->nodes[node].what;
   return arc == AC_NO_CALL ? AC_NO_CALL : f->calls->arcs[arc].callee;
}

static uint32_t path_above(const finder *f, uint32_t node)
{
   node = path_at(f, f->calls->nodes[node].parent);
   return node == AC_NO_CALL || callee_of(f, node) == AC_NO_CALL ? AC_NO_CALL : node;
}

/* The program's innermost path above a node, or the node itself. */
static uint32_t own_from(const finder *f, uint32_t node)
{
   while (node != AC_NO_CALL && !f->is_own[callee_of(f, node)])
      node = path_above(f, node);
   return node;
}

/* The path of the function that the one at `node`, which is named so, allocates for. */
static uint32_t caller_of(const finder *f, uint32_t node)
{
   while (node != AC_NO_CALL && f->is_named[callee_of(f, node)])
      node = own_from(f, path_above(f, node));
   return node;
}

/* False: the path is of no allocation, or its innermost own function has no other. */
static bool find_use(const finder *f, uint32_t node, an_wrapper_use *use)
{
   const ac_call_node *at = &f->calls->nodes[node];
   if (at->kind != AC_CALL_PATH || at->what == AC_NO_CALL)
      return false;
   uint32_t callee = callee_of(f, node);
   if (f->is_own[callee] || !f->is_named[callee])
      return false;
   uint32_t from = own_from(f, path_above(f, node)), to = caller_of(f, from);
   if (from == to || to == AC_NO_CALL)
      return false;
   *use = (an_wrapper_use){ f->calls->functions[callee_of(f, from)].name,
                            f->calls->functions[callee_of(f, to)].name, from };
   return true;
}

/* Adds the names of those from a path to the function that they allocate for. */
static void add_names(const finder *f, uint32_t node, tk_words *names)
{
   for (uint32_t end = caller_of(f, node); node != end;
        node = own_from(f, path_above(f, node)))
      tk_words_add(names, (uintptr_t)f->calls->functions[callee_of(f, node)].name);
}

static void find_functions(const finder *f, const tk_alloc *alloc)
{
   const ac_calls *calls = f->calls;
   size_t longest = 0;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      size_t n = strlen(calls->functions[i].name);
      longest = n > longest ? n : longest;
   }
   char *room = tk_get(alloc, AN_LABEL, longest + 1);
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      f->is_own[i] = ac_own_files_has_function(f->files, i);
      f->is_named[i] = an_wrapper_is_named(calls->functions[i].name, room);
   }
   tk_put(alloc, room);
}

static void find_of(tk_words *names, const ac_own_files *files)
{
   finder f = { .calls = files->calls, .files = files };
   const tk_alloc *alloc = names->alloc;
   if (f.calls == NULL)
      return;
   f.is_own = tk_get(alloc, AN_LABEL, f.calls->n_functions + 1);
   f.is_named = tk_get(alloc, AN_LABEL, f.calls->n_functions + 1);
   an_wrapper_use *uses = tk_get(alloc, AN_LABEL, (f.calls->n_nodes + 1) * sizeof *uses);
   size_t n = 0;
   find_functions(&f, alloc);
   tk_words trees = { .alloc = alloc, .label = AN_LABEL }; /* what frees one a call */
   for (uint32_t i = 0; i < f.calls->n_nodes; i++)
      if (find_use(&f, i, &uses[n])) {
         const an_wrapper_use *use = &uses[n++];
         if (f.calls->nodes[i].n_calls > MANY * f.calls->nodes[use->number].n_calls)
            tk_words_add(&trees, (uintptr_t)use->wrapper);
      }
   n = an_wrappers_keep(uses, n);
   for (size_t i = 0; i < n; i++)
      if (!tk_words_has(&trees, (uintptr_t)uses[i].wrapper))
         add_names(&f, (uint32_t)uses[i].number, names);
   tk_words_fini(&trees);
   tk_put(alloc, uses);
   tk_put(alloc, f.is_own);
   tk_put(alloc, f.is_named);
}

static bool has_text(const tk_words *names, const char *name)
{
   for (size_t i = 0; i < names->n; i++)
      if (strcmp((const char *)names->words[i], name) == 0)
         return true;
   return false;
}

void ac_wrappers_find(tk_words *names, const ac_own_files *files, const ac_profile *like)
{
   const ac_calls *calls = files->calls;
   find_of(names, files);
   if (like == NULL || calls == NULL)
      return;
   tk_words of_like = { .alloc = names->alloc, .label = AN_LABEL };
   ac_own_files files_of_like;
   ac_own_files_open(&files_of_like, names->alloc, like);
   find_of(&of_like, &files_of_like);
   for (uint32_t i = 0; i < calls->n_functions; i++)
      if (has_text(&of_like, calls->functions[i].name))
         tk_words_add(names, (uintptr_t)calls->functions[i].name);
}

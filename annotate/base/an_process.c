/* an_process.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "base/an_process.h"

#include "base/an_number.h"
#include "base/tk_count.h"
#include "base/tk_search.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *an_process_command(const char *command, char cut[AN_PROCESS_COMMAND_B + 1])
{
   static const char dots[] = "...";
   size_t n = AN_PROCESS_COMMAND_B - sizeof dots + 1;
   if (strlen(command) <= AN_PROCESS_COMMAND_B)
      return command;
   while (((unsigned char)command[n] & 0xc0) == 0x80)
      n--; /* not within a character */
   memcpy(cut, command, n);
   memcpy(cut + n, dots, sizeof dots);
   return cut;
}

const char *an_process_name(const an_process *process)
{
   return process->title != NULL ? process->title : process->command;
}

const char an_processes_overlap_text[] =
   "a child's counts include its parent's (--children=inherit), so they would be "
   "added twice";

bool an_processes_overlap(const an_processes *processes)
{
   bool inherits = false;
   for (size_t i = 0; i < processes->n; i++)
      inherits |= processes->of[i].inherits;
   return inherits && processes->n > 1;
}

/* ---- Order ---- */

/* The outfile of the N-th program after exec ends in "execN", so the name of a
   predecessor is longer, or larger, than those before. */
static int compare_predecessors(const char *a, const char *b)
{
   if (a == NULL || b == NULL)
      return (a != NULL) - (b != NULL);
   return tk_compare_signed((int64_t)strlen(a), (int64_t)strlen(b)) ?: strcmp(a, b);
}

static int compare_texts(const char *a, const char *b)
{
   return strcmp(a == NULL ? "" : a, b == NULL ? "" : b);
}

/* All members take part, so that the order of merging does not matter. */
static int compare_processes(const void *a, const void *b)
{
   const an_process *x = a, *y = b;
   return tk_compare_signed(x->pid, y->pid)
      ?: compare_predecessors(x->state.predecessor, y->state.predecessor)
      ?: strcmp(x->command, y->command)
      ?: tk_compare_signed(x->parent, y->parent)
      ?: compare_texts(x->title, y->title)
      ?: tk_compare_signed(x->forked, y->forked)
      ?: tk_compare_signed(x->value, y->value)
      ?: tk_compare_signed(x->state.how, y->state.how)
      ?: tk_compare_signed(x->state.number, y->state.number)
      ?: compare_texts(x->state.by, y->state.by);
}

void an_processes_sort(const an_processes *processes)
{
   if (processes->n > 0)
      qsort(processes->of, processes->n, sizeof *processes->of, compare_processes);
}

/* The first process with this pid, or n if there is none. */
static size_t find_pid(const an_processes *processes, int64_t pid)
{
   size_t n = processes->n, first = TK_SEARCH(i, n, processes->of[i].pid < pid);
   return first < n && pid != 0 && processes->of[first].pid == pid ? first : n;
}

/* Whether a process is the same as the one before, after exec. */
static bool goes_on(const an_processes *processes, size_t i)
{
   return i > 0 && processes->of[i].pid != 0
          && processes->of[i].pid == processes->of[i - 1].pid;
}

/* ---- Description ---- */

static bool have_one_command(const an_processes *processes)
{
   for (size_t i = 1; i < processes->n; i++)
      if (strcmp(processes->of[i].command, processes->of->command) != 0)
         return false;
   return true;
}

/* The only process whose parent is not one of them, or NULL. */
static const an_process *find_root(const an_processes *processes)
{
   const an_process *root = NULL;
   for (size_t i = 0; i < processes->n; i++) {
      const an_process *process = &processes->of[i];
      if (goes_on(processes, i) || find_pid(processes, process->parent) < processes->n)
         continue;
      if (root != NULL)
         return NULL;
      root = process;
   }
   return root;
}

const char *an_processes_describe(const an_processes *processes,
                                  char text[AN_PROCESS_TEXT_B])
{
   size_t n = processes->n;
   const an_process *root = find_root(processes);
   if (n == 1)
      snprintf(text, AN_PROCESS_TEXT_B, "%s", processes->of->command);
   else if (have_one_command(processes))
      snprintf(text, AN_PROCESS_TEXT_B, "%zu processes of %s", n, processes->of->command);
   else if (root != NULL)
      snprintf(text, AN_PROCESS_TEXT_B, "%s and %zu more process%s", root->command, n - 1,
               n == 2 ? "" : "es");
   else
      snprintf(text, AN_PROCESS_TEXT_B, "%zu processes of several commands", n);
   return text;
}

/* ---- The tree ---- */

/* The programs of one process. */
typedef struct {
   size_t first, end; /* processes */
   size_t parent;     /* node, or NONE */
   size_t above;      /* its nearest ancestor with a row, or NONE */
   double total;      /* with all descendants */
   bool is_shown, is_done;
} node;

#define NONE SIZE_MAX

typedef struct {
   const an_processes *processes;
   bool *is_shown;  /* for each process */
   size_t *node_of; /* for each process */
   node *nodes;
   size_t n_nodes;
   size_t *order; /* nodes with rows, by `above`, then by total */
   size_t n_order;
   an_process_row *rows;
   size_t n_rows;
} tree;

static int compare_values(const void *a, const void *b, void *context)
{
   const an_process *of = context;
   size_t x = *(const size_t *)a, y = *(const size_t *)b;
   return tk_compare_signed(of[y].value, of[x].value) ?: (x > y) - (x < y);
}

/* Marks the processes with the largest values. */
static void choose_largest(tree *t, size_t n_most)
{
   size_t n = t->processes->n;
   for (size_t i = 0; i < n; i++)
      t->order[i] = i;
   qsort_r(t->order, n, sizeof *t->order, compare_values, t->processes->of);
   for (size_t i = 0; i < n && i < n_most; i++)
      t->is_shown[t->order[i]] = true;
}

static void make_nodes(tree *t)
{
   for (size_t i = 0; i < t->processes->n; i++) {
      if (!goes_on(t->processes, i))
         t->nodes[t->n_nodes++] = (node){ .first = i, .parent = NONE, .above = NONE };
      node *own = &t->nodes[t->n_nodes - 1];
      own->end = i + 1;
      own->is_shown |= t->is_shown[i];
      t->node_of[i] = t->n_nodes - 1;
   }
   for (size_t i = 0; i < t->n_nodes; i++) {
      size_t parent = find_pid(t->processes, t->processes->of[t->nodes[i].first].parent);
      if (parent < t->processes->n && t->node_of[parent] != i)
         t->nodes[i].parent = t->node_of[parent];
   }
}

/* Adds the values of a node to its ancestors', and finds the nearest with a row.
   The limit ends circles. */
static void add_to_ancestors(tree *t, size_t index)
{
   double own = 0;
   node *from = &t->nodes[index];
   for (size_t i = from->first; i < from->end; i++)
      own += (double)t->processes->of[i].value;
   from->total += own;
   size_t at = from->parent;
   for (int i = 0; at != NONE && i < AN_PROCESS_DEPTH; i++) {
      node *ancestor = &t->nodes[at];
      ancestor->total += own;
      if (from->above == NONE && ancestor->is_shown && at != index)
         from->above = at;
      at = ancestor->parent;
   }
}

static int compare_nodes(const void *a, const void *b, void *context)
{
   const tree *t = context;
   size_t i = *(const size_t *)a, k = *(const size_t *)b;
   const node *x = &t->nodes[i], *y = &t->nodes[k];
   if (x->above != y->above)
      return tk_compare(x->above, y->above);
   if (x->total != y->total)
      return x->total > y->total ? -1 : 1;
   return tk_compare(i, k);
}

/* The first place in `order` of those below a node. */
static size_t first_below(const tree *t, size_t above)
{
   return TK_SEARCH(i, t->n_order, t->nodes[t->order[i]].above < above);
}

static void add_rows(tree *t, size_t index, size_t depth)
{
   node *own = &t->nodes[index];
   if (own->is_done || depth > AN_PROCESS_DEPTH)
      return;
   own->is_done = true;
   for (size_t i = own->first; i < own->end; i++)
      if (t->is_shown[i])
         t->rows[t->n_rows++] = (an_process_row){ i, depth };
   for (size_t i = first_below(t, index);
        i < t->n_order && t->nodes[t->order[i]].above == index; i++)
      add_rows(t, t->order[i], depth + 1);
}

static void build_tree(tree *t, size_t n_most)
{
   choose_largest(t, n_most);
   make_nodes(t);
   for (size_t i = 0; i < t->n_nodes; i++)
      add_to_ancestors(t, i);
   for (size_t i = 0; i < t->n_nodes; i++)
      if (t->nodes[i].is_shown)
         t->order[t->n_order++] = i;
   qsort_r(t->order, t->n_order, sizeof *t->order, compare_nodes, t);
   for (size_t i = first_below(t, NONE); i < t->n_order; i++)
      add_rows(t, t->order[i], 0);
   for (size_t i = 0; i < t->n_order; i++)
      add_rows(t, t->order[i], 0); /* of circles, and too deep */
}

an_process_row *an_processes_tree(const an_processes *processes, const tk_alloc *alloc,
                                  size_t n_most, size_t *n)
{
   size_t room = processes->n + 1;
   tree t = {
      .processes = processes,
      .is_shown = tk_get(alloc, AN_LABEL, room * sizeof *t.is_shown),
      .node_of = tk_get(alloc, AN_LABEL, room * sizeof *t.node_of),
      .nodes = tk_get(alloc, AN_LABEL, room * sizeof *t.nodes),
      .order = tk_get(alloc, AN_LABEL, room * sizeof *t.order),
      .rows = tk_get(alloc, AN_LABEL, room * sizeof *t.rows),
   };
   memset(t.is_shown, 0, room * sizeof *t.is_shown);
   build_tree(&t, n_most);
   *n = t.n_rows;
   return t.rows;
}

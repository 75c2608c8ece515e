/* hp_export_tree.c -- heap trees as massif has them.

   Sites are sorted by path once; the sites below a node of a tree are then
   neighbours, and each tree is one pass over those that are in it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "hp_export_tree.h"

#include "an_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.tree"

/* Deeper trees are cut: Valgrind records no more than 500 callers, and a line
   is indented by its depth. */
enum { DEPTH_MAX = 1000 };

struct hp_tree {
   const tk_alloc *alloc;
   const hp_profile *profile;
   uint32_t *ranks; /* of frames, by text; equal text, equal rank */
   uint32_t *order; /* of sites, by the ranks of their paths */
};

/* ---- Sorting ---- */

static int compare_texts(const void *a, const void *b, void *context)
{
   const hp_profile *profile = context;
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   return strcmp(profile->frames[x].text, profile->frames[y].text);
}

static bool rank_frames(hp_tree *tree)
{
   const hp_profile *profile = tree->profile;
   size_t n = profile->n_frames;
   uint32_t *sorted = tk_get(tree->alloc, LABEL, (n + 1) * sizeof *sorted);
   if (sorted == NULL)
      return false;
   for (size_t i = 0; i < n; i++)
      sorted[i] = (uint32_t)i;
   qsort_r(sorted, n, sizeof *sorted, compare_texts, (void *)profile);
   uint32_t rank = 0;
   for (size_t i = 0; i < n; i++) {
      if (i > 0 && profile->frames[sorted[i]].text
                      != profile->frames[sorted[i - 1]].text)
         rank++;
      tree->ranks[sorted[i]] = rank;
   }
   tk_put(tree->alloc, sorted);
   return true;
}

/* Of the path of a site, innermost first; a path that is not known has a
   single step, of a rank of its own. */
static uint32_t rank_at(const hp_tree *tree, uint32_t number, size_t depth)
{
   const hp_site *site = &tree->profile->sites[number];
   return site->n_frames == 0 ? UINT32_MAX : tree->ranks[site->frames[depth]];
}

static int compare_paths(const void *a, const void *b, void *context)
{
   const hp_tree *tree = context;
   uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
   size_t n_x = tree->profile->sites[x].n_frames;
   size_t n_y = tree->profile->sites[y].n_frames;
   for (size_t i = 0; i < n_x && i < n_y; i++) {
      uint32_t rank_x = rank_at(tree, x, i), rank_y = rank_at(tree, y, i);
      if (rank_x != rank_y)
         return rank_x < rank_y ? -1 : 1;
   }
   return (n_x > n_y) - (n_x < n_y);
}

hp_tree *hp_tree_new(const tk_alloc *alloc, const hp_profile *profile)
{
   hp_tree *tree = tk_get(alloc, LABEL, sizeof *tree);
   if (tree == NULL)
      return NULL;
   *tree = (hp_tree){ .alloc = alloc, .profile = profile };
   size_t n_frames = profile->n_frames + 1, n_sites = profile->n_sites + 1;
   tree->ranks = tk_get(alloc, LABEL, n_frames * sizeof *tree->ranks);
   tree->order = tk_get(alloc, LABEL, n_sites * sizeof *tree->order);
   if (tree->ranks == NULL || tree->order == NULL || !rank_frames(tree)) {
      hp_tree_free(tree);
      return NULL;
   }
   for (size_t i = 0; i < profile->n_sites; i++)
      tree->order[i] = (uint32_t)i;
   qsort_r(tree->order, profile->n_sites, sizeof *tree->order, compare_paths,
           tree);
   return tree;
}

void hp_tree_free(hp_tree *tree)
{
   if (tree == NULL)
      return;
   tk_put(tree->alloc, tree->ranks);
   tk_put(tree->alloc, tree->order);
   tk_put(tree->alloc, tree);
}

/* ---- Printing ---- */

void hp_tree_name(FILE *out, const char *name)
{
   char *shown = an_text_utf8(name);
   for (const char *at = shown == NULL ? "?" : shown; *at != '\0'; at++) {
      if (*at == '#')
         fputs("\\x23", out);
      else
         putc(*at, out);
   }
   free(shown);
}

/* Some of the sites that are in a tree: those of one node. */
typedef struct {
   size_t first, n; /* in `sites` of the printer */
   int64_t bytes;
} node;

typedef struct {
   const hp_tree *tree;
   const hp_tree_amounts *amounts;
   const uint32_t *sites; /* that are in the tree, in the order of paths */
   FILE *out;
} printer;

/* The children of a node, largest first, those below the threshold as one. */
typedef struct {
   node *nodes;
   size_t n;
   int64_t n_small, small_bytes;
} children;

static bool is_small(const printer *p, int64_t bytes)
{
   return (__int128)bytes * 100 < p->amounts->total;
}

static int compare_nodes(const void *a, const void *b)
{
   const node *x = a, *y = b;
   if (x->bytes != y->bytes)
      return x->bytes > y->bytes ? -1 : 1;
   return (x->first > y->first) - (x->first < y->first);
}

/* The sites from `first` on that have the same frame there. */
static node next_child(const printer *p, size_t first, size_t end,
                       size_t depth)
{
   node child = { .first = first };
   uint32_t rank = rank_at(p->tree, p->sites[first], depth);
   size_t i = first;
   for (; i < end && rank_at(p->tree, p->sites[i], depth) == rank; i++)
      child.bytes += p->amounts->bytes[p->sites[i]];
   child.n = i - first;
   return child;
}

/* False if memory ran out. */
static bool find_children(const printer *p, const node *parent, size_t depth,
                          children *found)
{
   size_t at = parent->first, end = parent->first + parent->n, capacity = 0;
   const hp_site *sites = p->tree->profile->sites;
   *found = (children){ .nodes = NULL };
   while (depth > 0 && at < end && sites[p->sites[at]].n_frames <= depth)
      at++; /* those paths end at the parent */
   while (at < end && depth < DEPTH_MAX) {
      node child = next_child(p, at, end, depth);
      at += child.n;
      if (is_small(p, child.bytes)) {
         found->n_small++;
         found->small_bytes += child.bytes;
         continue;
      }
      if (found->n == capacity) {
         capacity = capacity == 0 ? 4 : 2 * capacity;
         node *larger = realloc(found->nodes, capacity * sizeof *larger);
         if (larger == NULL)
            return false;
         found->nodes = larger;
      }
      found->nodes[found->n++] = child;
   }
   if (found->n > 0)
      qsort(found->nodes, found->n, sizeof *found->nodes, compare_nodes);
   return true;
}

static void print_small(const printer *p, const children *found, size_t depth)
{
   bool is_one = found->n_small == 1;
   fprintf(p->out, "%*sn0: %" PRId64 " in %" PRId64
                   " place%s below massif's threshold (1.00%%)\n",
           (int)depth, "", found->small_bytes, found->n_small,
           is_one ? "," : "s, all");
}

/* The label of a node; that of the root if depth is 0. */
static void print_label(const printer *p, const node *n, size_t depth)
{
   const hp_profile *profile = p->tree->profile;
   if (depth == 0) {
      fputs(profile->has_pages
               ? "(page allocation syscalls) mmap/mremap/brk, --alloc-fns, "
                 "etc.\n"
               : "(heap allocation functions) malloc/new/new[], --alloc-fns, "
                 "etc.\n",
            p->out);
      return;
   }
   const hp_site *site = &profile->sites[p->sites[n->first]];
   hp_tree_name(p->out, site->n_frames == 0
                           ? AN_UNKNOWN
                           : profile->frames[site->frames[depth - 1]].text);
   putc('\n', p->out);
}

/* A node and all below it.  As deep as DEPTH_MAX at most. */
static bool print_node(const printer *p, const node *n, size_t depth)
{
   children found;
   bool ok = find_children(p, n, depth, &found);
   if (depth == 0) {
      found.n_small += p->amounts->n_rest;
      found.small_bytes += p->amounts->rest;
   }
   fprintf(p->out, "%*sn%zu: %" PRId64 " ", (int)depth, "",
           found.n + (found.n_small > 0), n->bytes);
   print_label(p, n, depth);
   for (size_t i = 0; ok && i < found.n; i++)
      ok = print_node(p, &found.nodes[i], depth + 1);
   if (found.n_small > 0)
      print_small(p, &found, depth + 1);
   free(found.nodes);
   return ok;
}

an_status hp_tree_print(const hp_tree *tree, const hp_tree_amounts *amounts,
                        FILE *out)
{
   size_t n = 0, n_sites = tree->profile->n_sites;
   uint32_t *sites = tk_get(tree->alloc, LABEL, (n_sites + 1) * sizeof *sites);
   if (sites == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n_sites; i++)
      if (amounts->bytes[tree->order[i]] > 0)
         sites[n++] = tree->order[i];
   printer p = { tree, amounts, sites, out };
   node root = { .n = n, .bytes = amounts->heap };
   bool ok = print_node(&p, &root, 0);
   tk_put(tree->alloc, sites);
   return ok ? AN_OK : AN_NO_MEMORY;
}

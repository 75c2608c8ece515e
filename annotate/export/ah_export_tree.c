/* ah_export_tree.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/ah_export_tree.h"

#include "base/an_text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Deeper trees are cut: Valgrind records at most 500 callers, and lines are indented
   by their depth. */
enum { DEPTH_MAX = 1000 };

void ah_export_name(FILE *out, const char *name)
{
   char *shown = an_text_utf8(name);
   for (const char *at = shown; *at != '\0'; at++) {
      if (*at == '#')
         fputs("\\x23", out);
      else
         putc(*at, out);
   }
   free(shown);
}

typedef struct {
   const an_tree *tree;
   const ah_export_sums *sums;
   FILE *out;
} printer;

/* The children of a node that are shown, largest first; the others together. */
typedef struct {
   an_node *nodes; /* for tk_put */
   size_t n;
   int64_t n_small, small_bytes;
} children;

/* Finds the children to show.  A path that ends at the root is unknown, and is shown; one
   that ends elsewhere is part of its node. */
static void find_children(const printer *p, const an_node *node, size_t depth,
                          children *found)
{
   size_t n;
   /* A hundredth, rounded up. */
   const int64_t threshold = p->sums->total / 100 + (p->sums->total % 100 > 0);
   *found = (children){ .nodes = NULL };
   if (depth == DEPTH_MAX || (depth > 0 && node->frame == NULL))
      return;
   an_tree_children(p->tree, node, &found->nodes, &n);
   for (size_t i = 0; i < n; i++) {
      an_node child = found->nodes[i];
      if (child.frame == NULL && depth > 0)
         continue;
      if (child.weight.value[0] >= threshold) {
         found->nodes[found->n++] = child;
      } else {
         found->n_small++;
         found->small_bytes += child.weight.value[0];
      }
   }
}

static void print_small(const printer *p, const children *found, size_t depth)
{
   bool is_one = found->n_small == 1;
   fprintf(p->out,
           "%*sn0: %" PRId64 " in %" PRId64
           " place%s below massif's threshold (1.00%%)\n",
           (int)depth, "", found->small_bytes, found->n_small, is_one ? "," : "s, all");
}

static void print_label(const printer *p, const an_node *node, size_t depth)
{
   bool has_pages = p->sums->has_pages;
   if (depth == 0)
      fputs(has_pages ? "(page allocation syscalls) mmap/mremap/brk, --alloc-fns, etc."
                      : "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.",
            p->out);
   else
      ah_export_name(p->out, node->frame == NULL ? AN_UNKNOWN : node->frame->text);
   putc('\n', p->out);
}

/* A node and all below it, down to DEPTH_MAX. */
static void print_node(const printer *p, const an_node *node, size_t depth)
{
   children found;
   find_children(p, node, depth, &found);
   if (depth == 0) {
      found.n_small += p->sums->n_rest;
      found.small_bytes += p->sums->rest;
   }
   fprintf(p->out, "%*sn%zu: %" PRId64 " ", (int)depth, "", found.n + (found.n_small > 0),
           depth == 0 ? p->sums->heap : node->weight.value[0]);
   print_label(p, node, depth);
   for (size_t i = 0; i < found.n; i++)
      print_node(p, &found.nodes[i], depth + 1);
   if (found.n_small > 0)
      print_small(p, &found, depth + 1);
   tk_put(p->tree->alloc, found.nodes);
}

void ah_export_tree(const an_tree *tree, const ah_export_sums *sums, FILE *out)
{
   printer p = { tree, sums, out };
   an_node root = an_tree_root(tree);
   print_node(&p, &root, 0);
}

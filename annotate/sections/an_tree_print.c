/* an_tree_print.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_tree_print.h"

#include "base/an_alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
   NAME_COLUMNS_MIN = 40, /* left for names, if the tree is not deeper than this */
   CHAIN_LINES = 3,       /* of an entry, unless all frames are asked for */
   NOTE_B = 64,
};

const double an_tree_steps_of_level[AN_TREE_LEVELS] = {
   0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 40, 101
};

/* The way from the root to an entry. */
typedef struct branch {
   const struct branch *up;
   bool is_last; /* child of its parent */
} branch;

/* ---- Lines ---- */

static const char *choose_text(const an_drawing *d, const char *utf8, const char *ascii)
{
   return d->utf8 ? utf8 : ascii;
}

static size_t room_behind(const an_drawing *d, size_t taken)
{
   if (d->full_names)
      return SIZE_MAX;
   return d->width > taken ? d->width - taken : 0;
}

/* How many lines from above are drawn, of which each takes three columns: in a deep
   tree only the innermost, so that names have room. */
static size_t most_ways(const an_drawing *d)
{
   size_t room = room_behind(d, d->n_figures + NAME_COLUMNS_MIN);
   return room / 3 > 1 ? room / 3 : 1;
}

static size_t print_inner_ways(const an_drawing *d, const branch *b, size_t most)
{
   if (b == NULL || b->up == NULL)
      return 0;
   if (most == 0) {
      fputs(choose_text(d, "\xe2\x94\x8a  ", ":  "), d->out);
      return 3;
   }
   size_t n = print_inner_ways(d, b->up, most - 1);
   fputs(b->is_last ? "   " : choose_text(d, "\xe2\x94\x82  ", "|  "), d->out);
   return n + 3;
}

/* The lines that go on from the entries above; returns their columns. */
static size_t print_ways(const an_drawing *d, const branch *b)
{
   return print_inner_ways(d, b, most_ways(d));
}

/* The start of an entry's line; returns its columns. */
static size_t begin_entry(const an_drawing *d, const branch *b, const an_node *first,
                          const an_node *last)
{
   an_colour heat = d->colour ? d->heat(d->context, first) : AN_COLOUR_NONE;
   if (heat != AN_COLOUR_NONE)
      an_text_colour(d->out, heat);
   d->print_figures(d->context, d->out, first, last);
   if (heat != AN_COLOUR_NONE)
      an_text_colour(d->out, AN_COLOUR_NONE);
   if (b->up == NULL)
      return d->n_figures; /* a root has no lines */
   size_t n = print_ways(d, b->up);
   fputs(b->is_last ? choose_text(d, "\xe2\x94\x94\xe2\x94\x80 ", "`- ")
                    : choose_text(d, "\xe2\x94\x9c\xe2\x94\x80 ", "|- "),
         d->out);
   return d->n_figures + n + 3;
}

/* A further line of the entry; `goes_on`: to children below. */
static size_t continue_entry(const an_drawing *d, const branch *b, bool goes_on)
{
   fprintf(d->out, "\n%*s", (int)d->n_figures, "");
   size_t n = print_ways(d, b->up);
   if (b->up != NULL) {
      fputs(b->is_last ? "   " : choose_text(d, "\xe2\x94\x82  ", "|  "), d->out);
      n += 3;
   }
   fputs(goes_on ? choose_text(d, "\xe2\x94\x82  ", "|  ") : "   ", d->out);
   return d->n_figures + n + 3;
}

/* ---- Entries ---- */

/* The frames of one entry. */
typedef struct {
   const an_frame **frames;
   size_t n, room;
} chain;

static void add_frame(chain *c, const an_frame *frame)
{
   if (c->n == c->room) {
      c->room = 2 * c->room + 8;
      c->frames = an_realloc(c->frames, c->room * sizeof *c->frames);
   }
   c->frames[c->n++] = frame;
}

/* An entry's frames as text, and where they are printed. */
typedef struct {
   char **of;
   size_t n;
   /* From `first` on, n_hidden are left out; the note stands for them. */
   size_t first, n_hidden;
   char note[NOTE_B];
   size_t at;     /* the column of the first */
   size_t next;   /* of the first in a further line */
   bool has_more; /* entries follow that are not shown */
} texts;

static void free_texts(texts *t)
{
   for (size_t i = 0; i < t->n; i++)
      free(t->of[i]);
   free(t->of);
}

static void write_texts(texts *t, const an_drawing *d, const chain *c)
{
   /* An arrow, and "..." if nothing is below. */
   size_t most = room_behind(d, t->next + (t->has_more ? 7 : 3));
   t->n = c->n;
   t->of = an_malloc((t->n + 1) * sizeof *t->of);
   for (size_t i = 0; i < t->n; i++)
      t->of[i] = d->text(d->context, c->frames[i], most);
}

static size_t n_shown_of(const texts *t)
{
   return t->n - t->n_hidden + (t->n_hidden > 0);
}

/* The i-th of those shown. */
static const char *text_at(const texts *t, size_t i)
{
   if (t->n_hidden == 0 || i < t->first)
      return t->of[i];
   return i == t->first ? t->note : t->of[i + t->n_hidden - 1];
}

/* The columns of a text, with an arrow if something follows. */
static size_t columns_at(const texts *t, size_t i)
{
   bool has_arrow = i + 1 < n_shown_of(t) || t->has_more;
   return an_text_columns(text_at(t, i)) + (has_arrow ? 2 : 0);
}

/* Whether it goes to a further line; " ..." needs room, too. */
static bool wraps_text(const an_drawing *d, const texts *t, size_t i, size_t at)
{
   size_t end = t->has_more && i + 1 == n_shown_of(t) ? 4 : 0;
   return i > 0 && at + 1 + columns_at(t, i) + end > d->width;
}

static size_t count_lines(const an_drawing *d, const texts *t)
{
   size_t n_lines = 1, at = t->at;
   for (size_t i = 0; i < n_shown_of(t); i++) {
      bool is_further = wraps_text(d, t, i, at);
      n_lines += is_further;
      at = is_further ? t->next : at + (i > 0);
      at += columns_at(t, i);
   }
   return n_lines;
}

/* Leaves out frames in the middle until the others take few lines. */
static void leave_out(const an_drawing *d, texts *t)
{
   if (d->n_frames == SIZE_MAX || count_lines(d, t) <= CHAIN_LINES)
      return;
   for (t->n_hidden = 2; t->n_hidden + 2 <= t->n; t->n_hidden++) {
      t->first = (t->n - t->n_hidden + 1) / 2;
      snprintf(t->note, sizeof t->note, "... %zu more frames: --frames=0", t->n_hidden);
      if (count_lines(d, t) <= CHAIN_LINES)
         return;
   }
   t->n_hidden = 0; /* there are too few */
}

/* Prints as many frames on a line as it has room for, with an arrow behind the last
   if more frames follow. */
static void print_chain(const an_drawing *d, const branch *b, const chain *c, size_t at,
                        bool goes_on, bool has_more)
{
   const char *arrow = d->tree->direction == AN_TOP_DOWN
                          ? choose_text(d, " \xe2\x86\x92", " >")
                          : choose_text(d, " \xe2\x86\x90", " <");
   texts t = { .at = at, .next = b->up == NULL ? at + 3 : at, .has_more = has_more };
   write_texts(&t, d, c);
   leave_out(d, &t);
   for (size_t i = 0; i < n_shown_of(&t); i++) {
      if (wraps_text(d, &t, i, at))
         at = continue_entry(d, b, goes_on);
      else if (i > 0)
         at += (size_t)fprintf(d->out, " ");
      fputs(text_at(&t, i), d->out);
      if (i + 1 < n_shown_of(&t) || has_more)
         fputs(arrow, d->out);
      at += columns_at(&t, i);
   }
   fputs(has_more ? " ...\n" : "\n", d->out);
   free_texts(&t);
}

/* A path that ends where others go on. */
static void print_end(const an_drawing *d, const branch *b)
{
   fputs(d->end_text(d->context, b->up == NULL), d->out);
   putc('\n', d->out);
}

/* The children that the drawing has. */
static void find_children(const an_drawing *d, const an_node *node, an_node **children,
                          size_t *n)
{
   size_t n_found;
   *n = 0;
   an_tree_children(d->tree, node, children, &n_found);
   for (size_t i = 0; i < n_found; i++)
      if ((*children)[i].frame != NULL || !d->hides_ends)
         (*children)[(*n)++] = (*children)[i];
}

/* An entry: its frames, and the node of the last with its children. */
typedef struct {
   chain frames;
   an_node last, *children;
   an_node *held; /* the array that `last` is from */
   size_t n;
} entry;

static bool is_chain(const an_drawing *d, const entry *e)
{
   return e->n == 1
          && (d->is_chain == NULL || d->is_chain(d->context, &e->last, &e->children[0]));
}

/* Goes along the chain from the node to its end; for close_entry. */
static void follow_chain(const an_drawing *d, const an_node *node, entry *e)
{
   *e = (entry){ .last = *node };
   for (;;) {
      add_frame(&e->frames, e->last.frame);
      find_children(d, &e->last, &e->children, &e->n);
      if (!is_chain(d, e))
         return;
      tk_put(d->tree->alloc, e->held);
      e->held = e->children;
      e->last = e->held[0];
      e->children = NULL;
   }
}

static void close_entry(const an_drawing *d, entry *e)
{
   tk_put(d->tree->alloc, e->held);
   tk_put(d->tree->alloc, e->children);
   free(e->frames.frames);
}

static void print_children(const an_drawing *d, const branch *up, an_node *children,
                           size_t n, size_t depth);

static void print_node(const an_drawing *d, const branch *b, const an_node *node,
                       size_t depth)
{
   if (node->frame == NULL) {
      begin_entry(d, b, node, node);
      print_end(d, b);
      return;
   }
   entry e;
   follow_chain(d, node, &e);
   bool is_cut = (d->depth > 0 && depth >= d->depth)
                 || (e.n > 0 && !d->is_large(d->context, &e.children[0], depth + 1));
   size_t at = begin_entry(d, b, node, &e.last);
   print_chain(d, b, &e.frames, at, e.n > 0 && !is_cut, e.n > 0 && is_cut);
   if (!is_cut)
      print_children(d, b, e.children, e.n, depth + 1);
   close_entry(d, &e);
}

/* An entry that is too small, but takes no more room than "1 other". */
static void print_lone(const an_drawing *d, const branch *b, const an_node *node)
{
   size_t at = begin_entry(d, b, node, node);
   if (node->frame == NULL) {
      print_end(d, b);
      return;
   }
   an_node *children;
   size_t n;
   find_children(d, node, &children, &n);
   tk_put(d->tree->alloc, children);
   const an_frame *frame = node->frame;
   chain c = { .frames = &frame, .n = 1 };
   print_chain(d, b, &c, at, false, n > 0);
}

/* The children that are too small, together. */
static void print_others(const an_drawing *d, const branch *b, const an_node *others,
                         size_t n)
{
   size_t n_values = d->tree->n_values;
   int64_t *sums = an_calloc(2 * n_values + 1, sizeof *sums);
   an_node all = { .weight = { sums }, .own = { sums + n_values } };
   for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n_values; k++) {
         sums[k] += others[i].weight.value[k];
         sums[n_values + k] += others[i].own.value[k];
      }
   begin_entry(d, b, &all, &all);
   fprintf(d->out, "%zu others\n", n);
   free(sums);
}

static void print_children(const an_drawing *d, const branch *up, an_node *children,
                           size_t n, size_t depth)
{
   size_t n_shown = 0;
   while (n_shown < n && d->is_large(d->context, &children[n_shown], depth))
      n_shown++;
   for (size_t i = 0; i < n_shown && !ferror(d->out); i++) {
      branch b = { up, i + 1 == n };
      print_node(d, &b, &children[i], depth);
   }
   branch b = { up, true };
   if (n - n_shown == 1) {
      print_lone(d, &b, &children[n_shown]);
      return;
   }
   if (n_shown != n)
      print_others(d, &b, children + n_shown, n - n_shown);
}

/* ---- Few entries ---- */

enum { ENTRIES_MOST = 64 };

/* The largest ranks of entries that were found, the largest first. */
typedef struct {
   long double of[ENTRIES_MOST + 1];
   size_t n, n_most, n_all;
} ranks;

static void add_rank(ranks *r, long double rank)
{
   size_t at = r->n;
   r->n_all++;
   while (at > 0 && r->of[at - 1] < rank)
      at--;
   if (at > r->n_most)
      return;
   r->n += r->n <= r->n_most;
   memmove(&r->of[at + 1], &r->of[at], (r->n - at - 1) * sizeof r->of[0]);
   r->of[at] = rank;
}

static void rank_entries(const an_drawing *d, ranks *r, const an_node *children, size_t n,
                         size_t depth)
{
   if (d->depth > 0 && depth > d->depth)
      return;
   for (size_t i = 0; i < n && d->is_large(d->context, &children[i], depth); i++) {
      add_rank(r, (long double)children[i].weight.value[0] / (long double)depth);
      if (children[i].frame == NULL)
         continue;
      entry e;
      follow_chain(d, &children[i], &e);
      rank_entries(d, r, e.children, e.n, depth + 1);
      close_entry(d, &e);
   }
}

void an_tree_fit(const an_drawing *drawing, const an_node *top, size_t n_most,
                 an_tree_few *few)
{
   an_node *children;
   size_t n;
   ranks r = { .n_most = n_most < ENTRIES_MOST ? n_most : ENTRIES_MOST };
   find_children(drawing, top, &children, &n);
   rank_entries(drawing, &r, children, n, 1);
   tk_put(drawing->tree->alloc, children);
   *few = (an_tree_few){ .least = r.n > r.n_most ? r.of[r.n_most] : -1 };
   size_t n_shown = 0;
   while (n_shown < r.n && r.of[n_shown] > few->least)
      n_shown++;
   few->n_more = r.n_all - n_shown;
}

void an_tree_draw(const an_drawing *drawing, const an_node *top)
{
   an_node *children;
   size_t n;
   find_children(drawing, top, &children, &n);
   if (n == 0 && top->n > 0) { /* no path has a frame */
      children[0] = *top;
      n = 1;
   }
   print_children(drawing, NULL, children, n, 1);
   tk_put(drawing->tree->alloc, children);
}

/* ah_tree_print.c -- the trees of call paths.

   A chain of nodes with one child each is one entry, so that depth costs no columns:
   "main (a.c:3) -> run (a.c:9) -> parse (b.c:20)".  A tree that has more lines than
   the report has room for is pruned: entries need the more bytes the deeper they are,
   so that neither a deep recursion nor a broad call takes all lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_page.h"

#include "heap/ah_path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "100.00%  1.17 MiB      1,050  ". */
enum { FIGURES_COLUMNS = 7 + 2 + 8 + 2 + 11 + 2 };

enum {
   NAME_COLUMNS_MIN = 40, /* left for names, if the tree is not deeper than this */
   CHAIN_LINES = 3,       /* of an entry, unless all frames are asked for */
};

/* The percentage that an entry needs, times its depth; by the page's level. */
static const double steps[] = { 0,  0.25, 0.5, 0.75, 1,  1.25, 1.5, 2,  2.5, 3,  4,
                                5,  6,    8,   10,   12, 16,   20,  25, 40,  101 };
enum { N_STEPS = sizeof steps / sizeof steps[0] };

/* The way from the root to an entry. */
typedef struct branch {
   const struct branch *up;
   bool is_last; /* child of its parent */
} branch;

typedef struct {
   const ah_page *page;
   an_tree tree;
   ah_amount total;         /* shares are of this */
   long double least_bytes; /* smaller entries are shown together */
   long double step_bytes;  /* entries at depth N need N times as many */
   ah_weight moment;
   int64_t n_rest; /* unlisted sites */
   ah_amount rest; /* their sum */
} printer;

static bool is_large(const printer *p, const an_node *node, size_t depth)
{
   long double bytes = node->weight.value[0];
   return bytes >= p->least_bytes && bytes >= p->step_bytes * depth;
}

/* ---- Lines ---- */

static const char *choose(const printer *p, const char *utf8, const char *ascii)
{
   return p->page->options->utf8 ? utf8 : ascii;
}

static void print_figures(const printer *p, ah_amount amount)
{
   char text[AH_TEXT_B];
   const ah_page *page = p->page;
   fprintf(page->out, "%7s", ah_text_share(text, amount.bytes, p->total.bytes));
   fprintf(page->out, "  %8s",
           ah_text_bytes(text, page->profile, amount.bytes));
   an_text_count(text, amount.blocks);
   fprintf(page->out, "  %11s  ", text);
}

/* How many lines from above are drawn, of which each takes three columns: in a deep
   tree only the innermost, so that names have room. */
static size_t most_ways(const printer *p)
{
   size_t room = ah_page_room(p->page, FIGURES_COLUMNS + NAME_COLUMNS_MIN);
   return room / 3 > 1 ? room / 3 : 1;
}

static size_t print_inner_ways(const printer *p, const branch *b, size_t most)
{
   if (b == NULL || b->up == NULL)
      return 0;
   if (most == 0) {
      fputs(choose(p, "\xe2\x94\x8a  ", ":  "), p->page->out);
      return 3;
   }
   size_t n = print_inner_ways(p, b->up, most - 1);
   fputs(b->is_last ? "   " : choose(p, "\xe2\x94\x82  ", "|  "),
         p->page->out);
   return n + 3;
}

/* The lines that go on from the entries above; returns their columns. */
static size_t print_ways(const printer *p, const branch *b)
{
   return print_inner_ways(p, b, most_ways(p));
}

/* The start of an entry's line; returns its columns. */
static size_t begin_entry(const printer *p, const branch *b, ah_amount amount)
{
   const ah_page *page = p->page;
   an_colour heat = an_text_heat(amount.bytes, p->total.bytes);
   if (heat != AN_COLOUR_NONE)
      an_page_colour(&page->base, heat);
   print_figures(p, amount);
   if (heat != AN_COLOUR_NONE)
      an_page_colour(&page->base, AN_COLOUR_NONE);
   if (b->up == NULL)
      return FIGURES_COLUMNS; /* a root has no lines */
   size_t n = print_ways(p, b->up);
   fputs(b->is_last
            ? choose(p, "\xe2\x94\x94\xe2\x94\x80 ", "`- ")
            : choose(p, "\xe2\x94\x9c\xe2\x94\x80 ", "|- "),
         page->out);
   return FIGURES_COLUMNS + n + 3;
}

/* A further line of the entry; `goes_on`: to children below. */
static size_t continue_entry(const printer *p, const branch *b, bool goes_on)
{
   fprintf(p->page->out, "\n%*s", FIGURES_COLUMNS, "");
   size_t n = print_ways(p, b->up);
   if (b->up != NULL) {
      fputs(b->is_last ? "   " : choose(p, "\xe2\x94\x82  ", "|  "),
            p->page->out);
      n += 3;
   }
   fputs(goes_on ? choose(p, "\xe2\x94\x82  ", "|  ") : "   ",
         p->page->out);
   return FIGURES_COLUMNS + n + 3;
}

/* ---- Entries ---- */

/* The frames of one entry. */
typedef struct {
   const an_frame **frames;
   size_t n, room;
} chain;

static bool add_frame(chain *c, const an_frame *frame)
{
   if (c->n == c->room) {
      size_t room = 2 * c->room + 8;
      const an_frame **larger = realloc(c->frames, room * sizeof *larger);
      if (larger == NULL)
         return false;
      c->frames = larger;
      c->room = room;
   }
   c->frames[c->n++] = frame;
   return true;
}

/* An entry's frames as text, and where they are printed. */
typedef struct {
   char **of;
   size_t n;
   /* From `first` on, n_hidden are left out; the note stands for them. */
   size_t first, n_hidden;
   char note[AH_TEXT_B];
   size_t at;     /* the column of the first */
   size_t next;   /* of the first in a further line */
   bool has_more; /* entries follow that are not shown */
} texts;

static void free_texts(texts *t)
{
   for (size_t i = 0; t->of != NULL && i < t->n; i++)
      free(t->of[i]);
   free(t->of);
}

static bool write_texts(texts *t, const printer *p, const chain *c)
{
   /* An arrow, and "..." if nothing is below. */
   size_t most = ah_page_room(p->page, t->next + (t->has_more ? 7 : 3));
   bool ok = (t->of = calloc(c->n + 1, sizeof *t->of)) != NULL;
   for (t->n = 0; ok && t->n < c->n; t->n += ok)
      ok = (t->of[t->n] = ah_text_frame(c->frames[t->n], most)) != NULL;
   return ok;
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

/* Its columns, with an arrow if something follows. */
static size_t columns_at(const texts *t, size_t i)
{
   bool has_arrow = i + 1 < n_shown_of(t) || t->has_more;
   return an_text_columns(text_at(t, i)) + (has_arrow ? 2 : 0);
}

/* Whether it goes to a further line; " ..." needs room, too. */
static bool wraps(const printer *p, const texts *t, size_t i, size_t at)
{
   size_t end = t->has_more && i + 1 == n_shown_of(t) ? 4 : 0;
   return i > 0
          && at + 1 + columns_at(t, i) + end > p->page->options->width;
}

static size_t count_lines(const printer *p, const texts *t)
{
   size_t n_lines = 1, at = t->at;
   for (size_t i = 0; i < n_shown_of(t); i++) {
      bool is_further = wraps(p, t, i, at);
      n_lines += is_further;
      at = is_further ? t->next : at + (i > 0);
      at += columns_at(t, i);
   }
   return n_lines;
}

/* Leaves out frames in the middle until the others take few lines. */
static void leave_out(const printer *p, texts *t)
{
   if (p->page->options->n_frames == SIZE_MAX
       || count_lines(p, t) <= CHAIN_LINES)
      return;
   for (t->n_hidden = 2; t->n_hidden + 2 <= t->n; t->n_hidden++) {
      t->first = (t->n - t->n_hidden + 1) / 2;
      snprintf(t->note, sizeof t->note, "... %zu more frames: --frames=0",
               t->n_hidden);
      if (count_lines(p, t) <= CHAIN_LINES)
         return;
   }
   t->n_hidden = 0; /* there are too few */
}

/* Prints as many frames on a line as it has room for, with an arrow behind the last
   if more frames follow. */
static bool print_chain(const printer *p, const branch *b, const chain *c,
                        size_t at, bool goes_on, bool has_more)
{
   const char *arrow = p->tree.direction == AN_TOP_DOWN
      ? choose(p, " \xe2\x86\x92", " >") : choose(p, " \xe2\x86\x90", " <");
   texts t = { .at = at, .next = b->up == NULL ? at + 3 : at,
               .has_more = has_more };
   bool ok = write_texts(&t, p, c);
   if (ok)
      leave_out(p, &t);
   for (size_t i = 0; ok && i < n_shown_of(&t); i++) {
      if (wraps(p, &t, i, at))
         at = continue_entry(p, b, goes_on);
      else if (i > 0)
         at += (size_t)fprintf(p->page->out, " ");
      fputs(text_at(&t, i), p->page->out);
      if (i + 1 < n_shown_of(&t) || has_more)
         fputs(arrow, p->page->out);
      at += columns_at(&t, i);
   }
   fputs(has_more ? " ...\n" : "\n", p->page->out);
   free_texts(&t);
   return ok;
}

/* A path that ends where others go on. */
static void print_end_of_path(const printer *p, const branch *b)
{
   FILE *out = p->page->out;
   char verb[AH_TEXT_B];
   if (b->up == NULL) {
      fputs("(call path unknown)\n", out);
   } else if (p->tree.direction == AN_TOP_DOWN) {
      ah_text_unit(verb, p->page->profile->verb);
      if (verb[0] >= 'A' && verb[0] <= 'Z')
         verb[0] += 'a' - 'A';
      fprintf(out, "(%s here)\n", verb);
   } else {
      fputs("(callers unknown)\n", out);
   }
}

static bool print_children(const printer *p, const branch *up,
                           an_node *children, size_t n, size_t depth);

static bool print_node(const printer *p, const branch *b, const an_node *node,
                       size_t depth)
{
   size_t at = begin_entry(p, b, ah_path_amount(node));
   if (node->frame == NULL) {
      print_end_of_path(p, b);
      return true;
   }
   chain c = { .n = 0 };
   an_node *children, last = *node;
   size_t n;
   bool ok = add_frame(&c, node->frame)
             && an_tree_children(&p->tree, node, &children, &n);
   while (ok && n == 1) {
      last = children[0];
      tk_put(p->page->alloc, children);
      ok = add_frame(&c, last.frame)
           && an_tree_children(&p->tree, &last, &children, &n);
   }
   if (ok) {
      size_t limit = p->page->options->depth;
      bool is_cut = (limit > 0 && depth >= limit)
                    || (n > 0 && !is_large(p, &children[0], depth + 1));
      ok = print_chain(p, b, &c, at, n > 0 && !is_cut, n > 0 && is_cut)
           && (is_cut || print_children(p, b, children, n, depth + 1));
      tk_put(p->page->alloc, children);
   }
   free(c.frames);
   return ok;
}

/* An entry that is too small, but takes no more room than "1 other". */
static bool print_lone(const printer *p, const branch *b, const an_node *node)
{
   size_t at = begin_entry(p, b, ah_path_amount(node));
   if (node->frame == NULL) {
      print_end_of_path(p, b);
      return true;
   }
   an_node *children;
   size_t n;
   if (!an_tree_children(&p->tree, node, &children, &n))
      return false;
   tk_put(p->page->alloc, children);
   const an_frame *frame = node->frame;
   chain c = { .frames = &frame, .n = 1 };
   return print_chain(p, b, &c, at, false, n > 0);
}

static bool print_children(const printer *p, const branch *up,
                           an_node *children, size_t n, size_t depth)
{
   size_t n_shown = 0;
   while (n_shown < n && is_large(p, &children[n_shown], depth))
      n_shown++;
   ah_amount others = { 0, 0 };
   for (size_t i = n_shown; i < n; i++)
      ah_amount_add(&others, ah_path_amount(&children[i]));
   for (size_t i = 0; i < n_shown && !ferror(p->page->out); i++) {
      branch b = { up, i + 1 == n };
      if (!print_node(p, &b, &children[i], depth))
         return false;
   }
   if (n_shown == n)
      return true;
   branch b = { up, true };
   if (n - n_shown == 1)
      return print_lone(p, &b, &children[n_shown]);
   begin_entry(p, &b, others);
   fprintf(p->page->out, "%zu others\n", n - n_shown);
   return true;
}

/* ---- Trees ---- */

static const char *const titles[] = {
   [AH_AT_PEAK] = "Live at the peak",
   [AH_AT_END] = "Live at the end",
   [AH_TOTAL] = "In total",
   [AH_AT_SNAPSHOT] = "Live at the snapshot",
};

/* "Snapshot 3, 1.21 Minstr (55.3% of the run)". */
static void print_time(const ah_page *page, ah_weight moment)
{
   char text[AH_TEXT_B];
   const ah_profile *p = page->profile;
   int64_t time = ah_weight_time(moment, p);
   if (moment.kind == AH_AT_SNAPSHOT)
      fprintf(page->out, "Snapshot %zu, ", moment.snapshot + 1);
   if (moment.kind == AH_AT_PEAK && !ah_profile_has_peak_time(p)) {
      fputs("each process at its own peak", page->out);
      return;
   }
   fprintf(page->out, "%s", ah_text_time(text, p, time));
   fprintf(page->out, " (%s of the run)", ah_text_moment(text, p, time));
}

static void print_heading(const printer *p, ah_weight moment)
{
   const ah_page *page = p->page;
   char title[AH_TEXT_B], bytes[AH_TEXT_B], blocks[AH_TEXT_B];
   snprintf(title, sizeof title, "%s, %s", titles[moment.kind],
            p->tree.direction == AN_TOP_DOWN
               ? "by call path from the top down"
               : "by call path from the bottom up");
   an_page_heading(&page->base, title, NULL);
   if (moment.kind != AH_TOTAL) {
      print_time(page, moment);
      fputs("\n\n", page->out);
   }
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, "%7s  %8s  %11s", "share",
           ah_text_unit(bytes, page->profile->bytes_unit),
           ah_text_unit(blocks, page->profile->blocks_unit));
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* At the page's level. */
static an_status print_tree(const ah_page *page, void *context)
{
   const printer *whole = context;
   printer copy = *whole, *p = &copy;
   p->page = page;
   p->step_bytes = (long double)p->total.bytes * steps[page->level] / 100;
   an_node *children, root = an_tree_root(&p->tree);
   size_t n;
   print_heading(p, p->moment);
   print_figures(p, p->total);
   fputs("all\n", p->page->out);
   if (!an_tree_children(&p->tree, &root, &children, &n))
      return AN_NO_MEMORY;
   if (n == 0 && root.n > 0) { /* no site has a path */
      children[0] = root;
      n = 1;
   }
   bool ok = print_children(p, NULL, children, n, 1);
   tk_put(p->page->alloc, children);
   if (p->n_rest > 0) {
      print_figures(p, p->rest);
      fprintf(p->page->out, "%" PRId64 " sites too small for the snapshot\n",
              p->n_rest);
   }
   putc('\n', p->page->out);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* In place of a tree without anything in it. */
static an_status print_nothing(const ah_page *page, void *context)
{
   const printer *p = context;
   an_page_heading(&page->base, titles[p->moment.kind], NULL);
   fputs("Nothing.\n\n", page->out);
   return AN_OK;
}

/* The tree of a moment, if there is anything in it. */
static bool print_moment(printer *p, ah_weight moment)
{
   const ah_page *page = p->page;
   ah_amount *weights;
   const ah_section tree = {
      moment.kind == AH_AT_END ? AH_SHARE_END : AH_SHARE_PEAK, N_STEPS,
      "--threshold=1", false, print_tree
   }, nothing = { tree.share, 1, tree.option, false, print_nothing };
   p->moment = moment;
   p->total = ah_weight_amount(moment, page->profile);
   p->least_bytes = (long double)p->total.bytes
                    * (long double)page->options->threshold / 100;
   if (p->total.bytes == 0 && p->total.blocks == 0)
      return ah_page_fit(page, &nothing, p) == AN_OK;
   if (!ah_weight_sites(moment, page->alloc, page->profile, &weights,
                        &p->n_rest, &p->rest))
      return false;
   ah_path_weigh(&p->tree, weights);
   tk_put(page->alloc, weights);
   return ah_page_fit(page, &tree, p) == AN_OK;
}

static bool print_direction(const ah_page *page, an_direction direction)
{
   printer p = { .page = page };
   const ah_weight *at = page->options->at;
   if (!ah_path_tree(&p.tree, page->alloc, page->profile, direction,
                     page->options->all_frames))
      return false;
   bool ok;
   if (at != NULL)
      ok = print_moment(&p, *at);
   else if (page->profile->has_lifetimes)
      ok = print_moment(&p, (ah_weight){ AH_AT_PEAK, 0 })
           && print_moment(&p, (ah_weight){ AH_AT_END, 0 });
   else
      ok = print_moment(&p, (ah_weight){ AH_TOTAL, 0 });
   an_tree_close(&p.tree);
   return ok;
}

an_status ah_page_trees(const ah_page *page)
{
   const ah_report_options *options = page->options;
   bool ok = (!options->top_down || print_direction(page, AN_TOP_DOWN))
             && (!options->bottom_up || print_direction(page, AN_BOTTOM_UP));
   return ok ? AN_OK : AN_NO_MEMORY;
}

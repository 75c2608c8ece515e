/* ah_tree_print.c -- the trees of call paths.

   A report of limited length has the largest entries, and those the more bytes the deeper
   they are (an_tree_print.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_page.h"

#include "heap/ah_path.h"
#include "sections/an_tree_print.h"

#include <inttypes.h>
#include <string.h>

/* "100.00%  1.17 MiB      1,050  ". */
enum { FIGURES_COLUMNS = 7 + 2 + 8 + 2 + 11 + 2 };

typedef struct {
   const ah_page *page;
   an_tree tree;
   ah_amount total;         /* shares are of this */
   long double least_bytes; /* smaller entries are shown together */
   an_tree_few few;
   ah_weight moment;
   int64_t n_rest;      /* unlisted sites */
   ah_amount rest;      /* their sum */
   char end[AH_TEXT_B]; /* "(allocated here)" */
} printer;

/* ---- Entries ---- */

static bool is_large(const void *context, const an_node *node, size_t depth)
{
   const printer *p = context;
   long double bytes = node->weight.value[0];
   return bytes >= p->least_bytes && bytes > p->few.least * depth;
}

static void print_figures(const printer *p, ah_amount amount)
{
   const ah_page *page = p->page;
   fprintf(page->out, "%7s  %8s  %11s  ", AH_PERCENT(amount.bytes, p->total.bytes, 2),
           AH_BYTES(page->profile, amount.bytes), AH_COUNT(amount.blocks));
}

static void print_entry_figures(const void *context, FILE *out, const an_node *first,
                                const an_node *last)
{
   (void)out, (void)last;
   print_figures(context, ah_path_amount(first));
}

static an_colour colour_node(const void *context, const an_node *node)
{
   const printer *p = context;
   return an_text_heat(node->weight.value[0], p->total.bytes);
}

static char *frame_text(const void *context, const an_frame *frame, size_t n_most)
{
   (void)context;
   return ah_text_frame(frame, n_most);
}

/* "Allocated" is "(allocated here)". */
static void write_end(printer *p)
{
   char verb[AH_TEXT_B];
   ah_text_unit(verb, p->page->profile->verb);
   if (verb[0] >= 'A' && verb[0] <= 'Z')
      verb[0] += 'a' - 'A';
   snprintf(p->end, sizeof p->end, "(%.*s here)", AH_TEXT_B - 16, verb);
}

static const char *end_text(const void *context, bool is_root)
{
   const printer *p = context;
   if (is_root)
      return "(call path unknown)";
   return p->tree.direction == AN_TOP_DOWN ? p->end : "(callers unknown)";
}

/* ---- Trees ---- */

static const char *const titles[] = {
   [AH_AT_PEAK] = "Live at the peak",
   [AH_AT_END] = "Live at the end",
   [AH_TOTAL] = "In total",
   [AH_AT_SNAPSHOT] = "Live at the snapshot",
   [AH_AT_LOOK] = "Live at the owner snapshot",
};

/* "Snapshot 3, 1.21 Minstr (55.3% of the run)". */
static void print_time(const ah_page *page, ah_weight moment)
{
   const ah_profile *p = page->profile;
   int64_t time = ah_weight_time(moment, p);
   if (moment.kind == AH_AT_SNAPSHOT)
      fprintf(page->out, "Snapshot %zu, ", moment.index + 1);
   else if (moment.kind == AH_AT_LOOK)
      fprintf(page->out, "Owner snapshot %zu, ", moment.index + 1);
   if (moment.kind == AH_AT_PEAK && !ah_profile_has_peak_time(p)) {
      fputs("each process at its own peak", page->out);
      return;
   }
   fprintf(page->out, "%s (%s of the run)", AH_TIME(p, time), AH_MOMENT(p, time));
}

static void print_heading(const printer *p, ah_weight moment)
{
   const ah_page *page = p->page;
   char title[2 * AH_TEXT_B], since[AH_TEXT_B] = "";
   if (moment.since > 0)
      snprintf(since, sizeof since, "Allocated since snapshot %zu: ", moment.since);
   snprintf(title, sizeof title, "%s%s, %s", since, titles[moment.kind],
            p->tree.direction == AN_TOP_DOWN ? "by call path from the top down"
                                             : "by call path from the bottom up");
   an_page_heading(&page->base, title, NULL);
   if (moment.kind != AH_TOTAL) {
      print_time(page, moment);
      fputs("\n\n", page->out);
   }
   an_page_colour(&page->base, AN_COLOUR_HEADING);
   fprintf(page->out, "%7s  %8s  %11s", "share", AH_UNIT(page->profile->bytes_unit),
           AH_UNIT(page->profile->blocks_unit));
   an_page_colour(&page->base, AN_COLOUR_NONE);
   putc('\n', page->out);
}

/* Draws the tree, or its largest entries. */
static void draw_tree(printer *p)
{
   const ah_report_options *options = p->page->options;
   const an_drawing drawing = {
      .tree = &p->tree,
      .out = p->page->out,
      .width = options->terminal->picture_width,
      .full_names = options->source->full_names,
      .n_figures = FIGURES_COLUMNS,
      .depth = options->depth,
      .n_frames = options->n_frames,
      .utf8 = options->terminal->utf8,
      .colour = options->terminal->colour,
      .context = p,
      .print_figures = print_entry_figures,
      .heat = colour_node,
      .is_large = is_large,
      .text = frame_text,
      .end_text = end_text,
   };
   an_node root = an_tree_root(&p->tree);
   size_t most = ah_page_rows(
      p->page, p->moment.kind == AH_AT_END ? AH_SHARE_END : AH_SHARE_PEAK, SIZE_MAX);
   p->few = (an_tree_few){ .least = -1 };
   if (most != SIZE_MAX)
      an_tree_fit(&drawing, &root, most, &p->few);
   an_tree_draw(&drawing, &root);
}

static void print_tree(printer *p)
{
   print_heading(p, p->moment);
   print_figures(p, p->total);
   fputs("all\n", p->page->out);
   draw_tree(p);
   if (p->n_rest > 0) {
      print_figures(p, p->rest);
      fprintf(p->page->out, "%" PRId64 " sites too small for the snapshot\n", p->n_rest);
   }
   ah_page_more(p->page, 0, p->few.n_more, "large call path", "--depth=0");
   putc('\n', p->page->out);
}

/* The tree of a moment, if there is anything in it. */
static void print_moment(printer *p, ah_weight moment)
{
   const ah_page *page = p->page;
   ah_amount *weights;
   p->moment = moment;
   p->total = ah_weight_amount(moment, page->profile);
   p->least_bytes = (long double)p->total.bytes * (long double)page->options->threshold
                    / 100;
   if (p->total.bytes == 0 && p->total.blocks == 0) {
      an_page_heading(&page->base, titles[moment.kind], NULL);
      fputs("Nothing.\n\n", page->out);
      return;
   }
   ah_weight_sites(moment, page->alloc, page->profile, &weights, &p->n_rest, &p->rest);
   ah_path_weigh(&p->tree, weights);
   tk_put(page->alloc, weights);
   print_tree(p);
}

/* Whether the site is in the tree of the peak or of the end. */
static bool is_live(const ah_site *site)
{
   return site->at_peak.bytes != 0 || site->at_peak.blocks != 0 || site->at_end.bytes != 0
          || site->at_end.blocks != 0;
}

static void print_direction(const ah_page *of, an_direction direction)
{
   an_pool *pool = an_pool_new(of->alloc); /* the tree can be as large as the profile */
   ah_page own = *of, *page = &own;
   own.alloc = an_pool_alloc(pool);
   printer p = { .page = page };
   write_end(&p);
   const ah_weight *at = page->options->at;
   bool has_peak = at == NULL && page->profile->has_lifetimes;
   ah_path_tree(&p.tree, page->alloc, page->profile, direction, page->options->all_frames,
                has_peak ? is_live : NULL);
   if (at != NULL) {
      print_moment(&p, *at);
   } else if (has_peak) {
      print_moment(&p, (ah_weight){ .kind = AH_AT_PEAK });
      print_moment(&p, (ah_weight){ .kind = AH_AT_END });
   } else {
      print_moment(&p, (ah_weight){ .kind = AH_TOTAL });
   }
   an_pool_free(pool);
}

void ah_page_trees(const ah_page *page)
{
   const ah_report_options *options = page->options;
   if (options->top_down)
      print_direction(page, AN_TOP_DOWN);
   if (options->bottom_up)
      print_direction(page, AN_BOTTOM_UP);
}

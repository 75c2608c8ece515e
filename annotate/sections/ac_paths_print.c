/* ac_paths_print.c -- trees of call paths of a profile of counts: from the top down, from
   the bottom up, and those through one function.

   Figures of a chain of functions are the inclusive cost of its first, and the self cost
   and calls of its last.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ac_call_rows.h"
#include "sections/ac_calls_out.h"

#include "base/an_alloc.h"
#include "counts/ac_steps.h"
#include "sections/an_fit.h"
#include "sections/an_sheet.h"
#include "sections/ac_sections.h"
#include "sections/an_tree_print.h"

#include <stdlib.h>
#include <string.h>

/* ---- The tree ---- */

/* What of the paths a tree has. */
typedef enum {
   WHOLE,   /* all; those through the focus, if there is one */
   CALLERS, /* the focus, with all that it called, by its callers */
   CALLEES, /* from the focus down */
} part;

typedef struct {
   an_page *page;
   ac_call_rows rows;
   ac_call_figures figures; /* of the entry, */
   an_table table;          /* of which they are the row, */
   an_sheet sheet;          /* as people see it */
   ac_steps steps;
   uint32_t *focus; /* of each step: the first of its path in focus; AC_NO_CALL */
   an_frame *frames;
   uint32_t *nodes; /* of each step: that of the tree */
   int64_t *values; /* of each step: costs by event, then its calls */
   size_t n_values;
   an_tree tree;
   long double total; /* the program's, by the first measure */
   double step;       /* percent that an entry needs, times its depth */
   const char *title;
   part part;
} printer;

/* ---- Frames ---- */

static void make_frames(printer *of)
{
   const ac_calls *calls = of->rows.calls;
   for (uint32_t i = 0; i < calls->n_functions; i++) {
      const ac_called *from = &calls->functions[i];
      of->frames[i] = (an_frame){ .function = from->name, .file = from->file };
   }
   for (uint32_t i = 0; i < calls->n_inlined; i++) {
      const ac_inlined *from = &calls->inlined[i];
      of->frames[calls->n_functions + i] =
         (an_frame){ .function = from->name, .file = from->file, .is_inlined = true };
   }
   of->frames[ac_steps_pruned(calls)] =
      (an_frame){ .function = "(small paths that the profile left out)" };
}

static const ac_label *label_of(const printer *of, const an_frame *frame)
{
   size_t row = (size_t)(frame - of->frames);
   if (frame->is_inlined)
      row = ac_costs_inlined(&of->rows.costs, frame->file, frame->function);
   return row == SIZE_MAX ? NULL : &of->rows.labels.labels[row];
}

/* " [inlined] (index.h)", without directories, or " [inlined]" alone. */
static void write_marks(char *to, size_t size_B, const an_frame *frame, bool has_file)
{
   const char *file = frame->file == NULL ? AN_UNKNOWN : frame->file;
   const char *slash = strrchr(file, '/');
   has_file = has_file && strcmp(file, AN_UNKNOWN) != 0;
   snprintf(to, size_B, "%s%s%s%s", frame->is_inlined ? " [inlined]" : "",
            has_file ? " (" : "", has_file ? slash == NULL ? file : slash + 1 : "",
            has_file ? ")" : "");
}

/* The name comes first: without room for both, there is no file. */
static char *frame_text(const void *context, const an_frame *frame, size_t n_most)
{
   enum { LEAST = 8, MARKS_B = 256 };
   const printer *of = context;
   const ac_label *label = frame->file == NULL ? NULL : label_of(of, frame);
   char marks[MARKS_B], *text = NULL;
   size_t size_B,
      n = label == NULL ? an_text_name_columns(frame->function) : ac_label_columns(label);
   FILE *out = an_memstream(&text, &size_B);
   write_marks(marks, sizeof marks, frame, true);
   if (n + an_text_name_columns(marks) > n_most)
      write_marks(marks, sizeof marks, frame, false);
   size_t n_marks = an_text_name_columns(marks);
   size_t room = n_most > n_marks + LEAST ? n_most - n_marks : LEAST;
   if (label != NULL)
      ac_label_print(label, out, room);
   else
      an_text_function_fit(out, frame->function, room);
   an_text_name(out, marks);
   an_memstream_close(out);
   return text;
}

/* ---- Focus ---- */

static bool is_in_focus(const printer *of, uint32_t frame)
{
   const ac_filter *focus = of->page->scope.request->focus;
   const an_frame *at = &of->frames[frame];
   return focus != NULL && at->file != NULL
          && ac_filter_passes(focus, at->file, at->function);
}

static void find_focus(printer *of)
{
   for (size_t i = 0; i < of->steps.n; i++) {
      const ac_call_step *step = &of->steps.of[i];
      uint32_t above = step->caller == AC_NO_CALL ? AC_NO_CALL : of->focus[step->caller];
      if (above == AC_NO_CALL && is_in_focus(of, step->frame))
         above = (uint32_t)i;
      of->focus[i] = above;
   }
}

/* ---- Trees ---- */

/* Adds the steps to the tree, and fills their values: as the part says. */
static void add_paths(printer *of)
{
   size_t n_events = of->n_values - 1;
   bool has_focus = of->page->scope.request->focus != NULL;
   memset(of->values, 0, of->steps.n * of->n_values * sizeof *of->values);
   for (size_t i = 0; i < of->steps.n; i++) {
      const ac_call_step *step = &of->steps.of[i];
      uint32_t focus = of->focus[i];
      bool is_first = focus == i;
      bool is_top = step->caller == AC_NO_CALL || (of->part == CALLEES && is_first);
      of->nodes[i] = an_tree_child(
         &of->tree, is_top ? AN_TREE_ROOT : of->nodes[step->caller], step->frame);
      an_tree_add(&of->tree, of->nodes[i]);
      if (has_focus && focus == AC_NO_CALL)
         continue;
      int64_t *to = of->values + (of->part == CALLERS ? focus : i) * of->n_values;
      const int64_t *self = ac_steps_self(&of->steps, i);
      for (size_t k = 0; k < n_events; k++)
         to[k] += self[k];
      if (of->part != CALLERS || is_first)
         to[n_events] += step->n_calls;
   }
}

static int compare_nodes(const void *context, const an_node *a, const an_node *b)
{
   const ac_measures *sort = context;
   for (size_t i = 0; i < sort->n; i++) {
      long double of_a = ac_rank_size(&sort->of[i], a->weight.value);
      long double of_b = ac_rank_size(&sort->of[i], b->weight.value);
      if (of_a != of_b)
         return of_a > of_b ? -1 : 1;
   }
   return 0;
}

/* ---- Entries ---- */

static int64_t calls_of(const printer *of, const an_node *node)
{
   return node->own.value[of->n_values - 1];
}

static bool is_large(const void *context, const an_node *node, size_t depth)
{
   const printer *of = context;
   const an_page *page = of->page;
   const ac_measure *measure = &page->scope.request->sort.of[0];
   const int64_t *totals = ac_profile_totals(page->scope.profile);
   double threshold = page->scope.request->threshold;
   double needed = of->step * (double)depth;
   return ac_rank_reaches(measure, node->weight.value, totals,
                          needed > threshold ? needed : threshold);
}

/* Both have nearly all of it, and were called as often. */
static bool is_chain(const void *context, const an_node *node, const an_node *child)
{
   const printer *of = context;
   const ac_measure *measure = &of->page->scope.request->sort.of[0];
   int64_t calls = calls_of(of, node), of_child = calls_of(of, child);
   return (calls == of_child || calls == 0 || of_child == 0)
          && ac_rank_size(measure, child->weight.value) * 100
                >= ac_rank_size(measure, node->weight.value) * 99;
}

static void print_row(printer *of, const int64_t *inclusive, const int64_t *self,
                      int64_t n_calls)
{
   of->figures = (ac_call_figures){ inclusive, self, n_calls };
   an_sheet_print_fields(&of->sheet, 0);
}

static void print_figures(const void *context, FILE *out, const an_node *first,
                          const an_node *last)
{
   (void)out;
   printer *of = (printer *)context;
   print_row(of, first->weight.value, last->own.value, calls_of(of, last));
}

static an_colour colour_node(const void *context, const an_node *node)
{
   const printer *of = context;
   const ac_measure *measure = &of->page->scope.request->sort.of[0];
   return an_text_heat(ac_measure_value(measure, node->weight.value), of->total);
}

static const char *end_text(const void *context, bool is_root)
{
   (void)is_root;
   const printer *of = context;
   return of->tree.direction == AN_TOP_DOWN ? "(itself)" : "(called by nobody)";
}

/* ---- Printing ---- */

/* Fits the columns to the root, which has the largest figures. */
static void open_sheet(printer *of, const an_node *root)
{
   bool has_self = of->tree.direction == AN_TOP_DOWN;
   an_column *columns = of->rows.columns;
   columns[AC_CALL_SELF].is_for = has_self ? AN_FOR_PEOPLE : 0;
   columns[AC_CALL_INCLUSIVE].suffix = has_self || of->part == CALLERS ? " incl."
                                                                       : " self";
   of->table = (an_table){
      .columns = columns, .n_columns = AC_CALL_COLUMNS, .n = 1, AN_ROWS(&of->figures)
   };
   of->sheet = (an_sheet){ .page = of->page, .table = &of->table, .n = 1 };
   of->figures = (ac_call_figures){ root->weight.value, root->weight.value,
                                    root->weight.value[of->n_values - 1] };
   an_sheet_open(&of->sheet);
   an_sheet_fit(&of->sheet, 0);
}

static const char *note_of(const printer *of)
{
   bool is_folded = of->tree.is_folded;
   if (of->rows.calls->is_estimated)
      return is_folded ? "estimated from calls; deep recursion is folded"
                       : "estimated from calls";
   return is_folded ? "deep recursion is folded" : NULL;
}

static void draw_tree(printer *of)
{
   const an_page *page = of->page;
   const ac_request *request = page->scope.request;
   const an_terminal *terminal = page->scope.terminal;
   an_node root = an_tree_root(&of->tree);
   const an_drawing drawing = {
      .tree = &of->tree,
      .out = page->out,
      .width = terminal->width == 0 ? SIZE_MAX : terminal->width,
      .full_names = request->full_names || terminal->width == 0,
      .n_figures = an_sheet_taken(&of->sheet),
      .depth = request->depth,
      .n_frames = request->all_frames ? SIZE_MAX : 0,
      .utf8 = terminal->utf8,
      .colour = terminal->colour,
      .hides_ends = of->tree.direction == AN_TOP_DOWN,
      .context = of,
      .print_figures = print_figures,
      .heat = colour_node,
      .is_large = is_large,
      .is_chain = is_chain,
      .text = frame_text,
      .end_text = end_text,
   };
   an_page_heading(page, of->title, note_of(of));
   an_sheet_print_titles(&of->sheet);
   putc('\n', page->out);
   print_row(of, root.weight.value, root.own.value, 0);
   fputs("all\n", page->out);
   an_tree_draw(&drawing, &root);
   putc('\n', page->out);
}

/* Draws at the first level of detail that has few enough lines. */
static void draw_fitting(printer *of)
{
   an_page *page = of->page;
   FILE *out = page->out;
   size_t n = 0, n_whole = 0;
   if (!page->scope.request->is_limited) {
      draw_tree(of);
      return;
   }
   for (size_t level = 0; level < AN_TREE_LEVELS; level++) {
      an_fit fit;
      of->step = an_tree_steps_of_level[level];
      an_fit_open(&fit);
      page->out = fit.out;
      draw_tree(of);
      page->out = out;
      an_fit_end(&fit, &n);
      n_whole = level == 0 ? n : n_whole;
      bool is_last = level + 1 == AN_TREE_LEVELS || n <= AC_REPORT_LINES - 4;
      if (is_last) {
         an_fit_print(&fit, n, 0, out);
         an_page_more(page, n_whole - n, "line", "--top=0");
      }
      an_fit_close(&fit);
      if (is_last)
         break;
   }
}

static void print_tree(printer *of, part which, an_direction direction, const char *title)
{
   of->part = which;
   of->title = title;
   an_tree_open(&of->tree, of->page->scope.alloc, of->frames,
                ac_steps_pruned(of->rows.calls) + 1, of->n_values, direction);
   add_paths(of);
   of->tree.compare = compare_nodes;
   of->tree.context = &of->page->scope.request->sort;
   an_tree_weigh(&of->tree, of->values);
   an_node root = an_tree_root(&of->tree);
   open_sheet(of, &root);
   draw_fitting(of);
   an_sheet_close(&of->sheet);
}

static void open_printer(printer *of, an_page *page)
{
   const tk_alloc *alloc = page->scope.alloc;
   *of = (printer){ .page = page,
                    .n_values = ac_profile_n_events(page->scope.profile) + 1 };
   ac_call_rows_open(&of->rows, &page->scope);
   ac_steps_open(&of->steps, alloc, of->rows.calls, of->n_values - 1);
   size_t n = of->steps.n;
   of->total = ac_measure_value(&page->scope.request->sort.of[0],
                                ac_profile_totals(page->scope.profile));
   of->frames = tk_get(alloc, AN_LABEL,
                       (ac_steps_pruned(of->rows.calls) + 1) * sizeof *of->frames);
   of->focus = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *of->focus);
   of->nodes = tk_get(alloc, AN_LABEL, (n + 1) * sizeof *of->nodes);
   of->values = tk_get(alloc, AN_LABEL, (n * of->n_values + 1) * sizeof *of->values);
   make_frames(of);
   find_focus(of);
}

static void print_whole(an_page *page, an_direction direction, const char *title)
{
   printer of;
   open_printer(&of, page);
   print_tree(&of, WHOLE, direction, title);
}

void ac_paths_top_down(an_page *page)
{
   print_whole(page, AN_TOP_DOWN, "Call paths from the top down");
}

void ac_paths_bottom_up(an_page *page)
{
   print_whole(page, AN_BOTTOM_UP, "Call paths from the bottom up");
}

void ac_paths_of_focus(an_page *page)
{
   printer of;
   size_t n = 0;
   open_printer(&of, page);
   an_tables_print(page, ac_calls_tables, &n);
   print_tree(&of, CALLERS, AN_BOTTOM_UP, "Their callers");
   print_tree(&of, CALLEES, AN_TOP_DOWN, "What they call");
}

void ac_paths_tables(an_tables *tables, const ac_scope *scope)
{
   ac_calls_out_tables(tables, scope, AC_CALLS_PATHS);
}

/* ac_line_functions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_line_functions.h"

#include "counts/ac_calls.h"

/* A key of `frames` is a row and the frame above, a name and a file. */
enum { N_WORDS = 3 };
enum { N_CALLS, IS_INLINED, N_NUMBERS };

typedef struct {
   const ac_calls *calls;
   const ac_own_nodes *nodes;
   const ac_metric *metric;
   bool *is_kept; /* row */
   uint32_t *frame_of_node;
   ac_keyed frames;
} gathering;

/* The frame of a function, or of inlined code, below another. */
static uint32_t find_frame(gathering *g, uint32_t row, uint32_t parent, const char *name,
                           const char *file)
{
   uint64_t key[N_WORDS] = { ac_keyed_pair(row, parent), ac_keyed_word(name),
                             ac_keyed_word(file) };
   return ac_keyed_find(&g->frames, key);
}

/* Whether inlined code of the program belongs to a line further out, as an operator= does
   that a library calls. */
static bool goes_out(const gathering *g, uint32_t row, uint32_t inlined)
{
   uint32_t parent = g->calls->inlined[inlined].parent;
   return parent != AC_NO_CALL && !g->nodes->is_inlined_own_file[parent]
          && g->nodes->row_of_inlined[inlined] == row;
}

/* The frame of inlined code: outside first, below what is there.  The program's has
   none. */
static uint32_t find_inlined(gathering *g, uint32_t row, uint32_t parent,
                             uint32_t inlined)
{
   if (inlined == AC_NO_CALL)
      return parent;
   const ac_inlined *code = &g->calls->inlined[inlined];
   if (g->nodes->is_inlined_own_file[inlined])
      return goes_out(g, row, inlined) ? find_inlined(g, row, parent, code->parent)
                                       : parent;
   uint32_t frame = find_frame(g, row, find_inlined(g, row, parent, code->parent),
                               code->name, code->file);
   ac_keyed_add(&g->frames, frame, IS_INLINED, (int64_t[]){ 1 }, 1);
   return frame;
}

/* Whether the program's own code is what the node's code is called by. */
static bool is_direct(const gathering *g, const ac_call_node *node)
{
   const uint32_t *rows = node->kind == AC_CALL_PATH ? g->nodes->row_of_arc
                                                     : g->nodes->row_of_inlined;
   return rows[node->what] != UINT32_MAX;
}

static bool is_of_library(const gathering *g, const ac_call_node *node)
{
   if (node->what == AC_NO_CALL)
      return false;
   if (node->kind == AC_CALL_INLINED)
      return !g->nodes->is_inlined_own_file[node->what];
   return node->kind == AC_CALL_PATH
          && !g->nodes->is_own_function[g->calls->arcs[node->what].callee];
}

static void add_node(gathering *g, uint32_t i)
{
   const ac_call_node *node = &g->calls->nodes[i];
   uint32_t row = g->nodes->row_of_node[i];
   g->frame_of_node[i] = AC_NO_FRAME;
   if (row == UINT32_MAX || !g->is_kept[row] || !is_of_library(g, node))
      return;
   uint32_t frame = is_direct(g, node) ? AC_NO_FRAME : g->frame_of_node[node->parent];
   if (node->kind == AC_CALL_INLINED) {
      frame = find_inlined(g, row, frame, node->what);
   } else {
      const ac_arc *arc = &g->calls->arcs[node->what];
      frame = find_inlined(g, row, frame, arc->inlined);
      const ac_called *callee = &g->calls->functions[arc->callee];
      frame = find_frame(g, row, frame, callee->name, callee->file);
      ac_keyed_add(&g->frames, frame, N_CALLS, &node->n_calls, 1);
   }
   g->frame_of_node[i] = frame;
}

static uint32_t row_of(const ac_keyed *frames, size_t i)
{
   return ac_keyed_high(ac_keyed_key(frames, i)[0]);
}

static uint32_t parent_of(const ac_keyed *frames, size_t i)
{
   return ac_keyed_low(ac_keyed_key(frames, i)[0]);
}

/* Puts the frames of each row together, in the order in which they came: parents are
   first. */
static void sort_frames(const gathering *g, ac_line_functions *of, uint32_t *to)
{
   const ac_keyed *frames = &g->frames;
   uint32_t *first = of->first_of_row;
   for (size_t i = 0; i < frames->n; i++)
      first[row_of(frames, i) + 1]++;
   for (size_t row = 0; row < of->n_rows; row++)
      first[row + 1] += first[row];
   for (size_t i = 0; i < frames->n; i++)
      to[i] = first[row_of(frames, i)]++;
   for (size_t row = of->n_rows; row > 0; row--)
      first[row] = first[row - 1];
   first[0] = 0;
   for (size_t i = 0; i < frames->n; i++) {
      uint32_t parent = parent_of(frames, i);
      const int64_t *numbers = ac_keyed_numbers(frames, i);
      of->frames[to[i]] = (ac_line_frame){
         .parent = parent == AC_NO_FRAME ? AC_NO_FRAME
                                         : to[parent] - first[row_of(frames, i)],
         .name = ac_keyed_text(ac_keyed_key(frames, i)[1]),
         .file = ac_keyed_text(ac_keyed_key(frames, i)[2]),
         .n_calls = numbers[N_CALLS],
         .is_inlined = numbers[IS_INLINED] > 0,
      };
   }
}

/* Adds what each frame of a line has to the one above. */
static void add_up(ac_line_frame *frames, size_t n)
{
   for (size_t i = n; i-- > 0;) {
      const ac_line_frame *frame = &frames[i];
      if (frame->parent == AC_NO_FRAME)
         continue;
      ac_line_frame *parent = &frames[frame->parent];
      parent->cycles += frame->cycles;
      if (parent->is_inlined && frame->n_calls > parent->n_calls)
         parent->n_calls = frame->n_calls;
   }
}

static void gather(gathering *g, ac_line_functions *of, const tk_alloc *alloc)
{
   const ac_calls *calls = g->calls;
   g->frame_of_node = tk_get(alloc, AN_LABEL, (calls->n_nodes + 1) * sizeof(uint32_t));
   for (uint32_t i = 0; i < calls->n_nodes; i++)
      add_node(g, i);
   of->n = g->frames.n;
   of->frames = tk_get(alloc, AN_LABEL, (of->n + 1) * sizeof *of->frames);
   uint32_t *to = tk_get(alloc, AN_LABEL, (of->n + 1) * sizeof *to);
   sort_frames(g, of, to);
   for (uint32_t i = 0; i < calls->n_nodes; i++)
      if (g->frame_of_node[i] != AC_NO_FRAME)
         of->frames[to[g->frame_of_node[i]]].cycles += (double)ac_metric_value(
            g->metric, calls->nodes[i].self);
   for (size_t row = 0; row < of->n_rows; row++) {
      uint32_t first = of->first_of_row[row];
      add_up(of->frames + first, of->first_of_row[row + 1] - first);
   }
   tk_put(alloc, to);
   tk_put(alloc, g->frame_of_node);
}

void ac_line_functions_open(ac_line_functions *of, const tk_alloc *alloc,
                            const ac_profile *profile, const ac_own_lines *own,
                            const ac_metric *cycles, double least)
{
   gathering g = { .calls = ac_profile_calls(profile),
                   .nodes = &own->nodes,
                   .metric = cycles };
   *of = (ac_line_functions){ .n_rows = own->n_rows };
   of->first_of_row = tk_get_zeroed(alloc, AN_LABEL,
                                    (own->n_rows + 2) * sizeof(uint32_t));
   if (g.calls == NULL)
      return;
   g.is_kept = tk_get_zeroed(alloc, AN_LABEL, own->n_rows + 1);
   for (size_t i = 0; i < own->n; i++)
      g.is_kept[own->lines[i].row] = (double)ac_metric_value(cycles, own->lines[i].counts)
                                     >= least;
   ac_keyed_init(&g.frames, alloc, N_WORDS, N_NUMBERS);
   gather(&g, of, alloc);
   ac_keyed_free(&g.frames);
   tk_put(alloc, g.is_kept);
}

void ac_line_functions_close(ac_line_functions *of, const tk_alloc *alloc)
{
   tk_put(alloc, of->frames);
   tk_put(alloc, of->first_of_row);
}

const ac_line_frame *ac_line_functions_of(const ac_line_functions *of,
                                          const ac_own_line *line, size_t *n)
{
   uint32_t first = of->first_of_row[line->row];
   *n = of->first_of_row[line->row + 1] - first;
   return of->frames + first;
}

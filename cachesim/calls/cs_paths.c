/* cs_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_paths.h"

#include "base/tk_count.h"
#include "calls/cs_notes.h"

#define LABEL "cs.paths"

enum { FEW_NOTES = 256 };

/* ---- The least share -------------------------------------------------- */

enum {
   RANGE_BITS = 10,
   RANGE = 1 << RANGE_BITS,
   N_RANGES = (CS_SHARE_ONE >> RANGE_BITS) + 1
};

/* How many notes there are in each range of 2^bits shares, from the share `first` on. */
typedef struct {
   const cs_sums *sums;
   uint32_t first, bits;
   uint32_t n_of[N_RANGES];
} shares;

static void count_share(shares *s, uint32_t share)
{
   uint32_t range = (share - s->first) >> s->bits;
   if (share > 0 && share >= s->first && range < N_RANGES)
      s->n_of[range]++;
}

static void count_counts(shares *s, uint64_t n_calls, const uint64_t *counts)
{
   count_share(s, cs_sums_share(s->sums, n_calls, counts));
}

static void count_all(shares *s, const cs_summed *of)
{
   const cs_sums *sums = s->sums;
   for (uint32_t i = 0; i < of->n_functions; i++)
      count_counts(s, sums->functions[i].n_calls, sums->functions[i].counts);
   for (uint32_t i = 0; i < sums->n_codes; i++)
      if (sums->codes[i]->outer != NULL)
         count_share(s, sums->code_share[i]);
   for (size_t i = 0; i < sums->source.n_spots; i++)
      count_counts(s, 0, sums->source.spots[i].counts);
   for (size_t i = 0; i < sums->n_arcs; i++)
      count_counts(s, sums->arcs[i].n_calls, sums->arcs[i].counts);
   for (size_t i = 0; i < sums->tree->n_edges; i++) {
      const cs_edge *edge = cs_tree_edge(sums->tree, i);
      count_share(s, sums->share[i]);
      if (edge->is_folded)
         continue;
      for (const cs_part *part = cs_node_parts(cs_edge_callee(edge)); part != NULL;
           part = part->next)
         count_counts(s, 0, part->counts);
   }
}

/* Goes down from the range `top` while there are at most `most` notes.  *n: those in the
   ranges that fit. */
static uint32_t lowest_that_fits(const shares *s, uint32_t top, uint64_t most,
                                 uint64_t *n)
{
   while (top > 0 && *n + s->n_of[top - 1] <= most)
      *n += s->n_of[--top];
   return top;
}

/* The least share that leaves at most `most` notes; what has no share is never written.
   It is searched in two steps, as a number for each share would take 4 MiB. */
static uint32_t least_share(const cs_sums *sums, const cs_summed *of, uint64_t most)
{
   shares all = { .sums = sums, .bits = RANGE_BITS };
   uint64_t n = 0;
   count_all(&all, of);
   uint32_t range = lowest_that_fits(&all, N_RANGES, most, &n);
   if (range == 0)
      return 1;
   shares one = { .sums = sums, .first = (range - 1) << RANGE_BITS };
   count_all(&one, of);
   return one.first + lowest_that_fits(&one, RANGE, most, &n);
}

/* ---- Paths ------------------------------------------------------------ */

/* The walk, and the path in the file. */
typedef struct {
   cs_walk walk;
   size_t depth;       /* in the file: nodes without function are at the root */
   size_t pruned_from; /* steps of the walk from this depth on are pruned */
} path;

/* Writes what a path cost itself: what there is room for, so that the sum of all paths is
   that of the body, also if it is the largest count. */
static void write_self(cs_notes *notes, const uint64_t *self)
{
   uint64_t counts[CS_N_EVENTS] = { 0 };
   for (uint32_t e = 0; e < notes->sums.tree->n_counts; e++) {
      counts[e] = tk_count_room(notes->written[e], self[e]);
      notes->written[e] += counts[e];
   }
   cs_notes_counts(notes, counts);
}

static void write_path(cs_notes *notes, size_t depth, uint32_t arc, const cs_edge *edge)
{
   const cs_tree *tree = notes->sums.tree;
   uint64_t room[CS_N_EVENTS] = { 0 };
   TK_TEXT_LINE(notes->out, edge->is_folded ? "#: r % % %" : "#: t % % %", depth, arc,
                edge->n_calls);
   write_self(notes,
              edge->is_folded ? room : cs_tree_read(tree, cs_edge_callee(edge), room));
}

static void prune_paths(cs_walk_step *step, uint64_t n, const uint64_t *counts,
                        uint32_t n_counts)
{
   step->n_pruned += n;
   tk_count_add_all(step->pruned, counts, n_counts);
}

/* Writes what the code inlined into a path's function cost. */
static void write_parts(cs_notes *notes, size_t depth, cs_walk_step *step)
{
   uint32_t n_counts = notes->sums.tree->n_counts;
   const cs_edge *edge = cs_tree_edge(notes->sums.tree, step->edge);
   for (const cs_part *part = cs_node_parts(cs_edge_callee(edge)); part != NULL;
        part = part->next) {
      uint32_t share = cs_sums_share(&notes->sums, 0, part->counts);
      if (share < notes->least) {
         prune_paths(step, share > 0, part->counts, n_counts);
         continue;
      }
      TK_TEXT_LINE(notes->out, "#: ti % %", depth,
                   notes->code_number[part->code->number]);
      write_self(notes, part->counts);
   }
}

static void write_cut(cs_notes *notes, size_t depth, const cs_walk_step *step)
{
   TK_TEXT_LINE(notes->out, "#: tr % %", depth, step->n_pruned);
   write_self(notes, step->pruned);
}

/* Adds a path that is pruned to what was pruned from its caller. */
static void leave_out(cs_walk *walk)
{
   const cs_walk_step *step = cs_walk_last(walk);
   const cs_tree *tree = walk->sums->tree;
   if (!cs_tree_edge(tree, step->edge)->is_folded && walk->sums->share[step->edge] > 0)
      prune_paths(&walk->steps[walk->depth - 2], 1 + step->n_pruned, step->counts,
                  tree->n_counts);
}

static bool is_call(const cs_edge *edge)
{
   return edge->function != NULL;
}

static void enter_path(cs_notes *notes, path *p, cs_walk_step *step)
{
   uint32_t i = step->edge;
   const cs_edge *edge = cs_tree_edge(notes->sums.tree, i);
   if (!is_call(edge)) {
      if (edge->caller == NULL)
         write_path(notes, 0, 0, edge);
   } else if (notes->sums.share[i] < notes->least) {
      p->pruned_from = p->walk.depth;
   } else {
      p->depth++;
      write_path(notes, p->depth, notes->arc_number[notes->sums.arc_of[i]], edge);
      if (!edge->is_folded)
         write_parts(notes, p->depth + 1, step);
   }
}

static void leave_path(cs_notes *notes, path *p, const cs_walk_step *step)
{
   if (p->walk.depth >= p->pruned_from) {
      leave_out(&p->walk);
      if (p->walk.depth == p->pruned_from)
         p->pruned_from = SIZE_MAX;
      return;
   }
   if (step->n_pruned > 0)
      write_cut(notes, p->depth + 1, step);
   p->depth -= is_call(cs_tree_edge(notes->sums.tree, step->edge));
}

static void write_paths(cs_notes *notes)
{
   path p = { .walk = cs_walk_from_root(&notes->sums), .pruned_from = SIZE_MAX };
   while (cs_walk_go(&p.walk)) {
      cs_walk_step *step = cs_walk_last(&p.walk);
      if (p.walk.is_leaving)
         leave_path(notes, &p, step);
      else if (p.walk.depth < p.pruned_from)
         enter_path(notes, &p, step);
   }
}

/* ---- The whole -------------------------------------------------------- */

static bool drop_bytes(void *context, const char *bytes, size_t length_B)
{
   (void)context, (void)bytes, (void)length_B;
   return true;
}

/* Names come before all other notes.  So these are written to nowhere first. */
static void write_names(cs_notes *notes)
{
   tk_text *out = notes->out,
           *nowhere = tk_get(notes->paths->of.alloc, LABEL, sizeof *nowhere);
   tk_text_init(nowhere, drop_bytes, NULL);
   notes->out = nowhere;
   cs_notes_write(notes);
   notes->out = out;
   cs_note_names_write(out, &notes->names);
   tk_put(notes->paths->of.alloc, nowhere);
}

/* How many notes may be written: with nearly as many bytes as the body; of a very small
   program, all. */
static uint64_t most_notes(const cs_notes *notes)
{
   uint64_t most = (uint64_t)notes->names.n_rows * 45 / 100;
   return most > FEW_NOTES ? most : FEW_NOTES;
}

void cs_paths_write(tk_text *out, const cs_paths *paths)
{
   cs_notes notes = { .out = out, .paths = paths };
   const cs_summed *of = &paths->of;
   cs_sums_init(&notes.sums, of);
   cs_note_names_init(&notes.names, of->alloc, of->lines, of->n_lines);
   notes.least = paths->is_whole ? 1 : least_share(&notes.sums, of, most_notes(&notes));
   cs_notes_init(&notes);
   write_names(&notes);
   cs_notes_write(&notes);
   write_paths(&notes);
   cs_notes_fini(&notes);
   cs_note_names_fini(&notes.names);
   cs_sums_fini(&notes.sums);
}

/* ac_asm_loops.c -- loops of a listing, by their back edges.

   A backward jump makes a loop if all ways to it lead through its target, or through the
   one row after it where jumps from outside lead: that is the head, and the body is what
   leads to it from within without passing it.  Code that nothing is known to
   lead to is taken to be the target of any jump through a register.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_private.h"

#include "base/an_number.h"

#include <stdlib.h>
#include <string.h>

/* Room for the bodies of all loops, a byte for each row; a function with more has no
   known loops. */
enum { BODIES_MOST_B = 1 << 26 };

/* Which rows lead to a row: the one before, and jumps. */
typedef struct {
   ac_asm *of;
   size_t *first_jump; /* of each row: the jumps there, from this index of by_target on */
   ac_asm_jump *by_target;
   size_t *indirect; /* rows that jump to unknown places */
   size_t n_indirect;
   size_t *todo; /* n + 1 rows */
   bool *bodies; /* by loop and row */
} flow;

static int compare_targets(const void *a, const void *b)
{
   const ac_asm_jump *x = a, *y = b;
   return tk_compare(x->to, y->to) ?: tk_compare(x->from, y->from);
}

static bool falls_through(const ac_asm_row *row)
{
   return row->kind != AN_INSTR_JUMP && row->kind != AN_INSTR_RETURN
          && row->kind != AN_INSTR_STOP;
}

static bool is_before(const ac_asm *listing, size_t row)
{
   return row > 0 && listing->rows[row - 1].counts != NULL && !listing->rows[row].is_apart
          && falls_through(&listing->rows[row - 1]);
}

static void *new_array(const ac_asm *listing, size_t n, size_t item_B)
{
   return tk_get(listing->alloc, AN_LABEL, (n + 1) * item_B);
}

static void open_flow(flow *f, ac_asm *listing)
{
   size_t n = listing->n, k = 0;
   *f = (flow){ .of = listing };
   f->first_jump = new_array(listing, n, sizeof *f->first_jump);
   f->by_target = new_array(listing, listing->n_jumps, sizeof *f->by_target);
   f->indirect = new_array(listing, n, sizeof *f->indirect);
   f->todo = new_array(listing, n, sizeof *f->todo);
   memcpy(f->by_target, listing->jumps, listing->n_jumps * sizeof *f->by_target);
   qsort(f->by_target, listing->n_jumps, sizeof *f->by_target, compare_targets);
   for (size_t i = 0; i <= n; i++) {
      while (k < listing->n_jumps && f->by_target[k].to < i)
         k++;
      f->first_jump[i] = k;
   }
   for (size_t i = 0; i < n; i++)
      if (listing->rows[i].kind == AN_INSTR_JUMP && listing->rows[i].counts != NULL
          && listing->rows[i].goes_to == UINT64_MAX)
         f->indirect[f->n_indirect++] = i;
}

/* ---- Bodies ---- */

static void add_row(flow *f, bool *body, size_t row, size_t *n_todo)
{
   if (body[row])
      return;
   body[row] = true;
   f->todo[(*n_todo)++] = row;
}

/* Adds what leads to a row. */
static void add_sources(flow *f, bool *body, size_t row, size_t *n_todo)
{
   const ac_asm *listing = f->of;
   bool has_any = is_before(listing, row);
   if (has_any)
      add_row(f, body, row - 1, n_todo);
   for (size_t k = f->first_jump[row]; k < listing->n_jumps && f->by_target[k].to == row;
        k++) {
      add_row(f, body, f->by_target[k].from, n_todo);
      has_any = true;
   }
   for (size_t k = 0; k < f->n_indirect && !has_any && row > 0; k++)
      add_row(f, body, f->indirect[k], n_todo);
}

/* The body of the loop of what leads to its head from its first row on; false: nothing
   does, or there is a way into it that does not lead through the head. */
static bool find_body(flow *f, const ac_asm_loop *loop, bool *body)
{
   const ac_asm *listing = f->of;
   size_t n_todo = 0;
   memset(body, 0, listing->n);
   body[loop->head] = true;
   for (size_t k = f->first_jump[loop->head];
        k < listing->n_jumps && f->by_target[k].to == loop->head; k++)
      if (f->by_target[k].from >= loop->first)
         add_row(f, body, f->by_target[k].from, &n_todo);
   if (loop->head > loop->first && is_before(listing, loop->head))
      add_row(f, body, loop->head - 1, &n_todo);
   if (n_todo == 0)
      return false;
   while (n_todo > 0) {
      size_t row = f->todo[--n_todo];
      if (row == 0)
         return false;
      add_sources(f, body, row, &n_todo);
   }
   return true;
}

/* The row up to which there are jumps back to a loop's first row. */
static size_t last_jump_back(const flow *f, size_t first)
{
   size_t last = first;
   for (size_t k = f->first_jump[first];
        k < f->of->n_jumps && f->by_target[k].to == first; k++)
      if (f->by_target[k].from > last)
         last = f->by_target[k].from;
   return last;
}

/* Compilers put a loop's last part first, and jump into the middle: makes the row where
   a jump from outside leads the head. */
static bool find_head_inside(const flow *f, ac_asm_loop *loop)
{
   size_t last = last_jump_back(f, loop->first);
   for (size_t k = f->first_jump[loop->first + 1];
        k < f->of->n_jumps && f->by_target[k].to <= last; k++) {
      size_t from = f->by_target[k].from;
      if (from >= loop->first && from <= last)
         continue;
      loop->head = f->by_target[k].to;
      return true;
   }
   return false;
}

/* ---- Loops ---- */

/* The targets of backward jumps, each once. */
static void collect_loops(const flow *f)
{
   ac_asm *listing = f->of;
   for (size_t i = 0; i < listing->n_jumps; i++) {
      const ac_asm_jump *jump = &f->by_target[i];
      size_t n = listing->n_loops;
      if (jump->to > jump->from || listing->rows[jump->to].counts == NULL
          || (n > 0 && listing->loops[n - 1].first == jump->to))
         continue;
      listing->loops[listing->n_loops++] =
         (ac_asm_loop){ .first = jump->to, .head = jump->to, .outer = AC_ASM_NONE };
   }
}

/* Sums up the rows of the body, which become those of the loop unless they are of a
   smaller one. */
static void take_body(flow *f, size_t i)
{
   ac_asm *listing = f->of;
   ac_asm_loop *loop = &listing->loops[i];
   const bool *body = f->bodies + i * listing->n;
   size_t n_events = ac_profile_n_events(listing->profile);
   loop->counts = tk_arena_get_zeroed(&listing->arena, n_events * sizeof *loop->counts);
   loop->passes = ac_asm_runs(&listing->rows[loop->head]);
   for (size_t k = 0; k < listing->n; k++) {
      if (!body[k])
         continue;
      loop->n_rows++;
      loop->last = k;
      if (listing->rows[k].counts != NULL)
         an_number_add(loop->counts, listing->rows[k].counts, n_events);
   }
   for (size_t k = 0; k < listing->n; k++) {
      size_t *of = &listing->rows[k].loop;
      if (body[k] && (*of == AC_ASM_NONE || listing->loops[*of].n_rows > loop->n_rows))
         *of = i;
   }
}

/* The smallest loop around each. */
static void find_outer(const flow *f)
{
   ac_asm *listing = f->of;
   for (size_t i = 0; i < listing->n_loops; i++)
      for (size_t k = 0; k < listing->n_loops; k++) {
         ac_asm_loop *loop = &listing->loops[i];
         const ac_asm_loop *other = &listing->loops[k];
         if (k != i && f->bodies[k * listing->n + loop->first]
             && other->n_rows > loop->n_rows
             && (loop->outer == AC_ASM_NONE
                 || listing->loops[loop->outer].n_rows > other->n_rows))
            loop->outer = k;
      }
}

static void find_loops(flow *f)
{
   ac_asm *listing = f->of;
   size_t n = 0;
   collect_loops(f);
   if (listing->n > 0 && listing->n_loops > BODIES_MOST_B / listing->n)
      listing->n_loops = 0;
   f->bodies = new_array(listing, listing->n_loops * listing->n, sizeof *f->bodies);
   for (size_t i = 0; i < listing->n_loops; i++) {
      ac_asm_loop *loop = &listing->loops[n];
      bool *body = f->bodies + n * listing->n;
      *loop = listing->loops[i];
      n += find_body(f, loop, body)
           || (find_head_inside(f, loop) && find_body(f, loop, body));
   }
   listing->n_loops = n;
   for (size_t i = 0; i < n; i++)
      take_body(f, i);
   find_outer(f);
}

void ac_asm_find_loops(ac_asm *listing)
{
   flow f;
   listing->loops = tk_arena_get(&listing->arena,
                                 (listing->n_jumps + 1) * sizeof *listing->loops);
   open_flow(&f, listing);
   find_loops(&f);
}

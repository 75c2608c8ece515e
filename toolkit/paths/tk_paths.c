/* tk_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_paths.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"

#include "paths/tk_rules.h"

enum {
   /* Frames unwound beyond the depth, to replace allocation functions that are
      taken out. */
   SPARE_FRAMES = 16,
   MAX_FRAMES = TK_PATHS_MAX_DEPTH + SPARE_FRAMES + 1, /* 1: is the path cut? */
   MAX_INLINED_DEPTH = 4 * TK_PATHS_MAX_DEPTH,
};

static void name_step(void *context, tk_step *step)
{
   const tk_paths *paths = context;
   tk_names_step(paths->names, step);
}

static void learn_rule(void *context, tk_step *step, const tk_registers *registers)
{
   const tk_paths *paths = context;
   tk_rules_learn(step, registers, paths->threads->running->stack_end);
}

void tk_paths_init(tk_paths *paths, tk_threads *threads, tk_names *names, uint32_t depth,
                   tk_paths_value *value, void *context, const tk_alloc *alloc)
{
   const tk_unwind_oracle oracle = {
      .context = paths,
      .name = name_step,
      .learn = learn_rule,
   };
   *paths = (tk_paths){
      .threads = threads,
      .names = names,
      .depth = depth,
      .value = value,
      .context = context,
   };
   tk_unwind_init(&paths->unwinder, alloc, &oracle);
   tk_stacks_init(&paths->raws, alloc);
   tk_stacks_init(&paths->paths, alloc);
}

/* ---- Unwinding ---------------------------------------------------------------- */

/* Where a path begins: at these registers of the running thread; or, if they are
   NULL, at the thread's guest state, without frames whose stack pointer is below
   `sp`. */
typedef struct {
   ThreadId id;
   const tk_registers *registers;
   Addr sp;
   Word pc_delta; /* with the guest state: how far its PC is from the instruction's */
} origin;

/* Unwinds by the core's own means. */
static uint32_t unwind_slowly(tk_paths *paths, ThreadId id, Word first_pc_delta, Addr sp,
                              uint32_t *frames, uint32_t max)
{
   Addr pcs[MAX_FRAMES], sps[MAX_FRAMES];
   UInt n_pcs = VG_(get_StackTrace)(id, pcs, max, sps, NULL, first_pc_delta);
   uint32_t n = 0;
   for (UInt i = 0; i < n_pcs && pcs[i] >= TK_NO_CODE_B; i++) {
      if (sps[i] < sp)
         continue;
      const tk_step *step = tk_unwind_step(&paths->unwinder, pcs[i]);
      if (step->is_no_code)
         break;
      frames[n++] = step->frame;
      if (step->is_last)
         break;
   }
   return n;
}

/* The raw path: at most `max` frames. */
static uint32_t unwind_path(tk_paths *paths, const origin *from, uint32_t *frames,
                            uint32_t max)
{
   const tk_registers *r = from->registers;
   if (r == NULL)
      return unwind_slowly(paths, from->id, from->pc_delta, from->sp, frames, max);
   uint32_t n = tk_unwind(&paths->unwinder, r, paths->threads->running->stack_end, frames,
                          max);
   if (n != TK_UNWIND_NO_RULE)
      return n;
   return unwind_slowly(paths, from->id, (Word)(r->pc - VG_(get_IP)(from->id)), 0, frames,
                        max);
}

static uint32_t raw_depth(const tk_paths *paths)
{
   return paths->depth + (VG_(sizeXA)(paths->names->alloc_fns) > 0 ? SPARE_FRAMES : 0);
}

/* ---- Values ------------------------------------------------------------------- */

static uint32_t value_of_frames(tk_paths *paths, const uint32_t *frames, uint32_t n,
                                Bool is_cut)
{
   return paths->value(paths->context, tk_stacks_at(&paths->paths, frames, n), is_cut);
}

/* Adds inlined frames, and takes out the innermost that are allocation functions.
   If all are, the outermost stays. */
static uint32_t value_of_raw(tk_paths *paths, const uint32_t *raw, uint32_t n_raw,
                             Bool is_cut)
{
   uint32_t frames[MAX_INLINED_DEPTH], n = 0, n_addresses = 0, i;
   Bool is_inside = True;  /* only allocation functions so far */
   Bool is_unnamed = True; /* no function with a name so far, but for those */
   for (i = 0; i < n_raw && n_addresses < paths->depth; i++) {
      const tk_stack *expansion = paths->names->by_number[raw[i]];
      uint32_t n_before = n;
      for (uint32_t j = 0; j < expansion->n_frames && n < MAX_INLINED_DEPTH; j++) {
         Bool is_last = i == n_raw - 1 && j == expansion->n_frames - 1;
         UChar marks = paths->names->marks[expansion->frames[j]];
         if (marks & TK_NAMES_OF_ALLOCATOR)
            return TK_PATHS_IGNORED;
         if (is_inside && (marks & TK_NAMES_ALLOCATES) && !is_last)
            continue;
         if (is_unnamed && (marks & TK_NAMES_IGNORED))
            return TK_PATHS_IGNORED;
         is_inside = False;
         is_unnamed = is_unnamed && (marks & TK_NAMES_UNNAMED);
         frames[n++] = expansion->frames[j];
      }
      n_addresses += n > n_before;
   }
   return value_of_frames(paths, frames, n, is_cut || i < n_raw);
}

static uint32_t value_at(tk_paths *paths, const origin *from)
{
   uint32_t raw[MAX_FRAMES], max = raw_depth(paths);
   /* Code that the program generates has no epoch: watch the mappings, and what it names,
      too. */
   paths->unwinder.epoch = VG_(current_DiEpoch)().n;
   paths->unwinder.mappings =
      (uint32_t)paths->threads->n_map_changes
      + (paths->names->jit == NULL ? 0 : tk_jit_generation(paths->names->jit));
   uint32_t n = unwind_path(paths, from, raw, max);
   if (n == 0)
      return tk_paths_of_text(paths, "0x0: ???"); /* readers want a frame */
   tk_stack *stack = tk_stacks_at(&paths->raws, raw, n);
   if (stack->value == TK_STACKS_NONE) {
      Bool is_cut = n == max && unwind_path(paths, from, raw, max + 1) > max;
      stack->value = value_of_raw(paths, stack->frames, n, is_cut);
   }
   return stack->value;
}

uint32_t tk_paths_here(tk_paths *paths, const tk_registers *registers)
{
   tk_threads *threads = paths->threads;
   if (!tk_threads_is_on_stack(threads, (Addr)registers->sp))
      tk_threads_find_stack(threads, (Addr)registers->sp);
   return value_at(paths,
                   &(origin){ .id = threads->running->id, .registers = registers });
}

uint32_t tk_paths_of_thread(tk_paths *paths, ThreadId id, Addr sp)
{
   return value_at(paths, &(origin){ .id = id, .sp = sp });
}

uint32_t tk_paths_of_request(tk_paths *paths, ThreadId id)
{
   return value_at(paths, &(origin){ .id = id, .pc_delta = -1 });
}

uint32_t tk_paths_of_text(tk_paths *paths, const HChar *text)
{
   uint32_t frame = tk_names_frame(paths->names, text);
   return value_of_frames(paths, &frame, 1, False);
}

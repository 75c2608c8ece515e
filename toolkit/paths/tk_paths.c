/* tk_paths.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_paths.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"

enum {
   MAX_DEPTH = 1024,
   /* Frames of allocation functions that are unwound beyond the depth, to be
      taken off again. */
   SPARE_FRAMES = 16,
   MAX_FRAMES = MAX_DEPTH + SPARE_FRAMES + 1, /* one more tells what is cut */
   MAX_INLINED_DEPTH = 4 * MAX_DEPTH,
};

/* ---- Learning a rule ------------------------------------------------------ */

#if defined(VGA_amd64)

/* The core's way out of a frame, by DWARF's rules.  The library has it, the
   headers of the SDK do not (configure looks). */
typedef struct { Addr xip, xsp, xbp; } cf_registers;
extern Bool VG_(use_CF_info)(cf_registers *registers, Addr min_accessible,
                             Addr max_accessible);

/* The core follows a rule and does not show it.  So it is made to follow it on
   a stack of ours, where each word tells its own address. */
enum { PROBE_WORDS = 1024, PROBE_CFA = 768 };
static Addr probe[PROBE_WORDS];

/* Not the address of a word, so that a frame pointer that was kept differs from
   one that was loaded. */
static Addr mark_of(const Addr *word)
{
   return (Addr)word + 1;
}

static Bool is_mark(Addr value)
{
   return value >= mark_of(&probe[0])
          && value <= mark_of(&probe[PROBE_WORDS - 1])
          && (value - mark_of(&probe[0])) % sizeof(Addr) == 0;
}

/* Fills in the offsets if, from such registers, the CFA is where it should. */
static Bool probe_with(tk_step *step, cf_registers at)
{
   const Addr cfa = (Addr)&probe[PROBE_CFA], kept_bp = at.xbp;
   if (!VG_(use_CF_info)(&at, (Addr)&probe[0], (Addr)&probe[PROBE_WORDS - 1])
       || at.xsp != cfa || !is_mark(at.xip))
      return False;
   if (at.xbp != kept_bp && !is_mark(at.xbp))
      return False;
   step->return_B = (Int)(at.xip - 1 - cfa);
   step->bp_B = at.xbp == kept_bp ? 0 : (Int)(at.xbp - 1 - cfa);
   return True;
}

static Bool fits(Word offset)
{
   return offset >= -(1 << 30) && offset <= (1 << 30);
}

/* The rule must also lead where the core goes from the true registers. */
static Bool agrees(const tk_step *step, const tk_registers *from,
                   const cf_registers *to)
{
   Addr cfa = to->xsp;
   return *(Addr *)(cfa + step->return_B) == to->xip
          && (step->bp_B == 0 ? from->bp : *(Addr *)(cfa + step->bp_B))
                == to->xbp;
}

static void learn(void *context, tk_step *step, const tk_registers *r)
{
   const Addr cfa = (Addr)&probe[PROBE_CFA], elsewhere = 1;
   const hp_thread *thread = near.thread;
   cf_registers out = { r->pc, r->sp, r->bp };

   step->base = TK_CFA_ODD;
   if (thread->stack_end == 0) /* no mapping: what the core read would fault */
      return;
   if (!VG_(use_CF_info)(&out, r->sp, thread->stack_end - sizeof(Addr)))
      return;
   for (UInt i = 0; i < PROBE_WORDS; i++)
      probe[i] = mark_of(&probe[i]);

   Word from_sp = out.xsp - r->sp, from_bp = out.xsp - r->bp;
   if (fits(from_sp)
       && probe_with(step, (cf_registers){ r->pc, cfa - from_sp, elsewhere })
       && agrees(step, r, &out)) {
      step->base = TK_CFA_SP;
      step->cfa_B = (Int)from_sp;
   } else if (fits(from_bp)
              && probe_with(step, (cf_registers){ r->pc, (Addr)&probe[0],
                                                  cfa - from_bp })
              && agrees(step, r, &out)) {
      step->base = TK_CFA_BP;
      step->cfa_B = (Int)from_bp;
   }
}

#else
/* On x86 the core prefers frame pointers in its own way: leave it to it. */
static void learn(void *context, tk_step *step, const tk_registers *r)
{
   step->base = TK_CFA_ODD;
}
#endif

/* ---- Paths --------------------------------------------------------------- */

void tk_paths_init(void)
{
   tk_unwind_oracle oracle = {
      .context = &run.names, .name = tk_names_step, .learn = learn,
   };
   tk_unwind_init(&run.unwinder, &run.alloc, &oracle);
   tk_stacks_init(&run.raws, &run.alloc);
   tk_stacks_init(&run.paths, &run.alloc);
}

static uint32_t raw_depth(void)
{
   return run.depth
          + (VG_(sizeXA)(run.names.alloc_fns) > 0 ? SPARE_FRAMES : 0);
}

/* By the core's own unwinding; frames whose stack pointer is below `sp` are left
   out. */
static uint32_t unwind_slowly(ThreadId id, Word first_pc_delta, Addr sp,
                              uint32_t *frames, uint32_t max)
{
   Addr pcs[MAX_FRAMES], sps[MAX_FRAMES];
   UInt n_pcs = VG_(get_StackTrace)(id, pcs, max, sps, NULL, first_pc_delta);
   uint32_t n = 0;
   for (UInt i = 0; i < n_pcs && pcs[i] >= TK_NO_CODE_B; i++) {
      if (sps[i] < sp)
         continue;
      const tk_step *step = tk_unwind_step(&run.unwinder, pcs[i]);
      if (step->is_no_code)
         break;
      frames[n++] = step->frame;
      if (step->is_last)
         break;
   }
   return n;
}

/* Where a path begins: in a thread, at registers; or, if they are NULL, where the core
   says, without the frames whose stack pointer is below `sp`. */
typedef struct {
   ThreadId id;
   const tk_registers *registers;
   Addr sp;
} origin;

/* The path from there, at most `max` frames. */
static uint32_t unwind(const origin *from, uint32_t *frames, uint32_t max)
{
   const tk_registers *r = from->registers;
   if (r == NULL)
      return unwind_slowly(from->id, 0, from->sp, frames, max);
   uint32_t n = tk_unwind(&run.unwinder, r, near.thread->stack_end, frames, max);
   if (n != TK_UNWIND_ODD)
      return n;
   return unwind_slowly(from->id, (Word)(r->pc - VG_(get_IP)(from->id)), 0, frames,
                        max);
}

/* The site of frames as shown. */
static uint32_t site_of_path(const uint32_t *frames, uint32_t n, Bool is_cut)
{
   tk_stack *path = tk_stacks_at(&run.paths, frames, n);
   if (path->value == TK_STACKS_NONE)
      path->value = hp_heap_add_site(&run.heap, path->frames, n);
   if (is_cut)
      hp_heap_site(&run.heap, path->value)->is_cut = true;
   return path->value;
}

/* The site of addresses as unwound: with inlined frames, without those of
   allocation functions.  (Of a path that has no other, the outermost stays.) */
static uint32_t site_of_raw(const uint32_t *raw, uint32_t n_raw, Bool is_cut)
{
   uint32_t frames[MAX_INLINED_DEPTH], n = 0, n_addresses = 0, i;
   Bool is_inside = True; /* allocation functions so far */
   for (i = 0; i < n_raw && n_addresses < (uint32_t)run.depth; i++) {
      const tk_stack *expansion = run.names.by_number[raw[i]];
      uint32_t n_before = n;
      for (uint32_t j = 0;
           j < expansion->n_frames && n < MAX_INLINED_DEPTH; j++) {
         Bool is_last = i == n_raw - 1 && j == expansion->n_frames - 1;
         UChar wishes = run.names.wishes[expansion->frames[j]];
         if (wishes & TK_NAMES_OF_ALLOCATOR)
            return HP_SITE_IGNORED;
         if (is_inside && (wishes & TK_NAMES_ALLOCATES) && !is_last)
            continue;
         if (is_inside && (wishes & TK_NAMES_IGNORED))
            return HP_SITE_IGNORED;
         is_inside = False;
         frames[n++] = expansion->frames[j];
      }
      n_addresses += n > n_before;
   }
   return site_of_path(frames, n, is_cut || i < n_raw);
}

/* The site of one frame that is not code. */
static uint32_t site_of_text(const HChar *text)
{
   uint32_t frame = tk_names_frame(&run.names, text);
   return site_of_path(&frame, 1, False);
}

/* ---- Stacks --------------------------------------------------------------- */

void tk_paths_forget_stacks(void)
{
   run.n_map_changes++;
}

/* The mapping that the stack pointer is in. */
static void find_stack(hp_thread *thread, Addr sp)
{
   const NSegment *segment = VG_(am_find_nsegment)(sp);
   thread->stack_start = thread->stack_end = 0;
   thread->stack_map_changes = run.n_map_changes;
   if (segment == NULL)
      return;
   thread->stack_start = segment->start;
   thread->stack_end = segment->end + 1;
}

Bool tk_paths_is_on_stack(Addr address)
{
   const hp_thread *thread = near.thread;
   return address >= thread->stack_start && address < thread->stack_end
          && thread->stack_map_changes == run.n_map_changes;
}

/* Code that the program makes is not known by an epoch. */
static void note_what_is_mapped(void)
{
   run.unwinder.epoch = VG_(current_DiEpoch)().n;
   run.unwinder.mappings = (uint32_t)run.n_map_changes;
}

static uint32_t site_at(const origin *from)
{
   uint32_t raw[MAX_FRAMES], max = raw_depth();
   note_what_is_mapped();
   uint32_t n = unwind(from, raw, max);
   if (n == 0)
      return site_of_text("0x0: ???"); /* readers want a frame */
   tk_stack *stack = tk_stacks_at(&run.raws, raw, n);
   if (stack->value == TK_STACKS_NONE) {
      Bool goes_on = n == max && unwind(from, raw, max + 1) > max;
      stack->value = site_of_raw(stack->frames, n, goes_on);
   }
   return stack->value;
}

uint32_t tk_paths_site(const tk_registers *registers)
{
   hp_thread *thread = near.thread;
   if (!run.is_on)
      return HP_SITE_IGNORED;
   if (!tk_paths_is_on_stack((Addr)registers->sp))
      find_stack(thread, registers->sp);
   return site_at(&(origin){ .id = thread->id, .registers = registers });
}

uint32_t tk_paths_site_of(ThreadId id, Addr sp)
{
   return run.is_on ? site_at(&(origin){ .id = id, .sp = sp }) : HP_SITE_IGNORED;
}

uint32_t tk_paths_start(void)
{
   return run.is_on ? site_of_text("0x0: (program start)") : HP_SITE_IGNORED;
}

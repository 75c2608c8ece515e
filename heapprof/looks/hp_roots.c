/* hp_roots.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_roots.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

#include "base/tk_array.h"
#include "base/tk_search.h"
#include "data/tk_variables.h"
#include "looks/hp_client_memory.h"
#include "looks/hp_heap_memory.h"
#include "looks/hp_root_names.h"
#include "state/hp_run.h"

#define LABEL "hp.looks.roots"

enum {
   MOST_FRAMES = 4096, /* what is beyond belongs to the last one */
   REGISTERS = 40,     /* of a thread, at most */
   PAGE_B = 4096,
};

enum { RANK_VARIABLES, RANK_MAPPINGS, RANK_FRAMES, RANK_REGISTERS = 252, RANK_STACK_TOP };

/* A stack, or what of it is behind the frame in which a signal came: a thread can be on
   several, one after another. */
typedef struct {
   Addr dead, start, end; /* its dead part, and from the red zone on the live one */
   Addr *pcs, *ends;      /* of frames, innermost first; ends[i] is the CFA */
   uint32_t *keys;        /* likewise */
   UInt n, n_outer;       /* frames; and those of the thread's outer stacks */
   Bool is_first;         /* of a thread, whose arrays are to be freed */
   Bool is_alternate;     /* sigaltstack's: its bounds are known */
} stack;

static struct {
   hp_memory memory;
   UWord *registers;  /* REGISTERS of each thread */
   UInt *n_registers; /* of each thread; 0: there is no such thread */
   stack *stacks;
   size_t n_stacks, max_stacks;
   hp_graph *graph;
} the;

/* The graph's memory: it is given back, too, if the look is left. */
static void *get(SizeT size_B)
{
   return tk_get(the.graph->alloc, LABEL, size_B);
}

static void put(void *block)
{
   tk_put(the.graph->alloc, block);
}

/* ---- Registers -------------------------------------------------------------------- */

static void note_register(ThreadId id, const HChar *name, UWord value)
{
   if (the.n_registers[id] < REGISTERS)
      the.registers[id * REGISTERS + the.n_registers[id]++] = value;
}

const hp_memory *hp_roots_memory(void)
{
   VG_(memset)(the.n_registers, 0, VG_N_THREADS * sizeof *the.n_registers);
   VG_(apply_to_GP_regs)(note_register);
   the.memory = hp_client_memory(the.registers, (SizeT)VG_N_THREADS * REGISTERS);
   return &the.memory;
}

static void add_registers(void)
{
   for (UInt id = 0; id < VG_N_THREADS; id++) {
      Addr start = (Addr)&the.registers[id * REGISTERS];
      const hp_root root = {
         .start = start,
         .end = start + the.n_registers[id] * sizeof(UWord),
         .base = start,
         .key = hp_root_names_key(HP_ROOT_REGISTERS, NULL),
         .rank = RANK_REGISTERS,
      };
      if (the.n_registers[id] > 0)
         hp_graph_add_root(the.graph, &root);
   }
}

/* ---- Stacks ----------------------------------------------------------------------- */

/* Only a stack ends at memory that nothing can be in: a guard page, or what is reserved
   for its growth. */
static Bool is_guarded(const NSegment *segment)
{
   const NSegment *below = VG_(am_find_nsegment)(segment->start - 1);
   return below != NULL && (below->kind == SkResvn || !below->hasR);
}

/* Sets the bounds of the stack with this stack pointer.  Below it can be variables and
   others' memory, so that only counts as dead which is known to be the stack's. */
static Bool find_bounds(ThreadId id, Addr sp, stack *s)
{
   const NSegment *segment = VG_(am_find_nsegment)(sp);
   Addr low = VG_(thread_get_altstack_min)(id);
   SizeT size_B = VG_(thread_get_altstack_size)(id);
   if (segment == NULL || !segment->hasR)
      return False;
   s->dead = segment->start;
   s->start = sp - VG_STACK_REDZONE_SZB;
   s->end = segment->end + 1;
   s->is_alternate = sp - low < size_B;
   if (s->is_alternate) {
      s->dead = low;
      s->end = low + size_B;
   }
   if (s->start < s->dead || s->start > sp)
      s->start = s->dead;
   if (!s->is_alternate && !is_guarded(segment))
      s->dead = s->start;
   return True;
}

/* Adds the stack that frame `i` of `n` is on; returns the first frame that is not. */
static UInt add_stack(ThreadId id, Addr *pcs, Addr *sps, UInt i, UInt n)
{
   stack s = { .pcs = pcs + i, .ends = sps + i, .is_first = i == 0 };
   TK_ARRAY_ROOM(&run.alloc, LABEL, the.stacks, the.n_stacks, the.max_stacks);
   if (!find_bounds(id, sps[i], &s))
      return n;
   UInt next = i + 1;
   while (next < n && sps[next] >= sps[next - 1] && sps[next] < s.end)
      next++;
   /* The caller's stack pointer after the return is the frame's end; that of the
      outermost frame is not known. */
   s.n = next - i - 1;
   for (UInt frame = 0; frame < s.n; frame++)
      s.ends[frame] = sps[i + frame + 1];
   if (s.is_alternate)
      s.ends[s.n++] = s.end;
   s.n_outer = n - next;
   s.keys = get((s.n + 1) * sizeof *s.keys);
   hp_root_names_stack(s.pcs, s.n, s.keys);
   the.stacks[the.n_stacks++] = s;
   return next;
}

static void find_stacks_of(ThreadId id)
{
   Addr *pcs = get(MOST_FRAMES * sizeof *pcs);
   Addr *sps = get(MOST_FRAMES * sizeof *sps);
   UInt n = VG_(get_StackTrace)(id, pcs, MOST_FRAMES, sps, NULL, 0);
   SizeT before = the.n_stacks;
   for (UInt i = 0; i < n;)
      i = add_stack(id, pcs, sps, i, n);
   if (the.n_stacks == before) {
      put(pcs);
      put(sps);
   }
}

/* Where one stack is in what seems to be another one's dead part, they are parts of one
   piece of memory. */
static void revive_shared(void)
{
   for (SizeT i = 0; i < the.n_stacks; i++)
      for (SizeT other = 0; other < the.n_stacks; other++) {
         stack *s = &the.stacks[i];
         if (the.stacks[other].start - s->dead < s->start - s->dead)
            s->dead = s->start;
      }
}

static void find_stacks(void)
{
   the.n_stacks = 0;
   for (UInt id = 1; id < VG_N_THREADS; id++)
      if (the.n_registers[id] > 0)
         find_stacks_of(id);
   revive_shared();
}

static void forget_stacks(void)
{
   for (SizeT i = 0; i < the.n_stacks; i++) {
      put(the.stacks[i].keys);
      if (the.stacks[i].is_first) {
         put(the.stacks[i].pcs);
         put(the.stacks[i].ends);
      }
   }
}

/* One stack can be within another's memory: the nearest stack pointer decides. */
static const stack *stack_at(Addr address)
{
   const stack *found = NULL;
   for (SizeT i = 0; i < the.n_stacks; i++) {
      const stack *s = &the.stacks[i];
      if (address - s->start < s->end - s->start
          && (found == NULL || s->start > found->start))
         found = s;
   }
   return found;
}

/* The frame that the address is in; False: it is above all. */
static Bool find_frame(const stack *s, Addr address, hp_root *root)
{
   tk_search search = { .high = s->n };
   while (tk_search_next(&search))
      tk_search_step(&search, s->ends[search.middle] <= address);
   if (search.low == s->n)
      return False;
   UInt frame = (UInt)search.low, depth = s->n_outer + s->n - frame - 1;
   root->start = frame == 0 ? s->start : s->ends[frame - 1];
   root->end = root->base = s->ends[frame];
   root->is_frame = true;
   root->key = s->keys[frame];
   root->rank = RANK_FRAMES + depth < RANK_REGISTERS ? (UChar)(RANK_FRAMES + depth)
                                                     : RANK_REGISTERS - 1;
   return True;
}

/* ---- Variables and mappings -------------------------------------------------------- */

/* Is it the allocator's own variable: of its library or, in a static program, by name? */
static Bool is_allocators(const tk_variable *variable)
{
   SizeT n;
   const tk_object *objects = tk_code_objects_list(run.names.objects, &n);
   if (variable->name != NULL && VG_(strcmp)(variable->name, "main_arena") == 0)
      return True;
   if (variable->binary == TK_NO_OBJECT || variable->binary > n)
      return False;
   const HChar *name = VG_(basename)(objects[variable->binary - 1].path);
   return VG_(string_match)("libc.so*", name) || VG_(string_match)("libc-2.??.so", name)
          || VG_(string_match)("lib*malloc*", name);
}

static void find_variable(const tk_variable *variable, const tk_variable_at *at,
                          hp_root *root)
{
   root->start = at->low;
   root->end = at->high;
   root->base = at->start;
   root->key = hp_root_names_key(
      variable->is_thread_local ? HP_ROOT_THREAD_LOCAL : HP_ROOT_STATIC, variable);
   root->is_allocators = is_allocators(variable);
}

static void find_mapping(Addr address, hp_root *root)
{
   const NSegment *segment = VG_(am_find_nsegment)(address);
   const HChar *path = segment->kind == SkFileC ? VG_(am_get_filename)(segment) : NULL;
   if (path != NULL)
      path = tk_strings_text(run.root_texts, path);
   root->start = root->base = segment->start;
   root->end = segment->end + 1;
   root->key = hp_root_names_key(HP_ROOT_MAPPING, path);
   root->rank = RANK_MAPPINGS;
}

/* Words above a stack's frames can be of the thread's variables. */
static void find_root(void *context, uintptr_t address, hp_root *root)
{
   const stack *s = stack_at(address);
   tk_variable_at at;
   *root = (hp_root){ .rank = RANK_VARIABLES };
   if (s != NULL && find_frame(s, address, root))
      return;
   tk_variables_update(address);
   const tk_variable *variable = tk_variables_find(address, &at);
   if (variable != NULL) {
      find_variable(variable, &at, root);
   } else if (s != NULL) {
      *root = (hp_root){ .start = address,
                         .end = address + sizeof(UWord),
                         .base = s->end,
                         .key = hp_root_names_key(HP_ROOT_STACK_TOP, NULL),
                         .rank = RANK_STACK_TOP };
   } else {
      find_mapping(address, root);
      root->start = address; /* a variable can be behind it */
      root->end = address + sizeof(UWord);
   }
}

/* ---- Where to search -------------------------------------------------------------- */

static void search(Addr start, Addr end)
{
   static const hp_roots roots = { .find = find_root };
   if (start < end)
      hp_graph_search(the.graph, start, end, &roots);
}

/* Without the dead parts of stacks, which are below their live parts. */
static void search_live(Addr start, Addr end)
{
   for (SizeT i = 0; i < the.n_stacks; i++) {
      const stack *s = &the.stacks[i];
      if (s->start <= start || s->dead >= end || s->dead == s->start)
         continue;
      if (s->dead > start)
         search_live(start, s->dead);
      if (s->start < end)
         search_live(s->start, end);
      return;
   }
   search(start, end);
}

/* The first block of the heap that begins in the range, in whole pages; and the last. */
static Bool find_blocks(Addr start, Addr end, Addr *from, Addr *to)
{
   const hp_block_map *map = &the.graph->map;
   *from = *to = 0;
   for (uint32_t i = hp_block_map_from(map, start); i < map->n && map->starts[i] < end;
        i++)
      if (hp_block_map_record(map, i)->layer == TK_LAYER_HEAP) {
         if (*to == 0)
            *from = map->starts[i] & ~(Addr)(PAGE_B - 1);
         *to = (hp_block_map_end(map, i) + PAGE_B - 1) & ~(Addr)(PAGE_B - 1);
      }
   if (*from < start)
      *from = start;
   if (*to > end)
      *to = end;
   return *from < *to;
}

/* An allocator may have mapped memory before its first call. */
static void search_around_blocks(Addr start, Addr end)
{
   Addr from, to;
   if (start >= end)
      return;
   if (find_blocks(start, end, &from, &to)) {
      search_live(start, from);
      search_live(to, end);
   } else {
      search_live(start, end);
   }
}

static void search_around_brk(Addr start, Addr end)
{
   Addr from, to, first, last;
   hp_heap_memory_brk_area(&from, &to);
   if (from >= end || to <= start || !find_blocks(from, to, &first, &last)) {
      search_around_blocks(start, end);
      return;
   }
   search_around_blocks(start, from < start ? start : from);
   search_around_blocks(to, end);
}

static void search_segment(const NSegment *segment)
{
   Addr end = segment->end + 1;
   if (segment->kind == SkFileC) {
      search_live(segment->start, end);
      return;
   }
   for (Addr start = segment->start, from, to; start < end; start = to) {
      hp_heap_memory_next(start, end, &from, &to);
      if (from > start)
         search_around_brk(start, from);
   }
}

static void search_memory(void)
{
   Int n = 256;
   Addr *starts = NULL;
   do {
      n = n < 0 ? -n : n;
      put(starts);
      starts = get((SizeT)n * sizeof *starts);
      n = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC, starts, n);
   } while (n < 0);
   for (Int i = 0; i < n; i++) {
      const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
      if (segment != NULL && segment->hasR && segment->hasW)
         search_segment(segment);
   }
   put(starts);
}

/* ---- All -------------------------------------------------------------------------- */

void hp_roots_init(void)
{
   the.registers = VG_(calloc)(LABEL, VG_N_THREADS, REGISTERS * sizeof *the.registers);
   the.n_registers = VG_(calloc)(LABEL, VG_N_THREADS, sizeof *the.n_registers);
   hp_root_names_init();
   tk_variables_init(&(tk_variables_setup){
      .alloc = &run.alloc,
      .names = run.root_texts,
      .objects = run.names.objects,
      .threads = &run.threads,
   });
}

void hp_roots_add(hp_graph *graph)
{
   the.graph = graph;
   find_stacks();
   search_memory();
   add_registers();
   forget_stacks();
}

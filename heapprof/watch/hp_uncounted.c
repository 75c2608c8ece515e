/* hp_uncounted.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "watch/hp_uncounted.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "code/tk_code_objects.h"
#include "watch/tk_objects.h"
#include "accounts/hp_pages.h"
#include "state/hp_run.h"
#include "run/tk_ending.h"
#include "run/tk_tool.h"

enum {
   MAX_ORIGINS = 64, /* the last one stands for all others */
   MAX_FRAMES = 12,
   PAGE_B = 4096,
   /* No warning below it: allocators map some memory before their first call, and
      programs map buffers. */
   LEAST_B = 4 << 20,
   LEAST_EXCLUDED_B = 1 << 20,
   MAP_STACK = 0x20000, /* Linux's uapi/asm-generic/mman.h; the SDK lacks it */
};

/* Who maps memory. */
typedef struct {
   Addr pc;                  /* the system call's caller, outside the C library */
   HChar *object, *function; /* their names; function may be NULL */
   HChar *allocator;         /* the outermost function on its path with an allocator's
                        name, or NULL */
   ULong now_B, most_B;
} origin;

/* What there is to warn of. */
typedef enum { NOTHING, EXCLUDED, NOTHING_SEEN, UNCOUNTED } warning;

static struct {
   hp_pages pages; /* the site is the index of the origin */
   origin origins[MAX_ORIGINS];
   UInt n_origins;
   ULong now_B, most_B;
   const HChar *soname;   /* an object that is left out, or NULL */
   const HChar *excluded; /* the function called there */
   Bool is_reported;      /* by the program itself */
   warning at_fork;       /* what there was to warn of at the latest fork */
   warning of_parent;     /* the same of the fork that made this process */
} uncounted;

/* ---- Who maps it --------------------------------------------------------------- */

static HChar *copy_of(const HChar *text)
{
   return VG_(strdup)("hp.uncounted", text);
}

static Bool is_wrapper(const HChar *function)
{
   return VG_(string_match)("*mmap*", function) || VG_(string_match)("*mremap*", function)
          || VG_(string_match)("*brk*", function)
          || VG_(strcmp)(function, "syscall") == 0;
}

/* Does the code only pass on the program's request to the system? */
static Bool passes_on(DiEpoch epoch, Addr pc)
{
   const HChar *name;
   return tk_objects_is_libc(pc)
          || (VG_(get_fnname)(epoch, pc, &name) && is_wrapper(name));
}

static void describe_origin(origin *o, DiEpoch epoch, const Addr *pcs, UInt n)
{
   const HChar *name;
   if (VG_(get_objname)(epoch, pcs[0], &name))
      o->object = copy_of(name);
   if (VG_(get_fnname)(epoch, pcs[0], &name))
      o->function = copy_of(name);
   for (UInt i = 0; i < n; i++)
      if (VG_(get_fnname)(epoch, pcs[i], &name)
          && (VG_(string_match)("*alloc*", name) || VG_(string_match)("*Alloc*", name))) {
         VG_(free)(o->allocator);
         o->allocator = copy_of(name);
      }
}

static UInt origin_of(ThreadId id)
{
   Addr pcs[MAX_FRAMES];
   DiEpoch epoch = VG_(current_DiEpoch)();
   UInt n = id == VG_INVALID_THREADID
               ? 0
               : VG_(get_StackTrace)(id, pcs, MAX_FRAMES, NULL, NULL, 0);
   UInt first = 0;
   while (first + 1 < n && passes_on(epoch, pcs[first]))
      first++;
   Addr pc = n == 0 ? 0 : pcs[first];
   for (UInt i = 0; i < uncounted.n_origins; i++)
      if (uncounted.origins[i].pc == pc || i == MAX_ORIGINS - 1)
         return i;
   origin *o = &uncounted.origins[uncounted.n_origins];
   o->pc = pc;
   if (n > 0)
      describe_origin(o, epoch, pcs + first, n - first);
   return uncounted.n_origins++;
}

/* ---- What is mapped -------------------------------------------------------------- */

static void on_gone(void *context, uint32_t site, uint64_t bytes, uint64_t start)
{
   uncounted.origins[site].now_B -= bytes;
   uncounted.now_B -= bytes;
}

static const hp_pages_gone gone = { .report = on_gone };

static Addr round_up(Addr address)
{
   return (address + PAGE_B - 1) & ~(Addr)(PAGE_B - 1);
}

void hp_uncounted_unmapped(Addr start, SizeT length_B)
{
   Addr end = round_up(start + length_B);
   if (uncounted.pages.n > 0 && end > start)
      hp_pages_unmap(&uncounted.pages, start, end - start, &gone);
}

static void map_uncounted(Addr start, SizeT length_B, ThreadId id)
{
   Addr end = round_up(start + length_B);
   UInt index = origin_of(id);
   origin *o = &uncounted.origins[index];
   if (end <= start)
      return;
   hp_pages_map(&uncounted.pages, start, end - start, index, &gone);
   o->now_B += end - start;
   if (o->now_B > o->most_B)
      o->most_B = o->now_B;
   uncounted.now_B += end - start;
   if (uncounted.now_B > uncounted.most_B)
      uncounted.most_B = uncounted.now_B;
}

/* The flags of the mmap that is being done. */
static UWord mmap_flags(void)
{
   const UWord *arguments = tk_ending_arguments(__NR_mmap);
#if defined(VGA_x86)
   if (arguments != NULL)
      return ((const UWord *)arguments[0])[3];
   arguments = tk_ending_arguments(__NR_mmap2);
#endif
   return arguments == NULL ? 0 : arguments[3];
}

/* Is memory of this process alone mapped at `start`, and not for a stack?  glibc maps a
   thread's writable from 2.42 on.  A mapping that grows stays what it was. */
static Bool is_private(Addr start)
{
   uint32_t site;
   const NSegment *segment = VG_(am_find_nsegment)(start);
   if (segment == NULL || segment->kind != SkAnonC)
      return False;
   if (tk_ending_arguments(__NR_mremap) != NULL)
      return hp_pages_find(&uncounted.pages, start - 1, &site);
   return (mmap_flags() & (VKI_MAP_SHARED | MAP_STACK)) == 0;
}

/* Memory mapped within a watched call becomes that function's blocks.  Memory that
   cannot be written, or that is shared with other processes, holds no blocks. */
void hp_uncounted_mapped(Addr start, SizeT length_B, Bool is_writable)
{
   if (run.mode != HP_MODE_HEAP)
      return;
   if (run.watch.return_sp != 0 || !is_writable || !is_private(start))
      hp_uncounted_unmapped(start, length_B);
   else
      map_uncounted(start, length_B, VG_(get_running_tid)());
}

void hp_uncounted_brk(Addr start, SizeT length_B, ThreadId id)
{
   Addr first = round_up(start); /* its page is counted already */
   Addr end = round_up(start + length_B);
   if (run.watch.return_sp == 0 && end > first)
      map_uncounted(first, end - first, id);
}

void hp_uncounted_brk_down(Addr start, SizeT length_B)
{
   Addr first = round_up(start);
   if (round_up(start + length_B) > first)
      hp_uncounted_unmapped(first, start + length_B - first);
}

void hp_uncounted_moved(Addr from, Addr to, SizeT length_B)
{
   length_B = round_up(length_B);
   hp_pages_move(&uncounted.pages, from, length_B, to, length_B, 0, &gone);
}

/* ---- What is not watched ---------------------------------------------------------- */

void hp_uncounted_excluded(Addr address, const tk_function *function)
{
   if (uncounted.soname != NULL || function->action != TK_ALLOCATE
       || tk_objects_is_libc(address)) /* the dynamic linker has one for itself */
      return;
   const DebugInfo *object = tk_code_debug_info(address);
   const HChar *soname = object == NULL ? NULL : VG_(DebugInfo_get_soname)(object);
   uncounted.soname = copy_of(soname == NULL ? "NONE" : soname);
   uncounted.excluded = function->name;
}

void hp_uncounted_reported(void)
{
   uncounted.is_reported = True;
}

/* ---- The warning ----------------------------------------------------------------- */

static const origin *largest_origin(void)
{
   const origin *largest = NULL;
   for (UInt i = 0; i < uncounted.n_origins; i++)
      if (largest == NULL || uncounted.origins[i].most_B > largest->most_B)
         largest = &uncounted.origins[i];
   return largest;
}

static void say_who_maps(const origin *o)
{
   if (o == NULL || o->object == NULL)
      return;
   if (o->function == NULL)
      VG_(umsg)("   %s mapped %'llu bytes.\n", tk_tool_shown(o->object), o->most_B);
   else
      VG_(umsg)("   %s (in %s) mapped %'llu bytes.\n", tk_tool_shown(o->function),
                tk_tool_shown(o->object), o->most_B);
}

static void say_excluded(void)
{
   VG_(umsg)("warning: blocks of %s are not counted: --soname-synonyms leaves "
             "out its object.\n",
             tk_tool_shown(uncounted.excluded));
   VG_(umsg)("   To count them: --soname-synonyms=somalloc=%s\n",
             tk_tool_shown(uncounted.soname));
   say_who_maps(largest_origin());
}

/* In Go, runtime.sysMmap and others like it ask the system for memory. */
static Bool is_go(const origin *o)
{
   return o != NULL && o->function != NULL
          && VG_(string_match)("runtime.sys*", o->function);
}

/* The program's allocation functions have no symbols, or unknown names. */
static void say_nothing_seen(void)
{
   VG_(umsg)("warning: no call of an allocation function was seen.  Is the "
             "program static and\n");
   VG_(umsg)("   stripped, or written in a language with an allocator of its own?\n");
   if (uncounted.most_B >= LEAST_B)
      say_who_maps(largest_origin());
   if (is_go(largest_origin()))
      VG_(umsg)("   It is written in Go: use Go's own heap profiles (runtime/pprof).\n");
   VG_(umsg)("   To count the memory that it maps: --pages-as-heap=yes\n");
}

static void say_uncounted(void)
{
   const origin *o = largest_origin();
   VG_(umsg)("warning: %'llu bytes were mapped at one time outside of watched "
             "functions, and are\n",
             uncounted.most_B);
   VG_(umsg)("   not counted.\n");
   say_who_maps(o);
   if (o != NULL && o->allocator != NULL)
      VG_(umsg)("   If %s hands out blocks of them, report these with\n"
                "   VALGRIND_MALLOCLIKE_BLOCK (valgrind.h).\n",
                tk_tool_shown(o->allocator));
   VG_(umsg)("   To count all mapped memory: --pages-as-heap=yes\n");
}

static warning find_warning(void)
{
   Bool is_nothing = run.watch.n_calls == 0 && run.heap.total.blocks == 0;
   Bool is_more = uncounted.most_B > run.heap.peak.bytes && !uncounted.is_reported;
   if (uncounted.soname != NULL
       && (is_nothing || (is_more && uncounted.most_B >= LEAST_EXCLUDED_B)))
      return EXCLUDED;
   if (is_nothing)
      return NOTHING_SEEN;
   return is_more && uncounted.most_B >= LEAST_B ? UNCOUNTED : NOTHING;
}

void hp_uncounted_warn(void)
{
   if (run.mode != HP_MODE_HEAP)
      return;
   warning what = find_warning();
   if (what == uncounted.of_parent)
      return;
   if (what == EXCLUDED)
      say_excluded();
   else if (what == NOTHING_SEEN)
      say_nothing_seen();
   else if (what == UNCOUNTED)
      say_uncounted();
}

/* ---- Setup ----------------------------------------------------------------------- */

static void before_fork(ThreadId id)
{
   uncounted.at_fork = find_warning();
}

/* The parent warns of its own mappings when it ends.  The child's count from here on. */
static void on_child(ThreadId id)
{
   if (uncounted.at_fork != NOTHING)
      uncounted.of_parent = uncounted.at_fork;
   hp_pages_fini(&uncounted.pages);
   for (UInt i = 0; i < uncounted.n_origins; i++)
      uncounted.origins[i].now_B = uncounted.origins[i].most_B = 0;
   uncounted.now_B = uncounted.most_B = 0;
}

void hp_uncounted_init(void)
{
   uncounted.pages.alloc = &run.alloc;
   if (run.mode != HP_MODE_HEAP)
      return;
   VG_(atfork)(before_fork, NULL, on_child);
}

/* tk_tls.c -- SPDX-License-Identifier: GPL-2.0-or-later

   "ELF Handling For Thread-Local Storage" (Drepper), variant II. */

#include "data/tk_tls.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "base/tk_search.h"
#include "data/tk_binaries.h"
#include "watch/tk_guest.h"

#define LABEL "tk.data.tls"

enum {
   MODULES_MAX = 100000, /* more are a damaged table */
   NEAR_B = 1 << 20,     /* below a thread pointer: where static segments are */
   MOST_B = 1 << 28,     /* of all static segments */
};

/* A thread's copy of a binary's TLS segment. */
typedef struct {
   Addr start, end;
   tk_binary *binary;
} segment;

static struct {
   XArray *segments; /* of segment, by address */
   Addr *pointers;   /* of threads, by their ids, when the segments were found; 0 */
   ThreadId last;    /* the thread whose pointer was compared with that; it stays */
   UInt changes;     /* of places, then */
   Bool is_stale;
   Bool lacks_some; /* the dynamic linker had not made all yet */
   const tk_threads *threads;
} the;

void tk_tls_init(const tk_variables_setup *setup)
{
   the.segments = VG_(newXA)(VG_(malloc), LABEL, VG_(free), sizeof(segment));
   the.pointers = VG_(calloc)(LABEL, VG_N_THREADS, sizeof *the.pointers);
   the.threads = setup->threads;
   the.is_stale = True;
}

void tk_tls_threads_end(void)
{
   the.is_stale = True;
}

/* ---- The thread ------------------------------------------------------- */

#if !defined(VGA_arm64)
static void get_register(ThreadId tid, void *to, PtrdiffT offset, SizeT size_B)
{
   VG_(get_shadow_regs_area)(tid, to, 0, offset, size_B);
}
#endif

/* The thread pointer; 0: it has none yet. */
static Addr pointer_of(ThreadId tid)
{
#if defined(VGA_amd64)
   Addr pointer;
   get_register(tid, &pointer, offsetof(tk_guest, guest_FS_CONST), sizeof pointer);
   return pointer;
#elif defined(VGA_arm64)
   return 0; /* variant I, which has the segments above: not known here */
#else
   /* The base of the segment that %gs selects, from the thread's table. */
   UShort selector;
   ULong table;
   get_register(tid, &selector, offsetof(tk_guest, guest_GS), sizeof selector);
   Bool is_local = (selector & 4) != 0;
   get_register(tid, &table,
                is_local ? offsetof(tk_guest, guest_LDT) : offsetof(tk_guest, guest_GDT),
                sizeof table);
   if (table == 0
       || (selector >> 3) >= (is_local ? VEX_GUEST_X86_LDT_NENT : VEX_GUEST_X86_GDT_NENT))
      return 0;
   const UChar *entry = (const UChar *)(Addr)table + 8 * (selector >> 3);
   return entry[2] | (Addr)entry[3] << 8 | (Addr)entry[4] << 16 | (Addr)entry[7] << 24;
#endif
}

/* Reads a word of the program. */
static Bool get_word(Addr at, Addr *word)
{
   if (!VG_(am_is_valid_for_client)(at, sizeof *word, VKI_PROT_READ))
      return False;
   *word = *(const Addr *)at;
   return True;
}

/* ---- Where segments are ----------------------------------------------- */

static Addr round_up(Addr size_B, Addr align)
{
   return align < 2 || (align & (align - 1)) != 0 ? size_B
                                                  : (size_B + align - 1) & -align;
}

/* By the thread's table: its first word counts the modules, two words each follow.  A
   library that was there from the start gets its segment later, in the first thread. */
static Addr start_by_table(Addr pointer, Addr module, Bool is_first)
{
   Addr table, n_modules, start;
   if (module == 0 || module > MODULES_MAX || !get_word(pointer + sizeof(Addr), &table)
       || !get_word(table - 2 * sizeof(Addr), &n_modules) || n_modules > MODULES_MAX
       || module > n_modules || !get_word(table + 2 * module * sizeof(Addr), &start))
      return 0;
   Bool is_there = start != 0 && start != (Addr)-1;
   the.lacks_some |= is_first && !is_there;
   return is_there ? start : 0;
}

/* Addresses of the program are not near the end of memory. */
static Bool is_offset(Addr word)
{
   return (Word)word < 0 && (Word)word > -MOST_B;
}

/* 0: it is not known.  The thread may not have it yet. */
static Addr segment_of(const tk_binary_place *place, Addr pointer, Bool is_first)
{
   const tk_elf_data *elf = &place->binary->elf;
   Addr word;
   if (elf->tls_word == TK_ELF_TLS_UNKNOWN && place->is_program)
      return pointer - round_up(elf->tls_segment.end, elf->tls_align);
   if (elf->tls_word == TK_ELF_TLS_UNKNOWN)
      return 0;
   if (!get_word(place->bias + elf->tls_word_addr, &word))
      return 0;
   if (elf->tls_word != TK_ELF_TLS_MODULE && is_offset(word))
      return pointer + word - elf->tls_addend;
   /* Before it is written, it is 0 or an offset in the segment. */
   Bool is_number = elf->tls_word == TK_ELF_TLS_MODULE
                       ? word != 0
                       : elf->tls_word == TK_ELF_TLS_EITHER && get_word(word, &word);
   the.lacks_some |= !is_number;
   return is_number ? start_by_table(pointer, word, is_first) : 0;
}

static Bool get_segment(const tk_binary_place *place, Addr pointer, Bool is_first,
                        segment *s)
{
   SizeT size_B = place->binary->elf.tls_segment.end;
   if (size_B == 0)
      return False;
   s->start = segment_of(place, pointer, is_first);
   s->end = s->start + size_B;
   s->binary = place->binary;
   return s->start != 0 && s->end > s->start
          && VG_(am_is_valid_for_client)(s->start, size_B, VKI_PROT_READ);
}

/* ---- All segments ----------------------------------------------------- */

static segment *nth_segment(Word i)
{
   return VG_(indexXA)(the.segments, i);
}

static Word n_before(Addr addr)
{
   return TK_SEARCH(i, VG_(sizeXA)(the.segments), nth_segment(i)->start <= addr);
}

static const segment *known_at(Addr addr)
{
   Word n = n_before(addr);
   return n > 0 && addr < nth_segment(n - 1)->end ? nth_segment(n - 1) : NULL;
}

static void find_thread(Addr pointer, Bool is_first)
{
   SizeT n;
   const tk_binary_place *places = tk_binaries_places(&n);
   for (SizeT i = 0; i < n && pointer != 0; i++) {
      segment s;
      if (get_segment(&places[i], pointer, is_first, &s))
         VG_(insertIndexXA)(the.segments, n_before(s.start), &s);
   }
}

static void find_all(void)
{
   VG_(dropTailXA)(the.segments, VG_(sizeXA)(the.segments));
   VG_(memset)(the.pointers, 0, VG_N_THREADS * sizeof *the.pointers);
   the.lacks_some = False;
   for (const tk_thread *t = NULL; (t = tk_threads_next(the.threads, t)) != NULL;) {
      the.pointers[t->id] = pointer_of(t->id);
      find_thread(the.pointers[t->id], t->number == 1);
   }
   the.changes = tk_binaries_changes();
   the.is_stale = False;
}

/* Does the running thread have the pointer that is known?  It changes once at most. */
static Bool is_known_thread(ThreadId tid)
{
   if (tid == VG_INVALID_THREADID || (tid == the.last && the.pointers[tid] != 0))
      return True;
   the.last = tid;
   return pointer_of(tid) == the.pointers[tid];
}

static Bool is_stale(void)
{
   return the.is_stale || tk_binaries_is_stale() || the.changes != tk_binaries_changes();
}

Bool tk_tls_update(Addr addr)
{
   ThreadId tid = VG_(get_running_tid)();
   Bool was_stale = is_stale();
   if (!was_stale && is_known_thread(tid)
       && !(the.lacks_some && the.pointers[tid] - addr < NEAR_B))
      return False;
   Word n = VG_(sizeXA)(the.segments);
   tk_binaries_at(addr); /* looks for new ones */
   find_all();
   return was_stale || n != VG_(sizeXA)(the.segments);
}

static const tk_variable *find_variable(Addr addr, const segment *s, tk_extent *extent)
{
   return tk_binaries_variable(s->binary, True, addr - s->start, extent);
}

const tk_variable *tk_tls_find(Addr addr, tk_extent *extent, Addr *base)
{
   const segment *s = known_at(addr);
   if (s == NULL)
      return NULL;
   *base = s->start;
   return find_variable(addr, s, extent);
}

void tk_tls_gap(Addr addr, Addr *low, Addr *high)
{
   Word n = n_before(addr);
   if (n > 0 && nth_segment(n - 1)->end > *low)
      *low = nth_segment(n - 1)->end;
   if (n < VG_(sizeXA)(the.segments) && nth_segment(n)->start < *high)
      *high = nth_segment(n)->start;
}

/* The thread's segment that has the address. */
static Bool find_segment(Addr addr, Addr pointer, segment *s)
{
   SizeT n;
   const tk_binary_place *places = tk_binaries_places(&n);
   for (SizeT i = 0; i < n && pointer != 0; i++)
      if (get_segment(&places[i], pointer, False, s)
          && addr - s->start < s->end - s->start)
         return True;
   return False;
}

const tk_variable *tk_tls_find_in_block(Addr addr, Addr *start)
{
   segment s;
   tk_binaries_at(addr); /* looks for new ones */
   for (const tk_thread *t = NULL; (t = tk_threads_next(the.threads, t)) != NULL;) {
      if (!find_segment(addr, pointer_of(t->id), &s))
         continue;
      tk_extent extent;
      const tk_variable *variable = find_variable(addr, &s, &extent);
      if (variable != NULL)
         *start = s.start + extent.start;
      return variable;
   }
   return NULL;
}

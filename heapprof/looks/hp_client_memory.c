/* hp_client_memory.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_client_memory.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { PAGE_B = 4096, VTABLE_WORDS = 8 };

static struct {
   const UWord *own;
   SizeT n_own;
   /* The segment that was read last, and whether it can be read.  The program is stopped,
      so it stays. */
   Addr start, last;
   Bool is_readable;
   Addr page; /* that was tried last, and whether it can be read */
   Bool is_page_readable;
} the;

static void find_segment(Addr address)
{
   const NSegment *segment = VG_(am_find_nsegment)(address);
   the.start = segment == NULL ? address : segment->start;
   the.last = segment == NULL ? address : segment->end;
   the.is_readable = segment != NULL && segment->hasR
                     && (segment->kind == SkAnonC || segment->kind == SkFileC
                         || segment->kind == SkShmC);
}

/* A system call of the tool's own.  No header of the SDK declares it (configure looks for
   it). */
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord, UWord,
                              UWord, UWord);

/* A page of a mapped file can be behind the file's end, and one of a stack guarded
   without Valgrind's knowledge (MADV_GUARD_INSTALL, which glibc 2.42 began with).  The
   kernel reads a set of signals before it looks what is to be done with it, which is
   nothing here: a fault in what translated code calls would end the tool. */
static Bool can_read_page(Addr page)
{
   enum { NO_WAY = ~0, SET_B = 8 };
   SysRes result = VG_(do_syscall)(__NR_rt_sigprocmask, (UWord)NO_WAY, page, 0, SET_B, 0,
                                   0, 0, 0);
   return !sr_isError(result) || sr_Err(result) != VKI_EFAULT;
}

/* Cuts the words to those of one page. */
static Bool is_readable_page(Addr address, size_t *n)
{
   Addr page = address & ~(Addr)(PAGE_B - 1);
   size_t left = (page + PAGE_B - address) / sizeof(UWord);
   if (*n > left)
      *n = left;
   if (page != the.page) {
      the.page = page;
      the.is_page_readable = can_read_page(page);
   }
   return the.is_page_readable;
}

static const uintptr_t *get_words(void *context, uintptr_t address, size_t *n)
{
   SizeT of_own = address - (Addr)the.own;
   if (of_own < the.n_own * sizeof(UWord)) {
      SizeT left = the.n_own - of_own / sizeof(UWord);
      *n = *n < left ? *n : left;
      return (const uintptr_t *)address;
   }
   if (address < the.start || address > the.last)
      find_segment(address);
   size_t left = (the.last - address) / sizeof(UWord) + 1;
   if (*n > left)
      *n = left;
   if (!the.is_readable || !is_readable_page(address, n))
      return NULL;
   return (const uintptr_t *)address;
}

static Bool is_code(Addr address)
{
   const NSegment *segment = VG_(am_find_nsegment)(address);
   return segment != NULL && segment->kind == SkFileC && segment->hasX;
}

/* Tables of virtual functions are in files, which also have the code that they point
   to. */
static bool is_vtable(void *context, uintptr_t word)
{
   const NSegment *segment;
   UInt n_code = 0;
   if (word % sizeof word != 0 || word < PAGE_B
       || (segment = VG_(am_find_nsegment)(word)) == NULL || segment->kind != SkFileC
       || !segment->hasR)
      return false;
   for (UInt i = 0; i < VTABLE_WORDS && n_code < 2; i++) {
      size_t n = 1;
      const uintptr_t *entry = get_words(NULL, word + i * sizeof word, &n);
      n_code += entry != NULL && is_code(*entry);
   }
   return n_code >= 2;
}

hp_memory hp_client_memory(const UWord *own, SizeT n_own)
{
   VG_(memset)(&the, 0, sizeof the);
   the.start = 1; /* no segment yet */
   the.page = 1;
   the.own = own;
   the.n_own = n_own;
   return (hp_memory){ .words = get_words, .is_vtable = is_vtable };
}

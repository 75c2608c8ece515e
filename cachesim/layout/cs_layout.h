/* cs_layout.h -- where data would be in another layout; pure.

   The program, its pointers and its allocator see nothing: only the simulation gets
   other addresses.  Those of laid-out data are in areas that no program has
   (cs_address.h).  A page with such data is mirrored: what else is on it gets an address
   in the mirror, at the same place of every cache.  So no address of a mirrored page is
   ever in a cache, and the filters of translated code (cs_filter.h), which compare the
   program's addresses, never pass one.

   - A block whose elements keep their size stays where it is, in the mirror.
   - Elements of a part lie beside each other if blocks have one element: places of freed
     ones are used again, the last one first.
   - Arrays, and blocks of a new size, lie as glibc's malloc places blocks: 16 bytes
     apart with 8 before; large ones elsewhere, at pages of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_malloc_model.h"
#include "base/tk_pool.h"
#include "base/tk_table.h"
#include "layout/cs_layout_rules.h"
#include "machine/cs_address.h"

/* Of a block, and of its parts together. */
#define CS_LAYOUT_BLOCK_MOST_B (UINT64_C(1) << 36)
#define CS_LAYOUT_PLACES_MOST_B (UINT64_C(1) << 40)

enum {
   CS_LAYOUT_PAGE_BITS = 12,
   CS_LAYOUT_TOP_BITS = 30,
   CS_LAYOUT_PAGES = 1 << (CS_LAYOUT_TOP_BITS - CS_LAYOUT_PAGE_BITS),
   CS_LAYOUT_GRANULE_B = 8,
   CS_LAYOUT_INVERSE_MOST_B = 1 << 20, /* addresses have 43 bits */
   CS_LAYOUT_PIECES_MOST = 128,        /* of an access of at most 64 bytes, with links */
   CS_LAYOUT_ACCESS_MOST_B = 64,
};

/* A block or variable that is laid out. */
typedef struct cs_laid {
   cs_layout_rule *rule;
   uintptr_t start;
   uint64_t size_B;
   uint64_t n_elements, element_B;
   /* 2^64 / element_B, rounded up: for a division by a product.  0: there is one
      element, or it is too large for that. */
   uint64_t inverse;
   uint64_t step_B; /* from an element of the first part to the next */
   uint32_t lead_B; /* before the first element */
   /* What malloc has before the block, and behind it: the header of the next one.  They
      lie with the block's first and last bytes. */
   uint32_t head_B, tail_B;
   bool stays;     /* at its place in the mirror, though bytes can change places */
   bool is_placed; /* else it stays until it is read */
   bool is_simple; /* cs_layout_simply can say where it is */
   /* The program has freed it.  What the allocator does there, it does where the block
      was, until another block has the memory. */
   uint64_t ended;     /* by which call of cs_layout_end; 0: it has not */
   uint32_t n_covered; /* granules and whole pages that have it */
   uintptr_t to[];     /* where each part begins */
} cs_laid;

/* The variable at an address, if a rule is for it: from `low` on and below `high`, the
   answer is the same.  `name` is NULL if there is none. */
typedef struct cs_layout_variable {
   const char *name;
   uintptr_t start, low, high;
   uint64_t size_B;
} cs_layout_variable;

typedef struct cs_layout_setup {
   const tk_alloc *alloc;
   cs_layout_rules *rules;
   /* NULL: no rule is for variables. */
   void (*variable_at)(uintptr_t addr, cs_layout_variable *at);
   /* The page at this address becomes mirrored: filters must not pass it any more. */
   void (*page_mirrored)(uintptr_t page);
   /* What lies in this memory of the layout ends.  NULL: nobody asks. */
   void (*place_ends)(uintptr_t start, uint64_t size_B);
} cs_layout_setup;

/* Freed places of one size and kind. */
typedef struct cs_layout_free {
   struct cs_layout_free *next;
   uintptr_t addr;
} cs_layout_free;

typedef struct cs_layout_bin {
   uint64_t kind, size_B;
   cs_layout_free *first;
} cs_layout_bin;

/* A stretch of memory for elements of one part, beside each other. */
typedef struct cs_layout_stretch {
   uintptr_t at, end;
} cs_layout_stretch;

/* What is laid out on a mirrored page, by granule.  A page that is all in one block has
   none of these: the block is there instead, with the lowest bit set. */
typedef struct cs_layout_page {
   cs_laid *granules[(1 << CS_LAYOUT_PAGE_BITS) / CS_LAYOUT_GRANULE_B];
   bool is_huge; /* what is not laid out on it has huge pages, too */
} cs_layout_page;

typedef struct cs_layout {
   cs_layout_setup setup;
   tk_pool pool;
   /* By GiB, then by page.  NULL: not asked yet; cs_layout_plain: not mirrored. */
   cs_layout_page ***tops;
   /* Memory that the program does not have: with the machine's pages, and huge ones. */
   tk_malloc_area areas[2];
   cs_layout_stretch *stretches; /* by rule and part */
   cs_layout_bin *bins;
   size_t n_bins, bins_capacity;
   tk_table bin_table;
   uint64_t n_ends; /* calls of cs_layout_end */
} cs_layout;

/* Everything in the setup is borrowed. */
void cs_layout_init(cs_layout *layout, const cs_layout_setup *setup);
void cs_layout_fini(cs_layout *layout);

/* A block begins, for which the rule is. */
void cs_layout_begin(cs_layout *layout, cs_layout_rule *rule, uintptr_t start,
                     uint64_t size_B);

/* What lies in this memory as a whole ends, and what had ended before is forgotten, also
   what is known of variables.  To be called when a block is freed, and before the memory
   has another one. */
void cs_layout_end(cs_layout *layout, uintptr_t start, uint64_t size_B);

/* Bytes of an access that lie together. */
typedef struct cs_layout_access {
   uintptr_t addr, own; /* where they are, and where the program has them */
   uint32_t size_B;
   bool is_link; /* the pointer to another part is read */
} cs_layout_access;

/* Is anything of the access on a mirrored page?  Then cs_layout_translate says where it
   goes; else it goes where the program has it. */
bool cs_layout_asks(cs_layout *layout, uintptr_t addr, uint32_t size_B);

/* The pieces of an access, in the order of its bytes; at least one.  Of a rule, more than
   one are counted. */
uint32_t cs_layout_translate(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                             bool is_read,
                             cs_layout_access pieces[CS_LAYOUT_PIECES_MOST]);

/* The same for those who only want to know: nothing is counted, and no block gets its
   place by it.  Bytes that the first block lacks are left out.  What is in a mirror is
   where the program has it.  `own` is 0 of bytes that are not laid out.  No piece: the
   access is to a header of malloc or a freed block, and the block lies elsewhere. */
uint32_t cs_layout_locate(cs_layout *layout, uintptr_t addr, uint32_t size_B,
                          cs_layout_access pieces[CS_LAYOUT_PIECES_MOST]);

/* The laid-out block or variable at an address; NULL: none. */
cs_laid *cs_layout_at(cs_layout *layout, uintptr_t addr);

/* Where the program has the words of a line of the layout: n words from `line` on, as
   far as they are of the block or variable that has `own`; 0: of another, or padding.
   False: none has `own`. */
bool cs_layout_words(const cs_layout *layout, uintptr_t own, uintptr_t line, uint32_t n,
                     uintptr_t words[]);

/* ---- Most accesses ----------------------------------------------------- */

extern cs_layout_page cs_layout_plain;

/* What is known of the page of an address that the program can have. */
static inline cs_layout_page *cs_layout_page_at(const cs_layout *layout, uintptr_t addr)
{
   cs_layout_page **top = layout->tops[addr >> CS_LAYOUT_TOP_BITS];
   uintptr_t index = addr >> CS_LAYOUT_PAGE_BITS & (CS_LAYOUT_PAGES - 1);
   return top == NULL ? NULL : top[index];
}

static inline bool cs_layout_is_mirrored(const cs_layout_page *page)
{
   return page != NULL && page != &cs_layout_plain;
}

/* The block that has the granule of the address; it need not have the address. */
static inline cs_laid *cs_layout_granule(const cs_layout_page *page, uintptr_t addr)
{
   uintptr_t offset = addr & ((1 << CS_LAYOUT_PAGE_BITS) - 1);
   return ((uintptr_t)page & 1) != 0 ? (cs_laid *)((uintptr_t)page - 1)
                                     : page->granules[offset / CS_LAYOUT_GRANULE_B];
}

/* The index of the element at this offset from the first one. */
static inline uint64_t cs_laid_element(const cs_laid *laid, uint64_t at)
{
   if (laid->n_elements == 1)
      return 0;
#if defined(__SIZEOF_INT128__)
   if (laid->inverse != 0)
      return (uint64_t)((unsigned __int128)at * laid->inverse >> 64);
#endif
   return at / laid->element_B;
}

/* Bytes of an access to laid-out data that lie together. */
typedef struct cs_layout_run {
   uintptr_t to;
   uint32_t size_B;
   cs_layout_rule *rule;
} cs_layout_run;

/* The first such bytes of an access, which are usually all.  False: it is not so simple,
   and *run is undefined. */
static inline __attribute__((always_inline)) bool cs_layout_simply(
   const cs_layout *layout, uintptr_t addr, uint32_t size_B, cs_layout_run *run)
{
   const cs_layout_page *page = cs_address_is_own(addr) ? cs_layout_page_at(layout, addr)
                                                        : NULL;
   const cs_laid *laid = cs_layout_is_mirrored(page) ? cs_layout_granule(page, addr)
                                                     : NULL;
   if (laid == NULL || !laid->is_simple)
      return false;
   cs_layout_rule *rule = laid->rule;
   uint64_t at = addr - laid->start - laid->lead_B;
   if (at >= laid->size_B - laid->lead_B)
      return false;
   uint64_t element = cs_laid_element(laid, at), offset = at - element * laid->element_B;
   uint64_t left;
   if (rule->piece_at == NULL) {
      left = laid->element_B - offset;
      run->to = laid->to[0] + element * laid->step_B + offset;
   } else {
      uint32_t index = rule->piece_at[offset];
      if (index == CS_LAYOUT_NO_PIECE)
         return false;
      const cs_layout_piece *piece = &rule->pieces[index];
      left = piece->from + piece->size_B - offset;
      run->to = laid->to[piece->part] + element * rule->parts[piece->part].size_B
                + piece->to + (offset - piece->from);
   }
   run->size_B = left < size_B ? (uint32_t)left : size_B;
   run->rule = rule;
   return true;
}

/* cs_patterns.h -- in what order code refers to memory that is not at hand; pure.

   Each reference that the first level of data lacked, and each first one to a line that
   a prefetcher brought there, has one pattern.  It is judged by what the same
   instruction, the site, and others did at such references before:

   CHASE   Its address comes from data: a list, a tree.  Either the flow of values in a
           loop of one superblock says so, or a pointer does that lies in a line which
           such a reference brought lately, and leads to less than CS_CLOCK_NEAR_B bytes
           before the address.  A pointer that another site found by SEQ or STRIDE is one
           of an array, and makes none; nor does any if the flow says that the address is
           counted up or down.
   SEQ     Less than two lines from the site's last.  So is a STRIDE of up to
           CS_PATTERNS_UNROLLED lines if another site has just referred to something at
           most two lines away: sites of an unrolled loop take turns, in some order.
   STRIDE  At the distance, in bytes, from the site's last that it usually has; or at a
           multiple, up to CS_PATTERNS_HELD, as what lies between may be at hand.
   OTHER   By an index, by a hash; and the first ones of a site.

   *Usually* is a number: each time adds 1, each exception takes `sure` away, it is usual
   from `sure` on, and grows up to twice that.  An inner loop that begins again is one
   exception.  A hash of a counter can have the same distance several times, too: hence
   CS_PATTERNS_SURE_STRIDES.  Of a site that usually chases, what is not SEQ or STRIDE is
   a CHASE as well: the upper part of a tree is at hand, and its pointers are not seen.

   Sites share a table of CS_PATTERNS_SITES; a new one takes the place of the oldest of
   its set.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_clock.h"

/* In the order of their events. */
typedef enum {
   CS_PATTERN_SEQ,
   CS_PATTERN_STRIDE,
   CS_PATTERN_CHASE,
   CS_PATTERN_OTHER
} cs_pattern;

/* What the superblock of a site says of its address. */
typedef enum {
   CS_ADVANCE_UNKNOWN,
   CS_ADVANCE_COUNTS, /* its registers are counted up or down */
   CS_ADVANCE_CHAINS, /* it needs what was loaded from such an address the time before */
} cs_advance;

enum {
   CS_PATTERNS_SITES = 4096,  /* a power of two, as the next */
   CS_PATTERNS_WAYS = 4,      /* sites that share a set of the table: of one loop, say */
   CS_PATTERNS_RECENT = 4,    /* references; a power of two */
   CS_PATTERNS_UNROLLED = 32, /* lines */
   CS_PATTERNS_HELD = 64,
   CS_PATTERNS_SURE_STRIDES = 10,
   CS_PATTERNS_SURE_CHASES = 3,
};

typedef struct {
   uintptr_t site, addr;
   uintptr_t distance;       /* that it usually has from the last; or tries */
   uint32_t strides, chases; /* how usual each is */
} cs_pattern_site;

typedef struct {
   uintptr_t site, addr;
   bool is_walk;      /* SEQ or STRIDE */
   uint64_t leads_to; /* pieces of memory, by cs_clock_pieces */
   uint32_t n_pointers;
   uintptr_t pointers[CS_CLOCK_WORDS]; /* that its piece of memory has */
} cs_pattern_recent;

typedef struct {
   uint32_t line_B, n; /* references so far; wraps */
   cs_pattern_recent recent[CS_PATTERNS_RECENT];
   cs_pattern_site sites[CS_PATTERNS_SITES];
} cs_patterns;

/* Without any reference. */
void cs_patterns_init(cs_patterns *patterns, uint32_t line_B);

/* The site refers to this address.  `words_at`, if not NULL, gives what is there. */
cs_pattern cs_patterns_refer(cs_patterns *patterns, uintptr_t site, cs_advance advance,
                             uintptr_t addr, cs_words_at *words_at);

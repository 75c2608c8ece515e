/* ac_findings.h -- what to fix in a program, where, and what that would gain; pure.

   A finding is a cause of estimated cycles at one place of the program's own source
   (ac_own_lines.h), or at several of one function that are alike.  The counts prove it.
   A line's waits for data have one cause, the first in the order of the kinds that
   applies; so do its instructions, its mispredictions, and its waits for code.  So no
   cycle is counted twice: what a line gains is never more than the line has.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_instrs.h"
#include "counts/ac_metric.h"
#include "counts/ac_own_lines.h"
#include "advice/ac_data_report.h"
#include "advice/ac_idioms.h"

/* The kinds, in the order in which they are tried: name; what of a line's cycles it
   explains; what a profile must have to show it; what helps (ac_cures.h). */
#define AC_FINDING_KINDS(X) \
   X(STREAMING_WRITE, "streaming-write", DATA, NEEDS_PATTERNS, CLEAR_LESS) \
   X(IDIOM, "idiom", RUN, NEEDS_CALLS, NONE) \
   X(REPEATED_CALL, "repeated-call", RUN, NEEDS_CALLS, CALL_LESS) \
   X(CONFLICT, "conflict", DATA, NEEDS_OBJECTS, PAD_ROWS) \
   X(TLB, "tlb", DATA, NEEDS_MACHINE, FEWER_PAGES) \
   X(CHASE, "pointer-chase", DATA, NEEDS_PATTERNS, NO_LINKS) \
   X(WASTED, "wasted-line", DATA, NEEDS_LINE_USE, SPLIT) \
   X(STRIDE, "stride", DATA, NEEDS_PATTERNS, SWAP_LOOPS) \
   X(CAPACITY, "capacity", DATA, NEEDS_PATTERNS, BLOCKS) \
   X(RANDOM, "random-access", DATA, NEEDS_PATTERNS, SORT) \
   X(MISSES, "misses", DATA, NEEDS_NOTHING, LESS_DATA) \
   X(INDIRECT, "indirect", BRANCH, NEEDS_BRANCHES, GROUP) \
   X(MISPREDICT, "mispredict", BRANCH, NEEDS_BRANCHES, NO_BRANCHES) \
   X(FETCH, "fetch", CODE, NEEDS_NOTHING, HOT_CODE) \
   X(CHAIN, "slow-chain", RUN, NEEDS_MACHINE, NO_CHAINS) \
   X(SHARING, "false-sharing", NONE, NEEDS_SHARING, ALIGN)

typedef enum ac_finding_kind {
#define X(kind, ...) AC_FINDING_##kind,
   AC_FINDING_KINDS(X)
#undef X
      AC_N_FINDING_KINDS,
} ac_finding_kind;

const char *ac_finding_name(ac_finding_kind kind);
const char *ac_finding_cure(ac_finding_kind kind); /* NULL of an idiom: the row has it */

/* The options of cachesim without which the profile cannot show this kind, as static
   text: "--machine=host"; NULL: it can. */
const char *ac_finding_lacks(ac_finding_kind kind, const ac_profile *profile);

/* What counts as a finding, by the names of the option --criteria, and what they are
   without it. */
#define AC_CRITERIA(X) \
   X(share, 1)    /* it gains, in percent of the program's cycles, at least; */ \
   X(pattern, 50) /* accesses that come in one way, in percent of the line's, */ \
   X(calls, 1000) /* repeated-call: of one line, at least */ \
   X(wrong, 5)    /* mispredictions, in percent of the branches, at least */ \
   X(again, 3)    /* capacity: how often each line of the data comes, at least */ \
   X(cpi, 1.5)    /* slow-chain: cycles per instruction, at least */

typedef struct ac_criteria {
#define X(name, value) long double name;
   AC_CRITERIA(X)
#undef X
} ac_criteria;

extern const ac_criteria ac_criteria_default;

/* Changes what "NAME=VALUE,..." names; false, with *error set, if it is malformed. */
bool ac_criteria_parse(ac_criteria *criteria, const char *text, an_error *error);

enum { AC_FINDING_REASON_B = 120, AC_FINDING_MNEMONIC_B = 24 };

/* Names are the profile's and the view's. */
typedef struct ac_finding {
   ac_finding_kind kind;
   const char *file; /* NULL: unknown, as the next */
   uint32_t line;    /* the one that gains most; 0: unknown */
   const char *function;
   const char *library; /* the library's function that it runs, if that is meant; NULL */
   /* Of AC_FINDING_IDIOM, as the row has them; else NULL, as `why` can be, too, but for
      the cure of AC_FINDING_CHAIN. */
   const char *idiom, *does, *why, *cure;
   const ac_data_object *object; /* that it misses on; NULL: unknown, or none */
   const char *field;            /* of the object; NULL: none, or several */
   size_t n_lines;
   long double cycles; /* estimated, that a cure gains */
   bool is_most;       /* the cycles are the most that it can be */
   bool
      is_of_allocator; /* AC_FINDING_REPEATED_CALL: what is called gets or frees memory */
   char reason[AC_FINDING_REASON_B];
   /* Of several instructions of the line, the one with most cycles: an index of
      ac_instrs; or AC_NO_INSTR.  What it is called is the caller's to set. */
   uint32_t instr;
   uint64_t instr_address;
   char mnemonic[AC_FINDING_MNEMONIC_B]; /* "": unknown */
   /* private: */
   const char *body;    /* of the function */
   long double largest; /* gain of one line */
   long double bound;   /* the cycles, before those of transfers between threads, which
                           no run has, were cut to what the line has */
   size_t number;       /* by which parts know it */
   uint32_t first_line, last_line;
   size_t n_instrs;
   long double instr_cycles;
} ac_finding;

/* The idiom's name, or the kind's. */
const char *ac_finding_name_of(const ac_finding *finding);

/* What helps: the idiom's cure, or the kind's, or for calls of an allocator another one;
   for data of which the profile has looks, also how another layout is tried. */
const char *ac_finding_cure_of(const ac_finding *finding);

/* What a finding gains at one line. */
typedef struct ac_finding_part {
   size_t line;    /* of ac_own_lines.lines */
   size_t finding; /* of ac_findings.of */
   long double cycles;
} ac_finding_part;

typedef struct ac_findings {
   ac_finding *of; /* largest gain first, then upper bounds */
   size_t n;
   long double all; /* cycles of the program */
   ac_finding_part *parts;
   size_t n_parts;
   /* Of each line of ac_own_lines, the idiom whose cure gains nothing there that is
      likely; NULL: none. */
   const ac_idiom **perhaps;
} ac_findings;

/* What findings are made of.  `data` is NULL if the profile has no data objects. */
typedef struct ac_findings_source {
   const ac_profile *profile;
   const ac_own_lines *own;
   const ac_data_report *data;
   const ac_metric *cycles; /* CEst */
   const ac_criteria *criteria;
   const ac_idioms *idioms; /* NULL: none */
} ac_findings_source;

/* The event whose lines `own` must have added up (ac_own_wanted). */
size_t ac_findings_event(const ac_profile *profile);

/* All are borrowed, and the profile must live longer. */
void ac_findings_open(ac_findings *findings, const tk_alloc *alloc,
                      const ac_findings_source *source);

/* ah_findings.h -- what a profile says is wrong with a program's use of memory.

   A finding is a bad use of memory at one allocation site, or at several of one group
   (ah_groups.h) that are too small alone, with what a fix would save: of the peak, of
   what is live at the end, or only over the run.
   The profile proves it: where it has only sums, the saving is the least that they
   allow.  Blocks that the program does not decide about (ah_owner.h) are left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "heap/ah_keepers.h"
#include "heap/ah_ring_name.h"
#include "heap/ah_unused.h"

/* The kinds, in the order of reports: name; what it is called, and what helps; what the
   profile must have (ah_findings.c). */
#define AH_FINDING_KINDS(X) \
   X(UNTOUCHED, "untouched", "Never touched", "allocate when needed, or not at all", \
     NEEDS_ACCESSES) \
   X(UNREAD, "unread", "Written, never read in this run", "drop what no run reads", \
     NEEDS_ACCESSES) \
   X(SLACK, "slack", "Reserved, never touched in this run", \
     "reserve less, or shrink to fit", NEEDS_ACCESSES) \
   X(KEPT_PART, "kept-part", "Kept for a part", \
     "copy the part that is needed, free the rest", NEEDS_ACCESSES) \
   X(FIELDS, "fields", "Fields never read, or never written, in this run", \
     "remove what no run needs", NEEDS_ACCESSES) \
   X(TEMPORARY, "temporary", "Temporary and hot", "use the stack, or reuse one buffer", \
     NEEDS_FATES) \
   X(GROWN, "grown", "Grown in steps (bytes copied, steps)", \
     "reserve the size, or grow by a factor", NEEDS_FATES) \
   X(CYCLE, "cycle", "Reference cycle: lost blocks that keep each other", \
     "make one of its pointers weak", NEEDS_LOOK) \
   X(LOST, "lost", "Lost: no pointer to it left", \
     "free it before the last pointer is dropped", NEEDS_LOOK) \
   X(GROWING, "growing", "Kept, and only grows", "limit it, or drop old entries", \
     NEEDS_LOOKS) \
   X(IDLE, "idle", "Kept, but no longer read", "free it after its last use", \
     NEEDS_ACCESSES) \
   X(LEAKED, "leaked", "Alive at the end", "--owners=end shows whether it leaked", \
     NEEDS_NO_LOOK)

typedef enum ah_finding_kind {
#define X(kind, ...) AH_##kind,
   AH_FINDING_KINDS(X)
#undef X
      AH_N_KINDS,
} ah_finding_kind;

const char *ah_finding_name(ah_finding_kind kind);
const char *ah_finding_title(ah_finding_kind kind);
const char *ah_finding_cure(ah_finding_kind kind);

/* What memory gets smaller by a saving: in JSON, and in words. */
#define AH_WHENS(X) \
   X(PEAK, "peak", "of the peak") \
   X(END, "end", "of the end") \
   X(RUN, "run", "over the run")

typedef enum ah_when {
#define X(when, ...) AH_WHEN_##when,
   AH_WHENS(X)
#undef X
      AH_N_WHENS,
} ah_when;

const char *ah_when_name(ah_when when);
const char *ah_when_text(ah_when when);

/* What the profile lacks to find this kind, and what to do, as static text; NULL:
   nothing. */
const char *ah_finding_lacks(ah_finding_kind kind, const ah_profile *profile);

/* What counts as a finding, by the names of the option --criteria, and what they are
   without it. */
#define AH_CRITERIA(X) \
   X(bytes, 64)     /* saved, or copied, at least */ \
   X(share, 1)      /* the same in percent of the peak; for blocks, of all blocks */ \
   X(part, 25)      /* unread, slack: percentage of the blocks that were read */ \
   X(touched, 25)   /* kept-part: percentage that is needed, at most, */ \
   X(size, 64)      /* of blocks of this average size, at least */ \
   X(blocks, 1000)  /* temporary: as many, at least; grown: steps, */ \
   X(life, 1)       /* with a life of this percentage of the run, */ \
   X(instrs, 50000) /* and of as many instructions, at most; */ \
   X(rate, 2500)    /* and one in as many instructions */ \
   X(reallocs, 10)  /* grown: steps a block, at least, */ \
   X(step, 25)      /* each by less than this percentage; or */ \
   X(steps, 3)      /* as many, by any factor, if the run feels them */ \
   X(looks, 4)    /* growing: in as many looks, at least, one less of which find more \
                       than before */ \
   X(idle, 50)    /* idle: percentage of the bytes at the peak, at least */ \
   X(run, 8)      /* fields: in arrays, and in blocks of unknown type, at least as \
                       many bytes in a row, */ \
   X(records, 10) /* of as many blocks or elements at the peak */

typedef struct ah_criteria {
#define X(name, value) long double name;
   AH_CRITERIA(X)
#undef X
} ah_criteria;

extern const ah_criteria ah_criteria_default;

/* Changes what "NAME=VALUE,..." names; false, with *error set, if it is malformed. */
bool ah_criteria_parse(ah_criteria *criteria, const char *text, an_error *error);

typedef struct ah_finding {
   ah_finding_kind kind;
   uint32_t site; /* its index; of several, the one with most bytes at the
                           peak */
   size_t n_sites;
   /* Whose bytes it counts, if that can be of the peak; AH_GROWING: all that it keeps. */
   const uint32_t *counted;
   size_t n_counted;
   bool is_of_caller;   /* the line that allocates does it for others, too, rightly */
   ah_site of;          /* the values of all of them; heat and threads of one */
   ah_rare *rare;       /* private: what `of` has of several; else NULL */
   int64_t not_judged;  /* blocks left out: not watched for their whole life */
   const ty_type *type; /* of the blocks; NULL: unknown */
   /* The least that the profile proves.  AH_LOST: with what only lost blocks keep;
      AH_GROWN: bytes copied, and steps; AH_TEMPORARY: only blocks; AH_FIELDS: alignment
      can make it less. */
   ah_amount saves[AH_N_WHENS];
   ah_when when; /* the first that is enough for a finding; else the run */
   /* The average size of the blocks, and how much of it was used; AH_FIELDS: of an
      element. */
   double size_B, used_B;
   int64_t n_bad;  /* AH_TEMPORARY: such blocks; AH_GROWN: blocks that were left */
   int64_t median; /* AH_TEMPORARY: half of the blocks lived less */
   /* AH_FIELDS: by offset, and their size in an element. */
   ah_unused *unused;
   size_t n_unused;
   int64_t unused_B;
   /* AH_CYCLE: how many; what closes them. */
   int64_t n_cycles;
   ah_ring_name ring;
   /* AH_GROWING: what keeps the blocks, borrowed, the looks, and what it retained in the
      first of them and at most. */
   const ah_keeper *keeper;
   size_t n_looks;
   ah_amount before;
   int64_t up_to_B;
} ah_finding;

typedef struct ah_findings {
   ah_finding *findings; /* those of the peak, of the end and growing, of the run:
                             largest first */
   size_t n;
   int64_t unneeded_B; /* of the program's blocks at the peak: never read, in all */
   /* private: */
   const tk_alloc *alloc;
} ah_findings;

/* No finding is about the peak, though a quarter of it was not read. */
bool ah_findings_are_silent(const ah_findings *findings, const ah_profile *profile);

/* `keepers`: of each look of the profile; NULL: what keeps blocks is no finding then.
   Types are borrowed from the groups. */
void ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile, const ah_groups *groups,
                      const ah_keepers *keepers, const ah_criteria *criteria);

/* What it saves of what `when` says. */
static inline ah_amount ah_finding_saved(const ah_finding *finding)
{
   return finding->saves[finding->when];
}

/* How many blocks the site had; a reallocated block counts once. */
int64_t ah_findings_blocks(const ah_site *site);

/* How many of them the finding is about: all that were watched for their whole life,
   if it needs that. */
int64_t ah_finding_of_blocks(const ah_finding *finding);

/* ah_findings.h -- what a profile says is wrong with a program's use of memory.

   A finding is a bad use of memory at one allocation site, or at several of one group
   (ah_groups.h) that are too small alone, with what a fix would save.
   The profile proves it: where it has only sums, the saving is the least that they
   allow.  Blocks that the program does not decide about (ah_owner.h) are left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_FINDINGS_H
#define AH_FINDINGS_H

#include "base/an_error.h"
#include "heap/ah_groups.h"
#include "heap/ah_unused.h"

typedef enum ah_finding_kind {
   AH_UNTOUCHED, /* blocks that were neither read nor written */
   AH_UNREAD,    /* blocks that were written and never read */
   AH_EMPTY,     /* blocks with few touched bytes */
   AH_FIELDS,    /* fields of used blocks that were never read or written */
   AH_SHORT,     /* many short-lived blocks, few at a time */
   AH_GROWN,     /* blocks that grew by many small reallocations */
   AH_LEAKED,    /* blocks that were live at the end */
   AH_N_KINDS,
} ah_finding_kind;

/* "untouched", ..., and a line about it. */
const char *ah_finding_name(ah_finding_kind kind);
const char *ah_finding_title(ah_finding_kind kind);

/* What the profile lacks to find this kind, and what to do, as static text; NULL:
   nothing. */
const char *ah_finding_lacks(ah_finding_kind kind, const ah_profile *profile);

/* What counts as a finding, by the names of the option --faults. */
typedef struct ah_thresholds {
   long double bytes;    /* saved, or copied, at least */
   long double share;    /* the same as a percentage of the peak; for blocks, of
                            all blocks */
   long double touched;  /* empty: percentage of the bytes, at most, */
   long double size;     /* in blocks of this average size, at least */
   long double blocks;   /* short: freed, at least, */
   long double life;     /* with an average life of this percentage of the run, */
   long double instrs;   /* and of as many instructions, at most; and with at
                            least one block in as many instructions */
   long double reallocs; /* grown: per block, at least, */
   long double step;     /* each by less than this percentage */
   long double run;      /* fields: in arrays, and in blocks of unknown type, at
                            least as many bytes in a row, */
   long double records;  /* of as many blocks or elements at the peak */
} ah_thresholds;

extern const ah_thresholds ah_thresholds_default;

/* Changes what "NAME=VALUE,..." names; false, with *error set, if it is
   malformed. */
bool ah_thresholds_parse(ah_thresholds *thresholds, const char *text,
                         an_error *error);

typedef struct ah_finding {
   ah_finding_kind kind;
   uint32_t site;       /* its index; of several, the one with most bytes at the
                           peak */
   size_t n_sites;
   ah_site of;          /* the values of all of them; heat and threads of one */
   ah_rare *rare;       /* private: what `of` has of several; else NULL */
   int64_t not_judged;  /* blocks left out: not watched for their whole life */
   const ty_type *type; /* of the blocks; NULL: unknown */
   ah_amount saves; /* AH_GROWN: bytes copied, and reallocations; AH_SHORT: only
                       blocks; AH_FIELDS: at most, and of these blocks */
   /* AH_EMPTY: the share of the bytes that was touched, at most.  AH_EMPTY,
      AH_FIELDS: the average size of the touched blocks, or of an element. */
   double touched_percent, size_B;
   /* AH_FIELDS: by offset, and their size in an element. */
   ah_unused *unused;
   size_t n_unused;
   int64_t unused_B;
} ah_finding;

typedef struct ah_findings {
   ah_finding *findings; /* by kind, largest saving first */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
} ah_findings;

/* Types are borrowed from the groups.  False, with nothing to free, if memory ran
   out. */
bool ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile, const ah_groups *groups,
                      const ah_thresholds *thresholds);
void ah_findings_free(ah_findings *findings);

/* How many blocks the site had; a reallocated block counts once. */
int64_t ah_findings_blocks(const ah_site *site);

/* How many of them the finding is about: all that were watched for their whole life,
   if it needs that. */
int64_t ah_finding_of_blocks(const ah_finding *finding);

#endif

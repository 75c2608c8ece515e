/* ah_findings.h -- what a profile says is wrong with a program's use of memory.

   A finding is a fault of an allocation site, and what mending it would save.
   Only what the profile proves is found: where it has sums alone, a saving is
   the least that they allow.  What the program cannot change (ah_place.h) is
   left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_FINDINGS_H
#define AH_FINDINGS_H

#include "base/an_error.h"
#include "heap/ah_profile.h"

typedef enum ah_fault {
   AH_UNTOUCHED, /* blocks that were neither read nor written */
   AH_UNREAD,    /* blocks that were written, and never read */
   AH_EMPTY,     /* blocks of which few bytes were touched */
   AH_SHORT,     /* many blocks that lived shortly, few at a time */
   AH_GROWN,     /* blocks that grew by many small reallocations */
   AH_LEAKED,    /* blocks that were alive at the end */
   AH_N_FAULTS,
} ah_fault;

/* "untouched", ..., and what it is, in a line. */
const char *ah_fault_name(ah_fault fault);
const char *ah_fault_title(ah_fault fault);

/* Whether such a profile can show it. */
bool ah_fault_is_told(ah_fault fault, const ah_profile *profile);

/* What counts as a fault, by the names of the option --faults. */
typedef struct ah_thresholds {
   long double bytes;    /* at least so many are saved, or copied, */
   long double share;    /* and such a percentage of the peak; of blocks, of
                            all blocks */
   long double touched;  /* empty: at most such a percentage of the bytes */
   long double size;     /* of blocks of so many bytes or more on average */
   long double blocks;   /* short: at least so many were freed, */
   long double life;     /* which lived such a percentage of the run at most, */
   long double instrs;   /* and so many instructions at most, one in as many */
   long double reallocs; /* grown: at least so many per block, */
   long double step;     /* by less than such a percentage each */
} ah_thresholds;

extern const ah_thresholds ah_thresholds_default;

/* Changes what "NAME=VALUE,..." names; false, with *error set, if it is
   malformed. */
bool ah_thresholds_parse(ah_thresholds *thresholds, const char *text,
                         an_error *error);

typedef struct ah_finding {
   ah_fault fault;
   uint32_t site;   /* its index */
   ah_amount saves; /* of AH_GROWN: bytes copied, and reallocations; of
                       AH_SHORT only blocks */
   /* Of AH_EMPTY: the share of the bytes that was touched, at most; and the
      average size of the blocks that were. */
   double touched_percent, size_B;
} ah_finding;

typedef struct ah_findings {
   ah_finding *findings; /* by fault, then those that save most */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
} ah_findings;

/* False, with nothing to free, if memory ran out. */
bool ah_findings_find(ah_findings *findings, const tk_alloc *alloc,
                      const ah_profile *profile,
                      const ah_thresholds *thresholds);
void ah_findings_free(ah_findings *findings);

/* How many blocks the site had; one that was reallocated is one block. */
int64_t ah_findings_blocks(const ah_site *site);

#endif

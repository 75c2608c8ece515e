/* hp_findings.h -- what a profile says is wrong with a program's use of memory.

   A finding is a fault of an allocation site, and what mending it would save.
   Only what the profile proves is found: where it has sums alone, a saving is
   the least that they allow.  What the program cannot change (hp_place.h) is
   left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_FINDINGS_H
#define HP_FINDINGS_H

#include "an_error.h"
#include "hp_profile.h"

#include <stdio.h>

typedef enum hp_fault {
   HP_UNTOUCHED, /* blocks that were neither read nor written */
   HP_UNREAD,    /* blocks that were written, and never read */
   HP_EMPTY,     /* blocks of which few bytes were touched */
   HP_SHORT,     /* many blocks that lived shortly, few at a time */
   HP_GROWN,     /* blocks that grew by many small reallocations */
   HP_LEAKED,    /* blocks that were alive at the end */
   HP_N_FAULTS,
} hp_fault;

/* "untouched", ..., and what it is, in a line. */
const char *hp_fault_name(hp_fault fault);
const char *hp_fault_title(hp_fault fault);

/* Whether such a profile can show it. */
bool hp_fault_is_told(hp_fault fault, const hp_profile *profile);

/* What counts as a fault, by the names of the option --faults. */
typedef struct hp_thresholds {
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
} hp_thresholds;

extern const hp_thresholds hp_thresholds_default;

/* Changes what "NAME=VALUE,..." names; false, with *error set, if it is
   malformed. */
bool hp_thresholds_parse(hp_thresholds *thresholds, const char *text,
                         an_error *error);

typedef struct hp_finding {
   hp_fault fault;
   uint32_t site;   /* its index */
   hp_amount saves; /* of HP_GROWN: bytes copied, and reallocations; of
                       HP_SHORT only blocks */
   /* Of HP_EMPTY: the share of the bytes that was touched, at most; and the
      average size of the blocks that were. */
   double touched_percent, size_B;
} hp_finding;

typedef struct hp_findings {
   hp_finding *findings; /* by fault, then those that save most */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
} hp_findings;

/* False, with nothing to free, if memory ran out. */
bool hp_findings_find(hp_findings *findings, const tk_alloc *alloc,
                      const hp_profile *profile,
                      const hp_thresholds *thresholds);
void hp_findings_free(hp_findings *findings);

/* The first n_most of each fault as an array of JSON; NULL is null
   (hp_findings_print.c). */
void hp_findings_json(const hp_findings *findings, const hp_profile *profile,
                      size_t n_most, FILE *out);

/* How many blocks the site had; one that was reallocated is one block. */
int64_t hp_findings_blocks(const hp_site *site);

#endif

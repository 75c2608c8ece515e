/* ah_findings_private.h -- the search for findings, which is in several files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_findings.h"

typedef struct ah_search {
   const ah_profile *profile;
   const ah_groups *groups;
   const ah_keepers *keepers; /* of each look, or NULL */
   const ah_criteria *t;
   ah_findings *found;
   long double least_bytes, least_blocks, least_freed;
   long double run, longest; /* of the program; AH_TEMPORARY: a life */
   bool has_instrs;          /* time is in instructions */
   bool any_rate;            /* judge the blocks, not how many there are */
   size_t capacity;
   /* By site: there are findings about accesses to its blocks; to their fields. */
   bool *is_wasteful, *has_fields;
   bool *is_kept; /* by site: what keeps its blocks is a finding */
   /* Of the site that is judged, or all of several: blocks that lived for a short time,
      and how long half of them did at most; fields explain what parts of blocks were not
      needed. */
   int64_t n_temporary, median;
   bool is_explained, is_scratch; /* few blocks at a time, again and again */
   long double slack;             /* percentage that is too much */
} ah_search;

/* Whether the kind is about accesses to blocks. */
bool ah_finding_needs_accesses(ah_finding_kind kind);

/* Adds a finding to the list, which then owns the finding's memory. */
void ah_search_add(ah_search *search, ah_finding finding);

/* Moves the rare values of a sum, which are on the caller's stack, to memory of the
   finding. */
void ah_search_keep_rare(ah_search *search, ah_finding *finding);

/* The first moment at which the finding proves enough. */
ah_when ah_search_when(const ah_search *search, const ah_finding *finding);

/* Findings of owner snapshots: AH_CYCLE, AH_LOST, AH_GROWING.  `rest` has room for all
   sites. */
void ah_search_owners(ah_search *search, uint32_t *rest);

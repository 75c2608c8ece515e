/* ah_read_private.h -- what the parts of the reader share.

   Functions that return bool return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_READ_PRIVATE_H
#define AH_READ_PRIVATE_H

#include "base/an_json.h"
#include "base/an_json_text.h"
#include "heap/ah_profile.h"

#define AH_READ_LABEL "hp.read"

typedef struct ah_reader {
   const tk_alloc *alloc;
   ah_profile *profile;
   an_json json;
   an_json_text *text; /* its list is pps */
   const json_t *root;
   const json_t *own; /* the key "heapprof"; NULL: not by heapprof */
} ah_reader;

bool ah_reader_no_memory(ah_reader *r);

/* The string that is a member, which must be there, interned; with escapes
   undone if heapprof wrote it.  NULL after an error. */
const char *ah_reader_string(ah_reader *r, const json_t *object,
                             const char *key);

/* The same of a value; `key` is for messages. */
const char *ah_reader_text(ah_reader *r, const json_t *value,
                           const char *key);

/* ---- ah_read_frames.c: ftbl, dirs and ftbl_dirs ---- */

bool ah_read_frames(ah_reader *r);

/* ---- ah_read_sites.c: pps; needs the frames ---- */

bool ah_read_sites(ah_reader *r);

/* Two integers of a member; they are left alone if it is missing. */
bool ah_read_pair(ah_reader *r, const json_t *from, const char *key,
                  int64_t *first, int64_t *second);

/* Their sums in the totals of the profile. */
bool ah_read_sum_sites(ah_reader *r);

/* ---- ah_read_accesses.c: of a site, once the rest of it is read ---- */

bool ah_read_accesses(ah_reader *r, const json_t *from, ah_site *site);

/* ---- ah_read_regions.c: regions and objects; none if they are missing ---- */

bool ah_read_regions(ah_reader *r);
bool ah_read_objects(ah_reader *r);

/* ---- ah_read_own.c: the key "heapprof", once the sites are summed ---- */

bool ah_read_own(ah_reader *r);

#endif

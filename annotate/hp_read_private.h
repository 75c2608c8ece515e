/* hp_read_private.h -- what the parts of the reader share.

   Functions that return bool return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_READ_PRIVATE_H
#define HP_READ_PRIVATE_H

#include "hp_json.h"
#include "hp_json_text.h"
#include "hp_profile.h"

#define HP_READ_LABEL "hp.read"

typedef struct hp_reader {
   const tk_alloc *alloc;
   hp_profile *profile;
   hp_json json;
   hp_json_text *text; /* its list is pps */
   const json_t *root;
   const json_t *own; /* the key "heapprof"; NULL: not by heapprof */
} hp_reader;

bool hp_reader_no_memory(hp_reader *r);

/* The string that is a member, which must be there, interned; with escapes
   undone if heapprof wrote it.  NULL after an error. */
const char *hp_reader_string(hp_reader *r, const json_t *object,
                             const char *key);

/* The same of a value; `key` is for messages. */
const char *hp_reader_text(hp_reader *r, const json_t *value,
                           const char *key);

/* ---- hp_read_frames.c: ftbl, dirs and ftbl_dirs ---- */

bool hp_read_frames(hp_reader *r);

/* ---- hp_read_sites.c: pps; needs the frames ---- */

bool hp_read_sites(hp_reader *r);

/* Two integers of a member; they are left alone if it is missing. */
bool hp_read_pair(hp_reader *r, const json_t *from, const char *key,
                  int64_t *first, int64_t *second);

/* Their sums in the totals of the profile. */
bool hp_read_sum_sites(hp_reader *r);

/* ---- hp_read_accesses.c: of a site, once the rest of it is read ---- */

bool hp_read_accesses(hp_reader *r, const json_t *from, hp_site *site);

/* ---- hp_read_regions.c: regions and objects; none if they are missing ---- */

bool hp_read_regions(hp_reader *r);
bool hp_read_objects(hp_reader *r);

/* ---- hp_read_own.c: the key "heapprof", once the sites are summed ---- */

bool hp_read_own(hp_reader *r);

#endif

/* ah_reader.h -- the parts of the reader of heap profiles, and what they share.

   Functions that return bool return false after an error, which is recorded.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json.h"
#include "base/an_json_text.h"
#include "base/tk_strings.h"
#include "heap/ah_profile.h"

typedef struct ah_reader {
   const tk_alloc *alloc;
   ah_profile *profile;
   an_json json;
   an_json_text *text; /* its list is pps */
   const json_t *root;
   const json_t *own;   /* the key "heapprof"; NULL: not by heapprof */
   ah_rare rare;        /* of the site that is being read */
   ah_totals sums;      /* of all sites, once they are read */
   int64_t most_stack;  /* no stack was larger */
   int64_t left;        /* what the processes that are read leave of the sum */
   tk_strings *regions; /* their paths of nesting, while they are read */
} ah_reader;

/* The string in a required member, interned; escapes are undone if heapprof
   wrote it.  NULL after an error. */
const char *ah_reader_string(ah_reader *r, const json_t *object, const char *key);

/* ah_reader_string for an optional member: *text stays if it is missing. */
bool ah_reader_string_if(ah_reader *r, const json_t *object, const char *key,
                         const char **text);

/* Reads the items of the optional list "heapprof.KEY", one after the other, into memory
   of the profile: *items of size_B bytes each, and *n. */
typedef bool ah_read_item(ah_reader *r, const json_t *from, size_t i);
bool ah_reader_each(ah_reader *r, const char *list, size_t size_B, void *items, size_t *n,
                    ah_read_item *read);

/* The string in a value, interned; `key` is for messages.  NULL after an error. */
const char *ah_reader_text(ah_reader *r, const json_t *value, const char *key);

/* Checks that a figure of the current place is at most `most`, which is `of` the
   file: "the peak", say. */
bool ah_reader_within(ah_reader *r, const char *key, int64_t value, int64_t most,
                      const char *of);

/* Checks that the allocator can add as many bytes to as many blocks. */
bool ah_reader_overhead(ah_reader *r, const char *key, int64_t overhead_B,
                        int64_t blocks);

/* Empties the site, with room for rare values while it is read. */
void ah_reader_begin_site(ah_reader *r, ah_site *site);

/* Keeps the rare values if one is not 0. */
void ah_reader_end_site(ah_reader *r, ah_site *site);

/* ---- The parts, each in a file of its name ---- */

/* Reads the keys ftbl, dirs and ftbl_dirs. */
bool ah_read_frames(ah_reader *r);

/* Reads the key pps; needs the frames. */
bool ah_read_sites(ah_reader *r);

/* Sums the sites into the profile's totals. */
bool ah_read_sum_sites(ah_reader *r);

/* Checks and reads the accesses of one site, once all counts of the site are read. */
bool ah_read_accesses(ah_reader *r, const json_t *from, ah_site *site);

/* Reads the key "heapprof", once the sites are summed. */
bool ah_read_own(ah_reader *r);

/* Its keys "timeline" and "snapshots", once the totals are known. */
bool ah_read_timeline(ah_reader *r);
bool ah_read_snapshots(ah_reader *r);

/* Its key "births", once the snapshots are known; older files lack it. */
bool ah_read_births(ah_reader *r);

/* Its keys about objects: where they were mapped, their build ids, those read in part. */
bool ah_read_objects(ah_reader *r);

/* Its keys "roots" and "owners", once the objects are known. */
bool ah_read_looks(ah_reader *r);

/* Whether the sites, the totals and the fork agree with themselves and each other, once
   they are read. */
bool ah_read_check(ah_reader *r);

/* An object that is the state of a run (an_state.h); the exit code is `exit_code` unless
   it has one. */
bool ah_read_how(ah_reader *r, const json_t *from, int64_t exit_code, an_state *state);

/* The member "children": does a forked child inherit its parent's counts? */
bool ah_read_children(ah_reader *r, const json_t *from, bool *inherits);

/* The processes: those that a sum lists, else the one that the rest is about.  To be
   called last. */
bool ah_read_processes(ah_reader *r);

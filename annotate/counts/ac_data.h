/* ac_data.h -- the data objects of a profile of counts: what its lines missed on.

   A data object, or datum, is a thing in memory: all blocks of one allocation path, a
   variable, the stack of a function, a mapping.  An entry has the misses of one source
   line on one datum at one place.  The entries of a source line add up to its counts in
   the body, in the events of `events`; the entries of a datum to the datum's counts.

   Strings are interned by the profile, which owns all.  Data, binaries and frames have a
   fixed order, so equal runs give equal models.  Renaming (ac_load.h) changes the
   functions and files of frames and stacks as it does those of the body.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_own.h"
#include "counts/ac_profile.h"

#include <stdbool.h>

#define AC_NO_DATA UINT32_MAX

enum {
   AC_LOOKS_MOST = 256, /* different looks of a datum */
   AC_LOOK_LINES = 64,  /* lines of a look, at most */
};

typedef enum ac_data_kind {
   AC_DATA_HEAP,   /* the blocks of one allocation path */
   AC_DATA_STATIC, /* a variable in a binary's file */
   AC_DATA_TLS,    /* a thread-local variable, in all threads */
   AC_DATA_STACK,  /* the frames of a function */
   AC_DATA_MAP,    /* a mapping of a file, or an anonymous one */
   AC_DATA_BRK,    /* between or behind blocks: the allocator's, or freed */
   AC_DATA_UNKNOWN,
   AC_N_DATA_KINDS,
} ac_data_kind;

/* An executable or library. */
typedef struct ac_data_binary {
   const char *path, *build_id; /* build_id NULL: unknown */
} ac_data_binary;

/* Code of an allocation path.  Inlined functions at one address are frames of their
   own. */
typedef struct ac_data_frame {
   const char *function, *file; /* NULL: unknown; the file with its directory */
   uint32_t line;               /* 0: unknown */
   uint32_t binary;             /* index, or AC_NO_DATA */
   uint64_t address;            /* in the binary's file; 0: unknown */
} ac_data_frame;

/* Bytes that were used while their lines were in the first cache together: a sample of
   the misses on a datum, each with the lines around the one that it fetched. */
typedef struct ac_data_look {
   int64_t offset; /* of the first line, in the block or variable; can be negative */
   uint32_t n_lines;
   const uint64_t *used; /* n_lines: by bit the bytes of each that were used */
   int64_t count;        /* looks like this */
} ac_data_look;

typedef struct ac_datum {
   ac_data_kind kind;
   const char *name; /* STATIC, TLS: symbol; STACK: function; NULL: unknown */
   const char *file; /* STACK: source file; MAP: its file.  NULL: unknown, or none */
   uint32_t binary;  /* STATIC, TLS: index, or AC_NO_DATA */
   uint64_t start;   /* STATIC: address in the binary's file; TLS: in its segment */
   int64_t size_B;   /* STATIC, TLS; 0: unknown */
   int64_t n_blocks, bytes, min_B, max_B; /* HEAP: of all blocks; the smallest, largest */
   const uint32_t *frames;                /* HEAP: indices, the innermost first */
   size_t n_frames;
   bool is_cut;             /* HEAP: the path goes on */
   uint32_t rule;           /* of the layout: its number, or AC_NO_RULE (ac_layout.h) */
   const int64_t *counts;   /* n_events: the sum of its entries */
   int64_t n_lines_fetched; /* lines of the cache that its misses fetched; 0: not known */
   int64_t inside_B;        /* bytes of these that are its own */
   int64_t used_B;          /* of those, bytes used before the line was evicted */
   const int64_t *by_set;   /* n_sets: first-level misses by set of the cache; or NULL */
   size_t n_sets;
   const ac_data_look *looks; /* the most frequent first, then by offset and bytes */
   size_t n_looks;            /* 0: none is known */
} ac_datum;

/* Where in a datum.  `stride` is 0: exactly at `offset`.  Else at several offsets, all
   offset + k * stride with 0 <= k; offset < stride.  No larger stride holds for all. */
typedef struct ac_data_place {
   int64_t offset; /* in bytes from its start; -1: not known */
   int64_t stride; /* in bytes */
} ac_data_place;

typedef struct ac_data_entry {
   size_t function; /* index in the profile */
   uint32_t line;   /* 0: unknown */
   uint32_t datum;  /* index */
   ac_data_place place;
   const int64_t *counts; /* n_events */
} ac_data_entry;

typedef struct ac_data {
   int64_t limit_B;           /* offsets are exact in data up to this size */
   int64_t look_line_B;       /* bytes of a line of looks; 0: there are no looks */
   size_t n_events;           /* 0: only the data objects are known (ac_sharing.h) */
   const char *const *events; /* interned; each is one of the profile's */
   const ac_data_binary *binaries;
   const ac_data_frame *frames;
   const an_own *own;    /* what the user says of source files, or NULL */
   const ac_datum *data; /* by kind; heap by path, variables by binary and address,
                                others by name and file */
   const ac_data_entry *entries; /* by function, line, datum, place */
   size_t n_binaries, n_frames, n_data, n_entries;
} ac_data;

/* NULL: the profile has none, or does not know all: it adds up a file without data, or
   rows were filtered out.  Filled by ac_profile_finish. */
const ac_data *ac_profile_data(const ac_profile *profile);

/* an_data.h -- the data objects of a profile of counts: what its lines missed on.

   A data object, or datum, is a thing in memory: all blocks of one allocation path, a
   variable, the stack of a function, a mapping.  An entry has the misses of one source
   line on one datum at one place.  The entries of a source line add up to its counts in
   the body, in the events of `events`; the entries of a datum to the datum's counts.

   Strings are interned by the profile, which owns all.  Data, binaries and frames have a
   fixed order, so equal runs give equal models.  Renaming (an_load.h) changes the
   functions and files of frames and stacks as it does those of the body.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_DATA_H
#define AN_DATA_H

#include "counts/an_profile.h"

#include <stdbool.h>

#define AN_NO_DATA UINT32_MAX

typedef enum an_data_kind {
   AN_DATA_HEAP,    /* the blocks of one allocation path */
   AN_DATA_STATIC,  /* a variable in a binary's file */
   AN_DATA_TLS,     /* a thread-local variable, in all threads */
   AN_DATA_STACK,   /* the frames of a function */
   AN_DATA_MAP,     /* a mapping of a file, or an anonymous one */
   AN_DATA_BRK,     /* between or behind blocks: the allocator's, or freed */
   AN_DATA_UNKNOWN,
   AN_N_DATA_KINDS,
} an_data_kind;

/* An executable or library. */
typedef struct an_data_binary {
   const char *path, *build_id; /* build_id NULL: unknown */
} an_data_binary;

/* Code of an allocation path.  Inlined functions at one address are frames of their
   own. */
typedef struct an_data_frame {
   const char *function, *file; /* NULL: unknown; the file with its directory */
   uint32_t line;               /* 0: unknown */
   uint32_t binary;             /* index, or AN_NO_DATA */
   uint64_t address;            /* in the binary's file; 0: unknown */
} an_data_frame;

typedef struct an_datum {
   an_data_kind kind;
   const char *name;      /* STATIC, TLS: symbol; STACK: function; NULL: unknown */
   const char *file;      /* STACK: source file; MAP: its file.  NULL: unknown, or none */
   uint32_t binary;       /* STATIC, TLS: index, or AN_NO_DATA */
   uint64_t start;        /* STATIC: address in the binary's file; TLS: in its segment */
   int64_t size_B;        /* STATIC, TLS; 0: unknown */
   int64_t n_blocks, bytes, min_B, max_B; /* HEAP: of all blocks; the smallest, largest */
   const uint32_t *frames; /* HEAP: indices, the innermost first */
   size_t n_frames;
   bool is_cut;           /* HEAP: the path goes on */
   const int64_t *counts; /* n_events: the sum of its entries */
   int64_t n_lines_fetched; /* lines of the cache that its misses fetched; 0: not known */
   int64_t inside_B;      /* bytes of these that are its own */
   int64_t used_B;        /* of those, bytes used before the line was evicted */
   const int64_t *by_set; /* n_sets: first-level misses by set of the cache; or NULL */
   size_t n_sets;
} an_datum;

/* Where in a datum.  `stride` is 0: exactly at `offset`.  Else at offset + k * stride,
   0 <= k, with several k, of which all that occurred have no larger common stride. */
typedef struct an_data_place {
   int64_t offset; /* in bytes from its start; -1: not known */
   int64_t stride; /* in bytes */
} an_data_place;

typedef struct an_data_entry {
   size_t function; /* index in the profile */
   uint32_t line;   /* 0: unknown */
   uint32_t datum;  /* index */
   an_data_place place;
   const int64_t *counts; /* n_events */
} an_data_entry;

typedef struct an_data {
   int64_t limit_B;          /* offsets are exact in data up to this size */
   size_t n_events;          /* 0: only the data objects are known (an_sharing.h) */
   const char *const *events; /* interned; each is one of the profile's */
   const an_data_binary *binaries;
   const an_data_frame *frames;
   const an_datum *data;     /* by kind; heap by path, variables by binary and address,
                                others by name and file */
   const an_data_entry *entries; /* by function, line, datum, place */
   size_t n_binaries, n_frames, n_data, n_entries;
} an_data;

/* NULL: the profile has none, or does not know all: it adds up a file without data, or
   rows were filtered out.  Filled by an_profile_finish. */
const an_data *an_profile_data(const an_profile *profile);

#endif

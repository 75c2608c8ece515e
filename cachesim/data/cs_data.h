/* cs_data.h -- data objects: the things in memory that references miss on; pure.

   A data object (short: a datum) is what the user reads about: all blocks of one
   allocation site, a variable, the frames of a function, a mapping.  Equal keys are one
   datum.  A datum never moves and lives as long as the table, so it outlives its blocks
   and a dlclose.

   A binary is an executable or a library (tk_object.h); so "object" alone is not used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

/* The counters of misses: as the events from CS_D1MR on. */
enum {
   CS_CELL_READ,
   CS_CELL_READ_LAST,
   CS_CELL_WRITE,
   CS_CELL_WRITE_LAST,
   CS_CELL_COUNTS
};

/* In the order of the outfile. */
typedef enum cs_data_kind {
   CS_DATA_HEAP,   /* the blocks of an allocation site */
   CS_DATA_STATIC, /* a variable */
   CS_DATA_TLS,    /* a thread-local variable */
   CS_DATA_STACK,  /* the frames of a function */
   CS_DATA_MAP,    /* mappings of a file; or anonymous ones */
   CS_DATA_BRK,    /* between and behind the blocks of the heap: the allocator's own */
   CS_DATA_UNKNOWN,
} cs_data_kind;

/* Where blocks were allocated: one function of the call path. */
typedef struct cs_data_frame {
   const char *function, *file; /* NULL: unknown; the file has its directory */
   uint32_t line;               /* 0: unknown */
   uint32_t binary;             /* tk_object.h */
   uint64_t address;            /* in the binary's file; 0: unknown */
} cs_data_frame;

/* What tells data apart.  Strings are interned in one table, and compared by pointer. */
typedef struct cs_data_key {
   cs_data_kind kind;
   uint32_t site;    /* HEAP: the number of the call path */
   const char *name; /* STATIC, TLS: the symbol; STACK: the function; MAP: the file.
                        NULL: none */
   const char *file; /* STACK: the source file of the function; else NULL */
   uint32_t binary;  /* STATIC, TLS: tk_object.h */
   uint64_t start;   /* STATIC: its address in the binary's file; TLS: in the segment */
   uint64_t size_B;  /* STATIC, TLS; 0: unknown */
} cs_data_key;

typedef enum cs_answer { CS_NOT_ASKED, CS_NO, CS_YES } cs_answer;

/* How many bytes of the D1 lines that it missed on were used (--line-use). */
typedef struct cs_data_use {
   uint64_t n_lines;  /* fetched */
   uint64_t inside_B; /* bytes of these lines that are the datum's */
   uint64_t used_B;   /* and of those, bytes that were used before the eviction */
} cs_data_use;

/* Which of its lines are looked at (cs_looks.h). */
typedef struct cs_data_looks {
   uint32_t first; /* look, with the largest key; 0: none */
   uint32_t n;
   uint64_t largest; /* key; 0: none */
} cs_data_looks;

typedef struct cs_data {
   cs_data_key key;
   uint32_t index; /* in the order in which data came, from 0 */
   /* HEAP, filled in by the finder: the path, innermost first, from the caller of the
      allocation function.  Borrowed; it must not move. */
   const cs_data_frame *frames;
   uint32_t n_frames;
   bool is_cut;         /* the path goes on */
   cs_answer by_loader; /* HEAP: did the dynamic linker allocate the blocks? */
   /* HEAP: of the blocks that were allocated, ever. */
   uint64_t n_blocks, bytes, min_B, max_B;
   cs_data_use use;
   cs_data_looks looks;
   uint64_t *by_set; /* D1 misses by set; NULL: none yet (cs_cells.h) */
   /* While the outfile is written: */
   bool is_named;                   /* notes that do not count misses name it */
   bool is_counted;                 /* a cell of it has a count */
   uint32_t number;                 /* in the outfile, from 1; 0: it is not in there */
   uint64_t counts[CS_CELL_COUNTS]; /* of all its cells, without the others */
} cs_data;

/* An address, seen from the datum that it is in. */
typedef struct cs_data_at {
   cs_data *data;
   uint64_t offset; /* from the start of its block or variable; else 0 */
   uint64_t size_B; /* of that block or variable; 0: no offset is known */
} cs_data_at;

typedef struct cs_data_table cs_data_table;

/* An empty table, but for the datum CS_DATA_UNKNOWN.  `alloc` is borrowed. */
cs_data_table *cs_data_table_new(const tk_alloc *alloc);
void cs_data_table_free(cs_data_table *table);

/* The datum with this key; a new one has zeros otherwise. */
cs_data *cs_data_of(cs_data_table *table, const cs_data_key *key);

/* What is in no other datum. */
cs_data *cs_data_unknown(const cs_data_table *table);

/* All data by index; valid until the next cs_data_of. */
cs_data *const *cs_data_list(const cs_data_table *table, size_t *n);

/* A block of this datum, of kind HEAP, was allocated. */
void cs_data_block(cs_data *data, uint64_t size_B);

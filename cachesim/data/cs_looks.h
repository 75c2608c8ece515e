/* cs_looks.h -- which bytes of a block or variable are used together: samples, by data
   object; pure.

   A look is one line that a miss on a datum fetched, with a window around it: up to
   CS_LOOKS_REACH lines on each side, as far as the block or variable goes.  From the miss
   until that line is evicted, it collects which bytes of the window are used.  So two
   fields that are used together are in one look.  The user says which bytes were used,
   and when lines leave (cs_line_use.h).

   Which lines are looked at: the hash of a line's number in its datum is its key.  A
   datum keeps the looks with the CS_LOOKS_OF_DATUM smallest keys, if these are at most
   the bound of all data, which halves each time that the lines fetched in all have
   doubled.  So all lines of a datum have the same chance, whatever is fetched when; a
   datum with a small share has few looks; and equal runs have equal looks.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_hash.h"
#include "data/cs_data.h"

enum {
   CS_LOOKS_REACH = 7, /* lines */
   CS_LOOKS_WINDOW = 2 * CS_LOOKS_REACH + 1,
   CS_LOOKS_OF_DATUM = 192,
   CS_LOOKS_OF_ALL = 1 << 14, /* lines fetched until the bound halves first */
   CS_LOOKS_CHUNK = 256,
   CS_LOOKS_BUCKETS = 1 << 10, /* a power of two */
   CS_LOOKS_NODES = 16,        /* CS_LOOKS_WINDOW, rounded up to a power of two */
};

/* Where a look is. */
typedef struct cs_look_window {
   uintptr_t line;  /* that was fetched */
   uintptr_t first; /* line of the window */
   uint32_t n_lines;
   uint64_t start; /* of the block or variable */
   uint64_t head;  /* the bytes of the first line that are in it; */
   uint64_t tail;  /* and of the last line */
} cs_look_window;

typedef struct cs_look {
   cs_look_window window;
   cs_data *data; /* NULL: the record is free */
   uint64_t key;
   uint32_t left, right; /* looks of its datum, with smaller keys; 0: none.  In a free
                            record, `left` is the next one. */
   uint32_t active;      /* its place among the active ones, from 1; 0: it has ended */
   uint32_t chained[CS_LOOKS_WINDOW]; /* while active: the next node of the bucket */
   uint64_t used[CS_LOOKS_WINDOW];    /* by line: bit i is byte i */
} cs_look;

/* A look's number is its index, from 1 on.  The node of line i of look k is
   k * CS_LOOKS_NODES + i. */
typedef struct cs_looks {
   const tk_alloc *alloc;
   uint32_t line_bits;
   cs_look **chunks;
   size_t n_chunks, max_chunks;
   uint32_t n_records, free;
   uint32_t *active; /* numbers of looks that have not ended */
   size_t n_active, max_active;
   uint64_t n_lines;                   /* fetched, of all data */
   uint64_t halves;                    /* n_lines at which the bound halves */
   uint64_t bound;                     /* the largest key */
   uint32_t buckets[CS_LOOKS_BUCKETS]; /* nodes by line */
} cs_looks;

/* No looks; takes no memory yet.  `alloc` is borrowed; lines have 2^line_bits bytes, at
   most 64. */
void cs_looks_init(cs_looks *looks, const tk_alloc *alloc, uint32_t line_bits);
void cs_looks_fini(cs_looks *looks);

/* Out of line: the bound halves. */
void cs_looks_halve(cs_looks *looks);

static inline uint64_t cs_looks_key(const cs_data *data)
{
   return tk_hash_word(data->use.n_lines);
}

/* The line of the datum that it has counted last (data->use) was fetched.  True: it is to
   be looked at. */
static inline bool cs_looks_wants(cs_looks *looks, const cs_data *data)
{
   uint64_t key = cs_looks_key(data);
   if (++looks->n_lines >= looks->halves)
      cs_looks_halve(looks);
   return key <= looks->bound
          && (data->looks.n < CS_LOOKS_OF_DATUM || key < data->looks.largest);
}

/* Begins the look that is wanted, with no bytes used.  A look of the datum with a larger
   key makes room. */
cs_look *cs_looks_begin(cs_looks *looks, cs_data *data, const cs_look_window *window);

/* All looks of a datum, in no order; returns how many. */
uint32_t cs_looks_list(const cs_looks *looks, const cs_data *data,
                       const cs_look *all[CS_LOOKS_OF_DATUM]);

/* Ends an active look, which keeps its bytes. */
void cs_looks_end(cs_looks *looks, cs_look *look);

/* These bytes of a line were used: adds them to one look, whose window has the line; to
   all active looks whose windows have it. */
void cs_look_add(cs_looks *looks, cs_look *look, uintptr_t line, uint64_t bytes);
void cs_looks_add(cs_looks *looks, uintptr_t line, uint64_t bytes);

/* An active look at this very line; at one of a block that begins from `start` to before
   `end`.  NULL: there is none. */
cs_look *cs_looks_at(const cs_looks *looks, uintptr_t line, uint64_t start, uint64_t end);

static inline uint32_t *cs_looks_bucket(cs_looks *looks, uintptr_t line)
{
   return &looks
              ->buckets[tk_hash_word(line >> looks->line_bits) & (CS_LOOKS_BUCKETS - 1)];
}

/* False: no active look's window has the line. */
static inline bool cs_looks_have(cs_looks *looks, uintptr_t line)
{
   return looks->n_active > 0 && *cs_looks_bucket(looks, line) != 0;
}

/* The look with this number, or the record of a former one. */
static inline cs_look *cs_looks_nth(const cs_looks *looks, uint32_t number)
{
   return &looks->chunks[(number - 1) / CS_LOOKS_CHUNK][(number - 1) % CS_LOOKS_CHUNK];
}

/* Forgets all, as if nothing had been fetched.  The caller zeroes data->looks. */
void cs_looks_zero(cs_looks *looks);

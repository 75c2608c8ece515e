/* cs_sharing.h -- which threads touch which bytes of which lines of memory; pure.

   Threads contend for a line of memory if one of them writes it and another touches it.
   It is true sharing if they touch the same bytes, false sharing if not.  This file
   counts the accesses that such a verdict needs, and makes none itself.

   A row counts the accesses of one thread by one source line to one line of memory.
   Reads and writes have rows of their own.  A row has a mask of the bytes touched.  So
   rows do not depend on the schedule: neither on how often threads take turns, nor when.

   Memory that is freed and used again is another memory.  When bytes end (a block is
   freed, memory is unmapped, a thread's stack ends), their rows are kept, as neighbours
   of the bytes may be used later; but nothing is added to them any more.  Such a row is
   `own` if no other thread touched the same bytes before they ended: whoever touches
   these bytes later does not contend with it.  If a whole line of memory ends that only
   one thread has touched, its rows are dropped.

   How often a line of memory would move between the caches of the threads in this run's
   schedule is counted beside.  A turn is what a thread runs until another one does.  A
   turn that writes a line that another thread holds, or reads one that another thread
   wrote last, transfers it.  A thread holds a line that it has touched since another
   thread wrote it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_pool.h"
#include "base/tk_table.h"
#include "code/tk_lines.h"
#include "data/cs_data.h"
#include "sharing/cs_holders.h"
#include "sharing/cs_line_set.h"

#include <stdbool.h>
#include <stdint.h>

enum { CS_MEMORY_LINE_B = 64 }; /* a mask has a bit for each byte */

/* A data object, and the offset of the start of the line of memory from its start.  In
   another layout a line has no such offset: there, it is the one that the first byte of
   the row has, less the byte's place in the line. */
typedef struct cs_shared_place {
   cs_data *datum;
   int64_t offset; /* 0: unknown */
} cs_shared_place;

typedef struct cs_shared_row {
   struct cs_shared_row *next;
   const tk_line *at; /* the source line */
   uint64_t bytes;    /* bit i: byte i of the line of memory */
   uint64_t count;
   cs_shared_place *place; /* of its first byte; NULL: not needed yet */
   uint32_t thread;        /* from 1 */
   bool is_write;          /* so is an access that reads and writes the same bytes */
   bool has_ended, is_own;
} cs_shared_row;

/* What is known of a line of memory once two threads have touched it. */
typedef struct cs_contended {
   cs_holders threads; /* that have touched it, with their rows */
   uint64_t transfers;
   uint32_t version;   /* changes when it is written by a thread not alone with it */
   uint32_t n_holders; /* threads that hold this version */
   uint32_t writer;    /* the last one; 0: none */
   uint32_t counted;   /* the turn of the last transfer */
} cs_contended;

typedef struct cs_memory_line {
   uintptr_t address;
   cs_contended *contended; /* NULL: at most one thread has touched it, `only` */
   cs_shared_row *rows;     /* of `only`; NULL if contended */
   uint32_t only;           /* 0: none */
   bool is_written;         /* by `only` */
   bool can_end;            /* it is in the set of those whose rows an end can change */
} cs_memory_line;

/* Finds the data object at an address. */
typedef void cs_sharing_find(uintptr_t address, cs_data_at *at);

/* Accesses that wait to be counted, while the host prefetches the records they need. */
typedef struct cs_waiting_access {
   uintptr_t address; /* of the line of memory */
   const tk_line *at;
   uint64_t bytes, count;
   uint32_t thread;
   uint32_t line; /* its index, or TK_TABLE_NONE */
   bool is_write;
} cs_waiting_access;

enum { CS_WAITING_ACCESSES = 64 };

typedef struct cs_sharing {
   const tk_alloc *alloc;
   tk_pool pool;
   tk_table table;
   cs_memory_line *lines;
   size_t n_lines, capacity;
   cs_line_set can_end; /* lines of memory whose rows an end can change */
   size_t n_rows, most_rows;
   bool is_full;      /* dropping rows has not helped */
   uint64_t left_out; /* accesses without row: there was no room */
   uint32_t turn;
   cs_sharing_find *find;
   uint32_t n_waiting;
   cs_waiting_access waiting[CS_WAITING_ACCESSES];
   /* Of each, where the program has its first byte; 0: not laid out. */
   uintptr_t own[CS_WAITING_ACCESSES];
   bool has_own; /* one is not 0 */
} cs_sharing;

/* Records nothing yet.  At most most_rows rows are kept.  Then those that have ended are
   dropped, if only one thread has touched the line of memory.  If there are few of them,
   accesses that need a new row are left out, and counted.  `alloc` is borrowed. */
void cs_sharing_init(cs_sharing *sharing, const tk_alloc *alloc, size_t most_rows,
                     cs_sharing_find *find);
void cs_sharing_fini(cs_sharing *sharing);

/* `count` accesses of a thread by a source line to bytes of the line of memory that
   begins at an address. */
void cs_sharing_add(cs_sharing *sharing, uintptr_t line_address, uint32_t thread,
                    const tk_line *at, uint64_t bytes, bool is_write, uint64_t count);

/* One access to laid-out bytes (cs_layout.h).  In the program, the first of them is at
   `own`, by which its data object is found; 0: they are not laid out. */
void cs_sharing_add_moved(cs_sharing *sharing, uintptr_t line_address, uint32_t thread,
                          const tk_line *at, uint64_t bytes, bool is_write,
                          uintptr_t own);

/* Counts the accesses that wait.  To be called before rows are read. */
void cs_sharing_flush(cs_sharing *sharing);

/* Another thread runs from now on. */
void cs_sharing_turn(cs_sharing *sharing);

/* Ends these bytes: later accesses to them are to another memory. */
void cs_sharing_end(cs_sharing *sharing, uintptr_t address, uintptr_t size_B);

/* Forgets all. */
void cs_sharing_zero(cs_sharing *sharing);

/* The mask of size_B bytes from an offset on; at most up to the end of the line. */
static inline uint64_t cs_sharing_mask(uint32_t offset, uint64_t size_B)
{
   uint64_t bytes = size_B >= CS_MEMORY_LINE_B ? UINT64_MAX : ((uint64_t)1 << size_B) - 1;
   return bytes << offset;
}

/* All rows of a line of memory, thread by thread. */
typedef struct cs_rows {
   const cs_holder *holder; /* of the row; NULL: the line is not contended */
   const cs_shared_row *row;
} cs_rows;

/* Goes on to a row if there is none here. */
static inline const cs_shared_row *cs_rows_skip_empty(cs_rows *rows)
{
   while (rows->row == NULL && rows->holder != NULL) {
      rows->holder = rows->holder->next;
      rows->row = rows->holder == NULL ? NULL : rows->holder->rows;
   }
   return rows->row;
}

/* The first row of a line of memory; NULL: there is none. */
static inline const cs_shared_row *cs_rows_first(cs_rows *rows,
                                                 const cs_memory_line *line)
{
   rows->holder = line->contended == NULL ? NULL : line->contended->threads.last;
   rows->row = rows->holder == NULL ? line->rows : rows->holder->rows;
   return cs_rows_skip_empty(rows);
}

/* The next row; NULL: there are no more. */
static inline const cs_shared_row *cs_rows_next(cs_rows *rows)
{
   rows->row = rows->row->next;
   return cs_rows_skip_empty(rows);
}

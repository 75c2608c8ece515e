/* heapprof.h -- requests that a program makes of heapprof.

   Include this in the program that is profiled.  Each request costs a
   few instructions that do nothing when the program runs by itself or
   under another tool.  Compile with -DNVALGRIND to leave out even these.

   Copyright (C) 2026 the Quern authors.

   Redistribution and use in source and binary forms, with or without
   modification, are permitted provided that the following conditions are
   met:

   1. Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.

   2. Redistributions in binary form must reproduce the above copyright
      notice, this list of conditions and the following disclaimer in the
      documentation and/or other materials provided with the distribution.

   THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS
   IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED
   TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
   PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
   HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
   SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED
   TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR
   PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF
   LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING
   NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
   SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

   SPDX-License-Identifier: BSD-2-Clause */

#ifndef QUERN_HEAPPROF_H
#define QUERN_HEAPPROF_H

#include <valgrind/valgrind.h>

/* The numbers are an ABI: add at the end, never reorder. */
enum {
   HP_USERREQ_START = VG_USERREQ_TOOL_BASE('H', 'p'),
   HP_USERREQ_STOP,
   HP_USERREQ_ZERO,
   HP_USERREQ_DUMP,
   HP_USERREQ_IS_RUNNING,
   HP_USERREQ_SNAPSHOT,
   HP_USERREQ_REGION_BEGIN,
   HP_USERREQ_REGION_END,
   HP_USERREQ_REGION_UNWIND,
   HP_USERREQ_READ,
   HP_USERREQ_CHECK,
   HP_USERREQ_HISTOGRAM,
   HP_USERREQ_AD_HOC_EVENT
};

/* What HP_USERREQ_READ reads; the same holds of these numbers. */
enum {
   HP_READ_CURRENT_BYTES, HP_READ_CURRENT_BLOCKS,
   HP_READ_PEAK_BYTES, HP_READ_PEAK_BLOCKS,
   HP_READ_TOTAL_BYTES, HP_READ_TOTAL_BLOCKS,
   HP_READ_REGION_BYTES, HP_READ_REGION_BLOCKS,
   HP_READ_REGION_PEAK_BYTES,
   HP_READ_REGION_LEFT_BYTES, HP_READ_REGION_LEFT_BLOCKS,
   HP_READ_REGION_DEPTH
};

/* Is the program being profiled by heapprof?  1 or 0. */
#define HEAPPROF_IS_RUNNING \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_IS_RUNNING, \
                                         0, 0, 0, 0, 0))

/* Count allocations from here on, or no longer. */
#define HEAPPROF_START \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_START, 0, 0, 0, 0, 0)
#define HEAPPROF_STOP \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_STOP, 0, 0, 0, 0, 0)

/* Begin to count anew, as if what is live were allocated now. */
#define HEAPPROF_ZERO \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_ZERO, 0, 0, 0, 0, 0)

/* Write the profile so far to the outfile's name with .1, .2, ... behind it;
   counting goes on.  The number of the file, or 0 if it was not written. */
#define HEAPPROF_DUMP \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_DUMP, 0, 0, 0, 0, 0))

/* Take a snapshot now: in the profile, a tree of what is live at which call
   path, all of them.  At most 1,000 are taken, and none with --peak-only=yes. */
#define HEAPPROF_SNAPSHOT \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_SNAPSHOT, 0, 0, 0, 0, 0)

/* ---- Regions ---------------------------------------------------------------

   What is allocated between a begin and the end that belongs to it is reported
   by the region's name.  Regions nest, each thread has its own, and one name
   within different others is told apart.

   A region that is left by longjmp or an exception stays open: note
   HEAPPROF_REGION_DEPTH before, and give it to HEAPPROF_REGION_UNWIND after. */

/* `name` is a C string of up to 200 bytes; it is copied. */
#define HEAPPROF_REGION_BEGIN(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_BEGIN, \
                                   (const char *)(name), 0, 0, 0, 0)
#define HEAPPROF_REGION_END \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_END, 0, 0, 0, 0, 0)

/* How many regions the thread is in; and: leave those beyond so many. */
#define HEAPPROF_REGION_DEPTH \
   (HEAPPROF_READ_(HP_READ_REGION_DEPTH))
#define HEAPPROF_REGION_UNWIND(depth) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_UNWIND, (depth), \
                                   0, 0, 0, 0)

/* ---- A budget ---------------------------------------------------------------

   For a test: 1 if since the begin of the innermost region
   - this thread has allocated at most so many blocks (a reallocation counts as
     one more),
   - the heap has never had more than so many bytes above those at the begin,
   - and has now no more blocks than then: nothing leaks;
   else 0, and heapprof tells what was exceeded and where.  Also 0 if the thread
   is in no region, and 1 if heapprof does not run.

      HEAPPROF_REGION_BEGIN("parse");
      parse(text);
      assert(HEAPPROF_WITHIN(3, 4096));
      HEAPPROF_REGION_END;

   HEAPPROF_KEEPS_WITHIN is for code that leaves something behind on purpose, at
   most so many blocks.  HEAPPROF_ANY is no limit. */
#define HEAPPROF_ANY (~0ul)
#define HEAPPROF_WITHIN(blocks, peak_bytes) \
   HEAPPROF_KEEPS_WITHIN(blocks, peak_bytes, 0)
#define HEAPPROF_KEEPS_WITHIN(blocks, peak_bytes, left_blocks) \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(1, HP_USERREQ_CHECK, (blocks), \
                                         (peak_bytes), (left_blocks), 0, 0))

/* ---- Figures -----------------------------------------------------------------

   All are unsigned long, but for what is left: that is long, and negative where
   more was freed than allocated.  What does not fit is the largest that does
   (in a 32-bit program, totals may not).  All are 0 if heapprof does not run. */

#define HEAPPROF_READ_(what) \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_READ, (what), \
                                                   0, 0, 0, 0))

/* Of the process: live now, live when most bytes were, and ever allocated. */
#define HEAPPROF_CURRENT_BYTES()  HEAPPROF_READ_(HP_READ_CURRENT_BYTES)
#define HEAPPROF_CURRENT_BLOCKS() HEAPPROF_READ_(HP_READ_CURRENT_BLOCKS)
#define HEAPPROF_PEAK_BYTES()     HEAPPROF_READ_(HP_READ_PEAK_BYTES)
#define HEAPPROF_PEAK_BLOCKS()    HEAPPROF_READ_(HP_READ_PEAK_BLOCKS)
#define HEAPPROF_TOTAL_BYTES()    HEAPPROF_READ_(HP_READ_TOTAL_BYTES)
#define HEAPPROF_TOTAL_BLOCKS()   HEAPPROF_READ_(HP_READ_TOTAL_BLOCKS)

/* Since the begin of the innermost region that this thread is in: what it has
   allocated; the most live bytes of the process above those at the begin; and
   the live ones now above those at the begin. */
#define HEAPPROF_REGION_BYTES()       HEAPPROF_READ_(HP_READ_REGION_BYTES)
#define HEAPPROF_REGION_BLOCKS()      HEAPPROF_READ_(HP_READ_REGION_BLOCKS)
#define HEAPPROF_REGION_PEAK_BYTES()  HEAPPROF_READ_(HP_READ_REGION_PEAK_BYTES)
#define HEAPPROF_REGION_LEFT_BYTES() \
   ((long)HEAPPROF_READ_(HP_READ_REGION_LEFT_BYTES))
#define HEAPPROF_REGION_LEFT_BLOCKS() \
   ((long)HEAPPROF_READ_(HP_READ_REGION_LEFT_BLOCKS))

/* ---- Blocks and events --------------------------------------------------------- */

/* With --accesses=yes: keep a histogram of the accesses of the block that begins
   at `pointer`, and so of its call path, even if it is larger than those that
   have one anyway.  To be called right after the block was allocated. */
#define HEAPPROF_HISTOGRAM(pointer) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_HISTOGRAM, (pointer), \
                                   0, 0, 0, 0)

/* With --mode=ad-hoc: something of that weight happened here.  What it is, and
   what the weight means, is up to the program; 1 if nothing. */
#define HEAPPROF_AD_HOC_EVENT(weight) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_AD_HOC_EVENT, (weight), \
                                   0, 0, 0, 0)

#endif

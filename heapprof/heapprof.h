/* heapprof.h -- client requests: how a program talks to heapprof.

   Include this in the program to profile.  Each request costs a few
   instructions, which do nothing if the program runs without heapprof.
   Compile with -DNVALGRIND to leave them out.

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
   HP_USERREQ_AD_HOC_EVENT,
   HP_USERREQ_OWNERS
};

/* What HP_USERREQ_READ reads.  The numbers are an ABI too. */
enum {
   HP_READ_CURRENT_BYTES,
   HP_READ_CURRENT_BLOCKS,
   HP_READ_PEAK_BYTES,
   HP_READ_PEAK_BLOCKS,
   HP_READ_TOTAL_BYTES,
   HP_READ_TOTAL_BLOCKS,
   HP_READ_REGION_BYTES,
   HP_READ_REGION_BLOCKS,
   HP_READ_REGION_PEAK_BYTES,
   HP_READ_REGION_LEFT_BYTES,
   HP_READ_REGION_LEFT_BLOCKS,
   HP_READ_REGION_DEPTH
};

/* 1 if heapprof profiles the program, else 0. */
#define HEAPPROF_IS_RUNNING \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_IS_RUNNING, 0, 0, 0, 0, 0))

/* Start or stop counting allocations. */
#define HEAPPROF_START VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_START, 0, 0, 0, 0, 0)
#define HEAPPROF_STOP VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_STOP, 0, 0, 0, 0, 0)

/* Set all counts to zero, as if all that is live were allocated now. */
#define HEAPPROF_ZERO VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_ZERO, 0, 0, 0, 0, 0)

/* Dump: write the profile so far to a file named like the outfile with .1, .2, ...
   appended.  Counting continues.  The number of the file; 0 if writing failed. */
#define HEAPPROF_DUMP \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_DUMP, 0, 0, 0, 0, 0))

/* Take a snapshot: the profile will show what is live now at each call path.  At
   most 1,000 are taken, and none with --peak-only=yes. */
#define HEAPPROF_SNAPSHOT \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_SNAPSHOT, 0, 0, 0, 0, 0)

/* Look at the whole heap: the profile will show what is lost now, and who keeps what.  It
   takes a time that grows with what is live.  At most 100 looks are kept. */
#define HEAPPROF_OWNERS VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_OWNERS, 0, 0, 0, 0, 0)

/* ---- Regions ---------------------------------------------------------------

   What the thread allocates between a begin and its end is reported under the
   region's name.  Regions nest.  Each thread has its own.  The same name within two
   other regions makes two regions.

   A region that is left by longjmp or an exception stays open.  Save
   HEAPPROF_REGION_DEPTH before, and pass it to HEAPPROF_REGION_UNWIND after. */

/* `name` is a C string of up to 200 bytes; it is copied. */
#define HEAPPROF_REGION_BEGIN(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_BEGIN, (const char *)(name), 0, 0, \
                                   0, 0)
#define HEAPPROF_REGION_END \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_END, 0, 0, 0, 0, 0)

/* The number of open regions; close the innermost ones until `depth` are open. */
#define HEAPPROF_REGION_DEPTH (HEAPPROF_READ_(HP_READ_REGION_DEPTH))
#define HEAPPROF_REGION_UNWIND(depth) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_REGION_UNWIND, (depth), 0, 0, 0, 0)

/* ---- Budgets ------------------------------------------------------------------

   For tests: 1 if, since the begin of the innermost region,
   - this thread has allocated at most `blocks` blocks (a reallocation counts as
     one),
   - the heap was never more than `peak_bytes` above its size at the begin,
   - and the heap has no more blocks now than at the begin: nothing leaks.
   Else 0, and heapprof reports which limit was exceeded, and where.  0 also if the
   thread is in no region; 1 if heapprof does not run.

      HEAPPROF_REGION_BEGIN("parse");
      parse(text);
      assert(HEAPPROF_WITHIN(3, 4096));
      HEAPPROF_REGION_END;

   HEAPPROF_KEEPS_WITHIN is for code that keeps blocks on purpose, at most
   `left_blocks`.  HEAPPROF_ANY means no limit. */
#define HEAPPROF_ANY (~0ul)
#define HEAPPROF_WITHIN(blocks, peak_bytes) HEAPPROF_KEEPS_WITHIN(blocks, peak_bytes, 0)
#define HEAPPROF_KEEPS_WITHIN(blocks, peak_bytes, left_blocks) \
   ((int)VALGRIND_DO_CLIENT_REQUEST_EXPR(1, HP_USERREQ_CHECK, (blocks), (peak_bytes), \
                                         (left_blocks), 0, 0))

/* ---- Figures -----------------------------------------------------------------

   All are unsigned long.  Only ..._LEFT_... are long: negative if more was freed
   than allocated.  Figures that do not fit, such as totals of a 32-bit program, are
   the largest number.  All are 0 if heapprof does not run. */

#define HEAPPROF_READ_(what) \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, HP_USERREQ_READ, (what), 0, 0, 0, \
                                                   0))

/* What the process has live now, had live at the peak, and allocated in total. */
#define HEAPPROF_CURRENT_BYTES() HEAPPROF_READ_(HP_READ_CURRENT_BYTES)
#define HEAPPROF_CURRENT_BLOCKS() HEAPPROF_READ_(HP_READ_CURRENT_BLOCKS)
#define HEAPPROF_PEAK_BYTES() HEAPPROF_READ_(HP_READ_PEAK_BYTES)
#define HEAPPROF_PEAK_BLOCKS() HEAPPROF_READ_(HP_READ_PEAK_BLOCKS)
#define HEAPPROF_TOTAL_BYTES() HEAPPROF_READ_(HP_READ_TOTAL_BYTES)
#define HEAPPROF_TOTAL_BLOCKS() HEAPPROF_READ_(HP_READ_TOTAL_BLOCKS)

/* Since the begin of this thread's innermost region: what the thread allocated; the
   most live bytes of the process, minus those at the begin; what is live now, minus
   what was live at the begin. */
#define HEAPPROF_REGION_BYTES() HEAPPROF_READ_(HP_READ_REGION_BYTES)
#define HEAPPROF_REGION_BLOCKS() HEAPPROF_READ_(HP_READ_REGION_BLOCKS)
#define HEAPPROF_REGION_PEAK_BYTES() HEAPPROF_READ_(HP_READ_REGION_PEAK_BYTES)
#define HEAPPROF_REGION_LEFT_BYTES() ((long)HEAPPROF_READ_(HP_READ_REGION_LEFT_BYTES))
#define HEAPPROF_REGION_LEFT_BLOCKS() ((long)HEAPPROF_READ_(HP_READ_REGION_LEFT_BLOCKS))

/* ---- Blocks and events --------------------------------------------------------- */

/* With --accesses=yes: count the accesses of the block at `pointer`, and of its call
   path's other blocks, byte by byte, even if it is larger than --histogram allows.
   To be called right after the block was allocated. */
#define HEAPPROF_HISTOGRAM(pointer) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_HISTOGRAM, (pointer), 0, 0, 0, 0)

/* With --mode=ad-hoc: an event of this weight happened here.  The program decides
   what events and weights mean; use 1 if there is no weight. */
#define HEAPPROF_AD_HOC_EVENT(weight) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(HP_USERREQ_AD_HOC_EVENT, (weight), 0, 0, 0, 0)

#endif

/* tk_monitor.h -- the monitor commands of a tool, for vgdb and gdb while the program
   runs: `status`, `dump`, `snapshot`, `zero`, `on`, `off`, and heapprof's `owners`; glue.

      $ vgdb --pid=4711 dump

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* What the commands do in a tool. */
typedef struct tk_monitor {
   const HChar *tool;
   tk_outfile *outfile;
   Bool (*is_on)(void);
   void (*set)(Bool on); /* start or stop counting */
   void (*zero)(void);
   /* Returns NULL, or why no snapshot was taken.  The pointer is NULL in a tool
      without snapshots: then `snapshot` is the same as `dump`. */
   const HChar *(*snapshot)(void);
   /* Likewise, for a look at who keeps what; NULL: the tool has no such command. */
   const HChar *(*owners)(void);
   void (*print)(void); /* the counts so far, by VG_(gdb_printf) */
} tk_monitor;

/* Runs a command line (the second word of VG_USERREQ__GDB_MONITOR_COMMAND).  False:
   it is none of these commands. */
Bool tk_monitor_handle(const tk_monitor *monitor, const HChar *line);

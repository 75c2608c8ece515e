/* tk_monitor.h -- what can be asked of a tool while its program runs: the monitor
   commands `status`, `dump`, `snapshot`, `zero`, `on`, `off`; glue.

      $ vgdb --pid=4711 dump

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_MONITOR_H
#define TK_MONITOR_H

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* How a tool does that. */
typedef struct tk_monitor {
   const HChar *tool;
   tk_outfile *outfile;
   Bool (*is_on)(void);
   void (*set)(Bool on);    /* count from now on, or no longer */
   void (*zero)(void);
   /* NULL, or why there is none; if the tool has none, it is a dump. */
   const HChar *(*snapshot)(void);
   void (*tell)(void);      /* what was counted so far, by VG_(gdb_printf) */
} tk_monitor;

/* Carries out a command (the second word of VG_USERREQ__GDB_MONITOR_COMMAND);
   False: it is none of these. */
Bool tk_monitor_handle(const tk_monitor *live, const HChar *line);

#endif

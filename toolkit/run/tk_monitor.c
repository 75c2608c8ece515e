/* tk_monitor.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_monitor.h"

#include "pub_tool_gdbserver.h"

#include "run/tk_tool.h"

static const tk_monitor *live; /* whose command is carried out */

static void tell_on(void)
{
   VG_(gdb_printf)("Counting: %s\n", live->is_on() ? "on" : "off");
}

static void status(const HChar *nothing)
{
   tell_on();
   live->tell();
   VG_(gdb_printf)("Profile: %s (dumps so far: %d)\n",
                   tk_tool_shown(tk_outfile_name(live->outfile)),
                   live->outfile->n_dumps);
}

static void dump(const HChar *file)
{
   tk_outfile_dump(live->outfile, file, tk_tool_say);
}

static void snapshot(const HChar *nothing)
{
   if (live->snapshot == NULL) {
      dump(NULL);
      return;
   }
   const HChar *fault = live->snapshot();
   if (fault == NULL)
      VG_(gdb_printf)("A snapshot was taken.\n");
   else
      VG_(gdb_printf)("error: no snapshot: %s\n", fault);
}

static void zero(const HChar *nothing)
{
   live->zero();
   VG_(gdb_printf)("All counts are 0 now.\n");
}

static void on(const HChar *nothing)
{
   live->set(True);
   tell_on();
}

static void off(const HChar *nothing)
{
   live->set(False);
   tell_on();
}

Bool tk_monitor_handle(const tk_monitor *of, const HChar *line)
{
   const tk_command commands[] = {
      { "status", NULL, "show the counts so far", status },
      { "dump", "[<file>]", "write the profile so far", dump },
      { "snapshot", NULL,
        of->snapshot == NULL ? "the same as dump"
                             : "record what is live now in the profile",
        snapshot },
      { "zero", NULL, "set all counts to 0", zero },
      { "on", NULL, "start counting", on },
      { "off", NULL, "stop counting", off },
   };
   live = of;
   return tk_control_handle(of->tool, commands,
                            sizeof commands / sizeof commands[0], line,
                            tk_tool_say);
}

/* tk_monitor.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_monitor.h"

#include "pub_tool_gdbserver.h"

#include "run/tk_tool.h"

static const tk_monitor *monitor; /* whose command runs */

static void print_on(void)
{
   VG_(gdb_printf)("Counting: %s\n", monitor->is_on() ? "on" : "off");
}

static void print_status(const HChar *nothing)
{
   print_on();
   monitor->print();
   VG_(gdb_printf)("Profile: %s (dumps so far: %d)\n",
                   tk_tool_shown(tk_outfile_name(monitor->outfile)),
                   monitor->outfile->n_dumps);
}

static void dump_profile(const HChar *file)
{
   tk_outfile_dump(monitor->outfile, file, tk_tool_say);
}

static void take_snapshot(const HChar *nothing)
{
   if (monitor->snapshot == NULL) {
      dump_profile(NULL);
      return;
   }
   const HChar *problem = monitor->snapshot();
   if (problem == NULL)
      VG_(gdb_printf)("A snapshot was taken.\n");
   else
      VG_(gdb_printf)("error: no snapshot: %s\n", problem);
}

static void take_look(const HChar *nothing)
{
   const HChar *problem = monitor->owners();
   if (problem == NULL)
      VG_(gdb_printf)("An owner snapshot was taken.\n");
   else
      VG_(gdb_printf)("error: no owner snapshot: %s\n", problem);
}

static void zero_counts(const HChar *nothing)
{
   monitor->zero();
   VG_(gdb_printf)("All counts are 0 now.\n");
}

static void turn_on(const HChar *nothing)
{
   monitor->set(True);
   print_on();
}

static void turn_off(const HChar *nothing)
{
   monitor->set(False);
   print_on();
}

Bool tk_monitor_handle(const tk_monitor *of, const HChar *line)
{
   const tk_command commands[] = {
      { "status", NULL, "show the counts so far", print_status },
      { "dump", "[<file>]", "write the profile so far", dump_profile },
      { "snapshot", NULL,
        of->snapshot == NULL ? "the same as dump"
                             : "record what is live now in the profile",
        take_snapshot },
      { "zero", NULL, "set all counts to 0", zero_counts },
      { "on", NULL, "start counting", turn_on },
      { "off", NULL, "stop counting", turn_off },
      { "owners", NULL, "take an owner snapshot: what is lost, who keeps what",
        take_look },
   };
   SizeT n = sizeof commands / sizeof commands[0];
   monitor = of;
   return tk_control_handle(of->tool, commands, of->owners == NULL ? n - 1 : n, line,
                            tk_tool_say);
}

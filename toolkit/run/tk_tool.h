/* tk_tool.h -- what both tools need inside Valgrind: an allocator, safe text for the
   log, and the command line of the program; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_alloc.h"

/* Allocates on Valgrind's own heap; ends the process when memory runs out. */
extern const tk_alloc tk_tool_alloc;

/* For what can be left out: NULL if memory is short, so that TK_TOOL_SPARE_B would not be
   left for the rest.  tk_tool_has_spare: is as much there now? */
extern const tk_alloc tk_tool_cautious_alloc;
enum { TK_TOOL_SPARE_B = 16 << 20 };
Bool tk_tool_has_spare(void);

/* Text from outside, made safe for a terminal (tk_shown.h).  Valid until four more
   calls. */
const HChar *tk_tool_shown(const HChar *text);

/* Answers a monitor command; a tk_control_say. */
void tk_tool_say(const HChar *text);

/* The command line of the program, NULL-terminated; the caller frees it with
   VG_(free). */
const HChar **tk_client_argv(void);

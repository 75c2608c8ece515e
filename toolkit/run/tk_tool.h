/* tk_tool.h -- what both tools need inside Valgrind: an allocator, safe text for the
   log, and the command line of the program; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "base/tk_alloc.h"

#include <stdbool.h>

/* Allocates on Valgrind's own heap; ends the process when memory runs out. */
extern const tk_alloc tk_tool_alloc;

/* For what may be large, and can be left out: asks the kernel whether there is so much
   memory, and some more for the rest of the tool. */
bool tk_tool_has_room(size_t size_B);

/* Does a part of the work that can be left out.  False: there was no memory for what it
   took of tk_tool_tried_alloc.  Then it was left at that moment, and all that it had
   taken was given back.  What it keeps is given back with the same allocator. */
extern const tk_alloc tk_tool_tried_alloc;
Bool tk_tool_try(void (*part)(void *context), void *context);

/* Text from outside, made safe for a terminal (tk_shown.h).  Valid until four more
   calls. */
const HChar *tk_tool_shown(const HChar *text);

/* Answers a monitor command; a tk_control_say. */
void tk_tool_say(const HChar *text);

/* The command line of the program, NULL-terminated; the caller frees it with
   VG_(free). */
const HChar **tk_client_argv(void);

/* tk_tool.h -- what every tool of ours needs inside Valgrind: memory, the
   command of its client, a voice.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_TOOL_H
#define TK_TOOL_H

#include "pub_tool_basics.h"

#include "base/tk_alloc.h"

/* Over Valgrind's own heap: ends the process when there is no more. */
extern const tk_alloc tk_tool_alloc;

/* Text from outside as a terminal may see it (tk_shown.h); it lives until four more
   are shown. */
const HChar *tk_tool_shown(const HChar *text);

/* Says it to vgdb, or the debugger, that gave the command; a tk_control_say. */
void tk_tool_say(const HChar *text);

/* The client's command as a NULL-terminated vector, for VG_(free). */
const HChar **tk_client_argv(void);

#endif

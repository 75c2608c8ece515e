/* hp_control.h -- turns counting on and off, sets counts to zero, takes snapshots and
   dumps, for client requests and monitor commands; glue.

   hp_control_zero must include everything that counts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "run/tk_outfile.h"

/* `outfile` is borrowed. */
void hp_control_init(tk_outfile *outfile);

/* Starts or stops counting what is allocated.  Blocks that were counted stay so
   until they are freed, also when they are reallocated. */
void hp_control_set(Bool on);

/* Sets all counts to zero, as if all that is live were allocated now. */
void hp_control_zero(void);

/* The process is a forked child.  Sets all counts to zero, without what is live, which
   its parent has allocated. */
void hp_control_inherit(void);

/* Takes a snapshot.  NULL, or why it was not taken. */
const HChar *hp_control_snapshot(void);

/* Looks at the whole heap now: what is lost, and who keeps what (hp_looks.h).  NULL, or
   why not. */
const HChar *hp_control_owners(void);

/* Writes a dump.  Its number, from 1 on; 0: it failed, with a message. */
UWord hp_control_dump(void);

/* Executes a monitor command; False: it is not one of ours. */
Bool hp_control_command(const HChar *line);

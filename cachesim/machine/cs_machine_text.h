/* cs_machine_text.h -- the text that describes a machine: read and written; pure.

   docs/MACHINES.md is the reference.  Each line is a part of the machine: its key, and
   NAME=VALUE for what is said of it.  What a text leaves out is cs_machine_default's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_problem.h"
#include "base/tk_text.h"
#include "machine/cs_machine.h"

enum { CS_MACHINE_TEXT_MAX_B = 64 * 1024 }; /* a longer text is none */

/* Reads a whole text.  False, with *problem set and *machine undefined, if it is no valid
   machine.  A true result is a machine that cs_machine_error accepts. */
bool cs_machine_parse(const char *text, size_t length_B, cs_machine *machine,
                      tk_problem *problem);

/* Writes the canonical text without its first line, the name; `prefix` begins each line.
   Machines that behave alike have the same text: all values are there, sizes in the
   largest unit that divides them. */
void cs_machine_write(tk_text *out, const char *prefix, const cs_machine *machine);

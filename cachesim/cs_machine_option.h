/* cs_machine_option.h -- the machine of the option --machine; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "machine/cs_host.h"
#include "machine/cs_machine.h"

/* Executes CPUID on the host; all zeros where there is none. */
void cs_host_cpuid(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4]);

/* Fills *machine by NAME, FILE, "host" or "classic"; False for the last, which is no
   machine of its own.  `arg` is the whole option.  Ends the run if there is no such
   machine, or if its text is faulty; and, with success, after the list for "help". */
Bool cs_machine_option(const HChar *arg, const HChar *value, cs_machine *machine);

/* an_processor.h -- the processor that the command runs on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"

enum { AN_PROCESSOR_B = 64 };

/* Asks this processor for its machine (cs_host_machine); false if it reports no
   caches. */
bool an_processor_machine(cs_machine *machine);

/* Gives a virtual machine its share of the last level (cs_host_share). */
void an_processor_share(cs_machine *machine);

/* What the processor calls itself, such as "AMD EPYC 9755 128-Core Processor". */
void an_processor_name(char name[AN_PROCESSOR_B]);

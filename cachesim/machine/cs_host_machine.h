/* cs_host_machine.h -- the machine that the tool runs on, by CPUID; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_host.h"
#include "machine/cs_machine.h"

/* The name of the preset whose core is that of the processor, by family and model, or
   else the nearest one of its maker.  Hypervisors can name another model.  So in a
   virtual machine whose D1 and L2 are not that preset's, it is the first of the maker's
   that has both sizes, if there is one. */
const char *cs_host_preset(cs_cpuid cpuid, void *context);

/* The preset that cs_host_preset names, with the caches and TLBs that CPUID reports in
   place of its own.  The name becomes "host-PRESET".  False if CPUID does not report all
   caches, or reports some that cannot be simulated: all caches are then the preset's.

   Sources: Intel Software Developer's Manual, vol. 2A, CPUID, leaves 1, 4 and 18H; AMD
   Architecture Programmer's Manual, vol. 3, appendix E, Fn0000_0001, Fn8000_0005,
   Fn8000_0006 and Fn8000_001D.  Models: Intel, "Processor Identification" of that manual,
   vol. 4, chapter 2; AMD's Processor Programming References. */
bool cs_host_machine(cs_cpuid cpuid, void *context, cs_machine *machine);

/* A virtual machine has a few of the processor's cores, and its neighbours use the last
   level, too.  Then this leaves at most CS_HOST_SHARE_B for each of its processors that
   share the third level, as hypervisors report them: about what servers have for each
   core.  A far page walk takes as long as a load from memory more: the hypervisor's page
   tables are walked for each entry of the system's. */
enum { CS_HOST_SHARE_B = 4 << 20 };
void cs_host_share(cs_cpuid cpuid, void *context, cs_machine *machine);

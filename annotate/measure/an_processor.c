/* an_processor.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "measure/an_processor.h"

#include "machine/cs_host_machine.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LEAVES = 3 };
#define LEAF_EXT_MAX 0x80000000u
#define LEAF_NAME 0x80000002u

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

static void read_cpuid(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   (void)context;
   __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]);
}
#else
/* There is no CPUID: every leaf is empty. */
static void read_cpuid(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4])
{
   (void)context, (void)leaf, (void)subleaf;
   memset(out, 0, 4 * sizeof out[0]);
}
#endif

bool an_processor_machine(cs_machine *machine)
{
   return cs_host_machine(read_cpuid, NULL, machine);
}

void an_processor_share(cs_machine *machine)
{
   cs_host_share(read_cpuid, NULL, machine);
}

void an_processor_name(char name[AN_PROCESSOR_B])
{
   uint32_t r[4];
   char text[NAME_LEAVES * sizeof r + 1] = "";
   read_cpuid(NULL, LEAF_EXT_MAX, 0, r);
   for (uint32_t i = 0; i < NAME_LEAVES && r[0] >= LEAF_NAME + NAME_LEAVES - 1; i++) {
      uint32_t part[4];
      read_cpuid(NULL, LEAF_NAME + i, 0, part);
      memcpy(text + i * sizeof part, part, sizeof part);
   }
   const char *start = text + strspn(text, " ");
   snprintf(name, AN_PROCESSOR_B, "%s", *start != '\0' ? start : "an unnamed processor");
}

/* cs_host.h -- finds the shapes of the host's caches by CPUID; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_geometry.h"

/* Executes CPUID for a leaf and subleaf: out[] is eax, ebx, ecx, edx. */
typedef void (*cs_cpuid)(void *context, uint32_t leaf, uint32_t subleaf, uint32_t out[4]);

typedef struct {
   cs_geometry i1, d1, ll;
   uint32_t ll_level; /* usually 2 or 3; 0: the shapes are the defaults */
} cs_host_caches;

/* The default shapes: an ordinary server core of the 2010s (32 KiB 8-way first level,
   8 MiB 16-way last level). */
extern const cs_host_caches cs_host_default;

/* Finds the first-level caches and the unified cache of the highest level.  False, with
   *caches set to the default, unless CPUID reports all three and all can be simulated.

   Sources: leaf 4 of the Intel Software Developer's Manual, vol. 2A,
   CPUID; leaf 0x8000001D, and 0x80000005/6 for processors without it, of
   the AMD Architecture Programmer's Manual, vol. 3, appendix E. */
bool cs_host_detect(cs_cpuid cpuid, void *context, cs_host_caches *caches);

/* One cache of the processor's list. */
typedef enum {
   CS_HOST_NONE,
   CS_HOST_DATA,
   CS_HOST_INSTRUCTION,
   CS_HOST_UNIFIED
} cs_host_type;

typedef struct {
   cs_host_type type;
   uint32_t level;
   uint32_t n_sharing;   /* logical processors that share it, at most */
   bool is_inclusive;    /* of the levels before it */
   cs_geometry geometry; /* may be one that cannot be simulated */
} cs_host_cache;

enum { CS_HOST_CACHES_MAX = 16 }; /* more than any processor lists */

/* The list of leaf 4 or 0x8000001D, in the processor's order; returns their number. */
uint32_t cs_host_list(cs_cpuid cpuid, void *context,
                      cs_host_cache list[CS_HOST_CACHES_MAX]);

/* The associativity codes of leaf 0x80000006.  0: no such cache, or reported by a newer
   leaf. */
uint32_t cs_host_amd_assoc(uint32_t code, uint64_t lines);

/* Is leaf 0 that of AMD, or of its licensee Hygon?  They use the extended leaves. */
bool cs_host_is_amd(const uint32_t vendor[4]);

/* cs_cpuid.h -- names of what CPUID gives, private to cs_host.c and cs_host_machine.c.
   The leaves are those of Intel's manual (volume 2A, CPUID) and AMD's (volume 3, E).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* Indices of the four numbers of a leaf. */
enum { EAX, EBX, ECX, EDX };

enum {
   LEAF_VENDOR = 0,
   LEAF_MODEL = 1,
   LEAF_INTEL_CACHES = 4,
   LEAF_INTEL_TLBS = 0x18,
   LEAF_EXT_MAX = 0x80000000,
   LEAF_EXT_FEATURES = 0x80000001,
   LEAF_AMD_L1 = 0x80000005,    /* caches and TLBs */
   LEAF_AMD_L2_L3 = 0x80000006, /* likewise */
   LEAF_AMD_CACHES = 0x8000001D,
};

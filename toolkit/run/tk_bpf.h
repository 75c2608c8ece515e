/* tk_bpf.h -- runs the filters of seccomp: what would the kernel do with a system call?;
   pure.

   A filter is a program in the language of classic BPF, which only jumps forward.  It
   reads the call's number, the architecture and the arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The layouts are the kernel's: struct sock_filter and struct seccomp_data. */
typedef struct tk_bpf_step {
   uint16_t code;
   uint8_t if_true, if_false; /* steps to skip */
   uint32_t k;
} tk_bpf_step;

typedef struct tk_bpf_call {
   uint32_t number;
   uint32_t architecture; /* AUDIT_ARCH_... */
   uint64_t address;      /* of the instruction that makes the call */
   uint64_t arguments[6];
} tk_bpf_call;

/* True if the filter lets the call through (ALLOW or LOG).  False for every other
   verdict, for a program that is not valid, and for one that asks where in the code the
   call is made: `address` is not known for ours. */
bool tk_bpf_allows(const tk_bpf_step *steps, size_t n, const tk_bpf_call *call);

/* an_x86_bytes.h -- the prefixes of an x86 instruction, by its bytes; pure.

   Intel's manual, volume 2, chapter 2, "Instruction Format".
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AN_X86_MAX_B = 15 };

typedef struct an_x86_bytes {
   const uint8_t *at;
   size_t size_B;     /* at most AN_X86_MAX_B */
   size_t n_prefixes; /* bytes of prefixes; REX is not one */
   uint8_t rex;       /* 0: none */
   size_t opcode_at;  /* the first byte of the opcode; size_B if it is not there */
   bool is_64;
} an_x86_bytes;

void an_x86_bytes_read(an_x86_bytes *x, const uint8_t *at, size_t size_B, bool is_64);

/* The first byte of the opcode; 0 if it is not there. */
uint8_t an_x86_opcode(const an_x86_bytes *x);

/* Whether a prefix has this byte. */
bool an_x86_has_prefix(const an_x86_bytes *x, uint8_t prefix);

/* Whether a 64-bit processor ignores the prefix: es, cs, ss or ds for a segment. */
bool an_x86_is_ignored(const an_x86_bytes *x, uint8_t prefix);

/* A jump, call or return within the segment; is_relative: the target is in the bytes. */
bool an_x86_is_branch(const an_x86_bytes *x);
bool an_x86_is_relative(const an_x86_bytes *x);

/* Whether the prefix says of a jump if it is taken as a rule. */
bool an_x86_is_hint(const an_x86_bytes *x, uint8_t prefix);

/* The whole size of an instruction with a VEX or EVEX prefix, whatever it does; 0: it has
   none, or its bytes end before. */
size_t an_x86_vector_B(const an_x86_bytes *x);

/* Copies the bytes without the prefixes of that byte; returns how many are left. */
size_t an_x86_without(const an_x86_bytes *x, uint8_t prefix, uint8_t *to);

/* an_kernels.h -- short pieces of code whose time says what a core does; each does so
   many steps.

   They are compiled with optimisation in every build, and by any compiler.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_machine.h"

#include <stddef.h>
#include <stdint.h>

/* n_steps is always a multiple of 64. */

/* One operation of this kind in a step, which waits for the one before.  DIV has another
   cheap operation beside it, FP_SQRT an addition. */
void an_kernel_chain(cs_op op, size_t n_steps);

/* Eight instructions in a step that wait for none: five additions and three loads, which
   no core has too few units for. */
enum { AN_WIDE_STEP = 8 };
void an_kernel_wide(size_t n_steps);

/* A word is stored in each step and loaded again: all of it, and 1 is added; or its
   upper half, which no core takes from elsewhere.  Each step waits for the one before. */
void an_kernel_forward(bool is_half, size_t n_steps);

/* Stores to eight lines in turn. */
void an_kernel_stores(size_t n_steps);

/* A branch in each step, on the bits of `words`. */
void an_kernel_branches(const uint64_t *words, size_t n_steps);

/* Reads one word of each line. */
void an_kernel_lines(const char *memory, size_t line_B, size_t n_steps);

/* Reads the words at these offsets; no load waits for another one.  If `works`, does four
   operations with each word, which a core may have to begin again if it comes late. */
void an_kernel_apart(const char *memory, const uint32_t *offsets_B, bool works,
                     size_t n_steps);

/* kernels.h -- small programs in some variants each; truth.py compares what cachesim says
   of them with the clock.

   The variants of a kernel do the same work in different ways, or the same number of
   steps on different data.  Their code is compiled as programs usually are (-O2 -g).
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef QUERN_TRUTH_KERNELS_H
#define QUERN_TRUTH_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the data; NULL: there is nothing to do.  Not measured. */
typedef void truth_set_up(void);

/* The measured work.  Every run does the same: it leaves its data as it finds them, or
   makes them again.  Returns a checksum of all that it computed. */
typedef uint64_t truth_run(void);

enum { TRUTH_VARIANTS_MAX = 5 };

typedef struct {
   const char *name;
   truth_run *run;
   truth_set_up *set_up; /* after the kernel's; may be NULL */
} truth_variant;

typedef struct {
   const char *name;
   bool has_one_result; /* all variants return the same checksum */
   unsigned n_runs;     /* in a measurement: about a tenth of a second */
   truth_set_up *set_up;
   truth_variant variants[TRUTH_VARIANTS_MAX]; /* the first without a name ends them */
} truth_kernel;

/* Kernels by topic, one file each; the first without a name ends a list.  kernels.c says
   which lists are of one family, and which ones constants are never fitted to. */
extern const truth_kernel truth_arithmetic[], truth_branches[], truth_calls[],
   truth_copies[], truth_counting[], truth_graphs[], truth_joins[], truth_lookups[],
   truth_matrices[], truth_packers[], truth_parsers[], truth_products[], truth_rings[],
   truth_searches[], truth_sieves[], truth_sizes[], truth_sorts[], truth_sparse[],
   truth_squares[], truth_strings[], truth_sums[], truth_texts[], truth_walks[];

/* New memory: zeros that were written, so that each page is there, on pages of the usual
   size.  It is never freed; a process runs one variant.  Ends the program if there is
   none. */
void *truth_new(size_t size_B);

/* The next of a fixed sequence of random numbers; one below n. */
uint64_t truth_random(void);
uint64_t truth_random_below(uint64_t n);

/* New memory with the numbers from 0 to n - 1 in order, or in random order. */
uint32_t *truth_ordered(size_t n);
uint32_t *truth_shuffled(size_t n);

/* A checksum with one more number. */
static inline uint64_t truth_mix(uint64_t sum, uint64_t number)
{
   return (sum ^ number) * 0x9e3779b97f4a7c15u;
}

#endif

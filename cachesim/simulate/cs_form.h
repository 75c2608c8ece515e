/* cs_form.h -- numbers as a superblock computes them: a constant, and variables times
   constants; pure.

   Addresses of one form are the same address, and forms that differ by a constant are so
   far apart.  Numbers wrap as the guest's of 64 bits do; that narrower ones wrap is not
   seen, so an index of 32 bits has the form that it has in an address.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A base and an index: few addresses have more. */
enum { CS_FORM_TERMS = 2 };

typedef struct {
   uint32_t variable;
   uint64_t times;
} cs_form_term;

typedef struct {
   uint64_t constant;
   uint32_t n_terms;
   cs_form_term terms[CS_FORM_TERMS]; /* by variable; none is times 0 */
} cs_form;

cs_form cs_form_constant(uint64_t constant);
cs_form cs_form_variable(uint32_t variable);

/* *sum becomes a + times * b; false if that has too many terms. */
bool cs_form_add(const cs_form *a, const cs_form *b, uint64_t times, cs_form *sum);

/* Is a - b a constant?  Then *difference becomes it. */
bool cs_form_difference(const cs_form *a, const cs_form *b, uint64_t *difference);

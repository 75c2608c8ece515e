/* ah_findings_print.h -- the findings of a profile as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_FINDINGS_PRINT_H
#define AH_FINDINGS_PRINT_H

#include "heap/ah_findings.h"

#include <stdio.h>

/* An array of the first n_most findings of each kind; null for NULL. */
void ah_findings_json(const ah_findings *findings, const ah_profile *profile,
                      size_t n_most, FILE *out);

#endif

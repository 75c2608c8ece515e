/* ah_reason.h -- why a site is a finding, in a few words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_REASON_H
#define AH_REASON_H

#include "heap/ah_findings.h"
#include "heap/ah_text.h"

enum { AH_REASON_B = 4 * AH_TEXT_B };

/* "all its blocks", "12.50% of 4.00 KiB touched", "8 B to 2.00 KiB, 12 moves". */
void ah_reason_put(char to[AH_REASON_B], const ah_profile *profile,
                   const ah_finding *finding);

#endif

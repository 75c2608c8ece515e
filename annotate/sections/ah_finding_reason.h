/* ah_finding_reason.h -- why a finding is one, in a few words, for text, JSON and the
   page.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_findings.h"
#include "heap/ah_text.h"

enum { AH_FINDING_REASON_B = 8 * AH_TEXT_B };

/* Puts "all its blocks", "12.50% of 4.00 KiB touched", "8 B to 2.00 KiB, 12 moves" or the
   like into `to`, which has AH_FINDING_REASON_B bytes; and how many blocks could not be
   judged. */
void ah_finding_reason(char *to, const ah_profile *profile, const ah_finding *finding);

/* What helps, by name if it is known: "make Node.parent a std::weak_ptr".  `to` has
   AH_FINDING_REASON_B bytes. */
void ah_finding_cure_of(char *to, const ah_finding *finding);

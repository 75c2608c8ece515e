/* ac_rules.h -- the rules of findings: whether a line's counts show a fault; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "advice/ac_cures.h"
#include "advice/ac_evidence.h"

/* The cycles of the line that a cure of this kind gains, and the reason in `to`; 0: it is
   none.  AC_FINDING_SHARING is no rule about a line. */
double ac_rules_judge(ac_finding_kind kind, const ac_evidence *e,
                      char to[AC_FINDING_REASON_B]);

/* What helps against AC_FINDING_CHAIN: by whether the line loads and stores. */
ac_cure ac_rules_chain_cure(const ac_evidence *e);

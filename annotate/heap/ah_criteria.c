/* ah_criteria.c -- what counts as a finding (ah_findings.h).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_findings.h"

#include "base/an_criteria.h"

const ah_criteria ah_criteria_default = {
#define X(name, value) .name = value,
   AH_CRITERIA(X)
#undef X
};

bool ah_criteria_parse(ah_criteria *criteria, const char *text, an_error *error)
{
   static const an_criterion of[] = {
#define X(name, value) { #name, offsetof(ah_criteria, name) },
      AH_CRITERIA(X)
#undef X
   };
#define X(name, value) ", " #name
   return an_criteria_parse(criteria, of, sizeof of / sizeof of[0], AH_CRITERIA(X), text,
                            error);
#undef X
}

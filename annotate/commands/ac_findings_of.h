/* ac_findings_of.h -- the lines of the program and the findings of a profile, for
   commands, and --fail-on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "advice/ac_costly.h"

typedef struct ac_findings_of {
   ac_own_lines own;
   ac_findings findings;
   ac_costly costly;
} ac_findings_of;

/* Finds them, and has the analysis refer to them.  `sort` is the order of the lines, of
   which those below `threshold` percent need not be known.  All must live longer; `of`
   must not move. */
void ac_findings_of_open(ac_findings_of *of, const ac_profile *profile,
                         const ac_criteria *criteria, const ac_measures *sort,
                         double threshold, ac_analysis *analysis);

/* Then finds the places of the program, by cycles, or by the measure that sorts if that
   adds up.  The scope has the analysis. */
void ac_findings_of_places(ac_findings_of *of, const ac_scope *scope,
                           ac_analysis *analysis);

/* The same of one side of a pair: only findings.  `data` is NULL if it has no data
   objects. */
void ac_findings_of_side(ac_findings_of *of, const ac_profile *profile,
                         const ac_data_report *data, const ac_metric *cycles);

enum { AC_FINDINGS_OF_ALL = (1 << AC_N_FINDING_KINDS) - 1 };

/* AN_PARSED if the profile has what these kinds need, else an exit status after a
   message. */
int ac_findings_of_check(unsigned fails_on, const ac_profile *profile, const char *file);

/* AN_EXIT_LIMIT, after a message, if n is not 0; else 0. */
int ac_findings_of_fail(size_t n, const char *file);

/* The same of how many findings there are of these kinds. */
int ac_findings_of_judge(const ac_findings_of *of, unsigned fails_on, const char *file);

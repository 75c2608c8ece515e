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
                         const an_options *options, const ac_measures *sort,
                         double threshold, ac_analysis *analysis);

/* Then finds the places of the program, by cycles, or by the measure that sorts if that
   adds up.  The scope has the analysis. */
void ac_findings_of_places(ac_findings_of *of, const ac_scope *scope,
                           ac_analysis *analysis);

/* The same of one side of a pair: only findings.  `data` is NULL if it has no data
   objects. */
void ac_findings_of_side(ac_findings_of *of, const ac_profile *profile,
                         const an_options *options, const ac_data_report *data,
                         const ac_metric *cycles);

enum { AC_FINDINGS_OF_ALL = (1 << AC_N_FINDING_KINDS) - 1 };

/* AN_PARSED if the profile has what the kinds of --fail-on need, but for those of `but`,
   else an exit status after a message. */
int ac_findings_of_check(const an_options *options, unsigned but,
                         const ac_profile *profile, const char *file);

/* Whether --fail-on names the kind or the idiom of a finding. */
bool ac_findings_of_fails(const an_options *options, const ac_finding *finding);

/* AN_EXIT_LIMIT, after a message, if n is not 0; else 0. */
int ac_findings_of_fail(size_t n, const char *file);

/* The same of how many findings there are that --fail-on names. */
int ac_findings_of_judge(const ac_findings_of *of, const an_options *options,
                         const char *file);

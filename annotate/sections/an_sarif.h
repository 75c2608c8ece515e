/* an_sarif.h -- results at lines of source as a SARIF 2.1.0 log (OASIS), which GitHub's
   code scanning and editors show at these lines.

   Results are written as they come; what they have in common comes last.  Write errors
   are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum an_sarif_level {
   AN_SARIF_NOTE,
   AN_SARIF_WARNING,
   AN_SARIF_ERROR,
} an_sarif_level;

/* What several results have in common.  The texts live until the log is closed. */
typedef struct an_sarif_rule {
   const char *id;   /* "stride" */
   const char *says; /* what it is, a sentence */
   const char *cure; /* what helps; NULL: not known */
} an_sarif_rule;

typedef struct an_sarif_result {
   an_sarif_rule rule;
   an_sarif_level level;
   const char *text;
   const char *path; /* of the source; from the current directory on if it is relative */
   uint32_t line;
   const char *source; /* the line's text; NULL: unknown */
   size_t source_B;
   const char *function; /* NULL: unknown */
   double percent;       /* that it is about, or that a cure gains; below 0: unknown */
} an_sarif_result;

typedef struct an_sarif {
   /* private: */
   const tk_alloc *alloc;
   an_json_out json;
   const char *command;
   char *root; /* paths below it are relative; from malloc, or NULL */
   an_sarif_rule *rules;
   size_t n_rules, rules_capacity;
   uint64_t *prints; /* fingerprints of all results */
   size_t n_prints, prints_capacity;
   char *remarks;
   size_t remarks_B;
   FILE *remarks_out;
} an_sarif;

/* A log of one run of `command`, whose source is below the repository around the current
   directory, or else below that. */
void an_sarif_open(an_sarif *sarif, const tk_alloc *alloc, const char *command,
                   FILE *out);

void an_sarif_put(an_sarif *sarif, const an_sarif_result *result);

/* Each line that is written there is a remark on the run. */
FILE *an_sarif_remarks(an_sarif *sarif);

void an_sarif_close(an_sarif *sarif);

/* an_budget.h -- how many lines each section of a default report may have; pure.

   A default report has at most AN_BUDGET_LINES lines, headings and blank lines
   included.  The table of a kind of report says what each section gets.  Sections
   take their lines in the order of the table.  What one does not need is left to
   those after it, and none takes what is reserved for those after it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_BUDGET_H
#define AN_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

enum { AN_BUDGET_LINES = 200 };

/* The lines of a section.  `fixed` are those that say what was left out, if anything
   was.  Its rows are the others: `least` are reserved for it, `most` are the most that
   it gets. */
typedef struct an_share {
   size_t fixed, least, most;
} an_share;

typedef struct an_budget {
   const an_share *shares; /* borrowed; NULL: no limit */
   size_t n;
   size_t left; /* lines */
} an_budget;

/* Reports on counts: the sections in their order. */
enum {
   AN_SHARE_METADATA,
   AN_SHARE_SUMMARY,
   AN_SHARE_PROCESSES, /* a pair has none: */
   AN_SHARE_CALLS_OF_PAIR = AN_SHARE_PROCESSES,
   AN_SHARE_REGIONS,
   AN_SHARE_OBJECTS,
   AN_SHARE_DATA,    /* nothing in the table: */
   AN_SHARE_SHARING,
   AN_SHARE_WHY,
   AN_SHARE_REASONS,
   AN_SHARE_CALLS, /* functions by inclusive cost */
   AN_SHARE_LINES, /* the hottest lines */
   AN_SHARE_FILES,
   AN_SHARE_FUNCTIONS,
   AN_SHARE_LIMITS, /* printed last, but before source in this order */
   AN_SHARE_SOURCE, /* gets what remains */
   AN_SHARE_COVERAGE,
   AN_SHARES_OF_COUNTS,
};
extern const an_share an_shares_of_counts[AN_SHARES_OF_COUNTS];
extern const an_share an_share_of_calls_of_pair;

/* For these, other sections get less (an_report.c). */
extern const an_share an_share_of_data, an_share_of_sharing, an_share_of_reasons;
extern const an_share an_share_of_why;

/* Gives data and sharing their shares, at the cost of the lists, and of regions. */
void an_budget_room_for_data(an_share *needed);

/* Data take lines that source had: some stay, and all that can if it shows data, too.
   All other shares are those of the report. */
void an_budget_room_for_source(an_share *needed, bool shows_data);

/* Of these, lines and source alone (an_report_lines). */
extern const an_share an_shares_of_lines[AN_SHARES_OF_COUNTS];

/* A budget of `lines` lines in all; the least of all sections must fit into it. */
an_budget an_budget_of(const an_share *shares, size_t n, size_t lines);

/* No limit: every section gets the rows it asks for. */
an_budget an_budget_unlimited(void);

bool an_budget_is_limited(const an_budget *budget);

/* The most rows that the section could take now; SIZE_MAX: any number. */
size_t an_budget_room(const an_budget *budget, size_t section);

/* How many of `wanted` rows the section may print.  Called at most once for each
   section that is printed, in the order of the table; not for others. */
size_t an_budget_take(an_budget *budget, size_t section, size_t wanted);

/* The section got less than it wanted, but does not use its `fixed` lines. */
void an_budget_give_back(an_budget *budget, size_t section);

#endif

/* an_report.h -- the report on a profile of counts, or on a pair of them: as text,
   JSON (docs/schema/) and CSV.

   Write errors are left to ferror(out), after which a report can stop early.  After
   AN_NO_MEMORY the report is incomplete.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_REPORT_H
#define AN_REPORT_H

#include "counts/an_gate.h"
#include "render/an_report_options.h"

#include <stdio.h>

/* ---- Sections that can be shown alone (an_sections.c has them all) ---- */

/* The section of the name, "line" or "why", of those that stand in any of `where`
   (an_sections.h), 0: of all; or NULL. */
const an_section *an_section_find(const char *name, unsigned where);

/* Their names, "line, file or function".  Returns `to`. */
enum { AN_SECTION_LIST_B = 256 };
const char *an_section_list(char to[AN_SECTION_LIST_B], unsigned where);

/* Of a section or NULL, which is none of them. */
bool an_section_is(const an_section *section, const char *name);
bool an_section_is_of_calls(const an_section *section);
bool an_section_is_tree(const an_section *section); /* of call paths */

/* What the section needs and the profile does not have, and how to get it; NULL:
   nothing. */
const char *an_section_lack(const an_section *section, const an_profile *profile,
                            const an_report_options *options);

/* ---- The report ---- */

/* For a terminal: metadata, summary, processes of a sum, regions, objects, the
   hottest lines, files with their functions, functions with their files; then each
   source file that has a listed function or line, with values beside its lines; then
   the files that could not be shown, and how much of each event was shown.  If the
   report is limited, only the hottest places of the source are shown, and long tables
   are cut. */
an_status an_report(const an_profile *profile, const tk_alloc *alloc,
                    const an_report_options *options, FILE *out);

/* Of that report, the hottest lines and the source, or the one table asked for; if it
   is limited, in `n_lines` lines. */
an_status an_report_lines(const an_profile *profile, const tk_alloc *alloc,
                          const an_report_options *options, size_t n_lines,
                          FILE *out);

/* Only the table of all processes, which a sum has: as text, and as CSV. */
an_status an_report_processes(const an_profile *profile, const tk_alloc *alloc,
                              const an_report_options *options, FILE *out);
void an_report_processes_csv(const an_profile *profile, FILE *out);

/* The hottest lines as messages of a compiler (an_messages.h). */
an_status an_report_messages(const an_profile *profile, const tk_alloc *alloc,
                             const an_report_options *options, FILE *out);

/* JSON and CSV list what reaches the threshold, in the order of the text, with all
   source lines.  Values are as in the text, but not rounded: null, or an empty
   field in CSV, for a value that is not a number or that no double can hold. */

enum { AN_REPORT_JSON_VERSION = 1 };

/* One object, of the named schema.  `gate`, if not NULL, adds the limits. */
an_status an_report_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_gate *gate, FILE *out);

/* A header and a record for each source line; of a pair, then one for each region, if
   there are any: its path is in a last column, which lines leave empty.  In the view of
   objects, a record for each of them. */
an_status an_report_csv(const an_profile *profile, const tk_alloc *alloc,
                        const an_report_options *options, FILE *out);

#endif

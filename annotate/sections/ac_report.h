/* ac_report.h -- the report on a profile of counts, or on a pair of them: as text,
   JSON (docs/quern.schema.json) and CSV.

   Write errors are left to ferror(out), after which a report can stop early.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_gate.h"
#include "sections/ac_scope.h"

#include <stdio.h>

/* ---- Sections that can be shown alone (ac_sections.c has them all) ---- */

/* The section of the name, "line" or "why", of those that stand in any of `where`
   (ac_sections.h), 0: of all; or NULL. */
const ac_section *ac_section_find(const char *name, unsigned where);

/* Their names, "line, file or function".  Returns `to`. */
enum { AC_SECTION_LIST_B = 256 };
const char *ac_section_list(char to[AC_SECTION_LIST_B], unsigned where);

/* What a section is; NULL is none of them. */
bool ac_section_is(const ac_section *section, const char *name);
bool ac_section_is_of_calls(const ac_section *section);
bool ac_section_is_tree(const ac_section *section); /* of call paths */

/* What the section needs and the profile does not have, and how to get it; NULL:
   nothing. */
const char *ac_section_lack(const ac_section *section, const ac_scope *scope);

/* ---- The report ---- */

/* For a terminal: metadata, summary, processes of a sum, regions, objects, the
   hottest lines, files with their functions, functions with their files; then each
   source file that has a listed function or line, with values beside its lines; then
   the files that could not be shown, and how much of each event was shown.  If the
   report is limited, only the hottest places of the source are shown, and long tables
   are cut. */
void ac_report(const ac_scope *scope, FILE *out);

/* Of that report, the hottest lines and the source, or the one table asked for; if it
   is limited, in `n_lines` lines. */
void ac_report_lines(const ac_scope *scope, size_t n_lines, FILE *out);

/* JSON and CSV list what reaches the threshold, in the order of the text, with all
   source lines.  Values are as in the text, but not rounded: null, or an empty
   field in CSV, for a value that is not a number or that no double can hold. */

enum { AC_REPORT_JSON_VERSION = 1 };

/* One object, of the named schema.  `gate`, if not NULL, adds the limits. */
void ac_report_json(const ac_scope *scope, const char *schema, const ac_gate *gate,
                    FILE *out);

/* A header and a record for each source line; of a pair, then one for each region, if
   there are any: its path is in a last column, which lines leave empty.  In the view of
   objects, a record for each of them. */
void ac_report_csv(const ac_scope *scope, FILE *out);

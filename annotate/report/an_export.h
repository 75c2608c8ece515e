/* an_export.h -- reports for programs: JSON (docs/schema/) and CSV.

   Both have what reaches the threshold, in the order of the report, with all
   lines.  A value is a number as text tables have it, but not rounded; null,
   or nothing in CSV, if it is not a number, or is beyond a double.  Text is as
   an_text_escaped gives it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_EXPORT_H
#define AN_EXPORT_H

#include "report/an_report.h"

enum { AN_EXPORT_VERSION = 1 }; /* of the JSON */

/* What a command adds to the JSON: members, each with a comma before it. */
typedef struct an_export_extra {
   void (*print)(const void *context, FILE *out);
   const void *context;
} an_export_extra;

/* Prints one JSON object, of the named schema.  `extra` may be NULL.  Write
   errors are left to ferror(out).  AN_NO_MEMORY: it is incomplete. */
an_status an_export_json(const an_profile *profile, const tk_alloc *alloc,
                         const an_report_options *options, const char *schema,
                         const an_export_extra *extra, FILE *out);

/* A header and a record for each line (RFC 4180). */
an_status an_export_csv(const an_profile *profile, const tk_alloc *alloc,
                        const an_report_options *options, FILE *out);

/* A JSON string, which may stand in a script of HTML, or null if memory ran out; a
   number, or null. */
void an_export_string(FILE *out, const char *text);
void an_export_number(FILE *out, long double value, bool is_whole);

/* A field of CSV: the text, then `suffix`, in quotes if it needs them.  Text that a
   spreadsheet would take for a formula (=, +, -, @) begins with \xHH instead. */
void an_export_field(FILE *out, const char *text, const char *suffix);

/* Text in a field that is in quotes, at its start or later; false if memory ran
   out. */
bool an_export_quoted(FILE *out, const char *text, bool is_start);

/* The same of text that has its escapes; NULL: memory ran out. */
void an_export_shown_field(FILE *out, const char *shown, const char *suffix);

#endif

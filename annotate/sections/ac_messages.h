/* ac_messages.h -- what is said of lines of source: as messages of a compiler,
   "FILE:LINE: note: TEXT", from which editors jump to the source, or as results of a
   SARIF log.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_hot.h"
#include "sections/ac_report.h"
#include "sections/an_sarif.h"

typedef struct ac_message {
   const char *file; /* interned */
   uint32_t line;
   const int64_t *counts; /* one per event; NULL: it is printed whatever they are */
   size_t row;            /* what it is about, for the caller */
   /* For a log: */
   const an_sarif_rule *rule;
   an_sarif_level level;
   const char *function; /* NULL: unknown */
   long double part;     /* of the program, in percent; of counts it is computed */
} ac_message;

/* Where they go.  `out` has the text; with a log, remarks on it. */
typedef struct ac_messages_to {
   FILE *out;
   an_sarif *log;     /* or NULL; */
   unsigned fails_on; /* findings of these kinds, as bits, are errors in it, */
   bool all_fail;     /* or all */
} ac_messages_to;

/* Prints what is said of one line. */
typedef void ac_message_text(const void *context, const ac_message *message, FILE *out);

/* Writes the first messages, as many as the table of lines has; a log gets all that have
   no counts.  A file is named by where it was found, relative to the current directory if
   it is below it.  Lines whose source is not found are left out, and a last line says so:
   no editor can open them. */
void ac_messages_print(const ac_scope *scope, const ac_message *messages, size_t n,
                       ac_message_text *print, const void *context,
                       const ac_messages_to *to);

/* The messages of the hottest lines: `row` is the index in `hot`.  Returns how many. */
size_t ac_messages_of_hot(const ac_profile *profile, const ac_hot *hot,
                          const an_sarif_rule *rule, ac_message *messages);

/* Findings that --messages prints; a log has all. */
enum { AC_MESSAGES_FINDINGS = 5 };

/* "38.1% of Ir ran in code compiled at run time, which has no names", on a line;
   nothing if there is none. */
void ac_messages_generated(const ac_profile *profile, const ac_measure *measure,
                           FILE *out);

/* "88.8% of D1mr (1,234)"; a rate has no share: "D1rate 12.50". */
void ac_messages_measure(const ac_scope *scope, const ac_measure *measure,
                         const int64_t *of, FILE *out);

/* "88.8%": the share of the total; "n/a" if that is 0. */
void ac_messages_share(long double part, long double total, FILE *out);

/* The program's findings, and then its costliest lines; or what request->by says. */
void ac_report_messages(const ac_scope *scope, const ac_messages_to *to);

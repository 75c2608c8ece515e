/* an_messages.h -- the hottest lines as messages of a compiler, "FILE:LINE: note: TEXT",
   from which editors jump to the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_MESSAGES_H
#define AN_MESSAGES_H

#include "counts/an_hot.h"
#include "sections/an_report.h"

/* Prints what is said of one line. */
typedef void an_message_text(const void *context, const an_hot_line *line, FILE *out);

/* Prints a message for each of the hottest lines, as many as the table of them has.  A
   file is named by where it was found, relative to the current directory if it is below
   it.  Lines whose source is not found are left out, and a last line says so: no editor
   can open them. */
an_status an_messages_print(const an_profile *profile, const tk_alloc *alloc,
                            const an_report_options *options,
                            an_message_text *print, const void *context, FILE *out);

/* "38.1 % of Ir is code that the program made while it ran; it has no names", on a line;
   nothing if there is none. */
void an_messages_generated(const an_profile *profile, const an_measure *measure,
                           FILE *out);

/* "88.8 %": the share of the total; "n/a" if that is 0. */
void an_messages_share(long double part, long double total, FILE *out);

#endif

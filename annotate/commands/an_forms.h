/* an_forms.h -- files that a command writes; and a comparison's output for programs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FORMS_H
#define AN_FORMS_H

#include "counts/an_profile.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct an_forms {
   const char *json, *csv, *junit; /* a file, "-" for standard output, or NULL */
   bool github;
} an_forms;

/* AN_PARSED if at most one form is for standard output and no file exists, unless
   `force` allows to replace it; else an exit status after a message. */
int an_forms_check(const an_forms *forms, bool force);

/* Whether a form goes to standard output, and text for people does not. */
bool an_forms_have_stdout(const an_forms *forms);

/* Writes to `file`, or to standard output if it is "-"; replaces a file only with
   `force`.  A file appears when it is complete.  NULL: writes nothing.  False after a
   message. */
bool an_forms_write(const char *file, bool force,
                    an_status (*print)(const void *context, FILE *out),
                    const void *context);

#endif

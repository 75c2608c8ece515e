/* an_forms.h -- the forms in which a comparison can be written for programs,
   and where: the options that commands with limits share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_FORMS_H
#define AN_FORMS_H

#include "counts/an_profile.h"

#include <stdbool.h>
#include <stdio.h>

/* What getopt_long gives for each. */
enum {
   AN_FORM_JSON = 512,
   AN_FORM_CSV,
   AN_FORM_JUNIT,
   AN_FORM_GITHUB,
};

#define AN_FORMS_OPTIONS \
   { "json", optional_argument, NULL, AN_FORM_JSON }, \
   { "csv", optional_argument, NULL, AN_FORM_CSV }, \
   { "junit", optional_argument, NULL, AN_FORM_JUNIT }, \
   { "github", no_argument, NULL, AN_FORM_GITHUB }

typedef struct an_forms {
   /* Where each is written, "-" for standard output, or NULL. */
   const char *json, *csv, *junit;
   bool github;
} an_forms;

/* Takes one option with getopt's optarg; false if it is not of these. */
bool an_forms_take(an_forms *forms, int option);

/* AN_PARSED if at most one wants standard output and no file exists that `force`
   must replace; else an exit code after a message. */
int an_forms_check(const an_forms *forms, bool force);

/* Whether standard output is taken by a form, and not for people. */
bool an_forms_have_stdout(const an_forms *forms);

/* Writes one form to its place, if that is not NULL; a file that exists, if `force`.
   False after a message. */
bool an_forms_write(const char *where, bool force,
                    an_status (*print)(const void *context, FILE *out),
                    const void *context);

#endif

/* ah_page_of.h -- the page of one or two heap profiles (page/ah_html.h), made from
   the profiles and a report's options.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "sections/ah_diff_report.h"
#include "sections/ah_report.h"

typedef struct ah_page_of {
   const char *command; /* "hp_annotate" */
   const an_options *options;
   char *const *files; /* the profiles', as the user names them */
   size_t n_files;
   const ah_profile *profile;       /* one, with options for its report, */
   const ah_report_options *report; /* NULL: as hp_annotate has them by default; */
   const ah_diff *diff;             /* or a comparison; else NULL */
} ah_page_of;

/* Writes the page, or only its data.  Write errors are left to ferror(out). */
void ah_page_write(const ah_page_of *of, bool is_html, FILE *out);

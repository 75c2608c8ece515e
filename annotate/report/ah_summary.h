/* ah_summary.h -- the figures of the whole run, as labelled texts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AH_SUMMARY_H
#define AH_SUMMARY_H

#include "heap/ah_text.h"

enum { AH_SUMMARY_ROWS = 32, AH_SUMMARY_TEXT_B = 256 };

typedef struct ah_summary_row {
   char label[AH_TEXT_B]; /* "Peak:"; "": the text goes on */
   char text[AH_SUMMARY_TEXT_B];
   bool is_warning;
} ah_summary_row;

typedef struct ah_summary {
   ah_summary_row rows[AH_SUMMARY_ROWS];
   size_t n;
} ah_summary;

void ah_summary_find(ah_summary *summary, const ah_profile *profile);

#endif

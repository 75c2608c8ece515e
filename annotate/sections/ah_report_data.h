/* ah_report_data.h -- the sites that JSON and CSV list, and their columns.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ah_report.h"

typedef struct ah_report_data {
   uint32_t *sites; /* in the order asked for */
   size_t n;
   ah_amount *at;  /* of each site of the profile at the moment; NULL: none asked */
   int64_t n_rest; /* sites too small for the snapshot */
   ah_amount rest; /* their sum */
   const ah_value *columns[AH_REPORT_COLUMNS];
   bool is_known[AH_REPORT_COLUMNS];
   /* private: */
   const ah_profile *profile;
} ah_report_data;

void ah_report_data_open(ah_report_data *data, const ah_profile *profile,
                         const tk_alloc *alloc, const ah_report_options *options);

/* The value in a column; false if it is not known. */
bool ah_report_data_value(const ah_report_data *data, uint32_t site, size_t column,
                          int64_t *value);

/* cs_data_order.h -- the order of data objects in an outfile; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/tk_object.h"
#include "data/cs_data.h"

/* Sorts data by kind, then by names and where they are; never by addresses of this run.
   Equal ones keep the order in which they came.  `binaries`: number N at N - 1. */
void cs_data_order(const cs_data **data, size_t n, const tk_object *binaries);

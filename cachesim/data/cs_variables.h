/* cs_variables.h -- static and thread-local variables, as data objects; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_VARIABLES_H
#define CS_VARIABLES_H

#include "data/cs_find.h"

void cs_variables_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_variables_find(Addr addr, cs_data_at *at);

#endif

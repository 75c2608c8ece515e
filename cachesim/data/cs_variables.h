/* cs_variables.h -- static and thread-local variables, as data objects; glue.

   A static variable is known by its binary and its address in the file.  So a library
   that is loaded again has the same data objects, wherever it lies.  All memory of a
   binary is in one: cs_symbols.h says what is done where no symbol is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_VARIABLES_H
#define CS_VARIABLES_H

#include "data/cs_find.h"

void cs_variables_init(const cs_find_setup *setup);

/* False: the address is in none of them, and *at is unchanged. */
bool cs_variables_find(Addr addr, cs_data_at *at);

#endif

/* cs_variables.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_variables.h"

void cs_variables_init(const cs_find_setup *setup)
{
}

bool cs_variables_find(Addr addr, cs_data_at *at)
{
   return false;
}

/* cs_stacks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_stacks.h"

void cs_stacks_init(const cs_find_setup *setup)
{
}

bool cs_stacks_find(Addr addr, cs_data_at *at)
{
   return false;
}

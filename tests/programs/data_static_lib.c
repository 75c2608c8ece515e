/* data_static_lib.c -- a library with variables; see data_static.c.  STRIPPED: the file
   will be.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "data_static_lib.h"

char lib_shown[LIB_SHOWN_B] = { 1 };
static char hidden_table[LIB_TABLE_B] __attribute__((aligned(64)));
static __thread char hidden_own[LIB_OWN_B];

char *lib_table(void)
{
   return hidden_table;
}

char *lib_own(void)
{
   return hidden_own;
}

int lib_has_symbols(void)
{
#ifdef STRIPPED
   return 0;
#else
   return 1;
#endif
}

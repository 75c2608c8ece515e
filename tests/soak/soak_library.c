/* soak_library.c -- the library that soak_code loads and unloads.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

void case_library(void);

void case_library(void)
{
   void *volatile block = malloc(24);
   free(block);
}

/* heap_dl_a.c -- allocates, to be unloaded; see heap_dl.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

void *case_first_library(void);

void *case_first_library(void)
{
   void *block = malloc(1000);
   __asm__ volatile("" ::: "memory");
   return block;
}

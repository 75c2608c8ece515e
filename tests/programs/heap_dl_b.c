/* heap_dl_b.c -- as heap_dl_a.c, of the same size: loaded where it was.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

void *case_other_library(void);

void *case_other_library(void)
{
   void *block = malloc(2000);
   __asm__ volatile("" ::: "memory");
   return block;
}

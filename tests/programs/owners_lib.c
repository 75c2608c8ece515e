/* owners_lib.c -- a library whose variables keep blocks, for owners.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

void *volatile lib_shown;
static void *volatile lib_hidden;
static __thread void *volatile lib_thread_local;

void lib_keep(void);

#define ALLOCATES(name)                                     \
   __attribute__((noinline)) static void *name(size_t size) \
   {                                                        \
      void *block = malloc(size);                           \
      return memset(block, 0, size);                        \
   }

ALLOCATES(case_lib_hidden)
ALLOCATES(case_lib_shown)
ALLOCATES(case_lib_thread_local)
ALLOCATES(case_lib_lost)

void lib_keep(void)
{
   lib_hidden = case_lib_hidden(210);
   void *kept = case_lib_shown(220);
   lib_thread_local = case_lib_thread_local(230);
   lib_shown = case_lib_lost(240);
   lib_shown = kept;
}

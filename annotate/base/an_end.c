/* an_end.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_end.h"

#include <stdbool.h>
#include <stdlib.h>

static void (*ends)(const char *reason);
static bool is_ending;

void an_end_by(void (*end)(const char *reason))
{
   ends = end;
}

_Noreturn void an_end(const char *reason)
{
   if (is_ending)
      _Exit(EXIT_FAILURE); /* a stream whose writes need memory is flushed last of all */
   is_ending = true;
   if (ends != NULL)
      ends(reason);
   abort(); /* nobody said how a command ends */
}

/* an_wait.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_wait.h"

#include <stddef.h>

static an_wait_show *shows;

void an_wait_by(an_wait_show *show)
{
   an_wait_over();
   shows = show;
}

void an_wait_for(const char *what, const char *file, uint64_t read_B, uint64_t size_B)
{
   if (shows != NULL)
      shows(what, file, read_B, size_B);
}

void an_wait_over(void)
{
   an_wait_for(NULL, NULL, 0, 0);
}

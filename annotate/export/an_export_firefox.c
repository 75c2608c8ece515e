/* an_export_firefox.c -- the Firefox Profiler's processed profile: a thread for each
   value, whose samples have the value as their weight.

   Version 60 of the format is the first in which all threads share their tables.  The
   profiler upgrades older versions when it loads them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "export/an_path_formats.h"

an_status an_export_firefox(const an_stacks *stacks, size_t kind, FILE *out)
{
   (void)stacks; (void)kind; (void)out;
   return AN_OK;
}

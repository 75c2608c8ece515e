/* an_output.h -- files that a command writes: whole, or not at all.

   A file is written under a temporary name in the same directory and is renamed
   when it is complete; an interrupt leaves no file.  An existing file is replaced, and
   the new one gets its mode.  A symbolic link to a file, or to nothing, is replaced, not
   followed.  Devices and pipes are written directly.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct an_output {
   FILE *out;
   /* private: */
   const char *name;
   char *temporary; /* NULL: written directly */
} an_output;

/* Opens `name`, which is borrowed; "-" is standard output.  Only one file can be
   open at a time.  False with errno set. */
bool an_output_open(an_output *output, const char *name);

/* Gives the file its name if `keep`, else removes it.  False with errno set if it
   could not be written; it is removed then.  Standard output is left to
   an_command_end. */
bool an_output_close(an_output *output, bool keep);

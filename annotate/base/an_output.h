/* an_output.h -- files that a command writes: whole, or not at all.

   A file is written under another name beside its own and gets that when it is
   complete; an interrupt leaves none.  One that exists is replaced by force alone;
   the new one then has its mode.  A symbolic link to a file, or to nothing, is
   such a file; it is replaced, not followed.  What is no file, a device or pipe,
   is written as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_OUTPUT_H
#define AN_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct an_output {
   FILE *out;
   /* private: */
   const char *name;
   bool force;
   char *temporary; /* NULL: it is written as it is */
} an_output;

/* Opens `name`, which is borrowed; "-" is standard output.  Only one file can
   be open at a time.  False with errno set: EEXIST if there is something, and not
   `force`. */
bool an_output_open(an_output *output, const char *name, bool force);

/* Whether it could be opened without force, to ask before work is done; else errno
   is EEXIST.  Other reasons are not looked for. */
bool an_output_is_free(const char *name);

/* What errno means after one of these failed. */
const char *an_output_reason(void);

/* Puts the file in its place if `keep`, else removes it.  False with errno set
   if it could not all be written; then it has been removed.  Standard output is
   left to an_command_end. */
bool an_output_close(an_output *output, bool keep);

#endif

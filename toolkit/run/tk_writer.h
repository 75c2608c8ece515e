/* tk_writer.h -- writes files whole or not at all; glue.

   The bytes go to a temporary file in the same directory, opened exclusively.  Every
   write is checked, and only a complete file is renamed to its name.  If anything
   fails, an older file of that name is unchanged.  Names of files that are not regular
   are refused, except /dev/null.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WRITER_H
#define TK_WRITER_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

#include "base/tk_text.h"

typedef struct {
   tk_text text;      /* write with the tk_text functions */
   const HChar *path; /* borrowed from the caller until closed */
   HChar *temporary;  /* owned; NULL: the file is /dev/null */
   Int fd;
   ULong written_B, most_B; /* so far; at most */
   struct vki_rlimit limit; /* the program's, of the size of files */
   Bool is_lifted;          /* the limit, while we write */
   UWord error;       /* errno of the first write that failed, or 0 */
} tk_writer;

Bool tk_writer_is_dev_null(const HChar *path);

/* Returns NULL if a file of this name can be written now, else why not; the string is
   valid until the next call.  Leaves no file. */
const HChar *tk_writer_obstacle(const HChar *path);

/* To be called before the program changes the meaning of paths (chroot).  From then on,
   files in the directory of `path` are found through a descriptor of the directory.
   Only the first call counts. */
void tk_writer_keep_directory(const HChar *path);

/* Removes the file, if it exists. */
void tk_writer_remove(const HChar *path);

/* Starts writing.  Returns NULL, or why it cannot; then there is nothing to close.
   tk_writer_close reports errors while writing. */
const HChar *tk_writer_open(tk_writer *writer, const HChar *path);

/* Ends writing, and gives the file its name.  Returns NULL, or what failed; then the
   temporary file has been removed. */
const HChar *tk_writer_close(tk_writer *writer);

#endif

/* tk_writer.h -- files written whole or not at all, from inside a tool.

   The bytes go to a temporary in the same directory, opened exclusively;
   every write is checked; only a complete file is renamed over the final
   name.  Whatever fails, an older file of that name stays as it was.
   /dev/null is the one name that is not a regular file and is accepted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_WRITER_H
#define TK_WRITER_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

#include "base/tk_text.h"

typedef struct {
   tk_text text;      /* write with the tk_text functions */
   const HChar *path; /* borrowed from the caller until closed */
   HChar *temporary;  /* owned; NULL: straight to /dev/null */
   Int fd;
   ULong written_B, most_B; /* so far; that may be */
   struct vki_rlimit limit; /* that the program has set for files, */
   Bool is_lifted;          /* which while this is written does not count */
   UWord error;       /* errno of the first write that failed, or 0 */
} tk_writer;

Bool tk_writer_is_dev_null(const HChar *path);

/* Could a file of this name be written now?  NULL, or why not; the string
   is valid until the next call.  Leaves nothing behind. */
const HChar *tk_writer_obstacle(const HChar *path);

/* The program may be about to change what paths mean (chroot): from now on, files
   in the directory of `path` are found by the directory itself.  What is kept
   first stays. */
void tk_writer_keep_directory(const HChar *path);

/* Removes the file, if it is there. */
void tk_writer_remove(const HChar *path);

/* Starts writing.  NULL, or why it cannot: then there is nothing to close.
   An error while writing shows when closing. */
const HChar *tk_writer_open(tk_writer *writer, const HChar *path);

/* Ends writing and gives the file its name.  NULL, or what failed: then
   the temporary has been removed. */
const HChar *tk_writer_close(tk_writer *writer);

#endif

/* tk_writer.h -- writes files whole or not at all; glue.

   The bytes go to a temporary file in the same directory, opened exclusively.  Every
   write is checked, and only a complete file is renamed to its name.  If anything
   fails, an older file of that name is unchanged.  Names of files that are not regular
   are refused, except /dev/null.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

#include "base/tk_text.h"

typedef struct {
   tk_text text;      /* write with the tk_text functions */
   const HChar *path; /* borrowed from the caller until closed */
   HChar *temporary;  /* owned; NULL: /dev/null, or in place */
   Int fd;
   ULong written_B, most_B; /* so far; at most */
   struct vki_rlimit limit; /* the program's, of the size of files */
   Bool is_lifted;          /* the limit, while we write */
   Bool is_in_place;
   UWord error; /* errno of the first write that failed, or 0 */
} tk_writer;

Bool tk_writer_is_dev_null(const HChar *path);

/* Returns NULL if a file of this name can be written now, else why not; the string is
   valid until the next call.  Leaves no file. */
const HChar *tk_writer_obstacle(const HChar *path);

/* ---- When files can no longer be created ------------------------------ */

/* Keeps the file of this name open, and a spare file beside it, for the time when no
   file can take its place: the program drops privileges, or forbids itself system calls.
   Then the file is rewritten in place, after its new content was written to the spare
   file, which is empty otherwise: one of both is always whole, whenever SIGKILL comes.
   Only the first call counts. */
void tk_writer_reserve(const HChar *path);

/* The names of the reserve and of its spare file; NULL: none is open. */
const HChar *tk_writer_reserved(void);
const HChar *tk_writer_spare(void);

/* This file could not be written.  True: the next try writes it in place. */
Bool tk_writer_fall_back(const HChar *path);

/* Closes the reserve and its spare file.  `is_ours`: the spare file is removed, too;
   False if it cannot be.  A child's files are its parent's. */
Bool tk_writer_leave_reserve(Bool is_ours);

/* Do the program's filters (tk_jail.h) let us write a new file; rewrite an open one? */
Bool tk_writer_can_replace(const HChar *path);
Bool tk_writer_can_rewrite(void);

/* ---- Writing ---------------------------------------------------------- */

/* Starts writing.  Returns NULL, or why it cannot; then there is nothing to close.
   tk_writer_close reports errors while writing. */
const HChar *tk_writer_open(tk_writer *writer, const HChar *path);

/* Ends writing, and gives the file its name.  Returns NULL, or what failed; then the
   temporary file has been removed. */
const HChar *tk_writer_close(tk_writer *writer);

/* tk_files.h -- files by their paths, though the program changes what paths mean; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* The length of the directory in a path, with its slash; 0: there is none. */
SizeT tk_files_directory_B(const HChar *path);

/* To be called before the program can change the meaning of paths, or loses the right to
   follow them (chroot, setuid).  From then on, files in the directory of `path` are found
   through a descriptor of the directory.  Only the first call counts. */
void tk_files_keep(const HChar *path);

/* Are files in the directory of this path found through a descriptor? */
Bool tk_files_is_kept(const HChar *path);

/* The system calls openat, unlinkat and renameat. */
SysRes tk_files_open(const HChar *path, UWord flags, UWord mode);
SysRes tk_files_remove(const HChar *path);
SysRes tk_files_rename(const HChar *from, const HChar *to);

/* tk_place.h -- files by their paths, though the program changes what paths mean; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_PLACE_H
#define TK_PLACE_H

#include "pub_tool_basics.h"

/* The length of the directory in a path, with its slash; 0: there is none. */
SizeT tk_place_directory_B(const HChar *path);

/* To be called before the program can change the meaning of paths, or loses the right to
   follow them (chroot, setuid).  From then on, files in the directory of `path` are found
   through a descriptor of the directory.  Only the first call counts. */
void tk_place_keep(const HChar *path);

/* Are files in the directory of this path found through a descriptor? */
Bool tk_place_is_kept(const HChar *path);

/* The system calls openat, unlinkat and renameat. */
SysRes tk_place_open(const HChar *path, UWord flags, UWord mode);
SysRes tk_place_remove(const HChar *path);
SysRes tk_place_rename(const HChar *from, const HChar *to);

/* A copy of the descriptor where the program cannot reach it, which is closed instead. */
Int tk_place_safe(Int fd);

#endif

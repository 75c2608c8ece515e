/* ac_wrappers.h -- which functions of the program only allocate or free for others
   (paths/an_wrapper.h), by the calls of a profile; what frees a tree a call is none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "counts/ac_own_files.h"

/* Adds the names of such functions to `names`, interned; none without calls.  Those of
   `like` are such, too: a profile that this one is compared with, or NULL.  Each file has
   other paths pruned, and with them callers. */
void ac_wrappers_find(tk_words *names, const ac_own_files *files, const ac_profile *like);

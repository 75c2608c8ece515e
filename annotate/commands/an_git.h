/* an_git.h -- a file as a commit has it, read by git.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>

/* The text of the file that is at `path` now, as the revision of the repository around it
   has it: of git, which gets the path in an argument of its own, 20 s at most, and no
   right to fetch or to run what the repository names.  Sets *text, for tk_put, with a NUL
   behind its *size_B bytes.  False with *error set to what git says.  A revision must not
   begin with a dash. */
bool an_git_show(const tk_alloc *alloc, const char *revision, const char *path,
                 char **text, size_t *size_B, an_error *error);

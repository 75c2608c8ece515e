/* tk_shell.h -- quotes a name for a shell, in commands that users can copy; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

/* The name as one word of a shell, on one line and in ASCII.  Unchanged if no character
   is special to a shell; else 'in quotes'; with control bytes, or bytes from 0x80 on,
   $'in these quotes' (POSIX.1-2024), as octal numbers.  The caller frees it with
   tk_put. */
char *tk_shell_word(const tk_alloc *alloc, const char *name);

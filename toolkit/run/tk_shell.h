/* tk_shell.h -- names in commands that people are told to run; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_SHELL_H
#define TK_SHELL_H

#include "base/tk_alloc.h"

/* The name as a shell takes it for one word, on one line and in ASCII: itself, if it
   is made of characters that mean nothing to a shell; else 'in quotes'; with control
   bytes or such from 0x80 on $'in these' (POSIX.1-2024), by octal numbers.  For
   tk_put; NULL if memory ran out. */
char *tk_shell_word(const tk_alloc *alloc, const char *name);

#endif

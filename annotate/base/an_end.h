/* an_end.h -- the end of a command that cannot go on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* Prints "command: reason" and exits with 1, as all exits do after removing the file
   that was being written (an_output.h). */
_Noreturn void an_end(const char *reason);

/* What prints the reason, and tidies up, from now on: it must not return. */
void an_end_by(void (*end)(const char *reason));

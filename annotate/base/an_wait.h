/* an_wait.h -- says what is being read, to who waits for it; a command says how.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

/* `what` is "" or "reading debug information of "; read_B and size_B are 0 if they are
   unknown.  With what NULL, what was said is taken away. */
typedef void an_wait_show(const char *what, const char *file, uint64_t read_B,
                          uint64_t size_B);

/* From now on; NULL, as at first: not at all. */
void an_wait_by(an_wait_show *show);

/* To be called again and again while a file is read, and when that is over. */
void an_wait_for(const char *what, const char *file, uint64_t read_B, uint64_t size_B);
void an_wait_over(void);

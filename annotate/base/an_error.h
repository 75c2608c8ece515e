/* an_error.h -- how functions fail: statuses, and errors that a command prints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_ERROR_H
#define AN_ERROR_H

#include <stddef.h>

typedef enum an_status {
   AN_OK,
   AN_NO_MEMORY,
   AN_OVERFLOW, /* a sum does not fit in int64_t */
} an_status;

typedef struct an_error {
   size_t line; /* of the input, from 1; 0 if no line is wrong */
   char message[256]; /* may quote the input, control characters included */
} an_error;

/* What Valgrind's tools write for an unknown file or function. */
#define AN_UNKNOWN "???"

#endif

/* an_error.h -- what went wrong, for the command to tell.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_ERROR_H
#define AN_ERROR_H

#include <stddef.h>

typedef struct an_error {
   size_t line; /* of the input, from 1; 0 if no line is to blame */
   char message[256]; /* may quote the input, control characters and all */
} an_error;

#endif

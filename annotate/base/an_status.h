/* an_status.h -- what most functions of the commands return.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_STATUS_H
#define AN_STATUS_H

typedef enum an_status {
   AN_OK,
   AN_NO_MEMORY,
   AN_OVERFLOW, /* a sum does not fit in int64_t */
} an_status;

/* Valgrind's tools write this for an unknown file or function. */
#define AN_UNKNOWN "???"

#endif

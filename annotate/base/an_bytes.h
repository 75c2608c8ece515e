/* an_bytes.h -- the bytes of a file: plain or compressed (an_unpack.h); a regular file,
   a pipe or standard input.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_input.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct an_bytes {
   bool is_damaged; /* the compressed data; known after a read has failed */
   uint64_t size_B; /* of the file, compressed or not; 0 if unknown */
   /* private: */
   int fd;
   uint64_t read_B;
   struct an_packed *packed;
} an_bytes;

/* Opens the file; "-" is standard input, which stays open.  False with *error
   set and nothing to close. */
bool an_bytes_open(an_bytes *bytes, const char *file, an_error *error);
void an_bytes_close(an_bytes *bytes);

/* How many bytes of the file have been read. */
uint64_t an_bytes_read_B(const an_bytes *bytes);

/* The reader of these bytes; borrows `bytes`. */
an_source_of_bytes an_bytes_source(an_bytes *bytes);

/* Sets *error to the reason why a read failed with errno `number`.  Returns
   false. */
bool an_bytes_fail(const an_bytes *bytes, int number, an_error *error);

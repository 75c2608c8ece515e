/* an_unpack.h -- the ways in which files are compressed, each by its library.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* Where bytes come from and go to.  Unpacking moves both on. */
typedef struct an_unpack_io {
   const unsigned char *in;
   unsigned char *out;
   size_t in_B, out_B;
} an_unpack_io;

typedef enum an_unpack_status {
   AN_UNPACK_ON,    /* needs more of the file, or more room */
   AN_UNPACK_ENDED, /* the last byte of a member is out; another can follow */
   AN_UNPACK_DAMAGED,
} an_unpack_status;

/* A file begins with the magic, and has one or more members.  Memory that ends is the
   end (an_end.h). */
typedef struct an_packing {
   const char *magic;
   size_t magic_B;
   void *(*open)(void); /* of one member; to be closed */
   an_unpack_status (*unpack)(void *stream, an_unpack_io *io);
   void (*close)(void *stream);
} an_packing;

enum { AN_PACKING_MAGIC_B = 6 }; /* the longest */

extern const an_packing an_packing_gzip;

/* zstd and xz, or neither (configure --with-zstd-xz); the last has the magic NULL. */
extern const an_packing an_packings_more[];

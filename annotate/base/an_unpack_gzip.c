/* an_unpack_gzip.c -- gzip, by zlib.  Not its gzread: from 1.3.2 on it takes a file that
   was cut short for a whole one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_end.h"
#include "base/an_unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { WINDOW_BITS = 16 + MAX_WBITS /* gzip only */ };

static void *open_gzip(void)
{
   z_stream *s = an_calloc(1, sizeof *s);
   if (inflateInit2(s, WINDOW_BITS) != Z_OK)
      an_end("out of memory");
   return s;
}

static void close_gzip(void *stream)
{
   inflateEnd(stream);
   free(stream);
}

static an_unpack_status unpack_gzip(void *stream, an_unpack_io *io)
{
   z_stream *s = stream;
   uInt in_B = io->in_B < UINT_MAX ? (uInt)io->in_B : UINT_MAX;
   uInt out_B = io->out_B < UINT_MAX ? (uInt)io->out_B : UINT_MAX;
   s->next_in = (unsigned char *)io->in; /* zlib does not write there */
   s->avail_in = in_B;
   s->next_out = io->out;
   s->avail_out = out_B;
   int status = inflate(s, Z_NO_FLUSH);
   io->in = s->next_in;
   io->in_B -= in_B - s->avail_in;
   io->out = s->next_out;
   io->out_B -= out_B - s->avail_out;
   if (status == Z_MEM_ERROR)
      an_end("out of memory");
   return status == Z_STREAM_END                    ? AN_UNPACK_ENDED
          : status == Z_OK || status == Z_BUF_ERROR ? AN_UNPACK_ON
                                                    : AN_UNPACK_DAMAGED;
}

const an_packing an_packing_gzip = {
   .magic = "\x1f\x8b",
   .magic_B = 2,
   .open = open_gzip,
   .unpack = unpack_gzip,
   .close = close_gzip,
};

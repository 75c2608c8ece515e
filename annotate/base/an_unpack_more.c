/* an_unpack_more.c -- zstd and xz, by their libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_end.h"
#include "base/an_unpack.h"

#include <lzma.h>
#include <stdlib.h>
#include <zstd.h>

/* ---- zstd ---- */

static void *open_zstd(void)
{
   ZSTD_DStream *s = ZSTD_createDStream();
   if (s == NULL)
      an_end("out of memory");
   return s;
}

static void close_zstd(void *stream)
{
   ZSTD_freeDStream(stream);
}

static an_unpack_status unpack_zstd(void *stream, an_unpack_io *io)
{
   ZSTD_inBuffer in = { .src = io->in, .size = io->in_B };
   ZSTD_outBuffer out = { .dst = io->out, .size = io->out_B };
   size_t left = ZSTD_decompressStream(stream, &out, &in);
   io->in += in.pos;
   io->in_B -= in.pos;
   io->out += out.pos;
   io->out_B -= out.pos;
   return ZSTD_isError(left) ? AN_UNPACK_DAMAGED
          : left == 0        ? AN_UNPACK_ENDED
                             : AN_UNPACK_ON;
}

/* ---- xz ---- */

enum { XZ_MEMORY_B = 256 << 20 }; /* at most; `xz -9` needs 65 MiB */

static void *open_xz(void)
{
   lzma_stream *s = an_calloc(1, sizeof *s);
   if (lzma_stream_decoder(s, XZ_MEMORY_B, 0) != LZMA_OK)
      an_end("out of memory");
   return s;
}

static void close_xz(void *stream)
{
   lzma_end(stream);
   free(stream);
}

static an_unpack_status unpack_xz(void *stream, an_unpack_io *io)
{
   lzma_stream *s = stream;
   s->next_in = io->in;
   s->avail_in = io->in_B;
   s->next_out = io->out;
   s->avail_out = io->out_B;
   lzma_ret status = lzma_code(s, LZMA_RUN);
   *io = (an_unpack_io){
      .in = s->next_in, .in_B = s->avail_in, .out = s->next_out, .out_B = s->avail_out
   };
   if (status == LZMA_MEM_ERROR)
      an_end("out of memory");
   return status == LZMA_STREAM_END                       ? AN_UNPACK_ENDED
          : status == LZMA_OK || status == LZMA_BUF_ERROR ? AN_UNPACK_ON
                                                          : AN_UNPACK_DAMAGED;
}

const an_packing an_packings_more[] = {
   { .magic = "\x28\xb5\x2f\xfd",
     .magic_B = 4,
     .open = open_zstd,
     .unpack = unpack_zstd,
     .close = close_zstd },
   { .magic = "\xfd"
              "7zXZ\0",
     .magic_B = 6,
     .open = open_xz,
     .unpack = unpack_xz,
     .close = close_xz },
   { .magic = NULL },
};

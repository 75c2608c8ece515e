/* an_pprof_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_pprof_out.h"

#include "base/an_alloc.h"
#include "base/an_end.h"
#include "base/an_text.h"
#include "base/tk_array.h"

#include <stdlib.h>
#include <string.h>

enum { ZIPPED_B = 16384, GZIP_WINDOW = 15 + 16 /* zlib: with gzip's header */ };

/* ---- gzip ---- */

static void *get_memory(void *context, unsigned n, unsigned size_B)
{
   return tk_get(context, AN_LABEL, (size_t)n * size_B);
}

static void put_memory(void *context, void *block)
{
   tk_put(context, block);
}

static void zip_bytes(an_pprof_out *pprof, const uint8_t *bytes, size_t n, int flush)
{
   Bytef zipped[ZIPPED_B];
   pprof->zip.next_in = (Bytef *)bytes;
   pprof->zip.avail_in = (uInt)n;
   do {
      pprof->zip.next_out = zipped;
      pprof->zip.avail_out = ZIPPED_B;
      deflate(&pprof->zip, flush);
      fwrite(zipped, 1, ZIPPED_B - pprof->zip.avail_out, pprof->out);
   } while (pprof->zip.avail_out == 0);
}

/* ---- Pieces ---- */

void an_pprof_open(an_pprof_out *pprof, const tk_alloc *alloc, FILE *out)
{
   *pprof = (an_pprof_out){ .alloc = alloc, .out = out };
   pprof->zip =
      (z_stream){ .zalloc = get_memory, .zfree = put_memory, .opaque = (void *)alloc };
   if (deflateInit2(&pprof->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW,
                    MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY)
       != Z_OK)
      an_end("out of memory");
   pprof->texts = tk_strings_new(alloc);
   tk_strings_number(pprof->texts, "", 0); /* is 0, as pprof wants it */
}

int64_t an_pprof_shown(an_pprof_out *pprof, const char *text)
{
   return tk_strings_number(pprof->texts, text, strlen(text));
}

int64_t an_pprof_text(an_pprof_out *pprof, const char *text)
{
   if (text == NULL)
      return 0;
   char *shown = an_text_escaped(text);
   int64_t number = an_pprof_shown(pprof, shown);
   free(shown);
   return number;
}

void an_pprof_put(an_pprof_out *pprof, const Pprof__Profile *piece)
{
   size_t n = pprof__profile__get_packed_size(piece);
   TK_ARRAY_ROOM_FOR(n, pprof->alloc, AN_LABEL, pprof->buffer, 0, pprof->room_B);
   pprof__profile__pack(piece, pprof->buffer);
   zip_bytes(pprof, pprof->buffer, n, Z_NO_FLUSH);
}

static void put_texts(an_pprof_out *pprof)
{
   for (uint32_t i = 0; i < tk_strings_count(pprof->texts); i++) {
      char *text = (char *)tk_strings_at(pprof->texts, i);
      Pprof__Profile piece = PPROF__PROFILE__INIT;
      piece.n_string_table = 1;
      piece.string_table = &text;
      an_pprof_put(pprof, &piece);
   }
}

void an_pprof_close(an_pprof_out *pprof)
{
   put_texts(pprof);
   zip_bytes(pprof, NULL, 0, Z_FINISH);
   deflateEnd(&pprof->zip);
}

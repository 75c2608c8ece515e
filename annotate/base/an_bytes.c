/* an_bytes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_bytes.h"

#include "base/an_alloc.h"
#include "base/an_end.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* What was read of the file and not passed on yet, and what unpacks it.  Not zlib's
   gzread: from 1.3.2 on it takes a file that was cut short for a whole one. */
typedef struct an_packed {
   enum {
      UNKNOWN, /* nothing was read yet */
      PLAIN,
      WITHIN,  /* a member of a gzip file: packed data with a header and a trailer */
      BETWEEN, /* members, or at the end */
      ENDED,   /* what follows is no member */
   } state;
   z_stream stream;
   unsigned char in[32 * 1024];
} an_packed;

enum { MAGIC_0 = 0x1f, MAGIC_1 = 0x8b, WINDOW_BITS = 16 + MAX_WBITS /* gzip only */ };

bool an_bytes_open(an_bytes *bytes, const char *file, an_error *error)
{
   struct stat status;
   bool is_stdin = strcmp(file, "-") == 0;
   int fd = is_stdin ? dup(STDIN_FILENO) : open(file, O_RDONLY | O_CLOEXEC);
   if (fd < 0)
      return an_fail(error, "%s", strerror(errno));
   if (fstat(fd, &status) < 0) {
      an_fail(error, "%s", strerror(errno));
      close(fd);
      return false;
   }
   an_packed *packed = an_calloc(1, sizeof *packed);
   if (inflateInit2(&packed->stream, WINDOW_BITS) != Z_OK)
      an_end("out of memory");
   *bytes = (an_bytes){ .fd = fd, .packed = packed };
   if (S_ISREG(status.st_mode))
      bytes->size_B = (uint64_t)status.st_size;
   return true;
}

void an_bytes_close(an_bytes *bytes)
{
   inflateEnd(&bytes->packed->stream);
   free(bytes->packed);
   close(bytes->fd);
}

static ptrdiff_t read_file(an_bytes *bytes, void *to, size_t size_B)
{
   ssize_t n;
   do
      n = read(bytes->fd, to, size_B);
   while (n < 0 && errno == EINTR);
   bytes->read_B += n > 0 ? (uint64_t)n : 0;
   return n;
}

/* Adds to what is there.  How many bytes came; 0 at the end, -1 on errors. */
static ptrdiff_t refill(an_bytes *bytes)
{
   an_packed *p = bytes->packed;
   if (p->stream.avail_in == 0)
      p->stream.next_in = p->in;
   unsigned char *end = p->stream.next_in + p->stream.avail_in;
   ptrdiff_t n = read_file(bytes, end, (size_t)(p->in + sizeof p->in - end));
   p->stream.avail_in += n > 0 ? (uInt)n : 0;
   return n;
}

/* Of its first two bytes, which can come one by one. */
static bool find_kind(an_bytes *bytes)
{
   an_packed *p = bytes->packed;
   ptrdiff_t n = 1;
   while (n > 0 && p->stream.avail_in < 2)
      n = refill(bytes);
   bool is_gzip = p->stream.avail_in >= 2 && p->in[0] == MAGIC_0 && p->in[1] == MAGIC_1;
   if (n >= 0)
      p->state = is_gzip ? WITHIN : PLAIN;
   return n >= 0;
}

static ptrdiff_t read_plain(an_bytes *bytes, char *to, size_t size_B)
{
   z_stream *s = &bytes->packed->stream;
   if (s->avail_in == 0)
      return read_file(bytes, to, size_B);
   size_t n = s->avail_in < size_B ? s->avail_in : size_B;
   memcpy(to, s->next_in, n);
   s->next_in += n;
   s->avail_in -= (uInt)n;
   return (ptrdiff_t)n;
}

static ptrdiff_t fail_damaged(an_bytes *bytes)
{
   bytes->is_damaged = true;
   return -1;
}

/* Unpacks up to size_B > 0 bytes.  How many: 0 if it needs more of the file, or the
   member has ended; -1 on errors. */
static ptrdiff_t unpack(an_bytes *bytes, char *to, size_t size_B)
{
   an_packed *p = bytes->packed;
   uInt most_B = size_B < UINT_MAX ? (uInt)size_B : UINT_MAX;
   p->stream.next_out = (unsigned char *)to;
   p->stream.avail_out = most_B;
   int status = inflate(&p->stream, Z_NO_FLUSH);
   if (status == Z_STREAM_END)
      p->state = BETWEEN;
   if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR)
      return (ptrdiff_t)(most_B - p->stream.avail_out);
   if (status == Z_MEM_ERROR)
      an_end("out of memory");
   return fail_damaged(bytes);
}

static ptrdiff_t read_packed(an_bytes *bytes, char *to, size_t size_B)
{
   an_packed *p = bytes->packed;
   while (p->state != ENDED) {
      ptrdiff_t n = p->state == WITHIN ? unpack(bytes, to, size_B) : 0;
      if (n != 0)
         return n;
      if (p->stream.avail_in == 0) {
         n = refill(bytes);
         if (n == 0 && p->state == WITHIN)
            return fail_damaged(bytes);
         if (n <= 0)
            return n;
      }
      if (p->state == BETWEEN) {
         p->state = *p->stream.next_in == MAGIC_0 ? WITHIN : ENDED;
         inflateReset(&p->stream);
      }
   }
   return 0;
}

/* zlib's errors set no errno. */
static ptrdiff_t read_bytes(void *context, char *to, size_t size_B)
{
   an_bytes *bytes = context;
   errno = 0;
   if (bytes->packed->state == UNKNOWN && !find_kind(bytes))
      return -1;
   return bytes->packed->state == PLAIN ? read_plain(bytes, to, size_B)
                                        : read_packed(bytes, to, size_B);
}

uint64_t an_bytes_read_B(const an_bytes *bytes)
{
   return bytes->read_B;
}

an_source_of_bytes an_bytes_source(an_bytes *bytes)
{
   return (an_source_of_bytes){ .read = read_bytes, .context = bytes };
}

bool an_bytes_fail(const an_bytes *bytes, int number, an_error *error)
{
   if (bytes->is_damaged)
      return an_fail(error, "the compressed data are damaged or cut short");
   return an_fail(error, "%s", strerror(number));
}

/* an_bytes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_bytes.h"

#include "base/an_alloc.h"
#include "base/an_unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was read of the file and not passed on yet, and what unpacks it. */
typedef struct an_packed {
   enum {
      UNKNOWN, /* nothing was read yet */
      PLAIN,
      WITHIN,  /* a member of a compressed file */
      BETWEEN, /* members, or at the end */
      ENDED,   /* what follows is no member */
   } state;
   const an_packing *packing; /* of a compressed file */
   void *stream;              /* of the member, or NULL */
   an_unpack_io io;
   unsigned char in[32 * 1024];
} an_packed;

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
   *bytes = (an_bytes){ .fd = fd, .packed = an_calloc(1, sizeof *bytes->packed) };
   if (S_ISREG(status.st_mode))
      bytes->size_B = (uint64_t)status.st_size;
   return true;
}

static void end_member(an_packed *p)
{
   if (p->stream != NULL)
      p->packing->close(p->stream);
   p->stream = NULL;
}

void an_bytes_close(an_bytes *bytes)
{
   end_member(bytes->packed);
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
   if (p->io.in_B == 0)
      p->io.in = p->in;
   size_t end = (size_t)(p->io.in - p->in) + p->io.in_B;
   ptrdiff_t n = read_file(bytes, p->in + end, sizeof p->in - end);
   p->io.in_B += n > 0 ? (size_t)n : 0;
   return n;
}

static const an_packing *find_packing(const an_packed *p)
{
   const an_packing *packing = &an_packing_gzip;
   while (packing->magic != NULL
          && (p->io.in_B < packing->magic_B
              || memcmp(p->in, packing->magic, packing->magic_B) != 0))
      packing = packing == &an_packing_gzip ? an_packings_more : packing + 1;
   return packing->magic == NULL ? NULL : packing;
}

static void begin_member(an_packed *p)
{
   p->state = WITHIN;
   p->stream = p->packing->open();
}

/* Of its first bytes, which can come one by one. */
static bool find_kind(an_bytes *bytes)
{
   an_packed *p = bytes->packed;
   ptrdiff_t n = 1;
   while (n > 0 && p->io.in_B < AN_PACKING_MAGIC_B)
      n = refill(bytes);
   if (n < 0)
      return false;
   p->packing = find_packing(p);
   p->state = PLAIN;
   if (p->packing != NULL)
      begin_member(p);
   return true;
}

static ptrdiff_t read_plain(an_bytes *bytes, char *to, size_t size_B)
{
   an_unpack_io *io = &bytes->packed->io;
   if (io->in_B == 0)
      return read_file(bytes, to, size_B);
   size_t n = io->in_B < size_B ? io->in_B : size_B;
   memcpy(to, io->in, n);
   io->in += n;
   io->in_B -= n;
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
   p->io.out = (unsigned char *)to;
   p->io.out_B = size_B;
   an_unpack_status status = p->packing->unpack(p->stream, &p->io);
   if (status == AN_UNPACK_DAMAGED)
      return fail_damaged(bytes);
   if (status == AN_UNPACK_ENDED) {
      p->state = BETWEEN;
      end_member(p);
   }
   return (ptrdiff_t)(size_B - p->io.out_B);
}

static ptrdiff_t read_packed(an_bytes *bytes, char *to, size_t size_B)
{
   an_packed *p = bytes->packed;
   while (p->state != ENDED) {
      ptrdiff_t n = p->state == WITHIN ? unpack(bytes, to, size_B) : 0;
      if (n != 0)
         return n;
      if (p->io.in_B == 0) {
         n = refill(bytes);
         if (n == 0 && p->state == WITHIN)
            return fail_damaged(bytes);
         if (n <= 0)
            return n;
      }
      if (p->state == BETWEEN && *p->io.in == (unsigned char)p->packing->magic[0])
         begin_member(p);
      else if (p->state == BETWEEN)
         p->state = ENDED;
   }
   return 0;
}

/* Errors of the libraries set no errno. */
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

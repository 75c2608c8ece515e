/* an_bytes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { GZIP_BUFFER_B = 32 * 1024 };

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
   *bytes = (an_bytes){ .file = gzdopen(fd, "r") };
   if (S_ISREG(status.st_mode))
      bytes->size_B = (uint64_t)status.st_size;
   if (bytes->file == NULL) {
      close(fd);
      return an_fail_no_memory(error);
   }
   gzbuffer(bytes->file, GZIP_BUFFER_B);
   return true;
}

void an_bytes_close(an_bytes *bytes)
{
   gzclose(bytes->file);
}

/* zlib passes plain files through.  Its own errors set no errno. */
static ptrdiff_t read_bytes(void *context, char *to, size_t size_B)
{
   an_bytes *bytes = context;
   errno = 0;
   int n = gzread(bytes->file, to, size_B < INT_MAX ? (unsigned)size_B : INT_MAX);
   if (n > 0)
      return n;
   int problem;
   gzerror(bytes->file, &problem);
   if (n == 0 && problem == Z_OK)
      return 0;
   if (problem == Z_MEM_ERROR)
      errno = ENOMEM;
   else
      bytes->is_damaged = problem != Z_ERRNO;
   return -1;
}

uint64_t an_bytes_read_B(const an_bytes *bytes)
{
   return (uint64_t)gzoffset(bytes->file);
}

an_source_of_bytes an_bytes_source(an_bytes *bytes)
{
   return (an_source_of_bytes){ .read = read_bytes, .context = bytes };
}

bool an_bytes_fail(const an_bytes *bytes, int number, an_error *error)
{
   if (bytes->is_damaged)
      return an_fail(error, "the compressed data are damaged or cut short");
   return number == ENOMEM ? an_fail_no_memory(error)
                           : an_fail(error, "%s", strerror(number));
}

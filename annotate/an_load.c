/* an_load.c -- profiles from files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_load.h"

#include "an_combine.h"
#include "an_fail.h"
#include "an_read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { GZIP_BUFFER_B = 32 * 1024 };

/* ---- Bytes ---- */

typedef struct {
   gzFile file;
   const char *name;
   uint64_t size_B;
   const an_load_options *options;
   bool is_damaged; /* known once a read has failed */
} bytes;

/* zlib hands on plain files as they are.  Its own errors have no errno. */
static ptrdiff_t read_bytes(void *context, char *to, size_t size_B)
{
   bytes *b = context;
   errno = 0;
   int n = gzread(b->file, to, size_B < INT_MAX ? (unsigned)size_B : INT_MAX);
   if (b->options->progress != NULL && n > 0)
      b->options->progress(b->name, (uint64_t)gzoffset(b->file), b->size_B);
   if (n > 0)
      return n;
   int problem;
   gzerror(b->file, &problem);
   if (n == 0 && problem == Z_OK)
      return 0;
   if (problem == Z_MEM_ERROR)
      errno = ENOMEM;
   else
      b->is_damaged = problem != Z_ERRNO;
   return -1;
}

/* ---- Names ---- */

static an_status rewrite(an_rewrite *r, an_profile *profile, const char **name)
{
   const char *text = *name;
   if (r == NULL)
      return AN_OK;
   an_status status = an_rewrite_apply(r, *name, &text);
   if (status == AN_OK && text != *name) {
      *name = an_profile_intern(profile, text, strlen(text));
      status = *name == NULL ? AN_NO_MEMORY : AN_OK;
   }
   return status;
}

static an_status change_names(void *context, an_profile *profile,
                              const char **file, const char **function,
                              bool *skip)
{
   const an_load_names *names = context;
   an_status status = rewrite(names->files, profile, file);
   if (status == AN_OK)
      status = rewrite(names->functions, profile, function);
   if (status == AN_OK && names->filter != NULL)
      *skip = !an_filter_passes(names->filter, *file, *function);
   return status;
}

/* ---- Files ---- */

static bool read_open(an_profile *profile, const tk_alloc *alloc, bytes *b,
                      an_error *error)
{
   an_reading reading = {
      .name = b->options->names == NULL ? NULL : change_names,
      .context = (void *)b->options->names,
      .by_name = b->options->force,
   };
   an_source_of_bytes from = { .read = read_bytes, .context = b };
   gzbuffer(b->file, GZIP_BUFFER_B);
   bool ok = an_read_into(profile, alloc, from, &reading, error);
   if (b->is_damaged)
      return an_fail(error, "the compressed data are damaged or cut short");
   return ok;
}

/* Adds a file to a profile that is not finished. */
static bool load_file(an_profile *profile, const tk_alloc *alloc,
                      const char *file, const an_load_options *options,
                      an_error *error)
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
   bytes b = { .file = gzdopen(fd, "r"), .name = file, .options = options,
               .size_B = S_ISREG(status.st_mode) ? (uint64_t)status.st_size
                                                 : 0 };
   if (b.file == NULL) {
      close(fd);
      return an_fail_no_memory(error);
   }
   bool ok = read_open(profile, alloc, &b, error);
   gzclose(b.file);
   return ok;
}

/* ---- Many files ---- */

an_profile *an_load_files(const tk_alloc *alloc, char *const *files, size_t n,
                          const an_load_options *options, size_t *failed,
                          an_error *error)
{
   an_profile *profile = an_profile_new(alloc);
   bool ok = profile != NULL || an_fail_no_memory(error);
   *failed = 0;
   if (ok && n > 1)
      an_profile_sum_lines(profile);
   for (size_t i = 0; i < n && ok; i++) {
      *failed = i;
      ok = load_file(profile, alloc, files[i], options, error);
   }
   if (ok && an_read_finish(profile, error))
      return profile;
   an_profile_free(profile);
   return NULL;
}

an_profile *an_load_like(const tk_alloc *alloc, const an_profile *like,
                         const char *file, const an_load_options *options,
                         an_error *error)
{
   an_profile *profile = an_combine_empty(alloc, like);
   if (profile == NULL) {
      an_fail_no_memory(error);
      return NULL;
   }
   if (load_file(profile, alloc, file, options, error)
       && an_read_finish(profile, error))
      return profile;
   an_profile_free(profile);
   return NULL;
}

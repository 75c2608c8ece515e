/* tk_writer.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "tk_writer.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

/* The core's own text for an errno; it is in the core's library but in no
   header of the SDK. */
extern const HChar *VG_(strerror)(UWord errnum);

enum {
   MAX_TEMPORARIES = 100, /* names tried before giving up */
   RLIMIT_FILE_SIZE = 1,  /* RLIMIT_FSIZE of Linux, not in the SDK */
};

static const HChar *reason(const HChar *doing, UWord error)
{
   static HChar buffer[128];
   VG_(snprintf)(buffer, sizeof buffer, "%s: %s", doing, VG_(strerror)(error));
   return buffer;
}

/* Writing past the limit on the size of files would bring the program a
   SIGXFSZ that it has not earned. */
static Bool would_exceed_limit(const tk_writer *writer, SizeT length_B)
{
   struct vki_rlimit limit;
   return VG_(getrlimit)(RLIMIT_FILE_SIZE, &limit) == 0
          && writer->written_B + length_B > limit.rlim_cur;
}

static bool drain(void *context, const char *bytes, size_t length_B)
{
   tk_writer *writer = context;
   if (would_exceed_limit(writer, length_B)) {
      writer->error = VKI_EFBIG;
      return false;
   }
   while (length_B > 0) {
      Int n = VG_(write)(writer->fd, bytes, (Int)length_B);
      if (n == -VKI_EINTR)
         continue;
      if (n <= 0) {
         writer->error = n < 0 ? (UWord)-n : VKI_EIO;
         return false;
      }
      bytes += n;
      length_B -= (SizeT)n;
      writer->written_B += (ULong)n;
   }
   return true;
}

Bool tk_writer_is_dev_null(const HChar *path)
{
   return VG_(strcmp)(path, "/dev/null") == 0;
}

/* Not a name for a file of ours: a directory, a device, a FIFO. */
static const HChar *wrong_kind(const HChar *path)
{
   struct vg_stat st;
   SysRes sr = VG_(stat)(path, &st);
   if (sr_isError(sr)) /* nothing there is fine; a dangling link as well */
      return sr_Err(sr) == VKI_ENOENT ? NULL
                                      : reason("cannot look at it", sr_Err(sr));
   if (VKI_S_ISREG(st.mode))
      return NULL;
   return VKI_S_ISDIR(st.mode) ? "it is a directory"
                               : "it exists and is not a regular file";
}

/* The n-th name for a temporary beside `path`.  Short, so that it fits
   wherever the name itself does. */
static HChar *temporary_name(const HChar *path, Int n)
{
   const HChar *slash = VG_(strrchr)(path, '/');
   SizeT dir_B = slash == NULL ? 0 : (SizeT)(slash - path) + 1;
   HChar *name = VG_(malloc)("tk.writer.name", dir_B + 40);
   VG_(memcpy)(name, path, dir_B);
   VG_(sprintf)(name + dir_B, ".quern.%d.%d", VG_(getpid)(), n);
   return name;
}

/* Creates a temporary that was not there before. */
static const HChar *open_temporary(tk_writer *writer)
{
   for (Int n = 0;; n++) {
      writer->temporary = temporary_name(writer->path, n);
      SysRes sr = VG_(open)(writer->temporary,
                            VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY,
                            VKI_S_IRUSR | VKI_S_IWUSR);
      if (!sr_isError(sr)) {
         writer->fd = (Int)sr_Res(sr);
         return NULL;
      }
      VG_(free)(writer->temporary);
      if (sr_Err(sr) != VKI_EEXIST || n == MAX_TEMPORARIES)
         return reason("cannot create a file there", sr_Err(sr));
   }
}

static const HChar *open_dev_null(tk_writer *writer)
{
   SysRes sr = VG_(open)(writer->path, VKI_O_WRONLY, 0);
   if (sr_isError(sr))
      return reason("cannot open it", sr_Err(sr));
   writer->fd = (Int)sr_Res(sr);
   writer->temporary = NULL;
   return NULL;
}

const HChar *tk_writer_open(tk_writer *writer, const HChar *path)
{
   writer->path = path;
   writer->error = 0;
   writer->written_B = 0;
   tk_text_init(&writer->text, drain, writer);
   if (tk_writer_is_dev_null(path))
      return open_dev_null(writer);
   const HChar *fault = wrong_kind(path);
   return fault != NULL ? fault : open_temporary(writer);
}

const HChar *tk_writer_close(tk_writer *writer)
{
   const HChar *fault = NULL;
   if (!tk_text_flush(&writer->text))
      fault = reason("cannot write", writer->error);
   VG_(close)(writer->fd);
   if (writer->temporary != NULL) {
      if (fault == NULL
          && VG_(rename)(writer->temporary, writer->path) != 0)
         fault = "cannot rename the finished file to that name";
      if (fault != NULL)
         VG_(unlink)(writer->temporary);
      VG_(free)(writer->temporary);
   }
   return fault;
}

const HChar *tk_writer_obstacle(const HChar *path)
{
   static tk_writer probe; /* too large for the stack of a tool */
   const HChar *fault = tk_writer_open(&probe, path);
   if (fault != NULL)
      return fault;
   VG_(close)(probe.fd);
   if (probe.temporary != NULL) {
      VG_(unlink)(probe.temporary);
      VG_(free)(probe.temporary);
   }
   return NULL;
}

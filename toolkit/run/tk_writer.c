/* tk_writer.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_writer.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* The core's text for an errno; it knows the usual ones.  It is in the core's library,
   but in no header of the SDK. */
extern const HChar *VG_(strerror)(UWord errnum);

/* Likewise.  VG_(close) does not report errors, and VG_(rename) not which. */
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord,
                              UWord, UWord, UWord);
extern Int VG_(safe_fd)(Int fd); /* a copy of fd that the program cannot reach */

enum {
   MAX_TEMPORARIES = 100, /* names tried before giving up */
   RLIMIT_FILE_SIZE = 1,  /* RLIMIT_FSIZE of Linux, not in the SDK */
};

static const HChar *text_of(UWord error)
{
   switch (error) {
   case 36:  return "File name too long"; /* the texts of the C library */
   case 40:  return "Too many levels of symbolic links";
   case 107: return "Transport endpoint is not connected";
   case 116: return "Stale file handle";
   case 122: return "Disk quota exceeded";
   default:  return VG_(strerror)(error);
   }
}

static const HChar *reason(const HChar *doing, UWord error)
{
   static HChar buffer[128];
   VG_(snprintf)(buffer, sizeof buffer, "%s: %s", doing, text_of(error));
   return buffer;
}

/* We ignore the limit that the program has set itself (the soft one), but must keep the
   one that it cannot lift.  To write beyond it would send the program a SIGXFSZ. */
static void lift_limit(tk_writer *writer)
{
   struct vki_rlimit *own = &writer->limit;
   if (VG_(getrlimit)(RLIMIT_FILE_SIZE, own) != 0)
      return;
   const struct vki_rlimit lifted = { own->rlim_max, own->rlim_max };
   writer->is_lifted = own->rlim_cur < own->rlim_max
                       && VG_(setrlimit)(RLIMIT_FILE_SIZE, &lifted) == 0;
   writer->most_B = writer->is_lifted ? own->rlim_max : own->rlim_cur;
}

static void restore_limit(const tk_writer *writer)
{
   if (writer->is_lifted)
      VG_(setrlimit)(RLIMIT_FILE_SIZE, &writer->limit);
}

static bool drain(void *context, const char *bytes, size_t length_B)
{
   tk_writer *writer = context;
   if (writer->written_B + length_B > writer->most_B) {
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

/* ---- Paths ----------------------------------------------------------- */

/* A directory that we find even if its path changes its meaning. */
static struct {
   HChar *path; /* ends with a slash */
   Int fd;
} kept;

/* A name, and the directory in which to look it up. */
typedef struct place {
   Int directory;
   const HChar *name;
} place;

static SizeT directory_length_B(const HChar *path)
{
   const HChar *slash = VG_(strrchr)(path, '/');
   return slash == NULL ? 0 : (SizeT)(slash - path) + 1;
}

static place find(const HChar *path)
{
   SizeT length_B = directory_length_B(path);
   Bool is_kept = kept.path != NULL && VG_(strlen)(kept.path) == length_B
                  && VG_(strncmp)(path, kept.path, length_B) == 0;
   return is_kept ? (place){ kept.fd, path + length_B }
                  : (place){ VKI_AT_FDCWD, path };
}

void tk_writer_keep_directory(const HChar *path)
{
   SizeT length_B = directory_length_B(path);
   if (kept.path != NULL || length_B == 0 || tk_writer_is_dev_null(path))
      return;
   HChar *directory = VG_(malloc)("tk.writer.kept", length_B + 1);
   VG_(memcpy)(directory, path, length_B);
   directory[length_B] = '\0';
   SysRes sr = VG_(open)(directory, VKI_O_RDONLY, 0);
   if (sr_isError(sr)) {
      VG_(free)(directory);
      return;
   }
   kept.fd = VG_(safe_fd)((Int)sr_Res(sr));
   kept.path = directory;
}

static SysRes call(UWord number, UWord a, UWord b, UWord c, UWord d)
{
   return VG_(do_syscall)(number, a, b, c, d, 0, 0, 0, 0);
}

static SysRes open_at(const HChar *path, UWord flags, UWord mode)
{
   place at = find(path);
   return call(__NR_openat, (UWord)at.directory, (UWord)at.name, flags, mode);
}

void tk_writer_remove(const HChar *path)
{
   place at = find(path);
   call(__NR_unlinkat, (UWord)at.directory, (UWord)at.name, 0, 0);
}

static SysRes rename_to(const HChar *from, const HChar *to)
{
   place a = find(from), b = find(to);
   return call(__NR_renameat, (UWord)a.directory, (UWord)a.name,
               (UWord)b.directory, (UWord)b.name);
}

/* ---- Writing --------------------------------------------------------- */

/* Why no profile can have this name: it is a directory, a device, a FIFO.  NULL: it
   can. */
static const HChar *wrong_kind(const HChar *path)
{
   struct vg_stat st;
   if (find(path).directory != VKI_AT_FDCWD)
      return NULL; /* checked before the path changed its meaning */
   SysRes sr = VG_(stat)(path, &st);
   if (sr_isError(sr)) /* no file is fine; so is a dangling link */
      return sr_Err(sr) == VKI_ENOENT ? NULL
                                      : reason("cannot examine it", sr_Err(sr));
   if (VKI_S_ISREG(st.mode))
      return NULL;
   return VKI_S_ISDIR(st.mode) ? "it is a directory"
                               : "it exists and is not a regular file";
}

/* The n-th name for a temporary file beside `path`; short, so it is not too long if
   `path` is not. */
static HChar *temporary_name(const HChar *path, Int n)
{
   SizeT directory_B = directory_length_B(path);
   HChar *name = VG_(malloc)("tk.writer.name", directory_B + 40);
   VG_(memcpy)(name, path, directory_B);
   VG_(sprintf)(name + directory_B, ".quern.%d.%d", VG_(getpid)(), n);
   return name;
}

/* Creates a temporary file that did not exist before. */
static const HChar *open_temporary(tk_writer *writer)
{
   for (Int n = 0;; n++) {
      writer->temporary = temporary_name(writer->path, n);
      SysRes sr = open_at(writer->temporary,
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
   writer->most_B = ~0ull;
   writer->is_lifted = False;
   tk_text_init(&writer->text, drain, writer);
   if (tk_writer_is_dev_null(path))
      return open_dev_null(writer);
   const HChar *problem = wrong_kind(path);
   if (problem == NULL)
      problem = open_temporary(writer);
   if (problem == NULL)
      lift_limit(writer);
   return problem;
}

/* Errors of a remote disk may be reported only now. */
static void close_file(tk_writer *writer)
{
   SysRes sr = call(__NR_close, (UWord)writer->fd, 0, 0, 0);
   if (sr_isError(sr) && writer->error == 0)
      writer->error = sr_Err(sr);
   restore_limit(writer);
}

static void remove_temporary(tk_writer *writer)
{
   tk_writer_remove(writer->temporary);
   VG_(free)(writer->temporary);
}

const HChar *tk_writer_close(tk_writer *writer)
{
   const HChar *problem = NULL;
   tk_text_flush(&writer->text);
   close_file(writer);
   if (writer->error != 0)
      problem = reason("cannot write", writer->error);
   if (writer->temporary == NULL)
      return problem;
   if (problem == NULL) {
      SysRes sr = rename_to(writer->temporary, writer->path);
      if (sr_isError(sr))
         problem = reason("cannot rename the finished file", sr_Err(sr));
   }
   if (problem != NULL)
      remove_temporary(writer);
   else
      VG_(free)(writer->temporary);
   return problem;
}

const HChar *tk_writer_obstacle(const HChar *path)
{
   static tk_writer probe; /* too large for the stack of a tool */
   const HChar *problem = tk_writer_open(&probe, path);
   if (problem != NULL)
      return problem;
   close_file(&probe);
   if (probe.temporary != NULL)
      remove_temporary(&probe);
   return NULL;
}

/* tk_writer.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_writer.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_descriptors.h"
#include "run/tk_files.h"
#include "run/tk_jail.h"

/* The core's text for an errno; it knows the usual ones.  It is in the core's library,
   but in no header of the SDK. */
extern const HChar *VG_(strerror)(UWord errnum);

enum {
   MAX_TEMPORARIES = 100, /* names tried before giving up */
   RLIMIT_FILE_SIZE = 1,  /* RLIMIT_FSIZE of Linux, not in the SDK */
   FIRST_FD = 3,          /* stands for any descriptor of ours */
};

static const HChar *text_of(UWord error)
{
   switch (error) {
   case 36: return "File name too long"; /* the texts of the C library */
   case 40: return "Too many levels of symbolic links";
   case 107: return "Transport endpoint is not connected";
   case 116: return "Stale file handle";
   case 122: return "Disk quota exceeded";
   default: return VG_(strerror)(error);
   }
}

static const HChar *reason_text(const HChar *doing, UWord error)
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
   if (tk_jail_holds())
      return; /* one cannot know by which calls the core does this */
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

/* Returns 0 or the errno. */
static UWord write_all(Int fd, const HChar *bytes, SizeT length_B)
{
   while (length_B > 0) {
      SysRes sr = tk_jail_call(__NR_write, (UWord)fd, (UWord)bytes, length_B, 0);
      if (sr_isError(sr) && sr_Err(sr) == VKI_EINTR)
         continue;
      if (sr_isError(sr))
         return sr_Err(sr);
      if (sr_Res(sr) == 0)
         return VKI_EIO;
      bytes += sr_Res(sr);
      length_B -= sr_Res(sr);
   }
   return 0;
}

static bool drain_buffer(void *context, const char *bytes, size_t length_B)
{
   tk_writer *writer = context;
   writer->error = writer->written_B + length_B > writer->most_B
                      ? VKI_EFBIG
                      : write_all(writer->fd, bytes, length_B);
   if (writer->error == 0)
      writer->written_B += length_B;
   return writer->error == 0;
}

Bool tk_writer_is_dev_null(const HChar *path)
{
   return VG_(strcmp)(path, "/dev/null") == 0;
}

/* ---- The reserve ----------------------------------------------------- */

/* A file that stays open, for the time when no other can be created.  It is rewritten in
   place.  Meanwhile the spare file has the profile: one of both is always whole. */
static struct {
   HChar *path; /* NULL: there is no reserve */
   HChar *spare_path;
   Int fd, spare;
   Bool is_needed; /* a new file cannot take its place */
   Bool is_torn;   /* rewriting failed: only the spare file is whole */
} reserve;

static Bool is_reserve(const HChar *path)
{
   return reserve.path != NULL && VG_(strcmp)(path, reserve.path) == 0;
}

Bool tk_writer_can_replace(const HChar *path)
{
   UWord name = (UWord)path;
   return tk_jail_allows(__NR_openat, (UWord)VKI_AT_FDCWD, name,
                         VKI_O_CREAT | VKI_O_EXCL | VKI_O_RDWR, 0600)
          && tk_jail_allows(__NR_renameat, (UWord)VKI_AT_FDCWD, name, (UWord)VKI_AT_FDCWD,
                            name)
          && tk_jail_allows(__NR_unlinkat, (UWord)VKI_AT_FDCWD, name, 0, 0)
          && tk_jail_allows(__NR_write, FIRST_FD, name, 1, 0)
          && tk_jail_allows(__NR_close, FIRST_FD, 0, 0, 0);
}

Bool tk_writer_can_rewrite(void)
{
   return tk_jail_allows(__NR_lseek, FIRST_FD, 0, VKI_SEEK_SET, 0)
          && tk_jail_allows(__NR_read, FIRST_FD, 0, 1, 0)
          && tk_jail_allows(__NR_write, FIRST_FD, 0, 1, 0)
          && tk_jail_allows(__NR_ftruncate, FIRST_FD, 1, 0, 0);
}

static SysRes create_temporary(const HChar *path, HChar **name);

void tk_writer_reserve(const HChar *path)
{
   HChar *spare;
   if (reserve.path != NULL)
      return;
   SysRes file = tk_files_open(path, VKI_O_WRONLY, 0);
   if (sr_isError(file))
      return;
   SysRes other = create_temporary(path, &spare);
   if (sr_isError(other)) {
      tk_jail_call(__NR_close, sr_Res(file), 0, 0, 0);
      return;
   }
   reserve.fd = tk_descriptors_safe((Int)sr_Res(file));
   reserve.spare = tk_descriptors_safe((Int)sr_Res(other));
   reserve.spare_path = spare;
   reserve.path = VG_(strdup)("tk.reserve", path);
   reserve.is_needed = reserve.is_torn = False;
}

const HChar *tk_writer_reserved(void)
{
   return reserve.path;
}

const HChar *tk_writer_spare(void)
{
   return reserve.spare_path;
}

Bool tk_writer_fall_back(const HChar *path)
{
   Bool is_new = is_reserve(path) && !reserve.is_needed;
   reserve.is_needed = reserve.is_needed || is_new;
   return is_new;
}

Bool tk_writer_leave_reserve(Bool is_ours)
{
   Bool is_removed = True;
   if (reserve.path == NULL)
      return True;
   tk_jail_call(__NR_close, (UWord)reserve.fd, 0, 0, 0);
   tk_jail_call(__NR_close, (UWord)reserve.spare, 0, 0, 0);
   if (is_ours)
      is_removed = !sr_isError(tk_files_remove(reserve.spare_path));
   VG_(free)(reserve.path);
   VG_(free)(reserve.spare_path);
   reserve.path = reserve.spare_path = NULL;
   return is_removed;
}

static UWord rewind_file(Int fd)
{
   SysRes sr = tk_jail_call(__NR_lseek, (UWord)fd, 0, VKI_SEEK_SET, 0);
   return sr_isError(sr) ? sr_Err(sr) : 0;
}

static UWord cut_file(Int fd, ULong length_B)
{
   SysRes sr = tk_jail_call(__NR_ftruncate, (UWord)fd, (UWord)length_B, 0, 0);
   return sr_isError(sr) ? sr_Err(sr) : 0;
}

/* Copies the spare file, which is whole, into the reserve. */
static UWord copy_spare(HChar *buffer, SizeT size_B)
{
   ULong copied_B = 0;
   UWord error = rewind_file(reserve.spare);
   if (error == 0)
      error = rewind_file(reserve.fd);
   reserve.is_torn = True;
   while (error == 0) {
      SysRes sr = tk_jail_call(__NR_read, (UWord)reserve.spare, (UWord)buffer, size_B, 0);
      if (sr_isError(sr) && sr_Err(sr) == VKI_EINTR)
         continue;
      error = sr_isError(sr) ? sr_Err(sr) : 0;
      if (error != 0 || sr_Res(sr) == 0)
         break;
      error = write_all(reserve.fd, buffer, sr_Res(sr));
      copied_B += sr_Res(sr);
   }
   if (error == 0)
      error = cut_file(reserve.fd, copied_B);
   reserve.is_torn = error != 0;
   return error;
}

static const HChar *open_spare(tk_writer *writer)
{
   writer->fd = reserve.spare;
   writer->temporary = NULL;
   writer->is_in_place = True;
   UWord error = 0;
   if (reserve.is_torn)
      error = copy_spare(writer->text.buffer, sizeof writer->text.buffer);
   if (error == 0)
      error = rewind_file(reserve.spare);
   if (error == 0)
      error = cut_file(reserve.spare, 0);
   return error == 0 ? NULL : reason_text("cannot write it in place", error);
}

static const HChar *close_spare(tk_writer *writer)
{
   if (writer->error == 0)
      writer->error = copy_spare(writer->text.buffer, sizeof writer->text.buffer);
   if (writer->error == 0)
      writer->error = cut_file(reserve.spare, 0);
   return writer->error == 0 ? NULL : reason_text("cannot write", writer->error);
}

/* A new file took the place of the reserve: it is the reserve now. */
static void keep_new(tk_writer *writer)
{
   tk_jail_call(__NR_close, (UWord)reserve.fd, 0, 0, 0);
   reserve.fd = tk_descriptors_safe(writer->fd);
}

/* ---- Writing --------------------------------------------------------- */

/* Why no profile can have this name: it is a directory, a device, a FIFO.  NULL: it
   can. */
static const HChar *wrong_kind(const HChar *path)
{
   struct vg_stat st;
   if (tk_files_is_kept(path) || tk_jail_holds())
      return NULL; /* checked before; now the path may have another meaning */
   SysRes sr = VG_(stat)(path, &st);
   if (sr_isError(sr)) /* no file is fine; so is a dangling link */
      return sr_Err(sr) == VKI_ENOENT ? NULL
                                      : reason_text("cannot examine it", sr_Err(sr));
   if (VKI_S_ISREG(st.mode))
      return NULL;
   return VKI_S_ISDIR(st.mode) ? "it is a directory"
                               : "it exists and is not a regular file";
}

/* The n-th name for a temporary file beside `path`; short, so it is not too long if
   `path` is not. */
static HChar *temporary_name(const HChar *path, Int n)
{
   SizeT directory_B = tk_files_directory_B(path);
   HChar *name = VG_(malloc)("tk.writer.name", directory_B + 40);
   VG_(memcpy)(name, path, directory_B);
   VG_(sprintf)(name + directory_B, ".quern.%d.%d", tk_jail_pid(), n);
   return name;
}

/* Creates a temporary file that did not exist before. */
static SysRes create_temporary(const HChar *path, HChar **name)
{
   for (Int n = 0;; n++) {
      *name = temporary_name(path, n);
      SysRes sr = tk_files_open(*name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_RDWR,
                                VKI_S_IRUSR | VKI_S_IWUSR);
      if (!sr_isError(sr))
         return sr;
      VG_(free)(*name);
      *name = NULL;
      if (sr_Err(sr) != VKI_EEXIST || n == MAX_TEMPORARIES)
         return sr;
   }
}

static const HChar *open_temporary(tk_writer *writer)
{
   SysRes sr = create_temporary(writer->path, &writer->temporary);
   if (sr_isError(sr))
      return reason_text("cannot create a file there", sr_Err(sr));
   writer->fd = (Int)sr_Res(sr);
   return NULL;
}

static const HChar *open_dev_null(tk_writer *writer)
{
   SysRes sr = tk_files_open(writer->path, VKI_O_WRONLY, 0);
   if (sr_isError(sr))
      return reason_text("cannot open it", sr_Err(sr));
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
   writer->is_lifted = writer->is_in_place = False;
   tk_text_init(&writer->text, drain_buffer, writer);
   if (tk_writer_is_dev_null(path))
      return open_dev_null(writer);
   Bool in_place = is_reserve(path) && reserve.is_needed;
   const HChar *problem = in_place ? NULL : wrong_kind(path);
   if (problem == NULL)
      problem = (in_place ? open_spare : open_temporary)(writer);
   if (problem == NULL)
      lift_limit(writer);
   return problem;
}

/* Errors of a remote disk may be reported only now. */
static void close_file(tk_writer *writer)
{
   SysRes sr = tk_jail_call(__NR_close, (UWord)writer->fd, 0, 0, 0);
   if (sr_isError(sr) && writer->error == 0)
      writer->error = sr_Err(sr);
   restore_limit(writer);
}

static void remove_temporary(tk_writer *writer)
{
   tk_files_remove(writer->temporary);
   VG_(free)(writer->temporary);
}

/* Gives the temporary file its name. */
static const HChar *name_file(tk_writer *writer)
{
   if (writer->error != 0)
      return reason_text("cannot write", writer->error);
   SysRes sr = tk_files_rename(writer->temporary, writer->path);
   return sr_isError(sr) ? reason_text("cannot rename the finished file", sr_Err(sr))
                         : NULL;
}

const HChar *tk_writer_close(tk_writer *writer)
{
   Bool is_reserved = is_reserve(writer->path);
   tk_text_flush(&writer->text);
   if (writer->is_in_place) {
      restore_limit(writer);
      return close_spare(writer);
   }
   if (!is_reserved)
      close_file(writer);
   if (writer->temporary == NULL)
      return writer->error != 0 ? reason_text("cannot write", writer->error) : NULL;
   const HChar *problem = name_file(writer);
   if (is_reserved && problem == NULL) {
      keep_new(writer);
      restore_limit(writer);
   } else if (is_reserved) {
      close_file(writer);
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

/* tk_vgdb.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_vgdb.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_descriptors.h"
#include "run/tk_files.h"
#include "run/tk_jail.h"

/* In the core's library, but in no header of the SDK: how the names begin. */
extern const HChar *VG_(clo_vgdb_prefix);

/* The core's functions and ours, named by the linker (--wrap). */
extern SysRes __real_vgPlain_open(const HChar *path, Int flags, Int mode);
extern SysRes __real_vgPlain_mknod(const HChar *path, Int mode, UWord device);
extern Int __real_vgPlain_unlink(const HChar *path);
extern Int __real_vgPlain_kill(Int pid, Int signal);
SysRes __wrap_vgPlain_open(const HChar *path, Int flags, Int mode);
SysRes __wrap_vgPlain_mknod(const HChar *path, Int mode, UWord device);
Int __wrap_vgPlain_unlink(const HChar *path);
Int __wrap_vgPlain_kill(Int pid, Int signal);

enum { MAX_FILES = 3 }; /* a file of memory that both map, and the FIFOs */

typedef struct file {
   HChar *path;
   Bool is_input; /* the core reads it; else it writes */
   Bool is_fifo;
} file;

static struct {
   file files[MAX_FILES]; /* of this process, as the core has made them */
   UInt n;
   Int directory; /* open, if is_kept: of these, and of those of children */
   Bool is_kept;
} vgdb;

/* ---- The files ------------------------------------------------------- */

static Bool is_for_vgdb(const HChar *path)
{
   const HChar *prefix = VG_(clo_vgdb_prefix);
   SizeT length_B = prefix == NULL ? 0 : VG_(strlen)(prefix);
   return length_B > 0 && VG_(strncmp)(path, prefix, length_B) == 0
          && path[length_B] == '-';
}

/* A system call about the file: number(directory, name, a, b). */
static SysRes call_on_file(UInt number, const HChar *path, UWord a, UWord b)
{
   if (!vgdb.is_kept)
      return tk_jail_call(number, (UWord)VKI_AT_FDCWD, (UWord)path, a, b);
   return tk_jail_call(number, (UWord)vgdb.directory,
                       (UWord)(path + tk_files_directory_B(path)), a, b);
}

static void remember_file(const HChar *path, Bool is_fifo)
{
   if (vgdb.n == MAX_FILES)
      return;
   file *next = &vgdb.files[vgdb.n++];
   next->path = VG_(strdup)("tk.vgdb", path);
   next->is_fifo = is_fifo;
   next->is_input = VG_(strstr)(path, "-from-vgdb-") != NULL;
}

void tk_vgdb_fork(void)
{
   while (vgdb.n > 0)
      VG_(free)(vgdb.files[--vgdb.n].path);
}

void tk_vgdb_turn_off(void)
{
   for (UInt i = 0; i < vgdb.n; i++)
      call_on_file(__NR_unlinkat, vgdb.files[i].path, 0, 0);
   tk_vgdb_fork();
}

/* ---- Before a change ------------------------------------------------- */

static void keep_directory(void)
{
   const HChar *path = vgdb.files[0].path;
   SizeT length_B = tk_files_directory_B(path);
   if (vgdb.is_kept || length_B == 0)
      return;
   HChar *directory = VG_(strdup)("tk.vgdb", path);
   directory[length_B] = '\0';
   SysRes sr = call_on_file(__NR_openat, directory, VKI_O_RDONLY, 0);
   VG_(free)(directory);
   if (sr_isError(sr))
      return;
   vgdb.directory = tk_descriptors_safe((Int)sr_Res(sr));
   vgdb.is_kept = True;
}

/* The owner stays, so only he can send commands or change the mode.  The process keeps
   its group beyond setuid: servers change it before. */
static Bool give_file(const file *it, UInt group)
{
   const UWord same_owner = (UWord)-1;
   UWord mode = it->is_input ? 0640 : 0620;
   return !sr_isError(call_on_file(__NR_fchownat, it->path, same_owner, group))
          && !sr_isError(call_on_file(__NR_fchmodat, it->path, mode, 0));
}

void tk_vgdb_keep(void)
{
   if (vgdb.n == 0)
      return;
   keep_directory();
   if (!tk_jail_allows(__NR_geteuid, 0, 0, 0, 0) || VG_(geteuid)() != 0)
      return; /* only root can become somebody else */
   UInt group = (UInt)VG_(getegid)();
   Bool is_given = True;
   for (UInt i = 0; i < vgdb.n; i++)
      is_given = (!vgdb.files[i].is_fifo || give_file(&vgdb.files[i], group)) && is_given;
   if (!is_given)
      tk_vgdb_turn_off();
}

Bool tk_vgdb_is_allowed(void)
{
   static const UInt needed[] = {
      __NR_openat, __NR_read, __NR_write, __NR_close, __NR_fcntl, __NR_getpid,
#if defined(__NR_poll)
      __NR_poll,
#else
      __NR_ppoll,
#endif
   };
   Bool is_allowed = True;
   for (SizeT i = 0; i < sizeof needed / sizeof needed[0]; i++)
      is_allowed = is_allowed && tk_jail_allows(needed[i], 0, 0, 0, 0);
   return is_allowed;
}

/* ---- What the core does with them ------------------------------------ */

/* A pipe without a writer: reading finds its end, and writing fails without a signal.
   The core takes it for a vgdb that has gone, and goes on. */
static SysRes dead_end(SysRes otherwise)
{
   Int ends[2];
   SysRes sr = tk_jail_call(__NR_pipe2, (UWord)ends, 0, 0, 0);
   if (sr_isError(sr))
      return otherwise;
   tk_jail_call(__NR_close, (UWord)ends[1], 0, 0, 0);
   sr._val = (UWord)ends[0];
   return sr;
}

/* Opens memory without a name, which no other process can map. */
static SysRes make_nameless(SysRes otherwise)
{
#if defined(__NR_memfd_create)
   SysRes sr = tk_jail_call(__NR_memfd_create, (UWord) "vgdb", 0, 0, 0);
   return sr_isError(sr) ? otherwise : sr;
#else
   return otherwise;
#endif
}

SysRes __wrap_vgPlain_open(const HChar *path, Int flags, Int mode)
{
   if (!is_for_vgdb(path))
      return __real_vgPlain_open(path, flags, mode);
   Bool is_new = (flags & VKI_O_CREAT) != 0;
   SysRes sr = call_on_file(__NR_openat, path, (UWord)flags, (UWord)mode);
   if (sr_isError(sr))
      return is_new ? make_nameless(sr) : dead_end(sr);
   if (is_new)
      remember_file(path, False);
   return sr;
}

SysRes __wrap_vgPlain_mknod(const HChar *path, Int mode, UWord device)
{
   if (!is_for_vgdb(path))
      return __real_vgPlain_mknod(path, mode, device);
   SysRes sr = call_on_file(__NR_mknodat, path, (UWord)mode, device);
   if (!sr_isError(sr)) {
      remember_file(path, True);
   } else { /* to open it will fail, too */
      sr._isError = False;
      sr._val = 0;
   }
   return sr;
}

/* A file that is gone needs no message. */
Int __wrap_vgPlain_unlink(const HChar *path)
{
   if (!is_for_vgdb(path))
      return __real_vgPlain_unlink(path);
   SysRes sr = call_on_file(__NR_unlinkat, path, 0, 0);
   return sr_isError(sr) && sr_Err(sr) != VKI_ENOENT ? -1 : 0;
}

/* The core asks so whether vgdb is there.  A process that we may send no signal is there,
   too: else root's vgdb would get no answer of a user's process. */
Int __wrap_vgPlain_kill(Int pid, Int signal)
{
   if (signal != 0)
      return __real_vgPlain_kill(pid, signal);
   SysRes sr = tk_jail_call(__NR_kill, (UWord)pid, 0, 0, 0);
   return sr_isError(sr) && sr_Err(sr) != VKI_EPERM ? -1 : 0;
}

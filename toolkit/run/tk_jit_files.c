/* tk_jit_files.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_jit_files.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "code/tk_jit_dump.h"
#include "code/tk_jit_map.h"
#include "code/tk_retranslate.h"
#include "run/tk_descriptors.h"
#include "run/tk_files.h"
#include "run/tk_jail.h"
#include "run/tk_tool.h"

#if defined(__NR_mmap2)
enum { MAP_CALL = __NR_mmap2 };
#else
enum { MAP_CALL = __NR_mmap };
#endif

/* In no header of the SDK.  Anybody can make a link of that name in /tmp. */
#if defined(VGA_arm64)
enum { NO_FOLLOW = 0100000 };
#else
enum { NO_FOLLOW = 0400000 };
#endif

enum { PIECE_B = 1 << 16, MOST_B = 1 << 28 };

/* A file that grows. */
typedef struct {
   Int fd; /* NO_FILE: none is open */
   SizeT read_B;
} growing;

enum { NO_FILE = -1 };

static struct {
   tk_jit *jit; /* NULL: not started */
   Bool retranslates;
   UInt n_seen; /* codes up to this serial number were translated again */
   Long start_s;
   growing map_file, dump_file;
   tk_jit_map map;
   tk_jit_dump dump;
   HChar piece[PIECE_B];
} the = { .map_file.fd = NO_FILE, .dump_file.fd = NO_FILE };

const tk_jit *tk_jit_files_start(tk_strings *names, Bool retranslates)
{
   struct vki_timeval now = { .tv_sec = 0 };
   VG_(gettimeofday)(&now, NULL);
   the.start_s = now.tv_sec;
   the.retranslates = retranslates;
   the.jit = tk_jit_new(&tk_tool_alloc, names);
   the.map.jit = the.dump.jit = the.jit;
   the.dump.alloc = &tk_tool_alloc;
   return the.jit;
}

/* ---- Files ------------------------------------------------------------ */

static void close_file(growing *file)
{
   if (file->fd != NO_FILE)
      tk_jail_call(__NR_close, (UWord)file->fd, 0, 0, 0);
   *file = (growing){ .fd = NO_FILE };
}

/* Did this process write the file?  Anybody can make files in /tmp, and an earlier
   process of this number can have left one. */
static Bool is_ours(Int file)
{
   struct vg_stat found;
   return VG_(fstat)(file, &found) == 0 && VKI_S_ISREG(found.mode)
          && (found.uid == 0 || (Int)found.uid == VG_(geteuid)())
          && (Long)found.mtime >= the.start_s;
}

/* Not in a jail: fstat is several system calls, depending on the kernel. */
static growing open_file(const HChar *path)
{
   growing file = { .fd = NO_FILE };
   if (tk_jail_holds())
      return file;
   SysRes sr = tk_files_open(path, VKI_O_RDONLY | VKI_O_NONBLOCK | NO_FOLLOW, 0);
   if (sr_isError(sr))
      return file;
   file.fd = (Int)sr_Res(sr);
   if (is_ours(file.fd))
      file.fd = tk_descriptors_safe(file.fd);
   else
      close_file(&file);
   return file;
}

/* The next bytes of the file in the.piece; 0: there are none now. */
static SizeT read_piece(growing *file)
{
   static Bool has_said;
   if (file->fd == NO_FILE || file->read_B > MOST_B)
      return 0;
   SysRes sr = tk_jail_call(__NR_read, (UWord)file->fd, (UWord)the.piece, PIECE_B, 0);
   SizeT n_B = sr_isError(sr) ? 0 : sr_Res(sr);
   file->read_B += n_B;
   if (file->read_B > MOST_B && !has_said) {
      has_said = True;
      VG_(umsg)(
         "warning: only the first %d MiB of a file with names of compiled code are "
         "read\n",
         MOST_B >> 20);
   }
   return n_B;
}

static void open_map(void)
{
   HChar path[64];
   VG_(sprintf)(path, "/tmp/perf-%d.map", tk_jail_pid());
   the.map_file = open_file(path);
}

static void read_files(void)
{
   SizeT n;
   if (the.map_file.fd == NO_FILE)
      open_map();
   while ((n = read_piece(&the.map_file)) > 0)
      tk_jit_map_feed(&the.map, the.piece, n);
   while ((n = read_piece(&the.dump_file)) > 0)
      tk_jit_dump_feed(&the.dump, the.piece, n);
}

/* ---- When ------------------------------------------------------------- */

static Bool is_in_object(Addr code)
{
   return VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code) != NULL;
}

/* The program has named code that perhaps ran already: under another name, or none.  What
   has the same bytes as before would not be translated again. */
static void retranslate_named(void)
{
   UInt end = tk_jit_generation(the.jit);
   for (UInt i = the.n_seen + 1; i < end && the.retranslates; i++) {
      const tk_jit_code *code = tk_jit_nth(the.jit, i);
      if (!is_in_object((Addr)code->start))
         tk_retranslate((Addr)code->start, code->size_B);
   }
   the.n_seen = end - 1;
}

Bool tk_jit_files_look(Addr code)
{
   if (is_in_object(code))
      return False;
   read_files();
   retranslate_named();
   return True;
}

static void close_dump(void)
{
   close_file(&the.dump_file);
   tk_jit_dump_free(&the.dump);
   the.dump = (tk_jit_dump){ .jit = the.jit, .alloc = &tk_tool_alloc };
}

static Bool is_dump(const HChar *path)
{
   const HChar *name = VG_(basename)(path);
   SizeT length_B = VG_(strlen)(name);
   return VG_(strncmp)(name, "jit-", 4) == 0 && length_B > 9
          && VG_(strcmp)(name + length_B - 5, ".dump") == 0;
}

void tk_jit_files_syscall(UInt number, const UWord *arguments, UWord result)
{
   if (number != MAP_CALL || !(arguments[2] & VKI_PROT_EXEC)
       || (arguments[3] & VKI_MAP_ANONYMOUS) || the.jit == NULL)
      return;
   const NSegment *segment = VG_(am_find_nsegment)((Addr)result);
   const HChar *path = segment == NULL ? NULL : VG_(am_get_filename)(segment);
   if (path == NULL || !is_dump(path))
      return;
   close_dump();
   the.dump_file = open_file(path);
}

/* Descriptors share their place in the file with the parent's. */
void tk_jit_files_fork(void)
{
   close_file(&the.map_file);
   the.map.n_B = 0;
   close_dump();
}

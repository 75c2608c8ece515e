/* tk_files.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_files.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_descriptors.h"
#include "run/tk_jail.h"

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

SizeT tk_files_directory_B(const HChar *path)
{
   const HChar *slash = VG_(strrchr)(path, '/');
   return slash == NULL ? 0 : (SizeT)(slash - path) + 1;
}

Bool tk_files_is_kept(const HChar *path)
{
   SizeT length_B = tk_files_directory_B(path);
   return kept.path != NULL && VG_(strlen)(kept.path) == length_B
          && VG_(strncmp)(path, kept.path, length_B) == 0;
}

static place find_file(const HChar *path)
{
   return tk_files_is_kept(path) ? (place){ kept.fd, path + tk_files_directory_B(path) }
                                 : (place){ VKI_AT_FDCWD, path };
}

void tk_files_keep(const HChar *path)
{
   SizeT length_B = tk_files_directory_B(path);
   if (kept.path != NULL || length_B == 0)
      return;
   HChar *directory = VG_(malloc)("tk.place", length_B + 1);
   VG_(memcpy)(directory, path, length_B);
   directory[length_B] = '\0';
   SysRes sr = tk_files_open(directory, VKI_O_RDONLY, 0);
   if (sr_isError(sr)) {
      VG_(free)(directory);
      return;
   }
   kept.fd = tk_descriptors_safe((Int)sr_Res(sr));
   kept.path = directory;
}

SysRes tk_files_open(const HChar *path, UWord flags, UWord mode)
{
   place at = find_file(path);
   return tk_jail_call(__NR_openat, (UWord)at.directory, (UWord)at.name, flags, mode);
}

SysRes tk_files_remove(const HChar *path)
{
   place at = find_file(path);
   return tk_jail_call(__NR_unlinkat, (UWord)at.directory, (UWord)at.name, 0, 0);
}

SysRes tk_files_rename(const HChar *from, const HChar *to)
{
   place a = find_file(from), b = find_file(to);
   return tk_jail_call(__NR_renameat, (UWord)a.directory, (UWord)a.name,
                       (UWord)b.directory, (UWord)b.name);
}

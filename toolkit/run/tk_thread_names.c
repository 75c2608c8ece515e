/* tk_thread_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_thread_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_jail.h"

enum { NAME_B = 16 }; /* with the NUL (prctl(2)) */

static struct {
   HChar initial[NAME_B];
   Int *kernel_ids; /* by id; 0: not known */
} names;

void tk_thread_names_init(void)
{
   tk_jail_call(__NR_prctl, VKI_PR_GET_NAME, (UWord)names.initial, 0, 0);
   names.kernel_ids = VG_(calloc)("tk.thread.names", VG_N_THREADS,
                                  sizeof *names.kernel_ids);
}

void tk_thread_names_add(ThreadId id)
{
   if (names.kernel_ids[id] != 0)
      return;
   SysRes sr = tk_jail_call(__NR_gettid, 0, 0, 0, 0);
   if (!sr_isError(sr))
      names.kernel_ids[id] = (Int)sr_Res(sr);
}

void tk_thread_names_remove(ThreadId id)
{
   names.kernel_ids[id] = 0;
}

void tk_thread_names_fork(ThreadId id)
{
   VG_(memset)(names.kernel_ids, 0, VG_N_THREADS * sizeof *names.kernel_ids);
   tk_thread_names_add(id);
}

const HChar *tk_thread_names_of(ThreadId id)
{
   static HChar name[NAME_B + 1];
   HChar path[50];
   name[0] = '\0';
   if (names.kernel_ids[id] == 0)
      return name;
   VG_(sprintf)(path, "/proc/self/task/%d/comm", names.kernel_ids[id]);
   SysRes file = tk_jail_call(__NR_openat, (UWord)VKI_AT_FDCWD, (UWord)path, VKI_O_RDONLY,
                              0);
   if (sr_isError(file))
      return name;
   SysRes read = tk_jail_call(__NR_read, sr_Res(file), (UWord)name, NAME_B, 0);
   tk_jail_call(__NR_close, sr_Res(file), 0, 0, 0);
   SizeT length = sr_isError(read) ? 0 : sr_Res(read);
   name[length > 0 ? length - 1 : 0] = '\0'; /* a line feed is behind it */
   if (VG_(strcmp)(name, names.initial) == 0)
      name[0] = '\0';
   return name;
}

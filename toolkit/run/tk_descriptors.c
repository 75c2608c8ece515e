/* tk_descriptors.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_descriptors.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_jail.h"

/* In the core's library, but in no header of the SDK: the first descriptor that the
   program cannot have. */
extern Int VG_(fd_hard_limit);

/* Instead of the core's function, named by the linker (--wrap). */
Int __wrap_vgPlain_safe_fd(Int fd);

enum { MORE = 12, STDERR = 2 };

static SysRes copy_high(Int fd)
{
   return tk_jail_call(__NR_fcntl, (UWord)fd, VKI_F_DUPFD, (UWord)VG_(fd_hard_limit), 0);
}

/* The program sees a limit of its own. */
static Bool raise_limit(void)
{
   struct vki_rlimit limit;
   if (tk_jail_holds() || VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit) != 0
       || limit.rlim_cur >= limit.rlim_max)
      return False;
   limit.rlim_cur = limit.rlim_max - limit.rlim_cur < MORE ? limit.rlim_max
                                                           : limit.rlim_cur + MORE;
   return VG_(setrlimit)(VKI_RLIMIT_NOFILE, &limit) == 0;
}

Int tk_descriptors_safe(Int fd)
{
   SysRes high = copy_high(fd);
   if (sr_isError(high) && raise_limit())
      high = copy_high(fd);
   if (!sr_isError(high)) {
      tk_jail_call(__NR_close, (UWord)fd, 0, 0, 0);
      fd = (Int)sr_Res(high);
   }
   tk_jail_call(__NR_fcntl, (UWord)fd, VKI_F_SETFD, VKI_FD_CLOEXEC, 0);
   return fd;
}

Int __wrap_vgPlain_safe_fd(Int fd)
{
   return tk_descriptors_safe(fd);
}

/* ---- The log of a parent --------------------------------------------- */

static Int parents_log;

void tk_descriptors_before_fork(void)
{
   parents_log = tk_jail_log();
}

void tk_descriptors_leave_log(void)
{
   if (parents_log > STDERR && parents_log != tk_jail_log())
      tk_jail_call(__NR_close, (UWord)parents_log, 0, 0, 0);
   parents_log = 0;
}

/* tk_waits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_waits.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_jail.h"

enum { MEMORY_DEVICES = 1 }; /* the major number of /dev/null, /dev/zero, ... */

/* False for disks, which answer soon, and for /dev/null. */
static Bool is_slow(Int fd)
{
   struct vg_stat st;
   if (tk_jail_holds())
      return True; /* one cannot know by which call the core looks */
   if (VG_(fstat)(fd, &st) != 0 || VKI_S_ISREG(st.mode) || VKI_S_ISDIR(st.mode)
       || VKI_S_ISBLK(st.mode))
      return False;
   return !VKI_S_ISCHR(st.mode) || (st.rdev >> 8 & 0xfff) != MEMORY_DEVICES;
}

static Bool futex_waits(UWord operation)
{
   switch (operation & 0x7f) { /* without the flags */
   case VKI_FUTEX_WAIT:
   case VKI_FUTEX_LOCK_PI:
   case VKI_FUTEX_WAIT_BITSET:
   case VKI_FUTEX_WAIT_REQUEUE_PI: return True;
   default: return False;
   }
}

Bool tk_waits(UInt number, const UWord *arguments)
{
   switch (number) {
   case __NR_read: return is_slow((Int)arguments[0]);
   case __NR_futex: return futex_waits(arguments[1]);
#if !defined(VGA_arm64) /* which has the newer ones only */
   case __NR_poll: return arguments[2] != 0;
   case __NR_epoll_wait:
#endif
   case __NR_epoll_pwait: return arguments[3] != 0;
   case __NR_ppoll:
   case __NR_pselect6:
#if defined(VGA_x86)
   case __NR__newselect:
   case __NR_socketcall:
   case __NR_waitpid:
   case __NR_ipc:
#else
   case __NR_accept:
   case __NR_msgrcv:
   case __NR_semop:
   case __NR_semtimedop:
#endif
   case __NR_accept4:
   case __NR_connect:
   case __NR_recvfrom:
   case __NR_recvmsg:
#if !defined(VGA_arm64)
   case __NR_select:
   case __NR_pause:
#endif
   case __NR_nanosleep:
   case __NR_clock_nanosleep:
   case __NR_wait4:
   case __NR_waitid:
   case __NR_rt_sigsuspend:
   case __NR_rt_sigtimedwait:
   case __NR_flock: return True;
   default: return False;
   }
}

/* cs_option_file.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "cs_option_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

/* A pipe's writer need not be there yet, and may never come. */
enum { WAIT_MS = 10000 };

/* -1: an error, or nothing comes. */
static Int read_some(Int fd, HChar *to, Int max_B)
{
   struct vki_pollfd waiting = { .fd = fd, .events = VKI_POLLIN };
   SysRes ready = VG_(poll)(&waiting, 1, WAIT_MS);
   Bool has_come = !sr_isError(ready) && sr_Res(ready) > 0;
   return has_come ? VG_(read)(fd, to, max_B) : -1;
}

/* -1: an error. */
static Int read_all(Int fd, HChar *to, Int max_B)
{
   Int n, n_all = 0;
   while (n_all < max_B && (n = read_some(fd, to + n_all, max_B - n_all)) != 0) {
      if (n < 0)
         return -1;
      n_all += n;
   }
   return n_all;
}

SizeT cs_option_file_read(const HChar *option, const HChar *name, const HChar *missing,
                          HChar *to, SizeT max_B)
{
   SysRes opened = VG_(open)(name, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
   if (sr_isError(opened))
      VG_(fmsg_bad_option)(option, "%s\n",
                           sr_Err(opened) == VKI_ENOENT ? missing
                                                        : "cannot read this file");
   Int fd = (Int)sr_Res(opened);
   Int n = read_all(fd, to, (Int)max_B);
   VG_(close)(fd);
   if (n < 0)
      VG_(fmsg_bad_option)(option, "cannot read this file\n");
   return (SizeT)n;
}

void cs_option_file_fail(const HChar *name, const tk_problem *problem)
{
   VG_(printf)("cachesim: %s:%u: %s\n", name, problem->line, problem->reason);
   VG_(exit)(1);
}

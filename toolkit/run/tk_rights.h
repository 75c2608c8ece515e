/* tk_rights.h -- system calls by which the program gives up rights that writing profiles
   may need: chroot, setuid, seccomp; glue.

   What writing will need is opened before, while it can be.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "run/tk_outfile.h"

/* To be called before each system call.  False: it gives up no rights. */
Bool tk_rights_before(tk_outfile *outfile, UInt number, const UWord *arguments);

/* To be called after each system call. */
void tk_rights_after(Bool has_failed);

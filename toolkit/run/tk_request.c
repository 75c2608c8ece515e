/* tk_request.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_request.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_vki.h"

enum { PAGE_B = 4096, TRACE_FRAMES = 12 };

const HChar *tk_request_name(Addr name, SizeT max_B, SizeT *length_B)
{
   static const HChar none[] = "(no name)";
   const HChar *text = (const HChar *)name;
   SizeT n = 0;
   for (; n < max_B; n++) {
      if ((n == 0 || (name + n) % PAGE_B == 0)
          && !VG_(am_is_valid_for_client)(name + n, 1, VKI_PROT_READ))
         break;
      if (text[n] == '\0')
         break;
   }
   *length_B = n == 0 ? sizeof none - 1 : n;
   return n == 0 ? none : text;
}

void tk_request_warn_once(ThreadId id, Bool *has_warned, const HChar *header,
                          const HChar *what)
{
   if (*has_warned)
      return;
   *has_warned = True;
   VG_(umsg)("warning: %s: %s (reported once)\n", header, what);
   VG_(get_and_pp_StackTrace)(id, TRACE_FRAMES);
}

/* tk_guest.h -- the program's registers by their purpose; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_GUEST_H
#define TK_GUEST_H

#include "pub_tool_basics.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
typedef VexGuestAMD64State tk_guest;
#define TK_SP guest_RSP
#define TK_BP guest_RBP
#define TK_PC guest_RIP
#define TK_RESULT guest_RAX
#elif defined(VGA_x86)
#include "libvex_guest_x86.h"
typedef VexGuestX86State tk_guest;
#define TK_SP guest_ESP
#define TK_BP guest_EBP
#define TK_PC guest_EIP
#define TK_RESULT guest_EAX
#endif

/* Where an argument is at the first instruction of a function. */
static inline Addr *tk_guest_argument(tk_guest *state, Int number)
{
#if defined(VGA_amd64) /* System V ABI, section 3.2.3 */
   switch (number) {
   case 0:  return (Addr *)&state->guest_RDI;
   case 1:  return (Addr *)&state->guest_RSI;
   case 2:  return (Addr *)&state->guest_RDX;
   default: return (Addr *)&state->guest_RCX;
   }
#else /* System V ABI for i386: on the stack, above the return address */
   return (Addr *)(Addr)state->TK_SP + 1 + number;
#endif
}

#endif

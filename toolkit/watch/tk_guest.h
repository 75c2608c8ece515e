/* tk_guest.h -- the registers of the program, by what they are for; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_GUEST_H
#define TK_GUEST_H

#include <stddef.h>

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

/* The clock of the thread that runs: 64 bits in its first shadow registers,
   which follow its registers. */
enum {
   HP_CLOCK_SHADOW = 1,
   HP_CLOCK_OFFSET = offsetof(tk_guest, TK_RESULT),
   HP_CLOCK_AT = sizeof(tk_guest) + HP_CLOCK_OFFSET,
};

static inline ULong tk_guest_clock(const tk_guest *state)
{
   return *(const ULong *)((const UChar *)state + HP_CLOCK_AT);
}

/* Where an argument is, when a function has just been entered. */
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

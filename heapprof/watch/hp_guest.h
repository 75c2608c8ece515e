/* hp_guest.h -- the registers of the program, by what they are for; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_GUEST_H
#define HP_GUEST_H

#include <stddef.h>

#include "pub_tool_basics.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
typedef VexGuestAMD64State hp_guest;
#define HP_SP guest_RSP
#define HP_BP guest_RBP
#define HP_PC guest_RIP
#define HP_RESULT guest_RAX
#elif defined(VGA_x86)
#include "libvex_guest_x86.h"
typedef VexGuestX86State hp_guest;
#define HP_SP guest_ESP
#define HP_BP guest_EBP
#define HP_PC guest_EIP
#define HP_RESULT guest_EAX
#endif

/* The clock of the thread that runs: 64 bits in its first shadow registers,
   which follow its registers. */
enum {
   HP_CLOCK_SHADOW = 1,
   HP_CLOCK_OFFSET = offsetof(hp_guest, HP_RESULT),
   HP_CLOCK_AT = sizeof(hp_guest) + HP_CLOCK_OFFSET,
};

static inline ULong hp_guest_clock(const hp_guest *state)
{
   return *(const ULong *)((const UChar *)state + HP_CLOCK_AT);
}

/* Where an argument is, when a function has just been entered. */
static inline Addr *hp_guest_argument(hp_guest *state, Int number)
{
#if defined(VGA_amd64) /* System V ABI, section 3.2.3 */
   switch (number) {
   case 0:  return (Addr *)&state->guest_RDI;
   case 1:  return (Addr *)&state->guest_RSI;
   case 2:  return (Addr *)&state->guest_RDX;
   default: return (Addr *)&state->guest_RCX;
   }
#else /* System V ABI for i386: on the stack, above the return address */
   return (Addr *)(Addr)state->HP_SP + 1 + number;
#endif
}

#endif

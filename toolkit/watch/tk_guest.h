/* tk_guest.h -- the program's registers by their purpose; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

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
#elif defined(VGA_arm64)
#include "libvex_guest_arm64.h"
typedef VexGuestARM64State tk_guest;
#define TK_SP guest_XSP
#define TK_BP guest_X29
#define TK_PC guest_PC
#define TK_RESULT guest_X0
#define TK_LINK guest_X30 /* a call leaves the return address there, not on the stack */
#endif

/* Where an argument is at the first instruction of a function. */
static inline Addr *tk_guest_argument(tk_guest *state, Int number)
{
#if defined(VGA_amd64) /* System V ABI, section 3.2.3 */
   switch (number) {
   case 0: return (Addr *)&state->guest_RDI;
   case 1: return (Addr *)&state->guest_RSI;
   case 2: return (Addr *)&state->guest_RDX;
   default: return (Addr *)&state->guest_RCX;
   }
#elif defined(VGA_arm64) /* AAPCS64, section 6.8 */
   return (Addr *)&state->guest_X0 + number;
#else /* System V ABI for i386: on the stack, above the return address */
   return (Addr *)(Addr)state->TK_SP + 1 + number;
#endif
}

/* At the first instruction of a function: where it returns to, and the stack pointer
   after that. */
#if defined(TK_LINK)
enum { TK_RETURN_ON_STACK_B = 0 };
static inline Addr tk_guest_return_pc(const tk_guest *state)
{
   return state->TK_LINK;
}
#else
enum { TK_RETURN_ON_STACK_B = sizeof(Addr) };
static inline Addr tk_guest_return_pc(const tk_guest *state)
{
   return *(const Addr *)(Addr)state->TK_SP;
}
#endif

static inline Addr tk_guest_return_sp(const tk_guest *state)
{
   return (Addr)state->TK_SP + TK_RETURN_ON_STACK_B;
}

/* tk_vex.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_vex.h"

#include "pub_tool_tooliface.h"

/* No header of the SDK declares these (configure looks for them).  The linker leads the
   calls of the last three to us (tool_link). */
extern Int VG_(clo_sanity_level);
extern void __real_sanityCheckIRSB(const IRSB *sb, const HChar *caller, Bool must_be_flat,
                                   IRType guest_word);
extern IRSB *__real_cprop_BB(IRSB *sb);
extern void __real_do_deadcode_BB(IRSB *sb);
extern void __wrap_sanityCheckIRSB(const IRSB *sb, const HChar *caller, Bool must_be_flat,
                                   IRType guest_word);
extern IRSB *__wrap_cprop_BB(IRSB *sb);
extern void __wrap_do_deadcode_BB(IRSB *sb);

static Bool is_cleaned = True;

static Bool is_checked(void)
{
   return VG_(clo_sanity_level) > 1;
}

void __wrap_sanityCheckIRSB(const IRSB *sb, const HChar *caller, Bool must_be_flat,
                            IRType guest_word)
{
   if (is_checked())
      __real_sanityCheckIRSB(sb, caller, must_be_flat, guest_word);
}

/* The optimizer's own calls of these two are within its file, so they do not come here:
   only the step after a tool's does. */

IRSB *__wrap_cprop_BB(IRSB *sb)
{
   return is_cleaned ? __real_cprop_BB(sb) : sb;
}

void __wrap_do_deadcode_BB(IRSB *sb)
{
   if (is_cleaned)
      __real_do_deadcode_BB(sb);
}

void tk_vex_cleans(Bool cleans)
{
   is_cleaned = cleans;
}

#if defined(VGA_arm64)
__asm__(".text\n"
        ".globl tk_vex_call_with_state\n"
        ".type tk_vex_call_with_state, %function\n"
        "tk_vex_call_with_state:\n"
        "   mov x16, x0\n"
        "   mov x0, x21\n"
        "   br x16\n"
        ".size tk_vex_call_with_state, . - tk_vex_call_with_state\n");
#endif

/* tk_debug_info.c -- debug information that is damaged does not end the run; glue.

   The core reads it in the process that it runs in, and trusts it: there are bytes
   of which its reader gives up, asserts what is not so or takes the address 0 for a
   table's, and all is over, whatever the tool.  So the linker puts what is here in
   the place of the reader and of what ends the process (--wrap).  A fault while an
   object is read leaves the object with what was read until then, which is mostly
   its symbols and how to unwind, without what came after: lines.

   Where the core has no function of that name, nothing is put in any place.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcsetjmp.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_signals.h"
#include "pub_tool_vki.h"

/* By the linker: the core's, and ours. */
extern Bool __real_vgModuleLocal_read_elf_debug_info(DebugInfo *object)
   __attribute__((weak));
extern void __real_vgPlain_assert_fail(Bool is_core, const HChar *what,
                                       const HChar *file, Int line,
                                       const HChar *function,
                                       const HChar *format, ...)
   __attribute__((noreturn));
extern void __real_vgPlain_core_panic(const HChar *what)
   __attribute__((noreturn));
extern void __real_vgPlain_exit(Int status) __attribute__((noreturn));
Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo *object);
void __wrap_vgPlain_assert_fail(Bool is_core, const HChar *what,
                                const HChar *file, Int line,
                                const HChar *function, const HChar *format,
                                ...) __attribute__((noreturn));
void __wrap_vgPlain_core_panic(const HChar *what) __attribute__((noreturn));
void __wrap_vgPlain_exit(Int status) __attribute__((noreturn));

/* One object is read at a time. */
static Bool is_reading;
static VG_MINIMAL_JMP_BUF(before);

static void on_fault(Int signal, Addr address)
{
   VG_MINIMAL_LONGJMP(before);
}

void __wrap_vgPlain_assert_fail(Bool is_core, const HChar *what,
                                const HChar *file, Int line,
                                const HChar *function, const HChar *format,
                                ...)
{
   HChar text[256];
   va_list arguments;
   if (is_reading)
      VG_MINIMAL_LONGJMP(before);
   va_start(arguments, format);
   VG_(vsnprintf)(text, sizeof text, format, arguments);
   va_end(arguments);
   __real_vgPlain_assert_fail(is_core, what, file, line, function, "%s", text);
}

void __wrap_vgPlain_core_panic(const HChar *what)
{
   if (is_reading)
      VG_MINIMAL_LONGJMP(before);
   __real_vgPlain_core_panic(what);
}

void __wrap_vgPlain_exit(Int status)
{
   if (is_reading)
      VG_MINIMAL_LONGJMP(before);
   __real_vgPlain_exit(status);
}

/* What is left of it is good: it stays (True). */
static void tell(const DebugInfo *object)
{
   VG_(umsg)("warning: cannot read all debug information of %s: it is "
             "damaged, or this Valgrind does not support it\n",
             VG_(DebugInfo_get_filename)(object));
}

Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo *object)
{
   vki_sigset_t signals;
   volatile Bool is_read = True;
   VG_(sigprocmask)(VKI_SIG_SETMASK, NULL, &signals);
   fault_catcher_t others = VG_(set_fault_catcher)(on_fault);
   is_reading = True;
   if (VG_MINIMAL_SETJMP(before) == 0) {
      is_read = __real_vgModuleLocal_read_elf_debug_info(object);
      is_reading = False;
   } else {
      is_reading = False;
      /* The signal's handler, which was left, has it blocked. */
      VG_(sigprocmask)(VKI_SIG_SETMASK, &signals, NULL);
      tell(object);
   }
   VG_(set_fault_catcher)(others);
   return is_read;
}

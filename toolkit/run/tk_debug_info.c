/* tk_debug_info.c -- keeps damaged debug information from ending the run; glue.

   The core reads debug information within the process, and trusts it.  Some damage
   makes its reader give up, fail an assertion, or follow a null pointer, and the run
   is over, with any tool.  So the linker puts the functions here in place of the
   reader and of the functions that end the process (--wrap).  If reading an object
   fails, the object keeps what was read before: usually symbols and unwinding
   information, without lines.

   If the core has no function of a wrapped name, that wrapper is not used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcsetjmp.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_signals.h"
#include "pub_tool_vki.h"

/* The core's functions and ours, named by the linker. */
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

/* Only one object is read at a time. */
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

static void warn(const DebugInfo *object)
{
   VG_(umsg)("warning: cannot read all debug information of %s: it is "
             "damaged, or this Valgrind does not support it\n",
             VG_(DebugInfo_get_filename)(object));
}

Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo *object)
{
   vki_sigset_t signals;
   volatile Bool is_read = True; /* after damage, too: the object stays */
   VG_(sigprocmask)(VKI_SIG_SETMASK, NULL, &signals);
   fault_catcher_t others = VG_(set_fault_catcher)(on_fault);
   is_reading = True;
   if (VG_MINIMAL_SETJMP(before) == 0) {
      is_read = __real_vgModuleLocal_read_elf_debug_info(object);
      is_reading = False;
   } else {
      is_reading = False;
      /* We have left the handler of a signal, which is blocked there. */
      VG_(sigprocmask)(VKI_SIG_SETMASK, &signals, NULL);
      warn(object);
   }
   VG_(set_fault_catcher)(others);
   return is_read;
}

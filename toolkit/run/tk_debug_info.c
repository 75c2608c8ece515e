/* tk_debug_info.c -- keeps damaged debug information from ending the run; glue.

   The core reads debug information within the process, and trusts it.  Some damage
   makes its reader give up, fail an assertion, or follow a null pointer, and the run
   is over, with any tool.  So the linker puts the functions here in place of the
   reader and of the functions that end the process (--wrap).  If reading an object
   fails, the object keeps what was read before: usually symbols and unwinding
   information, without lines.

   Older cores read an object at once; newer ones (3.27) its symbols first, and the rest
   when somebody asks for a line.  A wrapper whose function the core lacks is not used;
   configure says so.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_debug_info.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcsetjmp.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_signals.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

/* No header of the SDK declares this (configure looks for it). */
extern Bool VG_(clo_read_inline_info);

/* The core's functions and ours, named by the linker. */
typedef Bool reader(DebugInfo *object);
extern reader __real_vgModuleLocal_read_elf_debug_info __attribute__((weak));
extern reader __real_vgModuleLocal_read_elf_object __attribute__((weak));
extern reader __real_vgModuleLocal_read_elf_debug __attribute__((weak));
extern void __real_vgPlain_assert_fail(Bool is_core, const HChar *what, const HChar *file,
                                       Int line, const HChar *function,
                                       const HChar *format, ...)
   __attribute__((noreturn));
extern void __real_vgPlain_core_panic(const HChar *what) __attribute__((noreturn));
extern void __real_vgPlain_exit(Int status) __attribute__((noreturn));
reader __wrap_vgModuleLocal_read_elf_debug_info;
reader __wrap_vgModuleLocal_read_elf_object;
reader __wrap_vgModuleLocal_read_elf_debug;
void __wrap_vgPlain_assert_fail(Bool is_core, const HChar *what, const HChar *file,
                                Int line, const HChar *function, const HChar *format, ...)
   __attribute__((noreturn));
void __wrap_vgPlain_core_panic(const HChar *what) __attribute__((noreturn));
void __wrap_vgPlain_exit(Int status) __attribute__((noreturn));

/* Only one object is read at a time. */
static Bool is_reading;
/* What was found in the object that is being read. */
static Bool has_unknown_form, is_damaged;
static XArray *lost; /* of const HChar *, each once; NULL: none yet */
static VG_MINIMAL_JMP_BUF(before);
static Bool (*wants_inlined)(const HChar *path); /* NULL: of all objects */

static void on_fault(Int signal, Addr address)
{
   VG_MINIMAL_LONGJMP(before);
}

void __wrap_vgPlain_assert_fail(Bool is_core, const HChar *what, const HChar *file,
                                Int line, const HChar *function, const HChar *format, ...)
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

Bool tk_debug_info_is_reading(void)
{
   return is_reading;
}

void tk_debug_info_unknown_form(void)
{
   has_unknown_form = True;
}

void tk_debug_info_damage(void)
{
   is_damaged = True;
}

const HChar *const *tk_debug_info_lost(SizeT *n)
{
   *n = lost == NULL ? 0 : (SizeT)VG_(sizeXA)(lost);
   return *n == 0 ? NULL : VG_(indexXA)(lost, 0);
}

static Bool is_known_as_lost(const HChar *path)
{
   SizeT n;
   const HChar *const *paths = tk_debug_info_lost(&n);
   for (SizeT i = 0; i < n; i++)
      if (VG_(strcmp)(paths[i], path) == 0)
         return True;
   return False;
}

/* Warns once about each object. */
static void note_lost(const DebugInfo *object)
{
   const HChar *path = VG_(DebugInfo_get_filename)(object);
   if (is_known_as_lost(path))
      return;
   if (lost == NULL)
      lost = VG_(newXA)(VG_(malloc), "tk.debug_info", VG_(free), sizeof(HChar *));
   path = VG_(strdup)("tk.debug_info", path);
   VG_(addToXA)(lost, &path);
   VG_(umsg)("warning: cannot read all debug information of %s: %s\n", path,
             has_unknown_form ? "this Valgrind does not support its form of DWARF"
                              : "it is damaged, or this Valgrind does not support it");
   VG_(umsg)("Its lines and inlined functions can be missing.  Compile it with %s.\n",
             has_unknown_form ? "-gdwarf-4" : "-gz=none, without -gsplit-dwarf");
}

void tk_debug_info_read_inlined(Bool (*wants)(const HChar *path))
{
   wants_inlined = wants;
}

static Bool read_guarded(reader *read, DebugInfo *object)
{
   Bool reads_inlined = VG_(clo_read_inline_info);
   vki_sigset_t signals;
   volatile Bool is_read = True; /* after damage, too: the object stays */
   VG_(sigprocmask)(VKI_SIG_SETMASK, NULL, &signals);
   fault_catcher_t others = VG_(set_fault_catcher)(on_fault);
   has_unknown_form = is_damaged = False;
   if (wants_inlined != NULL && !wants_inlined(VG_(DebugInfo_get_filename)(object)))
      VG_(clo_read_inline_info) = False;
   is_reading = True;
   if (VG_MINIMAL_SETJMP(before) == 0) {
      is_read = read(object);
      is_reading = False;
   } else {
      is_reading = False;
      is_damaged = True;
      /* We have left the handler of a signal, which is blocked there. */
      VG_(sigprocmask)(VKI_SIG_SETMASK, &signals, NULL);
   }
   VG_(set_fault_catcher)(others);
   VG_(clo_read_inline_info) = reads_inlined;
   if (is_damaged || has_unknown_form)
      note_lost(object);
   return is_read;
}

Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo *object)
{
   return read_guarded(__real_vgModuleLocal_read_elf_debug_info, object);
}

Bool __wrap_vgModuleLocal_read_elf_object(DebugInfo *object)
{
   return read_guarded(__real_vgModuleLocal_read_elf_object, object);
}

Bool __wrap_vgModuleLocal_read_elf_debug(DebugInfo *object)
{
   return read_guarded(__real_vgModuleLocal_read_elf_debug, object);
}

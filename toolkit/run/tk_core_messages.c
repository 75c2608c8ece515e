/* tk_core_messages.c -- messages of the core, in words for the user; glue.

   The core prints some messages that alarm and do not say what to do.  The linker
   leads its calls of the printing functions here (--wrap).  Messages are known by
   their format; all others are printed as they are.  With -v nothing is held back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "run/tk_debug_info.h"
#include "run/tk_jail.h"

/* The core's functions and ours, named by the linker. */
extern void __real_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                        const HChar *what) __attribute__((weak));
void __wrap_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                 const HChar *what);
UInt __wrap_vgPlain_printf(const HChar *format, ...);
UInt __wrap_vgPlain_umsg(const HChar *format, ...);

static Bool begins_with(const HChar *format, const HChar *start)
{
   return VG_(strncmp)(format, start, VG_(strlen)(start)) == 0;
}

/* ---- While an object is read ----------------------------------------- */

/* One line for each compilation unit with a form that the reader does not know.
   tk_debug_info.c warns once for the object instead. */
static Bool is_unknown_form(const HChar *format)
{
   return tk_debug_info_is_reading()
          && (begins_with(format, "### unhandled dwarf2")
              || begins_with(format, "get_Form_szB: unhandled"));
}

UInt __wrap_vgPlain_printf(const HChar *format, ...)
{
   va_list arguments;
   UInt n = 0;
   Bool is_unknown = is_unknown_form(format);
   if (is_unknown)
      tk_debug_info_unknown_form();
   va_start(arguments, format);
   if ((!is_unknown || VG_(clo_verbosity) > 1) && tk_jail_allows_log())
      n = VG_(vprintf)(format, arguments);
   va_end(arguments);
   return n;
}

/* The reader drops the rest of the object after a serious error. */
void __wrap_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                 const HChar *what)
{
   if (is_serious && tk_debug_info_is_reading())
      tk_debug_info_damage();
   if (!is_serious || VG_(clo_verbosity) > 1)
      __real_vgModuleLocal_symerr(object, is_serious, what);
}

/* ---- The brk area ----------------------------------------------------- */

/* The core says in three lines that the brk area cannot grow: 8 MiB after the
   program's data, or less.  malloc then takes its memory from mmap. */
static Bool is_brk(const HChar *format)
{
   static Bool is_in_brk;
   if (begins_with(format, "brk segment overflow")) {
      is_in_brk = True;
      return True;
   }
   is_in_brk = is_in_brk
               && (begins_with(format, "(see section Limitations")
                   || begins_with(format, "NOTE: further instances"));
   return is_in_brk;
}

/* "Valgrind: ... Giving up.", before the core ends the process, which
   tk_debug_info.c prevents. */
static Bool is_giving_up(const HChar *format)
{
   return tk_debug_info_is_reading()
          && (begins_with(format, "Valgrind: ") || VG_(strcmp)(format, "\n") == 0);
}

UInt __wrap_vgPlain_umsg(const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   UInt n = 0;
   if (!tk_jail_allows_log())
      n = 0; /* to write it would end the program */
   else if (VG_(clo_verbosity) > 1 || !(is_giving_up(format) || is_brk(format)))
      n = VG_(vmessage)(Vg_UserMsg, format, arguments);
   else if (begins_with(format, "brk"))
      n = VG_(message)(Vg_UserMsg, "note: the area of brk is full; malloc goes on with "
                                   "mmap, which is harmless\n");
   va_end(arguments);
   return n;
}

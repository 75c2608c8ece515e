/* test_tk_core_messages.c -- which messages of the core are held back, and which are
   said in other words.  SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit_core.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "run/tk_debug_info.h"
#include "run/tk_jail.h"

/* ---- The core, and what messages depend on ---- */

static struct {
   Bool is_reading, is_jailed;
   UInt n_unknown, n_damaged; /* that the reader's state was told */
   char said[256];            /* all of it */
} world;

Int VG_(clo_verbosity);
SizeT VG_(strlen)(const HChar *s)
{
   return strlen(s);
}
Int VG_(strncmp)(const HChar *a, const HChar *b, SizeT n)
{
   return strncmp(a, b, n);
}

Bool tk_debug_info_is_reading(void)
{
   return world.is_reading;
}
void tk_debug_info_unknown_form(void)
{
   world.n_unknown++;
}
void tk_debug_info_damage(void)
{
   world.n_damaged++;
}
Bool tk_jail_allows_log(void)
{
   return !world.is_jailed;
}

UInt VG_(vprintf)(const HChar *format, va_list arguments)
{
   size_t n = strlen(world.said);
   return (UInt)vsnprintf(world.said + n, sizeof world.said - n, format, arguments);
}

UInt VG_(vmessage)(VgMsgKind kind, const HChar *format, va_list arguments)
{
   assert_int_equal(kind, Vg_UserMsg);
   return VG_(vprintf)(format, arguments);
}

UInt VG_(message)(VgMsgKind kind, const HChar *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   UInt n = VG_(vmessage)(kind, format, arguments);
   va_end(arguments);
   return n;
}

/* The wrappers, which the linker calls, and the core's function behind one of them. */
void __real_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                 const HChar *what);
void __wrap_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                 const HChar *what);
UInt __wrap_vgPlain_printf(const HChar *format, ...);
UInt __wrap_vgPlain_umsg(const HChar *format, ...);

void __real_vgModuleLocal_symerr(const DebugInfo *object, Bool is_serious,
                                 const HChar *what)
{
   assert_null(object);
   VG_(message)(Vg_UserMsg, "%s %d", what, is_serious);
}

static void begin(Bool is_reading, Int verbosity)
{
   memset(&world, 0, sizeof world);
   world.is_reading = is_reading;
   VG_(clo_verbosity) = verbosity;
}

/* All that was said since the last time. */
static void check_said(const char *expected)
{
   assert_string_equal(world.said, expected);
   world.said[0] = '\0';
}

/* ---- While an object is read ---- */

/* Serious errors are noted for a warning of ours; -v shows the core's. */
static void errors(void **state)
{
   (void)state;
   for (Int verbosity = 0; verbosity <= 2; verbosity++)
      for (int is_reading = 0; is_reading <= 1; is_reading++) {
         begin((Bool)is_reading, verbosity);
         __wrap_vgModuleLocal_symerr(NULL, True, "odd");
         check_said(verbosity > 1 ? "odd 1" : "");
         assert_int_equal(world.n_damaged, is_reading);
         __wrap_vgModuleLocal_symerr(NULL, False, "odd");
         check_said("odd 0");
         assert_int_equal(world.n_damaged, is_reading);
      }
}

static void unknown_forms(void **state)
{
   (void)state;
   static const char dwarf[] = "### unhandled dwarf2 abbrev form code 0x%x\n",
                     size[] = "get_Form_szB: unhandled %u (%s)\n";
   begin(True, 1);
   assert_int_equal(__wrap_vgPlain_printf(dwarf, 0x25), 0);
   assert_int_equal(__wrap_vgPlain_printf(size, 37, "x"), 0);
   check_said("");
   assert_int_equal(world.n_unknown, 2);
   assert_int_equal(__wrap_vgPlain_printf("%d of %s\n", 1, "get_Form_szB: "), 20);
   check_said("1 of get_Form_szB: \n");
   assert_int_equal(world.n_unknown, 2);
   begin(True, 2);
   __wrap_vgPlain_printf(size, 37, "x");
   check_said("get_Form_szB: unhandled 37 (x)\n");
   assert_int_equal(world.n_unknown, 1);
   begin(False, 1);
   __wrap_vgPlain_printf(dwarf, 0x25);
   check_said("### unhandled dwarf2 abbrev form code 0x25\n");
   assert_int_equal(world.n_unknown, 0);
}

/* The core does not end: tk_debug_info.c prevents it. */
static void giving_up(void **state)
{
   (void)state;
   begin(True, 1);
   assert_int_equal(__wrap_vgPlain_umsg("Valgrind: debuginfo reader: %s\n", "odd"), 0);
   __wrap_vgPlain_umsg("\n");
   check_said("");
   assert_int_equal(__wrap_vgPlain_umsg("  %s\n", "odd"), 6);
   check_said("  odd\n");
   begin(True, 2);
   __wrap_vgPlain_umsg("Valgrind: %s\n", "odd");
   check_said("Valgrind: odd\n");
   begin(False, 1);
   __wrap_vgPlain_umsg("Valgrind: %s\n", "odd");
   __wrap_vgPlain_umsg("\n");
   check_said("Valgrind: odd\n\n");
}

/* ---- The brk area ---- */

static void say_brk_lines(void)
{
   __wrap_vgPlain_umsg("brk segment overflow in thread #%u: can't grow\n", 1u);
   __wrap_vgPlain_umsg("(see section Limitations in user manual)\n");
   __wrap_vgPlain_umsg("NOTE: further instances of this message\n");
}

/* One line for three; other notes pass, and end it. */
static void brk_is_full(void **state)
{
   (void)state;
   static const char note[] = "note: the area of brk is full; malloc goes on with mmap, "
                              "which is harmless\n";
   begin(False, 1);
   __wrap_vgPlain_umsg("NOTE: further instances of this message\n");
   check_said("NOTE: further instances of this message\n");
   say_brk_lines();
   check_said(note);
   __wrap_vgPlain_umsg("else\n");
   __wrap_vgPlain_umsg("(see section Limitations in user manual)\n");
   check_said("else\n(see section Limitations in user manual)\n");
   begin(False, 2);
   say_brk_lines();
   check_said("brk segment overflow in thread #1: can't grow\n"
              "(see section Limitations in user manual)\n"
              "NOTE: further instances of this message\n");
}

/* A line would end a program whose filter does not allow it. */
static void jail(void **state)
{
   (void)state;
   begin(True, 2);
   world.is_jailed = True;
   assert_int_equal(__wrap_vgPlain_printf("%d\n", 1), 0);
   assert_int_equal(__wrap_vgPlain_umsg("%d\n", 1), 0);
   say_brk_lines();
   check_said("");
   __wrap_vgPlain_printf("### unhandled dwarf2 form\n");
   assert_int_equal(world.n_unknown, 1); /* noted in any case */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors),    cmocka_unit_test(unknown_forms),
      cmocka_unit_test(giving_up), cmocka_unit_test(brk_is_full),
      cmocka_unit_test(jail),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

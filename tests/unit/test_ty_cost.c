/* test_ty_cost.c -- how much of the debug info is read for what is asked: entries are
   counted where libdw reads them.  The unit is as those of Rust are: one for all of the
   code, in which nothing says where an entry's sibling is.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <dlfcn.h>

#include "test_ty_made.h"
#include "types/ty_dwarf.h"
#include "types/ty_symbols.h"
#include "types/ty_types.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

enum {
   FUNCTIONS = 128, /* with a variable and its type each */
   CODE_B = MADE_TEXT_B / FUNCTIONS,
   CALLS = 8, /* inlined into a function, one in another */
   DATA = 0x8000,
};

static const an_object object = {
   .start = MADE_TEXT,
   .end = MADE_TEXT + MADE_TEXT_B,
   .path = "object",
   .build_id = "0123456789abcdef",
};
static const an_source_places places;
static size_t n_read; /* entries */

/* ---- libdw, which counts ---- */

static void *next_of(const char *name)
{
   void *next = dlsym(RTLD_NEXT, name);
   assert_non_null(next);
   return next;
}

static int real_sibling(Dwarf_Die *die, Dwarf_Die *result)
{
   static int (*real)(Dwarf_Die *, Dwarf_Die *);
   if (real == NULL)
      *(void **)&real = next_of("dwarf_siblingof");
   return real(die, result);
}

/* The entry and all below it. */
static size_t size_of(Dwarf_Die *die)
{
   Dwarf_Die child, next;
   size_t n = 1;
   bool has_child = dwarf_child(die, &child) == 0;
   while (has_child) {
      n += size_of(&child);
      has_child = real_sibling(&child, &next) == 0;
      child = next;
   }
   return n;
}

int dwarf_siblingof(Dwarf_Die *die, Dwarf_Die *result)
{
   n_read += size_of(die);
   return real_sibling(die, result);
}

int dwarf_getscopes_die(Dwarf_Die *die, Dwarf_Die **scopes)
{
   static int (*real)(Dwarf_Die *, Dwarf_Die **);
   Dwarf_Die unit;
   if (real == NULL)
      *(void **)&real = next_of("dwarf_getscopes_die");
   n_read += size_of(dwarf_diecu(die, &unit, NULL, NULL));
   return real(die, scopes);
}

/* ---- The program ---- */

static size_t n_entries;

static void add_variable(size_t type, uint64_t address)
{
   char bytes[9] = { DW_OP_addr };
   memcpy(bytes + 1, &address, 8);
   DIE(DW_TAG_variable, NAME("v"), TYPE(type),
       { DW_AT_location, DW_FORM_exprloc, bytes, sizeof bytes },
       { DW_AT_decl_line, DW_FORM_udata, NULL, 1 });
}

static void add_function(size_t number, size_t i)
{
   uint64_t at = MADE_TEXT + i * CODE_B;
   OPEN(DW_TAG_namespace, NAME("n"));
   size_t type = OPEN(DW_TAG_structure_type, NAME("t"), SIZE(4));
   DIE(DW_TAG_member, NAME("x"), TYPE(number), OFFSET(0));
   CLOSE();
   add_variable(type, DATA + 8 * i);
   size_t small = DIE(DW_TAG_subprogram, NAME("small"), NUMBER(DW_AT_inline, 1));
   OPEN(DW_TAG_subprogram, NAME("f"), CODE(at, CODE_B));
   for (size_t k = 0; k < CALLS; k++)
      OPEN(DW_TAG_inlined_subroutine, REFERENCE(DW_AT_abstract_origin, small),
           NUMBER(DW_AT_call_file, 1), NUMBER(DW_AT_call_line, 1), CODE(at, CODE_B - k));
   for (size_t k = 0; k < CALLS + 2; k++)
      CLOSE();
}

static int write_program(void **state)
{
   static const char *const files[] = { "a.rs", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0, 0, 0 } };
   if (made_enter(state) != 0)
      return -1;
   made_begin();
   made_unit(DW_LANG_Rust, "/made");
   size_t number = DIE(DW_TAG_base_type, NAME("u32"), SIZE(4));
   for (size_t i = 0; i < FUNCTIONS; i++)
      add_function(number, i);
   made_lines(files, rows);
   made_unit_end();
   n_entries = made.n_kinds;
   made.build_id = object.build_id;
   made.symbols[0] = (made_symbol){ "all", MADE_TEXT, MADE_TEXT_B };
   made.n_symbols = 1;
   made_file("object");
   return 0;
}

static ty_types *types;

static void begin(void)
{
   types = ty_types_new(an_alloc_malloc(), &places);
   n_read = 0;
}

/* The unit is walked once; what is asked for reads a few entries more. */
static void end(size_t each)
{
   assert_true(n_read > 0);
   assert_true(n_read <= n_entries + FUNCTIONS * each);
   ty_types_free(types);
}

/* ---- Questions ---- */

static void finds_functions(void **state)
{
   (void)state;
   const an_frame frame = { .object = object.path };
   begin();
   for (size_t i = 0; i < FUNCTIONS; i++) {
      ty_symbol symbols[TY_SYMBOLS_MOST];
      an_frame at = frame;
      const ty_program program = { .files = &object, .n_files = 1 };
      at.address = MADE_TEXT + i * CODE_B;
      assert_int_equal(ty_types_symbols(types, &program, &at, symbols), CALLS + 1);
      assert_string_equal(symbols[0].function, "n::small");
      assert_string_equal(symbols[CALLS].function, "n::f");
   }
   end(CALLS);
}

static void finds_variables(void **state)
{
   (void)state;
   ty_variable variable;
   begin();
   for (size_t i = 0; i < FUNCTIONS; i++) {
      assert_true(ty_types_variable(types, &object, false, DATA + 8 * i, &variable));
      assert_string_equal(variable.type->name, "n::t");
   }
   end(CALLS);
}

static void names_inlined_functions(void **state)
{
   (void)state;
   static an_frame frames[2 * FUNCTIONS];
   static ty_name names[2 * FUNCTIONS];
   const ty_program program = { .frames = frames, .objects = &object, .n_objects = 1 };
   begin();
   for (size_t i = 0; i < 2 * FUNCTIONS; i++) {
      frames[i] = (an_frame){ .address = MADE_TEXT + i / 2 * CODE_B,
                              .function = i % 2 == 0 ? "small" : "f",
                              .file = "a.rs",
                              .line = 1 };
      names[i] = (ty_name){ &frames[i], NULL };
   }
   ty_types_name(types, &program, names, 2 * FUNCTIONS);
   for (size_t i = 0; i < 2 * FUNCTIONS; i++)
      if (strcmp(names[i].frame->function, "small") == 0)
         assert_string_equal(names[i].name, "n::small");
   end(CALLS);
}

static size_t declared[FUNCTIONS];

/* Completes them all; returns how many entries were read. */
static size_t complete_all(Dwarf *dwarf, uint64_t least_B)
{
   ty_trees *trees = ty_trees_new(an_alloc_malloc(), least_B);
   n_read = 0;
   for (size_t i = 0; i < FUNCTIONS; i++) {
      Dwarf_Die die = made_die(dwarf, declared[i]);
      assert_true(ty_dwarf_complete(trees, &die));
      assert_int_equal(ty_die_size(&die), i + 1);
   }
   ty_trees_close(trees);
   return n_read;
}

/* Classes that are declared in one unit and defined in another, as all that have virtual
   functions can be. */
static void finds_definitions(void **state)
{
   (void)state;
   static char names[FUNCTIONS][8];
   made_begin();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   for (size_t i = 0; i < FUNCTIONS; i++) {
      snprintf(names[i], sizeof names[i], "t%zu", i);
      OPEN(DW_TAG_namespace, NAME("n"));
      declared[i] = DIE(DW_TAG_structure_type, NAME(names[i]), FLAG(DW_AT_declaration));
      CLOSE();
   }
   made_unit_end();
   made_unit(DW_LANG_C_plus_plus_14, "/made");
   for (size_t i = 0; i < FUNCTIONS; i++) {
      OPEN(DW_TAG_namespace, NAME("n"));
      DIE(DW_TAG_structure_type, NAME(names[i]), SIZE(i + 1));
      CLOSE();
   }
   made_unit_end();
   size_t n_all = made.n_kinds;
   Dwarf *dwarf = made_dwarf();
   /* Once for the index, once for what is around the types; nothing is kept. */
   for (int i = 0; i < 2; i++) {
      size_t n = complete_all(dwarf, TY_TREES_NO_CACHE);
      assert_true(n > 0 && n <= 2 * n_all);
   }
   setenv("XDG_CACHE_HOME", made_directory, 1);
   assert_true(complete_all(dwarf, 0) > 0);
   assert_int_equal(complete_all(dwarf, 0), 0);
   assert_true(complete_all(dwarf, made.info.n + 1) > 0); /* too small to be kept */
   made_end(dwarf);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_functions),
      cmocka_unit_test(finds_variables),
      cmocka_unit_test(names_inlined_functions),
      cmocka_unit_test(finds_definitions),
   };
   return cmocka_run_group_tests(tests, write_program, made_leave);
}

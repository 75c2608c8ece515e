/* test_ty_code_objects.c -- which files are the objects of a profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <limits.h>

#include "test_ty_made.h"
#include "base/an_pool.h"
#include "types/ty_code_objects.h"
#include "unit_alloc.h"

static const char id[] = "ab0123456789cdef", other_id[] = "ab0123456789cdee";

static unit_alloc memory;
static an_pool *pool; /* of it */
static an_source_places places;
static ty_code_objects *objects;

static void begin(void)
{
   unit_alloc_init(&memory);
   pool = an_pool_new(&memory.alloc);
   objects = ty_code_objects_new(an_pool_alloc(pool), &places);
   assert_non_null(objects);
}

static void end(void)
{
   ty_code_objects_free(objects);
   an_pool_free(pool);
   assert_int_equal(memory.n_live, 0);
   places = (an_source_places){ .n_roots = 0 };
}

/* With a function f at the start of its code. */
static void write_object(const char *name, const char *build_id, bool is_stripped)
{
   made_begin();
   made_unit(DW_LANG_C99, "/made");
   made_unit_end();
   made.build_id = build_id;
   made.is_stripped = is_stripped;
   made.symbols[0] = (made_symbol){ "f", MADE_TEXT, 16 };
   made.n_symbols = 1;
   made_file(name);
}

#define OBJECT(path, build_id, start, size_B) \
   { start, (start) + (size_B), path, build_id }

/* ---- By the mapped code ---- */

static void compares_code(void **state)
{
   (void)state;
   write_object("plain", NULL, false);
   static const struct {
      an_object object;
      bool expected;
   } all[] = {
      { OBJECT("plain", NULL, MADE_TEXT, MADE_TEXT_B), true },
      { OBJECT("plain", NULL, 0x7f0000005000, MADE_TEXT_B), true },
      { OBJECT("plain", NULL, MADE_TEXT, MADE_TEXT_B - 1), false },
      { OBJECT("plain", NULL, MADE_TEXT, MADE_TEXT_B + 1), false },
      { OBJECT("plain", NULL, 0x7f0000005800, MADE_TEXT_B), false },
      { OBJECT("plain", id, MADE_TEXT, MADE_TEXT_B), false },
      { OBJECT("none", NULL, MADE_TEXT, MADE_TEXT_B), false },
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      uint64_t to_pc = 1;
      begin();
      Dwarf *dwarf = ty_code_dwarf(objects, &all[i].object, &to_pc);
      assert_int_equal(dwarf != NULL, all[i].expected);
      uint64_t expected = all[i].expected ? MADE_TEXT - all[i].object.start : 0;
      assert_int_equal(to_pc, expected);
      assert_null(ty_code_differs(objects, all[i].object.build_id == NULL ? 0 : 1));
      end();
   }
}

/* An object without code is not what was mapped. */
static void needs_code(void **state)
{
   (void)state;
   FILE *file = fopen("text", "w");
   assert_non_null(file);
   fputs("not an object\n", file);
   fclose(file);
   static const an_object object = OBJECT("text", NULL, 0, 0);
   static const an_object with_id = OBJECT("text", id, 0, 0);
   ty_code_file found;
   uint64_t to_pc;
   begin();
   assert_null(ty_code_dwarf(objects, &object, &to_pc));
   assert_false(ty_code_file_find(&found, objects, &with_id));
   assert_null(ty_code_differs(objects, 0)); /* it is of no build */
   end();
}

/* ---- By build id ---- */

static bool finds(const an_object *object)
{
   ty_code_file file;
   bool is_found = ty_code_file_find(&file, objects, object);
   if (is_found) {
      GElf_Off offset;
      GElf_Sym symbol;
      assert_non_null(file.dwarf);
      assert_int_equal(file.to_pc, 0);
      assert_string_equal(dwfl_module_addrinfo(file.module, MADE_TEXT + file.to_module,
                                               &offset, &symbol, NULL, NULL, NULL),
                          "f");
   }
   return is_found;
}

static void compares_build_ids(void **state)
{
   (void)state;
   write_object("object", id, false);
   static const an_object all[] = {
      OBJECT("object", "ab0123456789cdef", 1, 1), /* wherever its code was */
      OBJECT("object", other_id, MADE_TEXT, MADE_TEXT_B),
      OBJECT("object", "ab0123456789cd", MADE_TEXT, MADE_TEXT_B),
      OBJECT("object", "ab0123456789cdef00", MADE_TEXT, MADE_TEXT_B),
      OBJECT("object", NULL, MADE_TEXT, MADE_TEXT_B), /* asks for a build id */
   };
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
      begin();
      assert_int_equal(finds(&all[i]), i == 0);
      const char *differs = ty_code_differs(objects, 0);
      if (i >= 1 && i <= 3)
         assert_string_equal(differs, "object");
      else
         assert_null(differs);
      assert_null(ty_code_differs(objects, 1));
      end();
   }
   uint64_t to_pc;
   begin(); /* that of the mapped code, too */
   assert_true(finds(&all[0]));
   assert_null(ty_code_dwarf(objects, &all[0], &to_pc));
   end();
}

static void makes_directories(const char *kept)
{
   char command[100];
   snprintf(command, sizeof command, "mkdir -p %s/.build-id/ab", kept);
   assert_int_equal(system(command), 0);
}

/* Debug info apart from the object, in the second of two directories. */
static void finds_kept(void **state)
{
   (void)state;
   static const char *const kept[] = { "first", "second" };
   static const an_object stripped = OBJECT("stripped", id, MADE_TEXT, MADE_TEXT_B);
   static const an_object gone = OBJECT("gone", id, MADE_TEXT, MADE_TEXT_B);
   static const an_object replaced = OBJECT("replaced", id, MADE_TEXT, MADE_TEXT_B);
   write_object("stripped", id, true);
   write_object("replaced", other_id, false);
   begin();
   assert_false(finds(&stripped));
   assert_null(ty_code_differs(objects, 0)); /* it is the same build */
   assert_false(finds(&replaced));
   assert_string_equal(ty_code_differs(objects, 0), "replaced");
   end();
   makes_directories("first");
   makes_directories("second");
   write_object("first/.build-id/ab/0123456789cdef.debug", other_id, false);
   write_object("second/.build-id/ab/0123456789cdef.debug", id, false);
   for (size_t n = 0; n <= 2; n++) {
      places.debug = kept;
      places.n_debug = n;
      begin();
      assert_int_equal(finds(&stripped), n == 2);
      assert_int_equal(finds(&gone), n == 2);
      assert_int_equal(finds(&replaced), n == 2);
      assert_int_equal(ty_code_differs(objects, 0) != NULL, n < 2);
      assert_null(ty_code_differs(objects, 1)); /* what is kept is not listed */
      end();
   }
}

/* ---- What is opened ---- */

static void opens_once(void **state)
{
   (void)state;
   static const an_object object = OBJECT("once", id, MADE_TEXT, MADE_TEXT_B);
   static const an_object again = OBJECT("once", NULL, MADE_TEXT, MADE_TEXT_B);
   an_object same = object;
   write_object("once", id, false);
   begin();
   assert_true(finds(&object));
   unlink("once");
   size_t n_calls = memory.n_calls;
   assert_true(finds(&object));
   assert_true(finds(&same)); /* the same path and build id */
   assert_int_equal(memory.n_calls, n_calls);
   uint64_t to_pc;
   assert_null(ty_code_dwarf(objects, &again, &to_pc)); /* another: it is gone */
   end();
}

static void stays_below_roots(void **state)
{
   (void)state;
   static char real[PATH_MAX], kept_path[PATH_MAX];
   static const char *kept[] = { kept_path };
   const char *problem;
   assert_non_null(realpath(".", real));
   snprintf(kept_path, sizeof kept_path, "%.4000s/kept", real);
   static const an_object object = OBJECT("rooted", id, MADE_TEXT, MADE_TEXT_B);
   static const an_object stripped = OBJECT("bare", id, MADE_TEXT, MADE_TEXT_B);
   static const an_object directory = OBJECT("/", id, MADE_TEXT, MADE_TEXT_B);
   static const char *roots[] = { real };
   write_object("rooted", id, false);
   write_object("bare", id, true);
   makes_directories("kept");
   write_object("kept/.build-id/ab/0123456789cdef.debug", id, false);
   places = (an_source_places){
      .roots = roots, .n_roots = 1, .debug = kept, .n_debug = 1, .is_closed = true
   };
   begin();
   assert_true(finds(&object)); /* an object is no source */
   assert_true(finds(&stripped));
   assert_null(ty_code_refused(objects, 0, &problem));
   ty_code_objects_free(objects);
   roots[0] = kept_path;
   objects = ty_code_objects_new(an_pool_alloc(pool), &places);
   assert_true(finds(&object)); /* by what is kept */
   ty_code_objects_free(objects);
   places.n_debug = 0;
   objects = ty_code_objects_new(an_pool_alloc(pool), &places);
   assert_false(finds(&object));
   assert_false(finds(&directory));
   assert_string_equal(ty_code_refused(objects, 1, &problem), "rooted");
   assert_string_equal(problem, "outside of the source root");
   assert_string_equal(ty_code_refused(objects, 0, &problem), "/");
   assert_null(ty_code_refused(objects, 2, &problem));
   end();
}

/* From now on nobody is asked, until the end. */
static void hides_servers(void **state)
{
   (void)state;
   setenv("DEBUGINFOD_URLS", "http://localhost:1", 1);
   begin();
   assert_null(getenv("DEBUGINFOD_URLS"));
   end();
   assert_non_null(getenv("DEBUGINFOD_URLS"));
   unsetenv("DEBUGINFOD_URLS");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(compares_code),      cmocka_unit_test(needs_code),
      cmocka_unit_test(compares_build_ids), cmocka_unit_test(finds_kept),
      cmocka_unit_test(opens_once),         cmocka_unit_test(stays_below_roots),
      cmocka_unit_test(hides_servers),
   };
   return cmocka_run_group_tests_name("ty_code_objects", tests, made_enter, made_leave);
}

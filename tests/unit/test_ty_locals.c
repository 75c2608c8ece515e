/* test_ty_locals.c -- local variables of programs/stack_locals.c, by words of its frames.

   It prints where its variables are as it runs.  Several compilers make it, with several
   options; those that are not there are left out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "test_ty_made.h"
#include "types/ty_types.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

static an_source_places places;
static char build_id[64 * 2 + 1];
static an_object program;
static bool is_x86;

/* ---- A program ---- */

typedef struct {
   const char *compiler, *options;
   int n_lost; /* at most: words of variables that debug info does not have there */
   int n_saved;
} build;

/* Reads ./program's build id and its processor, which is not this test's if qemu runs
   that. */
static void look_into_program(void)
{
   const void *bits;
   GElf_Ehdr header;
   int fd = open("program", O_RDONLY);
   elf_version(EV_CURRENT);
   Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
   assert_non_null(elf);
   assert_non_null(gelf_getehdr(elf, &header));
   is_x86 = header.e_machine == EM_X86_64 || header.e_machine == EM_386;
   ssize_t n = dwelf_elf_gnu_build_id(elf, &bits);
   assert_true(n > 0 && n <= 64);
   for (ssize_t i = 0; i < n; i++)
      sprintf(build_id + 2 * i, "%02x", ((const unsigned char *)bits)[i]);
   elf_end(elf);
   close(fd);
}

static void run(const char *command)
{
   if (system(command) != 0)
      fail_msg("%s", command);
}

/* Makes ./program, and what it prints ./expected. */
static void make_program(const build *b)
{
   char command[1000];
   const char *top = getenv("srcdir");
   snprintf(command, sizeof command, "command -v %s >/dev/null", b->compiler);
   if (system(command) != 0)
      skip();
   snprintf(command, sizeof command, "%s -g -Wl,--build-id %s %s %s/%s -o program 2>err",
            b->compiler, b->options,
            strstr(b->compiler, "++") != NULL ? "-std=c++17 -x c++" : "",
            top == NULL ? "." : top, "tests/programs/stack_locals.c");
   if (system(command) != 0 && strstr(b->options, "-m32") != NULL)
      skip();
   if (access("program", X_OK) != 0)
      fail_msg("%s", command);
   run("./program >expected");
   look_into_program();
   program = (an_object){ .path = "program", .build_id = build_id };
}

static int remove_program(void **state)
{
   (void)state;
   unlink("program");
   unlink("expected");
   return 0;
}

/* ---- What it prints ---- */

enum { TEXT_B = 64 };

/* A line of ./expected. */
typedef struct {
   char kind[TEXT_B], name[TEXT_B], function[TEXT_B], type[TEXT_B];
   unsigned long pc, caller;
   long offset, in;
   unsigned line;
} said;

static bool read_said(said *e, FILE *file)
{
   char text[400];
   if (fgets(text, sizeof text, file) == NULL)
      return false;
   memset(e, 0, sizeof *e);
   sscanf(text, "%63s", e->kind);
   int n = strcmp(e->kind, "word") == 0
              ? sscanf(text, "%*s %lx %ld %63s %ld %u %63s %63s", &e->pc, &e->offset,
                       e->name, &e->in, &e->line, e->function, e->type)
           : strcmp(e->kind, "none") == 0
              ? sscanf(text, "%*s %lx %ld", &e->pc, &e->offset) + 5
              : sscanf(text, "%*s %lx %ld %lx %63s %u", &e->pc, &e->offset, &e->caller,
                       e->name, &e->line)
                   + 2;
   if (n != 7)
      fail_msg("%s", text);
   return true;
}

static bool is_type(const ty_type *type, const char *expected)
{
   if (type == NULL)
      return false;
   if (strcmp(expected, "pointer") == 0)
      return strchr(type->name, '*') != NULL && type->n_fields == 0;
   if (strcmp(expected, "word") == 0)
      return strchr(type->name, '*') == NULL && type->n_fields == 0;
   const char *name = strrchr(type->name, ' ');
   return strcmp(name == NULL ? type->name : name + 1, expected) == 0
          && type->n_fields >= 2;
}

static bool is_local(const ty_local *local, const said *e)
{
   const char *file = local->file == NULL ? NULL : strrchr(local->file, '/');
   bool is_own = *e->function == '-' || *e->function == '\0';
   return strcmp(local->name, e->name) == 0 && local->offset == e->in
          && local->line == e->line && file != NULL
          && strcmp(file, "/stack_locals.c") == 0
          && (is_own
                 ? local->function == NULL
                 : local->function != NULL && strcmp(local->function, e->function) == 0)
          && (*e->type == '\0' || is_type(local->type, e->type));
}

static void fail_at(const build *b, const said *e, bool is_found, const ty_local *local)
{
   fail_msg("%s %s: %s %s+%ld of line %u at %lx, %ld: %s %s+%ld of line %u in %s, %s",
            b->compiler, b->options, e->kind, e->name, e->in, e->line, e->pc, e->offset,
            is_found ? "found" : "nothing", is_found ? local->name : "",
            is_found ? (long)local->offset : 0, is_found ? local->line : 0,
            is_found && local->function != NULL ? local->function : "-",
            is_found && local->type != NULL ? local->type->name : "-");
}

/* Looks for the word.  Returns whether it is found, if it should be. */
static bool check_word(ty_types *types, const build *b, const said *e)
{
   ty_local local;
   bool is_found = ty_types_local(types, &program, e->pc, e->offset, &local);
   bool is_variable = strcmp(e->kind, "word") == 0;
   const ty_stack_frame stack = { &program, e->pc };
   size_t frame;
   ty_local again;
   assert_int_equal(ty_types_stack_local(types, &stack, 1, e->offset, &again, &frame),
                    is_found);
   if (is_found)
      assert_true(frame == 0 && again.name == local.name && again.offset == local.offset);
   if (is_found && !(is_variable && is_local(&local, e)))
      fail_at(b, e, is_found, &local);
   return is_found || !is_variable;
}

static void check_saved(ty_types *types, const build *b, const said *e)
{
   ty_local local;
   int reg = -1;
   bool is_found = ty_types_saved_register(types, &program, e->pc, e->offset, &reg);
   if (!is_found || ty_types_keeps_register(types, &program, e->pc, reg))
      fail_at(b, e, false, NULL);
   is_found = ty_types_register_local(types, &program, e->caller, reg, &local);
   if (!is_found || !is_local(&local, e))
      fail_at(b, e, is_found, &local);
   assert_false(ty_types_register_local(types, &program, e->caller, 99, &local));
   /* By way of the stack; its own frame's words come first. */
   const ty_stack_frame stack[] = { { &program, e->pc }, { &program, e->caller } };
   size_t frame = 99;
   is_found = ty_types_stack_local(types, stack, 2, e->offset, &local, &frame);
   if (!is_found || frame != 1 || !is_local(&local, e))
      fail_at(b, e, is_found, &local);
   assert_false(ty_types_stack_local(types, stack, 1, e->offset, &local, &frame));
   assert_false(ty_types_stack_local(types, stack, 0, e->offset, &local, &frame));
   assert_false(ty_types_saved_register(types, &program, e->pc, -100000, &reg));
}

static ty_types *begin(void)
{
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   assert_non_null(types);
   return types;
}

/* All lines. */
static void check_all(const build *b)
{
   int n_lost = 0, n_saved = 0, n = 0;
   said e;
   ty_types *types = begin();
   FILE *file = fopen("expected", "r");
   for (; read_said(&e, file); n++)
      if (strcmp(e.kind, "saved") != 0) {
         n_lost += !check_word(types, b, &e);
      } else {
         check_saved(types, b, &e);
         n_saved++;
      }
   fclose(file);
   bool is_good = n_lost <= b->n_lost && n_saved == b->n_saved;
   if (n < 20 || (is_x86 && !is_good))
      fail_msg("%s %s: %d words, %d not found, %d saved", b->compiler, b->options, n,
               n_lost, n_saved);
}

static void finds_what_runs(void **state)
{
   make_program(*state);
   check_all(*state);
}

/* Not found are: in all builds, a variable in a frame that is aligned as it runs; by gcc
   with optimisation, a parameter that is stored; by clang, structured bindings, and with
   optimisation a variable during a call with arguments on the stack. */
static const build builds[] = {
   { "gcc", "-O0", 1, 0 },
   { "gcc", "-O2", 3, 2 },
   { "gcc", "-O2 -fno-omit-frame-pointer -DFRAME_POINTER", 3, 2 },
   { "gcc", "-O1 -gdwarf-4", 3, 2 },
   { "gcc", "-Os", 3, 2 },
   { "gcc", "-O3 -flto", 3, 2 },
   { "gcc", "-O2 -static", 3, 2 },
   { "gcc", "-O0 -m32", 1, 0 },
   { "gcc", "-O2 -m32", 3, 0 },
   { "g++", "-O0", 1, 0 },
   { "g++", "-O2", 3, 2 },
   { "clang", "-O0", 1, 0 },
   { "clang", "-O2", 2, 2 },
   { "clang", "-Os -gdwarf-4", 2, 2 },
   { "clang", "-O1 -fno-omit-frame-pointer -DFRAME_POINTER", 1, 2 },
   { "clang++", "-O0", 3, 0 },
   { "clang++", "-O2", 4, 2 },
};

/* ---- Other files ---- */

static const build optimised = { "gcc", "-O2", 3, 2 };

/* The first line about the variable. */
static said find_said(const char *name)
{
   said e;
   FILE *file = fopen("expected", "r");
   while (read_said(&e, file) && strcmp(e.name, name) != 0)
      ;
   fclose(file);
   if (strcmp(e.name, name) != 0)
      skip(); /* registers are saved for x86-64 and aarch64 alone */
   return e;
}

static void doubts_other_builds(void **state)
{
   (void)state;
   static const char other[] = "0123456789abcdef0123456789abcdef01234567";
   make_program(&optimised);
   said word = find_said("p"), saved = find_said("kept");
   ty_types *types = begin();
   an_object all[] = { program, program, program, program };
   all[1].build_id = other;
   all[2].build_id = NULL;
   all[3].path = "none";
   for (int i = 0; i < 4; i++) {
      ty_local local;
      int reg = 3;
      assert_int_equal(ty_types_local(types, &all[i], word.pc, word.offset, &local),
                       i == 0);
      assert_int_equal(
         ty_types_saved_register(types, &all[i], saved.pc, saved.offset, &reg), i == 0);
      assert_int_equal(ty_types_register_local(types, &all[i], saved.caller, reg, &local),
                       i == 0);
      assert_int_equal(ty_types_keeps_register(types, &all[i], saved.pc, 0), i == 0);
   }
}

/* Of the registers that a frame has saved, one is that of `kept`; the others have the
   values of frames farther out, which the caller has not saved. */
static void tells_whose_registers(void **state)
{
   (void)state;
   make_program(&optimised);
   said saved = find_said("kept");
   ty_types *types = begin();
   int reg, n_found = 0;
   for (long at = -200; at < 0; at += 8)
      if (ty_types_saved_register(types, &program, saved.pc, at, &reg)) {
         ty_local local;
         bool is_own = at == saved.offset;
         n_found++;
         assert_int_equal(
            ty_types_register_local(types, &program, saved.caller, reg, &local), is_own);
         assert_int_equal(ty_types_keeps_register(types, &program, saved.caller, reg),
                          !is_own);
         /* A frame that keeps a register is passed, one that is not known is not. */
         const an_object none = { .path = "none" };
         const ty_stack_frame stack[] = { { &program, saved.pc },
                                          { &program, saved.caller },
                                          { &none, 7 },
                                          { &program, saved.caller } };
         size_t frame;
         assert_int_equal(ty_types_stack_local(types, stack, 4, at, &local, &frame),
                          is_own);
         const ty_stack_frame without[] = { stack[0], stack[2], stack[1] };
         assert_false(ty_types_stack_local(types, without, 3, at, &local, &frame));
      }
   assert_true(n_found >= 5); /* of x86-64: rbx, rbp, r12 to r15 */
}

/* An object has the rules of unwinding without debug info. */
static void needs_no_debug_info_for_registers(void **state)
{
   (void)state;
   ty_local local;
   int reg;
   make_program(&optimised);
   run("objcopy --strip-debug program");
   said word = find_said("p"), saved = find_said("kept");
   ty_types *types = begin();
   assert_false(ty_types_local(types, &program, word.pc, word.offset, &local));
   assert_true(ty_types_saved_register(types, &program, saved.pc, saved.offset, &reg));
   assert_false(ty_types_register_local(types, &program, saved.caller, reg, &local));
   assert_false(ty_types_keeps_register(types, &program, saved.pc, reg));
   assert_true(ty_types_keeps_register(types, &program, saved.caller, 12));
   unlink("program");
   types = begin();
   assert_false(ty_types_saved_register(types, &program, saved.pc, saved.offset, &reg));
}

/* Debug info apart has none of them: the object has. */
static void joins_two_files(void **state)
{
   const build *b = *state;
   char command[300];
   const char *directory = "kept", *root = made_directory;
   make_program(b);
   snprintf(command, sizeof command,
            "mkdir -p kept/.build-id/%.2s && objcopy --only-keep-debug program "
            "kept/.build-id/%.2s/%s.debug && objcopy --strip-debug program",
            build_id, build_id, build_id + 2);
   run(command);
   for (int i = 0; i < 2; i++) {
      places = (an_source_places){ .debug = &directory, .n_debug = 1 };
      places.roots = &root;
      places.n_roots = (size_t)i; /* then libdw looks for none */
      check_all(b);
   }
   places = (an_source_places){ .n_debug = 0 };
}

static void takes_any_numbers(void **state)
{
   (void)state;
   static const int64_t offsets[] = { INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX };
   static const uint64_t addresses[] = { 0, 1, UINT64_MAX, UINT64_MAX / 2 };
   ty_local local;
   int reg;
   make_program(&optimised);
   said word = find_said("p");
   ty_types *types = begin();
   for (int i = 0; i < 4; i++) {
      assert_false(ty_types_local(types, &program, word.pc, offsets[i], &local));
      assert_false(ty_types_saved_register(types, &program, word.pc, offsets[i], &reg));
      assert_false(ty_types_local(types, &program, addresses[i], word.offset, &local));
      assert_false(ty_types_saved_register(types, &program, addresses[i], -16, &reg));
      assert_false(ty_types_keeps_register(types, &program, addresses[i], 3));
   }
   assert_false(ty_types_register_local(types, &program, word.pc, -1, &local));
   assert_false(ty_types_register_local(types, &program, word.pc, INT32_MAX, &local));
}

#define TEST(test, state) \
   { #test, test, NULL, remove_program, (void *)(uintptr_t)(state) }

int main(void)
{
   static const build by_registers = { "clang", "-O0", 1, 0 };
   enum { N = sizeof builds / sizeof *builds };
   static char names[N][TEXT_B];
   struct CMUnitTest tests[] = {
      TEST(doubts_other_builds, NULL),
      TEST(tells_whose_registers, NULL),
      TEST(needs_no_debug_info_for_registers, NULL),
      TEST(joins_two_files, &optimised),
      TEST(joins_two_files, &by_registers),
      TEST(takes_any_numbers, NULL),
   };
   enum { MORE = sizeof tests / sizeof *tests };
   struct CMUnitTest all[N + MORE];
   memcpy(all + N, tests, sizeof tests);
   for (size_t i = 0; i < N; i++) {
      snprintf(names[i], TEXT_B, "%s %s", builds[i].compiler, builds[i].options);
      all[i] = (struct CMUnitTest)TEST(finds_what_runs, &builds[i]);
      all[i].name = names[i];
   }
   return cmocka_run_group_tests_name("ty_locals", all, made_enter, made_leave);
}

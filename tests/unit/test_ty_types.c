/* test_ty_types.c -- the types of this program's own blocks: it is the object in
   the paths made up here.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <link.h>
#include <unistd.h>

#include "heap/ah_qualify.h"
#include "heap/ah_symbols.h"
#include "heap/ah_type.h"
#include "unit_alloc.h"
#include "base/an_alloc.h"

/* ---- This program as the object of a profile ---- */

static char path[PATH_MAX];
static an_object object;
static char build_id[64 * 2 + 1]; /* "": it has none */
static uint64_t base;

static int take_base(struct dl_phdr_info *info, size_t size_B, void *context)
{
   (void)size_B;
   *(uint64_t *)context = info->dlpi_addr;
   return 1;
}

static void find_text(Elf *elf)
{
   size_t names;
   Elf_Scn *section = NULL;
   assert_int_equal(elf_getshdrstrndx(elf, &names), 0);
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      assert_non_null(gelf_getshdr(section, &header));
      if (strcmp(elf_strptr(elf, names, header.sh_name), ".text") == 0)
         object = (an_object){ .start = base + header.sh_addr,
                               .path = path,
                               .end = base + header.sh_addr + header.sh_size };
   }
   assert_non_null(object.path);
}

static void find_build_id(Elf *elf)
{
   const void *bits;
   ssize_t n = dwelf_elf_gnu_build_id(elf, &bits);
   for (ssize_t i = 0; i < n && i < 64; i++)
      sprintf(build_id + 2 * i, "%02x", ((const unsigned char *)bits)[i]);
}

static int find_object(void **state)
{
   (void)state;
   dl_iterate_phdr(take_base, &base);
   assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
   int fd = open(path, O_RDONLY);
   elf_version(EV_CURRENT);
   Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
   assert_non_null(elf);
   find_text(elf);
   find_build_id(elf);
   elf_end(elf);
   close(fd);
   return 0;
}

/* ---- Sites ---- */

static an_source_places places;
static an_frame frames[4];
static const uint32_t numbers[] = { 0, 1, 2, 3 };
static ty_program program;
static ty_blocks blocks;
static void *volatile kept;

/* Records its caller's address in the innermost frame. */
static __attribute__((noinline)) void *test_alloc(size_t size_B)
{
   frames[0].address = (uintptr_t)__builtin_return_address(0) - 1;
   blocks.min_B = blocks.max_B = (int64_t)size_B;
   kept = malloc(size_B);
   return kept;
}

static void set_frame(size_t i, const char *function, unsigned line)
{
   frames[i].function = function;
   frames[i].file = __FILE__;
   frames[i].line = line;
   blocks.path = (an_path){ numbers, i + 1 };
   program = (ty_program){ .frames = frames, .objects = &object, .n_objects = 1 };
   free(kept);
   kept = NULL;
}

/* The line above this one. */
#define CALLED() set_frame(0, __func__, __LINE__ - 1)

struct point {
   short x, y;
};

struct node {
   struct node *next;
   struct point pos;
   char name[7];
   double weight;
};

static __attribute__((noinline)) void make_node(void)
{
   struct node *n = test_alloc(sizeof *n);
   CALLED();
   n = NULL;
}

static __attribute__((noinline)) void make_array(size_t n)
{
   kept = test_alloc(n * sizeof(struct point));
   CALLED();
}

static __attribute__((noinline)) void make_anything(size_t n)
{
   kept = test_alloc(n);
   CALLED();
}

static __attribute__((noinline)) void *test_alloc_more(size_t n)
{
   void *block = test_alloc(n);
   CALLED();
   return block;
}

static __attribute__((noinline)) void *test_alloc_most(size_t n)
{
   void *block = test_alloc_more(n);
   frames[1].address = (uintptr_t)__builtin_return_address(0) - 1;
   return block;
}

/* Leaves out the frame between: debug info would have to agree with it. */
static __attribute__((noinline)) void make_by_wrapper(void)
{
   struct node *n = test_alloc_most(sizeof *n);
   set_frame(1, __func__, __LINE__ - 1);
   n = NULL;
}

/* ---- Tests ---- */

static ty_types *begin(void)
{
   places = (an_source_places){ .n_directories = 0 };
   frames[0].is_in_file = false;
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   assert_non_null(types);
   return types;
}

static void check_field(const ty_type *type, size_t i, const char *name, size_t offset,
                        size_t size_B, const char *field_type)
{
   assert_true(i < type->n_fields);
   assert_string_equal(type->fields[i].name, name);
   assert_int_equal(type->fields[i].offset, offset);
   assert_int_equal(type->fields[i].size_B, size_B);
   assert_string_equal(type->fields[i].type, field_type);
}

static void check_node(const ty_type *type)
{
   assert_non_null(type);
   assert_string_equal(type->name, "struct node");
   assert_int_equal(type->size_B, sizeof(struct node));
   assert_int_equal(type->n_fields, 5);
   check_field(type, 0, "next", 0, sizeof(void *), "struct node *");
   check_field(type, 1, "pos.x", offsetof(struct node, pos.x), 2, "short int");
   check_field(type, 2, "pos.y", offsetof(struct node, pos.y), 2, "short int");
   check_field(type, 3, "name[7]", offsetof(struct node, name), 7, "char[7]");
   check_field(type, 4, "weight", offsetof(struct node, weight), 8, "double");
}

static void finds_a_type(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_node();
   const ty_type *type = ty_types_find(types, &program, &blocks);
   check_node(type);
   assert_ptr_equal(ty_types_find(types, &program, &blocks), type);
}

static void finds_arrays(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_array(5);
   const ty_type *type = ty_types_find(types, &program, &blocks);
   assert_non_null(type);
   assert_string_equal(type->name, "struct point");
   assert_int_equal(type->size_B, sizeof(struct point));
   blocks.min_B = sizeof(struct point);
   assert_ptr_equal(ty_types_find(types, &program, &blocks), type);
   blocks.min_B++;
   assert_null(ty_types_find(types, &program, &blocks));
}

static void looks_through_wrappers(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_by_wrapper();
   check_node(ty_types_find(types, &program, &blocks));
   blocks.path.n = 1;
   assert_null(ty_types_find(types, &program, &blocks));
}

static void finds_nothing_for_any_memory(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_anything(sizeof(struct node));
   assert_null(ty_types_find(types, &program, &blocks));
}

/* ---- What does not agree ---- */

/* With new ty_types each time: opened objects are kept. */
static void check_null(void)
{
   ty_types *types = begin();
   assert_null(ty_types_find(types, &program, &blocks));
}

static void doubts_frames(void **state)
{
   (void)state;
   make_node();
   frames[0].function = "make_nod";
   check_null();
   frames[0].function = "remake_node";
   check_null();
   frames[0].function = "make_node.part.0";
   frames[0].line++;
   check_null();
   frames[0].line--;
   frames[0].address = object.end;
   check_null();
   make_node();
   blocks.min_B--;
   check_null();
   blocks.max_B--;
   check_null();
   blocks.min_B = blocks.max_B = 0;
   check_null();
   make_node();
   blocks.path.n = 0;
   check_null();
}

static void doubts_objects(void **state)
{
   (void)state;
   an_object good = object;
   make_node();
   object.end += 16;
   check_null();
   object = good;
   object.start += 16; /* not whole pages */
   object.end += 16;
   check_null();
   object = good;
   object.start -= 4096;
   object.end -= 4096;
   check_null(); /* other lines, or none */
   object = good;
   object.path = "/nonexistent/object";
   check_null();
   object.path = "/dev/null";
   check_null();
   object.path = __FILE__;
   check_null();
   object = good;
   program.n_objects = 0;
   check_null();
}

/* Pages, copies and events have no type. */
static void heap_profiles_only(void **state)
{
   (void)state;
   make_node();
   ah_site site = {
      .frames = numbers, .n_frames = 1, .min_size = blocks.min_B, .max_size = blocks.max_B
   };
   ah_profile profile = { .mode = "heap",
                          .frames = frames,
                          .n_frames = 4,
                          .sites = &site,
                          .n_sites = 1,
                          .objects = &object,
                          .n_objects = 1 };
   ty_types *types = begin();
   check_node(ah_type_of_site(types, &profile, &site));
   profile.mode = "pages";
   assert_null(ah_type_of_site(types, &profile, &site));
}

/* Finds no type; lists the object if it was refused. */
static void check_refused(const char *expected)
{
   const char *name, *problem;
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   assert_non_null(types);
   assert_null(ty_types_find(types, &program, &blocks));
   name = ty_types_refused(types, 0, &problem);
   if (expected == NULL) {
      assert_null(name);
   } else {
      assert_string_equal(name, object.path);
      assert_string_equal(problem, expected);
      assert_null(ty_types_refused(types, 1, &problem));
   }
}

static void stays_below_roots(void **state)
{
   (void)state;
   static const char *const roots[] = { "/nonexistent", "/" };
   make_node();
   ty_types *types = begin();
   places.roots = roots;
   places.n_roots = 1;
   check_refused("outside of the source root");
   places.n_roots = 2;
   types = ty_types_new(an_alloc_malloc(), &places);
   check_node(ty_types_find(types, &program, &blocks));
   places.is_closed = true;
   check_refused(NULL); /* as requested */
}

static void opens_files_only(void **state)
{
   (void)state;
   make_node();
   const char *own = object.path;
   begin();
   object.path = "/dev/zero";
   check_refused("not a regular file");
   object.path = "/";
   check_refused("is a directory");
   object.path = "/nonexistent/object";
   check_refused(NULL);
   object.path = own;
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   check_node(ty_types_find(types, &program, &blocks));
}

/* This program is in C: its names are whole.  tests/tool/heap_names.sh has others. */
static void names_no_function_of_c(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_node();
   frames[1] = frames[2] = frames[0];
   frames[2].address = object.end;
   ty_name names[] = { { &frames[2], NULL }, { &frames[1], NULL }, { &frames[0], NULL } };
   ty_types_name(types, &program, names, 3);
   for (size_t i = 0; i < 3; i++)
      assert_null(names[i].name);
   ty_types_name(types, &program, names, 0);
}

static void keeps_frames_without_other_names(void **state)
{
   (void)state;
   ty_types *types = begin();
   make_node();
   frames[0].text = "0x4005: make_node (test_ty_types.c:1)";
   ah_profile profile = {
      .mode = "heap", .frames = frames, .n_frames = 1, .objects = &object, .n_objects = 1
   };
   ah_qualify(&profile, an_alloc_malloc(), types);
   assert_string_equal(frames[0].function, "make_node");
}

/* ---- Frames in files ---- */

/* A profile with one site, whose path is make_node's call, without names. */
static ah_profile *bare_profile(const char *id)
{
   static uint32_t path_frames[] = { 0 };
   static an_object files[1];
   static ah_site site;
   make_node();
   ah_profile *p = ah_profile_new(an_alloc_malloc());
   assert_non_null(p);
   frames[0] = (an_frame){ .text = "0x1: ??? (in a)",
                           .function = "???",
                           .object = path,
                           .address = frames[0].address - base,
                           .is_in_file = true };
   files[0] = (an_object){ .path = path, .build_id = id };
   site = (ah_site){ .frames = path_frames, .n_frames = 1 };
   p->mode = "heap";
   p->frames = frames;
   p->files = files;
   p->sites = &site;
   p->n_frames = p->n_files = p->n_sites = 1;
   return p;
}

static void names_frames_in_files(void **state)
{
   (void)state;
   if (*build_id == '\0')
      skip();
   ty_types *types = begin();
   make_node();
   uint32_t line = frames[0].line;
   ah_profile *p = bare_profile(build_id);
   ah_symbols_find(p, an_alloc_malloc(), types);
   assert_string_equal(p->frames[0].function, "make_node");
   assert_string_equal(strrchr(p->frames[0].file, '/'), "/test_ty_types.c");
   assert_int_equal(p->frames[0].line, line);
   assert_null(strstr(p->frames[0].text, path));
   assert_null(ty_code_differs(ty_types_objects(types), 0));
}

static void doubts_other_builds(void **state)
{
   (void)state;
   static const char *const ids[] = { "00", "0123456789abcdef0123456789abcdef01234567",
                                      NULL };
   for (size_t i = 0; i < 3; i++) {
      ty_types *types = begin();
      ah_profile *p = bare_profile(ids[i]);
      ah_symbols_find(p, an_alloc_malloc(), types);
      assert_string_equal(p->frames[0].function, "???");
      const char *differs = ty_code_differs(ty_types_objects(types), 0);
      assert_true(ids[i] == NULL ? differs == NULL : differs == path);
   }
}

/* ---- Variables ---- */

enum { NODES_LINE = __LINE__ + 1 };
static struct node all_nodes[3] = { { .weight = 1 } };
static int counter = 1;
typedef short row[5];
static short matrix[3][5] = { { 1 } };
static row rows[4] = { { 1 } }; /* an array of arrays */
static _Thread_local struct point in_thread[2] = { { .x = 1 } };

#if defined(__aarch64__)
enum { KNOWS_THREAD_LOCAL = 0 }; /* GCC 12 does not say there where they are */
#else
enum { KNOWS_THREAD_LOCAL = 1 };
#endif

static int take_segment(struct dl_phdr_info *info, size_t size_B, void *context)
{
   (void)size_B;
   *(char **)context = info->dlpi_tls_data;
   return 1;
}

/* Finds what begins at an address of this program, or of its thread-local segment. */
static bool find_variable(ty_types *types, const char *id, const void *address,
                          bool is_thread_local, ty_variable *variable)
{
   static an_object binaries[64]; /* objects are known by address */
   static size_t n;
   an_object *binary = &binaries[n++ % 64];
   char *segment = NULL;
   dl_iterate_phdr(take_segment, &segment);
   *binary = (an_object){ .path = path, .build_id = id };
   uint64_t at = is_thread_local ? (uint64_t)((const char *)address - segment)
                                 : (uintptr_t)address - base;
   return ty_types_variable(types, binary, is_thread_local, at, variable);
}

static void finds_variables(void **state)
{
   (void)state;
   ty_variable found;
   if (*build_id == '\0')
      skip();
   ty_types *types = begin();
   assert_true(find_variable(types, build_id, all_nodes, false, &found));
   assert_string_equal(found.name, "all_nodes");
   assert_string_equal(strrchr(found.file, '/'), "/test_ty_types.c");
   assert_int_equal(found.line, NODES_LINE);
   check_node(found.type); /* that of its elements */
   assert_int_equal(found.n_rows, 0);
   assert_true(find_variable(types, build_id, &counter, false, &found));
   assert_string_equal(found.name, "counter");
   assert_int_equal(found.type->n_fields, 0);
   assert_int_equal(found.type->size_B, sizeof counter);
   assert_int_equal(found.n_rows, 0);
   assert_true(find_variable(types, build_id, matrix, false, &found));
   assert_int_equal(found.n_rows, 3);
   assert_int_equal(found.type->size_B, sizeof matrix[0][0]);
   assert_true(find_variable(types, build_id, rows, false, &found));
   assert_int_equal(found.n_rows, 4);
   assert_int_equal(found.type->size_B, sizeof rows[0][0]);
   if (KNOWS_THREAD_LOCAL) {
      assert_true(find_variable(types, build_id, in_thread, true, &found));
      assert_string_equal(found.name, "in_thread");
      assert_string_equal(found.type->name, "struct point");
   }
}

static void doubts_variables(void **state)
{
   (void)state;
   static const char other[] = "0123456789abcdef0123456789abcdef01234567";
   ty_variable found;
   if (*build_id == '\0')
      skip();
   ty_types *types = begin();
   assert_false(find_variable(types, build_id, &all_nodes[1], false, &found));
   assert_false(find_variable(types, build_id, (void *)(uintptr_t)base, false, &found));
   assert_false(find_variable(types, build_id, in_thread, false, &found));
   assert_false(find_variable(types, NULL, all_nodes, false, &found));
   assert_false(find_variable(types, other, all_nodes, false, &found));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_no_function_of_c),
      cmocka_unit_test(keeps_frames_without_other_names),
      cmocka_unit_test(names_frames_in_files),
      cmocka_unit_test(doubts_other_builds),

      cmocka_unit_test(finds_a_type),
      cmocka_unit_test(finds_arrays),
      cmocka_unit_test(looks_through_wrappers),
      cmocka_unit_test(finds_nothing_for_any_memory),
      cmocka_unit_test(doubts_frames),
      cmocka_unit_test(doubts_objects),
      cmocka_unit_test(heap_profiles_only),
      cmocka_unit_test(stays_below_roots),
      cmocka_unit_test(opens_files_only),

      cmocka_unit_test(finds_variables),
      cmocka_unit_test(doubts_variables),
   };
   return cmocka_run_group_tests_name("ty_types", tests, find_object, NULL);
}

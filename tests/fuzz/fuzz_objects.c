/* fuzz_objects.c -- any bytes as an object with debug info: the types of
   blocks are looked up at many places of its code.  Each found type can be
   shown; and nothing hangs or breaks.

   The bytes are a file, because libdw opens files.  Its .text is at the address in
   the profile; without a .text, nothing is looked up.  The seeds have the
   source below, after the types, and were made by
      cc -g -O1 -fPIC -shared -nostdlib -Wl,--build-id=none
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "types/ty_types.h"

#include <gelf.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PLACES = 24 };

static const char source[] =
   "struct node *make(void)\n{\n   struct node *n = malloc(sizeof *n);\n"
   "   node_t *m = calloc(7, sizeof(struct node));\n   return n->next = m;\n}\n";

static bool find_text(int fd, an_object *object)
{
   size_t names;
   bool found = false;
   Elf_Scn *section = NULL;
   elf_version(EV_CURRENT);
   Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
   bool has_names = elf != NULL && elf_getshdrstrndx(elf, &names) == 0;
   while (has_names && !found && (section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == NULL)
         continue;
      const char *name = elf_strptr(elf, names, header.sh_name);
      found = name != NULL && strcmp(name, ".text") == 0 && header.sh_size < 1 << 20
              && header.sh_size > 0 && header.sh_addr < INT64_MAX - (1 << 21);
      object->start = header.sh_addr;
      object->end = header.sh_addr + header.sh_size;
   }
   elf_end(elf);
   return found;
}

static void check_type(const ty_type *type)
{
   if (type == NULL)
      return;
   assert_true(type->name != NULL && type->size_B > 0);
   for (size_t i = 0; i < type->n_fields; i++) {
      const ty_field *field = &type->fields[i];
      assert_true(field->name != NULL && field->type != NULL);
      assert_true(field->offset >= 0 && field->size_B >= 0);
      assert_true(i == 0 || field[-1].offset <= field->offset);
   }
}

/* At places all over the code, each in a function and on a line of the
   source. */
static void ask(an_object *object, const char *source_path)
{
   static const uint32_t numbers[] = { 0 };
   static const int64_t sizes_B[] = { 24, 40, 48 };
   static const char *const names[] = { "make", "make()" }; /* of C, of C++ */
   an_source_places places = { .directories = NULL };
   ty_types *types = ty_types_new(an_alloc_malloc(), &places);
   assert_non_null(types);
   uint64_t size_B = object->end - object->start;
   for (uint64_t i = 0; i < 2 * PLACES; i++) {
      const char *name = names[i % 2];
      an_frame frame = {
         .text = name,
         .function = name,
         .file = source_path,
         .address = object->start + i / 2 * size_B / PLACES,
         .line = 3 + (uint32_t)(i / 2 / (PLACES / 2)),
      };
      ty_program program = { .frames = &frame, .objects = object, .n_objects = 1 };
      ty_blocks blocks = { { numbers, 1 }, sizes_B[i % 3], sizes_B[i % 3] };
      check_type(ty_types_find(types, &program, &blocks));
   }
   ty_types_free(types);
}

/* A file that only this process sees. */
static int file_of(const void *bytes, size_t size_B, char path[64])
{
   int fd = memfd_create("fuzz", 0);
   assert_true(fd >= 0);
   snprintf(path, 64, "/proc/self/fd/%d", fd);
   for (size_t done_B = 0; done_B < size_B;) {
      ssize_t n = write(fd, (const char *)bytes + done_B, size_B - done_B);
      assert_true(n > 0);
      done_B += (size_t)n;
   }
   return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   char path[64], source_path[64];
   an_object object = { .path = path };
   int source_fd = file_of(source, sizeof source - 1, source_path);
   int fd = file_of(bytes, size_B, path);
   if (find_text(fd, &object))
      ask(&object, source_path);
   close(fd);
   close(source_fd);
   return 0;
}

/* an_binary.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_binary_private.h"
#include "code/an_build_id.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_B = 4096, PAGE_B = 4096 };

static const char installed[] = "/usr/lib/debug";

/* ---- Files --------------------------------------------------------------------- */

static bool has_order_of_host(Elf *elf)
{
   static const uint16_t one = 1;
   const char *ident = elf_getident(elf, NULL);
   return ident != NULL
          && ident[EI_DATA] == (*(const uint8_t *)&one == 1 ? ELFDATA2LSB : ELFDATA2MSB);
}

static void close_file(an_elf_file *file)
{
   if (file->elf == NULL)
      return;
   elf_end(file->elf);
   close(file->fd);
   file->elf = NULL;
}

static bool open_file(an_elf_file *file, const char *path, const char *build_id,
                      const an_source_places *places, const char **problem)
{
   an_source_places open = *places;
   open.is_closed = false; /* an object is no source */
   file->fd = an_source_open_file(path, &open, problem);
   if (file->fd < 0)
      return false;
   elf_version(EV_CURRENT);
   file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
   if (file->elf == NULL) {
      *problem = "not an ELF file";
      close(file->fd);
      return false;
   }
   *problem = elf_kind(file->elf) != ELF_K_ELF      ? "not an ELF file"
              : !has_order_of_host(file->elf)       ? "of another byte order"
              : build_id == NULL                    ? NULL
              : an_build_id_is(file->elf, build_id) ? NULL
                                                    : "of another build";
   if (*problem != NULL)
      close_file(file);
   return *problem == NULL;
}

/* ---- Names of a separate file --------------------------------------------------- */

static bool open_names(an_binary *binary, const char *path, const char *build_id)
{
   const char *problem;
   return open_file(&binary->names, path, build_id, binary->places, &problem);
}

static bool open_kept(an_binary *binary, const char *directory, const char *build_id)
{
   char path[PATH_B];
   int n = snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", directory, build_id,
                    build_id + 2);
   return n < PATH_B && open_names(binary, path, build_id);
}

/* The name in .gnu_debuglink; NULL: there is none. */
static const char *linked_name(Elf *elf)
{
   size_t names;
   Elf_Scn *section = NULL;
   if (elf_getshdrstrndx(elf, &names) != 0)
      return NULL;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      const char *name = gelf_getshdr(section, &header) == NULL
                            ? NULL
                            : elf_strptr(elf, names, header.sh_name);
      if (name == NULL || strcmp(name, ".gnu_debuglink") != 0)
         continue;
      Elf_Data *data = elf_rawdata(section, NULL);
      bool is_text = data != NULL && data->d_buf != NULL
                     && memchr(data->d_buf, '\0', data->d_size) != NULL;
      const char *link = is_text ? data->d_buf : NULL;
      return link == NULL || *link == '\0' || strchr(link, '/') != NULL ? NULL : link;
   }
   return NULL;
}

/* As gdb does: beside the object, below it in .debug, and below /usr/lib/debug. */
static bool open_linked(an_binary *binary, const char *build_id)
{
   static const char *const forms[][2] = { { "", "" },
                                           { "", ".debug/" },
                                           { installed, "" } };
   const char *slash = strrchr(binary->path, '/');
   const char *link = linked_name(binary->code.elf);
   if (link == NULL || slash == NULL)
      return false;
   for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
      char path[PATH_B];
      int n = snprintf(path, sizeof path, "%s%.*s/%s%s", forms[i][0],
                       (int)(slash - binary->path), binary->path, forms[i][1], link);
      if (n < PATH_B && open_names(binary, path, build_id))
         return true;
   }
   return false;
}

/* Only by build id: else the file's sum would have to be made. */
static void find_names(an_binary *binary, const char *build_id)
{
   const an_source_places *places = binary->places;
   for (size_t i = 0; i < places->n_debug; i++)
      if (open_kept(binary, places->debug[i], build_id))
         return;
   if (!open_kept(binary, installed, build_id))
      open_linked(binary, build_id);
}

/* ---- Bytes --------------------------------------------------------------------- */

const uint8_t *an_binary_bytes(const an_binary *binary, uint64_t address, size_t *size_B)
{
   for (size_t i = 0; i < binary->n_segments; i++) {
      GElf_Phdr s;
      if (gelf_getphdr(binary->code.elf, (int)i, &s) == NULL || s.p_type != PT_LOAD
          || address < s.p_vaddr || address - s.p_vaddr >= s.p_filesz)
         continue;
      uint64_t within = address - s.p_vaddr, left_B = s.p_filesz - within;
      if (s.p_offset >= binary->size_B || within >= binary->size_B - s.p_offset)
         return NULL;
      uint64_t at = s.p_offset + within;
      *size_B = left_B < binary->size_B - at ? left_B : binary->size_B - at;
      return binary->bytes + at;
   }
   return NULL;
}

bool an_binary_segment(const an_binary *binary, uint64_t address, an_segment *segment)
{
   for (size_t i = 0; i < binary->n_segments; i++) {
      GElf_Phdr s;
      if (gelf_getphdr(binary->code.elf, (int)i, &s) == NULL || s.p_type != PT_LOAD
          || address < s.p_vaddr || address - s.p_vaddr >= s.p_memsz)
         continue;
      uint64_t into_page = s.p_vaddr % PAGE_B;
      if (into_page > s.p_offset)
         return false;
      *segment = (an_segment){ s.p_vaddr - into_page, s.p_vaddr + s.p_memsz,
                               s.p_offset - into_page };
      return true;
   }
   return false;
}

/* Of a tk_frame_index. */
static bool read_bytes(const void *context, void *to, uint64_t address, size_t size_B)
{
   size_t there_B;
   const uint8_t *bytes = an_binary_bytes(context, address, &there_B);
   if (bytes == NULL || there_B < size_B)
      return false;
   memcpy(to, bytes, size_B);
   return true;
}

static void open_frames(an_binary *binary)
{
   for (size_t i = 0; i < binary->n_segments; i++) {
      GElf_Phdr s;
      if (gelf_getphdr(binary->code.elf, (int)i, &s) != NULL
          && s.p_type == PT_GNU_EH_FRAME
          && tk_frame_index_open(&binary->frames, read_bytes, binary, s.p_vaddr,
                                 s.p_filesz))
         return;
   }
}

/* ---- Opening ------------------------------------------------------------------- */

an_binary *an_binary_open(const tk_alloc *alloc, const char *path, const char *build_id,
                          const an_source_places *places, const char **problem)
{
   an_binary *binary = tk_get(alloc, AN_LABEL, sizeof *binary);
   *binary = (an_binary){ .alloc = alloc, .places = places, .path = path };
   if (!open_file(&binary->code, path, build_id, places, problem)) {
      tk_put(alloc, binary);
      return NULL;
   }
   binary->bytes = (const uint8_t *)elf_rawfile(binary->code.elf, &binary->size_B);
   if (binary->bytes == NULL
       || elf_getphdrnum(binary->code.elf, &binary->n_segments) != 0)
      binary->n_segments = 0;
   open_frames(binary);
   if (build_id != NULL)
      find_names(binary, build_id);
   binary->path = NULL;
   return binary;
}

void an_binary_close(an_binary *binary)
{
   if (binary == NULL)
      return;
   close_file(&binary->names);
   close_file(&binary->code);
   tk_put(binary->alloc, binary);
}

const char *an_binary_arch(const an_binary *binary)
{
   GElf_Ehdr header;
   if (gelf_getehdr(binary->code.elf, &header) == NULL)
      return NULL;
   bool is_64 = header.e_ident[EI_CLASS] == ELFCLASS64;
   return header.e_machine == EM_X86_64 && is_64    ? "amd64"
          : header.e_machine == EM_386 && !is_64    ? "x86"
          : header.e_machine == EM_AARCH64 && is_64 ? "arm64"
                                                    : NULL;
}

/* ty_code_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_code_objects.h"

#include "base/an_alloc.h"
#include "code/an_build_id.h"
#include "types/ty_servers.h"

#include <dwarf.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_B = 4096 };

static const char installed[] = "/usr/lib/debug";

/* An object of the profile, searched once. */
typedef struct opened {
   struct opened *next;
   const an_object *object;
   Dwfl *dwfl;          /* NULL: unusable */
   const char *problem; /* why it was not opened, or NULL */
   bool has_elf;        /* the file at its path is it, with debug info or not */
   bool is_other_build; /* that is another build */
   bool lacks_split;    /* ty_code_lacks_split */
   ty_code_file file;
   uint64_t text, text_B; /* .text in the file; 0, 0: it has none */
   /* The file at its path, for its .eh_frame: debug info apart from it has none. */
   bool has_tried_own; /* to open that */
   int fd;
   Elf *elf; /* NULL: not open, and no fd */
   Dwarf_CFI *cfi;
} opened;

struct ty_code_objects {
   const tk_alloc *alloc;
   const an_source_places *places;
   opened *first;
   ty_trees *trees;
   ty_servers servers;
   char *path; /* where libdw looks for debug info */
   Dwfl_Callbacks anywhere, confined;
};

/* ---- Callbacks of libdw ---- */

/* Separate debug info can be anywhere.  It is not searched for if only files below
   roots can be opened: libdw opens what it finds. */
static int find_none(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                     const char *path, const char *link, GElf_Word crc, char **found)
{
   (void)module, (void)data, (void)name, (void)base, (void)path, (void)link;
   (void)crc, (void)found;
   return -1;
}

/* ":.debug:DIR:/usr/lib/debug", on the heap. */
static char *debug_path(const an_source_places *places)
{
   char *path = NULL;
   size_t size_B;
   FILE *out = an_memstream(&path, &size_B);
   fputs(":.debug", out);
   for (size_t i = 0; i < places->n_debug; i++)
      fprintf(out, ":%s", places->debug[i]);
   fprintf(out, ":%s", installed);
   an_memstream_close(out);
   return path;
}

ty_code_objects *ty_code_objects_new(const tk_alloc *alloc,
                                     const an_source_places *places)
{
   ty_code_objects *objects = tk_get(alloc, AN_LABEL, sizeof *objects);
   *objects = (ty_code_objects){
      .alloc = alloc,
      .places = places,
      .trees = ty_trees_new(alloc,
                            places->n_roots == 0 ? TY_TREES_CACHED_B : TY_TREES_NO_CACHE),
      .path = debug_path(places),
      .anywhere = { .find_elf = dwfl_build_id_find_elf,
                    .find_debuginfo = dwfl_standard_find_debuginfo,
                    .section_address = dwfl_offline_section_address,
                    .debuginfo_path = &objects->path },
      .confined = { .find_elf = dwfl_build_id_find_elf,
                    .find_debuginfo = find_none,
                    .section_address = dwfl_offline_section_address },
   };
   ty_servers_init(&objects->servers);
   return objects;
}

static void close_own(opened *o)
{
   if (o->elf == NULL)
      return;
   dwarf_cfi_end(o->cfi);
   elf_end(o->elf);
   close(o->fd);
   o->elf = NULL;
}

void ty_code_objects_free(ty_code_objects *objects)
{
   ty_trees_close(objects->trees);
   for (opened *o = objects->first; o != NULL; o = o->next) {
      dwfl_end(o->dwfl);
      close_own(o);
   }
   ty_servers_free(&objects->servers);
   free(objects->path);
}

/* ---- Is it the object that was profiled? ---- */

static void find_text(opened *o, Elf *elf)
{
   size_t names;
   Elf_Scn *section = NULL;
   if (elf_getshdrstrndx(elf, &names) != 0)
      return;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == NULL)
         continue;
      const char *name = elf_strptr(elf, names, header.sh_name);
      if (name == NULL || strcmp(name, ".text") != 0)
         continue;
      o->text = header.sh_addr;
      o->text_B = header.sh_size;
      return;
   }
}

/* Does the file's code have the size and the place in its page of the mapped code? */
static bool is_mapped(const opened *o, const an_object *object)
{
   return o->text_B != 0 && o->text_B == object->end - object->start
          && (o->text - object->start) % 4096 == 0;
}

/* ---- Opening an object ---- */

static void close_module(opened *o)
{
   dwfl_end(o->dwfl);
   o->dwfl = NULL;
   o->file = (ty_code_file){ .dwarf = NULL };
}

/* Whether the debug info is split, and the first other file cannot be opened: libdw opens
   what it finds, so none may be opened if only files below roots may. */
static bool has_lost_split(const ty_code_objects *objects, Dwarf *dwarf)
{
   Dwarf_CU *cu = NULL;
   Dwarf_Die unit, split = { .addr = NULL };
   uint8_t kind = DW_UT_compile;
   while (kind != DW_UT_skeleton
          && dwarf_get_units(dwarf, cu, &cu, NULL, &kind, &unit, NULL) == 0) {}
   if (kind != DW_UT_skeleton)
      return false;
   return objects->places->n_roots > 0
          || dwarf_cu_info(cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) != 0
          || split.addr == NULL;
}

/* Uses the only module of o->dwfl.  False, with it closed, if it has no debug info or is
   another build. */
static bool use_module(const ty_code_objects *objects, opened *o, Dwfl_Module *module)
{
   GElf_Addr bias = 0, dwarf_bias = 0;
   const char *id = o->object->build_id;
   dwfl_report_end(o->dwfl, NULL, NULL);
   Elf *elf = module == NULL ? NULL : dwfl_module_getelf(module, &bias);
   bool is_same = elf != NULL && (id == NULL || an_build_id_is(elf, id));
   if (is_same) {
      find_text(o, elf);
      is_same = id != NULL || is_mapped(o, o->object);
   }
   Dwarf *dwarf = is_same ? dwfl_module_getdwarf(module, &dwarf_bias) : NULL;
   o->has_elf |= is_same;
   o->is_other_build |= elf != NULL && !is_same;
   o->lacks_split = dwarf != NULL && has_lost_split(objects, dwarf);
   if (dwarf == NULL || (o->lacks_split && objects->places->n_roots > 0)) {
      close_module(o);
      return false;
   }
   o->file = (ty_code_file){
      .dwarf = dwarf, .module = module, .to_pc = bias - dwarf_bias, .to_module = bias
   };
   return true;
}

static bool begin_module(ty_code_objects *objects, opened *o)
{
   o->dwfl = dwfl_begin(objects->places->n_roots == 0 ? &objects->anywhere
                                                      : &objects->confined);
   return o->dwfl != NULL;
}

static bool open_file(ty_code_objects *objects, opened *o, const char *path,
                      const char **problem)
{
   an_source_places open = *objects->places;
   open.is_closed = false; /* an object is no source */
   int fd = an_source_open_file(path, &open, problem);
   if (fd < 0)
      return false;
   Dwfl_Module *module = !begin_module(objects, o)
                            ? NULL
                            : dwfl_report_elf(o->dwfl, path, path, fd, 0, true);
   if (module == NULL)
      close(fd);
   return use_module(objects, o, module);
}

/* Opens debug info that is kept by build id. */
static bool open_kept(ty_code_objects *objects, opened *o, const char *directory)
{
   char path[PATH_B];
   const char *problem, *id = o->object->build_id;
   int n = snprintf(path, sizeof path, "%s/.build-id/%.2s/%s.debug", directory, id,
                    id + 2);
   opened kept = *o; /* the flags are about the object's own path */
   if (n >= PATH_B || !open_file(objects, &kept, path, &problem))
      return false;
   kept.is_other_build = o->is_other_build;
   kept.has_elf = o->has_elf;
   *o = kept;
   return true;
}

/* Has libdw ask servers for the object and its debug info. */
static bool open_from_servers(ty_code_objects *objects, opened *o)
{
   enum { BYTES_MOST = 64 };
   unsigned char bits[BYTES_MOST];
   const char *id = o->object->build_id;
   size_t n = strlen(id) / 2;
   if (n > BYTES_MOST || !begin_module(objects, o))
      return false;
   for (size_t i = 0; i < n; i++)
      bits[i] = (unsigned char)strtoul((char[]){ id[2 * i], id[2 * i + 1], 0 }, NULL, 16);
   Dwfl_Module *module = dwfl_report_module(o->dwfl, o->object->path, 0, 1);
   if (module == NULL || dwfl_module_report_build_id(module, bits, n, 0) != 0) {
      close_module(o);
      return false;
   }
   return use_module(objects, o, module);
}

static bool open_locally(ty_code_objects *objects, opened *o)
{
   const an_source_places *places = objects->places;
   if (open_file(objects, o, o->object->path, &o->problem))
      return true;
   if (o->object->build_id == NULL)
      return false;
   for (size_t i = 0; i < places->n_debug; i++)
      if (open_kept(objects, o, places->debug[i]))
         return true;
   return open_kept(objects, o, installed);
}

static void ask_servers(ty_code_objects *objects, opened *o)
{
   const char *problem;
   if (objects->places->n_roots > 0 || !ty_servers_begin(&objects->servers))
      return;
   bool is_open = o->has_elf ? open_file(objects, o, o->object->path, &problem)
                             : open_from_servers(objects, o);
   ty_servers_end(&objects->servers, is_open);
}

/* Different profiles can have the same object. */
static bool is_same_object(const an_object *a, const an_object *b)
{
   if (a->path == b->path && a->build_id == b->build_id)
      return true;
   return a->build_id != NULL && b->build_id != NULL
          && strcmp(a->build_id, b->build_id) == 0 && strcmp(a->path, b->path) == 0;
}

/* An object, opened if that is possible. */
static opened *try_object(ty_code_objects *objects, const an_object *object, bool asks)
{
   opened *o = objects->first;
   while (o != NULL && !is_same_object(o->object, object))
      o = o->next;
   if (o == NULL) {
      o = tk_get(objects->alloc, AN_LABEL, sizeof *o);
      *o = (opened){ .next = objects->first, .object = object };
      objects->first = o;
      if (!open_locally(objects, o) && asks)
         ask_servers(objects, o);
   }
   return o;
}

/* An object, opened; NULL: it is unusable. */
static const opened *find_object(ty_code_objects *objects, const an_object *object,
                                 bool asks)
{
   const opened *o = try_object(objects, object, asks);
   ty_trees_reads(objects->trees, o->object->path);
   return o->dwfl == NULL ? NULL : o;
}

/* ---- Answers ---- */

ty_trees *ty_code_trees(const ty_code_objects *objects)
{
   return objects->trees;
}

const char *ty_code_refused(const ty_code_objects *objects, size_t i,
                            const char **problem)
{
   for (const opened *o = objects->first; o != NULL; o = o->next)
      if (an_source_is_refusal(o->problem) && i-- == 0) {
         *problem = o->problem;
         return o->object->path;
      }
   return NULL;
}

const char *ty_code_differs(const ty_code_objects *objects, size_t i)
{
   for (const opened *o = objects->first; o != NULL; o = o->next)
      if (o->object->build_id != NULL && o->is_other_build && o->dwfl == NULL && i-- == 0)
         return o->object->path;
   return NULL;
}

const char *ty_code_lacks_split(const ty_code_objects *objects, size_t i)
{
   for (const opened *o = objects->first; o != NULL; o = o->next)
      if (o->lacks_split && i-- == 0)
         return o->object->path;
   return NULL;
}

Dwarf *ty_code_dwarf(ty_code_objects *objects, const an_object *object, uint64_t *to_pc)
{
   const opened *o = find_object(objects, object, false);
   if (o == NULL || !is_mapped(o, object)) {
      *to_pc = 0;
      return NULL;
   }
   *to_pc = o->text - object->start + o->file.to_pc;
   return o->file.dwarf;
}

bool ty_code_file_find(ty_code_file *file, ty_code_objects *objects,
                       const an_object *object)
{
   const opened *o = object->build_id == NULL ? NULL : find_object(objects, object, true);
   if (o != NULL)
      *file = o->file;
   return o != NULL;
}

/* ---- Unwinding ---- */

static void open_own(ty_code_objects *objects, opened *o)
{
   const char *problem;
   an_source_places open = *objects->places;
   open.is_closed = false;
   o->has_tried_own = true;
   o->fd = an_source_open_file(o->object->path, &open, &problem);
   if (o->fd < 0)
      return;
   elf_version(EV_CURRENT);
   o->elf = elf_begin(o->fd, ELF_C_READ_MMAP, NULL);
   if (o->elf == NULL)
      close(o->fd);
   else if (an_build_id_is(o->elf, o->object->build_id))
      o->cfi = dwarf_getcfi_elf(o->elf);
}

static Dwarf_Frame *rules_at(Dwarf_CFI *cfi, Dwarf_Addr pc)
{
   Dwarf_Frame *rules;
   return cfi != NULL && dwarf_cfi_addrframe(cfi, pc, &rules) == 0 ? rules : NULL;
}

static Dwarf_Frame *rules_of_module(const opened *o, uint64_t address)
{
   Dwarf_Addr bias;
   uint64_t at = address + o->file.to_module;
   Dwarf_CFI *cfi = dwfl_module_eh_cfi(o->file.module, &bias);
   Dwarf_Frame *rules = rules_at(cfi, cfi == NULL ? 0 : at - bias);
   if (rules != NULL)
      return rules;
   cfi = dwfl_module_dwarf_cfi(o->file.module, &bias);
   return rules_at(cfi, cfi == NULL ? 0 : at - bias);
}

Dwarf_Frame *ty_code_rules(ty_code_objects *objects, const an_object *object,
                           uint64_t address)
{
   opened *o = object->build_id == NULL ? NULL : try_object(objects, object, true);
   Dwarf_Frame *rules = NULL;
   if (o == NULL)
      return NULL;
   if (o->dwfl != NULL)
      rules = rules_of_module(o, address);
   if (rules == NULL && o->has_elf && !o->has_tried_own)
      open_own(objects, o);
   return rules != NULL ? rules : rules_at(o->cfi, address);
}

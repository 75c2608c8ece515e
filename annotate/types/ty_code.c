/* ty_code.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_code.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LABEL "hp.code"

/* ---- Objects ---- */

/* An object of the profile, searched once. */
typedef struct opened {
   struct opened *next;
   const an_object *object;
   Dwfl *dwfl;  /* NULL: unusable */
   const char *problem; /* why it was not opened, or NULL */
   Dwarf *dwarf;
   uint64_t to_pc; /* what to add to an address */
} opened;

struct ty_code_objects {
   const tk_alloc *alloc;
   const an_source_places *places;
   opened *first;
};

ty_code_objects *ty_code_objects_new(const tk_alloc *alloc,
                                     const an_source_places *places)
{
   ty_code_objects *objects = tk_get(alloc, LABEL, sizeof *objects);
   if (objects != NULL)
      *objects = (ty_code_objects){ alloc, places, NULL };
   /* libdw would ask servers for debug info; a report must not. */
   unsetenv("DEBUGINFOD_URLS");
   return objects;
}

void ty_code_objects_free(ty_code_objects *objects)
{
   if (objects == NULL)
      return;
   while (objects->first != NULL) {
      opened *next = objects->first->next;
      dwfl_end(objects->first->dwfl);
      tk_put(objects->alloc, objects->first);
      objects->first = next;
   }
   tk_put(objects->alloc, objects);
}

/* ---- Opening an object ---- */

/* Separate debug info can be anywhere.  It is not searched for if only files below
   roots can be opened: libdw opens what it finds. */
static int find_none(Dwfl_Module *module, void **data, const char *name,
                     Dwarf_Addr base, const char *path, const char *link,
                     GElf_Word crc, char **found)
{
   (void)module, (void)data, (void)name, (void)base, (void)path, (void)link;
   (void)crc, (void)found;
   return -1;
}

/* What to add to the profile's addresses to get those in the file.  False if the
   file's code has another size than the mapped code: it is another file. */
static bool find_text(Elf *elf, const an_object *object, uint64_t *to_file)
{
   size_t names;
   Elf_Scn *section = NULL;
   if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0)
      return false;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      if (gelf_getshdr(section, &header) == NULL)
         continue;
      const char *name = elf_strptr(elf, names, header.sh_name);
      if (name == NULL || strcmp(name, ".text") != 0)
         continue;
      *to_file = header.sh_addr - object->start;
      return header.sh_size == object->end - object->start
             && *to_file % 4096 == 0;
   }
   return false;
}

static bool open_dwarf(opened *o, const an_source_places *places)
{
   static char *no_path;
   static const Dwfl_Callbacks anywhere = {
      .find_elf = dwfl_build_id_find_elf,
      .find_debuginfo = dwfl_standard_find_debuginfo,
      .section_address = dwfl_offline_section_address,
      .debuginfo_path = &no_path,
   };
   static const Dwfl_Callbacks confined = {
      .find_elf = dwfl_build_id_find_elf,
      .find_debuginfo = find_none,
      .section_address = dwfl_offline_section_address,
   };
   uint64_t to_file;
   GElf_Addr bias;
   const char *path = o->object->path;
   an_source_places open = *places;
   open.is_closed = false; /* an object is no source */
   int fd = an_source_open_file(path, &open, &o->problem);
   if (fd < 0)
      return false;
   o->dwfl = dwfl_begin(places->n_roots == 0 ? &anywhere : &confined);
   Dwfl_Module *module
      = o->dwfl == NULL ? NULL
                        : dwfl_report_elf(o->dwfl, path, path, fd, 0, true);
   if (module == NULL) {
      close(fd);
      return false;
   }
   dwfl_report_end(o->dwfl, NULL, NULL);
   if (!find_text(dwfl_module_getelf(module, &bias), o->object, &to_file))
      return false;
   o->to_pc = to_file + bias;
   o->dwarf = dwfl_module_getdwarf(module, &bias);
   o->to_pc -= bias;
   return o->dwarf != NULL;
}

/* NULL: unusable, or memory ran out. */
static const opened *open_object(ty_code_objects *objects,
                                 const an_object *object)
{
   opened *o = objects->first;
   while (o != NULL && o->object != object)
      o = o->next;
   if (o == NULL) {
      o = tk_get(objects->alloc, LABEL, sizeof *o);
      if (o == NULL)
         return NULL;
      *o = (opened){ .next = objects->first, .object = object };
      objects->first = o;
      if (!open_dwarf(o, objects->places)) {
         dwfl_end(o->dwfl);
         o->dwfl = NULL;
      }
   }
   return o->dwfl == NULL ? NULL : o;
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

Dwarf *ty_code_dwarf(ty_code_objects *objects, const an_object *object,
                     uint64_t *to_pc)
{
   const opened *o = open_object(objects, object);
   *to_pc = o == NULL ? 0 : o->to_pc;
   return o == NULL ? NULL : o->dwarf;
}

/* ---- Code ---- */

/* clang writes no .debug_aranges: then search every unit. */
static bool find_unit(Dwarf *dwarf, Dwarf_Addr pc, Dwarf_Die *unit)
{
   if (dwarf_addrdie(dwarf, pc, unit) != NULL)
      return true;
   Dwarf_CU *cu = NULL;
   while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, unit, NULL) == 0)
      if (dwarf_tag(unit) == DW_TAG_compile_unit && dwarf_haspc(unit, pc) == 1)
         return true;
   return false;
}

static bool has_code(int tag)
{
   return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine
          || tag == DW_TAG_lexical_block || tag == DW_TAG_try_block
          || tag == DW_TAG_catch_block;
}

static bool has_functions(int tag)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_enumeration_type
          || ty_die_is_struct_tag(tag);
}

typedef struct {
   ty_code *code;
   int depth;
} scope_search;

/* Visits children until one contains the code, and lists what contains the code
   from the inside out.  (dwarf_getscopes fails with link-time optimisation.) */
static bool see_scope(void *context, Dwarf_Die *die)
{
   scope_search *s = context;
   int tag = dwarf_tag(die);
   bool is_here = has_code(tag) && dwarf_haspc(die, s->code->pc) == 1;
   if ((!is_here && !has_functions(tag)) || s->depth == TY_CODE_DEPTH)
      return true;
   s->depth++;
   bool is_deeper = !ty_die_children(die, see_scope, s);
   s->depth--;
   if (is_here)
      s->code->scopes[s->code->n_scopes++] = *die;
   return !is_here && !is_deeper;
}

bool ty_code_find(ty_code *code, ty_code_objects *objects,
                  const an_object *object, uint64_t address)
{
   const opened *o = open_object(objects, object);
   Dwarf_Die unit;
   code->n_scopes = 0;
   if (o == NULL)
      return false;
   code->pc = address + o->to_pc;
   if (!find_unit(o->dwarf, code->pc, &unit))
      return false;
   Dwarf_Line *line = dwarf_getsrc_die(&unit, code->pc);
   scope_search s = { code, 0 };
   return line != NULL && dwarf_lineno(line, &code->line) == 0
          && !ty_die_children(&unit, see_scope, &s);
}

/* ---- Functions ---- */

static bool is_function(Dwarf_Die *die)
{
   int tag = dwarf_tag(die);
   return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

bool ty_function_at(ty_function *function, ty_code *code, size_t i)
{
   size_t first = 0, end = 0;
   for (size_t n = 0; n <= i; n++) {
      first = end;
      while (end < code->n_scopes && !is_function(&code->scopes[end]))
         end++;
      if (end == code->n_scopes)
         return false;
      end++;
   }
   *function = (ty_function){ .code = code, .blocks = code->scopes + first,
                              .n_blocks = end - first };
   return true;
}

bool ty_function_open(ty_function *function, ty_code *code, size_t i)
{
   if (!ty_function_at(function, code, i))
      return false;
   Dwarf_Die declaration = ty_die_declaration(*ty_function_die(function));
   if (dwarf_diecu(&declaration, &function->unit, NULL, NULL) == NULL)
      return false;
   Dwarf_Attribute attribute;
   function->directory = dwarf_formstring(
      dwarf_attr(&function->unit, DW_AT_comp_dir, &attribute));
   int n = dwarf_getscopes_die(&declaration, &function->parents);
   if (n <= 0)
      function->parents = NULL;
   function->n_parents = n > 0 ? (size_t)n : 0;
   return true;
}

void ty_function_close(ty_function *function)
{
   free(function->parents);
   function->parents = NULL;
}

Dwarf_Die *ty_function_die(const ty_function *function)
{
   return &function->blocks[function->n_blocks - 1];
}

static bool is_of_word(char c)
{
   return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Whether the name contains the word, not as part of a longer word. */
static bool has_word(const char *name, const char *word, size_t length)
{
   for (const char *at = name; *at != '\0'; at++)
      if (strncmp(at, word, length) == 0 && !is_of_word(at[length])
          && (at == name || !is_of_word(at[-1])))
         return true;
   return false;
}

/* For "list<int>::push(int)" debug info has "push", for Rust's Box<T>::new it has
   "new<a::b>", and for clones by gcc the name without ".part.0".  Valgrind has a
   name of its own for functions that it cannot name. */
bool ty_function_is(const ty_function *function, const char *name)
{
   const char *own = dwarf_diename(ty_function_die(function));
   if (own == NULL || *own == '\0')
      return false;
   size_t length = strncmp(own, "operator", 8) == 0 ? strlen(own)
                                                    : strcspn(own, "<");
   return has_word(name, own, length)
          || strcmp(name, "UnknownInlinedFun") == 0;
}

bool ty_function_call(const ty_function *function, const char **file,
                      uint32_t *line)
{
   return ty_die_call(ty_function_die(function), file, line);
}

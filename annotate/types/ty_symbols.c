/* ty_symbols.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_symbols.h"

#include "types/ty_code.h"
#include "types/ty_names.h"

#include <dwarf.h>
#include <string.h>

/* An address, and what is known there. */
typedef struct {
   ty_code_file file;
   ty_code code;
   const char *symbol; /* that contains it */
   bool is_qualified;  /* the unit's names have scopes */
} place;

/* The symbol must contain the address: libdw also finds the one before. */
static const char *symbol_at(const ty_code_file *file, uint64_t address)
{
   GElf_Off offset;
   GElf_Sym symbol;
   const char *name = dwfl_module_addrinfo(file->module, address + file->to_module,
                                           &offset, &symbol, NULL, NULL, NULL);
   return name != NULL && offset < symbol.st_size ? name : NULL;
}

static bool find_place(place *p, ty_code_objects *objects, const an_object *object,
                       uint64_t address)
{
   Dwarf_Die unit;
   if (!ty_code_file_find(&p->file, objects, object))
      return false;
   p->symbol = symbol_at(&p->file, address);
   p->is_qualified = false;
   if (p->symbol == NULL)
      return false; /* debug info comes with symbols: skip the search of its units */
   if (ty_code_at(&p->code, ty_code_trees(objects), p->file.dwarf,
                  address + p->file.to_pc))
      p->is_qualified = ty_names_are_qualified(
         dwarf_diecu(&p->code.scopes[0], &unit, NULL, NULL));
   return true;
}

/* gcc's clones, such as "f.part.0", have a symbol of their own. */
static const char *name_of(const place *p, tk_arena *arena, const ty_function *function,
                           bool is_outermost)
{
   Dwarf_Die *die = ty_function_die(function);
   if (p->is_qualified)
      return ty_names_whole(arena, p->code.trees, die);
   return is_outermost ? p->symbol : dwarf_diename(die);
}

/* libdw has put the directory before some names already, which shows only if it is
   relative itself. */
const char *ty_symbols_whole_file(tk_arena *arena, Dwarf_Die *die, const char *file)
{
   Dwarf_Die unit;
   Dwarf_Attribute attribute;
   if (file == NULL || *file == '/' || dwarf_diecu(die, &unit, NULL, NULL) == NULL)
      return file;
   const char *directory = dwarf_formstring(
      dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
   size_t n = directory == NULL ? 0 : strlen(directory), n_file = strlen(file);
   bool has_directory = n > 0 && strncmp(file, directory, n) == 0 && file[n] == '/';
   if (n == 0 || has_directory)
      return file;
   tk_arena_reserve(arena, n + n_file + 2);
   char *text = (char *)arena->at;
   arena->at += n + n_file + 2;
   memcpy(text, directory, n);
   text[n] = '/';
   memcpy(text + n + 1, file, n_file + 1);
   return text;
}

static void set_line(ty_symbol *symbol, Dwarf_Line *line)
{
   int number;
   symbol->file = line == NULL ? NULL : dwarf_linesrc(line, NULL, NULL);
   if (symbol->file != NULL && dwarf_lineno(line, &number) == 0 && number > 0)
      symbol->line = (uint32_t)number;
}

/* There is no debug info for this code. */
static size_t only_symbol(ty_symbol *symbol, const place *p)
{
   *symbol = (ty_symbol){ .function = p->symbol };
   return 1;
}

size_t ty_symbols_at(ty_symbol symbols[TY_SYMBOLS_MOST], ty_code_objects *objects,
                     tk_arena *arena, const an_object *object, uint64_t address)
{
   place p;
   ty_function function, outer;
   Dwarf_Die unit;
   ty_symbol next = { .line = 0 };
   size_t n = 0;
   if (!find_place(&p, objects, object, address))
      return 0;
   bool is_known = ty_function_at(&function, &p.code, 0);
   if (!is_known)
      return only_symbol(symbols, &p);
   set_line(&next, dwarf_getsrc_die(dwarf_diecu(&p.code.scopes[0], &unit, NULL, NULL),
                                    p.code.pc));
   for (; is_known && n < TY_SYMBOLS_MOST; n++) {
      is_known = ty_function_at(&outer, &p.code, n + 1);
      symbols[n] = next;
      symbols[n].file = ty_symbols_whole_file(arena, &p.code.scopes[0], next.file);
      symbols[n].function = name_of(&p, arena, &function, !is_known);
      if (symbols[n].function == NULL)
         return only_symbol(symbols, &p);
      next = (ty_symbol){ .line = 0 };
      ty_function_call(&function, &next.file, &next.line);
      function = outer;
   }
   return n;
}

bool ty_symbols_function(ty_symbol *symbol, ty_code_objects *objects, tk_arena *arena,
                         const an_object *object, uint64_t address)
{
   place p;
   ty_function function, last;
   size_t i = 0;
   if (!find_place(&p, objects, object, address))
      return false;
   while (ty_function_at(&function, &p.code, i)) {
      last = function;
      i++;
   }
   if (i == 0)
      return only_symbol(symbol, &p) > 0;
   Dwarf_Die *die = ty_function_die(&last);
   *symbol = (ty_symbol){ .function = name_of(&p, arena, &last, true),
                          .file = ty_symbols_whole_file(arena, die, ty_die_file(die)),
                          .line = ty_die_line(die) };
   return symbol->function != NULL || only_symbol(symbol, &p) > 0;
}

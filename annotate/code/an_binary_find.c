/* an_binary_find.c -- functions and their names: one pass over each table of symbols.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_search.h"
#include "base/tk_count.h"
#include "code/an_binary_private.h"

#include <stdlib.h>

/* ---- Sorted addresses ----------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
   return tk_compare(((const an_code *)a)->address, ((const an_code *)b)->address);
}

static void sort(an_code *codes, size_t n)
{
   if (n > 0) /* else there need not be an array */
      qsort(codes, n, sizeof *codes, by_address);
}

/* The first that is not before the address. */
static size_t first_from(const an_code *codes, size_t n, uint64_t address)
{
   return TK_SEARCH(i, n, codes[i].address < address);
}

/* ---- Tables --------------------------------------------------------------------- */

typedef struct {
   Elf *elf;
   Elf_Data *data;
   size_t n; /* symbols, or relocations */
   GElf_Shdr header;
} table;

/* The next table of a type behind *section, which is NULL at first. */
static bool next_table(table *t, Elf *elf, Elf64_Word type, Elf_Scn **section)
{
   while ((*section = elf_nextscn(elf, *section)) != NULL) {
      if (gelf_getshdr(*section, &t->header) == NULL || t->header.sh_type != type)
         continue;
      t->elf = elf;
      t->data = elf_getdata(*section, NULL);
      if (t->data == NULL || t->header.sh_entsize == 0)
         continue;
      t->n = t->data->d_size / t->header.sh_entsize;
      if (t->n > INT32_MAX)
         t->n = INT32_MAX;
      return true;
   }
   return false;
}

/* ---- Functions ------------------------------------------------------------------ */

/* How sure a name is: of several for the same code, the highest counts.  0: none. */
enum { LOCAL = 1, WEAK, GLOBAL, SETTLED /* by another table */ };

static unsigned rank_of(const GElf_Sym *symbol)
{
   unsigned bind = GELF_ST_BIND(symbol->st_info);
   return bind == STB_GLOBAL ? GLOBAL : bind == STB_WEAK ? WEAK : LOCAL;
}

static bool is_code(const GElf_Sym *symbol)
{
   unsigned type = GELF_ST_TYPE(symbol->st_info);
   return symbol->st_shndx != SHN_UNDEF && symbol->st_name != 0
          && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE);
}

static void set_name(an_code *code, const table *t, const GElf_Sym *symbol)
{
   const char *name = elf_strptr(t->elf, t->header.sh_link, symbol->st_name);
   if (name == NULL || *name == '\0' || *name == '$') /* $x: arm64's mark of code */
      return;
   code->name = name;
   code->rank = rank_of(symbol);
   if (symbol->st_size != 0) {
      code->start = symbol->st_value;
      code->end = symbol->st_value + symbol->st_size;
   }
}

/* Whether the symbol says more of an address within it than what is known: it is the
   first, has less code, or is the better name of the same. */
static bool is_better(const an_code *code, const GElf_Sym *symbol)
{
   uint64_t known_B = code->end - code->start;
   if (code->rank == 0)
      return true;
   return code->rank < SETTLED
          && (symbol->st_size < known_B
              || (symbol->st_size == known_B && rank_of(symbol) > code->rank));
}

static void offer_sized(an_code *codes, size_t n, const table *t, const GElf_Sym *symbol)
{
   uint64_t end = symbol->st_value + symbol->st_size;
   size_t i = first_from(codes, n, symbol->st_value);
   for (; i < n && codes[i].address < end; i++)
      if (is_better(&codes[i], symbol))
         set_name(&codes[i], t, symbol);
}

/* Assembly's symbols can have no size: they name a function that begins there. */
static void offer_unsized(an_code *codes, size_t n, const table *t,
                          const GElf_Sym *symbol)
{
   size_t i = first_from(codes, n, symbol->st_value);
   for (; i < n
          && (codes[i].address == symbol->st_value || codes[i].start == symbol->st_value);
        i++)
      if (codes[i].rank == 0)
         set_name(&codes[i], t, symbol);
}

static void find_in_table(an_code *codes, size_t n, const table *t)
{
   GElf_Sym symbol;
   for (size_t i = 0; i < t->n && gelf_getsym(t->data, (int)i, &symbol) != NULL; i++) {
      if (!is_code(&symbol))
         continue;
      if (symbol.st_size == 0)
         offer_unsized(codes, n, t, &symbol);
      else
         offer_sized(codes, n, t, &symbol);
   }
   for (size_t i = 0; i < n; i++)
      if (codes[i].rank != 0)
         codes[i].rank = SETTLED;
}

static void find_in_tables(an_code *codes, size_t n, Elf *elf, Elf64_Word type)
{
   table t;
   Elf_Scn *section = NULL;
   while (elf != NULL && next_table(&t, elf, type, &section))
      find_in_table(codes, n, &t);
}

void an_binary_find(an_binary *binary, an_code *codes, size_t n)
{
   sort(codes, n);
   for (size_t i = 0; i < n; i++) {
      an_code code = { .address = codes[i].address };
      code.start = tk_frame_index_function(&binary->frames, code.address, &code.end);
      codes[i] = code;
   }
   find_in_tables(codes, n, binary->names.elf, SHT_SYMTAB);
   find_in_tables(codes, n, binary->code.elf, SHT_SYMTAB);
   find_in_tables(codes, n, binary->code.elf, SHT_DYNSYM);
}

/* ---- What the loader puts somewhere --------------------------------------------- */

/* The name of a symbol of the table in section `number`; NULL: none. */
static const char *symbol_name(Elf *elf, size_t number, size_t i)
{
   GElf_Shdr header;
   GElf_Sym symbol;
   Elf_Scn *section = elf_getscn(elf, number);
   if (section == NULL || gelf_getshdr(section, &header) == NULL)
      return NULL;
   Elf_Data *data = elf_getdata(section, NULL);
   if (data == NULL || i > INT32_MAX || gelf_getsym(data, (int)i, &symbol) == NULL)
      return NULL;
   const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
   return name == NULL || *name == '\0' ? NULL : name;
}

/* The address and the symbol of the i-th relocation. */
static bool get_relocation(const table *t, size_t i, uint64_t *address, size_t *symbol)
{
   GElf_Rela rela;
   GElf_Rel rel;
   if (t->header.sh_type == SHT_RELA) {
      if (gelf_getrela(t->data, (int)i, &rela) == NULL)
         return false;
      *address = rela.r_offset;
      *symbol = GELF_R_SYM(rela.r_info);
      return true;
   }
   if (gelf_getrel(t->data, (int)i, &rel) == NULL)
      return false;
   *address = rel.r_offset;
   *symbol = GELF_R_SYM(rel.r_info);
   return true;
}

static void find_in_relocations(an_code *codes, size_t n, const table *t)
{
   uint64_t address;
   size_t symbol;
   for (size_t i = 0; i < t->n && get_relocation(t, i, &address, &symbol); i++) {
      if (symbol == 0)
         continue;
      for (size_t k = first_from(codes, n, address); k < n && codes[k].address == address;
           k++)
         if (codes[k].name == NULL)
            codes[k].name = symbol_name(t->elf, t->header.sh_link, symbol);
   }
}

void an_binary_find_imports(an_binary *binary, an_code *codes, size_t n)
{
   static const Elf64_Word types[] = { SHT_RELA, SHT_REL };
   sort(codes, n);
   for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
      table t;
      Elf_Scn *section = NULL;
      while (next_table(&t, binary->code.elf, types[i], &section))
         find_in_relocations(codes, n, &t);
   }
}

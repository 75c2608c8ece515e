/* tk_elf_data.c -- SPDX-License-Identifier: GPL-2.0-or-later

   System V ABI, "Object Files", and its supplements for AMD64 and i386; "ELF Handling
   For Thread-Local Storage" (Drepper). */

#include "code/tk_elf_data.h"

#include "base/tk_array.h"
#include "base/tk_chars.h"
#include "code/tk_elf_form.h"

enum { IS_64 = sizeof(uintptr_t) == 8 };

enum {
   SECTION_SYMBOLS = 2,
   SECTION_RELA = 4,
   SECTION_NO_BITS = 8,
   SECTION_REL = 9,
   SECTION_DYNAMIC_SYMBOLS = 11,
   IS_MAPPED = 2,
   IS_CODE = 4,
   IS_TLS = 0x400,
   SYMBOL_ANY = 0,
   SYMBOL_OBJECT = 1,
   SYMBOL_COMMON = 5,
   SYMBOL_TLS = 6,
   BIND_LOCAL = 0,
   BIND_GLOBAL = 1,
   INDEX_RESERVED = 0xff00,
   SEGMENT_TLS = 7,
   RELOCATION_MODULE = IS_64 ? 16 : 35,
   RELOCATION_OFFSET = IS_64 ? 18 : 14,
   RELOCATION_DESCRIPTOR = IS_64 ? 36 : 41, /* of two words; the second counts */
   NAMES_MAX_B = 1 << 30,
   AT_ONCE = 64, /* items that are read together */
};

typedef struct {
   uint32_t name, type;
   uintptr_t flags, addr, offset, size_B;
   uint32_t link, info;
   uintptr_t align, item_B;
} section;

typedef struct {
   uint32_t name;
#if UINTPTR_MAX > UINT32_MAX
   uint8_t info, other;
   uint16_t section;
   uintptr_t value, size_B;
#else
   uintptr_t value, size_B;
   uint8_t info, other;
   uint16_t section;
#endif
} symbol;

typedef struct {
   uintptr_t addr, info;
   intptr_t addend; /* not in a "rel" section */
} relocation;

/* The file that is being read. */
typedef struct {
   tk_elf_data *data;
   const tk_elf_file *file;
   tk_elf_header header;
   section *sections;
} reader;

/* ---- Reading --------------------------------------------------------- */

static bool is_in(const tk_elf_file *file, uint64_t offset, uint64_t size_B)
{
   return offset <= file->size_B && size_B <= file->size_B - offset;
}

static bool copy_bytes(const tk_elf_file *file, uint64_t offset, void *to, size_t size_B)
{
   return is_in(file, offset, size_B) && file->fetch(file->context, offset, to, size_B);
}

static bool open_file(reader *r, tk_elf_data *data, const tk_elf_file *file)
{
   *r = (reader){ .data = data, .file = file };
   tk_elf_header *header = &r->header;
   if (!copy_bytes(file, 0, header, sizeof *header) || !tk_elf_is_of_host(header))
      return false;
   size_t size_B = header->n_sections * sizeof(section);
   if (size_B == 0 || header->section_B != sizeof(section)
       || !is_in(file, header->sections, size_B))
      header->n_sections = 0;
   if (header->n_sections == 0)
      return true;
   r->sections = tk_get(data->alloc, "tk.elf.sections", size_B);
   if (copy_bytes(file, header->sections, r->sections, size_B))
      return true;
   tk_put(data->alloc, r->sections);
   return false;
}

static const section *section_of_type(const reader *r, uint32_t type)
{
   for (size_t i = 0; i < r->header.n_sections; i++)
      if (r->sections[i].type == type)
         return &r->sections[i];
   return NULL;
}

/* The items of a table are given to `take`, until it returns false. */
static void read_items(reader *r, const section *table, size_t item_B,
                       bool (*take)(reader *r, const void *item, const section *table))
{
   char items[AT_ONCE * sizeof(symbol)];
   size_t n = table->item_B == item_B ? table->size_B / item_B : 0;
   for (size_t i = 0; i < n; i += AT_ONCE) {
      size_t some = n - i < AT_ONCE ? n - i : AT_ONCE;
      if (!copy_bytes(r->file, table->offset + i * item_B, items, some * item_B))
         return;
      for (size_t k = 0; k < some; k++)
         if (!take(r, items + k * item_B, table))
            return;
   }
}

/* ---- Sections, the TLS segment ---------------------------------------- */

static bool is_data(const section *s)
{
   return (s->flags & IS_MAPPED) != 0 && (s->flags & IS_TLS) == 0
          && s->addr <= UINTPTR_MAX - s->size_B;
}

/* Sorted: files have few, and mostly in order. */
static void keep_sections(reader *r)
{
   tk_elf_data *data = r->data;
   for (size_t i = 0; i < r->header.n_sections; i++) {
      const section *s = &r->sections[i];
      if (!is_data(s) || s->size_B == 0)
         continue;
      TK_ARRAY_ROOM(data->alloc, "tk.elf.sections", data->sections, data->n_sections,
                    data->max_sections);
      size_t at = data->n_sections++;
      for (; at > 0 && data->sections[at - 1].start > s->addr; at--)
         data->sections[at] = data->sections[at - 1];
      data->sections[at] = (tk_elf_section){ s->addr, s->addr + s->size_B };
   }
}

static void find_tls(reader *r)
{
   tk_elf_segment s;
   for (size_t i = 0; i < r->header.n_segments && i < TK_ELF_SEGMENTS_MAX; i++)
      if (r->header.segment_B == sizeof s
          && copy_bytes(r->file, r->header.segments + i * sizeof s, &s, sizeof s)
          && s.type == SEGMENT_TLS) {
         r->data->tls_segment.end = s.memory_B;
         r->data->tls_align = s.align;
      }
}

/* ---- Where the thread-local variables are ----------------------------- */

/* Only relocations without a symbol, or with the file's own: another file may have the
   variable that the dynamic linker has chosen. */
static bool get_own_symbol(const reader *r, const section *table, size_t index,
                           uintptr_t *value)
{
   symbol s;
   *value = 0;
   if (index == 0)
      return true;
   if (table->link >= r->header.n_sections)
      return false;
   const section *symbols = &r->sections[table->link];
   if (index >= symbols->size_B / sizeof s
       || !copy_bytes(r->file, symbols->offset + index * sizeof s, &s, sizeof s)
       || s.section == 0 || (s.info & 15) != SYMBOL_TLS || (s.info >> 4) != BIND_GLOBAL)
      return false;
   *value = s.value;
   return true;
}

/* The number that a "rel" section leaves in the file, in the relocated word. */
static bool get_word(const reader *r, uintptr_t addr, intptr_t *word)
{
   for (size_t i = 0; i < r->header.n_sections; i++) {
      const section *s = &r->sections[i];
      if (is_data(s) && s->type != SECTION_NO_BITS && addr >= s->addr
          && addr - s->addr <= s->size_B && s->size_B - (addr - s->addr) >= sizeof *word)
         return copy_bytes(r->file, s->offset + (addr - s->addr), word, sizeof *word);
   }
   return false;
}

static tk_elf_tls tls_word_of(uint32_t type)
{
   switch (type) {
   case RELOCATION_MODULE: return TK_ELF_TLS_MODULE;
   case RELOCATION_OFFSET: return TK_ELF_TLS_OFFSET;
   case RELOCATION_DESCRIPTOR: return TK_ELF_TLS_EITHER;
   default: return TK_ELF_TLS_UNKNOWN;
   }
}

static bool take_relocation(reader *r, const void *item, const section *table)
{
   relocation one = { 0 };
   tk_elf_data *data = r->data;
   __builtin_memcpy(&one, item, table->item_B);
   uint32_t type = IS_64 ? (uint32_t)one.info : (uint32_t)one.info & 0xff;
   size_t index = IS_64 ? (size_t)((uint64_t)one.info >> 32) : (size_t)one.info >> 8;
   uintptr_t value;
   tk_elf_tls word = tls_word_of(type);
   if (word == TK_ELF_TLS_UNKNOWN || !get_own_symbol(r, table, index, &value))
      return true;
   if (word == TK_ELF_TLS_EITHER)
      one.addr += sizeof(uintptr_t);
   if (word != TK_ELF_TLS_MODULE && table->type == SECTION_REL
       && !get_word(r, one.addr, &one.addend))
      return true;
   data->tls_word = word;
   data->tls_word_addr = one.addr;
   data->tls_addend = value + (uintptr_t)one.addend;
   return index != 0; /* that with a symbol is taken if there is no other */
}

static void find_tls_word(reader *r)
{
   for (size_t i = 0; i < r->header.n_sections; i++) {
      const section *s = &r->sections[i];
      if ((s->flags & IS_MAPPED) == 0)
         continue;
      if (s->type == SECTION_RELA)
         read_items(r, s, sizeof(relocation), take_relocation);
      else if (s->type == SECTION_REL)
         read_items(r, s, offsetof(relocation, addend), take_relocation);
      if (r->data->tls_word != TK_ELF_TLS_UNKNOWN)
         return;
   }
}

/* ---- Symbols --------------------------------------------------------- */

/* Is a symbol without size a mark of the linker, such as the end of a section?  They
   begin with "__", or are these. */
static bool is_mark(const char *name)
{
   static const char *const marks[] = {
      "_edata", "edata", "_end", "end", "_etext", "etext", "data_start", "_bss_end__",
   };
   if (name[0] == '_' && name[1] == '_')
      return true;
   for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
      if (tk_chars_compare(name, marks[i]) == 0)
         return true;
   return false;
}

/* An assembler's label in data has no type. */
static bool is_variable(const reader *r, const symbol *s)
{
   uint32_t type = s->info & 15;
   if (s->name == 0 || s->section == 0 || s->section >= INDEX_RESERVED
       || s->section >= r->header.n_sections)
      return false;
   const section *in = &r->sections[s->section];
   if (type == SYMBOL_TLS)
      return (in->flags & IS_TLS) != 0;
   return is_data(in)
          && (type == SYMBOL_OBJECT || type == SYMBOL_COMMON
              || (type == SYMBOL_ANY && (in->flags & IS_CODE) == 0));
}

static bool take_symbol(reader *r, const void *item, const section *table)
{
   symbol s;
   tk_elf_data *data = r->data;
   (void)table;
   __builtin_memcpy(&s, item, sizeof s);
   if (!is_variable(r, &s))
      return true;
   bool is_tls = (s.info & 15) == SYMBOL_TLS;
   struct tk_elf_symbols *to = is_tls ? &data->tls : &data->statics;
   const section *in = &r->sections[s.section];
   TK_ARRAY_ROOM(data->alloc, "tk.elf.symbols", to->list, to->n, to->capacity);
   to->list[to->n++] = (tk_elf_symbol){
      .addr = s.value,
      .size_B = s.size_B <= UINTPTR_MAX - s.value ? s.size_B : 0,
      .section_end = is_tls ? data->tls_segment.end : in->addr + in->size_B,
      .name_at = s.name,
      .is_global = (s.info >> 4) != BIND_LOCAL,
   };
   return true;
}

/* Copies the name, without its version; false: there are too many. */
static bool keep_name(tk_elf_data *data, const char *name, tk_elf_symbol *of)
{
   size_t n = 0;
   while (name[n] != '\0' && name[n] != '@')
      n++;
   if (data->names_B > NAMES_MAX_B - n)
      return false;
   TK_ARRAY_ROOM_FOR(n + 1, data->alloc, "tk.elf.names", data->names, data->names_B,
                     data->max_names_B);
   of->name_at = (uint32_t)data->names_B;
   __builtin_memcpy(data->names + data->names_B, name, n);
   data->names_B += n;
   data->names[data->names_B++] = '\0';
   return true;
}

/* Keeps the symbols of which a name can be kept. */
static void name_symbols(tk_elf_data *data, struct tk_elf_symbols *symbols,
                         const char *names, size_t names_B)
{
   size_t n = 0;
   for (size_t i = 0; i < symbols->n; i++) {
      tk_elf_symbol *s = &symbols->list[i];
      if (s->name_at >= names_B)
         continue;
      const char *name = names + s->name_at;
      if (*name != '\0' && *name != '@' && (s->size_B != 0 || !is_mark(name))
          && keep_name(data, name, s))
         symbols->list[n++] = *s;
   }
   symbols->n = n;
}

/* The names do not move any more. */
static void point_to_names(const tk_elf_data *data, struct tk_elf_symbols *symbols)
{
   for (size_t i = 0; i < symbols->n; i++)
      symbols->list[i].name = data->names + symbols->list[i].name_at;
}

/* The text that a section holds, with a 0 behind it; NULL: there is none. */
static char *read_text(const reader *r, uint32_t index, size_t *size_B)
{
   if (index >= r->header.n_sections)
      return NULL;
   const section *s = &r->sections[index];
   if (s->type == SECTION_NO_BITS || s->size_B > NAMES_MAX_B
       || !is_in(r->file, s->offset, s->size_B))
      return NULL;
   char *text = tk_get(r->data->alloc, "tk.elf.text", s->size_B + 1);
   if (!copy_bytes(r->file, s->offset, text, s->size_B)) {
      tk_put(r->data->alloc, text);
      return NULL;
   }
   text[s->size_B] = '\0';
   *size_B = s->size_B;
   return text;
}

static void read_symbols(reader *r, const section *table)
{
   tk_elf_data *data = r->data;
   size_t names_B = 0;
   char *names = read_text(r, table->link, &names_B);
   data->statics.n = data->tls.n = data->names_B = 0;
   if (names != NULL)
      read_items(r, table, sizeof(symbol), take_symbol);
   name_symbols(data, &data->statics, names, names_B);
   name_symbols(data, &data->tls, names, names_B);
   point_to_names(data, &data->statics);
   point_to_names(data, &data->tls);
   tk_put(data->alloc, names);
}

/* ---- The whole -------------------------------------------------------- */

bool tk_elf_data_read(tk_elf_data *data, const tk_elf_file *file, const tk_alloc *alloc)
{
   reader r;
   *data = (tk_elf_data){ .alloc = alloc };
   if (!open_file(&r, data, file))
      return false;
   find_tls(&r);
   const section *symbols = section_of_type(&r, SECTION_SYMBOLS);
   data->is_complete = symbols != NULL;
   if (symbols == NULL)
      symbols = section_of_type(&r, SECTION_DYNAMIC_SYMBOLS);
   keep_sections(&r);
   if (symbols != NULL)
      read_symbols(&r, symbols);
   if (data->tls_segment.end > 0)
      find_tls_word(&r);
   tk_put(alloc, r.sections);
   return true;
}

void tk_elf_data_complete(tk_elf_data *data, const tk_elf_file *debug)
{
   reader r;
   if (data->is_complete || !open_file(&r, data, debug))
      return;
   const section *symbols = section_of_type(&r, SECTION_SYMBOLS);
   if (symbols != NULL && symbols->size_B > 0) {
      read_symbols(&r, symbols);
      data->is_complete = true;
   }
   tk_put(data->alloc, r.sections);
}

void tk_elf_data_free(tk_elf_data *data)
{
   tk_put(data->alloc, data->statics.list);
   tk_put(data->alloc, data->tls.list);
   tk_put(data->alloc, data->sections);
   tk_put(data->alloc, data->names);
   *data = (tk_elf_data){ .alloc = data->alloc };
}

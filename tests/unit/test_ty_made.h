/* test_ty_made.h -- debug info made by hand: of any language, and with any error.

   DIE and OPEN add an entry to the unit that made_unit began, and return its offset,
   which others refer to; CLOSE ends the children of the last OPEN.  MADE_LATER is a
   reference that made_link sets when its target is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_TY_MADE_H
#define TEST_TY_MADE_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
   MADE_MOST_B = 1 << 18,
   MADE_TEXT = 0x401000, /* where the code is */
   MADE_TEXT_B = 0x1000,
   MADE_LATER = 0xffffffff,
   MADE_SYMBOLS = 8,
};

typedef struct made_bytes {
   size_t n;
   uint8_t at[MADE_MOST_B];
} made_bytes;

typedef struct made_symbol {
   const char *name;
   uint64_t address, size_B;
} made_symbol;

/* A row of the line table: from this address on, code is of this line. */
typedef struct made_line {
   uint64_t address;
   int file, line; /* of made.files, from 1 on */
} made_line;

/* What the object has.  made_begin resets it. */
typedef struct made_object {
   made_bytes abbreviations, info, lines, locations, frames;
   size_t n_kinds, unit; /* abbreviations; where the open unit begins */
   size_t later;         /* where the last MADE_LATER is */
   const char *build_id; /* bytes in hexadecimal; NULL: none */
   made_symbol symbols[MADE_SYMBOLS];
   size_t n_symbols;
   bool is_stripped; /* no debug info */
} made_object;

static made_object made;

/* ---- Bytes ---- */

static inline void made_put(made_bytes *to, const void *bytes, size_t n)
{
   if (n > MADE_MOST_B - to->n)
      abort();
   memcpy(to->at + to->n, bytes, n);
   to->n += n;
}

static inline void made_put_8(made_bytes *to, uint8_t x)
{
   made_put(to, &x, 1);
}
static inline void made_put_16(made_bytes *to, uint16_t x)
{
   made_put(to, &x, 2);
}
static inline void made_put_32(made_bytes *to, uint32_t x)
{
   made_put(to, &x, 4);
}
static inline void made_put_64(made_bytes *to, uint64_t x)
{
   made_put(to, &x, 8);
}

static inline void made_put_text(made_bytes *to, const char *text)
{
   made_put(to, text, strlen(text) + 1);
}

static inline void made_put_number(made_bytes *to, uint64_t x)
{
   for (; x >= 0x80; x >>= 7)
      made_put_8(to, (uint8_t)(x | 0x80));
   made_put_8(to, (uint8_t)x);
}

/* Writes the length of what follows it. */
static inline void made_set_length(made_bytes *to, size_t at)
{
   uint32_t length = (uint32_t)(to->n - at - 4);
   memcpy(to->at + at, &length, 4);
}

/* ---- Entries ---- */

typedef struct made_attribute {
   int name, form;
   const char *text; /* also the bytes of an expression, n of them */
   uint64_t n;
} made_attribute;

#define NUMBER(name, x) { name, DW_FORM_udata, NULL, (uint64_t)(x) }
#define TEXT(name, text) { name, DW_FORM_string, text, 0 }
#define FLAG(name) { name, DW_FORM_flag_present, NULL, 0 }
#define REFERENCE(name, to) { name, DW_FORM_ref_addr, NULL, to }
#define EXPRESSION(name, bytes) { name, DW_FORM_exprloc, bytes, sizeof(bytes) - 1 }
#define NAME(text) TEXT(DW_AT_name, text)
#define TYPE(to) REFERENCE(DW_AT_type, to)
#define SIZE(size_B) NUMBER(DW_AT_byte_size, size_B)
#define OFFSET(offset) NUMBER(DW_AT_data_member_location, offset)
#define CODE(from, size_B) \
   { DW_AT_low_pc, DW_FORM_addr, NULL, from }, NUMBER(DW_AT_high_pc, size_B)
#define DIE(tag, ...) \
   made_entry(tag, false, (const made_attribute[]){ __VA_ARGS__, { 0, 0, NULL, 0 } })
#define OPEN(tag, ...) \
   made_entry(tag, true, (const made_attribute[]){ __VA_ARGS__, { 0, 0, NULL, 0 } })
#define CLOSE() made_put_8(&made.info, 0)

static inline void made_put_value(const made_attribute *a)
{
   made_bytes *to = &made.info;
   switch (a->form) {
   case DW_FORM_udata: made_put_number(to, a->n); break;
   case DW_FORM_string: made_put_text(to, a->text); break;
   case DW_FORM_addr: made_put_64(to, a->n); break;
   case DW_FORM_sec_offset: made_put_32(to, (uint32_t)a->n); break;
   case DW_FORM_ref_addr:
      if (a->n == MADE_LATER)
         made.later = to->n;
      made_put_32(to, (uint32_t)a->n);
      break;
   case DW_FORM_exprloc:
      made_put_number(to, a->n);
      made_put(to, a->text, a->n);
      break;
   default: break; /* a flag */
   }
}

/* Each entry has an abbreviation of its own. */
static inline size_t made_entry(int tag, bool has_children, const made_attribute *of)
{
   size_t at = made.info.n;
   made_put_number(&made.abbreviations, ++made.n_kinds);
   made_put_number(&made.abbreviations, (unsigned)tag);
   made_put_8(&made.abbreviations, has_children);
   made_put_number(&made.info, made.n_kinds);
   for (; of->name != 0; of++) {
      made_put_number(&made.abbreviations, (unsigned)of->name);
      made_put_number(&made.abbreviations, (unsigned)of->form);
      made_put_value(of);
   }
   made_put_16(&made.abbreviations, 0);
   return at;
}

/* The last MADE_LATER refers to this. */
static inline void made_link(size_t target)
{
   uint32_t to = (uint32_t)target;
   memcpy(made.info.at + made.later, &to, 4);
}

static inline void made_begin(void)
{
   memset(&made, 0, sizeof made);
}

/* DWARF 4.  Its children are next, up to made_unit_end. */
static inline size_t made_unit_of(int language, const char *directory, uint64_t from,
                                  uint64_t size_B)
{
   made.unit = made.info.n;
   made_put_32(&made.info, 0);
   made_put_16(&made.info, 4);
   made_put_32(&made.info, 0);
   made_put_8(&made.info, 8);
   return OPEN(DW_TAG_compile_unit, NAME("made.c"), NUMBER(DW_AT_language, language),
               TEXT(DW_AT_comp_dir, directory), CODE(from, size_B),
               { DW_AT_stmt_list, DW_FORM_sec_offset, NULL, 0 });
}

/* With all of the code. */
static inline size_t made_unit(int language, const char *directory)
{
   return made_unit_of(language, directory, MADE_TEXT, MADE_TEXT_B);
}

static inline void made_unit_end(void)
{
   CLOSE();
   made_set_length(&made.info, made.unit);
}

/* ---- Lines ---- */

/* The line table of all units; `files` ends with NULL, rows with address 0.  Files of the
   directory "sub" stay relative for libdw, others not. */
static inline void made_lines(const char *const *files, const made_line *rows)
{
   static const uint8_t operands[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1 };
   made_bytes *to = &made.lines;
   int line = 1;
   to->n = 0;
   made_put_32(to, 0);
   made_put_16(to, 2);
   made_put_32(to, 0);
   made_put(to, (const uint8_t[]){ 1, 1, 0, 1, sizeof operands + 1 }, 5);
   made_put(to, operands, sizeof operands);
   made_put_text(to, "sub");
   made_put_8(to, 0);
   for (; *files != NULL; files++) {
      bool is_in_sub = strncmp(*files, "sub/", 4) == 0;
      made_put_text(to, *files + (is_in_sub ? 4 : 0));
      made_put(to, (const uint8_t[]){ is_in_sub, 0, 0 }, 3);
   }
   made_put_8(to, 0);
   made_set_length(to, 6);
   for (; rows->address != 0; rows++) {
      made_put(to, (const uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
      made_put_64(to, rows->address);
      made_put_8(to, DW_LNS_set_file);
      made_put_number(to, (unsigned)rows->file);
      made_put_8(to, DW_LNS_advance_line);
      for (; line > rows->line; line--)
         made_put(to, (const uint8_t[]){ 0x7f, DW_LNS_advance_line }, 2);
      made_put_8(to, 0);
      for (; line < rows->line; line++)
         made_put(to, (const uint8_t[]){ DW_LNS_advance_line, 1 }, 2);
      made_put_8(to, DW_LNS_copy);
   }
   made_put(to, (const uint8_t[]){ 0, 9, DW_LNE_set_address }, 3);
   made_put_64(to, MADE_TEXT + MADE_TEXT_B);
   made_put(to, (const uint8_t[]){ 0, 1, DW_LNE_end_sequence }, 3);
   made_set_length(to, 0);
}

/* A list of one location: from an offset of the unit's code on, for so many bytes.
   Returns its place, for DW_AT_location. */
static inline size_t made_location(uint64_t from, uint64_t size_B, const void *expression,
                                   size_t n)
{
   size_t at = made.locations.n;
   made_put_64(&made.locations, from);
   made_put_64(&made.locations, from + size_B);
   made_put_16(&made.locations, (uint16_t)n);
   made_put(&made.locations, expression, n);
   made_put_64(&made.locations, 0);
   made_put_64(&made.locations, 0);
   return at;
}

/* ---- Unwinding ---- */

/* Pads what began at an offset with DW_CFA_nop, and sets its length. */
static inline void made_frame_end(size_t at)
{
   while ((made.frames.n - at - 4) % 8 != 0)
      made_put_8(&made.frames, DW_CFA_nop);
   made_set_length(&made.frames, at);
}

/* Rules for code: at its start, the CFA is rsp + 8, with the return address below; the
   instructions say how it goes on. */
static inline void made_frame(uint64_t from, uint64_t size_B, const void *instructions,
                              size_t n)
{
   static const uint8_t common[] = {
      1, 0, 1, 0x78, 16, DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1
   };
   made_bytes *to = &made.frames;
   if (to->n == 0) {
      made_put_32(to, 0);
      made_put_32(to, UINT32_MAX);
      made_put(to, common, sizeof common);
      made_frame_end(0);
   }
   size_t at = to->n;
   made_put_32(to, 0);
   made_put_32(to, 0); /* what is common */
   made_put_64(to, from);
   made_put_64(to, size_B);
   made_put(to, instructions, n);
   made_frame_end(at);
}

/* ---- The object ---- */

static inline void made_check(bool is_good)
{
   if (!is_good) {
      fprintf(stderr, "libelf: %s\n", elf_errmsg(-1));
      abort();
   }
}

/* The section's number.  The content must live until the end. */
static inline size_t made_section(Elf *elf, made_bytes *names, const char *name,
                                  GElf_Shdr header, const void *content, size_t size_B)
{
   Elf_Scn *section = elf_newscn(elf);
   Elf_Data *data = elf_newdata(section);
   made_check(section != NULL && data != NULL);
   *data = (Elf_Data){ .d_buf = (void *)(uintptr_t)content,
                       .d_size = size_B,
                       .d_type = header.sh_type == SHT_SYMTAB ? ELF_T_SYM : ELF_T_BYTE,
                       .d_align = 8,
                       .d_version = EV_CURRENT };
   header.sh_name = (GElf_Word)names->n;
   made_put_text(names, name);
   made_check(gelf_update_shdr(section, &header) != 0);
   return elf_ndxscn(section);
}

static inline void made_add_note(Elf *elf, made_bytes *names, made_bytes *note)
{
   size_t n = strlen(made.build_id) / 2;
   note->n = 0;
   made_put_32(note, 4);
   made_put_32(note, (uint32_t)n);
   made_put_32(note, 3); /* NT_GNU_BUILD_ID */
   made_put_text(note, "GNU");
   for (size_t i = 0; i < n; i++) {
      const char digits[] = { made.build_id[2 * i], made.build_id[2 * i + 1], '\0' };
      made_put_8(note, (uint8_t)strtoul(digits, NULL, 16));
   }
   made_section(elf, names, ".note.gnu.build-id",
                (GElf_Shdr){ .sh_type = SHT_NOTE,
                             .sh_flags = SHF_ALLOC,
                             .sh_addr = MADE_TEXT - 0x800 },
                note->at, note->n);
}

static inline void made_add_symbols(Elf *elf, made_bytes *names, made_bytes *texts,
                                    size_t text)
{
   static Elf64_Sym symbols[MADE_SYMBOLS + 1];
   texts->n = 0;
   made_put_8(texts, 0);
   for (size_t i = 0; i < made.n_symbols; i++) {
      symbols[i + 1] = (Elf64_Sym){ .st_name = (Elf64_Word)texts->n,
                                    .st_shndx = (Elf64_Section)text,
                                    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                    .st_value = made.symbols[i].address,
                                    .st_size = made.symbols[i].size_B };
      made_put_text(texts, made.symbols[i].name);
   }
   size_t strings = made_section(
      elf, names, ".strtab", (GElf_Shdr){ .sh_type = SHT_STRTAB }, texts->at, texts->n);
   made_section(elf, names, ".symtab",
                (GElf_Shdr){ .sh_type = SHT_SYMTAB,
                             .sh_link = (GElf_Word)strings,
                             .sh_info = 1,
                             .sh_entsize = sizeof *symbols },
                symbols, (made.n_symbols + 1) * sizeof *symbols);
}

/* All of the file is mapped, with .text at its address. */
static inline void made_map(Elf *elf, size_t text)
{
   GElf_Shdr header;
   made_check(elf_update(elf, ELF_C_NULL) > 0
              && gelf_getshdr(elf_getscn(elf, text), &header) != NULL);
   GElf_Phdr map = { .p_type = PT_LOAD,
                     .p_flags = PF_R | PF_X,
                     .p_align = 0x1000,
                     .p_offset = header.sh_offset,
                     .p_vaddr = header.sh_addr,
                     .p_paddr = header.sh_addr,
                     .p_filesz = header.sh_size,
                     .p_memsz = header.sh_size };
   made_check(gelf_update_phdr(elf, 0, &map) != 0);
}

/* Writes the object into a file. */
static inline void made_write(int fd)
{
   static made_bytes names, texts, note;
   static const uint8_t code[MADE_TEXT_B];
   const uint16_t order = 1;
   elf_version(EV_CURRENT);
   Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
   made_check(elf != NULL && gelf_newehdr(elf, ELFCLASS64) != NULL
              && gelf_newphdr(elf, 1) != NULL);
   names.n = 0;
   made_put_8(&names, 0);
   size_t text = made_section(elf, &names, ".text",
                              (GElf_Shdr){ .sh_type = SHT_PROGBITS,
                                           .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                                           .sh_addr = MADE_TEXT },
                              code, sizeof code);
   elf_getdata(elf_getscn(elf, text), NULL)->d_align = 0x1000;
   const GElf_Shdr plain = { .sh_type = SHT_PROGBITS };
   if (made.build_id != NULL)
      made_add_note(elf, &names, &note);
   if (!made.is_stripped) {
      made_put_8(&made.abbreviations, 0);
      made_section(elf, &names, ".debug_abbrev", plain, made.abbreviations.at,
                   made.abbreviations.n);
      made_section(elf, &names, ".debug_info", plain, made.info.at, made.info.n);
      made_section(elf, &names, ".debug_line", plain, made.lines.at, made.lines.n);
      if (made.locations.n > 0)
         made_section(elf, &names, ".debug_loc", plain, made.locations.at,
                      made.locations.n);
      if (made.frames.n > 0)
         made_section(elf, &names, ".debug_frame", plain, made.frames.at, made.frames.n);
   }
   if (made.n_symbols > 0)
      made_add_symbols(elf, &names, &texts, text);
   size_t last = made_section(elf, &names, ".shstrtab",
                              (GElf_Shdr){ .sh_type = SHT_STRTAB }, names.at,
                              names.n + sizeof ".shstrtab");
   GElf_Ehdr header;
   made_check(gelf_getehdr(elf, &header) != NULL);
   header.e_type = ET_EXEC;
   header.e_machine = EM_X86_64;
   header.e_version = EV_CURRENT;
   header.e_shstrndx = (GElf_Half)last;
   header.e_ident[EI_DATA] = *(const uint8_t *)&order == 1 ? ELFDATA2LSB : ELFDATA2MSB;
   made_check(gelf_update_ehdr(elf, &header) != 0);
   made_map(elf, text);
   made_check(elf_update(elf, ELF_C_WRITE) > 0);
   elf_end(elf);
}

/* The object's debug info; made_end frees it. */
static inline Dwarf *made_dwarf(void)
{
   FILE *file = tmpfile();
   made_check(file != NULL);
   made_write(fileno(file));
   Dwarf *dwarf = dwarf_begin(fileno(file), DWARF_C_READ); /* maps it */
   fclose(file);
   if (dwarf == NULL) {
      fprintf(stderr, "libdw: %s\n", dwarf_errmsg(-1));
      abort();
   }
   return dwarf;
}

static inline void made_end(Dwarf *dwarf)
{
   dwarf_end(dwarf);
}

/* A directory that is the current one: set-up and tear-down of a group. */
static char made_directory[] = "/tmp/test_ty_made.XXXXXX";

static inline int made_enter(void **state)
{
   (void)state;
   return mkdtemp(made_directory) == NULL ? -1 : chdir(made_directory);
}

static inline int made_leave(void **state)
{
   (void)state;
   char command[sizeof made_directory + 16];
   snprintf(command, sizeof command, "rm -rf %s", made_directory);
   return chdir("/") == 0 ? system(command) : -1;
}

/* The object as a file of the current directory. */
static inline void made_file(const char *name)
{
   int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
   made_check(fd >= 0);
   made_write(fd);
   close(fd);
}

static inline Dwarf_Die made_die(Dwarf *dwarf, size_t offset)
{
   Dwarf_Die die;
   if (dwarf_offdie(dwarf, offset, &die) == NULL) {
      fprintf(stderr, "libdw: %s\n", dwarf_errmsg(-1));
      abort();
   }
   return die;
}

#endif

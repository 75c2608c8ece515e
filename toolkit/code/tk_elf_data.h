/* tk_elf_data.h -- the variables that an ELF file names, and where its thread-local
   ones are found; pure.

   The file is read by its section headers, which are not mapped.  Nothing in it is
   trusted: what does not fit the file is left out.  Its words must be those of the host.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/tk_alloc.h"

typedef struct tk_elf_file {
   /* Reads all size_B bytes at the offset, or returns false. */
   bool (*fetch)(void *context, uint64_t offset, void *to, size_t size_B);
   void *context;
   uint64_t size_B;
} tk_elf_file;

typedef struct tk_elf_symbol {
   uintptr_t addr;   /* in the file; of a thread-local variable: in the TLS segment */
   uintptr_t size_B; /* 0: unknown */
   uintptr_t section_end; /* of the section it is in; 0: unknown */
   const char *name;      /* in data's names, without a version */
   uint32_t name_at;
   bool is_global;
} tk_elf_symbol;

typedef struct tk_elf_section {
   uintptr_t start, end; /* addresses in the file */
} tk_elf_section;

/* What the dynamic linker writes into a word of the mapped file. */
typedef enum tk_elf_tls {
   TK_ELF_TLS_UNKNOWN,
   TK_ELF_TLS_MODULE, /* the module's number */
   TK_ELF_TLS_OFFSET, /* the segment's address, less the thread pointer, plus `addend` */
   TK_ELF_TLS_EITHER, /* that offset, which is negative; or the address of the number */
} tk_elf_tls;

typedef struct tk_elf_data {
   const tk_alloc *alloc;
   bool is_complete; /* the symbols are those of .symtab: of all variables */
   struct tk_elf_symbols {
      tk_elf_symbol *list;
      size_t n, capacity;
   } statics, tls;           /* in the file's order */
   tk_elf_section *sections; /* in memory, without thread-local ones; by address */
   size_t n_sections, max_sections;
   char *names;
   size_t names_B, max_names_B;
   tk_elf_section tls_segment; /* from 0; empty: there is none */
   uintptr_t tls_align;
   tk_elf_tls tls_word;
   uintptr_t tls_word_addr, tls_addend;
} tk_elf_data;

/* Reads the file.  False if it is no ELF file of the host's kind; then there is nothing
   to free. */
bool tk_elf_data_read(tk_elf_data *data, const tk_elf_file *file, const tk_alloc *alloc);

/* Takes the symbols of the file with the debug information, if it has all and `data` has
   not. */
void tk_elf_data_complete(tk_elf_data *data, const tk_elf_file *debug);

void tk_elf_data_free(tk_elf_data *data);

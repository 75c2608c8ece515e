/* test_ty_program.h -- a program with one allocation and variables, made by hand, as the
   object "object" of the current directory; its source is a.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_TY_PROGRAM_H
#define TEST_TY_PROGRAM_H

#include "test_ty_made.h"

enum { PROGRAM_NODE_B = 16, PROGRAM_TABLE = 0x5000, PROGRAM_BUFFER = 0x40 };

static const char program_id[] = "0123456789abcdef";

/* A variable, at the address that follows the operation. */
static inline void program_variable(const char *name, size_t type, int operation,
                                    uint64_t address, int end)
{
   char bytes[10] = { (char)operation };
   memcpy(bytes + 1, &address, 8);
   bytes[9] = (char)end;
   DIE(DW_TAG_variable, NAME(name), TYPE(type), NUMBER(DW_AT_decl_file, 1),
       { DW_AT_location, DW_FORM_exprloc, bytes, end == 0 ? 9 : 10 });
}

/* Set-up of a group: main's code is at MADE_TEXT, line 1 of a.c; its allocation is a
   struct node. */
static inline int program_write(void **state)
{
   static const char *const files[] = { "a.c", NULL };
   static const made_line rows[] = { { MADE_TEXT, 1, 1 }, { 0 } };
   if (made_enter(state) != 0)
      return -1;
   made_begin();
   made_unit(DW_LANG_C99, made_directory);
   size_t number = DIE(DW_TAG_base_type, NAME("int"), SIZE(4));
   size_t node = OPEN(DW_TAG_structure_type, NAME("node"), SIZE(PROGRAM_NODE_B));
   DIE(DW_TAG_member, NAME("x"), TYPE(number), OFFSET(0));
   CLOSE();
   size_t to_node = DIE(DW_TAG_pointer_type, TYPE(node), SIZE(8));
   program_variable("table", node, DW_OP_addr, PROGRAM_TABLE, 0);
   program_variable("buffer", number, DW_OP_const8u, PROGRAM_BUFFER,
                    DW_OP_form_tls_address);
   OPEN(DW_TAG_subprogram, NAME("main"), TYPE(number), CODE(MADE_TEXT, 0x10));
   DIE(DW_TAG_variable, NAME("n"), TYPE(to_node));
   CLOSE();
   made_lines(files, rows);
   made_unit_end();
   made.build_id = program_id;
   made.symbols[0] = (made_symbol){ "main", MADE_TEXT, 0x10 };
   made.n_symbols = 1;
   made_file("object");
   FILE *text = fopen("a.c", "w");
   fputs("n = malloc(16);\n", text);
   return fclose(text);
}

#endif

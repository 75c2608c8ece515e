/* disasm_dump.c -- prints instructions as annotate/code has them, for
   tests/oracle/disasm.sh.

   Usage: disasm_dump ARCH att|intel <LINES

   A line is an address and the bytes of an instruction, in hexadecimal; the answer is
   MNEMONIC|SIZE|TARGET|OPERANDS; TARGET is empty if there is none.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "code/an_disasm.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BYTES_MOST = 16 };

static size_t read_bytes(const char *text, uint8_t *bytes)
{
   size_t n = 0;
   for (; n < BYTES_MOST && sscanf(text, "%2" SCNx8, &bytes[n]) == 1; n++)
      text += 2;
   return n;
}

int main(int argc, char **argv)
{
   const char *problem = "two arguments expected";
   an_disasm *disasm = argc != 3
                          ? NULL
                          : an_disasm_open(an_alloc_malloc(), argv[1],
                                           strcmp(argv[2], "intel") == 0 ? AN_SYNTAX_INTEL
                                                                         : AN_SYNTAX_ATT,
                                           &problem);
   if (disasm == NULL) {
      fprintf(stderr, "disasm_dump: %s\n", problem);
      return 1;
   }
   char text[2 * BYTES_MOST + 1];
   uint64_t address;
   while (scanf("%" SCNx64 " %32s", &address, text) == 2) {
      uint8_t bytes[BYTES_MOST];
      an_instr instr;
      size_t size_B = read_bytes(text, bytes);
      if (size_B == 0)
         break;
      an_disasm_decode(disasm, bytes, size_B, address, &instr);
      printf("%s|%u|", instr.mnemonic, instr.size_B);
      if (instr.has_target)
         printf("%" PRIx64, instr.target);
      printf("|%s\n", instr.operands);
   }
   an_disasm_close(disasm);
   return 0;
}

/* an_disasm_capstone.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

#include <stdio.h>
#include <string.h>

struct an_disasm {
   const tk_alloc *alloc;
   const an_architecture *architecture;
   csh capstone;
   cs_insn *insn; /* room for one */
   bool is_att;
};

/* ---- Opening ------------------------------------------------------------------- */

typedef struct {
   const char *name;
   cs_arch arch;
   cs_mode mode;
   const an_architecture *architecture;
} named;

static const named *find(const char *name)
{
   static const named all[] = {
      { "amd64", CS_ARCH_X86, CS_MODE_64, &an_architecture_x86 },
      { "x86", CS_ARCH_X86, CS_MODE_32, &an_architecture_x86 },
      { "arm64", CS_ARCH_ARM64, CS_MODE_ARM, &an_architecture_arm64 },
   };
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
      if (strcmp(all[i].name, name) == 0)
         return &all[i];
   return NULL;
}

static bool open_handle(an_disasm *disasm, const named *a)
{
   if (cs_open(a->arch, a->mode, &disasm->capstone) != CS_ERR_OK)
      return false;
   cs_option(disasm->capstone, CS_OPT_DETAIL, CS_OPT_ON);
   disasm->insn = cs_malloc(disasm->capstone);
   return disasm->insn != NULL;
}

an_disasm *an_disasm_open(const tk_alloc *alloc, const char *arch, an_syntax syntax,
                          const char **problem)
{
   const named *a = find(arch);
   *problem = "unknown architecture";
   if (a == NULL)
      return NULL;
   an_disasm *disasm = tk_get(alloc, AN_LABEL, sizeof *disasm);
   *disasm = (an_disasm){ .alloc = alloc,
                          .architecture = a->architecture,
                          .is_att = a->arch == CS_ARCH_X86 && syntax == AN_SYNTAX_ATT };
   if (open_handle(disasm, a))
      return disasm;
   *problem = "capstone cannot be used";
   an_disasm_close(disasm);
   return NULL;
}

void an_disasm_close(an_disasm *disasm)
{
   if (disasm == NULL)
      return;
   if (disasm->insn != NULL)
      cs_free(disasm->insn, 1);
   if (disasm->capstone != 0)
      cs_close(&disasm->capstone);
   tk_put(disasm->alloc, disasm);
}

/* ---- Decoding ------------------------------------------------------------------ */

bool an_capstone_decode(csh capstone, const uint8_t *bytes, size_t size_B,
                        uint64_t address, cs_insn *into)
{
   return cs_disasm_iter(capstone, &bytes, &size_B, &address, into);
}

static void find_registers(const an_disasm *disasm, an_instr *instr)
{
   cs_regs read, written;
   uint8_t n_read, n_written;
   if (cs_regs_access(disasm->capstone, disasm->insn, read, &n_read, written, &n_written)
       != CS_ERR_OK)
      return;
   for (uint8_t i = 0; i < n_read; i++)
      disasm->architecture->add_register(&instr->reads, read[i]);
   for (uint8_t i = 0; i < n_written; i++)
      disasm->architecture->add_register(&instr->writes, written[i]);
}

void an_disasm_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                      uint64_t address, an_instr *instr)
{
   const an_architecture *a = disasm->architecture;
   const cs_insn *insn = disasm->insn;
   *instr = (an_instr){ .mnemonic = "(bad)" };
   if (!a->decode(disasm->capstone, bytes, size_B, address, disasm->insn)) {
      instr->size_B = (unsigned)a->unknown_B(bytes, size_B);
      return;
   }
   instr->size_B = insn->size;
   find_registers(disasm, instr);
   a->describe(disasm->capstone, insn, instr);
   /* What capstone says of operands in AT&T's syntax is wrong for some: stos, masks. */
   if (disasm->is_att) {
      cs_option(disasm->capstone, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
      a->decode(disasm->capstone, bytes, size_B, address, disasm->insn);
      cs_option(disasm->capstone, CS_OPT_SYNTAX, CS_OPT_SYNTAX_INTEL);
   }
   snprintf(instr->mnemonic, sizeof instr->mnemonic, "%s", insn->mnemonic);
   snprintf(instr->operands, sizeof instr->operands, "%s", insn->op_str);
}

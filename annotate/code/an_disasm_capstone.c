/* an_disasm_capstone.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_disasm_private.h"

#include <string.h>

#define LABEL "an.disasm"

typedef struct {
   const char *name;
   cs_arch arch;
   cs_mode mode;
} architecture;

static const architecture *find(const char *name)
{
   static const architecture all[] = {
      { "amd64", CS_ARCH_X86, CS_MODE_64 },
      { "x86", CS_ARCH_X86, CS_MODE_32 },
      { "arm64", CS_ARCH_ARM64, CS_MODE_ARM },
   };
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
      if (strcmp(all[i].name, name) == 0)
         return &all[i];
   return NULL;
}

static bool open_handles(an_disasm *disasm, const architecture *a)
{
   if (cs_open(a->arch, a->mode, &disasm->capstone) != CS_ERR_OK)
      return false;
   cs_option(disasm->capstone, CS_OPT_DETAIL, CS_OPT_ON);
   disasm->one = cs_malloc(disasm->capstone);
   disasm->two = cs_malloc(disasm->capstone);
   if (disasm->one == NULL || disasm->two == NULL)
      return false;
   return !disasm->is_att
          || (cs_open(a->arch, a->mode, &disasm->att) == CS_ERR_OK
              && cs_option(disasm->att, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) == CS_ERR_OK);
}

an_disasm *an_disasm_open(const tk_alloc *alloc, const char *arch, an_syntax syntax,
                          const char **problem)
{
   const architecture *a = find(arch);
   *problem = "unknown architecture";
   if (a == NULL)
      return NULL;
   an_disasm *disasm = tk_get(alloc, LABEL, sizeof *disasm);
   *disasm = (an_disasm){ .alloc = alloc,
                          .is_arm64 = a->arch == CS_ARCH_ARM64,
                          .is_64 = a->mode == CS_MODE_64,
                          .is_att = a->arch == CS_ARCH_X86 && syntax == AN_SYNTAX_ATT };
   if (open_handles(disasm, a))
      return disasm;
   *problem = "capstone cannot be used";
   an_disasm_close(disasm);
   return NULL;
}

void an_disasm_close(an_disasm *disasm)
{
   if (disasm == NULL)
      return;
   if (disasm->one != NULL)
      cs_free(disasm->one, 1);
   if (disasm->two != NULL)
      cs_free(disasm->two, 1);
   if (disasm->capstone != 0)
      cs_close(&disasm->capstone);
   if (disasm->att != 0)
      cs_close(&disasm->att);
   tk_put(disasm->alloc, disasm);
}

/* Instructions of arm64 have one size. */
static unsigned bad_B(const an_disasm *disasm, size_t size_B)
{
   return !disasm->is_arm64 ? 1 : size_B < 4 ? (unsigned)size_B : 4;
}

void an_disasm_decode(an_disasm *disasm, const uint8_t *bytes, size_t size_B,
                      uint64_t address, an_instr *instr)
{
   bool is_good = disasm->is_arm64
                     ? an_arm64_decode(disasm, bytes, size_B, address, instr)
                     : an_x86_decode(disasm, bytes, size_B, address, instr);
   if (!is_good)
      *instr = (an_instr){ .mnemonic = "(bad)", .size_B = bad_B(disasm, size_B) };
}

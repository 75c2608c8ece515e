/* ac_asm_calls.c -- names of what a listing calls.

   What was called has run, so the profile knows whose code it is.  Calls of other objects
   go through stubs, "jmp *slot(%rip)": the binary says what the loader puts there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_private.h"

#include "base/tk_search.h"
#include "counts/ac_objects.h"

#include <stdlib.h>
#include <string.h>

enum { STUB_INSTRS = 3, STUB_B = 16 };

/* The instruction of the profile at an address of the object; NULL: none ran there. */
static const ac_instr *instr_at(const ac_asm *listing, uint64_t address)
{
   const ac_instrs *instrs = ac_profile_instrs(listing->profile);
   const ac_instr *all = instrs->all;
   size_t first = TK_SEARCH(
      i, instrs->n,
      (tk_compare(all[i].object, listing->object) ?: tk_compare(all[i].address, address))
         < 0);
   const ac_instr *at = &all[first];
   return first < instrs->n && at->object == listing->object && at->address == address
             ? at
             : NULL;
}

/* A symbol's function, not code that is named by its address. */
static const char *name_at(const ac_asm *listing, uint64_t address)
{
   const ac_instr *at = instr_at(listing, address);
   return at == NULL || ac_objects_code(listing->profile, at->function) != NULL
                || strcmp(at->function, AN_UNKNOWN) == 0
             ? NULL
             : at->function;
}

/* The slot through which a stub at the address jumps; 0: it is none. */
static uint64_t slot_of(an_disasm *disasm, const an_binary *binary, uint64_t address)
{
   size_t size_B, at = 0;
   const uint8_t *code = an_binary_bytes(binary, address, &size_B);
   size_B = size_B < STUB_B ? size_B : STUB_B;
   for (int i = 0; code != NULL && i < STUB_INSTRS && at < size_B; i++) {
      an_instr instr;
      an_disasm_decode(disasm, code + at, size_B - at, address + at, &instr);
      if (instr.kind == AN_INSTR_JUMP)
         return instr.has_data ? instr.data : 0;
      at += instr.size_B;
   }
   return 0;
}

typedef struct {
   uint64_t slot;
   ac_asm_row *row;
} call;

static int compare_calls(const void *a, const void *b)
{
   const call *x = a, *y = b;
   return tk_compare(x->slot, y->slot);
}

static void name_stubs(ac_asm *listing, an_binary *binary, call *calls, size_t n)
{
   an_code *codes = tk_get(listing->alloc, AN_LABEL, (n + 1) * sizeof *codes);
   for (size_t i = 0; i < n; i++)
      codes[i] = (an_code){ .address = calls[i].slot };
   an_binary_find_imports(binary, codes, n);
   qsort(calls, n, sizeof *calls, compare_calls);
   for (size_t i = 0; i < n; i++) {
      if (codes[i].name == NULL)
         continue;
      size_t size_B = strlen(codes[i].name) + 1;
      char *name = tk_arena_get(&listing->arena, size_B);
      calls[i].row->called = memcpy(name, codes[i].name, size_B);
   }
}

void ac_asm_name_calls(ac_asm *listing, an_disasm *disasm, an_binary *binary)
{
   call *calls = tk_get(listing->alloc, AN_LABEL, (listing->n + 1) * sizeof *calls);
   size_t n = 0;
   for (size_t i = 0; i < listing->n; i++) {
      ac_asm_row *row = &listing->rows[i];
      if (row->goes_to == UINT64_MAX || row->target != AC_ASM_NONE)
         continue;
      row->called = name_at(listing, row->goes_to);
      uint64_t slot = row->called != NULL || binary == NULL
                         ? 0
                         : slot_of(disasm, binary, row->goes_to);
      if (slot != 0)
         calls[n++] = (call){ slot, row };
   }
   if (n != 0)
      name_stubs(listing, binary, calls, n);
}

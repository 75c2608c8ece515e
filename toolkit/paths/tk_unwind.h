/* tk_unwind.h -- call paths from the stack, by rules learnt once for each code
   address; pure.

   Debug information says how to get from a frame to its caller's: where the frame's
   canonical address (CFA) is, relative to the stack or frame pointer, and where
   below it the return address and the caller's frame pointer are saved (DWARF 5,
   section 6.4).  Looking up a rule takes longer than following it, so each address
   is looked up once.

   Some frames have no such rule: a signal's frame, one without debug information, or
   one that is not on the stack.  The caller then unwinds by other means.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum tk_cfa_base {
   TK_CFA_UNKNOWN, /* not learnt yet */
   TK_CFA_NO_RULE,
   TK_CFA_SP,
   TK_CFA_BP,
} tk_cfa_base;

typedef struct tk_registers {
   uint64_t pc, sp, bp;
} tk_registers;

typedef struct tk_step {
   uint64_t pc;       /* 0: a free slot */
   uint32_t frame;    /* a number for the caller's use */
   int32_t cfa_B;     /* CFA = base + this */
   int32_t bp_B;      /* the caller's frame pointer is at CFA + this; 0: it is the
                         same */
   int32_t return_B;  /* the return address is at CFA + this */
   uint8_t base;      /* tk_cfa_base */
   bool is_last;      /* the path ends here: main */
   bool is_no_code;   /* no code is here: unwinding went wrong */
   bool is_unknown;   /* in no object: other code may be mapped here later */
   uint32_t epoch;    /* the unwinder's when this was learnt */
   uint32_t mappings; /* likewise */
} tk_step;

/* The source of names and rules.  Both fill in a step whose pc is set. */
typedef struct tk_unwind_oracle {
   void *context;
   /* Fills in frame, is_last, is_no_code and is_unknown.  Called for a new pc, one
      from an older epoch, and an unknown one after mappings have changed. */
   void (*name)(void *context, tk_step *step);
   /* Fills in base and the offsets; the registers are those of a frame at the pc. */
   void (*learn)(void *context, tk_step *step, const tk_registers *registers);
} tk_unwind_oracle;

typedef struct tk_unwinder {
   const tk_alloc *alloc;
   tk_unwind_oracle oracle;
   tk_step *steps; /* a hash table, open addressing */
   uint32_t n_steps, n_used;
   uint32_t epoch;    /* change it to forget all that was learnt */
   uint32_t mappings; /* change it to forget unknown addresses */
} tk_unwinder;

/* `alloc` is borrowed. */
void tk_unwind_init(tk_unwinder *unwinder, const tk_alloc *alloc,
                    const tk_unwind_oracle *oracle);
void tk_unwind_fini(tk_unwinder *unwinder);

/* The step of a pc, named if it is new; valid until the next call of any function
   here. */
tk_step *tk_unwind_step(tk_unwinder *unwinder, uint64_t pc);

enum {
   TK_UNWIND_NO_RULE = UINT32_MAX,
   /* The first page holds no code.  At the start of a process, the number of
      arguments would be taken for a return address. */
   TK_NO_CODE_B = 4096,
};

/* Unwinds from the registers outwards: stores at most `max` frame numbers, the
   innermost first, and returns how many; or TK_UNWIND_NO_RULE.  Each pc but the first
   is the last byte of a call.  Reads the stack from sp to `stack_end`,
   exclusive. */
uint32_t tk_unwind(tk_unwinder *unwinder, const tk_registers *registers,
                   uint64_t stack_end, uint32_t *frames, uint32_t max);

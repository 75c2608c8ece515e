/* tk_unwind.h -- call paths from the stack, by rules that are learnt once for
   each code address; pure.

   Debug information tells for a code address how the frame of its caller is
   found: where the frame's canonical address (CFA) is, relative to the stack or
   the frame pointer, and where below it the return address and the caller's
   frame pointer were saved (DWARF 5, section 6.4).  Asking for that takes
   longer than following it, so each address is asked for once.

   What is no such rule -- a signal's frame, a frame without information, a
   frame that does not lie on the stack -- is odd, and left to somebody who
   knows more.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_UNWIND_H
#define TK_UNWIND_H

#include "base/tk_alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum tk_cfa_base {
   TK_CFA_UNKNOWN, /* not learnt yet */
   TK_CFA_ODD,
   TK_CFA_SP,
   TK_CFA_BP,
} tk_cfa_base;

typedef struct tk_registers {
   uint64_t pc, sp, bp;
} tk_registers;

typedef struct tk_step {
   uint64_t pc;       /* 0: a free slot */
   uint32_t frame;    /* its number, for the caller's use */
   int32_t cfa_B;     /* CFA = base + this */
   int32_t bp_B;      /* saved at CFA + this; 0: the caller's is the same */
   int32_t return_B;  /* return address at CFA + this */
   uint8_t base;      /* tk_cfa_base */
   bool is_last;      /* not to be unwound further: main */
   bool is_no_code;   /* what is unwound to it has lost its way */
   bool is_unknown;   /* of no object: who knows what is mapped there next */
   uint32_t epoch;    /* of the debug information it was learnt from */
   uint32_t mappings; /* as the unwinder's, then */
} tk_step;

/* Who knows.  Both fill in a step whose pc is set. */
typedef struct tk_unwind_oracle {
   void *context;
   /* frame, is_last, is_no_code and is_unknown, for a new pc, one of an older epoch,
      and one that is unknown if what is mapped has changed. */
   void (*name)(void *context, tk_step *step);
   /* base and the offsets; the registers are those of such a frame. */
   void (*learn)(void *context, tk_step *step, const tk_registers *registers);
} tk_unwind_oracle;

typedef struct tk_unwinder {
   const tk_alloc *alloc;
   tk_unwind_oracle oracle;
   tk_step *steps;  /* a hash table, open addressing */
   uint32_t n_steps, n_used;
   uint32_t epoch;  /* set it to forget what was learnt before */
   uint32_t mappings; /* and this, to forget what is unknown */
} tk_unwinder;

/* False: memory ran out.  `alloc` is borrowed. */
bool tk_unwind_init(tk_unwinder *unwinder, const tk_alloc *alloc,
                    const tk_unwind_oracle *oracle);
void tk_unwind_fini(tk_unwinder *unwinder);

/* What is known of a pc, named if it is new; valid until the next call of
   anything here.  NULL if memory ran out. */
tk_step *tk_unwind_step(tk_unwinder *unwinder, uint64_t pc);

enum {
   TK_UNWIND_ODD = UINT32_MAX,
   /* No code is in the first page.  Where a process starts its number of
      arguments is taken for a return address, and they for what follows. */
   TK_NO_CODE_B = 4096,
};

/* The path from the registers outwards: at most `max` frame numbers, the
   innermost first, and how many; or TK_UNWIND_ODD.  Each pc but the first is
   that of the last byte of a call.  Reads the stack from sp up to, not
   including, `stack_end`. */
uint32_t tk_unwind(tk_unwinder *unwinder, const tk_registers *registers,
                   uint64_t stack_end, uint32_t *frames, uint32_t max);

#endif

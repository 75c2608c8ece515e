/* ac_asm.h -- the listing of a function's machine code: each instruction with its counts,
   the jumps between them, and loops; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_arena.h"
#include "base/tk_count.h"
#include "code/an_binary.h"
#include "code/an_disasm.h"
#include "counts/ac_instrs.h"

#include <stdbool.h>

#define AC_ASM_NONE SIZE_MAX

enum { AC_ASM_LANES_MOST = 6 };

typedef struct ac_asm_row {
   uint64_t address;
   const uint8_t *code; /* its bytes */
   uint8_t size_B;
   an_instr_kind kind;
   const char *mnemonic, *operands; /* "": none */
   const char *called; /* the function that it calls or jumps to; NULL: unknown, none */
   an_registers reads, writes;
   const ac_instr *instr; /* of the profile, the first of `n_instrs`; NULL: never ran */
   size_t n_instrs;       /* records of it, with other lines */
   const int64_t *counts; /* their sum; NULL: never ran */
   uint64_t goes_to;      /* where a direct jump or call goes; UINT64_MAX: nowhere */
   size_t target;         /* the row that it jumps to, or AC_ASM_NONE */
   /* Likewise, of instr->wait.  Where the profile has the instruction of an earlier pass,
      none if others of the loop set what it made before it is read. */
   size_t waits_for;
   size_t loop;   /* the smallest one, or AC_ASM_NONE */
   bool is_apart; /* unknown code is before it */
} ac_asm_row;

/* Code that leads back to its head, through which all ways into it lead. */
typedef struct ac_asm_loop {
   size_t first, last; /* rows; between them some can be of no loop */
   size_t head;        /* the first one, or where a jump leads into the middle */
   size_t n_rows;
   size_t outer;    /* the smallest loop around it, or AC_ASM_NONE */
   int64_t passes;  /* how often the head ran */
   int64_t *counts; /* the sum of all its rows; one per event */
} ac_asm_loop;

typedef struct ac_asm_jump {
   size_t from, to; /* rows */
   size_t lane;     /* 0 is next to the code; AC_ASM_NONE: there is no room */
} ac_asm_jump;

/* Source lines of a file, whose name can lack directories; first 0: none. */
typedef struct ac_asm_lines {
   an_span file;
   uint32_t first, last;
} ac_asm_lines;

typedef struct ac_asm {
   const ac_profile *profile;
   size_t object; /* index in the profile */
   const char *function;
   ac_asm_row *rows; /* by address */
   size_t n;
   ac_asm_loop *loops; /* by first row */
   size_t n_loops;
   ac_asm_jump *jumps; /* within the function, of rows that ran */
   size_t n_jumps, n_lanes;
   int64_t *counts; /* of the whole function, one per event */
   /* Why the object's file is not used, for reports: the caller sets it.  NULL: it is. */
   const char *problem;
   ac_asm_lines asked; /* what the caller wants of it, which sets it; none: all */
   /* private: */
   const tk_alloc *alloc;
   tk_arena arena;
} ac_asm;

/* The listing of a function (interned) in an object of a profile with instructions.
   `binary` is the object's file, or NULL; it and the profile are borrowed, and bytes
   point into them. */
void ac_asm_open(ac_asm *listing, const tk_alloc *alloc, const ac_profile *profile,
                 size_t object, const char *function, an_disasm *disasm,
                 an_binary *binary);

/* The row at an address; AC_ASM_NONE: there is none. */
size_t ac_asm_find(const ac_asm *listing, uint64_t address);

/* How often a row ran: its count of Ir, which is the first event. */
static inline int64_t ac_asm_runs(const ac_asm_row *row)
{
   return row->counts == NULL ? 0 : row->counts[0];
}

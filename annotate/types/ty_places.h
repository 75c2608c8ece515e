/* ty_places.h -- where a variable is at an address of code: on the frame or in registers;
   and which registers the frame has saved.  Over elfutils' libdw.

   Places on the frame are offsets from its canonical frame address (CFA), which on most
   processors is the stack pointer before the call.  A variable that is relative to a
   register has one if the rules of unwinding say how far the CFA is from that register.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "types/ty_dwarf.h"

enum { TY_PLACES_MOST = 64 }; /* of one variable */

/* A frame, where its function is at one address of code. */
typedef struct ty_place_frame {
   ty_trees *trees;     /* for the sizes of variables */
   Dwarf_Addr pc;       /* in the debug info */
   Dwarf_Die *function; /* not an inlined one */
   Dwarf_Frame *rules;  /* of unwinding, there; NULL: unknown */
   /* The rules after the function's prologue.  clang counts from where the stack pointer
      is then, even after arguments were pushed; NULL: unknown. */
   Dwarf_Frame *settled;
} ty_place_frame;

/* Where the function's prologue ends, if its variables can depend on the stack pointer
   there: for `settled`. */
bool ty_places_settle_at(const ty_place_frame *frame, Dwarf_Addr *pc);

/* A variable, or a part of it. */
typedef struct ty_place {
   int64_t start, size_B; /* bytes of the variable */
   bool is_register;
   int dwarf_register;
   int64_t cfa_offset; /* if it is in no register */
} ty_place;

/* The places of a variable or parameter; returns how many they are.  Left out are parts
   that are elsewhere, such as in static memory, or that are computed.  A variable that is
   nowhere, but whose value is that of a register or word of the frame, is there. */
size_t ty_places_of(const ty_place_frame *frame, Dwarf_Die *variable,
                    ty_place places[TY_PLACES_MOST]);

/* The register that the frame has saved at the offset for its caller; false: none, or it
   is the return address. */
bool ty_places_saved(Dwarf_Frame *rules, int64_t cfa_offset, int *dwarf_register);

/* Whether the frame has not saved the register; then one that functions must save still
   has the caller's value. */
bool ty_places_keeps(Dwarf_Frame *rules, int dwarf_register);

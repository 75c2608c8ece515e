/* ac_asm_waits.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/ac_asm_private.h"

static an_registers both(an_registers a, an_registers b)
{
   return (an_registers){ a.general & b.general, a.vector & b.vector };
}

static bool has_any(an_registers set)
{
   return set.general != 0 || set.vector != 0;
}

static void take_out(an_registers *set, an_registers others)
{
   set->general &= ~others.general;
   set->vector &= ~others.vector;
}

/* Whether a row can have what another at or after it made in the pass before.  cachesim
   looks at a superblock as if it followed itself, and does not see what the rest of a
   loop sets.  What is needed through memory is believed. */
static bool is_carried(const ac_asm *listing, size_t row, size_t maker)
{
   const ac_asm_row *rows = listing->rows;
   an_registers carried = both(rows[maker].writes, rows[row].reads);
   if (!has_any(carried))
      return true;
   if (rows[row].loop == AC_ASM_NONE)
      return false;
   const ac_asm_loop *loop = &listing->loops[rows[row].loop];
   if (maker > loop->last)
      return false;
   for (size_t i = loop->first; i <= loop->last; i++)
      if ((i < row || i > maker) && rows[i].counts != NULL)
         take_out(&carried, rows[i].writes);
   return has_any(carried);
}

void ac_asm_check_waits(ac_asm *listing)
{
   for (size_t i = 0; i < listing->n; i++) {
      ac_asm_row *row = &listing->rows[i];
      if (row->waits_for != AC_ASM_NONE && row->waits_for >= i
          && row->instr->wait == AC_WAIT_CHAIN && !is_carried(listing, i, row->waits_for))
         row->waits_for = AC_ASM_NONE;
   }
}

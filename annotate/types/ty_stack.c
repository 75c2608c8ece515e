/* ty_stack.c -- whose a word of a stack is: registers that functions must keep are saved
   in the frames of those that they call.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_types.h"

/* The register has the same value in each frame outward that keeps it. */
static bool find_outer(ty_types *types, const ty_stack_frame *frames, size_t n, int reg,
                       ty_local *local, size_t *frame)
{
   for (size_t i = 1; i < n && frames[i].binary != NULL; i++) {
      if (ty_types_register_local(types, frames[i].binary, frames[i].pc, reg, local)) {
         *frame = i;
         return true;
      }
      if (!ty_types_keeps_register(types, frames[i].binary, frames[i].pc, reg))
         return false;
   }
   return false;
}

bool ty_types_stack_local(ty_types *types, const ty_stack_frame *frames, size_t n,
                          int64_t cfa_offset, ty_local *local, size_t *frame)
{
   int reg;
   *frame = 0;
   if (n == 0 || frames[0].binary == NULL)
      return false;
   const an_object *binary = frames[0].binary;
   uint64_t pc = frames[0].pc;
   return ty_types_local(types, binary, pc, cfa_offset, local)
          || (ty_types_saved_register(types, binary, pc, cfa_offset, &reg)
              && find_outer(types, frames, n, reg, local, frame));
}

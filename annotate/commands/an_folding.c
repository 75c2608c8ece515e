/* an_folding.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_folding.h"

#include "commands/an_command.h"
#include "paths/an_stack_fold.h"

#include <stdio.h>

const an_stacks *an_folding(const an_stacks *stacks, an_stacks *folded)
{
   const an_stacks *result = an_stack_fold(stacks, folded);
   if (result == folded) {
      char text[160];
      snprintf(text, sizeof text,
               "note: call paths deeper than %d frames are folded: deeper frames count "
               "for an earlier call of the same function",
               AN_STACK_MOST);
      an_command_error(NULL, 0, text);
   }
   return result;
}

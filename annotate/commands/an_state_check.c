/* an_state_check.c -- what commands do about profiles that are partial.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_command.h"

#include <stdio.h>

void an_state_warn(const an_state *state, const char *file)
{
   char text[AN_STATE_TEXT_B], message[AN_STATE_TEXT_B + 32];
   if (!an_state_is_partial(state))
      return;
   snprintf(message, sizeof message, "warning: partial: %s",
            an_state_describe(state, text));
   an_command_error(file, 0, message);
}

bool an_state_can_be_judged(const an_state *state, const char *file)
{
   if (!an_state_is_partial(state))
      return true;
   an_command_error(file, 0, "it is partial: a limit cannot be checked against "
                             "it");
   return false;
}

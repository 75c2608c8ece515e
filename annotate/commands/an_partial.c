/* an_partial.c -- what commands do about partial profiles and checkpoints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_command.h"

#include <stdio.h>
#include <string.h>

void an_command_warn_partial(const an_state *state, const char *file)
{
   char text[AN_STATE_TEXT_B], message[AN_STATE_TEXT_B + 32];
   if (!an_state_is_partial(state))
      return;
   snprintf(message, sizeof message, "warning: partial: %s",
            an_state_describe(state, text));
   an_command_error(file, 0, message);
}

bool an_command_check_partial(const an_state *state, const char *file,
                              const char *problem)
{
   char message[128];
   if (!an_state_is_partial(state))
      return true;
   snprintf(message, sizeof message, "it is partial: %s", problem);
   an_command_error(file, 0, message);
   return false;
}

/* ---- Checkpoints ---- */

static const char suffix[] = ".checkpoint";

/* The length of the whole profile's name; 0: `file` is no checkpoint. */
static size_t whole_length(const char *file)
{
   size_t n = strlen(file), n_suffix = sizeof suffix - 1;
   return n > n_suffix && strcmp(file + n - n_suffix, suffix) == 0 ? n - n_suffix : 0;
}

static bool has_whole(const char *file, char *const *files, size_t n)
{
   size_t length = whole_length(file);
   for (size_t i = 0; length > 0 && i < n; i++)
      if (strncmp(files[i], file, length) == 0 && files[i][length] == '\0')
         return true;
   return false;
}

/* Swaps: has_whole must find every file each time. */
size_t an_checkpoint_leave_out(char **files, size_t n)
{
   size_t n_left = 0;
   for (size_t i = 0; i < n; i++) {
      char *file = files[i];
      if (has_whole(file, files, n)) {
         an_command_error(file, 0,
                          "warning: left out: a checkpoint of a "
                          "profile that is given as well");
         continue;
      }
      files[i] = files[n_left];
      files[n_left++] = file;
   }
   return n_left;
}

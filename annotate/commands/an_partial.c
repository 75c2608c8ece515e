/* an_partial.c -- what commands do about partial profiles and checkpoints.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_command.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
   return an_command_error(file, 0, message);
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

/* ---- Empty first files ---- */

/* Whether the file is empty and others are of its threads: FILE-01, FILE-02. */
static bool has_threads(const char *file, char *const *files, size_t n)
{
   struct stat status;
   size_t length = strlen(file);
   bool is_found = false;
   for (size_t i = 0; i < n && !is_found; i++)
      is_found = strncmp(files[i], file, length) == 0 && files[i][length] == '-'
                 && files[i][length + 1] >= '0' && files[i][length + 1] <= '9';
   return is_found && stat(file, &status) == 0 && S_ISREG(status.st_mode)
          && status.st_size == 0;
}

/* ---- Both ---- */

static const char *reason_to_leave_out(const char *file, char *const *files, size_t n)
{
   if (has_whole(file, files, n))
      return "warning: left out: a checkpoint of a profile that is given as well";
   return has_threads(file, files, n)
             ? "empty, passed over: its threads have files of their own"
             : NULL;
}

/* Swaps: every file must be found each time. */
size_t an_command_leave_out(char **files, size_t n)
{
   size_t n_left = 0;
   for (size_t i = 0; i < n; i++) {
      char *file = files[i];
      const char *reason = reason_to_leave_out(file, files, n);
      if (reason != NULL) {
         an_command_error(file, 0, reason);
         continue;
      }
      files[i] = files[n_left];
      files[n_left++] = file;
   }
   return n_left;
}

/* an_checkpoint.c -- leaves out checkpoints of profiles that are given as well.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_checkpoint.h"

#include "commands/an_command.h"

#include <string.h>

static const char suffix[] = ".checkpoint";

/* The length of the whole profile's name; 0: `file` is no checkpoint. */
static size_t whole_length(const char *file)
{
   size_t n = strlen(file), n_suffix = sizeof suffix - 1;
   return n > n_suffix && strcmp(file + n - n_suffix, suffix) == 0
             ? n - n_suffix : 0;
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
         an_command_error(file, 0, "warning: left out: a checkpoint of a "
                                   "profile that is given as well");
         continue;
      }
      files[i] = files[n_left];
      files[n_left++] = file;
   }
   return n_left;
}

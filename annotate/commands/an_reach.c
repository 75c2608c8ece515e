/* an_reach.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_reach.h"

#include "base/an_alloc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { REAL, EFFECTIVE, SAVED, OF_FILES, N_IDS };

/* What is needed of /proc/PID/status (proc(5)). */
typedef struct status {
   unsigned users[N_IDS], groups[N_IDS];
   char *more_groups; /* a blank after each, or NULL; to be freed */
   bool is_inside;    /* it has a number in another pid namespace, too */
} status;

static void take_line(status *of, const char *line)
{
   const char *text = strchr(line, '\t');
   unsigned *ids = strncmp(line, "Uid:", 4) == 0   ? of->users
                   : strncmp(line, "Gid:", 4) == 0 ? of->groups
                                                   : NULL;
   if (text == NULL)
      return;
   if (ids != NULL)
      sscanf(text, "%u %u %u %u", &ids[REAL], &ids[EFFECTIVE], &ids[SAVED],
             &ids[OF_FILES]);
   else if (strncmp(line, "Groups:", 7) == 0 && of->more_groups == NULL)
      of->more_groups = an_strdup(text + 1);
   else if (strncmp(line, "NSpid:", 6) == 0)
      of->is_inside = strchr(text + 1, '\t') != NULL;
}

static bool read_status(int pid, status *to)
{
   char path[64], *line = NULL;
   size_t room_B = 0;
   snprintf(path, sizeof path, "/proc/%d/status", pid);
   FILE *in = fopen(path, "re");
   *to = (status){ .is_inside = false };
   if (in == NULL)
      return false;
   while (getline(&line, &room_B, in) > 0)
      take_line(to, line);
   free(line);
   fclose(in);
   return true;
}

bool an_reach_user(int pid, uid_t *user)
{
   status its;
   bool ok = read_status(pid, &its);
   *user = its.users[OF_FILES];
   free(its.more_groups);
   return ok;
}

/* Whose root we may not see counts as ours: then vgdb says what is wrong. */
static bool has_other_root(int pid)
{
   char path[64];
   struct stat its, ours;
   snprintf(path, sizeof path, "/proc/%d/root", pid);
   return stat(path, &its) == 0 && stat("/", &ours) == 0
          && (its.st_dev != ours.st_dev || its.st_ino != ours.st_ino);
}

bool an_reach_is_here(int pid, an_error *error)
{
   status its;
   bool ok = read_status(pid, &its);
   free(its.more_groups);
   if (ok && its.is_inside)
      return an_fail(error, "the process is in another pid namespace, as in a container; "
                            "run quern-top inside it");
   if (ok && has_other_root(pid))
      return an_fail(error,
                     "the process has another root directory, so its profile "
                     "cannot be fetched; run quern-top inside it, or use `vgdb dump`");
   return true;
}

static bool has_group(const status *its, gid_t group)
{
   bool found = its->groups[OF_FILES] == group;
   char *rest = its->more_groups, *end = rest;
   while (!found && rest != NULL && *rest >= '0') {
      found = strtoul(rest, &end, 10) == group;
      rest = end + 1;
   }
   return found;
}

static bool can_read(const status *its, const struct stat *file)
{
   if (its->users[EFFECTIVE] == 0)
      return true;
   if (its->users[OF_FILES] == file->st_uid)
      return (file->st_mode & S_IRUSR) != 0;
   return (file->st_mode & (has_group(its, file->st_gid) ? S_IRGRP : S_IROTH)) != 0;
}

bool an_reach_fifo(int pid, const char *fifo, an_error *error)
{
   struct stat file;
   status its;
   if (stat(fifo, &file) != 0)
      return an_fail(error, "the process takes no commands any more: %s: %s", fifo,
                     strerror(errno));
   bool ok = !read_status(pid, &its) || can_read(&its, &file)
             || an_fail(error,
                        "the process takes no commands any more: it has become "
                        "user %u, and its files for vgdb are of user %u",
                        its.users[EFFECTIVE], (unsigned)file.st_uid);
   free(its.more_groups);
   return ok;
}

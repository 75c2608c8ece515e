/* an_run_files.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_run_files.h"

#include "base/an_alloc.h"
#include "base/an_base_name.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NS = 1000000000 }; /* of a second */

/* ---- One ---- */

/* Takes what a line of either kind of profile says.  The names of the program's functions
   begin none of these. */
static void read_line(const char *line, an_run_file *file)
{
   static const char summary[] = "summary: ", end[] = "\"pid\":", time[] = "\"te\":";
   const char *at = NULL;
   if (strncmp(line, summary, sizeof summary - 1) == 0)
      at = line + sizeof summary - 1;
   else if (strncmp(line, end, sizeof end - 1) == 0 && (at = strstr(line, time)) != NULL)
      at += sizeof time - 1;
   if (at != NULL)
      file->n_instrs = strtoll(at, NULL, 10);
   file->is_replaced |= strncmp(line, "#: state replaced ", 18) == 0
                        || strncmp(line, "\"state\":{\"how\":\"replaced\"", 25) == 0;
}

bool an_run_file_read(const char *name, an_run_file *file)
{
   char *line = NULL;
   size_t room_B = 0;
   FILE *in = fopen(name, "re");
   if (in == NULL)
      return false;
   while (getline(&line, &room_B, in) > 0)
      read_line(line, file);
   free(line);
   fclose(in);
   return true;
}

/* ---- All ---- */

static const char checkpoint[] = ".checkpoint";

/* Whether a name that begins with BASE is a profile's: behind that is ".12", ".12.exec1",
   ".12.checkpoint". */
static bool is_profile(const char *end, an_run_file *file)
{
   char *rest;
   if (end[0] != '.' || end[1] < '1' || end[1] > '9')
      return false;
   file->pid = (pid_t)strtol(end + 1, &rest, 10);
   if (strncmp(rest, ".exec", 5) == 0)
      strtol(rest + 5, &rest, 10);
   file->is_checkpoint = strcmp(rest, checkpoint) == 0;
   return *rest == '\0' || file->is_checkpoint;
}

/* Whether there is nothing better than the file, and somebody has written it since. */
static bool is_of_run(const an_run_file *file, pid_t pid, int64_t since_ns)
{
   struct stat status;
   char *whole = an_strdup(file->name);
   if (file->is_checkpoint)
      whole[strlen(whole) - (sizeof checkpoint - 1)] = '\0';
   bool is_best = !file->is_checkpoint || access(whole, F_OK) != 0;
   free(whole);
   return is_best && stat(file->name, &status) == 0
          && (file->pid == pid
              || (int64_t)status.st_mtim.tv_sec * NS + status.st_mtim.tv_nsec
                    >= since_ns);
}

/* Among equals, the first process is shown. */
static void add(an_run_files *files, const an_run_file *file, pid_t pid)
{
   files->of = an_realloc(files->of, (files->n + 1) * sizeof *files->of);
   files->of[files->n] = *file;
   int64_t more = file->n_instrs - files->of[files->most].n_instrs;
   if (more > 0 || (more == 0 && file->pid == pid))
      files->most = files->n;
   files->n++;
}

void an_run_files_find(an_run_files *files, const char *base, pid_t pid, int64_t since_ns)
{
   const char *begin = an_base_name(base);
   char *folder = an_strndup(base, (size_t)(begin - base));
   DIR *directory = opendir(begin == base ? "." : folder);
   *files = (an_run_files){ .of = NULL };
   for (struct dirent *at; directory != NULL && (at = readdir(directory)) != NULL;) {
      an_run_file file = { .name = NULL };
      if (strncmp(at->d_name, begin, strlen(begin)) != 0
          || !is_profile(at->d_name + strlen(begin), &file))
         continue;
      an_asprintf(&file.name, "%s%s", folder, at->d_name);
      if (is_of_run(&file, pid, since_ns) && an_run_file_read(file.name, &file))
         add(files, &file, pid);
   }
   if (directory != NULL)
      closedir(directory);
   free(folder);
}

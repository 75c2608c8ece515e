/* an_git.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_git.h"

#include "base/an_source.h"
#include "base/an_text.h"
#include "base/tk_array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LABEL "an.git"

/* ---- The process ---- */

/* In the child: becomes git. */
static void run_git(const char *directory, const char *what, int out, FILE *errors)
{
   int nothing = open("/dev/null", O_RDONLY);
   dup2(nothing, STDIN_FILENO);
   dup2(out, STDOUT_FILENO);
   dup2(fileno(errors), STDERR_FILENO);
   execlp("git", "git", "-C", directory, "--no-pager", "show", what, (char *)NULL);
   dprintf(STDERR_FILENO, "cannot run git: %s\n", strerror(errno));
   _exit(127);
}

/* Whether it ended well. */
static bool wait_for(pid_t child)
{
   int status;
   while (waitpid(child, &status, 0) < 0)
      if (errno != EINTR)
         return false;
   return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Reads all that comes; false if it is too large or memory ran out. */
static bool read_all(const tk_alloc *alloc, int fd, char **text, size_t *size_B)
{
   size_t room_B = 0;
   for (;;) {
      if (!TK_ARRAY_ROOM_FOR((size_t)(64 << 10), alloc, LABEL, *text, *size_B, room_B))
         return false;
      ssize_t n = read(fd, *text + *size_B, room_B - *size_B - 1);
      if (n < 0 && errno == EINTR)
         continue;
      if (n <= 0) {
         (*text)[*size_B] = '\0';
         return n == 0;
      }
      *size_B += (size_t)n;
      if (*size_B > AN_SOURCE_MAX_B)
         return false;
   }
}

/* The first line that git says. */
static void explain_errors(FILE *errors, an_error *error)
{
   char line[256] = "";
   rewind(errors);
   if (fgets(line, sizeof line, errors) == NULL || line[0] == '\n')
      an_fail(error, "git failed");
   line[strcspn(line, "\n")] = '\0';
   if (line[0] != '\0')
      an_fail(error, "%s", line);
}

/* ---- The file ---- */

static bool show_file(const tk_alloc *alloc, const char *directory, const char *what,
                      FILE *errors, char **text, size_t *size_B)
{
   int ends[2];
   if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
   pid_t child = fork();
   if (child == 0)
      run_git(directory, what, ends[1], errors);
   close(ends[1]);
   bool ok = child > 0 && read_all(alloc, ends[0], text, size_B);
   close(ends[0]);
   return (child < 0 || wait_for(child)) && ok;
}

bool an_git_show(const tk_alloc *alloc, const char *revision, const char *path,
                 char **text, size_t *size_B, an_error *error)
{
   const char *slash = strrchr(path, '/');
   const char *name = slash == NULL ? path : slash + 1;
   size_t room_B = strlen(path) + strlen(revision) + sizeof ":./";
   char *directory = tk_get(alloc, LABEL, room_B), *what = tk_get(alloc, LABEL, room_B);
   FILE *errors = tmpfile();
   bool ok = directory != NULL && what != NULL && errors != NULL;
   *text = NULL;
   *size_B = 0;
   if (ok) {
      size_t n = slash == NULL ? 0 : (size_t)(slash - path);
      snprintf(directory, room_B, "%.*s%s", (int)n, path,
               slash == NULL   ? "."
               : slash == path ? "/"
                               : "");
      snprintf(what, room_B, "%s:./%s", revision, name);
      ok = show_file(alloc, directory, what, errors, text, size_B);
   }
   if (!ok) {
      tk_put(alloc, *text);
      *text = NULL;
      if (errors == NULL)
         an_fail(error, "%s", strerror(errno));
      else
         explain_errors(errors, error);
   }
   if (errors != NULL)
      fclose(errors);
   tk_put(alloc, directory);
   tk_put(alloc, what);
   return ok;
}

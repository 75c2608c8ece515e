/* an_git.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_git.h"

#include "base/an_source.h"
#include "base/an_text.h"
#include "base/tk_array.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_MS = 20000, WAIT_MS = 1, PIECE_B = 64 << 10 };

/* ---- The process ---- */

/* A repository can be somebody else's, and git would run what its configuration names.
   These come before it: nothing is fetched, asked or run.  cat-file knows no text
   converters, filters or pagers in the first place, and no alias can take its place. */
static const char *const settings[] = {
   "protocol.allow=never",  "core.fsmonitor=false",    "core.hooksPath=/dev/null",
   "core.sshCommand=false", "core.gitProxy=false",     "core.askPass=false",
   "credential.helper=",    "submodule.recurse=false", "gpg.program=false",
   "core.pager=cat",        "core.editor=false",       "core.alternateRefsCommand=false",
};

enum { N_SETTINGS = sizeof settings / sizeof *settings };

static const char *const environment[][2] = {
   { "GIT_ALLOW_PROTOCOL", "none" }, /* of that name there is none */
   { "GIT_NO_LAZY_FETCH", "1" },     { "GIT_TERMINAL_PROMPT", "0" },
   { "GIT_ASKPASS", "false" },       { "SSH_ASKPASS", "false" },
   { "GIT_OPTIONAL_LOCKS", "0" },    { "LC_ALL", "C" },
};

/* In the child: becomes git, without a terminal, and ends with us. */
static void run_git(const char *directory, const char *what, int out, FILE *errors)
{
   enum { AROUND = 8 };
   const char *words[2 * N_SETTINGS + AROUND] = { "git", "-C", directory };
   size_t n = 3;
   for (size_t i = 0; i < N_SETTINGS; i++) {
      words[n++] = "-c";
      words[n++] = settings[i];
   }
   words[n++] = "cat-file";
   words[n++] = "blob";
   words[n++] = what;
   for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
      setenv(environment[i][0], environment[i][1], 1);
   int nothing = open("/dev/null", O_RDONLY);
   dup2(nothing, STDIN_FILENO);
   dup2(out, STDOUT_FILENO);
   dup2(fileno(errors), STDERR_FILENO);
   setsid();
   prctl(PR_SET_PDEATHSIG, SIGKILL);
   execvp("git", (char **)words);
   dprintf(STDERR_FILENO, "cannot run git: %s\n", strerror(errno));
   _exit(127);
}

static long now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* Whether it ended well, and in time. */
static bool wait_for(pid_t child, long end_ms)
{
   int status;
   pid_t ended;
   while ((ended = waitpid(child, &status, WNOHANG)) != child) {
      if (ended < 0 && errno != EINTR)
         return false;
      if (now_ms() >= end_ms)
         kill(-child, SIGKILL); /* and all that it has started */
      poll(NULL, 0, WAIT_MS);
   }
   return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Reads all that comes until then; false if it is too large. */
static bool read_all(const tk_alloc *alloc, int fd, long end_ms, char **text,
                     size_t *size_B)
{
   size_t room_B = 0;
   for (;;) {
      TK_ARRAY_ROOM_FOR((size_t)PIECE_B, alloc, AN_LABEL, *text, *size_B, room_B);
      struct pollfd from = { .fd = fd, .events = POLLIN };
      long left_ms = end_ms - now_ms();
      if (left_ms <= 0)
         return false;
      int n_ready = poll(&from, 1, (int)left_ms);
      if (n_ready == 0 || (n_ready < 0 && errno == EINTR))
         continue;
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
   long end_ms = now_ms() + MOST_MS;
   pid_t child = fork();
   if (child == 0)
      run_git(directory, what, ends[1], errors);
   close(ends[1]);
   bool ok = child > 0 && read_all(alloc, ends[0], end_ms, text, size_B);
   close(ends[0]);
   bool has_ended = child < 0 || wait_for(child, end_ms);
   if (child > 0 && now_ms() >= end_ms) {
      rewind(errors);
      fprintf(errors, "git has no answer within %d s\n", MOST_MS / 1000);
   }
   return has_ended && ok;
}

bool an_git_show(const tk_alloc *alloc, const char *revision, const char *path,
                 char **text, size_t *size_B, an_error *error)
{
   const char *slash = strrchr(path, '/');
   const char *name = slash == NULL ? path : slash + 1;
   size_t room_B = strlen(path) + strlen(revision) + sizeof ":./";
   char *directory = tk_get(alloc, AN_LABEL, room_B),
        *what = tk_get(alloc, AN_LABEL, room_B);
   FILE *errors = tmpfile();
   bool ok = errors != NULL;
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

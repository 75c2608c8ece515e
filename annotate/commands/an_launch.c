/* an_launch.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_launch.h"

#include "commands/an_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- What is run ---- */

static bool is_runnable(const char *path)
{
   struct stat file;
   if (stat(path, &file) != 0 || access(path, X_OK) != 0)
      return false;
   if (S_ISREG(file.st_mode))
      return true;
   errno = S_ISDIR(file.st_mode) ? EISDIR : EACCES;
   return false;
}

/* Each folder of PATH, an empty one being ".", as a shell does. */
static bool search(const char *name, char path[PATH_MAX])
{
   const char *at = getenv("PATH");
   for (at = at == NULL ? "/bin:/usr/bin" : at; at != NULL; at = strchr(at, ':')) {
      at += *at == ':';
      int n = (int)strcspn(at, ":");
      snprintf(path, PATH_MAX, "%.*s%s%s", n, at, n == 0 ? "./" : "/", name);
      if (is_runnable(path))
         return true;
   }
   return false;
}

int an_launch_find(const char *name, char path[PATH_MAX], an_error *error)
{
   bool is_path = strchr(name, '/') != NULL;
   snprintf(path, PATH_MAX, "%s", name);
   if (is_path ? is_runnable(path) : search(name, path)) {
      struct stat file;
      if (stat(path, &file) != 0 || (file.st_mode & (S_ISUID | S_ISGID)) == 0)
         return AN_PARSED;
      an_fail(error, "it is set-user-ID or set-group-ID, which Valgrind cannot run; a "
                     "copy is not");
      return AN_EXIT_CANNOT_RUN;
   }
   if (is_path)
      an_fail(error, "%s", strerror(errno));
   else
      an_fail(error, "no such program in PATH%s%s",
              is_runnable(name) ? "; did you mean ./" : "",
              is_runnable(name) ? name : "");
   return !is_path || errno == ENOENT ? AN_EXIT_NO_PROGRAM : AN_EXIT_CANNOT_RUN;
}

bool an_launch_is_script(const char *path)
{
   char magic[4] = "";
   int fd = open(path, O_RDONLY | O_CLOEXEC);
   ssize_t n = fd < 0 ? -1 : read(fd, magic, sizeof magic);
   if (fd >= 0)
      close(fd);
   return n >= 0 && (n < 4 || memcmp(magic, "\177ELF", 4) != 0);
}

const char *an_launch_valgrind(char path[PATH_MAX])
{
   static const char *const names[] = { "valgrind-in-place", "valgrind-quern" };
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (an_command_beside(names[i], path))
         return path;
   return "valgrind";
}

/* ---- Running it ---- */

/* Those that would end us before the program, or stop us with a line on the screen. */
static const int numbers[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                               SIGUSR1, SIGUSR2, SIGTSTP, SIGCHLD };
enum { NUMBERS = sizeof numbers / sizeof numbers[0], TICK_NS = 250000000 };

/* From here on signals wait to be asked for; *was are those that did before. */
static void hold_signals(sigset_t *held, sigset_t *was)
{
   sigemptyset(held);
   for (size_t i = 0; i < NUMBERS; i++)
      sigaddset(held, numbers[i]);
   sigprocmask(SIG_BLOCK, held, was);
   signal(SIGCHLD, SIG_DFL); /* ignored, it would take the status */
}

/* In the child.  Ends with the reason in the pipe if it cannot. */
_Noreturn static void become(char *const *words, const sigset_t *was, int failure)
{
   an_command_before_exec();
   sigprocmask(SIG_SETMASK, was, NULL);
   execvp(words[0], words);
   int reason = errno;
   _exit(write(failure, &reason, sizeof reason) == sizeof reason ? 0 : 1);
}

/* 0, or why there is no process. */
static int begin(char *const *words, const sigset_t *was, pid_t *pid)
{
   int ends[2], reason = 0;
   if (pipe2(ends, O_CLOEXEC) != 0)
      return errno;
   *pid = fork();
   if (*pid == 0)
      become(words, was, ends[1]);
   if (*pid < 0)
      reason = errno;
   close(ends[1]);
   while (*pid > 0 && read(ends[0], &reason, sizeof reason) < 0 && errno == EINTR)
      ;
   close(ends[0]);
   if (reason != 0 && *pid > 0)
      waitpid(*pid, NULL, 0);
   return reason;
}

/* Stops both until we are continued, if that is what the signal does here; Valgrind does
   not stop by itself. */
static void stop_both(pid_t pid)
{
   sigset_t stop;
   sigemptyset(&stop);
   sigaddset(&stop, SIGTSTP);
   kill(pid, SIGSTOP);
   sigprocmask(SIG_UNBLOCK, &stop, NULL);
   raise(SIGTSTP);
   sigprocmask(SIG_BLOCK, &stop, NULL);
   kill(pid, SIGCONT);
}

/* A signal of the kernel, such as the terminal's, was for the whole process group. */
static void take_signal(const siginfo_t *signal, an_launch_tick *tick, void *context,
                        pid_t pid)
{
   if (signal->si_signo == SIGTSTP) {
      tick(context, pid, true);
      stop_both(pid);
   } else if (signal->si_code <= 0 && signal->si_signo != SIGCHLD)
      kill(pid, signal->si_signo);
}

bool an_launch(char *const *words, an_launch_tick *tick, void *context, pid_t *pid,
               int *status, an_error *error)
{
   static const struct timespec period = { .tv_nsec = TICK_NS }, at_once = { 0, 0 };
   sigset_t held, was;
   siginfo_t signal;
   hold_signals(&held, &was);
   int reason = begin(words, &was, pid);
   while (reason == 0 && waitpid(*pid, status, WNOHANG) == 0)
      if (sigtimedwait(&held, &signal, &period) < 0)
         tick(context, *pid, false);
      else
         take_signal(&signal, tick, context, *pid);
   if (reason == 0)
      tick(context, *pid, true);
   while (sigtimedwait(&held, &signal, &at_once) > 0)
      ; /* what has ended the program is not to end us */
   sigprocmask(SIG_SETMASK, &was, NULL);
   return reason == 0 || an_fail(error, "%s", strerror(reason));
}

/* an_output.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkostemp */
#endif

#include "base/an_output.h"

#include "base/an_alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that a fatal signal, or an exit, must remove. */
static char *volatile unfinished;

static void remove_unfinished(void)
{
   if (unfinished != NULL)
      unlink(unfinished);
}

static const int ending_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void on_ending_signal(int number)
{
   remove_unfinished();
   signal(number, SIG_DFL);
   raise(number);
}

/* Ignored signals, as under nohup, stay ignored.  Without SIGXFSZ, the limit on a
   file's size is a write error. */
static void catch_signals(void)
{
   for (size_t i = 0; i < ENDING_SIGNALS; i++)
      if (signal(ending_signals[i], on_ending_signal) == SIG_IGN)
         signal(ending_signals[i], SIG_IGN);
   signal(SIGXFSZ, SIG_IGN);
}

static void catch_ends(void)
{
   static bool is_caught;
   if (!is_caught)
      atexit(remove_unfinished);
   is_caught = true;
   catch_signals();
}

/* Blocks fatal signals.  Returns the mask before. */
static sigset_t block_signals(void)
{
   sigset_t ending, before;
   sigemptyset(&ending);
   for (size_t i = 0; i < ENDING_SIGNALS; i++)
      sigaddset(&ending, ending_signals[i]);
   sigprocmask(SIG_BLOCK, &ending, &before);
   return before;
}

/* The mode of the file that is replaced, or the one open(2) would give. */
static void set_mode(int fd, const char *name)
{
   struct stat status;
   mode_t mask = umask(0);
   umask(mask);
   mode_t mode = 0666 & ~mask;
   if (stat(name, &status) == 0 && S_ISREG(status.st_mode))
      mode = status.st_mode & 0777;
   (void)fchmod(fd, mode);
}

/* A new file beside `name`. */
static FILE *open_temporary(an_output *output, const char *name)
{
   static const char suffix[] = ".XXXXXX";
   size_t n = strlen(name);
   output->temporary = an_malloc(n + sizeof suffix);
   memcpy(output->temporary, name, n);
   memcpy(output->temporary + n, suffix, sizeof suffix);
   sigset_t before = block_signals();
   int fd = mkostemp(output->temporary, O_CLOEXEC);
   if (fd >= 0) {
      unfinished = output->temporary;
      catch_ends();
   }
   int number = errno;
   sigprocmask(SIG_SETMASK, &before, NULL);
   errno = number;
   if (fd < 0)
      return NULL;
   set_mode(fd, name);
   FILE *out = fdopen(fd, "w");
   if (out == NULL) {
      close(fd);
      unlink(output->temporary);
      unfinished = NULL;
   }
   return out;
}

/* Devices and pipes are written directly; opening a directory fails. */
static bool is_special(const char *name)
{
   struct stat status;
   return stat(name, &status) == 0 && !S_ISREG(status.st_mode);
}

/* Opens a device or a pipe; neither creates nor truncates a file. */
static FILE *open_special(const char *name)
{
   int fd = open(name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
   FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
   if (out == NULL && fd >= 0)
      close(fd);
   return out;
}

bool an_output_open(an_output *output, const char *name)
{
   *output = (an_output){ .name = name };
   if (*name == '\0') {
      errno = ENOENT;
      return false;
   }
   if (strcmp(name, "-") == 0)
      output->out = stdout;
   else if (is_special(name))
      output->out = open_special(name);
   else
      output->out = open_temporary(output, name);
   if (output->out != NULL)
      return true;
   int number = errno;
   free(output->temporary);
   errno = number;
   return false;
}

/* Why writing failed: streams do not keep the reason.  What is written now fails as that
   did; it comes to a file that is removed, or to a device that took nothing. */
static int reason_of_failure(const an_output *output)
{
   enum { TRIES = 16 }; /* a full disk can have room for a part */
   static const char more[1 << 16];
   size_t n = output->temporary != NULL ? sizeof more : 1;
   for (int i = 0; i < TRIES; i++)
      if (write(fileno(output->out), more, n) < 0 && errno != EINTR)
         return errno;
   return EIO;
}

bool an_output_close(an_output *output, bool keep)
{
   if (output->out == stdout)
      return true;
   bool failed = ferror(output->out);
   int number = failed ? reason_of_failure(output) : 0;
   if (fclose(output->out) != 0) {
      failed = true;
      number = errno;
   }
   if (output->temporary != NULL) {
      if (keep && !failed && rename(output->temporary, output->name) != 0) {
         failed = true;
         number = errno;
      }
      if (!keep || failed)
         unlink(output->temporary);
      unfinished = NULL;
      free(output->temporary);
   }
   errno = number;
   return !failed;
}

/* signals.c -- to be preloaded: SIGUSR1 forks a child that exits, or with POKE_EXEC one
   that runs another program.  Nothing of the heap is used.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/valgrind.h>

#include "poke.h"

static int executes;

static void fork_one(int number)
{
   (void)number;
   int saved = errno;
   pid_t child = fork();
   if (child == 0) {
      if (executes)
         execl("/bin/true", "true", (char *)NULL);
      _exit(executes ? 127 : 0);
   }
   int status;
   while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
      ;
   if (child < 0 || status != 0)
      (void)!write(2, "signals: a child failed\n", 24);
   errno = saved;
}

__attribute__((constructor)) static void begin(void)
{
   struct sigaction action = { .sa_handler = fork_one, .sa_flags = SA_RESTART };
   executes = getenv("POKE_EXEC") != NULL;
   sigaction(SIGUSR1, &action, NULL);
   VALGRIND_DO_CLIENT_REQUEST_STMT(POKE_TAKES_SIGNALS, 0, 0, 0, 0, 0);
}

/* fault_followed.c -- gives up rights, step by step, while vgdb may ask for it.

   usage: fault_followed STEP...
   Prints "ready", works or waits until its input ends, and exits with 6.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef SYS_open
#define OTHER_OPEN SYS_open
#else
#define OTHER_OPEN SYS_openat
#endif

enum { NOBODY = 65534 };

static char *volatile kept;
static volatile unsigned long spun;

static __attribute__((noinline)) void part_work(void)
{
   free(kept);
   kept = malloc(1000);
   for (int i = 0; i < 10000; i++)
      spun++;
}

/* From now on, to open a file is the end. */
static int forbid_files(void)
{
   struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OTHER_OPEN, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
   };
   struct sock_fprog program = { sizeof steps / sizeof *steps, steps };
   return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
          || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* The child goes on; its parent ends as it does. */
static int go_on_in_child(void)
{
   int status;
   pid_t child = fork();
   if (child > 0) {
      waitpid(child, &status, 0);
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 99);
   }
   return child < 0;
}

/* Not 0: it failed. */
static int take(const char *step)
{
   return strcmp(step, "groups") == 0      ? setgroups(0, NULL)
          : strcmp(step, "group") == 0     ? setgid(NOBODY)
          : strcmp(step, "user") == 0      ? setuid(NOBODY)
          : strcmp(step, "users") == 0     ? setresuid(NOBODY, NOBODY, NOBODY)
          : strcmp(step, "own-group") == 0 ? setegid(NOBODY)
          : strcmp(step, "own-user") == 0  ? seteuid(NOBODY)
          : strcmp(step, "back") == 0      ? seteuid(0)
          : strcmp(step, "root") == 0      ? chroot("jail") || chdir("/")
          : strcmp(step, "mounts") == 0    ? unshare(CLONE_NEWNS)
          : strcmp(step, "numbers") == 0   ? unshare(CLONE_NEWPID)
          : strcmp(step, "child") == 0     ? go_on_in_child()
          : strcmp(step, "files") == 0     ? forbid_files()
                                           : strcmp(step, "works") != 0;
}

int main(int argc, char **argv)
{
   struct pollfd input = { .fd = 0, .events = POLLIN };
   int works = argc > 1 && strcmp(argv[argc - 1], "works") == 0;
   for (int i = 1; i < argc; i++)
      if (take(argv[i]) != 0) {
         perror(argv[i]);
         return 1;
      }
   puts("ready");
   fflush(stdout);
   do
      part_work();
   while (poll(&input, 1, works ? 0 : -1) <= 0);
   part_work();
   return 6;
}

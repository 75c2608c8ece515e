/* fault_children.c -- a process and its children, whose work is known: how often each
   function runs, and what it allocates.

   usage: fault_children forks N | ways [PROGRAM] | titles
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

enum {
   HELD_B = 100000, GROWN_B = 200000, CHILD_B = 1000, GRANDCHILD_B = 77,
   AT_ONCE = 4,
};

extern char **environ;
static char *volatile held, *volatile kept;
static volatile int worked;

static NOINLINE void case_held(void) { held = malloc(HELD_B); }
static NOINLINE void case_child(void) { kept = malloc(CHILD_B); }
static NOINLINE void case_grandchild(void) { kept = malloc(GRANDCHILD_B); }
static NOINLINE void case_thread(void) { kept = malloc(55); }
static NOINLINE void case_spawned(void) { kept = malloc(66); }
static NOINLINE void case_vfork(void) { kept = malloc(33); }

static NOINLINE void do_work(void)
{
   for (int i = 0; i < 100; i++)
      worked += i;
}

static void wait_for_all(void)
{
   while (wait(NULL) > 0) {}
}

/* One child in three frees the block that its parent holds, one makes it larger. */
static void run_child(int i)
{
   do_work();
   case_child();
   if (i % 3 == 0)
      free(held);
   else if (i % 3 == 1)
      held = realloc(held, GROWN_B);
   if (i % 10 == 0 && fork() == 0) {
      do_work();
      case_grandchild();
      if (i % 3 == 2)
         free(held);
      exit(0);
   }
   wait_for_all();
   exit(0);
}

static void forks(int n)
{
   case_held();
   do_work();
   for (int i = 0; i < n; i++) {
      if (fork() == 0)
         run_child(i);
      if (i >= AT_ONCE)
         wait(NULL);
   }
   wait_for_all();
}

static void *fork_in_thread(void *unused)
{
   if (fork() == 0) {
      case_thread();
      do_work();
      exit(0);
   }
   return unused;
}

/* A thread that forks; a child by vfork, which has no profile; one that executes the
   program, and one that is spawned. */
static void ways(char **argv)
{
   pthread_t thread;
   pid_t child;
   case_held();
   pthread_create(&thread, NULL, fork_in_thread, NULL);
   pthread_join(thread, NULL);
   if (vfork() == 0) {
      case_vfork();
      _exit(0);
   }
   wait_for_all();
   if (argv[0] == NULL)
      return;
   if (fork() == 0) {
      case_child();
      execv(argv[0], argv);
   }
   wait_for_all();
   posix_spawn(&child, argv[0], NULL, NULL, argv, environ);
   wait_for_all();
}

static void *name_thread(void *unused)
{
   prctl(PR_SET_NAME, "a thread's");
   return unused;
}

static void titled(char *argv0, const char *title)
{
   pthread_t thread;
   if (fork() != 0)
      return;
   if (title == NULL) {
      prctl(PR_SET_NAME, "by prctl");
   } else if (*title == '\0') {
      pthread_create(&thread, NULL, name_thread, NULL);
      pthread_join(thread, NULL);
   } else {
      strcpy(argv0, title); /* there is room: the environment follows */
   }
   exit(0);
}

static void titles(char *argv0)
{
   titled(argv0, "server: worker   ");
   titled(argv0, "evil\033[31m\nfn=main\\x41\"");
   titled(argv0, NULL);
   titled(argv0, "");
   wait_for_all();
}

int main(int argc, char **argv)
{
   const char *how = argc > 1 ? argv[1] : "";
   if (strcmp(how, "forks") == 0)
      forks(atoi(argv[2]));
   else if (strcmp(how, "ways") == 0)
      ways(argv + 2);
   else if (strcmp(how, "titles") == 0)
      titles(argv[0]);
   else
      case_spawned();
   return 0;
}

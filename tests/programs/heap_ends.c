/* heap_ends.c -- allocations before main and after exit, and ways to end.

   heap_ends                  ends by returning from main
   heap_ends segv             by a signal, with blocks of its own
   heap_ends twice            goes on after a double free, if the tool prevents the abort
   heap_ends exec-fails       goes on after an exec that fails
   heap_ends exec PROGRAM     executes another program
   heap_ends spawn|vfork      starts /bin/true, and goes on
   heap_ends fork             the child allocates, and so does the parent
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *volatile kept;
static void *early;

static void *use(void *p)
{
   kept = p;
   return kept;
}

__attribute__((noinline)) static void case_preinit(void)
{
   use(malloc(11));
}

__attribute__((section(".preinit_array"), used))
static void (*const before_all)(void) = case_preinit;

__attribute__((constructor, noinline)) static void case_constructor(void)
{
   early = malloc(22);
   use(early);
}

__attribute__((noinline)) static void case_atexit(void)
{
   free(early);
   use(malloc(33));
}

__attribute__((destructor, noinline)) static void case_destructor(void)
{
   free(use(malloc(44)));
   use(malloc(55));
}

__attribute__((noinline)) static void case_before(void)
{
   use(malloc(66));
   early = realloc(early, 23);
}

__attribute__((noinline)) static void case_after(void)
{
   use(malloc(77));
}

__attribute__((noinline)) static void case_child(void)
{
   use(malloc(88));
   free(early);
}

static void wait_for(pid_t child)
{
   int status = -1;
   if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      exit(3);
}

static void fork_child(void)
{
   pid_t child = fork();
   if (child == 0) {
      case_child();
      _exit(0);
   }
   wait_for(child);
}

static void spawn(void)
{
   extern char **environ;
   char *const arguments[] = {"true", NULL};
   pid_t child = -1;
   if (posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ) != 0)
      exit(3);
   wait_for(child);
}

static void vfork_child(void)
{
   pid_t child = vfork();
   if (child == 0) {
      execl("/bin/true", "true", (char *)NULL);
      _exit(1);
   }
   wait_for(child);
}

static void end_by(const char *what, char **arguments)
{
   if (strcmp(what, "segv") == 0) {
      *(volatile int *)8 = 1;
   } else if (strcmp(what, "twice") == 0) {
      void *block = malloc(99);
      use(block);
      free(block);
      free(kept);
   } else if (strcmp(what, "exec-fails") == 0) {
      execl("/nonexistent", "nonexistent", (char *)NULL);
   } else if (strcmp(what, "exec") == 0) {
      execv(arguments[0], arguments);
   } else if (strcmp(what, "spawn") == 0) {
      spawn();
   } else if (strcmp(what, "vfork") == 0) {
      vfork_child();
   } else if (strcmp(what, "fork") == 0) {
      fork_child();
   }
}

int main(int argc, char **argv)
{
   if (atexit(case_atexit) != 0)
      return 1;
   case_before();
   if (argc > 1)
      end_by(argv[1], argv + 2);
   case_after();
   return 0;
}

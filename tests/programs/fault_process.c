/* fault_process.c -- a process that forks, executes other programs, and ends in every
   way.  The work of each part appears under the name of its function.

   usage: fault_process HOW [ARGUMENT...]
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

extern char **environ;
static char *volatile kept[8];
static volatile unsigned long spun;

static NOINLINE void part_before(void) { kept[0] = malloc(1000); }
static NOINLINE void part_child(void) { kept[1] = malloc(88); }
static NOINLINE void part_grandchild(void) { kept[2] = malloc(99); }
static NOINLINE void part_after(void) { kept[3] = malloc(300); }
static NOINLINE void part_between(void) { kept[4] = malloc(50); }

static void wait_for_all(void)
{
   while (wait(NULL) > 0 || errno == EINTR) {}
}

/* Even if the caller ignores the signal. */
static void raise_anew(int number)
{
   signal(number, SIG_DFL);
   raise(number);
}

static void signalled(const char *how)
{
   if (strcmp(how, "segv") == 0)
      *(volatile int *)NULL = 1;
   else if (strcmp(how, "abort") == 0)
      abort();
   else
      raise_anew(atoi(how));
}

static void *in_thread(void *how)
{
   signalled(how);
   return NULL;
}

static void signalled_in_thread(char *how)
{
   pthread_t thread;
   pthread_create(&thread, NULL, in_thread, how);
   pthread_join(thread, NULL);
}

/* A child, with a child of its own. */
static void forks(void)
{
   if (fork() == 0) {
      part_child();
      if (fork() == 0) {
         part_grandchild();
         exit(2);
      }
      wait_for_all();
      exit(1);
   }
   wait_for_all();
}

static void fails_to_become(void)
{
   static char big[200000];
   char *empty[] = { NULL }, *much[] = { "true", big, NULL };
   char *volatile nowhere = (char *)8;
   memset(big, 'x', sizeof big - 1);
   execl("/no/such/program", "x", NULL);
   part_between();
   execl("/", "x", NULL);
   execl("/etc/hostname", "x", NULL);
   execve(nowhere, empty, empty);
   execve("/bin/true", (char **)nowhere, empty);
   execvpe("no-such-program-anywhere", much, environ);
}

/* (Valgrind forks for vfork, so that posix_spawn does not see errors of exec.) */
static void spawns(char **argv)
{
   pid_t child;
   posix_spawn(&child, argv[0], NULL, NULL, argv, environ);
   wait_for_all();
   child = vfork();
   if (child == 0) {
      execv(argv[0], argv);
      _exit(1);
   }
   wait_for_all();
}

static void becomes_by_descriptor(char **argv)
{
   int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
   fexecve(fd, argv, environ);
}

/* Executes itself `n` times, and forks a child at the end. */
static void becomes_itself(char **argv)
{
   char left[16];
   int n = atoi(argv[2]);
   if (n > 0) {
      snprintf(left, sizeof left, "%d", n - 1);
      execl(argv[0], argv[0], argv[1], left, NULL);
   }
   if (fork() == 0) {
      part_child();
      exit(0);
   }
   wait_for_all();
}

static void runs_out_of_files(void)
{
   struct rlimit few = { 20, 20 };
   setrlimit(RLIMIT_NOFILE, &few);
   while (open("/dev/null", O_RDONLY) >= 0) {}
}

static void closes_all(void)
{
   for (int fd = 0; fd < 1024; fd++)
      close(fd);
}

/* A limit on file sizes that the profile exceeds.  Only the program's own writes
   raise the signal. */
static volatile sig_atomic_t n_told;

static void on_limit(int signal)
{
   (void)signal;
   n_told++;
}

static void limits_files(int is_hard)
{
   struct rlimit limit;
   signal(SIGXFSZ, on_limit);
   getrlimit(RLIMIT_FSIZE, &limit);
   limit.rlim_cur = 1;
   if (is_hard)
      limit.rlim_max = 1;
   setrlimit(RLIMIT_FSIZE, &limit);
}

/* Computes forever. */
static NOINLINE void part_spins(void)
{
   for (;;) {
      free(kept[5]);
      kept[5] = malloc(spun++ % 100);
   }
}

/* Takes all memory; then runs more and more code, for which Valgrind needs
   memory. */
static NOINLINE void part_starves(void)
{
   enum { N = 1 << 17, SIZE_B = 16 };
   unsigned char *code = mmap(NULL, N * SIZE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   memset(code, 0xc3, N * SIZE_B); /* ret */
   /* Stored, as compilers know what is left of malloc otherwise: an endless loop. */
   while ((kept[6] = malloc(4096)) != NULL) {}
   while ((kept[6] = malloc(16)) != NULL) {}
   for (size_t i = 0; i < N; i++)
      ((void (*)(void))(code + i * SIZE_B))();
}

int main(int argc, char **argv)
{
   const char *how = argc > 1 ? argv[1] : "";
   char **rest = argv + 2;
   setvbuf(stdout, NULL, _IONBF, 0);
   part_before();
   if (strcmp(how, "signal") == 0)
      signalled(rest[0]);
   else if (strcmp(how, "signal-in-thread") == 0)
      signalled_in_thread(rest[0]);
   else if (strcmp(how, "forks") == 0)
      forks();
   else if (strcmp(how, "fails") == 0)
      fails_to_become();
   else if (strcmp(how, "spawns") == 0)
      spawns(rest);
   else if (strcmp(how, "becomes") == 0)
      execv(rest[0], rest);
   else if (strcmp(how, "becomes-by-descriptor") == 0)
      becomes_by_descriptor(rest);
   else if (strcmp(how, "becomes-itself") == 0)
      becomes_itself(argv);
   else if (strcmp(how, "child-becomes") == 0) {
      if (fork() == 0) {
         part_child();
         execv(rest[0], rest);
      }
      wait_for_all();
   } else if (strcmp(how, "files") == 0)
      runs_out_of_files();
   else if (strcmp(how, "closes") == 0)
      closes_all();
   else if (strcmp(how, "limit") == 0)
      limits_files(atoi(rest[0]));
   else if (strcmp(how, "spins") == 0)
      part_spins();
   else if (strcmp(how, "starves") == 0)
      part_starves();
   else if (strcmp(how, "waits") == 0)
      pause();
   part_after();
   return n_told > 0 ? 98 : 7;
}

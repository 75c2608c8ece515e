/* fault_jail.c -- children that are killed early; a process that gives up what it may
   do: by a seccomp filter, by dropping privileges, in another root directory.

   usage: fault_jail HOW [ARGUMENT...]
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static char *volatile kept[1000];
static volatile unsigned long spun;

static NOINLINE void part_before(void) { kept[0] = malloc(1000); }
static NOINLINE void part_after(void) { kept[1] = malloc(300); }

static NOINLINE void part_child(void)
{
   for (size_t i = 2; i < 1000; i++)
      kept[i] = malloc(i);
}

static void fail(const char *what)
{
   perror(what);
   exit(1);
}

static void sleep_ms(long ms)
{
   struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
   while (nanosleep(&time, &time) != 0) {}
}

static void compute(unsigned long n)
{
   while (n-- > 0)
      spun++;
}

/* ---- Children that are killed -------------------------------------------- */

static void be_child(int number)
{
   if (number % 4 != 3)
      part_child();
   if (number % 2 == 0)
      poll(NULL, 0, 60000);
   for (;;) {
      compute(1000000);
      if (number % 4 == 1)
         poll(NULL, 0, 10);
   }
}

/* Each at a random moment of its first `most_ms`; prints their ids. */
static void kills_children(int n, int most_ms, unsigned seed)
{
   srand(seed);
   for (int i = 0; i < n; i++) {
      pid_t child = fork();
      if (child == 0)
         be_child(i);
      int ms = most_ms == 0 ? 0 : rand() % most_ms;
      if (ms > 0 && fork() == 0) { /* the executioner; the others go on */
         sleep_ms(ms);
         kill(child, SIGKILL);
         _exit(0);
      }
      if (ms == 0)
         kill(child, SIGKILL);
      printf("%d\n", (int)child);
   }
   while (wait(NULL) > 0 || errno == EINTR) {}
}

/* Children that end at once, one after the other. */
static void forks(int n, char **command)
{
   for (int i = 0; i < n; i++) {
      pid_t child = fork();
      if (child == 0 && command[0] != NULL)
         execv(command[0], command);
      if (child == 0)
         _exit(0);
      waitpid(child, NULL, 0);
   }
}

/* ---- Filters ---------------------------------------------------------------- */

enum { MAX_NUMBERS = 20 };

/* Refuses these calls, or (if `only` is set) all calls but these. */
static void set_filter(unsigned verdict, const unsigned *numbers, unsigned n,
                       int only)
{
   struct sock_filter filter[MAX_NUMBERS + 3];
   struct sock_fprog program = { 0, filter };
   unsigned other = only ? verdict : SECCOMP_RET_ALLOW;
   unsigned these = only ? SECCOMP_RET_ALLOW : verdict;
   filter[program.len++] = (struct sock_filter)BPF_STMT(
      BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
   for (unsigned i = 0; i < n; i++)
      filter[program.len++] = (struct sock_filter)BPF_JUMP(
         BPF_JMP | BPF_JEQ | BPF_K, numbers[i], n - i, 0);
   filter[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, other);
   filter[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, these);
   prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
   if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0
       && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      fail("seccomp");
}

/* No file can be opened or removed; the core's own calls at the end are let through:
   it removes its pipes with unlink. */
static const unsigned files[] = {
   SYS_openat, SYS_renameat, SYS_renameat2, SYS_unlinkat,
#ifdef SYS_rename
   SYS_rename,
#endif
};

/* Almost nothing can be done with a descriptor, either. */
static const unsigned descriptors[] = {
   SYS_openat, SYS_renameat, SYS_unlinkat, SYS_lseek, SYS_ftruncate, SYS_pwrite64,
   SYS_clock_gettime, SYS_statx, SYS_prlimit64,
};

static unsigned verdict_of(const char *name)
{
   return strcmp(name, "errno") == 0  ? SECCOMP_RET_ERRNO | EPERM
          : strcmp(name, "trap") == 0 ? SECCOMP_RET_TRAP
          : strcmp(name, "log") == 0  ? SECCOMP_RET_LOG
                                      : SECCOMP_RET_KILL_PROCESS;
}

static void *in_thread(void *verdict)
{
   set_filter(verdict_of(verdict), files, sizeof files / sizeof *files, 0);
   return NULL;
}

static void filters(const char *what, char *verdict)
{
   pthread_t thread;
   unsigned value = verdict_of(verdict);
   if (strcmp(what, "descriptors") == 0)
      set_filter(value, descriptors, sizeof descriptors / sizeof *descriptors, 0);
   else if (strcmp(what, "thread") == 0) {
      pthread_create(&thread, NULL, in_thread, verdict);
      pthread_join(thread, NULL);
   } else if (strcmp(what, "two") == 0) {
      set_filter(value, files, 2, 0);
      set_filter(value, files + 2, sizeof files / sizeof *files - 2, 0);
   } else
      set_filter(value, files, sizeof files / sizeof *files, 0);
}

static void jailed(const char *what, char *verdict, const char *then)
{
   filters(what, verdict);
   part_after();
   if (strcmp(then, "waits") == 0)
      sleep_ms(100000);
   else if (strcmp(then, "works") == 0)
      for (;;) {
         free(kept[5]);
         kept[5] = malloc(spun++ % 100);
      }
   else if (strcmp(then, "forks") == 0) {
      pid_t child = fork();
      if (child == 0) {
         part_child();
         _exit(4);
      }
      waitpid(child, NULL, 0);
   } else
      sleep_ms(50);
   if (write(1, "ok\n", 3) != 3)
      _exit(9);
   _exit(5);
}

/* ---- Privileges --------------------------------------------------------------- */

/* As servers do: the groups, the group, the user. */
static void become_nobody(void)
{
   if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
      fail("setuid");
}

static void work_as_nobody(const char *then)
{
   become_nobody();
   part_after();
   if (strcmp(then, "waits") == 0)
      sleep_ms(100000);
   sleep_ms(30);
}

static void enter(const char *root)
{
   if (chroot(root) != 0 || chdir("/") != 0)
      fail("chroot");
}

/* Forbids all that Landlock can: no file can be opened, made or removed. */
static void shut_files(void)
{
   enum { CREATE = 444, RESTRICT = 446, ALL = (1 << 13) - 1 };
   const unsigned long long handled = ALL;
   long rules = syscall(CREATE, &handled, sizeof handled, 0);
   if (rules < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
       || syscall(RESTRICT, rules, 0) != 0)
      puts("no Landlock");
}

/* A master with workers, like nginx. */
static void serves(const char *then)
{
   for (int i = 0; i < 3; i++)
      if (fork() == 0) {
         work_as_nobody(then);
         part_child();
         if (strcmp(then, "forks") == 0 && fork() == 0)
            exit(4);
         while (wait(NULL) > 0) {}
         exit(3);
      }
   while (wait(NULL) > 0 || errno == EINTR) {}
}

int main(int argc, char **argv)
{
   const char *how = argc > 1 ? argv[1] : "";
   setvbuf(stdout, NULL, _IONBF, 0);
   part_before();
   if (strcmp(how, "kills") == 0)
      kills_children(atoi(argv[2]), atoi(argv[3]), (unsigned)atoi(argv[4]));
   else if (strcmp(how, "forks") == 0)
      forks(atoi(argv[2]), argv + 3);
   else if (strcmp(how, "filter") == 0)
      jailed(argv[2], argv[3], argv[4]);
   else if (strcmp(how, "strict") == 0) {
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
      part_after();
      syscall(SYS_exit, 5);
   } else if (strcmp(how, "drops") == 0)
      work_as_nobody(argv[2]);
   else if (strcmp(how, "enters") == 0) {
      enter(argv[2]);
      work_as_nobody(argv[3]);
   } else if (strcmp(how, "unshares") == 0) {
      if (unshare(CLONE_NEWNS) != 0)
         puts("no name space");
      work_as_nobody(argv[2]);
   } else if (strcmp(how, "landlock") == 0) {
      shut_files();
   } else if (strcmp(how, "becomes") == 0) {
      become_nobody();
      execv(argv[2], argv + 2);
   } else if (strcmp(how, "serves") == 0)
      serves(argv[2]);
   part_after();
   return 6;
}

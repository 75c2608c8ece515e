/* wild_signals.c -- handlers on an alternate stack, timers, nested and queued signals,
   a fault that is repaired, a jump out of a handler.
   SPDX-License-Identifier: GPL-2.0-or-later */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t n_alarms, n_nested, n_faults, sum_queued;
static sigjmp_buf back;
static char *volatile page;

static void on_alarm(int signal)
{
   (void)signal;
   n_alarms++;
   raise(SIGUSR1);
}

static void on_nested(int signal)
{
   char frame[2000];

   memset(frame, signal, sizeof frame);
   n_nested += frame[1999] == signal;
}

static void on_queued(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   (void)context;
   sum_queued += info->si_value.sival_int;
}

/* The first fault is repaired; the second is left by a jump. */
static void on_fault(int signal, siginfo_t *info, void *context)
{
   (void)signal;
   (void)context;
   n_faults++;
   if (info->si_addr == page)
      mprotect(page, 4096, PROT_READ | PROT_WRITE);
   else
      siglongjmp(back, 1);
}

static void handle(int signal, void (*function)(int))
{
   struct sigaction action = {.sa_handler = function, .sa_flags = SA_ONSTACK};

   sigaction(signal, &action, NULL);
}

static void handle_info(int signal,
                        void (*function)(int, siginfo_t *, void *))
{
   struct sigaction action = {.sa_sigaction = function,
                              .sa_flags = SA_ONSTACK | SA_SIGINFO};

   sigaction(signal, &action, NULL);
}

static void *interrupted(void *set)
{
   int signal = 0;

   sigwait(set, &signal);
   return (void *)(long)signal;
}

static void timers(void)
{
   struct itimerval every = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};

   setitimer(ITIMER_REAL, &every, NULL);
   while (n_alarms < 50)
      free(malloc(100));
   setitimer(ITIMER_REAL, &none, NULL);
   printf("alarms nested: %d\n", n_nested == n_alarms);
}

int main(void)
{
   stack_t alternate = {.ss_sp = malloc(65536), .ss_size = 65536};
   sigset_t set;
   pthread_t thread;
   void *waited;

   sigaltstack(&alternate, NULL);
   handle(SIGALRM, on_alarm);
   handle(SIGUSR1, on_nested);
   handle_info(SIGRTMIN, on_queued);
   handle_info(SIGSEGV, on_fault);
   timers();

   for (int i = 1; i <= 100; i++)
      sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = i});
   printf("queued: %d\n", (int)sum_queued);

   page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   *(volatile char *)page = 42;
   if (!sigsetjmp(back, 1))
      *(volatile char *)8 = 1;
   printf("faults: %d, %d\n", (int)n_faults, *page);

   sigemptyset(&set);
   sigaddset(&set, SIGUSR2);
   pthread_sigmask(SIG_BLOCK, &set, NULL);
   pthread_create(&thread, NULL, interrupted, &set);
   pthread_kill(thread, SIGUSR2);
   pthread_join(thread, &waited);
   printf("waited for: %d\n", waited == (void *)(long)SIGUSR2);
   fflush(stdout);
   signal(SIGSEGV, SIG_DFL);
   abort();
}

/* data_static.c -- misses on variables and stacks of all sorts: symbols that are aliases,
   within others or without size; thread-local variables of several threads; libraries,
   also stripped ones and such that are loaded twice; frames of outer functions, of
   coroutines and of signals.  See data.h.
   Usage: data_static [LIBRARY.so...]: libraries to load, twice each
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "data.h"
#include "data_static_lib.h"
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define LINKED "libdata_static.so"

static const char *program; /* its name without directory */

/* "KIND NAME BINARY", which is never freed; of the file's name, the last part. */
static const char *text(const char *kind, const char *name, const char *file)
{
   char *all = NULL;
   const char *slash = strrchr(file, '/');
   if (asprintf(&all, "%s %s %s%s", kind, name, slash == NULL ? file : slash + 1,
                name[0] == '-' ? " part" : "") < 0)
      abort();
   return all;
}

static void see(void *at, long bytes, const char *kind, const char *name)
{
   is_data(at, bytes, text(kind, name, program));
   walk_lines(at, bytes);
}

/* ---- Symbols */

extern char short_name[], a_longer_name[], without_size[], behind[], around[];
extern char within[];
__asm__(".data\n .balign 64\n"
        ".globl a_longer_name, short_name\n"
        ".type a_longer_name, @object\n .type short_name, @object\n"
        ".size a_longer_name, 256\n .size short_name, 256\n"
        "a_longer_name:\nshort_name: .fill 256, 1, 1\n"
        "without_size: .fill 192, 1, 2\n"
        ".type behind, @object\n .size behind, 64\n behind: .fill 64, 1, 3\n"
        ".type around, @object\n .size around, 512\n around: .fill 128, 1, 4\n"
        ".type within, @object\n .size within, 128\n within: .fill 384, 1, 5\n"
        ".text\n");

char with_alias[320] __attribute__((aligned(64)));
extern char aka[320] __attribute__((alias("with_alias")));
static char large[1 << 20];
static const char one[4096] = { 1 }, two[4096] = { 2 };

static APART char *local_table(void)
{
   static char in_function[640];
   return in_function;
}

static APART void symbols(void)
{
   see(a_longer_name, 256, "static", "short_name");
   see(without_size, 192, "static", "without_size");
   see(behind, 64, "static", "behind");
   is_data(around, 512, text("static", "around", program));
   is_data(within, 128, text("static", "within", program));
   walk_lines(around, 512);
   forget();
   walk(around + 100, 60, 5);
   see(with_alias, 320, "static", "aka");
   see(large, sizeof large, "static", "large");
   see((char *)one, sizeof one, "static", "one");
   see((char *)two, sizeof two, "static", "two");
   see(local_table(), 640, "static", "in_function");
   forget();
   fill(large + 3, 1000, 200);
}

/* ---- Thread-local variables: two threads take turns */

static __thread char own[3000], own_too[512] = { 1 };
static char *of_thread[3];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;

static void wait_for_turn(int number)
{
   pthread_mutex_lock(&mutex);
   while (turn != number)
      pthread_cond_wait(&changed, &mutex);
   pthread_mutex_unlock(&mutex);
}

static void give_turn(int number)
{
   pthread_mutex_lock(&mutex);
   turn = number;
   pthread_cond_broadcast(&changed);
   pthread_mutex_unlock(&mutex);
}

static APART void walk_own(void)
{
   see(own, sizeof own, "tls", "own");
   see(own_too, sizeof own_too, "tls", "own_too");
#ifndef ALONE
   is_data(lib_own(), LIB_OWN_B, text("tls", "hidden_own", LINKED));
   walk_lines(lib_own(), LIB_OWN_B);
#endif
}

static void own_is_gone(void)
{
   is_gone(own);
   is_gone(own_too);
#ifndef ALONE
   is_gone(lib_own());
#endif
}

static APART void *thread(void *data)
{
   int number = (int)(intptr_t)data;
   wait_for_turn(number);
   walk_own();
   of_thread[number] = own;
   give_turn(0);
   wait_for_turn(number);
   walk_lines(own_too, sizeof own_too);
   own_is_gone();
   give_turn(0);
   return NULL;
}

static APART void threads(void)
{
   pthread_t others[2];
   walk_own();
   for (int i = 0; i < 2; i++)
      pthread_create(&others[i], NULL, thread, (void *)(intptr_t)(i + 1));
   for (int i = 1; i < 3; i++) {
      give_turn(i);
      wait_for_turn(0);
      walk_lines(of_thread[i], sizeof own);
   }
   walk_lines(of_thread[1], sizeof own);
   for (int i = 1; i < 3; i++) {
      give_turn(i);
      wait_for_turn(0);
      pthread_join(others[i - 1], NULL);
   }
   walk_lines(own, sizeof own);
   own_is_gone();
}

/* ---- Stacks */

static APART void innermost(char *array, long bytes)
{
   walk_inside(array, bytes);
   forget();
   fill(array + 64, (bytes - 128) / 64, 64);
}

static APART void in_between(char *array, long bytes)
{
   volatile char other[2000];
   is_data((char *)other, sizeof other, "stack in_between");
   innermost(array, bytes);
   innermost((char *)other, sizeof other);
   is_gone((char *)other);
}

static APART void outermost(void)
{
   volatile char array[8192];
   is_data((char *)array, sizeof array, "stack outermost");
   in_between((char *)array, sizeof array);
   is_gone((char *)array);
}

static ucontext_t back, coroutine;
static char *outer_array;

static APART void in_coroutine(void)
{
   volatile char array[3000];
   is_data((char *)array, sizeof array, "stack in_coroutine");
   in_between((char *)array, sizeof array);
   walk_inside(outer_array, 3000);
   swapcontext(&coroutine, &back);
   innermost((char *)array, sizeof array);
   is_gone((char *)array);
}

enum { STACK_B = 128 << 10 };

static APART void run_coroutine(char *stack)
{
   volatile char array[3000];
   outer_array = (char *)array;
   is_data((char *)array, sizeof array, "stack run_coroutine");
   getcontext(&coroutine);
   coroutine.uc_stack.ss_sp = stack;
   coroutine.uc_stack.ss_size = STACK_B;
   coroutine.uc_link = &back;
   makecontext(&coroutine, in_coroutine, 0);
   swapcontext(&back, &coroutine);
   innermost((char *)array, sizeof array);
   swapcontext(&back, &coroutine);
   is_gone((char *)array);
}

static APART void coroutines(void)
{
   static char in_variable[STACK_B];
   run_coroutine(in_variable);
   char *block = malloc(STACK_B);
   run_coroutine(block);
   free(block);
   block = malloc(STACK_B); /* @block_again */
   is_data(block, STACK_B, "heap @block_again");
   walk_lines(block, STACK_B);
   is_gone(block);
   free(block);
   char *mapped = mmap(NULL, STACK_B, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   run_coroutine(mapped);
   munmap(mapped, STACK_B);
}

static APART void handler(int number)
{
   volatile char array[3000];
   array[0] = (char)number;
   is_data((char *)array, sizeof array, "stack handler");
   in_between((char *)array, sizeof array);
   innermost(outer_array, 3000);
   is_gone((char *)array);
}

static APART void is_interrupted(int flags)
{
   volatile char array[3000];
   struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
   outer_array = (char *)array;
   is_data((char *)array, sizeof array, "stack is_interrupted");
   int (*volatile send)(int) = raise; /* as for all it knows, raise calls no handler */
   sigaction(SIGUSR1, &action, NULL);
   send(SIGUSR1);
   is_gone((char *)array);
}

static APART void signals(void)
{
   static char other_stack[STACK_B];
   stack_t stack = { .ss_sp = other_stack, .ss_size = STACK_B };
   is_interrupted(0);
   sigaltstack(&stack, NULL);
   is_interrupted(SA_ONSTACK);
}

static APART void *stacks(void *unused)
{
   outermost();
   coroutines();
   signals();
   return unused;
}

/* ---- Libraries */

#ifndef ALONE
/* A variable that the executable has copied is the executable's. */
static APART void linked_library(void)
{
   Dl_info info;
   if (dladdr(lib_shown, &info) == 0)
      abort();
   is_data(lib_shown, LIB_SHOWN_B, text("static", "lib_shown", info.dli_fname));
   is_data(lib_table(), LIB_TABLE_B, text("static", "hidden_table", LINKED));
   walk_lines(lib_shown, LIB_SHOWN_B);
   walk_lines(lib_table(), LIB_TABLE_B);
}

static void *symbol(void *library, const char *name)
{
   void *found = dlsym(library, name);
   if (found == NULL)
      abort();
   return found;
}

static APART char *load(const char *path)
{
   void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
   if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      exit(1);
   }
   int has_symbols = ((int (*)(void))symbol(library, "lib_has_symbols"))();
   char *table = ((char *(*)(void))symbol(library, "lib_table"))();
   char *its_own = ((char *(*)(void))symbol(library, "lib_own"))();
   char *shown = symbol(library, "lib_shown");
   is_data(table, LIB_TABLE_B, text("static", has_symbols ? "hidden_table" : "-", path));
   is_data(its_own, LIB_OWN_B, text("tls", has_symbols ? "hidden_own" : "-", path));
   is_data(shown, LIB_SHOWN_B, text("static", "lib_shown", path));
   walk_lines(table, LIB_TABLE_B);
   walk_lines(its_own, LIB_OWN_B);
   walk_lines(shown, LIB_SHOWN_B);
   is_gone(table);
   is_gone(its_own);
   is_gone(shown);
   dlclose(library);
   return table;
}

/* The second time, something else is where it was. */
static APART void load_twice(const char *path)
{
   char *table = load(path);
   mmap((char *)((uintptr_t)table & ~(uintptr_t)4095), 4096, PROT_READ,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
   printf("fact elsewhere %d\n", load(path) != table);
}
#endif

int main(int argc, char **argv)
{
   program = strrchr(argv[0], '/') == NULL ? argv[0] : strrchr(argv[0], '/') + 1;
   symbols();
   stacks(NULL);
   threads();
#ifndef ALONE
   linked_library();
   for (int i = 1; i < argc; i++)
      load_twice(argv[i]);
#else
   (void)argc;
#endif
   pthread_t other;
   pthread_create(&other, NULL, stacks, NULL);
   pthread_join(other, NULL);
   print_notes();
   return 0;
}

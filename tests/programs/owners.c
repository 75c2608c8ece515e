/* owners.c -- blocks that are lost, or kept in every way; prints what a look at owners
   must find, a line for each function that allocates: its name, the kind of leak, bytes,
   blocks and what owns them ("any": it does not matter).

      owners CASE [LIBRARY]

   Allocating functions are case_..., so that profiles can be searched for them; each
   clears what it allocates.  The exit code is 7, unless the case says otherwise.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heapprof.h"

#include <valgrind/memcheck.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { EXIT_CODE = 7, PAGE_B = 4096, STACK_B = 256 * 1024 };

/* Without stdio, which would have a block of its own. */
static void say(const char *format, ...)
{
   char line[1000];
   va_list arguments;
   va_start(arguments, format);
   int n = vsnprintf(line, sizeof line, format, arguments);
   va_end(arguments);
   if (write(1, line, (size_t)n) != n)
      _exit(1);
}

static void require(int condition, const char *what)
{
   if (condition)
      return;
   say("owners: %s failed\n", what);
   _exit(1);
}

#define ALLOCATES(name)              \
   static void *name(size_t size)    \
   {                                 \
      void *block = malloc(size);    \
      return memset(block, 0, size); \
   }

/* For the compiler, the pointer is used up to here. */
static void sees(void *pointer)
{
   __asm__ volatile("" : : "r"(pointer) : "memory");
}

/* No pointer stays where later frames will be. */
static void wipe(void)
{
   volatile char area[64 * 1024];
   for (size_t i = 0; i < sizeof area; i++)
      area[i] = 0;
}

static void finish(void)
{
   wipe();
   exit(EXIT_CODE);
}

static uintptr_t hidden(void *pointer)
{
   return ~(uintptr_t)pointer;
}

/* ---- Kinds of leaks -------------------------------------------------------------- */

static void *volatile static_kept, *volatile static_second;
static char *volatile static_middle;

ALLOCATES(case_definite)
ALLOCATES(case_indirect)
ALLOCATES(case_possible)
ALLOCATES(case_possible_below)
ALLOCATES(case_reachable)
ALLOCATES(case_reachable_below)

static void kinds(void)
{
   void *volatile *lost = case_definite(100);
   lost[3] = case_indirect(200);
   void *volatile *possible = case_possible(300);
   possible[2] = case_possible_below(310);
   static_middle = (char *)(uintptr_t)possible + 40;
   void *volatile *kept = case_reachable(400);
   static_kept = (void *)(uintptr_t)kept;
   kept[5] = case_reachable_below(410);
   say("case_definite definite 100 1 lost\n"
       "case_indirect indirect 200 1 lost\n"
       "case_possible possible 300 1 static:static_middle\n"
       "case_possible_below possible 310 1 static:static_middle\n"
       "case_reachable reachable 400 1 static:static_kept\n"
       "case_reachable_below reachable 410 1 static:static_kept\n");
}

typedef struct node {
   struct node *left, *right;
   char more[32];
} node;

ALLOCATES(case_list)
ALLOCATES(case_tree)
ALLOCATES(case_ring)

static node *make_tree(int depth)
{
   if (depth == 0)
      return NULL;
   node *top = case_tree(sizeof *top);
   top->left = make_tree(depth - 1);
   top->right = make_tree(depth - 1);
   return top;
}

static void shapes(void)
{
   node *list = NULL, *ring[3];
   for (int i = 0; i < 10; i++) {
      node *first = case_list(sizeof *first);
      first->left = list;
      list = first;
   }
   make_tree(4);
   for (int i = 0; i < 3; i++)
      ring[i] = case_ring(sizeof *ring[i]);
   for (int i = 0; i < 3; i++)
      ring[i]->right = ring[(i + 1) % 3];
   memset(ring, 0, sizeof ring);
   sees(ring);
   size_t node_B = sizeof(node);
   say("case_list definite %zu 1 lost\n", node_B);
   say("case_list indirect %zu 9 lost\n", 9 * node_B);
   say("case_tree definite %zu 1 lost\n", node_B);
   say("case_tree indirect %zu 14 lost\n", 14 * node_B);
   say("case_ring definite %zu 1 lost\n", node_B);
   say("case_ring indirect %zu 2 lost\n", 2 * node_B);
}

ALLOCATES(case_length64)
ALLOCATES(case_no_length64)

/* Behind a length of 64 bits, and behind another one. */
static void lengths(void)
{
   static char *volatile behind, *volatile behind_other;
   uint64_t *block = case_length64(8 + 100);
   block[0] = 100;
   behind = (char *)block + 8;
   block = case_no_length64(8 + 100);
   block[0] = 101;
   behind_other = (char *)block + 8;
   sees(behind);
   sees(behind_other);
   say("case_length64 reachable 108 1 static:behind\n"
       "case_no_length64 possible 108 1 static:behind_other\n");
}

/* ---- Variables ------------------------------------------------------------------- */

static __thread void *volatile of_thread;
static struct {
   int number;
   void *volatile table[10];
} of_struct = { 1, { NULL } };

ALLOCATES(case_static)
ALLOCATES(case_local_static)
ALLOCATES(case_struct)
ALLOCATES(case_shared)
ALLOCATES(case_thread_local)

static void variables(void)
{
   static void *volatile local;
   static_kept = case_static(100);
   local = case_local_static(110);
   of_struct.table[7] = case_struct(120);
   static_second = of_struct.table[2] = case_shared(130);
   of_thread = case_thread_local(140);
   sees(local);
   say("case_static reachable 100 1 static:static_kept\n"
       "case_local_static reachable 110 1 static:local\n"
       "case_struct reachable 120 1 static:of_struct\n"
       "case_shared reachable 130 1 static:of_struct+static:static_second\n"
       "case_thread_local reachable 140 1 thread-local:of_thread\n");
}

static void library(const char *path)
{
   void *handle = dlopen(path, RTLD_NOW);
   require(handle != NULL, "dlopen");
   void (*keep)(void) = (void (*)(void))dlsym(handle, "lib_keep");
   require(keep != NULL, "dlsym");
   keep();
   say("case_lib_hidden reachable 210 1 static:lib_hidden\n"
       "case_lib_shown reachable 220 1 static:lib_shown\n"
       "case_lib_thread_local reachable 230 1 any\n"
       "case_lib_lost definite 240 1 lost\n");
}

/* ---- Frames and registers -------------------------------------------------------- */

static pthread_barrier_t all_wait;

ALLOCATES(case_in_main)
ALLOCATES(case_in_callee)
ALLOCATES(case_in_thread)
ALLOCATES(case_of_thread)

static void *waits(void *unused)
{
   void *volatile local = case_in_thread(330);
   of_thread = case_of_thread(340);
   wipe();
   pthread_barrier_wait(&all_wait);
   for (;;)
      pause();
   sees(local);
   return unused;
}

static void start_waiting(void)
{
   pthread_t thread;
   pthread_barrier_init(&all_wait, NULL, 2);
   require(pthread_create(&thread, NULL, waits, NULL) == 0, "pthread_create");
   pthread_barrier_wait(&all_wait);
   say("case_in_thread reachable 330 1 stack:waits\n"
       "case_of_thread reachable 340 1 thread-local:of_thread\n");
}

static void holds(void)
{
   void *volatile local = case_in_callee(320);
   say("case_in_callee reachable 320 1 stack:holds\n");
   finish();
   sees(local);
}

static void frames(void)
{
   start_waiting();
   holds();
}

ALLOCATES(case_in_register)
static volatile uintptr_t in_register;

static void hide_one(void)
{
   in_register = hidden(case_in_register(350));
   say("case_in_register reachable 350 1 registers\n");
}

/* The pointer is in a register alone when the program ends. */
static void registers(void)
{
   hide_one();
   wipe();
#if defined(__x86_64__)
   __asm__ volatile("mov %0, %%r12\n\t"
                    "not %%r12\n\t"
                    "mov $7, %%edi\n\t"
                    "mov $231, %%eax\n\t"
                    "syscall"
                    :
                    : "m"(in_register)
                    : "r12", "rdi", "rax", "rcx", "r11", "memory");
#elif defined(__i386__)
   __asm__ volatile("mov %0, %%esi\n\t"
                    "not %%esi\n\t"
                    "mov $7, %%ebx\n\t"
                    "mov $252, %%eax\n\t"
                    "int $0x80"
                    :
                    : "m"(in_register)
                    : "esi", "ebx", "eax", "memory");
#endif
}

/* ---- Mapped memory --------------------------------------------------------------- */

static void *map(size_t size_B, int flags, int file)
{
   void *start = mmap(NULL, size_B, PROT_READ | PROT_WRITE, flags, file, 0);
   require(start != MAP_FAILED, "mmap");
   return start;
}

ALLOCATES(case_in_region)
ALLOCATES(case_in_readonly)
ALLOCATES(case_in_none)
ALLOCATES(case_in_file)
ALLOCATES(case_in_private_file)

/* Three pages of a file that has less than one. */
static void **map_file(const char *name, int flags)
{
   int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
   require(file >= 0 && ftruncate(file, 1000) == 0, "a file");
   void **start = map(3 * PAGE_B, flags, file);
   close(file);
   return start;
}

static void mappings(void)
{
   void **region = map(3 * PAGE_B, MAP_PRIVATE | MAP_ANONYMOUS, -1);
   void **readonly = map(3 * PAGE_B, MAP_PRIVATE | MAP_ANONYMOUS, -1);
   void **none = map(3 * PAGE_B, MAP_PRIVATE | MAP_ANONYMOUS, -1);
   void **file = map_file("owners.shared", MAP_SHARED);
   void **private_file = map_file("owners.private", MAP_PRIVATE);
   region[600] = case_in_region(410);
   readonly[5] = case_in_readonly(420);
   none[5] = case_in_none(430);
   file[11] = case_in_file(440);
   private_file[11] = case_in_private_file(450);
   mprotect(readonly, 3 * PAGE_B, PROT_READ);
   mprotect(none, 3 * PAGE_B, PROT_NONE);
   say("case_in_region reachable 410 1 mapping\n"
       "case_in_readonly definite 420 1 lost\n"
       "case_in_none definite 430 1 lost\n"
       "case_in_file reachable 440 1 mapping:owners.shared\n"
       "case_in_private_file reachable 450 1 mapping:owners.private\n");
}

/* ---- The program's own allocators ------------------------------------------------ */

static char *volatile pool, *volatile mapped_pool;

ALLOCATES(case_pool)
ALLOCATES(case_from_pool)
ALLOCATES(case_from_map)
ALLOCATES(case_pool_free_part)

static void *case_pool_block(char *at)
{
   VALGRIND_MALLOCLIKE_BLOCK(at, 100, 0, 1);
   return memset(at, 0, 100);
}

static void *case_pool_lost(char *at)
{
   VALGRIND_MALLOCLIKE_BLOCK(at, 110, 0, 1);
   return memset(at, 0, 110);
}

static void *case_map_block(char *at)
{
   VALGRIND_MALLOCLIKE_BLOCK(at, 120, 0, 1);
   return memset(at, 0, 120);
}

static void *case_map_lost(char *at)
{
   VALGRIND_MALLOCLIKE_BLOCK(at, 130, 0, 1);
   return memset(at, 0, 130);
}

static void *case_mempool(char *at)
{
   VALGRIND_MEMPOOL_ALLOC(&static_middle, at, 140);
   return memset(at, 0, 140);
}

static void *case_mempool_lost(char *at)
{
   VALGRIND_MEMPOOL_ALLOC(&static_middle, at, 150);
   return memset(at, 0, 150);
}

/* Blocks of a pool keep others, as does the part of the pool that is in none of them. */
static void pools(void)
{
   pool = case_pool(8000);
   void *volatile *inner = case_pool_block(pool + 1000);
   static_kept = (void *)(uintptr_t)inner;
   inner[3] = case_from_pool(510);
   case_pool_lost(pool + 2000);
   ((void **)pool)[600] = case_pool_free_part(530);
   say("case_pool reachable 8000 1 any\n"
       "case_pool_block reachable 100 1 static:static_kept\n"
       "case_pool_lost definite 110 1 lost\n"
       "case_from_pool reachable 510 1 static:static_kept\n"
       "case_pool_free_part reachable 530 1 any\n");
}

static void mapped_pools(void)
{
   mapped_pool = map(8 * PAGE_B, MAP_PRIVATE | MAP_ANONYMOUS, -1);
   void *volatile *inner = case_map_block(mapped_pool + 1000);
   static_second = (void *)(uintptr_t)inner;
   inner[3] = case_from_map(520);
   case_map_lost(mapped_pool + 5000);
   VALGRIND_CREATE_MEMPOOL(&static_middle, 0, 0);
   static void *volatile of_mempool;
   of_mempool = case_mempool(mapped_pool + 6000);
   case_mempool_lost(mapped_pool + 7000);
   sees(of_mempool);
   say("case_map_block reachable 120 1 static:static_second\n"
       "case_map_lost definite 130 1 lost\n"
       "case_from_map reachable 520 1 static:static_second\n"
       "case_mempool reachable 140 1 static:of_mempool\n"
       "case_mempool_lost definite 150 1 lost\n");
}

/* ---- Kinds of blocks ------------------------------------------------------------- */

ALLOCATES(case_realloc)
ALLOCATES(case_huge)
ALLOCATES(case_huge_lost)
ALLOCATES(case_from_huge)

static void *case_memalign(size_t size)
{
   void *block = NULL;
   require(posix_memalign(&block, PAGE_B, size) == 0, "posix_memalign");
   return memset(block, 0, size);
}

static void blocks(void)
{
   static void *volatile grown, *volatile aligned, *volatile huge;
   char *larger = realloc(case_realloc(100), 5000);
   memset(larger + 100, 0, 4900);
   grown = larger;
   aligned = case_memalign(9000);
   void *volatile *large = case_huge(1 << 20);
   huge = (void *)(uintptr_t)large;
   large[5000] = case_from_huge(610);
   case_huge_lost(2 << 20);
   sees(grown);
   sees(aligned);
   sees(huge);
   say("case_realloc reachable 5000 1 static:grown\n"
       "case_memalign reachable 9000 1 static:aligned\n"
       "case_huge reachable 1048576 1 static:huge\n"
       "case_huge_lost definite 2097152 1 lost\n"
       "case_from_huge reachable 610 1 static:huge\n");
}

enum { N_THREADS = 3 };
static void *volatile of_arenas[N_THREADS];
static pthread_barrier_t start_together;

ALLOCATES(case_arena)
ALLOCATES(case_arena_lost)

static void *allocates(void *slot)
{
   pthread_barrier_wait(&start_together);
   for (int i = 0; i < 100; i++)
      case_arena_lost(50);
   *(void *volatile *)slot = case_arena(60);
   wipe();
   return NULL;
}

static void arenas(void)
{
   pthread_t threads[N_THREADS];
   pthread_barrier_init(&start_together, NULL, N_THREADS);
   for (int i = 0; i < N_THREADS; i++)
      require(pthread_create(&threads[i], NULL, allocates, (void *)&of_arenas[i]) == 0,
              "pthread_create");
   for (int i = 0; i < N_THREADS; i++)
      pthread_join(threads[i], NULL);
   say("case_arena reachable 180 3 static:of_arenas\n"
       "case_arena_lost definite 15000 300 lost\n");
}

/* ---- Other stacks ---------------------------------------------------------------- */

ALLOCATES(case_stack)
ALLOCATES(case_on_malloced_stack)

static void *on_malloced_stack(void *unused)
{
   void *volatile local = case_on_malloced_stack(710);
   wipe();
   pthread_barrier_wait(&all_wait);
   for (;;)
      pause();
   sees(local);
   return unused;
}

/* The block is the thread's stack; nothing but the thread itself points to it, into its
   middle. */
static void start_on_block(void)
{
   pthread_attr_t attributes;
   pthread_t thread;
   pthread_barrier_init(&all_wait, NULL, 2);
   pthread_attr_init(&attributes);
   require(pthread_attr_setstack(&attributes, case_stack(STACK_B), STACK_B) == 0
              && pthread_create(&thread, &attributes, on_malloced_stack, NULL) == 0,
           "pthread_create");
   pthread_barrier_wait(&all_wait);
   say("case_stack any %d 1 any\n"
       "case_on_malloced_stack any 710 1 any\n",
       STACK_B);
}

/* One variable before another: both are in one section. */
static struct {
   void *volatile before;
   char stack[STACK_B];
   void *volatile after;
} signal_stack;

ALLOCATES(case_in_handler)
ALLOCATES(case_interrupted)
ALLOCATES(case_before_stack)
ALLOCATES(case_after_stack)

static void handler(int number)
{
   (void)number;
   void *volatile local = case_in_handler(720);
   finish();
   sees(local);
}

static void interrupted(int flags)
{
   struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
   void *volatile local = case_interrupted(730);
   sigaction(SIGUSR1, &action, NULL);
   /* The core does not unwind from one stack to another, nor through the 32-bit vDSO. */
   say("case_in_handler reachable 720 1 stack:handler\n"
       "case_interrupted reachable 730 1 %s\n",
       flags == 0 && sizeof(void *) == 8 ? "stack:interrupted" : "any");
   wipe();
   raise(SIGUSR1);
   sees(local);
}

static void on_signal(void)
{
   interrupted(0);
}

/* Variables below the stack pointer are no dead part of a stack. */
static void on_signal_stack(void)
{
   stack_t stack = { .ss_sp = signal_stack.stack, .ss_size = STACK_B };
   signal_stack.before = case_before_stack(740);
   signal_stack.after = case_after_stack(750);
   static_kept = case_static(760);
   require(sigaltstack(&stack, NULL) == 0, "sigaltstack");
   say("case_before_stack reachable 740 1 static:signal_stack\n"
       "case_after_stack reachable 750 1 any\n"
       "case_static reachable 760 1 static:static_kept\n");
   interrupted(SA_ONSTACK);
}

ALLOCATES(case_in_coroutine)
ALLOCATES(case_in_resumer)
ALLOCATES(case_below_coroutine)
ALLOCATES(case_above_coroutine)

static ucontext_t resumer, coroutine;

static void run_coroutine(void)
{
   void *volatile local = case_in_coroutine(810);
   finish();
   sees(local);
}

/* Its stack is within a mapping that has other things below and above it. */
static void coroutines(void)
{
   char *memory = map(STACK_B + 2 * PAGE_B, MAP_PRIVATE | MAP_ANONYMOUS, -1);
   void *volatile local = case_in_resumer(820);
   *(void **)(memory + 64) = case_below_coroutine(830);
   *(void **)(memory + STACK_B + PAGE_B + 64) = case_above_coroutine(840);
   getcontext(&coroutine);
   coroutine.uc_stack.ss_sp = memory + PAGE_B;
   coroutine.uc_stack.ss_size = STACK_B;
   makecontext(&coroutine, run_coroutine, 0);
   say("case_in_coroutine reachable 810 1 stack:run_coroutine\n"
       "case_in_resumer reachable 820 1 any\n"
       "case_below_coroutine reachable 830 1 any\n"
       "case_above_coroutine reachable 840 1 any\n");
   wipe();
   swapcontext(&resumer, &coroutine);
   sees(local);
}

/* ---- Ends ------------------------------------------------------------------------ */

ALLOCATES(case_kept)
ALLOCATES(case_lost)

static void keep_some(void)
{
   static_kept = case_kept(910);
   case_lost(920);
   say("case_kept reachable 910 1 static:static_kept\n"
       "case_lost definite 920 1 lost\n");
}

static void *ends_last(void *main_thread)
{
   pthread_join(*(pthread_t *)main_thread, NULL);
   wipe();
   return NULL;
}

static void end_by_thread(void)
{
   static pthread_t main_thread;
   pthread_t thread;
   main_thread = pthread_self();
   keep_some();
   require(pthread_create(&thread, NULL, ends_last, &main_thread) == 0, "pthread_create");
   wipe();
   pthread_exit(NULL);
}

static void end_by_exec(void)
{
   keep_some();
   wipe();
   execl("/bin/true", "true", (char *)NULL);
}

static void end_by_abort(void)
{
   keep_some();
   wipe();
   abort();
}

static void end_by_group(void)
{
   start_waiting();
   keep_some();
   wipe();
   syscall(SYS_exit_group, EXIT_CODE);
}

ALLOCATES(case_of_child)

/* The parent's blocks do not count in the child, but keep what is the child's. */
static void end_of_child(void)
{
   void *volatile *kept = case_kept(910);
   static_kept = (void *)(uintptr_t)kept;
   pid_t child = fork();
   if (child == 0) {
      kept[4] = case_of_child(930);
      wipe();
      _exit(EXIT_CODE);
   }
   waitpid(child, NULL, 0);
   say("case_kept reachable 910 1 static:static_kept\n");
}

static void run_another(void)
{
   keep_some();
   int status;
   pid_t child = vfork();
   if (child == 0) {
      execl("/bin/true", "true", (char *)NULL);
      _exit(1);
   }
   waitpid(child, &status, 0);
   require(status == 0, "/bin/true");
}

/* ---- What counts ----------------------------------------------------------------- */

ALLOCATES(case_ignored)
ALLOCATES(case_of_ignored)
ALLOCATES(case_uncounted)
ALLOCATES(case_of_uncounted)

/* With --ignore-fn=case_ignored. */
static void ignored(void)
{
   void *volatile *kept = case_ignored(100);
   static_kept = (void *)(uintptr_t)kept;
   kept[2] = case_of_ignored(1010);
   say("case_of_ignored reachable 1010 1 static:static_kept\n");
}

static void uncounted(void)
{
   HEAPPROF_STOP;
   void *volatile *kept = case_uncounted(100);
   static_kept = (void *)(uintptr_t)kept;
   HEAPPROF_START;
   kept[2] = case_of_uncounted(1020);
   say("case_of_uncounted reachable 1020 1 static:static_kept\n");
}

/* ---- When ------------------------------------------------------------------------ */

/* Looks and peaks of before do not count. */
static void zero(void)
{
   keep_some();
   HEAPPROF_OWNERS;
   HEAPPROF_ZERO;
}

static void ask(int times)
{
   keep_some();
   for (int i = 0; i < times; i++)
      HEAPPROF_OWNERS;
}

static void dump(void)
{
   keep_some();
   HEAPPROF_OWNERS;
   (void)HEAPPROF_DUMP;
   HEAPPROF_OWNERS;
}

ALLOCATES(case_wave)

/* Grows and shrinks again, by odd amounts. */
static void wave(int height)
{
   void *all[200];
   for (int i = 0; i < height; i++) {
      all[i] = case_wave(1000 + 7 * (size_t)i);
      if (i % 3 == 0)
         free(case_wave(500));
   }
   for (int i = 0; i < height; i++)
      free(all[i]);
}

static void waves(void)
{
   wave(60);
   wave(200);
   wave(150);
}

/* The highest is before the zero. */
static void waves_zero(void)
{
   wave(200);
   HEAPPROF_ZERO;
   wave(60);
}

/* Ends with the most. */
static void rising(void)
{
   for (int i = 0; i < 100; i++)
      case_wave(1000);
}

/* ---- All ------------------------------------------------------------------------- */

typedef struct {
   const char *name;
   void (*run)(void);
} named_case;

static const named_case cases[] = {
   { "kinds", kinds },
   { "shapes", shapes },
   { "lengths", lengths },
   { "variables", variables },
   { "frames", frames },
   { "registers", registers },
   { "mappings", mappings },
   { "pools", pools },
   { "mapped-pools", mapped_pools },
   { "blocks", blocks },
   { "arenas", arenas },
   { "malloced-stack", start_on_block },
   { "signal", on_signal },
   { "signal-stack", on_signal_stack },
   { "coroutine", coroutines },
   { "end-by-thread", end_by_thread },
   { "end-by-exec", end_by_exec },
   { "end-by-abort", end_by_abort },
   { "end-by-group", end_by_group },
   { "fork", end_of_child },
   { "vfork", run_another },
   { "ignored", ignored },
   { "uncounted", uncounted },
   { "zero", zero },
   { "dump", dump },
   { "waves", waves },
   { "waves-zero", waves_zero },
   { "rising", rising },
   { NULL, NULL },
};

int main(int argc, char **argv)
{
   void *volatile local = NULL;
   const named_case *c = cases;
   if (argc < 2)
      return 2;
   if (strcmp(argv[1], "frames") == 0) {
      local = case_in_main(310);
      say("case_in_main reachable 310 1 stack:main\n");
   }
   if (strcmp(argv[1], "library") == 0 && argc == 3)
      library(argv[2]);
   else if (strcmp(argv[1], "ask") == 0 && argc == 3)
      ask(atoi(argv[2]));
   else {
      while (c->name != NULL && strcmp(c->name, argv[1]) != 0)
         c++;
      if (c->name == NULL)
         return 2;
      c->run();
   }
   finish();
   sees(local);
   return 0;
}

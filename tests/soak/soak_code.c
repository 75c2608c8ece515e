/* soak_code.c N LIBRARY -- maps code, runs it and unmaps it, N times: at a few reused
   addresses, code that calls a function that allocates; at addresses that are never
   used again, code that does nothing, sometimes often enough to be hot.  In between
   it loads the library, calls its function, and unloads it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "soak.h"

enum {
   PAGE_B = 4096,
   SIZE_B = 24,
   PLACES = 64, /* reused ones */
   HOT_EACH = 100,
   HOT_RUNS = 20000,
   LIBRARY_EACH = 100,
};

/* Nothing else is mapped there; only a hint to mmap. */
static const uintptr_t fresh_area = (uintptr_t)1 << 38;

SOAK_FUNCTION void case_code(void)
{
   free(soak_block(SIZE_B));
}

static void *map_code(uintptr_t wanted, const unsigned char *code, size_t code_B)
{
   void *page = mmap((void *)wanted, PAGE_B, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (page == MAP_FAILED)
      soak_die("mmap");
   memcpy(page, code, code_B);
   return page;
}

static void run_code(void *page, ulong_t times)
{
   void (*code)(void) = (void (*)(void))(uintptr_t)page;
   for (ulong_t i = 0; i < times; i++)
      code();
}

/* Code with a frame, that calls case_code. */
static void *map_caller(void)
{
   unsigned char code[] = {
      0x55,                                  /* push %rbp */
      0x48, 0x89, 0xe5,                      /* mov %rsp, %rbp */
      0x48, 0xb8, 0,    0, 0, 0, 0, 0, 0, 0, /* movabs $case_code, %rax */
      0xff, 0xd0,                            /* call *%rax */
      0x5d, 0xc3,                            /* pop %rbp; ret */
   };
   void (*callee)(void) = case_code;
   memcpy(code + 6, &callee, sizeof callee);
   return map_code(0, code, sizeof code);
}

static void run_fresh(ulong_t round)
{
   /* movl $round, %eax; ret */
   unsigned char code[] = { 0xb8, 0, 0, 0, 0, 0xc3 };
   uint32_t number = (uint32_t)round;
   memcpy(code + 1, &number, sizeof number);
   void *page = map_code(fresh_area + round * PAGE_B, code, sizeof code);
   run_code(page, round % HOT_EACH == 0 ? HOT_RUNS : 2);
   munmap(page, PAGE_B);
}

static void run_library(const char *name)
{
   void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
   if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      exit(2);
   }
   void (*function)(void);
   *(void **)&function = dlsym(library, "case_library");
   if (function == NULL)
      soak_die("dlsym");
   function();
   dlclose(library);
}

int main(int argc, char **argv)
{
   ulong_t n = soak_size(argc, argv, LIBRARY_EACH), n_libraries = 0;
   static void *pages[PLACES];
   if (argc != 3)
      return 2;
   for (ulong_t i = 0; i < n; i++) {
      if (pages[i % PLACES] != NULL)
         munmap(pages[i % PLACES], PAGE_B);
      pages[i % PLACES] = map_caller();
      run_code(pages[i % PLACES], 1);
      run_fresh(i);
      if (i % LIBRARY_EACH == 0) {
         run_library(argv[2]);
         n_libraries++;
      }
   }
   soak_amount none = { 0, 0 };
   soak_site("case_code", (soak_amount){ n * SIZE_B, n }, none, none);
   soak_site("case_library", (soak_amount){ n_libraries * SIZE_B, n_libraries }, none,
             none);
   soak_number("calls", "case_code", n);
   soak_number("calls", "case_library", n_libraries);
   return 0;
}

/* fault_dl.c -- loads and unloads libraries in turn, each at the same address; the
   last name is a different file each time.  Prints the expected cases, as
   heap_calls.c, and the number of different addresses.

   fault_dl A.so B.so C.so    C is a copy that is made of A and of B in turn
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 40, TAKEN_B = 24 };

struct functions {
   void (*allocate)(void);
   unsigned (*work)(void);
   void *(*take)(size_t);
   void (*give)(void *);
};

static volatile unsigned found;
static uintptr_t places[8];
static int n_places;

static void note_place(uintptr_t place)
{
   for (int i = 0; i < n_places; i++)
      if (places[i] == place)
         return;
   if (n_places < 8)
      places[n_places++] = place;
}

/* A calls allocation functions; B calls wrappers that do the same. */
__attribute__((noinline)) static void case_taken(const struct functions *f)
{
   f->give(f->take(TAKEN_B));
}

__attribute__((noinline)) static void use_library(const char *path)
{
   void *library = dlopen(path, RTLD_NOW);
   const struct functions *f =
      library == NULL ? NULL : dlsym(library, "fault_dl_functions");
   if (f == NULL) {
      fprintf(stderr, "fault_dl: %s\n", dlerror());
      exit(1);
   }
   note_place((uintptr_t)f->work);
   f->allocate();
   found += f->work();
   case_taken(f);
   dlclose(library);
}

/* A new file each time, like an update. */
static void copy(const char *from, const char *to)
{
   static char buffer[1 << 16];
   FILE *in = fopen(from, "rb");
   unlink(to);
   FILE *out = fopen(to, "wb");
   if (in == NULL || out == NULL)
      exit(1);
   size_t n = fread(buffer, 1, sizeof buffer, in);
   if (n == 0 || n == sizeof buffer || fwrite(buffer, 1, n, out) != n
       || fclose(out) != 0)
      exit(1);
   fclose(in);
}

int main(int argc, char **argv)
{
   static char buffer[4096];
   setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
   if (argc != 4)
      return 2;
   for (int i = 0; i < ROUNDS; i++) {
      use_library(argv[1]);
      use_library(argv[2]);
      copy(argv[1 + i % 2], argv[3]);
      use_library(argv[3]);
   }
   const int a = ROUNDS + ROUNDS / 2, b = a; /* times that each was loaded */
   printf("case_in_a %d %d 0 0 0 0\n", a * 100, a);
   printf("case_in_b %d %d 0 0 0 0\n", b * 100, b);
   printf("case_constructor_a %d %d %d %d 0 0\n", a * 20, a, a * 20, a);
   printf("case_constructor_b %d %d %d %d 0 0\n", b * 20, b, b * 20, b);
   printf("case_taken %d %d 0 0 0 0\n", a * TAKEN_B, a);
   printf("places %d\n", n_places);
   return 0;
}

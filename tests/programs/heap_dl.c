/* heap_dl.c -- loads a library that allocates, unloads it, and loads another one
   at the same address.  Says whether it was the same.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *volatile kept;

/* The address of the function, which is called `times` times. */
static void *call(const char *library, const char *name, int times)
{
   void *handle = dlopen(library, RTLD_NOW);
   if (handle == NULL) {
      fprintf(stderr, "heap_dl: %s\n", dlerror());
      exit(1);
   }
   void *(*function)(void) = (void *(*)(void))dlsym(handle, name);
   if (function == NULL)
      exit(1);
   for (int i = 0; i < times; i++)
      kept = function();
   dlclose(handle);
   return (void *)function;
}

int main(int argc, char **argv)
{
   if (argc != 3)
      return 2;
   void *first = call(argv[1], "case_first_library", 10);
   void *second = call(argv[2], "case_other_library", 10);
   void *third = call(argv[1], "case_first_library", 5);
   puts(first == second && second == third ? "same" : "elsewhere");
   return 0;
}

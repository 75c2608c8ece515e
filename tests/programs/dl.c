/* dl.c -- loads, runs and unloads the same and another library, which may
   land at the same address.  SPDX-License-Identifier: GPL-2.0-or-later */

#include <dlfcn.h>
#include <stdio.h>

static int use(const char *name, int rounds)
{
   void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
   if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return -1;
   }
   int (*work)(int);
   *(void **)&work = dlsym(library, "work");
   int result = work == NULL ? -1 : work(rounds);
   dlclose(library);
   return result;
}

int main(int argc, char **argv)
{
   if (argc != 3)
      return 2;
   int sum = 0;
   for (int i = 0; i < 6; i++)
      sum += use(argv[1 + i % 2], i % 3 == 0 ? 20000 : 10);
   printf("%d\n", sum);
   return 0;
}

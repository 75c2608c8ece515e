/* heap_many.c -- holds many small blocks, and prints by how many bytes the process's peak
   memory grew meanwhile, the tool's memory included.  Usage: heap_many N MIN_B MAX_B
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long peak_KiB(void)
{
   char line[256];
   long peak = -1;
   FILE *file = fopen("/proc/self/status", "r");
   while (file != NULL && fgets(line, sizeof line, file) != NULL)
      sscanf(line, "VmHWM: %ld kB", &peak);
   if (file != NULL)
      fclose(file);
   return peak;
}

int main(int argc, char **argv)
{
   if (argc != 4)
      return 2;
   long n = atol(argv[1]);
   unsigned long min_B = strtoul(argv[2], NULL, 10);
   unsigned long max_B = strtoul(argv[3], NULL, 10), random = 1;
   void *last = NULL;
   long before = peak_KiB();
   for (long i = 0; i < n; i++) {
      random = random * 6364136223846793005ul + 1442695040888963407ul;
      unsigned long size_B = min_B + (random >> 33) % (max_B - min_B + 1);
      void **block = malloc(size_B);
      memset(block, 1, size_B);
      *block = last;
      last = block;
   }
   printf("%ld\n", (peak_KiB() - before) * 1024);
   return last == NULL;
}

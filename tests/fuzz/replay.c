/* replay.c -- runs a fuzz target on its corpus, without libFuzzer, as a test
   with TAP output: each file whole, and hand-made ones also cut after each
   byte.

   The corpus of replay_NAME is $srcdir/tests/fuzz/corpus/NAME.  Files by
   libFuzzer are named after their hash.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B);

enum { FILE_MAX_B = 1024 * 1024, PATH_MAX_B = 4096 };

static uint8_t bytes[FILE_MAX_B];

/* The bytes of the file; 0 if it cannot be read, or has too many. */
static size_t read_file(const char *path)
{
   FILE *file = fopen(path, "rb");
   if (file == NULL)
      return 0;
   size_t size_B = fread(bytes, 1, sizeof bytes, file);
   if (ferror(file) || size_B == sizeof bytes)
      size_B = 0;
   fclose(file);
   return size_B;
}

/* Cut files are copied: sanitizers then know their end. */
static void run_cut(size_t size_B)
{
   uint8_t *copy = malloc(size_B > 0 ? size_B : 1);
   if (copy == NULL)
      abort();
   memcpy(copy, bytes, size_B);
   LLVMFuzzerTestOneInput(copy, size_B);
   free(copy);
}

static bool is_made_by_hand(const char *name)
{
   enum { HASH = 40 }; /* hexadecimal digits */
   return strlen(name) != HASH || strspn(name, "0123456789abcdef") != HASH;
}

static int is_visible(const struct dirent *entry)
{
   return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
   const char *srcdir = getenv("srcdir");
   const char *target = argc > 0 ? strrchr(argv[0], '_') : NULL;
   char directory[PATH_MAX_B], path[PATH_MAX_B];
   snprintf(directory, sizeof directory, "%s/tests/fuzz/corpus/%s",
            srcdir != NULL ? srcdir : ".", target != NULL ? target + 1 : "");
   struct dirent **entries;
   int n = scandir(directory, &entries, is_visible, alphasort);
   if (n <= 0) {
      printf("1..1\nnot ok 1 - no corpus in %s\n", directory);
      return EXIT_FAILURE;
   }
   printf("1..%d\n", n);
   for (int i = 0; i < n; i++) {
      const char *name = entries[i]->d_name;
      int length = snprintf(path, sizeof path, "%s/%s", directory, name);
      size_t size_B = (size_t)length < sizeof path ? read_file(path) : 0;
      fflush(stdout); /* before possible traps */
      for (size_t cut_B = 0; cut_B < size_B && is_made_by_hand(name); cut_B++)
         run_cut(cut_B);
      run_cut(size_B);
      printf("%s %d - %s\n", size_B > 0 ? "ok" : "not ok", i + 1, name);
      free(entries[i]);
   }
   free(entries);
   return EXIT_SUCCESS;
}

/* counters.c -- two threads count words and lines of the same text, each in a counter of
   its own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>

enum { TIMES = 2000 };

struct counts {
   volatile long words;
   volatile long lines;
};

static struct counts counts;
static const char text[] = "Each thread counts\nin a counter of its own,\nbut "
                           "both counters are\nin one line of memory.\n";

static void *count_words(void *unused)
{
   for (int n = 0; n < TIMES; n++)
      for (const char *at = text; *at != '\0'; at++)
         if (*at == ' ' || *at == '\n')
            counts.words++;
   return unused;
}

static void *count_lines(void *unused)
{
   for (int n = 0; n < TIMES; n++)
      for (const char *at = text; *at != '\0'; at++)
         if (*at == '\n')
            counts.lines++;
   return unused;
}

int main(void)
{
   pthread_t words, lines;
   pthread_create(&words, NULL, count_words, NULL);
   pthread_create(&lines, NULL, count_lines, NULL);
   pthread_join(words, NULL);
   pthread_join(lines, NULL);
   printf("%ld words, %ld lines\n", counts.words, counts.lines);
   return 0;
}

/* strings.c -- idioms of C's strings, formats and memory; CURED: the twin.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <ctype.h>
#include <iconv.h>
#include <locale.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define APART __attribute__((noinline)) static

enum { LONG = 4000 };
static char text[LONG + 1];
static long sum;

APART void use(const void *p)
{
   __asm__ volatile("" : : "r"(p) : "memory");
}

APART void strlen_in_loop(void)
{
#ifdef CURED
   size_t n = strlen(text);
   for (size_t i = 0; i < n; i++)
#else
   for (size_t i = 0; i < strlen(text); i++) /* IDIOM: strlen-in-loop */
#endif
   {
      text[i] ^= 1;
      use(text);
   }
}

APART void strcat_grown(char *to)
{
   char *end = to;
   *to = '\0';
   for (int i = 0; i < 1500; i++)
#ifdef CURED
      end = stpcpy(end, "ab,");
#else
      strcat(to, "ab,"); /* IDIOM: strlen-in-loop */
#endif
   sum += end - to;
}

APART void strcat_called(char *to, const char *part)
{
   char *end = to;
   *to = '\0';
   for (int i = 0; i < 1000; i++)
#ifdef CURED
      end = stpcpy(end, part);
#else
      strcat(to, part); /* IDIOM: strcat-grown */
#endif
   sum += end - to;
}

APART void sscanf_long(void)
{
   static char numbers[LONG * 4];
   for (int i = 0; i < LONG; i++)
      memcpy(numbers + 4 * i, "123 ", 4);
   char *at = numbers;
   for (int i = 0; i < 300; i++) {
      int value = 0;
#ifdef CURED
      value = (int)strtol(at, &at, 10);
#else
      sscanf(at, "%d", &value); /* IDIOM: sscanf-parsed */
      at += 4;
#endif
      sum += value;
   }
}

APART void sprintf_number(void)
{
   char to[32];
   for (int i = 0; i < 2000; i++) {
#ifdef CURED
      char *end = to + sizeof to;
      unsigned v = (unsigned)i;
      *--end = '\0';
      do
         *--end = (char)('0' + v % 10);
      while ((v /= 10) > 0);
      use(end);
#else
      snprintf(to, sizeof to, "%d", i); /* IDIOM: printf-formatted */
      use(to);
#endif
   }
}

APART void realloc_by_one(void)
{
   int *all = NULL;
   size_t capacity = 0;
   for (size_t n = 0; n < 5000; n++) {
#ifdef CURED
      if (n == capacity)
         all = realloc(all, (capacity = 2 * capacity + 16) * sizeof *all);
#else
      (void)capacity;
      all = realloc(all, (n + 1) * sizeof *all); /* IDIOM: realloc-by-one */
#endif
      all[n] = (int)n;
   }
   sum += all[77];
   free(all);
}

static int compare(const void *a, const void *b)
{
   return *(const int *)a - *(const int *)b;
}

APART void qsort_repeated(void)
{
   static int all[400];
   for (size_t n = 0; n < 400; n++) {
      all[n] = (int)(n * 7919 % 400);
#ifndef CURED
      qsort(all, n + 1, sizeof *all, compare); /* IDIOM: sort-repeated */
#endif
   }
#ifdef CURED
   qsort(all, 400, sizeof *all, compare);
#endif
   sum += all[5];
}

APART void memset_large(void)
{
   static char seen[32 * 1024], which[64];
   for (int i = 0; i < 100; i++) {
#ifdef CURED
      for (int k = 0; k < 64; k++)
         seen[which[k] * 100] = 0;
#else
      memset(seen, 0, sizeof seen); /* IDIOM: block-cleared */
#endif
      for (int k = 0; k < 64; k++)
         seen[(which[k] = (char)((i * k) & 127)) * 100] = 1;
      use(seen);
   }
}

APART void memcpy_large(void)
{
   static char from[64 * 1024], to[64 * 1024];
   for (int i = 0; i < 200; i++) {
      from[i] = (char)i;
#ifdef CURED
      to[i] = from[i];
#else
      memcpy(to, from, sizeof from); /* IDIOM: block-copied */
#endif
      use(to);
   }
}

APART void memmove_front(void)
{
   static char queue[64 * 1024];
   size_t n = sizeof queue, first = 0;
   for (int i = 0; i < 400; i++) {
      sum += queue[first];
#ifdef CURED
      first++;
      n--;
#else
      memmove(queue, queue + 1, --n); /* IDIOM: block-copied */
#endif
      use(queue);
   }
}

APART void malloc_in_loop(void)
{
   char own[48];
   for (int i = 0; i < 5000; i++) {
#ifdef CURED
      char *p = own;
      use(p);
#else
      (void)own;
      char *p = malloc(48); /* IDIOM: malloc-in-loop */
      use(p);
      free(p);
#endif
   }
}

APART void strdup_in_loop(void)
{
   static const char name[] = "a name of some length";
   for (int i = 0; i < 4000; i++) {
#ifdef CURED
      use(name);
#else
      char *p = strdup(name); /* IDIOM: strdup-in-loop */
      use(p);
      free(p);
#endif
   }
}

APART void regcomp_in_loop(void)
{
   regex_t regex;
#ifdef CURED
   regcomp(&regex, "^[a-z]+$", REG_EXTENDED);
#endif
   for (int i = 0; i < 60; i++) {
#ifdef CURED
      sum += regexec(&regex, "abc", 0, NULL, 0);
#else
      regcomp(&regex, "^[a-z]+$", REG_EXTENDED); /* IDIOM: regcomp-in-loop */
      sum += regexec(&regex, "abc", 0, NULL, 0);
      regfree(&regex);
#endif
   }
#ifdef CURED
   regfree(&regex);
#endif
}

APART void time_formatted(void)
{
   char to[32];
   time_t last = -1;
   for (int i = 0; i < 1500; i++) {
      time_t now = 1000000000 + i / 100;
#ifdef CURED
      if (now != last)
#endif
         strftime(to, sizeof to, "%F %T", localtime(&now)); /* IDIOM: time-converted */
      last = now;
      use(to);
   }
   sum += last;
}

APART void getenv_in_loop(void)
{
   const char *debug = NULL;
   for (int i = 0; i < 3000; i++) {
#ifdef CURED
      if (i == 0)
#endif
         debug = getenv("QUERN_DEBUG"); /* IDIOM: getenv-in-loop */
      sum += debug != NULL;
   }
}

APART void read_by_byte(void)
{
   FILE *in = fopen("/proc/self/exe", "r");
   int c;
   if (in == NULL)
      return;
   for (int i = 0; i < 10000; i++) {
#ifdef CURED
      c = getc_unlocked(in);
#else
      c = fgetc(in); /* IDIOM: getc-locked */
#endif
      sum += c;
   }
   fclose(in);
}

APART void write_by_byte(void)
{
   FILE *out = fopen("/dev/null", "w");
   for (int i = 0; i < 10000; i++)
#ifdef CURED
      putc_unlocked('a' + i % 26, out);
#else
      fputc('a' + i % 26, out); /* IDIOM: putc-locked */
#endif
   fclose(out);
}

APART void move_few_bytes(void)
{
   FILE *in = fopen("/proc/self/exe", "r"), *out = fopen("/dev/null", "w");
   char all[30000], part[3];
   if (in == NULL)
      return;
#ifdef CURED
   sum += fread(all, 1, sizeof all, in);
   fwrite(all, 1, sizeof all, out);
#else
   for (size_t i = 0; i < sizeof all / sizeof part; i++)
      sum += fread(part, 1, sizeof part, in); /* IDIOM: few-bytes-moved */
   for (size_t i = 0; i < sizeof all / sizeof part; i++)
      fwrite(part, 1, sizeof part, out); /* IDIOM: few-bytes-moved */
#endif
   fclose(in);
   fclose(out);
}

APART void flush_each(void)
{
   FILE *out = fopen("/dev/null", "w");
   for (int i = 0; i < 2000; i++) {
      fputs_unlocked("line\n", out);
#ifndef CURED
      fflush(out); /* IDIOM: flush-in-loop */
#endif
   }
   fclose(out);
}

APART void strncpy_padded(void)
{
   static char to[1024];
   for (int i = 0; i < 2000; i++) {
#ifdef CURED
      memcpy(to, "short", 6);
#else
      strncpy(to, "short", sizeof to); /* IDIOM: strncpy-padded */
#endif
      use(to);
   }
}

APART void random_locked(void)
{
   unsigned state = 1;
   for (int i = 0; i < 10000; i++) {
#ifdef CURED
      state = state * 1103515245 + 12345;
      sum += state >> 16;
#else
      sum += rand(); /* IDIOM: rand-locked */
#endif
   }
   sum += state;
}

APART void collate(void)
{
   static char names[64][8];
   for (int i = 0; i < 64; i++)
      snprintf(names[i], sizeof names[i], "n%d", i);
   for (int i = 0; i < 64; i++)
      for (int k = 0; k < 64; k++)
#ifdef CURED
         sum += memcmp(names[i], names[k], 8) < 0;
#else
         sum += strcoll(names[i], names[k]) < 0; /* IDIOM: strcoll-compared */
#endif
}

APART void search_names(void)
{
   static char names[256][8];
   for (int i = 0; i < 256; i++)
      snprintf(names[i], sizeof names[i], "n%d", i);
   for (int i = 0; i < 200; i++) {
      char wanted[8];
      snprintf(wanted, sizeof wanted, "n%d", i);
#ifdef CURED
      sum += strcmp(names[atoi(wanted + 1)], wanted) == 0;
#else
      for (int k = 0; k < 256; k++)
         if (strcmp(names[k], wanted) == 0) { /* IDIOM: strcmp-scanned */
            sum += k;
            break;
         }
#endif
   }
}

struct part {
   char name[80], notes[400];
   int id, n;
   double price;
};
enum { PARTS = 300 };
static struct part *parts[PARTS];

APART struct part *find_part(int id, int n)
{
   for (int i = 0; i < n; i++)
      if (parts[i]->id == id) /* IDIOM: list-searched */
         return parts[i];
   return NULL;
}

APART struct part *find_named(const char *name, int n)
{
   for (int i = 0; i < n; i++)
      if (strcmp(parts[i]->name, name) == 0) /* IDIOM: strcmp-scanned */
         return parts[i];
   return NULL;
}

/* What is done with each of them is no search. */
APART long use_parts(int least)
{
   long n = 0;
   double all = 0;
   for (int i = 0; i < PARTS; i++)
      if (parts[i]->id >= least) /* NOT: list-searched */
         all += parts[i]->price;
   for (int i = 0; i < PARTS; i++)
      n += parts[i]->id == least; /* NOT: list-searched */
   for (int i = 0; i < PARTS; i++)
      if (parts[i]->n < least) /* NOT: list-searched */
         parts[i]->n++;
   return n + (long)all;
}

/* Short lists are searched fast. */
APART void search_parts(void)
{
#ifdef CURED
   int n = 8;
#else
   int n = PARTS;
#endif
   for (int i = 0; i < PARTS; i++) {
      parts[i] = calloc(1, sizeof *parts[i]);
      parts[i]->id = i;
      snprintf(parts[i]->name, sizeof parts[i]->name, "part%d", i);
   }
   for (int i = 0; i < 900; i++) {
      sum += find_part(i * 7 % n, n)->id;
      sum += find_named(parts[i % n]->name, n)->id;
      sum += i % 8 == 0 ? use_parts(i % PARTS) : 0;
   }
}

APART void convert(void)
{
#ifdef CURED
   iconv_t to = iconv_open("UTF-16", "UTF-8");
#endif
   for (int i = 0; i < 40; i++) {
#ifndef CURED
      iconv_t to = iconv_open("UTF-16", "UTF-8"); /* IDIOM: iconv-opened */
#endif
      char in[] = "abc", out[32], *from = in, *at = out;
      size_t n = 3, room = sizeof out;
      iconv(to, &from, &n, &at, &room);
#ifndef CURED
      iconv_close(to);
#endif
   }
}

APART void file_opened(void)
{
   FILE *log = fopen("/dev/null", "a");
   for (int i = 0; i < 300; i++) {
#ifdef CURED
      fputs_unlocked("x", log);
#else
      FILE *each = fopen("/dev/null", "a");
      fputs_unlocked("x", each);
      fclose(each); /* IDIOM: fopen-in-loop */
#endif
   }
   fclose(log);
}

int main(int argc, char **argv)
{
   (void)argv;
   static char room[8 * LONG];
   memset(text, 'a' + argc, LONG);
   setlocale(LC_ALL, "C.UTF-8");
   strlen_in_loop();
   strcat_grown(room);
   strcat_called(room, argc > 7 ? "a" : "ab,");
   sscanf_long();
   sprintf_number();
   realloc_by_one();
   qsort_repeated();
   memset_large();
   memcpy_large();
   memmove_front();
   malloc_in_loop();
   strdup_in_loop();
   regcomp_in_loop();
   time_formatted();
   getenv_in_loop();
   read_by_byte();
   write_by_byte();
   move_few_bytes();
   flush_each();
   strncpy_padded();
   random_locked();
   collate();
   search_names();
   search_parts();
   convert();
   file_opened();
   printf("%d\n", sum != 0);
}

/* access_log.c -- sums up a web server's log: bytes and errors by minute of the day.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_REQUESTS = 7000, MINUTES = 24 * 60 };

struct minute {
   long n_bytes;
   int n_requests, n_errors;
};

static struct minute day[MINUTES];

static void count(int hour, int minute, int status, long n_bytes)
{
   struct minute *m = &day[(hour * 60 + minute) % MINUTES];
   m->n_requests++;
   m->n_bytes += n_bytes;
   m->n_errors += status >= 500;
}

/* Each line is "10.0.0.7 [09:41] GET /path 200 5120". */
static int read_log(const char *text)
{
   int n_lines = 0;
   for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
      int hour, minute, status;
      long n_bytes;
#ifdef FIXED
      char *end;
      const char *clock = strchr(line, '[') + 1;         /* CURED */
      hour = (int)strtol(clock, &end, 10);               /* CURED */
      minute = (int)strtol(end + 1, &end, 10);           /* CURED */
      const char *path = strchr(end, '/');               /* CURED */
      status = (int)strtol(strchr(path, ' '), &end, 10); /* CURED */
      n_bytes = strtol(end, &end, 10);                   /* CURED */
#else
      if (sscanf(line, "%*s [%d:%d] GET %*s %d %ld", /* FAULT */
                 &hour, &minute, &status, &n_bytes)
          != 4) /* FAULT */
         continue;
#endif
      count(hour, minute, status, n_bytes);
      n_lines++;
   }
   return n_lines;
}

static char *make_log(void)
{
   char *text = malloc((size_t)N_REQUESTS * 80), *end = text;
   if (text == NULL)
      exit(1);
   for (int i = 0; i < N_REQUESTS; i++)
      end += sprintf(end, "10.0.%d.%d [%02d:%02d] GET /products/%d/view %d %d\n", i % 7,
                     i % 251, i / 300 % 24, i / 5 % 60, i * 37 % 4001,
                     i % 97 == 0 ? 503 : 200, 400 + i * 31 % 9000);
   return text;
}

int main(void)
{
   char *text = make_log();
   int n_lines = read_log(text), n_errors = 0;
   long busiest = 0;
   for (int i = 0; i < MINUTES; i++) {
      n_errors += day[i].n_errors;
      if (day[i].n_bytes > busiest)
         busiest = day[i].n_bytes;
   }
   printf("%d lines, %d errors, %ld bytes in the busiest minute\n", n_lines, n_errors,
          busiest);
   free(text);
   return 0;
}

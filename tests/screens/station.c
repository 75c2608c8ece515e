/* station.c -- a weather station's readings, one each half minute: the mean of each day.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { N_READINGS = 60000, N_DAYS = 64 };

struct day {
   char date[11]; /* 2026-05-01 */
   double sum;
   int n;
};

struct report {
   struct day days[N_DAYS];
   int n;
#ifdef FIXED
   time_t next; /* when the last day ends */
#endif
};

static void begin_day(struct report *report, const char *date)
{
   struct day *day = &report->days[report->n++];
   strcpy(day->date, date);
}

static void add(struct report *report, time_t when, double celsius)
{
#ifdef FIXED
   if (report->n == 0 || when >= report->next) { /* CURED */
      struct tm tm;
      char date[11];
      localtime_r(&when, &tm);
      strftime(date, sizeof date, "%Y-%m-%d", &tm);
      begin_day(report, date);
      tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
      tm.tm_mday++;
      report->next = mktime(&tm);
   }
#else
   struct tm tm;
   char date[11];
   localtime_r(&when, &tm);                      /* FAULT */
   strftime(date, sizeof date, "%Y-%m-%d", &tm); /* FAULT */
   if (report->n == 0 || strcmp(report->days[report->n - 1].date, date) != 0)
      begin_day(report, date);
#endif
   struct day *day = &report->days[report->n - 1];
   day->sum += celsius; /* CURED */
   day->n++;
}

int main(void)
{
   static struct report report;
   uint32_t seed = 3;
   for (int i = 0; i < N_READINGS; i++) {
      seed = seed * 1664525 + 1013904223;
      add(&report, 1777000000 + (time_t)i * 30, (seed >> 16) % 250 / 10.0);
   }
   for (int i = 0; i < report.n; i++)
      printf("%s %.1f\n", report.days[i].date, report.days[i].sum / report.days[i].n);
   return 0;
}

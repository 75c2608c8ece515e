/* an_counting_print.c -- which part of a run was counted, in a report's metadata.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_page.h"

#include <inttypes.h>

typedef struct {
   const char *whose, *unit;
   uint64_t n; /* processes */
   FILE *out;
} lines;

static void begin_lines(const lines *l)
{
   enum { LABEL_COLUMNS = 18 };
   int n = l->whose == NULL ? fprintf(l->out, "Counting:")
                            : fprintf(l->out, "%s counting:", l->whose);
   fprintf(l->out, "%*s", n < LABEL_COLUMNS ? LABEL_COLUMNS - n : 1, "");
}

static void put_count(const lines *l, const char *before, uint64_t count)
{
   char text[AN_TEXT_NUMBER_B];
   an_text_count(text, (int64_t)count);
   fprintf(l->out, "%s%s", before, text);
}

static void put_time(const lines *l, const char *before, uint64_t time)
{
   put_count(l, before, time);
   putc(' ', l->out);
   an_text_name(l->out, l->unit);
}

/* ---- One process ---- */

static void print_late(const lines *l, const tk_counting *c)
{
   begin_lines(l);
   if (c->off != 0 && c->stops == 0)
      fputs("never began (--instr-at-start=no)", l->out);
   else
      put_time(l, "began at ", c->began);
   putc('\n', l->out);
}

static void print_restarted(const lines *l, const tk_counting *c)
{
   begin_lines(l);
   fputs("restarted ", l->out);
   if (c->zeros > 1)
      put_count(l, "", c->zeros);
   put_time(l, c->zeros > 1 ? " times, last at " : "at ", c->last_zero);
   fputs(" (zero)\n", l->out);
}

static void print_stopped(const lines *l, const tk_counting *c)
{
   begin_lines(l);
   fputs("stopped ", l->out);
   if (c->stops > 1) {
      put_count(l, "", c->stops);
      fputs(" times, first ", l->out);
   }
   if (c->stops > 1 || c->off != 0)
      put_time(l, "at ", c->first_stop);
   else
      put_count(l, "from ", c->first_stop);
   if (c->off != 0)
      fputs(", and off at the end", l->out);
   else
      put_time(l, c->stops > 1 ? ", last started at " : " to ", c->last_start);
   putc('\n', l->out);
}

static void print_toggled(const lines *l)
{
   begin_lines(l);
   fputs("only of some functions, or where the program asked for it\n", l->out);
}

/* ---- Several ---- */

static void print_in(const lines *l, const char *what, uint64_t some)
{
   if (some == 0)
      return;
   begin_lines(l);
   put_count(l, what, some);
   put_count(l, " of ", l->n);
   fputs(" processes\n", l->out);
}

void an_counting_print(const tk_counting *c, const char *unit, const char *whose,
                       FILE *out)
{
   lines l = { .whose = whose, .unit = unit, .n = c->processes, .out = out };
   if (l.n < 2) {
      if (c->late != 0)
         print_late(&l, c);
      if (c->restarted != 0)
         print_restarted(&l, c);
      if (c->stopped != 0)
         print_stopped(&l, c);
      if (c->toggled != 0)
         print_toggled(&l);
      return;
   }
   print_in(&l, "began late in ", c->late);
   print_in(&l, "restarted (zero) in ", c->restarted);
   print_in(&l, "stopped for a time in ", c->stopped);
   print_in(&l, "only of some code in ", c->toggled);
}

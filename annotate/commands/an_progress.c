/* an_progress.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_progress.h"

#include "base/an_text.h"
#include "commands/an_run_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

enum {
   QUIET_MS = 1000, /* the first second shows nothing */
   LEAST_ROWS = 4,
   LINE_B = 256,
   PER_MS = 3000000, /* instructions of a processor: 3 a nanosecond */
};

int64_t an_progress_now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- How far it is ---- */

/* What the process has used of processors: fields 14 and 15 of /proc/PID/stat
   (proc(5)). */
static int64_t cpu_ms(pid_t pid)
{
   char name[64], text[1024] = "";
   unsigned long long user = 0, system = 0;
   snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
   FILE *in = fopen(name, "re");
   if (in != NULL) {
      text[fread(text, 1, sizeof text - 1, in)] = '\0';
      fclose(in);
   }
   const char *at = strrchr(text, ')'); /* the name can have anything */
   if (at != NULL)
      sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user,
             &system);
   return (int64_t)((user + system) * 1000 / (unsigned long long)sysconf(_SC_CLK_TCK));
}

/* Looks whether there is a new checkpoint. */
static void look(an_progress *p, pid_t pid)
{
   char name[PATH_MAX];
   struct stat status;
   an_run_file file = { .name = NULL };
   snprintf(name, sizeof name, "%s.%d.checkpoint", p->base, (int)pid);
   if (stat(name, &status) != 0
       || memcmp(&status.st_mtim, &p->at, sizeof status.st_mtim) == 0
       || !an_run_file_read(name, &file))
      return;
   p->at = status.st_mtim;
   p->n_instrs = file.n_instrs;
   p->cpu_ms = cpu_ms(pid);
}

static void write_line(const an_progress *p, pid_t pid, char line[LINE_B])
{
   int n = snprintf(line, LINE_B, "%s: %lld s", p->name,
                    (long long)(an_progress_now_ms() - p->began_ms) / 1000);
   if (p->n_instrs > 0 && p->cpu_ms > 0 && n < LINE_B) {
      char number[AN_TEXT_NUMBER_B];
      double per_ms = (double)p->n_instrs / (double)p->cpu_ms;
      an_text_short(number, (int64_t)(per_ms * (double)cpu_ms(pid)));
      n += snprintf(line + n, (size_t)(LINE_B - n),
                    ", about %s instructions, %.0f times slower", number,
                    PER_MS / per_ms);
   }
   if (n < LINE_B)
      snprintf(line + n, (size_t)(LINE_B - n), "; Ctrl-C: report");
}

/* ---- The screen ---- */

/* The size of a screen that is ours to write on; false: there is none. */
static bool can_show(struct winsize *size)
{
   struct termios mode;
   const char *term = getenv("TERM");
   return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0
          && tcgetpgrp(STDERR_FILENO) == getpgrp() && tcgetattr(STDERR_FILENO, &mode) == 0
          && (mode.c_lflag & ICANON) != 0 && ioctl(STDERR_FILENO, TIOCGWINSZ, size) == 0
          && size->ws_row >= LEAST_ROWS;
}

static void put(const char *text, int n)
{
   if (write(STDERR_FILENO, text, (size_t)n) != n)
      return; /* there is nobody to tell */
}

/* The program keeps all rows but the last; its cursor stays where it is (ECMA-48 and
   DEC's VT100: IND, DECSC, DECSTBM). */
static void take_row(an_progress *p, int rows)
{
   char text[64];
   put(text, snprintf(text, sizeof text, "\033D\033[A\0337\033[1;%dr\0338", rows - 1));
   p->rows = rows;
}

static void give_row_back(an_progress *p)
{
   char text[64];
   if (p->rows > 0)
      put(text, snprintf(text, sizeof text, "\0337\033[r\033[%d;1H\033[K\0338", p->rows));
   p->rows = 0;
}

void an_progress_tick(void *progress, pid_t pid, bool is_stopping)
{
   an_progress *p = progress;
   struct winsize size;
   bool is_time = an_progress_now_ms() - p->began_ms >= QUIET_MS;
   if (is_stopping || !is_time || !can_show(&size) || size.ws_row != p->rows)
      give_row_back(p);
   if (is_stopping || !is_time || !can_show(&size))
      return;
   if (p->rows == 0)
      take_row(p, size.ws_row);
   char line[LINE_B], text[2 * LINE_B];
   look(p, pid);
   write_line(p, pid, line);
   put(text, snprintf(text, sizeof text, "\0337\033[%d;1H%.*s\033[K\0338", p->rows,
                      size.ws_col - 1, line));
}

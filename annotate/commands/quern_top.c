/* quern_top.c -- quern-top: what a program under cachesim or heapprof does now.

   Each poll is a dump of the tool; the table (an_live.h) is the difference of two.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "base/an_alloc.h"
#include "base/an_end.h"
#include "base/an_pool.h"
#include "base/an_span.h"
#include "base/an_wait.h"
#include "commands/an_poll.h"
#include "commands/an_program.h"
#include "commands/an_screen.h"
#include "commands/an_live_page.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
   POLL_SHARE = 4,     /* polls take at most this part of the time: 1 / 4 */
   PATIENCE_MS = 3000, /* without an answer, before the view says so */
   ANSWER_S = 30,      /* without one, before plain text gives up */
   RETRY_MS = 200,
   RETRIES = 10, /* at the first poll, while the program starts */
};

typedef struct top {
   const an_options *options;
   const char *name; /* the process, as it was given */
   an_poll *poll;
   an_live_snapshot snapshots[AN_LIVE_BASES]; /* by an_live_base; RUN: the latest */
   an_live live;
   an_pool *pool; /* of `live` */
   bool has_live, has_sort, is_busy;
   an_live_view view;
   int64_t began_ms, next_ms;
   char message[AN_LIVE_FACTS_B];
} top;

/* Ends the loop; the terminal is restored as after q. */
static volatile sig_atomic_t signal_number;

static void on_signal(int number)
{
   signal_number = number;
}

static int64_t now_ms(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Looks ----------------------------------------------------------- */

static bool is_snapshot(const an_live_snapshot *snapshot)
{
   return snapshot->counts != NULL || snapshot->heap != NULL;
}

/* Ends a snapshot unless another base still uses it. */
static void release_snapshot(top *t, an_live_base which)
{
   an_pool *pool = t->snapshots[which].pool;
   t->snapshots[which] = (an_live_snapshot){ .ms = 0 };
   for (int i = 0; i < AN_LIVE_BASES; i++)
      if (t->snapshots[i].pool == pool)
         return;
   an_pool_free(pool);
}

/* Ends the table of the last two. */
static void release_live(top *t)
{
   t->has_live = false;
   an_pool_free(t->pool);
   t->pool = NULL;
}

/* Sets the column that sorts at first. */
static bool choose_sort(top *t, an_error *error)
{
   const char *sort = t->options->sort;
   char names[192] = "";
   t->view.sort = sort == NULL ? t->live.usual_sort : an_live_find(&t->live, sort);
   t->has_sort = t->view.sort < t->live.n_columns;
   for (size_t i = 0; i < t->live.n_columns; i++)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
               i == 0 ? "" : ", ", t->live.columns[i].title);
   return t->has_sort || an_fail(error, "--sort=%s: the columns are %s", sort, names);
}

/* Makes the table of the latest snapshot and the base.  False with *error set: an option
   does not fit the profile. */
static bool compare_snapshots(top *t, an_error *error)
{
   const an_live_snapshot *base = t->view.base == AN_LIVE_RUN
                                     ? NULL
                                     : &t->snapshots[t->view.base];
   release_live(t);
   t->pool = an_pool_new(an_alloc_malloc());
   t->has_live = an_live_open(&t->live, an_pool_alloc(t->pool),
                              base != NULL && is_snapshot(base) ? base : NULL,
                              &t->snapshots[AN_LIVE_RUN], t->options->show, error);
   if (!t->has_live || (!t->has_sort && !choose_sort(t, error)))
      return false;
   if (t->view.sort >= t->live.n_columns) /* the process has become another program */
      t->view.sort = t->live.usual_sort;
   an_live_sort(&t->live, t->view.sort, t->view.smallest_first);
   return true;
}

/* Takes the profile in as the latest; what it does not go on from is forgotten. */
static bool take_snapshot(top *t, an_error *error)
{
   an_live_snapshot snapshot;
   if (!an_live_snapshot_read(&snapshot, an_poll_file(t->poll), an_poll_began_ms(t->poll),
                              error))
      return false;
   release_live(t);
   release_snapshot(t, AN_LIVE_POLL);
   t->snapshots[AN_LIVE_POLL] = t->snapshots[AN_LIVE_RUN];
   t->snapshots[AN_LIVE_RUN] = snapshot;
   t->view.n_polls++;
   for (int i = 0; i < AN_LIVE_RUN; i++)
      if (is_snapshot(&t->snapshots[i])
          && !an_live_snapshot_goes_on(&t->snapshots[i], &snapshot))
         release_snapshot(t, (an_live_base)i);
   if (!is_snapshot(&t->snapshots[AN_LIVE_VIEW]))
      t->snapshots[AN_LIVE_VIEW] = snapshot;
   return true;
}

/* The next poll is after the interval, or later if polls take long. */
static void plan_next(top *t)
{
   int64_t took_ms = now_ms() - t->began_ms;
   int64_t period_ms = took_ms * POLL_SHARE > t->options->interval_ms
                          ? took_ms * POLL_SHARE
                          : t->options->interval_ms;
   t->next_ms = t->began_ms + period_ms;
}

static bool begin_poll(top *t, an_error *error)
{
   t->began_ms = now_ms();
   t->is_busy = an_poll_begin(t->poll, error);
   if (!t->is_busy)
      plan_next(t);
   return t->is_busy;
}

/* FAILED: *error says why; another poll may succeed.  UNFIT: no other poll can, because
   of an option. */
typedef enum outcome { WAITS, NEW_TABLE, FAILED, ENDED, UNFIT } outcome;

/* Takes news of the poll. */
static outcome take_poll(top *t, an_error *error)
{
   an_poll_state state = an_poll_take(t->poll, error);
   if (state == AN_POLL_WAITS)
      return WAITS;
   t->is_busy = false;
   bool ok = state == AN_POLL_DONE && take_snapshot(t, error);
   plan_next(t);
   if (!ok)
      return an_poll_is_alive(t->poll) ? FAILED : ENDED;
   return compare_snapshots(t, error) ? NEW_TABLE : UNFIT;
}

/* ---- Plain text ------------------------------------------------------ */

static void print_line(void *context, an_live_style style, const char *text)
{
   (void)style;
   size_t n = strlen(text);
   while (n > 0 && text[n - 1] == ' ')
      n--;
   fprintf(context, "%.*s\n", (int)n, text);
}

static void print_page(top *t, size_t width)
{
   an_live_size size = { .width = width, .rows = t->options->n_top };
   t->view.first = t->view.at = 0;
   an_live_page(&t->view, t->has_live ? &t->live : NULL, &size,
                &(an_live_sink){ print_line, stdout });
   fflush(stdout);
}

/* Waits for news, or until the next poll is due; false after a signal. */
static bool wait_plainly(const top *t)
{
   struct pollfd news = { .fd = t->is_busy ? an_poll_fd(t->poll) : -1, .events = POLLIN };
   int64_t left_ms = t->next_ms - now_ms();
   int timeout = t->is_busy ? PATIENCE_MS : left_ms < 0 ? 0 : (int)left_ms;
   poll(&news, 1, timeout);
   return signal_number == 0;
}

static int report_failure(const top *t, const an_error *error)
{
   return an_command_fail(t->name, 0, error->message);
}

/* Prints the second poll, or with `on` each from there. */
static int run_plainly(top *t, bool on)
{
   size_t width = t->options->terminal.width;
   unsigned failures = 0;
   an_error error;
   while (signal_number == 0) {
      if (!t->is_busy && now_ms() >= t->next_ms && !begin_poll(t, &error))
         return report_failure(t, &error);
      if (!wait_plainly(t) || !t->is_busy)
         continue;
      if (now_ms() - t->began_ms > ANSWER_S * 1000) {
         an_fail(&error, "no answer for %d s", ANSWER_S);
         return report_failure(t, &error);
      }
      switch (take_poll(t, &error)) {
      case WAITS: break;
      case UNFIT: return an_command_usage("%s", error.message);
      case NEW_TABLE:
         failures = 0;
         if (t->view.n_polls < 2)
            break;
         print_page(t, width);
         if (!on)
            return EXIT_SUCCESS;
         putchar('\n');
         break;
      case FAILED:
         if (++failures > RETRIES)
            return report_failure(t, &error);
         t->next_ms = now_ms() + RETRY_MS;
         break;
      case ENDED:
         if (!on && t->has_live)
            print_page(t, width);
         an_command_error(t->name, 0, "the process has ended");
         return t->has_live ? EXIT_SUCCESS : EXIT_FAILURE;
      }
   }
   return EXIT_SUCCESS;
}

/* ---- The screen ------------------------------------------------------ */

static void draw_page(top *t)
{
   an_live_size size = an_screen_size();
   an_screen_begin();
   an_live_page(&t->view, t->has_live ? &t->live : NULL, &size,
                &(an_live_sink){ an_screen_line, NULL });
   an_screen_end();
}

static void set_message(top *t, const char *text)
{
   snprintf(t->message, sizeof t->message, "%s", text);
   t->view.message = text[0] == '\0' ? NULL : t->message;
}

/* Says that there is no answer, once it takes long. */
static void say_wait(top *t)
{
   char text[64];
   int64_t waited_ms = now_ms() - t->began_ms;
   if (!t->is_busy || waited_ms < PATIENCE_MS)
      return;
   snprintf(text, sizeof text, "no answer for %d s (q: quit)", (int)(waited_ms / 1000));
   set_message(t, text);
}

/* Takes all keys that wait; false after q. */
static bool take_keys(top *t)
{
   an_error error;
   an_live_key key;
   bool resized = false;
   while ((key = an_screen_key(&resized)) != AN_LIVE_KEY_NONE) {
      size_t n_rows = t->has_live ? t->live.n_rows : 0;
      size_t n_columns = t->has_live ? t->live.n_columns : 1;
      switch (an_live_view_key(&t->view, key, n_rows, n_columns)) {
      case AN_LIVE_DRAW: break;
      case AN_LIVE_SORT:
         if (t->has_live)
            an_live_sort(&t->live, t->view.sort, t->view.smallest_first);
         break;
      case AN_LIVE_COMPARE:
         if (t->has_live)
            compare_snapshots(t, &error); /* the options fitted before */
         break;
      case AN_LIVE_POLL_NOW: t->next_ms = 0; break;
      case AN_LIVE_QUIT: return false;
      }
   }
   return true;
}

/* Waits for a key, news or the time of the next poll. */
static void wait_for_news(const top *t)
{
   struct pollfd news[] = {
      { .fd = STDIN_FILENO, .events = POLLIN },
      { .fd = t->is_busy ? an_poll_fd(t->poll) : -1, .events = POLLIN },
   };
   int64_t left_ms = t->next_ms - now_ms();
   int timeout = t->is_busy                             ? 1000
                 : t->view.is_paused && t->next_ms != 0 ? 1000
                 : left_ms < 0                          ? 0
                 : left_ms > 1000                       ? 1000
                                                        : (int)left_ms;
   poll(news, 2, timeout);
}

/* Until q, a signal or the process's end. */
static outcome watch_process(top *t, an_error *error)
{
   while (signal_number == 0) {
      bool is_due = t->next_ms == 0 || (!t->view.is_paused && now_ms() >= t->next_ms);
      if (!t->is_busy && is_due && !begin_poll(t, error))
         return FAILED;
      say_wait(t);
      draw_page(t);
      wait_for_news(t);
      if (!take_keys(t))
         return NEW_TABLE;
      if (!t->is_busy) {
         if (!an_poll_is_alive(t->poll))
            return ENDED;
         continue;
      }
      outcome result = take_poll(t, error);
      if (result == NEW_TABLE)
         set_message(t, "");
      else if (result == FAILED)
         set_message(t, error->message);
      else if (result != WAITS)
         return result;
   }
   return NEW_TABLE;
}

static void end_on_screen(const char *reason)
{
   an_screen_close();
   an_command_error(NULL, 0, reason);
   exit(EXIT_FAILURE);
}

static int run_screen(top *t)
{
   an_error error;
   an_end_by(end_on_screen);
   outcome result = watch_process(t, &error);
   an_screen_close();
   if (result == FAILED)
      return report_failure(t, &error);
   if (result == UNFIT)
      return an_command_usage("%s", error.message);
   if (result != ENDED)
      return EXIT_SUCCESS;
   set_message(t, "");
   if (t->has_live)
      print_page(t, an_command_width(STDOUT_FILENO));
   an_command_error(t->name, 0, "the process has ended");
   return t->has_live ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- The command ----------------------------------------------------- */

static void catch_signals(void)
{
   static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
   struct sigaction action = { .sa_handler = on_signal };
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      sigaction(numbers[i], &action, NULL);
}

/* The signal's own end, for shells to see. */
static void end_by_signal(void)
{
   if (signal_number == 0)
      return;
   signal(signal_number, SIG_DFL);
   raise(signal_number);
}

static int run_top(an_options *options, char **files, size_t n)
{
   top t = { .options = options, .name = files[0] };
   an_error error;
   char *rest;
   long pid = strtol(files[0], &rest, 10);
   (void)n;
   if (files[0][0] < '1' || files[0][0] > '9' || *rest != '\0' || pid > INT_MAX)
      return an_command_usage("%s: expected the number of a process", files[0]);
   an_wait_by(NULL); /* the screen is full */
   t.view.pid = (int)pid;
   t.poll = an_poll_new((int)pid, &error);
   if (t.poll == NULL)
      return report_failure(&t, &error);
   bool is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
   bool use_screen = is_terminal && !t.options->once
                     && an_screen_open(
                        an_command_use_colour(AN_COLOURS_AUTO, STDOUT_FILENO));
   catch_signals(); /* after ncurses, which has handlers of its own */
   int status = use_screen ? run_screen(&t)
                           : run_plainly(&t, is_terminal && !t.options->once);
   an_poll_free(t.poll);
   for (int i = 0; i < AN_LIVE_BASES; i++)
      release_snapshot(&t, (an_live_base)i);
   end_by_signal();
   return status;
}

const an_program quern_top_program = {
   .name = "quern-top",
   .command = AN_QUERN_TOP,
   .arguments = "[OPTION]... PID",
   .summary =
      "Show what a program under cachesim or heapprof is doing: its hottest functions,\n"
      "or the call paths whose heap grows, since the last refresh.  Its profile does\n"
      "not change.",
   .example = "quern-top --interval=5 4711",
   .n_files = 1,
   .expected = "expected the number of one process",
   .run = run_top,
};

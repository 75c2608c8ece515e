/* fuzz_phrases.c -- any bytes as user input: formulas, limits, numbers,
   cache shapes, thresholds, commands to a running tool.  They are refused, with a
   reason, or keep their meaning when they are printed and parsed again.

   The first byte chooses the kind.  Regular expressions and wildcards are libc's.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "fuzz_assert.h"

#include "base/an_alloc.h"
#include "counts/ac_choose.h"
#include "base/an_span.h"
#include "counts/ac_limits.h"
#include "counts/ac_metric.h"
#include "base/an_rewrite.h"
#include "base/an_text.h"
#include "machine/cs_geometry.h"
#include "heap/ah_findings.h"
#include "watch/tk_functions.h"
#include "base/an_said.h"
#include "strmem/hp_strmem.h"
#include "run/tk_control.h"
#include "run/tk_shell.h"
#include "base/tk_shown.h"

#include <math.h>

/* A profile without lines: only its events are needed. */
static ac_profile *make_profile(void)
{
   static const char *const events[] = { "Ir", "I1mr", "ILmr", "Dr", "D1mr" };
   ac_profile *profile = ac_profile_new(an_alloc_malloc());
   assert_non_null(profile);
   for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
      ac_profile_add_text(profile, AC_EVENT, events[i], strlen(events[i]));
   return profile;
}

static ac_metrics *make_metrics(const char *weights)
{
   an_error error = { .message = "" };
   ac_profile *profile = make_profile();
   ac_metrics *metrics = ac_metrics_new(an_alloc_malloc(), profile, weights, &error);
   assert_true((metrics == NULL) == (error.message[0] != '\0'));
   return metrics;
}

static void check_value(const ac_metric *metric)
{
   static const int64_t few[] = { 7, 0, 1, 2, 3 }, none[5] = { 0 },
                        most[] = { INT64_MAX, INT64_MIN, INT64_MAX, -1, INT64_MAX };
   const int64_t *const rows[] = { few, none, most };
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      long double value = ac_metric_value(metric, rows[i]);
      assert_true(!isinf(value));
      assert_true(value != 0 || !signbit(value));
      char text[AN_TEXT_NUMBER_B];
      assert_true(an_text_value(text, value, ac_metric_is_whole(metric), false)
                  < sizeof text);
   }
}

/* Lines of definitions, each of which may use those before it. */
static void try_metrics(char *text)
{
   ac_metrics *metrics = make_metrics(NULL);
   assert_non_null(metrics);
   for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
      an_error error = { .message = "" };
      size_t n = ac_metrics_n(metrics);
      bool good = ac_metrics_define(metrics, line, &error);
      assert_true(good == (error.message[0] == '\0'));
      assert_true(good || ac_metrics_n(metrics) == n);
      for (size_t i = 0; good && i < ac_metrics_n(metrics); i++)
         check_value(ac_metrics_at(metrics, i));
   }
}

static void try_weights(char *text)
{
   ac_metrics *metrics = make_metrics(text);
   for (size_t i = 0; metrics != NULL && i < ac_metrics_n(metrics); i++)
      check_value(ac_metrics_at(metrics, i));
}

/* The text of each limit is parsed again as the same. */
static void check_limit(const ac_metrics *metrics, const ac_limit *limit)
{
   const char *name = limit->metric->name;
   char *whole = NULL;
   ac_limits again;
   an_error error;
   assert_true(limit->has_relative || limit->has_absolute);
   assert_true(asprintf(&whole, "%s%s%s", name, limit->is_budget ? "" : "=", limit->text)
               > 0);
   if (!ac_limits_parse(&again, an_alloc_malloc(), metrics, whole, &error))
      fail_msg("%s: %s", whole, error.message);
   free(whole);
   assert_int_equal(again.n, 1);
   const ac_limit *same = &again.limits[0];
   assert_true(
      same->is_budget == limit->is_budget && same->needs_both == limit->needs_both
      && same->skips_new == limit->skips_new && same->has_relative == limit->has_relative
      && same->has_absolute == limit->has_absolute && same->absolute == limit->absolute
      && same->relative_percent == limit->relative_percent);
   assert_string_equal(same->text, limit->text);
   tk_put(an_alloc_malloc(), again.limits);
   ac_limit_exceeded(limit, AC_LIMIT_OF_TOTAL, 1, 2);
   ac_limit_exceeded(limit, AC_LIMIT_OF_ROW, 0, 2);
}

static void try_limits(char *text)
{
   ac_metrics *metrics = make_metrics(NULL);
   ac_limits limits;
   an_error error = { .message = "" };
   bool good = ac_limits_parse(&limits, an_alloc_malloc(), metrics, text, &error);
   assert_true(good == (error.message[0] == '\0'));
   assert_true(good || limits.limits == NULL);
   for (size_t i = 0; good && i < limits.n; i++)
      check_limit(metrics, &limits.limits[i]);
   tk_put(an_alloc_malloc(), limits.limits);
}

static void try_choice(char *text)
{
   ac_metrics *metrics = make_metrics(NULL);
   ac_choice choice;
   an_error error = { .message = "" };
   bool good = ac_choose(&choice, an_alloc_malloc(), metrics, text, AC_CHOOSE_EVENTS,
                         &error);
   assert_true(good == (error.message[0] == '\0'));
   assert_true(good ? choice.n > 0 : choice.metrics == NULL);
   tk_put(an_alloc_malloc(), choice.metrics);
}

static void try_decimal(char *text)
{
   long double number;
   an_span span = an_span_of(text);
   if (an_span_take_number(&span, &number))
      assert_true(span.at > text && span.at <= span.end && number >= 0);
   else
      assert_ptr_equal(span.at, text);
}

static void try_geometry(char *text)
{
   cs_geometry g = { .assoc = 77 };
   const char *fault = cs_geometry_parse(text, &g);
   if (fault != NULL)
      assert_true(fault[0] != '\0' && g.assoc == 77 && g.size_B == 0);
   else
      assert_null(cs_geometry_error(&g));
}

static void try_thresholds(char *text)
{
   ah_criteria thresholds = ah_criteria_default;
   an_error error = { .message = "" };
   bool good = ah_criteria_parse(&thresholds, text, &error);
   assert_true(good == (error.message[0] == '\0'));
}

/* ---- Rewriting: the matches, libc's part, are given ---- */

static void try_rewrite(char *text)
{
   static const char *const olds[] = { "([ab]*)(c?)", "^", "x|(y)", "." };
   static const char *const names[] = { "", "abcabc", "xyx", "/a/b.c" };
   for (size_t i = 0; i < sizeof olds / sizeof olds[0]; i++) {
      an_error error = { .message = "" };
      an_rewrite *rewrite = an_rewrite_new(an_alloc_malloc());
      char *expression = malloc(strlen(olds[i]) + strlen(text) + 4);
      assert_true(rewrite != NULL);
      sprintf(expression, "s,%s,%s", olds[i], text);
      bool good = an_rewrite_add(rewrite, expression, &error);
      assert_true(good == (error.message[0] == '\0'));
      for (size_t k = 0; good && k < sizeof names / sizeof names[0]; k++) {
         const char *result;
         an_rewrite_apply(rewrite, names[k], &result);
         assert_true(strlen(result) <= (strlen(names[k]) + 1) * (strlen(text) + 1) * 8);
      }
      free(expression);
      an_rewrite_free(rewrite);
   }
}

/* ---- Commands ---- */

static void say(const char *text)
{
   size_t length = strlen(text);
   assert_true(length > 0 && text[length - 1] == '\n');
}

static void run_command(const char *argument)
{
   assert_true(argument == NULL || argument[0] != '\0');
}

static void try_command(char *text)
{
   static const tk_command commands[] = {
      { "dump", "[<file>]", "write it", run_command },
      { "on", NULL, "go on", run_command },
      { "once", NULL, "once only", run_command },
   };
   tk_control_handle("tool", commands, 3, text, say);
}

/* ---- Names ---- */

/* The commands say "(anon)", which the tools do not. */
static char *shorten(const char *text)
{
   char *shorter = malloc(strlen(text) + 1), *to = shorter;
   assert_non_null(shorter);
   while (*text != '\0')
      if (strncmp(text, AN_SAID_LONG, strlen(AN_SAID_LONG)) == 0) {
         to = stpcpy(to, AN_SAID_ANONYMOUS);
         text += strlen(AN_SAID_LONG);
      } else {
         *to++ = *text++;
      }
   *to = '\0';
   return shorter;
}

/* Otherwise the tools show a name as the commands do. */
static void show(const char *text)
{
   char *shorter = shorten(text), *named = NULL;
   char *shown = malloc(TK_SHOWN_B * strlen(shorter) + 1);
   size_t size_B = 0;
   FILE *out = open_memstream(&named, &size_B);
   assert_true(shown != NULL && out != NULL);
   assert_int_equal(tk_shown(shown, shorter), strlen(shown));
   an_text_name(out, text);
   assert_true(fclose(out) == 0);
   assert_string_equal(shown, named);
   free(named);
   free(shown);
   free(shorter);
}

/* A byte after a backslash: three octal digits, or itself. */
static const char *take_escaped(const char *at, char *byte)
{
   int code = 0;
   if (*at < '0' || *at > '7') {
      *byte = *at;
      return at + 1;
   }
   for (int i = 0; i < 3; i++)
      code = 8 * code + (*at++ - '0');
   *byte = (char)code;
   return at;
}

/* As a shell reads a word with pieces in '...' or one $'...'. */
static void unquote(const char *word, char *to)
{
   bool is_quoted = false, has_escapes = false;
   while (*word != '\0') {
      assert_true(*word >= ' ' && *word < 0x7f);
      if (*word == '\\' && (has_escapes || !is_quoted)) {
         word = take_escaped(word + 1, to++);
      } else if (*word == '\'') {
         is_quoted = !is_quoted;
         word++;
      } else if (*word == '$' && !is_quoted) {
         has_escapes = true;
         word++;
      } else {
         *to++ = *word++;
      }
   }
   *to = '\0';
}

static void quote(const char *text)
{
   char *word = tk_shell_word(an_alloc_malloc(), text);
   assert_non_null(word);
   char *again = malloc(strlen(word) + 1);
   assert_non_null(again);
   unquote(word, again);
   assert_string_equal(again, text);
   free(again);
   tk_put(an_alloc_malloc(), word);
}

/* Not much longer than before; and UTF-8 without terminal escapes. */
static void try_name(char *text)
{
   for (size_t n_most = 0; n_most < 40; n_most += 13) {
      char *name = an_said(text, AN_SAID_FUNCTION, n_most);
      assert_non_null(name);
      assert_true(strlen(name) <= 3 * strlen(text) + 32);
      free(name);
   }
   show(text);
   quote(text);
   tk_function_named(text);
   hp_strmem_named(text, false, true);
   char *utf8 = an_text_utf8(text);
   assert_non_null(utf8);
   for (const char *at = utf8; *at != '\0'; at++)
      assert_true((unsigned char)*at >= ' ' && *at != 0x7f);
   free(utf8);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   static void (*const tries[])(char *) = {
      try_metrics, try_limits, try_decimal, try_geometry, try_thresholds,
      try_command, try_name,   try_weights, try_choice,   try_rewrite,
   };
   if (size_B == 0)
      return 0;
   char *text = malloc(size_B);
   assert_non_null(text);
   memcpy(text, bytes + 1, size_B - 1);
   text[size_B - 1] = '\0';
   tries[bytes[0] % (sizeof tries / sizeof tries[0])](text);
   free(text);
   return 0;
}

/* test_an_common.h -- shared by the unit tests of annotate/: an allocator that
   counts, a reader of text in memory, pairs and measures.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AN_COMMON_H
#define TEST_AN_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/an_alloc.h"
#include "counts/ac_combine.h"
#include "counts/ac_lines.h"
#include "counts/ac_metric.h"
#include "sections/ac_scope.h"
#include "test_read.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For a site of a heap profile. */
#define RARE(...) \
   .rare = &(ah_rare) \
   { \
      __VA_ARGS__ \
   }

/* Where long double is a double, as on armhf, values above 2^53 are rounded, and ratios
   may end with another digit.  A test of these is not run there. */
enum { ROUNDS_NUMBERS = LDBL_MANT_DIG < 64 };

static inline void skip_where_rounded(const char *test)
{
   if (ROUNDS_NUMBERS)
      cmocka_set_skip_filter(test);
}

/* ---- The allocator ---- */

static inline const tk_alloc *test_alloc(void)
{
   return an_alloc_malloc();
}

/* ---- Text in memory ---- */

typedef struct {
   const char *text;
   size_t length;
   size_t piece_B; /* bytes given per read */
} test_text;

static inline ptrdiff_t test_read(void *context, char *to, size_t size_B)
{
   test_text *text = context;
   size_t n = text->piece_B < size_B ? text->piece_B : size_B;
   if (n > text->length)
      n = text->length;
   memcpy(to, text->text, n);
   text->text += n;
   text->length -= n;
   return (ptrdiff_t)n;
}

static inline an_source_of_bytes test_bytes(test_text *text)
{
   return (an_source_of_bytes){ .read = test_read, .context = text };
}

/* Reads `length` bytes at `text`. */
static inline ac_profile *test_profile_of(const char *text, size_t length,
                                          an_error *error)
{
   test_text memory = { text, length, 64 };
   return test_read_profile(test_alloc(), test_bytes(&memory), error);
}

/* The profile in a valid string. */
static inline ac_profile *test_good_profile(const char *text)
{
   an_error error;
   ac_profile *profile = test_profile_of(text, strlen(text), &error);
   if (profile == NULL)
      fail_msg("line %zu: %s", error.line, error.message);
   return profile;
}

/* ---- What a report shows ---- */

typedef struct {
   ac_request request;
   ac_analysis analysis;
   an_terminal terminal;
} test_options;

static inline ac_scope test_scope(const ac_profile *profile, const test_options *options)
{
   return (ac_scope){ .profile = profile,
                      .alloc = test_alloc(),
                      .request = &options->request,
                      .analysis = &options->analysis,
                      .terminal = &options->terminal };
}

/* ---- A profile as text ---- */

enum { TEST_BODY_B = 4096 };

/* Writes each line of each function, in order, to `text`:
   "file function line count count\n". */
static inline void test_body(const ac_profile *profile, char *text)
{
   char *at = text, *end = text + TEST_BODY_B;
   *text = '\0';
   for (size_t i = 0; i < ac_profile_n_functions(profile); i++) {
      const ac_function *function = ac_profile_function(profile, i);
      ac_lines lines;
      ac_lines_open(&lines, profile, i, 1);
      while (ac_lines_next(&lines)) {
         at += snprintf(at, (size_t)(end - at), "%s %s %u",
                        ac_profile_file(profile, function->file)->name, function->name,
                        lines.line);
         for (size_t k = 0; k < ac_profile_n_events(profile); k++)
            at += snprintf(at, (size_t)(end - at), " %lld", (long long)lines.counts[k]);
         at += snprintf(at, (size_t)(end - at), "\n");
         assert_true(at < end);
      }
      ac_lines_close(&lines);
   }
}

/* Expects this body of a valid file. */
static inline void test_good_body(const char *text, const char *expected)
{
   ac_profile *profile = test_good_profile(text);
   char body[TEST_BODY_B];
   test_body(profile, body);
   assert_string_equal(body, expected);
}

/* The sum of n files, which the caller frees. */
static inline ac_profile *test_sum_of(const char *const *files, size_t n,
                                      const ac_reading *reading)
{
   ac_profile *profile = ac_profile_new(test_alloc());
   an_error error;
   assert_non_null(profile);
   if (n > 1)
      ac_profile_sum_lines(profile);
   for (size_t i = 0; i < n; i++) {
      test_text memory = { files[i], strlen(files[i]), 64 };
      if (!ac_read_into(profile, test_alloc(), test_bytes(&memory), reading, &error))
         fail_msg("file %zu, line %zu: %s", i, error.line, error.message);
   }
   assert_true(ac_read_finish(profile, &error));
   return profile;
}

/* ---- Bad text ---- */

/* Expects that the text is refused with this line and message. */
static inline void test_bad_text(const char *text, size_t length, size_t line,
                                 const char *message)
{
   an_error error = { 0 };
   if (test_profile_of(text, length, &error) != NULL)
      fail_msg("accepted: %s", text);
   assert_string_equal(error.message, message);
   assert_int_equal(error.line, line);
}

typedef struct {
   const char *text;
   size_t line;
   const char *message;
} test_bad_file;

static inline void test_bad_texts(const test_bad_file *all, size_t n)
{
   for (size_t i = 0; i < n; i++)
      test_bad_text(all[i].text, strlen(all[i].text), all[i].line, all[i].message);
}

/* What check() is called with: the file cut at each byte from `from` on; each of these
   bytes as each of `others`; each line of them missing, or twice. */
static inline void test_damage(const char *file, size_t from, const char *others,
                               void (*check)(const char *text, size_t length))
{
   size_t n = strlen(file);
   char *text = malloc(2 * n + 1);
   assert_non_null(text);
   for (size_t i = from; i <= n; i++)
      check(file, i);
   for (size_t i = from; i < n; i++)
      for (const char *other = others; *other != '\0'; other++) {
         memcpy(text, file, n);
         text[i] = *other;
         check(text, n);
      }
   for (const char *at = file + from, *end; *at != '\0'; at = end) {
      end = strchr(at, '\n') + 1;
      size_t before = (size_t)(at - file), after = strlen(end);
      memcpy(text, file, before);
      memcpy(text + before, end, after);
      check(text, before + after);
      memcpy(text + before, at, n - before);
      memcpy(text + (end - file), at, n - before);
      check(text, n + (size_t)(end - at));
   }
   free(text);
}

/* ---- Pairs and measures ---- */

/* The pair of the profiles in two strings. */
static inline ac_profile *test_good_pair(const char *before_text, const char *after_text)
{
   ac_profile *before = test_good_profile(before_text);
   ac_profile *after = test_good_profile(after_text);
   ac_profile *pair = ac_combine_pair(test_alloc(), before, after, NULL, NULL);
   assert_non_null(pair);
   return pair;
}

enum { TEST_MEASURES_MAX = 16 };

typedef struct {
   ac_metrics *metrics;
   ac_measure of[TEST_MEASURES_MAX];
   ac_measures measures; /* they are in `of` */
} test_measures;

/* Adds the measure "NAME", or for a pair "NAME:old", "NAME:new" or
   "NAME:change".  NAME=FORMULA defines the metric. */
static inline void test_measure_add(test_measures *m, char *word, size_t n_events)
{
   static const char *const aspects[] = {
      [AC_BEFORE] = "old", [AC_AFTER] = "new", [AC_CHANGE] = "change"
   };
   ac_measure measure = { .aspect = AC_VALUE, .n_events = n_events };
   char *aspect = strchr(word, ':');
   if (aspect != NULL) {
      *aspect++ = '\0';
      for (int i = AC_BEFORE; i <= AC_CHANGE; i++)
         if (strcmp(aspect, aspects[i]) == 0)
            measure.aspect = (ac_aspect)i;
      assert_int_not_equal(measure.aspect, AC_VALUE);
   }
   an_span name = { word, word + strcspn(word, "=") };
   an_error error;
   if (*name.end == '=' && ac_metrics_find(m->metrics, name) == NULL)
      assert_true(ac_metrics_define(m->metrics, word, &error));
   measure.metric = ac_metrics_find(m->metrics, name);
   assert_non_null(measure.metric);
   assert_in_range(m->measures.n, 0, TEST_MEASURES_MAX - 1);
   m->of[m->measures.n++] = measure;
}

/* Opens the named measures, separated by blanks, of a profile or of a pair with
   its events; NULL: the values of all events.  `m` must not move. */
static inline void test_measures_open(test_measures *m, const ac_profile *profile,
                                      const char *names)
{
   an_error error;
   size_t n_events = ac_profile_n_events(profile);
   m->metrics = ac_metrics_new(test_alloc(), profile, NULL, &error);
   assert_non_null(m->metrics);
   m->measures = (ac_measures){ .of = m->of };
   for (size_t i = 0; names == NULL && i < n_events; i++) {
      assert_in_range(i, 0, TEST_MEASURES_MAX - 1);
      m->of[m->measures.n++] = (ac_measure){ .metric = ac_metrics_at(m->metrics, i),
                                             .n_events = n_events };
   }
   char words[512] = "";
   if (names != NULL) {
      assert_in_range(strlen(names), 1, sizeof words - 1);
      strcpy(words, names);
   }
   char *rest = words;
   for (char *word = strtok_r(words, " ", &rest); word != NULL;
        word = strtok_r(NULL, " ", &rest))
      test_measure_add(m, word, n_events);
}

#endif

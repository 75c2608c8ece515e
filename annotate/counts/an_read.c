/* an_read.c -- the profile reader: text in, model out.

   All formats are line by line.  What is common to them is here: the input,
   errors, events, counts and how they get into the profile.  What a line
   means is known in the rooms an_read_cachegrind.c and an_read_callgrind.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_read_private.h"

#include "base/an_number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LABEL AN_READER_LABEL

enum {
   BUFFER_B = 64 * 1024,
   EVENTS_MAX = 1024, /* more is not a profile; keeps look-ups short */
   DESCS_MAX = 1024,  /* likewise */
   QUOTE_MAX = 60,    /* bytes of the input quoted in a message */
   LIST_MAX = 90,     /* of a list of events */
};

/* ---- Errors ---- */

static bool set_error(an_error *error, size_t line, const char *format,
                      va_list arguments)
{
   error->line = line;
   vsnprintf(error->message, sizeof error->message, format, arguments);
   return false;
}

static bool fail_at(an_error *error, size_t line, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

static bool fail_at(an_error *error, size_t line, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   set_error(error, line, format, arguments);
   va_end(arguments);
   return false;
}

bool an_reader_fail(an_reader *r, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   set_error(r->error, r->input.number, format, arguments);
   va_end(arguments);
   return false;
}

static bool check_status(an_error *error, size_t line, an_status status)
{
   switch (status) {
   case AN_OK:
      return true;
   case AN_NO_MEMORY:
      return fail_at(error, 0, "out of memory");
   case AN_OVERFLOW:
      break;
   }
   return fail_at(error, line, "the counts add up to more than %" PRId64,
                  INT64_MAX);
}

bool an_reader_check(an_reader *r, an_status status)
{
   return check_status(r->error, r->input.number, status);
}

bool an_reader_fail_no_memory(an_reader *r)
{
   return an_reader_check(r, AN_NO_MEMORY);
}

int an_reader_quoted(an_span span)
{
   size_t n = an_span_length(span);
   return n < QUOTE_MAX ? (int)n : QUOTE_MAX;
}

bool an_reader_fail_unexpected(an_reader *r, const char *expected,
                               an_span line)
{
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return an_reader_fail(r, "NUL byte");
   if (!r->is_callgrind && an_clg_is_foreign(line))
      return an_reader_fail(r,
                            "\"%.*s\" is callgrind's, but the file does not "
                            "begin as callgrind's do",
                            an_reader_quoted(line), line.at);
   return an_reader_fail(r, "expected %s, found \"%.*s\"", expected,
                         an_reader_quoted(line), line.at);
}

/* ---- The header ---- */

const char *an_reader_intern(an_reader *r, an_span name)
{
   const char *interned
      = an_profile_intern(r->profile, name.at, an_span_length(name));
   if (interned == NULL)
      an_reader_fail_no_memory(r);
   return interned;
}

static an_span trimmed(an_span span)
{
   an_span_skip_blanks(&span);
   while (span.end > span.at
          && (span.end[-1] == ' ' || span.end[-1] == '\t'))
      span.end--;
   return span;
}

/* The caches of a later file are those of the profile.  A line that is
   empty, or that one of them lacks, says nothing: no cache was simulated. */
static bool check_cache(an_reader *r, const char *key, an_span found)
{
   found = trimmed(found);
   for (size_t i = 0; i < an_profile_n_desc(r->profile); i++) {
      an_span rest = an_span_of(an_profile_desc(r->profile, i));
      if (!an_span_take_key(&rest, key))
         continue;
      rest = trimmed(rest);
      size_t n = an_span_length(rest);
      if (n == 0 || an_span_length(found) == 0
          || (n == an_span_length(found) && memcmp(rest.at, found.at, n) == 0))
         continue;
      return an_reader_fail(r,
                            "caches differ: expected \"%s %.*s\", found "
                            "\"%s %.*s\"",
                            key, an_reader_quoted(rest), rest.at, key,
                            an_reader_quoted(found), found.at);
   }
   return true;
}

bool an_reader_desc(an_reader *r, an_span rest)
{
   static const char *const caches[] = { "I1 cache:", "D1 cache:",
                                         "LL cache:" };
   an_span_skip_blanks(&rest);
   if (++r->n_descs > DESCS_MAX)
      return an_reader_fail(r, "more than %d desc: lines", DESCS_MAX);
   if (r->keeps_header)
      return an_reader_check(r, an_profile_add_desc(r->profile, rest.at,
                                                    an_span_length(rest)));
   for (size_t i = 0; i < sizeof caches / sizeof caches[0]; i++) {
      an_span value = rest;
      if (!r->reading->by_name && an_span_take_key(&value, caches[i]))
         return check_cache(r, caches[i], value);
   }
   return true;
}

bool an_reader_command(an_reader *r, an_span rest)
{
   if (!r->keeps_header)
      return true;
   an_span_skip_blanks(&rest);
   return an_reader_check(r, an_profile_set_command(r->profile, rest.at,
                                                    an_span_length(rest)));
}

/* ---- Events ---- */

static void free_events(an_reader *r)
{
   tk_put(r->alloc, r->events);
   tk_put(r->alloc, r->counts);
   tk_put(r->alloc, r->sums);
   tk_put(r->alloc, r->stated);
   tk_put(r->alloc, r->columns);
   tk_put(r->alloc, r->row);
   r->events = NULL;
   r->counts = r->sums = r->stated = r->row = NULL;
   r->columns = NULL;
   r->n_events = 0;
}

static bool allocate_events(an_reader *r, size_t n)
{
   free_events(r);
   r->events = tk_get(r->alloc, LABEL, n * sizeof *r->events);
   r->counts = tk_get(r->alloc, LABEL, n * sizeof *r->counts);
   r->sums = tk_get(r->alloc, LABEL, n * sizeof *r->sums);
   r->stated = tk_get(r->alloc, LABEL, n * sizeof *r->stated);
   if (r->events == NULL || r->counts == NULL || r->sums == NULL
       || r->stated == NULL)
      return an_reader_fail_no_memory(r);
   memset(r->sums, 0, n * sizeof *r->sums);
   return true;
}

static size_t count_words(an_span rest)
{
   size_t n = 0;
   while (an_span_length(an_span_take_word(&rest)) > 0)
      n++;
   return n;
}

static bool list_events(an_reader *r, an_span rest)
{
   for (an_span word = an_span_take_word(&rest); an_span_length(word) > 0;
        word = an_span_take_word(&rest)) {
      const char *event = an_reader_intern(r, word);
      if (event == NULL)
         return false;
      for (size_t i = 0; i < r->n_events; i++)
         if (r->events[i] == event)
            return an_reader_fail(r, "event %.*s is listed twice",
                                  an_reader_quoted(word), word.at);
      r->events[r->n_events++] = event;
   }
   return true;
}

static bool give_events(an_reader *r)
{
   for (size_t i = 0; i < r->n_events; i++)
      if (!an_reader_check(r, an_profile_add_event(r->profile, r->events[i],
                                                   strlen(r->events[i]))))
         return false;
   return true;
}

/* Finds each event of the profile among the file's. */
static bool map_events(an_reader *r)
{
   size_t n = an_profile_n_events(r->profile);
   r->columns = tk_get(r->alloc, LABEL, n * sizeof *r->columns);
   r->row = tk_get(r->alloc, LABEL, n * sizeof *r->row);
   if (r->columns == NULL || r->row == NULL)
      return an_reader_fail_no_memory(r);
   for (size_t i = 0; i < n; i++) {
      const char *event = an_profile_event(r->profile, i);
      size_t column = 0;
      while (column < r->n_events && r->events[column] != event)
         column++;
      r->columns[i] = column < r->n_events ? column : SIZE_MAX;
   }
   return true;
}

static bool compare_events(an_reader *r, an_span rest)
{
   size_t n = an_profile_n_events(r->profile);
   bool same = n == r->n_events;
   for (size_t i = 0; same && i < n; i++)
      same = r->events[i] == an_profile_event(r->profile, i);
   if (same)
      return true;

   char expected[LIST_MAX] = "";
   size_t used_B = 0;
   for (size_t i = 0; i < n && used_B < sizeof expected; i++)
      used_B += (size_t)snprintf(expected + used_B, sizeof expected - used_B,
                                 " %s", an_profile_event(r->profile, i));
   rest = trimmed(rest);
   size_t found_B = an_span_length(rest);
   return an_reader_fail(r, "events differ: expected%s, found %.*s", expected,
                         (int)(found_B < LIST_MAX ? found_B : LIST_MAX),
                         rest.at);
}

bool an_reader_events(an_reader *r, an_span rest)
{
   size_t n = count_words(rest);
   if (n == 0)
      return an_reader_fail(r, "the events: line names no events");
   if (n > EVENTS_MAX)
      return an_reader_fail(r, "more than %d events", EVENTS_MAX);
   if (!allocate_events(r, n) || !list_events(r, rest))
      return false;
   if (an_profile_n_events(r->profile) == 0)
      return give_events(r);
   return r->reading->by_name ? map_events(r) : compare_events(r, rest);
}

/* ---- Counts ---- */

static bool fail_count(an_reader *r, an_span rest, an_number_status status)
{
   an_span word = an_span_take_word(&rest);
   if (memchr(word.at, '\0', an_span_length(word)) != NULL)
      return an_reader_fail(r, "NUL byte");
   int n = an_reader_quoted(word);
   if (*word.at == '-')
      return an_reader_fail(r,
                            "negative count \"%.*s\": only differences have "
                            "them", n, word.at);
   if (status == AN_NUMBER_TOO_LARGE)
      return an_reader_fail(r, "count \"%.*s\" is larger than %" PRId64, n,
                            word.at, INT64_MAX);
   return an_reader_fail(r, "count \"%.*s\" is not a number", n, word.at);
}

/* A "." is 0, as in the Valgrind manual.  Hot: every count passes here.  The
   byte at rest.end is no digit (an_input.h), so digits need no check for
   it. */
bool an_reader_counts(an_reader *r, an_span rest, int64_t *counts)
{
   size_t n = 0;
   for (;;) {
      an_span_skip_blanks(&rest);
      if (rest.at == rest.end)
         break;
      if (n == r->n_events)
         return an_reader_fail(r, "expected at most %zu counts, found %zu",
                               n, n + count_words(rest));
      /* Most counts are of one digit. */
      const char *at = rest.at;
      unsigned digit = (unsigned)(*at - '0');
      if (digit <= 9 && (at[1] == ' ' || at + 1 == rest.end)) {
         counts[n++] = digit;
         rest.at = at + 1;
         continue;
      }
      an_number_status status = an_number_scan(&at, &counts[n]);
      if (status == AN_NUMBER_NONE && *at == '.') {
         counts[n] = 0;
         status = AN_NUMBER_OK;
         at++;
      }
      if (status != AN_NUMBER_OK || !an_span_is_break(rest, at))
         return fail_count(r, rest, status);
      rest.at = at;
      n++;
   }
   while (n < r->n_events)
      counts[n++] = 0;
   return true;
}

/* ---- Rows ---- */

bool an_reader_begin(an_reader *r)
{
   const char *file = r->file, *function = r->function;
   r->skip = false;
   if (r->reading->name != NULL
       && !an_reader_check(r, r->reading->name(r->reading->context,
                                               r->profile, &file, &function,
                                               &r->skip)))
      return false;
   return r->skip
          || an_reader_check(r, an_profile_begin(r->profile, file, function));
}

/* Adds the line to the sums.  Neither they nor counts are negative, so their
   sum fits in 64 bits, and if it is too large, in the sign bit, too. */
static bool add_to_sums(an_reader *r)
{
   uint64_t signs = 0;
   for (size_t i = 0; i < r->n_events; i++) {
      uint64_t sum = (uint64_t)r->sums[i] + (uint64_t)r->counts[i];
      r->sums[i] = (int64_t)sum;
      signs |= sum;
   }
   return an_reader_check(r, signs >> 63 == 0 ? AN_OK : AN_OVERFLOW);
}

const int64_t *an_reader_row(an_reader *r, const int64_t *counts)
{
   if (r->columns == NULL)
      return counts;
   for (size_t i = 0; i < an_profile_n_events(r->profile); i++)
      r->row[i] = r->columns[i] == SIZE_MAX ? 0 : counts[r->columns[i]];
   return r->row;
}

bool an_reader_add(an_reader *r, uint32_t line)
{
   if (!add_to_sums(r))
      return false;
   if (r->skip)
      return true;
   return an_reader_check(r, an_profile_add(r->profile, line,
                                            an_reader_row(r, r->counts)));
}

bool an_reader_check_sums(an_reader *r, const char *what, size_t line)
{
   for (size_t i = 0; i < r->n_events; i++)
      if (r->stated[i] != r->sums[i])
         return fail_at(r->error, line,
                        "%s of %s is %" PRId64 ", but the lines add up to "
                        "%" PRId64 " (difference %" PRId64 ")",
                        what, r->events[i], r->stated[i], r->sums[i],
                        r->stated[i] - r->sums[i]);
   return true;
}

/* ---- The whole ---- */

/* Only the first lines of a file say that it is callgrind's. */
static void detect_callgrind(an_reader *r, an_span line)
{
   if ((r->cg.stage == AN_CG_DESC || r->cg.stage == AN_CG_AFTER_CMD)
       && ((r->input.number == 1
            && an_span_take_key(&line, "# callgrind format"))
           || an_clg_is_header(line)))
      r->is_callgrind = true;
}

static bool read_line(an_reader *r, an_span line)
{
   if (r->input.number == 1)
      an_span_take_key(&line, "\xef\xbb\xbf"); /* a byte order mark */
   if (!r->is_callgrind)
      detect_callgrind(r, line);
   return r->is_callgrind ? an_clg_line(r, line) : an_cg_line(r, line);
}

static bool check_end(an_reader *r)
{
   if (r->input.number == 0)
      return fail_at(r->error, 1, "the file is empty");
   return r->is_callgrind ? an_clg_end(r) : an_cg_end(r);
}

static bool read_all(an_reader *r)
{
   for (;;) {
      switch (an_input_next(&r->input)) {
      case AN_INPUT_LINE: {
         const char *at = r->input.line;
         if (!read_line(r, (an_span){ at, at + r->input.length }))
            return false;
         break;
      }
      case AN_INPUT_END:
         return check_end(r);
      case AN_INPUT_UNFINISHED:
         return an_reader_fail(r, "the file ends within this line");
      case AN_INPUT_TOO_LONG:
         return an_reader_fail(r, "the line is longer than %d bytes",
                               AN_INPUT_LINE_MAX_B);
      case AN_INPUT_NO_MEMORY:
         return an_reader_fail_no_memory(r);
      case AN_INPUT_FAILED:
         return fail_at(r->error, 0, "%s", strerror(errno));
      }
   }
}

bool an_read_into(an_profile *profile, const tk_alloc *alloc,
                  an_source_of_bytes from, const an_reading *reading,
                  an_error *error)
{
   static const an_reading as_it_is;
   an_reader r = {
      .alloc = alloc,
      .profile = profile,
      .reading = reading != NULL ? reading : &as_it_is,
      .error = error,
      .keeps_header = an_profile_n_events(profile) == 0,
   };
   an_input_init(&r.input, alloc, from, BUFFER_B);
   an_clg_init(&r);
   bool ok = read_all(&r)
             && an_reader_check(&r, an_profile_add_state(profile,
                                                         &r.cg.state));
   an_clg_free(&r);
   an_cg_free(&r);
   an_input_free(&r.input);
   free_events(&r);
   return ok;
}

bool an_read_finish(an_profile *profile, an_error *error)
{
   return check_status(error, 0, an_profile_finish(profile));
}

an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error)
{
   an_profile *profile = an_profile_new(alloc);
   if (profile == NULL) {
      check_status(error, 0, AN_NO_MEMORY);
      return NULL;
   }
   if (an_read_into(profile, alloc, from, NULL, error)
       && an_read_finish(profile, error))
      return profile;
   an_profile_free(profile);
   return NULL;
}

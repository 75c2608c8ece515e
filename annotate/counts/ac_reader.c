/* ac_reader.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_reader.h"

#include "base/an_file_name.h"
#include "base/an_number.h"
#include "base/an_overflow.h"
#include "base/tk_fn_name.h"
#include "counts/ac_machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
   EVENTS_MAX = 1024, /* keeps look-ups short */
   DESCS_MAX = 1024,  /* likewise */
   LIST_MAX = 90,     /* bytes of a list of events in a message */
};

/* ---- Errors ---- */

bool ac_reader_fail(ac_reader *r, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   r->error->line = r->input.number;
   vsnprintf(r->error->message, sizeof r->error->message, format, arguments);
   va_end(arguments);
   return false;
}

bool ac_reader_fits(ac_reader *r)
{
   return !an_overflow_take()
          || ac_reader_fail(r, "the counts add up to more than %" PRId64, INT64_MAX);
}

bool ac_reader_fail_unexpected(ac_reader *r, const char *expected, an_span line)
{
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return ac_reader_fail(r, "NUL byte");
   return ac_reader_fail(r, "expected %s, found \"%.*s\"", expected, an_fail_quoted(line),
                         line.at);
}

/* ---- The header ---- */

const char *ac_reader_intern(ac_reader *r, an_span name)
{
   return ac_profile_intern(r->profile, name.at, an_span_length(name));
}

const char *ac_reader_intern_escaped(ac_reader *r, an_span name)
{
   char *plain = tk_get(r->alloc, AN_LABEL, an_span_length(name) + 1);
   const char *interned = NULL;
   ptrdiff_t n = an_span_unescape(name, plain);
   if (n < 0)
      ac_reader_fail(r, "bad \\x escape in \"%.*s\"", an_fail_quoted(name), name.at);
   else
      interned = ac_reader_intern(r, (an_span){ plain, plain + n });
   tk_put(r->alloc, plain);
   return interned;
}

const char *ac_reader_intern_file(ac_reader *r, an_span name)
{
   size_t n = an_span_length(name);
   if (!an_file_name_is_untidy(name.at, n))
      return ac_reader_intern(r, name);
   char *tidy = tk_get(r->alloc, AN_LABEL, n);
   memcpy(tidy, name.at, n);
   n = an_file_name_tidy(tidy, n);
   const char *interned = ac_reader_intern(r, (an_span){ tidy, tidy + n });
   tk_put(r->alloc, tidy);
   return interned;
}

/* Checks that a later file has the caches of the profile.  An empty or missing
   line means that no cache was simulated, and matches any. */
static bool check_cache(ac_reader *r, const char *key, an_span found)
{
   an_span expected = ac_machine_description(ac_profile_texts(r->profile, AC_DESC), key);
   return an_span_length(expected) == 0 || an_span_length(found) == 0
          || tk_span_is_same(expected, found)
          || ac_reader_fail(r,
                            "caches differ: expected \"%s %.*s\", found "
                            "\"%s %.*s\"",
                            key, an_fail_quoted(expected), expected.at, key,
                            an_fail_quoted(found), found.at);
}

static const char PREDICTOR[] = "Predictor:";

/* The branch predictors; empty if they are cachegrind's. */
static bool check_predictor(ac_reader *r, an_span found)
{
   static const char usual[] = "classic";
   an_span expected = ac_machine_description(ac_profile_texts(r->profile, AC_DESC),
                                             PREDICTOR);
   if (tk_span_is_same(expected, found))
      return true;
   expected = an_span_length(expected) == 0 ? an_span_of(usual) : expected;
   found = an_span_length(found) == 0 ? an_span_of(usual) : found;
   return ac_reader_fail(r, "predictors differ: expected \"%.*s\", found \"%.*s\"",
                         an_fail_quoted(expected), expected.at, an_fail_quoted(found),
                         found.at);
}

bool ac_reader_descs_end(ac_reader *r)
{
   return r->keeps_header || r->reading->by_name || r->has_predictor
          || check_predictor(r, an_span_of(""));
}

bool ac_reader_desc(ac_reader *r, an_span rest)
{
   an_span_skip_blanks(&rest);
   if (++r->n_descs > DESCS_MAX)
      return ac_reader_fail(r, "more than %d desc: lines", DESCS_MAX);
   if (r->keeps_header) {
      ac_profile_add_text(r->profile, AC_DESC, rest.at, an_span_length(rest));
      return true;
   }
   for (size_t i = 0; i < AC_CACHES; i++) {
      an_span value = rest;
      if (!r->reading->by_name && an_span_take_key(&value, ac_cache_keys[i]))
         return check_cache(r, ac_cache_keys[i], an_span_trimmed(value));
   }
   if (r->reading->by_name || !an_span_take_key(&rest, PREDICTOR))
      return true;
   r->has_predictor = true;
   return check_predictor(r, an_span_trimmed(rest));
}

bool ac_reader_command(ac_reader *r, an_span rest)
{
   if (r->process.command != NULL)
      return true; /* a file's later parts repeat it */
   an_span_skip_blanks(&rest);
   r->process.command = ac_reader_intern(r, rest);
   return true;
}

/* ---- Events ---- */

static void allocate_events(ac_reader *r, size_t n)
{
   r->row = NULL;
   r->columns = NULL;
   r->n_events = 0;
   r->events = tk_get(r->alloc, AN_LABEL, n * sizeof *r->events);
   r->counts = tk_get(r->alloc, AN_LABEL, n * sizeof *r->counts);
   r->sums = tk_get_zeroed(r->alloc, AN_LABEL, n * sizeof *r->sums);
   r->stated = tk_get(r->alloc, AN_LABEL, n * sizeof *r->stated);
}

static size_t count_words(an_span rest)
{
   size_t n = 0;
   while (an_span_length(an_span_take_word(&rest)) > 0)
      n++;
   return n;
}

static bool list_events(ac_reader *r, an_span rest)
{
   for (an_span word = an_span_take_word(&rest); an_span_length(word) > 0;
        word = an_span_take_word(&rest)) {
      const char *event = ac_reader_intern(r, word);
      for (size_t i = 0; i < r->n_events; i++)
         if (r->events[i] == event)
            return ac_reader_fail(r, "event %.*s is listed twice", an_fail_quoted(word),
                                  word.at);
      r->events[r->n_events++] = event;
   }
   return true;
}

/* Gives the events to the profile. */
static void add_events(ac_reader *r)
{
   for (size_t i = 0; i < r->n_events; i++)
      ac_profile_add_text(r->profile, AC_EVENT, r->events[i], strlen(r->events[i]));
}

/* Finds each event of the profile in the file. */
static void map_events(ac_reader *r)
{
   size_t n = ac_profile_n_events(r->profile);
   r->columns = tk_get(r->alloc, AN_LABEL, n * sizeof *r->columns);
   r->row = tk_get(r->alloc, AN_LABEL, n * sizeof *r->row);
   for (size_t i = 0; i < n; i++) {
      const char *event = ac_profile_event(r->profile, i);
      size_t column = 0;
      while (column < r->n_events && r->events[column] != event)
         column++;
      r->columns[i] = column < r->n_events ? column : SIZE_MAX;
   }
}

static bool compare_events(ac_reader *r, an_span rest)
{
   size_t n = ac_profile_n_events(r->profile);
   bool same = n == r->n_events;
   for (size_t i = 0; same && i < n; i++)
      same = r->events[i] == ac_profile_event(r->profile, i);
   if (same)
      return true;

   char expected[LIST_MAX] = "";
   size_t used_B = 0;
   for (size_t i = 0; i < n && used_B < sizeof expected; i++)
      used_B += (size_t)snprintf(expected + used_B, sizeof expected - used_B, " %s",
                                 ac_profile_event(r->profile, i));
   rest = an_span_trimmed(rest);
   size_t found_B = an_span_length(rest);
   return ac_reader_fail(r, "events differ: expected%s, found %.*s", expected,
                         (int)(found_B < LIST_MAX ? found_B : LIST_MAX), rest.at);
}

bool ac_reader_events(ac_reader *r, an_span rest)
{
   size_t n = count_words(rest);
   if (n == 0)
      return ac_reader_fail(r, "the events: line names no events");
   if (n > EVENTS_MAX)
      return ac_reader_fail(r, "more than %d events", EVENTS_MAX);
   allocate_events(r, n);
   if (!list_events(r, rest))
      return false;
   if (ac_profile_n_events(r->profile) == 0)
      add_events(r);
   else if (r->reading->by_name)
      map_events(r);
   else
      return compare_events(r, rest);
   return true;
}

/* ---- Counts ---- */

static bool fail_count(ac_reader *r, an_span rest, an_number_status status)
{
   an_span word = an_span_take_word(&rest);
   if (memchr(word.at, '\0', an_span_length(word)) != NULL)
      return ac_reader_fail(r, "NUL byte");
   int n = an_fail_quoted(word);
   if (*word.at == '-' && !r->is_lenient)
      return ac_reader_fail(r, "negative count \"%.*s\"", n, word.at);
   if (status == AN_NUMBER_TOO_LARGE)
      return ac_reader_fail(r, "count \"%.*s\" is larger than %" PRId64, n, word.at,
                            INT64_MAX);
   return ac_reader_fail(r, "count \"%.*s\" is not a whole number", n, word.at);
}

/* Sets *end behind a count that is more than digits.  Out of line, to keep the hot caller
   small. */
static __attribute__((noinline)) an_number_status scan_rare_count(ac_reader *r,
                                                                  const char *at,
                                                                  const char **end,
                                                                  int64_t *count)
{
   uint64_t size = 0;
   bool is_dot = *at == '.', is_negative = *at == '-';
   *end = at + (is_dot || is_negative);
   an_number_status status = is_dot          ? AN_NUMBER_OK
                             : r->is_lenient ? ac_reader_scan_number(end, &size)
                                             : AN_NUMBER_NONE;
   r->has_negative |= is_negative;
   if (status == AN_NUMBER_OK && size > INT64_MAX)
      status = AN_NUMBER_TOO_LARGE;
   *count = is_negative ? -(int64_t)size : (int64_t)size;
   return status;
}

/* Hot: every count passes here.  The byte at rest.end is not a digit (an_input.h), so
   scanning digits needs no check for the end. */
bool ac_reader_counts(ac_reader *r, an_span rest, int64_t *counts)
{
   static const char zeros[] = " 0 0 0 0";
   enum { N_ZEROS = 4, ZEROS_B = sizeof zeros - 1 };
   enum { WORD_B = 7 }; /* of a number, and the byte after it */
   size_t n = 0;
   for (;;) {
      /* Two thirds of all counts are 0, and stand together. */
      while (rest.end - rest.at > ZEROS_B && r->n_events - n >= N_ZEROS
             && memcmp(rest.at, zeros, ZEROS_B) == 0 && rest.at[ZEROS_B] == ' ') {
         memset(&counts[n], 0, N_ZEROS * sizeof *counts);
         n += N_ZEROS;
         rest.at += ZEROS_B;
      }
      an_span_skip_blanks(&rest);
      if (rest.at == rest.end)
         break;
      if (n == r->n_events)
         return ac_reader_fail(r, "expected at most %zu counts, found %zu", n,
                               n + count_words(rest));
      /* Most counts have one digit. */
      const char *at = rest.at;
      unsigned digit = (unsigned)(*at - '0');
      if (digit <= 9 && (at[1] == ' ' || at + 1 == rest.end)) {
         counts[n++] = digit;
         rest.at = at + 1;
         continue;
      }
      an_number_status status = AN_NUMBER_OK;
      if (rest.end - at < WORD_B || !an_number_scan_word(&at, &counts[n]))
         status = an_number_scan(&at, &counts[n]);
      if (status != AN_NUMBER_OK || !an_span_is_break(rest, at)) {
         if (status != AN_NUMBER_TOO_LARGE)
            status = scan_rare_count(r, rest.at, &at, &counts[n]);
         if (status != AN_NUMBER_OK || !an_span_is_break(rest, at))
            return fail_count(r, rest, status);
      }
      rest.at = at;
      n++;
   }
   while (n < r->n_events)
      counts[n++] = 0;
   return true;
}

/* ---- Numbers ---- */

an_number_status ac_reader_scan_number(const char **at, uint64_t *number)
{
   int64_t decimal;
   if ((*at)[0] != '0' || (*at)[1] != 'x') {
      an_number_status status = an_number_scan(at, &decimal);
      *number = (uint64_t)decimal;
      return status;
   }
   const char *start = *at + 2, *end = start;
   bool too_large = false;
   *number = 0;
   for (;; end++) {
      unsigned digit = (unsigned)(*end - '0');
      if (digit > 9) {
         digit = (unsigned)((*end | 0x20) - 'a') + 10;
         if (digit < 10 || digit > 15)
            break;
      }
      too_large |= *number >> 60 != 0;
      *number = *number << 4 | digit;
   }
   *at = end;
   if (end == start)
      return AN_NUMBER_NONE;
   return too_large ? AN_NUMBER_TOO_LARGE : AN_NUMBER_OK;
}

bool ac_reader_take_number(an_span *rest, int64_t *number)
{
   an_span digits = an_span_take_word(rest);
   const char *end = digits.at;
   return an_number_scan(&end, number) == AN_NUMBER_OK && end == digits.end;
}

bool ac_reader_is_hexadecimal(an_span text)
{
   for (const char *at = text.at; at < text.end; at++)
      if (!(*at >= '0' && *at <= '9') && !(*at >= 'a' && *at <= 'f'))
         return false;
   return text.at < text.end;
}

bool ac_reader_hexadecimal(an_span text, uint64_t *value)
{
   if (!ac_reader_is_hexadecimal(text))
      return false;
   bool too_large = false;
   *value = 0;
   for (const char *at = text.at; at < text.end; at++) {
      too_large |= *value >> 60 != 0;
      *value = *value << 4 | (uint64_t)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
   }
   return !too_large;
}

bool ac_reader_take_address(an_span *rest, uint64_t *address)
{
   an_span word = an_span_take_word(rest);
   return an_span_take_key(&word, "0x") && ac_reader_hexadecimal(word, address);
}

/* ---- Rows ---- */

const char *ac_reader_whole(ac_reader *r, const char *file, const char *function)
{
   size_t n = tk_fn_name_B(function, file);
   return function[n] == '\0' ? function : ac_profile_intern(r->profile, function, n);
}

static void rename_row(ac_reader *r, const char **file, const char **function, bool *skip)
{
   const ac_reading *reading = r->reading;
   *function = ac_reader_whole(r, *file, *function);
   if (reading->name != NULL)
      reading->name(reading->context, r->profile, file, function, skip);
}

void ac_reader_rename(ac_reader *r, const char **file, const char **function)
{
   bool skip = false;
   rename_row(r, file, function, &skip);
}

void ac_reader_begin(ac_reader *r)
{
   const char *file = r->file, *function = r->function;
   r->skip = false;
   rename_row(r, &file, &function, &r->skip);
   r->has_skipped |= r->skip;
   if (!r->skip)
      ac_profile_begin(r->profile, file, function);
}

void ac_reader_add_up(ac_reader *r, int64_t **sums)
{
   size_t size_B = r->n_events * sizeof **sums;
   if (*sums == NULL) {
      *sums = tk_get_zeroed(r->alloc, AN_LABEL, size_B);
   }
   an_number_add(*sums, r->counts, r->n_events);
}

/* Adds the line to the sums.  If neither is negative, a sum that is too large sets the
   sign bit. */
void ac_reader_sum(ac_reader *r)
{
   uint64_t signs = 0;
   if (r->has_negative) {
      an_number_add(r->sums, r->counts, r->n_events);
      return;
   }
   for (size_t i = 0; i < r->n_events; i++) {
      uint64_t sum = (uint64_t)r->sums[i] + (uint64_t)r->counts[i];
      r->sums[i] = (int64_t)sum;
      signs |= sum;
   }
   an_overflow_note(signs >> 63 != 0);
}

const int64_t *ac_reader_row(ac_reader *r, const int64_t *counts)
{
   if (r->columns == NULL)
      return counts;
   for (size_t i = 0; i < ac_profile_n_events(r->profile); i++)
      r->row[i] = r->columns[i] == SIZE_MAX ? 0 : counts[r->columns[i]];
   return r->row;
}

void ac_reader_add(ac_reader *r, uint32_t line)
{
   ac_reader_sum(r);
   ac_reader_put(r, line);
}

void ac_reader_put(ac_reader *r, uint32_t line)
{
   if (!r->skip)
      ac_profile_add(r->profile, line, ac_reader_row(r, r->counts));
}

bool ac_reader_check_sums(ac_reader *r, const char *what, size_t line)
{
   for (size_t i = 0; i < r->n_events; i++)
      if (r->stated[i] != r->sums[i]) {
         ac_reader_fail(r,
                        "%s of %s is %" PRId64 ", but the lines add up to "
                        "%" PRId64 " (difference %" PRId64 ")",
                        what, r->events[i], r->stated[i], r->sums[i],
                        r->stated[i] - r->sums[i]);
         r->error->line = line;
         return false;
      }
   return true;
}

bool ac_reader_check_part(ac_reader *r, int64_t n)
{
   for (size_t e = 0; e < r->n_events; e++) {
      int64_t most;
      bool is_any = __builtin_mul_overflow(r->sums[e], n, &most);
      if (!is_any && r->counts[e] > most)
         return ac_reader_fail(r, "%" PRId64 " %s are more than all lines have, %" PRId64,
                               r->counts[e], r->events[e], r->sums[e]);
   }
   return true;
}

bool ac_reader_check_equal(ac_reader *r, const char *what, const int64_t *sums,
                           const char *of, const int64_t *expected)
{
   for (size_t e = 0; e < r->n_events; e++) {
      int64_t sum = sums == NULL ? 0 : sums[e];
      int64_t whole = expected == NULL ? 0 : expected[e];
      if (sum != whole)
         return ac_reader_fail(
            r, "the %s have %" PRId64 " %s, %s has %" PRId64 " (difference %" PRId64 ")",
            what, sum, r->events[e], of, whole, sum - whole);
   }
   return true;
}

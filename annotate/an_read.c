/* an_read.c -- the profile reader: text in, model out.

   The format is line by line: a header in strict order (desc: lines, cmd:,
   events:), a body (fl=, fn= and count lines), then summary:.  Lines that
   start with "#" are comments to stock tools; those that start with "#: "
   are cachesim's: the first says the format version, the last, "#: end N",
   how many count lines there were.

   Functions that handle a line return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "an_read.h"

#include "an_number.h"
#include "an_span.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LABEL "an.read"

enum {
   BUFFER_B = 256 * 1024,
   EVENTS_MAX = 1024, /* more is not a profile; keeps look-ups short */
   QUOTE_MAX = 60,    /* bytes of the input quoted in a message */
};

typedef enum {
   IN_DESC,       /* desc: or cmd: may come */
   AFTER_CMD,     /* events: must come */
   IN_BODY,       /* fl=, fn=, counts or summary: may come */
   AFTER_SUMMARY, /* only comments may come */
   AFTER_END,     /* nothing may come */
} stage;

typedef struct {
   const tk_alloc *alloc;
   an_input input;
   an_profile *profile;
   an_error *error;
   stage stage;
   bool is_cachesim;
   const char *file;     /* of the last fl=, or NULL */
   const char *function; /* of the fn= since, or NULL */
   size_t n_events;
   int64_t *counts;  /* of the current line */
   int64_t *summary; /* of the summary: line */
   size_t summary_line;
   uint64_t n_count_lines;
} reader;

/* ---- Errors ---- */

static bool fail(reader *r, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

static bool fail(reader *r, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   r->error->line = r->input.number;
   vsnprintf(r->error->message, sizeof r->error->message, format, arguments);
   va_end(arguments);
   return false;
}

static bool fail_no_memory(reader *r)
{
   fail(r, "out of memory");
   r->error->line = 0;
   return false;
}

static bool check(reader *r, an_status status)
{
   switch (status) {
   case AN_OK:
      return true;
   case AN_NO_MEMORY:
      return fail_no_memory(r);
   case AN_OVERFLOW:
      break;
   }
   return fail(r, "the counts add up to more than %" PRId64, INT64_MAX);
}

static int quoted(an_span span)
{
   size_t n = an_span_length(span);
   return n < QUOTE_MAX ? (int)n : QUOTE_MAX;
}

static bool is_callgrind(an_span line)
{
   static const char *const keys[] = {
      "# callgrind format", "version:", "creator:", "positions:", "part:",
      "pid:", "thread:", "totals:", "event:", "ob=", "fi=", "fe=", "cob=",
      "cfi=", "cfl=", "cfn=", "calls=", "rcalls=", "jump=", "jcnd=",
   };
   for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
      an_span rest = line;
      if (an_span_take_key(&rest, keys[i]))
         return true;
   }
   return false;
}

static bool fail_unexpected(reader *r, const char *expected, an_span line)
{
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return fail(r, "NUL byte");
   if (is_callgrind(line))
      return fail(r, "a callgrind file; this reads cachesim.out and "
                     "cachegrind.out files");
   return fail(r, "expected %s, found \"%.*s\"", expected, quoted(line),
               line.at);
}

/* ---- Names ---- */

/* The interned name, free of escapes; NULL after recording an error. */
static const char *unescaped_name(reader *r, an_span name)
{
   char *plain = tk_get(r->alloc, LABEL, an_span_length(name) + 1);
   if (plain == NULL) {
      fail_no_memory(r);
      return NULL;
   }
   const char *interned = NULL;
   ptrdiff_t n = an_span_unescape(name, plain);
   if (n < 0)
      fail(r, "bad \\x escape in \"%.*s\"", quoted(name), name.at);
   else if ((interned = an_profile_intern(r->profile, plain, (size_t)n))
            == NULL)
      fail_no_memory(r);
   tk_put(r->alloc, plain);
   return interned;
}

static const char *take_name(reader *r, an_span name)
{
   if (r->is_cachesim && memchr(name.at, '\\', an_span_length(name)) != NULL)
      return unescaped_name(r, name);
   const char *interned
      = an_profile_intern(r->profile, name.at, an_span_length(name));
   if (interned == NULL)
      fail_no_memory(r);
   return interned;
}

/* ---- The header ---- */

static bool read_desc(reader *r, an_span line)
{
   if (an_span_take_key(&line, "desc:")) {
      an_span_skip_blanks(&line);
      return check(r, an_profile_add_desc(r->profile, line.at,
                                          an_span_length(line)));
   }
   if (an_span_take_key(&line, "cmd:")) {
      an_span_skip_blanks(&line);
      r->stage = AFTER_CMD;
      return check(r, an_profile_set_command(r->profile, line.at,
                                             an_span_length(line)));
   }
   return fail_unexpected(r, "a desc: or cmd: line", line);
}

static bool add_event(reader *r, an_span name)
{
   const char *event = take_name(r, name);
   if (event == NULL)
      return false;
   for (size_t i = 0; i < r->n_events; i++)
      if (an_profile_event(r->profile, i) == event)
         return fail(r, "event %.*s is listed twice", quoted(name), name.at);
   if (r->n_events == EVENTS_MAX)
      return fail(r, "more than %d events", EVENTS_MAX);
   r->n_events++;
   return check(r, an_profile_add_event(r->profile, name.at,
                                        an_span_length(name)));
}

static bool read_events(reader *r, an_span line)
{
   if (!an_span_take_key(&line, "events:"))
      return fail_unexpected(r, "the events: line", line);
   for (an_span word = an_span_take_word(&line); an_span_length(word) > 0;
        word = an_span_take_word(&line))
      if (!add_event(r, word))
         return false;
   if (r->n_events == 0)
      return fail(r, "the events: line names no events");

   size_t size_B = r->n_events * sizeof(int64_t);
   r->counts = tk_get(r->alloc, LABEL, size_B);
   r->summary = tk_get(r->alloc, LABEL, size_B);
   if (r->counts == NULL || r->summary == NULL)
      return fail_no_memory(r);
   r->stage = IN_BODY;
   return true;
}

/* The header came before the line that says that its escapes are ours. */
static bool unescape_header(reader *r)
{
   const char *plain;
   for (size_t i = 0; i < an_profile_n_desc(r->profile); i++) {
      plain = take_name(r, an_span_of(an_profile_desc(r->profile, i)));
      if (plain == NULL
          || !check(r, an_profile_set_desc(r->profile, i, plain,
                                           strlen(plain))))
         return false;
   }
   plain = take_name(r, an_span_of(an_profile_command(r->profile)));
   return plain != NULL
          && check(r, an_profile_set_command(r->profile, plain,
                                             strlen(plain)));
}

/* ---- Comments, among them cachesim's own lines ---- */

/* The one number that is the rest of such a line. */
static bool take_only_number(reader *r, an_span rest, const char *key,
                             int64_t *number)
{
   an_span digits = an_span_take_word(&rest);
   an_span_skip_blanks(&rest);
   const char *end = digits.at;
   if (rest.at < rest.end || an_number_scan(&end, number) != AN_NUMBER_OK
       || end != digits.end)
      return fail(r, "expected one number after \"#: %s\"", key);
   return true;
}

static bool read_version(reader *r, an_span rest)
{
   int64_t version = 0;
   if (r->is_cachesim)
      return fail(r, "a second \"#: cachesim\" line");
   if (r->file != NULL || r->stage != IN_BODY)
      return fail(r, "\"#: cachesim\" must come before the first fl=");
   if (!take_only_number(r, rest, "cachesim", &version))
      return false;
   if (version > AN_READ_FORMAT)
      return fail(r,
                  "needs version %" PRId64 ": written in cachesim format "
                  "%" PRId64 ", this reads up to format %d; use a newer quern",
                  version, version, AN_READ_FORMAT);
   if (version < 1)
      return fail(r, "there is no cachesim format %" PRId64, version);
   r->is_cachesim = true;
   return unescape_header(r);
}

static bool read_end(reader *r, an_span rest)
{
   int64_t n = 0;
   if (r->stage != AFTER_SUMMARY)
      return fail(r, "\"#: end\" before the summary: line");
   if (!take_only_number(r, rest, "end", &n))
      return false;
   if ((uint64_t)n != r->n_count_lines)
      return fail(r, "expected %" PRId64 " count lines, found %" PRIu64, n,
                  r->n_count_lines);
   r->stage = AFTER_END;
   return true;
}

/* The whole command, where the cmd: line has only its beginning. */
static bool read_whole_command(reader *r, an_span rest)
{
   an_span_skip_blanks(&rest);
   const char *plain = take_name(r, rest);
   return plain != NULL
          && check(r, an_profile_set_command(r->profile, plain,
                                             strlen(plain)));
}

static bool read_comment(reader *r, an_span line)
{
   if (!an_span_take_key(&line, "#: "))
      return true;
   an_span key = an_span_take_word(&line);
   if (an_span_is(key, "cachesim"))
      return read_version(r, line);
   if (r->is_cachesim && an_span_is(key, "end"))
      return read_end(r, line);
   if (r->is_cachesim && an_span_is(key, "cmd"))
      return read_whole_command(r, line);
   return true;
}

/* ---- The body ---- */

static bool read_file_name(reader *r, an_span name)
{
   r->function = NULL;
   r->file = take_name(r, name);
   return r->file != NULL;
}

static bool read_function_name(reader *r, an_span name)
{
   if (r->file == NULL)
      return fail(r, "fn= before any fl=");
   r->function = take_name(r, name);
   if (r->function == NULL)
      return false;
   return check(r, an_profile_begin(r->profile, r->file, r->function));
}

static bool fail_count(reader *r, an_span rest, an_number_status status)
{
   an_span word = an_span_take_word(&rest);
   if (memchr(word.at, '\0', an_span_length(word)) != NULL)
      return fail(r, "NUL byte");
   if (*word.at == '-')
      return fail(r, "negative count \"%.*s\": only differences have them",
                  quoted(word), word.at);
   if (status == AN_NUMBER_TOO_LARGE)
      return fail(r, "count \"%.*s\" is larger than %" PRId64, quoted(word),
                  word.at, INT64_MAX);
   return fail(r, "count \"%.*s\" is not a number", quoted(word), word.at);
}

static bool fail_too_many(reader *r, an_span rest)
{
   size_t n = r->n_events;
   while (an_span_length(an_span_take_word(&rest)) > 0)
      n++;
   return fail(r, "expected at most %zu counts, found %zu", r->n_events, n);
}

/* Reads counts up to the end of the line; those left out are 0.  A "." is 0
   too, as in the Valgrind manual.  Hot: every count passes here.  The byte
   at line.end is no digit (an_input.h), so digits need no check for it. */
static bool read_counts(reader *r, an_span line, int64_t *counts)
{
   size_t n = 0;
   for (;;) {
      an_span_skip_blanks(&line);
      if (line.at == line.end)
         break;
      if (n == r->n_events)
         return fail_too_many(r, line);
      const char *at = line.at;
      an_number_status status = an_number_scan(&at, &counts[n]);
      if (status == AN_NUMBER_NONE && *at == '.') {
         counts[n] = 0;
         status = AN_NUMBER_OK;
         at++;
      }
      if (status != AN_NUMBER_OK || !an_span_is_break(line, at))
         return fail_count(r, line, status);
      line.at = at;
      n++;
   }
   while (n < r->n_events)
      counts[n++] = 0;
   return true;
}

static bool read_count_line(reader *r, an_span line)
{
   int64_t number;
   an_span whole = line;
   an_number_status status = an_number_scan(&line.at, &number);
   if (!an_span_is_break(line, line.at))
      return fail_unexpected(r, "a line number and counts", whole);
   if (status == AN_NUMBER_TOO_LARGE || number > UINT32_MAX)
      return fail(r, "line number %.*s is larger than %" PRIu32,
                  quoted((an_span){ whole.at, line.at }), whole.at,
                  UINT32_MAX);
   if (r->function == NULL)
      return fail(r, r->file == NULL ? "counts before any fl= and fn="
                                     : "counts before any fn= of this fl=");
   if (!read_counts(r, line, r->counts))
      return false;
   r->n_count_lines++;
   return check(r, an_profile_add(r->profile, (uint32_t)number, r->counts));
}

static bool read_summary(reader *r, an_span rest)
{
   r->stage = AFTER_SUMMARY;
   r->summary_line = r->input.number;
   return read_counts(r, rest, r->summary);
}

/* Anything in the body but a count line. */
static bool read_body(reader *r, an_span line)
{
   if (an_span_length(line) == 0)
      return true;
   if (*line.at == '#')
      return read_comment(r, line);
   if (r->stage == AFTER_SUMMARY) {
      if (an_span_take_key(&line, "summary:"))
         return fail(r, "a second summary: line");
      return fail_unexpected(r, "nothing after the summary: line", line);
   }
   if (an_span_take_key(&line, "fn="))
      return read_function_name(r, line);
   if (an_span_take_key(&line, "fl="))
      return read_file_name(r, line);
   if (an_span_take_key(&line, "summary:"))
      return read_summary(r, line);
   if (an_span_take_key(&line, "cmd:"))
      return fail(r, "a second cmd: line");
   if (an_span_take_key(&line, "events:"))
      return fail(r, "a second events: line");
   if (*line.at == '-')
      return fail(r, "negative line number \"%.*s\"", quoted(line), line.at);
   return fail_unexpected(r, "fl=, fn=, counts or summary:", line);
}

/* ---- The whole ---- */

static bool read_line(reader *r, an_span line)
{
   if (r->stage == IN_BODY && an_span_length(line) > 0 && *line.at >= '0'
       && *line.at <= '9')
      return read_count_line(r, line);
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return fail(r, "NUL byte");
   if (r->input.number == 1 && an_span_take_key(&line, "\xef\xbb\xbf"))
      return fail(r, "starts with a byte order mark");
   switch (r->stage) {
   case IN_DESC:
      return read_desc(r, line);
   case AFTER_CMD:
      return read_events(r, line);
   case IN_BODY:
   case AFTER_SUMMARY:
      return read_body(r, line);
   case AFTER_END:
      break;
   }
   return fail_unexpected(r, "nothing after the \"#: end\" line", line);
}

static bool check_end(reader *r)
{
   if (r->input.number == 0) {
      fail(r, "the file is empty");
      r->error->line = 1;
      return false;
   }
   switch (r->stage) {
   case IN_DESC:
      return fail(r, "the file ends before its cmd: line");
   case AFTER_CMD:
      return fail(r, "the file ends before its events: line");
   case IN_BODY:
      return fail(r, "the file ends before its summary: line");
   case AFTER_SUMMARY:
      if (r->is_cachesim)
         return fail(r, "the file ends before its \"#: end\" line");
      return true;
   case AFTER_END:
      return true;
   }
   return true;
}

static bool check_summary(reader *r)
{
   const int64_t *sum = an_profile_totals(r->profile);
   for (size_t i = 0; i < r->n_events; i++) {
      if (r->summary[i] == sum[i])
         continue;
      fail(r,
           "summary of %s is %" PRId64 ", but the lines add up to %" PRId64
           " (difference %" PRId64 ")",
           an_profile_event(r->profile, i), r->summary[i], sum[i],
           r->summary[i] - sum[i]);
      r->error->line = r->summary_line;
      return false;
   }
   return true;
}

static bool read_all(reader *r)
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
         return check_end(r) && check(r, an_profile_finish(r->profile))
                && check_summary(r);
      case AN_INPUT_UNFINISHED:
         return fail(r, "the file ends within this line");
      case AN_INPUT_TOO_LONG:
         return fail(r, "the line is longer than %d bytes",
                     AN_INPUT_LINE_MAX_B);
      case AN_INPUT_NO_MEMORY:
         return fail_no_memory(r);
      case AN_INPUT_FAILED:
         fail(r, "%s", strerror(errno));
         r->error->line = 0;
         return false;
      }
   }
}

an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error)
{
   reader r = { .alloc = alloc, .error = error };
   an_input_init(&r.input, alloc, from, BUFFER_B);
   r.profile = an_profile_new(alloc);
   bool ok = r.profile != NULL ? read_all(&r) : fail_no_memory(&r);
   if (!ok) {
      an_profile_free(r.profile);
      r.profile = NULL;
   }
   an_input_free(&r.input);
   tk_put(alloc, r.counts);
   tk_put(alloc, r.summary);
   return r.profile;
}

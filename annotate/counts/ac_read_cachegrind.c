/* ac_read_cachegrind.c -- reads cachesim.out and cachegrind.out.

   A header in strict order (desc: lines, cmd:, events:), a body (fl=, fn=
   and count lines), then summary:.  Stock tools take lines that start with
   "#" for comments.  Those that start with "#: " are cachesim's: the first
   gives the format version; the last, "#: end N", the number of count lines.

   Functions that handle a line return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_reader.h"

#include "base/an_number.h"
#include "base/tk_events.h"
#include "counts/ac_known.h"
#include "counts/ac_machine.h"
#include "counts/ac_notes.h"
#include "counts/ac_read_arcs.h"

#include <inttypes.h>
#include <string.h>

typedef enum {
   IN_DESC,       /* desc: or cmd: may come */
   AFTER_CMD,     /* events: must come */
   IN_BODY,       /* fl=, fn=, counts or summary: may come */
   AFTER_SUMMARY, /* only comments may come */
   AFTER_END,     /* nothing may come */
} stage;

typedef struct {
   stage stage;
   bool is_cachesim;
   bool is_valgrinds; /* the header has caches: no other program writes such */
   uint32_t last_line;
   size_t summary_line;
   uint64_t n_count_lines;
   ac_known *known; /* lines of the function, if there are some */
   bool may_hold;   /* line 0 of the function is held back: ac_object_notes.h */
   ac_notes notes;
   bool keeps_rows; /* notes of the trailer split them */
} cachegrind;

static cachegrind *state_of(const ac_reader *r)
{
   return r->format_state;
}

static void begin_state(ac_reader *r)
{
   r->notes = &state_of(r)->notes;
}

/* A line that this format does not have here: callgrind's, in which many programs write,
   may.  A header may begin with lines of both. */
static bool read_unexpected(ac_reader *r, const char *expected, an_span line)
{
   cachegrind *cg = state_of(r);
   bool is_own = ac_callgrind_owns(line);
   if (cg->is_valgrinds ? is_own && r->n_events == 0 : ac_callgrind_has(line))
      return ac_callgrind_take_over(r, line,
                                    cg->n_count_lines == 0 ? NULL : &cg->last_line);
   if (is_own)
      return ac_reader_fail(r,
                            "\"%.*s\" belongs to callgrind's format, but "
                            "the file does not begin like callgrind's",
                            an_fail_quoted(line), line.at);
   return ac_reader_fail_unexpected(r, expected, line);
}

/* ---- Names ---- */

static const char *take_name(ac_reader *r, an_span name)
{
   if (state_of(r)->is_cachesim && memchr(name.at, '\\', an_span_length(name)) != NULL)
      return ac_reader_intern_escaped(r, name);
   return ac_reader_intern(r, name);
}

/* ---- The header ---- */

static bool read_desc(ac_reader *r, an_span line)
{
   if (an_span_take_key(&line, "desc:")) {
      an_span text = an_span_trimmed(line);
      state_of(r)->is_valgrinds |= an_span_take_key(&text, ac_cache_keys[0]);
      return ac_read_layout_desc(r, line);
   }
   if (an_span_take_key(&line, "cmd:")) {
      state_of(r)->stage = AFTER_CMD;
      return ac_reader_command(r, line);
   }
   return read_unexpected(r, "a desc: or cmd: line", line);
}

static bool read_events(ac_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "events:"))
      return read_unexpected(r, "the events: line", line);
   state_of(r)->stage = IN_BODY;
   r->is_lenient = !state_of(r)->is_valgrinds;
   return ac_reader_events(r, line);
}

/* Sets the command, without its escapes. */
static bool set_command(ac_reader *r, an_span escaped)
{
   r->process.command = take_name(r, escaped);
   return r->process.command != NULL;
}

static bool unescape_layout(ac_reader *r)
{
   if (r->layout == NULL)
      return true;
   r->layout = take_name(r, an_span_of(r->layout));
   return r->layout != NULL;
}

/* The header came before the line that shows that it has escapes. */
static bool unescape_header(ac_reader *r)
{
   const ac_texts *descs = ac_profile_texts(r->profile, AC_DESC);
   for (size_t i = 0; r->keeps_header && i < descs->n; i++) {
      const char *plain = take_name(r, an_span_of(descs->text[i]));
      if (plain == NULL)
         return false;
      ac_profile_set_desc(r->profile, i, plain, strlen(plain));
   }
   return unescape_layout(r) && set_command(r, an_span_of(r->process.command));
}

/* ---- cachesim's own lines ---- */

/* Takes the only number of the line. */
static bool take_only_number(ac_reader *r, an_span rest, const char *key, int64_t *number)
{
   return (ac_reader_take_number(&rest, number)
           && an_span_length(an_span_trimmed(rest)) == 0)
          || ac_reader_fail(r, "expected one number after \"#: %s\"", key);
}

static bool read_version(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   int64_t version = 0;
   if (cg->is_cachesim)
      return ac_reader_fail(r, "a second \"#: cachesim\" line");
   if (r->file != NULL || cg->stage != IN_BODY)
      return ac_reader_fail(r, "\"#: cachesim\" must come before the first fl=");
   if (!take_only_number(r, rest, "cachesim", &version))
      return false;
   if (version > AC_READ_FORMAT)
      return ac_reader_fail(r,
                            "needs version %" PRId64
                            ": written in cachesim format %" PRId64
                            ", this reads up to format %d; use a newer quern",
                            version, version, AC_READ_FORMAT);
   if (version < 1)
      return ac_reader_fail(r, "there is no cachesim format %" PRId64, version);
   cg->is_cachesim = cg->is_valgrinds = true;
   r->is_lenient = false;
   return unescape_header(r);
}

/* ---- The end ---- */

static bool read_end(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   int64_t n = 0;
   if (cg->stage != AFTER_SUMMARY)
      return ac_reader_fail(r, "\"#: end\" before the summary: line");
   if (!take_only_number(r, rest, "end", &n))
      return false;
   if ((uint64_t)n != cg->n_count_lines)
      return ac_reader_fail(r,
                            "expected %" PRId64 " count lines, found "
                            "%" PRIu64,
                            n, cg->n_count_lines);
   cg->stage = AFTER_END;
   return true;
}

static bool read_comment(ac_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "#: "))
      return true;
   an_span key = an_span_take_word(&line);
   if (an_span_is(key, "cachesim"))
      return read_version(r, line);
   if (!state_of(r)->is_cachesim)
      return true;
   return an_span_is(key, "end") ? read_end(r, line)
                                 : ac_notes_read(r, &state_of(r)->notes, key, line);
}

/* ---- The body ---- */

/* A later file must have been simulated as the first. */
static bool end_header(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   cg->keeps_rows = cg->notes.instrs.rows.is_on || cg->notes.data.rows.is_on;
   return ac_notes_end_header(r) && ac_reader_descs_end(r) && ac_read_layout_check(r);
}

static bool read_file_name(ac_reader *r, an_span name)
{
   bool is_plain = memchr(name.at, '\\', an_span_length(name)) == NULL;
   if (r->file == NULL && !end_header(r))
      return false;
   r->function = NULL;
   r->file = is_plain ? ac_reader_intern_file(r, name) : take_name(r, name);
   if (!is_plain && r->file != NULL)
      r->file = ac_reader_intern_file(r, an_span_of(r->file));
   if (r->file == NULL)
      return false;
   ac_read_calls_file(r, &r->notes->calls, r->file);
   return true;
}

/* Adds the lines that follow the current one as far as their text is known. */
static void take_known(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   ac_known_run run = ac_known_take(cg->known, an_input_ahead(&r->input), r->sums);
   an_input_skip(&r->input, run.n_lines, run.length);
   for (size_t i = 0; i < run.n_lines; i++)
      ac_read_runs_row(r, &cg->notes.runs, ac_known_at(cg->known, run.first + i).line);
   cg->n_count_lines += run.n_lines;
   cg->last_line = run.n_lines > 0 ? run.last_line : cg->last_line;
}

/* Lines are known by the events of the profile, and where no notes split them. */
static void begin_known(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   if (!r->skip && r->columns == NULL && !cg->keeps_rows)
      cg->known = ac_profile_known(r->profile);
   if (cg->known != NULL)
      take_known(r);
}

/* Should the file turn out to be callgrind's, its calls need the functions before. */
static void note_function(ac_reader *r)
{
   if (r->arcs == NULL) {
      r->arcs = ac_read_arcs_new(r);
      ac_read_arcs_events(r, r->arcs);
   }
   ac_read_arcs_enter(r, r->arcs,
                      &(ac_read_arcs_function){ r->file, r->function, SIZE_MAX });
}

static bool read_function_name(ac_reader *r, an_span name)
{
   r->function = take_name(r, name);
   if (r->function == NULL)
      return false;
   if (!state_of(r)->is_valgrinds)
      note_function(r);
   ac_read_calls_name(r, &r->notes->calls, r->file, r->function);
   ac_read_runs_name(r, &r->notes->runs);
   state_of(r)->may_hold = state_of(r)->is_cachesim
                           && ac_object_notes_may_hold(r->file, r->function);
   state_of(r)->known = NULL;
   if (state_of(r)->may_hold)
      return true;
   ac_reader_begin(r);
   begin_known(r);
   return true;
}

static bool read_count_line(ac_reader *r, an_span line)
{
   int64_t number;
   const char *at = line.at;
   an_number_status status = an_number_scan(&at, &number);
   if (!an_span_is_break(line, at))
      return read_unexpected(r, "a line number and counts", line);
   if (status == AN_NUMBER_TOO_LARGE || number > UINT32_MAX)
      return ac_reader_fail(r, "line number %.*s is larger than %" PRIu32,
                            an_fail_quoted((an_span){ line.at, at }), line.at,
                            UINT32_MAX);
   if (r->function == NULL)
      return ac_reader_fail(r, r->file == NULL ? "counts before any fl= and fn="
                                               : "counts before any fn= of this fl=");
   cachegrind *cg = state_of(r);
   cg->n_count_lines++;
   cg->last_line = (uint32_t)number;
   ac_read_runs_row(r, &cg->notes.runs, (uint32_t)number);
   if (!ac_reader_counts(r, (an_span){ at, line.end }, r->counts))
      return false;
   if (cg->keeps_rows) {
      ac_read_rows_add(r, &cg->notes.instrs.rows, (uint32_t)number);
      ac_read_rows_add(r, &cg->notes.data.rows, (uint32_t)number);
   }
   if (cg->may_hold && number == 0) {
      ac_object_notes_hold(r);
      return true;
   }
   if (cg->may_hold)
      ac_reader_begin(r);
   ac_reader_add(r, (uint32_t)number);
   if (cg->known != NULL) {
      ac_known_was_read(cg->known, (uint32_t)number, line, r->counts);
      take_known(r);
   }
   return true;
}

static bool read_summary(ac_reader *r, an_span rest)
{
   state_of(r)->stage = AFTER_SUMMARY;
   state_of(r)->summary_line = r->input.number;
   if (r->file == NULL && !end_header(r))
      return false;
   ac_notes_begin_trailer(r, &state_of(r)->notes);
   return ac_reader_counts(r, rest, r->stated);
}

/* A line of the body other than a count line. */
static bool read_body(ac_reader *r, an_span line)
{
   if (an_span_length(line) == 0)
      return true;
   if (*line.at == '#')
      return read_comment(r, line);
   if (state_of(r)->stage == AFTER_SUMMARY) {
      if (an_span_take_key(&line, "summary:"))
         return ac_reader_fail(r, "a second summary: line");
      return read_unexpected(r, "nothing after the summary: line", line);
   }
   an_span name = line;
   bool is_function = an_span_take_key(&name, "fn=");
   if (is_function || an_span_take_key(&name, "fl=")) {
      if (r->file == NULL && is_function)
         return read_unexpected(r, "fl= before any fn=", line);
      if (!state_of(r)->is_valgrinds && ac_callgrind_is_number(name))
         return read_unexpected(r, "a name", line);
      return is_function ? read_function_name(r, name) : read_file_name(r, name);
   }
   if (an_span_take_key(&line, "summary:"))
      return read_summary(r, line);
   return read_unexpected(r, "fl=, fn=, counts or summary:", line);
}

/* ---- The whole ---- */

/* Out of line, to keep the hot caller small. */
static __attribute__((noinline)) bool read_other(ac_reader *r, an_span line)
{
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return ac_reader_fail(r, "NUL byte");
   switch (state_of(r)->stage) {
   case IN_DESC: return read_desc(r, line);
   case AFTER_CMD: return read_events(r, line);
   case IN_BODY:
   case AFTER_SUMMARY: return read_body(r, line);
   case AFTER_END: break;
   }
   return read_unexpected(r, "nothing after the \"#: end\" line", line);
}

static bool read_line(ac_reader *r, const char *at, const char *end)
{
   an_span line = { at, end };
   if (state_of(r)->stage == IN_BODY && at < end && *at >= '0' && *at <= '9')
      return read_count_line(r, line);
   return read_other(r, line);
}

/* ---- Reasons of misses ---- */

/* Adds the sum of an event; false if the file does not have it. */
static bool add_sum(const ac_reader *r, const char *event, uint64_t *sum)
{
   for (size_t e = 0; e < r->n_events; e++)
      if (strcmp(r->events[e], event) == 0) {
         *sum += (uint64_t)r->sums[e]; /* of three that have 63 bits */
         return r->sums[e] < INT64_MAX;
      }
   return false;
}

/* Misses have one reason each.  In a sum of profiles that have not all events, some of
   them have none. */
static bool check_reasons_of(ac_reader *r, tk_event_id cold)
{
   const tk_event *reasons = &tk_events[cold];
   uint64_t by_reason = 0, all = 0;
   bool is_known = true;
   for (const tk_event *e = tk_events; e < tk_events + TK_N_EVENTS && is_known; e++)
      if (e->reason == reasons->reason)
         is_known = add_sum(r, e->name, &by_reason);
      else if (e->level == reasons->reason
               && (e->level == TK_EVENT_LAST || tk_event_is_data_miss(e)))
         is_known = add_sum(r, e->name, &all);
   if (!is_known || by_reason <= all)
      return true;
   ac_reader_fail(r, "%s, %s and %s are %" PRIu64 ", more than the misses, %" PRIu64,
                  reasons[0].name, reasons[1].name, reasons[2].name, by_reason, all);
   r->error->line = state_of(r)->summary_line;
   return false;
}

static bool check_reasons(ac_reader *r)
{
   return !state_of(r)->is_cachesim
          || (check_reasons_of(r, TK_LCOLD) && check_reasons_of(r, TK_D1COLD));
}

static bool check_end(ac_reader *r)
{
   switch (state_of(r)->stage) {
   case IN_DESC: return ac_reader_fail(r, "the file ends before its cmd: line");
   case AFTER_CMD: return ac_reader_fail(r, "the file ends before its events: line");
   case IN_BODY: return ac_reader_fail(r, "the file ends before its summary: line");
   case AFTER_SUMMARY:
      if (state_of(r)->is_cachesim)
         return ac_reader_fail(r, "the file ends before its \"#: end\" line");
      break;
   case AFTER_END: break;
   }
   return ac_reader_check_sums(r, "summary", state_of(r)->summary_line)
          && check_reasons(r) && ac_notes_end(r);
}

const ac_format ac_format_cachegrind = {
   .state_B = sizeof(cachegrind),
   .begin = begin_state,
   .line = read_line,
   .end = check_end,
};

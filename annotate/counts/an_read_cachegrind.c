/* an_read_cachegrind.c -- the reader's room for cachesim.out and
   cachegrind.out.

   A header in strict order (desc: lines, cmd:, events:), a body (fl=, fn=
   and count lines), then summary:.  Lines that start with "#" are comments
   to stock tools; those that start with "#: " are cachesim's: the first says
   the format version, the last, "#: end N", how many count lines there were.

   Functions that handle a line return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_read_private.h"

#include "base/tk_array.h"
#include "base/an_number.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names ---- */

/* The interned name, free of escapes; NULL after recording an error. */
static const char *unescaped_name(an_reader *r, an_span name)
{
   char *plain
      = tk_get(r->alloc, AN_READER_LABEL, an_span_length(name) + 1);
   if (plain == NULL) {
      an_reader_fail_no_memory(r);
      return NULL;
   }
   const char *interned = NULL;
   ptrdiff_t n = an_span_unescape(name, plain);
   if (n < 0)
      an_reader_fail(r, "bad \\x escape in \"%.*s\"", an_reader_quoted(name),
                     name.at);
   else
      interned = an_reader_intern(r, (an_span){ plain, plain + n });
   tk_put(r->alloc, plain);
   return interned;
}

static const char *take_name(an_reader *r, an_span name)
{
   if (r->cg.is_cachesim
       && memchr(name.at, '\\', an_span_length(name)) != NULL)
      return unescaped_name(r, name);
   return an_reader_intern(r, name);
}

/* ---- The header ---- */

static bool read_desc(an_reader *r, an_span line)
{
   if (an_span_take_key(&line, "desc:"))
      return an_reader_desc(r, line);
   if (an_span_take_key(&line, "cmd:")) {
      r->cg.stage = AN_CG_AFTER_CMD;
      return an_reader_command(r, line);
   }
   return an_reader_fail_unexpected(r, "a desc: or cmd: line", line);
}

static bool read_events(an_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "events:"))
      return an_reader_fail_unexpected(r, "the events: line", line);
   r->cg.stage = AN_CG_BODY;
   return an_reader_events(r, line);
}

/* Sets the command to what the escapes mean. */
static bool set_command(an_reader *r, an_span escaped)
{
   const char *plain = take_name(r, escaped);
   if (plain == NULL || !r->keeps_header)
      return plain != NULL;
   return an_reader_check(r, an_profile_set_command(r->profile, plain,
                                                    strlen(plain)));
}

/* The header came before the line that says that its escapes are ours. */
static bool unescape_header(an_reader *r)
{
   if (!r->keeps_header)
      return true;
   for (size_t i = 0; i < an_profile_n_desc(r->profile); i++) {
      const char *plain
         = take_name(r, an_span_of(an_profile_desc(r->profile, i)));
      if (plain == NULL
          || !an_reader_check(r, an_profile_set_desc(r->profile, i, plain,
                                                     strlen(plain))))
         return false;
   }
   return set_command(r, an_span_of(an_profile_command(r->profile)));
}

/* ---- Comments, among them cachesim's own lines ---- */

static bool take_number(an_span *rest, int64_t *number)
{
   an_span digits = an_span_take_word(rest);
   const char *end = digits.at;
   return an_number_scan(&end, number) == AN_NUMBER_OK && end == digits.end;
}

/* The one number that is the rest of such a line. */
static bool take_only_number(an_reader *r, an_span rest, const char *key,
                             int64_t *number)
{
   an_span digits = an_span_take_word(&rest);
   an_span_skip_blanks(&rest);
   const char *end = digits.at;
   if (rest.at < rest.end || an_number_scan(&end, number) != AN_NUMBER_OK
       || end != digits.end)
      return an_reader_fail(r, "expected one number after \"#: %s\"", key);
   return true;
}

/* Whether a note that belongs before the body is there. */
static bool check_header(an_reader *r, const char *key)
{
   return (r->file == NULL && r->cg.stage == AN_CG_BODY)
          || an_reader_fail(r, "\"#: %s\" must come before the first fl=",
                            key);
}

static bool read_version(an_reader *r, an_span rest)
{
   int64_t version = 0;
   if (r->cg.is_cachesim)
      return an_reader_fail(r, "a second \"#: cachesim\" line");
   if (!check_header(r, "cachesim")
       || !take_only_number(r, rest, "cachesim", &version))
      return false;
   if (version > AN_READ_FORMAT)
      return an_reader_fail(
         r,
         "needs version %" PRId64 ": written in cachesim format %" PRId64
         ", this reads up to format %d; use a newer quern",
         version, version, AN_READ_FORMAT);
   if (version < 1)
      return an_reader_fail(r, "there is no cachesim format %" PRId64,
                            version);
   r->cg.is_cachesim = true;
   return unescape_header(r);
}

/* What follows one blank, free of escapes; NULL after recording an error. */
static const char *take_rest(an_reader *r, an_span rest)
{
   if (rest.at < rest.end)
      rest.at++;
   return take_name(r, rest);
}

static bool fail_state(an_reader *r, an_span found)
{
   an_span_skip_blanks(&found);
   return an_reader_fail(r, "expected exited N, killed N, replaced NAME, dumped "
                            "or partial N after \"#: state\", found \"%.*s\"",
                         an_reader_quoted(found), found.at);
}

static bool read_state(an_reader *r, an_span rest)
{
   an_state *state = &r->cg.state;
   an_span all = rest;
   if (state->how != AN_STATE_UNTOLD)
      return an_reader_fail(r, "a second \"#: state\" line");
   if (!check_header(r, "state"))
      return false;
   state->how = an_state_find(an_span_take_word(&rest));
   if (state->how == AN_STATE_REPLACED) {
      state->by = take_rest(r, rest);
      return state->by != NULL && (*state->by != '\0' || fail_state(r, all));
   }
   bool ok = state->how != AN_STATE_UNTOLD;
   if (ok && an_state_key(state->how) != NULL)
      ok = take_number(&rest, &state->number)
           && an_state_fits(state->how, state->number);
   an_span_skip_blanks(&rest);
   return (ok && rest.at == rest.end) || fail_state(r, all);
}

static bool read_predecessor(an_reader *r, an_span rest)
{
   an_state *state = &r->cg.state;
   if (state->predecessor != NULL)
      return an_reader_fail(r, "a second \"#: predecessor\" line");
   if (!check_header(r, "predecessor"))
      return false;
   state->predecessor = take_rest(r, rest);
   if (state->predecessor == NULL)
      return false;
   return *state->predecessor != '\0'
          || an_reader_fail(r, "expected a name after \"#: predecessor\"");
}

static bool read_end(an_reader *r, an_span rest)
{
   int64_t n = 0;
   if (r->cg.stage != AN_CG_AFTER_SUMMARY)
      return an_reader_fail(r, "\"#: end\" before the summary: line");
   if (r->cg.region.name != NULL)
      return an_reader_fail(r, "a region without its \"#: counts\"");
   if (!take_only_number(r, rest, "end", &n))
      return false;
   if ((uint64_t)n != r->cg.n_count_lines)
      return an_reader_fail(r,
                            "expected %" PRId64 " count lines, found "
                            "%" PRIu64,
                            n, r->cg.n_count_lines);
   r->cg.stage = AN_CG_AFTER_END;
   return true;
}

/* ---- Regions ---- */

enum { REGIONS_MAX = 10000 };

/* "PARENT COUNT NAME", where the parent is the number of a region before this,
   from 1, or 0: none. */
static bool read_region(an_reader *r, an_span rest)
{
   int64_t parent, count;
   if (r->cg.stage != AN_CG_AFTER_SUMMARY || r->cg.region.name != NULL)
      return an_reader_fail(r, "\"#: region\" out of place");
   if (r->cg.n_regions == REGIONS_MAX)
      return an_reader_fail(r, "more than %d regions", REGIONS_MAX);
   if (!take_number(&rest, &parent) || !take_number(&rest, &count)
       || (uint64_t)parent > r->cg.n_regions)
      return an_reader_fail(r, "expected a region before this one, a number "
                               "of times and a name");
   r->cg.region = (an_region){
      .name = take_rest(r, rest),
      .parent = parent == 0 ? AN_NO_REGION : r->cg.regions[parent - 1],
      .count = count,
   };
   return r->cg.region.name != NULL;
}

static bool note_region(an_reader *r, size_t index)
{
   an_cg_state *cg = &r->cg;
   if (!TK_ARRAY_ROOM(r->alloc, AN_READER_LABEL, cg->regions, cg->n_regions,
                      cg->regions_capacity))
      return an_reader_fail_no_memory(r);
   cg->regions[cg->n_regions++] = index;
   return true;
}

static bool read_region_counts(an_reader *r, an_span rest)
{
   size_t index;
   if (r->cg.region.name == NULL)
      return an_reader_fail(r, "\"#: counts\" out of place");
   if (!an_reader_counts(r, rest, r->counts))
      return false;
   r->cg.region.counts = (int64_t *)an_reader_row(r, r->counts);
   if (!an_reader_check(r, an_profile_add_region(r->profile, &r->cg.region,
                                                 &index)))
      return false;
   r->cg.region.name = NULL;
   return note_region(r, index);
}

void an_cg_free(an_reader *r)
{
   tk_put(r->alloc, r->cg.regions);
}

static bool read_note(an_reader *r, an_note kind, an_span rest)
{
   if (rest.at < rest.end)
      rest.at++; /* what follows the blank is the name's */
   const char *text = take_name(r, rest);
   return text != NULL
          && an_reader_check(r, an_profile_add_note(r->profile, kind, text,
                                                    strlen(text)));
}

static bool read_comment(an_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "#: "))
      return true;
   an_span key = an_span_take_word(&line);
   if (an_span_is(key, "cachesim"))
      return read_version(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "state"))
      return read_state(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "predecessor"))
      return read_predecessor(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "end"))
      return read_end(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "region"))
      return read_region(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "counts"))
      return read_region_counts(r, line);
   if (r->cg.is_cachesim && an_span_is(key, "no-lines"))
      return read_note(r, AN_NOTE_NO_LINES, line);
   if (r->cg.is_cachesim && an_span_is(key, "saturated"))
      return read_note(r, AN_NOTE_SATURATED, line);
   if (r->cg.is_cachesim && an_span_is(key, "cmd")) {
      /* The whole command, where the cmd: line has only its beginning. */
      an_span_skip_blanks(&line);
      return set_command(r, line);
   }
   return true;
}

/* ---- The body ---- */

static bool read_file_name(an_reader *r, an_span name)
{
   r->function = NULL;
   r->file = take_name(r, name);
   return r->file != NULL;
}

static bool read_function_name(an_reader *r, an_span name)
{
   if (r->file == NULL)
      return an_reader_fail(r, "fn= before any fl=");
   r->function = take_name(r, name);
   return r->function != NULL && an_reader_begin(r);
}

static bool read_count_line(an_reader *r, an_span line)
{
   int64_t number;
   an_span whole = line;
   an_number_status status = an_number_scan(&line.at, &number);
   if (!an_span_is_break(line, line.at))
      return an_reader_fail_unexpected(r, "a line number and counts", whole);
   if (status == AN_NUMBER_TOO_LARGE || number > UINT32_MAX)
      return an_reader_fail(
         r, "line number %.*s is larger than %" PRIu32,
         an_reader_quoted((an_span){ whole.at, line.at }), whole.at,
         UINT32_MAX);
   if (r->function == NULL)
      return an_reader_fail(r, r->file == NULL
                                  ? "counts before any fl= and fn="
                                  : "counts before any fn= of this fl=");
   r->cg.n_count_lines++;
   return an_reader_counts(r, line, r->counts)
          && an_reader_add(r, (uint32_t)number);
}

static bool read_summary(an_reader *r, an_span rest)
{
   r->cg.stage = AN_CG_AFTER_SUMMARY;
   r->cg.summary_line = r->input.number;
   return an_reader_counts(r, rest, r->stated);
}

/* Anything in the body but a count line. */
static bool read_body(an_reader *r, an_span line)
{
   if (an_span_length(line) == 0)
      return true;
   if (*line.at == '#')
      return read_comment(r, line);
   if (r->cg.stage == AN_CG_AFTER_SUMMARY) {
      if (an_span_take_key(&line, "summary:"))
         return an_reader_fail(r, "a second summary: line");
      return an_reader_fail_unexpected(r, "nothing after the summary: line",
                                       line);
   }
   if (an_span_take_key(&line, "fn="))
      return read_function_name(r, line);
   if (an_span_take_key(&line, "fl="))
      return read_file_name(r, line);
   if (an_span_take_key(&line, "summary:"))
      return read_summary(r, line);
   if (an_span_take_key(&line, "cmd:"))
      return an_reader_fail(r, "a second cmd: line");
   if (an_span_take_key(&line, "events:"))
      return an_reader_fail(r, "a second events: line");
   if (*line.at == '-')
      return an_reader_fail(r, "negative line number \"%.*s\"",
                            an_reader_quoted(line), line.at);
   return an_reader_fail_unexpected(r, "fl=, fn=, counts or summary:", line);
}

/* ---- The whole ---- */

bool an_cg_line(an_reader *r, an_span line)
{
   if (r->cg.stage == AN_CG_BODY && an_span_length(line) > 0
       && *line.at >= '0' && *line.at <= '9')
      return read_count_line(r, line);
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return an_reader_fail(r, "NUL byte");
   switch (r->cg.stage) {
   case AN_CG_DESC:
      return read_desc(r, line);
   case AN_CG_AFTER_CMD:
      return read_events(r, line);
   case AN_CG_BODY:
   case AN_CG_AFTER_SUMMARY:
      return read_body(r, line);
   case AN_CG_AFTER_END:
      break;
   }
   return an_reader_fail_unexpected(r, "nothing after the \"#: end\" line",
                                    line);
}

bool an_cg_end(an_reader *r)
{
   switch (r->cg.stage) {
   case AN_CG_DESC:
      return an_reader_fail(r, "the file ends before its cmd: line");
   case AN_CG_AFTER_CMD:
      return an_reader_fail(r, "the file ends before its events: line");
   case AN_CG_BODY:
      return an_reader_fail(r, "the file ends before its summary: line");
   case AN_CG_AFTER_SUMMARY:
      if (r->cg.is_cachesim)
         return an_reader_fail(r,
                               "the file ends before its \"#: end\" line");
      break;
   case AN_CG_AFTER_END:
      break;
   }
   return an_reader_check_sums(r, "summary", r->cg.summary_line);
}

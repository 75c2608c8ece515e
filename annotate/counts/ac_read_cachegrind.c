/* ac_read_cachegrind.c -- reads cachesim.out and cachegrind.out.

   A header in strict order (desc: lines, cmd:, events:), a body (fl=, fn=
   and count lines), then summary:.  Stock tools take lines that start with
   "#" for comments.  Those that start with "#: " are cachesim's: the first
   gives the format version; the last, "#: end N", the number of count lines.

   Functions that handle a line return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_reader.h"

#include "base/an_counting.h"
#include "base/an_number.h"
#include "base/tk_array.h"
#include "counts/ac_known.h"
#include "counts/ac_object_notes.h"
#include "counts/ac_read_calls.h"
#include "counts/ac_read_data.h"
#include "counts/ac_read_machine.h"
#include "counts/ac_read_threads.h"

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
   size_t summary_line;
   uint64_t n_count_lines;
   ac_region region; /* named until its #: counts line comes */
   size_t region_parent; /* its number in the file; 0: none */
   size_t *regions;  /* for each in the file, its index in the profile */
   size_t n_regions, regions_capacity;
   int64_t *region_counts; /* a row for each: its counts without the regions in it */
   size_t region_counts_capacity;
   ac_known *known; /* lines of the function, if there are some */
   bool may_hold; /* line 0 of the function is held back: ac_object_notes.h */
   ac_object_notes objects;
   ac_read_threads threads;
   ac_read_calls calls;
   ac_read_data data;
   ac_read_machine machine;
   an_state listed; /* of the next #: process: names read so far */
   int64_t *inherited; /* of the events, from the parent; NULL: nothing */
   size_t inherited_line;
} cachegrind;

static cachegrind *state_of(const ac_reader *r)
{
   return r->format_state;
}

static void free_state(ac_reader *r)
{
   tk_put(r->alloc, state_of(r)->regions);
   tk_put(r->alloc, state_of(r)->region_counts);
   tk_put(r->alloc, state_of(r)->inherited);
   ac_object_notes_free(r, &state_of(r)->objects);
   ac_read_threads_free(r, &state_of(r)->threads);
   ac_read_calls_free(r, &state_of(r)->calls);
   ac_read_data_free(r, &state_of(r)->data);
}

static bool fail_unexpected(ac_reader *r, const char *expected, an_span line)
{
   if (ac_callgrind_owns(line))
      return ac_reader_fail(r, "\"%.*s\" belongs to callgrind's format, but "
                               "the file does not begin like callgrind's",
                            an_fail_quoted(line), line.at);
   return ac_reader_fail_unexpected(r, expected, line);
}

/* ---- Names ---- */

static const char *take_name(ac_reader *r, an_span name)
{
   if (state_of(r)->is_cachesim
       && memchr(name.at, '\\', an_span_length(name)) != NULL)
      return ac_reader_intern_escaped(r, name);
   return ac_reader_intern(r, name);
}

/* ---- The header ---- */

static bool read_desc(ac_reader *r, an_span line)
{
   if (an_span_take_key(&line, "desc:"))
      return ac_reader_desc(r, line);
   if (an_span_take_key(&line, "cmd:")) {
      state_of(r)->stage = AFTER_CMD;
      return ac_reader_command(r, line);
   }
   if (an_span_take_key(&line, "{"))
      return ac_reader_fail(r, "this is a heap profile; use hp_annotate");
   return fail_unexpected(r, "a desc: or cmd: line", line);
}

static bool read_events(ac_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "events:"))
      return fail_unexpected(r, "the events: line", line);
   state_of(r)->stage = IN_BODY;
   return ac_reader_events(r, line);
}

/* Sets the command, without its escapes. */
static bool set_command(ac_reader *r, an_span escaped)
{
   r->process.command = take_name(r, escaped);
   return r->process.command != NULL;
}

/* The header came before the line that shows that it has escapes. */
static bool unescape_header(ac_reader *r)
{
   const ac_texts *descs = ac_profile_texts(r->profile, AC_DESC);
   for (size_t i = 0; r->keeps_header && i < descs->n; i++) {
      const char *plain = take_name(r, an_span_of(descs->text[i]));
      if (plain == NULL
          || !ac_reader_check(r, ac_profile_set_desc(r->profile, i, plain,
                                                     strlen(plain))))
         return false;
   }
   return set_command(r, an_span_of(r->process.command));
}

/* ---- cachesim's own lines ---- */

/* Takes the only number of the line. */
static bool take_only_number(ac_reader *r, an_span rest, const char *key,
                             int64_t *number)
{
   bool ok = ac_reader_take_number(&rest, number);
   an_span_skip_blanks(&rest);
   return (ok && rest.at == rest.end)
          || ac_reader_fail(r, "expected one number after \"#: %s\"", key);
}

/* Checks that the line comes before the body. */
static bool check_header(ac_reader *r, const char *key)
{
   return (r->file == NULL && state_of(r)->stage == IN_BODY)
          || ac_reader_fail(r, "\"#: %s\" must come before the first fl=",
                            key);
}

static bool read_version(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   int64_t version = 0;
   if (cg->is_cachesim)
      return ac_reader_fail(r, "a second \"#: cachesim\" line");
   if (!check_header(r, "cachesim")
       || !take_only_number(r, rest, "cachesim", &version))
      return false;
   if (version > AC_READ_FORMAT)
      return ac_reader_fail(
         r,
         "needs version %" PRId64 ": written in cachesim format %" PRId64
         ", this reads up to format %d; use a newer quern",
         version, version, AC_READ_FORMAT);
   if (version < 1)
      return ac_reader_fail(r, "there is no cachesim format %" PRId64,
                            version);
   cg->is_cachesim = true;
   return unescape_header(r);
}

/* The text after one blank, without escapes; NULL after recording an error. */
static const char *take_rest(ac_reader *r, an_span rest)
{
   if (rest.at < rest.end)
      rest.at++;
   return take_name(r, rest);
}

static bool fail_state(ac_reader *r, an_span found)
{
   an_span_skip_blanks(&found);
   return ac_reader_fail(r, "expected exited N, killed N, replaced NAME, dumped "
                            "or partial N after \"#: state\", found \"%.*s\"",
                         an_fail_quoted(found), found.at);
}

/* Takes the number of a state, if it has one; false if it is not possible. */
static bool take_state_number(an_state *state, an_span *rest)
{
   return an_state_key(state->how) == NULL || state->how == AN_STATE_REPLACED
          || (ac_reader_take_number(rest, &state->number)
              && an_state_fits(state->how, state->number));
}

static bool read_state(ac_reader *r, an_span rest)
{
   an_state *state = &r->state;
   an_span all = rest;
   if (state->how != AN_STATE_UNKNOWN)
      return ac_reader_fail(r, "a second \"#: state\" line");
   if (!check_header(r, "state"))
      return false;
   state->how = an_state_find(an_span_take_word(&rest));
   if (state->how == AN_STATE_REPLACED) {
      state->by = take_rest(r, rest);
      return state->by != NULL && (*state->by != '\0' || fail_state(r, all));
   }
   bool ok = state->how != AN_STATE_UNKNOWN && take_state_number(state, &rest);
   an_span_skip_blanks(&rest);
   return (ok && rest.at == rest.end) || fail_state(r, all);
}

static bool read_predecessor(ac_reader *r, an_span rest)
{
   an_state *state = &r->state;
   if (state->predecessor != NULL)
      return ac_reader_fail(r, "a second \"#: predecessor\" line");
   if (!check_header(r, "predecessor"))
      return false;
   state->predecessor = take_rest(r, rest);
   if (state->predecessor == NULL)
      return false;
   return *state->predecessor != '\0'
          || ac_reader_fail(r, "expected a name after \"#: predecessor\"");
}

/* "NAME VALUE" for each member.  */
static bool read_counting(ac_reader *r, an_span rest)
{
   if (!check_header(r, "counting"))
      return false;
   for (an_span name = an_span_take_word(&rest); an_span_length(name) > 0;
        name = an_span_take_word(&rest)) {
      int64_t value;
      if (!ac_reader_take_number(&rest, &value))
         return ac_reader_fail(r, "expected names and numbers after "
                                  "\"#: counting\"");
      an_counting_set(&r->counting, name, value);
   }
   return true;
}

/* ---- Processes ---- */

/* A number that no reader needs: what is none is unknown. */
static bool read_pid(an_span rest, int64_t *pid)
{
   if (!ac_reader_take_number(&rest, pid))
      *pid = 0;
   return true;
}

/* The program after exec, or the profile before, of the next process. */
static bool read_listed_name(ac_reader *r, an_span rest, const char **name)
{
   *name = take_rest(r, rest);
   return *name != NULL;
}

/* These lines are of the file's process or, in a sum, of the next one that is listed. */
static bool read_forked(ac_reader *r, an_span rest)
{
   r->process.is_forked = true;
   return check_header(r, "forked")
          && take_only_number(r, rest, "forked", &r->process.forked);
}

static bool read_inherited(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   r->process.inherits = true;
   if (!check_header(r, "inherited") || !ac_reader_counts(r, rest, r->counts))
      return false;
   size_t size_B = r->n_events * sizeof *cg->inherited;
   if (cg->inherited == NULL)
      cg->inherited = tk_get(r->alloc, AC_READER_LABEL, size_B);
   if (cg->inherited == NULL)
      return an_fail_no_memory(r->error);
   memcpy(cg->inherited, r->counts, size_B);
   cg->inherited_line = r->input.number;
   return true;
}

/* The counts go on from the inherited ones. */
static bool check_inherited(ac_reader *r)
{
   const cachegrind *cg = state_of(r);
   if (cg->inherited == NULL)
      return true;
   memcpy(r->counts, cg->inherited, r->n_events * sizeof *r->counts);
   if (ac_reader_check_part(r, 1))
      return true;
   r->error->line = cg->inherited_line;
   return false;
}

/* "PID PARENT COUNT STATE COMMAND", STATE "exited 0" or "unknown", say.  The count is
   of the file's first event. */
static bool read_process(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   an_process process = {
      .state = cg->listed, .title = r->process.title,
      .is_forked = r->process.is_forked, .forked = r->process.forked,
      .inherits = r->process.inherits,
   };
   if (!check_header(r, "process"))
      return false;
   bool ok = ac_reader_take_number(&rest, &process.pid)
             && ac_reader_take_number(&rest, &process.parent)
             && ac_reader_take_number(&rest, &process.value);
   an_span how = an_span_take_word(&rest);
   process.state.how = an_state_find(how);
   if (!ok || !take_state_number(&process.state, &rest)
       || (process.state.how == AN_STATE_UNKNOWN && !an_span_is(how, "unknown"))
       || (process.state.how == AN_STATE_REPLACED) != (cg->listed.by != NULL))
      return ac_reader_fail(r, "expected PID PARENT COUNT STATE COMMAND after "
                               "\"#: process\"");
   process.command = take_rest(r, rest);
   if (r->columns != NULL && *r->columns != 0)
      process.value = 0; /* of another event than the profile's first */
   cg->listed = (an_state){ .how = AN_STATE_UNKNOWN };
   r->process = (an_process){ .command = r->process.command };
   r->is_sum = true;
   r->counting.processes++;
   return process.command != NULL
          && ac_reader_check(r, ac_profile_add_process(r->profile, &process));
}

/* ---- The end ---- */

static bool read_end(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   int64_t n = 0;
   if (cg->stage != AFTER_SUMMARY)
      return ac_reader_fail(r, "\"#: end\" before the summary: line");
   if (cg->region.name != NULL)
      return ac_reader_fail(r, "the last region has no \"#: counts\" line");
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

/* ---- Regions ---- */

/* "PARENT COUNT NAME": the parent is the number of an earlier region, from 1,
   or 0 for none. */
static bool read_region(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   int64_t parent, count;
   if (cg->stage != AFTER_SUMMARY || cg->region.name != NULL)
      return ac_reader_fail(r, "\"#: region\" out of place");
   if (!ac_reader_take_number(&rest, &parent) || !ac_reader_take_number(&rest, &count)
       || (uint64_t)parent > cg->n_regions)
      return ac_reader_fail(r, "expected PARENT COUNT NAME after \"#: region\""
                               ", PARENT an earlier region or 0");
   cg->region = (ac_region){
      .name = take_rest(r, rest),
      .parent = parent == 0 ? AC_NO_REGION : cg->regions[parent - 1],
      .count = count,
   };
   cg->region_parent = (size_t)parent;
   return cg->region.name != NULL;
}

static bool note_region(ac_reader *r, size_t index)
{
   cachegrind *cg = state_of(r);
   if (!TK_ARRAY_ROOM(r->alloc, AC_READER_LABEL, cg->regions, cg->n_regions,
                      cg->regions_capacity))
      return an_fail_no_memory(r->error);
   for (size_t e = 0; e < r->n_events; e++) {
      size_t at = cg->n_regions * r->n_events + e;
      if (!TK_ARRAY_ROOM(r->alloc, AC_READER_LABEL, cg->region_counts, at,
                         cg->region_counts_capacity))
         return an_fail_no_memory(r->error);
      cg->region_counts[at] = r->counts[e];
   }
   cg->regions[cg->n_regions++] = index;
   return true;
}

/* A region has what the regions in it have, each by itself, and at most what all lines
   have; but a sum of profiles can leave out lines, and has the regions whole. */
static bool check_region(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   int64_t *outer = cg->region_parent == 0 ? NULL
      : cg->region_counts + (cg->region_parent - 1) * r->n_events;
   for (size_t e = 0; outer != NULL && e < r->n_events; e++) {
      if (r->counts[e] > outer[e] && r->sums[e] < INT64_MAX)
         return ac_reader_fail(r, "the region around it has only %" PRId64
                                  " %s besides, not %" PRId64,
                               outer[e], r->events[e], r->counts[e]);
      outer[e] = r->counts[e] > outer[e] ? 0 : outer[e] - r->counts[e];
   }
   return r->is_sum || ac_reader_check_part(r, 1);
}

static bool read_region_counts(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   size_t index = 0;
   if (cg->region.name == NULL)
      return ac_reader_fail(r, "\"#: counts\" out of place");
   if (!ac_reader_counts(r, rest, r->counts) || !check_region(r))
      return false;
   cg->region.counts = (int64_t *)ac_reader_row(r, r->counts);
   if (!ac_reader_check(r, ac_profile_add_region(r->profile, &cg->region,
                                                 &index)))
      return false;
   cg->region.name = NULL;
   return note_region(r, index);
}

static bool read_note(ac_reader *r, ac_text_kind kind, an_span rest)
{
   const char *text = take_rest(r, rest);
   return text != NULL
          && ac_reader_check(r, ac_profile_add_text(r->profile, kind, text,
                                                    strlen(text)));
}

static bool read_no_lines(ac_reader *r, an_span rest)
{
   const char *path = take_rest(r, rest);
   return path != NULL && ac_object_notes_bare(r, &state_of(r)->objects, path);
}

static bool read_code(ac_reader *r, an_span rest)
{
   cachegrind *cg = state_of(r);
   return ac_object_notes_code(r, &cg->objects, rest)
          && (!cg->data.is_on || ac_read_data_code(r, &cg->data, cg->objects.code));
}

/* What comes after summary: by object. */
static bool read_object_note(ac_reader *r, an_span key, an_span rest)
{
   ac_object_notes *objects = &state_of(r)->objects;
   if (state_of(r)->stage != AFTER_SUMMARY)
      return ac_reader_fail(r, "\"#: %.*s\" before the summary: line",
                            an_fail_quoted(key), key.at);
   if (an_span_is(key, "code"))
      return read_code(r, rest);
   if (an_span_is(key, "object-counts"))
      return ac_object_notes_counts(r, objects, rest);
   an_span build_id = an_span_take_word(&rest);
   const char *path = take_rest(r, rest);
   return path != NULL && ac_object_notes_object(r, objects, build_id, path);
}

static bool read_thread_note(ac_reader *r, an_span key, an_span rest)
{
   ac_read_threads *threads = &state_of(r)->threads;
   if (state_of(r)->stage != AFTER_SUMMARY)
      return ac_reader_fail(r, "\"#: %.*s\" before the summary: line",
                            an_fail_quoted(key), key.at);
   return an_span_is(key, "thread") ? ac_read_threads_name(r, threads, rest)
                                    : ac_read_threads_counts(r, threads, rest);
}

static bool read_own_line(ac_reader *r, an_span key, an_span rest)
{
   cachegrind *cg = state_of(r);
   if (cg->stage == AFTER_SUMMARY && ac_read_data_owns(key))
      return ac_read_data_note(r, &cg->data, key, rest);
   if (cg->stage == AFTER_SUMMARY && ac_read_calls_owns(key))
      return ac_read_data_follows(r, &cg->data)
             && ac_read_calls_note(r, &cg->calls, &cg->objects.list, key, rest);
   if (an_span_is(key, "data"))
      return check_header(r, "data")
             && ac_read_data_begin(r, &cg->data, &cg->calls, &cg->objects.list, rest);
   if (ac_read_machine_owns(key))
      return check_header(r, "machine")
             && ac_read_machine_note(r, &cg->machine, key, rest);
   if (an_span_is(key, "state"))
      return read_state(r, rest);
   if (an_span_is(key, "predecessor"))
      return read_predecessor(r, rest);
   if (an_span_is(key, "counting"))
      return read_counting(r, rest);
   if (an_span_is(key, "end"))
      return read_end(r, rest);
   if (an_span_is(key, "region"))
      return read_region(r, rest);
   if (an_span_is(key, "counts"))
      return read_region_counts(r, rest);
   if (an_span_is(key, "thread") || an_span_is(key, "thread-counts"))
      return read_thread_note(r, key, rest);
   if (an_span_is(key, "object") || an_span_is(key, "object-counts")
       || an_span_is(key, "code"))
      return read_object_note(r, key, rest);
   if (an_span_is(key, "pid"))
      return read_pid(rest, &r->process.pid);
   if (an_span_is(key, "parent"))
      return read_pid(rest, &r->process.parent);
   if (an_span_is(key, "title"))
      return check_header(r, "title")
             && read_listed_name(r, rest, &r->process.title);
   if (an_span_is(key, "forked"))
      return read_forked(r, rest);
   if (an_span_is(key, "inherited"))
      return read_inherited(r, rest);
   if (an_span_is(key, "became"))
      return read_listed_name(r, rest, &state_of(r)->listed.by);
   if (an_span_is(key, "after"))
      return read_listed_name(r, rest, &state_of(r)->listed.predecessor);
   if (an_span_is(key, "process"))
      return read_process(r, rest);
   if (an_span_is(key, "no-lines"))
      return read_no_lines(r, rest);
   if (an_span_is(key, "lost-debug-info"))
      return read_note(r, AC_NOTE_LOST_DEBUG_INFO, rest);
   if (an_span_is(key, "saturated"))
      return read_note(r, AC_NOTE_SATURATED, rest);
   if (an_span_is(key, "contradiction"))
      return read_note(r, AC_NOTE_CONTRADICTION, rest);
   if (an_span_is(key, "unknown-objects"))
      return read_note(r, AC_NOTE_UNKNOWN_OBJECTS, rest);
   if (an_span_is(key, "cmd")) {
      /* The whole command, where the cmd: line has no room for it. */
      an_span_skip_blanks(&rest);
      return set_command(r, rest);
   }
   return true;
}

static bool read_comment(ac_reader *r, an_span line)
{
   if (!an_span_take_key(&line, "#: "))
      return true;
   an_span key = an_span_take_word(&line);
   if (an_span_is(key, "cachesim"))
      return read_version(r, line);
   return !state_of(r)->is_cachesim || read_own_line(r, key, line);
}

/* ---- The body ---- */

/* A later file must have been simulated as the first. */
static bool end_header(ac_reader *r)
{
   return ac_read_machine_end(r, &state_of(r)->machine) && ac_reader_descs_end(r);
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
   return r->file != NULL
          && ac_read_calls_file(r, &state_of(r)->calls, r->file);
}

/* Adds the lines that follow the current one as far as their text is known. */
static void take_known(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   ac_known_run run = ac_known_take(cg->known, an_input_ahead(&r->input), r->sums);
   an_input_skip(&r->input, run.n_lines, run.length);
   cg->n_count_lines += run.n_lines;
}

/* Lines are known by the events of the profile, and without data objects. */
static void begin_known(ac_reader *r)
{
   cachegrind *cg = state_of(r);
   if (!r->skip && r->columns == NULL && !cg->data.is_on)
      cg->known = ac_profile_known(r->profile);
   if (cg->known != NULL)
      take_known(r);
}

static bool read_function_name(ac_reader *r, an_span name)
{
   if (r->file == NULL)
      return ac_reader_fail(r, "fn= before any fl=");
   r->function = take_name(r, name);
   if (r->function == NULL
       || !ac_read_calls_name(r, &state_of(r)->calls, r->file, r->function))
      return false;
   state_of(r)->may_hold = ac_object_notes_may_hold(r->file, r->function);
   state_of(r)->known = NULL;
   if (state_of(r)->may_hold)
      return true;
   if (!ac_reader_begin(r))
      return false;
   begin_known(r);
   return true;
}

static bool read_count_line(ac_reader *r, an_span line)
{
   int64_t number;
   const char *at = line.at;
   an_number_status status = an_number_scan(&at, &number);
   if (!an_span_is_break(line, at))
      return fail_unexpected(r, "a line number and counts", line);
   if (status == AN_NUMBER_TOO_LARGE || number > UINT32_MAX)
      return ac_reader_fail(
         r, "line number %.*s is larger than %" PRIu32,
         an_fail_quoted((an_span){ line.at, at }), line.at, UINT32_MAX);
   if (r->function == NULL)
      return ac_reader_fail(r, r->file == NULL
                                  ? "counts before any fl= and fn="
                                  : "counts before any fn= of this fl=");
   cachegrind *cg = state_of(r);
   cg->n_count_lines++;
   if (!ac_reader_counts(r, (an_span){ at, line.end }, r->counts))
      return false;
   if (cg->data.is_on && !ac_read_data_row(r, &cg->data, (uint32_t)number))
      return false;
   if (cg->may_hold && number == 0)
      return ac_object_notes_hold(r, &cg->objects);
   if ((cg->may_hold && !ac_reader_begin(r)) || !ac_reader_add(r, (uint32_t)number))
      return false;
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
   ac_read_data_summary(&state_of(r)->data);
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
      return fail_unexpected(r, "nothing after the summary: line",
                                       line);
   }
   if (an_span_take_key(&line, "fn="))
      return read_function_name(r, line);
   if (an_span_take_key(&line, "fl="))
      return read_file_name(r, line);
   if (an_span_take_key(&line, "summary:"))
      return read_summary(r, line);
   if (an_span_take_key(&line, "cmd:"))
      return ac_reader_fail(r, "a second cmd: line");
   if (an_span_take_key(&line, "events:"))
      return ac_reader_fail(r, "a second events: line");
   if (*line.at == '-')
      return ac_reader_fail(r, "negative line number \"%.*s\"",
                            an_fail_quoted(line), line.at);
   return fail_unexpected(r, "fl=, fn=, counts or summary:", line);
}

/* ---- The whole ---- */

/* Out of line, to keep the hot caller small. */
static __attribute__((noinline)) bool read_other(ac_reader *r, an_span line)
{
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return ac_reader_fail(r, "NUL byte");
   switch (state_of(r)->stage) {
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
static bool check_reasons_of(ac_reader *r, const char *const reasons[3],
                             const char *const misses[3])
{
   uint64_t by_reason = 0, all = 0;
   bool is_known = true;
   for (size_t i = 0; i < 3 && is_known; i++)
      is_known = add_sum(r, reasons[i], &by_reason)
                 && (misses[i] == NULL || add_sum(r, misses[i], &all));
   if (!is_known || by_reason <= all)
      return true;
   ac_reader_fail(r, "%s, %s and %s are %" PRIu64 ", more than the misses, %" PRIu64,
                  reasons[0], reasons[1], reasons[2], by_reason, all);
   r->error->line = state_of(r)->summary_line;
   return false;
}

static bool check_reasons(ac_reader *r)
{
   static const char *const last[] = { "Lcold", "Lcap", "Lconf" };
   static const char *const last_misses[] = { "ILmr", "DLmr", "DLmw" };
   static const char *const first[] = { "D1cold", "D1cap", "D1conf" };
   static const char *const first_misses[] = { "D1mr", "D1mw", NULL };
   return !state_of(r)->is_cachesim
          || (check_reasons_of(r, last, last_misses)
              && check_reasons_of(r, first, first_misses));
}

static bool check_end(ac_reader *r)
{
   switch (state_of(r)->stage) {
   case IN_DESC:
      return ac_reader_fail(r, "the file ends before its cmd: line");
   case AFTER_CMD:
      return ac_reader_fail(r, "the file ends before its events: line");
   case IN_BODY:
      return ac_reader_fail(r, "the file ends before its summary: line");
   case AFTER_SUMMARY:
      if (state_of(r)->is_cachesim)
         return ac_reader_fail(r,
                               "the file ends before its \"#: end\" line");
      break;
   case AFTER_END:
      break;
   }
   return ac_reader_check_sums(r, "summary", state_of(r)->summary_line)
          && check_inherited(r) && check_reasons(r)
          && ac_read_threads_end(r, &state_of(r)->threads)
          && ac_object_notes_end(r, &state_of(r)->objects)
          && ac_read_calls_end(r, &state_of(r)->calls)
          && ac_read_data_end(r, &state_of(r)->data);
}

const ac_format ac_format_cachegrind = {
   .state_B = sizeof(cachegrind),
   .free = free_state, .line = read_line, .end = check_end,
};

/* ac_read_callgrind.c -- reads callgrind's format.

   Many programs write it, each in its way: a header can be a line events:
   alone.  A file has parts; each has a header, a body and, if Valgrind wrote it,
   totals:.  In the body, ob=, fl=, fi=, fe= and fn= say what the cost lines
   that follow belong to.  A cost line has positions (an address, a line), then
   counts.  Names and positions may be abbreviated.  The line after calls= has
   the cost of what was called (ac_read_arcs.h), which cob=, cfi= and cfn= name:
   without the first two, it is in the object and file of the cost lines.  The
   line after jump= or jcnd= is checked and left out.

   A relative position is relative to the last line of a function's own cost;
   the line after calls= does not move it.  Callgrind writes so: files show it
   where a call is counted and its line is not (parts that begin within a
   call, --toggle-collect).

   summary: is not checked: it also counts what a part leaves out.

   Functions that handle a line return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_layout.h"

#include "base/an_ids.h"
#include "base/an_number.h"
#include "counts/ac_objects.h"
#include "counts/ac_read_arcs.h"
#include "counts/ac_read_objects.h"

#include <inttypes.h>
#include <string.h>

enum { VERSION_MAX = 1 };

typedef enum {
   IN_HEADER, /* of a part; after events: its body may begin */
   IN_BODY,
   AFTER_TOTALS, /* the header of another part may come */
} stage;

/* The positions before the counts of a line. */
typedef enum { INSTR, BB, LINE, N_COLUMNS } column_kind;

/* Objects, files and functions are numbered independently. */
typedef enum { OBJECTS, FILES, FUNCTIONS, N_SPACES } name_space;

typedef struct {
   stage stage;
   const char *creator;   /* "" if the file does not say */
   bool has_events;       /* in this part */
   bool has_begun;        /* ac_reader_begin was called for r->function */
   bool has_last;         /* a cost line came in this part */
   const char *pending;   /* "calls=" or another key that takes the next line, or
                           NULL */
   const char *main_file; /* of the last fl=, to which fn= returns, or NULL: Mercurial
                             writes fi= only */
   size_t object;         /* of the last ob=, in the profile; SIZE_MAX: unknown */
   bool has_called_object;
   ac_read_arcs_function called; /* of cob=, cfi= and cfn=; file, name or NULL */
   int64_t n_calls;              /* of the pending calls= */
   size_t n_columns;
   column_kind columns[N_COLUMNS]; /* the first n_columns */
   uint64_t last[N_COLUMNS];       /* by column: of the last cost line */
   an_ids names[N_SPACES];
   ac_read_objects objects;
} callgrind;

static callgrind *state_of(const ac_reader *r)
{
   return r->format_state;
}

/* ---- Names ---- */

static const char *intern_name(ac_reader *r, an_span name, name_space space)
{
   if (an_span_length(name) == 0 && space != OBJECTS)
      name = an_span_of(AN_UNKNOWN);
   return space == FILES ? ac_reader_intern_file(r, name) : ac_reader_intern(r, name);
}

bool ac_callgrind_is_number(an_span name)
{
   return an_span_length(name) >= 2 && name.at[0] == '(' && name.at[1] >= '0'
          && name.at[1] <= '9';
}

/* The interned name.  The text is "name", "(number)", or "(number) name",
   which names the number.  NULL after recording an error. */
static const char *take_name(ac_reader *r, an_span text, name_space space)
{
   if (!ac_callgrind_is_number(text))
      return intern_name(r, text, space);

   an_ids *names = &state_of(r)->names[space];
   an_span rest = { text.at + 1, text.end };
   uint64_t id;
   if (ac_reader_scan_number(&rest.at, &id) != AN_NUMBER_OK
       || !an_span_take_key(&rest, ")")) {
      ac_reader_fail(r, "bad name number in \"%.*s\"", an_fail_quoted(text), text.at);
      return NULL;
   }
   an_span_skip_blanks(&rest);
   const char *known = an_ids_find(names, id);
   if (an_span_length(rest) == 0) {
      if (known == NULL)
         ac_reader_fail(r, "(%" PRIu64 ") has no name yet", id);
      return known;
   }
   const char *name = intern_name(r, rest, space);
   if (name == known)
      return name;
   if (known != NULL) {
      ac_reader_fail(r, "(%" PRIu64 ") was \"%.*s\", now it is \"%.*s\"", id,
                     an_fail_quoted(an_span_of(known)), known, an_fail_quoted(rest),
                     rest.at);
      return NULL;
   }
   an_ids_add(names, id, name);
   return name;
}

/* ---- The header ---- */

static bool read_pid(ac_reader *r, an_span rest)
{
   an_span digits = an_span_take_word(&rest);
   if (an_number_scan(&digits.at, &r->process.pid) != AN_NUMBER_OK)
      r->process.pid = 0;
   return true;
}

static bool ignore_line(ac_reader *r, an_span rest)
{
   (void)r;
   (void)rest;
   return true;
}

static bool read_version(ac_reader *r, an_span rest)
{
   an_span word = an_span_take_word(&rest);
   const char *at = word.at;
   int64_t version = 0;
   int n = an_fail_quoted(word);
   bool is_number = an_number_scan(&at, &version) == AN_NUMBER_OK, is_newer;
   is_newer = version > VERSION_MAX;
   for (; at < word.end && (*at == '.' || (*at >= '0' && *at <= '9')); at++)
      is_newer |= version == VERSION_MAX && *at > '0';
   if (!is_number || at != word.end)
      return ac_reader_fail(r, "expected a number after version:");
   return !is_newer
          || ac_reader_fail(r,
                            "needs version %.*s: written in callgrind format %.*s, this "
                            "reads up to format %d; use a newer quern",
                            n, word.at, n, word.at, VERSION_MAX);
}

static bool read_creator(ac_reader *r, an_span rest)
{
   static const char *const known[] = { "callgrind-", "xtree-", "cs_export",
                                        "hp_export" };
   rest = an_span_trimmed(rest);
   state_of(r)->creator = ac_reader_intern(r, rest);
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      r->is_foreign &= !an_span_take_key(&rest, known[i]);
   return true;
}

static bool read_positions(ac_reader *r, an_span rest)
{
   static const char *const names[] = { "instr", "bb", "line" };
   an_span whole = rest;
   size_t n = 0;
   for (size_t i = 0; i < N_COLUMNS; i++) {
      an_span after = rest;
      if (!an_span_is(an_span_take_word(&after), names[i]))
         continue;
      state_of(r)->columns[n++] = (column_kind)i;
      rest = after;
   }
   an_span_skip_blanks(&rest);
   an_span_skip_blanks(&whole);
   if (rest.at < rest.end)
      return ac_reader_fail(r,
                            "expected positions \"instr line\", \"instr\" or "
                            "\"line\", found \"%.*s\"",
                            an_fail_quoted(whole), whole.at);
   state_of(r)->n_columns = n;
   return true;
}

static bool read_events(ac_reader *r, an_span rest)
{
   if (state_of(r)->has_events)
      return ac_reader_fail(r, "a second events: line");
   state_of(r)->has_events = true;
   if (!ac_reader_events(r, rest))
      return false;
   ac_read_arcs_events(r, r->arcs);
   return true;
}

typedef struct {
   const char *key;
   bool (*read)(ac_reader *r, an_span rest);
   bool is_own; /* not in cachegrind's headers */
} header_key;

static const header_key header_keys[] = {
   { "desc:", ac_read_layout_desc, false },
   { "cmd:", ac_reader_command, false },
   { "events:", read_events, false },
   { "version:", read_version, true },
   { "creator:", read_creator, true },
   { "pid:", read_pid, true },
   { "thread:", ignore_line, true },
   { "part:", ignore_line, true },
   { "positions:", read_positions, true },
   { "event:", ignore_line, true }, /* a long name, or a sum of events */
};

/* Moves the line past the header key that it starts with; NULL if there is
   none. */
static const header_key *take_header_key(an_span *line)
{
   for (size_t i = 0; i < sizeof header_keys / sizeof header_keys[0]; i++)
      if (an_span_take_key(line, header_keys[i].key))
         return &header_keys[i];
   return NULL;
}

static void begin_part(ac_reader *r)
{
   callgrind *clg = state_of(r);
   clg->stage = IN_HEADER;
   clg->has_events = clg->has_last = false;
   clg->n_columns = 1;
   clg->columns[0] = LINE;
   clg->main_file = NULL;
   clg->object = SIZE_MAX;
   clg->called = (ac_read_arcs_function){ .name = NULL };
   clg->has_called_object = false;
   r->file = r->function = NULL;
   ac_read_arcs_leave(r, r->arcs);
}

static bool check_part_end(ac_reader *r, const char *what)
{
   if (!state_of(r)->has_events)
      return ac_reader_fail(r, "the %s ends before its events: line", what);
   if (!r->is_foreign)
      return ac_reader_fail(r, "the %s ends before its totals: line", what);
   if (!state_of(r)->has_last)
      return ac_reader_fail(r, "the %s ends before any counts", what);
   return true;
}

/* False if the part before is not whole. */
static bool enter_header(ac_reader *r)
{
   if (state_of(r)->stage == IN_BODY && !check_part_end(r, "part"))
      return false;
   if (state_of(r)->stage != IN_HEADER) {
      r->keeps_header = false;
      begin_part(r);
   }
   return true;
}

/* Xdebug can append to a file: names are numbered again. */
static bool begin_appended(ac_reader *r)
{
   for (size_t i = 0; i < N_SPACES; i++)
      an_ids_init(&state_of(r)->names[i], r->alloc);
   return enter_header(r);
}

/* ---- Files and functions ---- */

static bool begin_file(ac_reader *r, an_span text, name_space space)
{
   r->file = state_of(r)->main_file = take_name(r, text, space);
   state_of(r)->has_begun = false;
   if (!r->is_foreign)
      r->function = NULL; /* else it goes on in another file, as in KLEE's */
   return r->file != NULL;
}

/* Enters code that was inlined from another file, or leaves it. */
static bool change_file(ac_reader *r, an_span text, name_space space)
{
   r->file = take_name(r, text, space);
   state_of(r)->has_begun = false;
   return r->file != NULL;
}

static bool begin_function(ac_reader *r, an_span text, name_space space)
{
   callgrind *clg = state_of(r);
   if (clg->main_file != NULL)
      r->file = clg->main_file;
   else if (r->file == NULL)
      r->file = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   r->function = take_name(r, text, space);
   clg->has_begun = false;
   if (r->function == NULL)
      return false;
   ac_read_arcs_function function = { r->file, r->function, clg->object };
   ac_read_arcs_enter(r, r->arcs, &function);
   return true;
}

/* A name that the model has no use for; its number may come again. */
static bool note_name(ac_reader *r, an_span text, name_space space)
{
   return take_name(r, text, space) != NULL;
}

/* Part of the code of an object begins, of the file and function that stay. */
static bool begin_object(ac_reader *r, an_span text, name_space space)
{
   callgrind *clg = state_of(r);
   const char *path = take_name(r, text, space);
   if (path == NULL)
      return false;
   const char *id = ac_reader_intern(r, (an_span){ text.end, text.end });
   clg->object = SIZE_MAX;
   if (*path != '\0') {
      ac_read_objects_enter(r, &clg->objects, path, id, NULL);
      clg->object = clg->objects.objects[clg->objects.current].index;
   }
   return true;
}

/* What is called. */
static bool take_called_object(ac_reader *r, an_span text, name_space space)
{
   callgrind *clg = state_of(r);
   const char *path = take_name(r, text, space);
   if (path == NULL)
      return false;
   const char *id = ac_reader_intern(r, (an_span){ text.end, text.end });
   clg->called.object = *path == '\0' ? SIZE_MAX : ac_objects_find(r->profile, path, id);
   clg->has_called_object = true;
   return true;
}

static bool take_called_file(ac_reader *r, an_span text, name_space space)
{
   state_of(r)->called.file = take_name(r, text, space);
   return state_of(r)->called.file != NULL;
}

static bool take_called(ac_reader *r, an_span text, name_space space)
{
   state_of(r)->called.name = take_name(r, text, space);
   return state_of(r)->called.name != NULL;
}

/* r->counts are what the calls of the last calls= cost. */
static void end_calls(ac_reader *r, uint32_t line)
{
   callgrind *clg = state_of(r);
   ac_read_arcs_function callee = clg->called;
   if (callee.file == NULL)
      callee.file = r->file;
   if (!clg->has_called_object)
      callee.object = clg->object;
   if (callee.file != NULL && callee.name != NULL)
      ac_read_arcs_call(r, r->arcs, &callee, clg->n_calls, line);
   clg->called = (ac_read_arcs_function){ .name = NULL };
   clg->has_called_object = false;
}

typedef struct {
   const char *key;
   bool (*read)(ac_reader *r, an_span text, name_space space);
   name_space space;
   bool is_own; /* not in cachegrind's bodies */
} name_key;

static const name_key name_keys[] = {
   { "fn=", begin_function, FUNCTIONS, false },
   { "fl=", begin_file, FILES, false },
   { "fi=", change_file, FILES, true },
   { "fe=", change_file, FILES, true },
   { "cfn=", take_called, FUNCTIONS, true },
   { "cfi=", take_called_file, FILES, true },
   { "cfl=", take_called_file, FILES, true },
   { "cob=", take_called_object, OBJECTS, true },
   { "ob=", begin_object, OBJECTS, true },
   { "jfi=", note_name, FILES, true },
   { "jfn=", note_name, FUNCTIONS, true },
};

static const name_key *take_name_key(an_span *line)
{
   for (size_t i = 0; i < sizeof name_keys / sizeof name_keys[0]; i++)
      if (an_span_take_key(line, name_keys[i].key))
         return &name_keys[i];
   return NULL;
}

static const char calls_key[] = "calls=";

/* Keys that take the next line, too.  Writers disagree on what follows the
   first number; it is ignored. */
static const char *take_pair_key(an_span *line)
{
   static const char *const keys[] = { calls_key, "rcalls=", "jump=", "jcnd=", "rcnd=" };
   for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
      if (an_span_take_key(line, keys[i]))
         return keys[i];
   return NULL;
}

static bool begin_pair(ac_reader *r, const char *key, an_span rest)
{
   uint64_t n;
   an_span_skip_blanks(&rest);
   if (ac_reader_scan_number(&rest.at, &n) != AN_NUMBER_OK)
      return ac_reader_fail(r, "expected a number after %s", key);
   state_of(r)->n_calls = n > INT64_MAX ? INT64_MAX : (int64_t)n;
   state_of(r)->pending = key;
   return true;
}

/* ---- Cost lines ---- */

/* Moves *rest past a position; `last` is the one of the last cost line. */
static bool take_position(ac_reader *r, an_span *rest, uint64_t last, uint64_t *position)
{
   an_span word = an_span_take_word(rest);
   const char *at = word.at;
   int n = an_fail_quoted(word);
   if (word.at == word.end)
      return ac_reader_fail(r, "expected %zu positions and counts",
                            state_of(r)->n_columns);
   char sign = *at == '+' || *at == '-' || *at == '*' ? *at++ : '\0';
   if (sign != '\0' && !state_of(r)->has_last)
      return ac_reader_fail(r,
                            "position \"%.*s\" is relative, but no cost line "
                            "is before it",
                            n, word.at);
   uint64_t number = 0;
   an_number_status status = sign == '*' ? AN_NUMBER_OK
                                         : ac_reader_scan_number(&at, &number);
   if (at != word.end || status == AN_NUMBER_NONE) {
      if (memchr(word.at, '\0', an_span_length(word)) != NULL)
         return ac_reader_fail(r, "NUL byte");
      return ac_reader_fail(r, "position \"%.*s\" is not a number", n, word.at);
   }
   bool overflow = status != AN_NUMBER_OK;
   if (sign == '\0')
      *position = number;
   else if (sign == '-')
      overflow |= __builtin_sub_overflow(last, number, position);
   else
      overflow |= __builtin_add_overflow(last, number, position);
   if (overflow)
      return ac_reader_fail(r, "position \"%.*s\" is %s", n, word.at,
                            sign == '-' ? "below 0" : "too large");
   return true;
}

static bool take_positions(ac_reader *r, an_span *rest, uint64_t *positions)
{
   const callgrind *clg = state_of(r);
   for (size_t i = 0; i < clg->n_columns; i++) {
      column_kind column = clg->columns[i];
      if (!take_position(r, rest, clg->last[column], &positions[column]))
         return false;
   }
   if (positions[LINE] > UINT32_MAX)
      return ac_reader_fail(r, "line number %" PRIu64 " is larger than %" PRIu32,
                            positions[LINE], UINT32_MAX);
   return true;
}

/* Checks that a body may have the line here: after events:, before totals:. */
static bool enter_body(ac_reader *r, an_span line)
{
   if (state_of(r)->stage == AFTER_TOTALS)
      return ac_reader_fail_unexpected(r, "the header of another part", line);
   if (!state_of(r)->has_events)
      return ac_reader_fail_unexpected(r, "the events: line", line);
   state_of(r)->stage = IN_BODY;
   return true;
}

static bool read_cost_line(ac_reader *r, an_span line)
{
   callgrind *clg = state_of(r);
   uint64_t positions[N_COLUMNS] = { 0 };
   if (!enter_body(r, line) || !take_positions(r, &line, positions)
       || !ac_reader_counts(r, line, r->counts))
      return false;
   if (clg->pending != NULL) {
      if (clg->pending == calls_key)
         end_calls(r, (uint32_t)positions[LINE]);
      clg->pending = NULL;
      return true;
   }
   if (r->function == NULL)
      return ac_reader_fail(r, r->file == NULL ? "counts before any fn="
                                               : "counts before any fn= of this fl=");
   if (!clg->has_begun)
      ac_reader_begin(r);
   clg->has_begun = clg->has_last = true;
   memcpy(clg->last, positions, sizeof positions);
   ac_reader_add(r, (uint32_t)positions[LINE]);
   ac_read_objects_add(r, &clg->objects);
   return true;
}

/* ---- The whole ---- */

static bool read_totals(ac_reader *r, an_span rest)
{
   state_of(r)->stage = AFTER_TOTALS;
   return ac_reader_counts(r, rest, r->stated)
          && ac_reader_check_sums(r, "total", r->input.number);
}

/* Whether the line is of a header, "KEY: VALUE", and of no use: totals: before the body,
   too, is a summary. */
static bool is_unknown_key(const ac_reader *r, an_span line)
{
   if (!r->is_foreign || state_of(r)->stage != IN_HEADER)
      return false;
   while (line.at < line.end && *line.at >= 'a' && *line.at <= 'z')
      line.at++;
   return an_span_take_key(&line, ": ");
}

/* A line that starts with a key. */
static bool read_key(ac_reader *r, an_span line)
{
   an_span rest = line;
   const header_key *header = take_header_key(&rest);
   if (header != NULL)
      return enter_header(r) && header->read(r, rest);
   if (an_span_take_key(&rest, "==== NEW PROFILING FILE"))
      return begin_appended(r);
   if (is_unknown_key(r, line))
      return true;
   if (!enter_body(r, line))
      return false;
   const name_key *name = take_name_key(&rest);
   if (name != NULL)
      return name->read(r, rest, name->space);
   const char *pair = take_pair_key(&rest);
   if (pair != NULL)
      return begin_pair(r, pair, rest);
   if (an_span_take_key(&rest, "totals:"))
      return read_totals(r, rest);
   if (an_span_take_key(&rest, "summary:") || an_span_take_key(&rest, "total:"))
      return true; /* the latter is php-memprof's */
   return ac_reader_fail_unexpected(r, "a line of a callgrind profile", line);
}

/* Out of line, to keep the hot caller small. */
static __attribute__((noinline)) bool read_other(ac_reader *r, an_span line)
{
   callgrind *clg = state_of(r);
   if (an_span_length(line) == 0)
      return true;
   if (memchr(line.at, '\0', an_span_length(line)) != NULL)
      return ac_reader_fail(r, "NUL byte");
   if (an_span_take_key(&line, "#: cachesim"))
      return ac_reader_fail(r, "cachesim's format, but its header is damaged");
   if (*line.at == '#')
      return true;
   if (clg->pending != NULL)
      return ac_reader_fail(r,
                            "expected the line that belongs to %s, found "
                            "\"%.*s\"",
                            clg->pending, an_fail_quoted(line), line.at);
   return read_key(r, line);
}

static inline bool begins_cost_line(char first)
{
   return (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '*';
}

static bool read_line(ac_reader *r, const char *at, const char *end)
{
   an_span line = { at, end };
   return at < end && begins_cost_line(*at) ? read_cost_line(r, line)
                                            : read_other(r, line);
}

static bool check_end(ac_reader *r)
{
   callgrind *clg = state_of(r);
   if (clg->pending != NULL)
      return ac_reader_fail(r,
                            "the file ends before the line that belongs to "
                            "%s",
                            clg->pending);
   if (clg->stage != AFTER_TOTALS && !check_part_end(r, "file"))
      return false;
   if (r->is_foreign)
      ac_profile_add_text(r->profile, AC_NOTE_WRITER, clg->creator, strlen(clg->creator));
   ac_read_objects_end(r, &clg->objects);
   ac_read_arcs_end(r, r->arcs);
   if (clg->objects.n != 0)
      ac_profile_add_text(r->profile, AC_NOTE_UNKNOWN_OBJECTS, "yes", strlen("yes"));
   return true;
}

/* ---- The format ---- */

bool ac_callgrind_owns(an_span line)
{
   const header_key *header = take_header_key(&line);
   const name_key *name = take_name_key(&line);
   return (header != NULL && header->is_own) || (name != NULL && name->is_own)
          || take_pair_key(&line) != NULL || an_span_take_key(&line, "totals:")
          || an_span_take_key(&line, "# callgrind format");
}

bool ac_callgrind_has(an_span line)
{
   return an_span_length(line) == 0 || begins_cost_line(*line.at) || *line.at == '#'
          || ac_callgrind_owns(line) || take_header_key(&line) != NULL
          || take_name_key(&line) != NULL || an_span_take_key(&line, "summary:");
}

bool ac_callgrind_take_over(ac_reader *r, an_span line, const uint32_t *last_line)
{
   const char *file = r->file, *function = r->function;
   ac_reader_begin_format(r, &ac_format_callgrind);
   callgrind *clg = state_of(r);
   clg->has_events = r->n_events > 0;
   clg->stage = file == NULL ? IN_HEADER : IN_BODY;
   clg->main_file = r->file = file;
   r->function = function;
   if (clg->has_events && !r->arcs->has_rows)
      ac_read_arcs_events(r, r->arcs);
   if (function != NULL)
      ac_read_arcs_enter(r, r->arcs,
                         &(ac_read_arcs_function){ file, function, SIZE_MAX });
   clg->has_last = last_line != NULL;
   if (clg->has_last)
      clg->last[LINE] = *last_line;
   return read_line(r, line.at, line.end);
}

static void begin_reading(ac_reader *r)
{
   r->is_lenient = r->is_foreign = true;
   if (r->arcs == NULL)
      r->arcs = ac_read_arcs_new(r);
   state_of(r)->creator = "";
   begin_appended(r);
   begin_part(r);
}

const ac_format ac_format_callgrind = {
   .state_B = sizeof(callgrind),
   .begin = begin_reading,
   .line = read_line,
   .end = check_end,
};

/* an_read_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_read_calls.h"

#include "base/tk_array.h"
#include "counts/an_object_notes.h"
#include "counts/an_objects.h"

#include <inttypes.h>
#include <string.h>

typedef struct an_read_called {
   uint32_t index; /* in the profile's sums, as below */
   const char *file;
   size_t n_open;  /* on the current path */
} called;

typedef struct an_read_inlined {
   uint32_t index, function;
   const char *file;
} inlined;

typedef struct an_read_arc {
   uint32_t index, caller, callee; /* numbers of functions; 0: none */
} arc;

typedef struct an_read_node {
   uint32_t index, function;
} node;

/* Notes come in this order. */
enum { NO_NOTE, NAMES, FUNCTIONS, INCLUSIVE, ARCS, PATHS };

typedef struct note {
   const char *key;
   int stage;
   const char *shape; /* for messages */
   bool (*read)(an_reader *r, an_read_calls *c, an_span rest);
} note;

/* Makes room for one more item of an array of `c`. */
#define ROOM(r, items, n, max) \
   (TK_ARRAY_ROOM((r)->alloc, AN_READER_LABEL, items, n, max) \
    || an_fail_no_memory((r)->error))

/* ---- Parts of notes ---- */

static bool fail_shape(an_reader *r, const an_read_calls *c)
{
   return an_reader_fail(r, "expected %s after \"#: %s\"", c->note->shape,
                         c->note->key);
}

static bool fail_place(an_reader *r, const an_read_calls *c)
{
   return an_reader_fail(r, "\"#: %s\" out of place", c->note->key);
}

static bool take_number(an_reader *r, const an_read_calls *c, an_span *rest,
                        int64_t *number)
{
   return an_reader_take_number(rest, number) || fail_shape(r, c);
}

/* Takes a number from 1 to n of a `what`. */
static bool check_reference(an_reader *r, int64_t number, const char *what, size_t n)
{
   return (number > 0 && (uint64_t)number <= n)
          || an_reader_fail(r, "there is no %s %" PRId64 " before this note", what,
                            number);
}

static bool take_reference(an_reader *r, const an_read_calls *c, an_span *rest,
                           const char *what, size_t n, uint32_t *number)
{
   int64_t wide;
   if (!take_number(r, c, rest, &wide) || !check_reference(r, wide, what, n))
      return false;
   *number = (uint32_t)wide;
   return true;
}

/* Takes A or A.B, say; *b is -1 without B. */
static bool take_two(an_reader *r, const an_read_calls *c, an_span *rest,
                     char separator, int64_t *a, int64_t *b)
{
   an_span word = an_span_take_word(rest);
   const char *at = memchr(word.at, separator, an_span_length(word));
   an_span first = { word.at, at == NULL ? word.end : at };
   an_span second = { at == NULL ? word.end : at + 1, word.end };
   *b = -1;
   return (an_reader_take_number(&first, a)
           && (at == NULL || an_reader_take_number(&second, b)))
          || fail_shape(r, c);
}

/* Calls the file what the reading calls it. */
static bool rename_file(an_reader *r, const char **file)
{
   const char *function = an_reader_intern(r, an_span_of(AN_UNKNOWN));
   return function != NULL && an_reader_rename(r, file, &function);
}

static bool file_of(an_reader *r, const an_read_calls *c, int64_t number,
                    const char **file)
{
   if (!check_reference(r, number, "file", c->n_files))
      return false;
   *file = c->files[number - 1];
   return rename_file(r, file);
}

/* Takes LINE or LINE@FL#; *file stays without FL#. */
static bool take_line(an_reader *r, const an_read_calls *c, an_span *rest,
                      uint32_t *line, const char **file)
{
   int64_t number, in;
   if (!take_two(r, c, rest, '@', &number, &in))
      return false;
   if (number > UINT32_MAX)
      return an_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32,
                            number, UINT32_MAX);
   *line = (uint32_t)number;
   return in < 0 || file_of(r, c, in, file);
}

/* The counts, for the profile; NULL after an error. */
static const int64_t *take_counts(an_reader *r, an_span rest)
{
   return an_reader_counts(r, rest, r->counts) ? an_reader_row(r, r->counts) : NULL;
}

static an_call_sums *sums_of(const an_reader *r)
{
   return an_call_sums_of(r->profile);
}

/* ---- Names ---- */

bool an_read_calls_file(an_reader *r, an_read_calls *c, const char *file)
{
   if (!ROOM(r, c->files, c->n_files, c->max_files))
      return false;
   c->files[c->n_files++] = file;
   return true;
}

bool an_read_calls_name(an_reader *r, an_read_calls *c, const char *file,
                        const char *function)
{
   if (!ROOM(r, c->names, c->n_names, c->max_names))
      return false;
   c->names[c->n_names++] = (an_read_name){ file, function };
   return true;
}

/* The text after one blank. */
static const char *take_text(an_reader *r, an_span rest)
{
   if (rest.at < rest.end)
      rest.at++;
   return an_reader_intern_escaped(r, rest);
}

static bool read_file(an_reader *r, an_read_calls *c, an_span rest)
{
   const char *file = take_text(r, rest);
   if (file != NULL)
      file = an_reader_intern_file(r, an_span_of(file));
   return file != NULL && an_read_calls_file(r, c, file);
}

static bool read_name(an_reader *r, an_read_calls *c, an_span rest)
{
   uint32_t file;
   if (!take_reference(r, c, &rest, "file", c->n_files, &file))
      return false;
   const char *function = take_text(r, rest);
   return function != NULL
          && an_read_calls_name(r, c, c->files[file - 1], function);
}

/* ---- Functions and inlined code ---- */

static bool take_name(an_reader *r, const an_read_calls *c, an_span *rest,
                      an_read_name *name)
{
   uint32_t number;
   if (!take_reference(r, c, rest, "name", c->n_names, &number))
      return false;
   *name = c->names[number - 1];
   return true;
}

/* Gives a function its name in the profile: code without a symbol has one there. */
static bool name_function(an_reader *r, an_called *function)
{
   const char *code = NULL;
   if (function->object != SIZE_MAX
       && an_object_notes_may_hold(function->file, function->name)) {
      code = an_objects_name(r->profile, function->object, function->start);
      if (code == NULL)
         return an_fail_no_memory(r->error);
      function->name = code;
   }
   if (!an_reader_rename(r, &function->file, &function->name))
      return false;
   if (code != NULL && function->name != code)
      function->start = 0;
   return true;
}

static bool add_function(an_reader *r, an_read_calls *c, an_called *function)
{
   uint32_t index;
   if (!name_function(r, function)
       || !ROOM(r, c->functions, c->n_functions, c->max_functions)
       || !an_reader_check(r, an_call_sums_function(sums_of(r), function, &index)))
      return false;
   c->functions[c->n_functions++] = (called){ .index = index, .file = function->file };
   c->n_chain = 0;
   return true;
}

static bool read_function(an_reader *r, an_read_calls *c, an_span rest)
{
   an_read_name name;
   int64_t object;
   an_called function = { .object = SIZE_MAX };
   if (!take_name(r, c, &rest, &name) || !take_number(r, c, &rest, &object))
      return false;
   if (object != 0 && !check_reference(r, object, "object", c->objects->n))
      return false;
   if (!an_reader_take_address(&rest, &function.start))
      return fail_shape(r, c);
   if (!take_number(r, c, &rest, &function.n_calls))
      return false;
   if (object != 0)
      function.object = c->objects->objects[object - 1].index;
   function.file = name.file;
   function.name = name.function;
   function.inclusive = take_counts(r, rest);
   return function.inclusive != NULL && add_function(r, c, &function);
}

/* Takes the DEPTH of inlined code, and leaves what it is in on the chain. */
static bool take_inlined_depth(an_reader *r, an_read_calls *c, an_span *rest)
{
   int64_t depth;
   if (c->n_functions == 0)
      return fail_place(r, c);
   if (!take_number(r, c, rest, &depth))
      return false;
   if (depth < 1 || (uint64_t)depth > c->n_chain + 1)
      return an_reader_fail(r, "depth %" PRId64 " does not follow depth %zu", depth,
                            c->n_chain);
   c->n_chain = (size_t)depth - 1;
   return true;
}

/* The innermost inlined code of the chain; NULL: there is none. */
static const inlined *innermost(const an_read_calls *c)
{
   return c->n_chain == 0 ? NULL : &c->inlined[c->chain[c->n_chain - 1] - 1];
}

static bool read_inlined(an_reader *r, an_read_calls *c, an_span rest)
{
   an_read_name name;
   uint32_t index;
   if (!take_inlined_depth(r, c, &rest) || !take_name(r, c, &rest, &name)
       || !an_reader_rename(r, &name.file, &name.function))
      return false;
   const called *function = &c->functions[c->n_functions - 1];
   const inlined *parent = innermost(c);
   an_inlined code = {
      .function = function->index,
      .parent = parent == NULL ? AN_NO_CALL : parent->index,
      .name = name.function, .file = name.file,
      .call_file = parent == NULL ? function->file : parent->file,
   };
   if (!take_line(r, c, &rest, &code.call_line, &code.call_file))
      return false;
   code.self = take_counts(r, rest);
   if (code.self == NULL || !ROOM(r, c->inlined, c->n_inlined, c->max_inlined)
       || !ROOM(r, c->chain, c->n_chain, c->max_chain)
       || !an_reader_check(r, an_call_sums_inlined(sums_of(r), &code, &index)))
      return false;
   c->inlined[c->n_inlined++]
      = (inlined){ .index = index, .function = (uint32_t)c->n_functions,
                   .file = code.file };
   c->chain[c->n_chain++] = (uint32_t)c->n_inlined;
   return true;
}

static bool read_inlined_rest(an_reader *r, an_read_calls *c, an_span rest)
{
   an_call_rest left_out = { .inlined = AN_NO_CALL };
   if (!take_inlined_depth(r, c, &rest) || !take_number(r, c, &rest, &left_out.n))
      return false;
   left_out.function = c->functions[c->n_functions - 1].index;
   if (innermost(c) != NULL)
      left_out.inlined = innermost(c)->index;
   left_out.counts = take_counts(r, rest);
   return left_out.counts != NULL
          && an_reader_check(r, an_call_sums_inlined_left_out(sums_of(r), &left_out));
}

/* ---- Inclusive counts ---- */

static bool add_inclusive(an_reader *r, an_inclusive *inclusive, an_span rest)
{
   inclusive->counts = take_counts(r, rest);
   return inclusive->counts != NULL
          && an_reader_check(r, an_call_sums_inclusive(sums_of(r), inclusive));
}

static bool read_inlined_sum(an_reader *r, an_read_calls *c, an_span rest)
{
   an_read_name name;
   if (!take_name(r, c, &rest, &name)
       || !an_reader_rename(r, &name.file, &name.function))
      return false;
   an_inclusive inclusive = { .file = name.file, .name = name.function };
   return add_inclusive(r, &inclusive, rest);
}

static bool read_line_file(an_reader *r, an_read_calls *c, an_span rest)
{
   int64_t number;
   c->has_file = true;
   if (!take_number(r, c, &rest, &number) || !file_of(r, c, number, &c->file))
      return false;
   return an_span_length(an_span_trimmed(rest)) == 0 || fail_shape(r, c);
}

static bool read_line_sum(an_reader *r, an_read_calls *c, an_span rest)
{
   an_inclusive inclusive = { .file = c->file };
   if (!c->has_file)
      return fail_place(r, c);
   /* A line of this file alone: @FL# would change `file`. */
   return take_line(r, c, &rest, &inclusive.line, &inclusive.file)
          && (inclusive.file == c->file || fail_shape(r, c))
          && add_inclusive(r, &inclusive, rest);
}

/* ---- Arcs ---- */

static bool read_caller(an_reader *r, an_read_calls *c, an_span rest)
{
   int64_t caller, in;
   if (!take_two(r, c, &rest, '.', &caller, &in))
      return false;
   if (an_span_length(an_span_trimmed(rest)) > 0)
      return fail_shape(r, c);
   if ((caller != 0 || in >= 0)
       && !check_reference(r, caller, "function", c->n_functions))
      return false;
   if (in >= 0 && !check_reference(r, in, "inlined code", c->n_inlined))
      return false;
   if (in >= 0 && c->inlined[in - 1].function != caller)
      return an_reader_fail(r, "inlined code %" PRId64 " is not in function %" PRId64,
                            in, caller);
   c->has_caller = true;
   c->caller = (uint32_t)caller;
   c->in = in < 0 ? 0 : (uint32_t)in;
   c->caller_file = in >= 0 ? c->inlined[in - 1].file
                    : caller > 0 ? c->functions[caller - 1].file : NULL;
   return true;
}

static uint32_t caller_index(const an_read_calls *c)
{
   return c->caller == 0 ? AN_NO_CALL : c->functions[c->caller - 1].index;
}

static uint32_t caller_inlined(const an_read_calls *c)
{
   return c->in == 0 ? AN_NO_CALL : c->inlined[c->in - 1].index;
}

static bool read_arc(an_reader *r, an_read_calls *c, an_span rest)
{
   uint32_t callee, index;
   if (!c->has_caller)
      return fail_place(r, c);
   an_arc a = { .caller = caller_index(c), .inlined = caller_inlined(c) };
   if (!take_line(r, c, &rest, &a.line, &a.file))
      return false;
   if (a.file == NULL && a.line != 0)
      a.file = c->caller_file;
   if (!take_reference(r, c, &rest, "function", c->n_functions, &callee)
       || !take_number(r, c, &rest, &a.n_calls))
      return false;
   a.callee = c->functions[callee - 1].index;
   a.inclusive = take_counts(r, rest);
   if (a.inclusive == NULL || !ROOM(r, c->arcs, c->n_arcs, c->max_arcs)
       || !an_reader_check(r, an_call_sums_arc(sums_of(r), &a, &index)))
      return false;
   c->arcs[c->n_arcs++]
      = (arc){ .index = index, .caller = c->caller, .callee = callee };
   return true;
}

static bool read_arc_rest(an_reader *r, an_read_calls *c, an_span rest)
{
   if (!c->has_caller)
      return fail_place(r, c);
   an_call_rest left_out = { .function = caller_index(c),
                             .inlined = caller_inlined(c) };
   if (!take_number(r, c, &rest, &left_out.n)
       || !take_number(r, c, &rest, &left_out.n_calls))
      return false;
   left_out.counts = take_counts(r, rest);
   return left_out.counts != NULL
          && an_reader_check(r, an_call_sums_arcs_left_out(sums_of(r), &left_out));
}

/* ---- Paths ---- */

/* Takes a DEPTH from 1 on, and leaves the nodes above it on the path. */
static bool take_depth(an_reader *r, an_read_calls *c, an_span *rest)
{
   int64_t depth;
   if (!take_number(r, c, rest, &depth))
      return false;
   if (c->n_path == 0)
      return an_reader_fail(r, "the first path must be the root, \"#: t 0 0\"");
   if (depth < 1)
      return an_reader_fail(r, "depth %" PRId64 " is the root's", depth);
   if ((uint64_t)depth > c->n_path)
      return an_reader_fail(r, "depth %" PRId64 " does not follow depth %zu", depth,
                            c->n_path - 1);
   while (c->n_path > (size_t)depth) {
      uint32_t function = c->path[--c->n_path].function;
      c->functions[function - 1].n_open--;
   }
   return true;
}

static const node *last_node(const an_read_calls *c)
{
   return &c->path[c->n_path - 1];
}

/* Takes an ARC# by the last node's function. */
static bool take_arc(an_reader *r, const an_read_calls *c, an_span *rest,
                     const arc **taken)
{
   uint32_t number;
   if (!take_reference(r, c, rest, "arc", c->n_arcs, &number))
      return false;
   *taken = &c->arcs[number - 1];
   return (*taken)->caller == last_node(c)->function
          || an_reader_fail(r, "arc %" PRIu32 " is not a call by function %" PRIu32
                               ", which is at the depth above", number,
                            last_node(c)->function);
}

/* Adds counts of the file to the sums of all paths. */
static bool add_self(an_reader *r, an_read_calls *c)
{
   bool overflow = false;
   for (size_t e = 0; e < r->n_events; e++)
      overflow |= __builtin_add_overflow(c->self[e], r->counts[e], &c->self[e]);
   return an_reader_check(r, overflow ? AN_OVERFLOW : AN_OK);
}

/* Adds a node with counts. */
static bool add_node(an_reader *r, an_read_calls *c, an_call_node *added,
                     an_span rest, uint32_t *index)
{
   added->self = take_counts(r, rest);
   return added->self != NULL && add_self(r, c)
          && an_reader_check(r, an_call_sums_node(sums_of(r), added, index));
}

/* Puts a node on the path. */
static bool push(an_reader *r, an_read_calls *c, uint32_t index, uint32_t function)
{
   if (!ROOM(r, c->path, c->n_path, c->max_path))
      return false;
   c->path[c->n_path++] = (node){ .index = index, .function = function };
   if (function > 0)
      c->functions[function - 1].n_open++;
   return true;
}

static bool read_root(an_reader *r, an_read_calls *c, an_span rest)
{
   an_call_node root = { .kind = AN_CALL_PATH, .parent = AN_NO_CALL,
                         .what = AN_NO_CALL };
   int64_t depth, number;
   uint32_t index;
   if (!take_number(r, c, &rest, &depth) || !take_number(r, c, &rest, &number)
       || !take_number(r, c, &rest, &root.n_calls))
      return false;
   if (depth != 0 || number != 0)
      return an_reader_fail(r, "the first path must be the root, \"#: t 0 0\"");
   return add_node(r, c, &root, rest, &index) && push(r, c, index, 0);
}

static bool read_path(an_reader *r, an_read_calls *c, an_span rest)
{
   const arc *a;
   uint32_t index;
   if (c->n_path == 0)
      return read_root(r, c, rest);
   an_call_node path = { .kind = AN_CALL_PATH };
   if (!take_depth(r, c, &rest) || !take_arc(r, c, &rest, &a)
       || !take_number(r, c, &rest, &path.n_calls))
      return false;
   path.parent = last_node(c)->index;
   path.what = a->index;
   return add_node(r, c, &path, rest, &index) && push(r, c, index, a->callee);
}

static bool read_inlined_path(an_reader *r, an_read_calls *c, an_span rest)
{
   uint32_t number, index;
   if (!take_depth(r, c, &rest)
       || !take_reference(r, c, &rest, "inlined code", c->n_inlined, &number))
      return false;
   const inlined *code = &c->inlined[number - 1];
   if (code->function != last_node(c)->function)
      return an_reader_fail(r, "inlined code %" PRIu32 " is not in function %" PRIu32
                               ", which is at the depth above", number,
                            last_node(c)->function);
   an_call_node added = { .kind = AN_CALL_INLINED, .parent = last_node(c)->index,
                          .what = code->index };
   return add_node(r, c, &added, rest, &index);
}

static bool read_folded(an_reader *r, an_read_calls *c, an_span rest)
{
   const arc *a;
   uint32_t index;
   an_call_node folded = { .kind = AN_CALL_FOLDED };
   if (!take_depth(r, c, &rest) || !take_arc(r, c, &rest, &a)
       || !take_number(r, c, &rest, &folded.n_calls))
      return false;
   if (an_span_length(an_span_trimmed(rest)) > 0)
      return fail_shape(r, c);
   if (c->functions[a->callee - 1].n_open == 0)
      return an_reader_fail(r, "function %" PRIu32 " is not on the path, so the call "
                               "is not recursive", a->callee);
   folded.parent = last_node(c)->index;
   folded.what = a->index;
   return add_node(r, c, &folded, rest, &index);
}

static bool read_path_rest(an_reader *r, an_read_calls *c, an_span rest)
{
   uint32_t index;
   an_call_node left_out = { .kind = AN_CALL_LEFT_OUT, .what = AN_NO_CALL };
   if (!take_depth(r, c, &rest) || !take_number(r, c, &rest, &left_out.n_calls))
      return false;
   left_out.parent = last_node(c)->index;
   return add_node(r, c, &left_out, rest, &index);
}

/* ---- The whole ---- */

static const note notes[] = {
   { "fl", NAMES, "a file", read_file },
   { "fn", NAMES, "a file's number and a function", read_name },
   { "f", FUNCTIONS, "NAME OBJECT START CALLS and counts", read_function },
   { "i", FUNCTIONS, "DEPTH NAME LINE[@FILE] and counts", read_inlined },
   { "ir", FUNCTIONS, "DEPTH NUMBER and counts", read_inlined_rest },
   { "g", INCLUSIVE, "NAME and counts", read_inlined_sum },
   { "lf", INCLUSIVE, "a file's number", read_line_file },
   { "l", INCLUSIVE, "LINE and counts", read_line_sum },
   { "by", ARCS, "FUNCTION[.INLINED] or 0", read_caller },
   { "a", ARCS, "LINE[@FILE] FUNCTION CALLS and counts", read_arc },
   { "ar", ARCS, "NUMBER CALLS and counts", read_arc_rest },
   { "t", PATHS, "DEPTH ARC CALLS and counts", read_path },
   { "ti", PATHS, "DEPTH INLINED and counts", read_inlined_path },
   { "r", PATHS, "DEPTH ARC CALLS", read_folded },
   { "tr", PATHS, "DEPTH NUMBER and counts", read_path_rest },
};

/* NULL: it is none.  The keys have one or two bytes. */
static const note *find_note(an_span key)
{
   for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
      if (an_span_length(key) <= 2 && an_span_is(key, notes[i].key))
         return &notes[i];
   return NULL;
}

bool an_read_calls_owns(an_span key)
{
   return find_note(key) != NULL;
}

/* Before the first note of a file. */
static bool begin(an_reader *r, an_read_calls *c)
{
   size_t size_B = r->n_events * sizeof *c->self;
   c->self = tk_get(r->alloc, AN_READER_LABEL, size_B);
   if (c->self == NULL || sums_of(r) == NULL)
      return an_fail_no_memory(r->error);
   memset(c->self, 0, size_B);
   an_call_sums_begin(sums_of(r));
   return true;
}

bool an_read_calls_note(an_reader *r, an_read_calls *c,
                        const an_read_objects *objects, an_span key, an_span rest)
{
   const note *found = find_note(key);
   c->note = found;
   c->objects = objects;
   if (found->stage < c->stage)
      return fail_place(r, c);
   if (c->stage == NO_NOTE && !begin(r, c))
      return false;
   c->stage = found->stage;
   return found->read(r, c, rest);
}

bool an_read_calls_end(an_reader *r, an_read_calls *c)
{
   if (c->stage == NO_NOTE)
      return true;
   if (c->n_path == 0)
      return an_reader_fail(r, "the notes on calls have no paths");
   if (!an_reader_check_equal(r, "call paths", c->self, "summary:", r->sums))
      return false;
   if (!r->has_skipped)
      sums_of(r)->n_files++;
   return true;
}

void an_read_calls_free(an_reader *r, an_read_calls *c)
{
   tk_put(r->alloc, c->files);
   tk_put(r->alloc, c->names);
   tk_put(r->alloc, c->functions);
   tk_put(r->alloc, c->inlined);
   tk_put(r->alloc, c->arcs);
   tk_put(r->alloc, c->chain);
   tk_put(r->alloc, c->path);
   tk_put(r->alloc, c->self);
}

/* an_read_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_read_calls.h"

#include "counts/an_call_note.h"
#include "counts/an_object_notes.h"
#include "counts/an_objects.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names ---- */

bool an_read_calls_file(an_reader *r, an_read_calls *c, const char *file)
{
   if (!AN_NOTE_ROOM(r, c->files, c->n_files, c->max_files))
      return false;
   c->files[c->n_files++] = file;
   return true;
}

bool an_read_calls_name(an_reader *r, an_read_calls *c, const char *file,
                        const char *function)
{
   if (!AN_NOTE_ROOM(r, c->names, c->n_names, c->max_names))
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
   if (!an_note_reference(r, c, &rest, "file", c->n_files, &file))
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
   if (!an_note_reference(r, c, rest, "name", c->n_names, &number))
      return false;
   *name = c->names[number - 1];
   return true;
}

/* Gives a function its name in the profile: code without a symbol has one there, if it is
   known where it begins. */
static bool name_function(an_reader *r, an_called *function)
{
   const char *code = NULL;
   if (function->object != SIZE_MAX && function->start != 0
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
       || !AN_NOTE_ROOM(r, c->functions, c->n_functions, c->max_functions)
       || !an_reader_check(r, an_call_sums_function(an_note_sums(r), function,
                                                    &index)))
      return false;
   c->functions[c->n_functions++]
      = (an_read_called){ .index = index, .file = function->file,
                          .calls_left = function->n_calls };
   c->n_chain = 0;
   return true;
}

static bool read_function(an_reader *r, an_read_calls *c, an_span rest)
{
   an_read_name name;
   int64_t object;
   an_called function = { .object = SIZE_MAX };
   if (!take_name(r, c, &rest, &name) || !an_note_number(r, c, &rest, &object))
      return false;
   if (object != 0 && !an_note_check(r, object, "object", c->objects->n))
      return false;
   if (!an_reader_take_address(&rest, &function.start))
      return an_note_fail(r, c);
   if (!an_note_number(r, c, &rest, &function.n_calls))
      return false;
   if (object != 0)
      function.object = c->objects->objects[object - 1].index;
   function.file = name.file;
   function.name = name.function;
   function.inclusive = an_note_counts(r, rest);
   return function.inclusive != NULL && an_read_calls_function(r, c)
          && add_function(r, c, &function);
}

/* Takes the DEPTH of inlined code, and leaves what it is in on the chain. */
static bool take_inlined_depth(an_reader *r, an_read_calls *c, an_span *rest)
{
   int64_t depth;
   if (c->n_functions == 0)
      return an_note_fail_place(r, c);
   if (!an_note_number(r, c, rest, &depth))
      return false;
   if (depth < 1 || (uint64_t)depth > c->n_chain + 1)
      return an_reader_fail(r, "depth %" PRId64 " does not follow depth %zu", depth,
                            c->n_chain);
   c->n_chain = (size_t)depth - 1;
   return true;
}

/* The innermost inlined code of the chain; NULL: there is none. */
static const an_read_inlined *innermost(const an_read_calls *c)
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
   const an_read_called *function = &c->functions[c->n_functions - 1];
   const an_read_inlined *parent = innermost(c);
   an_inlined code = {
      .function = function->index,
      .parent = parent == NULL ? AN_NO_CALL : parent->index,
      .name = name.function, .file = name.file,
      .call_file = parent == NULL ? function->file : parent->file,
   };
   if (!an_note_line(r, c, &rest, &code.call_line, &code.call_file))
      return false;
   code.self = an_note_counts(r, rest);
   if (code.self == NULL || !an_read_calls_inlined(r, c)
       || !AN_NOTE_ROOM(r, c->inlined, c->n_inlined, c->max_inlined)
       || !AN_NOTE_ROOM(r, c->chain, c->n_chain, c->max_chain)
       || !an_reader_check(r, an_call_sums_inlined(an_note_sums(r), &code, &index)))
      return false;
   c->inlined[c->n_inlined++]
      = (an_read_inlined){ .index = index, .function = (uint32_t)c->n_functions,
                   .file = code.file };
   c->chain[c->n_chain++] = (uint32_t)c->n_inlined;
   return true;
}

static bool read_inlined_rest(an_reader *r, an_read_calls *c, an_span rest)
{
   an_call_rest left_out = { .inlined = AN_NO_CALL };
   if (!take_inlined_depth(r, c, &rest) || !an_note_number(r, c, &rest, &left_out.n))
      return false;
   left_out.function = c->functions[c->n_functions - 1].index;
   if (innermost(c) != NULL)
      left_out.inlined = innermost(c)->index;
   left_out.counts = an_note_counts(r, rest);
   return left_out.counts != NULL
          && an_reader_check(r, an_call_sums_inlined_left_out(an_note_sums(r),
                                                              &left_out));
}

/* ---- Inclusive counts ---- */

static bool add_inclusive(an_reader *r, an_inclusive *inclusive, an_span rest)
{
   inclusive->counts = an_note_counts(r, rest);
   return inclusive->counts != NULL
          && an_reader_check(r, an_call_sums_inclusive(an_note_sums(r), inclusive));
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
   if (!an_note_number(r, c, &rest, &number) || !an_note_file(r, c, number, &c->file))
      return false;
   return an_span_length(an_span_trimmed(rest)) == 0 || an_note_fail(r, c);
}

static bool read_line_sum(an_reader *r, an_read_calls *c, an_span rest)
{
   an_inclusive inclusive = { .file = c->file };
   if (!c->has_file)
      return an_note_fail_place(r, c);
   /* A line of this file alone: @FL# would change `file`. */
   return an_note_line(r, c, &rest, &inclusive.line, &inclusive.file)
          && (inclusive.file == c->file || an_note_fail(r, c))
          && add_inclusive(r, &inclusive, rest);
}

/* ---- The whole ---- */

static const an_read_note notes[] = {
   { "fl", AN_NOTES_OF_NAMES, "a file", read_file },
   { "fn", AN_NOTES_OF_NAMES, "a file's number and a function", read_name },
   { "f", AN_NOTES_OF_FUNCTIONS, "NAME OBJECT START CALLS and counts", read_function },
   { "i", AN_NOTES_OF_FUNCTIONS, "DEPTH NAME LINE[@FILE] and counts", read_inlined },
   { "ir", AN_NOTES_OF_FUNCTIONS, "DEPTH NUMBER and counts", read_inlined_rest },
   { "g", AN_NOTES_OF_SUMS, "NAME and counts", read_inlined_sum },
   { "lf", AN_NOTES_OF_SUMS, "a file's number", read_line_file },
   { "l", AN_NOTES_OF_SUMS, "LINE and counts", read_line_sum },
   { "by", AN_NOTES_OF_ARCS, "FUNCTION[.INLINED] or 0", an_read_caller },
   { "a", AN_NOTES_OF_ARCS, "LINE[@FILE] FUNCTION CALLS and counts", an_read_call },
   { "ar", AN_NOTES_OF_ARCS, "NUMBER CALLS and counts", an_read_call_rest },
   { "t", AN_NOTES_OF_PATHS, "DEPTH ARC CALLS and counts", an_read_path },
   { "ti", AN_NOTES_OF_PATHS, "DEPTH INLINED and counts", an_read_inlined_path },
   { "r", AN_NOTES_OF_PATHS, "DEPTH ARC CALLS", an_read_folded },
   { "tr", AN_NOTES_OF_PATHS, "DEPTH NUMBER and counts", an_read_path_rest },
};

/* NULL: it is none.  The keys have one or two bytes. */
static const an_read_note *find_note(an_span key)
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
   if (c->self == NULL || an_note_sums(r) == NULL)
      return an_fail_no_memory(r->error);
   memset(c->self, 0, size_B);
   an_call_sums_begin(an_note_sums(r));
   return true;
}

bool an_read_calls_note(an_reader *r, an_read_calls *c,
                        const an_read_objects *objects, an_span key, an_span rest)
{
   const an_read_note *found = find_note(key);
   c->note = found;
   c->objects = objects;
   if (found->stage < c->stage)
      return an_note_fail_place(r, c);
   if (c->stage == AN_NO_NOTE && !begin(r, c))
      return false;
   c->stage = found->stage;
   return found->read(r, c, rest);
}

bool an_read_calls_end(an_reader *r, an_read_calls *c)
{
   if (c->stage == AN_NO_NOTE)
      return true;
   if (!an_read_paths_end(r, c))
      return false;
   if (!r->has_skipped)
      an_note_sums(r)->n_files++;
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
   tk_put(r->alloc, c->function_left);
   tk_put(r->alloc, c->inlined_left);
   tk_put(r->alloc, c->path_sums);
}

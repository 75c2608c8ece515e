/* ac_read_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_calls.h"

#include "counts/ac_call_note.h"
#include "counts/ac_object_notes.h"
#include "counts/ac_objects.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names ---- */

void ac_read_calls_file(ac_reader *r, ac_read_calls *c, const char *file)
{
   AC_NOTE_ROOM(r, c->files, c->n_files, c->max_files);
   c->files[c->n_files++] = file;
}

void ac_read_calls_name(ac_reader *r, ac_read_calls *c, const char *file,
                        const char *function)
{
   AC_NOTE_ROOM(r, c->names, c->n_names, c->max_names);
   c->names[c->n_names++] = (ac_read_name){ file, function };
}

bool ac_read_file(ac_reader *r, an_span rest)
{
   const char *file = ac_note_text(r, rest);
   if (file == NULL)
      return false;
   ac_read_calls_file(r, r->call_notes, ac_reader_intern_file(r, an_span_of(file)));
   return true;
}

bool ac_read_function_name(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   uint32_t file;
   if (!ac_note_reference(r, &rest, "file", c->n_files, false, &file))
      return false;
   const char *function = ac_note_text(r, rest);
   if (function == NULL)
      return false;
   ac_read_calls_name(r, c, c->files[file - 1], function);
   return true;
}

bool ac_note_file(ac_reader *r, int64_t number, const char **file)
{
   const ac_read_calls *c = r->call_notes;
   const char *function = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   if (!ac_note_check(r, number, "file", c->n_files))
      return false;
   *file = c->files[number - 1];
   ac_reader_rename(r, file, &function);
   return true;
}

bool ac_note_place(ac_reader *r, an_span *rest, uint32_t *line, const char **file)
{
   int64_t number, in;
   return ac_note_two(r, rest, '@', &number, &in) && ac_note_narrow_line(r, number, line)
          && (in < 0 || ac_note_file(r, in, file));
}

/* ---- Functions and inlined code ---- */

static bool take_name(ac_reader *r, const ac_read_calls *c, an_span *rest,
                      ac_read_name *name)
{
   uint32_t number;
   if (!ac_note_reference(r, rest, "name", c->n_names, false, &number))
      return false;
   *name = c->names[number - 1];
   return true;
}

/* Gives a function its name in the profile: code without a symbol has one there, if it is
   known where it begins. */
static void name_function(ac_reader *r, ac_called *function)
{
   const char *code = NULL;
   if (function->object != SIZE_MAX && function->start != 0
       && ac_object_notes_may_hold(function->file, function->name)) {
      code = ac_objects_name(r->profile, function->object, function->start);
      function->name = code;
   }
   ac_reader_rename(r, &function->file, &function->name);
   if (code != NULL && function->name != code)
      function->start = 0;
}

static void add_function(ac_reader *r, ac_read_calls *c, ac_called *function)
{
   uint32_t index;
   name_function(r, function);
   AC_NOTE_ROOM(r, c->functions, c->n_functions, c->max_functions);
   ac_call_sums_function(ac_note_sums(r), function, &index);
   c->functions[c->n_functions++] = (ac_read_called){ .index = index,
                                                      .file = function->file,
                                                      .calls_left = function->n_calls };
   c->n_chain = 0;
}

bool ac_read_function(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   ac_read_name name;
   int64_t object;
   ac_called function = { .object = SIZE_MAX };
   if (!take_name(r, c, &rest, &name) || !ac_note_number(r, &rest, &object))
      return false;
   if (object != 0 && !ac_note_check(r, object, "object", r->object_notes->list.n))
      return false;
   if (!ac_note_address(r, &rest, &function.start)
       || !ac_note_number(r, &rest, &function.n_calls))
      return false;
   if (object != 0)
      function.object = r->object_notes->list.objects[object - 1].index;
   function.file = name.file;
   function.name = name.function;
   function.inclusive = ac_note_counts(r, rest);
   if (function.inclusive == NULL)
      return false;
   ac_read_calls_function(r, c);
   add_function(r, c, &function);
   return true;
}

/* Takes the DEPTH of inlined code, and leaves what it is in on the chain. */
static bool take_inlined_depth(ac_reader *r, ac_read_calls *c, an_span *rest)
{
   int64_t depth;
   if (c->n_functions == 0)
      return ac_note_fail_place(r);
   if (!ac_note_number(r, rest, &depth))
      return false;
   if (depth < 1 || (uint64_t)depth > c->n_chain + 1)
      return ac_reader_fail(r, "depth %" PRId64 " does not follow depth %zu", depth,
                            c->n_chain);
   c->n_chain = (size_t)depth - 1;
   return true;
}

/* The innermost inlined code of the chain; NULL: there is none. */
static const ac_read_inlined *innermost_inlined(const ac_read_calls *c)
{
   return c->n_chain == 0 ? NULL : &c->inlined[c->chain[c->n_chain - 1] - 1];
}

bool ac_read_inlined_code(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   ac_read_name name;
   uint32_t index;
   if (!take_inlined_depth(r, c, &rest) || !take_name(r, c, &rest, &name))
      return false;
   ac_reader_rename(r, &name.file, &name.function);
   const ac_read_called *function = &c->functions[c->n_functions - 1];
   const ac_read_inlined *parent = innermost_inlined(c);
   ac_inlined code = {
      .function = function->index,
      .parent = parent == NULL ? AC_NO_CALL : parent->index,
      .name = name.function,
      .file = name.file,
      .call_file = parent == NULL ? function->file : parent->file,
   };
   if (!ac_note_place(r, &rest, &code.call_line, &code.call_file))
      return false;
   code.self = ac_note_counts(r, rest);
   if (code.self == NULL)
      return false;
   ac_read_calls_inlined(r, c);
   AC_NOTE_ROOM(r, c->inlined, c->n_inlined, c->max_inlined);
   AC_NOTE_ROOM(r, c->chain, c->n_chain, c->max_chain);
   ac_call_sums_inlined(ac_note_sums(r), &code, &index);
   c->inlined[c->n_inlined++] = (ac_read_inlined){ .index = index,
                                                   .function = (uint32_t)c->n_functions,
                                                   .file = code.file };
   c->chain[c->n_chain++] = (uint32_t)c->n_inlined;
   return true;
}

bool ac_read_inlined_rest(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   ac_call_rest pruned = { .inlined = AC_NO_CALL };
   if (!take_inlined_depth(r, c, &rest) || !ac_note_number(r, &rest, &pruned.n))
      return false;
   pruned.function = c->functions[c->n_functions - 1].index;
   if (innermost_inlined(c) != NULL)
      pruned.inlined = innermost_inlined(c)->index;
   pruned.counts = ac_note_counts(r, rest);
   if (pruned.counts == NULL)
      return false;
   ac_call_sums_inlined_pruned(ac_note_sums(r), &pruned);
   return true;
}

/* ---- Inclusive counts ---- */

static bool add_inclusive(ac_reader *r, ac_inclusive *inclusive, an_span rest)
{
   inclusive->counts = ac_note_counts(r, rest);
   if (inclusive->counts == NULL)
      return false;
   ac_call_sums_inclusive(ac_note_sums(r), inclusive);
   return true;
}

bool ac_read_inlined_sum(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   ac_read_name name;
   if (!take_name(r, c, &rest, &name))
      return false;
   ac_reader_rename(r, &name.file, &name.function);
   ac_inclusive inclusive = { .file = name.file, .name = name.function };
   return add_inclusive(r, &inclusive, rest);
}

bool ac_read_line_file(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   int64_t number;
   c->has_file = true;
   if (!ac_note_number(r, &rest, &number) || !ac_note_file(r, number, &c->file))
      return false;
   return ac_note_ends(r, rest);
}

bool ac_read_line_sum(ac_reader *r, an_span rest)
{
   ac_read_calls *c = r->call_notes;
   ac_inclusive inclusive = { .file = c->file };
   if (!c->has_file)
      return ac_note_fail_place(r);
   /* A line of this file alone: @FL# would change `file`. */
   return ac_note_place(r, &rest, &inclusive.line, &inclusive.file)
          && (inclusive.file == c->file || ac_note_fail(r))
          && add_inclusive(r, &inclusive, rest);
}

/* ---- The whole ---- */

void ac_read_calls_begin(ac_reader *r)
{
   size_t size_B = r->n_events * sizeof *r->call_notes->self;
   r->call_notes->self = tk_get_zeroed(r->alloc, AC_READER_LABEL, size_B);
   ac_call_sums_begin(ac_note_sums(r));
}

void ac_read_calls_free(ac_reader *r)
{
   const ac_read_calls *c = r->call_notes;
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

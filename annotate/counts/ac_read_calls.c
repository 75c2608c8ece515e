/* ac_read_calls.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_calls.h"

#include "counts/ac_call_note.h"

#include "counts/ac_notes.h"
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

bool ac_read_file(ac_reader *r, const ac_fields *f)
{
   ac_read_calls_file(r, &r->notes->calls, ac_reader_intern_file(r, an_span_of(f->text)));
   return true;
}

bool ac_read_function_name(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   ac_read_calls_name(r, c, c->files[f->n[0] - 1], f->text);
   return true;
}

const char *ac_note_file(ac_reader *r, int64_t number)
{
   const char *function = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   const char *file = r->notes->calls.files[number - 1];
   ac_reader_rename(r, &file, &function);
   return file;
}

bool ac_note_place(ac_reader *r, const int64_t *two, uint32_t *line, const char **file)
{
   *line = (uint32_t)two[0];
   if (!ac_note_check_line(r, two[0]))
      return false;
   if (two[1] < 0)
      return true;
   if (!ac_note_check(r, two[1], "file", r->notes->calls.n_files))
      return false;
   *file = ac_note_file(r, two[1]);
   return true;
}

/* ---- Functions and inlined code ---- */

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

bool ac_read_function(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   const ac_read_name *name = &c->names[f->n[0] - 1];
   const ac_read_object *objects = r->notes->objects.list.objects;
   ac_called function = {
      .name = name->function,
      .file = name->file,
      .object = f->n[1] == 0 ? SIZE_MAX : objects[f->n[1] - 1].index,
      .start = (uint64_t)f->n[2],
      .n_calls = f->n[3],
      .inclusive = f->counts,
   };
   ac_read_calls_function(r, c);
   add_function(r, c, &function);
   return true;
}

bool ac_read_function_self(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   (void)f; /* r->counts */
   if (c->n_functions == 0 || c->n_inlined > 0)
      return ac_note_fail_place(r);
   ac_read_called *function = &c->functions[c->n_functions - 1];
   if (function->has_self)
      return ac_note_fail_second(r);
   c->has_self = function->has_self = true;
   ac_call_sums_add_self(ac_note_sums(r), function->index, ac_reader_row(r, r->counts));
   ac_reader_add_up(r, &c->self);
   return true;
}

/* Leaves what inlined code of this depth is in on the chain. */
static bool cut_chain(ac_reader *r, ac_read_calls *c, int64_t depth)
{
   if (c->n_functions == 0 || c->has_self)
      return ac_note_fail_place(r);
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

bool ac_read_inlined_code(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   uint32_t index;
   if (!cut_chain(r, c, f->n[0]))
      return false;
   ac_read_name name = c->names[f->n[1] - 1];
   ac_reader_rename(r, &name.file, &name.function);
   const ac_read_called *function = &c->functions[c->n_functions - 1];
   const ac_read_inlined *parent = innermost_inlined(c);
   ac_inlined code = {
      .function = function->index,
      .parent = parent == NULL ? AC_NO_CALL : parent->index,
      .name = name.function,
      .file = name.file,
      .call_file = parent == NULL ? function->file : parent->file,
      .self = f->counts,
   };
   if (!ac_note_place(r, &f->n[2], &code.call_line, &code.call_file))
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

bool ac_read_inlined_rest(ac_reader *r, const ac_fields *f)
{
   ac_read_calls *c = &r->notes->calls;
   if (!cut_chain(r, c, f->n[0]))
      return false;
   const ac_read_inlined *in = innermost_inlined(c);
   ac_call_rest pruned = { .function = c->functions[c->n_functions - 1].index,
                           .inlined = in == NULL ? AC_NO_CALL : in->index,
                           .n = f->n[1],
                           .counts = f->counts };
   ac_call_sums_inlined_pruned(ac_note_sums(r), &pruned);
   return true;
}

/* ---- Inclusive counts ---- */

bool ac_read_inlined_sum(ac_reader *r, const ac_fields *f)
{
   ac_read_name name = r->notes->calls.names[f->n[0] - 1];
   if (r->notes->calls.has_self)
      return ac_note_fail_place(r);
   ac_reader_rename(r, &name.file, &name.function);
   ac_call_sums_inclusive(
      ac_note_sums(r),
      &(ac_inclusive){ .file = name.file, .name = name.function, .counts = f->counts });
   return true;
}

bool ac_read_line_file(ac_reader *r, const ac_fields *f)
{
   r->notes->calls.has_file = true;
   r->notes->calls.file = ac_note_file(r, f->n[0]);
   return true;
}

bool ac_read_line_sum(ac_reader *r, const ac_fields *f)
{
   const ac_read_calls *c = &r->notes->calls;
   if (!c->has_file || c->has_self)
      return ac_note_fail_place(r);
   ac_call_sums_inclusive(
      ac_note_sums(r),
      &(ac_inclusive){ .file = c->file, .line = (uint32_t)f->n[0], .counts = f->counts });
   return true;
}

/* ---- The whole ---- */

void ac_read_calls_begin(ac_reader *r)
{
   size_t size_B = r->n_events * sizeof *r->notes->calls.self;
   r->notes->calls.self = tk_get_zeroed(r->alloc, AN_LABEL, size_B);
   ac_call_sums_begin(ac_note_sums(r));
}

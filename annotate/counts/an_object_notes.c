/* an_object_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_object_notes.h"

#include "base/tk_array.h"
#include "counts/an_objects.h"

#include <inttypes.h>
#include <string.h>

/* Adds r->counts to *sums, which are made if there are none. */
static bool add(an_reader *r, int64_t **sums)
{
   size_t size_B = r->n_events * sizeof **sums;
   if (*sums == NULL) {
      *sums = tk_get(r->alloc, AN_READER_LABEL, size_B);
      if (*sums == NULL)
         return an_fail_no_memory(r->error);
      memset(*sums, 0, size_B);
   }
   bool overflow = false;
   for (size_t e = 0; e < r->n_events; e++)
      overflow |= __builtin_add_overflow((*sums)[e], r->counts[e], &(*sums)[e]);
   return an_reader_check(r, overflow ? AN_OVERFLOW : AN_OK);
}

/* Adds r->counts as the row of a function without file. */
static bool put(an_reader *r, const char *function)
{
   r->file = an_reader_intern(r, an_span_of(AN_UNKNOWN));
   r->function = function;
   if (r->file == NULL || function == NULL)
      return an_fail_no_memory(r->error);
   return an_reader_begin(r) && an_reader_put(r, 0);
}

/* ---- The row --------------------------------------------------------- */

bool an_object_notes_may_hold(const char *file, const char *function)
{
   return strcmp(file, AN_UNKNOWN) == 0 && strcmp(function, AN_UNKNOWN) == 0;
}

bool an_object_notes_hold(an_reader *r, an_object_notes *notes)
{
   notes->holds = true;
   return an_reader_sum(r) && add(r, &notes->held);
}

/* ---- The notes ------------------------------------------------------- */

bool an_object_notes_bare(an_reader *r, an_object_notes *notes, const char *path)
{
   if (!TK_ARRAY_ROOM(r->alloc, AN_READER_LABEL, notes->bare, notes->n_bare,
                      notes->bare_capacity))
      return an_fail_no_memory(r->error);
   notes->bare[notes->n_bare++] = path;
   return an_reader_check(r, an_profile_add_text(r->profile, AN_NOTE_NO_LINES, path,
                                                 strlen(path)));
}

bool an_object_notes_object(an_reader *r, an_object_notes *notes, an_span build_id,
                            const char *path)
{
   bool is_new;
   if (notes->expects_counts)
      return an_reader_fail(r, "the last object has no \"#: object-counts\" line");
   if (an_span_is(build_id, "-"))
      build_id.at = build_id.end;
   else if (!an_reader_is_hexadecimal(build_id))
      path = "";
   if (*path == '\0')
      return an_reader_fail(r, "expected a build id or -, and a path, after "
                               "\"#: object\"");
   const char *id = an_reader_intern(r, build_id);
   if (id == NULL || !an_read_objects_enter(r, &notes->list, path, id, &is_new))
      return false;
   notes->expects_counts = true;
   notes->next = 0;
   return is_new || an_reader_fail(r, "a second \"#: object\" line of \"%.*s\"",
                                   an_fail_quoted(an_span_of(path)), path);
}

bool an_object_notes_counts(an_reader *r, an_object_notes *notes, an_span rest)
{
   if (!notes->expects_counts)
      return an_reader_fail(r, "\"#: object-counts\" out of place");
   notes->expects_counts = false;
   return an_reader_counts(r, rest, r->counts) && add(r, &notes->sums)
          && an_read_objects_add(r, &notes->list);
}

bool an_object_notes_code(an_reader *r, an_object_notes *notes, an_span rest)
{
   uint64_t address;
   if (notes->list.n == 0 || notes->expects_counts)
      return an_reader_fail(r, "\"#: code\" out of place");
   if (!an_reader_take_address(&rest, &address))
      return an_reader_fail(r, "expected an address like 0x10c96f after \"#: code\"");
   if (address < notes->next || notes->next == UINT64_MAX)
      return an_reader_fail(r, "the addresses of \"#: code\" must ascend");
   notes->next = address == UINT64_MAX ? UINT64_MAX : address + 1;
   notes->splits = true;
   notes->code = an_objects_name(r->profile,
                                 notes->list.objects[notes->list.current].index, address);
   return an_reader_counts(r, rest, r->counts) && add(r, &notes->split)
          && put(r, notes->code);
}

/* ---- The end --------------------------------------------------------- */

static bool is_bare(const an_object_notes *notes, const char *path)
{
   for (size_t i = 0; i < notes->n_bare; i++)
      if (notes->bare[i] == path)
         return true;
   return false;
}

static void add_lined(an_reader *r, const an_object_notes *notes)
{
   for (size_t i = 0; i < notes->list.n && !r->has_skipped; i++) {
      const an_read_object *object = &notes->list.objects[i];
      if (!is_bare(notes, an_objects_at(r->profile, object->index)->path))
         an_objects_add_lined(r->profile, object->index,
                              an_reader_row(r, object->counts)[0]);
   }
}

bool an_object_notes_end(an_reader *r, an_object_notes *notes)
{
   if (notes->expects_counts)
      return an_reader_fail(r, "the last object has no \"#: object-counts\" line");
   if (notes->list.n > 0
       && !an_reader_check_equal(r, "objects", notes->sums, "summary:", r->sums))
      return false;
   if (notes->splits
       && !an_reader_check_equal(r, "codes", notes->split, "the row of ???",
                                 notes->held))
      return false;
   if (notes->holds && !notes->splits) {
      memcpy(r->counts, notes->held, r->n_events * sizeof *r->counts);
      if (!put(r, an_reader_intern(r, an_span_of(AN_UNKNOWN))))
         return false;
   }
   add_lined(r, notes);
   return an_read_objects_end(r, &notes->list);
}

void an_object_notes_free(an_reader *r, an_object_notes *notes)
{
   tk_put(r->alloc, notes->held);
   tk_put(r->alloc, notes->split);
   tk_put(r->alloc, notes->sums);
   tk_put(r->alloc, notes->bare);
   an_read_objects_free(r, &notes->list);
}

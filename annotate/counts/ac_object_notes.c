/* ac_object_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_object_notes.h"

#include "counts/ac_notes.h"
#include "counts/ac_objects.h"

#include <string.h>

/* Adds r->counts as the row of a function without file. */
static void put_function(ac_reader *r, const char *function)
{
   r->file = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   r->function = function;
   ac_reader_begin(r);
   ac_reader_put(r, 0);
}

/* ---- The row --------------------------------------------------------- */

bool ac_object_notes_may_hold(const char *file, const char *function)
{
   return strcmp(file, AN_UNKNOWN) == 0 && strcmp(function, AN_UNKNOWN) == 0;
}

void ac_object_notes_hold(ac_reader *r)
{
   r->notes->objects.holds = true;
   ac_reader_sum(r);
   ac_reader_add_up(r, &r->notes->objects.held);
}

/* ---- The notes ------------------------------------------------------- */

bool ac_read_bare_object(ac_reader *r, const ac_fields *f)
{
   ac_object_notes *notes = &r->notes->objects;
   AC_NOTE_ROOM(r, notes->bare, notes->n_bare, notes->bare_capacity);
   notes->bare[notes->n_bare++] = f->text;
   ac_profile_add_text(r->profile, AC_NOTE_NO_LINES, f->text, strlen(f->text));
   return true;
}

bool ac_read_object_name(ac_reader *r, const ac_fields *f)
{
   ac_object_notes *notes = &r->notes->objects;
   bool is_new;
   if (notes->expects_counts)
      return ac_reader_fail(r, "the last object has no \"#: object-counts\" line");
   ac_read_objects_enter(r, &notes->list, f->text, ac_reader_intern(r, f->word), &is_new);
   notes->expects_counts = true;
   notes->next = 0;
   return is_new
          || ac_reader_fail(r, "a second \"#: object\" line of \"%.*s\"",
                            an_fail_quoted(an_span_of(f->text)), f->text);
}

bool ac_read_object_counts(ac_reader *r, const ac_fields *f)
{
   ac_object_notes *notes = &r->notes->objects;
   (void)f;
   if (!notes->expects_counts)
      return ac_note_fail_place(r);
   notes->expects_counts = false;
   ac_reader_add_up(r, &notes->sums);
   ac_read_objects_add(r, &notes->list);
   return true;
}

bool ac_read_code(ac_reader *r, const ac_fields *f)
{
   ac_object_notes *notes = &r->notes->objects;
   uint64_t address = (uint64_t)f->n[0];
   if (notes->list.n == 0 || notes->expects_counts)
      return ac_note_fail_place(r);
   if (address < notes->next || notes->next == UINT64_MAX)
      return ac_reader_fail(r, "the addresses of \"#: code\" must ascend");
   notes->next = address == UINT64_MAX ? UINT64_MAX : address + 1;
   notes->splits = true;
   notes->code = ac_objects_name(r->profile,
                                 notes->list.objects[notes->list.current].index, address);
   ac_reader_add_up(r, &notes->split);
   put_function(r, notes->code);
   return true;
}

/* ---- The end --------------------------------------------------------- */

static bool is_bare(const ac_object_notes *notes, const char *path)
{
   for (size_t i = 0; i < notes->n_bare; i++)
      if (notes->bare[i] == path)
         return true;
   return false;
}

static void add_lined(ac_reader *r, const ac_object_notes *notes)
{
   for (size_t i = 0; i < notes->list.n && !r->has_skipped; i++) {
      const ac_read_object *object = &notes->list.objects[i];
      if (!is_bare(notes, ac_objects_at(r->profile, object->index)->path))
         ac_objects_add_lined(r->profile, object->index,
                              ac_reader_row(r, object->counts)[0]);
   }
}

bool ac_object_notes_end(ac_reader *r)
{
   ac_object_notes *notes = &r->notes->objects;
   if (notes->expects_counts)
      return ac_reader_fail(r, "the last object has no \"#: object-counts\" line");
   if (notes->list.n > 0
       && !ac_reader_check_equal(r, "objects", notes->sums, "summary:", r->sums))
      return false;
   if (notes->splits
       && !ac_reader_check_equal(r, "codes", notes->split, "the row of ???", notes->held))
      return false;
   if (notes->holds && !notes->splits) {
      memcpy(r->counts, notes->held, r->n_events * sizeof *r->counts);
      put_function(r, ac_reader_intern(r, an_span_of(AN_UNKNOWN)));
   }
   add_lined(r, notes);
   ac_read_objects_end(r, &notes->list);
   return true;
}

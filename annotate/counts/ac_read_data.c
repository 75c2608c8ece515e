/* ac_read_data.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_data_note.h"

#include "counts/ac_notes.h"

#include <inttypes.h>
#include <string.h>

/* ---- Parts of notes ---- */

/* The text of a number; NULL: unknown. */
static const char *text_of(const ac_reader *r, int64_t number)
{
   return number == 0 ? NULL : r->notes->data.texts[number - 1];
}

/* The index in the sums of a BINARY. */
static uint32_t binary_of(const ac_reader *r, int64_t number)
{
   return number == 0 ? AC_NO_DATA : r->notes->data.binaries[number - 1];
}

/* A text; "???" is unknown, NULL. */
static const char *known_text(const char *text)
{
   return *text == '\0' || strcmp(text, AN_UNKNOWN) == 0 ? NULL : text;
}

/* Gives a function and its file the names that the reading gives those of the body. */
static void rename_function(ac_reader *r, const char **file, const char **function)
{
   const char *unknown = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   if (*file != NULL)
      *file = ac_reader_intern_file(r, an_span_of(*file));
   else
      *file = unknown;
   if (*function == NULL)
      *function = unknown;
   ac_reader_rename(r, file, function);
   if (*file == unknown)
      *file = NULL;
   if (*function == unknown)
      *function = NULL;
}

/* ---- The header ---- */

static bool add_event(ac_reader *r, ac_read_data *d, an_span word)
{
   size_t column = 0;
   while (column < r->n_events && !an_span_is(word, r->events[column]))
      column++;
   if (column == r->n_events)
      return ac_reader_fail(r, "\"#: data\" has %.*s, but events: does not",
                            an_fail_quoted(word), word.at);
   for (size_t e = 0; e < d->n_events; e++)
      if (d->columns[e] == column)
         return ac_reader_fail(r, "event %.*s is listed twice", an_fail_quoted(word),
                               word.at);
   d->columns[d->n_events] = column;
   d->events[d->n_events++] = r->events[column];
   return true;
}

static bool has_event(const ac_profile *profile, const char *event)
{
   for (size_t i = 0; i < ac_profile_n_events(profile); i++)
      if (ac_profile_event(profile, i) == event)
         return true;
   return false;
}

/* Makes a row for the file's events, and for those of the sums, which may be more. */
static void allocate_row(ac_reader *r, ac_read_data *d, const ac_data_sums *sums)
{
   size_t n = d->n_events > sums->data.n_events ? d->n_events : sums->data.n_events;
   size_t size_B = (n + 1) * sizeof *d->row;
   d->row = tk_get_zeroed(r->alloc, AN_LABEL, size_B);
   d->left = tk_get(r->alloc, AN_LABEL, size_B);
   ac_read_rows_begin(r, &d->rows, d->columns, d->n_events);
}

bool ac_read_data_begin(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   an_span rest = f->rest;
   if (d->is_on)
      return ac_note_fail_second(r);
   size_t n = r->n_events;
   d->events = tk_get(r->alloc, AN_LABEL, n * sizeof *d->events);
   d->columns = tk_get(r->alloc, AN_LABEL, n * sizeof *d->columns);
   for (an_span word = an_span_take_word(&rest); an_span_length(word) > 0;
        word = an_span_take_word(&rest))
      if (!add_event(r, d, word))
         return false;
   ac_data_sums *sums = ac_data_sums_of(r->profile, d->n_events);
   allocate_row(r, d, sums);
   for (size_t e = 0; e < d->n_events; e++)
      sums->is_mixed |= !has_event(r->profile, d->events[e]);
   d->is_on = true;
   ac_data_sums_begin(sums, f->n[0], d->events, d->n_events);
   return true;
}

/* ---- Names, binaries, frames ---- */

bool ac_read_data_text(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   AC_NOTE_ROOM(r, d->texts, d->n_texts, d->max_texts);
   d->texts[d->n_texts++] = known_text(f->text);
   return true;
}

bool ac_read_data_binary(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_data_binary binary = { .path = known_text(f->text) };
   if (binary.path == NULL)
      return ac_note_fail(r);
   if (an_span_length(f->word) > 0)
      binary.build_id = ac_reader_intern(r, f->word);
   AC_NOTE_ROOM(r, d->binaries, d->n_binaries, d->max_binaries);
   ac_data_sums_binary(ac_data_note_sums(r), &binary, &d->binaries[d->n_binaries++]);
   return true;
}

/* Looks for the names of code that the profile does not name. */
static void name_code(ac_reader *r, ac_data_frame *frame)
{
   const ac_reading *reading = r->reading;
   if (reading->name_code == NULL || frame->function != NULL || frame->address == 0
       || frame->binary == AC_NO_DATA)
      return;
   const uint64_t *binary = ac_keyed_key(&ac_data_note_sums(r)->binaries, frame->binary);
   const char *path = (const char *)(uintptr_t)binary[0];
   const char *build_id = (const char *)(uintptr_t)binary[1];
   if (build_id != NULL)
      reading->name_code(reading->context, r->profile, path, build_id, frame->address,
                         &frame->file, &frame->function, &frame->line);
}

bool ac_read_data_frame(ac_reader *r, const ac_fields *f)
{
   ac_read_data *d = &r->notes->data;
   ac_data_frame frame = { .address = (uint64_t)f->n[0],
                           .binary = binary_of(r, f->n[1]),
                           .function = text_of(r, f->n[2]),
                           .file = text_of(r, f->n[3]),
                           .line = (uint32_t)f->n[4] };
   name_code(r, &frame);
   rename_function(r, &frame.file, &frame.function);
   AC_NOTE_ROOM(r, d->frames, d->n_frames, d->max_frames);
   ac_data_sums_frame(ac_data_note_sums(r), &frame, &d->frames[d->n_frames++]);
   return true;
}

/* ---- Data ---- */

static bool add_datum(ac_reader *r, const ac_datum *datum)
{
   ac_read_data *d = &r->notes->data;
   AC_NOTE_ROOM(r, d->data, d->n_data, d->max_data);
   ac_read_datum *added = &d->data[d->n_data++];
   *added = (ac_read_datum){ .size_B = datum->kind == AC_DATA_HEAP ? datum->max_B
                                                                   : datum->size_B };
   ac_data_sums_datum(ac_data_note_sums(r), datum, &added->index);
   return true;
}

/* Takes the path up to the end of the line. */
static bool take_path(ac_reader *r, ac_read_data *d, an_span rest, ac_datum *datum)
{
   d->n_path = 0;
   for (rest = an_span_trimmed(rest); rest.at < rest.end;) {
      int64_t number;
      if (an_span_is(rest, "...")) {
         datum->is_cut = true;
         break;
      }
      if (!ac_note_reference(r, &rest, "frame", d->n_frames, &number))
         return false;
      AC_NOTE_ROOM(r, d->path, d->n_path, d->max_path);
      d->path[d->n_path++] = d->frames[number - 1];
      an_span_skip_blanks(&rest);
   }
   datum->frames = d->path;
   datum->n_frames = d->n_path;
   return true;
}

/* All blocks together have from the smallest to the largest size each. */
static bool check_blocks(ac_reader *r, const ac_datum *datum)
{
   int64_t least, most;
   if (__builtin_mul_overflow(datum->n_blocks, datum->min_B, &least))
      least = INT64_MAX;
   if (__builtin_mul_overflow(datum->n_blocks, datum->max_B, &most))
      most = INT64_MAX;
   return (least <= datum->bytes && datum->bytes <= most)
          || ac_reader_fail(
             r, "%" PRId64 " blocks of these sizes do not have %" PRId64 " bytes",
             datum->n_blocks, datum->bytes);
}

bool ac_read_data_heap(ac_reader *r, const ac_fields *f)
{
   ac_datum datum = { .kind = AC_DATA_HEAP,
                      .n_blocks = f->n[0],
                      .bytes = f->n[1],
                      .min_B = f->n[2],
                      .max_B = f->n[3] };
   if (datum.min_B > datum.max_B)
      return ac_reader_fail(r, "the smallest block is larger than the largest");
   return check_blocks(r, &datum) && take_path(r, &r->notes->data, f->rest, &datum)
          && add_datum(r, &datum);
}

bool ac_read_data_variable(ac_reader *r, const ac_fields *f)
{
   ac_datum datum = { .kind = AC_DATA_STATIC,
                      .binary = binary_of(r, f->n[0]),
                      .start = (uint64_t)f->n[1],
                      .size_B = f->n[2],
                      .name = text_of(r, f->n[3]) };
   if (an_span_is(f->word, "t"))
      datum.kind = AC_DATA_TLS;
   else if (!an_span_is(f->word, "s"))
      return ac_note_fail(r);
   return add_datum(r, &datum);
}

bool ac_read_data_stack(ac_reader *r, const ac_fields *f)
{
   ac_datum datum = { .kind = AC_DATA_STACK,
                      .name = text_of(r, f->n[0]),
                      .file = text_of(r, f->n[1]) };
   rename_function(r, &datum.file, &datum.name);
   return add_datum(r, &datum);
}

bool ac_read_data_mapping(ac_reader *r, const ac_fields *f)
{
   return add_datum(r, &(ac_datum){ .kind = AC_DATA_MAP, .file = text_of(r, f->n[0]) });
}

bool ac_read_data_other(ac_reader *r, const ac_fields *f)
{
   ac_datum datum = { .kind = AC_DATA_UNKNOWN };
   if (an_span_is(f->word, "brk"))
      datum.kind = AC_DATA_BRK;
   else if (!an_span_is(f->word, "unknown"))
      return ac_note_fail(r);
   return add_datum(r, &datum);
}

/* ---- The whole ---- */

bool ac_read_data_end(ac_reader *r)
{
   ac_read_data *d = &r->notes->data;
   if (!d->is_on)
      return true;
   if (d->has_line && !d->has_access)
      return ac_reader_fail(r, "the last \"#: sl\" has no \"#: sa\"");
   if (!ac_read_data_check(r, d))
      return false;
   ac_data_sums *sums = ac_data_note_sums(r);
   sums->n_files += !r->has_skipped;
   sums->n_uses += d->has_use;
   sums->n_shared += d->has_sharing;
   return true;
}

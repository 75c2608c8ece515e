/* test_ac_reader.h -- a reader without a file: it is at line 7, has read the events, and
   each test calls what lines go through.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TEST_AC_READER_H
#define TEST_AC_READER_H

#include "test_an_common.h"

#include "counts/ac_notes.h"

enum { READER_LINE = 7 };

/* The note that is being read. */
static const ac_note reader_unlike = { .key = "xy", .shape = "THIS AND THAT" };
#define READER_UNLIKE "expected THIS AND THAT after \"#: xy\""

/* Must not move. */
typedef struct {
   ac_reading reading;
   an_error error;
   ac_reader of;
   ac_notes notes;
} test_reader;

static inline void reader_open(test_reader *t, const char *events)
{
   *t = (test_reader){ .reading = { .name = NULL } };
   t->of = (ac_reader){ .alloc = test_alloc(),
                        .profile = ac_profile_new(test_alloc()),
                        .reading = &t->reading,
                        .error = &t->error,
                        .keeps_header = true };
   t->of.input.number = READER_LINE;
   assert_non_null(t->of.profile);
   assert_true(ac_reader_events(&t->of, an_span_of(events)));
   t->of.notes = &t->notes;
   t->of.note = &reader_unlike;
   memset(t->of.counts, 0, t->of.n_events * sizeof *t->of.counts);
}

/* Reads what follows the key of a note as that of the table; in messages it is
   reader_unlike. */
static inline bool reader_note(test_reader *t, const char *key, const char *rest)
{
   const ac_note *row = ac_note_table;
   while (strcmp(row->key, key) != 0)
      row++;
   const ac_note note = { .key = reader_unlike.key,
                          .shape = reader_unlike.shape,
                          .fields = row->fields,
                          .read = row->read };
   t->of.note = &note;
   bool ok = ac_note_read(&t->of, an_span_of(rest));
   t->of.note = &reader_unlike;
   return ok;
}

/* What was called failed, at line READER_LINE, with this message. */
static inline void reader_check_failed(test_reader *t, bool ok, const char *message)
{
   if (ok && ac_reader_fits(&t->of))
      fail_msg("expected \"%s\"", message);
   assert_string_equal(t->error.message, message);
   assert_int_equal(t->error.line, READER_LINE);
}

#endif
